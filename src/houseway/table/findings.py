"""What is found about a round that is over: nothing is undone by itself. The report proposes the transfers that the book would
have led to, and a floorperson carries them out or lets the result stand."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from houseway import ledger
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import Actor, Command, Event, Role
from houseway.games.round import Effects, MeterInstruction, Movement
from houseway.games.round_context import RoundContext
from houseway.ledger import Transfer
from houseway.procedure import LegalOption, player_account, seat_account
from houseway.table.context import round_context, wager_movements
from houseway.table.rulings import WORDS_BOUNDS, check_cover, require_words
from houseway.table.state import CARRY_OUT, RULINGS, CompletedRound, Finding, Table

STAFF = (Role.DEALER, Role.FLOOR)


def is_late_report(table: Table, command: Command) -> bool:
    """Return whether a command reports something about a round that is over."""
    return "round" in command.facts and command.act in _report_acts(table)


def _report_acts(table: Table) -> tuple[str, ...]:
    return tuple(act for act in table.game.acts if act.startswith("report-"))


def report_finding(table: Table, command: Command) -> tuple[Event, ...]:
    """Record a report about the round that was completed last, with what it would have led to. Facts: round, and those of the
    report."""
    done = _completed_round(table, command)
    facts = {name: fact for name, fact in command.facts.items() if name != "round"}
    report = Command(command.act, command.by, facts, command.at)
    clauses, moves, meters = _derive_remedy(table, done, report)
    told = {"finding": table.found + 1, "round": done.number, "act": command.act, "reported": facts, "by": command.by.name}
    proposed = tuple((move.source, move.target, move.amount, move.seat, move.wager) for move in moves)
    told["under"] = clauses
    return (Event("finding-reported", clauses, {**told, "proposed": proposed, "meters": meters, "at": command.at}),)


def _completed_round(table: Table, command: Command) -> CompletedRound:
    number, done = command.number("round"), table.completed
    if done is None or number != done.number:
        allowed = done.number if done is not None else "none; no round has been completed"
        raise Malformed(f"round {number} is not the last completed round", code="finding.round", given=number, allowed=allowed)
    return done


def _derive_remedy(
    table: Table, done: CompletedRound, report: Command
) -> tuple[tuple[Citation, ...], tuple[Movement, ...], tuple[str, ...]]:
    """Return the clauses behind the remedy, the money that it would move, and the wagers whose meters it would touch."""
    made: Effects = table.game.decide(_context_of(table, done, report.at), report)
    owners = {seat_account(position): player_account(name) for position, name in done.seats.items()}
    moves = tuple(
        each._replace(source=owners.get(each.source, each.source), target=owners.get(each.target, each.target))
        for each in made
        if isinstance(each, Movement)
    )
    clauses = dict.fromkeys(clause for each in made if isinstance(each, Event) for clause in each.clauses)
    meters = dict.fromkeys(each.wager for each in made if isinstance(each, MeterInstruction))
    return tuple(clauses), moves, tuple(meters)


def _context_of(table: Table, done: CompletedRound, at: int) -> RoundContext:
    """Return what a game sees of a completed round, with everybody's chips of now."""
    state = replace(done.state, finished=False)
    return replace(round_context(table, at), round=state, seats=done.seats, moved=partial(wager_movements, table, done.number))


def rule_finding(table: Table, command: Command) -> tuple[Event | Transfer, ...]:
    """A floorperson rules on a finding. Facts: finding, choice, why."""
    finding, why = _finding_named(table, command), require_words(command, "why")
    choice, by = command.text("choice", None, RULINGS), command.by.name
    facts = {"finding": finding.number, "choice": choice, "why": why, "by": by, "at": command.at}
    ruled = Event("finding-ruled", finding.clauses, facts)
    return (ruled, *_carry_out(table, command, finding, why)) if choice == CARRY_OUT else (ruled,)


def _carry_out(table: Table, command: Command, finding: Finding, why: str) -> Iterator[Transfer]:
    """Move what was proposed, as far as players still have it."""
    done = table.completed
    assert done is not None
    _, moves, _ = _derive_remedy(table, done, Command(finding.act, command.by, finding.reported, command.at))
    for move in moves:
        check_cover(table, command, move.source, move.amount)
        note = f"{why} (round {finding.round})"
        yield from ledger.ruling_transfer(
            move.source, move.target, move.amount, by=command.by.name, why=note, clauses=finding.clauses, in_round=table.number
        )


def _finding_named(table: Table, command: Command) -> Finding:
    number = command.number("finding")
    found = next((each for each in table.findings if each.number == number), None)
    if found is None:
        allowed = tuple(each.number for each in table.findings) or "none; no finding is waiting for a ruling"
        raise Malformed(f"finding {number} is not waiting for a ruling", code="finding.none", given=number, allowed=allowed)
    return found


def finding_options(table: Table, actor: Actor, at: int) -> Iterator[LegalOption]:
    """Return what may be reported about the last completed round, and which findings wait for a ruling."""
    done = table.completed
    if done is None or actor.role not in STAFF:
        return
    for option in table.game.legal_options(_context_of(table, done, at), actor):
        if option.act in _report_acts(table):
            yield option._replace(facts={**option.facts, "round": done.number})
    if actor.role is Role.FLOOR and actor.name:
        for finding in table.findings:
            bounds = {"choice": {"choices": RULINGS}, "why": WORDS_BOUNDS}
            yield LegalOption("rule-finding", finding.clauses, {"finding": finding.number}, bounds)
