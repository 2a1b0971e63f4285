"""Rules and house ways from what somebody sent. No file of the server is ever read for it."""

from collections.abc import Mapping
from typing import Any

from houseway.analysis.standard_rules import standard_rules
from houseway.errors import NotAllowed
from houseway.examples import read_example
from houseway.files.submissions.checked_submission import CheckedSubmission, check_submission
from houseway.house_way import HouseWay, house_way_names
from houseway.regulation import Regulation, add_edition, load_book
from houseway.regulation.shelf import book_id
from houseway.spelling import did_you_mean
from houseway.submission import Rules, Submission, judge, parse_submission
from houseway.table.state import rules_of

HouseWayChoice = Mapping[str, str]
"""`{"name": ...}` of one that comes with the program, or `{"text": ...}` of one's own."""
Source = Mapping[str, Any]
"""`{"book": ...}` with paytables, readings and version, `{"submission": ...}` with its text, or `{"example": ...}` with a name.
With the text of an edition of the book (`table_source`), a submission is one in force at a table."""

_PLACE = "the house way"
"""How messages name a house way that was sent."""


def submission_from(source: Source) -> Submission:
    """Return the submission that was sent, or an example."""
    text = example_from(source["example"])[1] if source.get("example") else source["submission"]
    return parse_submission(text, house_way=source.get("house_way_text") or None)


def example_from(name: str) -> tuple[str, str]:
    """Return the whole name and the text of an example, whose book may be given by its short name."""
    book, slash, rest = name.partition("/")
    whole = f"{book_id(book)}{slash}{rest}"
    return whole, read_example(whole)


def check_source(source: Source) -> CheckedSubmission:
    return check_submission(submission_from(source))


def rules_from(source: Source) -> Rules:
    """Return the rules of a submission that passes, of a bare book, or those that are in force at a table."""
    if source.get("edition"):
        return _rules_in_force(source)
    if source.get("book"):
        return standard_rules(book_id(source["book"]), source.get("paytables"), source.get("readings"), source.get("version"))
    verdict = judge(submission_from(source))
    if verdict.rules is None:
        first = verdict.findings[0]
        raise NotAllowed(
            f"the submission does not pass; findings: {verdict.count}, of which the first is: {first.message}",
            code="submission.findings",
            clauses=tuple(each.clause for each in verdict.findings[:1] if each.clause is not None),
            given=first.given,
            allowed=first.allowed,
        )
    return verdict.rules


def table_source(rules: Rules, filing: tuple[str, str]) -> Source:
    """Return the rules in force at a table as a source, from the texts of its submission and its house way."""
    submission, house_way = filing
    return {"submission": submission, "house_way_text": house_way, "edition": rules.regulation.text}


def _rules_in_force(source: Source) -> Rules:
    book = add_edition(source["edition"])
    return rules_of(source["submission"], source["house_way_text"], book.hash, book.edition)[0]


def book_or_rules(source: Source) -> Regulation | Rules:
    """Return what odds are counted for: a book with all its paytables, or the rules of a submission."""
    return load_book(book_id(source["book"]), source.get("version")) if source.get("book") else rules_from(source)


def house_way_from(choice: HouseWayChoice) -> HouseWay:
    """Return a house way by name or from its text. A path is refused, because callers must not read files of the server."""
    if choice.get("text"):
        return HouseWay.from_text(choice["text"], _PLACE)
    name, known = choice["name"], house_way_names()
    if name not in known:
        hint = did_you_mean(name, known) or f"choose {', '.join(known)}, or send the text of your own"
        raise NotAllowed(f"there is no house way {name!r}; {hint}", code="house-way.unknown", given=name, allowed=known)
    return HouseWay.load(name)
