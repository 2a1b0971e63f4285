"""A search over rounds finds what fits in the stored rows, in the order of time over all tables."""

import json

import pytest
from sqlalchemy import insert

from houseway.service.records import round_search
from houseway.service.records.round_search import RoundQuery, search_rounds
from houseway.store import open_store
from houseway.store.report_tables import report_hands, report_incidents, report_rounds
from houseway.store.schema import identities

BOOK = "md.pai-gow-poker"
EXPOSED = {"kind": "card-exposed", "clauses": [], "facts": {"position": 2, "cards": []}}
ROUNDS = {
    ("A", 1): {"began_at": 10},
    ("A", 2): {"began_at": 30, "is_void": True, "irregularities": 1},
    ("A", 3): {"began_at": 50, "meter_awards": 50_000},
    ("B", 1): {"began_at": 20},
    ("B", 2): {"began_at": 50},
}
HANDS = {
    ("A", 1): {1: ("p-ann", -1000)},
    ("A", 3): {2: ("p-bob", 50_000)},
    ("B", 1): {1: ("p-ann", 3_000), 2: ("p-ann", -500), 3: ("p-bob", -100)},
    ("B", 2): {1: ("p-ann", -1000)},
}
NAMES = {"p-ann": "Ann", "p-bob": "Bob 100%"}
EVERYTHING = [("A", 3), ("B", 2), ("A", 2), ("B", 1), ("A", 1)]


def round_row(table, number, **facts):
    money = dict.fromkeys(("wagered", "house_win", "vigorish", "meter_awards", "players", "irregularities"), 0)
    rest = {
        "day": "2026-11-16",
        "book": BOOK,
        "rules": "",
        "first_version": 1,
        "last_version": 9,
        "is_void": False,
        "is_banked": False,
    }
    return {"table_id": table, "number": number, **money, **rest, **facts, "ended_at": facts["began_at"] + 5}


def hand_row(table, number, position, player, net):
    money = {"wagered": 1000, "net": net, "vigorish": 0, "wagers": "{}"}
    return {"table_id": table, "number": number, "position": position, "player": player, "day": "", "ended_at": 0, **money}


@pytest.fixture(scope="module")
def store():
    hands = [hand_row(*key, place, *hand) for key, places in HANDS.items() for place, hand in places.items()]
    incident = {"stream": "table:A", "version": 5, "day": "", "at": 31, "kind": "card-exposed", "table_id": "A", "number": 2}
    people = [{"person": id_, "name": name, "kind": "guest", "created_at": 0} for id_, name in NAMES.items()]
    with open_store("memory:") as store:
        with store.database.transaction() as connection:
            connection.execute(insert(report_rounds), [round_row(*key, **facts) for key, facts in ROUNDS.items()])
            connection.execute(insert(report_hands), hands)
            connection.execute(insert(report_incidents), {**incident, "event": json.dumps(EXPOSED)})
            connection.execute(insert(identities), people)
        yield store


def keys(rounds):
    return [(each.table, each.number) for each in rounds]


@pytest.mark.parametrize(
    ("sought", "rounds"),
    [
        ({}, EVERYTHING),
        ({"table": "B"}, [("B", 2), ("B", 1)]),
        ({"since": 20, "until": 30}, [("A", 2), ("B", 1)]),
        ({"player": "BO"}, [("A", 3), ("B", 1)]),
        ({"player": "%"}, [("A", 3), ("B", 1)]),
        ({"player": "p-ann", "result": "won"}, [("B", 1)]),
        ({"player": "ann", "result": "won", "least": 2_501}, []),
        ({"player": "ann", "result": "lost"}, [("B", 2), ("A", 1)]),
        ({"result": "lost", "least": 1_000}, [("B", 2), ("A", 1)]),
        ({"least": 2_000}, [("A", 3), ("B", 1)]),
        ({"result": "void"}, [("A", 2)]),
        ({"result": "meter"}, [("A", 3)]),
        ({"result": "meter", "least": 50_000}, [("A", 3)]),
        ({"result": "meter", "least": 50_001}, []),
        ({"irregular": True}, [("A", 2)]),
        ({"words": "EXPOSED"}, [("A", 2)]),
        ({"words": "dice"}, []),
    ],
)
def test_rounds_that_fit_are_found_the_latest_first(store, sought, rounds):
    assert keys(search_rounds(store, RoundQuery(**sought)).rounds) == rounds


def test_what_a_player_has_at_several_positions_is_added_up(store):
    (found,) = search_rounds(store, RoundQuery(table="B", until=20)).rounds
    assert found.nets == {"p-ann": 2_500, "p-bob": -100}


@pytest.mark.parametrize("size", [1, 2, 5])
def test_every_round_is_found_once_however_small_the_pages(store, monkeypatch, size):
    monkeypatch.setattr(round_search, "PAGE", size)
    seen, place = [], None
    while True:
        part = search_rounds(store, RoundQuery(), place)
        assert len(part.rounds) <= size
        seen += keys(part.rounds)
        place = part.next
        if place is None:
            break
    assert seen == EVERYTHING


def test_a_search_for_words_says_where_to_go_on(store, monkeypatch):
    monkeypatch.setattr(round_search, "PAGE", 1)
    monkeypatch.setattr(round_search, "MOST_PAGES", 1)
    part = search_rounds(store, RoundQuery(words="dice"))
    assert (part.rounds, part.next) == ((), None)
