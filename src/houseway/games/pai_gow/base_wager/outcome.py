"""How a base wager ends: two set hands, compared with the dealer's or the bank's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from houseway.cards import JOKER, Card, Rank
from houseway.citation import Citation, Law
from houseway.hands import PAI_GOW_LOW, HandOrder
from houseway.hands.ranking import COMPLETED_BY_JOKER
from houseway.kernels.one_hand import strength_function
from houseway.kernels.tables import category_positions, hand_descriptions, lowest_legal_high
from houseway.procedure import DIV, MD
from houseway.submission.rules import Rules
from houseway.values import ANSWERS_ABOUT_RULES

WIN, LOSE, TIE = "win", "lose", "tie"
ABOVE, COPY, BELOW = "above", "copy", "below"


class MeasuredSetting(NamedTuple):
    """Cards split into two hands, with the strength of each; no strength if the number of cards is wrong."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]
    order: HandOrder
    """The order of the high hand."""
    high_strength: int
    low_strength: int


def high_order(rules: Rules) -> HandOrder:
    """Return the order of the high hand. The Division's operator may file A-2-3-4-5 as the lowest straight."""
    return rules.high_order


def measure_setting(rules: Rules, high: Sequence[Card], low: Sequence[Card]) -> MeasuredSetting:
    """Measure two hands as set, legal or not. The caller guarantees that the cards are the player's own."""
    order = high_order(rules)
    strong, weak = _hand_scales(order)
    if len(high) != order.hand_size or len(low) != PAI_GOW_LOW.hand_size:
        return MeasuredSetting(tuple(high), tuple(low), order, 0, 0)
    return MeasuredSetting(tuple(high), tuple(low), order, strong(high), weak(low))


@cache
def _hand_scales(order: HandOrder) -> tuple[Callable[[Sequence[int]], int], Callable[[Sequence[int]], int]]:
    """Return the functions that measure the strength of high and low hands."""
    return strength_function(order, order.hand_size), strength_function(PAI_GOW_LOW, PAI_GOW_LOW.hand_size)


@cache
def _lowest_high_hands(order: HandOrder) -> list[int]:
    """Return, for each strength of a low hand, the lowest high hand that may be set with it."""
    floors: list[int] = lowest_legal_high(order).tolist()
    return floors


def is_legal(laid: MeasuredSetting) -> bool:
    """Return whether there are five and two cards, and the five rank no lower than the two (readings PG-06, DIV-07, DIV-104)."""
    return bool(laid.high_strength) and laid.high_strength >= _lowest_high_hands(laid.order)[laid.low_strength]


def ranks_alike(one: MeasuredSetting, other: MeasuredSetting) -> bool:
    """Return whether two settings are the same: both hands have the same rank, whatever the suits (PG-104, DIV-121)."""
    return (one.high_strength, one.low_strength) == (other.high_strength, other.low_strength)


FOUL_RANK = Law({MD: "11.F(1)(c)", DIV: "(l)(6)(iii)"})
NOT_BELOW_LOW = Law({MD: ("11.B", "1.B(5)", "1.B(6)"), DIV: ("(l)(1)#2", "(a)(1)(vi)", "(a)(1)(vii)", "(a)(1)(xiii)")})
"""One rule, which the definitions of high and low hands repeat."""
FOUL_COUNT = Law({MD: "11.F(1)(d)", DIV: "(l)(6)(iv)"})


@dataclass(frozen=True, slots=True)
class Foul:
    """Why a setting is foul."""

    kind: str
    """`high-below-low` or `wrong-counts`."""
    words: str
    clauses: tuple[Citation, ...]


def find_foul(rules: Rules, laid: MeasuredSetting) -> Foul | None:
    """Return what is wrong with a setting, or None."""
    if not laid.high_strength:
        said = f"{len(laid.high)} and {len(laid.low)} cards, not {laid.order.hand_size} and {PAI_GOW_LOW.hand_size}"
        return Foul("wrong-counts", said, rules.law(FOUL_COUNT))
    if not is_legal(laid):
        return Foul(
            "high-below-low", "the high hand ranks below the low hand", (*rules.law(FOUL_RANK), *rules.law(NOT_BELOW_LOW))
        )
    return None


# Compared with the dealer or the bank

BOTH_BELOW = Law({MD: "11.F(1)(a)", DIV: "(l)(6)(i)"})
IDENTICAL = Law({MD: "6.C(2)", DIV: "(c)(5)#2"})
"""Cited with the outcome if a hand is neither higher nor lower."""
COPIED = Law({MD: "11.F(1)(b)", DIV: ("(l)(6)(ii)", "(a)(1)(iv)")})
HIGH_ABOVE = Law({MD: ("11.F(2)", "11.F(2)(a)"), DIV: ("(l)(7)#1", "(l)(7)(i)", "(a)(1)(x)")})
LOW_ABOVE = Law({MD: ("11.F(2)", "11.F(2)(b)"), DIV: ("(l)(7)#1", "(l)(7)(ii)", "(a)(1)(x)")})
BOTH_ABOVE = Law({MD: "11.F(3)", DIV: "(l)(8)#3"})
AGAINST_BANK = Law(
    {
        MD: {"": ("12.J(1)", "12.A(2)"), "co-bank": ("12.L(1)(a)", "12.A(2)"), "house": ("12.I(1)", "12.A(2)")},
        DIV: {"": ("(m)(12)#2", "(m)(1)#2"), "co-bank": ("(m)(13)#2", "(m)(1)#2"), "house": ("(m)(11)#2", "(m)(1)#2")},
    }
)
"""Chapter 11 with the bank in the dealer's place: for a player, a player against a co-bank, and the house's own wager."""
COPIES_PUSH = Law({MD: ("11.F(2)", "12.A(2)")})


@dataclass(frozen=True, slots=True)
class BaseOutcome:
    """How a base wager ends, and how each hand compared."""

    result: str
    """`win`, `lose` or `tie`."""
    high: str
    """`above`, `copy` or `below`; empty if a foul hand lost without comparison."""
    low: str
    clauses: tuple[Citation, ...]
    words: str


def compare_settings(
    rules: Rules, player: MeasuredSetting, other: MeasuredSetting, against_bank: bool = False, *, who: str = ""
) -> BaseOutcome:
    """Compare the player's hands with the dealer's or, in a bank round, the bank's, which are legal by then.

    `who` is empty for a player, `co-bank` for a player against a co-bank, `house` for the dealer's hands against the bank's.
    """
    wrong = find_foul(rules, player)
    if wrong is not None:
        return BaseOutcome(LOSE, "", "", wrong.clauses, wrong.words)
    high = _compare_strengths(player.high_strength, other.high_strength)
    low = _compare_strengths(player.low_strength, other.low_strength)
    return _outcome_table(rules, against_bank, who)[high, low]


def _compare_strengths(own: int, other: int) -> str:
    if own == other:
        return COPY
    return ABOVE if own > other else BELOW


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def _outcome_table(rules: Rules, against_bank: bool, who: str) -> Mapping[tuple[str, str], BaseOutcome]:
    ways = (ABOVE, COPY, BELOW)
    push = against_bank and rules.takes_reading("PG-29=copies-push", "DIV-43")
    added = rules.law(AGAINST_BANK, who) if against_bank else ()
    identical = rules.law(IDENTICAL)
    return {
        (high, low): _build_outcome(rules, high, low, push, (*(identical if COPY in (high, low) else ()), *added))
        for high in ways
        for low in ways
    }


def _build_outcome(rules: Rules, high: str, low: str, push: bool, added: tuple[Citation, ...]) -> BaseOutcome:
    if high == low == ABOVE:
        return BaseOutcome(WIN, high, low, (*rules.law(BOTH_ABOVE), *added), "both hands higher")
    if ABOVE in (high, low):
        law = HIGH_ABOVE if high == ABOVE else LOW_ABOVE
        return BaseOutcome(TIE, high, low, (*rules.law(law), *added), f"high hand {_WORDS[high]}, low hand {_WORDS[low]}")
    if high == low == BELOW:
        return BaseOutcome(LOSE, high, low, (*rules.law(BOTH_BELOW), *added), "both hands lower")
    comparison = f"high hand {_WORDS[high]}, low hand {_WORDS[low]}"
    if push:
        return BaseOutcome(TIE, high, low, tuple(dict.fromkeys((*rules.law(COPIES_PUSH), *added))), comparison)
    return BaseOutcome(LOSE, high, low, (*rules.law(COPIED), *added), comparison)


_WORDS = {ABOVE: "higher", COPY: "a copy", BELOW: "lower"}


def describe_setting(rules: Rules, high: Sequence[Card], low: Sequence[Card]) -> str:
    """Describe both hands by the plain ranking: `pair of aces with K Q 9; pair of twos`."""
    return describe_measured(measure_setting(rules, high, low))


def describe_measured(laid: MeasuredSetting) -> str:
    """Describe hands whose strengths are known."""
    high, low, order, high_strength, low_strength = laid
    if not high_strength:
        return f"{len(high)} and {len(low)} cards"
    return f"{_strength_words(order, high_strength, high)}; {_strength_words(PAI_GOW_LOW, low_strength, low)}"


def _strength_words(order: HandOrder, strength: int, cards: Sequence[Card]) -> str:
    """Hands of one strength share their words, except for the joker, which is an ace unless it completes a hand."""
    if JOKER not in cards:
        return hand_descriptions(order)[strength]
    if _may_joker_complete(order)[strength]:
        return order.find_best(cards).describe()
    return f"{hand_descriptions(order)[strength]} (joker as {Rank.ACE.word})"


@cache
def _may_joker_complete(order: HandOrder) -> list[bool]:
    """Return, by strength, whether the joker may complete such a hand."""
    return [place > 0 and order.categories[-place] in COMPLETED_BY_JOKER for place in category_positions(order).tolist()]
