"""The pace of a table: rounds, players and average bets."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.money import Cents


@dataclass(frozen=True)
class Pace:
    """How fast and how high a table plays."""

    rounds_per_hour: int
    players: int
    bets: Mapping[str, Cents]
    """The average bet of each wager with a stake of its own."""

    @property
    def player_rounds(self) -> int:
        return self.rounds_per_hour * self.players

    def to_json(self) -> dict[str, object]:
        bets = {wager: str(bet) for wager, bet in self.bets.items()}
        return {"rounds_per_hour": self.rounds_per_hour, "players": self.players, "average_bets": bets}
