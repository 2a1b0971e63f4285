"""Dealers' shifts are as they have signed on; what follows only from their acts is marked, and never counted twice."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import NotAllowed
from houseway.events import Actor, Role
from houseway.reports import shift_report, span_sums
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.sign_ons import evolve_sign_ons, sign_off_events, sign_on_events
from houseway.reports.rows.table_rows import project_house
from houseway.reports.scope import ReportScope
from houseway.reports.shift_report import DERIVED, SIGNED, report_shifts_of, subtract_spans
from houseway.reports.span_sums import Span
from houseway.store import Projection, RecordedCommand, StreamAppend
from houseway.store.projections import write_projections
from houseway.store.report_tables import report_rounds

NOON, MINUTE = 43_200_000, 60_000
DAY = ReportScope("1970-01-01", "1970-01-01")


def at(minutes):
    return NOON + minutes * MINUTE


class Rota:
    """Dealers who sign on and off, and the rows that follow from it."""

    def __init__(self, database):
        self.database, self.present, self.version = database, {}, 0

    def take(self, events, minutes):
        for event in events:
            self.present = evolve_sign_ons(self.present, event)
        part = StreamAppend("house", self.version, (RecordedCommand(at(minutes), Actor(Role.FLOOR, "x"), events),))
        self.version += len(events)
        with self.database.transaction() as connection:
            write_projections(connection, project_house(part, GamingCalendar()))

    def sign_on(self, dealer, table, minutes):
        self.take(sign_on_events(self.present, table, dealer, at(minutes)), minutes)

    def sign_off(self, table, minutes, by, *, is_floor=False):
        self.take(sign_off_events(self.present, table, at(minutes), by, may_send_off=is_floor), minutes)


def write_acts(database, dealer, table, first, last):
    row = {"table_id": table, "began_at": at(first), "dealer": dealer, "ended_at": at(last), "day": "1970-01-01", "rounds": 0}
    with database.transaction() as connection:
        write_projections(connection, [Projection("report_shifts", (row,))])


def write_round(database, table, number, began, ended, **facts):
    zeros = {column.name: 0 for column in report_rounds.c if not column.primary_key}
    texts = {"day": "1970-01-01", "book": "md.pai-gow-poker", "rules": "r", "is_void": False, "is_banked": False}
    row = {**zeros, **texts, "table_id": table, "number": number, "began_at": at(began), "ended_at": at(ended), **facts}
    with database.transaction() as connection:
        write_projections(connection, [Projection("report_rounds", (row,))])


def shifts(store):
    with store.database.reading() as connection:
        return list(report_shifts_of(connection, DAY))


def told(shift):
    until = shift.ended_at and (shift.ended_at - NOON) // MINUTE
    return shift.dealer, shift.table, shift.known_from, (shift.began_at - NOON) // MINUTE, until, shift.ended_how


def test_shifts_are_as_dealers_have_signed_on_and_off(store):
    rota = Rota(store.database)
    rota.sign_on("Dan", "PG-1", 0)
    write_acts(store.database, "Dan", "PG-1", 1, 28)
    for number, began in enumerate((-5, 10, 25, 31), start=1):
        write_round(store.database, "PG-1", number, began, began + 8, wagered=1_000, house_win=100, irregularities=number % 2)
    write_round(store.database, "PG-2", 1, 5, 10, wagered=9_999)
    rota.sign_on("Eva", "PG-1", 30)
    rota.sign_on("Dan", "PG-2", 35)
    rota.sign_on("Dan", "PG-3", 40)
    rota.sign_off("PG-1", 60, "Flo", is_floor=True)
    found = shifts(store)
    assert [told(each) for each in found] == [
        ("Dan", "PG-3", SIGNED, 40, None, ""),
        ("Dan", "PG-2", SIGNED, 35, 40, "signed on elsewhere"),
        ("Eva", "PG-1", SIGNED, 30, 60, "signed off"),
        ("Dan", "PG-1", SIGNED, 0, 30, "relieved"),
    ]
    assert [(each.rounds, each.wagered, each.house_win, each.irregular_rounds) for each in found[2:]] == [
        (2, 2_000, 200, 1),
        (2, 2_000, 200, 1),
    ]


def test_a_dealer_who_has_not_signed_on_has_a_derived_shift(store):
    rota = Rota(store.database)
    write_acts(store.database, "Dan", "PG-1", 0, 50)
    write_acts(store.database, "Eva", "PG-2", 0, 20)
    write_round(store.database, "PG-1", 1, 0, 5)
    rota.sign_on("Dan", "PG-1", 10)
    rota.sign_off("PG-1", 45, "Dan")
    assert sorted(map(told, shifts(store)), key=str) == [
        ("Dan", "PG-1", DERIVED, 0, 9, ""),
        ("Dan", "PG-1", SIGNED, 10, 45, "signed off"),
        ("Eva", "PG-2", DERIVED, 0, 20, ""),
    ]


def test_what_cannot_be_signed_is_refused(memory_store):
    rota = Rota(memory_store.database)
    with pytest.raises(NotAllowed, match="nobody is signed on to PG-1"):
        rota.sign_off("PG-1", 0, "Dan")
    rota.sign_on("Dan", "PG-1", 0)
    with pytest.raises(NotAllowed, match="already"):
        rota.sign_on("Dan", "PG-1", 1)
    with pytest.raises(NotAllowed, match="somebody else"):
        rota.sign_off("PG-1", 1, "Eva")


@given(st.integers(0, 20), st.integers(0, 20), st.lists(st.integers(0, 25), max_size=8, unique=True))
def test_what_is_left_of_a_time_has_every_moment_once(begin, length, ends):
    whole, pairs = Span(begin, begin + length), sorted(ends)
    covered = [Span(first, last) for first, last in zip(pairs[::2], pairs[1::2], strict=False)]
    gone = {moment for span in covered for moment in range(span.begin, span.end + 1)}
    left = [moment for span in subtract_spans(whole, covered) for moment in range(span.begin, span.end + 1)]
    assert left == [moment for moment in range(whole.begin, whole.end + 1) if moment not in gone]


@pytest.mark.parametrize("seed", range(5))
def test_shifts_are_read_page_by_page_in_the_order_of_their_times(store, monkeypatch, seed):
    """Dealers who sign on between their acts leave times that begin anywhere. Pages of two shifts list the same as one page."""
    chance, rota = random.Random(seed), Rota(store.database)
    for table in ("PG-1", "PG-2", "PG-3"):
        minute = 0
        for dealer in chance.choices(("Dan", "Eva", "Kim"), k=6):
            first = minute + chance.randint(1, 5)
            minute = first + chance.randint(0, 40)
            write_acts(store.database, dealer, table, first, minute)
    for number, minute in enumerate(sorted(chance.sample(range(150), 12)), start=1):
        table, dealer = chance.choice(("PG-1", "PG-2")), chance.choice(("Dan", "Eva", "Kim"))
        with suppress(NotAllowed):  # signed on already
            rota.sign_on(dealer, table, minute)
        write_round(store.database, table, number, minute - 1, minute + 3, wagered=100 * number)
    whole = shifts(store)
    assert {each.known_from for each in whole} == {SIGNED, DERIVED}
    order = [(-each.began_at, each.table) for each in whole]
    assert order == sorted(order)
    monkeypatch.setattr(span_sums, "SPANS_AT_ONCE", 2)
    monkeypatch.setattr(shift_report, "SPANS_AT_ONCE", 2)
    assert shifts(store) == whole
