"""What is recorded about the chance of one table: its seeds, as far as they are public, and the draws from them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from houseway.service.live.turns.turn import chance_stream
from houseway.service.secrecy.seeds import DRAWN, DRAWS, SeedFold, SeedName, TableSeeds
from houseway.store import Store


class RecordedDraw(NamedTuple):
    """A draw from a seed."""

    version: int
    """The version of its first event in the table's stream."""
    name: SeedName
    number: int
    """Its number among those that the seed serves, counted from 1."""
    act: str
    deck: str
    """The deck that was shuffled; empty for any other draw."""


class SeedsAndDraws:
    """The seeds of a table and the draws from them."""

    def __init__(self, seeds: TableSeeds, draws: Sequence[RecordedDraw]) -> None:
        self.seeds = seeds
        self.draws = {draw.version: draw for draw in draws}
        """By version: every draw, whether or not its seed is open."""
        self._shuffles: dict[str, list[tuple[int, SeedName]]] = {}
        for draw in draws:
            if draw.name[1] != DRAWS:
                self._shuffles.setdefault(draw.deck, []).append((draw.version, draw.name))

    def open_draw(self, version: int) -> RecordedDraw | None:
        """Return the draw of the command that begins at a version, if it is one and its seed is open."""
        if version not in self.draws:
            return None
        draw = self.draws[version]
        return draw if draw.name in self.seeds.opened else None

    def shuffle_before(self, deck: str, version: int) -> SeedName | None:
        """Return the seed of the last shuffle of a deck before an event."""
        shuffles = self._shuffles.get(deck, [])
        place = bisect_left(shuffles, (version, (0, "")))
        return shuffles[place - 1][1] if place else None


def read_chance(store: Store, table: str) -> SeedsAndDraws:
    """Read the seeds of a table and what was drawn from them. A year has hundreds of thousands of events of them."""
    folding, drawn, draws = SeedFold(TableSeeds()), Counter[SeedName](), list[RecordedDraw]()
    for append in store.read(chance_stream(table)):
        for event in append.events:
            folding.add(event)
            if event.kind == DRAWN:
                name = (event.number("round"), event.text("purpose"))
                drawn[name] += 1
                version, act, deck = event.number("version"), event.text("act"), event.text("deck", "")
                draws.append(RecordedDraw(version, name, drawn[name], act, deck))
    return SeedsAndDraws(folding.seeds(), draws)
