"""Wagers, wins and hold, against what the exact odds expect, with a 95 percent interval.

Sums are exact. The theoretical win of a line is the sum over its stakes. Its variance is the sum over its stakes and over every two
hands of a round, which share the dealer's cards (`shared_stakes`). Money without exact odds is left out of the comparison, and each
line says how much that is.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

from sqlalchemy import Connection, select

from houseway.analysis.par_figures.win_interval import WinInterval
from houseway.explanation.words import wager_titles
from houseway.regulation import load_book
from houseway.reports import common_columns as common
from houseway.reports.columns import ColumnKind, ColumnTitle
from houseway.reports.expected.expectation import Expectation, expectation_of, has_own_odds
from houseway.reports.expected.shared_stakes import AddedVariance, SharedStakes, read_shared_stakes, shared_variance
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
    luck: Annotated[Fraction | None, ColumnTitle("Chance of luck", ColumnKind.SHARE)]
    is_independent: Annotated[bool, ColumnTitle("Hands as independent", ColumnKind.FLAG, is_detail=True)]
    left_out_rounds: Annotated[int | None, ColumnTitle("Rounds left out", ColumnKind.COUNT)]
    left_out_wagered: Annotated[int | None, ColumnTitle("Wagers left out", ColumnKind.MONEY)]
    left_out_win: Annotated[int | None, ColumnTitle("Win left out", ColumnKind.MONEY)]


@dataclass(frozen=True, slots=True)
class HoldTotal:
    """All wagers of a table together, or of the house."""

    table: common.Table
    hands: Annotated[int, ColumnTitle("Wagers placed", ColumnKind.COUNT)]
    wagered: common.Wagered
    house_win: common.HouseWin
    win_share: common.WinShare
    theoretical_win: Annotated[Fraction | None, ColumnTitle("Theoretical win", ColumnKind.EXACT_MONEY)]
    deviation: Annotated[Fraction | None, ColumnTitle("Standard deviation", ColumnKind.EXACT_MONEY)]
    low: Annotated[Fraction | None, ColumnTitle("95% from", ColumnKind.EXACT_MONEY)]
    high: Annotated[Fraction | None, ColumnTitle("95% to", ColumnKind.EXACT_MONEY)]
    compared_win: Annotated[int | None, ColumnTitle("Win compared", ColumnKind.MONEY)]
    is_outside: Annotated[bool, ColumnTitle("Outside 95%", ColumnKind.FLAG)]
    luck: Annotated[Fraction | None, ColumnTitle("Chance of luck", ColumnKind.SHARE)]
    is_independent: Annotated[bool, ColumnTitle("Hands as independent", ColumnKind.FLAG)]
    left_out_wagered: Annotated[int | None, ColumnTitle("Wagers left out", ColumnKind.MONEY, is_detail=True)]
    left_out_win: Annotated[int | None, ColumnTitle("Win left out", ColumnKind.MONEY, is_detail=True)]


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
    is_independent: bool = False
    """Whether hands of a round are taken as independent, because nobody has counted how they vary together."""

    is_shared_known: bool = True
    """Whether it is known how these wagers vary together, or that nobody has counted it."""

    @property
    def is_compared(self) -> bool:
        return self.is_known and self.staked > 0

    @property
    def interval(self) -> WinInterval | None:
        """Return None if there is nothing to compare, or not all odds are known."""
        is_there = self.is_compared and self.is_shared_known
        return WinInterval(self.expected, self.variance) if is_there else None

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

    def share(self, shared: AddedVariance) -> None:
        self.variance += shared.added
        self.is_shared_known &= not shared.missing
        self.is_independent |= not shared.is_counted


_Key = tuple[str, str, str, str]
"""Table, book, hash of the rules and name of a line; empty where lines are not split by it."""


@dataclass(frozen=True, slots=True)
class HoldReport:
    lines: tuple[HoldLine, ...]
    by_table: tuple[HoldLine, ...]
    by_submission: tuple[HoldLine, ...]
    totals: tuple[HoldTotal, ...]
    missing: tuple[StakeClass, ...]
    """Rules, wagers and stakes whose exact odds are not known yet."""


def report_hold(connection: Connection, scope: ReportScope) -> HoldReport:
    """Report the game and each optional wager: for the house, for each table, and for each submission of each table. All of them
    come from the same rows, which are read once."""
    classes = read_classes(connection, scope)
    rules = {each.rules for each in classes}
    odds, paytables = load_odds(connection, rules), _read_paytables(connection, rules)
    expected = [(each, expectation_of(each, odds)) for each in classes]
    together = [(each, shared_variance(each, odds)) for each in read_shared_stakes(connection, scope)]

    def split(key: Callable[[str, str, str, str], _Key]) -> tuple[HoldLine, ...]:
        lines: dict[_Key, _Line] = {}
        for each, expectation in expected:
            lines.setdefault(key(*_place(each)), _Line()).add(each, expectation)
        for stakes, shared in together:
            line = lines.get(key(stakes.table, stakes.book, stakes.rules, _line_name(stakes.book, stakes.one)))
            if line is not None and stakes.one == stakes.other:
                line.share(shared)
        made = (_finish(at, line, paytables.get(at[2], {})) for at, line in lines.items() if line.has_figures)
        return tuple(sorted(made, key=_order))

    wanted = [*(found.missing for _, found in expected), *(found.missing for _, found in together)]
    missing = dict.fromkeys(at for each in wanted for at in each)
    return HoldReport(
        split(lambda table, book, rules, line: ("", book, "", line)),
        split(lambda table, book, rules, line: (table, book, "", line)),
        split(lambda *at: at),
        _total_tables(expected, together),
        tuple(missing),
    )


def _place(wagers: WagerClass) -> _Key:
    return wagers.table, wagers.book, wagers.rules, _line_name(wagers.book, wagers.wager)


def _total_tables(
    expected: Iterable[tuple[WagerClass, Expectation]], together: Iterable[tuple[SharedStakes, AddedVariance]]
) -> tuple[HoldTotal, ...]:
    """Add up all wagers of each table, and of all tables: rounds of different tables are independent."""
    lines: dict[str, _Line] = {}
    for each, expectation in expected:
        for table in ("", each.table):
            lines.setdefault(table, _Line()).add(each, expectation)
    for stakes, shared in together:
        for table in ("", stakes.table):
            lines[table].share(shared)
    return tuple(_finish_total(table, line) for table, line in sorted(lines.items()) if line.has_figures)


def _finish_total(table: str, line: _Line) -> HoldTotal:
    interval = line.interval
    return HoldTotal(
        table=table,
        hands=line.sums["hands"],
        wagered=line.sums["wagered"],
        house_win=line.sums["house_win"],
        win_share=Fraction(line.sums["house_win"], line.sums["wagered"]) if line.sums["wagered"] else None,
        theoretical_win=line.expected if line.is_compared else None,
        deviation=interval.deviation if interval else None,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        compared_win=line.compared if line.is_compared else None,
        is_outside=interval is not None and not interval.contains(line.compared),
        luck=interval.luck_of(line.compared) if interval else None,
        is_independent=line.is_independent,
        left_out_wagered=line.left_out_wagered if line.is_known else None,
        left_out_win=line.sums["house_win"] - (line.compared if line.is_compared else 0) if line.is_known else None,
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
    interval = line.interval
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
        theoretical_win=line.expected if line.is_compared else None,
        theoretical_share=line.expected / line.staked if line.is_compared else None,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        compared_win=line.compared if line.is_compared else None,
        is_outside=interval is not None and not interval.contains(line.compared),
        luck=interval.luck_of(line.compared) if interval else None,
        is_independent=line.is_independent,
        left_out_rounds=line.left_out_rounds if is_known else None,
        left_out_wagered=line.left_out_wagered if is_known else None,
        left_out_win=sums["house_win"] - (line.compared if line.is_compared else 0) if is_known else None,
    )


def _title(book: str, name: str) -> str:
    if name == GAME:
        return "The game itself"
    return "Banks and rulings" if name == OTHER else wager_titles(load_book(book)).get(name, name)
