"""Types of a player's bank: its results against several opponents, counted or sampled."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact import as_decimal
from houseway.money import Cents


@dataclass(frozen=True)
class SampledMean:
    """A mean that was sampled, not counted."""

    mean: float
    standard_error: float
    deals: int
    seed: int

    def to_json(self) -> dict[str, object]:
        return {
            "sampled": True,
            "mean": self.mean,
            "standard_error": self.standard_error,
            "deals": self.deals,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class BankOdds:
    """The bank against several opponents, each with a wager of one; amounts are shares of everything wagered against it."""

    opponents: int
    before_vigorish: Fraction
    """Exact: every opponent's hands compare with the bank's as in any pair."""
    vigorish: Fraction | SampledMean
    """Vigorish on the surplus, which is not a sum over pairs: exact for one opponent only."""

    @property
    def edge(self) -> Fraction | float:
        """Return what the house keeps; a float if it rests on a sample."""
        if isinstance(self.vigorish, SampledMean):
            return self.vigorish.mean - float(self.before_vigorish)
        return self.vigorish - self.before_vigorish

    def to_json(self) -> dict[str, object]:
        return {
            "opponents": self.opponents,
            "before_vigorish": str(self.before_vigorish),
            "vigorish": self.vigorish.to_json() if isinstance(self.vigorish, SampledMean) else str(self.vigorish),
            "edge": as_decimal(Fraction(self.edge)),
            "sampled": isinstance(self.vigorish, SampledMean),
        }


@dataclass(frozen=True)
class BankAtStake:
    """The bank with every wager against it at one stake, and vigorish as charged on its surplus."""

    stake: Cents
    bank_odds: tuple[BankOdds, ...]

    def to_json(self) -> dict[str, object]:
        return {"stake": str(self.stake), "bank": [each.to_json() for each in self.bank_odds]}
