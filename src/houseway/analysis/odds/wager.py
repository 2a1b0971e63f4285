"""Exact odds of the optional wagers and envy bonuses of every rule book: counted, never sampled.

`wager_odds` answers for one wager, paytable and stake, `all_odds` for a whole rule book or submission. Awards are exact to the
fraction of a cent, as the rule book writes them; meters count at what they show.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from houseway import __version__
from houseway.analysis.exact import decimal, dollars, ratio, square_root
from houseway.analysis.odds.basis import DecidingCards, OddsInput, counted_wagers, find_deciding_cards, is_envy
from houseway.analysis.odds.counts import counts_version as counts_version
from houseway.analysis.odds.paying import RowPayer, break_even_meter
from houseway.analysis.odds.paytables import (
    GivenTable,
    check_meters,
    check_stake,
    check_wager,
    earns_wager,
    find_paytable,
    listed_stakes,
    meter_levels,
    payout_limit,
)
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.money import CENTS_PER_DOLLAR, Cents, Pay
from houseway.regulation import Paytable, Regulation
from houseway.submission.rules import Rules

NOTHING = "nothing"


@dataclass(frozen=True)
class OddsRow:
    """A row of a paytable, or the rest that wins nothing."""

    hand: str
    combinations: int
    pays: Pay | None
    """None if nothing is paid."""
    net: Fraction
    """The player's net result, per unit staked."""
    contribution: Fraction
    """Its part of the expected value."""
    clause: Citation | None = None

    def to_json(self) -> dict[str, object]:
        return {
            "hand": self.hand,
            "combinations": self.combinations,
            "pays": str(self.pays) if self.pays is not None else "lose",
            "contribution": ratio(self.contribution),
            "clause": self.clause,
        }


@dataclass(frozen=True)
class WagerOdds:
    """The odds of one wager under one paytable at one stake."""

    book: str
    book_version: str
    book_hash: str
    wager: str
    title: str
    paytable: str
    stake: Cents
    total: int
    rows: tuple[OddsRow, ...]
    """The rows of the paytable, then the rest; together all deals."""
    denominator: str
    method: str
    readings: Mapping[str, str]
    """The choices that these odds depend on."""
    assumptions: tuple[str, ...]
    meters: Mapping[str, Fraction]
    """What the meters show, in cents."""
    value_per_meter_dollar: Mapping[str, Fraction]
    """What a dollar on each meter adds to the expected value."""
    break_even: Mapping[str, Fraction | None]
    """The level of each meter, in cents, at which the house edge is zero, the others unchanged; None if there is none."""
    limit: Cents | None
    """The payout limit, if one covers the wager."""
    depends_on_stake: bool
    """Whether another stake has other odds."""
    version: str
    rules_hash: str
    """Empty for a bare rule book."""
    deciding_cards: DecidingCards = field(repr=False, compare=False)
    payer: RowPayer = field(repr=False, compare=False)

    @cached_property
    def expected_value(self) -> Fraction:
        """Per unit staked, to the player."""
        return sum((row.contribution for row in self.rows), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        return -self.expected_value

    @property
    def fixed_value(self) -> Fraction:
        """The expected value with empty meters; it and the value of each meter's dollars add up to the whole."""
        on_meters = (
            self.value_per_meter_dollar[name] * self.meters[name] / CENTS_PER_DOLLAR for name in self.value_per_meter_dollar
        )
        return self.expected_value - sum(on_meters, Fraction(0))

    @property
    def hit_frequency(self) -> Fraction:
        """How often the wager wins; a returned stake is not a win."""
        return Fraction(sum(row.combinations for row in self.rows if row.pays is not None and row.net > 0), self.total)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the result per unit staked."""
        squares = sum((row.combinations * row.net**2 for row in self.rows), Fraction(0))
        return squares / self.total - self.expected_value**2

    @property
    def standard_deviation(self) -> Fraction:
        return square_root(self.variance)

    def to_json(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "total": self.total,
            "rows": [row.to_json() for row in self.rows],
            "expected_value": ratio(self.expected_value),
            "house_edge": decimal(self.house_edge),
            "hit_frequency": decimal(self.hit_frequency),
            "standard_deviation": decimal(self.standard_deviation),
            "variance": ratio(self.variance),
            "denominator": self.denominator,
            "stake": str(self.stake),
            "stake_matters": self.depends_on_stake,
            "payout_limit": str(self.limit) if self.limit else None,
            "meters": {name: dollars(shown) for name, shown in self.meters.items()},
            "fixed_value": ratio(self.fixed_value),
            "per_meter_dollar": {name: ratio(part) for name, part in self.value_per_meter_dollar.items()},
            "break_even": {name: None if at is None else dollars(at) for name, at in self.break_even.items()},
            "method": self.method,
            "assumptions": list(self.assumptions),
            "book": self.book,
            "book_version": self.book_version,
            "book_hash": self.book_hash,
            "rules_hash": self.rules_hash,
            "readings": dict(self.readings),
            "version": self.version,
        }


def wager_odds(
    source: Rules | Regulation,
    wager: str,
    paytable: GivenTable = None,
    *,
    stake: Cents | None = None,
    meters: Mapping[str, Cents] | None = None,
    readings: Mapping[str, str] | None = None,
) -> WagerOdds:
    """Return the odds of a wager by the filed paytable, a paytable of the book by its letter, or rows of your own.

    The default stake is the lowest allowed; the default meters are the filed seeds, or the book's lowest.
    """
    ground = OddsInput.from_source(source, readings)
    table = find_paytable(ground, wager, paytable)
    check_meters([table], meters)
    return _count_odds(ground, table, listed_stakes(ground, wager, table)[0] if stake is None else stake, meters)


def all_odds(
    source: Rules | Regulation,
    wager: str | None = None,
    paytable: GivenTable = None,
    *,
    stake: Cents | None = None,
    meters: Mapping[str, Cents] | None = None,
    readings: Mapping[str, str] | None = None,
) -> tuple[WagerOdds, ...]:
    """Return the odds of all offered wagers, or of all paytables of a book, envy included; at several stakes where they differ."""
    ground = OddsInput.from_source(source, readings)
    found: list[WagerOdds] = []
    tables = _asked_paytables(ground, wager, paytable)
    check_meters(tables, meters)
    if stake is not None:
        tables = _tables_for_stake(ground, tables, stake, wager is None)
    for table in tables:
        stakes = (stake,) if stake is not None else listed_stakes(ground, table.wager, table)
        at = [_count_odds(ground, table, each, meters) for each in stakes]
        found += at if any(each.expected_value != at[0].expected_value for each in at) else at[:1]
    return tuple(found)


def _tables_for_stake(ground: OddsInput, tables: Sequence[Paytable], stake: Cents, all_: bool) -> Sequence[Paytable]:
    """Check that the stake may be bet; a list of all wagers omits envy bonuses that it does not earn."""
    earned = [table for table in tables if not all_ or earns_wager(ground, table.wager, stake)]
    for table in earned:
        check_stake(ground, table.wager, stake)
    return earned


def distinct_odds(found: Iterable[WagerOdds]) -> tuple[WagerOdds, ...]:
    """Keep one stake for each distinct set of odds."""
    first: dict[tuple[str, str, Fraction], WagerOdds] = {}
    for each in found:
        first.setdefault((each.wager, each.paytable, each.expected_value), each)
    return tuple(first.values())


def _asked_paytables(ground: OddsInput, wager: str | None, paytable: GivenTable) -> Sequence[Paytable]:
    book = ground.regulation
    if paytable is not None and wager is None:
        raise Malformed(
            "a paytable is given, but not its wager: name the wager",
            code="odds.wager",
            given=str(paytable),
            allowed=counted_wagers(book),
        )
    if wager is not None:
        check_wager(book, wager)
        find_deciding_cards(ground, wager, book.paytables_of(wager)[0])  # so that one that is not counted says so
        if paytable is not None or ground.offers:
            return [find_paytable(ground, wager, paytable)]
        return [find_paytable(ground, wager, table.letter) for table in book.paytables_of(wager)]
    if ground.offers:
        offered = [table.wager for offer in ground.offers.values() for table in (offer.paytable, *offer.envy)]
        return [find_paytable(ground, each, None) for each in counted_wagers(book) if each in offered]
    return [find_paytable(ground, table.wager, table.letter) for table in book.paytables if table.wager in counted_wagers(book)]


def _count_odds(ground: OddsInput, table: Paytable, stake: Cents, given: Mapping[str, Cents] | None) -> WagerOdds:
    if stake <= Cents(0):
        raise Malformed(f"a stake is more than $0, not {stake}", code="odds.stake", given=str(stake), allowed="more than $0")
    book, wager = ground.regulation, table.wager
    found, envy = find_deciding_cards(ground, wager, table), is_envy(book, wager)
    meters, limit = meter_levels(ground, table, given), payout_limit(ground, wager)
    payer = RowPayer(table.rows, found.precedence, stake, meters, limit, found.rounding, envy)
    cells = [(cell[0], count) for cell, count in found.count_by_hands(frozenset(row.hand for row in table.rows)).cells]
    tally = payer.count_rows(cells)
    return WagerOdds(
        book=book.id,
        book_version=book.version,
        book_hash=book.hash,
        wager=wager,
        title=book.wager(wager).title,
        paytable=table.letter,
        stake=stake,
        total=found.total,
        rows=_odds_rows(table, payer, tally, found.total),
        denominator=f"of the {stake} that earns it, for each other player's hand" if envy else "of the wager's own stake",
        method=f"counted over all {found.total:,} choices of {found.description}; if several rows apply,"
        f" {found.precedence.value} is paid",
        readings=_decisive_readings(ground, table, found),
        assumptions=_list_assumptions(ground, table, envy, limit),
        meters=meters,
        value_per_meter_dollar=payer.value_per_meter_dollar(tally, found.total),
        break_even={name: break_even_meter(payer, cells, name) for name in meters},
        limit=limit,
        depends_on_stake=payer.depends_on_stake,
        version=f"houseway {__version__}{f', counts {counts_version(found.game)}' if found.game else ''}",
        rules_hash=ground.rules_hash,
        deciding_cards=found,
        payer=payer,
    )


def _odds_rows(table: Paytable, payer: RowPayer, tally: Mapping[str, int], total: int) -> tuple[OddsRow, ...]:
    rows = [
        OddsRow(row.hand, tally[row.hand], row.pays, net, net * tally[row.hand] / total, row.clause)
        for row in table.rows
        for net in (payer.net_in_stakes(row),)
    ]
    rest, lost = total - sum(row.combinations for row in rows), payer.net_in_stakes(None)
    return (*rows, OddsRow(NOTHING, rest, None, lost, lost * rest / total))


def _decisive_readings(ground: OddsInput, table: Paytable, found: DecidingCards) -> Mapping[str, str]:
    printed = ground.regulation.paytable(table.wager, table.letter) or table
    named = (*found.readings, printed.reading, *(row.reading for row in (*printed.rows, *table.rows)))
    return {id_: ground.readings[id_] for id_ in dict.fromkeys(named) if id_ in ground.readings}


NOT_FOLDED = "the hand is never folded (a fold would lose the wager)"
"""An assumption that is dropped once the game is solved."""


def _list_assumptions(ground: OddsInput, table: Paytable, envy: bool, limit: Cents | None) -> tuple[str, ...]:
    open_ = [id_ for id_ in sorted(ground.assumed) if _reading_affects(ground, id_, table)]
    said = [f"{id_} must be filed and is not; {ground.readings[id_]} is assumed" for id_ in open_]
    if envy:
        said.append(
            "another player's hand is any hand of the deck, whatever cards this player has; each other hand is"
            " counted by itself, and the results add up"
        )
    if limit is not None:
        said.append(f"no other wager of the hand counts toward the payout limit of {limit}")
    if ground.options.get(f"fold.{table.wager}") == "lost":
        said.append(NOT_FOLDED)
    if table.meters:
        said.append("shares of a meter are not rounded; at the table they are rounded up to the cent")
    return tuple(said)


def _reading_affects(ground: OddsInput, reading: str, table: Paytable) -> bool:
    return any(
        change.wager == table.wager and table.letter in change.letters
        for change in ground.regulation.readings[reading].changed_rows
    )
