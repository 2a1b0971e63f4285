"""The rule books as the interface sends them: books, clauses, readings, paytables and policies."""

from typing import Annotated

from fastapi import Path, Query
from pydantic import BaseModel, Field

from houseway.regulation import Clause, Regulation, load_book
from houseway.regulation.clauses.chapters import chapter_of, chapter_title, clauses_in_text_order
from houseway.regulation.clauses.coverage import ClauseState, count_coverage, state_of
from houseway.regulation.clauses.mentions import find_mentions
from houseway.regulation.clauses.summaries import describe_paytable, value_text
from houseway.regulation.model import PAYS, Paytable
from houseway.regulation.policies import policy_questions
from houseway.regulation.shelf import book_id
from houseway.submission.filing_form import describe_reading

Version = Annotated[str | None, Query(max_length=80, description="A version of the book; the first by default")]
ClauseId = Annotated[str, Path(max_length=80, examples=["12.C(2)"])]
ReadingId = Annotated[str, Path(max_length=40, examples=["PG-28"])]


def find_book(book: str, version: str | None = None) -> Regulation:
    """Load a book by its id or short name."""
    return load_book(book_id(book), version)


class ClauseLine(BaseModel):
    """A clause in a list."""

    clause: str
    chapter: str = Field(description="The first part of its number", examples=["12"])
    kind: str
    gist: str
    by: str = Field(description="What carries it out", examples=["code"])
    state: str = Field(description="How far it has come", examples=[state.value for state in ClauseState])

    @classmethod
    def of(cls, clause: Clause) -> "ClauseLine":
        return cls(
            clause=clause.id,
            chapter=chapter_of(clause.id),
            kind=clause.kind.value,
            gist=clause.gist,
            by=clause.by.value,
            state=state_of(clause).value,
        )


class ChapterOut(BaseModel):
    chapter: str = Field(examples=["12"])
    title: str = Field(description="What it is about, in our own words; empty if nobody has written it down")
    clauses: int
    proved: int


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
    proved: int = Field(description="Clauses of which a mutant was killed by a test that bears their id")
    carried_out: int = Field(description="Clauses that code or data carries out, without such a proof")
    recorded: int = Field(description="Clauses that ask something of people; a breach can be noted")
    not_carried_out: int = Field(description="Clauses that nothing carries out; each says why")
    paytables: int
    readings: int
    chapters: list[ChapterOut]

    @classmethod
    def of(cls, book: Regulation) -> "BookOut":
        coverage = count_coverage(book)
        names = ("short", "title", "game", "jurisdiction", "source", "version", "versions", "dated", "filing", "hash")
        return cls.model_validate(
            {name: getattr(book, name) for name in names}
            | {
                "book": book.id,
                "clauses": coverage.clauses,
                "proved": len(coverage.proved),
                "carried_out": len(coverage.carried_out),
                "recorded": len(coverage.recorded),
                "not_carried_out": len(coverage.not_carried_out),
                "paytables": len(book.paytables),
                "readings": len(book.readings),
                "chapters": _chapters(book),
            }
        )


def clause_lines(book: Regulation) -> list[ClauseLine]:
    """Return the clauses of a book in the order of its text."""
    return [ClauseLine.of(clause) for clause in clauses_in_text_order(book)]


def _chapters(book: Regulation) -> list[ChapterOut]:
    lines: dict[str, list[ClauseLine]] = {}
    for line in clause_lines(book):
        lines.setdefault(line.chapter, []).append(line)
    return [
        ChapterOut(
            chapter=chapter,
            title=chapter_title(book.id, chapter),
            clauses=len(found),
            proved=sum(each.state == ClauseState.PROVED for each in found),
        )
        for chapter, found in lines.items()
    ]


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
    mentions: dict[str, str] = Field(
        description="The clauses and readings that its texts name, with their book",
        examples=[{"12.C(2)": "md.pai-gow-poker 12.C(2)"}],
    )


def reading_out(book: Regulation, reading: str) -> ReadingOut:
    """Return a reading of a book by its id."""
    sought = book.reading(reading)
    texts = (sought.problem, sought.why, sought.worth, *sought.choices.values(), *(each.says for each in sought.warnings))
    return ReadingOut.model_validate(describe_reading(book, sought) | {"mentions": find_mentions(" ".join(texts), book)})


class PaytableRowOut(BaseModel):
    hand: str
    pays: str
    clause: str


class PaytableOut(BaseModel):
    book: str
    wager: str
    title: str = Field(description="The name of the wager")
    paytable: str
    clause: str = Field(description="The clause of its heading")
    rows: list[PaytableRowOut]


def paytable_out(book: Regulation, table: Paytable) -> PaytableOut:
    """Return a paytable of a book with the name of its wager."""
    described = describe_paytable(book, table)
    return PaytableOut.model_validate({**described, "title": book.wagers[table.wager].title, "clause": table.clause.clause})


class PolicyOut(BaseModel):
    """A place where rule books differ, and a book's choice."""

    policy: str
    choice: str
    clauses: list[str] = Field(
        description="The clauses that decide it, with their book", examples=[["md.pai-gow-poker 12.C(2)"]]
    )
    subject: str = Field(description="What it is about")
    decides: str = Field(description="What the choice means")


def policies_out(book: Regulation) -> list[PolicyOut]:
    """Return the choice of a book in every policy of its game."""
    return [
        PolicyOut(
            policy=policy.name,
            choice=policy.choice,
            clauses=list(policy.clauses),
            subject=policy_questions()[policy.name].summary,
            decides=policy_questions()[policy.name].choices[policy.choice],
        )
        for policy in book.policies.values()
    ]


class DifferenceOut(BaseModel):
    """A policy in which two books choose differently."""

    policy: str
    subject: str
    first: PolicyOut
    second: PolicyOut


def policy_differences(first: Regulation, second: Regulation) -> list[DifferenceOut]:
    """Return the policies in which two books choose differently."""
    one, other = ({each.policy: each for each in policies_out(book)} for book in (first, second))
    return [
        DifferenceOut(policy=name, subject=one[name].subject, first=one[name], second=other[name])
        for name in one
        if name in other and one[name].choice != other[name].choice
    ]


class ValueOut(BaseModel):
    """A value that a clause sets."""

    value: str
    clause: str = Field(description="The clause that sets it, with its book", examples=["md.pai-gow-poker 13.G"])


class ValueDifference(BaseModel):
    key: str = Field(examples=["payout-limit-floor"])
    first: ValueOut
    second: ValueOut


def value_differences(first: Regulation, second: Regulation) -> list[ValueDifference]:
    """Return the values that both books set, each its own."""
    one, other = _values(first), _values(second)
    return [
        ValueDifference(key=key, first=one[key], second=other[key])
        for key in one
        if key in other and one[key].value != other[key].value
    ]


def _values(book: Regulation) -> dict[str, ValueOut]:
    return {
        key: ValueOut(value=value_text(value), clause=clause.citation)
        for clause in book.clauses.values()
        for key, value in clause.values.items()
        if key != PAYS
    }
