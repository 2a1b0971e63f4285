"""Numbers known from outside, and a few of ours, against counts over the whole deck."""

import tomllib
from math import comb

import pytest

from tests.support.canonical_deals import count_deals_up_to_suits, counted, deals
from tests.support.paths import ROOT

KNOWN = tomllib.loads((ROOT / "benchmarks" / "known.toml").read_text())
COUNTS = [*KNOWN["count"], *KNOWN["ours"]]


def name(entry):
    return f"{entry['order']} {entry['cards']} of {entry['deck']} {entry['category']}"


@pytest.mark.parametrize("entry", COUNTS, ids=name)
def test_a_category_has_so_many_hands(entry):
    found = counted(entry["order"], entry["cards"], entry["deck"])
    assert found[entry["category"]] == entry["combinations"]
    assert sum(found.values()) == entry["total"] == comb(entry["deck"], entry["cards"])


@pytest.mark.parametrize("entry", KNOWN["distinct"], ids=lambda entry: f"{entry['parts']} of {entry['deck']}")
def test_so_many_deals_differ_by_more_than_suits(entry):
    if entry["deck"] == 53:
        assert len(deals(*entry["parts"], 53)[0]) == entry["deals"]
    else:
        assert count_deals_up_to_suits(*entry["parts"]) == entry["deals"]


def test_every_number_has_its_source():
    assert all(entry["source"].strip() for entry in [*KNOWN["count"], *KNOWN["distinct"]])
    assert len({name(entry) for entry in COUNTS}) == len(COUNTS) > 100
