"""Which part of the house a report is about: gaming days, and a table, a game or a player of it."""

from dataclasses import dataclass
from datetime import date
from functools import cache

from sqlalchemy import ColumnElement, Select, Table, select

from houseway.errors import Malformed
from houseway.regulation import BOOKS, load_book
from houseway.reports.gaming_day import parse_day
from houseway.store import Store
from houseway.store.report_tables import report_days

_EPOCH, _DAY = date(1970, 1, 1), 86_400_000
_ZONES = 3 * _DAY
"""An upper bound on how far a gaming day can differ from the UTC day: by zone, by hour, and by a change of both."""


@dataclass(frozen=True, slots=True)
class ReportScope:
    """From a gaming day to another, both included. An empty text means everything, and a player means the player's own figures."""

    first_day: str
    last_day: str
    table: str = ""
    game: str = ""
    player: str = ""

    def __post_init__(self) -> None:
        if parse_day(self.first_day) > parse_day(self.last_day):
            raise Malformed(
                f"the period ends on {self.last_day}, before it begins on {self.first_day}",
                code="report.period",
                given=f"{self.first_day} to {self.last_day}",
                allowed="a first day that is not after the last",
            )

    @property
    def is_one_day(self) -> bool:
        return self.first_day == self.last_day

    @property
    def time_range(self) -> tuple[int, int]:
        """Return a range of milliseconds that contains these days in any time zone, so that an index on times can be used."""
        first, last = parse_day(self.first_day), parse_day(self.last_day)
        return (first - _EPOCH).days * _DAY - _ZONES, (last - _EPOCH).days * _DAY + _DAY + _ZONES

    def row_conditions(self, rows: Table) -> list[ColumnElement[bool]]:
        """Return the conditions on rows, for the columns that they have. Only reports on players use the player."""
        wanted = [rows.c.day >= self.first_day, rows.c.day <= self.last_day]
        if self.table:
            wanted.append(rows.c.table_id == self.table)
        if self.game and "book" in rows.c:
            wanted.append(rows.c.book.in_(books_of_game(self.game)))
        elif self.game:
            wanted.append(rows.c.table_id.in_(self._tables_of_game()))
        return wanted

    def _tables_of_game(self) -> Select[tuple[str]]:
        """Select the tables at which a game has been played."""
        return select(report_days.c.table_id).where(report_days.c.book.in_(books_of_game(self.game)))


def check_table(store: Store, table: str) -> str:
    """Return a table by which a report is limited, or refuse one that was never opened."""
    if table and not store.stream_head(f"table:{table}").version:
        tables = tuple(head.stream.removeprefix("table:") for head in store.stream_heads("table:"))
        said = f"there is no table {table!r}; there are {', '.join(tables) or 'none'}"
        raise Malformed(said, code="report.table", given=table, allowed=tables)
    return table


@cache
def books_of_game(game: str) -> tuple[str, ...]:
    """Return the rule books of a game."""
    found = tuple(book for book in BOOKS if load_book(book).game == game)
    if not found:
        allowed = tuple(dict.fromkeys(load_book(book).game for book in BOOKS))
        raise Malformed(f"there is no game {game!r}", code="report.game", given=game, allowed=allowed)
    return found
