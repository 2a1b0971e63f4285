"""Players add to the chance of rounds over their sockets, and see what became of it before they bet."""

import asyncio
from contextlib import AsyncExitStack
from hashlib import sha256

import pytest

from houseway.service.live.checks.verifying import verify_draws
from houseway.service.live.settings import WITHOUT_CLOCKS
from houseway.service.secrecy.receipts import Receipt, is_genuine
from houseway.service.secrecy.round_values import values_message
from tests.service.feed.test_rounds import close_bets
from tests.support.contributors import SocketContributor, new_value
from tests.support.live import BOOKS, submission
from tests.support.seated import Player, Staff, play_round
from tests.support.sockets import run, sit_down


async def seat(running, stack, table, *names):
    clients = [await stack.enter_async_context(running.client(table, running.guest(name)[1])) for name in names]
    for position, client in enumerate(clients, start=1):
        await sit_down(client, position, 200_000)
    floor = await stack.enter_async_context(running.client(table, running.employee("Flo", "floorperson")[1], "floor"))
    return clients, floor


async def play_one(running, table, clients, floor):
    """Play a round to its end."""
    players = [Player(client) for client in clients]
    helper = asyncio.create_task(close_bets(running, table, players))
    await play_round(players, [Staff(floor, "floor", len(players))])
    helper.cancel()


def digest(text):
    return sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("book", BOOKS)
def test_two_players_add_to_the_chance_of_a_round(running, book):
    table = f"C-{book.split('.')[0]}-{book[-9:-6]}"
    running.open_table(table, submission(book, "minimal"), WITHOUT_CLOCKS)

    async def work():
        async with AsyncExitStack() as stack:
            clients, floor = await seat(running, stack, table, "Ann", "Bob")
            ann, bob = map(SocketContributor, clients)
            values = [await ann.offer(), await bob.offer()]
            await floor.send({"type": "hash", "hash": new_value()[1]})
            await play_one(running, table, clients, floor)
            await ann.open()
            assert not any(line.startswith("value ") for line in ann.lines)
            await bob.open()
            await ann.until_open()
            assert [line for line in ann.lines if line.startswith("value ")] == [
                f"value {n} {v}" for n, v in enumerate(values, 1)
            ]
            chance = clients[0].state["chance"]
            signed = values_message(f"chance:{table}", digest(chance["text"]))
            key = next(key for key in running.service.keys.public_keys if key.number == chance["key"])
            assert key.verify(chance["signature"], signed)
            text = chance["text"]
            await play_one(running, table, clients, floor)
            receipt = Receipt(**clients[0].state["receipt"])
            assert receipt.chance == digest(text)
            assert is_genuine(receipt, running.service.keys.public_keys)

    run(work())
    draws = list(verify_draws(running.service.store, table))
    assert {draw.round for draw in draws} >= {2}
    assert all(draw.agrees for draw in draws)


def test_whoever_works_for_the_house_does_not_contribute(running, table):
    _, token = running.employee("Dee", "dealer")

    async def work():
        async with running.client(table, token, "dealer") as dealer:
            await dealer.send({"type": "hash", "hash": new_value()[1]})
            await dealer.send({"type": "ping"})
            await dealer.until(lambda: dealer.others)

    run(work())
    assert running.house._live.find_table(table).values._hashes == {}


def test_a_hash_is_forgotten_when_its_connection_ends(running, table):
    person, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as client:
            await sit_down(client, 1)
            await SocketContributor(client).offer()
            await client.send({"type": "ping"})
            await client.until(lambda: client.others)
            assert running.house.offered_hash(table, person.id)
        while running.house.offered_hash(table, person.id):
            await asyncio.sleep(0.01)

    run(work())


@pytest.mark.parametrize(
    "message",
    [
        {"type": "hash", "hash": "xyz"},
        {"type": "hash", "hash": "AA" * 32},
        {"type": "value", "round": 1, "value": "aa" * 31},
        {"type": "value", "round": 0, "value": "aa" * 32},
        {"type": "value", "value": "aa" * 32},
    ],
)
def test_what_is_no_hash_and_no_value_is_refused(running, table, message):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as client:
            await client.send(message)
            await client.until(lambda: client.others)
            return client.others[0]

    assert run(work())["error"]["code"] == "feed.malformed"


def test_the_page_is_told_that_the_house_is_alone(running, table):
    _, token = running.guest("Ann")

    async def work():
        async with running.client(table, token) as client:
            return client.state["chance"]

    chance = run(work())
    assert chance["open"]
    assert not [line for line in chance["text"].split("\n") if line.split()[0] in ("seat", "value", "withheld")]
