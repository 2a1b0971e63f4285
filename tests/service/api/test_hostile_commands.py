"""Whatever a client sends as a command, the table answers with a refusal or takes it; nothing stops the table."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.cards import DECK
from tests.support.api_bench import ApiBench, new_id, open_table, sign_in, sit_down
from tests.support.effort import MORE
from tests.support.live import BOOKS
from tests.support.table_facts import acts_of, facts_of

CARDS = st.sampled_from(DECK).map(lambda card: {"card": str(card)})
SIMPLE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 8),
    st.sampled_from((10**15, -(10**15), "", "ante", "seat:1", "inventory", "2.A", "carry-out", "deck 1")),
    CARDS,
    st.sampled_from((0, 1, -1, 500, 1_500, 10**15)).map(lambda cents: {"cents": cents}),
    st.sampled_from(("1/2", "-3", "0")).map(lambda fraction: {"fraction": fraction}),
    st.just({"clause": "md.pai-gow-poker 2.A"}),
)
KEYS = st.integers(0, 7) | st.sampled_from(("board", "bonus"))
TABLES = st.dictionaries(KEYS, SIMPLE, max_size=3).map(lambda table: {"table": [list(pair) for pair in table.items()]})
VALUES = st.one_of(SIMPLE, st.lists(SIMPLE, max_size=8), TABLES, st.just([[]]))


@pytest.fixture(scope="module", params=BOOKS)
def house(request, tmp_path_factory):
    """A table with players, a dealer and a floorperson."""
    bench = ApiBench(tmp_path_factory.mktemp("hostile"))
    bench.senders = {
        "floor": sign_in(bench, "Flo", "floorperson"),
        "dealer": sign_in(bench, "Dan", "dealer"),
        "player": sign_in(bench, "Ann"),
    }
    bench.table = open_table(bench.senders["floor"], request.param, "everything")
    sit_down(bench.senders["player"], bench.table, 1)
    sit_down(sign_in(bench, "Bob"), bench.table, 2)
    yield bench
    bench.close()


@given(st.data())
@settings(max_examples=8 * MORE, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_command_stops_a_table(house, data):
    acts = [act for act in acts_of(house.service.house.latest_state(house.table)) if act != "close-table"]
    for _ in range(3):
        capacity, act = data.draw(st.sampled_from(sorted(house.senders))), data.draw(st.sampled_from(acts))
        names = data.draw(st.sets(st.sampled_from([*facts_of(act), "position"]), max_size=5))
        facts = {name: data.draw(VALUES) for name in sorted(names)}
        body = {"id": new_id(), "act": act, "as": capacity, "facts": facts}
        for way in ("preview", "commands"):
            answer = house.senders[capacity].post(f"/api/tables/{house.table}/{way}", body)
            assert answer.status_code < 500, (body, answer.text)
    assert dict(house.service.house.frozen) == {}
