"""Decide a command at a table: the table's own acts, the equipment's, the game's; movements become transfers, meters are told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

from houseway import equipment as things
from houseway import progressive
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.games.round import PROGRESSIVE, Happening, Happenings, MeterCall, Movement, Option, Step
from houseway.games.scene import Scene
from houseway.ledger import CAGE, HOUSE, Reason, Transfer, player_account
from houseway.progressive import Meter, Winner
from houseway.submission import Rules
from houseway.table import acts
from houseway.table.options import INTERNAL, due_option, equipment_options, own_options
from houseway.table.scene import context_of, scene_of
from houseway.table.state import Table, opened, rules_of

Meters = Mapping[str, Meter]
BACKED = (HOUSE, CAGE)
"""Accounts that the casino stands behind: what they lack comes from outside."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command comes to: events of the table, and events of meters, by the meter's id."""

    events: tuple[Event, ...]
    meters: tuple[tuple[str, Event], ...] = ()


def decide(table: Table | None, command: Command, meters: Meters | None = None) -> Decision:
    """What follows from a command, or a refusal. Nothing is changed."""
    if command.act == "open-table":
        if table is not None:
            raise NotAllowed("the table is open already", code="table.open", given="open-table", allowed="once")
        return _opened(command, meters or {})
    if table is None or not table.open:
        raise NotAllowed("the table is not open", code="table.closed", given=command.act, allowed="open-table")
    made = _route(table, command, meters or {})
    return _posted(table, command, made, meters or {})


def _opened(command: Command, meters: Meters) -> Decision:
    events = acts.open_table(command)
    rules = opened(events[0]).rules
    return Decision(events, tuple((str(event["meter"]), event) for event in progressive.follow(meters, rules)))


def _route(table: Table, command: Command, meters: Meters) -> tuple[Happening | Transfer, ...]:
    game = table.game
    if command.act in game.acts:
        return _game(table, command, meters)
    if command.act in acts.ACTS:
        roles, act = acts.ACTS[command.act]
        if command.by.role not in roles:
            allowed = tuple(role.value for role in roles)
            raise NotAllowed(
                f"{command.act} is not for the {command.by.role}",
                code="table.role",
                given=command.by.role.value,
                allowed=allowed,
            )
        made = act(table, command)
        return (*made, *_lights_out(table, made, Actor(Role.DEALER, ""), command.at)) if command.act == "leave" else made
    if command.act in things.ACTS and command.act not in INTERNAL:
        return _equipment(table, command, meters)
    known = tuple(sorted({*game.acts, *acts.ACTS, *things.ACTS} - INTERNAL))
    raise Malformed(f"a table knows no {command.act!r}", code="table.act", given=command.act, allowed=known)


def _game(table: Table, command: Command, meters: Meters) -> tuple[Happening | Transfer, ...]:
    scene, game = scene_of(table, command.at, meters), table.game
    made = game.decide(scene, command)
    dealer = Actor(Role.DEALER, command.by.name)
    if command.act in game.begins_deal and not table.equipment.cards_out:
        begun = things.decide(table.equipment, Command("begin-deal", dealer, {}, command.at), context_of(table))
        out = reduce(things.evolve, begun, table.equipment)
        return (*begun, *made, *_racked(table, scene, out, made, command))
    if command.act == "wager" and command.facts.get("wager") == PROGRESSIVE and _lights(table, command):
        lit = Command("light", dealer, {"position": command.facts["position"], "on": True}, command.at)
        return (*made, *things.decide(table.equipment, lit, context_of(table)))
    if command.act in ("take-back", "confirm-bank"):
        return (*made, *_lights_out(table, made, dealer, command.at))
    made = (*made, *_racked(table, scene, table.equipment, made, command))
    if command.act == "end-round":
        return (*made, *_round_over(table, dealer, command.at, made))
    return made


def _racked(table: Table, scene: Scene, out: things.Equipment, made: Happenings, command: Command) -> tuple[Event, ...]:
    """What goes into the discard rack with what has happened."""
    racked = tuple(entry for each in made if isinstance(each, Event) for entry in table.game.racks(scene, each))
    if not racked or not out.cards_out:
        return ()
    rack = Command("rack", Actor(Role.DEALER, command.by.name), {"entries": racked}, command.at)
    return things.decide(out, rack, context_of(table))


def _lights(table: Table, command: Command) -> bool:
    """Whether a progressive wager switches its light on: unless it fails to, or is on already."""
    return command.facts.get("lit", True) is True and command.facts.get("position") not in table.equipment.acceptors.lit


def _lights_out(table: Table, made: tuple[Happening | Transfer, ...], dealer: Actor, at: int) -> tuple[Event, ...]:
    """A progressive wager that is taken back puts its light out."""
    out = [
        event["position"]
        for event in made
        if isinstance(event, Event)
        and event.kind == "wager-taken-back"
        and event["wager"] == PROGRESSIVE
        and event["position"] in table.equipment.acceptors.lit
    ]
    dark = (Command("light", dealer, {"position": position, "on": False}, at) for position in out)
    return tuple(event for each in dark for event in things.decide(table.equipment, each, context_of(table)))


def _gone(table: Table, at: int) -> Iterable[Event | Transfer]:
    """Those who left in mid-round give up their seats, and their chips are theirs to fetch."""
    for name in sorted({table.seats[position] for position in table.round.left}):
        yield from acts.gets_up(table, name, at)


def _round_over(table: Table, dealer: Actor, at: int, made: tuple[Happening, ...]) -> tuple[Event | Transfer, ...]:
    """Deck and button, and the next round."""
    state = table.round
    facts = {"void": state.spoiled, "retire_deck": state.void == "wrong-deck", "clauses": state.void_under}
    ended = things.decide(table.equipment, Command("end-round", dealer, facts, at), context_of(table))
    completed = next(each for each in made if isinstance(each, Event))
    offer = completed.facts.get("next_offer", 1) if not state.void else table.first_offer
    gone = _gone(table, at)
    return (*ended, *gone, Event("round-started", (), {"number": table.number + 1, "first_offer": offer}))


def _equipment(table: Table, command: Command, meters: Meters) -> tuple[Happening | Transfer, ...]:
    made = things.decide(table.equipment, command, context_of(table))
    scene = scene_of(table, command.at, meters)
    game = table.game
    early = game.too_early(scene, command.act)
    if early:
        words = "the cards are shuffled when it is known who banks"
        raise NotAllowed(words, code="round.bank-first", clauses=early, given=command.act, allowed="confirm-bank")
    for event in made:
        if event.kind == "chips-counted" and event["matched"]:
            return (*made, *game.collect_progressive(scene, None))
        if event.kind == "device-failed":
            return (*made, *game.device_failed(scene, str(event["device"]), bool(event["live"])))
        if event.kind == "count-ruled":
            standing = event["standing"]
            assert isinstance(standing, tuple)
            return (*made, *game.collect_progressive(scene, standing))
    return made


def _posted(table: Table, command: Command, made: tuple[Happening | Transfer, ...], meters: Meters) -> Decision:
    """Movements as transfers, tried against the ledger; calls on meters as their events."""
    events: list[Event] = []
    told: list[tuple[str, Event]] = []
    live = dict(meters)
    moved: list[Transfer] = []
    for each in made:
        if isinstance(each, Event):
            events.append(each)
        elif isinstance(each, MeterCall):
            for meter, event in _called(table, each, live):
                live[meter] = progressive.evolve(live[meter], event)
                told.append((meter, event))
        else:
            transfer = _transfer(table, each, command) if isinstance(each, Movement) else each
            covered = table.ledger.cover(*moved, transfer)[len(moved) :] if transfer.source in BACKED else (transfer,)
            moved.extend(covered)
            events.extend(part.to_event() for part in covered)
    if moved:
        table.ledger.post(*moved)
    if command.act == "amend":
        told += [(str(event["meter"]), event) for event in progressive.follow(meters, _new_rules(events))]
    return Decision(tuple(events), tuple(told))


def _new_rules(events: list[Event]) -> Rules:
    amended = next(event for event in events if event.kind == "rules-amended")
    return rules_of(str(amended["submission"]), str(amended["house_way"]))[0]


def _transfer(table: Table, movement: Movement, command: Command) -> Transfer:
    return Transfer(
        _account(table, movement.source),
        _account(table, movement.target),
        movement.amount,
        Reason(movement.reason),
        movement.clauses,
        table.number,
        movement.seat,
        movement.wager,
        movement.note,
        command.by.name,
    )


def _account(table: Table, name: str) -> str:
    """A seat's chips are its player's; somebody who left has his by name no more, so they wait at the seat."""
    if not name.startswith("seat:"):
        return name
    player = table.seats.get(int(name.removeprefix("seat:")))
    return player_account(player) if player else name


def _called(table: Table, call: MeterCall, meters: Meters) -> Iterable[tuple[str, Event]]:
    readings = table.rules.readings
    ids = [meter.id for meter in meters.values() if meter.filed.wager == call.wager and (call.meter in ("", meter.filed.name))]
    for each in ids:
        meter = meters[each]
        match call.kind:
            case "contribute":
                yield each, progressive.contribute(meter, call.stake, table.id, table.number, readings=readings)
            case "reverse":
                yield each, progressive.reverse(meter, readings, table.id, table.number, stake=call.stake, clauses=call.clauses)
            case "deduct":
                where = (readings, table.id, table.number)
                seat = call.seat or 0
                yield each, progressive.deduct(meter, call.amount, call.hand, *where, seat=seat, clauses=call.clauses)
            case "award-all":
                winners = [Winner(seat, share, amount) for seat, share, amount in call.winners]
                where = (readings, table.id, table.number)
                events, _ = progressive.award_all(meter, winners, *where, clauses=call.clauses)
                yield from ((each, event) for event in events)
            case "award":
                winner = Winner(call.seat or 0, call.share, call.amount)
                events, _ = progressive.award(meter, winner, readings, table.id, table.number, clauses=call.clauses)
                yield from ((each, event) for event in events)


def due(table: Table, at: int, meters: Meters | None = None) -> Step | None:
    """The next step at the table, if it does not wait for players."""
    return table.game.due(scene_of(table, at, meters))


def legal(table: Table, actor: Actor, at: int, meters: Meters | None = None) -> tuple[Option, ...]:
    """Everything that an actor may do now, with bounds."""
    if not table.open:
        return ()
    scene = scene_of(table, at, meters)
    game = table.game
    options = list(game.legal(scene, actor))
    step = game.due(scene)
    if step is not None and step.act not in game.acts and game.is_for(scene, step, actor):
        options.append(due_option(table, actor, step))
    return (*options, *equipment_options(table, actor, at, step), *own_options(table, actor, at))
