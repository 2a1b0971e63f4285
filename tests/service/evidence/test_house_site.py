"""A witness asks the machine that he means, and no other, whatever the house or its name server answers."""

import json
import socket
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from time import monotonic

import pytest

from houseway.errors import Malformed, NotAllowed, Unavailable
from houseway.service.evidence import house_site
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.checkpoints import parse_checkpoint, sign_checkpoint
from houseway.service.evidence.house_site import HouseSite
from houseway.service.secrecy.keys import HouseKeys
from houseway.store.tree import TreeHead
from tests.support.command import refused, run

NAME = "house.example"


@contextmanager
def serving(answer):
    """A server on this machine that answers each path as told, and remembers what it was asked."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            answer(self)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1], asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def say(content, status=200, **headers):
    def answer(handler):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def resolve(monkeypatch, *answers):
    """Let names lead to addresses: each question gets the next answer, and the last one stays."""
    left, real = list(answers), socket.getaddrinfo

    def getaddrinfo(host, port, *others, **options):
        if host != NAME:
            return real(host, port, *others, **options)
        found = left.pop(0) if len(left) > 1 else left[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return left


INSIDE = [
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",  # noqa: S104 - nothing listens there
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fd00::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "ff02::1",
]


@pytest.mark.parametrize("address", INSIDE)
def test_a_name_that_leads_into_the_own_network_is_refused(monkeypatch, address):
    resolve(monkeypatch, [address])
    with pytest.raises(NotAllowed, match="which is in your own network; --own-network allows that") as refusal:
        HouseSite(f"http://{NAME}").fetch("checkpoint")
    assert refusal.value.code == "witness.own-network"


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860:4860::8888", "64:ff9b::808:808", "::ffff:8.8.8.8"])
def test_an_address_outside_is_none_of_those(address):
    assert house_site._is_outside(address)


def test_one_address_inside_among_others_is_enough(monkeypatch):
    resolve(monkeypatch, ["8.8.8.8", "10.0.0.1"])
    with pytest.raises(NotAllowed, match=r"leads to 10\.0\.0\.1"):
        HouseSite(f"http://{NAME}").fetch("checkpoint")


def test_a_house_in_the_own_network_is_asked_if_the_witness_says_so(monkeypatch):
    with serving(say(b"note")) as (port, asked):
        resolve(monkeypatch, ["127.0.0.1"])
        address = f"http://{NAME}:{port}"
        with pytest.raises(NotAllowed):
            HouseSite(address).fetch("checkpoint")
        assert asked == []
        assert HouseSite(address, own_network=True).fetch("checkpoint") == b"note"
        assert asked == ["/api/log/checkpoint"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_an_address_that_is_typed_is_the_choice_of_the_witness(host):
    with serving(say(b"note")) as (port, _):
        assert HouseSite(f"http://{host}:{port}").fetch("checkpoint") == b"note"


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch):
    """A name server answers with an address outside when it is asked first, and with this machine when it is asked again."""
    resolve(monkeypatch, ["8.8.8.8"], ["127.0.0.1"])
    tried = []

    def connect(place, timeout):
        tried.append(place)
        raise OSError("no network here")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(Unavailable, match="does not answer"):
        HouseSite(f"http://{NAME}:8000").fetch("checkpoint")
    assert tried == [("8.8.8.8", 8000)], "by its number, so that no name is asked for again"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(status):
    with serving(say(b"secret")) as (inner, inside):
        target = f"http://127.0.0.1:{inner}/latest/meta-data"
        with serving(say(b"", status, Location=target)) as (port, asked):
            with pytest.raises(NotAllowed, match="sends on to another address, which is not followed"):
                HouseSite(f"http://127.0.0.1:{port}").fetch("checkpoint")
            assert (len(asked), inside) == (1, [])


def test_a_proxy_of_the_environment_decides_nothing_unless_the_witness_says_so(monkeypatch):
    with serving(say(b"of the proxy")) as (proxy, asked), serving(say(b"of the house")) as (port, _):
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy}")
        monkeypatch.delenv("no_proxy", raising=False)
        assert HouseSite(f"http://127.0.0.1:{port}").fetch("checkpoint") == b"of the house"
        assert asked == []


@pytest.mark.parametrize(
    "address",
    [
        *("file:///etc/passwd", "ftp://house.example", "house.example", "http://", "http://:80", "http://a b", "http://a:x"),
        *("http://user:word@house.example", "http://house.example@10.0.0.1", "http://a\x1b[2J", "gopher://a", "http://[::1"),
    ],
)
def test_what_is_no_address_of_a_house_is_refused(address):
    with pytest.raises(Malformed, match="is not the address of a house"):
        HouseSite(address)


def test_an_answer_without_end_is_cut_off():
    def pour(handler):
        handler.send_response(200)
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"x" * 65_536)
        except OSError:
            pass

    with serving(pour) as (port, _), pytest.raises(Unavailable, match="longer than 1,048,576 bytes"):
        HouseSite(f"http://127.0.0.1:{port}").fetch("checkpoint")


@pytest.mark.parametrize("part", ["headers", "body"])
def test_an_answer_that_comes_byte_by_byte_keeps_nobody(part):
    ended = Event()

    def drip(handler):
        try:
            if part == "body":
                handler.send_response(200)
                handler.end_headers()
            else:
                handler.wfile.write(b"HTTP/1.0 200 OK\r\nX: ")
            while not ended.wait(0.05):
                handler.wfile.write(b"x")
                handler.wfile.flush()
        except OSError:
            pass

    with serving(drip) as (port, _):
        began = monotonic()
        with pytest.raises(Unavailable, match="does not answer"):
            HouseSite(f"http://127.0.0.1:{port}", seconds=0.5).fetch("checkpoint")
        assert monotonic() - began < 20
        ended.set()


@pytest.mark.parametrize("line", [b"nonsense\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b""])
def test_what_is_no_answer_of_a_web_server_is_said_plainly(line):
    with serving(lambda handler: handler.wfile.write(line)) as (port, _), pytest.raises(Unavailable, match="does not answer"):
        HouseSite(f"http://127.0.0.1:{port}").fetch("checkpoint")


# What a dishonest house answers


def house(keys, answers):
    def answer(handler):
        path = handler.path.partition("?")[0].rpartition("/")[2]
        shown = {"keys": json.dumps({"keys": [key_of(each) for each in keys.public_keys]}).encode(), **answers}.get(path)
        (say(shown) if isinstance(shown, bytes) else say(b"no", shown or 404))(handler)

    return answer


def key_of(key):
    return {"number": key.number, "key": key.key, "begins_at": key.begins_at, "ends_at": key.ends_at}


def note_of(keys, size, root=bytes(32)):
    return sign_checkpoint(TreeHead(size, root), 1_000 + size, keys).encode()


@pytest.mark.parametrize(
    "proof",
    [b"", b"[]", b"null", b"{}", b'{"hashes": 5}', b'{"hashes": ["x"]}', b'{"hashes": [5]}', b"[" * 100_000, 400, 404, 410],
    ids=str,
)
def test_a_house_that_shows_a_log_and_does_not_prove_it_contradicts_itself(tmp_path, proof):
    """Otherwise it would rewrite its log, and answer nothing when it is asked for the proof."""
    keys, file = HouseKeys(tmp_path / "keys", at=0), tmp_path / "kept.jsonl"
    CheckpointFile(file).append([parse_checkpoint(note_of(keys, 3).decode())])
    with serving(house(keys, {"checkpoint": note_of(keys, 5), "consistency": proof})) as (port, _):
        result = run("witness", f"http://127.0.0.1:{port}", file)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "the log of 5 leaves does not extend the one of 3" in result.stdout
    assert [each.size for each in CheckpointFile(file).read()] == [3]


def test_a_house_that_is_out_of_order_has_not_contradicted_itself(tmp_path):
    keys, file = HouseKeys(tmp_path / "keys", at=0), tmp_path / "kept.jsonl"
    CheckpointFile(file).append([parse_checkpoint(note_of(keys, 3).decode())])
    with serving(house(keys, {"checkpoint": note_of(keys, 5), "consistency": 503})) as (port, _):
        assert "does not answer: status 503" in refused("witness", f"http://127.0.0.1:{port}", file)


@pytest.mark.parametrize(
    "shown", [b"", b"[]", b'{"keys": 5}', b'{"keys": [{}]}', b'{"keys": [{"number": "x"}]}', b"[" * 100_000]
)
def test_keys_that_cannot_be_read_are_said_plainly(tmp_path, shown):
    keys = HouseKeys(tmp_path / "keys", at=0)
    with serving(house(keys, {"keys": shown})) as (port, _):
        assert "shows no keys that can be read" in refused("witness", f"http://127.0.0.1:{port}", tmp_path / "kept.jsonl")


@pytest.mark.parametrize("more", ["— \x1b[2Jclear QUJDREVGR0g=\n", "— a\x07b QUJDREVGR0g=\n", "— a\x85b QUJDREVGR0g=\n"])
def test_a_checkpoint_with_what_a_terminal_would_obey_is_refused(tmp_path, more):
    """Signatures of others are not covered by that of the house, and a note is printed."""
    keys = HouseKeys(tmp_path / "keys", at=0)
    note = note_of(keys, 5) + more.encode()
    with serving(house(keys, {"checkpoint": note})) as (port, _):
        result = run("witness", f"http://127.0.0.1:{port}", tmp_path / "kept.jsonl")
    assert result.returncode == 2
    assert "this is not a checkpoint" in result.stderr
    assert all(each.isprintable() for each in (result.stdout + result.stderr).splitlines())
