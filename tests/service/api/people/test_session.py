"""Sessions over HTTP: guests, accounts, cookies."""

import pytest

from houseway.service.api.requests.limits import SESSION_COOKIE
from houseway.service.people.person import THE_HOUSE
from houseway.service.settings import RequestLimits
from tests.support.api_bench import PASSWORD, ApiBench


def register(bench, login, *roles):
    return bench.service.people.register(login, login.title(), PASSWORD, roles, THE_HOUSE, "a test")


def test_a_guest_starts_with_a_name(client):
    assert client.get("/api/session").json() == {"person": None}
    answer = client.post("/api/session/guest", {"name": "Ann"})
    person = answer.json()["person"]
    assert (answer.status_code, person["name"], person["guest"], person["roles"]) == (201, "Ann", True, ["guest"])
    assert "table.play" in person["permissions"]
    assert client.get("/api/session").json()["person"] == person


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client):
    cookie = client.post("/api/session/guest", {"name": "Ann"}).headers["set-cookie"]
    parts = {part.strip().split("=")[0].lower(): part.strip().partition("=")[2] for part in cookie.split(";")}
    assert (parts["samesite"], parts["path"]) == ("strict", "/")
    assert {"httponly"} <= parts.keys()
    assert "secure" not in parts
    assert "max-age" not in parts


@pytest.mark.parametrize(
    "settings", [{"tls_certificate": "c", "tls_key": "k"}, {"host": "192.0.2.1", "trusted_proxies": ("::1",)}]
)
def test_elsewhere_the_cookie_comes_by_tls_only(tmp_path, settings):
    bench = ApiBench(tmp_path, **settings)
    assert "Secure" in bench.client().post("/api/session/guest", {"name": "Ann"}).headers["set-cookie"]
    bench.close()


def test_a_session_ends_when_its_owner_logs_out(bench, client):
    client.post("/api/session/guest", {"name": "Ann"})
    token = client.client.cookies[SESSION_COOKIE]
    assert client.request("DELETE", "/api/session").status_code == 204
    assert client.get("/api/session").json() == {"person": None}
    stolen = bench.client(cookies={SESSION_COOKIE: token})
    assert stolen.get("/api/session").json() == {"person": None}


def test_a_new_session_ends_the_one_before(bench, client):
    client.post("/api/session/guest", {"name": "Ann"})
    token = client.client.cookies[SESSION_COOKIE]
    client.post("/api/session/guest", {"name": "Bob"})
    assert bench.client(cookies={SESSION_COOKIE: token}).get("/api/session").json() == {"person": None}
    assert client.get("/api/session").json()["person"]["name"] == "Bob"


def test_one_address_brings_a_bounded_number_of_guests_and_others_still_come(tmp_path):
    bench = ApiBench(tmp_path, limits=RequestLimits(guests_at_once=3, guests_per_second=0.001))
    codes = [bench.client().post("/api/session/guest", {"name": "Ann"}).status_code for _ in range(5)]
    assert codes == [201, 201, 201, 429, 429]
    refused = bench.client().post("/api/session/guest", {"name": "Ann"})
    assert (refused.json()["code"], refused.headers["retry-after"]) == ("session.arrivals", "1")
    assert bench.client("192.0.2.1").post("/api/session/guest", {"name": "Bob"}).status_code == 201
    bench.close()


def test_an_account_logs_in(bench, client):
    register(bench, "dora", "dealer")
    answer = client.post("/api/session", {"login": "dora", "password": PASSWORD})
    assert (answer.status_code, answer.json()["person"]["roles"]) == (200, ["dealer"])
    assert PASSWORD not in answer.text


def test_every_bad_credential_has_the_same_answer(bench, client):
    register(bench, "erin", "dealer")
    wrong = client.post("/api/session", {"login": "erin", "password": "something else entirely"})
    unknown = client.post("/api/session", {"login": "nobody", "password": PASSWORD})
    assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json())
    assert (wrong.status_code, wrong.json()["code"]) == (401, "session.credentials")
    assert "set-cookie" not in wrong.headers


@pytest.mark.parametrize(
    "body",
    [
        {"login": "dora"},
        {"login": "dora", "password": 5},
        {"login": "dora", "password": "s3cret" * 100},
        {"login": "dora", "password": "s3cret", "more": "s3cret"},
        ["s3cret"],
        "s3cret",
        None,
    ],
)
def test_a_malformed_log_in_is_refused_without_repeating_it(client, body):
    answer = client.post("/api/session", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "request.malformed")
    assert "s3cret" not in answer.text or body in ("s3cret", {"login": "dora", "password": "s3cret", "more": "s3cret"})


@pytest.mark.parametrize("body", [b"{", b"\xff", b'{"name": "\\ud800"}', b'{"\\ud800": 1}', b"[" * 100_000, b'{"name": 1e999}'])
def test_a_body_that_is_no_json_is_refused(client, body):
    answer = client.request("POST", "/api/session/guest", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] == "request.malformed"


def test_a_body_that_is_no_json_is_called_so(client):
    answer = client.request("POST", "/api/session/guest", content=b'{"name" 5}', headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json() == {
        "code": "request.malformed",
        "message": "the body is not JSON (at character 9: Expecting ':' delimiter)",
        "clauses": [],
        "given": "text that is not JSON",
        "allowed": "JSON",
        "instead": "JSON",
    }


def test_what_is_wrong_with_a_request_is_said_in_words_and_all_of_it_for_programs(client):
    answer = client.post("/api/session/administrator", {"link": "l", "login": "root" * 100, "password": "s3cret"})
    assert answer.json() == {
        "code": "request.malformed",
        "message": "“Log-in” is too long",
        "clauses": [],
        "given": "a text",
        "allowed": "at most 200 characters",
        "instead": "at most 200 characters",
        "defects": [
            {"place": "body.login", "kind": "string_too_long", "message": "String should have at most 200 characters"},
            {"place": "body.name", "kind": "missing", "message": "Field required"},
        ],
    }


def test_the_printed_link_makes_an_administrator_once(bench, client):
    link = bench.service.people.administrator_link()
    wanted = {"link": link, "login": "root", "name": "Ada", "password": PASSWORD}
    answer = client.post("/api/session/administrator", wanted)
    assert (answer.status_code, answer.json()["person"]["roles"]) == (201, ["administrator"])
    again = bench.client().post("/api/session/administrator", {**wanted, "login": "root2"})
    assert (again.status_code, again.json()["code"]) == (409, "session.link")
    assert link not in again.text


def test_a_changed_password_ends_every_session(bench, client):
    register(bench, "carol", "dealer")
    other = bench.client()
    for each in (client, other):
        each.post("/api/session", {"login": "carol", "password": PASSWORD})
    answer = client.post("/api/session/password", {"old_password": PASSWORD, "new_password": f"{PASSWORD} again"})
    assert answer.status_code == 200
    assert client.get("/api/session").json()["person"]["name"] == "Carol"
    assert other.get("/api/session").json() == {"person": None}


def test_auditors_read_metrics_from_elsewhere(bench):
    register(bench, "abe", "auditor")
    far = bench.client("192.0.2.7")
    assert far.get("/metrics").status_code == 403
    far.post("/api/session", {"login": "abe", "password": PASSWORD})
    assert far.get("/metrics").status_code == 200


def test_a_password_of_the_greatest_length_can_be_used(bench, client):
    """It could be registered, and then no request with it was taken."""
    longest = "correct horse " * 18 + "abcd"
    assert len(longest) == 256
    bench.service.people.register("drew", "Drew", longest, ["dealer"], THE_HOUSE, "a test")
    assert client.post("/api/session", {"login": "drew", "password": longest}).status_code == 200


def test_too_many_attempts_at_the_same_moment_are_refused(bench, client):
    """190 wrong log-ins delayed a right one by 24 seconds."""
    register(bench, "dave", "dealer")
    turns = bench.service.password_turns
    turns._unfinished["login", "dave"] = 3
    answer = client.post("/api/session", {"login": "Dave", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (503, "session.busy")
    del turns._unfinished["login", "dave"]
    assert client.post("/api/session", {"login": "Dave", "password": PASSWORD}).status_code == 200
