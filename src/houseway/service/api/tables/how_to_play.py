"""Routes of "How to play": what beats what, a round in six pictures, and each wager in a sentence with its edge."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel, Field

from houseway.errors import NotAllowed
from houseway.events import encode_fact
from houseway.explanation.lesson import Note, OrderLesson, compared_orders, explain_order, order_notes, read_lesson
from houseway.explanation.words import wager_titles
from houseway.money import Cents
from houseway.regulation.shelf import book_id
from houseway.reports.expected.theory import example_odds
from houseway.service.api.desk.asking import BookId, RulesReader
from houseway.service.api.desk.rule_models import find_book
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.api.tables.furnishings import LayoutGeometry
from houseway.service.jobs.sources import rules_from
from houseway.service.messages.exact import Exact
from houseway.service.service import Service
from houseway.service.teaching.course import Course, Picture, play_course
from houseway.service.teaching.wager_lessons import CostedBy, WagerLesson, explain_wagers
from houseway.submission.rules import Rules
from houseway.table.context import round_context
from houseway.table.meters import meters_drawn_on

router = SubjectRouter(prefix="/api/how-to-play", tags=["how to play"], responses=REFUSALS, route_class=CompressedRoute)
EXAMPLE = "everything"
"""The example of each book that offers every wager."""
AtTable = Annotated[
    str | None, Query(max_length=80, description="The table whose rules count; by default an example with every wager")
]


class ExampleHand(BaseModel):
    name: str
    cards: list[str]
    clauses: list[str]


class HandOrderOut(BaseModel):
    """The hands that are compared, the highest first."""

    title: str
    size: int = Field(description="The number of cards of a hand")
    hands: list[ExampleHand]

    @classmethod
    def of(cls, order: OrderLesson) -> "HandOrderOut":
        hands = [
            ExampleHand(name=each.name, cards=list(map(str, each.cards)), clauses=list(map(str, each.clauses)))
            for each in order.hands
        ]
        return cls(title=order.title, size=order.size, hands=hands)


class NoteOut(BaseModel):
    words: str
    clauses: list[str]

    @classmethod
    def of(cls, note: Note) -> "NoteOut":
        return cls(words=note.words, clauses=list(map(str, note.clauses)))


class PictureOut(BaseModel):
    """A moment of the round, with what the player sees of the table."""

    title: str
    words: str
    clauses: list[str]
    view: dict[str, Any]
    chips: int = Field(description="The player's chips that lie on no wager, in cents")

    @classmethod
    def of(cls, picture: Picture) -> "PictureOut":
        moment = picture.moment
        view = {name: encode_fact(part) for name, part in picture.view.items()}
        clauses = list(map(str, moment.clauses))
        return cls(title=moment.title, words=moment.words, clauses=clauses, view=view, chips=picture.chips.amount)


class CourseOut(BaseModel):
    """A round that the engine has played, to be drawn on a printed layout."""

    layout: LayoutGeometry
    wagers: dict[str, str] = Field(description="The name of each wager")
    positions: list[int]
    player: str
    position: int
    pictures: list[PictureOut]

    @classmethod
    def of(cls, course: Course) -> "CourseOut":
        table = course.table
        return cls(
            layout=LayoutGeometry.of(table.rules, table.game.name),
            wagers=dict(wager_titles(table.rules.regulation)),
            positions=list(round_context(table, 0).positions),
            player=course.player,
            position=course.position,
            pictures=[PictureOut.of(picture) for picture in course.pictures],
        )


class EdgeOut(BaseModel):
    stake_cents: int | None = Field(description="The stake; null where the edge was counted for one stake alone")
    house_edge: Exact


class PayingRowOut(BaseModel):
    words: str
    pays: str
    clause: str


class WagerLessonOut(BaseModel):
    """A wager in a sentence, with what it pays and costs at the table."""

    wager: str
    title: str
    clause: str
    words: str
    costed_by: CostedBy = Field(
        description="What the edge is a share of: its own stake, counted (stake) or solved (game); the stake that earns it,"
        " for each other player (envy); the first wager's figure includes it (base); not known yet (unknown)"
    )
    edges: list[EdgeOut]
    pays: list[PayingRowOut]

    @classmethod
    def of(cls, lesson: WagerLesson) -> "WagerLessonOut":
        return cls(
            wager=lesson.wager,
            title=lesson.title,
            clause=str(lesson.clause),
            words=lesson.words,
            costed_by=lesson.costed_by,
            edges=[
                EdgeOut(stake_cents=stake.amount if stake else None, house_edge=Exact.of(edge)) for stake, edge in lesson.edges
            ],
            pays=[PayingRowOut(words=row.words, pays=str(row.pays), clause=str(row.clause)) for row in lesson.paytable.rows],
        )


class HowToPlay(BaseModel):
    """What somebody is told who has never played a game."""

    book: str
    title: str
    jurisdiction: str
    table: str | None = Field(description="Whose rules count; null for an example with every wager")
    goal: str
    orders: list[HandOrderOut]
    notes: list[NoteOut] = Field(description="The joker, the low ace, and ties")
    course: CourseOut
    wagers: list[WagerLessonOut]
    edge_assumes: str = Field(description="How the game is played for the edge of its first wager, in words")


@router.get("/{book}", summary="Explain a game: what beats what, a round in six pictures, each wager with its edge")
async def explain_game(service: ServiceHere, _person: RulesReader, book: BookId, table: AtTable = None) -> HowToPlay:
    name = book_id(book)
    rules, meters = _rules_at(service, name, table) if table else (None, None)
    known = await service.theory.known_edges()
    return await service.desk.run(_explain, name, table, rules, meters, known)


def _rules_at(service: Service, book: str, table: str) -> tuple[Rules, Mapping[str, Cents]]:
    """Return the rules in force at a table of a book, and what its meters show."""
    rules = service.house.latest_state(table).rules
    if rules.book != book:
        said = f"{table} is played by another rule book"
        raise NotAllowed(said, code="how-to-play.table", given=table, allowed=f"a table of {book}; {table} is of {rules.book}")
    meters = meters_drawn_on(service.house.meters.by_id, rules)
    return rules, {name: meter.displayed for name, meter in meters.items()}


def _explain(
    book: str,
    table: str | None,
    given: Rules | None,
    meters: Mapping[str, Cents] | None,
    known: Mapping[str, Sequence[Fraction]],
) -> HowToPlay:
    regulation = find_book(book)
    rules = given or rules_from({"example": f"{book}/{EXAMPLE}"})
    orders = compared_orders(rules)
    notes = {note.words: note for order in orders for note in order_notes(order, book)}
    course = play_course(book)
    return HowToPlay(
        book=book,
        title=regulation.title,
        jurisdiction=regulation.jurisdiction,
        table=table,
        goal=read_lesson(book).goal,
        orders=[HandOrderOut.of(explain_order(order, book)) for order in orders],
        notes=[NoteOut.of(note) for note in notes.values()],
        course=CourseOut.of(course),
        wagers=[WagerLessonOut.of(each) for each in explain_wagers(rules, _edges_of_game(rules, known), meters)],
        edge_assumes="set the house way" if course.table.house_way else "played best",
    )


def _edges_of_game(rules: Rules, known: Mapping[str, Sequence[Fraction]]) -> Sequence[Fraction]:
    """Return the edges of the first wager that ship with the program or were computed before."""
    base = next(iter(rules.offers))
    shipped = (
        odds.edge
        for (hash_, wager, _), odds in example_odds().items()
        if (hash_, wager) == (rules.hash, base) and odds.is_exact
    )
    return known.get(rules.hash) or tuple(shipped)


@router.get("/{book}/wagers", summary="Say each wager of a book in a sentence")
async def list_sentences(service: ServiceHere, _person: RulesReader, book: BookId) -> dict[str, str]:
    return await service.desk.run(lambda: dict(read_lesson(find_book(book_id(book)).id).wagers))


@router.get("/{book}/steps", summary="Say what each step is that a player may take")
async def list_steps(service: ServiceHere, _person: RulesReader, book: BookId) -> dict[str, str]:
    return await service.desk.run(lambda: dict(read_lesson(find_book(book_id(book)).id).steps))
