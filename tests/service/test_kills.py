"""The served process is killed under load: what was acknowledged is there, nothing is doubled, and play goes on."""

import json
import random
import signal
import threading
import time
from contextlib import ExitStack, suppress
from functools import partial

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from houseway.service.sockets.connection import RESTART
from houseway.store import open_store
from tests.support.house_checks import check_house
from tests.support.played_round import PlayedRound
from tests.support.served_process import PATIENCE, BusyGuest, ForkedHouse, Guest

TABLE, PLAYED_TABLE = "UTH-2", "FC-9"


def run_under_load(house, guests, by, meanwhile):
    stopped = threading.Event()
    threads = [threading.Thread(target=guest.buy_until, args=(stopped,)) for guest in guests]
    for thread in threads:
        thread.start()
    try:
        meanwhile()
    except BaseException:
        stopped.set()
        house.stop(signal.SIGKILL)
        raise
    if by is signal.SIGKILL:
        ended = house.stop(by)
        stopped.set()
    else:
        stopped.set()
        for thread in threads:
            thread.join()
        for guest in guests:  # one whose thread began late may not have sent again what the last kill left without an answer
            guest.finish(house.address)
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


def watch(house, table):
    """Return the socket of somebody without a seat."""
    cookie = Guest(house.address, "Wanda").cookie
    address = f"{house.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    return connect(address, additional_headers={"Cookie": cookie}, proxy=None, open_timeout=PATIENCE)


def hear_end(socket):
    """Return the type of the last message, and the code with which the socket was closed."""
    last = {}
    with suppress(ConnectionClosed):
        while True:
            last = json.loads(socket.recv(PATIENCE))
    return last.get("type"), socket.close_code


def end_by_sigterm(house, guests, played):
    """Finish the round in which the last life was killed, and end this one in the middle of the next."""
    sockets = []

    def play_on():
        finish_round(played)
        while not played.is_under_way():
            played.take_step()
        sockets.append(held.enter_context(watch(house, played.table)))
        sockets[0].send(json.dumps({"type": "hello", "as": "watch"}))
        assert json.loads(sockets[0].recv(PATIENCE))["type"] == "snapshot"

    with ExitStack() as held:
        code, _ = run_under_load(house, guests, signal.SIGTERM, play_on)
        assert code == 0
        assert hear_end(sockets[0]) == ("notice", RESTART)


def kill_again_and_again(tmp_path, kills, seed=1):
    """Kill the server while chips are bought at one table and a round is played at another, which the last life finishes."""
    print(f"the moments of {kills} kills come from the seed {seed}")  # noqa: T201
    chance, folder = random.Random(seed), tmp_path / "data"
    guests, played = [], PlayedRound(PLAYED_TABLE)
    for number in range(kills + 1):
        house = ForkedHouse(folder).wait_until_ready()
        with suppress(OSError):
            house.get("/")  # program players play for visitors
        played.move_to(house) if number else played.open(house)
        guests = guests or [BusyGuest(house.address, TABLE, position) for position in (1, 2, 3)]
        for guest in guests:
            guest.address = house.address
        if number == kills:
            end_by_sigterm(house, guests, played)
        else:
            killed_at = time.monotonic() + chance.uniform(0.2, 1.0)
            code, _ = run_under_load(house, guests, signal.SIGKILL, partial(play_for_a_while, played, killed_at))
            assert code == -signal.SIGKILL
            print(f"kill {number + 1} of {kills}: {sum(guest.buys for guest in guests)} buy-ins, round {played.round}")  # noqa: T201
    check_stored(folder, guests)


def check_stored(folder, guests):
    """After the last restart everything that was pending has been sent again, so counts must agree exactly."""
    with open_store(f"sqlite:///{folder / 'house.db'}") as store:
        tables = check_house(store, folder / "keys", [folder])
        assert tables[PLAYED_TABLE].round.stakes, "the wagers of the round in play are held"
        for guest in guests:
            guest.check(store, tables)


def test_what_was_acknowledged_survives_kills_and_sigterm_holds_the_round_and_tells_sockets(tmp_path):
    kill_again_and_again(tmp_path, kills=2)


@pytest.mark.prove
def test_what_was_acknowledged_survives_a_hundred_kills(tmp_path):
    kill_again_and_again(tmp_path, kills=100)
