"""The paytable, stake and meters of an odds calculation: filed, from the book, or given."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from houseway.analysis.games import counted_wagers, find_deciding_cards
from houseway.analysis.odds.basis import OddsInput, is_envy, wager_or_its_earner
from houseway.analysis.odds.stakes import may_stake, stakes_until_even
from houseway.analysis.own_paytable import make_paytable
from houseway.errors import Malformed, NotAllowed
from houseway.money import CENTS_PER_DOLLAR, Cents, FixedAmount, MeterShare, OddsToOne, Push
from houseway.regulation import Paytable, Regulation, Row
from houseway.regulation.side_bets import TWO_CARDS, DecidedBy
from houseway.submission.limit import limited_wagers
from houseway.submission.readings import apply_readings
from houseway.submission.rules import Offer

GivenTable = str | Paytable | Mapping[str, str] | None
"""A letter, a paytable, or pays by hand, as in `{"royal-flush": "50 to 1"}`."""

_ONE, _FIVE = Cents.from_dollars(1), Cents.from_dollars(5)


def check_wager(book: Regulation, wager: str) -> None:
    if wager not in book.wagers:
        known = counted_wagers(book)
        raise Malformed(
            f"{book.id} has no wager {wager!r} with counted odds; it has {', '.join(known)}",
            code="book.no-wager",
            given=wager,
            allowed=known,
        )


def find_paytable(odds_input: OddsInput, wager: str, given: GivenTable) -> Paytable:
    """Return the paytable with the readings applied."""
    if isinstance(given, Paytable):
        check_wager(odds_input.regulation, wager)
        return given
    return _with_unprinted_readings(odds_input, printed_paytable(odds_input, wager, given))


def printed_paytable(odds_input: OddsInput, wager: str, given: str | Mapping[str, str] | None) -> Paytable:
    """Return the paytable with the readings applied that change what is printed in its rows."""
    book = odds_input.regulation
    check_wager(book, wager)
    if given is None:
        return _filed_paytable(odds_input, wager)
    if not isinstance(given, str):
        return make_paytable(book, wager, given)
    table = book.paytable(wager, given)
    if table is None:
        letters = tuple(table.letter for table in book.paytables_of(wager))
        raise Malformed(
            f"the {book.wager(wager).title} has no paytable {given!r}; it has {', '.join(letters)}",
            code="odds.paytable",
            given=given,
            allowed=letters,
        )
    return _apply_readings(odds_input, table)


def _filed_paytable(odds_input: OddsInput, wager: str) -> Paytable:
    book, tables = odds_input.regulation, odds_input.regulation.paytables_of(wager)
    filed = [table for offer in odds_input.offers.values() for table in (offer.paytable, *offer.envy) if table.wager == wager]
    if filed:
        return filed[0]
    letters = tuple(table.letter for table in tables)
    if odds_input.offers:
        raise NotAllowed(
            f"the {book.wager(wager).title} is not offered; its paytables are {', '.join(letters)}",
            code="odds.not-offered",
            clauses=(book.wager(wager).clause,),
            given=wager,
            allowed=tuple(each for each in counted_wagers(book) if each in odds_input.offers),
        )
    if len(tables) != 1:
        raise Malformed(
            f"the {book.wager(wager).title} has several paytables: name one of {', '.join(letters)}",
            code="odds.paytable",
            given="none",
            allowed=letters,
        )
    return _apply_readings(odds_input, tables[0])


def _apply_readings(odds_input: OddsInput, table: Paytable) -> Paytable:
    offer = Offer(table.wager, table, _ONE, _ONE)
    return apply_readings(odds_input.regulation, {table.wager: offer}, odds_input.readings)[table.wager].paytable


def _with_unprinted_readings(odds_input: OddsInput, table: Paytable) -> Paytable:
    """Apply the readings that no row of data expresses: both rows of Ultimate Pairs (UTH-18), a tie of the Bad Beat (UTH-15)."""
    wager = odds_input.regulation.wagers[table.wager]
    if wager.paid_by == TWO_CARDS and odds_input.is_read_as("UTH-18", "both"):
        return replace(table, rows=tuple(_add_pair_of_aces(row, table) for row in table.rows))
    is_tie_returned = wager.decided_by is DecidedBy.LOSING_HAND and odds_input.is_read_as("UTH-15", "tie-pushes")
    if is_tie_returned and table.row("tie") is None:
        tie = Row("tie", Push(), wager.choice_clause or wager.clause, "UTH-15")
        return replace(table, rows=(*table.rows, tie))
    return table


_ROWS_ABOVE_ACES = ("player-and-dealer-aces", "aces-of-hearts-and-diamonds")


def _add_pair_of_aces(row: Row, table: Paytable) -> Row:
    aces = table.row("pair-of-aces")
    if (
        row.hand not in _ROWS_ABOVE_ACES
        or aces is None
        or not (isinstance(row.pays, OddsToOne) and isinstance(aces.pays, OddsToOne))
    ):
        return row
    return replace(row, pays=OddsToOne(row.pays.odds + aces.pays.odds))


def listed_stakes(odds_input: OddsInput, wager: str, table: Paytable) -> tuple[Cents, ...]:
    """Return the stakes at which odds are listed: all fixed stakes; else the minimum, the maximum and those between that
    differ.

    A bare rule book has no minimum and maximum; there the list starts at $1.
    """
    if is_envy(odds_input.regulation, wager):
        return (_envy_stake(odds_input, wager),)
    offer, rounded = odds_input.offers.get(wager), find_deciding_cards(odds_input, wager, table).rounding is not None
    period = _even_stake(table) if rounded else Fraction(0)
    if offer is not None:
        return offer.stakes or stakes_until_even(offer.minimum, offer.maximum, period, _stakes_around_limit(odds_input, table))
    fixed = _stakes_of_book(odds_input, wager, table)
    if fixed:
        return fixed
    if rounded:
        return stakes_until_even(_ONE, _ONE + Cents(int(period)), period)
    return (_ONE, _FIVE) if any(isinstance(row.pays, FixedAmount | MeterShare) for row in table.rows) else (_ONE,)


def _even_stake(table: Paytable) -> Fraction:
    """Return the stake in cents whose multiples win whole dollars in every row that is rounded down (DIV-04)."""
    odds = (row.pays.odds for row in table.rows if isinstance(row.pays, OddsToOne))
    return Fraction(CENTS_PER_DOLLAR * lcm(*(each.denominator for each in odds)))


def _stakes_around_limit(odds_input: OddsInput, table: Paytable) -> tuple[Cents, ...]:
    """Return the largest whole-dollar stake whose awards the payout limit does not cut, and the next one."""
    limit = payout_limit(odds_input, table.wager)
    top = max((row.pays.odds for row in table.rows if isinstance(row.pays, OddsToOne)), default=Fraction(0))
    if limit is None or not top:
        return ()
    largest = _ONE * int(limit.amount / top // CENTS_PER_DOLLAR)
    return largest, largest + _ONE


def payout_limit(odds_input: OddsInput, wager: str) -> Cents | None:
    """Return the payout limit if it covers the wager; it covers envy only under reading DIV-14."""
    most = odds_input.options.get("payout-limit.amount")
    if not isinstance(most, Cents):
        return None
    covered = limited_wagers(odds_input.regulation, odds_input.offers, odds_input.readings)
    names = {offer.wager for offer in covered}
    if odds_input.is_read_as("DIV-14", "envy-capped"):
        names |= {table.wager for offer in covered for table in offer.envy}
    return most if wager in names else None


def check_stake(odds_input: OddsInput, wager: str, stake: Cents) -> None:
    """Refuse a stake that is not filed; the stake of an envy bonus is that of the wager that earns it."""
    offer = _find_offer(odds_input, wager)
    if offer is None:
        return
    title, filed = odds_input.regulation.wager(offer.wager).title, _stakes_in_words(offer)
    if not may_stake(offer, stake):
        raise Malformed(
            f"{stake} is not a stake of the {title}; allowed: {filed}", code="odds.stake", given=str(stake), allowed=filed
        )
    if not earns_wager(odds_input, wager, stake):
        least = _envy_stake(odds_input, wager)
        said = (
            f"the {odds_input.regulation.wager(wager).title} is earned by a stake of"
            f" {least}{'' if offer.stakes else ' or more'}, not {stake}"
        )
        raise Malformed(said, code="odds.stake", given=str(stake), allowed=str(least))


def earns_wager(odds_input: OddsInput, wager: str, stake: Cents) -> bool:
    """Tell whether a filed stake earns the wager; not every stake earns an envy bonus."""
    offer = _find_offer(odds_input, wager)
    if offer is None or offer.wager == wager:
        return True
    least = _envy_stake(odds_input, wager)
    return stake == least if offer.stakes else stake >= least


def _find_offer(odds_input: OddsInput, wager: str) -> Offer | None:
    """Return the offer of a wager, or of the wager whose envy bonus it is."""
    having = (offer for offer in odds_input.offers.values() if wager in (offer.wager, *(each.wager for each in offer.envy)))
    return next(having, None)


def _stakes_in_words(offer: Offer) -> str:
    return " or ".join(map(str, offer.stakes)) or f"{offer.minimum} to {offer.maximum}"


def _envy_stake(odds_input: OddsInput, wager: str) -> Cents:
    """Return the smallest stake that earns an envy bonus (PG-10), or the one stake to which its paytable belongs."""
    book, offer = odds_input.regulation, _find_offer(odds_input, wager)
    own, least = book.value_of(f"envy-stake.{wager}"), book.value_of("envy-minimum")
    if isinstance(own, Cents):
        return own
    smallest = offer.minimum if offer is not None else _ONE
    has_minimum = wager_or_its_earner(book, wager).under(odds_input.readings).has_envy_minimum
    return max(smallest, least) if has_minimum and isinstance(least, Cents) else smallest


def _stakes_of_book(odds_input: OddsInput, wager: str, table: Paytable) -> tuple[Cents, ...]:
    """Return the fixed stakes of a book, or the one that belongs to the paytable."""
    key = odds_input.regulation.wager(wager).stakes_value
    listed = odds_input.regulation.value_of(key) if key else None
    stakes = tuple(each for each in listed if isinstance(each, Cents)) if isinstance(listed, tuple) else ()
    for each in odds_input.regulation.restrictions:
        if each.when == {f"paytable.{wager}": (table.letter,)} and f"stake.{wager}" in each.needs:
            wanted = each.needs[f"stake.{wager}"]
            stakes = tuple(stake for stake in stakes if str(stake) in wanted)
    return stakes


def check_meters(tables: Sequence[Paytable], given: Mapping[str, Cents] | None) -> None:
    """Refuse meters that the paytables do not draw on, and negative levels."""
    drawn = tuple(dict.fromkeys(name for table in tables for name in table.meters))
    of = f"paytable {tables[0].letter} pays" if len(tables) == 1 else "these paytables pay"
    for name, shows in (given or {}).items():
        if name not in drawn:
            said = f"from {' and '.join(drawn)}, not from {name!r}" if drawn else "nothing from a meter"
            raise Malformed(f"{of} {said}", code="odds.meter", given=name, allowed=drawn)
        if shows < Cents(0):
            raise Malformed(
                f"the meter {name!r} cannot show {shows}", code="odds.meter", given=str(shows), allowed="$0 or more"
            )


def meter_levels(odds_input: OddsInput, table: Paytable, given: Mapping[str, Cents] | None) -> dict[str, Fraction]:
    """Return what each meter of a paytable shows: as given, as filed, or the lowest start that the book allows."""
    return {name: Fraction(_meter_level(odds_input, table, name, given or {}).amount) for name in table.meters}


def _meter_level(odds_input: OddsInput, table: Paytable, name: str, given: Mapping[str, Cents]) -> Cents:
    if name in given:
        return given[name]
    filed = [meter.seed for meter in odds_input.meters if (meter.wager, meter.name) == (table.wager, name)]
    value = filed[0] if filed else odds_input.regulation.value_of(f"seed.{table.letter}.{name}")
    if not isinstance(value, Cents):
        raise Malformed(
            f"state what the meter {name!r} shows: neither the rules nor the book does",
            code="odds.meter",
            given="nothing",
            allowed=name,
        )
    return value
