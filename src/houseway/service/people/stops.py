"""Stop switches: everything, a game, a table, a player or a wager is stopped, with a reason.

A stop lets a round that is under way be finished, and lets no new one begin. Players may always leave with their chips, and a
floorperson may always rule, correct and close.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from houseway.errors import Malformed, NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import LegalOption
from houseway.table import Table
from houseway.table.acts import is_round_under_way

Scope = Literal["house", "game", "table", "player", "wager"]
SCOPES: tuple[str, ...] = get_args(Scope)
STOP_SET, STOP_LIFTED = "stop-set", "stop-lifted"
THE_WHOLE_HOUSE = ("house", "")
"""The scope and the target of the stop of everything."""
LONGEST_TARGET = 100
_ALWAYS_ALLOWED = frozenset(("leave", "cash-out"))
"""What a player may do at a table where play has stopped."""


@dataclass(frozen=True, slots=True)
class Stop:
    scope: str
    target: str
    """The rule book or game, the table or the person; for a wager the rule book, game or table, a colon and the wager; empty for
    the house."""
    why: str
    by: str

    def __str__(self) -> str:
        return "the house is stopped" if self.scope == "house" else f"the {self.scope} {self.target} is stopped"


Stops = Mapping[tuple[str, str], Stop]
"""Every stop in force, by scope and target."""
NO_STOPS: Stops = MappingProxyType({})


def stop_event(kind: str, scope: str, target: str, by: str, why: str) -> Event:
    """Return the event that sets or lifts a stop."""
    before, after = ("open", "stopped") if kind == STOP_SET else ("stopped", "open")
    facts = {"scope": scope, "target": target, "before": before, "after": after, "by": by, "why": why}
    return Event(kind, (), facts)


def evolve_stops(stops: Stops, event: Event) -> Stops:
    key = (event.text("scope"), event.text("target"))
    left = {each: stop for each, stop in stops.items() if each != key}
    return left if event.kind == STOP_LIFTED else {**left, key: Stop(*key, event.text("why"), event.text("by"))}


def check_target(scope: str, target: str) -> tuple[str, str]:
    """Return the key of a stop, or refuse it."""
    named = 0 < len(target) <= LONGEST_TARGET and target.isprintable()
    if scope not in SCOPES or (not named if scope != "house" else target):
        raise Malformed(
            "a stop needs a scope, and the id of what is stopped unless it is the house",
            code="house.stop",
            given=scope if scope in SCOPES else "another scope",
            allowed=SCOPES,
        )
    return scope, target


def stop_at_table(stops: Stops, table: Table) -> Stop | None:
    """Return the stop that keeps new rounds from a table; None if there is none."""
    if not stops:
        return None
    keys = (THE_WHOLE_HOUSE, ("game", table.rules.game), ("game", table.rules.book), ("table", table.id))
    return next((stops[key] for key in keys if key in stops), None)


def may_go_on(stops: Stops, table: Table) -> bool:
    """Return whether the dealer may take the next step: nothing is stopped, or a round is to be finished."""
    return stop_at_table(stops, table) is None or is_round_under_way(table)


def check_stops(stops: Stops, table: Table | None, command: Command) -> None:
    """Refuse a command that would begin something while it is stopped. The opening of a table is checked when its game is known."""
    if not stops or table is None or command.by.role is Role.FLOOR or command.act in _ALWAYS_ALLOWED:
        return
    stop = None if is_round_under_way(table) else stop_at_table(stops, table)
    stop = stop or _stop_of_player(stops, table, command) or _stop_of_wager(stops, table, command)
    if stop is not None:
        raise stopped_error(stop, command.act)


def is_stopped(stops: Stops, table: Table, command: Command) -> bool:
    """Return whether a stop in force would refuse a command."""
    try:
        check_stops(stops, table, command)
    except NotAllowed:
        return True
    return False


def _stop_of_player(stops: Stops, table: Table, command: Command) -> Stop | None:
    """A player who is stopped finishes the round in which he has wagers or which he banks."""
    positions = table.positions_of(command.by.name)
    in_round = (table.game.bank.position(table.round), *table.round.stakes)
    if command.act != "sit" and any(position in in_round for position in positions):
        return None
    return stops.get(("player", command.by.name))


def _stop_of_wager(stops: Stops, table: Table, command: Command) -> Stop | None:
    """A stopped wager cannot be made, by itself or together with another. One that was made before is settled."""
    if command.act != "wager":
        return None
    also = command.facts.get("also")
    wagers = (str(command.facts.get("wager")), *(also if isinstance(also, Mapping) else ()))
    return next((stop for wager in wagers if (stop := _stop_of(stops, table, wager))), None)


def _stop_of(stops: Stops, table: Table, wager: str) -> Stop | None:
    places = (table.rules.game, table.rules.book, table.id)
    return next((stops[key] for place in places if (key := ("wager", f"{place}:{wager}")) in stops), None)


def without_stopped_wagers(stops: Stops, table: Table, option: LegalOption) -> LegalOption:
    """Return an option without those of its further wagers that are stopped."""
    also = option.bounds.get("also")
    if not isinstance(also, Mapping):
        return option
    parts = {wager: bound for wager, bound in also["parts"].items() if _stop_of(stops, table, wager) is None}
    others = {name: bound for name, bound in option.bounds.items() if name != "also"}
    return option._replace(bounds={**others, "also": {**also, "parts": parts}} if parts else others)


def stopped_error(stop: Stop, act: str) -> NotAllowed:
    return NotAllowed(f"{stop}: {stop.why}", code="house.stopped", given=act, allowed=tuple(sorted(_ALWAYS_ALLOWED)))
