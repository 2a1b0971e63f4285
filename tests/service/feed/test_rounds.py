"""Whole rounds of every book over real sockets: several players, a dealer and a floorperson, each with a connection of his own."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from houseway.service.feed.viewer import TableViewer
from houseway.service.live.settings import WITHOUT_CLOCKS
from houseway.service.people.authority import actor_at
from tests.support.feeds import Reader
from tests.support.live import BOOKS, submission
from tests.support.seated import Player, Staff, play_round
from tests.support.sockets import run, sit_down

DEALER_RUN = replace(WITHOUT_CLOCKS, croupier=False)
NAMES = ("Ann", "Bob", "Cy")


async def play(running, table, settings, rounds):
    """Three guests, a floorperson, and a dealer where the program does not deal. Return everybody's client."""
    people = [(*running.guest(name), "player") for name in NAMES] + [(*running.employee("Flo", "floorperson"), "floor")]
    if not settings.croupier:
        people.append((*running.employee("Dee", "dealer"), "dealer"))
    people.append((*running.employee("Sue", "surveillance"), "watch"))
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(running.client(table, token, as_)) for _, token, as_ in people]
        for position, client in enumerate(clients[: len(NAMES)], start=1):
            await sit_down(client, position, 200_000)
        players = [Player(client) for client in clients[: len(NAMES)]]
        roles = {"floor": clients[len(NAMES)], "dealer": clients[-2]}
        staff = [Staff(client, role, len(NAMES)) for role, client in roles.items() if role == "floor" or not settings.croupier]
        helper = None if not settings.croupier else asyncio.create_task(close_bets(running, table, players))
        for _ in range(rounds):
            await play_round(players, staff)
        if helper:
            helper.cancel()
        await clients[-1].until(lambda: clients[-1].reader.number == clients[0].reader.number)
        return list(zip([person for person, _, _ in people], [as_ for _, _, as_ in people], clients, strict=True))


async def close_bets(running, table, players):
    """Where the program deals, it closes the bets by its clock; here, as soon as everybody has one."""
    while True:
        await asyncio.sleep(0.01)
        due = players[0].client.state["due"]
        if due and due["act"] in ("close-betting", "confirm-bank") and all(player.has_wager for player in players):
            await running.do_async(running.house.take_due_step(table))


def newcomer(running, table, person, capacity):
    """What somebody would be sent who came now."""
    viewer = TableViewer(running.service.feeds._feeds[table], lambda state: actor_at(person, state, capacity))
    if capacity == "player":
        viewer.show_balance(running.service.accounts.get(person.id).balance)
    return Reader(viewer.snapshot())


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("settings", [DEALER_RUN, WITHOUT_CLOCKS], ids=["dealer", "croupier"])
def test_a_round_is_played_over_sockets(running, book, settings):
    table = f"{book.split('.')[0]}-{book[-9:-6]}-{settings.croupier}"
    running.open_table(table, submission(book, "minimal"), settings)
    everybody = run(play(running, table, settings, rounds=2))
    state = running.house.latest_state(table)
    assert state.number == 3
    assert sum(amount.amount for amount in state.ledger.balances.values()) == 0
    for person, capacity, client in everybody:
        assert client.reader.numbers == list(range(client.reader.first + 1, state.version + 1))
        assert client.state == newcomer(running, table, person, capacity).state
        assert client.state["receipt"]["stream"] == f"table:{table}"
