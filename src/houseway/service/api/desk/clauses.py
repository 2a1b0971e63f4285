"""Routes of the clauses and readings of a book, each with everything that is known about it."""

from pathlib import Path as FilePath
from typing import Any

from pydantic import BaseModel, Field

import houseway
from houseway.citation import Citation
from houseway.regulation import Clause, Regulation, book_ids, load_book
from houseway.regulation.clauses.carriers import reading_carriers
from houseway.regulation.clauses.chapters import chapter_title, clauses_in_text_order
from houseway.regulation.clauses.coverage import find_counterparts
from houseway.regulation.clauses.summaries import describe_clause, describe_place
from houseway.service.api.desk.asking import BookId, RulesReader
from houseway.service.api.desk.rule_models import (
    ClauseId,
    ClauseLine,
    DifferenceOut,
    OtherClause,
    PaytableOut,
    ReadingOut,
    Version,
    clause_lines,
    find_book,
    paytable_out,
    policy_differences,
    reading_out,
)
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.routing import SubjectRouter

router = SubjectRouter(prefix="/api/rules/books/{book}", tags=["rules"], responses=REFUSALS, route_class=CompressedRoute)

PACKAGE = FilePath(houseway.__file__).parent


@router.get("/clauses", summary="List all clauses of a book, in the order of its text")
async def list_clauses(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> list[ClauseLine]:
    return await service.desk.run(lambda: clause_lines(find_book(book, version)))


class CodePlace(BaseModel):
    place: str = Field(description="File and line", examples=["games/pai_gow/banking.py:19"])
    name: str
    summary: str
    asks_for: str = Field("", description="The value, option or policy of the clause that it asks for")
    lines: list[str] = Field(description="The first lines of it")


class BookDifference(DifferenceOut):
    """A policy that a clause decides, and how another book of the same game decides it."""

    book: str = Field(description="The other book")


class ProofOut(BaseModel):
    """A wrong implementation of a clause, and the test that noticed it."""

    mutant: str
    test: str


class ClauseOut(ClauseLine):
    """Everything that is known about a clause."""

    book: str
    version: str
    chapter_title: str
    duty_of: str | None = Field(description="Whose duty it is, if no program could carry it out", examples=["dealer"])
    reason: str = Field(description="Why nothing carries it out, or why no program could")
    proof: ProofOut | None = Field(description="The mutant that proves it, if it is proved")
    values: dict[str, str] = Field(description="What it sets")
    see: list[str] = Field(description="Clauses to which it refers")
    referred_to_by: list[OtherClause] = Field(description="Clauses that refer to it, or that are modelled on it")
    modelled_on: str | None
    rows: list[str] = Field(description="Rows of paytables under it")
    paytables: list[PaytableOut] = Field(description="The paytables of which it is the heading or a row")
    functions: list[CodePlace]
    constants: list[CodePlace]
    data: list[str]
    tests: list[str] = Field(description="The test of the proof, if there is one")
    readings: list[ReadingOut]
    before: OtherClause | None
    after: OtherClause | None
    counterparts: list[OtherClause] = Field(description="Clauses of other books that the same code carries out")
    differences: list[BookDifference] = Field(description="Where another book of the game decides otherwise what it decides")


@router.get("/clauses/{clause:path}", summary="Show one clause: gist, state, code, tests, readings, cross references")
async def show_clause(
    service: ServiceHere, _person: RulesReader, book: BookId, clause: ClauseId, version: Version = None
) -> ClauseOut:
    return await service.desk.run(lambda: _clause_out(find_book(book, version), clause))


class ReadingPage(ReadingOut):
    """A reading with the clauses that it concerns and the code that asks for it."""

    book: str
    gists: list[OtherClause] = Field(description="Its clauses, with what each says")
    functions: list[CodePlace]
    before: str | None
    after: str | None


class Entry(BaseModel):
    """A clause or a reading: one of the two is null."""

    clause: ClauseOut | None
    reading: ReadingPage | None


@router.get("/entries/{entry:path}", summary="Show the clause or the reading with an id")
async def show_entry(
    service: ServiceHere, _person: RulesReader, book: BookId, entry: ClauseId, version: Version = None
) -> Entry:
    return await service.desk.run(lambda: _find_entry(find_book(book, version), entry))


def _find_entry(book: Regulation, entry: str) -> Entry:
    if entry not in book.clauses and entry.upper() in book.readings:
        return Entry(clause=None, reading=_reading_page(book, entry.upper()))
    return Entry(clause=_clause_out(book, entry), reading=None)


def _clause_out(book: Regulation, id_: str) -> ClauseOut:
    clause = book.clause(id_)
    about: dict[str, Any] = describe_clause(book, clause, PACKAGE)
    about |= {name: [_with_lines(place) for place in about[name]] for name in ("functions", "constants")}
    about["readings"] = [reading_out(book, reading.id) for reading in book.readings_about(clause.citation)]
    about["counterparts"] = [_other_clause(each) for each in find_counterparts(clause.citation)]
    about["chapter_title"] = chapter_title(book.id, ClauseLine.of(clause).chapter)
    about["paytables"] = [paytable_out(book, table) for table in book.paytables if _is_in_table(id_, table)]
    about["referred_to_by"] = _referring_clauses(book, clause)
    about["differences"] = _differences_about(book, clause)
    about["before"], about["after"] = _neighbours(book, clause)
    return ClauseOut.model_validate({**ClauseLine.of(clause).model_dump(), **about})


def _is_in_table(clause: str, table: Any) -> bool:
    return clause in (table.clause.clause, *(row.clause.clause for row in table.rows))


def _neighbours(book: Regulation, clause: Clause) -> tuple[OtherClause | None, OtherClause | None]:
    """Return the clauses before and after one in the text."""
    every = clauses_in_text_order(book)
    place = every.index(clause)
    before = _describe_other(every[place - 1]) if place else None
    return before, _describe_other(every[place + 1]) if place + 1 < len(every) else None


def _referring_clauses(book: Regulation, clause: Clause) -> list[OtherClause]:
    """Return the clauses of the book that refer to a clause, and the clauses of any book that are modelled on it."""
    own = [each for each in clauses_in_text_order(book) if clause.citation in each.see]
    others = [each for other in book_ids() for each in load_book(other).clauses.values() if each.modelled_on == clause.citation]
    return [_describe_other(each) for each in (*own, *others)]


def _differences_about(book: Regulation, clause: Clause) -> list[BookDifference]:
    others = [other for other in map(load_book, book_ids()) if other.game == book.game and other.id != book.id]
    return [
        BookDifference(book=other.id, **difference.model_dump())
        for other in others
        for difference in policy_differences(book, other)
        if clause.citation in difference.first.clauses
    ]


def _reading_page(book: Regulation, id_: str) -> ReadingPage:
    ids = [None, *book.readings, None]
    place = ids.index(id_)
    return ReadingPage(
        **reading_out(book, id_).model_dump(),
        book=book.id,
        gists=[_other_clause(Citation(each)) for each in reading_out(book, id_).clauses],
        functions=[
            CodePlace.model_validate(_with_lines(describe_place(each, PACKAGE)))
            for each in reading_carriers(book.readings[id_])
        ],
        before=ids[place - 1],
        after=ids[place + 1],
    )


_LINES_SHOWN = 3


def _with_lines(place: dict[str, Any]) -> dict[str, Any]:
    """Add the first lines of a function or constant to its description. The place is in one of our own source files."""
    path, _, line = place["place"].rpartition(":")
    source = (PACKAGE / path).read_text(encoding="utf-8").splitlines()
    return place | {"lines": source[int(line) - 1 :][:_LINES_SHOWN]}


def _other_clause(citation: Citation) -> OtherClause:
    return _describe_other(load_book(citation.book).clause(citation.clause))


def _describe_other(clause: Clause) -> OtherClause:
    return OtherClause(book=clause.citation.book, clause=clause.id, gist=clause.gist)
