"""Measure what simulated rounds cost on threads and on one to four workers of a Dask cluster on this machine.

Started as `python -m benchmarks.clusters [ROUNDS]`. All are measured in one run, each with as many rounds. Processor time is that
of whoever plays; what a part sends back and what is sent once to each worker is counted in bytes. All must end with the same sums.
"""

import os
import sys
from functools import partial
from pickle import dumps
from time import perf_counter, process_time
from zlib import compress

from distributed import Client, LocalCluster

from benchmarks.page import describe_machine
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.analysis.simulation.cluster import PART_SHARDS, cluster_at
from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import WorkersFor, describe_game, simulate
from houseway.analysis.simulation.shards import NetTable, ShardWork, play_part, threads_for
from houseway.analysis.standard_rules import standard_rules
from houseway.submission import Rules

_ROUNDS = 20_000_000
_WORKERS = (1, 2, 4)
_BOOK = "md.ultimate-texas-holdem"


def main(rounds: int) -> None:
    rules = standard_rules(_BOOK)
    plan = plan_simulation(rules, rounds)
    small = plan_simulation(rules, 1)
    simulate(rules, small)  # everything is compiled
    found, lines = [], []

    def measure(name: str, run: "partial[object]", used: "partial[float]") -> None:
        began, before = perf_counter(), used()
        found.append(run())
        lines.append((name, perf_counter() - began, used() - before))

    for threads in range(1, (os.cpu_count() or 1) + 1):
        here = partial(threads_for, count=threads)
        measure(f"{threads} thread{'s' * (threads > 1)}", partial(_run, rules, plan, here), partial(process_time))
    for many in _WORKERS:
        with (
            LocalCluster(n_workers=many, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as cluster,
            Client(cluster, set_as_default=False) as client,
            cluster_at(client.scheduler.address, print) as there,
        ):
            client.wait_for_workers(many)
            client.run(_warm_up)
            measure(f"{many} on Dask", partial(_run, rules, plan, there), partial(_time_of, client))
    assert all(each == found[0] for each in found), "the sums differ"
    game = describe_game(rules, plan)
    work = ShardWork.from_game(game, plan, NetTable.from_game(game, plan.players))
    part = play_part(work, 0, PART_SHARDS * work.table.shard_rounds)
    print(f"Measured on {describe_machine()}: {rounds:,} rounds of {plan.players} players each.\n")
    print("| who plays | seconds | player-rounds a second | processor seconds of the players | against one thread |")
    print("|---|---|---|---|---|")
    for name, seconds, used in lines:
        speed = rounds * plan.players / seconds
        print(f"| {name} | {seconds:.1f} | {speed / 1e6:.1f} million | {used:.1f} | {lines[0][1] / seconds:.2f} |")
    print(f"\nSent once to each worker: {len(compress(dumps(work))):,} bytes. Back for a part: {len(dumps(part)):,} bytes.")


def _run(rules: Rules, plan: SimulationPlan, workers_for: WorkersFor) -> object:
    return simulate(rules, plan, None, workers_for).to_json()


def _time_of(client: Client) -> float:
    used: dict[str, float] = client.run(process_time)
    return sum(used.values())


def _warm_up() -> None:
    rules = standard_rules(_BOOK)
    simulate(rules, plan_simulation(rules, 1))


if __name__ == "__main__":
    main(int(float(sys.argv[1])) if len(sys.argv) > 1 else _ROUNDS)
