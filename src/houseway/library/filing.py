"""Write a new Rules Submission and have one judged: `new` and `check`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from houseway.errors import NotAllowed
from houseway.examples import read_example
from houseway.library.arguments import check_text, wrong_type
from houseway.library.showing.display import Displayed, Sheet, shown_as
from houseway.library.sources import find_book, find_example, find_file, unknown_source
from houseway.regulation import load_book
from houseway.regulation.shelf import unknown_book
from houseway.spelling import count_things
from houseway.submission import Finding, Rules, Submission, Verdict, judge, parse_submission, read_submission
from houseway.submission.built_in import built_in_submission


@dataclass(frozen=True, eq=False, repr=False)
class FiledRules(Rules, Displayed):
    """The rules of a table, from a submission that passed. They are frozen, and have one hash."""

    submission: Submission | None = field(default=None)
    """What was filed."""
    findings: tuple[Finding, ...] = ()
    """What the judge remarks on a submission that passes: readings that an operator should know."""

    def __eq__(self, other: object) -> bool:
        """Rules with the same hash are equal, wherever they were filed."""
        return isinstance(other, Rules) and other.hash == self.hash

    def __hash__(self) -> int:
        return super().__hash__()

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """Return what no law forbids and an operator should know: costly readings, wagers that lose, texts that do not print."""
        from houseway.files.submissions.checked_submission import check_submission

        if self.submission is None:
            return ()
        return tuple(f"{each.place}: {each.message}" for each in check_submission(self.submission).findings)

    def sheets(self) -> tuple[Sheet, ...]:
        title = f"{self.regulation.title}, {self.book} ({self.version}), rules {self.hash[:16]}"
        return Sheet(title, ("wager", "paytable", "stakes"), tuple(self._offer_rows())), *map(_paytable_sheet, self._tables())

    def _offer_rows(self) -> Iterable[tuple[str, str, str]]:
        for wager, offer in self.offers.items():
            stakes = " or ".join(map(str, offer.stakes)) or f"{offer.minimum} to {offer.maximum}"
            yield self.regulation.wager(wager).title, offer.paytable.letter, stakes

    def _tables(self) -> Iterable[tuple[str, Sequence[tuple[str, str, str]]]]:
        for wager, offer in self.offers.items():
            for table in (offer.paytable, *offer.envy):
                rows = [(row.words, str(row.pays), row.clause.clause) for row in table.rows]
                yield self.regulation.wager(table.wager or wager).title, rows

    def records(self) -> Iterable[Mapping[str, object]]:
        for wager, offer in self.offers.items():
            for table in (offer.paytable, *offer.envy):
                for row in table.rows:
                    yield {
                        "wager": table.wager or wager,
                        "paytable": table.letter,
                        "hand": row.hand,
                        "pays": str(row.pays),
                        "clause": str(row.clause),
                    }


def _paytable_sheet(table: tuple[str, Sequence[tuple[str, str, str]]]) -> Sheet:
    title, rows = table
    return Sheet(title, ("hand", "pays", "clause"), tuple(rows), is_long=True)


class SubmissionRefused(NotAllowed):
    """A submission that does not pass. Its text lists all findings, and `findings` has them."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        found = self.facts["findings"]
        assert isinstance(found, tuple)
        return found


def new(
    book: str,
    offer: Iterable[str] | Mapping[str, str] = (),
    *,
    facility: str = "",
    version: str | None = None,
) -> str:
    """Return the text of a new Rules Submission. It passes as it is; what else may be filed is switched off by a # in front.

    Optional wagers are switched on by their names, with a paytable by its letter if there are several.

    >>> import houseway as hw
    >>> text = hw.new("uth", {"trips": "B"}, facility="Riverside")
    >>> hw.check(text)
    <Rules of md.ultimate-texas-holdem (standard-rules): ante, blind, trips, play; ...>
    """
    from houseway.files.submissions.template import write_template

    offered = offer if isinstance(offer, Mapping) or not isinstance(offer, Iterable) else tuple(offer)
    letters = offered.values() if isinstance(offered, Mapping) else ()
    if not isinstance(offered, Iterable) or not all(isinstance(each, str) for each in (*offered, *letters)):
        raise wrong_type("an offer", offer, "names of wagers, as in ['trips'] or {'trips': 'B'}")
    check_text(facility, "a facility")
    if version is not None:
        check_text(version, "a version of the rule book")
    whole = find_book(book)
    if not whole:
        raise unknown_book(str(book))
    return write_template(load_book(whole, version), offered, facility)


def check(source: str | Path) -> FiledRules:
    """Return the rules of a submission that passes; refuse it with all findings at once if it does not.

    The source is a file, the text of a submission, an example as in `uth/minimal`, or a rule book, for the submission that comes
    with it.

    >>> import houseway as hw
    >>> rules = hw.check("uth/minimal")
    >>> rules.book, [*rules.offers]
    ('md.ultimate-texas-holdem', ['ante', 'blind', 'trips', 'play'])
    >>> hw.check('book = "md.ultimate-texas-holdem"')
    Traceback (most recent call last):
    houseway.library.filing.SubmissionRefused: the submission has ... findings
    ...
    """
    submission, named = _read(source)
    verdict = judge(submission)
    if verdict.rules is None:
        raise _refusal(verdict, named)
    return with_filing(verdict.rules, submission, verdict.findings)


def with_filing(rules: Rules, submission: Submission, findings: tuple[Finding, ...] = ()) -> FiledRules:
    """Return rules together with what was filed."""
    found = shown_as(FiledRules, rules)
    object.__setattr__(found, "submission", submission)
    object.__setattr__(found, "findings", findings)
    return found


def rules_from(source: str | Path | Rules) -> Rules:
    """Return rules as they are, or check what names them."""
    return source if isinstance(source, Rules) else check(source)


def _read(source: str | Path) -> tuple[Submission, str]:
    """Read a submission, and return what a message calls it."""
    file = find_file(source)
    if file is not None:
        return read_submission(file), str(file)
    if isinstance(source, str) and "=" in source:
        return parse_submission(source), "the submission"
    example, book = find_example(source), find_book(source)
    if example:
        return parse_submission(read_example(example)), example
    if book:
        return parse_submission(built_in_submission(book)), book
    raise unknown_source(source)


def _refusal(verdict: Verdict, named: str) -> SubmissionRefused:
    count = count_things(verdict.count, "finding")
    listed = [f"{number}. {_finding_text(each)}" for number, each in enumerate(verdict.findings, start=1)]
    more = [f"and {verdict.unlisted:,} more"] if verdict.unlisted else []
    clauses = tuple(dict.fromkeys(each.clause for each in verdict.findings if each.clause is not None))
    return SubmissionRefused(
        "\n".join((f"{named} has {count}", *listed, *more)),
        code="submission.findings",
        clauses=tuple(map(str, clauses)),
        given=named,
        findings=verdict.findings,
    )


def _finding_text(finding: Finding) -> str:
    place = f"line {finding.line}: {finding.place}" if finding.line else finding.place
    clause = f" ({finding.clause.clause})" if finding.clause is not None else ""
    lines = [
        f"{place}: {finding.message}{clause}",
        f"given {finding.given}; allowed {finding.allowed}" if finding.allowed else f"given {finding.given}",
        finding.suggestion,
    ]
    return "\n   ".join(line for line in lines if line)
