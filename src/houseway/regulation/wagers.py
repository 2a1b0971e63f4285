"""A wager of a rule book: one record of what the book says of it, which every layer asks."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from houseway.citation import Citation
from houseway.money import FixedAmount, Pay, parse_pay
from houseway.regulation.side_bets import DecidedBy, OnFold, OnVoidBase, SideBet
from houseway.values import ShortRepr


class OfferedWhen(StrEnum):
    """When a wager is offered."""

    ALWAYS = "always"
    OPTIONAL = "optional"
    FOLLOWS = "follows"
    """Offered with another wager, without being filed."""


@dataclass(frozen=True, slots=True, repr=False)
class Wager(ShortRepr):
    """A wager of a book, the hands that its paytables may name, and what may be filed about it."""

    id: str
    title: str
    clause: Citation
    hands: frozenset[str]
    order: str
    offered: OfferedWhen
    envy: tuple[str, ...] = ()
    """The envy bonuses that come with it."""
    choice_clause: Citation | None = None
    """The clause that requires its paytable to be filed."""
    envy_choice_clause: Citation | None = None
    """The clause that requires its envy paytable to be filed separately; otherwise envy has the wager's own letter."""
    minimum_value: str = ""
    """Key of the value that is its smallest stake."""
    stakes_value: str = ""
    """Key of the value that lists its only stakes."""
    raised_clause: Citation | None = None
    """The clause that lets the operator pay more than the paytable."""
    odds: tuple[str, ...] = ()
    """Keys of the lowest and highest odds that may be filed."""
    rate_clause: Citation | None = None
    """The clause that requires the rate of its meters to be filed."""
    seed_clause: Citation | None = None
    """The clause that requires the initial and reset amounts of its meters to be filed."""
    is_capped: bool = False
    """Whether a payout limit covers it."""
    equal_to: str = ""
    """The wager that it must equal; both have the same limits."""
    paid_on: str = ""
    """The wager on whose stake it is paid; it takes no stake of its own."""
    best_row: str = ""
    """The reading that decides whether the best-paying row is paid; otherwise the highest hand is."""
    is_stake_returned: bool = False
    """Whether the stake is returned even if a row pays a fixed amount."""
    decided_by: DecidedBy | None = None
    """The cards that decide an optional wager."""
    paid_by: str = ""
    """The function of the game that finds what pays; empty if the book's data describes it (`side_bet`)."""
    on_fold: OnFold | None = None
    """None if no fold can concern it."""
    on_void_base: OnVoidBase | None = None
    """None if it is void together with the others of its hand."""
    needs: tuple[str, ...] = ()
    """One of these wagers must be placed first, at the same position."""
    has_own_step: bool = True
    """Whether the settlement has a step of its own for it."""
    has_envy_minimum: bool = True
    """Whether only a stake of at least the book's `envy-minimum`, if it sets one, earns envy."""
    bars_surrender: bool = False
    """Whether a player who has placed it may not surrender."""
    is_one_pass: bool = False
    """Whether, while it lies on the table, the base wagers are settled in one pass, each as its hand is exposed."""
    as_read: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By choice of a reading, such as `UTH-12=community-cards`: the fields that are otherwise under it."""
    law: Mapping[str, tuple[Citation, ...]] = field(default_factory=dict)
    """Its clauses by subject, of which a `Law` asks."""
    side_bet: SideBet | None = None
    """How it is decided, if the book's data describes it instead of code."""

    @property
    def filing_clauses(self) -> tuple[Citation, ...]:
        """Return its own clause, and those that say what must be filed about it."""
        clauses = (self.choice_clause, self.envy_choice_clause, self.raised_clause, self.rate_clause, self.seed_clause)
        return (self.clause, *(clause for clause in clauses if clause is not None))

    @property
    def deciders(self) -> frozenset[tuple[str, DecidedBy | None]]:
        """Return the function that pays it with the cards that may decide it, under any choice of a reading."""
        cards = (self.decided_by, *(fields["decided_by"] for fields in self.as_read.values() if "decided_by" in fields))
        return frozenset((self.paid_by, each) for each in cards)

    def under(self, readings: Mapping[str, str]) -> "Wager":
        """Return the wager as it is under the choices that are taken."""
        taken = {f"{id_}={choice}" for id_, choice in readings.items()}
        changes = {name: value for choice, fields in self.as_read.items() if choice in taken for name, value in fields.items()}
        return replace(self, **changes) if changes else self

    def is_read_by(self, reading: str) -> bool:
        """Return whether a reading decides something about it."""
        return any(choice.partition("=")[0] == reading for choice in self.as_read)

    def is_lost_with_fold(self, options: Mapping[str, object]) -> bool:
        """Return whether a fold loses it: as the book's data says, or as the operator filed."""
        return options.get(f"fold.{self.id}") == "lost" if self.on_fold is OnFold.FILED else self.on_fold is OnFold.LOST

    def parse_pay(self, text: str) -> Pay:
        """Parse what a row of one of its paytables pays."""
        pays = parse_pay(text)
        return replace(pays, returns_stake=True) if self.is_stake_returned and isinstance(pays, FixedAmount) else pays
