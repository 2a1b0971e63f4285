"""Whether two evaluators rank alike, and how many hands a second they rank."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, starmap
from math import comb
from timeit import repeat
from typing import Any

import numpy as np

from benchmarks.evaluators import Evaluator
from houseway.cards import CARDS
from houseway.kernels import batch
from houseway.kernels.combinations import unrank
from houseway.kernels.layout import U8

SEED = 53
BATCH_HANDS = 1 << 21
BATCH_REPETITIONS = 25
"""Many, for each is over in a hundredth of a second, and the second core is seldom idle for long."""
SINGLE_HANDS = 20_000
SINGLE_REPETITIONS = 5
SINGLE_SECONDS = 0.4
"""About how long one repetition of single calls may take: the slowest evaluator gets fewer hands."""
COMPARED_HANDS = 2_000


@dataclass(frozen=True)
class Result:
    """Evaluations per second of one evaluator for one size of hand; `None` where it has no such call."""

    evaluator: Evaluator
    cards: int
    agrees: bool
    """Whether it ranks as houseway does. If not, its speed is no comparison."""
    batch: float | None
    checked: float | None
    """The batch call with each hand checked first, as it is by default."""
    single: float | None

    @property
    def many(self) -> float | None:
        """The fastest it does with many hands: its batch call, or else call after call."""
        return self.batch or self.single


def result(evaluator: Evaluator, cards: int) -> Result:
    hands = deal(cards, evaluator.deck, BATCH_HANDS)
    agrees = _ranks_alike(evaluator, hands[:COMPARED_HANDS])
    unchecked, checked = (_batch_rate(evaluator, hands, checked=checked) for checked in (False, True))
    return Result(evaluator, cards, agrees, unchecked, checked, _single_rate(evaluator, hands[:SINGLE_HANDS]))


def deal(cards: int, deck: int, count: int) -> U8:
    """Random hands, each in a random order: sorted cards would flatter a table that is read from one end."""
    random = np.random.default_rng(SEED)
    return random.permuted(unrank(random.integers(comb(deck, cards), size=count), cards, deck), axis=1)


def _ranks_alike(evaluator: Evaluator, hands: U8) -> bool:
    """Whether the hands stand in the same order, with the same ties, as `batch.strengths` has them."""
    if evaluator.form is None:
        return True
    values = list(starmap(evaluator.calls[hands.shape[1]], _arguments(evaluator, hands)))
    strengths = batch.strengths(evaluator.order, hands).tolist()
    upward = sorted(range(len(hands)), key=strengths.__getitem__)
    return all(
        _compare(strengths[lower], strengths[higher]) == _compare(values[lower], values[higher], evaluator.low_wins)
        for lower, higher in pairwise(upward)
    )


def _compare(lower: Any, higher: Any, low_wins: bool = False) -> int:
    """-1, 0 or 1, with nothing but the comparisons that every package's values have."""
    if lower == higher:
        return 0
    return -1 if (lower < higher) != low_wins else 1


def _batch_rate(evaluator: Evaluator, hands: U8, *, checked: bool) -> float | None:
    call = evaluator.batch
    if call is None:
        return None
    return _rate(lambda: call(hands, checked), len(hands), BATCH_REPETITIONS)


def _single_rate(evaluator: Evaluator, hands: U8) -> float | None:
    """The loop is in C (`starmap` into a queue that keeps nothing), so that it weighs as little as it can on the quick ones."""
    if evaluator.form is None:
        return None
    call, arguments = evaluator.calls[hands.shape[1]], _arguments(evaluator, hands)
    trial = arguments[: len(arguments) // 100]
    enough = int(SINGLE_SECONDS * _rate(lambda: deque(starmap(call, trial), maxlen=0), len(trial), 1))
    arguments = arguments[: max(enough, len(trial))]
    return _rate(lambda: deque(starmap(call, arguments), maxlen=0), len(arguments), SINGLE_REPETITIONS)


def _arguments(evaluator: Evaluator, hands: U8) -> Sequence[tuple[Any, ...]]:
    assert evaluator.form is not None
    return [evaluator.form([CARDS[card] for card in hand]) for hand in hands.tolist()]


def _rate(work: Callable[[], object], count: int, repetitions: int) -> float:
    """The best of the repetitions: what else the machine does can only make one slower."""
    return count / min(repeat(work, number=1, repeat=repetitions))
