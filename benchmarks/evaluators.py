"""The evaluators that are compared, each called in the fastest way that its public interface allows.

Hands are converted to the package's own form before the clock starts, so parsing is not measured.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from typing import Any

import eval7
import phevaluator
import pokerkit
import treys

from houseway.cards import Card
from houseway.hands import PAI_GOW_HIGH, STANDARD, HandOrder
from houseway.kernels import batch, one_hand
from houseway.kernels.layout import U8, U16
from houseway.kernels.single import strength_function

SIZES = (5, 7)
HandCards = Sequence[Card]
BatchCall = Callable[[U8, bool], U16]
"""A function from an array of hands, and whether to check them first, to their strengths."""


@dataclass(frozen=True)
class Evaluator:
    """One line of the comparison."""

    name: str
    note: str
    """The function that is called, for the reader of the table."""
    order: HandOrder = STANDARD
    to_arguments: Callable[[HandCards], tuple[Any, ...]] | None = None
    """Converts a hand to the arguments of a call."""
    calls: Mapping[int, Callable[..., Any]] = field(default_factory=dict)
    """The function for one hand, by its number of cards."""
    low_wins: bool = False
    batch: BatchCall | None = None

    @property
    def deck(self) -> int:
        return 52 + self.order.has_joker

    @property
    def is_ours(self) -> bool:
        return self.name.startswith("houseway")


def _houseway(name: str, order: HandOrder, threads: int) -> Evaluator:
    def strengths(hands: U8, checked: bool) -> U16:
        return batch.hand_strengths(order, hands, threads=threads, checked=checked)

    if threads > 1:  # a single hand cannot be split over threads
        return Evaluator(name, f"`batch.hand_strengths`, {order.name}, {threads} threads", order, batch=strengths)
    calls = {size: strength_function(order, size) for size in SIZES}  # in Python, whether or not the extension is there
    note = f"`batch.hand_strengths` and `single.strength_of`, {order.name}, {52 + order.has_joker} cards"
    return Evaluator(name, note, order, lambda hand: (tuple(hand),), calls, batch=strengths)


def _in_c(name: str, order: HandOrder, to_arguments: Callable[[HandCards], tuple[Any, ...]]) -> Evaluator:
    """The extension of `houseway-speed`, which ranks one hand a call."""
    calls = {size: one_hand.extension_function(order, size, one_hand.Strength) for size in SIZES}
    note = f"`one_hand.strength_function` with `houseway-speed`, {order.name}, {52 + order.has_joker} cards"
    return Evaluator(name, note, order, to_arguments, calls)


def _cards(hand: HandCards) -> tuple[HandCards]:
    return (tuple(hand),)


def _integers(hand: HandCards) -> tuple[Sequence[int]]:
    return (tuple(map(int, hand)),)


def _phevaluator() -> Evaluator:
    """It numbers cards as houseway does; `evaluate_cards` would only choose between these two functions."""
    return Evaluator(
        "phevaluator",
        f"{version('phevaluator')}, `evaluate_5cards`, `evaluate_7cards`",
        to_arguments=lambda hand: tuple(map(int, hand)),
        calls={5: phevaluator.evaluate_5cards, 7: phevaluator.evaluate_7cards},
        low_wins=True,
    )


def _eval7() -> Evaluator:
    return Evaluator(
        "eval7",
        f"{version('eval7')}, `evaluate`",
        to_arguments=lambda hand: ([eval7.Card(str(card)) for card in hand],),
        calls=dict.fromkeys(SIZES, eval7.evaluate),
    )


def _treys() -> Evaluator:
    """It takes a hand and a board: here two cards and the rest."""

    def form(hand: HandCards) -> tuple[list[int], list[int]]:
        cards = [treys.Card.new(str(card)) for card in hand]
        return cards[:2], cards[2:]

    calls = dict.fromkeys(SIZES, treys.Evaluator().evaluate)
    return Evaluator("treys", f"{version('treys')}, `Evaluator.evaluate`", to_arguments=form, calls=calls, low_wins=True)


def _pokerkit() -> Evaluator:
    """Five cards are a look-up; for seven it only offers a search for the best five."""

    def form(hand: HandCards) -> tuple[tuple[Any, ...]]:
        return (tuple(pokerkit.Card.parse("".join(map(str, hand)))),)

    return Evaluator(
        "pokerkit",
        f"{version('pokerkit')}, `StandardLookup.get_entry`, `StandardHighHand.from_game`",
        to_arguments=form,
        calls={5: pokerkit.StandardLookup().get_entry, 7: pokerkit.StandardHighHand.from_game},
    )


_IN_C = (
    partial(_in_c, "houseway, C", STANDARD, _cards),
    partial(_in_c, "houseway, C, integers", STANDARD, _integers),
    partial(_in_c, "houseway, C, joker", PAI_GOW_HIGH, _cards),
)
EVALUATORS: tuple[Callable[[], Evaluator], ...] = (
    partial(_houseway, "houseway", STANDARD, 1),
    partial(_houseway, "houseway, 2 threads", STANDARD, 2),
    partial(_houseway, "houseway, joker", PAI_GOW_HIGH, 1),
    partial(_houseway, "houseway, joker, 2 threads", PAI_GOW_HIGH, 2),
    *(_IN_C if one_hand.Strength is not None else ()),
    _phevaluator,
    _eval7,
    _treys,
    _pokerkit,
)
"""The lines in the order of the table. The others are compared with the first."""
