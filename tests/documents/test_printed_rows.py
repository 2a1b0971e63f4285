"""Every paytable of every book, printed on a sign and read back: the row's clause is proved by the text of the PDF."""

import io
from dataclasses import replace
from math import cos, radians, sin

import pypdf
import pytest

from houseway import documents
from houseway.documents.layout import CENTRE_X, EDGE_Y, layout_areas
from houseway.regulation import BOOKS, load_book
from houseway.submission import judge, parse_submission
from tests.support.paths import EXAMPLES

LETTERS = {book: range(max(len(load_book(book).paytables_of(wager)) for wager in load_book(book).wagers)) for book in BOOKS}
"""Each wager has as many paytables at most, by book."""


def with_paytables(book, letter):
    """The rules with everything on, but with each wager's paytable of this number, or its last."""
    rules = judge(parse_submission((EXAMPLES / book / "everything.toml").read_text())).rules
    assert rules is not None

    def nth(table):
        tables = rules.regulation.paytables_of(table.wager)
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


@pytest.mark.parametrize(("book", "letter"), [(book, letter) for book in BOOKS for letter in LETTERS[book]])
def test_rows_are_on_the_sign(book, letter, claim):
    rules = with_paytables(book, letter)
    sign = documents.make_sign(rules)
    lines = text_of(sign)
    rows = [element for element in sign.elements if element.kind == "row"]
    assert rows
    for row in rows:
        assert plain(row.text) in lines
        claim(*row.clauses)
    printed = {clause for row in rows for clause in row.clauses}
    offered = [table for offer in rules.offers.values() for table in (offer.paytable, *offer.envy)]
    paid = {row.clause for table in offered for row in table.rows if not row.reading}
    assert paid <= printed


# What the books want printed, written down from the texts: the words on the paper and the clause that asks for them.

ON_THE_LAYOUT = {
    "md.pai-gow-poker": {
        "Harbor Point Casino": "2.B(1)",
        "Pai Gow Poker": "2.B(2)",
        "High hand": "2.B(3)",
        "Low hand": "2.B(3)",
        "Dealer's high hand": "2.B(4)",
        "Dealer's low hand": "2.B(4)",
        "Fortune Bonus": "2.B(5)",
        "Emperor's Treasure": "2.B(6)",
        "Pai Gow Insurance": "2.B(7)",
        "Progressive": "2.B(8)",
        "Payouts are on the sign at this table": "2.B(9)",
        "Subject to the posted payout limit": "2.B(10)",
        "Drop box": "2.E(1)",
        "Discard rack": "2.E(2)",
        "Tip box": "2.F",
    },
    "div.pai-gow-poker": {
        "Pai Gow Poker": "(g)(1)#1",
        "Progressive": "(g)(4)#1",
        "High hand": "(l)(2)#4",
        "Low hand": "(l)(2)#4",
        "Dealer's high hand": "(l)(3)#2",
        "Dealer's low hand": "(l)(3)#2",
        "Starting number": "(p)(2)(ii)#1",
        "Bonus": "(r)(2)#1",
        "Payout limit $100,000": "(s)(3)#3",
    },
    "md.ultimate-texas-holdem": {
        "Harbor Point Casino": "2.B(1)",
        "Ante": "2.B(2)",
        "=": "2.B(2)",
        "Blind": "2.B(2)",
        "Play": "2.B(2)",
        "Trips": "2.B(2)",
        "Community cards": "2.B(3)",
        "Dealer's cards": "2.B(4)",
        "Progressive": "2.B(5)",
        "Six Card Bonus": "2.B(6)",
        "Payouts are on the sign at this table": "2.B(7)",
        "Subject to the posted payout limit": "2.B(8)(d)",
        "Drop box": "2.D(1)",
        "Discard rack": "2.D(2)",
        "Tip box": "2.E",
        "Six Card Bonus cards": "10.B(1)",
    },
    "md.four-card-poker": {
        "Harbor Point Casino": "as-played.2.B(1)",
        "Ante": "as-played.2.B(2)",
        "Play": "as-played.2.B(2)",
        "Aces Up": "as-played.2.B(2)",
        "Dealer's cards": "as-played.2.B(4)",
        "Progressive": "as-played.2.B(5)",
        "Payouts are on the sign at this table": "as-played.2.B(7)",
        "Drop box": "as-played.2.D(1)",
        "Discard rack": "as-played.2.D(2)",
        "Tip box": "as-played.2.E",
    },
}
ON_THE_SIGN = {
    "md.pai-gow-poker": {"Vigorish 5% of": ["13.A", "13.A(1)"], "Payout limit The most": ["2.B(10)", "13.G"]},
    "div.pai-gow-poker": {
        "Vigorish 5% of": ["(l)(9)#2", "(l)(9)#3"],
        "Starting number Winnings are rounded down": ["(p)(2)(vi)#2"],
        "Payout limit The most": ["(s)(3)#1"],
    },
    "md.ultimate-texas-holdem": {
        "Ante Pushes when the dealer has less than a pair": ["2.B(8)(a)", "2.B(9)"],
        "Blind Pushes when the player wins with less than": ["2.B(8)(b)"],
        "Play Three or four times the Ante": ["2.B(8)(c)", "11.B(1)", "11.D(1)", "11.F"],
        "Payout limit The most": ["2.B(8)(d)", "12.F"],
    },
    "md.four-card-poker": {
        "Play Once, twice or three times the Ante": ["as-played.2.B(8)(c)", "as-played.11.F(1)"],
        "Ante bonus Needs a Play wager": ["as-played.2.B(8)(b)", ".12 B"],
    },
}


@pytest.mark.parametrize("book", BOOKS)
def test_areas_are_on_the_layout_under_their_clauses(book, claim):
    rules = judge(parse_submission((EXAMPLES / book / "everything.toml").read_text())).rules
    layout = documents.make_layout(rules)
    text = " ".join(text_of(layout))
    for words, clause in ON_THE_LAYOUT[book].items():
        elements = [each for each in layout.elements if plain(each.cells[0]) == words and each.kind != "title"]
        assert elements, words
        assert all(f"{book} {clause}" in each.clauses for each in elements), words
        assert words in text or all(word in text for word in words.split())
        claim(f"{book} {clause}")


AREAS = {
    "md.ultimate-texas-holdem": {
        **dict.fromkeys(("ante", "blind", "play", "trips"), "2.B(2)"),
        "progressive": "2.B(5)",
        "six-card-bonus": "2.B(6)",
    },
    "md.four-card-poker": {
        **dict.fromkeys(("ante", "play", "aces-up"), "as-played.2.B(2)"),
        "progressive": "as-played.2.B(5)",
    },
}


@pytest.mark.parametrize("book", AREAS)
def test_every_position_has_an_area_for_each_wager(book, claim):
    rules = judge(parse_submission((EXAMPLES / book / "everything.toml").read_text())).rules
    spots = [area.element for area in layout_areas(rules) if area.element.kind == "area"]
    for wager, clause in AREAS[book].items():
        assert [spot.position for spot in spots if spot.wager == wager] == list(range(1, rules.positions + 1)), wager
        assert all(f"{book} {clause}" in spot.clauses for spot in spots if spot.wager == wager)
        claim(f"{book} {clause}")


def test_the_blind_lies_to_the_right_of_the_ante_as_its_player_sees_it(claim):
    book = "md.ultimate-texas-holdem"
    rules = judge(parse_submission((EXAMPLES / book / "everything.toml").read_text())).rules
    places = {
        (area.element.wager or area.element.kind, area.element.position): _to_the_right(area) for area in layout_areas(rules)
    }
    for position in range(1, rules.positions + 1):
        assert places["ante", position] < places["equals", position] < places["blind", position]
    claim(f"{book} 2.B(2)")


def _to_the_right(area):
    """How far an area lies to the right of the middle of its station, for a player who looks at the dealer."""
    turn = radians(-area.angle)
    return (area.x - CENTRE_X) * cos(turn) - (area.y - EDGE_Y) * sin(turn)


RACKS = {"md.pai-gow-poker": "2.E(2)", "md.ultimate-texas-holdem": "2.D(2)", "md.four-card-poker": "as-played.2.D(2)"}


@pytest.mark.parametrize("book", RACKS)
def test_the_discard_rack_is_on_the_dealers_side(book, claim):
    rules = judge(parse_submission((EXAMPLES / book / "everything.toml").read_text())).rules
    areas = layout_areas(rules)
    (rack,) = (area for area in areas if f"{book} {RACKS[book]}" in area.element.clauses)
    (tray,) = (area for area in areas if area.holds == "inventory")
    claim(f"{book} {RACKS[book]}")
    assert abs(rack.y - tray.y) < tray.height, "beside the dealer's chips"
    assert all(rack.y + rack.height / 2 < area.y for area in areas if area.element.position), "no player sits so near the edge"


DEALERS_CARDS = {
    "md.pai-gow-poker": ("2.B(4)", [5, 2]),
    "md.ultimate-texas-holdem": ("2.B(4)", [2]),
    "md.four-card-poker": ("as-played.2.B(4)", [6]),
}
"""The clause that asks for an area in front of the dealer, and for how many cards: in each of his hands."""


@pytest.mark.parametrize("book", DEALERS_CARDS)
def test_the_dealers_area_has_room_for_his_cards(book, claim):
    clause, sizes = DEALERS_CARDS[book]
    rules = judge(parse_submission((EXAMPLES / book / "everything.toml").read_text())).rules
    areas = [area for area in layout_areas(rules) if f"{book} {clause}" in area.element.clauses]
    assert [len(area.parts) for area in areas] == sizes
    claim(f"{book} {clause}")


def test_five_community_cards_lie_directly_before_the_inventory(claim):
    book = "md.ultimate-texas-holdem"
    areas = layout_areas(judge(parse_submission((EXAMPLES / book / "everything.toml").read_text())).rules)
    (board,) = [area for area in areas if area.holds == "board"]
    (tray,) = [area for area in areas if area.holds == "inventory"]
    between = [area for area in areas if tray.y < area.y < board.y and abs(area.x - board.x) < board.width / 2]
    assert (len(board.parts), board.x, between) == (5, tray.x, [])
    claim(f"{book} 2.B(3)")


BOXES = {
    "md.pai-gow-poker": ("2.E(1)", "2.F"),
    "md.ultimate-texas-holdem": ("2.D(1)", "2.E"),
    "md.four-card-poker": ("as-played.2.D(1)", "as-played.2.E"),
}
"""The clauses about drop box and tip box, and about another place of the tip box."""


@pytest.mark.parametrize("book", BOXES)
def test_drop_box_and_tip_box_are_on_the_dealers_side_at_either_hand(book, claim):
    """The tip box is further away where another place was approved."""
    rules = judge(parse_submission((EXAMPLES / book / "everything.toml").read_text())).rules
    places = {}
    for where in ("usual", "elsewhere"):
        areas = layout_areas(replace(rules, options={**rules.options, "table.tip-box": where}))
        boxes = {area.element.text: area for area in areas if area.element.text in ("Drop box", "Tip box")}
        assert all(box.y < area.y for box in boxes.values() for area in areas if area.element.position)
        assert boxes["Tip box"].x < CENTRE_X < boxes["Drop box"].x
        places[where] = boxes["Tip box"].x
        claim(f"{book} {BOXES[book][where == 'elsewhere']}")
    assert places["elsewhere"] < places["usual"]


@pytest.mark.parametrize("book", BOOKS)
def test_statements_are_on_the_sign_under_their_clauses(book, claim):
    rules = judge(parse_submission((EXAMPLES / book / "everything.toml").read_text())).rules
    sign = documents.make_sign(rules)
    text = " ".join(text_of(sign))
    for words, clauses in ON_THE_SIGN[book].items():
        (element,) = [each for each in sign.elements if plain(each.text).startswith(words)]
        cited = [f"{book} {clause}" for clause in clauses]
        assert set(cited) <= set(element.clauses), words
        assert plain(element.text) in text
        claim(*cited)
