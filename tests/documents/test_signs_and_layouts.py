"""What is posted is what is paid: signs and layouts read back from the PDF and held against `Rules`."""

import io
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import cos, pi, radians, sin
from pathlib import Path

import pypdf
import pytest

from houseway import documents
from houseway.documents.layout import layout_areas, layout_inscriptions, position_count
from houseway.documents.notices import sign_notices
from houseway.documents.wording import format_percent, hand_title
from houseway.errors import Malformed
from houseway.money import Cents
from houseway.regulation import OfferedWhen
from houseway.submission import Rules, judge, parse_submission
from tests.support.pdf_text import text_runs
from tests.support.printed import DIV, FC, SUBMISSIONS, TEXTS, UTH, every, page_of, plain, rules_of, sign_of

SMALLEST_PAYOUT, SMALLEST_LABEL, SMALLEST_LABEL_ON_LETTER = 14, 9, 6


@cache
def lines_of(name: str) -> tuple[str, ...]:
    return tuple(plain(line) for line in page_of(name).extract_text().splitlines())


# What Rules say that is paid, worked out here once more


def paid(rules: Rules) -> list[str]:
    """The lines of the sign that pay something."""
    return [line for offer in rules.offers.values() for line in offer_lines(rules, offer)]


def offer_lines(rules: Rules, offer) -> list[str]:
    pays = {row.hand: words(row.pays) for row in offer.paytable.rows}
    stakes = {table: rules.regulation.value_of(f"envy-stake.{table.wager}") for table in offer.envy}
    envies = [
        {row.hand: row.pays for row in table.rows} for table, stake in stakes.items() if stake is None or stake in offer.stakes
    ]
    apart = any(hand not in pays for envy in envies for hand in envy)
    beside = [] if apart else envies
    lines = [line(hand, pays[hand], *(str(envy.get(hand, "")) for envy in beside)) for hand in pays]
    hands = dict.fromkeys(hand for envy in envies for hand in envy) if apart else ()
    return lines + [line(hand, *(str(envy.get(hand, "")) for envy in envies)) for hand in hands]


def words(pay: object) -> str:
    """As `str` has it, with commas and with meters that are names."""
    text = re.sub(r"^\d{4,}", lambda match: f"{int(match[0]):,}", str(pay))
    return re.sub(r"(?<=of )(mega|major|minor)", lambda match: match[0].title(), text)


def line(hand: str, *cells: str) -> str:
    return plain(" ".join([hand_title(hand), *cells]))


# The sign


def test_every_book_has_a_submission_here():
    assert {name.split("/")[0] for name in SUBMISSIONS} == {"md.pai-gow-poker", DIV, UTH, FC}
    assert sum(name.endswith(("/minimal", "/everything")) for name in SUBMISSIONS) == 8


@every
def test_every_row_of_the_rules_is_on_the_sign_and_no_other(name):
    lines = paid(rules_of(name))
    assert not Counter(lines) - Counter(lines_of(name))
    assert Counter(element.text for element in sign_of(name).elements if element.kind == "row") == Counter(lines)


@every
def test_nothing_is_printed_that_is_not_an_element(name):
    printed = Counter(plain(page_of(name).extract_text()).upper().split())
    said = Counter(word for element in sign_of(name).elements for word in plain(element.text).upper().split())
    assert printed - Counter("♠♥♣♦") == said


@every
def test_no_payout_is_under_fourteen_points(name):
    sizes: list[tuple[float, str]] = []

    def visit(text, transform, matrix, font, size):
        if text.strip():
            sizes.append((size * abs(transform[3] * matrix[3]), text.strip()))

    page_of(name).extract_text(visitor_text=visit)
    rules = rules_of(name)
    small = {text for size, text in sizes if size < SMALLEST_PAYOUT}
    assert all(rules.hash[:16] in text or text.startswith("Paytables: ") for text in small), small


@every
def test_facility_game_stakes_meters_and_hash_are_on_the_sign(name):
    rules, text = rules_of(name), " ".join(lines_of(name))
    assert rules.facility.upper() in text
    assert rules.regulation.title in text
    assert f"{rules.book}, {rules.version}, rules {rules.hash[:16]}" in text
    for wager, offer in rules.offers.items():
        title = rules.regulation.wager(wager).title
        stakes = " or ".join(map(str, offer.stakes)) or f"{offer.minimum} to {offer.maximum}"
        follows = rules.regulation.wager(wager).offered is OfferedWhen.FOLLOWS
        assert (title if follows else f"{title} Wager {stakes}") in lines_of(name)
    for meter in rules.meters:
        assert any(f"{meter.seed}" in line and line.endswith(f" {format_percent(meter.rate)}") for line in lines_of(name))


@every
@pytest.mark.parametrize("what", ["sign", "layout"])
def test_every_clause_is_in_the_rule_book(name, what):
    rules = rules_of(name)
    for element in getattr(documents, f"make_{what}")(rules).elements:
        assert all(clause.book == rules.book and rules.regulation.clause(clause.clause) for clause in element.clauses)


@every
def test_every_row_meter_and_notice_has_its_clauses(name):
    rules = rules_of(name)
    for element in sign_of(name).elements:
        if element.kind in ("wager", "row", "meter", "notice", "limit"):
            assert element.clauses, element
    cited = {clause for element in sign_of(name).elements if element.kind == "row" for clause in element.clauses}
    rows = {row.clause for offer in rules.offers.values() for row in offer.paytable.rows if not row.reading}
    assert rows <= cited


def notice(name: str, lead: str) -> str | None:
    found = [element for element in sign_of(name).elements if element.kind in ("notice", "limit") and element.cells[0] == lead]
    return found[0].cells[1] if found else None


def test_what_ultimate_must_say_about_pushes_and_multiples():
    assert notice(f"{UTH}/minimal", "Ante") == "Pushes when the dealer has less than a pair."
    assert notice(f"{UTH}/minimal", "Blind") == "Pushes when the player wins with less than a straight."
    assert notice(f"{UTH}/everything", "Blind") == "Pushes when the player wins with less than a flush."
    play = "Three or four times the Ante before the flop, twice after the flop or once when all cards are dealt."
    assert notice(f"{UTH}/minimal", "Play") == play
    cited = {clause.clause for element in sign_of(f"{UTH}/minimal").elements for clause in element.clauses}
    assert {"2.B(7)", "2.B(8)(a)", "2.B(8)(b)", "2.B(8)(c)", "2.B(9)", "11.B(1)", "11.D(1)"} <= cited


def test_what_pai_gow_must_say_about_vigorish_and_limit():
    book = "md.pai-gow-poker"
    vigorish = "5% of the winnings on the Pai Gow Poker wager, "
    assert notice(f"{book}/everything", "Vigorish") == vigorish + "rounded up to the next $0.25."
    assert notice(f"{book}/minimal", "Vigorish") == vigorish + "to the cent."
    limit = "The most that is paid to a player on one hand is $100,000, "
    assert notice(f"{book}/everything", "Payout limit").startswith(limit)
    assert notice(f"{book}/minimal", "Payout limit") is None
    cited = {clause.clause for element in sign_of(f"{book}/everything").elements for clause in element.clauses}
    assert {"2.B(1)", "2.B(9)", "2.B(10)", "13.A", "13.A(1)", "13.E(6)", "13.E(7)(a)", "13.E(7)(d)", "13.G"} <= cited


def test_what_the_division_and_four_card_say():
    assert notice(f"{DIV}/everything", "Starting number") == "Winnings are rounded down to a multiple of $1."
    assert "in one round" in notice(f"{DIV}/everything", "Payout limit")
    assert notice(f"{FC}/minimal", "Play") == "Once, twice or three times the Ante."
    assert notice(f"{FC}/minimal", "Ante bonus") == "Needs a Play wager, and is paid win or lose."
    assert notice(f"{FC}/minimal", "Envy bonus") is None


def test_envy_is_posted_for_the_stakes_that_are_offered_and_says_who_holds_the_hand():
    assert (
        notice("for-one", "Envy bonus")
        == "With a wager on the Progressive, paid when another player with the same wager has the hand."
    )
    assert "Royal flush 100% of meter $5,000" in lines_of("for-one")
    assert "Royal flush 100% of Mega $1,000 $5,000" in lines_of(f"{UTH}/everything")
    assert "Four aces $1,000 $5,000" in lines_of(f"{FC}/everything")
    assert "Royal flush 100% of meter $1,000 $5,000" in lines_of("envy-as-ultimate")


def test_an_erratum_is_not_posted():
    assert "Win 1 to 1" in lines_of(f"{DIV}/everything")
    assert "Win 2 to 1" in lines_of("two-to-one")
    assert "Three of a kind 3 to 1" in lines_of(f"{DIV}/everything")
    assert "Three of a kind 3 to 1" not in lines_of("trips-lose")
    assert "Less than a flush push" in lines_of(f"{UTH}/everything")
    assert "Four of a kind 300 for 1" in lines_of("for-one")


# The layout


@every
def test_the_layout_has_an_area_for_every_wager_at_every_position(name):
    rules = rules_of(name)
    areas = Counter(
        (element.wager, element.position) for element in documents.make_layout(rules).elements if element.kind == "area"
    )
    wagers = set(rules.offers) - {"ante-bonus"}  # paid on the Ante's own chips
    assert areas == Counter((wager, place) for wager in wagers for place in range(1, position_count(rules) + 1))


@every
def test_the_layout_shows_facility_dealer_and_equipment(name):
    rules, text = rules_of(name), plain(page_of(name, "layout").extract_text())
    assert plain(rules.facility) in text
    words = " ".join(element.text for element in documents.make_layout(rules).elements)
    for named in ("Dealer", "Table inventory container", "Discard rack", "Drop box", "Tip box", rules.hash[:16]):
        assert named in words
        assert all(word in text for word in named.split())
    ours = any(element.is_extra for element in documents.make_layout(rules).elements)
    assert ("Not named in the rule book" in text) == ours


@every
def test_areas_and_labels_of_the_layout_do_not_touch(name):
    shapes = [(area["label"], corners(area)) for area in documents.make_layout(rules_of(name)).data["areas"]]
    for (one, first), (other, second) in combinations(shapes, 2):
        assert apart(first, second), (one, other)


@every
def test_labels_of_the_layout_can_be_read(name):
    sizes = []
    page_of(name, "layout").extract_text(
        visitor_text=lambda text, *rest: sizes.append(rest[-1]) if text.strip(" †\n") else None
    )
    assert min(sizes) >= SMALLEST_LABEL


@every
def test_labels_can_be_read_on_letter_paper_too(name):
    page = pypdf.PdfReader(io.BytesIO(documents.make_layout(rules_of(name), paper="us-letter").render())).pages[0]
    assert min(run.size for run in text_runs(page) if run.text.strip()) >= SMALLEST_LABEL_ON_LETTER


def test_only_what_no_book_names_is_marked_as_ours():
    def ours(name):
        return {element.text for element in documents.make_layout(rules_of(name)).elements if element.is_extra}

    assert ours("md.pai-gow-poker/everything") == set()
    assert ours(f"{UTH}/everything") == {"Ultimate Pairs", "Bad Beat", "Play the Board"}
    assert ours(f"{DIV}/everything") == {"Drop box", "Tip box", "Discard rack"}
    assert ours(f"{FC}/everything") == set()


def test_the_uncovered_shaker_has_an_area_of_its_own():
    """5.K(1)(b)(i), also where dice only replace a button or a generator (PG-80, PG-92). The Division names none."""

    def shaker(name):
        elements = documents.make_layout(rules_of(name)).elements
        return [element.clauses for element in elements if element.text == "Shaker"]

    assert shaker("md.pai-gow-poker/minimal") == [("md.pai-gow-poker 5.K(1)(b)(i)",)]
    assert shaker("md.pai-gow-poker/everything") == [("md.pai-gow-poker 5.K(1)(b)(i)",)], "a button"
    assert shaker(f"{DIV}/minimal") == []


def test_the_blind_is_to_the_right_of_the_ante_with_an_equals_sign_between():
    areas = documents.make_layout(rules_of(f"{UTH}/minimal")).data["areas"]
    found = {label: [area for area in areas if area["label"] == label] for label in ("Ante", "=", "Blind")}
    for ante, sign, blind in zip(found["Ante"], found["="], found["Blind"], strict=True):
        turn = radians(-ante["angle"])
        right = (cos(turn), -sin(turn))
        along = [area["x"] * right[0] + area["y"] * right[1] for area in (ante, sign, blind)]
        assert along == sorted(along)


@pytest.mark.parametrize("count", range(1, 7))
def test_any_number_of_positions_fits(count):
    text = TEXTS["md.pai-gow-poker/everything"].replace("positions = 6", f"positions = {count}")
    verdict = judge(parse_submission(text.replace("positions-per-player = 2", "positions-per-player = 1")))
    shapes = [corners(area) for area in documents.make_layout(verdict.rules).data["areas"]]
    assert all(apart(first, second) for first, second in combinations(shapes, 2))


def corners(area) -> list[tuple[float, float]]:
    """A convex outline: a rectangle, or a circle as a polygon around it."""
    wide, high, turn = area["width"] / 2, area["height"] / 2, radians(area["angle"])
    outline = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    if area["shape"] == "circle":
        around = [2 * pi * step / 48 for step in range(48)]
        outline = [(wide / cos(pi / 48) * cos(angle), wide / cos(pi / 48) * sin(angle)) for angle in around]
    return [(area["x"] + x * cos(turn) - y * sin(turn), area["y"] + x * sin(turn) + y * cos(turn)) for x, y in outline]


def apart(first, second) -> bool:
    """Whether some line parts two convex outlines."""
    for outline in (first, second):
        for (x, y), (to_x, to_y) in zip(outline, outline[1:] + outline[:1]):
            normal = (to_y - y, x - to_x)
            one = [px * normal[0] + py * normal[1] for px, py in first]
            other = [px * normal[0] + py * normal[1] for px, py in second]
            if max(one) < min(other) or max(other) < min(one):
                return True
    return False


# Formats


@pytest.mark.parametrize("what", ["sign", "layout"])
@pytest.mark.parametrize(("suffix", "start"), [("pdf", b"%PDF-"), ("svg", b"<svg"), ("png", b"\x89PNG")])
def test_formats(what, suffix, start):
    document = getattr(documents, f"make_{what}")(rules_of("md.pai-gow-poker/minimal"))
    picture = document.render(suffix)
    assert picture.startswith(start)
    assert picture == document.render(suffix)


def test_an_unknown_format_is_refused():
    with pytest.raises(Malformed, match="one of pdf, svg, png"):
        sign_of("md.pai-gow-poker/minimal").render("docx")
    with pytest.raises(Malformed, match="one of pdf, svg, png"):
        documents.format_from_path(Path("sign.docx"))
    assert documents.format_from_path(Path("out/Sign.PDF")) == "pdf"


@pytest.mark.clause("md.pai-gow-poker 2.B(9)", f"{UTH} 2.B(7)", f"{FC} as-played.2.B(7)")
def test_a_sign_begins_with_the_facility_and_the_game():
    for book in ("md.pai-gow-poker", UTH, FC):
        rules = rules_of(f"{book}/everything")
        head = [(element.kind, element.text) for element in documents.make_sign(rules).elements[:2]]
        assert head == [("facility", rules.facility), ("title", rules.regulation.title)]


@pytest.mark.clause("md.pai-gow-poker 2.B(10)", "md.pai-gow-poker 13.G", f"{DIV} (s)(3)#1", f"{DIV} (s)(3)#3")
def test_no_payout_limit_is_posted_or_inscribed_where_none_is_filed():
    for book in ("md.pai-gow-poker", DIV):
        filed = rules_of(f"{book}/everything")
        options = {name: value for name, value in filed.options.items() if name != "payout-limit.amount"}
        for rules, is_posted in ((filed, True), (replace(filed, options=options), False)):
            assert any(element.kind == "limit" for element in sign_notices(rules)) == is_posted
            assert any("limit" in element.text for element in layout_inscriptions(rules)) == is_posted


@pytest.mark.parametrize("dollars", [1, 25_000, 50_000, 5_000_000])
@pytest.mark.parametrize("on_layout", [False, True])
@pytest.mark.parametrize("book", ["md.pai-gow-poker", DIV, UTH])
def test_the_layout_has_the_limit_or_says_that_it_is_posted(book, dollars, on_layout):
    filed = rules_of(f"{book}/everything")
    limit = Cents.from_dollars(dollars)
    options = {**filed.options, "payout-limit.amount": limit, "payout-limit.on-layout": on_layout}
    said = [element.text for element in layout_inscriptions(replace(filed, options=options))]
    assert said[-1] == (f"Payout limit {limit}" if on_layout else "Subject to the posted payout limit")


def test_the_payout_limit_is_posted_as_filed():
    said = (
        "The most that is paid to a player on one hand is $100,000, "
        "for Fortune Bonus, Emperor's Treasure and Pai Gow Insurance together."
    )
    assert plain(notice("md.pai-gow-poker/everything", "Payout limit")) == said
    assert said in " ".join(lines_of("md.pai-gow-poker/everything"))
    assert notice("md.pai-gow-poker/minimal", "Payout limit") is None


@pytest.mark.parametrize(
    ("book", "first_is_on_the_sheets"), [("md.pai-gow-poker", "left"), (DIV, "left"), (UTH, "right"), (FC, "right")]
)
def test_positions_are_counted_from_the_side_that_the_book_says(book, first_is_on_the_sheets):
    """The Pai Gow books count counterclockwise from the dealer's right, which is the left of the sheet."""
    areas = documents.make_layout(rules_of(f"{book}/everything")).data["areas"]
    x = {area["label"]: area["x"] for area in areas if area["label"] in ("1", "6")}
    assert (x["1"] < x["6"]) == (first_is_on_the_sheets == "left")


@pytest.mark.clause(f"{DIV} (p)(2)(ii)#1")
def test_a_wager_on_a_number_has_a_field_for_each_number():
    areas = [area for area in layout_areas(rules_of(f"{DIV}/everything")) if area.element.wager == "number"]
    assert len(areas) == position_count(rules_of(f"{DIV}/everything"))
    assert {(area.shape, area.parts) for area in areas} == {("numbers", tuple("1234567"))}


def test_the_cards_of_the_six_card_bonus_have_their_place():
    assert "Six Card Bonus cards" in plain(page_of(f"{UTH}/everything", "layout").extract_text())
    assert "Six Card Bonus cards" not in plain(page_of(f"{UTH}/minimal", "layout").extract_text())


ALONE = {
    "md.pai-gow-poker": {
        "fortune-bonus": "2.B(5)",
        "emperors-treasure": "2.B(6)",
        "insurance": "2.B(7)",
        "progressive": "2.B(8)",
    },
    DIV: {"progressive": "(g)(4)#1", "bonus": "(r)(2)#1", "number": "(p)(2)(ii)#1"},
    UTH: {"trips": "2.B(2)", "progressive": "2.B(5)", "six-card-bonus": "2.B(6)"},
    FC: {"aces-up": "as-played.2.B(2)", "progressive": "as-played.2.B(5)"},
}
"""The clauses that ask for the area of an optional wager."""


@pytest.mark.parametrize(("book", "wager"), [(book, wager) for book, wagers in ALONE.items() for wager in wagers])
def test_every_position_has_the_area_of_a_wager_that_is_offered_alone(book, wager, claim):
    """Whatever else is offered, and not where the wager is not."""
    rules = rules_of(f"{book}/everything")
    for offered in (True, False):
        left = {name: offer for name, offer in rules.offers.items() if (name == wager and offered) or name not in ALONE[book]}
        areas = [area for area in layout_areas(replace(rules, offers=left)) if area.element.wager == wager]
        assert [area.element.position for area in areas] == (list(range(1, position_count(rules) + 1)) if offered else [])
    claim(f"{book} {ALONE[book][wager]}")
