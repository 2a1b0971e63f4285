"""Routes of the rule books: clauses, readings, paytables, policies, what is filed, and search by words."""

from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

import houseway
from houseway.citation import Citation
from houseway.regulation import Clause, Regulation, books, load
from houseway.regulation.coverage import citing_tests, code_places, count_coverage, counterparts
from houseway.regulation.searching import search_books
from houseway.regulation.shelf import book_id
from houseway.regulation.summaries import describe_clause, describe_paytable, describe_policies, describe_policy_questions
from houseway.service.api.dependencies import ServiceHere
from houseway.service.api.desk.asking import BookId, RulesReader
from houseway.service.api.errors import REFUSALS
from houseway.submission.filing_form import describe_reading, filing_sections

router = APIRouter(prefix="/api/rules", tags=["rules"], responses=REFUSALS)

PACKAGE = FilePath(houseway.__file__).parent
Version = Annotated[str | None, Query(max_length=80, description="A version of the book; the first by default")]
ClauseId = Annotated[str, Path(max_length=80, examples=["12.C(2)"])]
ReadingId = Annotated[str, Path(max_length=40, examples=["PG-28"])]


def _load(book: str, version: str | None = None) -> Regulation:
    return load(book_id(book), version)


# Books


class BookOut(BaseModel):
    book: str = Field(examples=["md.pai-gow-poker"])
    short: str = Field(description="A shorter name, if it has one")
    title: str
    game: str
    jurisdiction: str
    source: str
    version: str
    versions: list[str]
    dated: str = Field(description="The date of the text; empty if it bears none")
    filing: str = Field(description="What an operator's document is called", examples=["Rules Submission"])
    hash: str
    clauses: int
    carried_out: int = Field(description="Clauses that data, code or print carries out")
    cited: int = Field(description="Clauses that a passing test cites")
    paytables: int
    readings: int

    @classmethod
    def of(cls, book: Regulation) -> "BookOut":
        coverage = count_coverage(book)
        names = ("short", "title", "game", "jurisdiction", "source", "version", "versions", "dated", "filing", "hash")
        return cls.model_validate(
            {name: getattr(book, name) for name in names}
            | {
                "book": book.id,
                "clauses": coverage.clauses,
                "carried_out": coverage.carried_out,
                "cited": coverage.cited,
                "paytables": len(book.paytables),
                "readings": len(book.readings),
            }
        )


@router.get("/books", summary="The rule books")
async def list_books(service: ServiceHere, _person: RulesReader) -> list[BookOut]:
    return await service.desk.run(lambda: [BookOut.of(load(book)) for book in books()])


@router.get("/books/{book}", summary="One rule book")
async def show_book(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> BookOut:
    return await service.desk.run(lambda: BookOut.of(_load(book, version)))


# Clauses


class ClauseLine(BaseModel):
    """A clause in a list."""

    clause: str
    chapter: str = Field(description="The first part of its number", examples=["12"])
    kind: str
    gist: str
    by: str = Field(description="What carries it out", examples=["code"])
    carried_out: bool
    cited: bool = Field(description="Whether a passing test cites it")

    @classmethod
    def of(cls, clause: Clause) -> "ClauseLine":
        cited = bool(citing_tests(clause.citation))
        return cls(
            clause=clause.id,
            chapter=_chapter(clause.id),
            kind=clause.kind.value,
            gist=clause.gist,
            by=clause.by.value,
            carried_out=cited or bool(code_places(clause.citation)),
            cited=cited,
        )


def _chapter(clause: str) -> str:
    return clause[: clause.index(")") + 1] if clause.startswith("(") else clause.partition(".")[0]


@router.get("/books/{book}/clauses", summary="All clauses of a book, in its order")
async def list_clauses(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> list[ClauseLine]:
    return await service.desk.run(lambda: [ClauseLine.of(clause) for clause in _load(book, version).clauses.values()])


class CodePlace(BaseModel):
    place: str = Field(description="File and line", examples=["games/pai_gow/banking.py:19"])
    name: str
    summary: str
    asks_for: str = Field("", description="The value, option or policy of the clause that it asks for")
    lines: list[str] = Field(description="The first lines of it")


class OtherClause(BaseModel):
    book: str
    clause: str
    gist: str


class ReadingOut(BaseModel):
    """A place that the text leaves unclear, and how it is read."""

    id: str
    subject: str
    clauses: list[str]
    problem: str
    choices: dict[str, str] = Field(description="By choice: what it means")
    default: str
    fixed: bool = Field(description="Whether an operator can file no other")
    why: str
    worth: str
    matters_if: str
    warnings: list[dict[str, str]]


class ClauseOut(ClauseLine):
    """Everything that is known about a clause."""

    book: str
    version: str
    reason: str = Field(description="Why nothing can carry it out, if so")
    values: dict[str, str] = Field(description="What it sets")
    see: list[str] = Field(description="Clauses to which it refers")
    modelled_on: str | None
    rows: list[str] = Field(description="Rows of paytables under it")
    functions: list[CodePlace]
    constants: list[CodePlace]
    data: list[str]
    tests: list[str]
    readings: list[ReadingOut]
    before: str | None
    after: str | None
    counterparts: list[OtherClause] = Field(description="Clauses of other books that the same code carries out")


@router.get("/books/{book}/clauses/{clause}", summary="One clause: gist, state, code, tests, readings, cross references")
async def show_clause(
    service: ServiceHere, _person: RulesReader, book: BookId, clause: ClauseId, version: Version = None
) -> ClauseOut:
    return await service.desk.run(_show_clause, book, clause, version)


def _show_clause(book: str, clause: str, version: str | None) -> ClauseOut:
    regulation = _load(book, version)
    found = regulation.clause(clause)
    about: dict[str, Any] = describe_clause(regulation, found, PACKAGE)
    about |= {
        name: [place | {"lines": _lines_at(place["place"])} for place in about[name]] for name in ("functions", "constants")
    }
    about["readings"] = [describe_reading(regulation, reading) for reading in regulation.readings_about(found.citation)]
    about["counterparts"] = [_other_clause(each) for each in counterparts(found.citation)]
    ids = list(regulation.clauses)
    place = ids.index(clause)
    neighbours = {"before": ids[place - 1] if place else None, "after": ids[place + 1] if place + 1 < len(ids) else None}
    return ClauseOut.model_validate({**ClauseLine.of(found).model_dump(), **about, **neighbours})


_LINES_SHOWN = 3


def _lines_at(place: str) -> list[str]:
    """Return the first lines of a function or constant. The place is one of our own source files."""
    path, _, line = place.rpartition(":")
    source = (PACKAGE / path).read_text(encoding="utf-8").splitlines()
    return source[int(line) - 1 :][:_LINES_SHOWN]


def _other_clause(citation: Citation) -> OtherClause:
    clause = load(citation.book).clause(citation.clause)
    return OtherClause(book=citation.book, clause=clause.id, gist=clause.gist)


# Readings, paytables, policies, filing


@router.get("/books/{book}/readings", summary="Where the text contradicts itself, breaks off or is silent")
async def list_readings(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> list[ReadingOut]:
    def find() -> list[ReadingOut]:
        regulation = _load(book, version)
        return [_reading_out(regulation, each) for each in regulation.readings]

    return await service.desk.run(find)


@router.get("/books/{book}/readings/{reading}", summary="One reading")
async def show_reading(
    service: ServiceHere, _person: RulesReader, book: BookId, reading: ReadingId, version: Version = None
) -> ReadingOut:
    return await service.desk.run(lambda: _reading_out(_load(book, version), reading))


def _reading_out(book: Regulation, reading: str) -> ReadingOut:
    return ReadingOut.model_validate(describe_reading(book, book.reading(reading)))


class PaytableRowOut(BaseModel):
    hand: str
    pays: str
    clause: str


class PaytableOut(BaseModel):
    book: str
    wager: str
    paytable: str
    rows: list[PaytableRowOut]


@router.get("/books/{book}/paytables", summary="Every paytable of a book, row by row with clauses")
async def list_paytables(
    service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None
) -> list[PaytableOut]:
    def find() -> list[PaytableOut]:
        regulation = _load(book, version)
        return [PaytableOut.model_validate(describe_paytable(regulation, table)) for table in regulation.paytables]

    return await service.desk.run(find)


class PolicyOut(BaseModel):
    """A place where rule books differ, and a book's choice."""

    policy: str
    choice: str
    clauses: str
    decides: str


@router.get("/books/{book}/policies", summary="What a book chooses where the books differ")
async def list_policies(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> list[PolicyOut]:
    return await service.desk.run(lambda: _policies_out(_load(book, version)))


def _policies_out(book: Regulation) -> list[PolicyOut]:
    return [
        PolicyOut(policy=each["policy"], choice=each["choice"], clauses=each["clauses"], decides=each["what it decides"])
        for each in describe_policies(book)
    ]


class PolicyQuestionOut(BaseModel):
    policy: str
    choices: str
    games: str
    decides: str


@router.get("/policies", summary="All places where rule books may differ, with their choices")
async def list_policy_questions(service: ServiceHere, _person: RulesReader) -> list[PolicyQuestionOut]:
    def find() -> list[PolicyQuestionOut]:
        return [
            PolicyQuestionOut(
                policy=each["policy"], choices=each["choices"], games=each["games"], decides=each["what it decides"]
            )
            for each in describe_policy_questions()
        ]

    return await service.desk.run(find)


class FilingSection(BaseModel):
    heading: str
    entries: list[dict[str, str]]


@router.get("/books/{book}/filing", summary="Everything that an operator may file under a book")
async def show_filing(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> list[FilingSection]:
    def find() -> list[FilingSection]:
        sections = filing_sections(_load(book, version))
        return [FilingSection(heading=heading, entries=list(entries)) for heading, entries in sections]

    return await service.desk.run(find)


# Search, and two books side by side


class SearchResult(BaseModel):
    book: str
    kind: str = Field(description="clause or reading")
    id: str
    text: str


class SearchOut(BaseModel):
    total: int
    results: list[SearchResult] = Field(description="The first of them, clauses before readings")


MOST_RESULTS = 100


@router.get("/search", summary="Clauses and readings in which all the words occur")
async def search(
    service: ServiceHere,
    _person: RulesReader,
    words: Annotated[str, Query(min_length=1, max_length=200, examples=["bank copy"])],
    book: Annotated[str | None, Query(max_length=80, description="Only this book")] = None,
) -> SearchOut:
    def find() -> SearchOut:
        found = search_books(words, None if book is None else book_id(book))
        return SearchOut(total=len(found), results=[SearchResult(**each._asdict()) for each in found[:MOST_RESULTS]])

    return await service.desk.run(find)


class DifferenceOut(BaseModel):
    """A policy in which two books choose differently."""

    policy: str
    first: PolicyOut
    second: PolicyOut


@router.get("/differences", summary="Where two books of a game differ")
async def compare_books(
    service: ServiceHere,
    _person: RulesReader,
    first: Annotated[str, Query(max_length=80, examples=["md.pai-gow-poker"])],
    second: Annotated[str, Query(max_length=80, examples=["div.pai-gow-poker"])],
) -> list[DifferenceOut]:
    def find() -> list[DifferenceOut]:
        one, other = ({each.policy: each for each in _policies_out(_load(book))} for book in (first, second))
        return [
            DifferenceOut(policy=name, first=one[name], second=other[name])
            for name in one
            if name in other and one[name].choice != other[name].choice
        ]

    return await service.desk.run(find)
