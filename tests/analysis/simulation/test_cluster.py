"""Simulations on a local Dask cluster: the same sums as here, also when a worker is lost, and no part by another program."""

import os
import signal

import pytest
from distributed import Client, LocalCluster

from houseway.analysis.simulation import cluster as on_cluster
from houseway.analysis.simulation.cluster import cluster_at
from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import simulate
from houseway.analysis.simulation.shards import SHARD_ROUNDS
from houseway.analysis.standard_rules import standard_rules
from houseway.errors import Unavailable

pytestmark = pytest.mark.filterwarnings("default")  # what the cluster's library warns of is not ours
UTH = "md.ultimate-texas-holdem"
ROUNDS = 9 * SHARD_ROUNDS + 100


def plan():
    rules = standard_rules(UTH)
    return rules, plan_simulation(rules, ROUNDS, 2)


@pytest.fixture(scope="module")
def expected():
    return simulate(*plan()).to_json()


def local_cluster(workers):
    return LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0", host="127.0.0.1", silence_logs=50
    )


@pytest.fixture(scope="module")
def cluster():
    with local_cluster(2) as cluster, Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(2)
        yield client


def run(client, progress=None):
    said = []
    with cluster_at(client.scheduler.address, said.append, part_shards=1) as workers_for:
        return simulate(*plan(), None, workers_for, progress).to_json(), said


def pretend(client, workers, where, program):
    """Let workers believe that they run another program; None for their own again."""

    def patch():
        import houseway.program
        from houseway.analysis.simulation import cluster as here

        own = houseway.program.__dict__.setdefault("own_hash", houseway.program.program_hash)
        found = own if program is None else lambda: program
        if "start" in where:
            houseway.program.program_hash = found
        here.program_hash = found

    client.run(patch, workers=workers)


def addresses(client):
    return list(client.scheduler_info(n_workers=-1)["workers"])


def test_a_cluster_ends_with_the_sums_of_this_machine(cluster, expected):
    reported = []
    assert run(cluster, lambda done, total: reported.append((done, total))) == (expected, [])
    assert reported[-1] == (ROUNDS, ROUNDS)
    assert reported == sorted(reported)


@pytest.mark.parametrize("where", [("start",), ("later",)])
def test_a_worker_with_another_program_is_refused_and_others_play_its_part(cluster, expected, where):
    other = addresses(cluster)[0]
    pretend(cluster, [other], where, "f" * 64)
    found, said = run(cluster)
    pretend(cluster, [other], ("start",), None)
    assert found == expected
    assert said == [f"the worker at {other} runs another program (ffffffffffff) and was refused"]


def test_nothing_is_played_if_all_workers_run_another_program(cluster):
    pretend(cluster, None, ("start",), "f" * 64)
    with pytest.raises(Unavailable) as refused:
        run(cluster)
    pretend(cluster, None, ("start",), None)
    assert refused.value.code == "simulate.other-program"


def test_the_parts_of_a_worker_that_is_lost_are_played_by_others(cluster, expected):
    pids = cluster.run(os.getpid)
    lost = []

    def kill_one(done, total):
        if not lost:
            lost.append(next(iter(pids.values())))
            os.kill(lost[0], signal.SIGKILL)

    assert run(cluster, kill_one) == (expected, [])
    assert lost


def test_a_cluster_without_workers_and_an_address_without_a_scheduler_are_refused(monkeypatch):
    monkeypatch.setattr(on_cluster, "_PATIENCE", "500ms")
    with local_cluster(0) as empty, Client(empty, set_as_default=False) as client:
        with pytest.raises(Unavailable) as refused:
            run(client)
        assert refused.value.code == "simulate.no-workers"
        address = empty.scheduler_address
    for gone in (address, "nowhere", "tcp://127.0.0.1:1"):
        with pytest.raises(Unavailable) as refused, cluster_at(gone, print):
            pass
        assert refused.value.code == "simulate.no-scheduler"
