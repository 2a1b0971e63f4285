"""The record of the house: the stream `house`, with every administrative change and every significant event.

Each event says who did it and why, and what was before and after where something changed. Persons are opaque ids; no name, log-in
or password is ever in it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING

from houseway.errors import Malformed, Outdated, Unavailable
from houseway.events import Actor, Event, Role
from houseway.reports.chips.chip_counts import CHIPS_COUNTED
from houseway.reports.gaming_day import GAMING_DAY_CHANGED, GamingCalendar
from houseway.reports.rows.sign_ons import DEALER_SIGNED_OFF, DEALER_SIGNED_ON, SignOns, evolve_sign_ons
from houseway.reports.rows.table_rows import project_house
from houseway.service.clock import HouseClock
from houseway.service.people.floor_calls import FLOOR_CALL_ENDED, FLOOR_CALLED, NO_CALLS, FloorCalls, evolve_calls
from houseway.service.people.person import THE_HOUSE, Person
from houseway.service.people.protection.choices import NO_PROTECTIONS, PROTECTION_EVENTS, Protections, evolve_protections
from houseway.service.people.stops import STOP_LIFTED, STOP_SET, Stops, evolve_stops
from houseway.service.secrecy.receipts import RECEIPTS_FAILED, RECEIPTS_MISSING, RECEIPTS_RESUMED
from houseway.service.shared_rounds import (
    NOTHING_SHARED,
    ROUND_SHARED,
    ROUND_SHARING_ENDED,
    SharedRounds,
    evolve_shared,
    without_person,
)
from houseway.store import Appended, AppendRequest, RecordedCommand, Store, StoredAppend, StreamAppend

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from houseway.store.contract import RowChange

HOUSE_STREAM = "house"
_TRIES = 10
"""How many times an event is decided again when another server has added to the record."""
LONGEST_REASON = 500

PERSON_REGISTERED, PERSON_ERASED = "person-registered", "person-erased"
ROLE_GRANTED, ROLE_WITHDRAWN = "role-granted", "role-withdrawn"
PASSWORD_CHANGED, SESSIONS_REVOKED = "password-changed", "sessions-revoked"
LOG_IN_FAILED, LOG_IN_LOCKED = "log-in-failed", "log-in-locked"
LINK_MADE, LINK_USED = "administrator-link-made", "administrator-link-used"
SERVICE_STARTED, SERVICE_STOPPED, SERVICE_LOST = "service-started", "service-stopped", "service-lost"
INTEGRITY_ACCEPTED, INTEGRITY_CHECKED, INTEGRITY_FAILED = "integrity-accepted", "integrity-checked", "integrity-failed"
CLOCK_SET_BACK, TABLE_FROZEN = "clock-set-back", "table-frozen"
TABLE_THAWED, KEY_ROTATED = "table-thawed", "key-rotated"
LARGE_WIN, LARGE_WAGER = "large-win", "large-wager"
PLAYER_ABSENT = "player-absent"
CHECKPOINTS_FAILED, CHECKPOINTS_RESUMED = "checkpoints-failed", "checkpoints-resumed"
LOG_CONTRADICTED = "log-contradicted"


@dataclass(frozen=True, slots=True)
class HouseState:
    """What follows from the record."""

    version: int = 0
    at: int = 0
    """The time of the last event, in milliseconds."""
    roles: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))
    """The roles of every registered person."""

    stops: Stops = field(default_factory=lambda: MappingProxyType({}))
    """What is stopped."""
    accepted: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The accepted hash of each part of the program; empty before the first check."""
    calendar: GamingCalendar = field(default_factory=GamingCalendar)
    running: frozenset[str] = frozenset()
    """The servers that were started and have not been stopped since, as far as the record knows. One that was started before there
    were several has the id ""."""
    vault: str = ""
    """The fingerprint of the key that protects the secrets of rounds; all servers of a house have the same."""

    dealers: SignOns = field(default_factory=lambda: MappingProxyType({}))
    """The dealers who are signed on to tables."""
    floor_calls: FloorCalls = field(default_factory=lambda: NO_CALLS)
    """The players who wait for a floorperson."""
    protections: Protections = field(default_factory=lambda: NO_PROTECTIONS)
    """The limits, suspensions and exclusions of persons."""

    shared_rounds: SharedRounds = field(default_factory=lambda: NOTHING_SHARED)
    """The rounds that players show to whoever has their link."""

    signing_key: str = ""
    """The public part of the key to which signing was last rotated; empty while the first one signs."""

    def holders_of(self, role: str) -> frozenset[str]:
        return frozenset(person for person, roles in self.roles.items() if role in roles)

    def with_roles(self, person: str, roles: frozenset[str] | None) -> "HouseState":
        others = {each: held for each, held in self.roles.items() if each != person}
        return replace(self, roles=MappingProxyType(others if roles is None else {**others, person: roles}))


Evolve = Callable[[HouseState, Event], HouseState]


def _set_roles(state: HouseState, event: Event) -> HouseState:
    return state.with_roles(event.text("person"), frozenset(event.texts("after")))


def _erase_person(state: HouseState, event: Event) -> HouseState:
    shared = without_person(state.shared_rounds, event.text("person"))
    return replace(state.with_roles(event.text("person"), None), shared_rounds=MappingProxyType(shared))


def _set_stops(state: HouseState, event: Event) -> HouseState:
    return replace(state, stops=MappingProxyType(dict(evolve_stops(state.stops, event))))


def _accept_program(state: HouseState, event: Event) -> HouseState:
    return replace(state, accepted=MappingProxyType(dict(event.table("after"))))


def _change_gaming_day(state: HouseState, event: Event) -> HouseState:
    return replace(state, calendar=state.calendar.after_event(event))


def _set_running(state: HouseState, event: Event) -> HouseState:
    server = str(event.facts.get("server", ""))
    if event.kind != SERVICE_STARTED:
        return replace(state, running=state.running - {server})
    vault = str(event.facts.get("vault", state.vault))
    return replace(state, running=state.running - {""} | {server}, vault=vault)


def _rotate_key(state: HouseState, event: Event) -> HouseState:
    return replace(state, signing_key=event.text("after"))


def _sign_dealer(state: HouseState, event: Event) -> HouseState:
    return replace(state, dealers=MappingProxyType(evolve_sign_ons(state.dealers, event)))


def _change_floor_calls(state: HouseState, event: Event) -> HouseState:
    return replace(state, floor_calls=MappingProxyType(evolve_calls(state.floor_calls, event)))


def _change_shared_rounds(state: HouseState, event: Event) -> HouseState:
    return replace(state, shared_rounds=MappingProxyType(evolve_shared(state.shared_rounds, event)))


def _change_protections(state: HouseState, event: Event) -> HouseState:
    return replace(state, protections=MappingProxyType(evolve_protections(state.protections, event)))


def _only_record(state: HouseState, event: Event) -> HouseState:
    return state


_EVOLVE: Mapping[str, Evolve] = {
    PERSON_REGISTERED: _set_roles,
    ROLE_GRANTED: _set_roles,
    ROLE_WITHDRAWN: _set_roles,
    PERSON_ERASED: _erase_person,
    STOP_SET: _set_stops,
    STOP_LIFTED: _set_stops,
    INTEGRITY_ACCEPTED: _accept_program,
    GAMING_DAY_CHANGED: _change_gaming_day,
    SERVICE_STARTED: _set_running,
    SERVICE_STOPPED: _set_running,
    SERVICE_LOST: _set_running,
    **dict.fromkeys((PASSWORD_CHANGED, SESSIONS_REVOKED, LOG_IN_FAILED, LOG_IN_LOCKED, LINK_MADE, LINK_USED), _only_record),
    **dict.fromkeys((INTEGRITY_CHECKED, INTEGRITY_FAILED, CLOCK_SET_BACK, TABLE_FROZEN), _only_record),
    KEY_ROTATED: _rotate_key,
    DEALER_SIGNED_ON: _sign_dealer,
    DEALER_SIGNED_OFF: _sign_dealer,
    FLOOR_CALLED: _change_floor_calls,
    FLOOR_CALL_ENDED: _change_floor_calls,
    ROUND_SHARED: _change_shared_rounds,
    ROUND_SHARING_ENDED: _change_shared_rounds,
    **dict.fromkeys(PROTECTION_EVENTS, _change_protections),
    **dict.fromkeys((TABLE_THAWED, LARGE_WIN, LARGE_WAGER, CHIPS_COUNTED, PLAYER_ABSENT), _only_record),
    **dict.fromkeys((RECEIPTS_FAILED, RECEIPTS_RESUMED, CHECKPOINTS_FAILED, CHECKPOINTS_RESUMED), _only_record),
    **dict.fromkeys((LOG_CONTRADICTED, RECEIPTS_MISSING), _only_record),
}


def evolve_house(state: HouseState, event: Event) -> HouseState:
    """Return the state after an event. An unknown kind raises."""
    change = _EVOLVE.get(event.kind)
    if change is None:
        allowed = tuple(_EVOLVE)
        raise Malformed(f"{event.kind!r} is not an event of the house", code="house.event", given=event.kind, allowed=allowed)
    return replace(change(state, event), version=state.version + 1)


class HouseRecord:
    """Reads and adds to the record. Any thread may call any method; `state` is what is stored, never more."""

    def __init__(self, store: Store, clock: HouseClock) -> None:
        self._store, self._clock, self._lock = store, clock, Lock()
        self.state = HouseState()
        self.listeners: list[Callable[[Event], None]] = []
        """Called with each event, including those of other servers, from whatever thread has followed it."""
        self._followed_at = 0.0
        self.refresh()

    def now(self) -> int:
        """Return the time of the house, in milliseconds."""
        return self._clock.now(self.state.at)

    def refresh(self, at_most_seconds_old: float = 0.0) -> HouseState:
        """Follow what other servers have added, unless that was done a moment ago. What this server adds is followed at once."""
        if monotonic() - self._followed_at > at_most_seconds_old:
            with self._lock:
                self._follow()
        return self.state

    def add(
        self, decide: Callable[[HouseState], tuple[Event, ...]], by: Person = THE_HOUSE, change: "RowChange | None" = None
    ) -> HouseState:
        """Decide events against the latest state and store them. If there are none, nothing is stored.

        `change` alters names, log-ins or sessions in the same transaction: both are stored, or neither.
        """
        self._add(decide, by, change or no_change)
        return self.state

    def add_once(self, decide: Callable[[HouseState], tuple[Event, ...]], by: Person, command_id: str, answer: str) -> str:
        """Decide events and store them under the id of a command, and return its answer. A repeated command adds nothing and gets
        its first answer."""
        first = self._store.answer_to(command_id)
        return self._add(decide, by, no_change, command_id, answer) if first is None else first

    def _add(
        self,
        decide: Callable[[HouseState], tuple[Event, ...]],
        by: Person,
        change: "RowChange",
        command_id: str = "",
        answer: str = "",
    ) -> str:
        with self._lock:
            for _ in range(_TRIES):
                self._follow()
                events = decide(self.state)
                if not events:
                    return answer
                if (appended := self._append(events, by, change, command_id, answer)) is not None:
                    return appended.answer
        raise Unavailable(
            "others keep changing the record of the house; try again",
            code="house.busy",
            given=HOUSE_STREAM,
            allowed="try again",
        )

    def append_for(self, events: tuple[Event, ...], by: Person = THE_HOUSE) -> StreamAppend:
        """Return the append of events to the record as it stands, to be stored together with others. `refresh` follows it."""
        command = RecordedCommand(self._clock.now(self.state.at), Actor(Role.FLOOR, by.id), events)
        return StreamAppend(HOUSE_STREAM, self.state.version, (command,))

    def add_to(self, request: AppendRequest, events: tuple[Event, ...]) -> AppendRequest:
        """Return a request that adds events to the record, too, as it stands. `refresh` follows it."""
        part = self.append_for(events)
        projections = (*request.projections, *project_house(part, self.state.calendar))
        return replace(request, parts=(*request.parts, part), projections=projections)

    def _append(
        self, events: tuple[Event, ...], by: Person, change: "RowChange", command_id: str, answer: str
    ) -> Appended | None:
        """Store events; None if another server has added to the record before."""
        part = self.append_for(events, by)
        rows = project_house(part, self.state.calendar)
        try:
            appended = self._store.append_with(AppendRequest((part,), command_id, answer, projections=rows), change)
        except Outdated:
            return None
        if not appended.repeated:
            for command in part.commands:
                self._apply(command)
        return appended

    def _follow(self) -> None:
        self._followed_at = monotonic()
        if self._store.stream_head(HOUSE_STREAM).version != self.state.version:
            append: StoredAppend
            for append in self._store.read(HOUSE_STREAM, self.state.version):
                for command in append.commands:
                    self._apply(command)

    def _apply(self, command: RecordedCommand) -> None:
        state = self.state
        for event in command.events:
            state = evolve_house(state, event)
        self.state = replace(state, at=command.at)
        for event in command.events:
            for listener in self.listeners:
                listener(event)


def no_change(connection: "Connection") -> None:
    """Leave the tables of persons as they are."""


def check_reason(why: str) -> str:
    """Return why something is done, or refuse it: every administrative change needs a reason."""
    said = why.strip()
    if not said or len(said) > LONGEST_REASON or not said.isprintable():
        allowed = f"1 to {LONGEST_REASON} printable characters"
        raise Malformed("say why, in a line of text", code="house.reason", given=f"{len(why)} characters", allowed=allowed)
    return said
