"""Measure how soon other servers keep the clocks of a server that was killed."""

from collections.abc import Callable
from time import perf_counter, sleep

import psycopg

from houseway.service.servers.leases import LEASE_MILLISECONDS

_NOW = "SELECT extract(epoch FROM clock_timestamp()) * 1000"
_CLOCKS_KEPT = "SELECT count(*) FROM leases JOIN servers USING (holder) WHERE name LIKE 'clock:%%' AND expires_at > %s"
_LONGEST_SECONDS = 60.0


def measure_takeover(database: str, kill: Callable[[], None], tables: int) -> float | None:
    """Kill a server. Return the seconds until living ones keep the clocks of all tables; None if they do not.

    A lease that ends later than one that was renewed at the kill belongs to a server that has renewed it since.
    """
    with psycopg.connect(database, autocommit=True) as connection:
        began = perf_counter()
        kill()
        later = _first(connection, _NOW) + LEASE_MILLISECONDS
        while perf_counter() - began < _LONGEST_SECONDS:
            if _first(connection, _CLOCKS_KEPT, later) >= tables:
                return perf_counter() - began
            sleep(0.02)
    return None


def _first(connection: psycopg.Connection, query: str, *given: float) -> float:
    row = connection.execute(query.encode(), given).fetchone()
    assert row is not None, "it counts"
    return float(row[0])
