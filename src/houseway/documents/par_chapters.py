"""The chapters of a PAR sheet, one for each wager: its figures, its outcomes, and notes."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact import as_decimal, as_dollars, as_signed_decimal
from houseway.analysis.par.sheet import ParSheet
from houseway.analysis.par_figures.wager import ParRow, ParWager
from houseway.documents.document import Element
from houseway.documents.par_words import (
    DEVIATION_PLACES,
    RETURN_PLACES,
    bar_lengths,
    deviation_words,
    edges_by_stake,
    money_words,
    percent_words,
    true_odds_words,
)
from houseway.documents.wording import hand_title, join_words, meter_title
from houseway.procedure import PAI_GOW

ROW_COLUMNS = ("Outcome", "Pays", "Combinations", "Probability", "True odds", "Return", "", "Clause")
OWN_STAKE = "of the wager's own stake"
PROBABILITY_PLACES, CORRELATION_PLACES = 10, 4


@dataclass(frozen=True)
class Chapter:
    """A heading with its figures, a table, and notes."""

    title: str
    subtitle: str
    is_part: bool
    """Whether the wager is a part of the game itself."""
    figures: tuple[tuple[str, str, str], ...]
    """Name, value and unit; none if this wager is the whole game, whose section has the figures."""
    columns: tuple[str, ...]
    rows: tuple[Element, ...]
    bars: tuple[float, ...]
    """The length of each row's bar."""
    notes: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, object]:
        return {
            "title": self.title,
            "beside": self.subtitle,
            "part": self.is_part,
            "figures": self.figures,
            "columns": self.columns,
            "rows": [row.cells for row in self.rows],
            "bars": self.bars,
            "notes": self.notes,
        }

    @property
    def elements(self) -> tuple[Element, ...]:
        head = Element("wager", (self.title, self.subtitle))
        figures = tuple(Element("figure", figure) for figure in self.figures)
        return (head, *figures, *self.rows, *(Element("note", note) for note in self.notes))


def make_chapter(sheet: ParSheet, each: ParWager) -> Chapter:
    bars = [row.contribution if row.net > 0 else Fraction(0) for row in each.rows]
    is_game = each.is_base and not any(other.is_base for other in sheet.wagers if other is not each)
    said = (*(() if is_game else _figure_notes(each)), *_wager_notes(each), *_joint_notes(sheet, each))
    return Chapter(
        title=each.title,
        subtitle=_subtitle(sheet, each),
        is_part=each.is_base,
        figures=() if is_game else _figures(each),
        columns=ROW_COLUMNS,
        rows=tuple(_outcome_row(each, row) for row in each.rows),
        bars=bar_lengths(bars),
        notes=tuple(note for note in said if note[1]),
    )


def _subtitle(sheet: ParSheet, each: ParWager) -> str:
    several = len(sheet.rules.regulation.paytables_of(each.wager)) > 1
    stake = f"average bet {money_words(each.average_bet)}" if each.average_bet else "no stake of its own"
    said = (f"Paytable {each.paytable}" if several else "", each.clause.clause, stake)
    return ", ".join(filter(None, said))


def _figures(each: ParWager) -> tuple[tuple[str, str, str], ...]:
    return (
        ("House edge", percent_words(each.house_edge), "" if each.average_stake else f"of {each.bet}"),
        ("Return to player", percent_words(each.return_to_player), ""),
        ("Hit frequency", percent_words(each.hit_frequency), ""),
        ("Standard deviation", as_decimal(each.standard_deviation, DEVIATION_PLACES), _unit(each)),
        ("Hold per hour", money_words(each.hourly_hold), ""),
    )


def _unit(each: ParWager) -> str:
    return "Antes" if each.is_base and each.wager != PAI_GOW else "bets"


def _outcome_row(each: ParWager, row: ParRow) -> Element:
    cells = (
        hand_title(row.hand),
        re.sub(r"(?<=% of )\S+", lambda meter: meter_title(meter[0]), row.pays),
        f"{row.combinations:,}",
        as_decimal(row.probability, PROBABILITY_PLACES),
        true_odds_words(row),
        as_signed_decimal(row.contribution, RETURN_PLACES),
        "",
        row.clause.clause if row.clause else "",
    )
    return Element("row", cells, (row.clause,) if row.clause else (), each.wager)


def _figure_notes(each: ParWager) -> Iterator[tuple[str, str]]:
    yield "Expected value", f"{as_signed_decimal(each.expected_value, RETURN_PLACES)} {_unit(each)} a round"
    yield "House edge", "" if each.edge_unit == OWN_STAKE else each.edge_unit
    yield "Per hour", "" if each.hourly_deviation is None else deviation_words(each.hourly_deviation)


def _wager_notes(each: ParWager) -> Iterator[tuple[str, str]]:
    yield "Method", "" if each.is_base else each.method
    yield "At other stakes", edges_by_stake(each.other_stakes, "stake")
    yield from _meter_notes(each)
    yield "Payout limit", str(each.limit or "")
    yield "Readings", reading_words(each.readings)
    yield "Assumed", "; ".join(each.assumptions)


def _meter_notes(each: ParWager) -> Iterator[tuple[str, str]]:
    yield "Meters", join_words([f"{meter_title(name)} at {as_dollars(shows)}" for name, shows in each.meters.items()])
    fair = [f"{meter_title(name)} {_break_even_words(at)}" for name, at in each.break_even.items()]
    yield "Break-even", join_words(fair) + (", each with the other meters unchanged" if len(fair) > 1 else "")
    if each.life_edge is not None:
        yield (
            "Over its life",
            f"{percent_words(each.life_edge)}, counting contributions to meters and their resets as the house's costs",
        )


def _break_even_words(cents: Fraction | None) -> str:
    """Round up to the dollar: a meter that shows less has not reached the amount."""
    return "never" if cents is None else f"${-(-cents // 100):,}"


def reading_words(readings: Mapping[str, str]) -> str:
    return join_words([f"{id_} {choice}" for id_, choice in readings.items()])


def _joint_notes(sheet: ParSheet, each: ParWager) -> Iterator[tuple[str, str]]:
    """Yield the wager's correlations with others of its spot, and those with which it is not counted jointly."""

    def other(pair: tuple[str, str]) -> str:
        return sheet.rules.regulation.wager(pair[each.wager == pair[0]]).title

    pairs = [((pair.one, pair.other), as_signed_decimal(pair.correlation, CORRELATION_PLACES)) for pair in sheet.covariances]
    yield "Correlation", join_words([f"{number} with {other(pair)}" for pair, number in pairs if each.wager in pair])
    yield "Not counted with", join_words([other(pair) for pair in sheet.uncounted_pairs if each.wager in pair])
