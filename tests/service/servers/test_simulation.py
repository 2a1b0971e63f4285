"""A house in simulated time: servers are killed at any await, commits fail, the disk is full, and connections break."""

import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import pytest

from houseway.service.people.accounts import load_account
from houseway.service.people.people import PeopleSettings
from tests.support.house_checks import check_house
from tests.support.simulation import BUY_IN, TABLE, Simulation

SEEDS, MANY_SEEDS = (1, 2), range(100, 200)
SEED = "HOUSEWAY_SIMULATION_SEED"
"""Set in the environment, it repeats one run."""


def simulate(folder, seed, monkeypatch, seconds=20):
    """Run a house, and check everything. Whatever fails names the seed."""
    print(f"simulation with the seed {seed}; to repeat it: {SEED}={seed}", flush=True)  # noqa: T201
    with monkeypatch.context() as patches:
        simulation = Simulation(folder, seed)
        simulation.run(seconds, patches.setattr)
    tables = check_house(simulation.store, folder / "keys", [server.folder for server in simulation.all_servers])
    assert simulation.store.tree.count_leaves() > 0
    assert simulation.unstored, "nothing is stored on a full disk, and so nothing is acknowledged"
    for player in simulation.players:
        person = next(iter(simulation.servers[0].service.people.persons_of([player.token]).values())).id
        bought = sum(
            event.facts.get("reason") == "buy-in" and event.facts.get("target") == f"player:{person}"
            for append in simulation.store.read(f"table:{TABLE}")
            for event in append.events
        )
        assert bought == player.bought > 0
        spent = PeopleSettings().guest_money - load_account(simulation.store, person).balance
        assert spent.amount == player.bought * BUY_IN
    return simulation, tables


@pytest.mark.parametrize("seed", [int(os.environ[SEED])] if SEED in os.environ else SEEDS)
def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path, monkeypatch, seed):
    simulation, tables = simulate(tmp_path, seed, monkeypatch)
    assert any("killed" in entry for entry in simulation.trace)
    assert any("the disk is full" in entry for entry in simulation.trace)
    assert simulation.disk.refused, "the database met the full disk"
    assert tables[TABLE].version > 50, "play goes on"


def test_the_same_seed_repeats_the_same_run(tmp_path, monkeypatch):
    first, second = (simulate(tmp_path / name, 4, monkeypatch, seconds=6)[0] for name in "ab")
    assert first.trace == second.trace
    assert len(first.trace) > 10
    other, _ = simulate(tmp_path / "c", 5, monkeypatch, seconds=6)
    assert other.trace != first.trace


def simulate_apart(folder, seed):
    """Run one seed in a process of its own. Return how long the table's stream has become."""
    _, tables = simulate(folder, seed, pytest.MonkeyPatch(), seconds=30)
    return tables[TABLE].version


@pytest.mark.prove
def test_nothing_is_lost_or_doubled_in_many_runs(tmp_path):
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        running = {pool.submit(simulate_apart, tmp_path / str(seed), seed): seed for seed in MANY_SEEDS}
        for done, each in enumerate(as_completed(running), start=1):
            print(f"{done} of {len(running)}: seed {running[each]}, {each.result()} events")  # noqa: T201
