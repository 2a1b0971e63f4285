"""Signs and layouts of every example submission and of some that are hard to print, rendered once for all tests."""

import io
import re
from functools import cache

import pypdf
import pytest

from houseway import documents
from houseway.submission import Rules, judge, parse_submission
from tests.support.paths import EXAMPLES

UTH, DIV, FC = "md.ultimate-texas-holdem", "div.pai-gow-poker", "md.four-card-poker"


def changed(book: str, *changes: tuple[str, str]) -> str:
    """The fullest submission of a book with something else in it."""
    text = (EXAMPLES / book / "everything.toml").read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


SINGLE_METER = """
[wagers.progressive]
paytable = "A"
stake = "$5"
envy = "A"

[[meters]]
wager = "progressive"
name = "meter"
seed = "$10,000"
reset = "$10,000"
rate = "15%"

[readings]
UTH-06 = "for-1"
UTH-31 = "required"
"""

SUBMISSIONS = {f"{path.parent.name}/{path.stem}": path.read_text() for path in sorted(EXAMPLES.glob("*/*.toml"))}
VARIANTS = {
    "longest": changed(
        UTH,
        ("Harbor Point Casino", "The Grand Chesapeake Bay Casino, Hotel & Convention Center's Annex"),
        ('paytable = "F"', 'paytable = "B"'),
        ('[wagers.six-card-bonus]\npaytable = "B"', '[wagers.six-card-bonus]\npaytable = "A"'),
        ('paytable = "B"', 'paytable = "A"'),
        ('"$15"\nmaximum = "$1,000"', '"$15"\nmaximum = "$1,000,000"'),  # the Ante, and the Blind that equals it
        ('"$15"\nmaximum = "$1,000"\n', '"$15"\nmaximum = "$1,000,000"\n'),
    ),
    "for-one": (EXAMPLES / UTH / "minimal.toml").read_text() + SINGLE_METER,
    "envy-as-ultimate": re.sub(r'FC-02 = "[a-z-]+"', 'FC-02 = "royal-and-straight-flush"', changed(FC)),
    "two-to-one": changed(DIV, ('DIV-01 = "even-money"', 'DIV-01 = "two-to-one"')),
    "trips-lose": changed(DIV, ('DIV-01 = "even-money"', 'DIV-05 = "lost"')),
}
TEXTS = SUBMISSIONS | VARIANTS
every = pytest.mark.parametrize("name", TEXTS)


@cache
def rules_of(name: str) -> Rules:
    verdict = judge(parse_submission(TEXTS[name]))
    assert verdict.rules is not None, [(finding.code, finding.place, finding.message) for finding in verdict.findings]
    return verdict.rules


@cache
def sign_of(name: str) -> documents.Document:
    return documents.make_sign(rules_of(name))


@cache
def page_of(name: str, what: str = "sign") -> pypdf.PageObject:
    document = sign_of(name) if what == "sign" else documents.make_layout(rules_of(name))
    return only_page(document)


def only_page(document: documents.Document) -> pypdf.PageObject:
    (page,) = pypdf.PdfReader(io.BytesIO(document.render("pdf"))).pages
    return page


def plain(text: str) -> str:
    return " ".join(text.replace("’", "'").split())
