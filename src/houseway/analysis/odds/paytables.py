"""The paytable, stake and meters of an odds calculation: filed, from the book, or given."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from houseway.analysis.odds.basis import Ground, basis, counted, is_envy
from houseway.citation import Citation
from houseway.errors import Malformed, NotAllowed
from houseway.hands import Category
from houseway.money import CENTS_A_DOLLAR, Cents, Fixed, Push, Share, ToOne, parse_pay
from houseway.regulation import Paytable, Regulation, Row
from houseway.submission.limit import limited
from houseway.submission.readings import as_read
from houseway.submission.rules import Offer

OWN = "own"
"""The letter of a paytable that is in no book."""
GivenTable = str | Paytable | Mapping[str, str] | None
"""A letter, a paytable, or pays by hand, as in `{"royal-flush": "50 to 1"}`."""

_ONE, _FIVE = Cents.dollars(1), Cents.dollars(5)
MOST_STAKES = 30
"""At most so many stakes are listed where the odds depend on rounding."""


def check_wager(book: Regulation, wager: str) -> None:
    if wager not in book.wagers:
        known = counted(book)
        raise Malformed(
            f"{book.id} has no wager {wager!r}; counted are {', '.join(known)}",
            code="book.no-wager",
            given=wager,
            allowed=known,
        )


def table_of(ground: Ground, wager: str, given: GivenTable) -> Paytable:
    """Return the paytable with the readings applied."""
    book = ground.regulation
    check_wager(book, wager)
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
    allowed = tuple(sorted(known.hands - {Category.NOTHING}))  # what is left over has no row
    for hand in rows:
        if hand not in allowed:
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
    """Apply the readings that no row of data expresses: both rows of Ultimate Pairs (UTH-18), a tie of the Bad Beat (UTH-15)."""
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
    """Return the stakes at which odds are listed: all fixed stakes; else the minimum, the maximum and those between that
    differ.

    A bare rule book has no minimum and maximum; there the list starts at $1.
    """
    if is_envy(ground.regulation, wager):
        return (_earning(ground, wager),)
    offer, rounded = ground.offers.get(wager), basis(ground, wager, table).rounding is not None
    period = _falls_even(table) if rounded else Fraction(0)
    if offer is not None:
        return offer.stakes or steps(offer.minimum, offer.maximum, period, _uncut(ground, table))
    fixed = _of_book(ground, wager, table)
    if fixed:
        return fixed
    if rounded:
        return steps(_ONE, _ONE + Cents(int(period)), period)
    return (_ONE, _FIVE) if any(isinstance(row.pays, Fixed | Share) for row in table.rows) else (_ONE,)


def steps(least: Cents, most: Cents, period: Fraction, beside: Iterable[Cents] = ()) -> tuple[Cents, ...]:
    """List the minimum, every dollar above it until rounding has no effect again, the further stakes within limits, and the
    maximum."""
    whole = min(-(-period // _ONE.amount), MOST_STAKES)
    between = (*(least + _ONE * number for number in range(1, int(whole) + 1)), *beside)
    return tuple(sorted({least, most, *(each for each in between if least <= each <= most)}))


def _falls_even(table: Paytable) -> Fraction:
    """Return the stake in cents whose multiples win whole dollars in every row that is rounded down (DIV-04)."""
    odds = (row.pays.odds for row in table.rows if isinstance(row.pays, ToOne))
    return Fraction(CENTS_A_DOLLAR * lcm(*(each.denominator for each in odds)))


def _uncut(ground: Ground, table: Paytable) -> tuple[Cents, ...]:
    """Return the largest whole-dollar stake whose awards the payout limit does not cut, and the next one."""
    limit = limit_of(ground, table.wager)
    top = max((row.pays.odds for row in table.rows if isinstance(row.pays, ToOne)), default=Fraction(0))
    if limit is None or not top:
        return ()
    largest = _ONE * int(limit.amount / top // CENTS_A_DOLLAR)
    return largest, largest + _ONE


def limit_of(ground: Ground, wager: str) -> Cents | None:
    """Return the payout limit if it covers the wager; it covers envy only under reading DIV-14."""
    most = ground.options.get("payout-limit.amount")
    if not isinstance(most, Cents):
        return None
    covered = limited(ground.regulation, ground.offers, ground.readings)
    names = {offer.wager for offer in covered}
    if ground.reads("DIV-14", "envy-capped"):
        names |= {table.wager for offer in covered for table in offer.envy}
    return most if wager in names else None


def may_stake(offer: Offer, stake: Cents) -> bool:
    return stake in offer.stakes if offer.stakes else offer.minimum <= stake <= offer.maximum


def check_stake(ground: Ground, wager: str, stake: Cents) -> None:
    """Refuse a stake that is not filed; the stake of an envy bonus is that of the wager that earns it."""
    offer = _offer(ground, wager)
    if offer is None:
        return
    title, filed = ground.regulation.wager(offer.wager).title, _filed_stakes(offer)
    if not may_stake(offer, stake):
        raise Malformed(f"the {title} is bet at {filed}, not {stake}", code="odds.stake", given=str(stake), allowed=filed)
    if not earns(ground, wager, stake):
        least = _earning(ground, wager)
        said = (
            f"the {ground.regulation.wager(wager).title} is earned by {least}{'' if offer.stakes else ' or more'}, not {stake}"
        )
        raise Malformed(said, code="odds.stake", given=str(stake), allowed=str(least))


def earns(ground: Ground, wager: str, stake: Cents) -> bool:
    """Tell whether a filed stake earns the wager; not every stake earns an envy bonus."""
    offer = _offer(ground, wager)
    if offer is None or offer.wager == wager:
        return True
    least = _earning(ground, wager)
    return stake == least if offer.stakes else stake >= least


def _offer(ground: Ground, wager: str) -> Offer | None:
    """Return the offer of a wager, or of the wager whose envy bonus it is."""
    having = (offer for offer in ground.offers.values() if wager in (offer.wager, *(each.wager for each in offer.envy)))
    return next(having, None)


def _filed_stakes(offer: Offer) -> str:
    return " or ".join(map(str, offer.stakes)) or f"{offer.minimum} to {offer.maximum}"


def _earning(ground: Ground, wager: str) -> Cents:
    """Return the stake that earns an envy bonus."""
    for key in (f"envy-stake.{wager}", "envy-minimum"):
        value = ground.regulation.value(key)
        if isinstance(value, Cents):
            return value
    return _ONE


def _of_book(ground: Ground, wager: str, table: Paytable) -> tuple[Cents, ...]:
    """Return the fixed stakes of a book, or the one that belongs to the paytable."""
    key = ground.regulation.wager(wager).stakes
    listed = ground.regulation.value(key) if key else None
    stakes = tuple(each for each in listed if isinstance(each, Cents)) if isinstance(listed, tuple) else ()
    for each in ground.regulation.restrictions:
        if each.when == {f"paytable.{wager}": (table.letter,)} and f"stake.{wager}" in each.needs:
            wanted = each.needs[f"stake.{wager}"]
            stakes = tuple(stake for stake in stakes if str(stake) in wanted)
    return stakes


def check_meters(tables: Sequence[Paytable], given: Mapping[str, Cents] | None) -> None:
    """Refuse meters that the paytables do not draw on, and negative levels."""
    drawn = tuple(dict.fromkeys(name for table in tables for name in table.meters))
    of = f"paytable {tables[0].letter} draws" if len(tables) == 1 else "these paytables draw"
    for name, shows in (given or {}).items():
        if name not in drawn:
            said = f"on {' and '.join(drawn)}, not on {name!r}" if drawn else "on no meter"
            raise Malformed(f"{of} {said}", code="odds.meter", given=name, allowed=drawn)
        if shows < Cents(0):
            raise Malformed(
                f"the meter {name!r} cannot show {shows}", code="odds.meter", given=str(shows), allowed="$0 or more"
            )


def meters_of(ground: Ground, table: Paytable, given: Mapping[str, Cents] | None) -> dict[str, Fraction]:
    """Return what each meter of a paytable shows: as given, as filed, or the lowest start that the book allows."""
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
