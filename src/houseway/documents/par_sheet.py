"""The PAR sheet: the regulator's report on the odds of a submission, printed from the figures of `analysis.par`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway import __version__
from houseway.analysis.exact import MINUS, decimal, dollars, dollars_and_cents, short_signed, signed
from houseway.analysis.exact import percent as plain_percent
from houseway.analysis.par.base_game import ParGame, StrategyGrid
from houseway.analysis.par.sheet import NOT_SOLVED, ParSheet
from houseway.analysis.par.spot import PlayerSpot
from houseway.analysis.par.wager import ParRow, ParWager
from houseway.citation import Citation
from houseway.documents.document import Document, Element
from houseway.documents.wording import hand_title, join_words

TITLE = "Probability accounting report"
ROW_COLUMNS = ("Outcome", "Pays", "Combinations", "Probability", "True odds", "Return", "", "Clause")
SUMMARY_COLUMNS = (
    "Wager",
    "Paytable",
    "Average bet",
    "House edge",
    "Hit frequency",
    "Std. deviation",
    "Hold per hour",
    "Clause",
)
BANK_COLUMNS = ("Opponents", "Before vigorish", "Vigorish", "", "Expected value")
EDGE_PLACES, PROBABILITY_PLACES, RETURN_PLACES = 4, 10, 6
DEVIATION_PLACES, CORRELATION_PLACES, NET_PLACES = 4, 4, 3
MOST_BINS = 10
"""Results of up to this many bets are shown one by one, rounded to the nearest; larger results are shown together."""


@dataclass(frozen=True)
class Chapter:
    """A heading with its figures, a table, and notes."""

    title: str
    subtitle: str
    figures: tuple[tuple[str, str, str], ...]
    """Name, value and unit."""
    columns: tuple[str, ...]
    rows: tuple[Element, ...]
    bars: tuple[float, ...]
    """The length of each row's bar, from -1 to 1."""
    notes: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, object]:
        return {
            "title": self.title,
            "beside": self.subtitle,
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


def make_par_sheet(sheet: ParSheet) -> Document:
    rules = sheet.rules
    identity = _identity_elements(sheet)
    summary = [_summary_row(each) for each in sheet.wagers]
    chapters = [_wager_chapter(sheet, each) for each in sheet.wagers]
    assumed = [Element("assumption", (text,)) for text in sheet.assumptions]
    found = [Element("finding", (each.message,), (each.clause,) if each.clause else ()) for each in sheet.findings]
    readings = list(_reading_elements(sheet))
    foot = Element("rules", (f"{rules.book}, {rules.version}, rules {rules.hash[:16]}", f"houseway {__version__}"))
    game = _game_data(sheet.game) if sheet.game else None
    spot = _spot_elements(sheet, sheet.spot) if sheet.spot else ()
    total = Element("total", ("All wagers, if every player makes each", money_words(sheet.hourly_hold)))
    data: dict[str, object] = {
        "heading": TITLE,
        "facility": rules.facility,
        "game": rules.regulation.title,
        "identity": [element.cells for element in identity],
        "summary": {"columns": SUMMARY_COLUMNS, "rows": [row.cells for row in summary], "total": total.cells},
        "holds": _bar_lengths([each.hourly_hold for each in sheet.wagers]),
        "spot": {kind: [element.cells for element in spot if element.kind == kind] for kind in ("figure", "note")},
        "chapters": [chapter.to_json() for chapter in chapters],
        "assumptions": [element.text for element in assumed],
        "findings": [[*element.cells, _clause_words(element)] for element in found],
        "readings": [element.cells for element in readings],
        "solved": game,
        "unsolved": "" if sheet.game else NOT_SOLVED,
        "foot": foot.cells,
    }
    elements = (
        Element("title", (TITLE, rules.regulation.title)),
        *identity,
        *summary,
        total,
        *spot,
        *(element for chapter in chapters for element in chapter.elements),
        *assumed,
        *found,
        *readings,
        *_game_elements(sheet.game),
        foot,
    )
    return Document(f"{rules.regulation.title}: PAR sheet", elements, "par_sheet.typ", data)


def _identity_elements(sheet: ParSheet) -> tuple[Element, ...]:
    rules, pace = sheet.rules, sheet.pace
    rows = [
        ("Facility", rules.facility),
        ("Rule book", f"{rules.regulation.title}, {rules.book}, version {rules.version}"),
        ("Rules", rules.hash),
        ("Book", rules.regulation.hash),
        ("House way", f"{rules.house_way.title}, {rules.house_way.hash[:16]}" if rules.house_way else ""),
        ("Pace", f"{pace.rounds_per_hour} rounds an hour, {pace.players} players"),
        ("Date", sheet.date),
        ("Produced by", f"houseway {__version__}"),
    ]
    return tuple(Element("identity", row) for row in rows if row[1])


def _summary_row(each: ParWager) -> Element:
    cells = (
        each.title,
        each.paytable,
        _average_bet(each),
        percent_words(each.house_edge),
        percent_words(each.hit_frequency),
        decimal(each.standard_deviation, DEVIATION_PLACES),
        money_words(each.hourly_hold),
        each.clause.clause,
    )
    return Element("summary", cells, (each.clause,), each.wager)


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


def _average_bet(each: ParWager) -> str:
    if each.average_stake == 1:
        return str(each.bet)
    return money_words(each.average_stake * each.bet.amount) if each.average_stake else "none"


def _clause_words(element: Element) -> str:
    return join_words([clause.clause for clause in element.clauses]) if element.clauses else ""


# A wager


def _wager_chapter(sheet: ParSheet, each: ParWager) -> Chapter:
    by_ante = each.is_base and each.wager != "pai-gow"
    unit = "Antes" if by_ante else "bets"
    figures = (
        ("House edge", percent_words(each.house_edge), ""),
        ("Hit frequency", percent_words(each.hit_frequency), ""),
        ("Standard deviation", decimal(each.standard_deviation, DEVIATION_PLACES), unit),
        ("Hold per hour", money_words(each.hourly_hold), ""),
    )
    several = len(sheet.rules.regulation.paytables_of(each.wager)) > 1
    bet = f"{'Ante' if by_ante else 'bet'} {each.bet}" if each.average_stake else "no stake of its own"
    beside = f"{f'Paytable {each.paytable}, ' if several else ''}{each.clause.clause}, {bet}"
    return Chapter(
        title=each.title,
        subtitle=beside,
        figures=figures,
        columns=ROW_COLUMNS,
        rows=tuple(_outcome_row(each, row) for row in each.rows),
        bars=_bar_lengths([row.contribution if row.net > 0 else Fraction(0) for row in each.rows]),
        notes=tuple(note for note in (*_wager_notes(each), *_joint_notes(sheet, each)) if note[1]),
    )


def _outcome_row(each: ParWager, row: ParRow) -> Element:
    cells = (
        hand_title(row.hand),
        row.pays,
        f"{row.combinations:,}",
        decimal(row.probability, PROBABILITY_PLACES),
        true_odds_words(row),
        signed(row.contribution, RETURN_PLACES),
        "",
        row.clause.clause if row.clause else "",
    )
    return Element("row", cells, (row.clause,) if row.clause else (), each.wager)


def true_odds_words(row: ParRow) -> str:
    """Return the odds against the row, to 1."""
    odds = row.true_odds
    if odds is None:
        return "never"
    whole, part = decimal(odds, 2).split(".")
    return f"{int(whole):,}.{part} to 1"


def _wager_notes(each: ParWager) -> Iterator[tuple[str, str]]:
    yield "Expected value", f"{signed(each.expected_value, RETURN_PLACES)} {each.edge_unit}"
    yield "Per hour", "" if each.hourly_deviation is None else _hour_words(each.hourly_deviation)
    yield "Method", f"{each.total:,} combinations: {each.method}" if each.is_base else each.method
    yield "At other stakes", join_words([f"{percent_words(edge)} at {stake}" for stake, edge in each.other_stakes])
    yield "Meters", join_words([f"{name} at {dollars(shows)}" for name, shows in each.meters.items()])
    fair = [f"{name} never" if at is None else f"{name} {_round_up_dollars(at)}" for name, at in each.break_even.items()]
    yield "Break-even", join_words(fair) + (", each with the other meters unchanged" if len(fair) > 1 else "")
    if each.life_edge is not None:
        yield (
            "Over its life",
            f"{percent_words(each.life_edge)}, counting contributions to meters and their resets as the house's costs",
        )
    yield "Payout limit", str(each.limit or "")
    yield "Readings", join_words([f"{id_} {choice}" for id_, choice in each.readings.items()])
    yield "Assumed", "; ".join(each.assumptions)


def _hour_words(deviation: Fraction) -> str:
    return f"standard deviation {money_words(deviation)} of one player's net result"


def _joint_notes(sheet: ParSheet, each: ParWager) -> Iterator[tuple[str, str]]:
    """Yield the wager's correlations with others of its spot, and those with which it is not counted jointly."""

    def other(pair: tuple[str, str]) -> str:
        return sheet.rules.regulation.wager(pair[each.wager == pair[0]]).title

    pairs = [((pair.one, pair.other), signed(pair.correlation, CORRELATION_PLACES)) for pair in sheet.covariances]
    yield "Correlation", join_words([f"{number} with {other(pair)}" for pair, number in pairs if each.wager in pair])
    yield "Not counted with", join_words([other(pair) for pair in sheet.uncounted_pairs if each.wager in pair])


def _round_up_dollars(cents: Fraction) -> str:
    """Round up to the dollar: a meter that shows less has not reached the amount."""
    return f"${-(-cents // 100):,}"


# The game itself


def _game_data(game: ParGame) -> dict[str, object]:
    return {
        "title": "The game itself",
        "figures": _game_figures(game),
        "distribution": net_distribution(game),
        "frequencies": [(action, percent_words(share)) for action, share in game.frequencies.items()],
        "strategy": game.strategy,
        "notes": [note for note in _game_notes(game) if note[1]],
        "grid": _grid_data(game.grid) if game.grid else None,
        "bank": {"columns": BANK_COLUMNS, "rows": _bank_rows(game)} if game.bank else None,
        "caption": _distribution_caption(game),
    }


def _game_notes(game: ParGame) -> Iterator[tuple[str, str]]:
    yield "Per hour", _hour_words(game.hourly_deviation)
    yield f"By the {game.unit}", join_words([f"{percent_words(edge)} at {stake}" for stake, edge in game.by_stake])
    brings = [f"{percent_words(-Fraction(at.bank_odds[0].edge))} at {at.stake}" for at in game.bank_by_stake]
    yield "Bank by stake", f"expected value against one opponent {join_words(brings)}" if brings else ""
    yield "Method", game.method
    yield "Assumed", "; ".join(game.assumptions)


def _bank_rows(game: ParGame) -> list[tuple[str, str, str, str, str]]:
    """Return a row per number of opponents: result before vigorish, vigorish, whether that is exact, and the expected value; as
    shares of all wagers against the bank."""
    rows = []
    for each in game.bank:
        taken = each.vigorish
        exact = taken if isinstance(taken, Fraction) else Fraction(taken.mean)
        sure = "exact" if isinstance(taken, Fraction) else f"sampled, ± {taken.standard_error * 100:.4f}%"
        shares = percent_words(each.before_vigorish), percent_words(exact), percent_words(-Fraction(each.edge))
        rows.append((str(each.opponents), *shares[:2], sure, shares[2]))
    return rows


def _game_figures(game: ParGame) -> list[tuple[str, str, str]]:
    several = [
        ("Element of risk", percent_words(game.element_of_risk), "of all stakes"),
        ("Staked on average", decimal(game.average_stake, 4), f"{game.unit}s"),
    ]
    return [
        ("House edge", percent_words(game.house_edge), f"of the {game.unit}"),
        *(several if game.average_stake != 1 else ()),
        ("Rounds won", percent_words(game.hit_frequency), ""),
        ("Standard deviation", decimal(game.standard_deviation, DEVIATION_PLACES), f"{game.unit}s"),
        ("Combinations", f"{game.total:,}", ""),
    ]


def net_distribution(game: ParGame) -> list[tuple[str, float, str, int]]:
    """Return the distribution of net results: label, share, share in words, and side (-1: the player loses, 1: wins)."""
    bins: dict[str, tuple[Fraction, int, int]] = {}
    if _is_binned(game):  # include results that never occur, so that the axis is even
        every = range(_round_half_away(min(game.distribution)), MOST_BINS + 1)
        bins = {_net_label(Fraction(each)): (Fraction(0), each, (each > 0) - (each < 0)) for each in every}
    for net, count in game.distribution.items():
        label, place = _bin_of(game, net)
        side = (net > 0) - (net < 0)
        before = bins.get(label, (Fraction(0), place, side))
        bins[label] = before[0] + Fraction(count, game.total), place, side
    ordered = sorted(bins.items(), key=lambda each: each[1][1])
    return [(label, float(share), percent_words(share, 2) if share else "", side) for label, (share, _, side) in ordered]


def _bin_of(game: ParGame, net: Fraction) -> tuple[str, int]:
    if not _is_binned(game):
        return _net_label(net), int(net * 100)
    nearest = _round_half_away(net)
    return (f"over +{MOST_BINS}", MOST_BINS + 1) if nearest > MOST_BINS else (_net_label(Fraction(nearest)), nearest)


def _distribution_caption(game: ParGame) -> str:
    nearest = ", rounded to the nearest" if _is_binned(game) else ""
    return f"the player's net result of a round, in {game.unit}s{nearest}; green: the player loses, red: the player wins"


def _is_binned(game: ParGame) -> bool:
    return max(game.distribution) > MOST_BINS


def _round_half_away(net: Fraction) -> int:
    """Round to the nearest integer, halves away from zero."""
    return int(net + Fraction(1, 2)) if net > 0 else -int(Fraction(1, 2) - net)


def _net_label(net: Fraction) -> str:
    return short_signed(net, NET_PLACES)


def _grid_data(grid: StrategyGrid) -> dict[str, object]:
    return {"title": grid.title, "columns": grid.columns, "rows": grid.rows}


def _game_elements(game: ParGame | None) -> tuple[Element, ...]:
    if game is None:
        return ()
    figures = tuple(Element("figure", figure, wager="game") for figure in _game_figures(game))
    return (
        *figures,
        *(Element("strategy", (text,)) for text in game.strategy),
        *(Element("bank", row) for row in _bank_rows(game)),
    )


# Readings and numbers


def _reading_elements(sheet: ParSheet) -> Iterator[Element]:
    """Describe every reading that a figure depends on."""
    book = sheet.rules.regulation
    used: Mapping[str, str] = {id_: choice for each in sheet.wagers for id_, choice in each.readings.items()}
    for id_, choice in used.items():
        reading = book.readings[id_]
        clauses: tuple[Citation, ...] = reading.clauses
        yield Element("reading", (id_, reading.problem, reading.choices[choice], clauses[0].clause), clauses)


def percent_words(value: Fraction, places: int = EDGE_PLACES) -> str:
    return plain_percent(value, places).replace("-", MINUS)


def money_words(cents: Fraction) -> str:
    return dollars_and_cents(cents).replace("-", MINUS)


def _bar_lengths(values: Sequence[Fraction]) -> tuple[float, ...]:
    """Return the lengths of bars, relative to the longest."""
    longest = max((abs(value) for value in values), default=Fraction(0))
    return tuple(round(float(value / longest), 4) if longest else 0.0 for value in values)
