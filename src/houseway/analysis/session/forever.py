"""Ruin of a player who never stops: certain without an edge, and between two bounds with one (Lundberg's inequality)."""

from dataclasses import dataclass
from math import exp, log, log1p

import numpy as np

from houseway.analysis.session.walk import Steps
from houseway.analysis.spot_rounds.results import RoundResults

_HALVINGS = 200


@dataclass(frozen=True)
class EndlessRuin:
    """The probability of ruin without a last round."""

    at_least: float
    at_most: float
    why: str

    def to_json(self) -> dict[str, str]:
        return {"at_least": f"{self.at_least:.12g}", "at_most": f"{self.at_most:.12g}", "why": self.why}

    @property
    def is_certain(self) -> bool:
        return self.at_least == 1.0


def endless_ruin(results: RoundResults, steps: Steps, least: int) -> EndlessRuin:
    """Return the bounds, for a player who is ruined below the cell `least` and begins at cell 0."""
    if steps.lowest >= 0:
        return EndlessRuin(0.0, 0.0, "no round loses")
    if results.mean <= 0:
        return EndlessRuin(1.0, 1.0, "the player has no edge, so whoever never stops is ruined")
    rate = _adjustment_rate(steps)
    nearest, deepest = 1 - least, 1 - least - steps.lowest - 1
    why = "the player has an edge; both bounds follow from Lundberg's inequality"
    return EndlessRuin(exp(-rate * deepest), exp(-rate * nearest), why)


def _adjustment_rate(steps: Steps) -> float:
    """Return the positive rate at which the mean of exp(-rate * result) is 1, from below, so that no bound is too small."""
    low, high = 0.0, 1.0 / -steps.lowest
    while _log_mean(steps, high) < 0:
        low, high = high, high * 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _log_mean(steps, middle) < 0:
            low = middle
        else:
            high = middle
    return low


def _log_mean(steps: Steps, rate: float) -> float:
    exponents = -rate * steps.cells
    top = float(exponents.max())
    if top > 1.0:
        return top + log(float((steps.probabilities * np.exp(exponents - top)).sum()))
    return log1p(float((steps.probabilities * np.expm1(exponents)).sum()))
