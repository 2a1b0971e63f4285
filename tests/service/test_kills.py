"""The served process is killed under load: what was acknowledged is there, nothing is doubled, and play goes on."""

import random
import signal
import threading
import time
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from itertools import count

import pytest

from houseway.ledger import MONEY_MOVED
from houseway.service.live.loading import load_table
from houseway.service.people.accounts import load_account
from houseway.service.people.people import PeopleSettings
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import ReceiptFile, contradicted_receipts
from houseway.store import open_store
from houseway.store.copying import check_chains
from tests.support.played_round import PlayedRound
from tests.support.served_process import Guest, ServedHouse

TABLE, PLAYED_TABLE = "UTH-2", "FC-9"
BUY_IN = 100
"""In cents."""


class BusyGuest(Guest):
    """Buys chips again and again, each time with an id of its own. What was not acknowledged is sent again, as a browser would."""

    def __init__(self, address, position):
        super().__init__(address, f"Guest {position}")
        self.position, self._numbers = position, count(1)
        self.pending = None
        assert "version" in self.command(TABLE, f"guest-{position}-sits", "sit", position=position)

    def buy_until(self, stopped):
        """Buy chips until the server is gone, or the test says stop."""
        while not stopped.is_set():
            self.pending = self.pending or f"guest-{self.position}-buys-{next(self._numbers)}"
            try:
                answer = self.command(TABLE, self.pending, "buy-in", amount={"cents": BUY_IN})
            except (OSError, HTTPException, ValueError):
                return
            if "version" in answer:
                self.pending = None
            else:
                stopped.wait(0.1)  # too many requests at once

    @property
    def buys(self):
        return sum("buys" in command for command in self.acknowledged)


def run_under_load(house, guests, by, meanwhile):
    stopped = threading.Event()
    threads = [threading.Thread(target=guest.buy_until, args=(stopped,)) for guest in guests]
    for thread in threads:
        thread.start()
    meanwhile()
    if by is signal.SIGKILL:
        ended = house.stop(by)
        stopped.set()
    else:
        stopped.set()
        for thread in threads:
            thread.join()
        ended = house.stop(by)
    for thread in threads:
        thread.join()
    return ended


def play_for_a_while(played, until):
    """Let rounds at the other table go on; stop some time in the middle of one."""
    while time.monotonic() < until or not played.is_under_way():
        played.take_step()


def finish_round(played):
    """Finish the round in which the last life was killed."""
    played.take_step()
    assert played.has_wager
    number = played.round
    while played.round == number:
        played.take_step()


def kill_again_and_again(tmp_path, kills, seed=1):
    """Kill the server while chips are bought at one table and a round is played at another, which the last life finishes."""
    chance, folder = random.Random(seed), tmp_path / "data"
    guests, played = [], PlayedRound(PLAYED_TABLE)
    for number in range(kills + 1):
        house = ServedHouse(folder).wait_until_ready()
        with suppress(OSError):
            house.get("/")  # program players play for visitors
        played.move_to(house) if number else played.open(house)
        guests = guests or [BusyGuest(house.address, position) for position in (1, 2, 3)]
        for guest in guests:
            guest.address = house.address
        if number == kills:
            code, _ = run_under_load(house, guests, signal.SIGTERM, lambda: finish_round(played))
            assert code == 0
        else:
            killed_at = time.monotonic() + chance.uniform(0.2, 1.0)
            code, _ = run_under_load(house, guests, signal.SIGKILL, partial(play_for_a_while, played, killed_at))
            assert code == -signal.SIGKILL
    check_stored(folder, guests)


def check_stored(folder, guests):
    """After the last restart everything that was pending has been sent again, so counts must agree exactly."""
    vault = HouseKeys(folder / "keys", 0).vault
    address = f"sqlite:///{folder / 'house.db'}"
    assert check_chains(address) > 0
    with open_store(address) as store:
        tables = {
            head.stream.removeprefix("table:"): load_table(store, head.stream[6:], vault) for head in store.heads("table:")
        }
        for state in tables.values():
            assert sum(amount.amount for amount in state.table.ledger.balances.values()) == 0
        bought = [
            event.text("target")
            for append in store.read(f"table:{TABLE}")
            for event in append.events
            if event.kind == MONEY_MOVED and event.text("reason") == "buy-in"
        ]
        for guest in guests:
            assert guest.buys > 0
            assert bought.count(f"player:{guest.person}") == guest.buys
            assert tables[TABLE].table.chips(guest.person).amount == guest.buys * BUY_IN
            spent = PeopleSettings().guest_money - load_account(store, guest.person).balance
            assert spent.amount == guest.buys * BUY_IN
        heads = folder / "heads.jsonl"
        assert not heads.exists() or list(contradicted_receipts(store, ReceiptFile(heads).read())) == []


def test_what_was_acknowledged_survives_kills_under_load(tmp_path):
    kill_again_and_again(tmp_path, kills=2)


@pytest.mark.prove
def test_what_was_acknowledged_survives_a_hundred_kills(tmp_path):
    kill_again_and_again(tmp_path, kills=100)
