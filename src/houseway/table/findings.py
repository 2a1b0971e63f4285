"""Findings about a completed round. Nothing is undone automatically: the report proposes the transfers and the changes of
meters that the book would have led to, and a floorperson carries them out or lets the result stand.

Only the last completed round can be reported, because the ledger keeps two rounds for it. So a finding is ruled on before the
next round ends or the table closes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial, reduce
from typing import Any, NamedTuple, cast

from houseway import equipment as equipment_rules
from houseway.citation import Citation
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.games.fact_bounds import YES_OR_NO, optional_bounds
from houseway.games.registry import game_of
from houseway.games.round import DueMovement, Effect, Effects, MeterInstruction, deals_cards
from houseway.games.round_context import RoundContext
from houseway.games.unwinding import OwedAmounts
from houseway.ledger import Transfer
from houseway.money import Cents
from houseway.procedure import Bounds, LegalOption, Step, check_facts, check_role, player_account, seat_account
from houseway.table import meters as metering
from houseway.table import transfers
from houseway.table.context import round_context, wager_movements
from houseway.table.rulings import WORDS_BOUNDS, check_cover, require_words
from houseway.table.state import CARRY_OUT, RULINGS, CompletedRound, PendingFinding, Table
from houseway.values import LastAnswers

STAFF = (Role.DEALER, Role.FLOOR)
REPORT_DEVICE = "report-device"
DEVICE_FACTS = ("device", "what", "live")
WAITING_ACTS = ("end-round", "close-table")
"""What cannot be done while a finding waits for a ruling."""


class Remedy(NamedTuple):
    """What a report about a completed round would lead to."""

    clauses: tuple[Citation, ...]
    movements: tuple[DueMovement, ...]
    """The money that would move, to and from the accounts as they were in the round."""
    instructions: tuple[MeterInstruction, ...]
    owed: OwedAmounts
    """What players would owe, because they no longer have it."""
    events: tuple[Event, ...]
    """What would have happened in the round."""
    deck: str
    """The deck that must leave the table, if any."""

    @property
    def voided(self) -> Event | None:
        """Return the event that voids the whole round, if one does."""
        return next((event for event in self.events if event.kind == "round-voided"), None)


def is_late_report(table: Table, command: Command) -> bool:
    """Return whether a command reports something about a round that is over."""
    return "round" in command.facts and command.act in _report_acts(table)


def _report_acts(table: Table) -> frozenset[str]:
    return _report_acts_of(table.rules.game)


@cache
def _report_acts_of(game: str) -> frozenset[str]:
    return frozenset((REPORT_DEVICE, *(act for act in game_of(game).acts if act.startswith("report-"))))


def report_finding(table: Table, command: Command, meters: metering.Meters) -> tuple[Event, ...]:
    """Record a report about the round that was completed last, with what it would have led to. Facts: round, and those of the
    report."""
    done = _completed_round(table, command)
    reported = {name: fact for name, fact in command.facts.items() if name != "round"}
    remedy = _derive_remedy(table, done, Command(command.act, command.by, reported, command.at))
    about = {"finding": table.found + 1, "round": done.number, "act": command.act, "reported": reported}
    proposed = tuple((move.source, move.target, move.amount, move.seat, move.wager) for move in remedy.movements)
    meter_changes = _meter_changes(table, remedy, meters)
    voids = {"void": remedy.voided is not None}
    changes = {"proposed": proposed, "meters": meter_changes, "owed": remedy.owed, "deck": remedy.deck, **voids}
    recorded = {"under": remedy.clauses, "by": command.by.name, "at": command.at}
    return (Event("finding-reported", remedy.clauses, {**about, **changes, **recorded}),)


def _meter_changes(table: Table, remedy: Remedy, meters: metering.Meters) -> tuple[tuple[str, Fraction], ...]:
    """Return by how much each meter would change, in cents."""
    after = meters
    for each in remedy.instructions:
        after = metering.evolve_meters(after, metering.instructed_events(table, each, after))
    changes = ((meter, after[meter].value - before.value) for meter, before in meters.items())
    return tuple((meter, change) for meter, change in changes if change)


def _completed_round(table: Table, command: Command) -> CompletedRound:
    number, done = command.number("round"), table.completed
    if done is None or number != done.number:
        allowed = done.number if done is not None else "none; no round has been completed"
        raise Malformed(f"round {number} is not the last completed round", code="finding.round", given=number, allowed=allowed)
    return done


def _derive_remedy(table: Table, done: CompletedRound, report: Command) -> Remedy:
    made = _decide_report(table, done, _context_of(table, done, report.at), report)
    owners = {seat_account(position): player_account(name) for position, name in done.seats.items()}
    movements = tuple(
        each._replace(source=owners.get(each.source, each.source), target=owners.get(each.target, each.target))
        for each in made
        if isinstance(each, DueMovement)
    )
    events = tuple(each for each in made if isinstance(each, Event))
    clauses = dict.fromkeys(clause for event in events for clause in event.clauses)
    instructions = tuple(replace(each, round=done.number) for each in made if isinstance(each, MeterInstruction))
    owed = next((event["owed"] for event in events if "owed" in event.facts), ())
    deck = done.deck if any(event.facts.get("deck_removed") for event in events) else ""
    return Remedy(tuple(clauses), movements, instructions, cast(OwedAmounts, owed), events, deck)


def _decide_report(table: Table, done: CompletedRound, context: RoundContext, report: Command) -> Effects:
    if report.act == REPORT_DEVICE:
        return _device_effects(table, done, context, report)
    made: Effects = table.game.decide(context, report)
    return made


def _device_effects(table: Table, done: CompletedRound, context: RoundContext, report: Command) -> Effects:
    """A device failed while the round was played. Facts: device, what, and live: whether cards of the round were in it.
    For the device that deals them this is assumed unless it is denied."""
    check_role(report, *STAFF, clauses=(), code="table.role")
    check_facts(report, DEVICE_FACTS)
    device = report.text("device")
    if done.state.void:
        message = f"round {done.number} is void already, so nothing more follows from a device"
        raise NotAllowed(message, code="finding.void", clauses=done.state.void_under, given=device, allowed="nothing more")
    if device not in done.devices:
        message = f"no {equipment_rules.device_name(device)} was in use in round {done.number}"
        raise Malformed(message, code="finding.device", given=device, allowed=done.devices or "none; no device was in use")
    faults = equipment_rules.faults_of(device)
    report.text("what", faults[0], faults)
    return table.game.cards.device_failed(context, device, report.flag("live", deals_cards(device, done.dealing)))


def _device_options(done: CompletedRound) -> Iterator[LegalOption]:
    for device in done.devices if not done.state.void else ():
        bounds = {"what": optional_bounds(choices=equipment_rules.faults_of(device)), "live": YES_OR_NO}
        yield LegalOption(REPORT_DEVICE, (), {"device": device, "round": done.number}, bounds)


def _context_of(table: Table, done: CompletedRound, at: int) -> RoundContext:
    """Return what a game sees of a completed round: with current chips, and after the findings that were carried out or needed no
    ruling. Without one, nothing is void."""
    context = replace(
        round_context(table, at),
        round=replace(done.state, finished=False),
        seats=done.seats,
        rules=done.rules,
        dealing=done.dealing,
        moved=partial(_moved_in_round, table, done),
        is_over=True,
    )
    for finding, moves in done.carried_out:
        report = Command(finding.act, Actor(Role.FLOOR, ""), finding.reported, at)
        events = [each for each in _decide_report(table, done, context, report) if isinstance(each, Event)]
        if moves is None and any(event.kind in _VOIDS for event in events):
            continue
        context = replace(context, round=reduce(partial(_fold_event, table), events, context.round))
    return context


_VOIDS = ("round-voided", "base-voided", "hand-voided")


def _fold_event(table: Table, state: Any, event: Event) -> Any:
    return table.game.changes[event.kind](state, event.facts)


def _moved_in_round(table: Table, done: CompletedRound) -> Iterator[DueMovement]:
    """Yield what has moved for the wagers of a completed round, including by findings that were carried out."""
    for _, moves in done.carried_out:
        for source, target, amount, seat, wager, reason in moves or ():
            yield DueMovement(source, target, amount, reason, (), seat, wager)
    yield from wager_movements(table, done.number)


def rule_finding(table: Table, command: Command) -> tuple[Effect | Transfer, ...]:
    """A floorperson rules on a finding. Facts: finding, choice, why."""
    finding, why = _finding_named(table, command), require_words(command, "why")
    choice, by = command.text("choice", None, RULINGS), command.by.name
    facts = {"finding": finding.number, "choice": choice, "why": why, "by": by, "at": command.at}
    if choice != CARRY_OUT:
        return (Event("finding-ruled", finding.clauses, {**facts, "owed": (), "moved": (), "void": False}),)
    done = table.completed
    assert done is not None, "a finding waits only as long as its round is the last one"
    remedy = _derive_remedy(table, done, Command(finding.act, command.by, finding.reported, command.at))
    moved = tuple((move.source, move.target, move.amount, move.seat, move.wager, move.reason) for move in remedy.movements)
    carried = {"owed": remedy.owed, "moved": moved, "void": remedy.voided is not None}
    ruled = Event("finding-ruled", finding.clauses, {**facts, **carried})
    void = _annul_round(table, done, _context_of(table, done, command.at), remedy.voided) if remedy.voided is not None else ()
    leaves = equipment_rules.condemn_deck(table.equipment, remedy.deck, finding.clauses)
    return (ruled, *void, *leaves, *remedy.instructions, *_ruled_transfers(table, command, finding, done, remedy))


def _annul_round(table: Table, done: CompletedRound, context: RoundContext, voided: Event) -> tuple[Event, ...]:
    """Return what makes a completed round, found void, count as void for the rounds after it: for who may bank, the first offer,
    the first round of a game, the rounds without a bank, and the button (PG-99, DIV-113). What the next round has done stands.

    The context is that of this round; the event is what would have voided it."""
    before = done.before
    facts = {
        "round": done.number,
        "new_game": table.is_new_game or before.is_new_game,
        "fresh": table.equipment.is_fresh or before.is_fresh,
        "last_bank": table.game.bank.of_void_round(context) or before.history.last_bank,
        "last_wagers": before.history.last_wagers,
        "first_offer": before.first_offer,
        "bankless_rounds": before.bankless_rounds,
        "deck": done.deck,
        "under": voided["under"],
    }
    annulled = Event("round-annulled", voided.clauses, facts)
    return (annulled, *equipment_rules.put_button_back(table.equipment, before.button))


def _ruled_transfers(
    table: Table, command: Command, finding: PendingFinding, done: CompletedRound, remedy: Remedy
) -> Iterator[Transfer]:
    """Move what players still have. A player who has left since gets cash."""
    by, note = command.by.name, f"{command.text('why')} (round {finding.round})"
    gains: Counter[str] = Counter()
    for move in remedy.movements:
        check_cover(table, command, move.source, move.amount)
        yield from transfers.ruling_transfer(
            move.source, move.target, move.amount, by=by, why=note, clauses=finding.clauses, in_round=table.number
        )
        gains[move.source] -= move.amount.amount
        gains[move.target] += move.amount.amount
    for name in sorted({*done.seats.values()} - {*table.seats.values()}):
        due = Cents(max(gains[player_account(name)], 0))
        yield from (
            transfers.cash_out_transfers(player_account(name), due, by=by, why="had left before the ruling") if due else ()
        )


def waiting_finding(table: Table, act: str) -> Step | None:
    """Return the ruling that must come before an act, if a finding waits for it."""
    if not table.findings or act not in WAITING_ACTS:
        return None
    finding = table.findings[0]
    words = f"rule on finding {finding.number} about round {finding.round}"
    facts = {"finding": finding.number, "choice": CARRY_OUT, "why": "as the rules provide"}
    return Step("rule-finding", Role.FLOOR, words, finding.clauses, facts)


def check_findings_ruled(table: Table, act: str) -> None:
    """A finding does not lapse: it is ruled on before the next round is over."""
    step = waiting_finding(table, act)
    if step is not None:
        raise NotAllowed(
            f"a floorperson must first {step.words}",
            code="finding.waits",
            clauses=step.clauses,
            given=act,
            allowed="rule-finding",
        )


def _finding_named(table: Table, command: Command) -> PendingFinding:
    number = command.number("finding")
    found = next((each for each in table.findings if each.number == number), None)
    if found is None:
        allowed = tuple(each.number for each in table.findings) or "none; no finding is waiting for a ruling"
        raise Malformed(f"finding {number} is not waiting for a ruling", code="finding.none", given=number, allowed=allowed)
    return found


_late_reports = LastAnswers[tuple[LegalOption, ...]]()
"""What may be reported about the last completed round. It stays the same until the equipment changes or the next round ends."""


def _late_report_options(table: Table, done: CompletedRound, actor: Actor, at: int) -> Iterator[LegalOption]:
    for option in table.game.legal_options(_context_of(table, done, at), actor):
        if option.act in _report_acts(table):
            yield option._replace(facts={**option.facts, "round": done.number})
    yield from _device_options(done)


def finding_options(table: Table, actor: Actor, at: int) -> Iterator[LegalOption]:
    """Return what may be reported about the last completed round, and which findings wait for a ruling."""
    done = table.completed
    if done is None or actor.role not in STAFF:
        return
    yield from _late_reports.get(
        (table.id, actor.role), (done, table.equipment, actor), lambda: tuple(_late_report_options(table, done, actor, at))
    )
    if actor.role is Role.FLOOR and actor.name:
        for finding in table.findings:
            bounds: Bounds = {"choice": {"choices": RULINGS}, "why": WORDS_BOUNDS}
            yield LegalOption("rule-finding", finding.clauses, {"finding": finding.number}, bounds)
