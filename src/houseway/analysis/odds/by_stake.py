"""The house edge of a game at a stake: filed vigorish rounding, rows paid in whole dollars, the payout limit.

A game is solved as if everything were paid to the fraction of a cent and nothing were cut. At a stake the play and the
combinations are the same, and each ending is paid as at the table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact import as_decimal, as_percent, as_ratio
from houseway.analysis.odds.stakes import stakes_until_even
from houseway.games.awards import round_up_to_cent, wagers_under_limit
from houseway.money import Cents, Rounding, net_win
from houseway.procedure import ANTE, ANTE_BONUS, BLIND, PLAY
from houseway.regulation import Row
from houseway.submission import Offer, Rules
from houseway.values import ShortRepr

_SETTLING_ORDER = (ANTE, BLIND, PLAY, ANTE_BONUS)
"""The order in which a table settles wagers and uses up a payout limit."""
PAYOUT_LIMIT = "payout-limit.amount"
"""The option of a submission."""


@dataclass(frozen=True)
class EdgeAtStake:
    stake: Cents
    expected_value: Fraction
    """Per unit staked, to the player."""

    @property
    def house_edge(self) -> Fraction:
        return -self.expected_value

    def to_json(self) -> dict[str, str]:
        return {
            "stake": str(self.stake),
            "expected_value": as_ratio(self.expected_value),
            "house_edge": as_decimal(self.house_edge),
        }


@dataclass(frozen=True, repr=False)
class EdgesByStake(ShortRepr):
    """The edges of a solved game at the filed stakes; empty for a bare rule book, which has no minimum and maximum."""

    assumptions: tuple[str, ...]
    """The stakes at which the solved figure is exactly what is paid, in words."""
    edges: tuple[EdgeAtStake, ...] = ()

    def to_json(self) -> list[dict[str, str]]:
        return [each.to_json() for each in self.edges]

    def printed_rows(self) -> tuple[tuple[str, str], ...]:
        return tuple((str(each.stake), as_percent(each.house_edge)) for each in self.edges)


NO_STAKES = EdgesByStake(())


def stakes_of_offer(offer: Offer, period: Fraction, further: Iterable[Cents] = ()) -> tuple[Cents, ...]:
    return stakes_until_even(offer.minimum, offer.maximum, period, further)


def whole_cents(cents: Fraction) -> str:
    """Write the smallest whole number of cents that is a multiple of the amount."""
    return str(Cents(cents.numerator))


def is_in_whole_dollars(rules: Rules, row: Row | None) -> bool:
    """Tell whether a row is paid in whole dollars (UTH-29)."""
    return row is not None and row.reading == "UTH-29" and rules.takes_reading("UTH-29=whole-dollars")


def rounded_award(rules: Rules, exact: Fraction, row: Row | None) -> int:
    """Round an award to cents: down to the dollar, or as `round_up_to_cent` does."""
    return (Rounding.DOWN_TO_WHOLE_DOLLAR.apply(exact) if is_in_whole_dollars(rules, row) else round_up_to_cent(exact)).amount


# A round against the dealer at a stake, wager by wager


def pay_at_ante(rules: Rules, brings: Mapping[str, Fraction], ante: Cents) -> dict[str, Fraction]:
    """Return what each wager of a round brings at this Ante, in Antes, after rounding and the payout limit."""
    most = rules.options.get(PAYOUT_LIMIT)
    left = most.amount if isinstance(most, Cents) else 0
    found = {}
    for wager in sorted(brings, key=_SETTLING_ORDER.index):
        solved = brings[wager]
        if solved <= 0:  # lost, handed back
            found[wager] = solved
            continue
        amount = rounded_award(rules, solved * ante.amount, _blind_row(rules, wager, solved))
        if wager in wagers_under_limit(rules):
            amount = min(amount, left)
            left -= amount
        found[wager] = Fraction(amount, ante.amount)
    return found


def _blind_row(rules: Rules, wager: str, brings: Fraction) -> Row | None:
    """Return the Blind row with this net result."""
    rows = rules.offers[BLIND].paytable.rows if wager == BLIND else ()
    return next((row for row in rows if net_win(row.pays, Cents(1)) == brings), None)
