"""Joint distribution of Pai Gow Poker and its optional wagers, by what the player's seven cards hold.

All pairs of hands are counted as in `solve.pai_gow.solver`, with the player's hands labelled. Hands come in classes that a
house way sets alike, and in nearly every class all hands hold the same: without a long suit nothing that seven cards hold
depends on suits. With a long suit, the hands of a class differ only in whether the two other cards share a suit, so two hands
stand for all. They differ if a king and a queen, or an ace and a king, of one suit may stand beside a royal flush. Those few
classes have labels of their own, and both of their hands are compared with every hand of the dealer.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.joint_distribution import NOT_COUNTED, JointDistribution, NetCounts
from houseway.analysis.odds.counts import ShownHands
from houseway.analysis.pai_gow.by_stake import net_win_at_stake
from houseway.analysis.pai_gow.solve import counts as pai_gow_counts
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts, PaiGowTerms
from houseway.analysis.pai_gow.solve.setting import opponent_hands
from houseway.analysis.pai_gow.solve.solver import PaiGowSolution, StepProgress, kernel_way
from houseway.analysis.solve.solution import Progress
from houseway.disk_cache import disk_cached
from houseway.errors import NotAllowed
from houseway.house_way import HouseWay, compile_house_way
from houseway.house_way.classes import hand_classes
from houseway.kernels.batch import held_categories
from houseway.kernels.held_categories import CATEGORY_BITS
from houseway.kernels.layout import CARDS_PER_RANK, I64, U8, U16
from houseway.kernels.pai_gow.disjoint_pairs import PROGRESS_STEPS, count_disjoint_pairs
from houseway.kernels.pai_gow.setting import set_hands, table_size
from houseway.money import Cents
from houseway.procedure import PAI_GOW
from houseway.submission import Rules

HELD = "held"
_GAME, _SPACE = "pai-gow", "deal"
_HEART, _DIAMOND = 2, 1
_OTHER_SUITS = CARDS_PER_RANK - 1
SOURCES = (*pai_gow_counts.SOURCES, "analysis/pai_gow/joint.py", "kernels/held_categories.py")

Bools = NDArray[np.bool_]
U32 = NDArray[np.uint32]


def count_jointly(
    rules: Rules, solution: PaiGowSolution, axis: str, bet: Cents, progress: Progress | None = None
) -> JointDistribution:
    """Count the base wager at a bet, not banking, by what the player holds, under the solved house ways."""
    if axis != HELD:
        raise NotAllowed(
            f"the wagers of {rules.book} are decided by what the seven cards contain, not by {axis!r}",
            code=NOT_COUNTED,
            given=axis,
            allowed=HELD,
        )
    counts = count_by_held_hands(solution.terms, solution.dealer, solution.player, progress)
    if ComparisonCounts.sum(counts.values()) != solution.counts:
        raise ArithmeticError("pairs of hands by what the player holds do not add up to those that were solved")
    brings = net_win_at_stake(rules, bet)
    found = JointDistribution(axis, {shown: _net_counts(each, brings) for shown, each in counts.items()})
    found.check_against_counts(_GAME, _SPACE, _net_counts(solution.counts, brings))
    return found


def _net_counts(counts: ComparisonCounts, brings: Fraction) -> NetCounts:
    ends = ((counts.win, brings), (counts.push, Fraction(0)), (counts.lose, Fraction(-1)))
    return tuple((count, {PAI_GOW: net}) for count, net in ends if count)


def count_by_held_hands(
    terms: PaiGowTerms, dealer: HouseWay, player: HouseWay, progress: Progress | None = None
) -> dict[ShownHands, ComparisonCounts]:
    """Count all pairs of hands by what the player holds, from the player's side."""
    depends = [dealer.hash, player.hash, terms.order.name]
    found = disk_cached("pai-gow-beside", depends, SOURCES, lambda: _count_pairs(terms, dealer, player, progress))
    return {tuple(shown): ComparisonCounts(tuple(cells)) for shown, cells in found}


def _count_pairs(terms: PaiGowTerms, dealer: HouseWay, player: HouseWay, progress: Progress | None) -> list[Any]:
    report = StepProgress(PROGRESS_STEPS + 1, progress)
    classed, own = classify_hands(), compile_house_way(player, terms.order)
    labels = classed.build_labels()
    from_dealer = count_disjoint_pairs(
        kernel_way(compile_house_way(dealer, terms.order)), kernel_way(own, labels.numbers), labels.count, on_step=report
    )
    pairs = from_dealer[:, ::-1, ::-1]  # seen from the player: above where the dealer's hand is below, a copy where it is one

    def against(hands: U8) -> I64:
        """Compare every setting with all hands that the dealer can have."""
        settled, other = set_hands(own.table, hands), opponent_hands(dealer, terms.order)
        rows = zip(hands, settled.high_strength, settled.low_strength, strict=True)
        return np.array([other.against(hand, np.array([high]), np.array([low]))[0] for hand, high, low in rows])

    whole = len(labels.held)
    found = _sum_by_held(zip(labels.held.tolist(), pairs[:whole], strict=True), _split_classes(classed, pairs[whole:], against))
    report()
    return [(list(_held_names(held)), cells.ravel().tolist()) for held, cells in found.items()]


def _sum_by_held(*parts: Iterable[tuple[int, I64]]) -> dict[int, I64]:
    found: dict[int, I64] = {}
    for held, cells in (each for part in parts for each in part):
        found[held] = found.get(held, 0) + cells
    return found


def _split_classes(classed: "HeldHandClasses", pairs: I64, against: Callable[[U8], I64]) -> list[tuple[int, I64]]:
    """Split the classes whose hands do not all hold the same; the two parts must add up to the counted whole."""
    rows = classed.mixed_classes
    alike = against(classed.one_suit_hands[rows]) * (classed.weights[rows] // _OTHER_SUITS)[:, None, None]
    rest = against(classed.hands[rows]) * (classed.weights[rows] - classed.weights[rows] // _OTHER_SUITS)[:, None, None]
    if not np.array_equal(alike + rest, pairs):
        raise ArithmeticError("hands of one class, counted one by one, are not those counted together")
    return [*zip(classed.one_suit_held[rows].tolist(), alike), *zip(classed.held[rows].tolist(), rest)]


# What is held in each class


@dataclass(frozen=True, eq=False)
class ClassLabels:
    """A label for each place of the table of settings."""

    numbers: U16
    held: U32
    """What the hands of the first labels hold; each further label is a class by itself."""
    count: int


@dataclass(frozen=True, eq=False)
class HeldHandClasses:
    """The classes of hands, one row each; two hands for a long suit with two other ranks, else the same hand twice."""

    places: I64
    weights: I64
    hands: U8
    """The two cards beside a long suit are of different suits."""
    one_suit_hands: U8
    """The two cards are of one suit, as in three of the nine ways to have them."""
    held: U32
    one_suit_held: U32

    @property
    def mixed_classes(self) -> I64:
        """Return the classes whose hands do not all hold the same."""
        return np.flatnonzero(self.held != self.one_suit_held)

    def build_labels(self) -> ClassLabels:
        same = self.held == self.one_suit_held
        held, numbers = np.unique(self.held[same], return_inverse=True)
        labels = np.zeros(table_size(), dtype=np.uint16)
        labels[self.places[same]] = numbers
        labels[self.places[self.mixed_classes]] = len(held) + np.arange(len(self.mixed_classes))
        return ClassLabels(labels, held, len(held) + len(self.mixed_classes))


def classify_hands() -> HeldHandClasses:
    classes = hand_classes()
    one_suit = _one_suit_hands(classes.hands, classes.has_long_suit)
    held, one_suit_held = (held_categories(hands, threads=None) for hands in (classes.hands, one_suit))
    return HeldHandClasses(classes.table_indices, classes.weights, classes.hands, one_suit, held, one_suit_held)


def _one_suit_hands(hands: U8, long: Bools) -> U8:
    """Change the heart beside a long suit of clubs to a diamond, unless the hand has that diamond."""
    hearts = (hands % CARDS_PER_RANK == _HEART) & long[:, None]
    rank = np.where(hearts, hands // CARDS_PER_RANK, 0).max(axis=1, keepdims=True)
    taken = (hands == rank * CARDS_PER_RANK + _DIAMOND).any(axis=1, keepdims=True)
    return np.where(hearts & ~taken, hands - (_HEART - _DIAMOND), hands).astype(np.uint8)


def _held_names(held: int) -> ShownHands:
    """Name what is held as `odds.recount` does."""
    return tuple(sorted(str(category) for category, bit in CATEGORY_BITS.items() if held & bit))
