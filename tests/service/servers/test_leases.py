"""Leases: one of several servers acts, another takes over when it has not renewed, and nobody acts by a lease that has expired."""

import asyncio
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import literal

from houseway.errors import Unavailable
from houseway.service.servers import leases as leasing
from houseway.service.servers.lease_table import LeaseTable
from houseway.service.servers.leases import LEASE_MILLISECONDS, LEASE_SECONDS, Leases
from houseway.store import open_store
from houseway.store.engines import private_database
from tests.support.effort import MORE

CLOCK = "clock:UTH-1"


class FakeTime:
    """The clock of the database, and the one of the processes."""

    def __init__(self):
        self.milliseconds = 1_000_000

    def pass_time(self, seconds):
        self.milliseconds += round(seconds * 1000)

    def read(self):
        return self.milliseconds / 1000


class Process:
    """One server's leases, renewed when the test says so."""

    def __init__(self, time, database, holder, server="", wanted=(CLOCK,)):
        table = LeaseTable(database, holder, server or holder, LEASE_MILLISECONDS, lambda: literal(time.milliseconds))
        self.table, self.gained = table, []
        self.wanted = wanted
        self.leases = Leases(table, lambda: self.wanted, time.read)
        self.leases.listeners.append(lambda names: self.gained.extend(sorted(names)))

    def renew(self):
        asyncio.run(self.leases.renew())
        return self

    @property
    def holds(self):
        return self.leases.holds(CLOCK)


@pytest.fixture
def time():
    return FakeTime()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """The fake clock makes the statements testable on either database."""
    if request.param == "sqlite":
        yield private_database()
        return
    with open_store(request.getfixturevalue("new_postgresql")()) as store:
        yield store.database


def test_the_first_one_holds_and_the_second_waits(time, database):
    first, second = Process(time, database, "a").renew(), Process(time, database, "b").renew()
    assert (first.holds, second.holds) == (True, False)
    for _ in range(5):
        time.pass_time(LEASE_SECONDS - 1)
        first.renew(), second.renew()
        assert (first.holds, second.holds) == (True, False)
    assert (first.gained, second.gained) == ([CLOCK], [])


def test_another_takes_over_from_one_that_renews_no_more(time, database):
    first, second = Process(time, database, "a").renew(), Process(time, database, "b").renew()
    time.pass_time(LEASE_SECONDS)
    assert not first.holds
    assert second.renew().holds
    assert second.gained == [CLOCK]
    assert not first.renew().holds


def test_a_holder_stops_by_its_own_clock_before_anybody_may_begin(time, database):
    first = Process(time, database, "a").renew()
    time.pass_time(LEASE_SECONDS - 0.001)
    assert not first.holds
    assert not Process(time, database, "b").renew().holds


def test_one_that_was_away_begins_anew(time, database):
    first = Process(time, database, "a").renew()
    time.pass_time(10 * LEASE_SECONDS)
    assert first.renew().holds
    assert first.gained == [CLOCK, CLOCK]


def test_what_is_given_back_is_free_at_once(time, database):
    first, second = Process(time, database, "a").renew(), Process(time, database, "b").renew()
    first.table.give_back()
    assert second.renew().holds


def test_one_that_wants_a_lease_no_more_gives_it_back_and_keeps_the_others(time, database):
    first = Process(time, database, "a", wanted=(CLOCK, "clock:UTH-2")).renew()
    second = Process(time, database, "b").renew()
    first.wanted = ("clock:UTH-2",)
    assert first.holds, "until it renews"
    first.renew()
    assert (first.holds, first.leases.holds("clock:UTH-2"), second.holds) == (False, True, False)
    assert second.renew().holds
    first.wanted = (CLOCK, "clock:UTH-2")
    assert not first.renew().holds, "the other one wants it still"


def test_nobody_acts_by_a_lease_that_is_being_given_back(time, monkeypatch):
    process = Process(time, private_database(), "a").renew()
    monkeypatch.setattr(process.table, "renew", lambda wanted: during.append(process.holds) or frozenset())
    process.wanted, during = (), []
    process.renew()
    assert during == [False], "others may take it before the database has answered"


def test_a_server_that_is_started_again_waits_for_nobody(time, database):
    Process(time, database, "a-1", server="a").renew()
    again = Process(time, database, "a-2", server="a")
    again.table.forget_earlier_lives()
    assert again.renew().holds


def test_a_lost_server_is_reported_once(time, database):
    first, second = Process(time, database, "a-1", server="a").renew(), Process(time, database, "b-1", server="b").renew()
    time.pass_time(2 * LEASE_SECONDS)
    second.renew()
    assert second.table.living() == ("b",)
    assert (second.table.remove_lost(), second.table.remove_lost()) == (("a",), ())
    assert second.table.living() == ("b",)
    assert first.renew().table.living() == ("a", "b")


def test_one_that_is_removed_while_it_renews_takes_nothing_and_begins_anew(time, database, monkeypatch):
    late, other = Process(time, database, "a"), Process(time, database, "b", wanted=())
    look = late.table._held_by_anybody

    def look_after_a_long_pause():
        monkeypatch.undo()
        time.pass_time(3 * LEASE_SECONDS)
        assert other.renew().table.remove_lost() == ("a",)
        return look()

    monkeypatch.setattr(late.table, "_held_by_anybody", look_after_a_long_pause)
    assert not late.renew().holds
    assert late.renew().holds


def test_leases_are_given_back_only_when_the_last_renewal_has_ended(time, monkeypatch):
    server, done = Process(time, private_database(), "a"), []
    began, given = threading.Event(), threading.Event()
    renew, give_back = server.table.renew, server.table.give_back

    def renew_slowly(wanted):
        began.set()
        given.wait(0.5)  # long enough for leases to be given back meanwhile, which must not happen
        done.append("renewed")
        return renew(wanted)

    def note_giving_back():
        done.append("given back")
        given.set()
        give_back()

    async def stop_while_it_renews():
        await server.leases.start()
        monkeypatch.setattr(server.table, "renew", renew_slowly)
        monkeypatch.setattr(server.table, "give_back", note_giving_back)
        await asyncio.to_thread(began.wait)
        await server.leases.stop()

    monkeypatch.setattr(leasing, "RENEWAL_SECONDS", 0)
    asyncio.run(stop_while_it_renews())
    assert done[-2:] == ["renewed", "given back"], "on a busy machine it renews more than once before it is stopped"
    assert done.count("given back") == 1
    assert server.table.living() == ()


def test_the_clock_of_the_database_counts(new_postgresql):
    with open_store(new_postgresql()) as store:
        real = LeaseTable(store.database, "a", "a", 60_000)
        assert real.renew([CLOCK]) == {CLOCK}
        assert LeaseTable(store.database, "b", "b", 60_000).renew([CLOCK]) == frozenset()
        short = LeaseTable(store.database, "c", "c", 0)
        assert short.renew(["clock:X"]) == frozenset()  # it has expired already


def test_leases_lapse_while_the_database_is_gone(time, monkeypatch):
    process = Process(time, private_database(), "a").renew()

    def fail(wanted):
        raise Unavailable("gone", code="store.unavailable")

    monkeypatch.setattr(process.table, "renew", fail)
    with pytest.raises(Unavailable):
        process.renew()
    assert process.holds
    time.pass_time(LEASE_SECONDS)
    assert not process.holds


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20 * MORE)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0, 2 * LEASE_SECONDS), st.booleans()), max_size=25))
def test_never_do_two_hold_the_same_lease(steps):
    time, database = FakeTime(), private_database()
    processes = {name: Process(time, database, name) for name in "abc"}
    for name, seconds, is_wanted in steps:
        processes[name].wanted = (CLOCK,) if is_wanted else ()
        processes[name].renew()
        assert sum(process.holds for process in processes.values()) <= 1
        time.pass_time(seconds)
        assert sum(process.holds for process in processes.values()) <= 1
