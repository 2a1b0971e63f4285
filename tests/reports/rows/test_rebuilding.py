"""Rows that are kept with every append are those that follow from the streams, also after restarts."""

import pytest
from sqlalchemy import delete, select, update

from houseway.reports.rows.rebuilding import TableDifference, are_filled, compare_tables, fill_tables, forget_filling
from houseway.reports.rows.sign_ons import sign_on_events
from houseway.store.report_tables import REPORT_TABLES, report_marks, report_rounds
from tests.support.live import TABLES, LiveHouse, submission

BOOKS = ("md.pai-gow-poker", "md.ultimate-texas-holdem")


@pytest.fixture
def played(open_house, monkeypatch):
    """A house with rounds at two tables, played before and after a restart from snapshots."""
    monkeypatch.setattr("houseway.service.live.turn_taker.ROUNDS_BETWEEN", 1)
    house = open_house()
    for book in BOOKS:
        house.open(TABLES[book], submission(book))
        house.play(TABLES[book])
    open_house.close()
    house = open_house()
    for book in BOOKS:
        house.play(TABLES[book], seed=2)
    return house


@pytest.fixture
def live_house(new_store, tmp_path):
    live = LiveHouse(new_store(), tmp_path)
    yield live
    live.close()


def test_every_store_keeps_the_rows_that_follow_from_its_streams(live_house):
    book, record = "md.ultimate-texas-holdem", live_house.house.record
    live_house.open(TABLES[book], submission(book))
    record.add(lambda state: sign_on_events(state.dealers, TABLES[book], "Dan", record.now()))
    live_house.play(TABLES[book])
    record.add(lambda state: sign_on_events(state.dealers, TABLES[book], "Eva", record.now()))
    assert len(rows(live_house.store)["report_sign_ons"]) == 2
    assert compare_tables(live_house.store) == ()


def rows(store):
    with store.database.reading() as connection:
        return {name: sorted(map(repr, connection.execute(select(table)))) for name, table in REPORT_TABLES.items()}


def test_rows_that_are_kept_are_those_that_follow_from_the_streams(played):
    store, steps = played.store, []
    assert compare_tables(store, lambda done, whole: steps.append((done, whole))) == ()
    assert steps == sorted(steps)
    assert (
        steps[-1][0]
        == steps[-1][1]
        == sum(head.version for head in store.stream_heads() if head.stream.startswith(("table:", "meter:")))
    )
    kept = rows(store)
    assert len(kept["report_rounds"]) == 4
    assert all(kept[name] for name in ("report_meter_rounds", "report_meter_days", "report_rules"))
    assert not are_filled(store)
    fill_tables(store)
    assert are_filled(store)
    assert rows(store) == kept


def test_a_row_that_was_changed_is_found_and_mended(played):
    with played.store.database.transaction() as connection:
        connection.execute(update(report_rounds).where(report_rounds.c.number == 1).values(house_win=1))
    assert compare_tables(played.store) == (TableDifference("report_rounds", missing=2, unfounded=2),)
    fill_tables(played.store)
    assert compare_tables(played.store) == ()
    forget_filling(played.store)
    assert not are_filled(played.store)


def test_rows_of_an_earlier_edition_are_filled_anew(played):
    """An earlier version of the program had other rows: its mark has another value."""
    kept = rows(played.store)
    with played.store.database.transaction() as connection:
        connection.execute(update(report_marks).values(value="1"))
        connection.execute(delete(REPORT_TABLES["report_days"]))
    assert not are_filled(played.store)
    fill_tables(played.store, anew=False)
    assert are_filled(played.store)
    assert rows(played.store) == kept
