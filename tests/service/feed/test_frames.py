"""The server's end of a WebSocket writes whole frames, and reads no more than somebody takes."""

import asyncio
from unittest import mock

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from houseway.service.feed.limits import FeedLimits
from houseway.service.sockets.connection import Connection
from houseway.service.sockets.frames import MOST_UNREAD, TableSocketProtocol
from tests.service.feed.test_pause import Wire
from tests.service.feed.test_slow_reader import seat_ann, tip
from tests.support.sockets import QUICK


def open_protocol():
    """A protocol in an event loop of its own, with a transport that only notes what is asked of it."""
    config = uvicorn.Config(lambda scope, receive, send: None, log_config=None)
    protocol = TableSocketProtocol(config, ServerState(), {}, asyncio.get_running_loop())
    protocol.transport = mock.Mock()
    protocol.transport.is_closing.return_value = False
    return protocol


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_message_is_written_as_the_frame_that_the_library_would_write(size):
    async def write():
        protocol = open_protocol()
        protocol.write_text(text)
        return protocol.transport.write.call_args.args[0]

    text = "ä" + "x" * (size - 2) if size > 1 else "x" * size
    assert len(text.encode()) == size
    assert asyncio.run(write()) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


@pytest.mark.parametrize("hindrance", ["slow", "closing", "closed", "gone"])
def test_nothing_is_written_to_somebody_who_does_not_read_or_has_gone(hindrance):
    async def ask():
        protocol = open_protocol()
        protocol.conn.state = State.CLOSED if hindrance == "closed" else State.OPEN
        before = protocol.can_write()
        match hindrance:
            case "slow":
                protocol.pause_writing()
            case "closing":
                protocol.transport.is_closing.return_value = True
            case "gone":
                protocol.disconnected = True
        return before, protocol.can_write()

    assert asyncio.run(ask()) == (hindrance != "closed", False)


def test_reading_pauses_while_several_messages_wait_to_be_taken():
    async def read():
        protocol, paused = open_protocol(), []
        for number in range(MOST_UNREAD + 1):
            protocol.handle_text(Frame(Opcode.TEXT, b"%d" % number))
            paused.append(protocol.transport.pause_reading.call_count)
        taken = [(await protocol.receive())["text"] for _ in paused]
        return paused, taken, protocol.transport.resume_reading.call_count

    paused, taken, resumed = asyncio.run(read())
    assert paused == [0] * (MOST_UNREAD - 1) + [1, 1]
    assert taken == [str(number) for number in range(MOST_UNREAD + 1)]
    assert resumed == 1


def test_whoever_is_cut_off_is_read_until_he_answers_although_nobody_takes_what_he_sent():
    """Otherwise the connection of somebody who sends too much stays for ten seconds after it was ended."""

    async def cut_off():
        protocol = open_protocol()
        protocol.handshake_complete, protocol.conn.state = True, State.OPEN
        for _ in range(MOST_UNREAD + 1):
            protocol.handle_text(Frame(Opcode.TEXT, b"{}"))
        await protocol.send({"type": "websocket.close", "code": 4429})
        protocol.handle_text(Frame(Opcode.TEXT, b"{}"))
        calls = protocol.transport.method_calls
        reading = [name for name, *_ in calls if name in ("pause_reading", "resume_reading")]
        protocol.handle_close(Frame(Opcode.CLOSE, b""))
        return reading, protocol.transport.close.call_count

    assert asyncio.run(cut_off()) == (["pause_reading", "resume_reading"], 1)


async def watch_with_a_fault(running, table, tokens):
    """Two watch a table. Whatever the first is to be sent next cannot be put together."""
    await seat_ann(running, table)
    wires, connections = [Wire(), Wire()], []
    for wire, token in zip(wires, tokens, strict=True):
        connection = Connection(running.service, wire, table, FeedLimits(**QUICK))
        connections.append((connection, asyncio.create_task(connection.run(token))))
        await wire.received.put({"type": "hello", "as": "watch"})
        await wire.sent.get()
    (broken, ended), (_, watching) = connections
    with mock.patch.object(broken._viewer, "next_message", side_effect=ZeroDivisionError):
        await tip(running, table, 1)
        update = await wires[1].sent.get()
        await asyncio.wait([ended])
    watching.cancel()
    return update, ended.exception(), wires[0].sent.empty()


def test_a_fault_in_an_update_ends_that_connection_and_no_other(running, table):
    tokens = [running.guest(name)[1] for name in ("Sue", "Tom")]
    update, fault, nothing_sent = running.do(watch_with_a_fault(running, table, tokens))
    assert update["type"] == "update"
    assert fault.exceptions[0].__class__ is ZeroDivisionError
    assert nothing_sent
