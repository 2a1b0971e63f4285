"""Events of earlier schemas are read as the program writes them now; what is stored is not altered."""

import json

import pytest

from houseway.errors import Malformed
from houseway.events import Event
from houseway.events import schemas as event_schemas
from houseway.service.secrecy.sealing import HiddenFacts, join_hidden_facts, split_hidden_facts
from houseway.store.chain import decode_commands

KIND = "conduct-recorded"


@pytest.fixture
def third_schema(monkeypatch):
    """A kind of event whose fact `who` was called `name` at first, and that says since its third schema whether it was seen."""

    def rename(facts):
        return {"who" if name == "name" else name: fact for name, fact in facts.items()}

    def say_seen(facts):
        return {"seen": True, **facts}

    monkeypatch.setitem(event_schemas.UPCASTERS, KIND, (rename, say_seen))


def test_each_earlier_schema_is_brought_up_to_date(third_schema):
    first = {"kind": KIND, "clauses": [], "facts": {"name": "Ann"}}
    second = {"kind": KIND, "schema": 2, "clauses": [], "facts": {"who": "Ann"}}
    third = {"kind": KIND, "schema": 3, "clauses": [], "facts": {"who": "Ann", "seen": False}}
    assert Event.from_json(first).facts == Event.from_json(second).facts == {"who": "Ann", "seen": True}
    assert Event.from_json(third).facts == {"who": "Ann", "seen": False}


def test_an_event_bears_its_schema_unless_it_is_the_first(third_schema):
    assert Event(KIND, (), {"who": "Ann", "seen": True}).to_json()["schema"] == 3
    assert "schema" not in Event("player-seated", (), {}).to_json()


@pytest.mark.parametrize("schema", [0, 4, -1, "2", None, True, 1.0])
def test_a_schema_that_the_program_does_not_know_is_refused(third_schema, schema):
    with pytest.raises(Malformed) as refused:
        Event.from_json({"kind": KIND, "schema": schema, "clauses": [], "facts": {}})
    assert refused.value.code == "event.schema"


def test_a_schema_of_a_kind_that_has_only_one_is_refused():
    with pytest.raises(Malformed, match="schema 2"):
        Event.from_json({"kind": "player-seated", "schema": 2, "clauses": [], "facts": {}})


def test_what_a_store_returns_is_up_to_date(third_schema):
    stored = [
        {"at": 1, "by": {"role": "floor", "name": "Fay"}, "events": [{"kind": KIND, "clauses": [], "facts": {"name": "A"}}]}
    ]
    (command,) = decode_commands(json.dumps(stored).encode())
    assert command.events[0].facts == {"who": "A", "seen": True}


def test_hidden_facts_are_brought_up_to_date_like_the_rest(third_schema):
    (joined,) = join_hidden_facts([Event(KIND, (), {"seen": True})], [HiddenFacts(0, {"name": "Ann"}, 1)])
    assert joined.facts == {"seen": True, "who": "Ann"}
    event = Event(KIND, (), {"who": "Ann", "seen": False})
    shown, hidden = split_hidden_facts([event], {})
    assert [each.schema for each in hidden] == [3]
    assert join_hidden_facts(shown, hidden) == (event,)


def test_an_opening_without_an_edition_is_read():
    for kind, added in (("table-opened", {"book_edition"}), ("rules-amended", {"book_hash", "book_edition"})):
        assert Event.from_json({"kind": kind, "clauses": [], "facts": {"at": 1}}).facts.keys() == {"at", *added}
