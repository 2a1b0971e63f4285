"""The progressive table game system: lights at the positions, the lock-out, and the count of chips against lights."""

from houseway.citation import SILENT, Citation, Law
from houseway.equipment.state import Equipment, Stage, TableContext, only, replace, speaks_for_position
from houseway.errors import Malformed, NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import DIV, MD, ULTIMATE, Step
from houseway.spelling import count_things

LIGHT = Law({MD: ("2.D", "2.D(1)"), DIV: ("(g)(4)#1", "(g)(4)#2"), ULTIMATE: ("2.C", "2.C(1)")})
LOCK_OUT = Law(
    {
        MD: {"manual-shoe": ("2.D(2)", "8.C(2)"), "hand": ("2.D(2)", "9.A(3)(b)"), "automated-shoe": ("2.D(2)", "10.A(2)(b)")},
        DIV: "(q)(2)#1",
        ULTIMATE: {
            "manual-shoe": ("2.C(2)", "8.C(2)"),
            "hand": ("2.C(2)", "9.A(3)(a)"),
            "automated-shoe": ("2.C(2)", "10.A(2)(b)(i)"),
        },
    }
)
CLOSED = Law({MD: ("2.D(2)", "7.D(2)"), DIV: ("(g)(3)#2", "(q)(2)#1"), ULTIMATE: ("2.C(2)", "7.E")})
COUNT = Law(
    {
        MD: {"manual-shoe": "8.C(3)", "hand": ("9.A(3)(b)(i)", "9.A(3)(b)(ii)"), "automated-shoe": "10.A(2)(c)"},
        DIV: "(q)(2)#2",
        ULTIMATE: {"manual-shoe": "8.C(3)", "hand": "9.A(3)(b)", "automated-shoe": "10.A(2)(b)(ii)"},
    }
)
CHECK_LIGHT = Law({MD: "11.H(6)(b)(ii)", DIV: "(q)(3)(i)", ULTIMATE: "11.J(2)(b)"})
PLAYERS_RISK = Law({MD: SILENT, DIV: "(g)(4)#2", ULTIMATE: "7.F(3)(b)"})
"""The player is responsible for checking that the wager was accepted."""


def decide_light(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """The device at a position accepts a wager or returns it: the light goes on or off."""
    position, on = command.number("position"), command.flag("on", True)
    if command.by.role is not Role.DEALER and not speaks_for_position(command, context, position):
        raise NotAllowed(
            f"a player uses only the acceptor of the player's own position, not that of position {position}",
            code="acceptor.not-yours",
            clauses=equipment.law(LIGHT),
            given=position,
            allowed="the player's own position",
        )
    if context.betting_closed and not equipment.acceptors.locked:
        raise NotAllowed(
            "the dealer has called 'no more bets': progressive wagers can no longer be made or taken back",
            code="acceptor.closed",
            clauses=equipment.law(CLOSED),
            given=position,
            allowed="before 'no more bets'",
        )
    return switch_light(equipment, position, on)


def switch_light(equipment: Equipment, position: int, on: bool) -> tuple[Event, ...]:
    """Return the event of a light switched at a position."""
    clauses = equipment.law(LIGHT)
    if not equipment.settings.progressive or not 1 <= position <= equipment.settings.positions:
        raise NotAllowed(
            f"position {position} has no acceptor",
            code="acceptor.none",
            clauses=clauses,
            given=position,
            allowed="a betting position",
        )
    if equipment.acceptors.locked:
        raise NotAllowed(
            "the progressive system is locked: it takes and returns no more wagers this round",
            code="acceptor.locked",
            clauses=_lock_clauses(equipment),
            given=position,
            allowed="before the lock-out",
        )
    if (position in equipment.acceptors.lit) == on:
        state = "on" if on else "off"
        raise NotAllowed(
            f"the light of position {position} is already {state}",
            code="acceptor.same",
            clauses=clauses,
            given=state,
            allowed="the other state",
        )
    return (Event("light-switched", clauses, {"position": position, "on": on}),)


def on_light_switched(equipment: Equipment, event: Event) -> Equipment:
    position = event.position
    lit = {*equipment.acceptors.lit, position} if event["on"] else {*equipment.acceptors.lit} - {position}
    return replace(equipment, acceptors=replace(equipment.acceptors, lit=tuple(sorted(lit))))


def is_lit(equipment: Equipment, position: int) -> bool:
    """Return whether the system accepted a progressive wager at a position."""
    return position in equipment.acceptors.lit


def _lock_clauses(equipment: Equipment) -> tuple[Citation, ...]:
    return equipment.law(LOCK_OUT, equipment.dealing)


def _count_clauses(equipment: Equipment) -> tuple[Citation, ...]:
    return equipment.law(COUNT, equipment.dealing)


def decide_lock_out(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """After "no more bets" the system accepts no further wager."""
    clauses = _lock_clauses(equipment)
    only(command, Role.DEALER, clauses=clauses)
    if not equipment.settings.progressive or equipment.acceptors.locked or not context.betting_closed:
        raise NotAllowed(
            "the progressive system is locked once a round, after betting is closed",
            code="acceptor.lock-out",
            clauses=clauses,
            given="locked" if equipment.acceptors.locked else "open",
            allowed="after “no more bets”",
        )
    return (Event("wagers-locked-out", clauses, {"lit": equipment.acceptors.lit}),)


def on_locked_out(equipment: Equipment, event: Event) -> Equipment:
    return replace(equipment, acceptors=replace(equipment.acceptors, locked=True))


def decide_chip_count(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Count chips and coupons against the lights. If they differ, the deal waits for a floorperson (PG-52)."""
    clauses = _count_clauses(equipment)
    only(command, Role.DEALER, clauses=clauses)
    acceptors = equipment.acceptors
    if not acceptors.locked or acceptors.is_settled or _is_deal_begun(equipment):
        raise NotAllowed(
            "chips are counted once, after the lock-out and before the deal",
            code="acceptor.count",
            clauses=clauses,
            given="settled" if acceptors.is_settled else "open",
            allowed="after the lock-out",
        )
    chips, coupons = command.number("chips"), command.number("coupons", 0)
    if chips < 0 or coupons < 0:
        raise Malformed(
            "a count of chips or coupons cannot be negative", code="command.fact", given=(chips, coupons), allowed="0 or more"
        )
    if coupons and not equipment.settings.coupons:
        raise NotAllowed(
            "this table takes no progressive coupons",
            code="acceptor.coupons",
            clauses=equipment.law(LIGHT),
            given=coupons,
            allowed=0,
        )
    lights = len(acceptors.lit)
    facts = {"chips": chips, "coupons": coupons, "lights": lights, "matched": chips + coupons == lights}
    return (Event("chips-counted", clauses, facts),)


def _is_deal_begun(equipment: Equipment) -> bool:
    return any(deck.stage is Stage.OUT for deck in equipment.decks)


def on_chips_counted(equipment: Equipment, event: Event) -> Equipment:
    chips, coupons = event.number("chips"), event.number("coupons")
    return replace(equipment, acceptors=replace(equipment.acceptors, chips=chips, coupons=coupons))


def decide_count_ruling(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """A floorperson rules at which positions a wager stands. Chips of the others are returned."""
    clauses = _count_clauses(equipment)
    only(command, Role.FLOOR, clauses=clauses)
    acceptors = equipment.acceptors
    if acceptors.chips is None or acceptors.is_settled:
        raise NotAllowed(
            "there is nothing to rule on: no difference between chips and lights is open",
            code="acceptor.no-ruling",
            clauses=clauses,
            allowed="after a mismatch",
        )
    standing = command.numbers("standing")
    if not {*range(1, equipment.settings.positions + 1)}.issuperset(standing):
        raise command.unreadable("standing", "positions of the table")
    facts = {"standing": tuple(sorted(set(standing))), "lit": acceptors.lit, "chips": acceptors.chips, "by": command.by.name}
    return (Event("count-ruled", clauses, facts),)


def on_count_ruled(equipment: Equipment, event: Event) -> Equipment:
    return replace(equipment, acceptors=replace(equipment.acceptors, lit=event.numbers("standing"), ruled=True))


def decide_light_check(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Before a progressive win is paid, the dealer checks the light of that position."""
    clauses = equipment.law(CHECK_LIGHT)
    only(command, Role.DEALER, clauses=clauses)
    position = command.number("position")
    if not is_lit(equipment, position):
        raise NotAllowed(
            f"the light of position {position} is off: no progressive wager was accepted there",
            code="acceptor.dark",
            clauses=(*clauses, *equipment.law(PLAYERS_RISK)),
            given=position,
            allowed=equipment.acceptors.lit,
        )
    return (Event("light-checked", clauses, {"position": position}),)


def on_light_checked(equipment: Equipment, event: Event) -> Equipment:
    return equipment


def due_duty(equipment: Equipment, context: TableContext) -> list[Step]:
    """Return the duty of lock-out or count, between "no more bets" and the first card."""
    if not equipment.settings.progressive or not context.betting_closed:
        return []
    acceptors = equipment.acceptors
    if not acceptors.locked:
        return [Step("lock-out", Role.DEALER, "Press the lock-out button", _lock_clauses(equipment))]
    if acceptors.is_settled or not (acceptors.lit or context.progressive_chips or acceptors.chips is not None):
        return []
    clauses = _count_clauses(equipment)
    if acceptors.chips is None:
        lit = count_things(len(acceptors.lit), "light is", "lights are")
        return [Step("count-chips", Role.DEALER, f"Count the progressive chips: {lit} on", clauses)]
    counted = count_chips_and_lights(acceptors.chips, acceptors.coupons, len(acceptors.lit))
    return [Step("rule-count", Role.FLOOR, f"{counted}: rule which wagers stand", clauses)]


def count_chips_and_lights(chips: int, coupons: int, lights: int) -> str:
    """Return in words what was counted for which lights; coupons only where there are any."""
    taken = count_things(chips, "chip") + (f" and {count_things(coupons, 'coupon')}" if coupons else "")
    return f"{taken} for {count_things(lights, 'light')}"


DECIDE = {
    "light": decide_light,
    "lock-out": decide_lock_out,
    "count-chips": decide_chip_count,
    "rule-count": decide_count_ruling,
    "check-light": decide_light_check,
}
EVOLVE = {
    "light-switched": on_light_switched,
    "wagers-locked-out": on_locked_out,
    "chips-counted": on_chips_counted,
    "count-ruled": on_count_ruled,
    "light-checked": on_light_checked,
}
