"""The PAR sheet: the regulator's report on the odds of a submission, printed from the figures of `analysis.par`."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from houseway import __version__
from houseway.analysis.exact import as_decimal, as_short_percent
from houseway.analysis.findings import MoneyFinding
from houseway.analysis.par.definitions import DEFINITIONS
from houseway.analysis.par.sheet import NOT_SOLVED, ParSheet
from houseway.analysis.par_figures.base_game import ParGame
from houseway.analysis.par_figures.hold_interval import (
    CONFIDENCE,
    FORMULA,
    QUANTILE,
    QUANTILE_PLACES,
    ROUNDS,
    ROUNDS_PER_SQUARED_SKEWNESS,
    HoldInterval,
)
from houseway.analysis.par_figures.spot import PlayerSpot
from houseway.analysis.par_figures.wager import ParWager
from houseway.documents.document import Document, Element
from houseway.documents.par_chapters import Chapter, make_chapter
from houseway.documents.par_game import game_data, game_elements
from houseway.documents.par_words import DEVIATION_PLACES, bar_lengths, money_words, percent_words
from houseway.documents.wording import join_words

TITLE = "Probability accounting report"
SUMMARY_COLUMNS = (
    "Wager",
    "Paytable",
    "Average bet",
    "House edge",
    "Return to player",
    "Hit frequency",
    "Std. deviation",
    "Hold per hour",
    "Clause",
)
SIGNATURES = ("Prepared by", "Reviewed by", "Approved by")
INTERVAL_PLACES = 2
ROUGH = "†"


Sections = dict[str, tuple[Element, ...]]
"""The elements of each section by its name in the template, in order of print."""


def make_par_sheet(sheet: ParSheet) -> Document:
    chapters = [make_chapter(sheet, each) for each in sheet.wagers]
    sections = _sections(sheet, chapters)
    title = sheet.rules.regulation.title
    elements = (Element("title", (TITLE, title)), *(each for section in sections.values() for each in section))
    return Document(f"{title}: PAR sheet", elements, "par_sheet.typ", _template_data(sheet, sections, chapters))


def _sections(sheet: ParSheet, chapters: Sequence[Chapter]) -> Sections:
    rules = sheet.rules
    return {
        "identity": _identity_elements(sheet),
        "summary": tuple(_summary_elements(sheet)),
        "total": (Element("total", ("All wagers, if every player makes each", money_words(sheet.hourly_hold))),),
        "intervals": tuple(_interval_elements(sheet)),
        "spot": _spot_elements(sheet, sheet.spot) if sheet.spot else (),
        "assumptions": tuple(Element("assumption", (text,)) for text in sheet.assumptions),
        "findings": tuple(map(_finding_element, sheet.findings)),
        "game": game_elements(sheet.game) if sheet.game else (),
        "chapters": tuple(element for chapter in chapters for element in chapter.elements),
        "readings": tuple(_reading_elements(sheet)),
        "definitions": tuple(Element("definition", each) for each in DEFINITIONS),
        "sign_off": tuple(Element("sign-off", row) for row in _sign_off_rows(sheet)),
        "foot": (Element("rules", (f"{rules.book}, {rules.version}, rules {rules.hash[:16]}", f"houseway {__version__}")),),
    }


def _template_data(sheet: ParSheet, sections: Sections, chapters: Sequence[Chapter]) -> dict[str, object]:
    cells = {name: [element.cells for element in section] for name, section in sections.items()}
    summary, spot = sections["summary"], sections["spot"]
    return {
        "heading": TITLE,
        "facility": sheet.rules.facility,
        "game": sheet.rules.regulation.title,
        **{name: cells[name] for name in ("identity", "assumptions", "findings", "readings", "definitions")},
        "summary": {
            "columns": SUMMARY_COLUMNS,
            "rows": cells["summary"],
            "levels": [row.kind for row in summary],
            "total": cells["total"][0],
        },
        "holds": _hold_bars(sheet, summary),
        "intervals": {
            "columns": [f"{rounds:,} rounds" for rounds in ROUNDS],
            "rows": cells["intervals"],
            "notes": _interval_notes(sections["intervals"]),
        },
        "spot": {kind: [element.cells for element in spot if element.kind == kind] for kind in ("figure", "note")},
        "chapters": [chapter.to_json() for chapter in chapters],
        "sign_off": {"rows": cells["sign_off"], "signatures": SIGNATURES},
        "solved": game_data(sheet.game) if sheet.game else None,
        "unsolved": "" if sheet.game else NOT_SOLVED,
        "foot": cells["foot"][0],
    }


def _finding_element(found: MoneyFinding) -> Element:
    clauses = (found.clause,) if found.clause else ()
    return Element("finding", (found.message, join_words([clause.clause for clause in clauses])), clauses)


def _identity_elements(sheet: ParSheet) -> tuple[Element, ...]:
    rules, pace = sheet.rules, sheet.pace
    rows = [
        ("Facility", rules.facility),
        ("Rule book", f"{rules.regulation.title}, {rules.book}, version {rules.version}"),
        ("Rules", rules.hash),
        ("Book", rules.regulation.hash),
        ("House way", f"{rules.house_way.title}, {rules.house_way.hash[:16]}" if rules.house_way else ""),
        ("Pace", f"{pace.rounds_per_hour} rounds an hour, {pace.players} players"),
        ("Revision", sheet.revision),
        ("Date", sheet.date),
        ("Produced by", f"houseway {__version__}"),
    ]
    return tuple(Element("identity", row) for row in rows if row[1])


def _sign_off_rows(sheet: ParSheet) -> tuple[tuple[str, str], ...]:
    """Return the lines above the signatures. Empty values are filled in by hand."""
    return (
        ("Revision", sheet.revision),
        ("Date", sheet.date),
        ("Rules", sheet.rules.hash),
        ("Figures", sheet.figures_hash),
    )


# The summary: the game itself, its parts, the optional wagers


def _summary_elements(sheet: ParSheet) -> Iterator[Element]:
    parts = [each for each in sheet.wagers if each.is_base]
    if sheet.game:
        yield _game_row(sheet.game, parts)
    for each in sheet.wagers:
        if not each.is_base:
            yield Element("summary", _summary_cells(each), (each.clause,), each.wager)
        elif len(parts) > 1:
            yield Element("summary-part", _summary_cells(each), (each.clause,), each.wager)


def _game_row(game: ParGame, parts: Sequence[ParWager]) -> Element:
    """Return the row of the game; one wager alone is the game, so the row has its paytable and clause."""
    whole = len(parts) > 1
    cells = (
        "The game itself" if whole else parts[0].title,
        "" if whole else parts[0].paytable,
        money_words(game.average_bet),
        percent_words(game.house_edge),
        percent_words(game.return_to_player),
        percent_words(game.hit_frequency),
        as_decimal(game.standard_deviation, DEVIATION_PLACES),
        money_words(game.hourly_hold),
        "" if whole else parts[0].clause.clause,
        f"house edge of the {game.unit}" if whole else "",
    )
    return Element("summary-game", cells, tuple(each.clause for each in parts), "game")


def _summary_cells(each: ParWager) -> tuple[str, ...]:
    return (
        each.title,
        each.paytable,
        money_words(each.average_bet),
        percent_words(each.house_edge),
        percent_words(each.return_to_player),
        percent_words(each.hit_frequency),
        as_decimal(each.standard_deviation, DEVIATION_PLACES),
        money_words(each.hourly_hold),
        each.clause.clause,
        "",
    )


def _hold_bars(sheet: ParSheet, rows: Iterable[Element]) -> tuple[float, ...]:
    """Return a bar for each row of the summary; the game has one, and its parts have none of their own."""
    holds = {each.wager: each.hourly_hold for each in sheet.wagers if not each.is_base}
    if sheet.game:
        holds["game"] = sheet.game.hourly_hold
    return bar_lengths([holds.get(row.wager, Fraction(0)) for row in rows])


# The hold after a number of rounds


def _interval_elements(sheet: ParSheet) -> Iterator[Element]:
    if sheet.game:
        yield Element("interval", _interval_cells("The game itself", f"of the {sheet.game.unit}", sheet.game.hold_intervals))
    for each in sheet.wagers:
        if each.hold_intervals:
            cells = _interval_cells(each.title, "of the bet", each.hold_intervals)
            yield Element("interval", cells, (), each.wager)


def _interval_cells(title: str, unit: str, intervals: Sequence[HoldInterval]) -> tuple[str, ...]:
    """Return for each number of rounds the two ends, and a mark if the approximation is rough."""
    cells = [
        (percent_words(each.low, INTERVAL_PLACES), percent_words(each.high, INTERVAL_PLACES), ROUGH if each.is_rough else "")
        for each in intervals
    ]
    return title, unit, *(part for each in cells for part in each)


def _interval_notes(intervals: Sequence[Element]) -> list[str]:
    if not intervals:
        return []
    level, quantile = as_short_percent(CONFIDENCE, 1), as_decimal(QUANTILE, QUANTILE_PLACES)
    said = [
        f"With a probability of {level}, the house's share of the bets of so many rounds of one player lies between these"
        f" ends: {FORMULA}, with house edge h, standard deviation s of one round, n rounds and z = {quantile}. This is the"
        " normal approximation, with the exact variance."
    ]
    if any(ROUGH in row.cells for row in intervals):
        said.append(
            f"{ROUGH} Only a rough guide: rare awards decide, and n is less than {ROUNDS_PER_SQUARED_SKEWNESS} times the squared"
            " skewness of a round."
        )
    return said


# One player's spot, readings


def _spot_elements(sheet: ParSheet, spot: PlayerSpot) -> tuple[Element, ...]:
    """Return the figures and notes of one player's spot, all wagers together."""
    figures = (
        ("Staked on average", money_words(spot.wagers.stake), ""),
        ("House edge", percent_words(spot.wagers.house_edge), "of all stakes"),
        ("Standard deviation", money_words(spot.wagers.standard_deviation), "per round"),
        ("Standard deviation", money_words(spot.hourly_deviation), f"per hour of {spot.rounds_per_hour} rounds"),
    )
    said = tuple(Element("figure", figure, wager="spot") for figure in figures)
    if not spot.left_out:
        return said
    notes = [f"Without {_wager_titles(sheet, spot.left_out)}: not counted jointly with all the others."]
    if gone := [wager for wager in spot.left_out if wager in sheet.lost_by_fold]:
        notes.append(
            f"A fold loses {_wager_titles(sheet, gone)}: folded hands are not counted jointly with two optional wagers."
        )
    return (*said, Element("note", (" ".join(notes),), wager="spot"))


def _wager_titles(sheet: ParSheet, wagers: Sequence[str]) -> str:
    return join_words([sheet.rules.regulation.wager(wager).title for wager in wagers])


def _reading_elements(sheet: ParSheet) -> Iterator[Element]:
    """Describe every reading that a figure depends on."""
    book = sheet.rules.regulation
    for id_, choice in sheet.readings.items():
        reading = book.readings[id_]
        cells = (id_, reading.problem, reading.choices[choice], reading.clauses[0].clause)
        yield Element("reading", cells, reading.clauses)
