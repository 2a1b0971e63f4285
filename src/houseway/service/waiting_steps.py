"""The steps that wait for a dealer or a floorperson at the tables of a house. Nothing here depends on a card that lies face
down."""

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, Field

from houseway.events import Role
from houseway.explanation.act_words import act_vocabulary
from houseway.procedure import DECISION, Step
from houseway.progressive.meter import MISMATCHED
from houseway.service.clock import MILLISECONDS
from houseway.service.live.absence import absent_decision, describe_absence
from houseway.service.live.house import House
from houseway.service.live.turns.turn import meter_stream, table_stream
from houseway.service.live.waiting import Wait, unclocked_positions
from houseway.service.records.pages import latest_events
from houseway.store import Store
from houseway.table import Table, due_step
from houseway.table.context import round_context
from houseway.table.meters import meters_drawn_on
from houseway.table.state import PendingFinding

RULE_FINDING = "rule-finding"
_MOST_PAGES = 5
"""Pages of a stream that are searched for a report. A finding is ruled on before the next round is over."""


class WaitingStep(BaseModel):
    """Something that a table waits for somebody of the staff to do."""

    table: str
    role: Literal["dealer", "floor"]
    act: str
    words: str
    clauses: list[str]
    by_program: Annotated[bool, Field(description="Whether the program takes this step by itself")]
    since: Annotated[int | None, Field(description="When the wait began, in milliseconds; null if it is not on record")] = None
    amount: Annotated[int | None, Field(description="The cents that it is about, such as a win to be validated")] = None


class AwaitedPlayer(BaseModel):
    """A player for whom a table waits without a clock."""

    table: str
    position: int
    player: Annotated[str, Field(description="A person's id")]
    since: Annotated[int, Field(description="When the wait began, in milliseconds")]
    otherwise: Annotated[str, Field(description="What the system does if a floorperson says that he is absent")]


def awaited_players(house: House) -> Iterator[AwaitedPlayer]:
    """Yield the players for whom open tables wait however long it takes."""
    for name, table in sorted(house.tables.items()):
        wait = house.current_wait(name)
        if wait is None or not table.open:
            continue
        for position in unclocked_positions(wait, house.clocks(name)):
            player, words = table.seats.get(position, ""), _describe_otherwise(house, table, wait, position)
            yield AwaitedPlayer(table=name, position=position, player=player, since=wait.since, otherwise=words)


def _describe_otherwise(house: House, table: Table, wait: Wait, position: int) -> str:
    """Say what the system does for one player for whom a table waits."""
    settings = house.settings(table.id)
    if wait.what != DECISION or position not in table.seats:
        return describe_absence(wait.what, settings)
    context = round_context(table, house.now() // MILLISECONDS, house.meters.by_id)
    return describe_absence(wait.what, settings, absent_decision(table, context, position, settings))


class Report(NamedTuple):
    """The event since which a ruling waits."""

    stream: str
    kind: str
    finding: int | None = None
    """The number of the finding that it reports."""


def waiting_steps(house: House) -> Iterator[tuple[WaitingStep, Report | None]]:
    """Yield what each open table waits for: the step that is due, findings and meters that wait for a ruling. A step without a time
    waits since its report."""
    at, meters = house.now() // MILLISECONDS, house.meters.by_id
    for name, table in sorted(house.tables.items()):
        if not table.open or name in house.frozen:
            continue
        step = due_step(table, at, meters)
        if step is not None and step.role in (Role.DEALER, Role.FLOOR) and step.act != RULE_FINDING:
            yield _due_step(house, table, step), None
        for finding in table.findings:
            yield _finding_step(table, finding), Report(table_stream(name), "finding-reported", finding.number)
        for meter in meters_drawn_on(meters, table.rules).values():
            if meter.mismatch is not None:
                words = f"Rule on the display of {meter.id}, which shows another amount than the meter"
                yield _floor_step(table, "rule-meter", words, []), Report(meter_stream(meter.id), MISMATCHED)


def _due_step(house: House, table: Table, step: Step) -> WaitingStep:
    settings = house.settings(table.id)
    by_program = settings.croupier if step.role is Role.DEALER else settings.program_floor
    return WaitingStep(
        table=table.id,
        role="dealer" if step.role is Role.DEALER else "floor",
        act=step.act,
        words=step.words,
        clauses=[str(clause) for clause in step.clauses],
        by_program=by_program,
        since=_due_since(house.current_wait(table.id), step),
        amount=None if step.amount is None else step.amount.amount,
    )


def _due_since(wait: Wait | None, step: Step) -> int | None:
    """Return when a step became due; None if time alone made it due, as with a deck that has become too old."""
    return wait.since if wait is not None and wait.step in ("", step.words) else None


def _finding_step(table: Table, finding: PendingFinding) -> WaitingStep:
    seen = act_vocabulary().acts[finding.act].title.lower()
    words = f"Rule on what was reported about round {finding.round}: {seen}"
    return _floor_step(table, RULE_FINDING, words, [str(clause) for clause in finding.clauses])


def _floor_step(table: Table, act: str, words: str, clauses: list[str]) -> WaitingStep:
    return WaitingStep(table=table.id, role="floor", act=act, words=words, clauses=clauses, by_program=False)


def add_report_times(store: Store, steps: list[tuple[WaitingStep, Report | None]]) -> list[WaitingStep]:
    """Return steps with the times of their reports. It reads the store."""
    return [step if report is None else step.model_copy(update={"since": _find_time(store, report)}) for step, report in steps]


def _find_time(store: Store, report: Report) -> int | None:
    before: int | None = None
    for _ in range(_MOST_PAGES):
        page = latest_events(store, report.stream, before)
        for number, at, event in reversed(page):
            before = number
            if event.kind == report.kind and event.facts.get("finding") == report.finding:
                return at
        if not page:
            return None
    return None
