"""The bank against several opponents: its result before vigorish is exact, the vigorish on its surplus is simulated."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import sqrt

import numpy as np

from houseway.analysis.pai_gow.by_stake import bank_stakes, surplus_vigorish
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts, PaiGowTerms
from houseway.analysis.solve.bank_odds import BankAtStake, BankOdds, SampledMean
from houseway.kernels.layout import I64
from houseway.kernels.pai_gow.disjoint_pairs import ClassSettings
from houseway.kernels.pai_gow.sampling import deal_hands, sample_bank
from houseway.kernels.pai_gow.setting import class_indices
from houseway.submission import Rules

OPPONENTS = 6
"""A table of seven positions, one of which banks."""
DEALS = 1 << 22
SEED = 53
_BATCH = 1 << 16


VigorishCharge = Callable[[int], Fraction]
"""The vigorish on a surplus of so many wagers, in wagers."""


def bank_odds(
    counts: ComparisonCounts, terms: PaiGowTerms, nets: I64, seed: int = SEED, charge: VigorishCharge | None = None
) -> tuple[BankOdds, ...]:
    """Return the bank's odds from all pairs and the sampled results of `sample_bank_results`; vigorish by the rate, or as
    charged."""
    taken = charge or (lambda surplus: terms.bank_vigorish * surplus)
    pairs = counts.counts_as_bank(terms)
    before = Fraction(pairs.win - pairs.lose, counts.total)
    alone = BankOdds(1, before, taken(1) * Fraction(pairs.win, counts.total))
    several = (BankOdds(size, before, _mean_vigorish(nets[size], size, taken, seed)) for size in range(2, len(nets)))
    return (alone, *several)


def bank_by_stake(
    rules: Rules, counts: ComparisonCounts, terms: PaiGowTerms, nets: I64, seed: int = SEED
) -> tuple[BankAtStake, ...]:
    """Return the bank's odds at the filed stakes, if a bank is offered; one sample serves all."""
    return tuple(
        BankAtStake(stake, bank_odds(counts, terms, nets, seed, partial(surplus_vigorish, rules, stake)))
        for stake in bank_stakes(rules, terms.bank_vigorish)
    )


def sample_bank_results(
    bank: ClassSettings,
    others: ClassSettings,
    terms: PaiGowTerms,
    deals: int = DEALS,
    on_step: Callable[[], None] = lambda: None,
) -> I64:
    """Sample how often the bank has each net result against one to six opponents; or each surplus, if that is different."""
    if terms.one_pass:
        return _sample_surplus(bank, others, terms.copies_push, deals, on_step)
    return sample_bank(bank, others, OPPONENTS, deals, SEED, terms.copies_push, on_step)


def _sample_surplus(
    bank: ClassSettings, others: ClassSettings, copies_push: bool, deals: int, on_step: Callable[[], None]
) -> I64:
    """Sample what is left in the centre when each opponent is settled as exposed (reading PG-26).

    The bank pays a winner itself if the centre is empty, and does not get that back from later losers before vigorish.
    """
    out = np.zeros((OPPONENTS + 1, 2 * OPPONENTS + 1), dtype=np.int64)
    for first in range(0, deals, _BATCH):
        dealt = deal_hands(first, min(_BATCH, deals - first), OPPONENTS + 1, SEED)
        own, *found = class_indices(dealt).reshape(-1, OPPONENTS + 1).T
        centre = np.zeros(len(own), dtype=np.int64)
        for opponent, theirs in enumerate(found, start=1):
            centre = np.maximum(centre + _bank_results(bank, own, others, theirs, copies_push), 0)
            out[opponent] += np.bincount(OPPONENTS + centre, minlength=out.shape[1])
        on_step()
    return out


def _bank_results(bank: ClassSettings, own: I64, others: ClassSettings, theirs: I64, copies_push: bool) -> I64:
    """Return 1 where the bank wins and -1 where it loses."""
    high = bank.high[own].astype(np.int64) - others.high[theirs]
    low = bank.low[own].astype(np.int64) - others.low[theirs]
    won = (high > 0) & (low > 0) if copies_push else (high >= 0) & (low >= 0)
    return won.astype(np.int64) - ((high < 0) & (low < 0))


def _mean_vigorish(nets: I64, opponents: int, charge: VigorishCharge, seed: int) -> SampledMean:
    """Return the mean vigorish as a share of everything wagered; only a surplus is charged."""
    deals, even = int(nets.sum()), len(nets) // 2
    charged = [(charge(max(place - even, 0)) / opponents, count) for place, count in enumerate(nets.tolist())]
    mean = sum((each * count for each, count in charged), Fraction(0)) / deals
    variance = sum((each**2 * count for each, count in charged), Fraction(0)) / deals - mean**2
    return SampledMean(float(mean), sqrt(variance / (deals - 1)), deals, seed)
