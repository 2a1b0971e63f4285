"""The served process is killed under load: what was acknowledged is there, nothing is doubled, and play goes on."""

import random
import signal
import threading
import time
from contextlib import suppress
from functools import partial

import pytest

from houseway.store import open_store
from tests.support.house_checks import check_house
from tests.support.played_round import PlayedRound
from tests.support.served_process import BusyGuest, ServedHouse

TABLE, PLAYED_TABLE = "UTH-2", "FC-9"


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
        guests = guests or [BusyGuest(house.address, TABLE, position) for position in (1, 2, 3)]
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
    with open_store(f"sqlite:///{folder / 'house.db'}") as store:
        tables = check_house(store, folder / "keys", [folder])
        for guest in guests:
            guest.check(store, tables)


def test_what_was_acknowledged_survives_kills_under_load(tmp_path):
    kill_again_and_again(tmp_path, kills=2)


@pytest.mark.prove
def test_what_was_acknowledged_survives_a_hundred_kills(tmp_path):
    kill_again_and_again(tmp_path, kills=100)
