"""A house's people on a store, with a clock that the test moves and passwords that cost little."""

from dataclasses import dataclass

from houseway.service.clock import HouseClock
from houseway.service.people.accounts import Accounts
from houseway.service.people.people import People, PeopleSettings
from houseway.service.people.person import THE_HOUSE
from houseway.service.people.record import HOUSE_STREAM, HouseRecord
from houseway.store import Store

MINUTE = 60_000
PASSWORD = "correct horse battery"  # noqa: S105 - of nobody
CHEAP = PeopleSettings(password_rounds=1, password_memory_kib=64, password_threads=1)  # threads take longer than the hash


@dataclass
class PeopleBench:
    store: Store
    settings: PeopleSettings = CHEAP
    time: int = 1_000_000

    def __post_init__(self):
        self.clock = HouseClock(lambda: self.time)
        self.open()

    def open(self):
        """Open the people of the same store again, as after a restart."""
        self.record = HouseRecord(self.store, self.clock)
        self.accounts = Accounts(self.store, self.record, self.clock)
        self.people = People(self.store, self.record, self.accounts, self.clock, self.settings)
        return self

    def wait(self, minutes):
        self.time += minutes * MINUTE

    def register(self, login="ann", *roles, by=THE_HOUSE):
        return self.people.register(login, login.title(), PASSWORD, roles or ["player"], by, "new here")

    def administrator(self, login="ada"):
        return self.register(login, "administrator")

    def recorded(self, *kinds):
        events = [event for append in self.store.read(HOUSE_STREAM) for event in append.events]
        return [event for event in events if not kinds or event.kind in kinds]
