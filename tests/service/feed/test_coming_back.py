"""What people at a table are told when something goes wrong, when the service ends, and when they come back."""

import asyncio
import json

import httpx

from houseway.service.api.requests.limits import SESSION_COOKIE
from houseway.service.live.turns import turn
from houseway.service.people.administration import set_stop
from houseway.service.people.person import THE_HOUSE
from tests.support.live import submission
from tests.support.sockets import PATIENCE, RunningService, entries, hear, run, sit_down

ULTIMATE = submission("md.ultimate-texas-holdem", "minimal")


# When something goes wrong, and when the service ends


def test_a_frozen_table_tells_its_people_and_takes_no_commands(running, table, monkeypatch):
    running.open_table(f"{table}-other", ULTIMATE)
    (_, ann_token), (_, bob_token) = running.guest("Ann"), running.guest("Bob")
    decide = turn.decide

    def fail_here(state, command, meters):
        if state is not None and state.id == table:
            raise ZeroDivisionError("a bug")
        return decide(state, command, meters)

    async def work():
        async with (
            running.client(table, ann_token) as ann,
            running.client(table, bob_token) as bob,
            running.client(f"{table}-other", bob_token) as elsewhere,
        ):
            monkeypatch.setattr(turn, "decide", fail_here)
            first = await ann.command("sit", {"position": 1})
            monkeypatch.setattr(turn, "decide", decide)
            await bob.until(lambda: bob.state["frozen"])
            second = await bob.command("sit", {"position": 2})
            assert (await elsewhere.command("sit", {"position": 2}))["ok"]
            async with running.client(table, ann_token, "watch") as newcomer:
                assert newcomer.state["frozen"] == bob.state["frozen"]
            return first, second, bob.state

    first, second, state = run(work())
    assert first["error"]["code"] == second["error"]["code"] == "house.frozen"
    assert "a fault of the program" in state["frozen"]
    assert state["options"] == []
    assert "ZeroDivision" not in json.dumps(first["error"]["given"])


def test_a_stop_switch_is_shown_to_everybody_at_the_table(running, table):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token, "watch") as ann:
            await asyncio.to_thread(set_stop, running.service.record, "table", table, THE_HOUSE, "the felt is torn")
            await ann.until(lambda: ann.state["stopped"])
            return ann.state["stopped"]

    assert "the felt is torn" in run(work())


def _post(service, token):
    """Send a command over HTTP; return the status and the code of the refusal."""
    address = f"http://127.0.0.1:{service.port}/api/tables/UTH-1/commands"
    wanted = {"id": "ann-0001", "act": "sit", "facts": {"position": 1}}
    answer = httpx.post(address, json=wanted, cookies={SESSION_COOKIE: token}, timeout=PATIENCE)
    return answer.status_code, answer.json()["code"]


def test_when_the_service_ends_sockets_are_told_and_closed(tmp_path):
    service = RunningService(tmp_path)
    try:
        service.open_table("UTH-1", ULTIMATE)
        (_, ann_token), (_, bob_token) = service.guest("Ann"), service.guest("Bob")

        async def work():
            async with service.client("UTH-1", ann_token) as ann, service.client("UTH-1", bob_token) as bob:
                await service.do_async(service.service.drain())
                await ann.until(lambda: ann.closed)
                await bob.until(lambda: bob.closed)
                async with service.socket("UTH-1", ann_token) as late:
                    heard, code = await hear(late)
                assert await asyncio.to_thread(_post, service, ann_token) == (503, "service.draining")
                return ann.closed, bob.closed, ann.others, heard, code

        ann, bob, others, heard, code = run(work())
        assert (ann, bob, code, heard) == (1012, 1012, 1012, [])
        assert others[-1]["type"] == "notice"
    finally:
        service.close()


# Coming back


def test_whoever_comes_back_gets_what_he_has_missed(running, table):
    (_, ann_token), (_, bob_token) = running.guest("Ann"), running.guest("Bob")

    async def work():
        async with running.client(table, ann_token) as ann, running.client(table, bob_token) as bob:
            await sit_down(ann, 1)
            await sit_down(bob, 2)
            await bob.until(lambda: bob.reader.number == running.house.latest_state(table).version)
            last = bob.reader.number
            for _ in range(3):
                await ann.command("tip", {"amount": {"cents": 100}})
            await bob.until(lambda: bob.reader.number > last + 2)
            missed = {number: event for number, event in bob.reader.events.items() if number > last}
            async with running.client(table, bob_token, last=last) as again:
                return missed, again.reader.events, again.reader.messages[0]["type"]

    missed, again, kind = run(work())
    assert kind == "update"
    assert again == missed


def test_after_a_restart_what_was_missed_comes_from_the_store(tmp_path):
    database = f"sqlite:///{tmp_path / 'house.db'}"
    service = RunningService(tmp_path, database)
    try:
        service.open_table("UTH-1", ULTIMATE)
        _, token = service.guest("Ann")

        async def before():
            async with service.client("UTH-1", token) as ann:
                await sit_down(ann, 1)
                await ann.until(lambda: ann.reader.number == service.house.latest_state("UTH-1").version)
                last = ann.reader.number
                for _ in range(3):
                    await ann.command("tip", {"amount": {"cents": 100}})
                await ann.until(lambda: ann.reader.number == service.house.latest_state("UTH-1").version)
                return last, ann.reader.events, ann.state

        last, events, state = run(before())
    finally:
        service.close()
    service = RunningService(tmp_path, database)
    try:

        async def after(last):
            async with service.client("UTH-1", token, last=last) as ann:
                return ann.reader.messages[0], ann.reader.events, ann.state

        message, again, now = run(after(last))
        assert (message["type"], message["from"]) == ("update", last + 1)
        assert again == {number: event for number, event in events.items() if number > last}
        assert {**now, "at": None} == {**state, "at": None}
        earlier, _, _ = run(after(2))  # before anybody sat down
        assert earlier["type"] == "snapshot"
    finally:
        service.close()


def test_a_meter_that_tables_share_is_shown_at_both(running):
    text = submission("md.pai-gow-poker")
    for name in ("PG-1", "PG-2"):
        running.open_table(name, text)
    (_, ann_token), (_, bob_token) = running.guest("Ann"), running.guest("Bob")

    async def work():
        async with running.client("PG-1", ann_token) as ann, running.client("PG-2", bob_token, "watch") as bob:
            await sit_down(ann, 1)
            before = bob.state["meters"]
            house = running.house
            flo = running.employee("Flo", "floorperson")[1]
            async with running.client("PG-1", flo, "floor") as floor:
                while bob.state["meters"] == before:
                    await take_any_step(running, ann, floor, house)
            return [message["type"] for message in bob.reader.messages]

    assert "meters" in run(work())


async def take_any_step(running, ann, floor, house):
    """Let a round go on at PG-1, with a progressive wager of Ann's."""
    for act in ("pass-bank",):
        for option in ann.options(act):
            await ann.choose(option)
            return
    stakes = entries(ann.state["view"]["stakes"]).get(1, {"table": []})
    laid = dict(stakes["table"])
    if not ann.state["view"]["closed"]:
        for option in ann.options("wager"):
            wager = option["facts"]["wager"]
            if wager in ("pai-gow", "progressive") and wager not in laid and option["facts"]["position"] == 1:
                bound = option["bounds"]["amount"]
                await ann.choose(option, amount={"cents": bound["least"]} if bound["kind"] == "amount" else bound["choices"][0])
                return
    due = floor.state["due"]
    if due and due["role"] == "floor":
        (option,) = floor.options(due["act"])[:1]
        await floor.choose(option)
    elif due:
        await running.do_async(house.take_due_step("PG-1"))
    await asyncio.sleep(0.02)


def test_whoever_watches_sees_the_name_that_a_guest_has_chosen_since_he_sat_here(running, table):
    (person, token), (_, watcher) = running.guest("Ann"), running.guest("Bob")

    async def work():
        async with running.client(table, watcher, "watch") as watching, running.client(table, token) as playing:
            await sit_down(playing, 1)
            await watching.until(lambda: watching.state["names"].get(person.id) == "Ann")
            await playing.command("leave")
            await asyncio.to_thread(running.service.people.choose_name, person, "Zoe", ())
            await sit_down(playing, 1)
            await watching.until(lambda: watching.state["names"].get(person.id) == "Zoe")
            return watching.state["names"][person.id]

    assert run(work()) == "Zoe"
