"""A sweep of one optional wager: its hands are counted once, and the odds of every paytable of them are a sum."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise, product
from math import prod

from houseway.analysis.games import find_deciding_cards
from houseway.analysis.odds.basis import OddsInput
from houseway.analysis.odds.paying import RowPayer
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.odds_inputs import find_paytable, printed_paytable
from houseway.analysis.own_paytable import make_paytable
from houseway.analysis.sweep.design import NO_ROW, SweepDesign
from houseway.analysis.sweep.figures import DesignFigures
from houseway.analysis.sweep.meters import LifeMeters
from houseway.games.paytables import RowPrecedence
from houseway.money import Cents, MeterShare, OddsToOne, Pay
from houseway.regulation import Regulation, Row
from houseway.submission.rules import Rules

Pays = Mapping[str, Pay]
"""What each row pays, the highest hand first."""
Books = Mapping[str, Regulation]
"""The books of a wager of one's own, by the cards that decide it."""


class WagerSweep:
    """Counts the designs of one wager."""

    def __init__(self, source: Rules | Regulation, wager: str, design: SweepDesign, by_cards: Books | None = None) -> None:
        self._source, self._wager, self._design, self._by_cards = source, wager, design, by_cards or {}
        self._last: tuple[tuple[str, ...], Designs] | None = None

    @property
    def _paytables(self) -> int:
        """Return the number of designs that differ in their rows only."""
        return prod(len(axis.values) for axis in self._design.rows)

    def figures(self, start: int, stop: int) -> Iterator[DesignFigures | None]:
        """Yield designs with their figures, in the order of the axes; None for one whose rows are not as the design wants."""
        size = self._paytables
        for block in range(start // size, -(-stop // size)):
            values = next(islice(self.all_choices(), block, None))
            table, first = self.designs_with(values), block * size
            rows = product(*(axis.values for axis in self._design.rows))
            for pays in islice(rows, max(start - first, 0), stop - first):
                yield table.figures(pays, (*values, *pays))

    def figures_of(self, values: Sequence[str]) -> DesignFigures | None:
        count = len(self._design.choices)
        return self.designs_with(values[:count]).figures(values[count:], tuple(values))

    def all_choices(self) -> Iterator[tuple[str, ...]]:
        """Yield the values of all axes that are not rows."""
        return product(*(axis.values for axis in self._design.choices))

    def odds(self, values: Sequence[str]) -> WagerOdds:
        """Return the odds of one design as `houseway odds` counts them."""
        count = len(self._design.choices)
        return self.designs_with(values[:count]).odds(values[count:])

    def life_edge(self, values: Sequence[str]) -> Fraction:
        """Return the edge over the life of the meters as `houseway check` counts it."""
        found = self.designs_with(values[: len(self._design.choices)])
        return found.life.life_edge(self.odds(values)) if found.life else Fraction(0)

    def designs_with(self, values: Sequence[str]) -> "Designs":
        """Return the designs with these choices; the last ones are kept, because many designs share them."""
        key = tuple(values)
        if self._last is None or self._last[0] != key:
            named = dict(zip((axis.name for axis in self._design.choices), values, strict=True))
            choices = _Choices.of({**self._design.fixed, **named})
            source = self._by_cards[choices.cards] if choices.cards else self._source
            self._last = key, Designs(source, self._wager, self._design, choices)
        return self._last[1]


@dataclass(frozen=True)
class _Choices:
    """The choices of a design besides its rows."""

    paytable: str | None
    stake: Cents | None
    cards: str
    readings: Mapping[str, str]
    meters: Mapping[str, Cents]
    rates: Mapping[str, str]
    resets: Mapping[str, str]

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "_Choices":
        """Read the choices by their names: `paytable`, `stake`, `readings.UTH-18`, `meters.main`."""
        parts: dict[str, dict[str, str]] = {"readings": {}, "meters": {}, "rates": {}, "resets": {}}
        for name, value in given.items():
            kind, _, inner = name.partition(".")
            if inner:
                parts[kind][inner] = value
        meters = {name: Cents.parse(value) for name, value in parts["meters"].items()}
        stake = Cents.parse(given["stake"]) if "stake" in given else None
        cards = given.get("cards", "")
        return cls(given.get("paytable"), stake, cards, parts["readings"], meters, parts["rates"], parts["resets"])


class Designs:
    """The designs that differ only in what rows pay."""

    def __init__(self, source: Rules | Regulation, wager: str, design: SweepDesign, choices: _Choices) -> None:
        self._source, self._wager, self._design, self._choices = source, wager, design, choices
        self._input = OddsInput.from_source(source, choices.readings)
        printed = printed_paytable(self._input, wager, choices.paytable)
        self._printed = {row.hand: row.pays for row in printed.rows}
        swept = {axis.hand: dict.fromkeys(each for each in axis.values if each != NO_ROW) for axis in design.rows}
        self.pays = {hand: self._parse(hand, pays) for hand, pays in swept.items()}
        self._hands = _in_order(self._printed, swept)
        self._counted: dict[tuple[str, ...], CountedHands | None] = {}
        wants_life = design.asks_life_edge
        self.life = LifeMeters.of(self._input, printed, choices.rates, choices.resets) if wants_life else None

    def _parse(self, hand: str, pays: Mapping[str, None]) -> dict[str, Pay]:
        """Read what a row may pay. A hand that the wager does not know is refused, with those that it knows."""
        made = (make_paytable(self._input.regulation, self._wager, {hand: text}) for text in pays)
        return dict(zip(pays, (table.rows[0].pays for table in made), strict=True))

    def figures(self, pays: Sequence[str], values: tuple[str, ...]) -> DesignFigures | None:
        """Return the figures of a design, or None if its rows are not as the design wants."""
        rows = self.rows_of(pays)
        if not rows or not self._are_wanted(rows):
            return None
        counted = self.counted(rows)
        return counted.figures(rows, values) if counted is not None else self._figures_of(self._odds(rows), values)

    def counted(self, rows: Pays) -> "CountedHands | None":
        """Return the deals of each hand of these rows; None where what one row pays depends on the others."""
        hands = tuple(rows)
        if hands not in self._counted:
            self._counted[hands] = self._count(rows)
        return self._counted[hands]

    def odds(self, pays: Sequence[str]) -> WagerOdds:
        return self._odds(self.rows_of(pays))

    def _odds(self, rows: Pays) -> WagerOdds:
        choices, written = self._choices, {hand: str(pay) for hand, pay in rows.items()}
        resets = {meter.name: meter.reset for meter in self.life.meters} if self.life and not self._input.meters else {}
        further = {"stake": choices.stake, "meters": {**resets, **choices.meters}, "readings": choices.readings}
        return wager_odds(self._source, self._wager, written, **further)  # type: ignore[arg-type]

    def rows_of(self, pays: Sequence[str]) -> dict[str, Pay]:
        """Return what each hand pays, the highest first."""
        rows = dict(self._printed)
        for axis, text in zip(self._design.rows, pays, strict=True):
            if text == NO_ROW:
                rows.pop(axis.hand, None)
            else:
                rows[axis.hand] = self.pays[axis.hand][text]
        return {hand: rows[hand] for hand in self._hands if hand in rows}

    def _are_wanted(self, rows: Pays) -> bool:
        """Return whether rows fall and are multiples, if the design wants that."""
        design, odds = self._design, list(map(odds_of, rows.values()))
        if design.is_falling and any(higher < lower for higher, lower in pairwise(odds)):
            return False
        return all(is_multiple(each, design.multiples_of) for each in odds)

    def _count(self, rows: Pays) -> "CountedHands | None":
        given = {hand: str(pay) for hand, pay in rows.items()}
        table = find_paytable(self._input, self._wager, given)
        found = find_deciding_cards(self._input, self._wager, table)
        odds = self._odds(rows)  # which refuses stakes and meters that may not be
        if self.life is not None:
            self.life.check(odds)
        if tuple(row.pays for row in table.rows) != tuple(rows.values()) or found.precedence is RowPrecedence.BEST_PAYING:
            return None
        cells = [(cell[0], count) for cell, count in found.count_by_hands(frozenset(rows)).cells]
        return CountedHands(odds.payer, odds.payer.count_rows(cells), found.total, self.life)

    def _figures_of(self, odds: WagerOdds, values: tuple[str, ...]) -> DesignFigures:
        highest = max((odds_of(row.pays) for row in odds.rows if row.pays is not None), default=Fraction(0))
        life = self.life.life_edge(odds) if self.life is not None else Fraction(0)
        return DesignFigures(values, odds.house_edge, odds.hit_frequency, odds.variance, highest, life)


@dataclass(frozen=True)
class RowSums:
    """What a row adds to the sums over all deals: net results, their squares, wins, and what its meters cost over their life."""

    net: Fraction
    squares: Fraction
    wins: int
    life: Fraction


class CountedHands:
    """The deals of each hand of a set of rows."""

    def __init__(self, payer: RowPayer, tally: Counter[str], total: int, life: LifeMeters | None) -> None:
        self._payer, self.total, self._lost, self._life = payer, total, payer.net_in_stakes(None), life
        self._clause = payer.rows[0].clause
        self._counts, self._left = tally, total - tally.total()
        self._parts: dict[tuple[str, Pay], RowSums] = {}

    def figures(self, rows: Pays, values: tuple[str, ...]) -> DesignFigures:
        """Sum up what the rows pay."""
        parts = [self._parts.get(row) or self.part(*row) for row in rows.items()]
        lost = self._left * self._lost
        mean = (lost + sum(part.net for part in parts)) / self.total
        variance = (lost * self._lost + sum(part.squares for part in parts)) / self.total - mean * mean
        wins = sum(part.wins for part in parts)
        highest = max(map(odds_of, rows.values()))
        life = self.life_edge(lost + sum(part.life for part in parts)) if self._life is not None else Fraction(0)
        return DesignFigures(values, -mean, Fraction(wins, self.total), variance, highest, life)

    @cached_property
    def lost(self) -> RowSums:
        """Return what the deals without a row add."""
        lost = self._left * self._lost
        return RowSums(lost, lost * self._lost, 0, lost)

    def life_edge(self, fixed: Fraction) -> Fraction:
        """Return the edge over the life of the meters, of the sum of what is paid from no meter, and of resets."""
        return -fixed / self.total - (self._life.rate if self._life is not None else 0)

    def part(self, hand: str, pay: Pay) -> RowSums:
        """Return what a row adds to the sums."""
        net, count = self._payer.net_in_stakes(Row(hand, pay, self._clause)), self._counts[hand]
        life = self._life_net(hand, pay) if self._life is not None else net
        self._parts[hand, pay] = RowSums(count * net, count * net**2, count if net > 0 else 0, count * life)
        return self._parts[hand, pay]

    def _life_net(self, hand: str, pay: Pay) -> Fraction:
        """Return what a row costs over the life of the meters: a share is paid by players, and what a meter is reset to is not."""
        row = Row(hand, pay, self._clause)
        if not isinstance(pay, MeterShare) or self._life is None:
            return self._payer.net_in_stakes(row)
        empty = replace(self._payer, meters=dict.fromkeys(self._payer.meters, Fraction(0)))
        reset = self._life.reset_of(pay.meter).amount if pay.share == 1 else 0
        return empty.net_in_stakes(row) + Fraction(reset, self._payer.stake.amount)


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


def odds_of(pay: Pay) -> Fraction:
    """Return the odds to 1 of a pay; 0 for one that pays no odds."""
    return pay.odds if isinstance(pay, OddsToOne) else Fraction(0)


def is_multiple(odds: Fraction, step: int) -> bool:
    """Return whether odds are smaller than the step, or a multiple of it; any odds without a step."""
    return not step or odds < step or odds % step == 0
