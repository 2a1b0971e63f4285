"""A small house by hand, whose gaming day begins at 6:00 in New York, on the weekends on which clocks change.

At each table one round is played: Ann, Bob, Cid, Dee and Eve buy $1,000 each and stake $20, $25, $30, $35 and $40; Ann wins $20
less $1 vigorish, Cid ties, the others lose. So of $150 the house wins $81.
"""

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.reports.catalogue import REPORTS
from houseway.reports.expected.theory import TheoreticalOdds, save_odds
from houseway.reports.gaming_day import GamingCalendar, GamingDayRule
from houseway.reports.scope import ReportScope
from houseway.store import open_store
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.report_sums import write_rows

CALENDAR = GamingCalendar((GamingDayRule("America/New_York", 6),))
STAKES = (2_000, 2_500, 3_000, 3_500, 4_000)
ROUNDS = {
    "A": "2026-03-07T10:59:59",  # 5:59:59 in winter time
    "B": "2026-03-07T11:00:00",  # 6:00
    "C": "2026-03-08T09:59:59",  # 5:59:59 in summer time, 23 hours later
    "D": "2026-03-08T10:00:00",
    "E": "2026-10-31T09:59:59",  # 5:59:59 in summer time
    "F": "2026-10-31T10:00:00",  # 6:00
    "G": "2026-11-01T10:59:59",  # 5:59:59 in winter time, 25 hours later
    "H": "2026-11-01T11:00:00",
}
DAYS = {
    "2026-03-06": "A",
    "2026-03-07": "BC",
    "2026-03-08": "D",
    "2026-10-30": "E",
    "2026-10-31": "FG",
    "2026-11-01": "H",
}


def milliseconds(text):
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1_000


@pytest.fixture(scope="module")
def connection():
    played = play_round_file(read_round_file(GOLDEN_ROUNDS / "md-win-lose-tie-copy.toml"))
    with open_store("memory:") as store:
        for table, time in ROUNDS.items():
            write_rows(store.database, played, milliseconds(time), CALENDAR, table)
        odds, apart = (TheoreticalOdds(Fraction(1, 50), variance, "by hand") for variance in (Fraction(1, 2), Fraction(0)))
        found = {("pai-gow", stake): odds for stake in STAKES} | {("pai-gow&pai-gow", 0): apart}
        save_odds(store.database, played.run.table.rules.hash, found)
        with store.database.reading() as reading:
            yield reading


def read(connection, name, first, last="", **limits):
    found = REPORTS[name].read_parts(connection, ReportScope(first, last or first, **limits)).by_part
    return {part: list(rows) for part, rows in found.items()}


@pytest.mark.parametrize("day", DAYS)
def test_each_day_has_the_rounds_that_ended_in_it(connection, day):
    rows = read(connection, "overview", day)["tables"]
    assert [(row.table, row.rounds, row.hands, row.wagered, row.house_win, row.vigorish) for row in rows] == [
        (table, 1, 5, 15_000, 8_100, 100) for table in DAYS[day]
    ]
    assert {(row.drop, row.hold, row.win_share) for row in rows} == {(500_000, Fraction(81, 5_000), Fraction(81, 150))}


def test_days_months_and_the_year_to_date(connection):
    days = read(connection, "days", "2026-03-01", "2026-11-30")["days"]
    assert [(row.day, row.rounds, row.house_win) for row in days] == [
        (day, len(tables), 8_100 * len(tables)) for day, tables in DAYS.items()
    ]
    for day, rounds in (("2026-10-31", (2, 3, 7)), ("2026-11-01", (1, 1, 8))):
        to_date = read(connection, "overview", day)["to-date"]
        assert [(row.rounds, row.house_win, row.drop) for row in to_date] == [(n, 8_100 * n, 500_000 * n) for n in rounds]


@pytest.mark.parametrize(("day", "is_outside"), [("2026-03-06", False), ("2026-03-07", True), ("2026-10-31", True)])
def test_the_win_of_a_long_and_of_a_short_day_against_its_interval(connection, day, is_outside):
    """2% of $150 are $3, with a variance of half of 4,750 dollars squared: between -$92.52 and $98.52 lie $81. Of two rounds $6 are
    expected, between -$129.08 and $141.08, where $162 do not lie."""
    rounds = len(DAYS[day])
    (line,) = read(connection, "hold", day)["lines"]
    assert (line.theoretical_win, line.compared_win, line.is_outside) == (300 * rounds, 8_100 * rounds, is_outside)
    low, high = {1: (-9_252, 9_852), 2: (-12_908, 14_108)}[rounds]
    assert (round(line.low), round(line.high)) == (low, high)


def test_inventories_slips_and_a_players_own_rounds(connection):
    day = "2026-10-31"
    assert [(row.table, row.opening, row.drop, row.round_win) for row in read(connection, "inventory", day)["tables"]] == [
        (table, 10_000_000, 500_000, 8_100) for table in "FG"
    ]
    slips = read(connection, "ratings", day, player="Bob")["ratings"]
    assert [(slip.table, slip.bought_in, slip.wagered, slip.net, slip.theoretical_loss) for slip in slips] == [
        (table, 100_000, 2_500, -2_500, 50) for table in "GF"
    ]
    history = read(connection, "history", day, player="Ann")["rounds"]
    assert [(row.table, row.wagered, row.vigorish, row.net) for row in history] == [
        (table, 2_000, 100, 1_900) for table in "GF"
    ]
    (whole, *_) = read(connection, "overview", day, player="Ann")["to-date"]
    assert (whole.rounds, whole.house_win, whole.drop, whole.hold) == (2, -3_800, 200_000, Fraction(-19, 1_000))
