"""The socket of a table: who is heard and who hears, and how commands are answered."""

import asyncio
import json
from contextlib import AsyncExitStack

import pytest
from websockets.exceptions import InvalidStatus

from houseway.service.live.memory.live_tables import LiveTable
from houseway.service.live.turns.turn import TableState
from tests.support.live import submission
from tests.support.sockets import RunningService, entries, hear, run, sit_down

ULTIMATE = submission("md.ultimate-texas-holdem", "minimal")
MINUTES = 60_000


# Who is heard, and who hears


def answers_to(running, table, token, first):
    """Send one message. Return what comes until the connection is closed, and the code with which that is done."""

    async def work():
        async with running.socket(table, token) as socket:
            await socket.send(first)
            return await hear(socket)

    return run(work())


def hello(capacity="player"):
    return json.dumps({"type": "hello", "as": capacity})


@pytest.mark.parametrize("token", ["", "not-a-token"])
def test_nobody_hears_anything_without_a_session(running, table, token):
    assert answers_to(running, table, token, hello("watch")) == ([], 4401)


def test_nobody_hears_anything_before_he_says_hello(tmp_path):
    service = RunningService(tmp_path, hello_seconds=0.2)
    try:
        service.open_table("UTH-1", ULTIMATE)
        _, token = service.guest("Ann")

        async def work():
            async with service.socket("UTH-1", token) as socket:
                return await hear(socket)

        assert run(work()) == ([], 4408)
    finally:
        service.close()


@pytest.mark.parametrize(
    "first", ["", "{", '{"type":"ping"}', '{"type":"hello","as":7}', "[" * 100_000, '{"type":"hello","last":-1}']
)
def test_a_first_message_that_is_no_hello_ends_the_connection(running, table, first):
    _, token = running.guest("Ann")
    (refused,), code = answers_to(running, table, token, first)
    assert (refused["type"], refused["error"]["code"], code) == ("error", "feed.malformed", 4400)


def test_the_token_may_come_with_the_first_message(running, table):
    _, token = running.guest("Ann")

    async def work():
        async with running.socket(table) as socket:
            await socket.send(json.dumps({"type": "hello", "as": "player", "token": token}))
            return json.loads(await socket.recv())

    assert run(work())["type"] == "snapshot"


def test_a_page_of_another_site_cannot_connect(running, table):
    _, token = running.guest("Ann")

    async def work():
        async with running.socket(table, token, origin="http://evil.example"):
            pass

    with pytest.raises(InvalidStatus):
        run(work())


@pytest.mark.parametrize(
    ("capacity", "code"), [("dealer", "authority.denied"), ("floor", "authority.denied"), ("king", "authority.capacity")]
)
def test_nobody_hears_a_table_in_a_capacity_that_he_does_not_have(running, table, capacity, code):
    _, token = running.guest("Ann")
    (refused,), closed = answers_to(running, table, token, hello(capacity))
    assert (refused["error"]["code"], closed) == (code, 4403)


def test_there_is_no_such_table(running):
    _, token = running.guest("Ann")
    (refused,), closed = answers_to(running, "nowhere", token, hello())
    assert (refused["error"]["code"], closed) == ("house.table", 4404)


def test_a_table_of_which_nothing_can_be_shown_says_why(running):
    running.house._live.by_name["lost"] = LiveTable(TableState(), frozen="its record is torn")
    _, token = running.guest("Ann")
    (refused,), closed = answers_to(running, "lost", token, hello())
    assert (refused["error"]["code"], refused["error"]["message"], closed) == (
        "house.frozen",
        "lost is stopped: its record is torn",
        4503,
    )
    del running.house._live.by_name["lost"]


def test_a_session_that_is_revoked_closes_its_sockets_and_no_others(running, table):
    (_, ann_token), (_, bob_token) = running.guest("Ann"), running.guest("Bob")

    async def work():
        async with running.client(table, ann_token) as ann, running.client(table, bob_token) as bob:
            running.service.people.revoke(ann_token)
            await ann.until(lambda: ann.closed)
            await sit_down(bob, 1)
            return ann.closed

    assert run(work()) == 4401


def test_a_revoked_session_gives_no_further_command(tmp_path):
    """Even if its socket has not been closed yet."""
    service = RunningService(tmp_path, session_seconds=1_000.0)
    try:
        service.open_table("UTH-1", ULTIMATE)
        _, token = service.guest("Ann")

        async def work():
            async with service.client("UTH-1", token) as ann:
                service.service.people.revoke(token)
                await ann.send({"type": "command", "id": "too-late-1", "act": "sit", "facts": {"position": 1}})
                await ann.until(lambda: ann.closed)
                return ann.closed

        assert run(work()) == 4401
        assert not service.house.latest_state("UTH-1").seats
    finally:
        service.close()


def test_an_idle_session_ends_and_one_that_gives_commands_does_not(tmp_path):
    service = RunningService(tmp_path, use_seconds=0.0)
    try:
        service.open_table("UTH-1", ULTIMATE)
        (_, ann_token), (_, bob_token) = service.guest("Ann"), service.guest("Bob")

        async def work():
            async with service.client("UTH-1", ann_token) as ann, service.client("UTH-1", bob_token) as bob:
                await sit_down(ann, 1)
                service.later += 20 * MINUTES
                assert (await bob.command("sit", {"position": 2}))["ok"]
                service.later += 20 * MINUTES
                await ann.until(lambda: ann.closed)
                assert (await bob.command("leave"))["ok"]
                return ann.closed

        assert run(work()) == 4401
    finally:
        service.close()


# Commands


def test_six_seats_that_bet_within_a_millisecond_are_all_taken(running, table):
    async def work():
        async with AsyncExitStack() as stack:
            tokens = [running.guest(f"Guest {place}")[1] for place in range(1, 7)]
            clients = [await stack.enter_async_context(running.client(table, token)) for token in tokens]
            for place, client in enumerate(clients, start=1):
                await sit_down(client, place)
            last = running.house.latest_state(table).version
            for client in clients:
                await client.until(lambda client=client: client.reader.number == last)
            antes = [option for client in clients for option in client.options("wager") if option["facts"]["wager"] == "ante"]
            bets = [client.choose(ante, amount={"cents": 1_000}) for client, ante in zip(clients, antes, strict=True)]
            answers = await asyncio.gather(*bets)
            await clients[0].until(lambda: clients[0].reader.number >= max(answer["version"] for answer in answers))
            return answers, entries(clients[0].state["view"]["stakes"])

    answers, stakes = run(work())
    assert [answer["ok"] for answer in answers] == [True] * 6
    assert set(stakes) == {1, 2, 3, 4, 5, 6}


def test_a_command_for_somebody_else_s_seat_is_refused(running, table):
    (_, ann_token), (_, bob_token) = running.guest("Ann"), running.guest("Bob")

    async def work():
        async with running.client(table, ann_token) as ann, running.client(table, bob_token) as bob:
            await sit_down(ann, 1)
            await sit_down(bob, 2)
            facts = {"position": 1, "wager": "ante", "amount": {"cents": 1_000}}
            return await bob.command("wager", facts), await bob.command("leave", {"position": 1})

    for answer in run(work()):
        assert not answer["ok"]
        assert set(answer["error"]) == {"code", "message", "clauses", "given", "allowed", "instead"}


def test_a_watcher_may_do_nothing(running, table):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token, "watch") as ann:
            assert ann.state["options"] == []
            return await ann.command("sit", {"position": 1})

    assert run(work())["error"]["code"] == "authority.denied"


def test_a_repeated_id_gets_the_first_answer_and_nobody_else_s(running, table):
    (_, ann_token), (_, bob_token) = running.guest("Ann"), running.guest("Bob")

    async def work():
        async with running.client(table, ann_token) as ann, running.client(table, bob_token) as bob:
            await sit_down(ann, 1)
            await sit_down(bob, 2)
            tip = {"amount": {"cents": 100}}
            first = await ann.command("tip", tip, "the-same-id")
            again = await ann.command("tip", tip, "the-same-id")
            other = await ann.command("cash-out", tip, "the-same-id")
            bobs = await bob.command("tip", tip, "the-same-id")
            await ann.until(lambda: ann.reader.number >= bobs["version"])
            return first, again, other, bobs, ann.state["chips"]

    first, again, other, bobs, chips = run(work())
    assert again == {**first, "repeated": True}
    assert other["error"]["code"] == "command.reused"
    assert bobs["ok"]
    assert not bobs["repeated"]
    assert sorted(amount["cents"] for amount in entries(chips).values()) == [99_900, 99_900]


def test_a_stale_command_is_refused_with_the_new_view(running, table):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as ann:
            await sit_down(ann, 1)
            answer = await ann.command("buy-in", {"amount": {"cents": 100}}, meaning="0123456789abcdef")
            assert answer["snapshot"]["type"] == "snapshot"
            assert answer["snapshot"]["number"] >= ann.reader.number
            after = await ann.command("tip", {"amount": {"cents": 100}})
            await ann.until(lambda: ann.reader.number >= after["version"])
            return answer

    answer = run(work())
    assert (answer["ok"], answer["error"]["code"]) == (False, "command.stale")


def test_a_stale_command_that_a_rule_refuses_is_refused_by_the_rule(running, table):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as ann:
            return await ann.command("buy-in", {"amount": {"cents": 100}}, meaning="0123456789abcdef")

    answer = run(work())
    assert answer["error"]["code"] != "command.stale"
    assert answer["snapshot"]


def test_commands_in_the_wrong_order_are_refused_one_by_one(running, table):
    """Sent without waiting, they are decided in the order in which they came."""
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as ann:
            for id_, act, facts in (
                ("ann-first-1", "buy-in", {"amount": {"cents": 5_000}}),
                ("ann-second", "sit", {"position": 1}),
                ("ann-third-3", "buy-in", {"amount": {"cents": 7_000}}),
            ):
                await ann.send({"type": "command", "id": id_, "act": act, "facts": facts})
            await ann.until(lambda: len(ann.answers) == 3)
            return [answer["ok"] for answer in ann.answers.values()]

    assert run(work()) == [False, True, True]


def test_a_preview_changes_nothing(running, table):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as ann:
            await sit_down(ann, 1)
            version = running.house.latest_state(table).version
            await ann.send({"type": "preview", "id": "preview-1", "act": "tip", "facts": {"amount": {"cents": 500}}})
            await ann.send({"type": "preview", "id": "preview-2", "act": "tip", "facts": {"amount": {"cents": 10**9}}})
            await ann.until(lambda: len(ann.others) == 2)
            return ann.others, running.house.latest_state(table).version - version

    (good, bad), moved = run(work())
    assert (good["ok"], good["shown"], moved) == (True, True, 0)
    assert "Ann" in good["events"][0]["words"]
    assert not bad["ok"]
    assert bad["error"]["message"]


def test_rulings_come_on_request(running, table):
    _, token = running.employee("Flo", "floorperson")

    async def work():
        async with running.client(table, token, "floor") as flo:
            await flo.send({"type": "options", "part": "rulings"})
            await flo.send({"type": "options", "part": "everything"})
            await flo.send({"type": "ping"})
            await flo.until(lambda: len(flo.others) == 3)
            return flo.others, flo.options("rule")

    (rulings, refused, pong), at_once = run(work())
    assert {option["act"] for option in rulings["options"]} == {"rule"}
    assert refused["error"]["code"] == "feed.part"
    assert pong == {"type": "pong"}
    assert at_once == []
