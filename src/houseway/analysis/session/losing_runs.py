"""The longest run of lost rounds in a row among a number of independent rounds. A round that breaks even ends a run."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.values import ShortRepr

_NEGLIGIBLE = 1e-12


@dataclass(frozen=True, repr=False)
class LosingRuns(ShortRepr):
    """The longest losing run of a number of rounds."""

    at_least: tuple[float, ...]
    """From a run of one round on: the probability that the longest run has at least so many rounds."""

    @property
    def expected(self) -> float:
        return sum(self.at_least)

    def reached_in(self, share: float) -> int:
        """Return the longest run that at least this share of sessions has."""
        return max((length for length, chance in enumerate(self.at_least, start=1) if chance >= share), default=0)


def longest_losing_run(losing: Fraction, rounds: int) -> LosingRuns:
    """Return the distribution, up to runs that are negligibly rare."""
    found: list[float] = []
    for length in range(1, rounds + 1):
        chance = _chance_of_run(float(losing), rounds, length)
        if chance < _NEGLIGIBLE:
            break
        found.append(chance)
    return LosingRuns(tuple(found))


def _chance_of_run(losing: float, rounds: int, length: int) -> float:
    """Return how likely `length` lost rounds in a row are: the run is complete for the first time in some round, after a round that
    is not lost and no run before it."""
    complete = losing**length
    without = [1.0] * (rounds + 1)
    found = 0.0
    for number in range(length, rounds + 1):
        first = complete if number == length else complete * (1 - losing) * without[number - length - 1]
        found += first
        without[number] = 1 - found
    return found
