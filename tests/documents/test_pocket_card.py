"""The pocket card: every rule of the file is on it, nothing else is, and it can be read and carried."""

import io
import re
from collections import Counter
from functools import cache

import pypdf
import pytest

from houseway import documents
from houseway.documents.pocket_card import (
    IF_POSSIBLE,
    IN_FRONT,
    JOKER_CLAUSES,
    NOTES,
    OTHERWISE,
    PANEL_SIZE,
    SHEETS,
    SMALLEST,
    card_sections,
)
from houseway.house_way import HandKind, HouseWay, house_way_names
from houseway.regulation import load_book
from tests.support.paths import ROOT
from tests.support.pdf_text import text_runs

RIVERSIDE = ROOT / "examples" / "house-ways" / "riverside.toml"
WAYS = (*house_way_names(), "riverside")
every = pytest.mark.parametrize("name", WAYS)
A6 = {105, 148}
POINTS_PER_MILLIMETRE = 72 / 25.4
PANEL_WIDTH, MARGIN = PANEL_SIZE[0] * POINTS_PER_MILLIMETRE, 5 * POINTS_PER_MILLIMETRE
FRONTS = ("second and third highest", "two highest others", "two of aces", "low pair", "high pair", "pair", "as complete")
SMALL_PRINT = 5


@cache
def way_of(name):
    return HouseWay.load(RIVERSIDE if name == "riverside" else name)


def longer(times):
    """A house way with so many more rules for each kind that its card needs a larger sheet."""
    head, rules = RIVERSIDE.read_text().split("[rules]\n")
    rule = '  { when = "highest is K, second highest is Q, has no ace", front = "best" },\n'
    return HouseWay.from_text(
        f"{head}[rules]\n{re.sub(r'(?m)^([a-z-]+ = .)', lambda kind: f'{kind[1]}{rule * times}', rules)}", "x.toml"
    )


def page(way):
    (found,) = pypdf.PdfReader(io.BytesIO(documents.make_pocket_card(way).render("pdf"))).pages
    return found


@cache
def page_of(name):
    return page(way_of(name))


def words(text):
    return Counter(text.replace("’", "'").split())


def millimetres(page):
    return {round(float(side) / 72 * 25.4) for side in (page.mediabox.width, page.mediabox.height)}


def sizes(page):
    """The sizes of type, by what is set in them."""
    found = []

    def visit(text, transform, matrix, font, size):
        if text.strip("♠♥♣♦ \n"):
            found.append((size * abs(transform[3] * matrix[3]), text.strip()))

    page.extract_text(visitor_text=visit)
    return found


@every
def test_every_element_is_printed_and_nothing_else_but_headings_again(name):
    card = documents.make_pocket_card(way_of(name))
    said = sum((words(element.text) for element in card.elements), Counter("♠♥♣♦"))
    printed = words(page_of(name).extract_text())
    headings = [words(element.text) for element in card.elements if element.kind == "group"]
    assert not said - printed
    assert printed - said in (Counter(), *headings)


@every
def test_every_panel_says_what_its_right_column_is(name):
    """Each panel of the card has the heading "In front" at its right edge, above every rule that it has."""
    runs = text_runs(page_of(name))
    for middle in ((0, PANEL_WIDTH), (PANEL_WIDTH, 2 * PANEL_WIDTH)):
        inside = [run for run in runs if middle[0] < run.x < middle[1]]
        headings = [run for run in inside if run.text == IN_FRONT]
        assert headings
        assert all(run.right == pytest.approx(middle[1] - MARGIN, abs=0.1) for run in headings)
        fronts = [run for run in inside if run.text in FRONTS]
        assert fronts
        assert max(run.y for run in headings) > max(run.y for run in fronts)


@every
def test_nothing_is_printed_beyond_the_margin_of_a_panel(name):
    for run in text_runs(page_of(name)):
        if not run.text.strip():
            continue
        panel = run.x // PANEL_WIDTH
        assert panel * PANEL_WIDTH + MARGIN - 0.1 <= run.x < run.right <= (panel + 1) * PANEL_WIDTH - MARGIN + 0.1
        assert run.y >= MARGIN - 0.1 + (0 if run.text.startswith(("House way", "hash")) else 1.5)


@pytest.mark.clause("md.pai-gow-poker 6.A(2)", "div.pai-gow-poker (c)(3)")
def test_the_card_says_what_the_joker_is_in_straights_and_flushes():
    (note,) = [element for element in documents.make_pocket_card(way_of("foxwoods")).elements if "joker" in element.text]
    assert note.text == "The joker is an ace, or any card that completes a straight or a flush."
    assert note.clauses == JOKER_CLAUSES


@every
def test_every_rule_is_an_element_in_the_words_of_the_file(name):
    way = way_of(name)
    printed = [element.cells for element in documents.make_pocket_card(way).elements if element.kind == "rule"]
    rules = [rule for rules in way.rules.values() for rule in rules]
    assert len(printed) == len(rules)
    for (when, front), rule in zip(printed, rules):
        assert front == (f"as {rule.follows.label}" if rule.follows else str(rule.front))
        if rule.when or rule.unless:
            assert when in rule.phrase.replace("when ", "", 1)
        else:
            assert when in ("", IF_POSSIBLE, OTHERWISE)


@every
def test_every_kind_of_hand_is_there_in_order(name):
    titles = [element.text for element in documents.make_pocket_card(way_of(name)).elements if element.kind == "kind"]
    assert titles == [kind.label.capitalize() for kind in HandKind]


def test_what_a_rule_without_a_condition_is_called():
    found = {section.kind: [line.when for line in section.lines] for section in card_sections(way_of("foxwoods"))}
    assert found[HandKind.PAIR] == [""]
    assert found[HandKind.TRIPS] == ["trips is A", OTHERWISE]
    assert found[HandKind.COMPLETE_WITH_TRIPS] == [IF_POSSIBLE, OTHERWISE]
    unless = {section.kind: [line.when for line in section.lines] for section in card_sections(way_of("mgm-grand"))}
    assert unless[HandKind.QUADS_WITH_PAIR] == ["quads is A, unless pair is K", OTHERWISE]


@every
def test_it_is_one_sheet_of_a6_that_folds_to_a_pocket(name):
    assert millimetres(page_of(name)) == A6
    assert PANEL_SIZE == (74, 105)


@pytest.mark.parametrize(("paper", "width", "height"), [("us-letter", 612, 792), ("a4", 595, 842)])
def test_it_can_be_cut_from_an_office_paper(paper, width, height):
    way = way_of("foxwoods")
    page = pypdf.PdfReader(io.BytesIO(documents.make_pocket_card(way, paper=paper).render())).pages[0]
    assert [round(float(side)) for side in (page.mediabox.width, page.mediabox.height)] == [width, height]
    assert "two highest others" in page.extract_text()


def test_the_largest_sheet_fits_on_letter_paper():
    card = documents.make_pocket_card(way_of("foxwoods"), paper="us-letter")
    across, down = SHEETS[-1]
    assert card.data["panel"]["width"] * across <= 279.4
    assert card.data["panel"]["height"] * down <= 215.9


def test_it_has_the_themes_of_other_documents():
    plain, night = (documents.make_pocket_card(way_of("foxwoods"), theme).render("svg") for theme in ("plain", "night"))
    assert plain != night


@every
def test_the_rules_can_be_read(name):
    small = {text for size, text in sizes(page_of(name)) if size < SMALLEST}
    way = way_of(name)
    assert all(text in f"House way {way.name} hash {way.hash[:16]}" for text in small if not is_note(text)), small
    assert min(size for size, _ in sizes(page_of(name))) >= SMALL_PRINT


def is_note(text):
    return text.replace("’", "'") in " ".join(NOTES)


@pytest.mark.parametrize(("times", "sheet"), [(2, {148, 210}), (6, {210, 296})])
def test_a_longer_way_takes_a_larger_sheet(times, sheet):
    assert millimetres(page(longer(times))) == sheet


def test_a_way_too_long_to_fold_is_printed_all_the_same():
    text = " ".join(page(longer(20)).extract_text().split())
    assert text.count("highest is K, second") == 20 * len(HandKind)
    assert "best pair that keeps a complete hand" in text


def test_a_title_of_any_length_and_any_sign_fits():
    text = RIVERSIDE.read_text().replace('Riverside Card Room"', "The #strong[Grand] $x$ & Riverside's " * 4 + '"', 1)
    found = page(HouseWay.from_text(text, "x.toml"))
    assert millimetres(found) == A6
    assert "#strong[Grand] $x$" in found.extract_text()
    assert min(run.size for run in text_runs(found) if "Grand" in run.text) >= SMALLEST


@pytest.mark.clause(
    "md.pai-gow-poker 11.C(1)", "md.pai-gow-poker 11.B", "div.pai-gow-poker (l)(2)#2", "div.pai-gow-poker (l)(1)#2"
)
def test_its_elements_bear_the_clauses():
    elements = documents.make_pocket_card(way_of("foxwoods")).elements
    assert [(element.kind, element.text) for element in elements[:2]] == [
        ("title", "House way"),
        ("facility", way_of("foxwoods").title),
    ]
    for element in elements:
        assert element.clauses or element.kind == "foot"
        assert all(load_book(clause.book).clause(clause.clause) for clause in element.clauses)


@pytest.mark.parametrize(("suffix", "start"), [("pdf", b"%PDF-"), ("svg", b"<svg"), ("png", b"\x89PNG")])
def test_formats(suffix, start):
    card = documents.make_pocket_card(way_of("simple"))
    picture = card.render(suffix)
    assert picture.startswith(start)
    assert picture == card.render(suffix)


def test_the_hash_is_on_it_with_a_label():
    assert f"hash {way_of('foxwoods').hash[:16]}" in page_of("foxwoods").extract_text()
    assert "House way foxwoods" in page_of("foxwoods").extract_text()
