"""A sweep of one optional wager: its hands are counted once, and the odds of every paytable of them are a sum."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

from houseway.analysis.games import find_deciding_cards
from houseway.analysis.odds.basis import OddsInput
from houseway.analysis.odds.paying import RowPayer
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.odds_inputs import find_paytable, printed_paytable
from houseway.analysis.own_paytable import make_paytable
from houseway.analysis.sweep.design import NO_ROW, SweepDesign
from houseway.analysis.sweep.figures import DesignFigures
from houseway.games.paytables import RowPrecedence
from houseway.money import Cents, OddsToOne, Pay
from houseway.regulation import Regulation, Row
from houseway.submission.rules import Rules

Pays = Mapping[str, Pay]
"""What each row pays, the highest hand first."""


class WagerSweep:
    """Counts the designs of one wager."""

    def __init__(self, source: Rules | Regulation, design: SweepDesign) -> None:
        self._source, self._design = source, design

    def figures(self) -> Iterator[DesignFigures | None]:
        """Yield each design with its figures, in the order of the axes; None for one whose rows are not as the design wants."""
        design = self._design
        for values in product(*(axis.values for axis in design.choices)):
            table = self._designs_with(values)
            for pays in product(*(axis.values for axis in design.rows)):
                yield table.figures(pays, (*values, *pays))

    def odds(self, values: Sequence[str]) -> WagerOdds:
        """Return the odds of one design as `houseway odds` counts them."""
        count = len(self._design.choices)
        return self._designs_with(values[:count]).odds(values[count:])

    def _designs_with(self, values: Sequence[str]) -> "_Designs":
        named = dict(zip((axis.name for axis in self._design.choices), values, strict=True))
        return _Designs(self._source, self._design, _Choices.of({**self._design.fixed, **named}))


@dataclass(frozen=True)
class _Choices:
    """The choices of a design besides its rows."""

    paytable: str | None
    stake: Cents | None
    readings: Mapping[str, str]
    meters: Mapping[str, Cents]

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "_Choices":
        """Read the choices by their names: `paytable`, `stake`, `readings.UTH-18`, `meters.main`."""
        parts: dict[str, dict[str, str]] = {"readings": {}, "meters": {}}
        for name, value in given.items():
            kind, _, inner = name.partition(".")
            if inner:
                parts[kind][inner] = value
        meters = {name: Cents.parse(value) for name, value in parts["meters"].items()}
        stake = Cents.parse(given["stake"]) if "stake" in given else None
        return cls(given.get("paytable"), stake, parts["readings"], meters)


class _Designs:
    """The designs that differ only in what rows pay."""

    def __init__(self, source: Rules | Regulation, design: SweepDesign, choices: _Choices) -> None:
        self._source, self._design, self._choices = source, design, choices
        self._input = OddsInput.from_source(source, choices.readings)
        printed = printed_paytable(self._input, design.wager, choices.paytable)
        self._printed = {row.hand: row.pays for row in printed.rows}
        swept = {axis.hand: dict.fromkeys(each for each in axis.values if each != NO_ROW) for axis in design.rows}
        self._pays = {hand: self._parse(hand, pays) for hand, pays in swept.items()}
        self._hands = _in_order(self._printed, swept)
        self._counted: dict[tuple[str, ...], _CountedHands | None] = {}

    def _parse(self, hand: str, pays: Mapping[str, None]) -> dict[str, Pay]:
        """Read what a row may pay. A hand that the wager does not know is refused, with those that it knows."""
        made = (make_paytable(self._input.regulation, self._design.wager, {hand: text}) for text in pays)
        return dict(zip(pays, (table.rows[0].pays for table in made), strict=True))

    def figures(self, pays: Sequence[str], values: tuple[str, ...]) -> DesignFigures | None:
        """Return the figures of a design, or None if its rows are not as the design wants."""
        rows = self._rows_of(pays)
        if not rows or not self._are_wanted(rows):
            return None
        hands = tuple(rows)
        if hands not in self._counted:
            self._counted[hands] = self._count(rows)
        counted = self._counted[hands]
        return counted.figures(rows, values) if counted is not None else _figures_of(self._odds(rows), values)

    def odds(self, pays: Sequence[str]) -> WagerOdds:
        return self._odds(self._rows_of(pays))

    def _odds(self, rows: Pays) -> WagerOdds:
        choices, written = self._choices, {hand: str(pay) for hand, pay in rows.items()}
        further = {"stake": choices.stake, "meters": choices.meters, "readings": choices.readings}
        return wager_odds(self._source, self._design.wager, written, **further)  # type: ignore[arg-type]

    def _rows_of(self, pays: Sequence[str]) -> dict[str, Pay]:
        """Return what each hand pays, the highest first."""
        rows = dict(self._printed)
        for axis, text in zip(self._design.rows, pays, strict=True):
            if text == NO_ROW:
                rows.pop(axis.hand, None)
            else:
                rows[axis.hand] = self._pays[axis.hand][text]
        return {hand: rows[hand] for hand in self._hands if hand in rows}

    def _are_wanted(self, rows: Pays) -> bool:
        """Return whether rows fall and are multiples, if the design wants that."""
        design, odds = self._design, list(map(_odds_of, rows.values()))
        if design.is_falling and any(higher < lower for higher, lower in pairwise(odds)):
            return False
        step = design.multiples_of
        return not step or all(each < step or each % step == 0 for each in odds)

    def _count(self, rows: Pays) -> "_CountedHands | None":
        """Count the hands that rows pay; None where what one row pays depends on the others, so that each design is counted."""
        given = {hand: str(pay) for hand, pay in rows.items()}
        table = find_paytable(self._input, self._design.wager, given)
        found = find_deciding_cards(self._input, self._design.wager, table)
        payer = self._odds(rows).payer  # which refuses stakes and meters that may not be
        if tuple(row.pays for row in table.rows) != tuple(rows.values()) or found.precedence is RowPrecedence.BEST_PAYING:
            return None
        cells = [(cell[0], count) for cell, count in found.count_by_hands(frozenset(rows)).cells]
        return _CountedHands(payer, payer.count_rows(cells), found.total)


class _CountedHands:
    """The deals of each hand of a set of rows."""

    def __init__(self, payer: RowPayer, tally: Counter[str], total: int) -> None:
        self._payer, self._total, self._lost = payer, total, payer.net_in_stakes(None)
        self._clause = payer.rows[0].clause
        self._counts, self._left = tally, total - tally.total()
        self._parts: dict[tuple[str, Pay], tuple[Fraction, Fraction, int]] = {}

    def figures(self, rows: Pays, values: tuple[str, ...]) -> DesignFigures:
        """Sum up what the rows pay."""
        total, squares = self._left * self._lost, self._left * self._lost**2
        wins = 0
        for row in rows.items():
            net, square, winning = self._parts.get(row) or self._part(*row)
            total, squares, wins = total + net, squares + square, wins + winning
        mean = total / self._total
        variance = squares / self._total - mean * mean
        return DesignFigures(values, -mean, Fraction(wins, self._total), variance, max(map(_odds_of, rows.values())))

    def _part(self, hand: str, pay: Pay) -> tuple[Fraction, Fraction, int]:
        """Return what a row adds to the sum of net results, to that of their squares, and to the deals that win."""
        net, count = self._payer.net_in_stakes(Row(hand, pay, self._clause)), self._counts[hand]
        self._parts[hand, pay] = count * net, count * net**2, count if net > 0 else 0
        return self._parts[hand, pay]


def _in_order(printed: Iterable[str], swept: Iterable[str]) -> tuple[str, ...]:
    """Return all hands in the order of the paytable. One that it lacks comes after the one that the design lists before it."""
    hands, place = list(printed), 0
    for hand in swept:
        if hand in hands:
            place = hands.index(hand)
        else:
            hands.insert(place, hand)
        place += 1
    return tuple(hands)


def _odds_of(pay: Pay) -> Fraction:
    """Return the odds to 1 of a pay; 0 for one that pays no odds."""
    return pay.odds if isinstance(pay, OddsToOne) else Fraction(0)


def _figures_of(odds: WagerOdds, values: tuple[str, ...]) -> DesignFigures:
    highest = max((_odds_of(row.pays) for row in odds.rows if row.pays is not None), default=Fraction(0))
    return DesignFigures(values, odds.house_edge, odds.hit_frequency, odds.variance, highest)
