"""What an operator may choose for a document, and what is refused: themes, papers, names that cannot be printed."""

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf.generic import ContentStream

from houseway import documents
from houseway.documents.document import PALETTE
from houseway.documents.findings import SHORT_NAME, SHORT_WORD
from houseway.errors import Malformed
from houseway.house_way import HouseWay
from houseway.submission import judge, parse_submission
from tests.support.command import as_json
from tests.support.effort import MORE
from tests.support.paths import ROOT
from tests.support.pdf_text import text_runs
from tests.support.printed import SUBMISSIONS, UTH, only_page, page_of, plain, rules_of

MINIMAL = "md.pai-gow-poker/minimal"
EVERYTHING = f"{UTH}/everything"
makers = pytest.mark.parametrize("make", [documents.make_sign, documents.make_layout])
themes = pytest.mark.parametrize("theme", documents.THEMES)


def named(facility: str):
    text = SUBMISSIONS[MINIMAL].replace("Harbor Point Casino", facility)
    return judge(parse_submission(text)).rules


# Themes


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@themes
@pytest.mark.parametrize(
    ("ground", "text", "least"),
    [
        ("paper", "ink", 7),
        ("tint", "ink", 7),
        ("spot", "spot-ink", 7),
        ("band", "band-ink", 7),
        ("band", "band-accent", 4.5),
        ("paper", "soft", 4.5),
        ("tint", "soft", 4.5),
        ("paper", "accent", 4.5),
        ("tint", "accent", 4.5),
        ("felt", "felt-ink", 4.5),
        ("rail", "rail-ink", 4.5),
    ],
)
def test_every_theme_has_the_contrast_that_readers_need(theme, ground, text, least):
    colours = PALETTE["themes"][theme]
    assert contrast(colours[ground], colours[text]) >= least


def as_seen(colour: str, weights: tuple[tuple[float, float, float], ...]) -> list[float]:
    parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return [sum(weight * part for weight, part in zip(row, parts)) for row in weights]


@pytest.mark.parametrize(
    "weights",
    [
        ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    ],
    ids=["protanopia", "deuteranopia"],
)
def test_win_and_lose_differ_for_the_colour_blind(weights):
    """Simulated with the matrices of Machado, Oliveira and Fernandes (2009)."""
    win, lose = (as_seen(PALETTE["results"][result], weights) for result in ("win", "lose"))
    assert sum((one - other) ** 2 for one, other in zip(win, lose)) ** 0.5 > 80


def fills_of(page) -> set[tuple[int, ...]]:
    operations = ContentStream(page["/Contents"].get_object(), page.pdf).operations
    return {tuple(round(float(part) * 255) for part in operands) for operands, operator in operations if operator == b"scn"}


@makers
@themes
def test_a_document_is_printed_in_the_colours_of_its_theme(make, theme):
    used = fills_of(only_page(make(rules_of(MINIMAL), theme=theme)))
    colours = PALETTE["themes"][theme]
    for name in ("paper", "band" if make is documents.make_sign else "felt"):
        assert tuple(bytes.fromhex(colours[name][1:])) in used


@makers
def test_an_unknown_theme_is_refused(make):
    with pytest.raises(Malformed, match="no theme 'pink'; choose one of felt, night, plain") as refused:
        make(rules_of(MINIMAL), theme="pink")
    assert refused.value.code == "document.theme"


# Papers


def sides(page) -> tuple[float, ...]:
    return tuple(sorted(round(float(side), 1) for side in (page.mediabox.width, page.mediabox.height)))


@makers
@pytest.mark.parametrize(
    ("paper", "inches"),
    [
        ("us-letter", (8.5, 11)),
        ("us-legal", (8.5, 14)),
        ("us-tabloid", (11, 17)),
        ("a4", (8.268, 11.693)),
        ("a3", (11.693, 16.535)),
    ],
)
def test_the_sheet_has_the_size_of_the_paper(make, paper, inches):
    page = only_page(make(rules_of(MINIMAL), paper=paper))
    assert sides(page) == pytest.approx([72 * inch for inch in inches], abs=0.2)


def test_a_sign_takes_letter_and_tabloid_only_for_what_would_be_small():
    assert sides(page_of(MINIMAL)) == (612, 792)
    assert sides(page_of(EVERYTHING)) == (792, 1224)


def test_a_paper_that_is_too_small_is_refused():
    with pytest.raises(
        Malformed, match="do not fit on us-letter in type of 14 points or more; choose a larger paper"
    ) as refused:
        documents.make_sign(rules_of(EVERYTHING), paper="us-letter").render()
    assert refused.value.code == "document.paper"


@makers
def test_an_unknown_paper_is_refused(make):
    with pytest.raises(Malformed, match="no paper 'b5'; choose one of us-letter, us-legal, us-tabloid, a4, a3"):
        make(rules_of(MINIMAL), paper="b5")


def png_chunk(picture: bytes, kind: bytes) -> bytes:
    place = 8
    while place < len(picture):
        (length,) = struct.unpack(">I", picture[place : place + 4])
        if picture[place + 4 : place + 8] == kind:
            return picture[place + 8 : place + 8 + length]
        place += 12 + length
    raise AssertionError(f"no chunk {kind!r}")


def test_a_picture_has_300_dots_per_inch_and_says_so():
    picture = documents.make_layout(rules_of(MINIMAL)).render("png")
    assert struct.unpack(">II", png_chunk(picture, b"IHDR")[:8]) == (17 * 300, 11 * 300)
    across, down, per_metre = struct.unpack(">IIB", png_chunk(picture, b"pHYs"))
    assert across == down == 11811
    assert per_metre == 1


# Names


@makers
def test_a_name_that_is_too_long_is_refused_under_the_clause_that_wants_it(make):
    with pytest.raises(Malformed, match="of 359 characters is too long to be printed in two lines; shorten it") as refused:
        make(named(("Grand " * 60).strip())).render()
    assert refused.value.code == "document.name"
    assert refused.value.clauses == ("md.pai-gow-poker 2.B(1)",)


@makers
@pytest.mark.parametrize("name", ["Donau" * 30, "The Casino of " + "Donau" * 30, "Donau" * 30 + " Casino"])
def test_a_word_that_is_wider_than_its_line_is_refused(make, name):
    with pytest.raises(Malformed, match="has a word that is wider than its line; shorten it") as refused:
        make(named(name)).render()
    assert refused.value.code == "document.name"


@makers
@pytest.mark.parametrize("name", ["W" * SHORT_WORD + " " + "W" * (SHORT_NAME - SHORT_WORD - 1), "Casino " + "Donau" * 8])
def test_a_name_of_two_long_words_is_printed_within_its_room(make, name):
    """The last two words of a name stay together only if there is room for both in a line."""
    page = only_page(make(named(name)))
    parts = [run for run in text_runs(page) if plain(run.text).upper() in (word.upper() for word in name.split())]
    assert len(parts) == 2
    assert min(run.x for run in parts) > 0


def test_a_long_name_is_set_in_two_lines_of_readable_type():
    name = "The Grand Chesapeake Bay Casino, Hotel & Convention Center's Annex on the Waterfront of Old Harbor Point"
    for make, shown, least in ((documents.make_sign, name.upper(), 14), (documents.make_layout, name, 12)):
        runs = text_runs(only_page(make(named(name))))
        (place,) = [number for number, run in enumerate(runs) if shown.startswith(plain(run.text)) and len(run.text) > 20]
        first, second = runs[place : place + 2]
        assert plain(f"{first.text} {second.text}") == shown
        assert min(first.size, second.size) >= least
        assert len(plain(second.text).split()) > 1


@makers
@pytest.mark.parametrize(
    ("name", "missing"), [("Casino 皇宫", "'宫', '皇'"), ("Star ☃ Club", "'☃'"), ("Bell\\u0007", r"'\\x07'")]
)
def test_characters_that_the_typeface_lacks_are_refused(make, name, missing):
    with pytest.raises(Malformed, match=f"the typeface Libertinus Serif has no {missing}") as refused:
        make(named(name)).render()
    assert refused.value.code == "document.characters"
    assert refused.value.clauses == ("md.pai-gow-poker 2.B(1)",)


def test_a_pocket_card_refuses_such_characters_too():
    text = (ROOT / "examples" / "house-ways" / "riverside.toml").read_text().replace('Riverside Card Room"', '河边"', 1)
    with pytest.raises(Malformed, match="has no '河', '边'"):
        documents.make_pocket_card(HouseWay.from_text(text, "x.toml")).render()


def test_a_pocket_card_refuses_a_word_that_is_wider_than_its_line():
    text = (ROOT / "examples" / "house-ways" / "riverside.toml").read_text()
    title = HouseWay.from_text(text, "x.toml").title
    with pytest.raises(Malformed, match="has a word that is wider than its line"):
        documents.make_pocket_card(HouseWay.from_text(text.replace(title, "Donau" * 30, 1), "x.toml")).render()


@pytest.mark.parametrize("name", ["Çarşı Ørsted Łódź", "Ελλάς", "Казино", "«Le Grand» — № 1", "Großer Saal"])
def test_names_of_other_alphabets_are_printed(name):
    assert name.upper() in plain(only_page(documents.make_sign(named(name))).extract_text())


def test_line_breaks_in_a_name_are_spaces():
    layout = documents.make_layout(named("Harbor\\n  Point"))
    assert "Harbor Point" in plain(only_page(layout).extract_text())


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("Harbor Point Casino", []),
        ("Казино", []),
        ("Casino 皇宫", ["document.characters"]),
        ("Grand " * 60, ["document.name"]),
        ("W" * 33, ["document.name"]),
        ("Donaudampfschifffahrtsgesellschaft", []),
        ("The Grand Chesapeake Bay Casino, Hotel & Convention Center's Annex", []),
    ],
)
def test_check_warns_of_a_name_that_cannot_be_printed(name, codes, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(SUBMISSIONS[MINIMAL].replace("Harbor Point Casino", name))
    told = as_json("check", file)
    assert [each["code"] for each in told["findings"] if each["code"].startswith("document.")] == codes
    assert all(each["severity"] == "warning" for each in told["findings"])
    warned = [each for each in told["findings"] if each["code"] in codes]
    assert all((each["place"], each["clause"]) == ("facility", "md.pai-gow-poker 2.B(1)") for each in warned)
    assert all(file.read_text().splitlines()[each["line"] - 1].startswith("facility") for each in warned)


def outcome(name: str) -> str:
    """What becomes of a sign with this name."""
    rules = named(name)
    if rules is None:
        return "not filed"
    try:
        documents.make_sign(rules).render("svg")
    except Malformed as refused:
        return refused.code
    return "printed"


@settings(max_examples=8 * MORE, deadline=None)
@given(
    st.text(st.characters(codec="utf-8", exclude_characters='"\\', exclude_categories=("Cs", "Cc")), min_size=1, max_size=60)
)
def test_any_name_is_printed_or_refused(name):
    blank = not name.strip()
    assert outcome(name) in (("not filed",) if blank else ("printed", "document.characters", "document.name"))


def test_the_themes_change_no_word():
    pages = [only_page(documents.make_sign(rules_of(EVERYTHING), theme=theme)) for theme in documents.THEMES]
    assert len({plain(page.extract_text()) for page in pages}) == 1
