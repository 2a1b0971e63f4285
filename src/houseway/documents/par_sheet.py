"""The PAR sheet: the regulator's report on the odds of a submission, printed from the figures of `analysis.par`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway import __version__
from houseway.analysis.exact import MINUS, decimal, dollars, dollars_and_cents, short_signed, signed
from houseway.analysis.exact import percent as plain_percent
from houseway.analysis.par.base_game import Grid, ParGame
from houseway.analysis.par.sheet import NOT_SOLVED, ParSheet
from houseway.analysis.par.spot import OneSpot
from houseway.analysis.par.wager import ParRow, ParWager
from houseway.citation import Citation
from houseway.documents.document import Document, Element
from houseway.documents.words import hand_words, listed

TITLE = "Probability accounting report"
COLUMNS = ("Outcome", "Pays", "Combinations", "Probability", "True odds", "Return", "", "Clause")
SUMMARY = ("Wager", "Paytable", "Average bet", "House edge", "Hit frequency", "Std. deviation", "Hold per hour", "Clause")
BANK = ("Opponents", "Before vigorish", "Vigorish", "", "Expected value")
EDGE_PLACES, PROBABILITY_PLACES, RETURN_PLACES = 4, 10, 6
DEVIATION_PLACES, CORRELATION_PLACES, NET_PLACES = 4, 4, 3
BINS = 10
"""Results of up to this many bets are shown one by one, rounded to the nearest; larger results are shown together."""


@dataclass(frozen=True)
class Chapter:
    """A heading with its figures, a table, and notes."""

    title: str
    beside: str
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
            "beside": self.beside,
            "figures": self.figures,
            "columns": self.columns,
            "rows": [row.cells for row in self.rows],
            "bars": self.bars,
            "notes": self.notes,
        }

    @property
    def elements(self) -> tuple[Element, ...]:
        head = Element("wager", (self.title, self.beside))
        figures = tuple(Element("figure", figure) for figure in self.figures)
        return (head, *figures, *self.rows, *(Element("note", note) for note in self.notes))


def par_sheet(sheet: ParSheet) -> Document:
    rules = sheet.rules
    identity = _identity(sheet)
    summary = [_summary(each) for each in sheet.wagers]
    chapters = [_chapter(sheet, each) for each in sheet.wagers]
    assumed = [Element("assumption", (text,)) for text in sheet.assumptions]
    found = [Element("finding", (each.message,), (each.clause,) if each.clause else ()) for each in sheet.findings]
    readings = list(_readings(sheet))
    foot = Element("rules", (f"{rules.book}, {rules.version}, rules {rules.hash[:16]}", f"houseway {__version__}"))
    game = _game(sheet.game) if sheet.game else None
    spot = _spot(sheet, sheet.spot) if sheet.spot else ()
    total = Element("total", ("All wagers, if every player makes each", money_words(sheet.hold)))
    data: dict[str, object] = {
        "heading": TITLE,
        "facility": rules.facility,
        "game": rules.regulation.title,
        "identity": [element.cells for element in identity],
        "summary": {"columns": SUMMARY, "rows": [row.cells for row in summary], "total": total.cells},
        "holds": _bars([each.hold for each in sheet.wagers]),
        "spot": {kind: [element.cells for element in spot if element.kind == kind] for kind in ("figure", "note")},
        "chapters": [chapter.to_json() for chapter in chapters],
        "assumptions": [element.text for element in assumed],
        "findings": [[*element.cells, _clauses(element)] for element in found],
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
        *_said(sheet.game),
        foot,
    )
    return Document(f"{rules.regulation.title}: PAR sheet", elements, "par_sheet.typ", data)


def _identity(sheet: ParSheet) -> tuple[Element, ...]:
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


def _summary(each: ParWager) -> Element:
    cells = (
        each.title,
        each.paytable,
        _average(each),
        percent(each.house_edge),
        percent(each.hit_frequency),
        decimal(each.standard_deviation, DEVIATION_PLACES),
        money_words(each.hold),
        each.clause.clause,
    )
    return Element("summary", cells, (each.clause,), each.wager)


def _spot(sheet: ParSheet, spot: OneSpot) -> tuple[Element, ...]:
    """Return the figures and notes of one player's spot, all wagers together."""
    figures = (
        ("Staked on average", money_words(spot.whole.stake), ""),
        ("House edge", percent(spot.whole.house_edge), "of all stakes"),
        ("Standard deviation", money_words(spot.whole.standard_deviation), "per round"),
        ("Standard deviation", money_words(spot.hourly_deviation), f"per hour of {spot.rounds} rounds"),
    )
    said = tuple(Element("figure", figure, wager="spot") for figure in figures)
    if not spot.left_out:
        return said
    notes = [f"Without {_titles(sheet, spot.left_out)}: not counted jointly with all the others."]
    if gone := [wager for wager in spot.left_out if wager in sheet.lost_by_fold]:
        notes.append(f"A fold loses {_titles(sheet, gone)}: folded hands are not counted jointly with two optional wagers.")
    return (*said, Element("note", (" ".join(notes),), wager="spot"))


def _titles(sheet: ParSheet, wagers: Sequence[str]) -> str:
    return listed([sheet.rules.regulation.wager(wager).title for wager in wagers])


def _average(each: ParWager) -> str:
    if each.staked == 1:
        return str(each.bet)
    return money_words(each.staked * each.bet.amount) if each.staked else "none"


def _clauses(element: Element) -> str:
    return listed([clause.clause for clause in element.clauses]) if element.clauses else ""


# A wager


def _chapter(sheet: ParSheet, each: ParWager) -> Chapter:
    by_ante = each.base and each.wager != "pai-gow"
    unit = "Antes" if by_ante else "bets"
    figures = (
        ("House edge", percent(each.house_edge), ""),
        ("Hit frequency", percent(each.hit_frequency), ""),
        ("Standard deviation", decimal(each.standard_deviation, DEVIATION_PLACES), unit),
        ("Hold per hour", money_words(each.hold), ""),
    )
    several = len(sheet.rules.regulation.tables_of(each.wager)) > 1
    bet = f"{'Ante' if by_ante else 'bet'} {each.bet}" if each.staked else "no stake of its own"
    beside = f"{f'Paytable {each.paytable}, ' if several else ''}{each.clause.clause}, {bet}"
    return Chapter(
        title=each.title,
        beside=beside,
        figures=figures,
        columns=COLUMNS,
        rows=tuple(_row(each, row) for row in each.rows),
        bars=_bars([row.contribution if row.net > 0 else Fraction(0) for row in each.rows]),
        notes=tuple(note for note in (*_notes(each), *_together(sheet, each)) if note[1]),
    )


def _row(each: ParWager, row: ParRow) -> Element:
    cells = (
        hand_words(row.hand),
        row.pays,
        f"{row.combinations:,}",
        decimal(row.probability, PROBABILITY_PLACES),
        true_odds(row),
        signed(row.contribution, RETURN_PLACES),
        "",
        row.clause.clause if row.clause else "",
    )
    return Element("row", cells, (row.clause,) if row.clause else (), each.wager)


def true_odds(row: ParRow) -> str:
    """Return the odds against the row, to 1."""
    odds = row.true_odds
    if odds is None:
        return "never"
    whole, part = decimal(odds, 2).split(".")
    return f"{int(whole):,}.{part} to 1"


def _notes(each: ParWager) -> Iterator[tuple[str, str]]:
    yield "Expected value", f"{signed(each.expected_value, RETURN_PLACES)} {each.of}"
    yield "Per hour", "" if each.hourly_deviation is None else _hour(each.hourly_deviation)
    yield "Method", f"{each.total:,} combinations: {each.method}" if each.base else each.method
    yield "At other stakes", listed([f"{percent(edge)} at {stake}" for stake, edge in each.other_stakes])
    yield "Meters", listed([f"{name} at {dollars(shows)}" for name, shows in each.meters.items()])
    fair = [f"{name} never" if at is None else f"{name} {_whole(at)}" for name, at in each.break_even.items()]
    yield "Break-even", listed(fair) + (", each with the other meters unchanged" if len(fair) > 1 else "")
    if each.life_edge is not None:
        yield (
            "Over its life",
            f"{percent(each.life_edge)}, counting contributions to meters and their resets as the house's costs",
        )
    yield "Payout limit", str(each.limit or "")
    yield "Readings", listed([f"{id_} {choice}" for id_, choice in each.readings.items()])
    yield "Assumed", "; ".join(each.assumptions)


def _hour(deviation: Fraction) -> str:
    return f"standard deviation {money_words(deviation)} of one player's net result"


def _together(sheet: ParSheet, each: ParWager) -> Iterator[tuple[str, str]]:
    """Yield the wager's correlations with others of its spot, and those with which it is not counted jointly."""

    def other(pair: tuple[str, str]) -> str:
        return sheet.rules.regulation.wager(pair[each.wager == pair[0]]).title

    pairs = [((pair.one, pair.other), signed(pair.correlation, CORRELATION_PLACES)) for pair in sheet.together]
    yield "Correlation", listed([f"{number} with {other(pair)}" for pair, number in pairs if each.wager in pair])
    yield "Not counted with", listed([other(pair) for pair in sheet.apart if each.wager in pair])


def _whole(cents: Fraction) -> str:
    """Round up to the dollar: a meter that shows less has not reached the amount."""
    return f"${-(-cents // 100):,}"


# The game itself


def _game(game: ParGame) -> dict[str, object]:
    return {
        "title": "The game itself",
        "figures": _figures(game),
        "distribution": distribution(game),
        "frequencies": [(action, percent(share)) for action, share in game.frequencies.items()],
        "strategy": game.strategy,
        "notes": [note for note in _game_notes(game) if note[1]],
        "grid": _grid(game.grid) if game.grid else None,
        "bank": {"columns": BANK, "rows": _bank(game)} if game.bank else None,
        "caption": _caption(game),
    }


def _game_notes(game: ParGame) -> Iterator[tuple[str, str]]:
    yield "Per hour", _hour(game.hourly_deviation)
    yield f"By the {game.of}", listed([f"{percent(edge)} at {stake}" for stake, edge in game.by_stake])
    brings = [f"{percent(-Fraction(at.odds[0].edge))} at {at.stake}" for at in game.bank_by_stake]
    yield "Bank by stake", f"expected value against one opponent {listed(brings)}" if brings else ""
    yield "Method", game.method
    yield "Assumed", "; ".join(game.assumes)


def _bank(game: ParGame) -> list[tuple[str, str, str, str, str]]:
    """Return a row per number of opponents: result before vigorish, vigorish, whether that is exact, and the expected value; as
    shares of all wagers against the bank."""
    rows = []
    for each in game.bank:
        taken = each.vigorish
        exact = taken if isinstance(taken, Fraction) else Fraction(taken.mean)
        sure = "exact" if isinstance(taken, Fraction) else f"sampled, ± {taken.standard_error * 100:.4f}%"
        shares = percent(each.before_vigorish), percent(exact), percent(-Fraction(each.edge))
        rows.append((str(each.opponents), *shares[:2], sure, shares[2]))
    return rows


def _figures(game: ParGame) -> list[tuple[str, str, str]]:
    several = [
        ("Element of risk", percent(game.element_of_risk), "of all stakes"),
        ("Staked on average", decimal(game.average_stake, 4), f"{game.of}s"),
    ]
    return [
        ("House edge", percent(game.house_edge), f"of the {game.of}"),
        *(several if game.average_stake != 1 else ()),
        ("Rounds won", percent(game.hit_frequency), ""),
        ("Standard deviation", decimal(game.standard_deviation, DEVIATION_PLACES), f"{game.of}s"),
        ("Combinations", f"{game.total:,}", ""),
    ]


def distribution(game: ParGame) -> list[tuple[str, float, str, int]]:
    """Return the distribution of net results: label, share, share in words, and side (-1: the player loses, 1: wins)."""
    bins: dict[str, tuple[Fraction, int, int]] = {}
    if _binned(game):  # include results that never occur, so that the axis is even
        every = range(_nearest(min(game.distribution)), BINS + 1)
        bins = {_plain(Fraction(each)): (Fraction(0), each, (each > 0) - (each < 0)) for each in every}
    for net, count in game.distribution.items():
        label, place = _bin(game, net)
        side = (net > 0) - (net < 0)
        before = bins.get(label, (Fraction(0), place, side))
        bins[label] = before[0] + Fraction(count, game.total), place, side
    ordered = sorted(bins.items(), key=lambda each: each[1][1])
    return [(label, float(share), percent(share, 2) if share else "", side) for label, (share, _, side) in ordered]


def _bin(game: ParGame, net: Fraction) -> tuple[str, int]:
    if not _binned(game):
        return _plain(net), int(net * 100)
    nearest = _nearest(net)
    return (f"over +{BINS}", BINS + 1) if nearest > BINS else (_plain(Fraction(nearest)), nearest)


def _caption(game: ParGame) -> str:
    nearest = ", rounded to the nearest" if _binned(game) else ""
    return f"the player's net result of a round, in {game.of}s{nearest}; green: the player loses, red: the player wins"


def _binned(game: ParGame) -> bool:
    return max(game.distribution) > BINS


def _nearest(net: Fraction) -> int:
    """Round to the nearest integer, halves away from zero."""
    return int(net + Fraction(1, 2)) if net > 0 else -int(Fraction(1, 2) - net)


def _plain(net: Fraction) -> str:
    return short_signed(net, NET_PLACES)


def _grid(grid: Grid) -> dict[str, object]:
    return {"title": grid.title, "columns": grid.columns, "rows": grid.rows}


def _said(game: ParGame | None) -> tuple[Element, ...]:
    if game is None:
        return ()
    figures = tuple(Element("figure", figure, wager="game") for figure in _figures(game))
    return (*figures, *(Element("strategy", (text,)) for text in game.strategy), *(Element("bank", row) for row in _bank(game)))


# Readings and numbers


def _readings(sheet: ParSheet) -> Iterator[Element]:
    """Describe every reading that a figure depends on."""
    book = sheet.rules.regulation
    used: Mapping[str, str] = {id_: choice for each in sheet.wagers for id_, choice in each.readings.items()}
    for id_, choice in used.items():
        reading = book.readings[id_]
        clauses: tuple[Citation, ...] = reading.clauses
        yield Element("reading", (id_, reading.problem, reading.choices[choice], clauses[0].clause), clauses)


def percent(value: Fraction, places: int = EDGE_PLACES) -> str:
    return plain_percent(value, places).replace("-", MINUS)


def money_words(cents: Fraction) -> str:
    return dollars_and_cents(cents).replace("-", MINUS)


def _bars(values: Sequence[Fraction]) -> tuple[float, ...]:
    """Return the lengths of bars, relative to the longest."""
    longest = max((abs(value) for value in values), default=Fraction(0))
    return tuple(round(float(value / longest), 4) if longest else 0.0 for value in values)
