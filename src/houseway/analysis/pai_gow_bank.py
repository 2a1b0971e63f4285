"""The bank against several opponents: its expectation before vigorish exactly, the vigorish on its surplus by simulation."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from houseway.analysis.pai_gow_counts import Counts, Terms
from houseway.kernels.layout import I64
from houseway.kernels.sampling import sample_bank
from houseway.kernels.shared import Way

OPPONENTS = 6
"""A table of seven places, one of which banks."""
DEALS = 1 << 22
SEED = 53


@dataclass(frozen=True)
class Sampled:
    """A mean that was not counted."""

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
    """The bank against so many opponents, each with a wager of one; amounts are of all that is wagered against it."""

    opponents: int
    before_vigorish: Fraction
    """Exact: every opponent's hands stand to the bank's as in any pair."""
    vigorish: Fraction | Sampled
    """On the surplus, which is not a sum over pairs: exact for one opponent only."""

    @property
    def edge(self) -> Fraction | float:
        """What the house keeps; a number with a point where it rests on a sample."""
        if isinstance(self.vigorish, Sampled):
            return self.vigorish.mean - float(self.before_vigorish)
        return self.vigorish - self.before_vigorish


def bank_odds(counts: Counts, terms: Terms, nets: I64, seed: int = SEED) -> tuple[BankOdds, ...]:
    """From all pairs, and from the bank's net results that `nets_of` sampled."""
    pairs = counts.bank(terms)
    before = Fraction(pairs.win - pairs.lose, counts.total)
    alone = BankOdds(1, before, terms.bank_vigorish * Fraction(pairs.win, counts.total))
    several = (BankOdds(size, before, _vigorish(nets[size], size, terms, seed)) for size in range(2, len(nets)))
    return (alone, *several)


def nets_of(bank: Way, others: Way, terms: Terms, deals: int = DEALS, told: Callable[[], None] = lambda: None) -> I64:
    return sample_bank(bank, others, OPPONENTS, deals, SEED, terms.copies_push, told)


def _vigorish(nets: I64, opponents: int, terms: Terms, seed: int) -> Sampled:
    deals = int(nets.sum())
    surplus = np.maximum(np.arange(len(nets)) - len(nets) // 2, 0)
    first, second = int((surplus * nets).sum()), int((surplus**2 * nets).sum())
    rate = float(terms.bank_vigorish) / opponents
    variance = (second - first**2 / deals) / (deals - 1)
    return Sampled(rate * first / deals, rate * sqrt(variance / deals), deals, seed)
