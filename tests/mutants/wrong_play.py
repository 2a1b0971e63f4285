"""Rounds that go wrong after the deal: who acts when, what is called, what is paid, what a broken device does."""

from houseway.events import Event
from houseway.hands import FOUR_CARD
from houseway.kernels.single import strength_function
from houseway.money import NO_MONEY
from tests.mutants.own import replace_function, wrong

SETTING = "houseway.games.pai_gow.setting"
SETTLING = "houseway.games.pai_gow.settling:expose_player"
FAILED = "houseway.games.against_dealer.irregularities.irregular:device_failed"


@wrong(
    "md 11.C(3)",
    why="the bank may set its cards before the players have set theirs",
    of=(f"{SETTING}:may_set",),
)
def let_the_bank_set_first():
    def whenever(original, context, position):
        state = context.round
        return position not in state.surrendered and not (position == state.bank.position and state.bank.co_banking)

    replace_function(f"{SETTING}:may_set", whenever)


@wrong(
    *("md 11.E(2)", "div (l)(5)#2"),
    why="the dealer calls every base wager a win",
    of=(SETTLING,),
)
def call_every_hand_a_win():
    def calling(original, context, command):
        return tuple(
            Event(each.kind, each.clauses, {**each.facts, "result": "win"})
            if isinstance(each, Event) and each.kind == "result-announced"
            else each
            for each in original(context, command)
        )

    replace_function(SETTLING, calling)


@wrong(
    *("md 11.E", "div (l)(5)#1", "md 12.J", "div (m)(12)#1", "md 12.L", "div (m)(13)#1"),
    why="players' hands are exposed from the dealer's left instead of from the right",
    of=("houseway.games.pai_gow.procedure:_expose_step",),
)
def expose_from_the_left():
    def last_first(original, context, *given):
        step = original(context, *given)
        if step is None or step.act != "expose":
            return step
        left = [place for place in context.round.placed_hands if place and place not in context.round.exposed]
        due = [place for place in left if place != context.round.bank.position and place not in context.round.surrendered]
        return step._replace(facts={**step.facts, "position": max(due)}) if due else step

    replace_function("houseway.games.pai_gow.procedure:_expose_step", last_first)


@wrong(
    *("div (m)(3)#1", "div (m)(3)#2", "md 12.C(1)(a)"),
    why="the bank is offered from the dealer's left around to the right",
    of=("houseway.games.pai_gow.banking:next_to_offer",),
)
def offer_the_bank_from_the_left():
    def from_left(original, context):
        if original(context) is None:
            return None
        asked = {context.seats.get(position) for position in context.round.bank.asked_positions}
        return max(place for place, name in context.seats.items() if name not in asked)

    replace_function("houseway.games.pai_gow.banking:next_to_offer", from_left)


@wrong(
    "div (l)(4)(ii)",
    why="a surrendered hand is collected without being counted",
    of=(f"{SETTING}:void_if_miscounted",),
)
def do_not_count_surrendered_cards():
    replace_function(f"{SETTING}:void_if_miscounted", lambda original, context, command: ())


@wrong(
    *("uth 13.H(2)", "fc as-played.13.H(2)"),
    why="a shuffler that jams with cards of the round in it returns no wager",
    of=(FAILED,),
)
def keep_the_wagers_when_a_shuffler_jams():
    def keeping(original, context, device, live):
        made = original(context, device, live)
        return () if device != "automated-shoe" else made

    replace_function(FAILED, keeping)


@wrong(
    *("uth 13.H(3)", "fc as-played.13.H(1)", "fc as-played.13.H(3)"),
    why="a deck that was caught in a jammed shuffler goes on as if it had been shuffled",
    of=("houseway.equipment.devices:decide_report",),
)
def do_not_shuffle_again_after_a_jam():
    def uncaught(original, equipment, command, context):
        return tuple(
            Event(each.kind, each.clauses, {**each.facts, "decks": ()}) if each.kind == "device-failed" else each
            for each in original(equipment, command, context)
        )

    replace_function("houseway.equipment.devices:decide_report", uncaught)


@wrong(
    "uth 11.J(1)",
    why="a winning Progressive is paid only if the player's hand beats the dealer's",
    of=("houseway.games.against_dealer.settling:award_at",),
)
def pay_the_progressive_to_winners_only():
    def only_winners(original, context, position, wager):
        made = original(context, position, wager)
        base = context.round.results.get((position, "ante"))
        lost = base is not None and base.result == "lose"
        return made._replace(row=None, share=None, amount=NO_MONEY) if wager == "progressive" and lost else made

    replace_function("houseway.games.against_dealer.settling:award_at", only_winners)


@wrong(
    *("fc as-played.1.B(8)", "fc as-played.11.H(2)(b)"),
    why="a player's hand is his first four cards of five",
    of=("houseway.games.four_card.hands:hand_strength",),
)
def play_the_first_four_cards():
    def first_four(original, cards):
        return strength_function(FOUR_CARD, 4)(tuple(cards)[:4]) if len(cards) == 5 else original(cards)

    replace_function("houseway.games.four_card.hands:hand_strength", first_four)


@wrong(
    "md 11.G",
    why="the cards of a hand that is settled stay on the layout until all hands are exposed",
    of=("houseway.games.pai_gow.procedure:_collect_step",),
)
def rack_settled_cards_last():
    def later(original, context, position, early=False):
        state = context.round
        waiting = [place for place in state.live_positions if place not in state.exposed and place not in state.surrendered]
        return None if waiting and state.bank.position is None else original(context, position, early=early)

    replace_function("houseway.games.pai_gow.procedure:_collect_step", later)


@wrong(
    *("uth 11.B", "uth 11.D", "uth 11.F"),
    why="players are asked from the dealer's right instead of from the left",
    of=("houseway.games.against_dealer.context:DealerGameContext.position_to_act",),
)
def ask_from_the_right():
    def last(original, context):
        state = context.round
        due = [place for place in context.undecided_positions if len(state.decisions.get(place, ())) <= state.decision_round]
        return original(context) and max(due)

    replace_function("houseway.games.against_dealer.context:DealerGameContext.position_to_act", last)


@wrong(
    *("div (r)(1)", "div (q)(1)#1"),
    why="no optional wager may be offered",
    of=("houseway.submission.offers:judge_offers",),
)
def refuse_every_optional_wager():
    def refusing(original, collector, filed):
        offered = original(collector, filed)
        return {name: offer for name, offer in offered.items() if collector.regulation.wagers[name].offered == "always"}

    replace_function("houseway.submission.offers:judge_offers", refusing)


@wrong("uth 11.L", why="an electronic table cannot be filed", of=("houseway.submission.judge:_SubmissionJudge._judge_option",))
def refuse_an_electronic_table():
    def refusing(original, judge, option, *given):
        return original(judge, option, *given) if option.key != "electronic.offered" else False

    replace_function("houseway.submission.judge:_SubmissionJudge._judge_option", refusing)
