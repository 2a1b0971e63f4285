"""A table's settings change between rounds, by an act on record that says who, before, after and why."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.croupier import FLOOR_ACTOR
from houseway.errors import Malformed
from houseway.events import Event
from houseway.service.live.settings import WITHOUT_CLOCKS, TableSettings, settings_event, settings_stream
from houseway.service.live.settings_plan import CHANGED, SettingsPlan
from tests.support.api_bench import ApiBench, give, new_id, open_table, sign_in, sit_down
from tests.support.live import submission

BOOK = "md.four-card-poker"


class Bench(ApiBench):
    def __init__(self, folder):
        super().__init__(folder)
        self.flo, self.ann = sign_in(self, "Flo", "floorperson"), sign_in(self, "Ann")

    def open(self, table):
        open_table(self.flo, BOOK, "minimal", table, betting_seconds=0, decision_seconds=0)
        sit_down(self.ann, table, 1, 50_000)
        self.play(table)
        return table

    def change(self, table, client=None, why="a slow night", **settings):
        body = {"id": new_id(), "settings": settings, "why": why}
        return (client or self.flo).post(f"/api/tables/{table}/settings", body)

    def events(self, table):
        return [event for append in self.service.store.read(settings_stream(table)) for event in append.events]


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    bench = Bench(tmp_path_factory.mktemp("settings"))
    yield bench
    bench.close()


def test_between_rounds_a_change_is_in_force_at_once(bench):
    table = bench.open("T-1")
    before = bench.service.house.settings(table)
    answer = bench.change(table, practice=True, absent={"rounds": 5})
    assert answer.status_code == 200, answer.text
    after = replace(before, practice=True, absent=replace(before.absent, rounds=5))
    assert bench.service.house.settings(table) == after
    changed = bench.events(table)[-1]
    facts = {"before": before.to_json(), "after": after.to_json(), "from_round": 2, "by": bench.flo.id, "why": "a slow night"}
    assert (changed.kind, dict(changed.facts)) == (CHANGED, facts)
    listed = bench.ann.get(f"/api/tables/{table}/settings").json()
    assert [(each["by"], each["why"]) for each in listed["changes"]] == [(bench.flo.id, "a slow night")]
    assert (listed["in_force"], listed["following"]) == (after.to_json(), None)


def test_in_the_middle_of_a_round_a_change_waits_for_the_next_and_everybody_sees_it(bench):
    table = bench.open("T-2")
    house, number = bench.service.house, bench.service.house.tables["T-2"].number
    bench.play_until(table, lambda state: state.round.hands)
    assert bench.change(table, decision_seconds=45).json()["from_round"] == number + 1
    assert bench.change(table, practice=True).status_code == 200  # a second change goes on from the first
    assert (house.settings(table).decision_seconds, house.settings(table).practice) == (0, False)
    seen = bench.ann.get(f"/api/tables/{table}?as=player").json()
    assert (seen["settings"]["practice"], seen["next_settings"]["from_round"]) == (False, number + 1)
    bench.play(table)
    assert (house.settings(table).decision_seconds, house.settings(table).practice) == (45, True)
    seen = bench.ann.get(f"/api/tables/{table}?as=player").json()
    assert (seen["settings"]["practice"], seen["next_settings"]) == (True, None)


def test_a_repeated_change_is_made_once(bench):
    table = bench.open("T-3")
    body = {"id": new_id(), "settings": {"betting_seconds": 9}, "why": "busy"}
    for _ in range(2):
        assert bench.flo.post(f"/api/tables/{table}/settings", body).status_code == 200
    assert [event.kind for event in bench.events(table)].count(CHANGED) == 1


@pytest.mark.parametrize(
    ("settings", "status", "code"),
    [
        ({"croupier": False}, 409, "settings.fixed"),
        ({"decision_seconds": 601}, 422, "settings.value"),
        ({"speed": 3}, 422, "settings.name"),
        ({"absent": 3}, 422, "settings.value"),
        ({}, 409, "settings.same"),
    ],
)
def test_what_cannot_change_is_refused(bench, settings, status, code):
    table = "T-1" if "T-1" in bench.service.house.tables else bench.open("T-1")
    before = bench.events(table)
    answer = bench.change(table, **settings)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert bench.events(table) == before


def test_players_change_nothing_and_neither_does_a_floorperson_who_plays(bench):
    table = bench.open("T-4")
    assert bench.change(table, bench.ann, practice=True).status_code == 403
    both = sign_in(bench, "Pat", "floorperson", "player")
    assert give(both, table, "sit", position=3).status_code == 200
    answer = bench.change(table, both, practice=True)
    assert (answer.status_code, answer.json()["code"]) == (403, "authority.plays-here")
    assert bench.change(table, sign_in(bench, "Ada", "administrator"), practice=True).status_code == 200


# The plan


settings = st.builds(replace, st.just(WITHOUT_CLOCKS), decision_seconds=st.integers(0, 600), practice=st.booleans())


@given(settings, st.lists(st.tuples(st.integers(0, 1), st.booleans(), settings), max_size=6))
def test_a_plan_gives_each_round_the_settings_of_the_last_change_before_it(opening, changes):
    """Each change: how many rounds were completed since the last one, whether a round is under way, and what is wanted."""
    plan, number, by_round = SettingsPlan().after(settings_event(opening)), 1, {}
    for rounds, under_way, wanted in changes:
        for each in range(number, number + rounds):
            assert plan.in_force(each) == by_round.get(each, opening)
        number += rounds
        first = number + under_way
        if wanted != plan.in_force(first):
            plan = plan.after(plan.change(wanted.to_json(), first, "p-flo", "why"))
            by_round |= dict.fromkeys(range(first, 99), wanted)
        assert plan.in_force(number) == by_round.get(number, opening)
    assert plan.in_force(98) == by_round.get(98, opening)


def test_an_unknown_event_of_settings_raises():
    with pytest.raises(Malformed):
        SettingsPlan().after(Event("settings-lost", (), {}))


def test_a_house_that_is_opened_again_goes_on_with_the_change(open_house):
    house = open_house()
    house.open("FC-1", submission(BOOK, "minimal"), settings=TableSettings(betting_seconds=0))
    house.play("FC-1")
    house.run(house.house.change_settings("FC-1", {"practice": True}, FLOOR_ACTOR, "a lesson"))
    open_house.close()
    assert open_house().house.settings("FC-1").practice
