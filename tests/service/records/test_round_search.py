"""A search over rounds finds what fits, in the order of time over all tables, and looks at no more than it may."""

from dataclasses import dataclass

import pytest

from houseway.service.records import round_search
from houseway.service.records.round_search import RoundQuery, RoundSearch
from houseway.service.records.round_summaries import RoundSummary
from houseway.store import open_store

PLAIN = {"events": 9, "staked": 1000, "nets": {"p-ann": -1000}, "from_meters": 0, "is_void": False, "irregularities": ()}
ROUNDS = {
    ("A", 1): {"began_at": 10},
    ("A", 2): {"began_at": 30, "is_void": True, "nets": {}, "irregularities": ("a card of position 2 was exposed",)},
    ("A", 3): {"began_at": 50, "nets": {"p-bob": 50_000}, "from_meters": 50_000},
    ("B", 1): {"began_at": 20, "nets": {"p-ann": 2_500, "p-bob": -100}},
    ("B", 2): {"began_at": 50},
}


@dataclass(frozen=True)
class Table:
    """As much of a table as a search needs."""

    id: str
    number: int


TABLES = (Table("A", 4), Table("B", 3))


@pytest.fixture
def search(monkeypatch):
    def summarize(_store, table, first, last):
        for number in range(first, last + 1):
            facts = {**PLAIN, **ROUNDS[table.id, number]}
            yield RoundSummary(table=table.id, number=number, ended_at=facts["began_at"] + 5, **facts)

    monkeypatch.setattr(round_search, "summarize_rounds", summarize)
    names = {"p-ann": "Ann", "p-bob": "Bob"}
    with open_store("memory:") as store:
        yield RoundSearch(store, lambda ids: {each: names[each] for each in ids})


def found(search, tables=TABLES, after=None, **sought):
    return [(each.table, each.number) for each in search.search(tables, RoundQuery(**sought), after).found]


@pytest.mark.parametrize(
    ("sought", "rounds"),
    [
        ({}, [("A", 3), ("B", 2), ("A", 2), ("B", 1), ("A", 1)]),
        ({"since": 20, "until": 30}, [("A", 2), ("B", 1)]),
        ({"player": "BO"}, [("A", 3), ("B", 1)]),
        ({"player": "p-ann", "result": "won"}, [("B", 1)]),
        ({"player": "ann", "result": "lost"}, [("B", 2), ("A", 1)]),
        ({"result": "lost", "least": 1_000}, [("B", 2), ("A", 1)]),
        ({"least": 2_000}, [("A", 3), ("B", 1)]),
        ({"result": "void"}, [("A", 2)]),
        ({"result": "meter"}, [("A", 3)]),
        ({"irregular": True}, [("A", 2)]),
        ({"words": "EXPOSED"}, [("A", 2)]),
        ({"words": "dice"}, []),
    ],
)
def test_rounds_that_fit_are_found_the_latest_first(search, sought, rounds):
    assert found(search, **sought) == rounds


def test_every_round_is_looked_at_once_however_often_the_search_stops(search, monkeypatch):
    monkeypatch.setattr(round_search, "MOST_LOOKED_AT", 2)
    seen, after = [], None
    while True:
        part = search.search(TABLES, RoundQuery(), after)
        seen += [(each.table, each.number) for each in part.found]
        assert part.looked_at <= 2
        after = part.next
        if after is None:
            break
    assert seen == [("A", 3), ("B", 2), ("A", 2), ("B", 1), ("A", 1)]


def test_a_page_is_full_before_everything_is_looked_at(search, monkeypatch):
    monkeypatch.setattr(round_search, "PAGE", 1)
    part = search.search(TABLES, RoundQuery(player="bob"))
    assert ([(each.table, each.number) for each in part.found], part.looked_at) == ([("A", 3)], 1)
    assert found(search, after=part.next, player="bob") == [("B", 1)]
