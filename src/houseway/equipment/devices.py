"""Shufflers and automated shoes that fail: what happens to the cards, and what must be done before another method is used."""

from collections.abc import Iterator
from typing import TypeVar

from houseway.citation import SILENT, Citation, Law
from houseway.equipment import finders
from houseway.equipment.settings import Dealing, Shuffling, Starting
from houseway.equipment.state import (
    Cut,
    Deck,
    DeviceFault,
    Equipment,
    ShuffleReason,
    Stage,
    TableContext,
    only,
    open_equipment,
    replace,
)
from houseway.errors import NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import DIV, MD, ULTIMATE, Step
from houseway.submission import Rules

SHUFFLER_JAMS = ("13.H(1)", "13.H(3)")
SHOE_JAMS = ("13.I(2)", "13.I(3)")
RESHUFFLING_SHOE = "reshuffling-shoe"
"""A reshuffling device from which a round is dealt: then it is a shoe, and otherwise a shuffler."""
JAM = Law(
    {
        MD: {
            "shuffler": "14.L",
            "automated-shoe": "14.M",
            "reshuffling-device": "14.L",
            RESHUFFLING_SHOE: "14.M",
        },
        DIV: {
            "shuffler": "(n)(13)",
            "automated-shoe": ("(n)(14)#1", "(n)(14)#2"),
            **dict.fromkeys(("reshuffling-device", RESHUFFLING_SHOE), SILENT),
        },
        ULTIMATE: {
            "shuffler": SHUFFLER_JAMS,
            "automated-shoe": SHOE_JAMS,
            "reshuffling-device": SHUFFLER_JAMS,
            RESHUFFLING_SHOE: SHOE_JAMS,
        },
    }
)
SECURE = Law({MD: ("14.N(1)", "14.N(2)"), DIV: "(n)(15)", ULTIMATE: ("13.J(1)", "13.J(2)")})
COVER = Law({MD: "14.N(1)", ULTIMATE: "13.J(1)"}, policy="broken-device")
SIGN = Law({MD: "14.N(2)", ULTIMATE: "13.J(2)"}, policy="broken-device")
REMOVE = Law({DIV: "(n)(15)"}, policy="broken-device")
HAND_NEEDS_SHUFFLER = Law({MD: "9.A(1)", ULTIMATE: "9.A(1)"}, policy="hand-dealing-without-shuffler")
BUTTON_NEEDS = Law({MD: "5.K(3)", DIV: ("(d)(2)(ii)", "(k)(4)#1")})
FILED = Law(
    {
        MD: {"shuffling": "5.A", "dealing": "8.A", "starting": "5.K"},
        DIV: {"shuffling": "(f)(1)#1", "dealing": "(i)(1)", "starting": "(k)(1)"},
        ULTIMATE: {"shuffling": "5.A", "dealing": "8.A", "starting": SILENT},
    }
)
"""The clauses by which each book leaves the method to the filing."""

Method = TypeVar("Method", Dealing, Starting)
Methods = tuple[Shuffling, Dealing, Starting]
DEVICES = ("shuffler", "automated-shoe", "reshuffling-device")
FAULTS = ("jammed", "stopped", "unfinished")
SECURED = {"cover-device": ("covered", COVER), "sign-device": ("signed", SIGN), "remove-device": ("removed", REMOVE)}
"""What may be done with a device that does not work, its state afterwards, and the rule."""
WAYS_OUT_OF_USE = {"covered-or-signed": ("cover-device", "sign-device"), "removed": ("remove-device",)}
"""The acts that a book knows, by its policy."""


def devices_in_use(equipment: Equipment) -> tuple[str, ...]:
    """Return the devices that this table uses now."""
    return tuple(name for name in (equipment.shuffling.value, equipment.dealing.value) if name in DEVICES)


def reportable_devices(equipment: Equipment) -> tuple[str, ...]:
    """Return the devices of which a fault may be reported: those for the cards, and those that find the start."""
    return (*devices_in_use(equipment), *finders.finder_in_use(equipment))


def device_name(device: str) -> str:
    """Return a device's name for people."""
    return finders.NAMES.get(device, device)


def faults_of(device: str) -> tuple[str, ...]:
    """Return the possible faults of a device, the usual one first."""
    return finders.FAULTS.get(device, FAULTS)


def ways_out_of_use(equipment: Equipment) -> tuple[str, ...]:
    """Return the acts by which this book puts a device out of use."""
    return WAYS_OUT_OF_USE[equipment.policy("broken-device")]


def fault_of(equipment: Equipment, device: str) -> DeviceFault | None:
    return next((fault for fault in equipment.faults if fault.device == device), None) if equipment.faults else None


def is_broken(equipment: Equipment, device: str) -> bool:
    return fault_of(equipment, device) is not None


def decide_report(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Report a device that jams, stops or does not finish. Its cards are shuffled again; the game decides whether the round is
    void."""
    device = command.text("device", among=(*DEVICES, *finders.FINDERS))
    clauses = finders.failure_clauses(equipment, device) if device in finders.FINDERS else equipment.law(JAM, device)
    only(command, Role.DEALER, Role.FLOOR, clauses=clauses)
    if device not in reportable_devices(equipment):
        raise NotAllowed(
            f"no {device_name(device)} is in use at this table",
            code="device.not-in-use",
            clauses=clauses or equipment.law(SECURE),
            given=device,
            allowed=reportable_devices(equipment),
        )
    if device in finders.FINDERS:
        return (finders.decide_report(equipment, command, device),)
    what = command.text("what", "jammed", FAULTS)
    dealing = device == Shuffling.SHUFFLER and context.cards_in_machine
    clauses = equipment.law(JAM, Dealing.AUTOMATED_SHOE) if dealing else clauses
    if device == Shuffling.RESHUFFLING_DEVICE and equipment.dealing is Dealing.AUTOMATED_SHOE and context.betting_closed:
        clauses = equipment.law(JAM, RESHUFFLING_SHOE)
    caught = tuple(deck.name for deck in equipment.decks if _holds_cards_of(equipment, deck, device))
    playing = equipment.next_deck if context.wagers or context.betting_closed or equipment.cards_out else None
    with_it = equipment.settings.any_jam and device == Shuffling.SHUFFLER
    live = dealing or (playing is not None and (with_it or playing.name in caught))
    facts = {"device": device, "what": what, "usable": command.flag("usable", False), "decks": caught, "live": live}
    return (Event("device-failed", clauses, facts),)


def _holds_cards_of(equipment: Equipment, deck: Deck, device: str) -> bool:
    """Return whether a deck's cards are in the device: waiting or kept in a shuffler, loaded in or coming out of a shoe."""
    if device == Shuffling.SHUFFLER:
        inside = deck.in_shuffler or not deck.by_hand
        waiting = deck.stage in (Stage.STACKED, Stage.COLLECTED) or (deck.stage is Stage.SHUFFLED and inside)
        return waiting and (deck.in_shuffler or not equipment.uses_two_decks)
    inside = deck.stage in (Stage.LOADED, Stage.OUT)
    return inside or (device == Shuffling.RESHUFFLING_DEVICE and deck.in_shuffler)


def does_failure_matter(equipment: Equipment, failed: Event) -> bool:
    """Return whether a failed device has consequences of its own: a new start is found, or cards are shuffled again."""
    names = failed.texts("decks")
    caught = (deck.stage for deck in equipment.decks if deck.name in names)
    return failed["device"] in finders.FINDERS or any(stage is not Stage.OUT for stage in caught)


def on_device_failed(equipment: Equipment, event: Event) -> Equipment:
    """Cards of a round in play stay out until the round has ended."""
    if event["device"] in finders.FINDERS:
        return finders.on_finder_failed(equipment, event)
    names = event.texts("decks")
    for deck in equipment.decks:
        if deck.name in names and deck.stage is not Stage.OUT:
            why = (
                deck.why
                if deck.why in (ShuffleReason.OPENING, ShuffleReason.IDLE) and deck.stage is Stage.STACKED
                else ShuffleReason.FAULT
            )
            changes = {"stage": Stage.COLLECTED, "cards": None, "in_shuffler": False, "why": why, "clauses": event.clauses}
            equipment = equipment.with_deck(deck.name, **changes)
    if not event["usable"] and not is_broken(equipment, event.text("device")):
        fault = DeviceFault(event.text("device"), event.text("what"))
        equipment = replace(equipment, faults=(*equipment.faults, fault))
    return replace(equipment, cut=Cut())


def decide_securing(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Put a device out of use: covered, marked with a sign, or removed, as the book says."""
    how, law = SECURED[command.act]
    clauses = equipment.law(law if command.act in ways_out_of_use(equipment) else SECURE)
    only(command, Role.DEALER, Role.FLOOR, clauses=clauses)
    _check_way(equipment, command.act)
    default = next((fault.device for fault in equipment.faults if not fault.secured), None)
    device = command.text("device", default, DEVICES)
    fault = fault_of(equipment, device)
    working = fault is None and (how != "removed" or device not in devices_in_use(equipment))
    if working or (fault is not None and fault.secured):
        raise NotAllowed(
            f"the {device} is not waiting to be {how}",
            code="device.not-broken",
            clauses=clauses,
            given=device,
            allowed=tuple(fault.device for fault in equipment.faults if not fault.secured),
        )
    if equipment.cards_out and device in devices_in_use(equipment) and fault is None:
        raise NotAllowed(
            "a device cannot be removed during a round", code="equipment.cards-out", clauses=clauses, allowed="after the round"
        )
    return (Event("device-secured", clauses, {"device": device, "how": how}),)


def _check_way(equipment: Equipment, act: str) -> None:
    allowed = ways_out_of_use(equipment)
    if act not in allowed:
        raise NotAllowed(
            "the device must be removed from the table before another method is used"
            if "remove-device" in allowed
            else "a device that is out of order must be covered or marked with a sign",
            code="device.other-way",
            clauses=equipment.law(SECURE),
            given=act,
            allowed=allowed,
        )


def on_device_secured(equipment: Equipment, event: Event) -> Equipment:
    device, how = event.text("device"), event.text("how")
    fault = fault_of(equipment, device) or DeviceFault(device, "removed")
    others = tuple(each for each in equipment.faults if each.device != device)
    emptied = equipment
    for deck in equipment.decks:
        if fault.what == "removed" and _holds_cards_of(equipment, deck, device) and deck.stage is not Stage.COLLECTED:
            emptied = emptied.with_deck(
                deck.name, stage=Stage.COLLECTED, cards=None, in_shuffler=False, why=ShuffleReason.FAULT
            )
    return replace(emptied, faults=(*others, replace(fault, secured=how)))


def decide_restoring(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Bring a device back into use."""
    known = tuple(fault.device for fault in equipment.faults)
    device = command.text("device", known[0] if known else None)
    clauses = _clauses_of_device(equipment, device)
    only(command, Role.FLOOR, clauses=clauses)
    if device not in known:
        raise NotAllowed(
            f"no {device_name(device)} is out of use", code="device.works", clauses=clauses, given=device, allowed=known
        )
    return (Event("device-restored", clauses, {"device": device}),)


def _clauses_of_device(equipment: Equipment, device: str) -> tuple[Citation, ...]:
    """Return the clauses by which a device is in or out of use."""
    return finders.failure_clauses(equipment, device) if device in finders.FINDERS else equipment.law(SECURE)


def on_device_restored(equipment: Equipment, event: Event) -> Equipment:
    return replace(equipment, faults=tuple(fault for fault in equipment.faults if fault.device != event["device"]))


def decide_method_change(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Change the method of shuffling, dealing or finding the start: as filed, or in place of a device out of use (readings
    PG-80, DIV-80 and UTH-80)."""
    start_only = command.facts.keys() == {"starting"}
    clauses = (start_only and equipment.law(FILED, "starting")) or equipment.law(SECURE)
    only(command, Role.FLOOR, clauses=clauses)
    if equipment.cards_out and not (start_only and context.start_wanted):
        raise NotAllowed(
            "a method can be changed only between rounds",
            code="equipment.cards-out",
            clauses=clauses,
            allowed="after the round",
        )
    shuffling = Shuffling(command.text("shuffling", equipment.shuffling.value, tuple(Shuffling)))
    dealing = Dealing(command.text("dealing", equipment.dealing.value, tuple(Dealing)))
    known = tuple(each for each in Starting if (each is Starting.NONE) == (equipment.settings.starting is Starting.NONE))
    starting = Starting(command.text("starting", equipment.starting.value, known))
    if not equipment.cards_out:
        _check_replacement(equipment, shuffling, dealing, equipment.law(SECURE))
    _check_methods_fit(equipment, shuffling, dealing, starting)
    if not equipment.cards_out:
        _check_filed(equipment, "shuffling", shuffling, _allowed_shufflings(equipment))
        _check_filed(equipment, "dealing", dealing, _allowed_dealings(equipment, shuffling))
    _check_filed(equipment, "starting", starting, _allowed_startings(equipment, shuffling, dealing))
    facts = {"shuffling": shuffling.value, "dealing": dealing.value, "starting": starting.value}
    return (Event("method-switched", clauses, facts),)


def _check_replacement(equipment: Equipment, shuffling: Shuffling, dealing: Dealing, clauses: tuple[Citation, ...]) -> None:
    for device in devices_in_use(equipment):
        fault = fault_of(equipment, device)
        if device not in (shuffling, dealing) and (fault is None or not fault.secured):
            raise NotAllowed(
                f"the {device} must be put out of use before another method is used",
                code="device.in-the-way",
                clauses=clauses,
                given=device,
                allowed=ways_out_of_use(equipment),
            )
    filed = (equipment.settings.shuffling, equipment.settings.dealing)
    for name in (shuffling, dealing):
        if name in DEVICES and (is_broken(equipment, name) or name not in filed):
            raise NotAllowed(
                f"this table has no working {name}", code="device.not-there", clauses=clauses, given=name.value, allowed=filed
            )


def _is_out_of_use(equipment: Equipment, device: str) -> bool:
    fault = fault_of(equipment, device)
    return fault is not None and bool(fault.secured)


def _allowed_shufflings(equipment: Equipment) -> tuple[Shuffling, ...]:
    filed = equipment.settings.shuffling
    return (Shuffling.MANUAL,) if _is_out_of_use(equipment, filed) else (filed,)


def _allowed_dealings(equipment: Equipment, shuffling: Shuffling) -> tuple[Dealing, ...]:
    """Return the dealing methods as filed. Without its device, or where hand-shuffled cards may not be dealt from the hand,
    return another that may be used."""
    filed = equipment.settings.dealing
    if _is_out_of_use(equipment, filed):
        return _without_barred(equipment, (Dealing.MANUAL_SHOE, Dealing.HAND))
    if _is_hand_deal_barred(equipment, shuffling, filed):
        return _without_barred(equipment, (Dealing.MANUAL_SHOE,))
    return (filed,)


def _allowed_startings(equipment: Equipment, shuffling: Shuffling, dealing: Dealing) -> tuple[Starting, ...]:
    """Return the methods of finding the start as filed. A button needs its two devices; without one, dice or numbers replace
    it. A device that cannot be used is replaced by any allowed method (PG-92, DIV-92)."""
    filed, fits = equipment.settings.starting, _may_use_button(shuffling, dealing)
    if not is_broken(equipment, filed) and (filed is not Starting.BUTTON or fits):
        return (filed,)
    methods = (Starting.SHAKER, Starting.RANDOM_NUMBER, *((Starting.BUTTON,) if fits else ()))
    return tuple(method for method in _without_barred(equipment, methods) if finders.can_serve(equipment, method))


def _without_barred(equipment: Equipment, methods: tuple[Method, ...]) -> tuple[Method, ...]:
    return tuple(method for method in methods if method not in equipment.settings.barred_methods)


def _may_use_button(shuffling: Shuffling, dealing: Dealing) -> bool:
    return shuffling is not Shuffling.MANUAL and dealing is Dealing.AUTOMATED_SHOE


def _check_filed(equipment: Equipment, what: str, method: Shuffling | Dealing | Starting, allowed: tuple[str, ...]) -> None:
    """Methods cannot be changed at will: only to what is filed, or in place of a device out of use."""
    if method not in allowed:
        secure = equipment.law(SECURE) if what != "starting" else ()
        clauses = (*equipment.law(FILED, what), *equipment.settings.barred_methods.get(method, ()), *secure)
        raise NotAllowed(
            f"{method} is neither filed for this table nor allowed in place of a device that is out of use",
            code="method.not-filed",
            clauses=tuple(dict.fromkeys(clauses)),
            given=method.value,
            allowed=tuple(map(str, allowed)),
        )


def _is_hand_deal_barred(equipment: Equipment, shuffling: Shuffling, dealing: Dealing) -> bool:
    """Return whether the book forbids dealing hand-shuffled cards from the hand."""
    by_hand = dealing is Dealing.HAND and shuffling is Shuffling.MANUAL
    return by_hand and equipment.policy("hand-dealing-without-shuffler") == "not-allowed"


def _check_methods_fit(equipment: Equipment, shuffling: Shuffling, dealing: Dealing, starting: Starting) -> None:
    if _is_hand_deal_barred(equipment, shuffling, dealing):
        raise NotAllowed(
            "cards that are dealt by hand must be shuffled by a device",
            code="method.hand-needs-shuffler",
            clauses=equipment.law(HAND_NEEDS_SHUFFLER),
            given=dealing.value,
            allowed=("manual-shoe",),
        )
    if starting is Starting.BUTTON and not _may_use_button(shuffling, dealing):
        raise NotAllowed(
            "a button may be used only with an automated shuffler and an automated shoe",
            code="method.button-needs-devices",
            clauses=equipment.law(BUTTON_NEEDS),
            given=starting.value,
            allowed=("shaker", "random-number"),
        )


def on_method_changed(equipment: Equipment, event: Event) -> Equipment:
    """Shuffled cards stay shuffled. Cards of a shoe that is gone wait as a stack."""
    methods = (Shuffling(event.text("shuffling")), Dealing(event.text("dealing")), Starting(event.text("starting")))
    shuffling, dealing, starting = methods
    filed = (equipment.settings.shuffling, equipment.settings.dealing, equipment.settings.starting)
    changed = replace(equipment, shuffling=shuffling, dealing=dealing, starting=starting, is_off_filed_methods=methods != filed)
    for deck in equipment.decks:
        stage = Stage.SHUFFLED if deck.stage is Stage.LOADED and not deck.by_hand else deck.stage
        stage = Stage.CUT if deck.stage is Stage.LOADED and deck.by_hand else stage
        in_shuffler = deck.in_shuffler and changed.shuffling is not Shuffling.MANUAL
        changed = changed.with_deck(deck.name, stage=stage, in_shuffler=in_shuffler)
    return changed


def with_amended_rules(equipment: Equipment, rules: Rules) -> Equipment:
    """Return the equipment under an amended submission, which takes effect between rounds only."""
    if equipment.cards_out:
        raise NotAllowed(
            "a new submission can take effect only between rounds", code="equipment.cards-out", allowed="after the round"
        )
    new = open_equipment(rules, equipment.opened_at).settings
    methods = {"shuffling": new.shuffling, "dealing": new.dealing, "starting": new.starting}
    return on_method_changed(replace(equipment, settings=new), Event("method-switched", (), methods))


def due_duty(equipment: Equipment) -> list[Step]:
    """A broken device is put out of use, then another method is chosen. When it is back, so is the filed method. With cards
    out, only the method of finding the start can change."""
    duties = []
    act = ways_out_of_use(equipment)[0]
    for fault in equipment.faults:
        if not fault.secured:
            words = "Remove it from the table" if act == "remove-device" else "Cover it, or mark it with a sign"
            duties.append(
                Step(act, Role.DEALER, f"{fault.device} out of order: {words}", equipment.law(SECURE), {"device": fault.device})
            )
    if not duties:
        duties += _due_method_change(equipment)
    return duties


def _due_method_change(equipment: Equipment) -> list[Step]:
    """Return the duty to change a method that may not be used."""
    now = (equipment.shuffling, equipment.dealing, equipment.starting)
    methods = tuple(_method_sets(equipment))
    return [_choose_methods(equipment, now, methods)] if now not in methods else []


def due_start_method(equipment: Equipment) -> list[Step]:
    """With cards out and the start not yet found, return another method that finds it."""
    now = (equipment.shuffling, equipment.dealing, equipment.starting)
    if finders.can_serve(equipment, equipment.starting):
        return []
    return [
        _choose_methods(equipment, now, tuple((*now[:2], starting) for starting in _allowed_startings(equipment, *now[:2])))
    ]


def _method_sets(equipment: Equipment) -> Iterator[Methods]:
    """Return every set of methods that the table may use now, the plainest first."""
    for shuffling in _allowed_shufflings(equipment):
        for dealing in _allowed_dealings(equipment, shuffling):
            if _is_hand_deal_barred(equipment, shuffling, dealing):
                continue
            for starting in _allowed_startings(equipment, shuffling, dealing):
                yield shuffling, dealing, starting


def _choose_methods(equipment: Equipment, now: Methods, methods: tuple[Methods, ...]) -> Step:
    """Change all methods at once, so that none is changed to another that does not work either."""
    failing = tuple(device for device in reportable_devices(equipment) if is_broken(equipment, device))
    names = ("shuffling", "dealing", "starting")
    if not methods:
        for_cards = [fault.device for fault in equipment.faults if fault.device not in finders.FINDERS]
        device = failing[0] if failing and set(failing) <= set(finders.FINDERS) else for_cards[0]
        words = f"No other method is filed or approved: wait for the {device_name(device)}, or amend the submission"
        return Step("restore-device", Role.FLOOR, words, _clauses_of_device(equipment, device), {"device": device})
    changed = {name: new.value for name, old, new in zip(names, now, methods[0], strict=True) if new is not old}
    words = (
        f"Choose another method in place of the {' and the '.join(map(device_name, failing))}"
        if failing
        else "Return to the filed methods"
    )
    start_only = changed.keys() == {"starting"}
    clauses = equipment.law(FILED, "starting") if start_only else equipment.law(SECURE)
    return Step("switch-method", Role.FLOOR, words, clauses, changed)


DECIDE = {
    "report-device": decide_report,
    "cover-device": decide_securing,
    "sign-device": decide_securing,
    "remove-device": decide_securing,
    "restore-device": decide_restoring,
    "switch-method": decide_method_change,
}
EVOLVE = {
    "device-failed": on_device_failed,
    "device-secured": on_device_secured,
    "device-restored": on_device_restored,
    "method-switched": on_method_changed,
}
