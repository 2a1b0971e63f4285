"""Breaks of the fifth sample that no test of their clause noticed, and of siblings: equipment, filing, games against the dealer."""

from dataclasses import replace

from houseway.equipment.state import Stage
from houseway.errors import NotAllowed
from houseway.games.round import MeterInstruction
from houseway.hands import ranking
from houseway.hands.categories import Category
from houseway.procedure import PROGRESSIVE
from houseway.values import with_changes
from tests.mutants.own import replace_function, wrong

DECK_TO_LOAD = "houseway.equipment.decks:_deck_to_load"
MAY_LOAD = "houseway.equipment.shuffle:_may_load_itself"
SHUFFLED = "houseway.equipment.shuffle:on_deck_shuffled"
SWITCH = "houseway.equipment.acceptors:switch_light"
RESTRICTIONS = "houseway.submission.judge:_SubmissionJudge._judge_restrictions"
APPROVALS = "houseway.submission.judge:_SubmissionJudge._judge_approvals"
OPTION = "houseway.submission.judge:_SubmissionJudge._judge_option"
ABANDONED = "houseway.games.against_dealer.irregularities.irregular:abandoned_positions"
COUNT = "houseway.games.against_dealer.irregularities.counting:_count_effects"
BONUS_ROWS = "houseway.games.ultimate.hands:six_card_bonus_rows"
CHECK_TURN = "houseway.games.against_dealer.deciding:_check_turn"
TWO_PAIR_ORDERS = ("standard", "pai-gow-high", "four-card")


# Decks and devices


def _let_load(stage: Stage, *acts: str) -> None:
    """Let the dealer load, or take in hand, a deck of another stage."""

    def load(original, equipment, command, clauses):
        deck = equipment.next_deck
        is_meant = command.act in acts and deck is not None and deck.stage is stage
        return deck if is_meant else original(equipment, command, clauses)

    replace_function(DECK_TO_LOAD, load)


@wrong(
    *("uth 10.A(1)", "uth 8.B", "fc as-played.10.A(1)", "md 10.A(1)", "md 8.B", "div (j)(1)", "div (h)(1)#1"),
    why="a stacked deck is put into the shoe unshuffled",
    of=(DECK_TO_LOAD,),
)
def load_an_unshuffled_stack():
    _let_load(Stage.STACKED, "load-shoe")


@wrong(
    *("div (i)(2)(i)(A)", "md 9.A(2)(a)", "uth 9.A(2)(a)", "fc as-played.9.A(2)(a)"),
    why="the dealer takes the deck again, in the other hand",
    of=(DECK_TO_LOAD,),
)
def take_the_deck_again():
    _let_load(Stage.LOADED, "take-deck")


@wrong(
    *("uth 5.C", "fc as-played.5.C", "md 5.B", "div (f)(1)#3"),
    why="the shuffler loads the resting deck although the other is in the shoe",
    of=(MAY_LOAD,),
)
def load_the_resting_deck():
    replace_function(MAY_LOAD, lambda original, equipment, deck: True)


@wrong(
    *("uth 5.B", "fc as-played.5.B", "div (f)(1)#2"),
    why="the halves of the shuffled stack are put together the other way",
    of=(SHUFFLED,),
)
def swap_the_halves_of_the_stack():
    def shuffled(original, equipment, event):
        cards = event["cards"] or ()
        half = len(cards) // 2
        return original(equipment, replace(event, facts={**event.facts, "cards": (*cards[half:], *cards[:half]) or None}))

    replace_function(SHUFFLED, shuffled)


@wrong(
    *("uth 2.C(1)", "fc as-played.2.C(1)", "md 2.D(1)", "div (g)(4)#1"),
    why="the last position has no acceptor",
    of=(SWITCH,),
)
def leave_out_the_last_acceptor():
    def switch(original, equipment, position, on):
        return original(equipment, 0 if position == equipment.settings.positions else position, on)

    replace_function(SWITCH, switch)


# What is filed


def _leave_out_finding(method: str, code: str, allowed: object, is_meant) -> None:
    """Let the judge say nothing of one kind of finding, under a condition of options and offers."""

    def judge(original, self, options, offers):
        find = self.find

        def without(found, place, clause, given, right, *rest, **more):
            if not (found == code and allowed in (None, right)):
                find(found, place, clause, given, right, *rest, **more)

        self.find = without if is_meant(options, offers) else find
        made = original(self, options, offers)
        self.find = find
        return made

    replace_function(method, judge)


@wrong(
    *("div (b)(2)", "md 3.B", "uth 3.B", "fc as-played.3.B"),
    why="a table with an automated shoe uses two decks without a shuffler",
    of=(RESTRICTIONS,),
)
def allow_two_decks_with_a_shoe():
    is_automated = lambda options, offers: options.get("table.dealing") == "automated-shoe"  # noqa: E731
    _leave_out_finding(RESTRICTIONS, "two-decks-need-shuffler", None, is_automated)


@wrong(
    *("fc as-played.2.D(1)", "md 2.E(1)"),
    why="drop box and tip box need no approval where a progressive system is offered",
    of=(APPROVALS,),
)
def attach_boxes_without_approval():
    _leave_out_finding(APPROVALS, "approval.missing", "drop-and-tip-box", lambda options, offers: PROGRESSIVE in offers)


@wrong("uth 11.L", why="an electronic table is refused unless an automated shoe deals", of=(OPTION,))
def refuse_electronic_tables():
    def judge(original, self, option):
        value = original(self, option)
        if option.key == "electronic.offered" and value and self.submission.options["table.dealing"] != "automated-shoe":
            self.find("option.value", option.key, option.clause, value, False, "it needs an automated shoe", "leave it out")
        return value

    replace_function(OPTION, judge)


# Games against the dealer


@wrong(
    *("uth 7.C(2)", "fc as-played.7.C(2)"),
    why="wagers of a player who left are ruled lost after the hand is turned up",
    of=(ABANDONED,),
)
def abandon_hands_that_are_turned_up():
    def places(original, context):
        return original(with_changes(context, round=with_changes(context.round, exposed=())))

    replace_function(ABANDONED, places)


@wrong(
    *("uth 8.G(1)", "uth 9.E(1)", "uth 10.E(1)", "fc as-played.8.G(1)", "fc as-played.9.E(1)", "fc as-played.10.E(1)"),
    why="after a misdeal that the count shows, contributions stay in the meter",
    of=(COUNT,),
)
def keep_contributions_of_misdeals():
    def count(original, context, wrong, found):
        return tuple(each for each in original(context, wrong, found) if not isinstance(each, MeterInstruction))

    replace_function(COUNT, count)


@wrong("uth 6.F(7)", why="three of a kind that lie in the box do not count", of=(BONUS_ROWS,))
def ignore_three_of_a_kind_in_the_box():
    def rows(original, cards):
        ranks = [card.rank for card in cards]
        in_hand = any(ranks.count(rank) == 3 for rank in ranks[:2])
        found = original(cards)
        return () if found[:1] == (Category.THREE_OF_A_KIND,) and not in_hand else found

    replace_function(BONUS_ROWS, rows)


@wrong("fc as-played.7.F(1)", "uth 7.F(1)", why="players decide before their turn", of=(CHECK_TURN,))
def decide_out_of_turn():
    def check(original, context, command, position):
        try:
            return original(context, command, position)
        except NotAllowed:
            if position not in context.undecided_positions or context.decision_round is None:
                raise
            return context.decision_round

    replace_function(CHECK_TURN, check)


@wrong(
    *("uth 6.D(8)", "md 6.B(9)", "div (c)(2)(ix)", "fc as-played.6.D(6)"),
    why="of three pairs the highest and the lowest make two pair",
    of=("houseway.hands.ranking:_two_groups_finder",),
)
def pair_the_highest_with_the_lowest():
    right = ranking.FINDERS[Category.TWO_PAIR]

    def find(dealt, order):
        pairs = [rank for rank, cards in dealt.groups.items() if len(cards) >= 2]
        if order.name in TWO_PAIR_ORDERS and len(pairs) == 3:
            return dealt.make_hand(order.hand_size, (pairs[0], 2), (pairs[2], 2))
        return right(dealt, order)

    ranking.FINDERS[Category.TWO_PAIR] = find
