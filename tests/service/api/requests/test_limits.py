"""What is too much, or comes from where it should not, is refused before anything reads it."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.service.api.requests.limits import SESSION_COOKIE, RateLimiter, client_address
from houseway.service.settings import RequestLimits
from tests.support.api_bench import ApiBench

SMALL = RequestLimits(
    body_bytes=100, requests_per_second=0.001, requests_at_once=3, address_factor=2, connections=2, connections_per_address=1
)


@pytest.fixture
def strict(tmp_path):
    bench = ApiBench(tmp_path, limits=SMALL)
    yield bench
    bench.close()


def test_every_answer_has_the_security_headers(client):
    for answer in (client.get("/api/health"), client.get("/nothing"), client.post("/api/health")):
        headers = answer.headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")
        assert (headers["referrer-policy"], headers["cross-origin-opener-policy"]) == ("no-referrer", "same-origin")
        assert "strict-transport-security" not in headers
    assert client.get("/api/health").headers["cache-control"] == "no-store"


def test_with_tls_browsers_come_by_nothing_else(client):
    """Also where a trusted proxy has the certificate: the server then takes the scheme from it."""
    answer = client.get("https://localhost:8000/api/health")
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 405),
        ({"origin": "http://localhost:8000"}, 405),
        ({"sec-fetch-site": "same-origin"}, 405),
        ({"origin": "https://localhost:8000"}, 403),
        ({"origin": "http://localhost:9000"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"origin": "http://[evil"}, 403),
        ({"origin": "ftp://localhost:8000"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
    ],
)
def test_an_unsafe_request_comes_from_our_own_pages(client, headers, status):
    answer = client.post("/api/health", headers=headers)
    assert answer.status_code == status
    assert client.get("/api/health", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("forwarded", "origin", "status"),
    [
        ("https", "https://house.example", 405),
        ("https", "http://house.example", 403),
        ("http", "http://house.example", 405),
        ("", "https://house.example", 405),
        ("", "http://house.example", 405),
        ("", "https://evil.example", 403),
    ],
)
def test_behind_a_trusted_proxy_the_scheme_is_the_one_that_it_names(tmp_path, forwarded, origin, status):
    """The server takes it into the request. A proxy that does not name it may end TLS or not."""
    bench = ApiBench(tmp_path, trusted_proxies=("127.0.0.1",), public_hosts=("house.example",))
    headers = {"origin": origin, "host": "house.example", **({"x-forwarded-proto": forwarded} if forwarded else {})}
    url = f"{forwarded or 'http'}://house.example/api/health"
    assert bench.client().post(url, headers=headers).status_code == status
    bench.close()


@pytest.mark.parametrize(
    ("host", "status"), [("127.0.0.1:8000", 200), ("[::1]:8000", 200), ("LOCALHOST", 200), ("evil.example", 421), ("", 421)]
)
def test_a_request_names_this_service(client, host, status):
    assert client.get("/api/health", headers={"host": host}).status_code == status


@pytest.mark.parametrize("chunked", [False, True])
def test_a_large_body_is_refused(strict, chunked):
    async def parts():
        for _ in range(11):
            yield b"0123456789"

    answer = strict.client().request("POST", "/api/health", content=parts() if chunked else b"0" * 101)
    assert (answer.status_code, answer.json()["code"], answer.json()["allowed"]) == (413, "service.body", "100 bytes")
    assert strict.client().request("POST", "/api/health", content=b"0" * 100).status_code == 405


@pytest.mark.parametrize("length", ["nonsense", "-1", "9" * 30])
def test_an_unreadable_length_is_too_large(strict, length):
    assert strict.client().post("/api/health", headers={"content-length": length}).status_code == 413


def test_a_session_and_an_address_have_a_rate(strict):
    sessions = [strict.client(cookies={SESSION_COOKIE: name}) for name in ("one", "two", "three")]
    assert [sessions[0].get("/api/health").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert [sessions[1].get("/api/health").status_code for _ in range(2)] == [200, 200]
    answer = sessions[2].get("/api/health")
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (429, "service.rate", "1")
    assert strict.client("192.0.2.7").get("/api/health").status_code == 200


def test_connections_are_counted(strict):
    """One address may have one connection, and all together two."""
    waiting = asyncio.Event()

    async def wait():
        await waiting.wait()

    strict.app.get("/wait")(wait)

    async def ask():
        clients = [strict.client(address).client for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3")]
        first = [asyncio.ensure_future(clients[0].get("/wait"))]
        await asyncio.sleep(0)
        second = await clients[1].get("/api/health")
        first.append(asyncio.ensure_future(clients[2].get("/wait")))
        await asyncio.sleep(0)
        third = await clients[3].get("/api/health")
        waiting.set()
        return [*await asyncio.gather(*first), second, third, await clients[1].get("/api/health")]

    answers = strict.run(ask())
    assert [answer.status_code for answer in answers] == [200, 200, 503, 503, 200]
    assert answers[2].json()["code"] == "service.connections"


@given(st.lists(st.floats(0, 5), max_size=60), st.integers(1, 5), st.floats(0.5, 3))
def test_no_more_is_taken_than_the_rate_allows(pauses, at_once, per_second):
    limiter, now, taken = RateLimiter(per_second, at_once), 0.0, 0
    for pause in pauses:
        now += pause
        taken += limiter.take("somebody", now)
    assert taken <= at_once + now * per_second + 1e-6
    assert limiter.take("somebody else", now)


def test_addresses_of_one_network_are_one_client():
    one, two, other = ({"client": (address, 1)} for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"))
    assert client_address(one) == client_address(two) != client_address(other)
    assert client_address({"client": ("192.0.2.1", 1)}) == "192.0.2.1"
    assert client_address({"client": None}) == ""
