"""What persons choose for their protection, and limits that the house sets them: each choice is put on the record of the house."""

from collections.abc import Callable

from houseway.events import Event
from houseway.service.people.administration import with_present_roles
from houseway.service.people.authority import authorize
from houseway.service.people.person import Person
from houseway.service.people.protection.choices import (
    OF_THE_HOUSE,
    Change,
    Protections,
    change_limit,
    choose_reminder,
    confirm_loosening,
    exclude_person,
    suspend_play,
)
from houseway.service.people.protection.play_counts import sums_since
from houseway.service.people.protection.protection_policy import ProtectionPolicy
from houseway.service.people.record import HouseRecord, HouseState, check_reason
from houseway.store import Store

BY_HIMSELF = "by himself"
Decide = Callable[[Protections, Change], Event]


class Protecting:
    """Methods block, and any thread may call them."""

    def __init__(self, store: Store, record: HouseRecord, policy: ProtectionPolicy) -> None:
        self._store, self._record, self.policy = store, record, policy

    def played_since(self, person: str, since: int, now: int) -> tuple[int, int, int]:
        """Return what somebody has wagered and won (less what he lost) in rounds that ended since a time, in cents, and his time
        at tables, in milliseconds."""
        return sums_since(self._store, person, since, now)

    def change_own_limit(self, person: Person, kind: str, period: str, most: int | None) -> None:
        """Set a stricter limit, which holds at once, or ask for a looser one."""
        self._choose(person, lambda known, change: change_limit(known, change, kind, period, most, self.policy))

    def confirm_own_limit(self, person: Person, kind: str, period: str) -> None:
        """Confirm a looser limit when its time has come."""
        self._choose(person, lambda known, change: confirm_loosening(known, change, kind, period))

    def suspend(self, person: Person, days: int) -> None:
        """Suspend one's own play."""
        self._choose(person, lambda known, change: suspend_play(known, change, days, self.policy))

    def exclude(self, person: Person, months: int) -> None:
        """Exclude oneself from play."""
        self._choose(person, lambda known, change: exclude_person(known, change, months, self.policy))

    def choose_reminder(self, person: Person, minutes: int) -> None:
        """Choose how often one is told how long one has played."""
        self._choose(person, lambda known, change: choose_reminder(known, change, minutes, self.policy))

    def _choose(self, person: Person, decide: Decide) -> None:
        def add(state: HouseState) -> tuple[Event, ...]:
            return (decide(state.protections, Change(person.id, person.id, self._record.now(), BY_HIMSELF)),)

        self._record.add(add, person)

    def set_house_limit(self, person: str, kind: str, period: str, most: int | None, by: Person, why: str) -> None:
        """Set a limit of the house for somebody, or take it back. What he has limited himself is nobody else's to change."""
        reason = check_reason(why)

        def add(state: HouseState) -> tuple[Event, ...]:
            authorize(with_present_roles(state, by), "protection.manage")
            change = Change(person, by.id, self._record.now(), reason, OF_THE_HOUSE)
            return (change_limit(state.protections, change, kind, period, most, self.policy),)

        self._record.add(add, by)
