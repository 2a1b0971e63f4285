"""Reports agree to the cent with rounds whose money is known by hand."""

import csv
import json
from fractions import Fraction

import pytest
from sqlalchemy import delete

from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.reports.chips.table_inventory import list_inventory_movements, report_inventory
from houseway.reports.columns import ColumnKind, row_to_json, write_cell, write_csv, write_json_lines
from houseway.reports.day_totals import TableTotals, total_days, total_tables, total_to_date
from houseway.reports.expected.computing_odds import compute_odds
from houseway.reports.expected.hold import report_hold
from houseway.reports.expected.theory import TheoreticalOdds, save_odds
from houseway.reports.people_reports import RatingSlip, report_history, report_ratings
from houseway.reports.rows.table_rows import _hand_rows
from houseway.reports.rows.tally import RoundTally, TableTally, WagerTally
from houseway.reports.scope import ReportScope
from houseway.reports.shift_report import report_shifts_of
from houseway.store import open_store
from houseway.store.report_tables import report_odds
from houseway.submission import judge, parse_submission
from tests.support.live import submission
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.report_sums import write_rows

DAY = ReportScope("1970-01-01", "1970-01-02")
AT = 30_000_000


@pytest.fixture(scope="module")
def played():
    """Ann, Bob, Cid, Dee and Eve stake $20, $25, $30, $35 and $40. Ann wins less vigorish, Cid ties, the others lose."""
    return play_round_file(read_round_file(GOLDEN_ROUNDS / "md-win-lose-tie-copy.toml"))


STAKES = (2_000, 2_500, 3_000, 3_500, 4_000)


def reported(played, variance):
    """A store with the rows of a round, and with odds by hand: an edge of 2 percent."""
    store = open_store("memory:")
    rules = played.run.table.rules
    write_rows(store.database, played, AT)
    odds = TheoreticalOdds(Fraction(1, 50), variance, "by hand")
    apart = TheoreticalOdds(Fraction(0), Fraction(0), "by hand")
    save_odds(store.database, rules.hash, {("pai-gow", stake): odds for stake in STAKES} | {("pai-gow&pai-gow", 0): apart})
    return store


@pytest.fixture(scope="module")
def connection(played):
    with reported(played, Fraction(3, 4)) as store, store.database.reading() as reading:
        yield reading


def test_the_days_totals(connection):
    (totals,) = total_tables(connection, DAY)
    assert (totals.rounds, totals.hands, totals.wagered, totals.house_win, totals.vigorish) == (1, 5, 15_000, 8_100, 100)
    assert (totals.win_share, totals.drop, totals.hold) == (Fraction(81, 150), 500_000, Fraction(81, 5_000))
    (day,) = total_days(connection, DAY)
    assert (day.day, day.house_win, day.drop) == ("1970-01-01", 8_100, 500_000)
    assert [(each.period, each.house_win) for each in total_to_date(connection, DAY)] == [
        ("1970-01-01 to 1970-01-02", 8_100),
        ("1970-01 to date", 8_100),
        ("1970 to date", 8_100),
    ]


def test_a_report_on_other_days_tables_or_games_is_empty(connection):
    for scope in (
        ReportScope("1970-01-02", "1970-01-03"),
        ReportScope("1970-01-01", "1970-01-01", table="XX-9"),
        ReportScope("1970-01-01", "1970-01-01", game="four-card-poker"),
    ):
        assert total_tables(connection, scope) == total_days(connection, scope) == report_hold(connection, scope).lines == ()


def test_actual_against_theoretical(connection):
    """Expected: 2% of $150. Variance: 3/4 of the squared stakes, 20² + 25² + 30² + 35² + 40² = 4,750 dollars squared."""
    (line,) = report_hold(connection, DAY).lines
    assert (line.line, line.hands, line.wagered, line.won, line.lost, line.vigorish) == ("game", 5, 15_000, 2_000, 10_000, 100)
    assert (line.house_win, line.theoretical_win, line.theoretical_share) == (8_100, 300, Fraction(1, 50))
    assert (line.low + line.high) / 2 == 300
    margin = Fraction("1.959963985") ** 2 * 47_500_000 * Fraction(3, 4)
    assert abs(((line.high - line.low) / 2) ** 2 - margin) < 1
    assert not line.is_outside
    assert report_hold(connection, DAY).missing == ()


def test_a_line_outside_its_interval_is_flagged(played):
    with reported(played, Fraction(1, 1_000)) as store, store.database.reading() as reading:
        (line,) = report_hold(reading, DAY).lines
    assert line.high < line.house_win
    assert line.is_outside


def test_odds_that_are_not_known_are_named_and_nothing_is_compared(played):
    with reported(played, Fraction(3, 4)) as store:
        with store.database.transaction() as writing:
            writing.execute(delete(report_odds).where(report_odds.c.stake == 4_000))
        with store.database.reading() as reading:
            found = report_hold(reading, DAY)
    assert found.missing == ((played.run.table.rules.hash, "pai-gow", 4_000),)
    assert [(line.house_win, line.theoretical_win, line.is_outside) for line in found.lines] == [(8_100, None, False)]


def test_there_is_no_interval_until_it_is_known_how_hands_vary_together(played):
    with reported(played, Fraction(3, 4)) as store:
        with store.database.transaction() as writing:
            writing.execute(delete(report_odds).where(report_odds.c.stake == 0))
        with store.database.reading() as reading:
            found = report_hold(reading, DAY)
    assert found.missing == ((played.run.table.rules.hash, "pai-gow&pai-gow", 0),)
    (line,) = found.lines
    assert (line.theoretical_win, line.compared_win, line.low, line.luck, line.is_outside) == (300, 8_100, None, None, False)


def test_each_player_has_his_own_line(connection):
    entries = {
        name: list(report_history(connection, ReportScope("1970-01-01", "1970-01-01", player=name))) for name in ("Ann", "Cid")
    }
    assert [(each.wagered, each.vigorish, each.net) for each in entries["Ann"]] == [(2_000, 100, 1_900)]
    assert [(each.wagered, each.net, each.wagers) for each in entries["Cid"]] == [(3_000, 0, "Pai Gow Poker $30: $0")]
    slips = {slip.player: slip for slip in report_ratings(connection, DAY)}
    assert (slips["Bob"].rounds, slips["Bob"].bought_in, slips["Bob"].net) == (1, 100_000, -2_500)
    assert slips["Bob"].theoretical_loss == 50
    assert slips["Eve"].average_wager == 4_000


def test_a_wager_that_was_taken_back_is_not_among_the_wagers_of_a_hand():
    """Neither is a hand whose wagers were all taken back; one whose wagers went back as void is."""
    wagers = {
        (1, "ante"): WagerTally(staked=2_500, net=-2_500, lost=2_500),
        (1, "aces-up"): WagerTally(staked=500, taken_back=500),
        (2, "ante"): WagerTally(staked=2_500, taken_back=2_500),
        (3, "ante"): WagerTally(staked=2_500, refunded=2_500),
        (4, "ante"): WagerTally(staked=5_000, taken_back=2_500, net=2_500),
    }
    played = RoundTally(1, 0, 1, "rules", ended_at=1, wagers=wagers)
    rows = list(_hand_rows(TableTally("FC-1", "md.four-card-poker"), played, "1970-01-01"))
    assert [(row["position"], row["wagered"], list(json.loads(row["wagers"]))) for row in rows] == [
        (1, 2_500, ["ante"]),
        (3, 0, ["ante"]),
        (4, 2_500, ["ante"]),
    ]


def test_the_inventory_of_a_table(connection):
    (chips,) = report_inventory(connection, DAY)
    assert (chips.opening, chips.drop, chips.fills, chips.closing, chips.round_win) == (10_000_000, 500_000, 0, None, 8_100)
    assert [(each.reason, each.amount) for each in list_inventory_movements(connection, DAY)] == [
        ("opening-inventory", 10_000_000)
    ]
    assert list(report_shifts_of(connection, DAY)) == []


def test_theoretical_odds_are_those_of_the_par_sheet():
    """Four Card Poker at optimal play has an edge of 2.79 percent of the Ante; the Play wager has no odds of its own."""
    rules = judge(parse_submission(submission("md.four-card-poker", "minimal"))).rules
    found = compute_odds(rules, [("ante", 1_000), ("play", 1_000), ("aces-up", 500)])
    assert set(found) == {("ante", 1_000), ("aces-up", 500)}
    assert round(found["ante", 1_000].edge, 4) == Fraction(279, 10_000)
    assert "optimal play" in found["ante", 1_000].method


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (ColumnKind.MONEY, -5, "-0.05"),
        (ColumnKind.MONEY, 123_456, "1234.56"),
        (ColumnKind.EXACT_MONEY, Fraction(200, 3), "0.67"),
        (ColumnKind.SHARE, Fraction(1, 3), "0.333333"),
        (ColumnKind.TIME, 1_000, "1970-01-01T00:00:01Z"),
        (ColumnKind.FLAG, False, ""),
        (ColumnKind.COUNT, None, ""),
        (ColumnKind.PERSON, "p-ann", "Ann"),
    ],
)
def test_cells_are_written_as_people_read_them(kind, value, text):
    assert write_cell(kind, value, {"p-ann": "Ann"}) == text


def test_a_text_that_begins_like_a_formula_is_made_harmless():
    totals = TableTotals("=1+1", "b", 1, 0, 0, 1, -100, 5, Fraction(1, 2), 0, None, 0, 0, 0, 0)
    _, line = write_csv(TableTotals, [totals])
    assert line.startswith("'=1+1,b,1,0,0,1,-1.00,0.05,0.500000,0.00,,")
    assert row_to_json(totals)["win_share"] == "1/2"


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", " =1", "\N{FULLWIDTH EQUALS SIGN}1"]
)
def test_a_players_name_is_never_a_formula(name):
    slip = RatingSlip("p-ann", "PG-1", "", "", 0, None, 0, "", "1", 1, -5, Fraction(-5), 0, 0, -100, None, 0)
    _, line = csv.reader(write_csv(RatingSlip, [slip], {"p-ann": name}))
    assert line[0] == f"'{name}"
    assert "-1.00" in line


def test_lines_of_json_have_cents_as_integers_and_fractions_as_texts():
    slip = RatingSlip("=p", "PG-1", "", "", 0, None, 0, "", "1", 1, -5, Fraction(-5, 3), 0, 0, -100, Fraction(2), 0)
    (line,) = write_json_lines(RatingSlip, [slip])
    read = json.loads(line)
    assert (read["player"], read["wagered"], read["average_wager"], read["theoretical_loss"]) == ("=p", -5, "-5/3", "2")
    assert read["ended_at"] is None
