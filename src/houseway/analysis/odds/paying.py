"""What cards are paid by a list of rows: which goes first, what it is worth in stakes, and where a meter makes the wager fair."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from houseway.analysis.odds.basis import First
from houseway.analysis.odds.counts import Shown
from houseway.money import CENTS_A_DOLLAR, Cents, Fixed, Share, ToOne
from houseway.regulation import Row

Cells = Iterable[tuple[Shown, int]]


@dataclass(frozen=True)
class Payer:
    """A list of rows at one stake, with the meters at what they show."""

    rows: tuple[Row, ...]
    first: First
    stake: Cents
    meters: Mapping[str, Fraction]
    limit: Cents | None = None
    rounding: Callable[..., Cents] | None = None
    envy: bool = False
    """An envy bonus costs no stake of its own."""

    def row(self, shown: Shown) -> Row | None:
        """The row that pays, if one does."""
        fits = [self._by_hand[hand] for hand in shown if hand in self._by_hand]
        if self.first is First.BEST_PAYING:  # of what pays the same, the row printed first
            return max(fits, key=lambda row: (self.award(row), -self.rows.index(row)), default=None)
        return fits[0] if fits else None

    @cached_property
    def _by_hand(self) -> dict[str, Row]:
        return {row.hand: row for row in self.rows}

    def award(self, row: Row) -> Fraction:
        """What is handed over beside the stake, in cents, before the payout limit."""
        exact = row.pays.award(self.stake, self.meters)
        return Fraction(self.rounding(exact).amount) if self.rounding else exact

    def net(self, row: Row | None) -> Fraction:
        """What the player is up, in stakes."""
        lost = Fraction(0) if self.envy else Fraction(-1)
        if row is None:
            return lost
        award = self.award(row) if self.limit is None else min(self.award(row), Fraction(self.limit.amount))
        return award / self.stake.amount + (0 if row.pays.returns_stake else lost)

    def tally(self, cells: Cells) -> Counter[str]:
        """How many deals each row pays."""
        counts: Counter[str] = Counter()
        for shown, count in cells:
            row = self.row(shown)
            if row is not None:
                counts[row.hand] += count
        return counts

    def value(self, cells: Cells) -> Fraction:
        """The expected result over these deals, times their number."""
        return sum((count * self.net(self.row(shown)) for shown, count in cells), Fraction(0))

    def per_meter(self, tally: Mapping[str, int], total: int) -> dict[str, Fraction]:
        """What a dollar more on each meter adds to the expected value."""
        parts = dict.fromkeys(self.meters, Fraction(0))
        for row in self.rows:
            if isinstance(row.pays, Share) and not self._is_cut(row):
                parts[row.pays.meter] += Fraction(tally[row.hand] * CENTS_A_DOLLAR, total * self.stake.amount) * row.pays.share
        return parts

    def _is_cut(self, row: Row) -> bool:
        return self.limit is not None and self.award(row) >= self.limit.amount

    @property
    def bends(self) -> bool:
        """Whether another stake has other odds: fixed amounts, shares, rounding, and odds that a limit may cut."""
        fixed = any(isinstance(row.pays, Fixed | Share) for row in self.rows)
        return (
            fixed
            or self.rounding is not None
            or (self.limit is not None and any(isinstance(row.pays, ToOne) for row in self.rows))
        )


def break_even(payer: Payer, cells: Cells, meter: str) -> Fraction | None:
    """What a meter must show for the expected result to be nothing; 0 where it is never below, None where it never gets there.

    The expected value rises with the meter in straight pieces, which end where a share overtakes another row or meets the limit.
    """
    cells = list(cells)

    def value(shows: Fraction) -> Fraction:
        return replace(payer, meters={**payer.meters, meter: shows}).value(cells)

    ends = sorted({Fraction(0), *_ends(payer, meter)})
    ends.append(ends[-1] + CENTS_A_DOLLAR)  # the last piece goes on
    values = [value(end) for end in ends]
    if values[0] >= 0:
        return Fraction(0)
    for place in range(1, len(ends)):
        slope = (values[place] - values[place - 1]) / (ends[place] - ends[place - 1])
        if slope and (values[place] >= 0 or place == len(ends) - 1):
            return ends[place] - values[place] / slope
    return None


def _ends(payer: Payer, meter: str) -> Iterable[Fraction]:
    shares = [row.pays.share for row in payer.rows if isinstance(row.pays, Share) and row.pays.meter == meter]
    others = [payer.award(row) for row in payer.rows if not (isinstance(row.pays, Share) and row.pays.meter == meter)]
    if payer.limit is not None:
        others.append(Fraction(payer.limit.amount))
    return (amount / share for share in shares for amount in others)
