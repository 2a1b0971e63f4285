"""Players who call a floorperson to their table, and the floorpersons who answer. Both are events in the record of the house.

A player has one call open at a table. It stays open, over restarts too, until a floorperson says what came of it, or the player no
longer needs anybody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from houseway.errors import Malformed, NotAllowed
from houseway.events import Event
from houseway.table import Table

FLOOR_CALLED, FLOOR_CALL_ENDED = "floor-called", "floor-call-ended"
About = Literal["payment", "dealer", "chips", "player", "rules", "other"]
ABOUT: tuple[str, ...] = get_args(About)
LONGEST_NOTE = 200


@dataclass(frozen=True, slots=True)
class FloorCall:
    """Somebody who waits at a table for a floorperson."""

    table: str
    player: str
    position: int
    round: int
    since: int
    """In milliseconds."""
    about: str
    note: str
    """What the player wrote; it may be empty."""


FloorCalls = Mapping[tuple[str, str], FloorCall]
"""Every open call, by table and player."""
NO_CALLS: FloorCalls = MappingProxyType({})


def call_floor(calls: FloorCalls, table: Table, player: str, about: str, note: str, at: int) -> Event:
    """Return the event of a player's call, or refuse it."""
    positions = table.positions_of(player)
    if not positions:
        said = f"you do not sit at {table.id}; whoever has a seat may call a floorperson to it"
        raise NotAllowed(said, code="floor.no-seat", given=table.id, allowed="a table at which you sit")
    if (table.id, player) in calls:
        said = "you have called a floorperson already, and nobody has answered yet"
        raise NotAllowed(said, code="floor.called", given=table.id, allowed="waiting, or taking the call back")
    said = note.strip()
    if len(said) > LONGEST_NOTE or (said and not said.isprintable()):
        allowed = f"at most {LONGEST_NOTE} printable characters"
        raise Malformed("say in a line what it is about", code="floor.note", given=f"{len(note)} characters", allowed=allowed)
    facts = {"table": table.id, "player": player, "position": min(positions), "round": table.number, "since": at}
    return Event(FLOOR_CALLED, (), {**facts, "about": about, "note": said, "by": player})


def end_call(calls: FloorCalls, table: str, player: str, by: str, outcome: str, at: int) -> Event:
    """Return the event that ends a call, or refuse it: there has to be one."""
    call = calls.get((table, player))
    if call is None:
        waiting = tuple(sorted(other for there, other in calls if there == table))
        said = f"no call of this player is open at {table}; somebody has answered it, or it was taken back"
        raise NotAllowed(said, code="floor.not-called", given=player, allowed=waiting)
    return Event(
        FLOOR_CALL_ENDED, (), {"table": table, "player": player, "since": call.since, "until": at, "why": outcome, "by": by}
    )


def evolve_calls(calls: FloorCalls, event: Event) -> dict[tuple[str, str], FloorCall]:
    """Return the open calls after an event."""
    key = event.text("table"), event.text("player")
    others = {each: call for each, call in calls.items() if each != key}
    if event.kind == FLOOR_CALL_ENDED:
        return others
    numbers = event.number("position"), event.number("round"), event.number("since")
    return {**others, key: FloorCall(*key, *numbers, event.text("about"), event.text("note", ""))}
