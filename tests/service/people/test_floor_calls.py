"""Players call a floorperson to their table: who may, what the staff sees, how a call ends, and what survives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import HousewayError
from houseway.service.clock import HouseClock
from houseway.service.people.administration import answer_call
from houseway.service.people.floor_calls import LONGEST_NOTE, NO_CALLS, call_floor, end_call, evolve_calls
from houseway.service.people.record import HouseRecord
from houseway.service.people.record_words import describe_record_event
from tests.support.api_bench import ApiBench, open_table, sign_in, sit_down

BOOK, THERE = "md.four-card-poker", "FC-1"
PATH = f"/api/tables/{THERE}/floor-call"
CALL = {"about": "payment", "note": "my pair was not paid"}


@pytest.fixture
def bench(tmp_path):
    bench = ApiBench(tmp_path, database="")
    yield bench
    bench.close()


@pytest.fixture
def floor(bench):
    floor = sign_in(bench, "Flo", "floorperson")
    open_table(floor, BOOK, "minimal", THERE)
    return floor


@pytest.fixture
def ann(bench, floor):
    ann = sign_in(bench, "Ann")
    sit_down(ann, THERE, 3)
    return ann


def calls_seen(client):
    return client.get("/api/waiting").json()["calls"]


def code_of(answer):
    return answer.status_code, answer.json()["code"]


def test_a_player_calls_and_a_floorperson_answers(bench, floor, ann):
    assert ann.get(PATH).json() is None
    made = ann.post(PATH, CALL)
    assert made.status_code == 201
    (seen,) = calls_seen(floor)
    assert seen == made.json() == ann.get(PATH).json()
    assert {name: seen[name] for name in ("table", "position", "round", *CALL)} == {
        "table": THERE,
        "position": 3,
        "round": 1,
        **CALL,
    }
    assert floor.get("/api/waiting").json()["names"][seen["player"]] == "Ann"
    assert code_of(ann.post(PATH, CALL)) == (409, "floor.called")
    answer = {"player": seen["player"], "why": "paid by hand"}
    assert floor.post(f"{PATH}/answer", answer).status_code == 204
    assert (calls_seen(floor), ann.get(PATH).json()) == ([], None)
    assert code_of(floor.post(f"{PATH}/answer", answer)) == (409, "floor.not-called")
    assert ann.post(PATH, CALL).status_code == 201  # and once more
    told = [event.kind for append in bench.service.store.read("house") for event in append.events if "floor-call" in event.kind]
    assert told == ["floor-called", "floor-call-ended", "floor-called"]


def test_a_call_is_taken_back_even_by_somebody_who_has_left(floor, ann):
    ann.post(PATH, CALL)
    ann.post(f"/api/tables/{THERE}/commands", {"id": "leave-leave", "act": "leave", "as": "player", "facts": {}})
    assert len(calls_seen(floor)) == 1
    assert ann.request("DELETE", PATH).status_code == 204
    assert calls_seen(floor) == []
    assert code_of(ann.request("DELETE", PATH)) == (409, "floor.not-called")
    assert code_of(ann.post(PATH, CALL)) == (409, "floor.no-seat")


def test_who_may_not_call_or_answer(bench, floor, ann):
    watcher, dealer = sign_in(bench, "Wes"), sign_in(bench, "Dee", "dealer")
    assert code_of(watcher.post(PATH, CALL)) == (409, "floor.no-seat")
    assert code_of(dealer.post(PATH, CALL)) == (403, "authority.denied")
    player = ann.post(PATH, CALL).json()["player"]
    for client in (ann, watcher, dealer):
        assert code_of(client.post(f"{PATH}/answer", {"player": player, "why": "no"})) == (403, "authority.denied")
    assert calls_seen(dealer) == calls_seen(floor) != []  # the dealer sees it, and leaves it to the floor
    assert watcher.get(PATH).json() is None  # nobody else's call is shown


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"about": "a ghost"}, "request.malformed"),
        ({"about": "rules", "note": "x" * (LONGEST_NOTE + 1)}, "request.malformed"),
        ({"about": "rules", "note": "two\nlines"}, "floor.note"),
        ({"note": "about nothing"}, "request.malformed"),
    ],
)
def test_a_call_that_cannot_be_read_is_refused(floor, ann, wanted, code):
    refused = ann.post(PATH, wanted)
    assert (refused.status_code // 100, refused.json()["code"]) == (4, code)
    assert calls_seen(floor) == []


def test_an_open_call_is_seen_by_another_server_and_after_a_restart(bench, floor, ann):
    other = HouseRecord(bench.service.store, HouseClock())
    call = ann.post(PATH, CALL).json()
    for record in (other, HouseRecord(bench.service.store, HouseClock())):
        (found,) = record.refresh().floor_calls.values()
        assert (found.player, found.position, found.note) == (call["player"], 3, CALL["note"])
    answer_call(other, THERE, call["player"], bench.service.people.find(floor.id), "the other server's floorperson came")
    bench.service.record.refresh()
    assert (ann.get(PATH).json(), calls_seen(floor)) == (None, [])


class Seated:
    """A table as far as a call looks at it."""

    id, number = THERE, 7

    def positions_of(self, player):
        return {"p-a": (2, 5), "p-b": (1,)}.get(player, ())


@given(st.lists(st.tuples(st.sampled_from(["p-a", "p-b", "p-c"]), st.booleans()), max_size=30))
def test_each_player_has_at_most_one_open_call(steps):
    calls, open_ones = NO_CALLS, set()
    for at, (player, calling) in enumerate(steps):
        try:
            event = (
                call_floor(calls, Seated(), player, "rules", "", at)
                if calling
                else end_call(calls, THERE, player, "p-f", "done", at)
            )
        except HousewayError:
            assert player == "p-c" or calling == (player in open_ones)
            continue
        assert player != "p-c"
        calls = evolve_calls(calls, event)
        open_ones = open_ones | {player} if calling else open_ones - {player}
        assert {name for _, name in calls} == open_ones


def test_the_events_are_told_in_words(bench, floor, ann):
    person = ann.post(PATH, CALL).json()["player"]
    floor.post(f"{PATH}/answer", {"player": person, "why": "paid"})
    events = [
        event for append in bench.service.store.read("house") for event in append.events if event.kind.startswith("floor-call")
    ]
    assert [describe_record_event(event) for event in events] == [
        f"{person} calls a floorperson to position 3 of {THERE} in round 1: payment",
        f"the call of {person} at {THERE} has ended",
    ]
