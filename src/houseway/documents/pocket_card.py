"""The pocket card: a house way as a table for the dealer, on a sheet that folds to pocket size."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from houseway.citation import Citation
from houseway.documents.document import DEFAULT_THEME, Document, Element, printable_name
from houseway.documents.sheets import paper_size
from houseway.hands import PAI_GOW_HIGH
from houseway.house_way import HandKind, HouseWay, Rule
from houseway.house_way.vocabulary import print_conditions
from houseway.house_way.way import FILED_WAY_CLAUSES, NOT_LOWER_CLAUSES

SMALLEST, COMFORTABLE, LARGEST = 6, 7.5, 9.5
"""Type sizes in points. The card takes the first sheet on which its type is comfortable, else the one on which it is largest."""

PANEL_SIZE = (74.0, 105.0)
"""Millimetres: A7, which fits a breast pocket."""
POINTS_PER_MILLIMETRE = 72 / 25.4
SHEETS = ((2, 1), (2, 2), (4, 2))
"""Panels across and down: A6 folded once, A5 folded twice, A4 folded three times."""

IF_POSSIBLE, OTHERWISE = "if possible", "otherwise"
"""Printed for a rule without a condition: `if possible` where other rules follow, and `otherwise` for the last rule."""
PLAIN_TITLE, COMPLETE_TITLE = "No straight, no flush", "Complete: a straight or a flush"
IN_FRONT = "In front"
"""The heading of the column that says which two cards make the low hand."""
JOKER_CLAUSES = tuple(dict.fromkeys((*PAI_GOW_HIGH.joker_ace_clauses, *PAI_GOW_HIGH.joker_completes_clauses)))
NOTES: Mapping[str, tuple[Citation, ...]] = {
    "The first line that applies decides. The two cards in front are the low hand.": FILED_WAY_CLAUSES,
    "The joker is an ace, or any card that completes a straight or a flush.": JOKER_CLAUSES,
    "Others are the cards in no pair, trips or quads.": FILED_WAY_CLAUSES,
    "The high hand never ranks below the low hand.": NOT_LOWER_CLAUSES,
}
"""What a dealer must know beside the rules, with the clauses behind it."""


@dataclass(frozen=True)
class CardLine:
    """A rule in a dealer's words."""

    rule: Rule
    when: str
    """Empty if the kind has only one rule, without a condition."""
    front: str


@dataclass(frozen=True)
class CardSection:
    """The rules of a kind of hand."""

    kind: HandKind
    title: str
    lines: tuple[CardLine, ...]


def card_sections(way: HouseWay) -> tuple[CardSection, ...]:
    """Return the table of a house way, kind by kind, as the card and the command line show it."""
    return tuple(CardSection(kind, kind.label.capitalize(), tuple(_card_lines(rules))) for kind, rules in way.rules.items())


def _card_lines(rules: tuple[Rule, ...]) -> Iterator[CardLine]:
    for rule in rules:
        front = f"as {rule.follows.label}" if rule.follows else str(rule.front)
        always = "" if len(rules) == 1 else IF_POSSIBLE if rule is not rules[-1] else OTHERWISE
        yield CardLine(rule, _condition_words(rule) or always, front)


def _condition_words(rule: Rule) -> str:
    unless = f"unless {print_conditions(rule.unless)}" if rule.unless else ""
    return ", ".join(part for part in (print_conditions(rule.when), unless) if part)


def make_pocket_card(way: HouseWay, theme: str = DEFAULT_THEME, paper: str | None = None) -> Document:
    """Print the card, on paper of its own size or on a named one, from which it is cut. It has only what the file says, with the
    clauses that let the file decide."""
    head = (
        Element("title", ("House way",), FILED_WAY_CLAUSES),
        Element("facility", (printable_name(way.title),), FILED_WAY_CLAUSES),
    )
    groups = [_group_elements(PLAIN_TITLE, way, complete=False), _group_elements(COMPLETE_TITLE, way, complete=True)]
    notes = tuple(Element("note", (note,), clauses) for note, clauses in NOTES.items())
    foot = Element("foot", (f"House way {way.name}", f"hash {way.hash[:16]}"))
    sheet = None if paper is None else paper_size(paper)
    width, height = _panel_on(sheet)
    data = {
        "head": [element.text for element in head],
        "groups": [{"title": title.cells, "sections": [_section_data(found) for found in inside]} for title, inside in groups],
        "notes": [element.text for element in notes],
        "foot": foot.cells,
        "panel": {"width": width, "height": height},
        "paper": None if sheet is None else {"width": sheet[0], "height": sheet[1]},
        "sheets": [{"across": across, "down": down} for across, down in SHEETS],
        "smallest": SMALLEST,
        "comfortable": COMFORTABLE,
        "largest": LARGEST,
    }
    rules = (element for title, inside in groups for element in (title, *(part for found in inside for part in found)))
    return Document(f"House way: {way.title}", (*head, *rules, *notes, foot), "pocket_card.typ", data, theme)


def _panel_on(paper: tuple[float, float] | None) -> tuple[float, float]:
    """Return a panel's width and height in millimetres, so that the largest sheet fits on a paper."""
    width, height = PANEL_SIZE
    if paper is None:
        return width, height
    across, down = SHEETS[-1]
    short, long = (side / POINTS_PER_MILLIMETRE for side in paper)
    return min(width, long / across), min(height, short / down)


KindElements = tuple[Element, ...]
"""The title of a kind, then its rules."""


def _group_elements(title: str, way: HouseWay, complete: bool) -> tuple[Element, list[KindElements]]:
    found = [section for section in card_sections(way) if section.kind.is_complete is complete]
    return Element("group", (title, IN_FRONT), FILED_WAY_CLAUSES), [_kind_elements(section) for section in found]


def _kind_elements(section: CardSection) -> KindElements:
    title = Element("kind", (section.title,), FILED_WAY_CLAUSES)
    return (title, *(Element("rule", (line.when, line.front), FILED_WAY_CLAUSES) for line in section.lines))


def _section_data(printed: KindElements) -> dict[str, object]:
    title, *rules = printed
    return {"title": title.text, "rules": [list(rule.cells) for rule in rules]}
