"""Reports find the rows of their days by an index: no large table is read as a whole."""

import pytest
from sqlalchemy import event

from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.reports.catalogue import REPORTS
from houseway.reports.scope import ReportScope
from houseway.store import open_store
from tests.reports.chips.test_count_reconciliation import Pit
from tests.reports.test_shifts import Rota, write_acts
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.report_sums import write_rows

LARGE = ("rounds", "hands", "day_wagers", "movements", "day_movements", "incidents", "meter_rounds", "meter_days")
LARGE_TABLES = {f"report_{name}" for name in (*LARGE, "sittings", "shifts", "sign_ons")}


@pytest.fixture(scope="module")
def connection():
    """A house with a round, a count, and dealers: so much that each query is made."""
    with open_store("memory:") as store:
        write_rows(store.database, play_round_file(read_round_file(GOLDEN_ROUNDS / "md-win-lose-tie-copy.toml")), 50_000_000)
        Rota(store.database).sign_on("Dan", "PG-1", 0)
        write_acts(store.database, "Eva", "PG-1", 1, 2)
        pit = Pit(store.database)
        pit.count(1, 100)
        pit.count(2, 100)
        with store.database.reading() as reading:
            yield reading


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("limits", [{}, {"table": "PG-1"}, {"player": "Ann"}])
def test_no_report_reads_a_large_table_as_a_whole(connection, name, limits):
    asked, player = [], "Ann" if REPORTS[name].needs_player else limits.get("player", "") * REPORTS[name].takes_player
    scope = ReportScope("1970-01-01", "1970-01-01", limits.get("table", ""), player=player)

    def remember(reading, cursor, statement, parameters, context, executemany):
        asked.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", remember)
    for rows in REPORTS[name].read_parts(connection, scope).by_part.values():
        list(rows)
    event.remove(connection, "before_cursor_execute", remember)
    assert asked
    plans = [row[3] for query in asked for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query[0]}", query[1])]
    assert [plan for plan in plans if plan.startswith("SCAN") and plan.split()[1] in LARGE_TABLES] == []
    by_table = [plan for plan in plans if "(table_id=?)" in plan and plan.split()[1] in ("report_rounds", "report_hands")]
    assert by_table == [], "all rounds of a table would be read"
