"""Voids and irregularities of rounds, and significant events of the house, in words."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from sqlalchemy import ColumnElement, Connection, and_, exists, or_, select

from houseway.events import Event
from houseway.explanation.words import describe_event, wager_titles
from houseway.regulation import load_book
from houseway.reports import common_columns as common
from houseway.reports.chips.chip_counts import CHIPS_COUNTED
from houseway.reports.columns import ColumnKind, ColumnTitle, write_cell
from houseway.reports.rows.sign_ons import DEALER_SIGNED_OFF, DEALER_SIGNED_ON
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import report_days, report_hands, report_incidents

_HOUSE = "house"
_ROUTINE = frozenset(("integrity-checked", CHIPS_COUNTED, DEALER_SIGNED_ON, DEALER_SIGNED_OFF))
"""Events that are recorded daily and need no attention."""
_HASH, _SHOWN_OF_HASH = re.compile(r"[0-9a-f]{40,}"), 12
_PERSONS = ("player", "person", "target")
"""Facts that say whom an event is about: a player, a person, the target of a stop. Who did it is another question."""
_TIMES = frozenset(("since", "until", "opens_at", "closes_at"))
_NEVER = 1 << 52
"""No time in milliseconds is that late."""
_NOT_IN_WORDS = frozenset(("by", "why", "table", "round", "before", "after"))


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that somebody may have to look into."""

    at: common.Time
    day: common.DetailDay
    table: common.Table
    round: Annotated[int | None, ColumnTitle("Round", ColumnKind.COUNT)]
    kind: Annotated[str, ColumnTitle("Kind")]
    words: Annotated[str, ColumnTitle("What happened")]
    by: common.ActedBy
    stream: Annotated[str, ColumnTitle("Stream", ColumnKind.TEXT, is_detail=True)]
    number: common.EventNumber


def report_irregularities(connection: Connection, scope: ReportScope, kind: str = "") -> Iterator[Incident]:
    """Yield irregularities of rounds, the latest first."""
    return _read(connection, scope, report_incidents.c.stream != _HOUSE, kind)


def report_significant_events(connection: Connection, scope: ReportScope, kind: str = "") -> Iterator[Incident]:
    """Yield significant events of the house, the latest first."""
    told = (report_incidents.c.stream == _HOUSE) & report_incidents.c.kind.not_in(_ROUTINE)
    return _read(connection, scope, told, kind)


def _read(connection: Connection, scope: ReportScope, told: object, kind: str) -> Iterator[Incident]:
    rows = report_incidents
    query = select(rows).where(told, *scope.row_conditions(rows))  # type: ignore[arg-type]
    if kind:
        query = query.where(rows.c.kind == kind)
    if scope.player:
        query = query.where(_concerns(scope.player))
    books = _Books(connection)
    for row in connection.execute(query.order_by(rows.c.at.desc(), rows.c.stream, rows.c.version.desc())):
        event = Event.from_json(json.loads(row.event))
        by = str(event.facts.get("by", ""))
        words = _words(event, row.stream == _HOUSE, books.find(row.table_id, row.day))
        yield Incident(row.at, row.day, row.table_id, row.number, row.kind, words, by, row.stream, row.version)


def _concerns(player: str) -> ColumnElement[bool]:
    """Return the condition that an event names a player as such, or is of a round in which he had a hand."""
    rows, hands = report_incidents, report_hands
    is_his = and_(hands.c.table_id == rows.c.table_id, hands.c.number == rows.c.number, hands.c.player == player)
    names = [f'"{fact}":{json.dumps(player, ensure_ascii=False)}' for fact in _PERSONS]
    named = [rows.c.event.contains(name, autoescape=True) for name in names]
    return or_(*named, and_(rows.c.stream != _HOUSE, exists().where(is_his)))


class _Books:
    """The rule books of tables, each read once."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._found = connection, dict[str, str]()

    def find(self, table: str, day: str) -> str:
        """Return the book of a table on a day, or on the last day before on which it was played; empty if it never was."""
        if table not in self._found:
            query = select(report_days.c.book).where(report_days.c.day <= day, report_days.c.table_id == table)
            latest = self._connection.execute(query.order_by(report_days.c.day.desc()).limit(1)).scalar()
            self._found[table] = str(latest or "")
        return self._found[table]


@lru_cache
def _titles(book: str) -> dict[str, str]:
    return dict(wager_titles(load_book(book))) if book else {}


def _words(event: Event, is_house: bool, book: str) -> str:
    if not is_house:
        return describe_event(event, titles=_titles(book))
    facts = [
        f"{name.replace('_', ' ')} {_said_time(fact) if name in _TIMES else _said(fact)}"
        for name, fact in event.facts.items()
        if name not in _NOT_IN_WORDS and fact
    ]
    change = f"from {_said(event.facts['before'])} to {_said(event.facts['after'])}" if "before" in event.facts else ""
    said = "; ".join(part for part in (", ".join(facts), change, str(event.facts.get("why", ""))) if part)
    return said or event.kind.replace("-", " ")


def _said_time(fact: object) -> str:
    """Write a time in milliseconds, or what is no such time as any other fact. What has no end is for life."""
    if type(fact) is not int:
        return _said(fact)
    return write_cell(ColumnKind.TIME, fact, {}) if fact < _NEVER else "the end of life"


def _said(fact: object) -> str:
    """Write a fact in a few words: of a table its names, of a hash its beginning."""
    if isinstance(fact, tuple | list | Mapping):
        return ", ".join(map(_said, fact)) or "nothing"
    said = str(fact) if fact is not None else ""
    return f"{said[:_SHOWN_OF_HASH]}…" if _HASH.fullmatch(said) else said or "nothing"
