"""Measure whether evaluators rank alike, and how many hands per second they rank."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, starmap
from math import comb
from timeit import repeat
from typing import Any

import numpy as np

from benchmarks.evaluators import Evaluator
from houseway.cards import CARDS
from houseway.kernels import batch
from houseway.kernels.combinations import unrank_combinations
from houseway.kernels.layout import U8

SEED = 53
COMPARED_HANDS = 2_000
BATCH_HANDS = 1 << 21
SINGLE_HANDS = 20_000
SINGLE_SECONDS = 0.3
"""The approximate time limit of one repetition of single calls: slow evaluators get fewer hands."""
REPETITIONS = 7
"""Repetitions in each round; the best of all rounds counts."""

Arguments = Sequence[tuple[Any, ...]]


@dataclass(frozen=True)
class Rates:
    """Evaluations per second; `None` if there is no such function."""

    batch: float | None
    checked: float | None
    """The batch call with each hand checked first, which is the default."""
    single: float | None

    @property
    def batch_or_single(self) -> float | None:
        """Return the best rate for many hands: the batch call, or single calls if there is none."""
        return self.batch or self.single


@dataclass(frozen=True, eq=False)
class Trial:
    """One evaluator, and the hands that it ranks."""

    evaluator: Evaluator
    cards: int
    hands: U8
    arguments: Arguments
    """Hands in the evaluator's own form, for single calls; empty if it has no such function."""
    agrees: bool
    """Whether it ranks as houseway does. If not, comparing its speed is meaningless."""

    def measure_rates(self) -> Rates:
        """Measure one round."""
        return Rates(self._batch_rate(checked=False), self._batch_rate(checked=True), self._single_rate())

    def _batch_rate(self, *, checked: bool) -> float | None:
        call = self.evaluator.batch
        return _measure_rate(lambda: call(self.hands, checked), len(self.hands)) if call else None

    def _single_rate(self) -> float | None:
        if not self.arguments:
            return None
        return _measure_rate(lambda: _call_each(self.evaluator.calls[self.cards], self.arguments), len(self.arguments))


def best_rates(rounds: Sequence[Rates]) -> Rates:
    """Return the best of the rounds, because other load on the machine can only make a round slower."""
    return Rates(*(_highest_rate(getattr(rates, name) for rates in rounds) for name in ("batch", "checked", "single")))


def _highest_rate(rates: Iterable[float | None]) -> float | None:
    return max((rate for rate in rates if rate is not None), default=None)


def prepare_trial(evaluator: Evaluator, cards: int) -> Trial:
    hands = random_hands(cards, evaluator.deck)
    if evaluator.to_arguments is None:
        return Trial(evaluator, cards, hands, (), agrees=True)
    call = evaluator.calls[cards]
    arguments = [evaluator.to_arguments([CARDS[card] for card in hand]) for hand in hands[:SINGLE_HANDS].tolist()]
    agrees = _ranks_alike(evaluator, hands[:COMPARED_HANDS], list(starmap(call, arguments[:COMPARED_HANDS])))
    few = arguments[: SINGLE_HANDS // 100]
    affordable = int(SINGLE_SECONDS * _measure_rate(lambda: _call_each(call, few), len(few)))
    return Trial(evaluator, cards, hands, arguments[: max(affordable, len(few))], agrees)


@cache
def random_hands(cards: int, deck: int) -> U8:
    """Return random hands, each in random order: sorted cards would help branch prediction."""
    random = np.random.default_rng(SEED)
    return random.permuted(unrank_combinations(random.integers(comb(deck, cards), size=BATCH_HANDS), cards, deck), axis=1)


def _ranks_alike(evaluator: Evaluator, hands: U8, values: Sequence[Any]) -> bool:
    """Return whether the values put the hands in the same order, with the same ties, as `batch.hand_strengths`."""
    strengths = batch.hand_strengths(evaluator.order, hands).tolist()
    upward = sorted(range(len(hands)), key=strengths.__getitem__)
    return all(
        _compare(strengths[lower], strengths[higher]) == _compare(values[lower], values[higher], evaluator.low_wins)
        for lower, higher in pairwise(upward)
    )


def _compare(lower: Any, higher: Any, low_wins: bool = False) -> int:
    """Return -1, 0 or 1, using only comparisons that every package's values support."""
    if lower == higher:
        return 0
    return -1 if (lower < higher) != low_wins else 1


def _call_each(call: Callable[..., Any], arguments: Arguments) -> None:
    """Call in a C loop that discards the results, so that its overhead is small even for fast evaluators."""
    deque(starmap(call, arguments), maxlen=0)


def _measure_rate(work: Callable[[], object], count: int) -> float:
    return count / min(repeat(work, number=1, repeat=REPETITIONS))
