"""Types of a solved game: how rounds end under a strategy, what the figures depend on, and advice.

A solution is exact: integer numbers of combinations, fractions of an Ante. They become decimals only in print.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Protocol, TypeVar

from houseway import __version__
from houseway.analysis.exact import as_decimal, square_root
from houseway.cards import Card
from houseway.submission import Rules
from houseway.values import ShortRepr

Progress = Callable[[int, int], None]
"""Called with the work done so far, and the whole work."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class RoundEnding:
    """One way in which rounds end, with its number of combinations; amounts in Antes."""

    action: str
    outcome: str
    combinations: int
    net: Fraction
    staked: Fraction

    def to_json(self) -> dict[str, object]:
        return {"action": self.action, "how": self.outcome, "combinations": self.combinations, "net": str(self.net)}


@dataclass(frozen=True, repr=False)
class StrategyResult(ShortRepr):
    """How rounds end under one strategy."""

    strategy: str
    endings: tuple[RoundEnding, ...] = field(repr=False)

    @cached_property
    def total(self) -> int:
        return sum(ending.combinations for ending in self.endings)

    def _mean(self, of: Callable[[RoundEnding], Fraction]) -> Fraction:
        return sum((of(ending) * ending.combinations for ending in self.endings), Fraction(0)) / self.total

    @cached_property
    def expected_value(self) -> Fraction:
        return self._mean(lambda ending: ending.net)

    @property
    def house_edge(self) -> Fraction:
        """As a share of the Ante."""
        return -self.expected_value

    @cached_property
    def average_stake(self) -> Fraction:
        return self._mean(lambda ending: ending.staked)

    @property
    def element_of_risk(self) -> Fraction:
        """Return the house edge as a share of everything staked."""
        return self.house_edge / self.average_stake

    @cached_property
    def variance(self) -> Fraction:
        return self._mean(lambda ending: ending.net**2) - self.expected_value**2

    @property
    def standard_deviation(self) -> Fraction:
        return square_root(self.variance)

    @cached_property
    def frequencies(self) -> Mapping[str, Fraction]:
        """Return how often each action is taken."""
        found: dict[str, int] = {}
        for ending in self.endings:
            found[ending.action] = found.get(ending.action, 0) + ending.combinations
        return {action: Fraction(count, self.total) for action, count in found.items()}

    @cached_property
    def distribution(self) -> Mapping[Fraction, int]:
        """Return the number of combinations by net result, the largest loss first."""
        found: dict[Fraction, int] = {}
        for ending in self.endings:
            found[ending.net] = found.get(ending.net, 0) + ending.combinations
        return dict(sorted((net, count) for net, count in found.items() if count))

    def to_json(self) -> dict[str, object]:
        return {
            "total": self.total,
            "expected_value": str(self.expected_value),
            "house_edge": as_decimal(self.house_edge),
            "element_of_risk": as_decimal(self.element_of_risk),
            "average_stake": as_decimal(self.average_stake),
            "standard_deviation": as_decimal(self.standard_deviation),
            "frequencies": {action: as_decimal(share) for action, share in self.frequencies.items()},
            "distribution": {str(net): count for net, count in self.distribution.items()},
        }


@dataclass(frozen=True, repr=False)
class Provenance(ShortRepr):
    """What a solution depends on."""

    book: str
    version: str
    book_hash: str
    method: str
    unit: str
    paytables: Mapping[str, Mapping[str, str]]
    """By relevant wager: what its rows pay, with the readings applied."""
    readings: Mapping[str, str]
    """The relevant readings."""
    assumptions: tuple[str, ...] = ()
    rules_hash: str = ""
    """Empty for a bare rule book."""
    program: str = f"houseway {__version__}"

    @classmethod
    def from_rules(
        cls, rules: Rules, method: str, wagers: Iterable[str], readings: Iterable[str], assumes: Sequence[str] = ()
    ) -> "Provenance":
        paytables = {wager: {row.hand: str(row.pays) for row in rules.offers[wager].paytable.rows} for wager in wagers}
        taken = {reading: rules.readings[reading] for reading in readings if reading in rules.readings}
        filed = rules.hash if rules.facility else ""
        return cls(rules.book, rules.version, rules.regulation.hash, method, "Ante", paytables, taken, tuple(assumes), filed)

    def to_json(self) -> dict[str, object]:
        return {
            "book": self.book,
            "version": self.version,
            "book_hash": self.book_hash,
            "rules_hash": self.rules_hash,
            "program": self.program,
            "of": self.unit,
            "method": self.method,
            "paytables": {wager: dict(rows) for wager, rows in self.paytables.items()},
            "readings": dict(self.readings),
            "assumes": list(self.assumptions),
        }


@dataclass(frozen=True, repr=False)
class PrintedTable(ShortRepr):
    """A table of a solution, for print."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    by_hand: bool = False
    """Whether it lists hands, and is long: it is printed only on request."""


class Solution(Protocol):
    """What every solver returns."""

    @property
    def provenance(self) -> Provenance: ...

    def to_json(self) -> dict[str, object]: ...

    def printed_tables(self) -> tuple[PrintedTable, ...]:
        """Return the tables for print; the first has the edge."""
        ...


@dataclass(frozen=True)
class Advice:
    """The value of each choice that a player has now, in Antes."""

    situation: str
    values: Mapping[str, Fraction]
    provenance: Provenance

    @property
    def method(self) -> str:
        return self.provenance.method

    @property
    def best(self) -> str:
        """Return the best choice; of equals the one with the smallest stake, which is listed first."""
        return max(self.values, key=lambda choice: self.values[choice])

    def to_json(self) -> dict[str, object]:
        return {
            **self.provenance.to_json(),
            "situation": self.situation,
            "best": self.best,
            "choices": {choice: as_decimal(worth) for choice, worth in self.values.items()},
            "exact": {choice: str(worth) for choice, worth in self.values.items()},
        }


@dataclass(frozen=True)
class PlayerView:
    """What a player sees: the own cards, and the board so far or the dealer's up card."""

    cards: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    up_card: Card | None = None
