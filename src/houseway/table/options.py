"""What somebody may do at a table other than playing, with bounds. Every listed equipment act has been dry-run and would be
accepted."""

from collections.abc import Iterable, Iterator, Mapping

from houseway import equipment as equipment_rules
from houseway.equipment.opening import OPENING_STEPS
from houseway.equipment.start import FACES
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Role
from houseway.games.round_context import RoundContext
from houseway.money import Cents
from houseway.procedure import INVENTORY, Bounds, FactBounds, LegalOption, Step, is_account, player_account
from houseway.table import acts, rulings
from houseway.table import meters as metering
from houseway.table.context import equipment_context
from houseway.table.findings import waiting_finding
from houseway.table.rulings import LEAST_AMOUNT, WORDS_BOUNDS
from houseway.table.state import Table
from houseway.values import LastAnswers

INTERNAL_ACTS = frozenset(("begin-deal", "end-round", "rack"))
"""Equipment acts that happen only together with an act of the game."""
SOMETIMES_OPEN: FactBounds = {"optional": True, "choices": (False, True)}
"""A fact that is given only if something is unusual."""


def table_options(
    table: Table, actor: Actor, context: RoundContext, meters: metering.Meters, rulings_too: bool = True
) -> Iterator[LegalOption]:
    """Return the table's own options: seats, chips, rulings, conduct, meters. Rulings and corrections may be left out."""
    yield from metering.meter_options(table, actor, meters)
    match actor.role:
        case Role.FLOOR:
            yield from _floorperson_options(table, rulings_too)
            yield _conduct_option(table)
        case Role.DEALER:
            yield _conduct_option(table)
        case _:
            yield from _player_options(table, actor, context)


def _conduct_option(table: Table) -> LegalOption:
    law = acts.conduct_clauses(table.rules)
    clauses: FactBounds = {"choices": tuple(clause.clause for clause in law)}
    return LegalOption("record-conduct", law, {}, {"clause": clauses, "who": WORDS_BOUNDS, "what": WORDS_BOUNDS})


def _floorperson_options(table: Table, rulings_too: bool) -> Iterator[LegalOption]:
    yield LegalOption("fill", (), {}, {"amount": {"least": LEAST_AMOUNT}, "why": WORDS_BOUNDS})
    inventory = table.ledger.balance(INVENTORY)
    if inventory:
        yield LegalOption("credit", (), {}, {"amount": {"least": LEAST_AMOUNT, "most": inventory}, "why": WORDS_BOUNDS})
    if rulings_too:
        yield from rulings.ruling_options(table)
    if not acts.is_round_under_way(table):
        law = table.rules.law(acts.BETWEEN_ROUNDS)
        room = acts.room_needed(table)
        submission: FactBounds = {"document": table.rules.book, "table": table.id, **room}
        yield LegalOption("amend", law, {}, {"submission": submission})
    if not acts.is_in_play(table) and waiting_finding(table, "close-table") is None:
        bounds: Bounds = {"counted": {"optional": True, "least": Cents(0)}, "why": {"optional": True, **WORDS_BOUNDS}}
        yield LegalOption("close-table", (), {}, bounds)


def _player_options(table: Table, actor: Actor, context: RoundContext) -> list[LegalOption]:
    options: list[LegalOption] = []
    mine = table.positions_of(actor.name)
    if acts.has_left_mid_round(table, actor.name):
        return options
    if mine:
        inventory, stays = table.ledger.balance(INVENTORY), table.rules.law(acts.STAYS)
        if inventory and not table.game.clauses_against_buy_in(context, actor.name):
            options.append(LegalOption("buy-in", (), {}, {"amount": {"least": LEAST_AMOUNT, "most": inventory}}))
        options.append(LegalOption("leave", stays))
        options += [LegalOption("leave", stays, {"position": place}) for place in acts.areas_to_give_up(table, mine)]
        for what in acts.REQUESTS:
            law = acts.clauses_for_spread_request(table, what)
            if law:
                options.append(LegalOption("ask-spread", law, {"what": what}))
        free = table.chips(actor.name)
        if table.game.bank.position(table.round) in mine:
            free -= table.game.bank.chips_to_keep(context)
        if free >= LEAST_AMOUNT:
            bounds: Bounds = {"amount": {"least": LEAST_AMOUNT, "most": free}}
            options += [LegalOption(act, (), {}, bounds) for act in ("cash-out", "tip")]
    if actor.role is Role.PLAYER and is_account(player_account(actor.name)):
        options += _sit_options(table, mine, context.positions)
    return options


def _sit_options(table: Table, mine: tuple[int, ...], places: tuple[int, ...]) -> Iterator[LegalOption]:
    free = tuple(place for place in places if place not in table.seats)
    most = acts.areas_allowed(table.rules)
    near = tuple(place for place in free if not mine or any(abs(place - other) == 1 for other in mine))
    if near and len(mine) < most:
        yield LegalOption("sit", table.rules.law(acts.SEATS), {}, {"position": {"choices": near}})


def due_option(table: Table, actor: Actor, step: Step) -> LegalOption:
    """Return the option for a due step of the equipment, with its open facts."""
    context = equipment_context(table)
    bounds = next((bounds for _, bounds, _ in _trial_commands(table.equipment, context, actor, step.act)), {})
    optional = equipment_rules.optional_facts(table.equipment, step.act, step.facts, context)
    return LegalOption(step.act, step.clauses, step.facts, {**bounds, **optional}, step.words)


def equipment_options(table: Table, actor: Actor, at: int, round_: RoundContext, due: Step | None) -> Iterable[LegalOption]:
    """Return what else somebody may do with decks, cut, dice and devices now."""
    equipment, context, why_too_early = table.equipment, equipment_context(table), table.game.cards.why_too_early
    taken = due.act if due is not None and actor.role.value == due.role else ""
    if actor.role in (Role.PLAYER, Role.BANK):
        acts = tuple(act for act in _acts_to_try(equipment, context) if act != taken and not why_too_early(round_, act))
        return _accepted_options(equipment, context, actor, acts, at)
    acts = tuple(act for act in STAFF_EQUIPMENT_ACTS if act != taken and not why_too_early(round_, act))
    since = equipment_rules.last_expiry(equipment, at)
    return _staff_options.get(
        (table.id, actor.role),
        (equipment, context, actor, acts, since),
        lambda: tuple(_accepted_options(equipment, context, actor, acts, since)),
    )


_staff_options = LastAnswers[tuple[LegalOption, ...]]()
"""What dealers and floorpersons may do with the equipment. It takes long to try, and stays the same for many turns."""


def _accepted_options(
    equipment: equipment_rules.Equipment, context: equipment_rules.TableContext, actor: Actor, acts: Iterable[str], at: int
) -> Iterator[LegalOption]:
    """Try acts, and yield an option for each that would be accepted."""
    for act in acts:
        for facts, bounds, filled in _trial_commands(equipment, context, actor, act):
            try:
                made = equipment_rules.decide(equipment, Command(act, actor, {**facts, **filled}, at), context)
            except HousewayError:
                continue
            optional = equipment_rules.optional_facts(equipment, act, facts, context)
            yield LegalOption(act, made[0].clauses, facts, {**bounds, **optional})


STAFF_EQUIPMENT_ACTS = tuple(sorted(equipment_rules.ACTS - INTERNAL_ACTS))


def _acts_to_try(equipment: equipment_rules.Equipment, context: equipment_rules.TableContext) -> tuple[str, ...]:
    """Return the equipment acts that a player may be allowed. Most of those open to players are certain to be refused at once."""
    cuts = ("cut", "refuse-cut") if equipment.cut.offered_to is not None else ()
    takes_chips = equipment.settings.progressive and not (equipment.acceptors.locked or context.betting_closed)
    lights = ("light",) if takes_chips else ()
    return (*cuts, *lights, *(("shake", "uncover") if context.bank is not None else ()))


Facts = Mapping[str, object]
TrialFacts = tuple[Facts, Bounds, Facts]
"""Given facts, bounds of the open ones, and an example within these bounds."""


def _trial_commands(
    equipment: equipment_rules.Equipment, context: equipment_rules.TableContext, actor: Actor, act: str
) -> Iterable[TrialFacts]:
    settings = equipment.settings
    places = tuple(range(1, settings.positions + 1))
    match act:
        case "light":
            own = places if actor.role is Role.DEALER else [place for place, name in context.seats if name == actor.name]
            lit = equipment.acceptors.lit
            return [({"position": place, "on": place not in lit}, {}, {}) for place in own]
        case "check-light":
            return [({"position": place}, {}, {}) for place in places]
        case "report-device":
            return [({"device": device}, {}, {}) for device in equipment_rules.reportable_devices(equipment)]
        case "cover-device" | "sign-device" | "remove-device" | "restore-device":
            broken = (fault.device for fault in equipment.faults)
            known = dict.fromkeys((settings.shuffling.value, settings.dealing.value, *broken))
            return [({"device": device}, {}, {}) for device in known]
        case "switch-method":
            return [(facts, {}, {}) for facts in _method_choices(settings)]
        case "shuffle" | "remove-deck" | "turn-up" | "receive-deck":
            return _deck_choices(equipment, act)
        case _:
            opening = any(move.act == act for move in OPENING_STEPS)
            return _deck_choices(equipment, act) if opening else [_trial_facts(equipment, context, actor, act)]


def _trial_facts(
    equipment: equipment_rules.Equipment, context: equipment_rules.TableContext, actor: Actor, act: str
) -> TrialFacts:
    settings = equipment.settings
    offered = {} if equipment.cut.offered_to is None else {"position": equipment.cut.offered_to}
    match act:
        case "cut":
            least, most = equipment_rules.cut_depth_range(equipment)
            return offered, {"depth": {"least": least, "most": most}}, {"depth": least}
        case "refuse-cut":
            return offered, {}, {}
        case "draw-number":
            return {}, {"number": {"least": 1, "most": settings.positions + 1}}, {"number": 1}
        case "uncover":
            return (
                {},
                {"dice": {"count": settings.dice.number}, "flat": SOMETIMES_OPEN, "fallen": SOMETIMES_OPEN},
                {"dice": (1,) * settings.dice.number},
            )
        case "announce-total":
            return (
                {},
                {"total": {"optional": True, "least": settings.dice.number, "most": settings.dice.number * len(FACES)}},
                {},
            )
        case "shake" if actor.role is Role.DEALER and context.bank is not None:
            return {"position": context.bank}, {}, {}
        case "count-chips":
            return {}, {"chips": {"least": 0, "most": settings.positions}}, {"chips": 0}
        case "rule-count":
            return {}, {"standing": {"some": tuple(range(1, settings.positions + 1))}}, {"standing": ()}
        case _:
            return {}, {}, {}


def _deck_choices(equipment: equipment_rules.Equipment, act: str) -> list[TrialFacts]:
    """For an act that may name a deck, try each of them; a shuffle includes the order of the cards."""
    settings = equipment.settings
    shuffles = act == "shuffle" or (act == "receive-deck" and settings.deck.preshuffled)
    order: Bounds = {"cards": {"permutation": len(settings.deck.cards)}} if shuffles else {}
    cards: Facts = {"cards": settings.deck.cards} if shuffles else {}
    if act == "receive-deck":
        return [({}, order, cards)]
    return [({"deck": deck.name}, order, cards) for deck in equipment.decks]


def _method_choices(settings: equipment_rules.EquipmentSettings) -> list[Facts]:
    """Try every change of one method, and the return to all filed methods."""
    filed = {"shuffling": settings.shuffling, "dealing": settings.dealing, "starting": settings.starting}
    single = {"shuffling": equipment_rules.Shuffling, "dealing": equipment_rules.Dealing, "starting": equipment_rules.Starting}
    return [
        {name: method.value for name, method in filed.items()},
        *({name: method.value} for name, kind in single.items() for method in kind),
    ]
