"""What waits for a dealer or a floorperson at the tables of a house. Nothing here depends on a card that lies face down."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from houseway.events import Role
from houseway.explain.act_words import act_vocabulary
from houseway.procedure import Step
from houseway.service.live.clock import MILLISECONDS
from houseway.service.live.house import House
from houseway.table import Table, due
from houseway.table.meters import meters_drawn_on


class WaitingStep(BaseModel):
    """Something that a table waits for somebody of the staff to do."""

    table: str
    role: Literal["dealer", "floor"]
    act: str
    words: str
    clauses: list[str]
    by_program: Annotated[bool, Field(description="Whether the program takes this step by itself")]


def waiting_steps(house: House) -> Iterator[WaitingStep]:
    """Yield what each open table waits for: the step that is due, findings and meters that wait for a ruling."""
    at, meters = house.now() // MILLISECONDS, house.meters.by_id
    for name, table in sorted(house.tables.items()):
        if not table.open or name in house.frozen:
            continue
        step = due(table, at, meters)
        if step is not None and step.role in (Role.DEALER, Role.FLOOR):
            yield _due_step(house, table, step)
        yield from _findings(table)
        for meter in meters_drawn_on(meters, table.rules).values():
            if meter.mismatch is not None:
                words = f"Rule on the display of {meter.id}, which shows another amount than the meter"
                yield _floor_step(table, "rule-meter", words, [])


def _due_step(house: House, table: Table, step: Step) -> WaitingStep:
    settings = house.settings(table.id)
    by_program = settings.croupier if step.role is Role.DEALER else settings.program_floor
    role: Literal["dealer", "floor"] = "dealer" if step.role is Role.DEALER else "floor"
    clauses = [str(clause) for clause in step.clauses]
    return WaitingStep(table=table.id, role=role, act=step.act, words=step.words, clauses=clauses, by_program=by_program)


def _findings(table: Table) -> Iterator[WaitingStep]:
    for finding in table.findings:
        seen = act_vocabulary().acts[finding.act].title.lower()
        words = f"Rule on what was reported about round {finding.round}: {seen}"
        yield _floor_step(table, "rule-finding", words, [str(clause) for clause in finding.clauses])


def _floor_step(table: Table, act: str, words: str, clauses: list[str]) -> WaitingStep:
    return WaitingStep(table=table.id, role="floor", act=act, words=words, clauses=clauses, by_program=False)
