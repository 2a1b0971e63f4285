"""Where the deal starts: shaker and dice, random number, button; and how positions are counted."""

from collections.abc import Callable

from houseway.citation import SILENT, Citation, Law, unique_clauses
from houseway.equipment import finders
from houseway.equipment.settings import Starting
from houseway.equipment.state import Equipment, Shaker, TableContext, only, replace, speaks_for_position
from houseway.errors import Malformed, NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import DEALER, DIV, MD, ULTIMATE, Step

FACES = "⚀⚁⚂⚃⚄⚅"
BANK_ROUND = {"manual-shoe": "(m)(8)", "hand": "(m)(9)", "automated-shoe": "(m)(10)"}


def _bank_clauses(*parts: tuple[str, str]) -> dict[str, tuple[str, ...]]:
    """The Division says the same three times, once for each way of dealing: (m)(8), (m)(9), (m)(10)."""
    return {
        dealing: tuple(head + (by_hand if dealing == "hand" else other) for other, by_hand in parts)
        for dealing, head in BANK_ROUND.items()
    }


SHAKER = Law({MD: ("2.C(1)", "2.C(1)(b)"), DIV: "(d)(1)#1"})
DICE = Law({MD: "2.C(1)(b)(ii)", DIV: "(d)(1)#1"})
LOGO = Law({MD: "2.C(1)(e)", DIV: "(d)(1)#2"})
DICE_AGE = Law({MD: "2.C(1)(c)", DIV: "(d)(1)(ii)"})
START = Law({MD: ("5.K", "2.C"), DIV: ("(k)(1)", "(d)(2)")})
SHAKE = Law({MD: ("5.K(1)(a)", "5.K(1)", "2.C(1)(d)"), DIV: "(k)(2)"})
BANK_SHAKES = Law({MD: ("5.K(1)(a)(i)", "5.K(1)(a)(ii)"), DIV: _bank_clauses(("(i)#1", "(ii)#1"), ("(i)#2", "(ii)#2"))})
UNCOVER = Law({MD: "5.K(1)(b)(i)", DIV: "(k)(2)(i)"})
UNCOVER_FOR_BANK = Law({MD: SILENT, DIV: _bank_clauses(("(i)#3", "(ii)#3"))})
BANK_LIFTS_LID = Law({MD: "5.K(1)(c)", DIV: _bank_clauses(("(i)#4", "(ii)#4"))})
NOT_FLAT = Law({MD: ("14.A", "14.A(1)"), DIV: "(n)(1)"})
DIE_FELL = Law({MD: ("14.A", "14.A(2)"), DIV: "(n)(2)"})
_NO_ROLL = {"not flat": NOT_FLAT, "fallen": DIE_FELL}
TOTAL = Law({MD: "5.K(1)(b)(ii)", DIV: "(k)(2)(i)"})
COUNT_DICE = Law({MD: "5.K(1)(d)", DIV: "(k)(2)(ii)"})
COUNT_FROM_BANK = Law(
    {MD: {"shaker": "5.K(1)(e)", "random-number": "5.K(2)(b)", "": SILENT}, DIV: _bank_clauses(("(iii)", "(iv)"))}
)
PUT_AWAY = Law({MD: "5.K(1)(f)", DIV: ("(k)(2)(iv)#1", "(k)(2)(iv)#2")})
DRAW = Law({MD: "5.K(2)", DIV: ("(k)(3)#1", "(d)(2)(i)")})
DRAW_FOR_BANK = Law({MD: SILENT, DIV: _bank_clauses(("(ii)", "(iii)"))})
COUNT_NUMBER = Law({MD: "5.K(2)(a)", DIV: "(k)(3)#2"})
PLACE_BUTTON = Law({MD: "5.K(3)(a)", DIV: "(k)(4)#2"})
READ_BUTTON = Law({MD: "5.K(3)", DIV: "(k)(4)#1"})
MOVE_BUTTON = Law({MD: "5.K(3)(b)", DIV: "(k)(4)#2"})
MARK = Law({MD: "5.L", DIV: "(k)(5)"})
EXAMPLE_TOTALS = Law({MD: SILENT, DIV: {"round to the dealer": "(k)(2)(iii)(A)", "round to the last": "(k)(2)(iii)(B)"}})
FIXED = Law({ULTIMATE: {"manual-shoe": "8.D(2)", "hand": "9.B(2)", "automated-shoe": "10.B(3)"}})
"""The deal begins at the dealer's left; no starting position is sought."""
AFTER_CUT = Law({MD: {"": "5.C(1)", "manual": "5.F(4)", "reshuffling-device": SILENT}, DIV: SILENT})


def starting_position(number: int, positions: int, bank: int | None = None) -> int:
    """Count counterclockwise with the dealer as one, or the bank if there is one. Empty positions and the dealer count."""
    return ((bank or DEALER) + number - 1) % (positions + 1)


def next_button_position(button: int, positions: int) -> int:
    """Return the next place clockwise; the dealer's place is one of them (PG-45)."""
    return (button - 1) % (positions + 1)


def start_at_button(equipment: Equipment, bank: int | None) -> int | None:
    """Return where the button starts the deal."""
    return bank if bank is not None and equipment.settings.mark.at_bank else equipment.button


def _count_clauses(equipment: Equipment, context: TableContext, count: Law) -> tuple[Citation, ...]:
    if context.bank is None:
        return (*equipment.law(count), *equipment.law(AFTER_CUT, equipment.shuffling))
    from_bank = equipment.law(COUNT_FROM_BANK, equipment.starting, equipment.dealing)
    return (*equipment.law(count), *from_bank, *equipment.law(AFTER_CUT, equipment.shuffling))


def _check_wanted(
    equipment: Equipment, command: Command, context: TableContext, starting: Starting, clauses: tuple[Citation, ...]
) -> None:
    if equipment.starting is not starting or not context.start_wanted or equipment.start is not None:
        raise NotAllowed(
            "the starting position is found once a round, after betting is closed, by the method in use",
            code="start.not-now",
            clauses=clauses or equipment.law(START),
            given=command.act,
            allowed=equipment.starting.value,
        )


def check_start_is_found(equipment: Equipment, command: Command) -> None:
    """Refuse shaker, generator and button in books that deal from a fixed place."""
    if equipment.starting is Starting.NONE:
        raise NotAllowed(
            "the deal always begins at the dealer's left, so there is no starting position to find",
            code="start.fixed",
            clauses=equipment.law(FIXED, equipment.dealing),
            given=command.act,
            allowed=equipment.starting.value,
        )


# Shaker


def decide_dice_placing(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Bring a shaker with its dice to the table, in the dealer's charge."""
    shaker, (held, logo) = equipment.law(SHAKER), (equipment.law(DICE), equipment.law(LOGO))
    only(command, Role.DEALER, clauses=shaker)
    if equipment.shaker.placed_at is not None:
        raise NotAllowed("a shaker is already on the table", code="dice.there", clauses=shaker, allowed="remove-dice")
    right, dice = equipment.settings.dice.number, command.number("dice", equipment.settings.dice.number)
    if dice != right:
        raise NotAllowed(f"the shaker must hold {right} dice", code="dice.number", clauses=held, given=dice, allowed=right)
    if not command.flag("logo", True):
        raise NotAllowed("the shaker must bear the operator's name or logo", code="dice.logo", clauses=logo, allowed="logo")
    return (Event("dice-placed", unique_clauses((*shaker, *held, *logo)), {"dice": dice, "at": command.at}),)


def on_dice_placed(equipment: Equipment, event: Event) -> Equipment:
    at = event.number("at")
    return replace(finders.on_shaker_replaced(equipment) if equipment.faults else equipment, shaker=Shaker(placed_at=at))


def decide_dice_removal(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Remove the dice, at the latest when they are too old."""
    clauses = equipment.law(DICE_AGE)
    only(command, Role.DEALER, Role.FLOOR, clauses=clauses)
    if equipment.shaker.placed_at is None or equipment.shaker.dice:
        raise NotAllowed(
            "there are no dice that could be removed now", code="dice.none", clauses=clauses, allowed="between shakes"
        )
    return (Event("dice-removed", clauses, {"at": command.at}),)


def on_dice_removed(equipment: Equipment, event: Event) -> Equipment:
    return replace(equipment, shaker=Shaker())


def are_dice_overdue(equipment: Equipment, at: int) -> bool:
    return any(time <= at for time in dice_expiry(equipment))


def dice_expiry(equipment: Equipment) -> tuple[int, ...]:
    """Return the first second at which the dice are too old; none if there are none."""
    placed_at = equipment.shaker.placed_at
    return () if placed_at is None else (placed_at + equipment.settings.dice.age + 1,)


def shaking_bank(equipment: Equipment, context: TableContext) -> int | None:
    """Return the bank's position if the bank shakes the dice. The dealer does so for one that has left (PG-95, DIV-95), and,
    by a reading of PG-96 or DIV-96, after a no roll."""
    dealer_shakes = context.bank_left or (equipment.settings.dice.dealer_shakes_again and equipment.shaker.no_roll)
    return None if dealer_shakes else context.bank


def decide_shake(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """The dealer shakes, or the bank if there is one. The dice come with the removal of the lid, because nobody sees them
    before."""
    clauses, bank = _shake_clauses(equipment, context), shaking_bank(equipment, context)
    _check_wanted(equipment, command, context, Starting.SHAKER, ())
    _check_shaker(equipment, command.at)
    mine = command.by.role is Role.DEALER if bank is None else speaks_for_position(command, context, bank)
    if not mine:
        raise NotAllowed(
            f"only the {'dealer' if bank is None else 'bank'} may use the shaker in this round",
            code="dice.not-yours",
            clauses=clauses,
            given=str(command.by),
            allowed="dealer" if bank is None else "bank",
        )
    times = command.number("times", 1)
    if times < 1:
        raise Malformed("the number of shakes must be 1 or more", code="command.fact", given=times, allowed="1 or more")
    return (Event("dice-shaken", clauses, {"times": times, "bank": bank}),)


def _shake_clauses(equipment: Equipment, context: TableContext) -> tuple[Citation, ...]:
    bank = shaking_bank(equipment, context)
    by_bank = equipment.law(BANK_SHAKES, equipment.dealing) if bank is not None else ()
    return (*equipment.law(SHAKE), *by_bank, *_no_roll_clauses(equipment, equipment.shaker.no_roll))


def _no_roll_clauses(equipment: Equipment, why: str) -> tuple[Citation, ...]:
    """Return the clauses of a no roll by its reason; nothing without one."""
    return equipment.law(_NO_ROLL[why]) if why else ()


def _check_shaker(equipment: Equipment, at: int) -> None:
    shaker = equipment.shaker
    if shaker.placed_at is None or are_dice_overdue(equipment, at):
        raise NotAllowed(
            "the dice have been on the table too long and must be replaced"
            if shaker.placed_at is not None
            else "no dice are on the table",
            code="dice.age",
            clauses=equipment.law(DICE_AGE if shaker.placed_at is not None else SHAKER),
            allowed=("remove-dice", "place-dice"),
        )
    if shaker.open:
        raise NotAllowed(
            "the shaker is open; it must be covered, shaken and put away first"
            if not shaker.dice
            else "the dice are already uncovered",
            code="dice.open",
            clauses=equipment.law(UNCOVER if shaker.dice else PUT_AWAY),
            allowed="announce-total" if shaker.dice else "put-away-shaker",
        )


def on_dice_shaken(equipment: Equipment, event: Event) -> Equipment:
    times = event.number("times")
    return replace(equipment, shaker=replace(equipment.shaker, shakes=equipment.shaker.shakes + times))


def decide_uncovering(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Remove the lid. If the bank lifted it, a die is not flat or a die fell, the dice are shaken again."""
    bank = shaking_bank(equipment, context)
    clauses = (*equipment.law(UNCOVER), *(equipment.law(UNCOVER_FOR_BANK, equipment.dealing) if bank is not None else ()))
    _check_wanted(equipment, command, context, Starting.SHAKER, clauses)
    _check_shaker(equipment, command.at)
    if bank is not None and speaks_for_position(command, context, bank):
        return (Event("lid-lifted-by-bank", equipment.law(BANK_LIFTS_LID, equipment.dealing), {"bank": bank}),)
    only(command, Role.DEALER, clauses=clauses)
    _check_shakes(equipment, context)
    if command.flag("fallen", False) or not command.flag("flat", True):
        why = "fallen" if command.flag("fallen", False) else "not flat"
        return (Event("no-roll-called", _no_roll_clauses(equipment, why), {"why": why}),)
    dice = _dice_shown(equipment, command)
    return (Event("dice-uncovered", clauses, {"dice": dice, "total": sum(dice)}),)


def _check_shakes(equipment: Equipment, context: TableContext) -> None:
    least = _fewest_shakes(equipment, context)
    if equipment.shaker.shakes < least:
        raise NotAllowed(
            f"the shaker must be shaken at least {least} times",
            code="dice.shakes",
            clauses=_shake_clauses(equipment, context),
            given=equipment.shaker.shakes,
            allowed=least,
        )


def _fewest_shakes(equipment: Equipment, context: TableContext) -> int:
    settings = equipment.settings
    return settings.dice.shakes if shaking_bank(equipment, context) is None else settings.dice.shakes_bank


def _dice_shown(equipment: Equipment, command: Command) -> tuple[int, ...]:
    dice = command.facts.get("dice")
    if not isinstance(dice, tuple) or len(dice) != equipment.settings.dice.number or not all(_is_face(die) for die in dice):
        raise Malformed(
            f"name {equipment.settings.dice.number} dice, each from 1 to {len(FACES)}",
            code="command.fact",
            given=str(dice),
            allowed=FACES,
        )
    return dice


def _is_face(die: object) -> bool:
    return type(die) is int and 1 <= die <= len(FACES)


def on_dice_covered(equipment: Equipment, event: Event) -> Equipment:
    """The dice are covered, to be shaken again."""
    return replace(equipment, shaker=replace(equipment.shaker, shakes=0, open=False, dice=()))


def on_no_roll(equipment: Equipment, event: Event) -> Equipment:
    equipment = on_dice_covered(equipment, event)
    return replace(equipment, shaker=replace(equipment.shaker, no_roll=event.text("why")))


def on_dice_uncovered(equipment: Equipment, event: Event) -> Equipment:
    return replace(equipment, shaker=replace(equipment.shaker, open=True, dice=event.numbers("dice"), no_roll=""))


def decide_announcement(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """The dealer calls the total. A wrong call is recorded as a fact: the start is where the dice say, and the game sees where
    the card went."""
    dice = equipment.shaker.dice
    clauses = (
        *equipment.law(TOTAL),
        *_count_clauses(equipment, context, COUNT_DICE),
        *_example_clauses(equipment, context, sum(dice)),
    )
    only(command, Role.DEALER, clauses=clauses)
    if not dice or context.dealt:
        raise NotAllowed(
            "the dice are not uncovered yet", code="dice.covered", clauses=equipment.law(UNCOVER), allowed="uncover"
        )
    total, positions = sum(dice), equipment.settings.positions
    called = command.number("total", total)
    facts = {
        "total": total,
        "announced": called,
        "position": starting_position(total, positions, context.bank),
        "announced_position": starting_position(called, positions, context.bank),
    }
    return (Event("total-announced", clauses, facts),)


def _example_clauses(equipment: Equipment, context: TableContext, total: int) -> tuple[Citation, ...]:
    """The Division gives two totals as examples: once round the table to the dealer, and to the last position."""
    places = equipment.settings.positions + 1
    if context.bank is not None or total not in (places + 1, places * 2):
        return ()
    return equipment.law(EXAMPLE_TOTALS, "round to the dealer" if total == places + 1 else "round to the last")


def on_start_found(equipment: Equipment, event: Event) -> Equipment:
    position = event.position
    return replace(equipment, start=position, is_start_at_button=event.kind == "button-read", marked=False)


def decide_putting_away(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """After the deal the shaker is covered, shaken and put at the dealer's right."""
    clauses = equipment.law(PUT_AWAY)
    only(command, Role.DEALER, clauses=clauses)
    if not _is_to_be_put_away(equipment, context):
        raise NotAllowed(
            "the shaker is put away only after the deal", code="dice.not-yet", clauses=clauses, allowed="after the deal"
        )
    return (Event("shaker-put-away", clauses, {"shakes": equipment.settings.dice.shakes_after, "side": "right"}),)


def _is_to_be_put_away(equipment: Equipment, context: TableContext) -> bool:
    return equipment.shaker.open and (context.dealt or not equipment.shaker.dice)


# Random number, button, mark


def decide_number_draw(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """The generator shows a number, one for each position and the dealer."""
    bank = equipment.law(DRAW_FOR_BANK, equipment.dealing) if context.bank is not None else ()
    clauses = (*equipment.law(DRAW), *bank, *_count_clauses(equipment, context, COUNT_NUMBER))
    only(command, Role.DEALER, clauses=clauses)
    _check_wanted(equipment, command, context, Starting.RANDOM_NUMBER, ())
    number, most = command.number("number"), equipment.settings.positions + 1
    if not 1 <= number <= most:
        raise NotAllowed(
            f"the number generator shows 1 to {most}, not {number}",
            code="number.range",
            clauses=equipment.law(DRAW),
            given=number,
            allowed=(1, most),
        )
    position = starting_position(number, equipment.settings.positions, context.bank)
    return (Event("number-drawn", clauses, {"number": number, "position": position}),)


def decide_button_placing(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    clauses = equipment.law(PLACE_BUTTON)
    only(command, Role.DEALER, clauses=clauses)
    if equipment.starting is not Starting.BUTTON or equipment.button is not None:
        raise NotAllowed(
            "the button is placed in front of the dealer only when play begins",
            code="button.there",
            clauses=clauses,
            allowed="once",
        )
    return (Event("button-placed", clauses, {"position": DEALER}),)


def decide_button_reading(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    clauses = equipment.law(READ_BUTTON)
    only(command, Role.DEALER, clauses=clauses)
    _check_wanted(equipment, command, context, Starting.BUTTON, ())
    position = start_at_button(equipment, context.bank)
    if position is None:
        raise NotAllowed(
            "no button is on the table", code="button.none", clauses=equipment.law(PLACE_BUTTON), allowed="place-button"
        )
    return (Event("button-read", clauses, {"position": position}),)


def on_button_placed(equipment: Equipment, event: Event) -> Equipment:
    position = event.position
    return replace(equipment, button=position)


def move_button(equipment: Equipment) -> tuple[Event, ...]:
    """Move the button to the next place, if the deal began at it. A method that replaces it later counts for the next round."""
    is_used = equipment.starting is Starting.BUTTON if equipment.start is None else equipment.is_start_at_button
    if not is_used or equipment.button is None:
        return ()
    position = next_button_position(equipment.button, equipment.settings.positions)
    return (Event("button-moved", equipment.law(MOVE_BUTTON), {"position": position}),)


def decide_mark(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    clauses = equipment.law(MARK)
    only(command, Role.DEALER, clauses=clauses)
    if equipment.start is None or equipment.marked or equipment.settings.mark.kind == "nothing":
        raise NotAllowed(
            "the starting position is marked once, after it is found, and only if a mark is filed",
            code="start.no-mark",
            clauses=clauses,
            given=equipment.settings.mark.kind,
            allowed="after the starting position was found",
        )
    return (Event("start-marked", clauses, {"position": equipment.start, "with": equipment.settings.mark.kind}),)


def on_start_marked(equipment: Equipment, event: Event) -> Equipment:
    return replace(equipment, marked=True)


# Duties


def due_dice_or_button_duty(equipment: Equipment, at: int) -> list[Step]:
    """Return the duty to bring or remove dice or button."""
    if equipment.starting is Starting.BUTTON and equipment.button is None:
        return [Step("place-button", Role.DEALER, "Put the button in front of the dealer", equipment.law(PLACE_BUTTON))]
    if equipment.starting is not Starting.SHAKER:
        return []
    shaker = equipment.shaker
    if shaker.placed_at is None:
        placed = Step("place-dice", Role.DEALER, "Put the shaker with its dice on the table", equipment.law(SHAKER))
        return [placed] if equipment.start is None else []
    if shaker.dice:
        return []
    if are_dice_overdue(equipment, at):
        return [
            Step("remove-dice", Role.DEALER, "Replace the dice: they have been on the table too long", equipment.law(DICE_AGE))
        ]
    return []


def due_start_duty(equipment: Equipment, context: TableContext) -> list[Step]:
    """Return what must be done now with shaker, generator or button. The game waits until the start is found, but not until the
    shoe is loaded."""
    duties = []
    if _is_to_be_put_away(equipment, context):
        words = "Cover the shaker, shake it once and put it to the dealer's right"
        duties.append(Step("put-away-shaker", Role.DEALER, words, equipment.law(PUT_AWAY), blocking=False))
    elif context.start_wanted and equipment.start is None and equipment.starting is not Starting.NONE:
        duties.append(_due_start_step(equipment, context))
    elif equipment.start is not None and not equipment.marked and equipment.settings.mark.kind != "nothing":
        words = f"Mark {'the dealer' if equipment.start == DEALER else f'position {equipment.start}'}"
        duties.append(Step("mark-start", Role.DEALER, words, equipment.law(MARK), blocking=False))
    return duties


def _due_start_step(equipment: Equipment, context: TableContext) -> Step:
    if equipment.starting is Starting.RANDOM_NUMBER:
        return Step("draw-number", Role.DEALER, "Draw the starting number", equipment.law(DRAW), blocking=False)
    if equipment.starting is Starting.BUTTON:
        return Step("read-button", Role.DEALER, "Start at the button", equipment.law(READ_BUTTON), blocking=False)
    shaker, bank = equipment.shaker, shaking_bank(equipment, context)
    if shaker.dice:
        total = f"Announce the total: {sum(shaker.dice)}"
        return Step("announce-total", Role.DEALER, total, equipment.law(TOTAL), {"total": sum(shaker.dice)}, blocking=False)
    least = _fewest_shakes(equipment, context)
    if shaker.shakes >= least:
        return Step("uncover", Role.DEALER, "Remove the lid", equipment.law(UNCOVER), blocking=False)
    facts: dict[str, object] = {"times": least - shaker.shakes}
    clauses = _shake_clauses(equipment, context)
    if bank is None:
        return Step("shake", Role.DEALER, f"Shake the dice {least} times", clauses, facts, blocking=False)
    words = f"The bank shakes the dice {least} times"
    return Step("shake", Role.BANK, words, clauses, {**facts, "position": bank}, blocking=False)


DECIDE: dict[str, Callable[[Equipment, Command, TableContext], tuple[Event, ...]]] = {
    "place-dice": decide_dice_placing,
    "remove-dice": decide_dice_removal,
    "shake": decide_shake,
    "uncover": decide_uncovering,
    "announce-total": decide_announcement,
    "put-away-shaker": decide_putting_away,
    "draw-number": decide_number_draw,
    "place-button": decide_button_placing,
    "read-button": decide_button_reading,
    "mark-start": decide_mark,
}
EVOLVE: dict[str, Callable[[Equipment, Event], Equipment]] = {
    "dice-placed": on_dice_placed,
    "dice-removed": on_dice_removed,
    "dice-shaken": on_dice_shaken,
    "lid-lifted-by-bank": on_dice_covered,
    "no-roll-called": on_no_roll,
    "dice-uncovered": on_dice_uncovered,
    "total-announced": on_start_found,
    "shaker-put-away": on_dice_covered,
    "number-drawn": on_start_found,
    "button-placed": on_button_placed,
    "button-moved": on_button_placed,
    "button-read": on_start_found,
    "start-marked": on_start_marked,
}
