"""Exact odds of the optional wagers and envy bonuses of every rule book: counted, never sampled.

`wager_odds` answers for one wager, paytable and stake, `all_odds` for a whole rule book or submission. Awards are exact to the
fraction of a cent, as the rule book writes them; meters count at what they show.
"""

from collections.abc import Mapping, Sequence

from houseway import __version__
from houseway.analysis.games import counted_wagers, find_deciding_cards
from houseway.analysis.odds.basis import DecidingCards, OddsInput, is_envy
from houseway.analysis.odds.counts import counts_version
from houseway.analysis.odds.paying import RowPayer, break_even_meter
from houseway.analysis.odds.wager import NOT_COUNTED_JOINTLY, NOT_FOLDED, NOTHING, OddsRow, WagerOdds
from houseway.analysis.odds_inputs import (
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
from houseway.errors import Malformed
from houseway.money import Cents
from houseway.regulation import Paytable, Regulation
from houseway.submission.rules import Rules


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
    odds_input = OddsInput.from_source(source, readings)
    table = find_paytable(odds_input, wager, paytable)
    check_meters([table], meters)
    return _count_odds(odds_input, table, listed_stakes(odds_input, wager, table)[0] if stake is None else stake, meters)


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
    odds_input = OddsInput.from_source(source, readings)
    found: list[WagerOdds] = []
    tables = _asked_paytables(odds_input, wager, paytable)
    check_meters(tables, meters)
    if stake is not None:
        tables = _tables_for_stake(odds_input, tables, stake, wager is None)
    for table in tables:
        stakes = (stake,) if stake is not None else listed_stakes(odds_input, table.wager, table)
        at = [_count_odds(odds_input, table, each, meters) for each in stakes]
        found += at if any(each.expected_value != at[0].expected_value for each in at) else at[:1]
    return tuple(found)


def _tables_for_stake(odds_input: OddsInput, tables: Sequence[Paytable], stake: Cents, all_: bool) -> Sequence[Paytable]:
    """Check that the stake may be bet; a list of all wagers omits envy bonuses that it does not earn."""
    earned = [table for table in tables if not all_ or earns_wager(odds_input, table.wager, stake)]
    for table in earned:
        check_stake(odds_input, table.wager, stake)
    return earned


def _asked_paytables(odds_input: OddsInput, wager: str | None, paytable: GivenTable) -> Sequence[Paytable]:
    book = odds_input.regulation
    if paytable is not None and wager is None:
        raise Malformed(
            "a paytable is given, but not its wager: name the wager",
            code="odds.wager",
            given=str(paytable),
            allowed=counted_wagers(book),
        )
    if wager is not None:
        check_wager(book, wager)
        find_deciding_cards(odds_input, wager, book.paytables_of(wager)[0])  # so that one that is not counted says so
        if paytable is not None or odds_input.offers:
            return [find_paytable(odds_input, wager, paytable)]
        return [find_paytable(odds_input, wager, table.letter) for table in book.paytables_of(wager)]
    if odds_input.offers:
        offered = [table.wager for offer in odds_input.offers.values() for table in (offer.paytable, *offer.envy)]
        return [find_paytable(odds_input, each, None) for each in counted_wagers(book) if each in offered]
    return [
        find_paytable(odds_input, table.wager, table.letter) for table in book.paytables if table.wager in counted_wagers(book)
    ]


def _count_odds(odds_input: OddsInput, table: Paytable, stake: Cents, given: Mapping[str, Cents] | None) -> WagerOdds:
    if stake <= Cents(0):
        raise Malformed(f"a stake is more than $0, not {stake}", code="odds.stake", given=str(stake), allowed="more than $0")
    book, wager = odds_input.regulation, table.wager
    found, envy = find_deciding_cards(odds_input, wager, table), is_envy(book, wager)
    meters, limit = meter_levels(odds_input, table, given), payout_limit(odds_input, wager)
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
        readings=_decisive_readings(odds_input, table, found),
        assumptions=_list_assumptions(odds_input, table, envy, limit),
        meters=meters,
        value_per_meter_dollar=payer.value_per_meter_dollar(tally, found.total),
        break_even={name: break_even_meter(payer, cells, name) for name in meters},
        limit=limit,
        depends_on_stake=payer.depends_on_stake,
        version=f"houseway {__version__}{f', counts {counts_version(found.game)}' if found.game else ''}",
        rules_hash=odds_input.rules_hash,
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


def _decisive_readings(odds_input: OddsInput, table: Paytable, found: DecidingCards) -> Mapping[str, str]:
    printed = odds_input.regulation.paytable(table.wager, table.letter) or table
    named = (*found.readings, printed.reading, *(row.reading for row in (*printed.rows, *table.rows)))
    return {id_: odds_input.readings[id_] for id_ in dict.fromkeys(named) if id_ in odds_input.readings}


def _list_assumptions(odds_input: OddsInput, table: Paytable, envy: bool, limit: Cents | None) -> tuple[str, ...]:
    open_ = [id_ for id_ in sorted(odds_input.assumed) if _reading_affects(odds_input, id_, table)]
    said = [f"{id_} must be filed and is not; {odds_input.readings[id_]} is assumed" for id_ in open_]
    if envy:
        said.append(
            "another player's hand is any hand of the deck, whatever cards this player has; each other hand is"
            " counted by itself, and the results add up"
        )
    if limit is not None:
        said.append(f"no other wager of the hand counts toward the payout limit of {limit}")
    if odds_input.regulation.wager(table.wager).is_lost_with_fold(odds_input.options):
        said.append(NOT_FOLDED)
    if odds_input.regulation.wager(table.wager).side_bet is not None:
        said.append(NOT_COUNTED_JOINTLY)
    if table.meters:
        said.append("shares of a meter are not rounded; at the table they are rounded up to the cent")
    return tuple(said)


def _reading_affects(odds_input: OddsInput, reading: str, table: Paytable) -> bool:
    return any(
        change.wager == table.wager and table.letter in change.letters
        for change in odds_input.regulation.readings[reading].changed_rows
    )
