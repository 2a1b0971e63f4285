"""Fixtures of databases and stores. PostgreSQL is a real server from its wheel; each test gets a schema of its own in it.

To create the tables in a schema takes PostgreSQL a tenth of a second. So a store's schema is emptied and given to a later test.
"""

import os
from itertools import count
from secrets import token_hex
from urllib.parse import quote

import pytest
from sqlalchemy import create_engine, text

from benchmarks.postgresql import temporary_postgresql
from houseway.store import MEMORY, open_store

RUNNING_SERVER = "HOUSEWAY_TEST_POSTGRESQL"
"""The environment variable with the address of a server that tests use instead of starting one."""
_numbers = count(1)


@pytest.fixture(scope="session")
def postgresql_server():
    """The address of a server: one that is already running for many short test runs, or a new one."""
    if running := os.environ.get(RUNNING_SERVER):
        yield running
        return
    with temporary_postgresql(is_durable=False) as server:
        yield server.get_uri()


def create_database(server):
    """Return the address of an empty database on a server: a schema of its own. Many processes, one after the other, may use the
    server, and the system gives their numbers out again."""
    name = f"house_{token_hex(8)}"
    engine = create_engine(server.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    engine.dispose()
    return f"{server}&options={quote(f'-csearch_path={name}')}"


@pytest.fixture
def new_postgresql(postgresql_server):
    """A function that returns the address of an empty database."""
    return lambda: create_database(postgresql_server)


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request, tmp_path):
    """A function that returns the address of an empty database, for each kind of database."""
    if request.param == "postgresql":
        return request.getfixturevalue("new_postgresql")
    return lambda: f"sqlite:///{tmp_path / f'house-{next(_numbers)}.db'}"


def remove_rows(address):
    """Empty the tables of a database on PostgreSQL, and number streams from the first again."""
    import psycopg

    from houseway.store.engines import metadata

    deletions = [f"DELETE FROM {table.name}" for table in reversed(metadata.sorted_tables)]  # noqa: S608 - our own tables
    with psycopg.connect(address) as connection:
        connection.execute("; ".join(["SET lock_timeout = '60s'", *deletions, "ALTER SEQUENCE streams_id_seq RESTART"]))


@pytest.fixture(scope="session")
def emptied_schemas():
    """Addresses of databases on PostgreSQL that have all tables and no rows."""
    return []


@pytest.fixture
def new_emptied(request, emptied_schemas):
    """A function that returns the address of an empty database on PostgreSQL that may have tables already. It is emptied after
    the test, which must leave the tables as they are."""
    used = []

    def new():
        used.append(emptied_schemas.pop() if emptied_schemas else request.getfixturevalue("new_postgresql")())
        return used[-1]

    yield new
    for address in used:
        remove_rows(address)
        emptied_schemas.append(address)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def new_store(request, tmp_path):
    """A function that returns a new, empty store, for each of the three."""
    opened = []

    def new():
        match request.param:
            case "memory":
                address = MEMORY
            case "sqlite":
                address = f"sqlite:///{tmp_path / f'house-{next(_numbers)}.db'}"
            case _:
                address = request.getfixturevalue("new_emptied")()
        opened.append(open_store(address))
        return opened[-1]

    yield new
    for store in opened:
        store.close()


@pytest.fixture
def store(new_store):
    return new_store()
