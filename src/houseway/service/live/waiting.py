"""What a table waits for, since when, and until when.

A wait is worked out after every turn and kept with the table's state. After a restart it is worked out from the stored turns of the
round in play, with their times, so that a clock goes on where it was.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from houseway.croupier import DEALER_ACTOR
from houseway.events import Role
from houseway.procedure import SETTING, SURRENDER, Step
from houseway.progressive import ProgressiveMeter
from houseway.service.clock import MILLISECONDS
from houseway.service.live.settings import TableSettings
from houseway.service.people.person import PERSON_ID
from houseway.store import RecordedCommand
from houseway.table import Table, due_step
from houseway.table.context import round_context

BETS, RULING, DEALER_STEP, VALUES = "bets", "ruling", "dealer-step", "values"
VALUE_SECONDS = 3
"""How long a round waits at most for what players add to its chance."""
WAITING_STEPS = ("close-betting", "confirm-bank")
"""Steps of the dealer that wait until players have made their wagers."""


class Wait(NamedTuple):
    """What a table waits for. `what` is a choice of players, or the act of a player's own step, or one of the names above."""

    what: str
    positions: tuple[int, ...] = ()
    """Whose act it is; none if anybody may bet, or if a dealer or a floorperson has to act."""
    stage: int = 0
    round: int = 0
    since: int = 0
    """When the wait began, in milliseconds."""
    not_before: int = 0
    """Its clocks do not run out before this time, because the house was closed meanwhile."""
    step: str = ""
    """The step of a dealer or a floorperson, in words. The next step is a wait of its own."""

    @property
    def _awaited(self) -> tuple[str, int, int, str]:
        return self.what, self.stage, self.round, self.step

    def after(self, earlier: "Wait | None") -> "Wait":
        """Return this wait. If the table still waits for some of the same players, it began when the earlier wait did."""
        if earlier is None or earlier._awaited != self._awaited:
            return self
        if not set(self.positions) <= set(earlier.positions):
            return self
        return self._replace(since=earlier.since, not_before=earlier.not_before)


class Clock(NamedTuple):
    """A clock that runs at a table, for everybody to see. Times are in milliseconds."""

    what: str
    position: int | None
    """Whose clock it is; None if it is everybody's."""
    begins_at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who has acted himself lately, and for whom the system has acted instead."""

    last_round: Mapping[str, int] = field(default_factory=dict)
    """The last round in which each player did something himself."""
    acted_for: frozenset[str] = frozenset()
    """Players for whom the system has acted since."""
    served: Mapping[str, int] = field(default_factory=dict)
    """Dealers and floorpersons who have acted in the latest round, with its number."""

    def after(self, command: RecordedCommand, number: int) -> "Attendance":
        """Return the attendance after a command in the round of a number."""
        by = command.by
        if by.role not in (Role.PLAYER, Role.BANK):
            return self._after_staff(by.name, number)
        if not by.name:
            return self
        for event in command.events:
            if event.kind == "player-got-up" and event.facts.get("player") == by.name:
                left = {name: last for name, last in self.last_round.items() if name != by.name}
                return replace(self, last_round=left, acted_for=self.acted_for - {by.name})
        if by.stand_in:
            return replace(self, acted_for=self.acted_for | {by.name})
        if self.last_round.get(by.name) == number and by.name not in self.acted_for:
            return self
        return Attendance({**self.last_round, by.name: number}, self.acted_for - {by.name}, self.served)

    def _after_staff(self, name: str, number: int) -> "Attendance":
        if name == DEALER_ACTOR.name or self.served.get(name) == number or not PERSON_ID.fullmatch(name):
            return self
        return replace(self, served={**{other: last for other, last in self.served.items() if last == number}, name: number})

    def rounds_away(self, name: str, number: int) -> int:
        """Return how many whole rounds a player has done nothing."""
        return number - self.last_round.get(name, number) - 1


def find_wait(table: Table, at: int, meters: Mapping[str, ProgressiveMeter], earlier: Wait | None) -> Wait | None:
    """Return what a table waits for at a time in milliseconds; None if nobody has bet yet, or the table is closed."""
    if not table.open:
        return None
    step = due_step(table, at // MILLISECONDS, meters)
    awaited = table.game.awaited_players(round_context(table, at // MILLISECONDS, meters))
    if awaited is not None and (step is None or step.role is Role.DEALER):
        return Wait(*awaited, table.number, at).after(earlier)
    return _wait_for_step(table, step, at).after(earlier) if step is not None else None


def wait_for_values(table: Table, at: int, earlier: Wait | None) -> Wait:
    """Return the wait for what players add to the chance of a round."""
    return Wait(VALUES, (), 0, table.number, at).after(earlier)


def _wait_for_step(table: Table, step: Step, at: int) -> Wait:
    bank = table.game.bank.position(table.round)
    match step.role:
        case Role.FLOOR:
            return Wait(RULING, (), 0, table.number, at, step=step.words)
        case Role.DEALER if step.act in WAITING_STEPS:
            return Wait(BETS, (), bank or 0, table.number, at)
        case Role.DEALER:
            return Wait(DEALER_STEP, (), 0, table.number, at, step=step.words)
        case _:
            return Wait(step.act, (step.number("position", bank),), 0, table.number, at)


def running_clocks(table: Table, wait: Wait | None, settings: TableSettings, attendance: Attendance) -> tuple[Clock, ...]:
    """Return the clocks of what the table waits for."""
    if wait is None or wait.what in (RULING, DEALER_STEP):
        return ()
    if wait.what == VALUES:
        return tuple(_clocks(wait, (None,), VALUE_SECONDS))
    if wait.what == BETS:
        return tuple(_clocks(wait, (None,), settings.betting_seconds))
    if wait.what == SURRENDER:
        return tuple(_clocks(wait, (None,), settings.surrender_seconds))
    if not settings.decision_seconds:
        return ()
    away = tuple(place for place in wait.positions if _is_away(table.seats.get(place), wait, attendance))
    here = tuple(place for place in wait.positions if place not in away)
    short = min(settings.absent.seconds, settings.decision_seconds)
    return (*_clocks(wait, away, short), *_clocks(wait, here, settings.decision_seconds))


def _is_away(player: str | None, wait: Wait, attendance: Attendance) -> bool:
    """Return whether it is useless to wait for a player, because the system has had to act for him.

    Whoever has cards to set has bet himself in this round. If the system has acted for him since, then mostly because he let an
    offer of the bank pass, as its clock says.
    """
    return wait.what != SETTING and player in attendance.acted_for


def _clocks(wait: Wait, positions: Iterable[int | None], seconds: int) -> Iterable[Clock]:
    ends_at = max(wait.since + seconds * MILLISECONDS, wait.not_before)
    return (Clock(wait.what, place, wait.since, ends_at) for place in positions) if seconds else ()


def overdue_positions(clocks: Iterable[Clock], at: int) -> tuple[int | None, ...]:
    """Return the positions whose time is up."""
    return tuple(clock.position for clock in clocks if clock.ends_at <= at)


def unclocked_positions(wait: Wait | None, clocks: Iterable[Clock]) -> tuple[int, ...]:
    """Return the positions whose players the table waits for without a clock: however long, nobody acts for them."""
    if wait is None or wait.what in (BETS, SURRENDER, VALUES):
        return ()
    clocked = {clock.position for clock in clocks}
    return tuple(place for place in wait.positions if place not in clocked)


def players_to_get_up(table: Table, attendance: Attendance, settings: TableSettings) -> tuple[str, ...]:
    """Return players who have been away for so many rounds that they give up their seats, before the next wagers are placed."""
    most = settings.absent.rounds
    if not most or table.round.closed:
        return ()
    free = [name for name in table.arrivals if not any(place in table.round.stakes for place in table.positions_of(name))]
    return tuple(name for name in free if attendance.rounds_away(name, table.number) >= most)
