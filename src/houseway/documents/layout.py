"""The table layout: a top view with every area that the book names, and every wager at every position."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin

from houseway.citation import Citation
from houseway.documents import law
from houseway.documents.document import DEFAULT_THEME, Document, Element, printable_name
from houseway.documents.sheets import paper_size
from houseway.documents.wording import join_words, pay_words
from houseway.equipment.methods import may_find_start_by
from houseway.regulation.side_bets import DecidedBy
from houseway.submission import Rules

# Points on a sheet of 17 by 11 inches; the centre of the half-round table is on the dealer's edge. Other papers scale the drawing.
USUAL_PAPER = "us-tabloid"
WIDTH, HEIGHT = 1224.0, 792.0
CENTRE_X, EDGE_Y, RADIUS, RAIL = 612.0, 84.0, 590.0, 26.0

SPREAD_DEGREES, MOST_DEGREES_BETWEEN = 136.0, 27.2
"""Degrees from the first position to the last, and the most degrees from one to the next."""
OUTER_ROW_RADIUS, INNER_ROW_RADIUS, MOST_ROW_DISTANCE, SPOT_GAP = 524.0, 332.0, 72.0, 7.0
"""The distances from the centre to the row of spots at the rail and to the row at the dealer, the largest distance between rows,
and the gap between neighbours."""

SPOT_SIZE, BASE_SPOT_SIZE = 57.0, 62.0
CARD_WIDTH, CARD_HEIGHT = 30.0, 42.0
HAND_SCALE = 0.85
BOX_OFFSET, BONUS_OFFSET, TUBE_COUNT = 240.0, 128.0, 10
"""The distances from the dealer's middle to racks and boxes and to the bonus cards; the number of the inventory's tubes."""
INSCRIPTION_Y, INSCRIPTION_WIDTH = EDGE_Y + 212, 340.0
NAME_SIZES = {"largest": 26, "one-line": 17, "smallest": 12}
"""Type sizes of the facility's name in points: the largest, the smallest on one line, and the smallest on two lines."""

BASE_WAGERS = ("pai-gow", "ante", "blind", "play")


@dataclass(frozen=True)
class Area:
    """A shape on the layout, and the element that is printed in it."""

    element: Element
    shape: str
    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0
    """Degrees clockwise."""
    parts: tuple[str, ...] = ()
    """The labels of equal parts from left to right: cards, tubes or numbers."""
    holds: str = ""
    """What lies there besides wagers: high, low or hand (cards of a position or the dealer), board, box, inventory or discards."""

    def to_json(self) -> dict[str, object]:
        return {
            "label": self.element.text,
            "shape": self.shape,
            "base": self.element.wager in BASE_WAGERS,
            "on-rail": self.element.kind == "position",
            "on-felt": self.element.kind == "equals",
            "x": round(self.x, 2),
            "y": round(self.y, 2),
            "width": self.width,
            "height": self.height,
            "angle": round(self.angle, 3),
            "parts": list(self.parts),
        }


def make_layout(rules: Rules, theme: str = DEFAULT_THEME, paper: str = USUAL_PAPER) -> Document:
    """Draw the layout that is submitted for approval, across the paper."""
    height, width = paper_size(paper)
    areas, inscribed = layout_areas(rules), layout_inscriptions(rules)
    foot, legend = Element("rules", (f"{rules.book}, {rules.version}, rules {rules.hash[:16]}",)), _legend_elements(areas)
    data = {
        "page": {"width": width, "height": height},
        "drawing": {"width": WIDTH, "height": HEIGHT},
        "table": {"x": CENTRE_X, "y": EDGE_Y, "radius": RADIUS, "rail": RAIL},
        "areas": [area.to_json() for area in areas],
        "facility": inscribed[0].text,
        "inscriptions": [element.text for element in inscribed[1:]],
        "inscription": {"x": CENTRE_X, "y": INSCRIPTION_Y, "width": INSCRIPTION_WIDTH},
        "name-sizes": NAME_SIZES,
        "game": rules.regulation.title,
        "legend": " ".join(element.text for element in legend),
        "foot": foot.text,
    }
    elements = (Element("title", (rules.regulation.title,)), *inscribed, *(area.element for area in areas), *legend, foot)
    return Document(f"{rules.regulation.title}: table layout", elements, "layout.typ", data, theme)


def layout_areas(rules: Rules) -> tuple[Area, ...]:
    """Return every area that is printed, the dealer's first."""
    return (*_dealer_areas(rules), *_player_areas(rules))


def _legend_elements(areas: tuple[Area, ...]) -> tuple[Element, ...]:
    """Return a note on the areas that are drawn although the book does not name them, if there are any."""
    extra = list(dict.fromkeys(area.element.text for area in areas if area.element.is_extra))
    return (Element("legend", (f"Not named in the rule book: {join_words(extra)}",)),) if extra else ()


def layout_inscriptions(rules: Rules) -> tuple[Element, ...]:
    """Return the facility's name, and references to the sign, where the books allow odds and limit to be posted."""
    facility = Element("facility", (printable_name(rules.facility),), law.facility_clauses(rules))
    sign = Element("inscription", ("Payouts are on the sign at this table",), rules.law(law.ODDS))
    limit = rules.options.get("payout-limit.amount")
    if limit is None:
        return facility, sign
    posted = rules.law(law.LIMIT_POSTED)
    if rules.options.get("payout-limit.on-layout"):
        return facility, sign, Element("inscription", (f"Payout limit {limit}",), (*posted, *rules.law(law.LIMIT_FILED)))
    return facility, sign, Element("inscription", ("Subject to the posted payout limit",), posted)


# The dealer's side


def _dealer_areas(rules: Rules) -> Iterator[Area]:
    yield Area(Element("place", ("Dealer",)), "bare", CENTRE_X, EDGE_Y - 14, 80, 22)
    yield Area(
        Element("inventory", ("Table inventory container",)),
        "tubes",
        CENTRE_X,
        EDGE_Y + 28,
        300,
        40,
        parts=_blank_labels(TUBE_COUNT),
        holds="inventory",
    )
    rack = _fixture_element("Discard rack", rules.law(law.RACK))
    yield Area(rack, "box", CENTRE_X + BOX_OFFSET, EDGE_Y + 32, 92, 48, holds="discards")
    yield Area(_fixture_element("Drop box", rules.law(law.BOXES)), "box", CENTRE_X + BOX_OFFSET, EDGE_Y - 17, 92, 30)
    yield _tip_box_area(rules)
    if may_find_start_by(rules, "shaker") and rules.law(law.SHAKER):
        shaker = _fixture_element("Shaker", rules.law(law.SHAKER))
        yield Area(shaker, "circle", CENTRE_X - BOX_OFFSET, EDGE_Y + 32, SPOT_SIZE, SPOT_SIZE)
    for holds, words, clauses, cards, row, across in _dealer_card_areas(rules):
        x, below, labels = CENTRE_X + across, EDGE_Y + 91 + row * (CARD_HEIGHT + 14), _blank_labels(cards)
        element = _fixture_element(words, clauses)
        yield Area(element, "cards", x, below, _cards_width(cards), CARD_HEIGHT, parts=labels, holds=holds)


def _tip_box_area(rules: Rules) -> Area:
    elsewhere = rules.options.get("table.tip-box") == "elsewhere"
    asked, away = (law.TIP_BOX_ELSEWHERE, 2 * BOX_OFFSET) if elsewhere else (law.BOXES, BOX_OFFSET)
    return Area(_fixture_element("Tip box", rules.law(asked)), "box", CENTRE_X - away, EDGE_Y - 17, 92, 30)


def _dealer_card_areas(rules: Rules) -> Iterator[tuple[str, str, tuple[Citation, ...], int, int, float]]:
    """Yield the card areas in front of the dealer: what each holds, its label, clauses, number of cards, row and offset from the
    middle."""
    dealer, community = rules.law(law.DEALER), rules.regulation.clause_setting("community-cards") is not None
    if not rules.against_dealer:
        yield "high", "Dealer's high hand", dealer, rules.regulation.number_of("high-hand-cards"), 0, 0
        yield "low", "Dealer's low hand", dealer, rules.regulation.number_of("low-hand-cards"), 1, 0
        return
    if community:
        yield "board", "Community cards", rules.law(law.COMMUNITY), rules.regulation.number_of("community-cards"), 0, 0
    if any(rules.wagers[wager].decided_by is DecidedBy.OWN_AND_BOX for wager in rules.offers):
        count = rules.regulation.number_of("box-cards")
        yield "box", "Six Card Bonus cards", rules.law(law.BONUS_BOX), count, 1, -BONUS_OFFSET
    key = "dealer-hand-cards" if rules.regulation.clause_setting("dealer-hand-cards") else "hand-cards"
    yield "hand", "Dealer's cards", dealer, rules.regulation.number_of(key), 1 if community else 0, 0


def _fixture_element(words: str, clauses: tuple[Citation, ...]) -> Element:
    return Element("fixture", (words,), clauses, is_extra=not clauses)


# The players' side


def position_count(rules: Rules) -> int:
    return rules.positions


def _player_areas(rules: Rules) -> Iterator[Area]:
    for number, angle in _position_angles(rules):
        yield _place_on_sheet(_position_area(number), 0, RADIUS - RAIL / 2, angle)
        for out, spots in _placed_rows(rules, number):
            for spot, across in zip(spots, _offsets_side_by_side(spots)):
                yield _place_on_sheet(spot, across, out, angle)


def hand_places(rules: Rules) -> Iterator[Area]:
    """Yield where the cards of each position lie if no area is printed for them: between its areas and the dealer."""
    if not rules.against_dealer:
        return
    count = rules.regulation.number_of("hand-cards")
    for number, angle in _position_angles(rules):
        innermost = min(out for out, _ in _placed_rows(rules, number))
        element = Element("hand", ("Hand",), position=number)
        labels = _blank_labels(count)
        area = Area(element, "bare", 0, 0, HAND_SCALE * _cards_width(count), CARD_HEIGHT, parts=labels, holds="hand")
        yield _place_on_sheet(area, 0, innermost - (SPOT_SIZE + CARD_HEIGHT) / 2, angle)


def _position_angles(rules: Rules) -> Iterator[tuple[int, float]]:
    """Yield each position with its angle from the middle, in degrees to the right."""
    count = position_count(rules)
    between = min(MOST_DEGREES_BETWEEN, SPREAD_DEGREES / max(count - 1, 1))
    for number in range(1, count + 1):
        from_left = between * ((count + 1) / 2 - number)
        yield number, from_left if rules.regulation.first_position == "left" else -from_left


def _placed_rows(rules: Rules, number: int) -> Iterator[tuple[float, tuple[Area, ...]]]:
    """Yield the rows of a position's spots, each with its distance from the centre."""
    rows = tuple(_spot_rows(rules, number))
    apart = min(MOST_ROW_DISTANCE, (OUTER_ROW_RADIUS - INNER_ROW_RADIUS) / max(len(rows) - 1, 1))
    for row, spots in enumerate(rows):
        yield OUTER_ROW_RADIUS - row * apart, spots


def _place_on_sheet(area: Area, across: float, out: float, angle: float) -> Area:
    """Convert from a player's coordinates (to the right of the middle, away from the dealer) to those of the sheet."""
    turn = radians(angle)
    x = CENTRE_X + out * sin(turn) + across * cos(turn)
    y = EDGE_Y + out * cos(turn) - across * sin(turn)
    return replace(area, x=x, y=y, angle=-angle)


def _offsets_side_by_side(spots: tuple[Area, ...]) -> Iterator[float]:
    """Yield the offsets of spots side by side, centred in the station."""
    left = -(sum(spot.width for spot in spots) + SPOT_GAP * (len(spots) - 1)) / 2
    for spot in spots:
        yield left + spot.width / 2
        left += spot.width + SPOT_GAP


def _spot_rows(rules: Rules, number: int) -> Iterator[tuple[Area, ...]]:
    station = rules.regulation.station
    there = {*rules.offers, "=", *(() if rules.against_dealer else ("high", "low"))}
    placed = [wager for wager in rules.offers if not rules.regulation.wager(wager).paid_on]
    missing = [wager for wager in placed if not any(wager in row for row in station)]
    for row in (*station, *((wager,) for wager in missing)):
        spots = tuple(_spot_area(rules, name, number) for name in row if name in there)
        if spots:
            yield spots


def _spot_area(rules: Rules, name: str, number: int) -> Area:
    if name == "=":
        element = Element("equals", ("=",), _area_clauses(rules, "blind"), position=number)
        return Area(element, "bare", 0, 0, 22, 22)
    if name in ("high", "low"):
        element = Element("hand", (f"{name.capitalize()} hand",), rules.law(law.HIGH_AND_LOW), position=number)
        count = rules.regulation.number_of(f"{name}-hand-cards")
        width = HAND_SCALE * _cards_width(count)
        return Area(element, "cards", 0, 0, width, CARD_HEIGHT, parts=_blank_labels(count), holds=name)
    return _wager_area(rules, name, number)


def _wager_area(rules: Rules, wager: str, number: int) -> Area:
    ours = not rules.law(law.AREA, wager)
    title = rules.regulation.wager(wager).title.removesuffix(" wager")
    element = Element("area", (title,), _area_clauses(rules, wager), wager, number, ours)
    if wager == "number":
        return _numbers_area(rules, element)
    size = BASE_SPOT_SIZE if wager in BASE_WAGERS else SPOT_SIZE
    return Area(element, "device" if wager == "progressive" else "circle", 0, 0, size, size)


def _numbers_area(rules: Rules, element: Element) -> Area:
    """Return an area with one field per number, and the odds, which the book requires on the layout itself."""
    row = rules.offers[element.wager].paytable.rows[0]
    numbers = tuple(str(number) for number in range(1, rules.regulation.number_of("starting-numbers") + 1))
    words = (*element.cells, "pays", pay_words(row.pays))
    inscribed = replace(element, cells=words, clauses=(*element.clauses, row.clause))
    return Area(inscribed, "numbers", 0, 0, 20.0 * len(numbers), 40, parts=numbers)


def _position_area(number: int) -> Area:
    return Area(Element("position", (str(number),), position=number), "bare", 0, 0, 20, 20)


def _area_clauses(rules: Rules, wager: str) -> tuple[Citation, ...]:
    """Return the clause that names the area, or the wager's own clause if no area is named."""
    return rules.law(law.AREA, wager) or (rules.regulation.wager(wager).clause,)


def _cards_width(cards: int) -> float:
    return cards * (CARD_WIDTH + 3) + 3


def _blank_labels(count: int) -> tuple[str, ...]:
    return tuple("" for _ in range(count))
