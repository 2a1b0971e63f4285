"""Wrong implementations of the Division's rules of banking: who is asked, who may, who covers what, and who acts."""

from dataclasses import replace

from houseway.equipment import start
from houseway.events import Event, Role
from houseway.games.pai_gow import banking, procedure, setting
from houseway.games.round_context import BankHistory
from houseway.money import NO_MONEY
from houseway.procedure import PAI_GOW
from tests.mutants.own import replace_function, wrong

PAI_GOW_GAME = "houseway.games.pai_gow"
NEXT_OFFER = f"{PAI_GOW_GAME}.banking:next_to_offer"
NEXT_FIRST = f"{PAI_GOW_GAME}.banking:next_first_offer"
HISTORY = f"{PAI_GOW_GAME}.banking:bank_history_after"
ELIGIBLE = f"{PAI_GOW_GAME}.banking:check_eligible"
REQUEST = f"{PAI_GOW_GAME}.banking:request_co_bank"
DIRECT = f"{PAI_GOW_GAME}.banking:direct_house_stake"
BANK_SPEAKS = f"{PAI_GOW_GAME}.context:position_of_bank"
COVER = f"{PAI_GOW_GAME}.base_wager.centre:bank_cover"
CHECK_COVER = f"{PAI_GOW_GAME}.betting:_check_cover"
HOUSE_STAKE = f"{PAI_GOW_GAME}.base_wager.centre:house_stake_against_bank"
MAY_SET = f"{PAI_GOW_GAME}.setting:may_set"
BETTING_STEP = f"{PAI_GOW_GAME}.procedure:_betting_step"
SHUFFLED = "houseway.equipment.shuffle:on_deck_shuffled"
NEW_GAME = "houseway.table.state:_on_new_game"
SHAKE = "houseway.equipment.start:decide_shake"
UNCOVER = "houseway.equipment.start:decide_uncovering"
COVERED = "houseway.equipment.start:on_dice_covered"
STARTING = "houseway.equipment.start:starting_position"
DRAW = "houseway.equipment.start:decide_number_draw"
SHAKES = ("div (m)(8)(i)", "div (m)(9)(ii)", "div (m)(10)(i)")


@wrong("div (m)(2)#2", why="cards of an idle table that are washed again begin no new game", of=(SHUFFLED, NEW_GAME))
def begin_no_game_after_an_idle_table():
    def as_before(original, equipment, event):
        made = original(equipment, event)
        return replace(made, is_fresh=equipment.is_fresh) if event["why"] == "idle" else made

    replace_function(SHUFFLED, as_before)
    replace_function(NEW_GAME, lambda original, table, facts: table if "face" in facts else original(table, facts))


@wrong("div (m)(3)#1", why="a player with two areas is asked twice", of=(NEXT_OFFER,))
def ask_a_player_at_each_of_his_areas():
    def each_area(original, context):
        bank = context.round.bank
        first = bank.first_offer or 1
        order = (*range(first, len(context.positions) + 1), *range(1, first))
        return next((place for place in order if place in context.seats and place not in bank.asked_positions), None)

    replace_function(NEXT_OFFER, each_area)


@wrong(
    "div (m)(3)#2",
    "div (m)(3)#1",
    why="players before the first offer are not asked when those after it pass",
    of=(NEXT_OFFER,),
)
def ask_nobody_before_the_first_offer():
    def onward(original, context):
        found = original(context)
        return found if found is not None and found >= (context.round.bank.first_offer or 1) else None

    replace_function(NEXT_OFFER, onward)


@wrong("div (m)(3)#5", why="the first offer goes to the right of the bank, whoever was asked first", of=(NEXT_FIRST,))
def offer_first_to_the_right_of_the_bank():
    def after_bank(original, context):
        bank = context.round.bank
        if bank.position is None or bank.position == bank.asked_positions[0]:
            return original(context)
        return banking._place_to_the_right(context, bank.position)

    replace_function(NEXT_FIRST, after_bank)


@wrong("div (m)(3)#4", "div (m)(3)#5", why="who took the bank on the first offer is asked first again", of=(NEXT_FIRST,))
def offer_first_to_the_bank_again():
    def again(original, context):
        bank = context.round.bank
        return bank.position if bank.position is not None and bank.position == bank.asked_positions[0] else original(context)

    replace_function(NEXT_FIRST, again)


@wrong("div (m)(3)#5", why="the lap of the first offer skips the dealer", of=(f"{PAI_GOW_GAME}.banking:_has_dealers_round",))
def play_no_round_of_the_dealers_own():
    replace_function(f"{PAI_GOW_GAME}.banking:_has_dealers_round", lambda original, context: False)


@wrong("div (m)(3)#6", why="who banked once never banks again until another has", of=(HISTORY,))
def remember_the_bank_over_a_round_without_one():
    def remembering(original, state, seats, history):
        return replace(
            original(state, seats, history), last_bank=original(state, seats, history).last_bank or history.last_bank
        )

    replace_function(HISTORY, remembering)


@wrong("div (m)(4)(i)", why="a wager in any round without a bank is enough", of=(HISTORY,))
def let_any_earlier_wager_count():
    def all_rounds(original, state, seats, history):
        made = original(state, seats, history)
        return replace(made, last_wagers={**history.last_wagers, **made.last_wagers})

    replace_function(HISTORY, all_rounds)


@wrong("div (m)(4)(i)", why="a wager against a player who banked is enough", of=(HISTORY,))
def let_a_wager_against_a_bank_count():
    def last_round(original, state, seats, history):
        made = original(state, seats, history)
        against = {
            seats[place]: (each[PAI_GOW].total,) for place, each in state.stakes.items() if PAI_GOW in each and place in seats
        }
        return BankHistory(made.last_bank, against)

    replace_function(HISTORY, last_round)


@wrong("div (m)(4)(ii)", why="the bank's chips need cover only the largest wager", of=(COVER,))
def cover_the_largest_wager_only():
    def largest(original, rules, wagers, *given, **more):
        most = max((wager.amount for wager in wagers), default=0)
        return original(rules, (type(NO_MONEY)(most),), *given, **more)

    replace_function(COVER, largest)


@wrong("div (m)(4)(ii)", why="chips that equal the wagers are not enough", of=(COVER,))
def demand_more_chips_than_the_wagers():
    def more_than(original, rules, wagers, chips, *given, **more):
        made = original(rules, wagers, chips, *given, **more)
        return replace(made, covers=chips > made.needed)

    replace_function(COVER, more_than)


@wrong("div (m)(4)(ii)", why="wagers that come after the bank was confirmed need not be covered", of=(CHECK_COVER,))
def cover_no_later_wager():
    replace_function(CHECK_COVER, lambda original, *given: None)


@wrong("div (m)(5)#1", why="only the player who is asked first may have the house cover half", of=(REQUEST,))
def offer_co_banking_to_the_first_only():
    def first_only(original, context, command):
        bank = context.round.bank
        if bank.position != bank.asked_positions[0]:
            raise banking.round_refusal("no-co-banking", "not to you", (), given=bank.position, allowed="")
        return original(context, command)

    replace_function(REQUEST, first_only)


@wrong("div (m)(5)#2", why="another player may ask the house to cover half of the bank's wagers", of=(REQUEST, BANK_SPEAKS))
def let_anybody_ask_for_a_co_bank():
    replace_function(BANK_SPEAKS, lambda original, context, command: context.round.bank.position)


@wrong("div (m)(5)#4", why="a co-bank sets its own hand", of=(MAY_SET,))
def let_a_co_bank_set_its_hand():
    def after_all(original, context, position):
        bank = context.round.bank
        if position != bank.position or not bank.co_banking:
            return original(context, position)
        return all(place in context.round.placed_hands for place in setting.playing_positions(context))

    replace_function(MAY_SET, after_all)


@wrong("div (m)(6)", why="who has base wagers on two areas may take the bank and keep them", of=(ELIGIBLE,))
def let_a_player_with_wagers_take_the_bank():
    def eligible(original, context, position):
        name = context.seats[position]
        banking._check_start(context, position)
        if context.history.last_bank == name or name not in context.history.last_wagers:
            original(context, position)

    replace_function(ELIGIBLE, eligible)


@wrong("div (m)(7)#1", why="the house stakes before the cards are shuffled", of=(BETTING_STEP,))
def stake_before_the_shuffle():
    def first(original, context):
        bank = context.round.bank
        if bank.is_confirmed and bank.house_stake is None and not bank.co_banking and not banking.is_unopposed(context):
            words = "stake the house's wager against the bank"
            return procedure.due_step_under(context, "stake-against-bank", words, banking.HOUSE_STAKE)
        return original(context)

    replace_function(BETTING_STEP, first)


@wrong("div (m)(7)#1", why="the house stakes what the bank wagered in its first round", of=(HISTORY,))
def stake_the_banks_first_wager():
    def first_kept(original, state, seats, history):
        made = original(state, seats, history)
        return replace(
            made, last_wagers={**made.last_wagers, **{k: v for k, v in history.last_wagers.items() if k in made.last_wagers}}
        )

    replace_function(HISTORY, first_kept)


@wrong("div (m)(7)#1", why="of two wagers of the bank the house stakes one", of=(HOUSE_STAKE,))
def stake_one_of_two_wagers():
    replace_function(HOUSE_STAKE, lambda original, rules, last: original(rules, last[:1]))


@wrong("div (m)(7)#2", why="the bank may not refuse the house's wager altogether", of=(DIRECT,))
def refuse_a_bank_that_wants_no_wager():
    def some(original, context, command):
        if not command.cents("amount"):
            raise banking.round_refusal("stake-not-less", "some wager", (), given="0", allowed="more")
        return original(context, command)

    replace_function(DIRECT, some)


@wrong("div (m)(7)#2", why="the bank may raise the house's wager", of=(DIRECT,))
def let_the_bank_raise_the_houses_wager():
    def any_amount(original, context, command):
        banking.position_of_bank(context, command)
        return (Event("house-stake-directed", context.law(banking.DIRECTS), {"amount": command.cents("amount")}),)

    replace_function(DIRECT, any_amount)


@wrong("div (m)(7)#2", why="any player may direct the house's wager", of=(DIRECT, BANK_SPEAKS))
def let_anybody_direct_the_houses_wager():
    replace_function(BANK_SPEAKS, lambda original, context, command: context.round.bank.position)


@wrong(*(f"{each}#1" for each in SHAKES), why="in a bank round the dealer may shake, too", of=(SHAKE,))
def let_the_dealer_shake_beside_the_bank():
    def anybody(original, equipment, command, context):
        if command.by.role is Role.DEALER:
            context = context._replace(bank_left=True)
        return original(equipment, command, context)

    replace_function(SHAKE, anybody)


@wrong(*(f"{each}#3" for each in SHAKES), *(f"{each}#4" for each in SHAKES), why="the bank may lift the lid", of=(UNCOVER,))
def let_the_bank_lift_the_lid():
    def by_bank(original, equipment, command, context):
        if command.by.role is Role.BANK:
            command = command._replace(by=command.by._replace(role=Role.DEALER))
            if "dice" not in command.facts:
                command = command._replace(facts={**command.facts, "dice": (1, 2, 3)})
        return original(equipment, command, context)

    replace_function(UNCOVER, by_bank)


@wrong(*(f"{each}#4" for each in SHAKES), why="after the bank lifted the lid its earlier shakes still count", of=(COVERED,))
def count_shakes_before_the_lid_was_lifted():
    def kept(original, equipment, event):
        made = original(equipment, event)
        if event.kind != "lid-lifted-by-bank":
            return made
        return replace(made, shaker=replace(made.shaker, shakes=equipment.shaker.shakes))

    replace_function(COVERED, kept)


@wrong(*("div (m)(8)(iii)", "div (m)(9)(iv)", "div (m)(10)(iii)"), why="a random number is counted from the dealer", of=(DRAW,))
def count_numbers_from_the_dealer():
    def from_dealer(original, equipment, command, context):
        (drawn,) = original(equipment, command, context)
        place = start.starting_position(drawn["number"], equipment.settings.positions, None)
        return (Event(drawn.kind, drawn.clauses, {**drawn.facts, "position": place}),)

    replace_function(DRAW, from_dealer)


@wrong(
    *("div (m)(8)(iii)", "div (m)(9)(iv)", "div (m)(10)(iii)"),
    why="counting from the bank, the dealer's place is passed over",
    of=(STARTING,),
)
def pass_over_the_dealer_when_counting_from_the_bank():
    def without_dealer(original, number, positions, bank=None):
        return original(number, positions) if not bank else (bank + number - 2) % positions + 1

    replace_function(STARTING, without_dealer)
