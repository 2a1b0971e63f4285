"""Meters in reports: what each table and each round moved them adds up to their balances, exactly."""

from collections import defaultdict
from fractions import Fraction

from hypothesis import given

from houseway import progressive
from houseway.progressive import evolve_meter, fold_meter
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.meter_report import list_meter_rounds, report_meters_by_table, report_meters_of
from houseway.reports.rows.meter_rows import MOVES, project_meters
from houseway.reports.scope import ReportScope
from houseway.store import RecordedCommand
from houseway.store.projections import write_projections
from tests.support.meter_histories import histories
from tests.support.progressive_bench import FAY, WHOLE, awarded, fed, started, table_of

DAY = 86_400_000
NOON = DAY // 2
BOTH_DAYS = ReportScope("1970-01-01", "1970-01-02")


def project(meter, events, at=NOON):
    return project_meters([(meter, (RecordedCommand(at, FAY, tuple(events)),))], GamingCalendar())


@given(histories())
def test_what_rounds_moved_a_meter_adds_up_to_what_the_meter_says(history):
    events, meters = history
    by_table, by_round = defaultdict(Fraction), defaultdict(Fraction)
    for event, meter in zip(events, meters, strict=True):
        for projection in project(meter, [event]):
            for row in projection.rows if projection.added else ():
                sums = by_round if "number" in row else by_table
                for name in MOVES:
                    sums[name] += Fraction(row[name], row["unit"])
    for sums in (by_table, by_round):
        assert {name: sums[name] for name in MOVES} == {name: getattr(meters[-1], name) for name in MOVES}


def write_history(database):
    """A meter that is fed by a third of the stakes in two rounds at two tables, and won in the second, on the next gaming day."""
    meter = started(rate=Fraction(1, 3), tables=("PG-1", "PG-2"))
    first = fed(meter, 500, table="PG-1")
    second = fed(first, 1_000, table="PG-2")
    won, _ = awarded(second, WHOLE)
    final = fold_meter(won, second)
    feeding = [
        progressive.contribution_event(meter, *facts, 1)
        for facts in ((first.contributions["PG-1", 1].stake, "PG-1"), (second.contributions["PG-2", 1].stake, "PG-2"))
    ]
    with database.transaction() as connection:
        write_projections(connection, project(evolve_meter(meter, feeding[0]), feeding[:1]))
        write_projections(connection, (*project(second, feeding[1:], NOON + DAY), *project(final, won, NOON + DAY)))
    return meter, second, final


def test_meters_are_reported_by_table_and_by_round_and_reconciled(store):
    meter, second, final = write_history(store.database)
    with store.database.reading() as connection:
        (line,) = report_meters_of(connection, BOTH_DAYS)
        tables = report_meters_by_table(connection, BOTH_DAYS)
        rounds = list(list_meter_rounds(connection, BOTH_DAYS))
        (next_day,) = report_meters_of(connection, ReportScope("1970-01-02", "1970-01-02"))
        alone = report_meters_by_table(connection, ReportScope("1970-01-01", "1970-01-02", table="PG-2"))
    seed = meter.starting_amount.amount
    assert (line.opening, line.seeded, line.contributed, line.balance) == (0, seed, 500, final.value)
    assert line.is_reconciled
    assert line.difference == line.difference_by_table == 0
    taken = second.displayed.amount
    assert [(each.table, each.stake, each.contributed, each.paid) for each in tables] == [
        (table_of(meter), 500, Fraction(500, 3), taken),
        ("PG-2", 1_000, Fraction(1_000, 3), 0),
    ]
    assert seed + sum(each.change for each in tables) == final.value
    assert [(each.day, each.table, each.round, each.stake, each.contributed) for each in rounds] == [
        ("1970-01-02", "PG-2", 1, 1_000, Fraction(1_000, 3)),
        ("1970-01-02", "PG-1", 1, 0, 0),
        ("1970-01-01", "PG-1", 1, 500, Fraction(500, 3)),
    ]
    assert (next_day.opening, next_day.contributed, next_day.is_reconciled) == (
        seed + Fraction(500, 3),
        Fraction(1_000, 3),
        True,
    )
    assert alone == tables[1:]


def test_a_table_whose_sums_are_missing_is_found(store):
    write_history(store.database)
    with store.database.transaction() as connection:
        connection.exec_driver_sql("DELETE FROM report_meter_days WHERE table_id = 'PG-2'")
    with store.database.reading() as connection:
        (line,) = report_meters_of(connection, BOTH_DAYS)
    assert (line.difference, line.difference_by_table, line.is_reconciled) == (0, Fraction(1_000, 3), False)
