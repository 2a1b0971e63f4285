"""Players of one table who play by different strategies: each strategy plays all hands, and every seat gets its own."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from houseway.analysis.simulated_games.lines import NOTHING, PlayRounds, SimulatedGame, SimulatedLine
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.spelling import list_things

if TYPE_CHECKING:
    from houseway.kernels.layout import U8, U16

GAME_AXIS = 0
DIFFERENT = "its players play by different strategies; each strategy has a line of its own"
DescribeGame = Callable[[SimulationPlan], SimulatedGame]


def mix_plays(plan: SimulationPlan, describe: DescribeGame) -> SimulatedGame:
    """Return the game of a table whose seats play as `plan.plays` says. Wagers that depend on the play have a line for each
    strategy beside the one of all seats."""
    names = tuple(dict.fromkeys(plan.plays))
    games = [describe(replace(plan, play=name, plays=())) for name in names]
    seats = [tuple(seat for seat, name in enumerate(plan.plays) if name == each) for each in names]
    first, absent = games[0], max(game.outcomes for game in games)
    own = [
        _own_line(line, name, first.axes + place, absent, len(seats[place]))
        for place, (name, game) in enumerate(zip(names, games, strict=True))
        for line in game.lines
        if line.axis == GAME_AXIS
    ]
    said = (_in_words(mine, game) for mine, game in zip(seats, games, strict=True))
    return replace(
        first,
        axes=first.axes + len(names),
        outcomes=absent + 1,
        lines=(*_common_lines(games), *own),
        new_player=NewMixedPlayer(tuple(game.new_player for game in games), tuple(seats), first.axes, absent),
        strategy=f"by position, {'; '.join(said)}",
    )


def _in_words(seats: Sequence[int], game: SimulatedGame) -> str:
    return f"{list_things(f'{seat + 1}' for seat in seats)}: {game.strategy.removeprefix('every player ')}"


def _common_lines(games: Sequence[SimulatedGame]) -> Iterator[SimulatedLine]:
    for line in games[0].lines:
        yield replace(line, exact=None, why_not_exact=DIFFERENT) if line.axis == GAME_AXIS else line


def _own_line(line: SimulatedLine, name: str, axis: int, absent: int, seats: int) -> SimulatedLine:
    """Return the line of those who play by one strategy. For all others the outcome is that they are absent."""
    nets = (*line.nets, *[NOTHING] * (absent + 1 - len(line.nets)))
    return replace(
        line, name=f"{line.name}:{name}", title=f"{line.title}, {name}", axis=axis, nets=nets, is_part=False, seats=seats
    )


@dataclass(frozen=True)
class NewMixedPlayer:
    """Makes players of rounds, one for each strategy. It can be sent to another machine."""

    players: tuple[Callable[[], PlayRounds], ...] = field(repr=False)
    seats: tuple[tuple[int, ...], ...]
    """By strategy: the seats that play by it."""
    axes: int
    """Those that every strategy writes; after these come one for each strategy."""
    absent: int
    """The outcome of a seat on the axis of another strategy."""

    def __call__(self) -> PlayRounds:
        import numpy as np

        players = [(new_player(), np.array(seats)) for new_player, seats in zip(self.players, self.seats, strict=True)]

        def play_rounds(cards: "U8", out: "U16", first: int = 0) -> None:
            found = np.zeros((len(cards), out.shape[1], self.axes), dtype=np.uint16)
            out[:, :, self.axes :] = self.absent
            for place, (play, seats) in enumerate(players):
                play(cards, found, first)
                out[:, seats, : self.axes] = found[:, seats]
                out[:, seats, self.axes + place] = found[:, seats, GAME_AXIS]

        return play_rounds
