"""Routes of the form in which a submission is filled in: typed fields of what a book lets an operator file, and the form's file."""

from typing import Annotated

from pydantic import BaseModel, Field, JsonValue

from houseway.errors import Malformed
from houseway.files.submissions.submission_form import read_form, write_form
from houseway.house_way import house_way_names
from houseway.money import Cents
from houseway.regulation import FilingOption, Regulation, Wager, load_book
from houseway.regulation.shelf import book_id
from houseway.service.api.desk.asking import BookId, Filer, RulesReader
from houseway.service.api.desk.models import Toml
from houseway.service.api.desk.rule_models import Version
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import RequestModel
from houseway.service.api.requests.routing import SubjectRouter
from houseway.submission.conditions import describe_condition
from houseway.submission.filing_form import wager_amounts
from houseway.submission.options import option_bounds
from houseway.submission.source import HOUSE_WAY

router = SubjectRouter(prefix="/api", tags=["submissions"], responses=REFUSALS, route_class=CompressedRoute)


class WagerField(BaseModel):
    """A wager that may be offered, and what is filed about it."""

    wager: str
    title: str
    clause: str
    always: bool = Field(description="Whether it must be offered")
    paytables: list[str] = Field(description="The letters to choose from; one alone need not be filed")
    choice_clause: str | None
    envy_paytables: list[str] = Field(description="The letters of the envy bonus, if it is chosen by itself")
    stakes_cents: list[int] = Field(description="The only stakes that the book allows, in place of minimum and maximum")
    minimum_cents: int | None = Field(description="The least that the book allows")
    odds: list[str] = Field(description="The range of odds, if the operator chooses them")
    equal_to: str = Field(description="The wager whose limits are its own too")
    meters: dict[str, list[str]] = Field(description="By paytable: the meters from which it pays")
    seed_clause: str | None = Field(description="The clause that requires the amounts of its meters to be filed")
    rate_clause: str | None = Field(description="The clause that requires the rate of its meters to be filed")

    @classmethod
    def of(cls, book: Regulation, wager: Wager) -> "WagerField":
        tables, (stakes, least, odds) = book.paytables_of(wager.id), wager_amounts(book, wager)
        return cls(
            wager=wager.id,
            title=wager.title,
            clause=wager.clause.clause,
            always=wager.offered == "always",
            paytables=[table.letter for table in tables],
            choice_clause=wager.choice_clause.clause if wager.choice_clause else None,
            envy_paytables=[table.letter for table in book.paytables_of(wager.envy[0])] if wager.envy_choice_clause else [],
            stakes_cents=[stake.amount for stake in stakes],
            minimum_cents=least.amount if least else None,
            odds=list(odds),
            equal_to=wager.equal_to,
            meters={table.letter: list(table.meters) for table in tables if table.meters},
            seed_clause=wager.seed_clause.clause if wager.seed_clause else None,
            rate_clause=wager.rate_clause.clause if wager.rate_clause else None,
        )


class OptionField(BaseModel):
    """An option of the book."""

    key: str = Field(examples=["table.positions"])
    title: str
    clause: str
    kind: str = Field(description="choice, flag, count, money or text")
    choices: list[str] = Field(description="The values of a choice; the published house ways, if a house way is filed")
    least: int | None = None
    most: int | None = None
    default: str | int | bool | None = Field(description="What holds if it is not filed; money as a text")
    required: bool

    @classmethod
    def of(cls, book: Regulation, option: FilingOption) -> "OptionField":
        bounds = option_bounds(book, option) if option.kind == "count" else None
        default = str(option.default) if isinstance(option.default, Cents) else option.default
        return cls(
            key=option.key,
            title=option.title,
            clause=option.clause.clause,
            kind=option.kind.value,
            choices=list(house_way_names() if option.key == HOUSE_WAY else option.choices),
            least=bounds[0] if bounds else None,
            most=bounds[-1] if bounds and option.most_value else None,
            default=default,
            required=option.required,
        )


class ReadingField(BaseModel):
    """A reading that may be filed."""

    id: str
    subject: str
    clause: str
    choices: dict[str, str]
    default: str = Field(description="Empty if it must be filed")
    matters_if: str


class ApprovalField(BaseModel):
    what: str
    title: str
    clause: str
    needed_if: str


class FilingForm(BaseModel):
    """Everything that an operator files under a book, as fields of a form."""

    book: str
    version: str
    filing: str
    facility_clause: str | None = Field(description="The clause that requires the facility's name on the layout")
    wagers: list[WagerField]
    options: list[OptionField]
    readings: list[ReadingField]
    approvals: list[ApprovalField]

    @classmethod
    def of(cls, book: Regulation) -> "FilingForm":
        return cls(
            book=book.id,
            version=book.version,
            filing=book.filing,
            facility_clause=book.facility.clause if book.facility else None,
            wagers=[WagerField.of(book, wager) for wager in book.wagers.values() if wager.offered != "follows"],
            options=[OptionField.of(book, option) for option in book.options.values()],
            readings=[
                ReadingField(
                    id=each.id,
                    subject=each.subject,
                    clause=each.clauses[0].clause if each.clauses else "",
                    choices=dict(each.choices),
                    default=each.default,
                    matters_if=describe_condition(book, each.when),
                )
                for each in book.readings.values()
                if not each.is_fixed
            ],
            approvals=[
                ApprovalField(
                    what=each.what, title=each.title, clause=each.clause.clause, needed_if=describe_condition(book, each.when)
                )
                for each in book.approvals.values()
            ],
        )


@router.get("/rules/books/{book}/form", summary="Describe what an operator files under a book, as fields of a form")
async def show_form(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> FilingForm:
    return await service.desk.run(lambda: FilingForm.of(load_book(book_id(book), version)))


class ReadIn(RequestModel):
    submission: Toml


MOST_KEYS = 200


class FormContent(RequestModel):
    content: Annotated[dict[str, JsonValue], Field(max_length=MOST_KEYS)] = Field(
        description="Keys and values as the file has them"
    )


class FormText(BaseModel):
    text: str


@router.post("/submissions/read", summary="Read a submission's file into the values of a form")
async def read_submission(service: ServiceHere, _person: Filer, body: ReadIn) -> FormContent:
    return await service.desk.run(lambda: FormContent(content=_read_form(body.submission)))


def _read_form(text: str) -> dict[str, JsonValue]:
    """Return the values of a file that a form can take."""
    found = read_form(text)
    if len(found) > MOST_KEYS:
        raise Malformed(
            f"a form takes at most {MOST_KEYS} keys, and the file has {len(found)}",
            code="form.keys",
            given=len(found),
            allowed=f"at most {MOST_KEYS} keys",
        )
    return found


@router.post("/submissions/write", summary="Write the values of a form as a submission's file")
async def write_submission(service: ServiceHere, _person: Filer, body: FormContent) -> FormText:
    return await service.desk.run(lambda: FormText(text=write_form(body.content)))
