"""The application's frame: health, metrics, and one shape for every refusal."""

import json
from contextlib import suppress
from io import StringIO

import pytest
import structlog
from sqlalchemy.exc import OperationalError

from houseway.errors import Corrupted, Malformed, NotAllowed, Outdated, Unavailable
from houseway.money import Cents
from houseway.service.live.turns.significant import LargeAmounts
from houseway.service.process.logs import configure_logs
from houseway.service.settings import ServiceSettings
from houseway.service.sockets.protocol import error_text
from houseway.store.engines import unavailable_error
from tests.support.api_bench import ApiBench
from tests.support.stored import part, request

SHAPE = {"code", "message", "clauses", "given", "allowed", "instead"}


def test_health_and_readiness(tmp_path):
    bench = ApiBench(tmp_path)
    client = bench.client()
    assert client.get("/api/health").json() == {"status": "ok"}
    assert client.get("/api/ready").json() == {"status": "ready", "tables": 0, "frozen": 0}
    bench.run(bench.service.drain())
    answer = client.get("/api/ready")
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "service.not-ready", "1")
    bench.close()


def test_a_service_that_cannot_store_is_not_ready_until_it_can(bench, monkeypatch):
    """A full disk can still be read."""
    client, store, now = bench.client(), bench.service.store, [100.0]
    monkeypatch.setattr("houseway.service.live.durable.monotonic", lambda: now[0])
    full = Unavailable("the disk is full", code="store.unavailable")

    def append(error=None):
        with monkeypatch.context() as patch, suppress(Unavailable):
            if error is not None:
                patch.setattr(store, "append", lambda requests: [error for _ in requests])
            bench.run(bench.service.house._appends.append(request(part("notes:one", 0, "a"))))
        return client.get("/api/ready").status_code

    assert append(full) == 503
    assert client.get("/api/ready").json()["given"] == "unable to store turns"
    assert append() == 200
    assert append(full) == 503
    now[0] += 10
    assert client.get("/api/ready").status_code == 200, "somebody has to try again"


def test_metrics_are_for_this_machine(bench):
    text = bench.client().get("/metrics").text
    assert "houseway_tables 0.0" in text
    far, proxied = bench.client("192.0.2.7"), bench.client(headers={"x-forwarded-for": "192.0.2.7"})
    assert [each.get("/metrics").status_code for each in (far, proxied)] == [403, 403]


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/nothing", 404), ("PUT", "/api/health", 405)])
def test_what_the_framework_refuses_has_the_same_shape(client, method, path, status):
    answer = client.request(method, path)
    assert (answer.status_code, set(answer.json())) == (status, SHAPE)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Malformed("m", code="x", given=1, allowed=(2, 3)), 422),
        (Malformed("m", code="house.table", given=1, allowed=(2, 3)), 404),
        (NotAllowed("m", code="x", given=1, allowed=(2, 3)), 409),
        (NotAllowed("m", code="authority.denied", given=1, allowed=(2, 3)), 403),
        (Outdated("m", code="x", given=1, allowed=(2, 3)), 409),
        (Unavailable("m", code="x", given=1, allowed=(2, 3)), 503),
    ],
)
def test_a_refusal_says_what_was_given_and_what_is_allowed(bench, client, error, status):
    path = f"/refused/{status}/{error.code}"
    bench.app.get(path)(raises(error))
    answer = client.get(path)
    instead = None if error.code == "authority.denied" else "2 or 3"  # the message says who may do it
    expected = {"code": error.code, "message": "m", "clauses": [], "given": 1, "allowed": [2, 3], "instead": instead}
    assert (answer.status_code, answer.json()) == (status, expected)


FAULTS = [
    (RuntimeError("the ace of spades"), 500, "service.fault"),
    (Corrupted("the ace of spades", code="x", given="the ace of spades", stream="table:UTH-1"), 503, "service.damaged"),
]


@pytest.mark.parametrize(("error", "status", "code"), FAULTS)
def test_a_fault_tells_nothing_and_is_logged_without_its_message(bench, client, error, status, code):
    written = StringIO()
    configure_logs(written)
    path = f"/fault/{type(error).__name__}"
    bench.app.get(path)(raises(error))
    answer = client.get(path)
    assert (answer.status_code, answer.json()["code"], answer.json()["given"]) == (status, code, None)
    assert "spades" not in answer.text
    assert "spades" not in written.getvalue()
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [(line["level"], line["event"]) for line in lines][-1] == ("info", "request")
    (fault,) = [line for line in lines if line["level"] == "error"]
    assert fault.get("stream") == ("table:UTH-1" if status == 503 else None), "whoever runs the service learns where"


def test_where_the_database_is_and_what_it_says_is_for_the_log_alone(bench, client):
    """A visitor is not told the path of a file, or the address and the user of a PostgreSQL."""
    written = StringIO()
    configure_logs(written)
    lost = OperationalError("SELECT 1", {}, Exception('connection to server at "db.internal" failed'))
    bench.app.get("/lost")(raises(unavailable_error("postgresql://house@db.internal/house", lost)))
    answer = client.get("/lost")
    assert (answer.status_code, answer.json()["code"]) == (503, "store.unavailable")
    assert "send it again" in answer.json()["message"]
    assert "db.internal" not in answer.text + error_text(unavailable_error("sqlite:////db.internal", lost))
    assert "db.internal" in written.getvalue()


def test_requests_are_counted_and_logged_by_their_route(bench, client):
    written = StringIO()
    configure_logs(written)
    client.get("/api/ready?token=secret")
    client.get("/api/nothing/secret")
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [("GET", "/api/ready", 200), ("GET", "", 404)]
    assert "secret" not in written.getvalue()
    assert 'houseway_requests_total{method="GET",route="/api/ready",status="200"}' in client.get("/metrics").text


def test_a_field_that_nobody_has_thought_about_is_not_logged():
    written = StringIO()
    configure_logs(written)
    structlog.get_logger().info("seated", table="PG-1", player="Ann")
    line = json.loads(written.getvalue())
    assert (line["table"], line["dropped"]) == ("PG-1", ["player"])
    assert "Ann" not in written.getvalue()


def raises(error):
    async def handler():
        raise error

    return handler


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "example.org"])  # noqa: S104 - it is refused
def test_without_tls_the_service_listens_on_this_machine_only(tmp_path, host):
    with pytest.raises(NotAllowed, match="this machine only"):
        ServiceSettings(tmp_path, host=host)
    assert ServiceSettings(tmp_path, host=host, trusted_proxies=("192.0.2.9",)).host == host
    assert ServiceSettings(tmp_path, host=host, tls_certificate=tmp_path / "c", tls_key=tmp_path / "k").has_tls


@pytest.mark.parametrize("proxy", ["", "proxy.example", "127.0.0.256", "10.0.0.0/33", "*"])
def test_a_trusted_proxy_is_an_address_or_a_network(tmp_path, proxy):
    with pytest.raises(NotAllowed, match="a trusted proxy is named by its address") as refused:
        ServiceSettings(tmp_path, trusted_proxies=("127.0.0.1", proxy))
    assert refused.value.code == "service.proxy"
    assert ServiceSettings(tmp_path, trusted_proxies=("10.0.0.0/8", "::1")).trusted_proxies


def test_a_large_amount_is_not_below_zero():
    for amounts in ({"win": Cents(-1)}, {"wager": Cents(-1)}):
        with pytest.raises(NotAllowed, match=r"a large amount is \$0 or more, not -\$0\.01"):
            LargeAmounts(**amounts)
    assert LargeAmounts(Cents(0), Cents(0)).win == Cents(0)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.8", "::1", "localhost"])
def test_this_machine_needs_no_tls(tmp_path, host):
    assert ServiceSettings(tmp_path, host=host).host == host


def test_tls_needs_both_files(tmp_path):
    with pytest.raises(NotAllowed, match="a certificate and a key"):
        ServiceSettings(tmp_path, tls_certificate=tmp_path / "c")


@pytest.mark.parametrize(
    ("path", "methods"),
    [("/api/tables", "GET, POST"), ("/api/session", "DELETE, GET, POST"), ("/api/tables/X/commands", "POST")],
)
def test_a_wrong_method_is_told_all_that_the_path_takes(client, path, methods):
    answer = client.request("PUT", path)
    assert (answer.status_code, answer.headers["allow"], answer.json()["allowed"]) == (405, methods, methods)
