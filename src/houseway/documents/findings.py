"""Warnings of `check` about printing: a submission may pass although its sign or layout cannot be printed."""

from collections.abc import Iterator

from houseway.documents.document import printable_name
from houseway.documents.layout import make_layout
from houseway.documents.sign import make_sign
from houseway.errors import Malformed
from houseway.submission import Finding, Rules
from houseway.submission.findings import Severity

SHORT_NAME, SHORT_WORD = 40, 20
"""A plain name of up to 40 characters, in words of up to 20, fits on every document, so nothing has to be rendered for it."""


def printing_findings(rules: Rules) -> tuple[Finding, ...]:
    """Return a warning if the facility's name does not fit on a document or has characters that the typeface lacks."""
    name = printable_name(rules.facility)
    short = len(name) <= SHORT_NAME and all(len(word) <= SHORT_WORD for word in name.split())
    if short and name.isascii() and name.isprintable():
        return ()
    return tuple({finding.code: finding for finding in _refusals(rules)}.values())


def _refusals(rules: Rules) -> Iterator[Finding]:
    for make in (make_sign, make_layout):
        try:
            make(rules).render("svg")
        except Malformed as refusal:
            given, allowed = (str(refusal.facts[fact]) for fact in ("given", "allowed"))
            clause = rules.regulation.facility
            yield Finding(refusal.code, "facility", clause, given, allowed, refusal.message, severity=Severity.WARNING)
