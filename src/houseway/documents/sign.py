"""The payout sign: every wager offered, its paytable, its meters and the notices, on one page."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.citation import Citation
from houseway.documents import law
from houseway.documents.document import DEFAULT_THEME, Document, Element, printable_name
from houseway.documents.notices import sign_notices
from houseway.documents.sheets import sheet_arrangements
from houseway.documents.wording import format_percent, hand_title, join_words, meter_title, pay_words
from houseway.money import Cents
from houseway.regulation import OfferedWhen, Paytable, Row
from houseway.submission import FiledMeter, Offer, Rules

SMALLEST, COMFORTABLE, LARGEST = 14, 18, 36
"""Type sizes in points: the smallest allowed for payouts, the size below which a larger paper is taken, and the largest."""
MARGIN = 34
"""Points around the sign."""
USUAL_PAPERS = ("us-letter", "us-tabloid")
"""Tried in turn if no paper is named."""

BAND_LINES, NOTICE_LINE_CHARACTERS = 2, 34
"""The height of a panel's band and the space below it, in lines, and the characters in a line of a notice in a column. Both are
estimates that balance the columns."""

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
class SignTable:
    """A small table: what a wager pays, its envy bonuses or its meters."""

    headers: tuple[Element, ...]
    """The line above the rows, one cell for each column; empty if there is none."""
    rows: tuple[Element, ...]

    def to_json(self) -> dict[str, object]:
        return {"headers": [header.text for header in self.headers], "rows": [list(row.cells) for row in self.rows]}


@dataclass(frozen=True)
class SignPanel:
    """A wager with its stakes and its tables, which stay together."""

    title: Element
    stakes: Element
    tables: tuple[SignTable, ...]

    @property
    def elements(self) -> tuple[Element, ...]:
        printed = (self.title, self.stakes, *(part for table in self.tables for part in (*table.headers, *table.rows)))
        return tuple(element for element in printed if element.text)

    @property
    def line_count(self) -> int:
        return BAND_LINES + sum(bool(table.headers) + len(table.rows) for table in self.tables)

    def to_json(self) -> dict[str, object]:
        tables = [table.to_json() for table in self.tables]
        return {"title": self.title.text, "stakes": self.stakes.text, "tables": tables}


def make_sign(rules: Rules, theme: str = DEFAULT_THEME, paper: str | None = None) -> Document:
    """Make the sign that an operator may post instead of inscribing the layout.

    Without a paper it takes US Letter, or Tabloid if the type would be uncomfortably small."""
    head = _head_elements(rules)
    panels = sign_panels(rules)
    notices, foot = sign_notices(rules), _foot_elements(rules)
    elements = (*head, *(element for panel in panels for element in panel.elements), *notices, *foot)
    papers = (paper,) if paper else USUAL_PAPERS
    lines, notice_lines = [panel.line_count for panel in panels], sum(map(_notice_line_count, notices))
    data = {
        "facility": head[0].text,
        "game": head[1].text,
        "panels": [panel.to_json() for panel in panels],
        "notices": [notice.cells for notice in notices],
        "foot": [element.text for element in foot],
        "papers": [sheet_arrangements(each, lines, notice_lines) for each in papers],
        "paper": join_words(papers, "or"),
        "margin": MARGIN,
        "smallest": SMALLEST,
        "comfortable": COMFORTABLE,
        "largest": LARGEST,
    }
    return Document(f"{rules.regulation.title}: payouts", elements, "sign.typ", data, theme)


def sign_panels(rules: Rules) -> list[SignPanel]:
    """Return the panels of all wagers that are offered, in the book's order."""
    return [_WagerPanel(rules, rules.offers[wager]).panel() for wager in rules.regulation.wagers if wager in rules.offers]


def _notice_line_count(notice: Element) -> int:
    _, text = notice.cells
    return 2 + len(text) // NOTICE_LINE_CHARACTERS


def _head_elements(rules: Rules) -> tuple[Element, ...]:
    return (
        Element("facility", (printable_name(rules.facility),), law.facility_clauses(rules)),
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


class _WagerPanel:
    """A wager's panel, with its envy bonuses in the rows of its paytable if they fit."""

    def __init__(self, rules: Rules, offer: Offer) -> None:
        self.rules, self.offer, self.book = rules, offer, rules.regulation
        self.wager = self.book.wager(offer.wager)
        self.rows = offer.paytable.rows
        self.envies = {table.wager: table.rows for table in offer.envy if self._is_stake_offered(table)}
        self.printed = rules.law(law.ODDS)

    def panel(self) -> SignPanel:
        clauses = (self.wager.clause, self.offer.paytable.clause, *self.printed)
        return SignPanel(
            Element("wager", (self.wager.title,), clauses, self.wager.id),
            Element("stakes", (self._stakes_words(),), self._stakes_clauses(), self.wager.id),
            (*self._pay_tables(), *_meter_tables(self.rules, self.offer)),
        )

    def _pay_tables(self) -> Iterator[SignTable]:
        paid = {row.hand for row in self.rows}
        if all(row.hand in paid for rows in self.envies.values() for row in rows):
            yield self._pay_table(tuple(self.envies))
        else:
            yield self._pay_table(())
            yield self._envy_table()

    def _pay_table(self, envies: tuple[str, ...]) -> SignTable:
        cards = self._cards_element()
        headers = (cards, Element("header", ("pays",), self.printed, self.wager.id), *map(self._envy_header, envies))
        rows = tuple(self._make_row(row, (pay_words(row.pays),), envies) for row in self.rows)
        return SignTable(headers if envies or cards.text else (), rows)

    def _envy_table(self) -> SignTable:
        """Return the envy bonuses by themselves, for hands that the paytable does not have."""
        title = Element("header", ("Envy bonus",), tuple(self.book.wager(envy).clause for envy in self.envies), self.wager.id)
        rows = {row.hand: row for rows in self.envies.values() for row in rows}.values()
        return SignTable(
            (title, *map(self._envy_header, self.envies)), tuple(self._make_row(row, (), tuple(self.envies)) for row in rows)
        )

    def _is_stake_offered(self, table: Paytable) -> bool:
        """Return whether the stake of an envy bonus is offered; otherwise the bonus is not posted."""
        stake = self.book.value_of(f"envy-stake.{table.wager}")
        return not isinstance(stake, Cents) or stake in self.offer.stakes

    def _make_row(self, row: Row, pays: tuple[str, ...], envies: tuple[str, ...]) -> Element:
        envy = [next((each for each in self.envies[name] if each.hand == row.hand), None) for name in envies]
        cells = (*pays, *(pay_words(each.pays) if each else "" for each in envy))
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

    def _envy_header(self, envy: str) -> Element:
        setter, stake = self.book.clause_setting(f"envy-stake.{envy}"), self.book.value_of(f"envy-stake.{envy}")
        clauses = (self.book.wager(envy).clause, *((setter.citation,) if setter else ()))
        at = f"{stake} envy" if len(self.envies) > 1 else "envy"
        return Element("header", (at,), tuple(dict.fromkeys(clauses)), self.wager.id)


def _meter_tables(rules: Rules, offer: Offer) -> Iterator[SignTable]:
    """Yield a table with the meters of a wager, if it has any."""
    meters = [meter for meter in rules.meters if meter.wager == offer.wager]
    if not meters:
        return
    clauses = tuple(dict.fromkeys(clause for meter in meters for clause in _meter_clauses(rules, meter)))
    resets = any(meter.reset != meter.seed for meter in meters)
    headers = ("Meters" if meters[1:] else "", "seed", *(["reset"] if resets else []), "rate")
    yield SignTable(
        tuple(Element("header", (header,), clauses, offer.wager) for header in headers),
        tuple(_meter_row(rules, meter, resets) for meter in meters),
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
