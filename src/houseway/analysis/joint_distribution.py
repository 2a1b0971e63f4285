"""Joint distribution of the base game and one optional wager on the same spot.

The solved play does not depend on which suit is which, so values that only suits tell apart have the same results of the game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from houseway.analysis.odds.counts import ShownHands, shipped_counts_by
from houseway.analysis.odds.paying import break_even_meter
from houseway.analysis.odds.spot import average_net
from houseway.analysis.odds.wager import NOTHING, OddsRow, WagerOdds
from houseway.citation import Citation
from houseway.errors import NotAllowed
from houseway.money import Pay
from houseway.procedure import ANTE, PLAY

NetCounts = tuple[tuple[int, Mapping[str, Fraction]], ...]
"""The number of combinations, and the net result of each wager of the game in them, in Antes or base bets."""
FOLDED = "folded"


def is_lost_by_fold(wager: WagerOdds) -> bool:
    """Tell whether these odds are of a wager that a fold loses, under the solved play."""
    return any(row.hand == FOLDED for row in wager.rows)


def is_folded_hand(brings: Mapping[str, Fraction]) -> bool:
    """Against a dealer, a hand without a Play wager was folded."""
    return ANTE in brings and PLAY not in brings


@dataclass(frozen=True)
class JointDistribution:
    """All deals by what decides an optional wager, and how the game ends in each."""

    axis: str
    """The axis of the shipped counts (`odds.counts`), as in `odds.basis.DecidingCards`."""
    cells: Mapping[ShownHands, NetCounts]

    is_averaged: bool = False
    """Whether only average results are known, so that nobody can tell which hands are folded."""

    def covariance(self, own: str, other: WagerOdds) -> Fraction:
        """Return the covariance of a wager of the game and an optional wager on this axis, each in its own bets."""
        self._check_axis(other)
        alone, together = Fraction(0), Fraction(0)
        for brings, count, worths in self._joint_results(other):
            mine = count * brings.get(own, Fraction(0))
            alone += mine
            together += mine * worths[0]
        return together / self.total - alone / self.total * other.expected_value

    def covariance_of_optional(self, one: WagerOdds, other: WagerOdds) -> Fraction:
        """Return the covariance of two optional wagers on this axis, each in its own bets; suits may decide at most one of
        them."""
        self._check_axis(one)
        self._check_axis(other)
        together = sum((count * first * second for _, count, (first, second) in self._joint_results(one, other)), Fraction(0))
        return together / self.total - one.expected_value * other.expected_value

    def _joint_results(self, *wagers: WagerOdds) -> Iterator[tuple[Mapping[str, Fraction], int, tuple[Fraction, ...]]]:
        """Yield the results of the game, their combinations, and those of optional wagers; a fold costs the stake of some."""
        lost = tuple(is_lost_by_fold(each) for each in wagers)
        for shown, cell in self.cells.items():
            alive = tuple(average_net(each, shown) for each in wagers)
            dead = tuple(Fraction(-1) if gone else value for gone, value in zip(lost, alive, strict=True))
            for count, brings in cell:
                yield brings, count, dead if is_folded_hand(brings) else alive

    def _check_axis(self, wager: WagerOdds) -> None:
        if wager.deciding_cards.axis != self.axis:
            raise NotAllowed(
                f"the {wager.title} is decided by {wager.deciding_cards.axis}, not by {self.axis}",
                code="beside.wager",
                given=wager.wager,
                allowed=f"a wager decided by {self.axis}",
            )

    # An optional wager that a fold loses

    def odds_under_play(self, wager: WagerOdds, clause: Citation) -> WagerOdds:
        """Return the odds of a wager under the solved play, with folded hands as a row of their own."""
        self._check_axis(wager)
        payer, total, cells = wager.payer, self.total, list(self._unfolded_cells(wager))
        tally, folded = payer.count_rows(cells), total - sum(count for _, count in cells)
        lost = payer.net_in_stakes(None)

        def row(hand: str, count: int, pays: Pay | None, net: Fraction, said: Citation | None) -> OddsRow:
            return OddsRow(hand, count, pays, net, net * count / total, said)

        rows = [row(each.hand, tally[each.hand], each.pays, payer.net_in_stakes(each), each.clause) for each in payer.rows]
        rows.append(row(NOTHING, total - folded - sum(tally.values()), None, lost, None))
        rows.append(row(FOLDED, folded, None, lost, clause))
        return replace(
            wager,
            total=total,
            rows=tuple(rows),
            method=f"counted over {total:,} combinations, with the play of the solved game; if several rows apply,"
            f" {wager.deciding_cards.precedence.value} is paid",
            value_per_meter_dollar=payer.value_per_meter_dollar(tally, total),
            break_even={name: break_even_meter(payer, [*cells, ((), folded)], name) for name in wager.meters},
        )

    def _unfolded_cells(self, wager: WagerOdds) -> Iterator[tuple[ShownHands, int]]:
        """Yield combinations by the hands of the wager; suits share evenly because the play ignores them."""
        for shown, cell in self.cells.items():
            count = sum(count for count, brings in cell if not is_folded_hand(brings))
            parts = wager.deciding_cards.split_by_suit(shown)
            whole = sum(share for _, share in parts)
            for part, share in parts:
                if count * share % whole:
                    raise ArithmeticError(f"{count} combinations of {shown} do not split evenly over {whole} suits")
                yield part, count * share // whole

    @cached_property
    def total(self) -> int:
        return sum(count for nets in self.cells.values() for count, _ in nets)

    def check_against_counts(self, game: str, space: str, whole: Iterable[tuple[int, Mapping[str, Fraction]]]) -> None:
        """Check that the cells are in proportion to the shipped counts, and add up to the solved game."""
        own = {shown: sum(count for count, _ in nets) for shown, nets in self.cells.items()}
        known = shipped_counts_by(game, space, self.axis)
        for (shown,), count in known.cells:
            if own.get(shown, 0) * known.total != count * self.total:
                raise ArithmeticError(f"{shown} by {self.axis} is not in proportion to the shipped counts of {game}")
        parts = (each for nets in self.cells.values() for each in nets)
        if sum_nets(parts) != sum_nets(whole):
            raise ArithmeticError(f"the parts by {self.axis} do not add up to the game as it was solved")


SummedNets = Mapping[frozenset[tuple[str, Fraction]], int]


def sum_nets(nets: Iterable[tuple[int, Mapping[str, Fraction]]]) -> SummedNets:
    """Sum combinations by the net result of each wager; a wager that was not made brings nothing."""
    found: dict[frozenset[tuple[str, Fraction]], int] = {}
    for count, brings in nets:
        key = frozenset((wager, each) for wager, each in brings.items() if each)
        found[key] = found.get(key, 0) + count
    return {key: count for key, count in found.items() if count}


NOT_COUNTED = "beside.axis"
"""The code of a refusal: the game is not counted by this axis."""
DistributionsByAxis = Mapping[str, JointDistribution | None]
"""The joint distribution by axis; None where the game is not counted by it."""
