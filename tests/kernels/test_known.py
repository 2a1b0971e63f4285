"""Numbers known from outside, and a few of ours, against counts over the whole deck."""

import tomllib
from functools import cache
from math import comb

import numpy as np
import pytest

from houseway.hands import ORDERS, Category
from houseway.kernels import batch
from houseway.kernels.canonical import canonical_deals, count_canonical_deals
from houseway.kernels.tables import category_positions
from tests.support.paths import ROOT

KNOWN = tomllib.loads((ROOT / "benchmarks" / "known.toml").read_text())
COUNTS = [*KNOWN["count"], *KNOWN["ours"]]


def name(entry):
    return f"{entry['order']} {entry['cards']} of {entry['deck']} {entry['category']}"


@cache
def deals(cards, deck):
    return canonical_deals(cards, joker=deck == 53)


@cache
def counted(order_name, cards, deck):
    """How many hands there are of each category."""
    order = next(order for order in ORDERS if order.name == order_name)
    hands, weights = deals(cards, deck)
    strengths = batch.strengths(order, hands, threads=None)
    places = strengths if Category.NOTHING in order.categories else category_positions(order)[strengths]
    totals = np.bincount(places, weights=weights, minlength=len(order.categories) + 1).astype(np.int64)
    return {category.value: int(totals[order.position(category)]) for category in order.categories}


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
        assert count_canonical_deals(*entry["parts"]) == entry["deals"]


def test_every_number_has_its_source():
    assert all(entry["source"].strip() for entry in [*KNOWN["count"], *KNOWN["distinct"]])
    assert len({name(entry) for entry in COUNTS}) == len(COUNTS) > 100
