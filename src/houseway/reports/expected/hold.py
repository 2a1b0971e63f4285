"""Wagers, wins and hold, against what the exact odds expect, with a 95 percent interval.

Sums are exact. The theoretical win of a line is the sum over its stakes, and so is its variance, as if all hands were independent;
players at one table share the dealer's cards, so the interval is somewhat narrow. Money without exact odds is left out of the
comparison, and each line says how much that is.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

from sqlalchemy import Connection, select

from houseway.analysis.exact import square_root
from houseway.analysis.par_figures.hold_interval import QUANTILE
from houseway.explanation.words import wager_titles
from houseway.regulation import load_book
from houseway.reports import common_columns as common
from houseway.reports.columns import ColumnKind, ColumnTitle
from houseway.reports.expected.expectation import Expectation, expectation_of, has_own_odds
from houseway.reports.expected.theory import GAME, StakeClass, load_odds, report_line
from houseway.reports.expected.wager_classes import MONEY, WagerClass, read_classes
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import report_rules

OTHER = "other"
"""Money of rounds that belongs to no wager: a player's bank, rulings."""
_SHOWN_OF_HASH = 12
_SHOWN = ("hands", "wagered", "won", "lost", "vigorish", "envy", "meter_awards", "house_win")


@dataclass(frozen=True, slots=True)
class HoldLine:
    """The game or an optional wager under one rule book, over a period."""

    table: common.Table
    book: common.Book
    submission: Annotated[str, ColumnTitle("Submission")]
    paytable: Annotated[str, ColumnTitle("Paytable")]
    first_day: Annotated[str, ColumnTitle("First day", ColumnKind.DAY, is_detail=True)]
    last_day: Annotated[str, ColumnTitle("Last day", ColumnKind.DAY, is_detail=True)]
    title: Annotated[str, ColumnTitle("Wager")]
    line: Annotated[str, ColumnTitle("Line", ColumnKind.TEXT, is_detail=True)]
    hands: Annotated[int, ColumnTitle("Wagers placed", ColumnKind.COUNT)]
    wagered: Annotated[int, ColumnTitle("Wagered", ColumnKind.MONEY)]
    won: Annotated[int, ColumnTitle("Paid to players", ColumnKind.MONEY)]
    lost: Annotated[int, ColumnTitle("Lost by players", ColumnKind.MONEY, is_detail=True)]
    vigorish: common.Vigorish
    envy: Annotated[int, ColumnTitle("Envy bonuses", ColumnKind.MONEY, is_detail=True)]
    meter_awards: common.MeterAwards
    house_win: common.HouseWin
    win_share: common.WinShare
    theoretical_win: Annotated[Fraction | None, ColumnTitle("Theoretical win", ColumnKind.EXACT_MONEY)]
    theoretical_share: Annotated[Fraction | None, ColumnTitle("Theoretical share", ColumnKind.SHARE)]
    low: Annotated[Fraction | None, ColumnTitle("95% from", ColumnKind.EXACT_MONEY)]
    high: Annotated[Fraction | None, ColumnTitle("95% to", ColumnKind.EXACT_MONEY)]
    compared_win: Annotated[int | None, ColumnTitle("Win compared", ColumnKind.MONEY, is_detail=True)]
    is_outside: Annotated[bool, ColumnTitle("Outside 95%", ColumnKind.FLAG)]
    left_out_rounds: Annotated[int | None, ColumnTitle("Rounds left out", ColumnKind.COUNT)]
    left_out_wagered: Annotated[int | None, ColumnTitle("Wagers left out", ColumnKind.MONEY)]
    left_out_win: Annotated[int | None, ColumnTitle("Win left out", ColumnKind.MONEY)]


@dataclass
class _Line:
    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("hands", *MONEY), 0))
    days: list[str] = field(default_factory=list)
    expected: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    staked: int = 0
    compared: int = 0
    left_out_rounds: int = 0
    left_out_wagered: int = 0
    is_known: bool = True
    """Whether no odds are missing."""

    @property
    def has_figures(self) -> bool:
        """Return whether there is anything to report; a bonus that a table does not offer leaves nothing."""
        return any(self.sums.values()) or self.staked > 0 or not self.is_known

    def add(self, wagers: WagerClass, expectation: Expectation) -> None:
        for name in self.sums:
            self.sums[name] += getattr(wagers, name)
        self.days += (wagers.first_day, wagers.last_day)
        self.expected += expectation.win
        self.variance += expectation.variance
        self.staked += expectation.staked
        self.compared += expectation.compared_win
        self.is_known &= not expectation.missing
        if expectation.is_left_out and (not wagers.wager or has_own_odds(wagers.book, wagers.wager)):
            self.left_out_rounds += wagers.rounds
            self.left_out_wagered += wagers.wagered


_Key = tuple[str, str, str, str]
"""Table, book, hash of the rules and name of a line; empty where lines are not split by it."""


@dataclass(frozen=True, slots=True)
class HoldReport:
    lines: tuple[HoldLine, ...]
    by_table: tuple[HoldLine, ...]
    by_submission: tuple[HoldLine, ...]
    missing: tuple[StakeClass, ...]
    """Rules, wagers and stakes whose exact odds are not known yet."""


def report_hold(connection: Connection, scope: ReportScope) -> HoldReport:
    """Report the game and each optional wager: for the house, for each table, and for each submission of each table. All of them
    come from the same rows, which are read once."""
    classes = read_classes(connection, scope)
    rules = {each.rules for each in classes}
    odds, paytables = load_odds(connection, rules), _read_paytables(connection, rules)
    expected = [(each, expectation_of(each, odds)) for each in classes]

    def split(key: Callable[[WagerClass], _Key]) -> tuple[HoldLine, ...]:
        lines: dict[_Key, _Line] = {}
        for each, expectation in expected:
            lines.setdefault(key(each), _Line()).add(each, expectation)
        made = (_finish(at, line, paytables.get(at[2], {})) for at, line in lines.items() if line.has_figures)
        return tuple(sorted(made, key=_order))

    missing = dict.fromkeys(at for _, expectation in expected for at in expectation.missing)
    return HoldReport(
        split(lambda each: ("", each.book, "", _line_name(each.book, each.wager))),
        split(lambda each: (each.table, each.book, "", _line_name(each.book, each.wager))),
        split(lambda each: (each.table, each.book, each.rules, _line_name(each.book, each.wager))),
        tuple(missing),
    )


def _order(line: HoldLine) -> tuple[object, ...]:
    return line.table, line.book, line.first_day if line.submission else "", line.submission, line.line != GAME, line.line


@lru_cache
def _line_name(book: str, wager: str) -> str:
    return report_line(book, wager) if wager else OTHER


def _read_paytables(connection: Connection, rules: Iterable[str]) -> dict[str, dict[str, str]]:
    rows = connection.execute(select(report_rules).where(report_rules.c.rules.in_(list(rules))))
    return {row.rules: json.loads(row.paytables) for row in rows}


def _finish(at: _Key, line: _Line, paytables: dict[str, str]) -> HoldLine:
    table, book, rules, name = at
    sums, is_known = line.sums, line.is_known
    is_compared = is_known and line.staked > 0
    margin = QUANTILE * square_root(line.variance) if is_compared else Fraction(0)
    low, high = line.expected - margin, line.expected + margin
    return HoldLine(
        table=table,
        book=book,
        submission=rules[:_SHOWN_OF_HASH],
        paytable=paytables.get(name, ""),
        first_day=min(line.days),
        last_day=max(line.days),
        title=_title(book, name),
        line=name,
        **{each: sums[each] for each in _SHOWN},
        win_share=Fraction(sums["house_win"], sums["wagered"]) if sums["wagered"] else None,
        theoretical_win=line.expected if is_compared else None,
        theoretical_share=line.expected / line.staked if is_compared else None,
        low=low if is_compared else None,
        high=high if is_compared else None,
        compared_win=line.compared if is_compared else None,
        is_outside=is_compared and not low <= line.compared <= high,
        left_out_rounds=line.left_out_rounds if is_known else None,
        left_out_wagered=line.left_out_wagered if is_known else None,
        left_out_win=sums["house_win"] - (line.compared if is_compared else 0) if is_known else None,
    )


def _title(book: str, name: str) -> str:
    if name == GAME:
        return "The game itself"
    return "Banks and rulings" if name == OTHER else wager_titles(load_book(book)).get(name, name)
