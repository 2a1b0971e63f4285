"""The odds of one wager, counted exactly: its rows, expected value, edge, hit frequency, variance and break-even meters."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from houseway.analysis.exact import as_decimal, as_dollars, as_ratio, square_root
from houseway.analysis.odds.basis import DecidingCards
from houseway.analysis.odds.paying import RowPayer
from houseway.citation import Citation
from houseway.money import CENTS_PER_DOLLAR, Cents, Pay
from houseway.values import ShortRepr

NOTHING = "nothing"
NOT_FOLDED = "the hand is never folded (a fold would lose the wager)"
"""An assumption that is dropped once the game is solved."""
NOT_COUNTED_JOINTLY = "how it varies together with the game and with other wagers is not counted"


@dataclass(frozen=True)
class OddsRow:
    """A row of a paytable, or the rest that wins nothing."""

    hand: str
    combinations: int
    pays: Pay | None
    """None if nothing is paid."""
    net: Fraction
    """The player's net result, per unit staked."""
    contribution: Fraction
    """Its part of the expected value."""
    clause: Citation | None = None

    def to_json(self) -> dict[str, object]:
        return {
            "hand": self.hand,
            "combinations": self.combinations,
            "pays": str(self.pays) if self.pays is not None else "lose",
            "contribution": as_ratio(self.contribution),
            "clause": self.clause,
        }


@dataclass(frozen=True, repr=False)
class WagerOdds(ShortRepr):
    """The odds of one wager under one paytable at one stake."""

    book: str
    book_version: str
    book_hash: str
    wager: str
    title: str
    paytable: str
    stake: Cents
    total: int
    rows: tuple[OddsRow, ...]
    """The rows of the paytable, then the rest; together all deals."""
    denominator: str
    method: str
    readings: Mapping[str, str]
    """The choices that these odds depend on."""
    assumptions: tuple[str, ...]
    meters: Mapping[str, Fraction]
    """What the meters show, in cents."""
    value_per_meter_dollar: Mapping[str, Fraction]
    """What a dollar on each meter adds to the expected value."""
    break_even: Mapping[str, Fraction | None]
    """The level of each meter, in cents, at which the house edge is zero, the others unchanged; None if there is none."""
    limit: Cents | None
    """The payout limit, if one covers the wager."""
    depends_on_stake: bool
    """Whether another stake has other odds."""
    version: str
    rules_hash: str
    """Empty for a bare rule book."""
    deciding_cards: DecidingCards = field(repr=False, compare=False)
    payer: RowPayer = field(repr=False, compare=False)

    @cached_property
    def expected_value(self) -> Fraction:
        """Per unit staked, to the player."""
        return sum((row.contribution for row in self.rows), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.expected_value

    @property
    def fixed_value(self) -> Fraction:
        """Return the expected value with empty meters, to which each meter adds what its amount is worth."""
        on_meters = (
            self.value_per_meter_dollar[name] * self.meters[name] / CENTS_PER_DOLLAR for name in self.value_per_meter_dollar
        )
        return self.expected_value - sum(on_meters, Fraction(0))

    @property
    def hit_frequency(self) -> Fraction:
        """Return how often the wager wins; a returned stake is not a win."""
        return Fraction(sum(row.combinations for row in self.rows if row.pays is not None and row.net > 0), self.total)

    @cached_property
    def variance(self) -> Fraction:
        """Return the variance of the result per unit staked."""
        squares = sum((row.combinations * row.net**2 for row in self.rows), Fraction(0))
        return squares / self.total - self.expected_value**2

    @property
    def standard_deviation(self) -> Fraction:
        return square_root(self.variance)

    def to_json(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "total": self.total,
            "rows": [row.to_json() for row in self.rows],
            "expected_value": as_ratio(self.expected_value),
            "house_edge": as_decimal(self.house_edge),
            "hit_frequency": as_decimal(self.hit_frequency),
            "standard_deviation": as_decimal(self.standard_deviation),
            "variance": as_ratio(self.variance),
            "denominator": self.denominator,
            "stake": str(self.stake),
            "stake_matters": self.depends_on_stake,
            "payout_limit": str(self.limit) if self.limit else None,
            "meters": {name: as_dollars(shown) for name, shown in self.meters.items()},
            "fixed_value": as_ratio(self.fixed_value),
            "per_meter_dollar": {name: as_ratio(part) for name, part in self.value_per_meter_dollar.items()},
            "break_even": {name: None if at is None else as_dollars(at) for name, at in self.break_even.items()},
            "method": self.method,
            "assumptions": list(self.assumptions),
            "book": self.book,
            "book_version": self.book_version,
            "book_hash": self.book_hash,
            "rules_hash": self.rules_hash,
            "readings": dict(self.readings),
            "version": self.version,
        }


def distinct_odds(found: Iterable[WagerOdds]) -> tuple[WagerOdds, ...]:
    """Keep one stake for each distinct set of odds."""
    first: dict[tuple[str, str, Fraction], WagerOdds] = {}
    for each in found:
        first.setdefault((each.wager, each.paytable, each.expected_value), each)
    return tuple(first.values())
