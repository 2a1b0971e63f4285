"""Long answers are compressed for a client that accepts it, unless they are sent piece by piece or may hold secrets."""

import asyncio
import gzip
import threading

import pytest
from fastapi import APIRouter, FastAPI, Response
from fastapi.responses import StreamingResponse

from houseway.service.api.people import accounts, session
from houseway.service.api.requests import compression
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.tables import tables
from tests.support.api_bench import sign_in

SIGN = {"source": {"kind": "example", "example": "md.ultimate-texas-holdem/minimal"}, "format": "svg"}


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br", "gzip"),
        ("br, GZIP; q=0.5", "gzip"),
        ("", None),
        ("br", None),
        ("gzip;q=0, br", None),
        ("gzip;q=0.0", None),
    ],
)
def test_a_sign_is_compressed_if_the_client_accepts_it(bench, accepted, encoding):
    ann = sign_in(bench, "Ann")
    answer = ann.post("/api/submissions/sign", SIGN, headers={"Accept-Encoding": accepted})
    assert answer.status_code == 200
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert int(answer.headers["Content-Length"]) == answer.num_bytes_downloaded
    assert answer.text.startswith("<svg")
    assert answer.text.rstrip().endswith("</svg>")
    assert (answer.num_bytes_downloaded < len(answer.content) / 4) == (encoding is not None)


def test_a_document_that_is_compressed_in_itself_is_sent_as_it_is(bench):
    answer = sign_in(bench, "Ann").post("/api/submissions/sign", {**SIGN, "format": "pdf"})
    assert answer.content.startswith(b"%PDF")
    assert "Content-Encoding" not in answer.headers
    assert int(answer.headers["Content-Length"]) == answer.num_bytes_downloaded == len(answer.content)


def test_the_list_of_routes_is_compressed(client):
    answer = client.get("/api/routes")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.json()["routes"]


def test_sessions_accounts_and_what_a_table_shows_to_one_person_are_not_compressed():
    private = [route for module in (session, accounts, tables) for route in module.router.routes]
    compressed = [route.path for route in private if isinstance(route, CompressedRoute)]
    assert compressed == ["/api/tables"]  # the lobby, which is open to all


# Answers of any kind

PIECES = [b"a" * 2_000, b"b" * 2_000]
LENGTHS = {"/short": 999, "/middle": 50_000, "/long": 50_001}
PACKED = gzip.compress(b"c" * 100_000)
router = APIRouter(route_class=CompressedRoute)


@router.get("/stream")
async def send_stream():
    async def pieces():
        for piece in PIECES:
            yield piece

    return StreamingResponse(pieces(), media_type="text/csv")


@router.get("/packed")
async def send_packed():
    return Response(PACKED * 10, media_type="text/plain", headers={"Content-Encoding": "gzip"})


@router.get("/none", status_code=204)
async def send_nothing():
    return None


@router.get("/{length}")
async def send_text(length: str):
    return Response(b"x" * LENGTHS[f"/{length}"], media_type="text/plain")


def ask(path):
    """The headers of an answer and the pieces in which the application sends it."""
    app, sent = FastAPI(), []
    app.include_router(router)
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [(b"accept-encoding", b"gzip")]}

    async def run():
        received = asyncio.Queue()
        received.put_nowait({"type": "http.request", "body": b"", "more_body": False})  # and nobody leaves

        async def send(message):
            sent.append(message)

        await app(scope, received.get, send)

    asyncio.run(run())
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return headers, [message["body"] for message in sent[1:] if message["body"]]


def test_what_is_sent_piece_by_piece_is_sent_as_it_is():
    headers, pieces = ask("/stream")
    assert pieces == PIECES
    assert not {"content-encoding", "content-length", "vary"} & set(headers)


def test_what_is_compressed_already_is_not_compressed_again():
    headers, pieces = ask("/packed")
    assert pieces == [PACKED * 10]
    assert headers["content-encoding"] == "gzip"


def test_a_short_answer_and_one_without_content_are_sent_as_they_are():
    headers, pieces = ask("/short")
    assert (headers["content-length"], pieces) == ("999", [b"x" * 999])
    assert "content-encoding" not in headers
    headers, pieces = ask("/none")
    assert (pieces, "content-encoding" in headers) == ([], False)


@pytest.mark.parametrize(("path", "is_elsewhere"), [("/middle", False), ("/long", True)])
def test_a_long_answer_is_compressed_in_a_thread(monkeypatch, path, is_elsewhere):
    threads, compress = [], compression._gzip

    def compress_and_note(content):
        threads.append(threading.current_thread())
        return compress(content)

    monkeypatch.setattr(compression, "_gzip", compress_and_note)
    headers, pieces = ask(path)
    assert [each is not threading.main_thread() for each in threads] == [is_elsewhere]
    assert gzip.decompress(b"".join(pieces)) == b"x" * LENGTHS[path]
    assert headers["content-length"] == str(len(pieces[0]))
