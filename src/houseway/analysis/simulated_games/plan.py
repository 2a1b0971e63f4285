"""What a simulation is asked for: rounds, players, stakes, a seed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.money import Cents
from houseway.values import ShortRepr

CHART = "chart"
"""The play of a chart or leaflet that most players carry."""
NIGHT_ROUNDS = 1 << 14
"""The rounds of a night, after which a table begins anew."""
HOUSE_WAY = "house-way"
"""The hands that are set by a house way."""
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
    plays: tuple[str, ...] = ()
    """By seat, if the players play by different strategies."""
    ways: Mapping[str, str] = field(default_factory=dict)
    """How hands are set, as options of the game's solver."""
    banking: tuple[int, ...] = ()
    """The positions that take the bank whenever they may."""

    def to_json(self) -> dict[str, object]:
        sides = {wager: str(stake) for wager, stake in self.sides.items()}
        found: dict[str, object] = {
            "players": self.players,
            "seed": self.seed,
            "bet": str(self.bet),
            "sides": sides,
            "play": self.play,
        }
        if self.plays:
            found["plays"] = list(self.plays)
        return {**found, **self.ways, **({"banking": list(self.banking)} if self.banking else {})}
