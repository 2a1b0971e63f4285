"""Starting positions that are found wrongly, and wagers on their number."""

from houseway.equipment.settings import Starting
from houseway.equipment.state import replace
from houseway.games.awards import round_up_to_cent, single_row
from houseway.procedure import DEALER, INVENTORY, PAI_GOW
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import give_facts, leave_out, move_money, operate, return_instead

START = "houseway.equipment.start"
COUNT = f"{START}:starting_position"
ANNOUNCE = f"{START}:decide_announcement"
NUMBERS = "houseway.games.pai_gow.numbers:settle_numbers"
BETTING = "houseway.games.pai_gow.betting"


@wrong(
    *("md 5.K(1)(d)", "md 5.K(2)(a)", "div (k)(2)(ii)", "div (k)(2)(iii)(A)", "div (k)(2)(iii)(B)", "div (k)(3)#2"),
    why="positions are counted clockwise",
    of=(COUNT,),
)
def count_positions_clockwise():
    replace_function(COUNT, lambda original, number, positions, bank=None: ((bank or DEALER) - number + 1) % (positions + 1))


@wrong(
    *("md 5.K(1)(d)", "md 5.K(2)(a)", "div (k)(2)(ii)", "div (k)(2)(iii)(A)", "div (k)(2)(iii)(B)", "div (k)(3)#2"),
    why="the count begins beside the dealer and not with him",
    of=(COUNT,),
)
def begin_the_count_beside_the_dealer():
    replace_function(COUNT, lambda original, number, positions, bank=None: original(number + 1, positions, bank))


@wrong(
    *("md 5.K(1)(e)", "md 5.K(2)(b)", "div (m)(8)(iii)", "div (m)(9)(iv)", "div (m)(10)(iii)"),
    why="the count begins with the dealer although a player banks",
    of=(COUNT,),
)
def count_from_the_dealer_in_a_bank_round():
    replace_function(COUNT, lambda original, number, positions, bank=None: original(number, positions))


@wrong(
    *("md 5.K(1)(b)(ii)", "div (k)(2)(i)", "div (m)(8)(i)#3", "div (m)(9)(ii)#3", "div (m)(10)(i)#3", "md 5.K(1)"),
    why="one of the three dice is not counted",
    of=(ANNOUNCE,),
)
def count_two_dice():
    def two(original, equipment, command, context):
        shown = replace(equipment, shaker=replace(equipment.shaker, dice=equipment.shaker.dice[:2]))
        return original(shown, command, context)

    replace_function(ANNOUNCE, two)


@wrong(
    *("div (m)(8)(i)#1", "div (m)(9)(ii)#1", "div (m)(10)(i)#1", "md 5.K(1)(a)(i)"),
    why="the dealer shakes the dice although a player banks",
    of=(f"{START}:shaking_bank",),
)
def let_the_dealer_shake_for_the_bank():
    return_instead(f"{START}:shaking_bank", None)


@wrong(
    *("div (m)(8)(i)#2", "div (m)(9)(ii)#2", "div (m)(10)(i)#2", "md 5.K(1)(a)(ii)"),
    why="nobody sees to it that the bank shakes often enough",
    of=(f"{START}:_fewest_shakes",),
)
def let_the_bank_shake_once():
    def once(original, equipment, context):
        return 1 if context.bank is not None else original(equipment, context)

    replace_function(f"{START}:_fewest_shakes", once)


@wrong(
    *("div (m)(8)(i)#4", "div (m)(9)(ii)#4", "div (m)(10)(i)#4", "md 5.K(1)(c)"),
    why="dice that the bank uncovered need not be shaken again",
    of=(f"{START}:on_dice_covered",),
)
def keep_the_shakes_when_the_bank_lifts_the_lid():
    def kept(original, equipment, event):
        return equipment if event.kind == "lid-lifted-by-bank" else original(equipment, event)

    replace_function(f"{START}:on_dice_covered", kept)


@wrong(
    *("div (n)(1)", "div (n)(2)", "md 14.A"),
    why="after a no roll the dice are not shaken again",
    of=(f"{START}:on_no_roll",),
)
def keep_the_shakes_after_a_no_roll():
    def kept(original, equipment, event):
        after = original(equipment, event)
        return replace(after, shaker=replace(after.shaker, shakes=equipment.shaker.shakes))

    replace_function(f"{START}:on_no_roll", kept)


@wrong(
    *("div (m)(8)(ii)", "div (m)(9)(iii)", "div (m)(10)(ii)"),
    why="no number may be drawn in a bank round",
    of=(f"{START}:_check_wanted",),
)
def draw_no_number_for_a_bank():
    def not_for_a_bank(original, equipment, command, context, starting, clauses):
        banked = context.bank is not None and starting is Starting.RANDOM_NUMBER
        return original(
            equipment, command, context._replace(start_wanted=context.start_wanted and not banked), starting, clauses
        )

    replace_function(f"{START}:_check_wanted", not_for_a_bank)


@wrong(
    *("div (k)(2)(iv)#2", "md 5.K(1)(f)"),
    why="the shaker is put at the dealer's left",
    of=(f"{START}:decide_putting_away",),
)
def put_the_shaker_at_the_left():
    give_facts(f"{START}:decide_putting_away", "shaker-put-away", side="left")


@wrong(
    *("div (k)(4)#2", "md 5.K(3)(a)"),
    why="the button begins at the first position instead of at the dealer",
    of=(f"{START}:decide_button_placing",),
)
def begin_the_button_at_the_first_position():
    give_facts(f"{START}:decide_button_placing", "button-placed", position=1)


@wrong(
    *("md 2.C", "div (d)(2)"),
    why="the starting position is looked for before the game wants it",
    of=(f"{START}:_check_wanted",),
)
def look_for_the_start_too_early():
    return_instead(f"{START}:_check_wanted", None)


@wrong(
    *("md 5.F(4)", "md 5.C(1)"),
    why="the starting position is not looked for once the cards are cut or shuffled",
    of=("houseway.games.pai_gow.procedure:is_start_wanted",),
)
def look_for_no_start():
    return_instead("houseway.games.pai_gow.procedure:is_start_wanted", False)


@wrong("md 2.C(1)(e)", why="a shaker without the operator's name is taken", of=(f"{START}:decide_dice_placing",))
def take_any_shaker():
    def anything(original, equipment, command, context):
        return original(equipment, command._replace(facts={**command.facts, "logo": True}), context)

    replace_function(f"{START}:decide_dice_placing", anything)


@wrong(
    "md 2.C(1)(b)", "md 2.C(1)", why="somebody other than the dealer brings the shaker", of=(f"{START}:decide_dice_placing",)
)
def let_a_player_bring_the_shaker():
    operate(f"{START}:decide_dice_placing", "swap-role")


@wrong("md 2.C(1)(d)", why="the dice are seen while they are shaken", of=(f"{START}:decide_shake",))
def show_the_dice_in_the_shaker():
    give_facts(f"{START}:decide_shake", "dice-shaken", dice=(1, 1, 1))


@wrong("md 2.C(1)(b)(ii)", "div (d)(1)#1", why="the shaker comes with two dice", of=(f"{START}:decide_dice_placing",))
def bring_two_dice():
    give_facts(f"{START}:decide_dice_placing", "dice-placed", dice=2)


# Wagers on the number


@wrong(
    *("div (p)(2)(iii)#1", "div (p)(2)(v)"),
    why="a wager on the number that was drawn is paid nothing",
    of=(NUMBERS,),
)
def pay_no_number():
    leave_out(NUMBERS, lambda each: getattr(each, "reason", "") == "payout")


@wrong(
    *("div (p)(2)(iii)#2", "div (p)(2)(iv)"),
    why="wagers on other numbers are returned",
    of=(NUMBERS,),
)
def return_lost_numbers():
    move_money(NUMBERS, lambda move: move.reason == "wager-lost", target="seat 1")


@wrong(
    *("div (h)(2)#2", "div (i)(5)#2", "div (j)(3)#2", "div (p)(2)(iv)", "div (p)(2)(v)"),
    why="wagers on the number are not settled before the cards are dealt",
    of=("houseway.games.pai_gow.procedure:_are_numbers_settled",),
)
def settle_no_numbers():
    return_instead("houseway.games.pai_gow.procedure:_are_numbers_settled", False)


@wrong("div (p)(2)(vi)#2", why="a number's award is not rounded to the dollar", of=("houseway.games.awards:number_award",))
def pay_cents_on_a_number():
    def exact(original, rules, stake):
        return round_up_to_cent(single_row(rules, "number").pays.award(stake))

    replace_function("houseway.games.awards:number_award", exact)


@wrong(
    "div (p)(3)",
    why="a number is paid on the base wager, too",
    of=("houseway.games.pai_gow.numbers:_stakes_on_numbers",),
)
def tie_the_number_to_the_base_wager():
    def with_base(original, context):
        return [
            (position, key, stake._replace(amount=stake.amount + context.round.stakes[position][PAI_GOW].amount))
            for position, key, stake in original(context)
        ]

    replace_function("houseway.games.pai_gow.numbers:_stakes_on_numbers", with_base)


@wrong("div (p)(2)(i)#1", why="a wager on a number needs no base wager", of=(f"{BETTING}:_check_place",))
def take_a_number_without_a_base_wager():
    operate(f"{BETTING}:_check_place", "drop-guard", 2)


@wrong("div (r)(2)#1", why="a bonus wager needs no base wager", of=(f"{BETTING}:_check_place",))
def take_a_bonus_without_a_base_wager():
    operate(f"{BETTING}:_check_place", "drop-guard", 2)


@wrong("div (p)(2)(i)#2", why="a player may bet on one number only", of=(f"{BETTING}:_number_of",))
def take_one_number_only():
    def only_one(original, context, command):
        own = context.round.wagers_at(command.position)
        lying = [stake.number for stake in own.values() if stake.number is not None]
        return lying[0] if lying else original(context, command)

    replace_function(f"{BETTING}:_number_of", only_one)


@wrong("div (p)(2)(ii)#1", why="a number's chips go into the inventory at once", of=(f"{BETTING}:place_wager",))
def collect_number_chips_at_once():
    move_money(f"{BETTING}:place_wager", lambda move: str(move.wager).startswith("number"), target=INVENTORY)


@wrong(
    *("div (p)(2)(ii)#2", "div (g)(1)#2", "md 7.B", "fc as-played.7.B"),
    why="a spoken wager is taken",
    of=("houseway.table.acts:bet_in_words",),
)
def take_a_spoken_wager():
    replace_function("houseway.table.acts:bet_in_words", lambda original, *given: ())
