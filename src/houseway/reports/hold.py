"""Wagers, wins and hold, against what the exact odds expect, with a 95 percent interval.

Sums are exact. The theoretical win of a line is the sum over its stakes, and so is its variance, as if all hands were independent;
players at one table share the dealer's cards, so the interval is somewhat narrow. Wagers in a round with a player's bank, wagers
with a coupon and envy bonuses are not compared.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

from sqlalchemy import Connection, Row, func, select

from houseway.analysis.exact import square_root
from houseway.analysis.par.hold_interval import QUANTILE
from houseway.explain.words import wager_titles
from houseway.regulation import load
from houseway.reports.columns import Kind, Titled
from houseway.reports.scope import ReportScope
from houseway.reports.theory import GAME, StakeClass, TheoreticalOdds, line_of, load_odds, wager_name
from houseway.store.report_tables import report_day_wagers

_SUMS = ("hands", "wagered", "won", "lost", "vigorish", "envy", "meter_awards", "house_win")
_KEYS = ("book", "rules", "wager", "stake", "terms")
OTHER = "other"
"""Money of rounds that belongs to no wager: a player's bank, rulings."""


@dataclass(frozen=True, slots=True)
class HoldLine:
    """The game or an optional wager under one rule book, over a period."""

    table: Annotated[str, Titled("Table")]
    book: Annotated[str, Titled("Rule book")]
    title: Annotated[str, Titled("Wager")]
    line: Annotated[str, Titled("Line", Kind.TEXT, is_detail=True)]
    hands: Annotated[int, Titled("Wagers placed", Kind.COUNT)]
    wagered: Annotated[int, Titled("Wagered", Kind.MONEY)]
    won: Annotated[int, Titled("Paid to players", Kind.MONEY)]
    lost: Annotated[int, Titled("Lost by players", Kind.MONEY, is_detail=True)]
    vigorish: Annotated[int, Titled("Vigorish", Kind.MONEY)]
    meter_awards: Annotated[int, Titled("Paid by meters", Kind.MONEY, is_detail=True)]
    house_win: Annotated[int, Titled("House win", Kind.MONEY)]
    win_share: Annotated[Fraction | None, Titled("Win of wagers", Kind.SHARE)]
    theoretical_win: Annotated[Fraction | None, Titled("Theoretical win", Kind.EXACT_MONEY)]
    theoretical_share: Annotated[Fraction | None, Titled("Theoretical share", Kind.SHARE)]
    low: Annotated[Fraction | None, Titled("95% from", Kind.EXACT_MONEY)]
    high: Annotated[Fraction | None, Titled("95% to", Kind.EXACT_MONEY)]
    compared_win: Annotated[int | None, Titled("Win compared", Kind.MONEY, is_detail=True)]
    is_outside: Annotated[bool, Titled("Outside 95%", Kind.FLAG)]


@dataclass
class _Line:
    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_SUMS, 0))
    compared: int = 0
    """The house's win on wagers with known odds."""
    staked: int = 0
    """What the theoretical share is a share of."""
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    is_known: bool = True
    """Whether the odds of everything comparable are known."""
    is_comparable: bool = False


@dataclass(frozen=True, slots=True)
class HoldReport:
    lines: tuple[HoldLine, ...]
    missing: tuple[StakeClass, ...]
    """Rules, wagers and stakes whose exact odds are not known yet."""


def report_hold(connection: Connection, scope: ReportScope, *, by_table: bool = False) -> HoldReport:
    """Report the game and each optional wager, for the house or for each table."""
    rows = _read_classes(connection, scope, by_table)
    odds = load_odds(connection, {row.rules for row in rows})
    lines: dict[tuple[str, str, str], _Line] = {}
    missing: dict[StakeClass, None] = {}
    for row in rows:
        at = (row.table_id if by_table else "", row.book, _line_name(row))
        _add_class(lines.setdefault(at, _Line()), row, odds, missing)
    made = (_finish(*at, line) for at, line in lines.items())
    return HoldReport(
        tuple(sorted(made, key=lambda line: (line.table, line.book, line.line != GAME, line.line))), tuple(missing)
    )


def _line_name(row: Row[Any]) -> str:
    return line_of(row.book, row.wager) if row.wager else OTHER


def _read_classes(connection: Connection, scope: ReportScope, by_table: bool) -> list[Row[Any]]:
    keys = (*(("table_id",) if by_table else ()), *_KEYS)
    by = [report_day_wagers.c[name] for name in keys]
    sums = [func.sum(report_day_wagers.c[name]).label(name) for name in _SUMS]
    query = select(*by, *sums).where(*scope.conditions(report_day_wagers)).group_by(*by)
    return list(connection.execute(query))


def _add_class(line: _Line, row: Row[Any], odds: Mapping[StakeClass, TheoreticalOdds], missing: dict[StakeClass, None]) -> None:
    """Add all hands of one stake to a line. The odds of a game are those of its first wager, which says how often it was played."""
    for name in _SUMS:
        line.sums[name] += int(row._mapping[name])
    if row.terms or not row.wager:
        return
    line.is_comparable = True
    line.compared += int(row.house_win) + int(row.envy)
    if not row.hands or not _has_own_odds(row.book, row.wager):
        return
    line.staked += int(row.wagered)
    at: StakeClass = (row.rules, row.wager, row.stake)
    known = odds.get(at)
    if known is None:
        line.is_known = False
        missing[at] = None
        return
    line.expected += int(row.hands) * row.stake * known.edge
    line.variance += int(row.hands) * row.stake**2 * known.variance


def _has_own_odds(book: str, wager: str) -> bool:
    return line_of(book, wager) != GAME or wager_name(wager) == next(iter(load(book).wagers))


def _finish(table: str, book: str, name: str, line: _Line) -> HoldLine:
    sums = line.sums
    is_known = line.is_known and line.is_comparable and line.staked > 0
    margin = QUANTILE * square_root(line.variance) if is_known else Fraction(0)
    low, high = line.expected - margin, line.expected + margin
    return HoldLine(
        table=table,
        book=book,
        title=_title(book, name),
        line=name,
        **{each: sums[each] for each in ("hands", "wagered", "won", "lost", "vigorish", "meter_awards", "house_win")},
        win_share=Fraction(sums["house_win"], sums["wagered"]) if sums["wagered"] else None,
        theoretical_win=line.expected if is_known else None,
        theoretical_share=line.expected / line.staked if is_known else None,
        low=low if is_known else None,
        high=high if is_known else None,
        compared_win=line.compared if is_known else None,
        is_outside=is_known and not low <= line.compared <= high,
    )


def _title(book: str, name: str) -> str:
    if name == GAME:
        return "The game itself"
    return "Banks and rulings" if name == OTHER else wager_titles(load(book)).get(name, name)


def lines_outside(lines: Iterable[HoldLine]) -> tuple[HoldLine, ...]:
    """Return the lines that somebody has to look into."""
    return tuple(line for line in lines if line.is_outside)
