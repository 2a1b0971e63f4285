"""What an act in a round against the dealer sees: who takes part, in which order, and whose turn it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from houseway.events import Command
from houseway.games import wagers
from houseway.games.against_dealer.contest import DealerGame, DecisionRound
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.state import DealerGameRound
from houseway.games.scene import RoundContext as BaseScene
from houseway.games.states import Stake
from houseway.procedure import PROGRESSIVE
from houseway.values import lazy_property, memoize_last

OWN_PLACE = same_rule("7.C")


@dataclass(frozen=True)
class DealerGameContext(BaseScene):
    contest: ClassVar[DealerGame]
    round: DealerGameRound

    @lazy_property
    def playing(self) -> tuple[int, ...]:
        """Return positions that get cards, clockwise from the dealer's left."""
        return _playing_positions(self.round.stakes, self.contest)

    @property
    def settling(self) -> tuple[int, ...]:
        """Return the same positions in order of settlement: counterclockwise from the dealer's right."""
        return tuple(reversed(self.playing))

    @property
    def street(self) -> DecisionRound | None:
        """Return the current decision round, if there is one."""
        number, streets = self.round.street, self.contest.streets
        return streets[number] if number < len(streets) else None

    @property
    def turn(self) -> int | None:
        """Return whose decision is due."""
        state = self.round
        if not state.hands or state.spoiled or state.to_rule or state.dealer_turned or self.street is None:
            return None
        for place in self.playing:
            if self._is_undecided(place):
                return place
        return None

    def _is_undecided(self, position: int) -> bool:
        return position in self.deciding and len(self.round.decided.get(position, ())) <= self.round.street

    @lazy_property
    def deciding(self) -> tuple[int, ...]:
        """Return positions that have neither played nor folded yet."""
        state, competes = self.round, self.contest.competes
        over = [place for place in self.playing if state.done(place) or place in state.abandoned]
        return tuple([place for place in self.playing if place not in over and competes(state.stakes[place])])

    def in_play(self, position: int) -> bool:
        """Return whether a position's hand is still compared with the dealer's."""
        return self.round.played(position) and not self.round.base_void and position not in self.round.abandoned

    def open_sides(self, position: int) -> tuple[str, ...]:
        """Return unsettled optional wagers of a position, in order."""
        state, placed = self.round, self.round.wagers(position)
        return tuple([wager for wager in self.contest.sides if wager in placed and (position, wager) not in state.paid])

    def live(self, position: int) -> Stake | None:
        """Return whether a position has an accepted progressive wager that is not lost, which may earn envy."""
        state, key = self.round, (position, PROGRESSIVE)
        ended = state.results.get(key)
        if (
            position not in self.lit
            or key in state.given_up
            or position in state.abandoned
            or (ended and ended.result == "void")
        ):
            return None
        return state.stake(position, PROGRESSIVE)


@memoize_last
def _playing_positions(stakes: Mapping[int, Mapping[str, Stake]], contest: DealerGame) -> tuple[int, ...]:
    """Memoized, because it does not change after the betting."""
    return tuple([place for place, placed in sorted(stakes.items()) if contest.takes_part(placed)])


def own_position(scene: DealerGameContext, command: Command) -> int:
    return wagers.own_position(scene, command, OWN_PLACE)
