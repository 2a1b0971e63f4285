"""Whole rounds of every book over real sockets: several players, a dealer and a floorperson, each with a connection of his own."""

import asyncio
import re
from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random

import pytest

from houseway.service.feed.viewer import TableViewer
from houseway.service.live.checks.verifying import verify_draws
from houseway.service.live.settings import WITHOUT_CLOCKS
from houseway.service.people.authority import actor_at
from tests.support.feeds import Reader
from tests.support.live import BOOKS, submission
from tests.support.seated import PhysicalDealer, Player, Staff, play_round
from tests.support.sockets import run, sit_down

DEALER_RUN = replace(WITHOUT_CLOCKS, croupier=False)
PHYSICAL = replace(DEALER_RUN, cards="physical")
NAMES = ("Ann", "Bob", "Cy")
DECK = Random(1).sample([f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc"], 52)
"""The cards that a dealer turns over, one after the other."""


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
        if settings.cards == "physical":
            staff[-1] = PhysicalDealer(clients[-2], len(NAMES), DECK)
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
        assert {**client.state, "at": None} == {**newcomer(running, table, person, capacity).state, "at": None}
        assert client.state["receipt"]["stream"] == f"table:{table}"


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_with_physical_cards_is_dealt_and_entered_over_sockets(running, book):
    """The dealer enters what he turns over; nobody is sent a card before, and nothing is drawn from the seeds."""
    table = f"physical-{book[:3]}-{book[-9:-6]}"
    running.open_table(table, submission(book, "minimal"), PHYSICAL)
    everybody = run(play(running, table, PHYSICAL, rounds=1))
    state = running.house.latest_state(table)
    assert state.number == 2
    assert sum(amount.amount for amount in state.ledger.balances.values()) == 0
    assert list(verify_draws(running.service.store, table)) == []
    for _, _, client in everybody:
        assert client.reader.numbers == list(range(client.reader.first + 1, state.version + 1))
        settled = [event for event in client.reader.events.values() if event.get("kind") == "wager-settled"]
        assert settled
        turned = re.findall(r'"card":"(..)"', "".join(client.raw))
        assert set(turned) == set(DECK[: len(set(turned))])
