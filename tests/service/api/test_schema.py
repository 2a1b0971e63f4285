"""Whatever the described interface is sent, it answers as it describes itself, and never with a fault of the server."""

from contextlib import suppress

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from houseway.service.api.requests.limits import SESSION_COOKIE
from houseway.service.people.person import THE_HOUSE
from houseway.service.settings import RequestLimits
from tests.support.api_bench import INVENTORY, PASSWORD, new_id
from tests.support.effort import MORE
from tests.support.live import submission
from tests.support.served import serve

PEOPLE = {"ann": (), "flo": ("floorperson",), "abe": ("auditor",)}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
TABLE = "UTH-1"
THERE = {"table": TABLE, "number": 1, "wager": "progressive", "name": "mega"}
END_SESSIONS = [("delete", "/api/session"), ("post", "/api/session/guest")]
PATIENCE = 120.0
"""Seconds: a busy machine is slow, and its tests do not fail for that."""
LIMITS = RequestLimits(requests_per_second=1e6, requests_at_once=1_000_000)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A served house with a table, and a session for everybody."""
    with serve(tmp_path_factory.mktemp("served"), limits=LIMITS) as bench:
        bench.tokens = {name: token(bench, name, roles) for name, roles in PEOPLE.items()}
        play_round(bench)
        yield bench


def token(bench, name, roles):
    people = bench.service.people
    if not roles:
        return people.start_guest(name)[1]
    people.register(name, name, PASSWORD, roles, THE_HOUSE, "a test")
    return people.log_in(name, PASSWORD)


def play_round(bench):
    """Somebody has played a round at the table, so that there is something to ask for."""
    wanted = {
        "id": new_id(),
        "table": TABLE,
        "submission": submission("md.ultimate-texas-holdem", "everything"),
        "inventory_cents": INVENTORY,
    }
    floor, guest = ({"cookies": {SESSION_COOKIE: bench.tokens[name]}, "timeout": PATIENCE} for name in ("flo", "ann"))
    assert httpx.post(f"{bench.address}/api/tables", json=wanted, **floor).status_code == 201
    for act, facts in (("sit", {"position": 1}), ("buy-in", {"amount": {"cents": 50_000}})):
        command = {"id": new_id(), "act": act, "facts": facts}
        assert httpx.post(f"{bench.address}/api/tables/{TABLE}/commands", json=command, **guest).status_code == 200
    bench.play(TABLE)


def attack(house, operation, mode):
    """Send an example of an operation, valid or not, as somebody; more of them in `make prove`."""

    @settings(max_examples=MORE, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode), st.sampled_from(sorted(PEOPLE)))
    def send(case, name):
        if mode is GenerationMode.POSITIVE:  # what is there: the schema cannot know it
            case.path_parameters.update({name: value for name, value in THERE.items() if name in case.path_parameters})
        answer = case.call(base_url=house.address, cookies={SESSION_COOKIE: house.tokens[name]}, timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)

    send()


@pytest.fixture(scope="module")
def operations(house):
    schema = schemathesis.openapi.from_url(f"{house.address}/api/openapi.json", timeout=PATIENCE)
    return [result.ok() for result in schema.get_all_operations()]


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_answer_is_as_described(house, operations, mode):
    assert len(operations) > 15
    for operation in operations:
        if (operation.method, operation.path) not in END_SESSIONS:
            with suppress(Unsatisfiable):  # an operation without parameters has no invalid example
                attack(house, operation, mode)
