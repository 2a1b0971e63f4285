"""How a list of rows pays: which row goes first, its value per unit staked, and the meter at which the wager breaks even."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from houseway.analysis.odds.counts import ShownHands
from houseway.games.paytables import RowPrecedence, best_paying_first, first_row
from houseway.money import CENTS_PER_DOLLAR, Cents, FixedAmount, MeterShare, OddsToOne
from houseway.regulation import Row
from houseway.values import ShortRepr

DealCells = Iterable[tuple[ShownHands, int]]


@dataclass(frozen=True, repr=False)
class RowPayer(ShortRepr):
    """A list of rows at one stake and at given meters."""

    rows: tuple[Row, ...]
    precedence: RowPrecedence
    stake: Cents
    meters: Mapping[str, Fraction]
    limit: Cents | None = None
    rounding: Callable[..., Cents] | None = None
    is_envy: bool = False
    """An envy bonus costs no stake of its own."""

    def find_row(self, shown: ShownHands) -> Row | None:
        """Return the row that pays, or None."""
        if self.precedence is RowPrecedence.BEST_PAYING:
            return next((row for row in self._best_paying_first if row.hand in shown), None)
        return first_row(shown, self._rows_by_hand.get)

    @cached_property
    def _best_paying_first(self) -> list[Row]:
        return best_paying_first(self.rows, self.award_in_cents)

    @cached_property
    def _rows_by_hand(self) -> dict[str, Row]:
        return {row.hand: row for row in self.rows}

    def award_in_cents(self, row: Row) -> Fraction:
        """Return the award in cents, without the stake and before the payout limit."""
        exact = row.pays.award(self.stake, self.meters)
        return Fraction(self.rounding(exact).amount) if self.rounding else exact

    def net_in_stakes(self, row: Row | None) -> Fraction:
        """Return the player's net result per unit staked."""
        lost = Fraction(0) if self.is_envy else Fraction(-1)
        if row is None:
            return lost
        award = self.award_in_cents(row) if self.limit is None else min(self.award_in_cents(row), Fraction(self.limit.amount))
        return award / self.stake.amount + (0 if row.pays.returns_stake else lost)

    def count_rows(self, cells: DealCells) -> Counter[str]:
        """Count the deals that each row pays."""
        counts: Counter[str] = Counter()
        for shown, count in cells:
            row = self.find_row(shown)
            if row is not None:
                counts[row.hand] += count
        return counts

    def total_value(self, cells: DealCells) -> Fraction:
        """Return the sum of the net results over these deals."""
        return sum((count * self.net_in_stakes(self.find_row(shown)) for shown, count in cells), Fraction(0))

    def value_per_meter_dollar(self, tally: Mapping[str, int], total: int) -> dict[str, Fraction]:
        """Return what one more dollar on each meter adds to the expected value."""
        parts = dict.fromkeys(self.meters, Fraction(0))
        for row in self.rows:
            if isinstance(row.pays, MeterShare) and not self._is_cut(row):
                parts[row.pays.meter] += (
                    Fraction(tally[row.hand] * CENTS_PER_DOLLAR, total * self.stake.amount) * row.pays.share
                )
        return parts

    def _is_cut(self, row: Row) -> bool:
        return self.limit is not None and self.award_in_cents(row) >= self.limit.amount

    @property
    def depends_on_stake(self) -> bool:
        """Tell whether the odds depend on the stake: fixed amounts, shares, rounding, or odds that a limit may cut."""
        fixed = any(isinstance(row.pays, FixedAmount | MeterShare) for row in self.rows)
        return (
            fixed
            or self.rounding is not None
            or (self.limit is not None and any(isinstance(row.pays, OddsToOne) for row in self.rows))
        )


def break_even_meter(payer: RowPayer, cells: DealCells, meter: str) -> Fraction | None:
    """Return the meter level at which the expected result is zero: 0 if it is never negative, None if it never gets there.

    The expected value is piecewise linear in the meter. A piece ends where a share overtakes another row or meets the limit.
    """
    cells = list(cells)

    def value(shows: Fraction) -> Fraction:
        return replace(payer, meters={**payer.meters, meter: shows}).total_value(cells)

    ends = sorted({Fraction(0), *_kinks(payer, meter)})
    ends.append(ends[-1] + CENTS_PER_DOLLAR)  # the last piece goes on
    values = [value(end) for end in ends]
    if values[0] >= 0:
        return Fraction(0)
    for place in range(1, len(ends)):
        slope = (values[place] - values[place - 1]) / (ends[place] - ends[place - 1])
        if slope and (values[place] >= 0 or place == len(ends) - 1):
            return ends[place] - values[place] / slope
    return None


def _kinks(payer: RowPayer, meter: str) -> Iterable[Fraction]:
    shares = [row.pays.share for row in payer.rows if isinstance(row.pays, MeterShare) and row.pays.meter == meter]
    others = [
        payer.award_in_cents(row) for row in payer.rows if not (isinstance(row.pays, MeterShare) and row.pays.meter == meter)
    ]
    if payer.limit is not None:
        others.append(Fraction(payer.limit.amount))
    return (amount / share for share in shares for amount in others)
