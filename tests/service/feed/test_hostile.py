"""What hostile clients get: malformed, oversized and too many frames, and facts that cannot be read."""

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from houseway.service.feed.limits import LARGEST_FRAME
from houseway.service.serving import Server
from tests.support.live import submission
from tests.support.sockets import RunningService, run, sit_down

ULTIMATE = submission("md.ultimate-texas-holdem", "minimal")

GARBAGE = (
    "nonsense",
    "null",
    "[]",
    "{}",
    '{"type":"command"}',
    '{"type":"hello","as":"player"}',
    '{"type":"command","id":"x","act":"sit"}',
    '{"type":"command","id":"long-enough","act":"sit","facts":[]}',
    '{"type":"command","id":"long-enough","act":"sit","facts":{},"by":{"role":"floor","name":"Ann"}}',
    '{"type":"command","id":"long-enough","act":"SIT; DROP TABLE"}',
    '{"type":"options","part":7}',
    '{"type":"ping","extra":' + "[" * 5_000 + "}",
    '{"type":"command","id":"long-enough","act":"sit","facts":{"position":' + "9" * 5_000 + "}}",
    b"\x00\xff",
)


@pytest.mark.parametrize("frame", GARBAGE, ids=range(len(GARBAGE)))
def test_a_malformed_frame_gets_the_error_shape_and_the_connection_goes_on(running, table, frame):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as ann:
            await ann.socket.send(frame)
            await ann.until(lambda: ann.others or ann.answers)
            refused = [*ann.others, *ann.answers.values()][0]
            assert (await ann.command("sit", {"position": 1}))["ok"]
            return refused["error"]

    error = run(work())
    assert set(error) == {"code", "message", "clauses", "given", "allowed", "instead"}
    assert error["message"]


@pytest.mark.parametrize(
    "facts",
    [
        {"position": 1.5},
        {"position": {"card": "As"}},
        {"position": {"cents": "much"}},
        {"position": 1, "__class__": "x"},
        {"position": {"table": [[1, 2, 3]]}},
        {"position": "1"},
        {"position": 10**30},
        {"position": True},
        {"position": -1},
        {"position": 7},
        {},
    ],
    ids=str,
)
def test_facts_that_cannot_be_read_are_refused(running, table, facts):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as ann:
            return await ann.command("sit", facts)

    answer = run(work())
    assert not answer["ok"]
    assert answer["error"]["code"] not in ("service.fault", "house.frozen")
    assert table in running.house.tables


def test_too_many_malformed_frames_end_the_connection(running, table):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as ann:
            for _ in range(100):
                if ann.closed:
                    break
                await ann.socket.send("nonsense")
                await asyncio.sleep(0)
            await ann.until(lambda: ann.closed)
            return ann.closed

    with_code = None
    try:
        with_code = run(work())
    except ConnectionClosed as closed:
        with_code = closed.rcvd.code
    assert with_code == 4400


def test_a_frame_that_is_too_large_ends_the_connection(running, table):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as ann:
            await ann.send({"type": "ping", "more": "x" * (LARGEST_FRAME + 1)})
            await ann.until(lambda: ann.closed)
            return ann.closed, ann.others

    closed, (refused,) = run(work())
    assert (closed, refused["error"]["code"]) == (1009, "feed.size")


def test_the_server_takes_no_larger_frame_than_a_message_may_have(running):
    """Four bytes are the most that a character takes."""
    assert Server(running.service).config.ws_max_size == 4 * LARGEST_FRAME


def test_a_flood_is_refused_and_then_cut_off_and_others_play_on(tmp_path):
    service = RunningService(tmp_path, messages_per_second=5.0, messages_at_once=20)
    try:
        service.open_table("UTH-1", ULTIMATE)
        (_, ann_token), (_, bob_token) = service.guest("Ann"), service.guest("Bob")

        async def flood(client):
            for _ in range(1_000):
                await client.send({"type": "ping"})
            await client.until(lambda: client.closed)

        async def work():
            async with service.client("UTH-1", ann_token) as ann, service.client("UTH-1", bob_token) as bob:
                flooding = asyncio.create_task(flood(ann))
                await sit_down(bob, 2)
                await asyncio.wait([flooding])
                await ann.until(lambda: ann.closed)
                return ann.closed, [message.get("error", {}).get("code") for message in ann.others]

        closed, codes = run(work())
        assert closed == 4429
        assert codes.count(None) >= 20
        assert "feed.rate" in codes
    finally:
        service.close()
