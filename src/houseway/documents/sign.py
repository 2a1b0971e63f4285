"""The payout sign: every wager offered, what it pays, and what must be said beside it, on one page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from houseway.citation import Citation, cite
from houseway.documents.books import PRINTED
from houseway.documents.document import Document, Element
from houseway.documents.notices import notices
from houseway.documents.posted import posted_rows
from houseway.documents.words import hand_words, listed, meter_words, pay_cells, percent
from houseway.money import Cents
from houseway.regulation import Offered, Paytable, Row
from houseway.submission import Meter, Offer, Rules

SMALLEST, LARGEST = 14, 22
"""Points: nothing that a player is paid by is printed smaller, and nothing needs to be larger."""

INCH = 72
PAGES = (((8.5, 11), 1), ((11, 8.5), 2), ((11, 17), 2), ((17, 11), 3), ((17, 11), 4))
"""Sheets in inches and the columns on them, the smallest first."""

HEADING_LINES = 4
"""What title, wager and the space below take, in lines: columns are balanced by it."""

HANDS_ARE = {
    ("UTH-05", "hole-and-flop"): "The player's two cards and the flop",
    ("UTH-05", "best-of-seven"): "The best five of all seven cards",
    ("UTH-12", "box-cards"): "The player's two cards and the four box cards",
    ("UTH-12", "community-cards"): "The player's two cards and the community cards",
    ("UTH-14", "either-hand"): "The losing hand, player's or dealer's",
    ("UTH-14", "player-hand"): "The player's losing hand",
    ("UTH-14", "both-hands"): "The lower of both hands",
    ("FC-01", "five-cards"): "All five of the player's cards",
}
"""Which cards a paytable is about, where a reading settles it."""


@dataclass(frozen=True)
class Block:
    """A title and a small table under it."""

    title: Element
    headers: tuple[tuple[Element, int], ...]
    """The line above the rows, each cell with the columns that it spans."""
    rows: tuple[Element, ...]
    aligns: tuple[str, ...]

    @property
    def elements(self) -> tuple[Element, ...]:
        return (self.title, *(header for header, _ in self.headers), *self.rows)

    @property
    def lines(self) -> int:
        return HEADING_LINES + len(self.rows)

    def to_json(self) -> dict[str, object]:
        return {
            "title": self.title.text,
            "headers": [{"text": header.text, "span": span} for header, span in self.headers],
            "rows": [list(row.cells) for row in self.rows],
            "aligns": list(self.aligns),
        }


def sign(rules: Rules) -> Document:
    """The sign that the books let an operator post instead of inscribing the layout."""
    head = _head(rules)
    blocks = [block for offer in rules.offers.values() for block in _Wager(rules, offer).blocks()]
    if rules.meters:
        blocks.append(_meters(rules))
    beside, foot = notices(rules), _foot(rules)
    elements = (*head, *(element for block in blocks for element in block.elements), *beside, *foot)
    data = {
        "facility": head[0].text,
        "game": head[1].text,
        "blocks": [block.to_json() for block in blocks],
        "notices": [notice.cells for notice in beside],
        "foot": [element.text for element in foot],
        "pages": [_page(size, columns, blocks) for size, columns in PAGES if columns <= len(blocks)],
        "smallest": SMALLEST,
        "largest": LARGEST,
    }
    return Document(f"{rules.regulation.title}: payouts", elements, "sign.typ", data)


def _head(rules: Rules) -> tuple[Element, ...]:
    printed = PRINTED[rules.book]
    return (
        Element("facility", (rules.facility,), cite(rules.book, *printed.facility)),
        Element("title", (rules.regulation.title,), cite(rules.book, *printed.odds)),
    )


def _foot(rules: Rules) -> tuple[Element, ...]:
    letters = [
        f"{rules.regulation.wager(offer.wager).title} {offer.paytable.letter}"
        for offer in rules.offers.values()
        if len(rules.regulation.tables_of(offer.wager)) > 1
    ]
    filed = f"{rules.book}, {rules.version}, rules {rules.hash[:16]}"
    return (*([Element("paytables", (f"Paytables: {', '.join(letters)}",))] if letters else []), Element("rules", (filed,)))


class _Wager:
    """A wager's own table, with its envy bonuses beside it where they fit the same rows."""

    def __init__(self, rules: Rules, offer: Offer) -> None:
        self.rules, self.offer, self.book = rules, offer, rules.regulation
        self.wager = self.book.wager(offer.wager)
        self.rows = posted_rows(rules, offer.paytable)
        self.envies = {table.wager: posted_rows(rules, table) for table in offer.envy if self._stake_offered(table)}
        self.printed = cite(rules.book, *PRINTED[rules.book].odds)

    def blocks(self) -> Iterator[Block]:
        paid = {row.hand for row in self.rows}
        if all(row.hand in paid for rows in self.envies.values() for row in rows):
            yield self._block(self.rows, self.wager.title, self._paid(), tuple(self.envies))
        else:
            yield self._block(self.rows, self.wager.title, self._paid(), ())
            hands = tuple({row.hand: row for rows in self.envies.values() for row in rows}.values())
            yield self._block(hands, f"{self.wager.title} envy bonus", (), tuple(self.envies))

    def _stake_offered(self, table: Paytable) -> bool:
        """An envy bonus for a stake that nobody can bet is not posted."""
        stake = self.book.value(f"envy-stake.{table.wager}")
        return not isinstance(stake, Cents) or stake in self.offer.stakes

    def _block(
        self, rows: tuple[Row, ...], title: str, pays: tuple[tuple[Element, int], ...], envies: tuple[str, ...]
    ) -> Block:
        clauses = (self.wager.clause, self.offer.paytable.clause, *self.printed)
        return Block(
            Element("wager", (title,), clauses, self.wager.id),
            (*self._about(), *pays, *((self._envy_header(envy), 1) for envy in envies)),
            tuple(self._row(row, bool(pays), envies) for row in rows),
            ("left", *(("right", "left") if pays else ()), *("right" for _ in envies)),
        )

    def _row(self, row: Row, pays: bool, envies: tuple[str, ...]) -> Element:
        envy = [next((each for each in self.envies[name] if each.hand == row.hand), None) for name in envies]
        cells = (*(pay_cells(row.pays) if pays else ()), *("".join(pay_cells(each.pays)) if each else "" for each in envy))
        clauses = (row.clause, *(each.clause for each in envy if each), *self.printed)
        return Element("row", (hand_words(row.hand), *cells), tuple(dict.fromkeys(clauses)), self.wager.id)

    def _about(self) -> tuple[tuple[Element, int], ...]:
        """Smallest and largest wager, and which cards count."""
        return ((Element("limits", (self._limits(), self._hand()), self._limits_by(), self.wager.id), 1),)

    def _hand(self) -> str:
        reading = self.offer.paytable.reading
        return HANDS_ARE.get((reading, self.rules.readings.get(reading, "")), "")

    def _limits(self) -> str:
        if self.wager.offered is Offered.FOLLOWS:
            return "With the Ante"
        if self.offer.stakes:
            return listed([str(stake) for stake in self.offer.stakes], "or")
        return f"{self.offer.minimum} to {self.offer.maximum}"

    def _limits_by(self) -> tuple[Citation, ...]:
        setters = [self.book.setter(key) for key in (self.wager.stakes, self.wager.least) if key]
        return tuple(setter.citation for setter in setters if setter) or (self.wager.clause,)

    def _paid(self) -> tuple[tuple[Element, int], ...]:
        return ((Element("header", ("pays",), self.printed, self.wager.id), 2),)

    def _envy_header(self, envy: str) -> Element:
        setter, stake = self.book.setter(f"envy-stake.{envy}"), self.book.value(f"envy-stake.{envy}")
        clauses = (self.book.wager(envy).clause, *((setter.citation,) if setter else ()))
        at = f"{stake} envy" if len(self.envies) > 1 else "envy"
        return Element("header", (at,), tuple(dict.fromkeys(clauses)), self.wager.id)


def _meters(rules: Rules) -> Block:
    clauses = tuple(dict.fromkeys(clause for meter in rules.meters for clause in _meter_clauses(rules, meter)))
    resets = any(meter.reset != meter.seed for meter in rules.meters)
    headers = ("", "seed", *(["reset"] if resets else []), "rate")
    return Block(
        Element("meters", ("Progressive meters" if len(rules.meters) > 1 else "Progressive meter",), clauses),
        tuple((Element("header", (header,), clauses), 1) for header in headers),
        tuple(_meter(rules, meter, resets) for meter in rules.meters),
        ("left", *("right" for _ in headers[1:])),
    )


def _meter(rules: Rules, meter: Meter, resets: bool) -> Element:
    name = meter_words(meter.name)
    cells = (name[:1].upper() + name[1:], str(meter.seed), *([str(meter.reset)] if resets else []), percent(meter.rate))
    return Element("meter", cells, _meter_clauses(rules, meter), meter.wager)


def _meter_clauses(rules: Rules, meter: Meter) -> tuple[Citation, ...]:
    book, wager = rules.regulation, rules.regulation.wager(meter.wager)
    letter = rules.offers[meter.wager].paytable.letter
    setters = [book.setter(key) for key in (f"seed.{letter}.{meter.name}", f"rate-minimum.{letter}")]
    clauses = (wager.seed, wager.rate, *(setter.citation for setter in setters if setter))
    return tuple(dict.fromkeys(clause for clause in clauses if clause))


def _page(size: tuple[float, float], columns: int, blocks: Sequence[Block]) -> dict[str, object]:
    width, height = size
    return {"width": width * INCH, "height": height * INCH, "columns": _balanced([block.lines for block in blocks], columns)}


def _balanced(lines: Sequence[int], columns: int, first: int = 0) -> list[list[int]]:
    """Blocks in their order, cut into columns so that the longest is as short as can be."""
    if columns == 1:
        return [list(range(first, len(lines)))]
    cuts = range(first + 1, len(lines) - columns + 2)
    tries = [[list(range(first, cut)), *_balanced(lines, columns - 1, cut)] for cut in cuts]
    return min(tries, key=lambda parts: max(sum(lines[place] for place in part) for part in parts))
