"""Decide a command at a table: an act of the table, the equipment or the game. Movements become transfers, and meters are
informed."""

from collections.abc import Mapping, Sequence

from houseway import equipment as equipment_rules
from houseway import progressive
from houseway.citation import unique_clauses
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Event
from houseway.games.round import DueMovement, Effect, Effects, MeterInstruction
from houseway.games.round_context import RoundContext
from houseway.ledger import REASON_BY_NAME, Transfer
from houseway.procedure import CAGE, HOUSE, LegalOption, Step, check_facts
from houseway.progressive import ProgressiveMeter
from houseway.regulation import Regulation
from houseway.submission import Rules
from houseway.table import acts
from houseway.table import meters as metering
from houseway.table.context import equipment_context, round_context
from houseway.table.findings import check_findings_ruled, finding_options, is_late_report, report_finding, waiting_finding
from houseway.table.options import INTERNAL_ACTS, due_option, equipment_options, table_options
from houseway.table.reactions import REACTIONS, begin_deal, follow_events
from houseway.table.state import Table, open_table_state, rules_named_by

Meters = Mapping[str, ProgressiveMeter]
NO_METERS: Meters = {}
BACKED = (HOUSE, CAGE)
"""Accounts that the casino funds from outside."""


Decision = tuple[tuple[Event, ...], Sequence[tuple[str, Event]]]
"""The events of a command: those of the table, and those of meters by id."""


def decide(table: Table | None, command: Command, meters: Meters | None = None, edition: Regulation | None = None) -> Decision:
    """Return what follows from a command, or refuse it. Nothing is changed. A submission is judged under the program's own edition
    of its book, or under the one of a record that is decided again."""
    if table is not None and table.open and "round" in command.facts and is_late_report(table, command):
        return report_finding(table, command, meters or NO_METERS), ()
    if table is not None and table.open and command.act in table.game.acts:
        meters = NO_METERS if meters is None else meters
        return _post_movements(table, command, _decide_in_game(table, command, meters), meters)
    if command.act == "open-table":
        if table is not None:
            raise _already_open_error(table)
        return _decide_opening(command, meters or {}, edition)
    if table is None or not table.open:
        raise _not_open_error(table, command)
    if command.act in metering.ROLES:
        acts.check_actor(command, metering.ROLES[command.act], table.rules.law(progressive.PAID_AT_TURN))
        return (), (metering.decide_meter_act(table, command, meters or {}),)
    made = _decide_act(table, command, meters or {}, edition)
    events, meter_events = _post_movements(table, command, made, meters or {})
    return events, (*meter_events, *_meters_after(table, command, events, meters or {}))


def _decide_opening(command: Command, meters: Meters, edition: Regulation | None) -> Decision:
    events = acts.open_table(command, edition)
    table = open_table_state(events[0])
    return events, metering.follow_filing(meters, table.rules, table.id)


def _already_open_error(table: Table) -> NotAllowed:
    if table.open:
        return NotAllowed(f"{table.id} is already open", code="table.open", given=table.id, allowed="the name of a new table")
    return NotAllowed(
        "this table has closed and cannot be opened again; open a new table with a stream of its own",
        code="table.closed",
        given="open-table",
        allowed="a stream of its own",
    )


def _not_open_error(table: Table | None, command: Command) -> NotAllowed:
    if table is None:
        return NotAllowed("the table is not open", code="table.closed", given=command.act, allowed="open-table")
    return NotAllowed(
        "this table has closed, so nothing more can be done at it",
        code="table.closed",
        given=command.act,
        allowed="nothing more",
    )


def _decide_act(table: Table, command: Command, meters: Meters, edition: Regulation | None) -> tuple[Effect | Transfer, ...]:
    game = table.game
    if command.act in acts.ACTS:
        roles, act, law, facts = acts.ACTS[command.act]
        acts.check_actor(command, roles, table.rules.law(law))
        check_facts(command, facts)
        made = acts.amend_rules(table, command, edition) if command.act == "amend" else act(table, command)
        reacting = any(type(each) is Event and each.kind in REACTIONS for each in made)
        return (*made, *follow_events(table, command, made, round_context(table, command.at))) if reacting else made
    if command.act in equipment_rules.ACTS and command.act not in INTERNAL_ACTS:
        return _decide_equipment(table, command, meters)
    known = tuple(sorted({*game.acts, *acts.ACTS, *metering.ROLES, *equipment_rules.ACTS} - INTERNAL_ACTS))
    raise Malformed(f"{command.act!r} is not an act of this table", code="table.act", given=command.act, allowed=known)


def _decide_in_game(table: Table, command: Command, meters: Meters) -> tuple[Effect | Transfer, ...]:
    context, game, act = round_context(table, command.at, meters), table.game, command.act
    if table.findings:
        check_findings_ruled(table, act)
    made = game.decide(context, command)
    begun = begin_deal(table, command) if act in game.cards.deal_acts and not table.equipment.cards_out else ()
    for each in made:
        if type(each) is Event and (each.kind in REACTIONS or each.kind in game.cards.racks):
            return (*begun, *made, *follow_events(table, command, made, context, begun))
    return (*begun, *made) if begun else made


def _decide_equipment(table: Table, command: Command, meters: Meters) -> tuple[Effect | Transfer, ...]:
    made = equipment_rules.decide(table.equipment, command, equipment_context(table))
    context = round_context(table, command.at, meters)
    game = table.game
    early = game.cards.why_too_early(context, command.act)
    if early:
        words = "the cards cannot be shuffled before it is settled who banks"
        raise NotAllowed(words, code="round.bank-first", clauses=early, given=command.act, allowed="confirm-bank")
    for event in made:
        if event.kind == "chips-counted" and event["matched"]:
            return (*made, *game.collect_progressive(context, None))
        if event.kind == "device-failed":
            return _failed_device_effects(table, context, event)
        if event.kind == "count-ruled":
            return (*made, *game.collect_progressive(context, event.numbers("standing")))
    return made


def _failed_device_effects(table: Table, context: RoundContext, failed: Event) -> Effects:
    """Return what follows from a failed device. Its event cites clauses only if cards are reshuffled or the round is void."""
    followed = table.game.cards.device_failed(context, failed.text("device"), failed.flag("live"))
    if followed or equipment_rules.does_failure_matter(table.equipment, failed):
        return (failed, *followed)
    return (Event(failed.kind, (), failed.facts),)


def _post_movements(table: Table, command: Command, made: tuple[Effect | Transfer, ...], meters: Meters) -> Decision:
    """Turn movements into transfers, checked against the ledger, and meter instructions into events."""
    for each in made:
        if type(each) is not Event:
            break
    else:  # as after most commands
        return made, ()  # type: ignore[return-value]  # these are events only
    events: list[Event] = []
    meter_events: list[tuple[str, Event]] = []
    live = meters
    moved: list[Transfer] = []
    for each in made:
        if type(each) is Event:
            events.append(each)
        elif type(each) is MeterInstruction:
            live = metering.evolve_meters(meters, meter_events) if meter_events else live
            meter_events.extend(metering.instructed_events(table, each, live))
        else:
            transfer = _transfer_for(table, each, command) if type(each) is DueMovement else each
            if transfer.source in BACKED:
                covered = table.ledger.with_house_funds(*moved, transfer)[len(moved) :]
                moved.extend(covered)
                events.extend([part.to_event() for part in covered])
            else:
                moved.append(transfer)
                events.append(transfer.to_event())
    if moved:
        table.ledger.post(*moved)
    return tuple(events), meter_events


def _meters_after(table: Table, command: Command, events: tuple[Event, ...], meters: Meters) -> Sequence[tuple[str, Event]]:
    """Return what happens to meters because the table's submission was amended or the table closed."""
    if command.act == "amend":
        return metering.follow_filing(meters, _rules_in(events), table.id, table.rules)
    if command.act == "close-table":
        return metering.withdraw_table(meters, table.rules, table.id, "the table has closed")
    return ()


def _rules_in(events: tuple[Event, ...]) -> Rules:
    amended = next(event for event in events if event.kind == "rules-amended")
    return rules_named_by(amended)


def _transfer_for(table: Table, movement: DueMovement, command: Command) -> Transfer:
    source, target, amount, reason, clauses, seat, wager, note = movement
    owners = table.chip_owners
    return Transfer(
        owners[source] if source in owners else source,  # noqa: SIM401  # without a call: rounds have a hundred transfers
        owners[target] if target in owners else target,  # noqa: SIM401
        amount,
        REASON_BY_NAME[reason],
        unique_clauses(clauses),  # as in its event, so that the event is folded without being read again
        table.number,
        seat,
        wager,
        note,
        command.by.name,
    )


def due_step(table: Table, at: int, meters: Meters | None = None) -> Step | None:
    """Return the next step at the table, or None if it waits for players."""
    context = round_context(table, at, meters)
    step = context.meter_ruling or table.game.due_step(context)
    return waiting_finding(table, step.act) or step if table.findings and step is not None else step


def legal_options(
    table: Table, actor: Actor, at: int, meters: Meters | None = None, rulings_too: bool = True
) -> tuple[LegalOption, ...]:
    """Return everything that an actor may do now, with bounds. There may be hundreds of rulings and corrections, so these can be
    left out."""
    if not table.open:
        return ()
    context = round_context(table, at, meters)
    game = table.game
    options = list(game.legal_options(context, actor))
    if table.findings:
        options = [each for each in options if waiting_finding(table, each.act) is None]
    step = game.due_step(context)
    if step is not None and step.act not in game.acts and game.is_step_for(context, step, actor):
        options.append(due_option(table, actor, step))
    others = (
        *equipment_options(table, actor, at, context, step),
        *table_options(table, actor, context, meters or {}, rulings_too),
    )
    return (*options, *others, *finding_options(table, actor, at))
