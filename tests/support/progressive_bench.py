"""What the tests of meters share: meters of both books with any terms, and what happens to them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway import progressive
from houseway.citation import cite_clauses
from houseway.errors import NotAllowed
from houseway.events import Actor, Role
from houseway.money import Cents
from houseway.progressive import ShareWinner, evolve_meter, fold_meter
from houseway.regulation import BOOKS
from tests.support.submissions import EXAMPLES, changed, document, filed

MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
RULES = {book: filed(document(EXAMPLES / book / "everything.toml")).rules for book in BOOKS}
FAY, DAN = Actor(Role.FLOOR, "Fay"), Actor(Role.DEALER, "Dan")
VOID = cite_clauses(MD, "14.B")
WHOLE, TENTH = Fraction(1), Fraction(1, 10)


def started(book=MD, **terms):
    """A meter that has just been opened, with other terms than those of the example if wanted."""
    rules = RULES[book]
    return fold_meter([progressive.open_meter(replace(rules.meters[0], **terms), rules)])


def one_dollar():
    """The Division's meter at a table of $1 wagers."""
    content = changed(document(EXAMPLES / DIV / "everything.toml"), ("wagers", "progressive"), {"paytable": "1", "stake": "$1"})
    rules = filed(changed(content, ("meters", 0, "rate"), "21%")).rules
    return fold_meter([progressive.open_meter(rules.meters[0], rules)])


def at(dollars, book=MD, **terms):
    return started(book, seed=Cents.from_dollars(dollars), **terms)


def table_of(meter):
    return meter.filed_meter.tables[0]


def fed(meter, cents, in_round=1, **more):
    return evolve_meter(
        meter, progressive.contribution_event(meter, Cents(cents), more.pop("table", table_of(meter)), in_round, **more)
    )


def awarded(meter, *shares, readings=None, **more):
    """Events and amounts of hands that win from seat 1 on."""
    winners = [ShareWinner(seat, share, **more) for seat, share in enumerate(shares, start=1)]
    return progressive.award_events(meter, winners, readings or {}, table_of(meter), 1)


def after(meter, events):
    return fold_meter(events, meter)


def refusal(act, *args, **facts):
    with pytest.raises(NotAllowed) as refused:
        act(*args, **facts)
    return refused.value


def comes_to(meter):
    """What the meter must be worth, from what has happened to it."""
    return meter.starting_amount.amount + meter.contributed - meter.taken_back - meter.paid + meter.house_added + meter.ruled
