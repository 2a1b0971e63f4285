"""The whole life of guests over a day: ten thousand come, look, and some of them sit down. What only looked leaves nothing."""

import pytest
from sqlalchemy import func, select

from houseway.money import Cents
from houseway.service.people.reconciliation import reconcile_accounts
from houseway.store import open_store
from houseway.store.schema import appends, identities, sessions, streams, tree_leaves
from tests.support.people_bench import PeopleBench

MINUTES_OF_A_DAY = 24 * 60


class DayOfGuests:
    """Guests come evenly over a day. Of each ten, one sits down; each looks around for ten minutes."""

    def __init__(self, folder, number, minutes):
        """The regular work of a service is done after so many minutes each."""
        self.number, self.minutes = number, minutes
        self.store = open_store(f"sqlite:///{folder / 'house.db'}")
        self.bench = PeopleBench(self.store)
        self.tokens, self.most_rows = [], (0, 0)

    def rows(self, *tables):
        with self.store.database.reading() as connection:
            return tuple(connection.execute(select(func.count()).select_from(each)).scalar_one() for each in tables)

    def live(self):
        """Let a day pass."""
        people, come = self.bench.people, 0
        for minute in range(0, MINUTES_OF_A_DAY, self.minutes):
            while come < self.number * (minute + self.minutes) // MINUTES_OF_A_DAY:
                guest, token = people.start_guest(f"Guest {come}")
                self.tokens.append((minute, token))
                if come % 10 == 0:
                    self.bench.accounts.grant(guest.id, Cents(500_000), "as if he had sat down")
                come += 1
            for begun, token in self.tokens[-200:]:
                if minute - begun < 10:
                    people.person_of(token)
            self.work()

    def work(self):
        self.bench.wait(self.minutes)
        self.bench.people.expire_guests()
        self.bench.people.remove_old()
        self.most_rows = max(self.most_rows, self.rows(identities, sessions))

    def end(self):
        """Let another day pass, in which nobody comes."""
        for _ in range(0, MINUTES_OF_A_DAY + 60, self.minutes):
            self.work()


def check_day(day, seated):
    day.live()
    in_day = day.rows(identities, sessions, streams)
    day.end()
    print(f"{day.number} guests: at most {day.most_rows} rows of persons and sessions, {in_day} at the end of the day")  # noqa: T201
    assert day.rows(sessions) == (0,)
    assert day.rows(identities, streams) == (seated, seated), "those who sat down are in streams, and nobody else is anywhere"
    assert day.rows(appends, tree_leaves) == (2 * seated, 2 * seated), "a grant and its end"
    assert set(day.bench.people.names(_all_ids(day)).values()) == {"former player"}
    assert reconcile_accounts(day.store).balanced
    day.store.close()


def _all_ids(day):
    with day.store.database.reading() as connection:
        return list(connection.execute(select(identities.c.person)).scalars())


def test_a_hundred_guests_leave_what_ten_of_them_did(tmp_path):
    check_day(DayOfGuests(tmp_path, 100, minutes=20), seated=10)


@pytest.mark.prove
def test_ten_thousand_guests_leave_what_a_thousand_of_them_did(tmp_path):
    check_day(DayOfGuests(tmp_path, 10_000, minutes=1), seated=1_000)
