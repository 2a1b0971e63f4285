"""What somebody may do at a table besides playing, with bounds. Every listed equipment act has been dry-run and would be
accepted."""

from collections.abc import Iterable, Iterator, Mapping

from houseway import equipment as things
from houseway.equipment.opening import MOVES
from houseway.equipment.start import FACES
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.procedure import INVENTORY, Option, Step, is_account, player_account
from houseway.table import acts, rulings
from houseway.table import meters as metering
from houseway.table.rulings import LEAST, WORDS
from houseway.table.scene import context_of, scene_of
from houseway.table.state import Table

INTERNAL = frozenset(("begin-deal", "end-round", "rack"))
"""Equipment acts that happen only together with an act of the game."""
MAYBE = {"optional": True, "choices": (False, True)}
"""A fact that is given only if something is unusual."""
PLAYERS_USE = ("cut", "refuse-cut", "light", "shake", "uncover")
"""Equipment acts that are open to players."""


def own_options(table: Table, actor: Actor, at: int, meters: metering.Meters) -> Iterator[Option]:
    """Return the table's own options: seats, chips, rulings, conduct, meters."""
    yield from metering.options(table, actor, meters)
    match actor.role:
        case Role.FLOOR:
            yield from _floor(table)
            yield _conduct(table)
        case Role.DEALER:
            yield _conduct(table)
        case _:
            yield from _player(table, actor, at)


def _conduct(table: Table) -> Option:
    law = table.rules.law(acts.CONDUCT)
    clauses = {"choices": tuple(clause.clause for clause in law)}
    return Option("record-conduct", law, {}, {"clause": clauses, "who": WORDS, "what": WORDS})


def _floor(table: Table) -> Iterator[Option]:
    yield Option("fill", (), {}, {"amount": {"least": LEAST}, "why": WORDS})
    inventory = table.ledger.balance(INVENTORY)
    if inventory:
        yield Option("credit", (), {}, {"amount": {"least": LEAST, "most": inventory}, "why": WORDS})
    yield from rulings.options(table)
    if not acts.begun(table):
        law = table.rules.law(acts.BETWEEN_ROUNDS)
        yield Option("amend", law, {}, {"submission": {"document": table.rules.book, "table": table.id, **acts.room(table)}})
    if not acts.in_play(table):
        bounds = {"counted": {"optional": True, "least": Cents(0)}, "why": {"optional": True, **WORDS}}
        yield Option("close-table", (), {}, bounds)


def _player(table: Table, actor: Actor, at: int) -> Iterator[Option]:
    mine = table.positions_of(actor.name)
    if acts.gone(table, actor.name):
        return
    if mine:
        inventory = table.ledger.balance(INVENTORY)
        if inventory and not table.game.no_buy_in(scene_of(table, at), actor.name):
            yield Option("buy-in", (), {}, {"amount": {"least": LEAST, "most": inventory}})
        yield Option("leave", table.rules.law(acts.STAYS))
        for position in acts.may_give_up(table, mine):
            yield Option("leave", table.rules.law(acts.STAYS), {"position": position})
        asked = ((what, acts.may_ask_spread(table, what)) for what in acts.REQUESTS)
        yield from (Option("ask-spread", law, {"what": what}) for what, law in asked if law)
        free = table.chips(actor.name)
        if table.game.bank(table.round) in mine:
            free -= table.game.must_keep(scene_of(table, at))
        if free >= LEAST:
            yield from (Option(act, (), {}, {"amount": {"least": LEAST, "most": free}}) for act in ("cash-out", "tip"))
    if actor.role is Role.PLAYER and is_account(player_account(actor.name)):
        yield from _sit(table, mine, scene_of(table, at).positions)


def _sit(table: Table, mine: tuple[int, ...], places: tuple[int, ...]) -> Iterator[Option]:
    free = tuple(place for place in places if place not in table.seats)
    most = acts.areas(table.rules)
    near = tuple(place for place in free if not mine or any(abs(place - other) == 1 for other in mine))
    if near and len(mine) < most:
        yield Option("sit", table.rules.law(acts.SEATS), {}, {"position": {"choices": near}})


def due_option(table: Table, actor: Actor, step: Step) -> Option:
    """Return the option for a due step of the equipment, with its open facts."""
    bounds = next((bounds for _, bounds, _ in _tries(table, actor, step.act)), {})
    besides = things.besides(table.equipment, step.act, step.facts, context_of(table))
    return Option(step.act, step.clauses, step.facts, {**bounds, **besides}, step.words)


def equipment_options(table: Table, actor: Actor, at: int, due: Step | None) -> Iterator[Option]:
    """Return what else somebody may do with decks, cut, dice and devices now."""
    listed = PLAYERS_USE if actor.role in (Role.PLAYER, Role.BANK) else sorted(things.ACTS - INTERNAL)
    context = context_of(table)
    for act in listed:
        if due is not None and act == due.act and actor.role.value == due.role:
            continue
        if table.game.too_early(scene_of(table, at), act):
            continue
        for facts, bounds, filled in _tries(table, actor, act):
            try:
                made = things.decide(table.equipment, Command(act, actor, {**facts, **filled}, at), context)
            except HousewayError:
                continue
            yield Option(act, made[0].clauses, facts, {**bounds, **things.besides(table.equipment, act, facts, context)})


Facts = Mapping[str, object]
Try = tuple[Facts, Facts, Facts]
"""Given facts, bounds of the open ones, and an example within these bounds."""


def _tries(table: Table, actor: Actor, act: str) -> Iterable[Try]:
    places = tuple(range(1, table.equipment.settings.positions + 1))
    match act:
        case "light":
            own = places if actor.role is Role.DEALER else table.positions_of(actor.name)
            lit = table.equipment.acceptors.lit
            return [({"position": place, "on": place not in lit}, {}, {}) for place in own]
        case "check-light":
            return [({"position": place}, {}, {}) for place in places]
        case "report-device":
            return [({"device": device}, {}, {}) for device in things.reportable(table.equipment)]
        case "cover-device" | "sign-device" | "remove-device" | "restore-device":
            settings, broken = table.equipment.settings, (fault.device for fault in table.equipment.faults)
            known = dict.fromkeys((settings.shuffling.value, settings.dealing.value, *broken))
            return [({"device": device}, {}, {}) for device in known]
        case "switch-method":
            return [(facts, {}, {}) for facts in _methods(table)]
        case "shuffle" | "remove-deck" | "turn-up" | "receive-deck":
            return _decks(table, act)
        case _:
            opening = any(move.act == act for move in MOVES)
            return _decks(table, act) if opening else [_try(table, actor, act)]


def _try(table: Table, actor: Actor, act: str) -> Try:
    equipment, settings = table.equipment, table.equipment.settings
    offered = {} if equipment.cut.offered is None else {"position": equipment.cut.offered}
    match act:
        case "cut":
            least, most = things.depths(equipment)
            return offered, {"depth": {"least": least, "most": most}}, {"depth": least}
        case "refuse-cut":
            return offered, {}, {}
        case "draw-number":
            return {}, {"number": {"least": 1, "most": settings.positions + 1}}, {"number": 1}
        case "uncover":
            return {}, {"dice": {"count": settings.dice}, "flat": MAYBE, "fallen": MAYBE}, {"dice": (1,) * settings.dice}
        case "announce-total":
            return {}, {"total": {"optional": True, "least": settings.dice, "most": settings.dice * len(FACES)}}, {}
        case "shake" if actor.role is Role.DEALER and table.game.bank(table.round) is not None:
            return {"position": table.game.bank(table.round)}, {}, {}
        case "count-chips":
            return {}, {"chips": {"least": 0, "most": settings.positions}}, {"chips": 0}
        case "rule-count":
            return {}, {"standing": {"some": tuple(range(1, settings.positions + 1))}}, {"standing": ()}
        case _:
            return {}, {}, {}


def _decks(table: Table, act: str) -> list[Try]:
    """For an act that may name a deck, try each of them; a shuffle includes the order of the cards."""
    settings = table.equipment.settings
    shuffles = act == "shuffle" or (act == "receive-deck" and settings.preshuffled)
    order: Facts = {"cards": {"permutation": len(settings.pack)}} if shuffles else {}
    cards: Facts = {"cards": settings.pack} if shuffles else {}
    if act == "receive-deck":
        return [({}, order, cards)]
    return [({"deck": deck.name}, order, cards) for deck in table.equipment.decks]


def _methods(table: Table) -> list[Facts]:
    """Try every change of one method, and the return to all filed methods."""
    settings = table.equipment.settings
    filed = {"shuffling": settings.shuffling, "dealing": settings.dealing, "starting": settings.starting}
    single = {"shuffling": things.Shuffling, "dealing": things.Dealing, "starting": things.Starting}
    return [
        {name: method.value for name, method in filed.items()},
        *({name: method.value} for name, kind in single.items() for method in kind),
    ]
