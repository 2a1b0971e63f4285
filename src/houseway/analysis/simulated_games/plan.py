"""What a simulation is asked for: rounds, players, stakes, a seed."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.money import Cents
from houseway.values import ShortRepr

CHART = "chart"
"""The play of a chart or leaflet that most players carry."""
BEST = "best"
"""The play of every hand as the game was solved."""


@dataclass(frozen=True, repr=False)
class SimulationPlan(ShortRepr):
    """A table of players who all stake and play alike, round after round."""

    rounds: int
    players: int
    seed: int
    bet: Cents
    """On the first wager of the game."""
    sides: Mapping[str, Cents]
    """The optional wagers of every spot."""
    play: str
    """The name of the strategy."""

    def to_json(self) -> dict[str, object]:
        sides = {wager: str(stake) for wager, stake in self.sides.items()}
        return {"players": self.players, "seed": self.seed, "bet": str(self.bet), "sides": sides, "play": self.play}
