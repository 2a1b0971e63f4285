"""Serve a house over HTTP until somebody stops it."""

import asyncio
import os
import signal
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread, current_thread, main_thread

import structlog
import uvicorn

from houseway.errors import Corrupted, NotAllowed, describe_os_error, describe_write_error
from houseway.reports.rows.rebuilding import Progress
from houseway.service.advice.advising import prepare_advice
from houseway.service.api.app import create_app
from houseway.service.connections import OpenConnections, connections_for_files, request_protocol
from houseway.service.feed.limits import LARGEST_FRAME
from houseway.service.live.memory.loading import load_seeds
from houseway.service.live.turns.turn import chance_stream
from houseway.service.pages.page import compress_files
from houseway.service.process.file_locks import hold_file
from houseway.service.process.interpreter import YoungObjects, tune_interpreter
from houseway.service.process.rankings import prepare_rankings
from houseway.service.servers.upkeep import other_keys_error
from houseway.service.service import Service
from houseway.service.settings import ServiceSettings
from houseway.service.sockets.frames import TableSocketProtocol
from houseway.store import Store, check_address, open_store
from houseway.store.readable import read_heads

log = structlog.get_logger()

_GRACE_SECONDS = 10
"""How long requests under way may take when the server stops."""
_BYTES_PER_CHARACTER = 4
"""At most, in UTF-8."""
_LOCK = "server.lock"
_SQLITE = "sqlite:///"
_SECONDS_BEFORE_PREPARATION = 5.0
"""The tables and the first pages come first."""


class Server(uvicorn.Server):
    """A server that notifies everybody at the tables before it closes their connections. A signal stops it like a command."""

    def __init__(self, service: Service, most_connections: int | None = None) -> None:
        settings, app = service.settings, create_app(service)
        self.connections = OpenConnections(settings.limits, settings.trusted_proxies, most_connections)
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                http=request_protocol(settings.limits, self.connections),
                ws=TableSocketProtocol,
                server_header=False,
                ssl_certfile=settings.tls_certificate,
                ssl_keyfile=settings.tls_key,
                proxy_headers=bool(settings.trusted_proxies),
                forwarded_allow_ips=list(settings.trusted_proxies),
                timeout_graceful_shutdown=_GRACE_SECONDS,
                ws_max_size=LARGEST_FRAME * _BYTES_PER_CHARACTER,
                ws_per_message_deflate=False,  # short messages to many people: compression costs more than it saves
            )
        )
        self._service = service
        self.prepare: Callable[[], None] = lambda: None
        """Prepares what the first page and the first round need, once the server answers."""
        self.young: YoungObjects | None = None
        """Spares the garbage collector what turns leave behind, in a process that does nothing else."""

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        await self._start_service()
        setting_aside = asyncio.create_task(self.young.set_aside_repeatedly(), name="young-objects") if self.young else None
        preparing = asyncio.get_running_loop().call_later(_SECONDS_BEFORE_PREPARATION, prepare_advice, self._service)
        try:
            await super().serve(sockets)
        finally:
            ignore_interrupts()
            preparing.cancel()
            if setting_aside is not None:
                setting_aside.cancel()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.prepare()

    async def _start_service(self) -> None:
        """Start the service here, so that what keeps it from starting is raised; in the application it would only be logged."""
        try:
            await self._service.start()
        except BaseException:
            ignore_interrupts()
            await self._service.close()
            raise

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._service.drain()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal. The signal is not raised again afterwards: a server that was stopped has not failed."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def serve(settings: ServiceSettings, announce: Callable[[str, str | None], None], progress: Progress | None = None) -> None:
    """Serve until a signal comes. `announce` is called with the address, and with the token of the first administrator's link;
    `progress` while the tables of reports are filled, if they have to be."""
    _check_tls_files(settings)
    check_address(settings.store_address)
    with ExitStack() as held:
        held.callback(signal.signal, signal.SIGINT, signal.getsignal(signal.SIGINT))
        _make_folder(settings.data)
        locks = tuple(_lock_files(settings))
        for lock in locks:
            held.enter_context(_hold_lock(lock))
        listening = held.enter_context(listen(settings.host, settings.port))
        service = _open_service(settings, progress)
        try:
            for lock in set(_lock_files(settings)).difference(locks):  # the database, if it is new
                held.enter_context(_hold_lock(lock))
            _check_keys_fit(service)
            server = Server(service, _allowed_connections(settings))
            server.young, server.prepare = tune_interpreter(), _prepare_in_threads
            announce(_address(settings, listening.getsockname()[1]), service.people.administrator_link())
            asyncio.run(server.serve([listening]))
        finally:
            ignore_interrupts()
            asyncio.run(service.close())


def _prepare_in_threads() -> None:
    """Prepare what would keep the first page and the first round waiting. Nobody waits for these threads."""
    prepare_rankings()
    Thread(target=compress_files, daemon=True).start()


def ignore_interrupts() -> None:
    """Let another Control-C wait while the service closes, which takes seconds at most: it would end in the middle of a write."""
    if current_thread() is main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _allowed_connections(settings: ServiceSettings) -> int:
    """Return how many connections are accepted. If the system allows too few open files for what is documented, the log says so."""
    allowed, promised = connections_for_files(settings.limits), settings.limits.connections
    if allowed < promised:
        reason = (
            f"the limit of open files allows {allowed} connections instead of {promised}; raise it (ulimit -n, LimitNOFILE)"
        )
        log.warning("few_files", count=allowed, reason=reason)
    return allowed


def _check_tls_files(settings: ServiceSettings) -> None:
    """Refuse a certificate or a key that cannot be used, before anything is opened."""
    if settings.tls_certificate is None or settings.tls_key is None:
        return
    for path in (settings.tls_certificate, settings.tls_key):
        try:
            path.open("rb").close()
        except OSError as error:
            raise _tls_error(f"{path} cannot be read: {describe_os_error(error)}", path) from error
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(settings.tls_certificate, settings.tls_key)
    except ssl.SSLError as error:
        message = f"{settings.tls_certificate} and {settings.tls_key} are not a TLS certificate and its key"
        raise _tls_error(message, settings.tls_certificate) from error


def _tls_error(message: str, path: Path) -> NotAllowed:
    return NotAllowed(message, code="serve.tls", given=str(path), allowed="a certificate and its key, as PEM files")


def _open_service(settings: ServiceSettings, progress: Progress | None) -> Service:
    store = open_store(settings.store_address)
    try:
        _check_keys_exist(store, settings)
        return Service(settings, store, progress=progress)
    except BaseException:
        store.close()
        raise


def _check_keys_exist(store: Store, settings: ServiceSettings) -> None:
    """A database with rounds has keys already; new ones could not read it."""
    if any(read_heads(store, chance_stream(""))) and not any(settings.keys_folder.glob("*.key")):
        raise NotAllowed(
            f"the database has tables, but {settings.keys_folder} does not have their keys",
            code="serve.keys",
            given=str(settings.keys_folder),
            allowed="the keys with which the database was made (--data or --keys)",
        )


def _check_keys_fit(service: Service) -> None:
    """Refuse keys that are not those of the database: neither its rounds nor its other servers could use them."""
    if service.record.state.vault not in ("", service.keys.vault.fingerprint):
        raise other_keys_error(str(service.settings.keys_folder))
    for head in read_heads(service.store, chance_stream("")).heads:
        try:
            load_seeds(service.store, head.stream.removeprefix(chance_stream("")), service.keys.vault)
        except Corrupted as error:
            if error.code != "seal.key":
                continue  # the table is frozen and says why; the others are served
            raise other_keys_error(str(service.settings.keys_folder)) from error


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise _unwritable_error(folder, error) from error


def _unwritable_error(path: Path, error: OSError) -> NotAllowed:
    return NotAllowed(
        f"{path} cannot be written: {describe_write_error(error)}",
        code="serve.folder",
        given=str(path),
        allowed="a folder of your own (--data)",
    )


def _lock_files(settings: ServiceSettings) -> Iterator[Path]:
    """Yield the files that one server holds: of its folder, and of its SQLite database, wherever that is. A database that exists is
    held itself, because it may have a second name (a hard link); SQLite's own locks are of another kind."""
    yield settings.data / _LOCK
    if settings.store_address.startswith(_SQLITE):
        database = Path(settings.store_address.removeprefix(_SQLITE)).resolve()
        yield database.with_name(f"{database.name}.{_LOCK}")
        if database.exists():
            yield database


@contextmanager
def _hold_lock(path: Path) -> Iterator[None]:
    """Hold a file for this server, or refuse to be the second one."""
    with ExitStack() as held:
        try:
            held.enter_context(hold_file(path, wait=False))
        except BlockingIOError as error:
            raise NotAllowed(
                f"another server already serves {path.parent}",
                code="serve.second",
                given=str(path.parent),
                allowed="one server for each data folder; stop the other one, or choose another folder with --data",
            ) from error
        except OSError as error:
            raise _unwritable_error(path, error) from error
        yield


@contextmanager
def listen(host: str, port: int) -> Iterator[socket.socket]:
    """Listen for connections. They send at once: an answer after an update would otherwise wait until the update is acknowledged,
    40 milliseconds later. (asyncio asks for that only at sockets that it has made itself.)"""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host.strip("[]"), port), family=family, backlog=2048)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError as error:
        raise NotAllowed(
            f"cannot listen on {host} port {port}: {describe_os_error(error)}",
            code="serve.port",
            given=f"{host}:{port}",
            allowed="a free port (--port), or 0 for any",
        ) from error
    with listening:
        yield listening


def _address(settings: ServiceSettings, port: int) -> str:
    host = f"[{settings.host}]" if ":" in settings.host and not settings.host.startswith("[") else settings.host
    return f"{'https' if settings.has_tls else 'http'}://{host}:{port}"
