"""The course of a round, as "How to play" shows it: a round that the engine plays, at the moments of the lesson."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from houseway.errors import Malformed
from houseway.events import Actor, Event, Role
from houseway.examples import read_example
from houseway.explanation.lesson import Moment, read_lesson
from houseway.files.rounds.file import parse_round_file
from houseway.files.rounds.model import OPENED_AT
from houseway.files.rounds.play import play_round_file
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.table import Table
from houseway.table.context import round_context
from houseway.table.state import evolve_all


@dataclass(frozen=True, slots=True)
class Picture:
    """The table at a moment of the round, as the player sees it."""

    moment: Moment
    view: Mapping[str, object] = field(repr=False)
    chips: Cents
    """The player's chips that lie on no wager."""


@dataclass(frozen=True, slots=True)
class Course:
    """A round of one player against the house, in pictures."""

    table: Table = field(repr=False)
    """The table after the round."""
    player: str
    position: int
    pictures: tuple[Picture, ...]


@cache
def play_course(book: str) -> Course:
    """Play the round with which a rule book is explained."""
    name = f"rounds/lesson-{load_book(book).short}"
    file = parse_round_file(read_example(name), name)
    played = play_round_file(file)
    seat, events, lesson = file.seats[0], played.run.events, read_lesson(book)
    pictures, table, seen = [], None, 0
    for moment in lesson.moments:
        place = _find_place(moment, events, seen)
        table = evolve_all(table, events[seen:place])
        assert table is not None, "a round is played at a table"
        pictures.append(_draw(moment, table, seat.name))
        seen = place
    return Course(played.run.table, seat.name, seat.position, tuple(pictures))


def _find_place(moment: Moment, events: Sequence[Event], seen: int) -> int:
    """Return how many events are over at a moment. What a wager's event moves belongs to it."""
    kind = moment.before or moment.after
    place = next((place for place in range(seen, len(events)) if events[place].kind == kind), None)
    if place is None:
        said = f"{moment.title}: the round of the lesson has no further {kind}"
        raise Malformed(said, code="lesson.moment", given=kind, allowed="an event of the round, in its order")
    return place if moment.before else _after_money(events, place + 1)


def _after_money(events: Sequence[Event], place: int) -> int:
    while place < len(events) and events[place].kind == "money-moved":
        place += 1
    return place


def _draw(moment: Moment, table: Table, player: str) -> Picture:
    view = table.game.view(round_context(table, OPENED_AT), Actor(Role.PLAYER, player))
    return Picture(moment, view, table.chips(player))
