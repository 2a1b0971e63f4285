"""Every paytable of every book, printed on a sign and read back: the row's clause is proved by the text of the PDF."""

import io
from dataclasses import replace
from pathlib import Path

import pypdf
import pytest

from houseway import documents
from houseway.regulation import BOOKS, load
from houseway.submission import judge, read

EXAMPLES = Path(__file__).parent.parent / "examples" / "submissions"
LETTERS = range(max(len(load(book).tables_of(wager)) for book in BOOKS for wager in load(book).wagers))


def with_paytables(book, letter):
    """The rules with everything on, but with each wager's paytable of this number, or its last."""
    rules = judge(read((EXAMPLES / book / "everything.toml").read_text())).rules
    assert rules is not None

    def nth(table):
        tables = rules.regulation.tables_of(table.wager)
        return tables[min(letter, len(tables) - 1)]

    offers = {
        name: replace(offer, paytable=nth(offer.paytable), envy=tuple(map(nth, offer.envy)))
        for name, offer in rules.offers.items()
    }
    return replace(rules, offers=offers)


def text_of(document):
    (page,) = pypdf.PdfReader(io.BytesIO(document.render("pdf"))).pages
    return [plain(line) for line in page.extract_text().splitlines()]


def plain(text):
    return " ".join(text.replace("’", "'").split())


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("book", BOOKS)
def test_rows_are_on_the_sign(book, letter, claim):
    sign = documents.sign(with_paytables(book, letter))
    lines = text_of(sign)
    rows = [element for element in sign.elements if element.kind == "row"]
    assert rows
    for row in rows:
        assert plain(row.text) in lines
        claim(*row.clauses)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("example", ["minimal", "everything"])
def test_what_a_book_wants_posted_is_on_the_sign(book, example, claim):
    rules = judge(read((EXAMPLES / book / f"{example}.toml").read_text())).rules
    sign = documents.sign(rules)
    text = " ".join(text_of(sign)).upper()
    for element in sign.elements:
        if element.kind in ("notice", "limit", "meter", "facility", "wager"):
            assert all(word in text for word in plain(element.text).upper().split())
            claim(*element.clauses)


@pytest.mark.parametrize("book", BOOKS)
def test_areas_are_on_the_layout(book, claim):
    rules = judge(read((EXAMPLES / book / "everything.toml").read_text())).rules
    layout = documents.layout(rules)
    text = " ".join(text_of(layout)).upper()
    for element in layout.elements:
        assert all(word in text for word in plain(element.text).upper().replace("†", "").split())
        claim(*element.clauses)
