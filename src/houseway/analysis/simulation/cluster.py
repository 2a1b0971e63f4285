"""Simulations on a Dask cluster: parts are played by its workers, wherever they are.

A worker that is lost has its parts played again by others. A worker with another program would play other rounds, so it is refused:
its parts go to the others.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pickle import dumps, loads
from typing import TYPE_CHECKING
from zlib import compress, decompress

from houseway.analysis.simulation.shards import Part, ShardWork, SimulationSums, Workers, play_part
from houseway.errors import Unavailable
from houseway.program import program_hash

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as OnCluster

PART_SHARDS = 64
"""About a second of work, so that the way there and back costs little beside it."""
_PATIENCE = "10s"
"""How long a scheduler or a worker is waited for."""
_PARTS_A_THREAD = 3
_TRIES = 5
"""How often a part is given to somebody else, after a worker was lost."""


@dataclass(frozen=True)
class PlayedElsewhere:
    """What came of a part: who had it, his program, and the sums if that is ours."""

    worker: str
    program: str
    sums: SimulationSums | None


@dataclass
class ClusterWorkers:
    """The workers of a cluster that run this program."""

    client: "Client"
    work: "OnCluster"
    pool: ThreadPoolExecutor
    most_waiting: int
    part_shards: int
    refused: dict[str, str] = field(default_factory=dict)
    """Addresses of workers with another program, and its hash."""

    def submit(self, part: Part) -> "Future[SimulationSums]":
        return self.pool.submit(self._play, part)

    def _play(self, part: Part) -> SimulationSums:
        """Let a worker play a part; if it turns out to have another program, another worker."""
        while True:
            found: PlayedElsewhere = self.client.submit(
                _play_here, self.work, part, program_hash(), pure=False, retries=_TRIES, workers=self._allowed()
            ).result()
            if found.sums is not None:
                return found.sums
            self.refused[found.worker] = found.program

    def _allowed(self) -> list[str] | None:
        """Return the workers that may play; None while there is none to refuse."""
        if not self.refused:
            return None
        there = [address for address in _workers_of(self.client) if address not in self.refused]
        if there:
            return there
        raise Unavailable(
            f"every worker of the cluster runs another program than this one ({program_hash()[:12]})",
            code="simulate.other-program",
            given=sorted(self.refused.values()),
            allowed=program_hash(),
        )


@contextmanager
def cluster_at(
    address: str, say: Callable[[str], None], part_shards: int = PART_SHARDS
) -> "Iterator[Callable[[ShardWork], AbstractContextManager[Workers]]]":
    """Connect to a scheduler, or refuse. Yield what finds the workers for a simulation; at the end `say` who was refused."""
    with _connected(address) as client:
        yield lambda work: _workers_for(client, work, say, part_shards)


@contextmanager
def _connected(address: str) -> "Iterator[Client]":
    from distributed import Client

    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise Unavailable(
            f"no Dask scheduler answers at {address}",
            code="simulate.no-scheduler",
            given=address,
            allowed="the address that a scheduler prints, as in tcp://10.0.0.5:8786",
        ) from error
    try:
        yield client
    finally:
        client.close()


@contextmanager
def _workers_for(client: "Client", work: ShardWork, say: Callable[[str], None], part_shards: int) -> "Iterator[Workers]":
    threads = sum(each["nthreads"] for each in _workers_of(client).values())
    if not threads:
        raise Unavailable(
            "the cluster has no workers; start some with: dask worker ADDRESS",
            code="simulate.no-workers",
            given=client.scheduler.address if client.scheduler else "",
            allowed="at least one worker",
        )
    refused = {address: found for address, found in client.run(program_hash).items() if found != program_hash()}
    waiting = _PARTS_A_THREAD * threads
    pool = ThreadPoolExecutor(waiting)
    # The cluster can make this again from what it was sent, should all who have it be lost.
    there = client.submit(_unpacked, compress(dumps(work)), pure=False)
    workers = ClusterWorkers(client, there, pool, waiting, part_shards, refused)
    try:
        workers._allowed()
        yield workers
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for address, program in workers.refused.items():
            say(f"the worker at {address} runs another program ({program[:12]}) and was refused")


def _workers_of(client: "Client") -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = client.scheduler_info(n_workers=-1)["workers"]
    return found


# On a worker


def _unpacked(content: bytes) -> ShardWork:
    work: ShardWork = loads(decompress(content))  # noqa: S301 - from the one who runs the simulation, who may run anything here
    return work


def _play_here(work: ShardWork, part: Part, program: str) -> PlayedElsewhere:
    from distributed import get_worker

    here, own = get_worker().address, program_hash()
    return PlayedElsewhere(here, own, play_part(work, *part) if own == program else None)
