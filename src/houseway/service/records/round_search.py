"""Search the completed rounds of all tables, the latest first, in the rows of reports that are stored with their events."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, literal, or_, select, tuple_

from houseway.events import Event
from houseway.explanation.words import describe_event, wager_titles
from houseway.regulation import load_book
from houseway.reports.rows.incident_kinds import IRREGULAR
from houseway.store import Store
from houseway.store.report_tables import of_one_round, report_hands, report_incidents, report_rounds
from houseway.store.schema import identities

PAGE = 25
MOST_PAGES = 20
"""Pages of irregular rounds that one search reads for some words, which no index has."""

_RoundRow = Row[tuple[object, ...]]
_RoundKey = tuple[str, int]
Place = tuple[int, str, int]
"""Where a round stands among all: when it began, its table and its number."""


@dataclass(frozen=True, slots=True)
class RoundQuery:
    """A search. An empty value matches everything."""

    table: str = ""
    since: int = 0
    until: int = 1 << 62
    player: str = ""
    """An id, or part of a name."""
    result: str = ""
    """`won`, `lost`, `void` or `meter`."""
    least: int = 0
    """The least amount that a player won or lost, in cents."""
    irregular: bool = False
    words: str = ""
    """Part of the words of an irregularity."""


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """A completed round in a line, from what everybody may know about it."""

    table: str
    number: int
    book: str
    began_at: int
    ended_at: int
    staked: int
    """What was wagered, in cents."""
    nets: Mapping[str, int]
    """By player who wagered: what he won or lost, in cents."""
    from_meters: int
    """What the meters paid, in cents."""
    is_void: bool
    irregularities: tuple[str, ...]
    """What was irregular, in words."""

    @property
    def place(self) -> Place:
        return self.began_at, self.table, self.number


@dataclass(frozen=True, slots=True)
class RoundPage:
    """Some of the rounds that fit a search."""

    rounds: tuple[RoundSummary, ...]
    next: Place | None
    """Where the next page begins; None if there are no more rounds."""


def search_rounds(store: Store, query: RoundQuery, after: Place | None = None) -> RoundPage:
    """Return the rounds that fit, the latest first, from a place on: a page of them at most."""
    found: list[RoundSummary] = []
    with store.database.reading() as connection:
        for _ in range(MOST_PAGES):
            rows = connection.execute(_select_rounds(query, after).limit(PAGE + 1)).all()
            page = _summarize(connection, rows[:PAGE])
            after = page[-1].place if len(rows) > PAGE else None
            found += [each for each in page if _has_words(each, query.words)]
            if len(found) > PAGE:
                return RoundPage(tuple(found[:PAGE]), found[PAGE - 1].place)
            if after is None or len(found) == PAGE:
                break
    return RoundPage(tuple(found), after)


def _has_words(summary: RoundSummary, words: str) -> bool:
    return not words or any(words.casefold() in said.casefold() for said in summary.irregularities)


# What is sought, as SQL


def _select_rounds(query: RoundQuery, after: Place | None) -> Select[tuple[object, ...]]:
    rounds = report_rounds.c
    order = (rounds.began_at.desc(), rounds.table_id, rounds.number.desc())
    return select(report_rounds).where(*_conditions(query), *([_is_after(after)] if after else [])).order_by(*order)


def _conditions(query: RoundQuery) -> Iterator[ColumnElement[bool]]:
    rounds = report_rounds.c
    yield rounds.began_at.between(query.since, query.until)
    if query.table:
        yield rounds.table_id == query.table
    if query.irregular or query.words:
        yield rounds.irregularities > 0
    if query.result == "void":
        yield rounds.is_void
    if query.result == "meter":
        yield rounds.meter_awards > 0
    if query.player:
        yield tuple_(rounds.table_id, rounds.number).in_(_select_hands(query))
    elif query.least or query.result in ("won", "lost"):
        yield _select_hands(query).where(of_one_round).exists()


def _select_hands(query: RoundQuery) -> Select[tuple[str, int]]:
    """Select the rounds in which one of the players who are sought won or lost as much as is sought."""
    hands = report_hands.c
    wanted = select(hands.table_id, hands.number).group_by(hands.table_id, hands.number, hands.player)
    if query.player:
        named = select(identities.c.person).where(identities.c.name.icontains(query.player, autoescape=True))
        wanted = wanted.where(or_(hands.player == query.player, hands.player.in_(named)))
    net = func.sum(hands.net)
    match query.result:
        case "won":
            return wanted.having(and_(net > 0, net >= query.least))
        case "lost":
            return wanted.having(and_(net < 0, -net >= query.least))
    return wanted.having(func.abs(net) >= query.least)


def _is_after(place: Place) -> ColumnElement[bool]:
    rounds, (began_at, table, number) = report_rounds.c, place
    later_place = or_(rounds.table_id > table, and_(rounds.table_id == table, rounds.number < number))
    return or_(rounds.began_at < began_at, and_(rounds.began_at == began_at, later_place))


# Rows as summaries


def _summarize(connection: Connection, rows: Sequence[_RoundRow]) -> list[RoundSummary]:
    keys = [(row.table_id, row.number) for row in rows]
    nets = _read_nets(connection, keys)
    said = _read_irregularities(connection, {(row.table_id, row.number): row.book for row in rows if row.irregularities})
    return [
        RoundSummary(
            table=row.table_id,
            number=row.number,
            book=row.book,
            began_at=row.began_at,
            ended_at=row.ended_at,
            staked=row.wagered,
            nets=nets.get((row.table_id, row.number), {}),
            from_meters=row.meter_awards,
            is_void=row.is_void,
            irregularities=tuple(said.get((row.table_id, row.number), ())),
        )
        for row in rows
    ]


def _read_nets(connection: Connection, keys: list[_RoundKey]) -> dict[_RoundKey, dict[str, int]]:
    hands = report_hands.c
    wanted = select(hands.table_id, hands.number, hands.player, func.sum(hands.net))
    wanted = wanted.where(tuple_(hands.table_id, hands.number).in_(keys)) if keys else wanted.where(literal(value=False))
    nets: dict[_RoundKey, dict[str, int]] = {}
    for table, number, player, net in connection.execute(wanted.group_by(hands.table_id, hands.number, hands.player)):
        nets.setdefault((table, number), {})[player] = int(net)
    return nets


def _read_irregularities(connection: Connection, books: Mapping[_RoundKey, str]) -> dict[_RoundKey, list[str]]:
    """Return what was irregular in rounds, in words; `books` has the rule book of each."""
    if not books:
        return {}
    incidents = report_incidents.c
    wanted = select(incidents.table_id, incidents.number, incidents.event).where(
        tuple_(incidents.table_id, incidents.number).in_(list(books)), incidents.kind.in_(IRREGULAR)
    )
    said: dict[_RoundKey, list[str]] = {}
    for table, number, event in connection.execute(wanted.order_by(incidents.version)):
        titles = wager_titles(load_book(books[table, number]))
        words = describe_event(Event.from_json(json.loads(event)), titles=titles)
        said.setdefault((table, number), []).append(words)
    return said
