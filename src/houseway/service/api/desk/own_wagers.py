"""Routes of a wager of one's own: what may be chosen for it, its odds while it is drafted, its file, and a table with it."""

import json
from typing import Annotated, Any

from fastapi import Depends, Query, status
from pydantic import BaseModel, Field, StringConstraints

from houseway.analysis import all_odds
from houseway.errors import NotAllowed, Unavailable
from houseway.events import Actor, Command, Role
from houseway.files.own_wagers.choices import ConditionChoice, WagerChoice, WagerChoices, list_choices
from houseway.files.own_wagers.counting import count_if_short, counted_part, keep_counts
from houseway.files.own_wagers.draft_check import CheckedDraft, DraftFinding, check_draft
from houseway.files.own_wagers.wager_draft import MOST_ROWS, DraftRow, WagerDraft
from houseway.files.own_wagers.wager_file import read_wager_file, write_wager_file
from houseway.files.submissions.template import write_template
from houseway.money import Cents
from houseway.regulation import add_edition
from houseway.service.api.desk.asking import Analyst
from houseway.service.api.desk.jobs import finished_answer
from houseway.service.api.desk.models import Toml
from houseway.service.api.desk.odds import WagerOddsOut
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import RequestModel, TableId, send_as_they_are
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.commands import CommandAnswer, answer_from
from houseway.service.jobs.question import JobQuestion, Lane
from houseway.service.live.settings import TableSettings
from houseway.service.messages.facts import LARGEST_NUMBER
from houseway.service.people.person import Person
from houseway.service.request_address import request_address
from houseway.service.sent_command import CommandId, stored_command_id
from houseway.service.service import Service

router = SubjectRouter(prefix="/api/odds/own-wagers", tags=["odds"], responses=REFUSALS, route_class=CompressedRoute)

SECONDS_OF_COUNTING = 15.0
"""How long an answer waits for a count. Asked again later, the same count is found."""
NOT_COUNTED = ("odds.not-counted", "odds.too-long")
Word = Annotated[str, StringConstraints(max_length=80)]
Typed = Annotated[str, StringConstraints(max_length=200)]
ConditionValue = int | Typed | Annotated[list[Word], Field(max_length=7)] | Annotated[dict[Word, int], Field(max_length=4)]

send_as_they_are(WagerChoice, ConditionChoice, WagerChoices, DraftFinding)


# The lists


@router.get("/choices", summary="List what may be chosen for a wager of one's own")
async def show_choices(
    service: ServiceHere,
    _person: Analyst,
    book: Annotated[str, Query(max_length=80)] = "",
    cards: Annotated[str, Query(max_length=80)] = "",
    order: Annotated[str, Query(max_length=80)] = "",
) -> WagerChoices:
    """List what may be chosen at a book, once it is known which cards decide the wager and which order ranks them."""
    return await service.desk.run(list_choices, book, cards, order)


# A draft


class OwnWagerRow(RequestModel):
    """A hand of the wager, and what it pays."""

    title: Typed = ""
    conditions: Annotated[dict[Word, ConditionValue], Field(max_length=20)] = Field(
        {}, description="Conditions that must all hold, as in a book's `[[wager.hand]]`"
    )
    pays: Typed = Field("", description="Empty if it pays nothing", examples=["40 to 1"])
    hand: Word = Field("", description="Its id; of an order, the hand that is paid")


class OwnWager(RequestModel):
    """A wager of one's own as it is being drafted. Any value may be wrong; the answer says which."""

    book: Word = Field(examples=["md.ultimate-texas-holdem"])
    title: Typed
    cards: Word = Field(description="The cards that decide it", examples=["flop"])
    rows: Annotated[list[OwnWagerRow], Field(max_length=2 * MOST_ROWS)]
    order: Word = ""
    pays_order: bool = Field(False, description="Whether it pays the hands of the order")
    fold: Word = ""
    void_base: Word = ""
    needs: Annotated[list[Word], Field(max_length=20)] = Field([])
    stakes: Typed = Field("", description="Any stake if empty", examples=["from $5", "$1, $5"])
    wager: Word = Field("", description="Its id; made from the title by default")

    def to_draft(self) -> WagerDraft:
        fields = self.model_dump(exclude={"rows", "needs"})
        return WagerDraft(**fields, rows=tuple(DraftRow(**row.model_dump()) for row in self.rows), needs=tuple(self.needs))

    @classmethod
    def of(cls, draft: WagerDraft) -> "OwnWager":
        names = [name for name in cls.model_fields if name not in ("rows", "needs")]
        rows = [{name: getattr(row, name) for name in OwnWagerRow.model_fields} for row in draft.rows]
        return cls.model_validate({name: getattr(draft, name) for name in names} | {"rows": rows, "needs": list(draft.needs)})


class OwnWagerOdds(BaseModel):
    """What is wrong with a draft, or its odds and its file."""

    findings: list[DraftFinding]
    odds: list[WagerOddsOut] = Field(description="At several stakes if they differ")
    not_counted: str = Field(description="Why there are no odds although nothing is wrong")
    wager: str = Field(description="Its id")
    file: str = Field(description="Its file, which `houseway odds` reads")


@router.post("", summary="Check a wager of one's own field by field, and count its odds")
async def count_own_wager(service: ServiceHere, person: Analyst, body: OwnWager) -> OwnWagerOdds:
    """Check a wager of one's own field by field, and count its odds. What only changes names and payouts is added up at once; if a
    count is not ready in some seconds, the answer is 503 with `odds.counting`: ask again."""
    checked = await service.desk.run(check_draft, body.to_draft())
    if checked.findings:
        return OwnWagerOdds(findings=list(checked.findings), odds=[], not_counted="", wager="", file="")
    odds, why = await _odds_or_reason(service, person, checked)
    draft = checked.draft
    return OwnWagerOdds(findings=[], odds=odds, not_counted=why, wager=draft.id, file=write_wager_file(draft))


async def _odds_or_reason(service: Service, person: Person, checked: CheckedDraft) -> tuple[list[WagerOddsOut], str]:
    """Return the odds, or none and why they are not counted."""
    try:
        await _count(service, person, counted_part(checked.draft))
        return await service.desk.run(_odds_of, checked), ""
    except NotAllowed as refusal:
        if refusal.code not in NOT_COUNTED:
            raise
        return [], refusal.message


async def _count(service: Service, person: Person, part: dict[str, Any]) -> None:
    """Count what has not been counted before: in a thread if that takes a moment, and otherwise by a worker. The same question of
    several people is one job."""
    if await service.desk.run(count_if_short, part):
        return
    question = JobQuestion("count-own-wager", part, Lane.SHORT)
    job = service.desk.jobs.ask(question, person.id, request_address.get() if person.guest else None)
    if not await service.desk.wait(job, SECONDS_OF_COUNTING):
        raise Unavailable("every deal is still being counted; ask again", code="odds.counting", given=job.id, allowed="again")
    counts = json.loads(finished_answer(job)["json"].content)
    await service.desk.run(keep_counts, part, tuple((made, count) for made, count in counts))


def _odds_of(checked: CheckedDraft) -> list[WagerOddsOut]:
    return [WagerOddsOut.of(each) for each in all_odds(checked.book, checked.draft.id)]


# Its file


class OwnWagerFile(RequestModel):
    text: Toml = Field(description="The file of a wager")


@router.post("/file", summary="Read the file of a wager of one's own into a draft")
async def open_file(service: ServiceHere, _person: Analyst, body: OwnWagerFile) -> OwnWager:
    """Read the file of a wager of one's own into a draft. What is wrong with its values is found when the draft is counted."""
    return await service.desk.run(lambda: OwnWager.of(read_wager_file(body.text)))


# A table


class OwnWagerTable(RequestModel):
    """A practice table that the program deals, at which the wager is offered."""

    id: CommandId
    table: TableId
    wager: OwnWager
    inventory_cents: Annotated[int, Field(ge=0, le=LARGEST_NUMBER, description="The table inventory at the opening")]


FACILITY = "For practice"
PRACTICE = {"croupier": True, "practice": True}


@router.post("/tables", status_code=status.HTTP_201_CREATED, summary="Open a practice table with a wager of one's own")
async def open_practice_table(
    service: ServiceHere, person: Annotated[Person, Depends(Permitted("table.open"))], body: OwnWagerTable
) -> CommandAnswer:
    """Open a practice table with a wager of one's own. Its rule book is the wager's, with everything else as in the book that it
    follows; the house stores it with the table, under its hash."""
    submission = await service.desk.run(_submission_of, body.wager.to_draft())
    facts = {"submission": submission, "inventory": Cents(body.inventory_cents)}
    command = Command("open-table", Actor(Role.FLOOR, person.id), facts)
    settings = TableSettings.from_json(PRACTICE)
    return answer_from(await service.house.open_table(body.table, command, settings, stored_command_id(person, body.id)))


def _submission_of(draft: WagerDraft) -> str:
    """Return a submission that offers the wager. Its book becomes known to the house with it."""
    book = check_draft(draft).book
    add_edition(book.text)
    return write_template(book, (draft.id,), FACILITY)
