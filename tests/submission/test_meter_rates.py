"""The rate of a meter is compared exactly, with the least rate of the book and with the whole of a wager."""

import pytest

from houseway.citation import cite_clauses
from tests.support.submissions import DIV, FC, MD, METERS, UTH
from tests.support.table_driver import findings

LEAST = {"1": (21, "(q)(5)#1"), "5": (27, "(q)(5)#2")}
"""Of the Division's meters, by the wager that feeds them."""
WITHOUT_LEAST = {MD: "13.E(6)", UTH: "12.D(3)(a)", FC: ".12 D(3)(a)"}


def found(book, rate, wagers=("progressive",)):
    """What is found wrong with a meter of this rate; warnings about readings are left out."""
    meter = {"wager": "progressive", "name": "meter", **METERS[book], "rate": rate}
    return [each for each in findings(book, wagers=wagers, meters=[meter]) if each[0] != "reading.warning"]


@pytest.mark.parametrize("stake", LEAST)
def test_a_rate_a_little_below_the_least_one_is_refused(stake, claim):
    least, clause = LEAST[stake]
    wagers = {"progressive": {"paytable": stake, "stake": f"${stake}"}}
    for part in ("5", "6", "99", "999999999"):
        assert found(DIV, f"{least - 1}.{part}%", wagers) == [("meter.rate", clause)], part
    for enough in (f"{least}%", f"{least}.000000001%", "100%"):
        assert found(DIV, enough, wagers) == []
    claim(*cite_clauses(DIV, clause))


@pytest.mark.parametrize("book", WITHOUT_LEAST)
def test_any_rate_above_nothing_is_allowed_where_no_least_one_is_printed(book, claim):
    clause = WITHOUT_LEAST[book]
    for none in ("0%", "0.0%", "0.000000000%"):
        assert found(book, none) == [("meter.rate", clause)], none
    for some in ("0.4%", "0.000000001%", "99.9%", "100%"):
        assert found(book, some) == []
    claim(*cite_clauses(book, clause))


@pytest.mark.parametrize(("book", "clause"), [*WITHOUT_LEAST.items(), (DIV, "(q)(5)#1")])
def test_no_meter_grows_by_more_than_is_wagered(book, clause, claim):
    for more in ("100.4%", "100.000000001%"):
        assert found(book, more) == [("meter.rate", clause)], more
    claim(*cite_clauses(book, clause))


@pytest.mark.parametrize("book", [*WITHOUT_LEAST, DIV])
def test_a_meter_is_filed_only_with_the_wager_that_feeds_it(book):
    """The rules of the progressive bind nobody who does not offer it."""
    assert [code for code, _ in found(book, "40%", ())] == ["meter.unknown"]
