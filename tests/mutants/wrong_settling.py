"""Hands that are set, compared, settled and racked wrongly in Pai Gow Poker."""

from dataclasses import replace

from houseway.events import Event
from houseway.games.awards import envy_award
from houseway.games.pai_gow import setting
from houseway.games.pai_gow.base_wager import outcome
from houseway.games.round import DueMovement, round_refusal
from houseway.games.round_context import due_step_under
from houseway.money import NO_MONEY
from houseway.procedure import DEALER, INVENTORY, PAI_GOW, PROGRESSIVE, layout_account, seat_account
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import change_effects, give_facts, leave_out, operate, return_instead

OUTCOME = "houseway.games.pai_gow.base_wager.outcome"
BUILD = f"{OUTCOME}:_build_outcome"
SETTING = "houseway.games.pai_gow.setting"
PROCEDURE = "houseway.games.pai_gow.procedure"
OPTIONAL = "houseway.games.pai_gow.optional_wagers"
ENVY = "houseway.games.pai_gow.envy"
BETTING = "houseway.games.pai_gow.betting"
VIGORISH_ON = "houseway.games.awards:vigorish_on"


def _end(result, *, when):
    """Let a comparison end otherwise."""

    def ended(original, rules, high, low, push, added):
        made = original(rules, high, low, push, added)
        return replace(made, result=result) if when(high, low) else made

    replace_function(BUILD, ended)


@wrong(*("md 11.F(1)(a)", "div (l)(6)(i)"), why="two lower hands are a tie", of=(BUILD,))
def tie_with_two_lower_hands():
    _end(outcome.TIE, when=lambda high, low: high == low == outcome.BELOW)


@wrong(*("div (l)(6)(ii)", "div (a)(1)(iv)", "md 11.F(1)(b)"), why="copies are a tie", of=(BUILD,))
def tie_with_copies():
    _end(outcome.TIE, when=lambda high, low: outcome.COPY in (high, low) and outcome.ABOVE not in (high, low))


@wrong(
    *("md 6.C(2)", "div (c)(5)#2"),
    why="a hand that is identical counts as the higher one",
    of=(f"{OUTCOME}:_compare_strengths",),
)
def win_with_an_identical_hand():
    replace_function(
        f"{OUTCOME}:_compare_strengths", lambda original, own, other: outcome.ABOVE if own >= other else outcome.BELOW
    )


@wrong(*("md 11.F(2)(a)", "div (l)(7)(i)"), why="a higher high hand alone wins", of=(BUILD,))
def win_with_the_high_hand():
    _end(outcome.WIN, when=lambda high, low: high == outcome.ABOVE)


@wrong(*("md 11.F(2)(b)", "div (l)(7)(ii)"), why="a higher low hand alone wins", of=(BUILD,))
def win_with_the_low_hand():
    _end(outcome.WIN, when=lambda high, low: low == outcome.ABOVE)


@wrong(*("div (l)(8)#3", "md 11.F(3)"), why="two higher hands are a tie", of=(BUILD,))
def tie_with_two_higher_hands():
    _end(outcome.TIE, when=lambda high, low: high == low == outcome.ABOVE)


@wrong(
    *("md 11.F(1)(c)", "md 11.B", "md 1.B(5)", "md 1.B(6)"),
    *("div (l)(6)(iii)", "div (l)(1)#2", "div (a)(1)(vi)", "div (a)(1)(vii)", "div (a)(1)(xiii)"),
    why="a high hand below the low hand is no foul",
    of=(f"{OUTCOME}:is_legal",),
)
def allow_a_high_hand_below_the_low_hand():
    replace_function(f"{OUTCOME}:is_legal", lambda original, laid: bool(laid.high_strength))


@wrong(
    *("md 11.F(1)(d)", "div (l)(6)(iv)"),
    why="a hand with a wrong number of cards is a tie",
    of=(f"{OUTCOME}:compare_settings",),
)
def tie_with_a_wrong_number_of_cards():
    def tied(original, rules, player, other, *given, **named):
        made, foul = original(rules, player, other, *given, **named), outcome.find_foul(rules, player)
        return replace(made, result=outcome.TIE) if foul is not None and foul.kind == "wrong-counts" else made

    replace_function(f"{OUTCOME}:compare_settings", tied)


# Setting


def _set_areas_by(comes_first):
    """Let two areas of one player be set in another order."""

    def turned(original, context, position):
        state = context.round
        for other in context.positions_of(context.seats[position]):
            done = other in state.placed_hands or other in state.surrendered or other not in state.live_positions
            if other == position or done:
                continue
            mine, theirs = state.stakes[position][PAI_GOW].total, state.stakes[other][PAI_GOW].total
            if comes_first(mine, theirs, position, other):
                law = context.law(setting.LARGER_FIRST)
                raise round_refusal("other-hand-first", "the other hand must be set first", law, given=position, allowed=other)

    replace_function(f"{SETTING}:_check_order", turned)


@wrong(
    *("md 1.B(8)", "md 11.A", "md 11.A(1)", "div (a)(1)(xiv)", "div (l)(1)#1"),
    why="a player's two hands are those of the house way, however they were set",
    of=(f"{SETTING}:set_hand",),
)
def set_a_players_hand_the_house_way():
    def house_way(original, context, command):
        def reset(each):
            cards = (*each["high"], *each["low"])
            laid = setting.set_by_house_way(context, cards)
            return Event(each.kind, each.clauses, {**each.facts, "high": laid.high, "low": laid.low})

        return tuple(reset(each) if each.kind == "hand-set" else each for each in original(context, command))

    replace_function(f"{SETTING}:set_hand", house_way)


@wrong(
    *("md 11.C", "div (l)(3)#1"),
    why="the dealer sets before the players have set",
    of=(f"{PROCEDURE}:_after_deal_step",),
)
def let_the_dealer_set_first():
    def first(original, context):
        state = context.round
        if state.is_dealer_done and setting.positions_to_set(context):
            return None
        step = original(context)
        if step is not None or state.is_dealer_done or state.bank.position is not None or state.exposed_to_choose:
            return step
        return due_step_under(context, "set-dealer", "set the dealer's hand", setting.DEALER_SETS)

    replace_function(f"{PROCEDURE}:_after_deal_step", first)


@wrong(
    *("md 11.C(2)", "div (l)(3)#2"),
    why="nobody sees the dealer's hands once they are set",
    of=("houseway.games.pai_gow.view:_is_face_up",),
)
def hide_the_dealers_hands():
    def hidden(original, context, position):
        return False if position == DEALER else original(context, position)

    replace_function("houseway.games.pai_gow.view:_is_face_up", hidden)


@wrong(
    *("md 7.F(4)", "div (o)(2)#4", "md 11.A(5)", "div (l)(2)#4"),
    why="a player may set his hands again",
    of=(f"{SETTING}:_check_turn",),
)
def let_a_player_set_again():
    operate(f"{SETTING}:_check_turn", "drop-guard", 0)


@wrong(
    *("md 7.C", "div (l)(2)#1", "div (g)(2)#1"),
    why="anybody may set a player's hands",
    of=("houseway.games.pai_gow.context:own_position",),
)
def let_anybody_set_a_hand():
    def anybody(original, context, command):
        return command.position if command.act == "set-hand" else original(context, command)

    replace_function("houseway.games.pai_gow.context:own_position", anybody)


@wrong(
    *("div (o)(2)#2", "div (o)(2)#1", "md 7.F(2)"),
    why="of two areas the smaller wager is set first",
    of=(f"{SETTING}:_check_order",),
)
def set_the_smaller_wager_first():
    _set_areas_by(lambda mine, theirs, position, other: theirs < mine or (theirs == mine and other < position))


@wrong(
    *("div (o)(2)#3", "div (o)(2)#1", "md 7.F(3)"),
    why="two equal areas are set clockwise",
    of=(f"{SETTING}:_check_order",),
)
def set_equal_areas_clockwise():
    _set_areas_by(lambda mine, theirs, position, other: theirs > mine or (theirs == mine and other > position))


@wrong(
    *("div (n)(9)", "md 14.I"),
    why="a dealer's hand that was set wrongly stays as it is",
    of=(f"{SETTING}:set_dealer",),
)
def leave_the_dealers_wrong_hand():
    leave_out(f"{SETTING}:set_dealer", lambda each: each.kind == "hand-reset")


@wrong(
    *("div (n)(10)#1", "div (n)(10)#2", "md 12.I(2)"),
    why="a bank's hand that was set wrongly stays as it is",
    of=(f"{SETTING}:expose_bank",),
)
def leave_the_banks_wrong_hand():
    leave_out(f"{SETTING}:expose_bank", lambda each: getattr(each, "kind", "") == "hand-reset")


# Exposure and payment


@wrong(
    "md 11.E(1)",
    why="the player's hands stay face down when they are compared",
    of=("houseway.games.pai_gow.settling:expose_player",),
)
def compare_face_down_hands():
    give_facts("houseway.games.pai_gow.settling:expose_player", "hand-exposed", high=(), low=())


@wrong("div (l)(8)#1", why="the cards of a winner are racked before he is paid", of=(f"{PROCEDURE}:_won_anything",))
def rack_a_winners_cards_at_once():
    return_instead(f"{PROCEDURE}:_won_anything", False)


@wrong(
    *("md 1.B(9)", "md 13.A", "md 13.A(2)", "div (l)(9)#2", "div (l)(9)#4", "div (r)(4)(i)#2"),
    why="no vigorish is taken when the dealer pays a winner",
    of=(VIGORISH_ON,),
)
def take_no_vigorish():
    def free(original, rules, won, kind=""):
        return original(rules, won, kind) if kind else NO_MONEY

    replace_function(VIGORISH_ON, free)


@wrong(
    *("md 13.A(1)", "div (l)(9)#3"),
    why="the vigorish is never rounded up to a quarter",
    of=("houseway.games.awards:vigorish_rounding",),
)
def never_round_the_vigorish():
    operate("houseway.games.awards:vigorish_rounding", "flip-comparison")


@wrong(
    "div (r)(4)(i)#1",
    why="with a bonus wager on the table, base wagers are paid from the dealer's left",
    of=(f"{PROCEDURE}:_position_step",),
)
def pay_from_the_left_with_a_bonus():
    def turned(original, context):
        step = original(context)
        bonus = any("bonus" in wagers for wagers in context.round.stakes.values())
        waiting = [place for place in context.round.live_positions if place not in context.round.exposed]
        if step is None or step.act != "expose" or not bonus or context.round.bank.position is not None:
            return step
        return step._replace(facts={**step.facts, "position": max(waiting)})

    replace_function(f"{PROCEDURE}:_position_step", turned)


# Optional wagers


@wrong(
    *("md 11.H(3)(a)(i)", "md 11.H(4)(a)", "md 11.H(5)(a)", "md 11.H(6)(a)", "div (r)(4)(ii)(A)"),
    *("md 7.E(1)", "md 7.E(2)", "md 7.E(3)", "md 7.E(4)", "div (a)(1)(ii)#1"),
    why="an optional wager that is lost is returned",
    of=(f"{OPTIONAL}:_lost_effects",),
)
def return_lost_optional_wagers():
    def returned(original, position, wager, stake, law, context):
        source = INVENTORY if wager == PROGRESSIVE else layout_account(position)
        made = [each for each in original(position, wager, stake, law, context) if getattr(each, "reason", "") != "wager-lost"]
        return [*made, DueMovement(source, seat_account(position), stake.amount, "refund", law, position, wager)]

    replace_function(f"{OPTIONAL}:_lost_effects", returned)


@wrong(
    *("md 11.H(3)(a)(ii)", "md 11.H(4)(b)", "md 11.H(5)(b)", "md 11.H(6)(b)(iv)"),
    *("div (r)(4)(ii)(B)", "div (r)(4)(iii)(B)", "div (q)(3)#1", "div (l)(9)#5", "div (a)(1)(xi)"),
    why="an optional wager that wins is not paid",
    of=(f"{OPTIONAL}:_won_effects",),
)
def pay_no_optional_wager():
    leave_out(f"{OPTIONAL}:_won_effects", lambda each: getattr(each, "reason", "") in ("payout", "meter-award"))


@wrong(
    "div (q)(3)#2",
    why="a progressive wager wins only if the base wager wins",
    of=(f"{OPTIONAL}:awards_at",),
)
def tie_the_progressive_to_the_base_wager():
    def tied(original, context, position):
        made, base = original(context, position), context.round.results.get((position, PAI_GOW))
        lost = base is not None and base.result != "win"
        return {name: each._replace(row=None) if name == PROGRESSIVE and lost else each for name, each in made.items()}

    replace_function(f"{OPTIONAL}:awards_at", tied)


@wrong(
    *("div (r)(4)", "div (r)(4)(ii)#1"),
    why="a bonus wager is settled without the cards being rearranged",
    of=(f"{OPTIONAL}:needs_rearranging",),
)
def rearrange_nothing():
    def only_surrendered(original, context, position):
        return position in context.round.surrendered and original(context, position)

    replace_function(f"{OPTIONAL}:needs_rearranging", only_surrendered)


@wrong(
    *("div (r)(4)(ii)#3", "md 11.H(2)"),
    why="only the cards of those with an optional wager are rearranged, although somebody may earn envy",
    of=(f"{OPTIONAL}:needs_rearranging",),
)
def rearrange_bettors_only():
    def bettors(original, context, position):
        return original(context, position) and bool(context.optional_wagers(position))

    replace_function(f"{OPTIONAL}:needs_rearranging", bettors)


@wrong(
    *("md 11.H(3)(a)(iii)", "md 11.H(4)(c)", "div (r)(4)(ii)(C)", "md 11.H(3)(a)(iv)", "md 11.H(4)(d)"),
    why="a hand that earns others envy is not announced",
    of=(f"{OPTIONAL}:rearrange_hand",),
)
def announce_no_envy_hand():
    def silent(event):
        return Event(event.kind, event.clauses, {name: fact for name, fact in event.facts.items() if name != "acknowledged"})

    change_effects(f"{OPTIONAL}:rearrange_hand", silent)


@wrong(
    *("div (r)(4)(i)(A)", "div (r)(4)(i)(B)"),
    why="cards are racked although a bonus wager depends on them",
    of=(f"{SETTING}:_surrendered_cards_stay",),
)
def rack_surrendered_cards_at_once():
    return_instead(f"{SETTING}:_surrendered_cards_stay", False)


# Envy


@wrong(
    *("div (a)(1)(v)#2", "md 11.H(3)(b)(i)", "md 11.H(4)(e)(i)"),
    why="envy is paid for one other player only",
    of=(f"{ENVY}:envy_owed",),
)
def pay_one_envy_only():
    replace_function(f"{ENVY}:envy_owed", lambda original, context, position, wager: original(context, position, wager)[:1])


@wrong(
    *("div (a)(1)(v)#3", "md 11.H(3)(b)(ii)", "md 11.H(4)(e)(ii)"),
    why="envy is paid for the holder's own hand",
    of=(f"{ENVY}:_envied_hands",),
)
def pay_envy_for_ones_own_hand():
    def with_own(original, context, position, wager):
        own = envy_award(context.rules, wager, context.round.hands.get(position, ()))
        return (*original(context, position, wager), *(((position, own),) if own else ()))

    replace_function(f"{ENVY}:_envied_hands", with_own)


@wrong(
    *("md 1.B(3)", "div (a)(1)(v)#1", "md 11.H(3)(b)", "md 11.H(4)(e)", "div (r)(4)(iii)(A)"),
    why="envy is not paid",
    of=(f"{OPTIONAL}:pay_envy",),
)
def pay_no_envy():
    leave_out(f"{OPTIONAL}:pay_envy", lambda each: getattr(each, "reason", "") == "envy")


@wrong(
    *("div (r)(4)(iii)", "md 11.H(3)(b)"),
    why="envy is paid from the dealer's left around to the right",
    of=(f"{PROCEDURE}:_envy_step",),
)
def pay_envy_from_the_left():
    def last_first(original, context):
        step, state = original(context), context.round
        if step is None or step.act != "pay-envy":
            return step
        wager = step.facts["wager"]
        due = [place for place, name in state.lammers - state.envy_paid if name == wager]
        return step._replace(facts={**step.facts, "position": max(due)})

    replace_function(f"{PROCEDURE}:_envy_step", last_first)


@wrong(
    *("div (r)(3)#2", "md 8.C(1)", "md 9.A(3)(a)", "md 10.A(2)(a)"),
    why="no lammer is put beside a wager that may earn envy",
    of=(f"{BETTING}:close_betting",),
)
def put_down_no_lammer():
    give_facts(f"{BETTING}:close_betting", "betting-closed", lammers=())


@wrong(
    *("md 8.C", "md 9.A(3)", "md 10.A(2)", "div (h)(1)#2", "div (i)(2)(ii)#1", "div (j)(2)(ii)"),
    why='nobody calls "no more bets"',
    of=(f"{BETTING}:close_betting",),
)
def call_nothing():
    give_facts(f"{BETTING}:close_betting", "betting-closed", said="")
