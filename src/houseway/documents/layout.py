"""The table layout: a top view with every area that the book names, and every wager at every position."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin

from houseway.citation import Citation
from houseway.documents import law
from houseway.documents.document import Document, Element
from houseway.documents.words import pay_cells
from houseway.submission import Rules

# Points on a sheet of 17 by 11 inches; the centre of the half-round table is on the dealer's edge.
WIDTH, HEIGHT = 1224.0, 792.0
CENTRE_X, EDGE_Y, RADIUS, RAIL = 612.0, 84.0, 590.0, 26.0

SPREAD, MOST_BETWEEN = 136.0, 27.2
"""Degrees from the first position to the last, and the most degrees from one to the next."""
OUTERMOST, INNERMOST, MOST_ROW, GAP = 524.0, 341.0, 72.0, 9.0
"""The distances from the centre to the row of spots at the rail and to the row at the dealer, the largest distance between rows,
and the gap between neighbours."""

SPOT, BASE_SPOT = 52.0, 58.0
CARD_WIDTH, CARD_HEIGHT = 30.0, 42.0
HAND_SCALE = 0.85
BESIDE, BONUS_BOX, TUBES = 240.0, 128.0, 10
"""The distances from the dealer's middle to racks and boxes and to the bonus cards; the number of the inventory's tubes."""
NOT_NAMED = "† not named in the rule book"

BASE = ("pai-gow", "ante", "blind", "play")
UNSTAKED = ("ante-bonus",)
"""Paid on another wager's stake, so they have no area of their own."""


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

    def to_json(self) -> dict[str, object]:
        return {
            "label": self.element.text,
            "ours": self.element.ours,
            "shape": self.shape,
            "x": round(self.x, 2),
            "y": round(self.y, 2),
            "width": self.width,
            "height": self.height,
            "angle": round(self.angle, 3),
            "parts": list(self.parts),
        }


def layout(rules: Rules) -> Document:
    """Draw the layout that is submitted for approval."""
    areas = (*_dealer(rules), *_players(rules))
    inscribed = _inscriptions(rules)
    foot = Element("rules", (f"{rules.book}, {rules.version}, rules {rules.hash[:16]}",))
    ours = (Element("footnote", (NOT_NAMED,)),) if any(area.element.ours for area in areas) else ()
    title = f"{rules.regulation.title}: table layout"
    data = {
        "page": {"width": WIDTH, "height": HEIGHT},
        "table": {"x": CENTRE_X, "y": EDGE_Y, "radius": RADIUS, "rail": RAIL},
        "areas": [area.to_json() for area in areas],
        "facility": inscribed[0].text,
        "inscriptions": [element.text for element in inscribed[1:]],
        "game": rules.regulation.title,
        "foot": [element.text for element in (*ours, foot)],
    }
    elements = (Element("title", (rules.regulation.title,)), *inscribed, *(area.element for area in areas), *ours, foot)
    return Document(title, elements, "layout.typ", data)


def _inscriptions(rules: Rules) -> tuple[Element, ...]:
    """Return the facility's name, and references to the sign, where the books allow odds and limit to be posted."""
    facility = Element("facility", (rules.facility,), law.facility(rules))
    sign = Element("inscription", ("Payouts are on the sign at this table",), rules.law(law.ODDS))
    limit = rules.options.get("payout-limit.amount")
    if limit is None:
        return facility, sign
    words = f"Payout limit {limit}" if rules.options.get("payout-limit.on-layout") else "Subject to the posted payout limit"
    return facility, sign, Element("inscription", (words,), rules.law(law.LIMIT))


# The dealer's side


def _dealer(rules: Rules) -> Iterator[Area]:
    yield Area(Element("place", ("Dealer",)), "bare", CENTRE_X, EDGE_Y - 14, 80, 22)
    yield Area(
        Element("inventory", ("Table inventory container",)), "tubes", CENTRE_X, EDGE_Y + 28, 300, 40, parts=_blank(TUBES)
    )
    yield Area(_fixture("Discard rack", rules.law(law.RACK)), "box", CENTRE_X + BESIDE, EDGE_Y + 32, 92, 48)
    yield Area(_fixture("Drop box", rules.law(law.BOXES)), "box", CENTRE_X + BESIDE, EDGE_Y - 17, 92, 30)
    yield _tip_box(rules)
    for words, clauses, cards, row, across in _dealt(rules):
        x, below = CENTRE_X + across, EDGE_Y + 91 + row * (CARD_HEIGHT + 14)
        yield Area(_fixture(words, clauses), "cards", x, below, _wide(cards), CARD_HEIGHT, parts=_blank(cards))


def _tip_box(rules: Rules) -> Area:
    elsewhere = rules.options.get("table.tip-box") == "elsewhere"
    asked, away = (law.TIP_BOX_ELSEWHERE, 2 * BESIDE) if elsewhere else (law.BOXES, BESIDE)
    return Area(_fixture("Tip box", rules.law(asked)), "box", CENTRE_X - away, EDGE_Y - 17, 92, 30)


def _dealt(rules: Rules) -> Iterator[tuple[str, tuple[Citation, ...], int, int, float]]:
    """Yield the card areas in front of the dealer: label, clauses, number of cards, row, and offset from the middle."""
    dealer, community = rules.law(law.DEALER), rules.regulation.setter("community-cards") is not None
    if _is_pai_gow(rules):
        yield "Dealer's high hand", dealer, _count(rules, "high-hand-cards"), 0, 0
        yield "Dealer's low hand", dealer, _count(rules, "low-hand-cards"), 1, 0
        return
    if community:
        yield "Community cards", rules.law(law.COMMUNITY), _count(rules, "community-cards"), 0, 0
    if "six-card-bonus" in rules.offers and rules.readings.get("UTH-12") == "box-cards":
        yield "Six Card Bonus cards", rules.law(law.BONUS_BOX), _count(rules, "box-cards"), 1, -BONUS_BOX
    key = "dealer-hand-cards" if rules.regulation.setter("dealer-hand-cards") else "hand-cards"
    yield "Dealer's cards", dealer, _count(rules, key), 1 if community else 0, 0


def _fixture(words: str, clauses: tuple[Citation, ...]) -> Element:
    return Element("fixture", (words,), clauses, ours=not clauses)


# The players' side


def positions(rules: Rules) -> int:
    return rules.positions


def _players(rules: Rules) -> Iterator[Area]:
    count = positions(rules)
    between = min(MOST_BETWEEN, SPREAD / max(count - 1, 1))
    for number in range(1, count + 1):
        from_left = between * ((count + 1) / 2 - number)
        angle = from_left if rules.regulation.first_position == "left" else -from_left
        yield _placed(_number(number), 0, RADIUS - RAIL / 2, angle)
        rows = tuple(_rows(rules, number))
        apart = min(MOST_ROW, (OUTERMOST - INNERMOST) / max(len(rows) - 1, 1))
        for row, spots in enumerate(rows):
            for spot, across in zip(spots, _spread(spots)):
                yield _placed(spot, across, OUTERMOST - row * apart, angle)


def _placed(area: Area, across: float, out: float, angle: float) -> Area:
    """Convert from a player's coordinates (to the right of the middle, away from the dealer) to those of the sheet."""
    turn = radians(angle)
    x = CENTRE_X + out * sin(turn) + across * cos(turn)
    y = EDGE_Y + out * cos(turn) - across * sin(turn)
    return replace(area, x=x, y=y, angle=-angle)


def _spread(spots: tuple[Area, ...]) -> Iterator[float]:
    """Yield the offsets of spots side by side, centred in the station."""
    left = -(sum(spot.width for spot in spots) + GAP * (len(spots) - 1)) / 2
    for spot in spots:
        yield left + spot.width / 2
        left += spot.width + GAP


def _rows(rules: Rules, number: int) -> Iterator[tuple[Area, ...]]:
    station = rules.regulation.station
    there = {*rules.offers, "=", *(("high", "low") if _is_pai_gow(rules) else ())}
    missing = [wager for wager in rules.offers if wager not in UNSTAKED and not any(wager in row for row in station)]
    for row in (*station, *((wager,) for wager in missing)):
        spots = tuple(_spot(rules, name, number) for name in row if name in there)
        if spots:
            yield spots


def _spot(rules: Rules, name: str, number: int) -> Area:
    if name == "=":
        element = Element("equals", ("=",), _named(rules, "blind"), position=number)
        return Area(element, "bare", 0, 0, 22, 22)
    if name in ("high", "low"):
        element = Element("hand", (f"{name.capitalize()} hand",), rules.law(law.HIGH_AND_LOW), position=number)
        count = _count(rules, f"{name}-hand-cards")
        return Area(element, "cards", 0, 0, HAND_SCALE * _wide(count), CARD_HEIGHT, parts=_blank(count))
    return _wager_spot(rules, name, number)


def _wager_spot(rules: Rules, wager: str, number: int) -> Area:
    ours = not rules.law(law.AREA, wager)
    title = rules.regulation.wager(wager).title.removesuffix(" wager")
    element = Element("area", (title,), _named(rules, wager), wager, number, ours)
    if wager == "number":
        return _numbers(rules, element)
    size = BASE_SPOT if wager in BASE else SPOT
    return Area(element, "device" if wager == "progressive" else "circle", 0, 0, size, size)


def _numbers(rules: Rules, element: Element) -> Area:
    """Return an area with one field per number, and the odds, which the book requires on the layout itself."""
    row = rules.offers[element.wager].paytable.rows[0]
    numbers = tuple(str(number) for number in range(1, _count(rules, "starting-numbers") + 1))
    words = (*element.cells, "pays", *pay_cells(row.pays))
    inscribed = replace(element, cells=words, clauses=(*element.clauses, row.clause))
    return Area(inscribed, "numbers", 0, 0, 20.0 * len(numbers), 38, parts=numbers)


def _number(number: int) -> Area:
    return Area(Element("position", (str(number),), position=number), "bare", 0, 0, 20, 20)


def _named(rules: Rules, wager: str) -> tuple[Citation, ...]:
    """Return the clause that names the area, or the wager's own clause if no area is named."""
    return rules.law(law.AREA, wager) or (rules.regulation.wager(wager).clause,)


def _wide(cards: int) -> float:
    return cards * (CARD_WIDTH + 3) + 3


def _blank(count: int) -> tuple[str, ...]:
    return tuple("" for _ in range(count))


def _is_pai_gow(rules: Rules) -> bool:
    return "pai-gow" in rules.offers


def _count(rules: Rules, key: str) -> int:
    value = rules.regulation.value(key)
    assert isinstance(value, int)  # the rule books are tested for it
    return value
