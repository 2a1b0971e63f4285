"""The payout sign: every wager offered, its paytable, and the notices, on one page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from houseway.citation import Citation
from houseway.documents import law
from houseway.documents.document import Document, Element
from houseway.documents.notices import sign_notices
from houseway.documents.wording import format_percent, hand_title, join_words, meter_title, pay_words
from houseway.money import Cents
from houseway.regulation import OfferedWhen, Paytable, Row
from houseway.submission import FiledMeter, Offer, Rules

SMALLEST, COMFORTABLE, LARGEST = 14, 18, 32
"""Type sizes in points: the smallest allowed for payouts, the size below which a larger sheet is taken, and the largest."""

POINTS_PER_INCH = 72
PAGE_LAYOUTS = (((8.5, 11), 1), ((11, 8.5), 2), ((11, 17), 2), ((17, 11), 3), ((17, 11), 4))
"""Sheets in inches and their columns, smallest first."""

HEADING_LINES = 3
"""The height of a title and the space below a block, in lines; used to balance the columns."""

ORDER_TOLERANCE = 1.15
"""How much longer than necessary a column may be in order to keep the book's sequence."""

CARDS_BY_READING = {
    ("UTH-05", "hole-and-flop"): "Two cards and the flop",
    ("UTH-05", "best-of-seven"): "Best five of all seven cards",
    ("UTH-12", "box-cards"): "Two cards and the four box cards",
    ("UTH-12", "community-cards"): "Two cards and the community cards",
    ("UTH-14", "either-hand"): "Losing hand, player's or dealer's",
    ("UTH-14", "player-hand"): "Player's losing hand",
    ("UTH-14", "both-hands"): "Lower of both hands",
    ("FC-01", "five-cards"): "All five cards",
}
"""The cards that a paytable is about, if a reading decides it."""


@dataclass(frozen=True)
class SignBlock:
    """A title and a small table under it."""

    title: Element
    stakes: Element
    headers: tuple[tuple[Element, int], ...]
    """The line above the rows, each cell with the number of columns that it spans."""
    rows: tuple[Element, ...]
    aligns: tuple[str, ...]

    @property
    def elements(self) -> tuple[Element, ...]:
        all_of_it = (self.title, self.stakes, *(header for header, _ in self.headers), *self.rows)
        return tuple(element for element in all_of_it if element.text)

    @property
    def line_count(self) -> int:
        return HEADING_LINES + bool(self.headers) + len(self.rows)

    def to_json(self) -> dict[str, object]:
        return {
            "title": self.title.text,
            "stakes": self.stakes.text,
            "headers": [{"text": header.text, "span": span} for header, span in self.headers],
            "rows": [list(row.cells) for row in self.rows],
            "aligns": list(self.aligns),
        }


def make_sign(rules: Rules) -> Document:
    """Make the sign that an operator may post instead of inscribing the layout."""
    head = _head_elements(rules)
    offers = [rules.offers[wager] for wager in rules.regulation.wagers if wager in rules.offers]
    blocks = [block for offer in offers for block in (*_WagerBlocks(rules, offer).blocks(), *_meter_blocks(rules, offer))]
    beside, foot = sign_notices(rules), _foot_elements(rules)
    elements = (*head, *(element for block in blocks for element in block.elements), *beside, *foot)
    data = {
        "facility": head[0].text,
        "game": head[1].text,
        "blocks": [block.to_json() for block in blocks],
        "notices": [notice.cells for notice in beside],
        "foot": [element.text for element in foot],
        "pages": [_page_data(size, columns, blocks) for size, columns in PAGE_LAYOUTS if columns <= len(blocks)],
        "smallest": SMALLEST,
        "comfortable": COMFORTABLE,
        "largest": LARGEST,
    }
    return Document(f"{rules.regulation.title}: payouts", elements, "sign.typ", data)


def _head_elements(rules: Rules) -> tuple[Element, ...]:
    return (
        Element("facility", (rules.facility,), law.facility(rules)),
        Element("title", (rules.regulation.title,), rules.law(law.ODDS)),
    )


def _foot_elements(rules: Rules) -> tuple[Element, ...]:
    letters = [
        f"{rules.regulation.wager(offer.wager).title} {offer.paytable.letter}"
        for offer in rules.offers.values()
        if len(rules.regulation.paytables_of(offer.wager)) > 1
    ]
    filed = f"{rules.book}, {rules.version}, rules {rules.hash[:16]}"
    return (*([Element("paytables", (f"Paytables: {', '.join(letters)}",))] if letters else []), Element("rules", (filed,)))


class _WagerBlocks:
    """A wager's table, with its envy bonuses in the same rows if they fit."""

    def __init__(self, rules: Rules, offer: Offer) -> None:
        self.rules, self.offer, self.book = rules, offer, rules.regulation
        self.wager = self.book.wager(offer.wager)
        self.rows = offer.paytable.rows
        self.envies = {table.wager: table.rows for table in offer.envy if self._is_stake_offered(table)}
        self.printed = rules.law(law.ODDS)

    def blocks(self) -> Iterator[SignBlock]:
        paid = {row.hand for row in self.rows}
        if all(row.hand in paid for rows in self.envies.values() for row in rows):
            yield self._make_block(self.rows, self.wager.title, self._pays_header(), tuple(self.envies))
        else:
            yield self._make_block(self.rows, self.wager.title, self._pays_header(), ())
            hands = tuple({row.hand: row for rows in self.envies.values() for row in rows}.values())
            yield self._make_block(hands, f"{self.wager.title} envy bonus", (), tuple(self.envies))

    def _is_stake_offered(self, table: Paytable) -> bool:
        """Return whether the stake of an envy bonus is offered; otherwise the bonus is not posted."""
        stake = self.book.value_of(f"envy-stake.{table.wager}")
        return not isinstance(stake, Cents) or stake in self.offer.stakes

    def _make_block(
        self, rows: tuple[Row, ...], title: str, pays: tuple[tuple[Element, int], ...], envies: tuple[str, ...]
    ) -> SignBlock:
        clauses = (self.wager.clause, self.offer.paytable.clause, *self.printed)
        hands = self._cards_element()
        headers = ((hands, 1), *pays, *((self._envy_header(envy), 1) for envy in envies))
        return SignBlock(
            Element("wager", (title,), clauses, self.wager.id),
            Element("stakes", (self._stakes_words(),), self._stakes_clauses(), self.wager.id),
            headers if envies or hands.text else (),
            tuple(self._make_row(row, bool(pays), envies) for row in rows),
            ("left", *("right" for _ in (*pays, *envies))),
        )

    def _make_row(self, row: Row, pays: bool, envies: tuple[str, ...]) -> Element:
        envy = [next((each for each in self.envies[name] if each.hand == row.hand), None) for name in envies]
        cells = (*((pay_words(row.pays),) if pays else ()), *(pay_words(each.pays) if each else "" for each in envy))
        clauses = (row.clause, self.offer.paytable.clause, *(each.clause for each in envy if each), *self.printed)
        return Element("row", (hand_title(row.hand), *cells), tuple(dict.fromkeys(clauses)), self.wager.id)

    def _cards_element(self) -> Element:
        """Return which cards count, if a reading decides it."""
        reading = self.offer.paytable.reading
        words = CARDS_BY_READING.get((reading, self.rules.readings.get(reading, "")), "")
        clauses = self.book.readings[reading].clauses if words else ()
        return Element("hands", (words,), clauses, self.wager.id)

    def _stakes_words(self) -> str:
        if self.wager.offered is OfferedWhen.FOLLOWS:
            return ""
        if self.offer.stakes:
            return f"Wager {join_words([str(stake) for stake in self.offer.stakes], 'or')}"
        return f"Wager {self.offer.minimum} to {self.offer.maximum}"

    def _stakes_clauses(self) -> tuple[Citation, ...]:
        setters = [self.book.clause_setting(key) for key in (self.wager.stakes_value, self.wager.minimum_value) if key]
        return tuple(setter.citation for setter in setters if setter) or (self.wager.clause,)

    def _pays_header(self) -> tuple[tuple[Element, int], ...]:
        return ((Element("header", ("pays",), self.printed, self.wager.id), 1),)

    def _envy_header(self, envy: str) -> Element:
        setter, stake = self.book.clause_setting(f"envy-stake.{envy}"), self.book.value_of(f"envy-stake.{envy}")
        clauses = (self.book.wager(envy).clause, *((setter.citation,) if setter else ()))
        at = f"{stake} envy" if len(self.envies) > 1 else "envy"
        return Element("header", (at,), tuple(dict.fromkeys(clauses)), self.wager.id)


def _meter_blocks(rules: Rules, offer: Offer) -> Iterator[SignBlock]:
    """Yield a block with the meters of a wager, if it has any."""
    meters = [meter for meter in rules.meters if meter.wager == offer.wager]
    if not meters:
        return
    clauses = tuple(dict.fromkeys(clause for meter in meters for clause in _meter_clauses(rules, meter)))
    resets = any(meter.reset != meter.seed for meter in meters)
    headers = ("", "seed", *(["reset"] if resets else []), "rate")
    title = f"{rules.regulation.wager(offer.wager).title} meter{'s' if meters[1:] else ''}"
    yield SignBlock(
        Element("meters", (title,), clauses, offer.wager),
        Element("stakes", ("",), clauses, offer.wager),
        tuple((Element("header", (header,), clauses, offer.wager), 1) for header in headers),
        tuple(_meter_row(rules, meter, resets) for meter in meters),
        ("left", *("right" for _ in headers[1:])),
    )


def _meter_row(rules: Rules, meter: FiledMeter, resets: bool) -> Element:
    name = meter_title(meter.name)
    cells = (name[:1].upper() + name[1:], str(meter.seed), *([str(meter.reset)] if resets else []), format_percent(meter.rate))
    return Element("meter", cells, _meter_clauses(rules, meter), meter.wager)


def _meter_clauses(rules: Rules, meter: FiledMeter) -> tuple[Citation, ...]:
    book, wager = rules.regulation, rules.regulation.wager(meter.wager)
    letter = rules.offers[meter.wager].paytable.letter
    setters = [book.clause_setting(key) for key in (f"seed.{letter}.{meter.name}", f"rate-minimum.{letter}")]
    clauses = (wager.seed_clause, wager.rate_clause, *(setter.citation for setter in setters if setter))
    return tuple(dict.fromkeys(clause for clause in clauses if clause))


def _page_data(size: tuple[float, float], columns: int, blocks: Sequence[SignBlock]) -> dict[str, object]:
    width, height = size
    return {
        "width": width * POINTS_PER_INCH,
        "height": height * POINTS_PER_INCH,
        "columns": _arrange_columns([block.line_count for block in blocks], columns),
    }


def _arrange_columns(lines: Sequence[int], columns: int) -> list[list[int]]:
    """Distribute the blocks in the book's order, unless that makes a column much longer than necessary."""
    in_order, packed = _arrange_in_order(lines, columns), _arrange_packed(lines, columns)
    return in_order if _longest_column(lines, in_order) <= ORDER_TOLERANCE * _longest_column(lines, packed) else packed


def _arrange_in_order(lines: Sequence[int], columns: int, first: int = 0) -> list[list[int]]:
    if columns == 1:
        return [list(range(first, len(lines)))]
    cuts = range(first + 1, len(lines) - columns + 2)
    tries = [[list(range(first, cut)), *_arrange_in_order(lines, columns - 1, cut)] for cut in cuts]
    return min(tries, key=lambda parts: _longest_column(lines, parts))


def _arrange_packed(lines: Sequence[int], columns: int) -> list[list[int]]:
    """Put the longest blocks first, each into the shortest column."""
    parts: list[list[int]] = [[] for _ in range(columns)]
    for place in sorted(range(len(lines)), key=lambda place: -lines[place]):
        min(parts, key=lambda part: sum(lines[each] for each in part)).append(place)
    return sorted(sorted(part) for part in parts)


def _longest_column(lines: Sequence[int], parts: Sequence[Sequence[int]]) -> int:
    return max(sum(lines[place] for place in part) for part in parts)
