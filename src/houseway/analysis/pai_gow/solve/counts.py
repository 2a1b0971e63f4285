"""How pairs of set hands compare, and what that is worth: against the dealer, and as the bank."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from houseway.analysis.solve.solution import Provenance
from houseway.errors import Malformed
from houseway.games.awards import vigorish_rate
from houseway.games.pai_gow.base_wager.outcome import high_order
from houseway.hands import HandOrder
from houseway.kernels.pai_gow.dominance import ABOVE, BELOW, COPY
from houseway.money import Cents, net_win
from houseway.procedure import PAI_GOW
from houseway.submission import Rules
from houseway.values import ShortRepr

READINGS = ("PG-24", "PG-25", "PG-26", "PG-29", "DIV-01", "DIV-02", "DIV-41", "DIV-43", "DIV-68")
"""The readings that the figures depend on, in both books."""
_KERNELS = "batch canonical compile held_categories layout strength tables"
SOURCES = (
    *("cards.py", "money.py", "hands/*.py", "hands/orders.toml", "house_way/*.py"),
    "analysis/pai_gow/solve/*.py",
    *(f"kernels/{name}.py" for name in _KERNELS.split()),
    "kernels/pai_gow/*.py",
)
"""The sources of the figures: a change of any of them invalidates cached results."""


@dataclass(frozen=True, repr=False)
class PaiGowTerms(ShortRepr):
    """The rules that the base wager depends on."""

    order: HandOrder
    pays: Fraction
    """The net win per unit staked, after vigorish."""
    bank_pays: Fraction
    """The bank's net win per unit staked, after its vigorish, against one opponent."""
    bank_vigorish: Fraction
    copies_push: bool
    """Whether a copied hand is no loss against a bank (reading PG-29)."""
    one_pass: bool = False
    """Whether a bank's opponents are settled one after the other, so that its surplus is not its net result (reading PG-26)."""
    provenance: Provenance | None = field(default=None, repr=False, compare=False)
    """The rules behind these terms."""

    @classmethod
    def from_rules(cls, rules: Rules) -> "PaiGowTerms":
        if PAI_GOW not in rules.offers:
            raise Malformed(
                f"{rules.book} has no {PAI_GOW} wager", code="solve.book", given=rules.book, allowed=f"a book of {PAI_GOW}"
            )
        (row,) = rules.offers[PAI_GOW].paytable.rows
        wins = net_win(row.pays, Cents(1))
        bank = vigorish_rate(rules, "bank")
        push = rules.takes_reading("PG-29=copies-push", "DIV-43")
        provenance = replace(Provenance.from_rules(rules, "", (PAI_GOW,), READINGS), unit="base wager")
        one_pass = rules.takes_reading("PG-26=one-pass")
        return cls(high_order(rules), wins * (1 - vigorish_rate(rules)), 1 - bank, bank, push, one_pass, provenance)

    @property
    def book(self) -> str:
        """Return the rule book behind these terms."""
        return self.provenance.book if self.provenance is not None else ""

    def provenance_json(self, method: str) -> dict[str, object]:
        """Return what a figure depends on, for print."""
        return {**replace(self.provenance, method=method).to_json(), "order": self.order.name} if self.provenance else {}


_WORDS = {BELOW: "below", COPY: "copy", ABOVE: "above"}
_CELLS = tuple((high, low) for high in (BELOW, COPY, ABOVE) for low in (BELOW, COPY, ABOVE))


@dataclass(frozen=True)
class ComparisonCounts:
    """The number of pairs by how the player's high hand and low hand compare with the other's."""

    cells: tuple[int, ...]
    """Nine cells: the high hand below, a copy, above; for each the low hand likewise."""

    @classmethod
    def from_rows(cls, cells: Iterable[Iterable[int]]) -> "ComparisonCounts":
        return cls(tuple(int(each) for row in cells for each in row))

    @classmethod
    def sum(cls, counts: Iterable["ComparisonCounts"]) -> "ComparisonCounts":
        return cls(tuple(map(sum, zip(*(each.cells for each in counts), strict=True))))

    def _sum_cells(self, highs: Sequence[int], lows: Sequence[int]) -> int:
        return sum(count for (high, low), count in zip(_CELLS, self.cells) if high in highs and low in lows)

    @property
    def total(self) -> int:
        return sum(self.cells)

    @property
    def win(self) -> int:
        """Both hands beat the dealer's."""
        return self._sum_cells((ABOVE,), (ABOVE,))

    @property
    def lose(self) -> int:
        """Neither hand beats the dealer's: the dealer wins copies."""
        return self._sum_cells((BELOW, COPY), (BELOW, COPY))

    @property
    def push(self) -> int:
        return self.total - self.win - self.lose

    @property
    def copies(self) -> Mapping[str, int]:
        """Return the pairs with a copy, by kind: `high copy, low below` and so on."""
        kinds = {(high, low): count for (high, low), count in zip(_CELLS, self.cells) if COPY in (high, low)}
        return {f"high {_WORDS[high]}, low {_WORDS[low]}": count for (high, low), count in kinds.items()}

    @property
    def counts_in_words(self) -> Mapping[str, int]:
        return {f"high {_WORDS[high]}, low {_WORDS[low]}": count for (high, low), count in zip(_CELLS, self.cells)}

    def counts_as_bank(self, terms: PaiGowTerms) -> "BankCounts":
        """Return the same pairs with the player as the bank, who wins copies."""
        wins = (ABOVE,) if terms.copies_push else (COPY, ABOVE)
        won, lost = self._sum_cells(wins, wins), self._sum_cells((BELOW,), (BELOW,))
        return BankCounts(won, self.total - won - lost, lost)

    def expected_value(self, terms: PaiGowTerms) -> Fraction:
        """Return the expected value of a wager of one against the dealer."""
        return (self.win * terms.pays - self.lose) / self.total

    def variance(self, terms: PaiGowTerms) -> Fraction:
        return (self.win * terms.pays**2 + self.lose) / self.total - self.expected_value(terms) ** 2

    def bank_value(self, terms: PaiGowTerms) -> Fraction:
        """Return the expected value of banking against one opponent's wager of one."""
        bank = self.counts_as_bank(terms)
        return (bank.win * terms.bank_pays - bank.lose) / self.total


@dataclass(frozen=True)
class BankCounts:
    win: int
    push: int
    lose: int

    def to_json(self) -> dict[str, int]:
        return {"win": self.win, "push": self.push, "lose": self.lose}
