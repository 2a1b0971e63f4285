"""Rounds with a bank that go wrong: who is offered it, what it covers, and what goes through the centre."""

from dataclasses import replace

from houseway.events import Event
from houseway.games.pai_gow import banking, setting
from houseway.games.pai_gow.base_wager import centre
from houseway.games.round_context import due_step_under
from houseway.money import NO_MONEY
from houseway.procedure import CENTRE, INVENTORY, seat_account
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import give_facts, move_money, operate, return_instead

BANKING = "houseway.games.pai_gow.banking"
CENTRE_OF = "houseway.games.pai_gow.base_wager.centre"
VIGORISH_ON = "houseway.games.awards:vigorish_on"
PUT_IN = f"{CENTRE_OF}:_put_in_shortfall"
SURPLUS = f"{CENTRE_OF}:distribute_surplus"
WON_EFFECTS = "houseway.games.pai_gow.optional_wagers:_won_effects"


@wrong(
    *("div (m)(12)#5", "div (a)(1)(i)", "md 12.J(4)", "md 1.B(1)"),
    why="what the centre lacks for winners comes from the inventory instead of from the bank",
    of=(PUT_IN,),
)
def pay_the_banks_shortfall_from_the_inventory():
    def from_inventory(original, rules, bank, amount, till, co_banking):
        moves, after = original(rules, bank, amount, till, co_banking)
        is_banks = seat_account(bank)
        return [move._replace(source=INVENTORY) if move.source == is_banks else move for move in moves], after

    replace_function(PUT_IN, from_inventory)


@wrong(
    *("div (m)(13)#5", "div (m)(13)#6", "div (a)(1)(iii)", "md 12.L(2)", "md 12.L(3)(a)", "md 1.B(2)"),
    why="a co-bank makes up the whole shortfall instead of half",
    of=(PUT_IN,),
)
def let_the_co_bank_pay_everything():
    def whole(original, rules, bank, amount, till, co_banking):
        return original(rules, bank, amount, till, False)

    replace_function(PUT_IN, whole)


@wrong(
    *("md 12.L(3)(c)", "div (m)(13)#8"),
    why="a co-bank keeps the whole surplus, and the house gets no half",
    of=(SURPLUS,),
)
def leave_the_co_bank_everything():
    replace_function(SURPLUS, lambda original, rules, bank, amount, co_banking=False: original(rules, bank, amount, False))


@wrong(*("div (m)(12)#7", "div (m)(13)#9", "md 12.J(6)", "md 12.L(3)(d)"), why="a surplus bears no vigorish", of=(VIGORISH_ON,))
def charge_nothing_on_a_surplus():
    def free(original, rules, won, kind=""):
        return NO_MONEY if kind in ("bank", "co-bank") else original(rules, won, kind)

    replace_function(VIGORISH_ON, free)


@wrong("div (m)(15)", "md 12.M", why="a player who beats the bank pays no vigorish", of=(VIGORISH_ON,))
def charge_nothing_on_a_win_against_the_bank():
    def free(original, rules, won, kind=""):
        return NO_MONEY if kind == "against-bank" else original(rules, won, kind)

    replace_function(VIGORISH_ON, free)


@wrong(
    *("div (m)(12)#8", "div (m)(13)#10", "md 12.J(7)", "md 12.L(3)(e)"),
    why="what is left in the centre goes to the inventory instead of to the bank",
    of=(SURPLUS,),
)
def keep_the_surplus():
    move_money(SURPLUS, lambda move: move.reason == "bank-surplus", target=INVENTORY)


@wrong(
    *("div (m)(12)#3", "div (m)(13)#3", "md 12.J(2)", "md 12.L(1)(b)"),
    why="losing wagers against a bank go to the inventory instead of to the centre",
    of=(f"{CENTRE_OF}:settle_exposed_wager",),
)
def collect_the_banks_winnings():
    move_money(f"{CENTRE_OF}:settle_exposed_wager", lambda move: move.target == CENTRE, target=INVENTORY)


@wrong(
    *("div (m)(12)#4", "div (m)(13)#4", "md 12.J(3)", "md 12.L(1)(c)"),
    why="winners against a bank are paid from the inventory instead of from the centre",
    of=(f"{CENTRE_OF}:_pay_winner",),
)
def pay_the_banks_losses():
    move_money(f"{CENTRE_OF}:_pay_winner", lambda move: True, source=INVENTORY)


@wrong(
    *("div (m)(12)#6", "div (m)(13)#7", "md 12.J(5)", "md 12.L(3)(b)"),
    why="winners who were still owed when the centre ran out are not paid from what was put in",
    of=(f"{CENTRE_OF}:_pay_winner",),
)
def forget_the_remaining_winners():
    def forgetting(original, rules, spot, amount, law):
        later = [rules.law(centre.PAID_LATER, kind) for kind in ("", "co-bank")]
        return [] if law in later else original(rules, spot, amount, law)

    replace_function(f"{CENTRE_OF}:_pay_winner", forgetting)


@wrong(
    *("div (m)(12)#2", "div (m)(13)#2", "div (m)(11)#2", "md 12.J(1)", "md 12.L(1)(a)", "md 12.I(1)"),
    why="in a bank round the hands are compared the wrong way round",
    of=("houseway.games.pai_gow.base_wager.outcome:compare_settings",),
)
def compare_with_the_bank_the_wrong_way_round():
    def turned(original, rules, player, other, against_bank=False, *, who=""):
        pair = (other, player) if against_bank else (player, other)
        return original(rules, *pair, against_bank, who=who)

    replace_function("houseway.games.pai_gow.base_wager.outcome:compare_settings", turned)


@wrong(
    *("div (m)(14)", "md 12.K"),
    why="of the house's wager that won, only the stake goes back to the inventory",
    of=(f"{CENTRE_OF}:_return_stake",),
)
def leave_the_houses_winnings():
    def half(original, rules, spot, co_banking):
        return [
            move._replace(amount=spot.stake) if move.reason == "house-stake-returned" else move
            for move in original(rules, spot, co_banking)
        ]

    replace_function(f"{CENTRE_OF}:_return_stake", half)


@wrong(
    *("div (m)(11)#4", "md 12.I(4)"),
    why="the house's wager goes to the centre if it ties with the bank",
    of=(f"{CENTRE_OF}:settle_exposed_house_wager",),
)
def lose_the_houses_wager_on_a_tie():
    move_money(f"{CENTRE_OF}:settle_exposed_house_wager", lambda move: move.target == INVENTORY, target=CENTRE)


@wrong(
    *("div (m)(11)#5", "md 12.I(5)"),
    why="the house's wager goes back to the inventory although the bank beat it",
    of=(f"{CENTRE_OF}:settle_exposed_house_wager",),
)
def keep_the_houses_lost_wager():
    move_money(f"{CENTRE_OF}:settle_exposed_house_wager", lambda move: move.target == CENTRE, target=INVENTORY)


@wrong(
    *("md 12.N", "div (m)(16)", "div (a)(1)(ii)#2"),
    why="in a bank round the bank pays the optional wagers that win",
    of=(WON_EFFECTS,),
)
def let_the_bank_pay_optional_wagers():
    def by_bank(original, context, *given):
        bank = context.round.bank.position
        for each in original(context, *given):
            from_house = bank is not None and getattr(each, "source", "") == INVENTORY
            yield each._replace(source=seat_account(bank)) if from_house else each

    replace_function(WON_EFFECTS, by_bank)


@wrong(
    *("div (m)(2)#1", "div (m)(2)#2", "md 12.B(1)", "md 12.B(2)"),
    why="the bank is offered in the first round of a game",
    of=(f"{BANKING}:may_anybody_bank", f"{BANKING}:_check_start"),
)
def offer_the_bank_at_the_start():
    replace_function(
        f"{BANKING}:may_anybody_bank",
        lambda original, context: context.filed_option("bank.offered") is True and not banking.is_dealers_round(context),
    )
    return_instead(f"{BANKING}:_check_start", None)


@wrong(*("md 12.C(1)(b)", "div (m)(3)#3"), why="no marker is put before the bank", of=(f"{BANKING}:accept_bank",))
def forget_the_banks_marker():
    give_facts(f"{BANKING}:accept_bank", "bank-accepted", marker="")


@wrong(
    *("md 12.C(2)", "div (m)(3)#4", "div (m)(3)#5"),
    why="the first offer of the bank is always made at the dealer's right",
    of=(f"{BANKING}:next_first_offer",),
)
def make_the_first_offer_always_at_the_right():
    return_instead(f"{BANKING}:next_first_offer", 1)


@wrong(
    *("md 12.C(3)", "div (m)(3)#6"),
    why="a player may bank two rounds in a row",
    of=(f"{BANKING}:bank_history_after",),
)
def let_one_player_bank_twice():
    def forgetting(original, state, seats, history):
        return replace(original(state, seats, history), last_bank="")

    replace_function(f"{BANKING}:bank_history_after", forgetting)


@wrong(*("div (m)(4)(ii)", "md 12.D(2)"), why="a bank need not cover the wagers", of=(f"{CENTRE_OF}:bank_cover",))
def let_the_bank_cover_nothing():
    replace_function(
        f"{CENTRE_OF}:bank_cover", lambda original, *given, **named: replace(original(*given, **named), covers=True)
    )


@wrong(
    *("div (m)(4)(i)", "md 12.D(1)"),
    why="a player who did not bet against the dealer may bank",
    of=(f"{BANKING}:check_eligible",),
)
def let_anybody_bank():
    operate(f"{BANKING}:check_eligible", "drop-guard", 1)


@wrong(
    *("div (m)(5)#2", "md 12.E(2)"),
    why="where co-banking is filed, every bank is a co-bank, although it did not ask",
    of=(f"{BANKING}:confirm_bank",),
)
def co_bank_without_being_asked():
    def with_house(original, context, command):
        made, bank = original(context, command), context.round.bank
        if context.filed_option("bank.co-banking") is not True or bank.co_banking or made[0].kind != "bank-confirmed":
            return made
        facts = {"position": bank.position, "marker": "co-bank"}
        return (Event("co-banking-agreed", context.law(banking.CO_BANK_MARKER), facts), *made)

    replace_function(f"{BANKING}:confirm_bank", with_house)


@wrong(
    *("div (m)(5)#3", "md 12.E(3)"), why="the marker does not show that the house co-banks", of=(f"{BANKING}:request_co_bank",)
)
def show_no_co_bank():
    give_facts(f"{BANKING}:request_co_bank", "co-banking-agreed", marker="bank")


@wrong(
    *("div (m)(5)#1", "md 12.E", "md 12.E(1)"),
    why="co-banking is refused although it is filed",
    of=(f"{BANKING}:request_co_bank",),
)
def refuse_to_co_bank():
    operate(f"{BANKING}:request_co_bank", "flip-comparison", 0)


@wrong(
    *("div (m)(5)#4", "md 12.E(4)"),
    why="a co-bank's low hand is the first two cards that it was dealt, and not that of the house way",
    of=("houseway.games.pai_gow.setting:set_co_bank",),
)
def set_a_co_bank_in_any_way():
    def dealt(event):
        return (*event.facts["high"], *event.facts["low"])

    setting_it = "houseway.games.pai_gow.setting:set_co_bank"
    give_facts(setting_it, "hand-set", high=lambda event: dealt(event)[2:], low=lambda event: dealt(event)[:2])


@wrong(
    *("div (m)(5)#5", "md 12.E(5)"),
    why="the house stakes a wager against a bank that it co-banks with",
    of=("houseway.games.pai_gow.procedure:_betting_step", f"{CENTRE_OF}:bank_cover", f"{BANKING}:_full_house_stake"),
)
def stake_against_a_co_bank():
    def staking(original, context):
        step, bank = original(context), context.round.bank
        if step is None or step.act != "close-betting" or not bank.co_banking or bank.house_stake is not None:
            return step
        return due_step_under(context, "stake-against-bank", "stake the house's wager", banking.HOUSE_STAKE)

    def usual(original, context):
        last = context.history.last_wagers.get(context.seats[context.round.bank.position], ())
        return centre.house_stake_against_bank(context.rules, last)

    def cover(original, rules, wagers, chips, house_stake, co_banking=False):
        made = original(rules, wagers, chips, house_stake, co_banking)
        return replace(made, house_stake=house_stake) if co_banking else made

    replace_function("houseway.games.pai_gow.procedure:_betting_step", staking)
    replace_function(f"{BANKING}:_full_house_stake", usual)
    replace_function(f"{CENTRE_OF}:bank_cover", cover)


@wrong(
    *("md 12.G(4)", "div (m)(7)#1", "div (m)(7)#3"),
    why="the house's wager against the bank is put into the centre, and not in front of the dealer",
    of=(f"{CENTRE_OF}:place_house_wager",),
)
def put_the_houses_wager_into_the_centre():
    replace_function(
        f"{CENTRE_OF}:place_house_wager", lambda original, rules, amount: original(rules, amount)._replace(target=CENTRE)
    )


@wrong(
    *("div (m)(7)#2", "md 12.G(3)"),
    why="what the bank says about the house's wager is ignored",
    of=(f"{BANKING}:_full_house_stake",),
)
def ignore_what_the_bank_directs():
    def usual(original, context):
        last = context.history.last_wagers.get(context.seats[context.round.bank.position], ())
        return NO_MONEY if context.round.bank.co_banking else centre.house_stake_against_bank(context.rules, last)

    replace_function(f"{BANKING}:_full_house_stake", usual)


@wrong(
    *("md 12.F", "div (m)(6)"),
    why="a player who banks may bet on his second area, too",
    of=("houseway.games.pai_gow.betting:_check_place",),
)
def let_the_bank_bet_on_two_areas():
    operate("houseway.games.pai_gow.betting:_check_place", "drop-guard", 1)


@wrong(
    *("div (m)(3)#7", "md 12.C(4)"),
    why="if nobody takes the bank, the last player who was asked becomes the bank",
    of=(f"{BANKING}:decide_no_bank",),
)
def make_the_last_player_bank():
    def accepted(original, context, command):
        last = context.round.bank.asked_positions[-1]
        return (Event("bank-accepted", context.law(banking.MARKER), {"position": last, "marker": "bank"}),)

    replace_function(f"{BANKING}:decide_no_bank", accepted)


@wrong(
    *("div (m)(11)#1", "md 12.I"),
    why="the dealer's hand is set before the players have set theirs",
    of=("houseway.games.pai_gow.procedure:_setting_step",),
)
def set_the_dealers_hand_before_the_players():
    def first(original, context):
        state = context.round
        if state.is_dealer_done or not state.bank.house_stake:
            return original(context)
        return due_step_under(context, "set-dealer", "set the dealer's hand", setting.DEALER_SETS_AGAINST_BANK)

    replace_function("houseway.games.pai_gow.procedure:_setting_step", first)
