"""Routes of the rule books: clauses, readings, paytables, policies, what is filed, and search by words."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, Field

from houseway.regulation import Regulation, book_ids, load_book
from houseway.regulation.clauses.searching import SearchHit, search_books
from houseway.regulation.clauses.summaries import describe_policy_questions
from houseway.regulation.shelf import book_id
from houseway.service.api.desk.asking import BookId, RulesReader
from houseway.service.api.desk.rule_models import (
    BookOut,
    DifferenceOut,
    PaytableOut,
    PolicyOut,
    ReadingId,
    ReadingOut,
    ValueDifference,
    Version,
    find_book,
    paytable_out,
    policies_out,
    policy_differences,
    reading_out,
    value_differences,
)
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import send_as_they_are
from houseway.service.api.requests.routing import SubjectRouter
from houseway.submission.filing_form import filing_sections

router = SubjectRouter(prefix="/api/rules", tags=["rules"], responses=REFUSALS, route_class=CompressedRoute)


# Books


@router.get("/books", summary="List the rule books")
async def list_books(service: ServiceHere, _person: RulesReader) -> list[BookOut]:
    return await service.desk.run(lambda: [BookOut.of(load_book(book)) for book in book_ids()])


@router.get("/books/{book}", summary="Show one rule book")
async def show_book(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> BookOut:
    return await service.desk.run(lambda: BookOut.of(find_book(book, version)))


# Readings, paytables, policies, filing


@router.get(
    "/books/{book}/readings", summary="List the readings of a book: where its text contradicts itself, breaks off or is silent"
)
async def list_readings(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> list[ReadingOut]:
    def find() -> list[ReadingOut]:
        regulation = find_book(book, version)
        return [reading_out(regulation, each) for each in regulation.readings]

    return await service.desk.run(find)


@router.get("/books/{book}/readings/{reading}", summary="Show one reading")
async def show_reading(
    service: ServiceHere, _person: RulesReader, book: BookId, reading: ReadingId, version: Version = None
) -> ReadingOut:
    return await service.desk.run(lambda: reading_out(find_book(book, version), reading))


@router.get("/books/{book}/paytables", summary="List every paytable of a book, row by row with clauses")
async def list_paytables(
    service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None
) -> list[PaytableOut]:
    def find() -> list[PaytableOut]:
        regulation = find_book(book, version)
        return [paytable_out(regulation, table) for table in regulation.paytables]

    return await service.desk.run(find)


@router.get("/books/{book}/policies", summary="List what a book chooses where books differ")
async def list_policies(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> list[PolicyOut]:
    return await service.desk.run(lambda: policies_out(find_book(book, version)))


class PolicyQuestionOut(BaseModel):
    policy: str
    choices: str
    games: str
    decides: str


@router.get("/policies", summary="List all policies, in which rule books may differ, with their choices")
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


@router.get("/books/{book}/filing", summary="List everything that an operator may file under a book")
async def show_filing(service: ServiceHere, _person: RulesReader, book: BookId, version: Version = None) -> list[FilingSection]:
    def find() -> list[FilingSection]:
        sections = filing_sections(find_book(book, version))
        return [FilingSection(heading=heading, entries=list(entries)) for heading, entries in sections]

    return await service.desk.run(find)


# Search, and two books side by side


send_as_they_are(SearchHit)


class SearchOut(BaseModel):
    total: int
    results: list[SearchHit] = Field(description="The first of them, clauses before readings")


MOST_RESULTS = 100


@router.get("/search", summary="Search for clauses and readings in which all the words occur")
async def search(
    service: ServiceHere,
    _person: RulesReader,
    words: Annotated[str, Query(min_length=1, max_length=200, examples=["bank copy"])],
    book: Annotated[str | None, Query(max_length=80, description="Only this book")] = None,
) -> SearchOut:
    def find() -> SearchOut:
        found = search_books(words, None if book is None else book_id(book))
        return SearchOut(total=len(found), results=found[:MOST_RESULTS])

    return await service.desk.run(find)


class ComparisonOut(BaseModel):
    """Where two books differ."""

    policies: list[DifferenceOut] = Field(description="Questions that both answer, each in its own way")
    values: list[ValueDifference] = Field(description="Values that both set, each its own")
    only_first: list[str] = Field(description="Wagers that only the first book has")
    only_second: list[str] = Field(description="Wagers that only the second book has")


@router.get("/differences", summary="Compare two books: policies, values and wagers")
async def compare_books(
    service: ServiceHere,
    _person: RulesReader,
    first: Annotated[str, Query(max_length=80, examples=["md.pai-gow-poker"])],
    second: Annotated[str, Query(max_length=80, examples=["div.pai-gow-poker"])],
) -> ComparisonOut:
    return await service.desk.run(lambda: _compare(find_book(first), find_book(second)))


def _compare(first: Regulation, second: Regulation) -> ComparisonOut:
    return ComparisonOut(
        policies=policy_differences(first, second),
        values=value_differences(first, second),
        only_first=[wager.title for name, wager in first.wagers.items() if name not in second.wagers],
        only_second=[wager.title for name, wager in second.wagers.items() if name not in first.wagers],
    )
