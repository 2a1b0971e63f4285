"""Routes of Rules Submissions: examples, template, check, sign, layout and PAR sheet."""

from fractions import Fraction
from typing import Annotated, Any, Literal

from fastapi import Query, Response
from pydantic import BaseModel, Field

from houseway.analysis import MoneyFinding
from houseway.documents import Document, make_layout, make_sign
from houseway.documents.dates import parse_date
from houseway.documents.document import THEMES
from houseway.documents.sheets import PAPERS
from houseway.examples import read_example, submission_names
from houseway.files.submissions.checked_submission import AnyFinding
from houseway.files.submissions.template import write_template
from houseway.regulation import load_book
from houseway.regulation.shelf import book_id
from houseway.service.api.desk.asking import Analyst, Filer
from houseway.service.api.desk.jobs import JobOut, submit_question
from houseway.service.api.desk.models import FiledSource, Name, PrintFormat, StakeCents, plain_json
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import RequestModel
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.jobs.question import JobQuestion
from houseway.service.jobs.sources import Source, check_source, example_from, rules_from
from houseway.service.jobs.tasks import pace_from
from houseway.service.messages.exact import Exact
from houseway.submission import Rules, find_changes

router = SubjectRouter(prefix="/api/submissions", tags=["submissions"], responses=REFUSALS, route_class=CompressedRoute)


# Examples and templates


class ExampleOut(BaseModel):
    name: str = Field(examples=["md.pai-gow-poker/everything"])
    title: str = Field(examples=["Maryland, Pai Gow Poker: everything"])
    about: str
    text: str = Field("", description="The file; empty in a list")


@router.get("/examples", summary="List the submissions that come with the program")
async def list_examples(service: ServiceHere, _person: Filer) -> list[ExampleOut]:
    return await service.desk.run(lambda: [_describe_example(name, read_example(name)) for name in submission_names()])


def _describe_example(name: str, text: str, shown: str = "") -> ExampleOut:
    """Describe an example; its first line says what it is about."""
    book, _, kind = name.partition("/")
    title = f"{load_book(book).jurisdiction}, {load_book(book).title}: {kind.replace('-', ' ')}"
    about = text.partition("\n")[0].removeprefix("#").strip()
    return ExampleOut(name=name, title=title[0].upper() + title[1:], about=about, text=shown)


@router.get("/example", summary="Show one example with its text")
async def show_example(
    service: ServiceHere, _person: Filer, name: Annotated[str, Query(max_length=80, examples=["uth/minimal"])]
) -> ExampleOut:
    def find() -> ExampleOut:
        whole, text = example_from(name)
        return _describe_example(whole, text, text)

    return await service.desk.run(find)


class TemplateOut(BaseModel):
    book: str
    text: str = Field(
        description="A submission that passes, with everything else that may be filed as lines that are switched off"
    )


@router.get("/template", summary="Write a new submission for a book")
async def show_template(
    service: ServiceHere,
    _person: Filer,
    book: Annotated[str, Query(max_length=80, examples=["md.pai-gow-poker"])],
    version: Annotated[str | None, Query(max_length=80)] = None,
    offer: Annotated[list[Name], Query(max_length=20, description="Optional wagers to switch on")] = [],  # noqa: B006  FastAPI copies it
) -> TemplateOut:
    def write() -> TemplateOut:
        regulation = load_book(book_id(book), version)
        return TemplateOut(book=regulation.id, text=write_template(regulation, tuple(dict.fromkeys(offer))))

    return await service.desk.run(write)


# Check


class CorrectionOut(BaseModel):
    """The one obvious right value at a place."""

    place: str
    value: str | int | bool | None = Field(description="Null takes out what is filed there")


class FindingOut(BaseModel):
    """One finding at one place under one clause."""

    code: str
    severity: Literal["error", "warning"]
    place: str = Field(examples=["wagers.blind.minimum"])
    line: int | None = Field(description="The line of the submission; null if nothing there is about it")
    clause: str | None
    given: str
    allowed: str
    message: str
    suggestion: str
    correction: CorrectionOut | None = Field(None, description="What mends it; null if that is a choice")
    house_edge: Exact | None = Field(None, description="Findings about money: the edge in question")
    stake_cents: int | None = Field(None, description="Findings about money: the stake in question")
    meters_cents: dict[str, Exact] = Field({}, description="Findings about money: what the meters show")

    @classmethod
    def of(cls, finding: AnyFinding) -> "FindingOut":
        found: dict[str, Any] = finding.to_json()
        if isinstance(finding, MoneyFinding):
            found["house_edge"] = None if finding.edge is None else Exact.of(finding.edge)
            found["stake_cents"] = None if finding.stake is None else finding.stake.amount
            found["meters_cents"] = {name: Exact.of(Fraction(shown)) for name, shown in finding.meters.items()}
        return cls.model_validate(found)


class ChangeOut(BaseModel):
    place: str = Field(description="The key that is filed")
    about: str = Field(description="What the key is, in words")
    before: str
    after: str
    notice: str | None = Field(description="The clause that requires notice of the change")


class CheckOut(BaseModel):
    ok: bool
    findings: list[FindingOut] = Field(description="All findings at once, in the order of their lines")
    unlisted: int = Field(0, description="Further findings, which are counted only")
    book: str | None = None
    version: str | None = None
    rules_hash: str | None = None
    changes: list[ChangeOut] | None = Field(None, description="What differs from the submission in force")


class CheckIn(RequestModel):
    source: FiledSource
    against: FiledSource | None = Field(None, description="The submission in force; lists what the new one changes")


@router.post("/check", summary="Check a submission: all findings at once, each with line, clause, given and allowed")
async def check(service: ServiceHere, _person: Filer, body: CheckIn) -> CheckOut:
    return await service.desk.run(_check, plain_json(body.source), None if body.against is None else plain_json(body.against))


def _check(source: Source, against: Source | None) -> CheckOut:
    checked = check_source(source)
    rules = checked.verdict.rules
    found: dict[str, Any] = {"ok": checked.verdict.passes, "unlisted": checked.verdict.unlisted}
    found["findings"] = [FindingOut.of(finding) for finding in checked.findings]
    if rules is not None:
        found |= {"book": rules.book, "version": rules.version, "rules_hash": rules.hash}
        if against is not None:
            found["changes"] = [each.to_json() for each in find_changes(rules, rules_from(against))]
    return CheckOut.model_validate(found)


# Print

ThemeName = Literal[*THEMES]  # type: ignore[valid-type]
PaperName = Literal[*PAPERS]  # type: ignore[valid-type]
MEDIA_TYPES = {"pdf": "application/pdf", "svg": "image/svg+xml", "png": "image/png"}
PRINTED: dict[int | str, dict[str, Any]] = {200: {"content": {media: {} for media in MEDIA_TYPES.values()}}}


class SignIn(RequestModel):
    source: FiledSource
    format: PrintFormat = "pdf"
    theme: ThemeName = THEMES[0]
    paper: PaperName | None = Field(None, description="By default us-letter, or us-tabloid if the type would be small")


class LayoutIn(RequestModel):
    source: FiledSource
    format: PrintFormat = "pdf"
    theme: ThemeName = THEMES[0]
    paper: PaperName = "us-tabloid"


@router.post("/sign", summary="Print the payout sign of a submission that passes", response_class=Response, responses=PRINTED)
async def print_sign(service: ServiceHere, _person: Filer, body: SignIn) -> Response:
    return await service.desk.run(lambda: print_document(make_sign(_rules_of(body), body.theme, body.paper), body.format))


@router.post(
    "/layout", summary="Print the table layout of a submission that passes", response_class=Response, responses=PRINTED
)
async def print_layout(service: ServiceHere, _person: Filer, body: LayoutIn) -> Response:
    return await service.desk.run(lambda: print_document(make_layout(_rules_of(body), body.theme, body.paper), body.format))


def _rules_of(body: SignIn | LayoutIn) -> Rules:
    return rules_from(plain_json(body.source))


def print_document(document: Document, form: PrintFormat) -> Response:
    return Response(document.render(form), media_type=MEDIA_TYPES[form])


# PAR sheet


class ParIn(RequestModel):
    source: FiledSource
    rounds_per_hour: int | None = Field(None, ge=1, le=1_000, description="30 by default")
    players: int | None = Field(None, ge=1, le=20, description="Every position by default")
    average_bets: dict[Name, StakeCents] = Field({}, max_length=40, description="By wager, in cents; its minimum by default")
    date: str | None = Field(None, max_length=10, description="The date to print", examples=["2026-03-01"])
    revision: str | None = Field(None, max_length=40)


@router.post("/par", status_code=202, summary="Compute the PAR sheet of a submission, as PDF, CSV and JSON")
async def make_par(service: ServiceHere, person: Analyst, body: ParIn) -> JobOut:
    """Compute the PAR sheet of a submission, as PDF, CSV and JSON. The JSON also has the odds of wagers that depend on the play. If
    the game has not been solved before, this solves it."""
    arguments = plain_json(body)
    await service.desk.run(_check_par, arguments)
    return submit_question(service, JobQuestion("par", arguments), person)


def _check_par(arguments: dict[str, Any]) -> None:
    """Refuse at once what a worker would refuse."""
    pace_from(rules_from(arguments["source"]), arguments)
    if "date" in arguments:
        arguments["date"] = parse_date(arguments["date"])
