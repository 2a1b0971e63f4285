"""Which paytable, which stake and which meters odds are asked for: filed, of the book, or given."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.odds_basis import Ground, counted, is_envy
from houseway.citation import Citation
from houseway.errors import Malformed, NotAllowed
from houseway.money import Cents, Fixed, Push, Share, ToOne, parse_pay
from houseway.regulation import Paytable, Row
from houseway.submission.readings import as_read
from houseway.submission.rules import Offer

OWN = "own"
"""What a paytable is called that is no book's."""
GivenTable = str | Paytable | Mapping[str, str] | None
"""A letter, a paytable, or what is paid by hand, as in `{"royal-flush": "50 to 1"}`."""

_ONE, _FIVE = Cents.dollars(1), Cents.dollars(5)


def table_of(ground: Ground, wager: str, given: GivenTable) -> Paytable:
    """The paytable as the readings have it."""
    book = ground.regulation
    book.wager(wager)
    if isinstance(given, Paytable):
        return given
    if given is None:
        return _as_paid(ground, _filed(ground, wager))
    if isinstance(given, str):
        table = book.paytable(wager, given)
        if table is None:
            letters = tuple(table.letter for table in book.tables_of(wager))
            raise Malformed(
                f"the {book.wager(wager).title} has no paytable {given!r}; it has {', '.join(letters)}",
                code="odds.paytable",
                given=given,
                allowed=letters,
            )
        return _as_paid(ground, _reread(ground, table))
    return _as_paid(ground, _own(ground, wager, given))


def _filed(ground: Ground, wager: str) -> Paytable:
    book, tables = ground.regulation, ground.regulation.tables_of(wager)
    filed = [table for offer in ground.offers.values() for table in (offer.paytable, *offer.envy) if table.wager == wager]
    if filed:
        return filed[0]
    letters = tuple(table.letter for table in tables)
    if ground.offers:
        raise NotAllowed(
            f"the {book.wager(wager).title} is not offered; its paytables are {', '.join(letters)}",
            code="odds.not-offered",
            clauses=(book.wager(wager).clause,),
            given=wager,
            allowed=tuple(each for each in counted(book) if each in ground.offers),
        )
    if len(tables) != 1:
        raise Malformed(
            f"the {book.wager(wager).title} has the paytables {', '.join(letters)}: name one",
            code="odds.paytable",
            given="none",
            allowed=letters,
        )
    return _reread(ground, tables[0])


def _reread(ground: Ground, table: Paytable) -> Paytable:
    offer = Offer(table.wager, table, _ONE, _ONE)
    return as_read(ground.regulation, {table.wager: offer}, ground.readings)[table.wager].paytable


def _own(ground: Ground, wager: str, rows: Mapping[str, str]) -> Paytable:
    known = ground.regulation.wager(wager)
    for hand in rows:
        if hand not in known.hands:
            allowed = tuple(sorted(known.hands))
            raise Malformed(
                f"the {known.title} knows no hand {hand!r}; it knows {', '.join(allowed)}",
                code="odds.hand",
                given=hand,
                allowed=allowed,
            )
    if not rows:
        raise Malformed("a paytable has rows, as in 'flush=4 to 1'", code="odds.rows", given="none", allowed="hand=pays")
    return Paytable(wager, OWN, known.clause, tuple(Row(hand, parse_pay(pays), known.clause) for hand, pays in rows.items()))


def _as_paid(ground: Ground, table: Paytable) -> Paytable:
    """Readings that no row of data can say: both rows of Ultimate Pairs (UTH-18), a tie of the Bad Beat (UTH-15)."""
    if table.wager == "ultimate-pairs" and ground.reads("UTH-18", "both"):
        return replace(table, rows=tuple(_with_aces(row, table) for row in table.rows))
    if table.wager == "bad-beat" and ground.reads("UTH-15", "tie-pushes") and table.row("tie") is None:
        tie = Row("tie", Push(), Citation(f"{ground.regulation.id} 12.F~2"), "UTH-15")
        return replace(table, rows=(*table.rows, tie))
    return table


_TOP = ("player-and-dealer-aces", "aces-of-hearts-and-diamonds")


def _with_aces(row: Row, table: Paytable) -> Row:
    aces = table.row("pair-of-aces")
    if row.hand not in _TOP or aces is None or not (isinstance(row.pays, ToOne) and isinstance(aces.pays, ToOne)):
        return row
    return replace(row, pays=ToOne(row.pays.odds + aces.pays.odds))


def stakes_of(ground: Ground, wager: str, table: Paytable) -> tuple[Cents, ...]:
    """The stakes at which odds are told: all, where they are fixed; the least and the most where it matters; or the least."""
    if is_envy(ground.regulation, wager):
        return (_earning(ground, wager),)
    offer = ground.offers.get(wager)
    if offer is not None:
        return offer.stakes or tuple(dict.fromkeys((offer.minimum, offer.maximum)))
    fixed = _of_book(ground, wager, table)
    if fixed:
        return fixed
    bends = any(isinstance(row.pays, Fixed | Share) for row in table.rows) or bool(ground.regulation.wager(wager).odds)
    return (_ONE, _FIVE) if bends else (_ONE,)


def _earning(ground: Ground, wager: str) -> Cents:
    """The stake that earns an envy bonus."""
    for key in (f"envy-stake.{wager}", "envy-minimum"):
        value = ground.regulation.value(key)
        if isinstance(value, Cents):
            return value
    return _ONE


def _of_book(ground: Ground, wager: str, table: Paytable) -> tuple[Cents, ...]:
    """The only stakes of a book, or the one that goes with a paytable."""
    key = ground.regulation.wager(wager).stakes
    listed = ground.regulation.value(key) if key else None
    stakes = tuple(each for each in listed if isinstance(each, Cents)) if isinstance(listed, tuple) else ()
    for each in ground.regulation.restrictions:
        if each.when == {f"paytable.{wager}": (table.letter,)} and f"stake.{wager}" in each.needs:
            wanted = each.needs[f"stake.{wager}"]
            stakes = tuple(stake for stake in stakes if str(stake) in wanted)
    return stakes


def check_meters(table: Paytable, given: Mapping[str, Cents] | None) -> None:
    """Meters that are given are those that the paytable draws on."""
    for name in given or {}:
        if name not in table.meters:
            drawn = f"draws on {' and '.join(table.meters)}, not on {name!r}" if table.meters else "draws on no meter"
            raise Malformed(f"paytable {table.letter} {drawn}", code="odds.meter", given=name, allowed=table.meters)


def meters_of(ground: Ground, table: Paytable, given: Mapping[str, Cents] | None) -> dict[str, Fraction]:
    """What each meter of a paytable shows: as given, as it is filed to start from, or the least that the book lets it start at."""
    return {name: Fraction(_shows(ground, table, name, given or {}).amount) for name in table.meters}


def _shows(ground: Ground, table: Paytable, name: str, given: Mapping[str, Cents]) -> Cents:
    if name in given:
        return given[name]
    filed = [meter.seed for meter in ground.meters if (meter.wager, meter.name) == (table.wager, name)]
    value = filed[0] if filed else ground.regulation.value(f"seed.{table.letter}.{name}")
    if not isinstance(value, Cents):
        raise Malformed(
            f"what does the meter {name!r} show? neither the rules nor the book say",
            code="odds.meter",
            given="nothing",
            allowed=name,
        )
    return value
