"""`houseway serve`: the service, with its tables, over HTTP and WebSocket."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.numbers import whole_number
from houseway.extras import require_extra
from houseway.input_files import read_text_file

if TYPE_CHECKING:
    from houseway.service.live.turns.significant import LargeAmounts
    from houseway.service.settings import ServiceSettings

DataFolder = Annotated[
    Path | None,
    typer.Option(
        parser=file_paths.folder,
        help="Folder of the database, the keys, the receipts and the checkpoints. [default: the user's data folder]",
    ),
]
Database = Annotated[
    str,
    typer.Option(help="Address of another database: sqlite:///FILE or postgresql://...  [default: SQLite in the data folder]"),
]
Keys = Annotated[
    Path | None,
    typer.Option(
        parser=file_paths.folder,
        help="Folder of the keys, which all servers of one database share. [default: inside the data folder]",
    ),
]
Docs = Annotated[
    Path | None,
    typer.Option(
        parser=file_paths.path,
        help="File of the documentation, shown at /docs/. [default: the one that is installed, or build/site.zip of a checkout]",
    ),
]
Host = Annotated[str, typer.Option(help="Address to listen on. Other machines reach it only by TLS or a proxy.")]
Port = Annotated[int, typer.Option(parser=whole_number("--port", 0, 65535), help="Port to listen on; 0 for any that is free.")]
Demo = Annotated[bool, typer.Option(help="Open the demonstration house: a table of each rule book, for play money.")]
Certificate = Annotated[Path | None, typer.Option(parser=file_paths.path, help="File of the TLS certificate.")]
CertificateKey = Annotated[Path | None, typer.Option(parser=file_paths.path, help="File of the key of that certificate.")]
TrustedProxies = Annotated[list[str] | None, typer.Option(help="Address of a proxy that terminates TLS. May be repeated.")]
PublicHosts = Annotated[list[str] | None, typer.Option(help="Name under which browsers reach the service. May be repeated.")]
StopOnMismatch = Annotated[
    bool, typer.Option(help="Stop all play when the program or its configuration is not what was accepted.")
]
LargeWin = Annotated[str, typer.Option(help="Record wins of at least this amount as significant events; $0 for none.")]
LargeWager = Annotated[str, typer.Option(help="Record wagers of at least this amount as significant events; $0 for none.")]

Protection = Annotated[
    Path | None,
    typer.Option(
        parser=file_paths.path,
        help="File of player protection: help, lengths, and limits for everybody. [default: the one that comes with the program]",
    ),
]

CardTagsFile = Annotated[
    Path | None,
    typer.Option(
        "--card-tags", parser=file_paths.path, help="File of the tags in the house's decks, for readers of physical cards."
    ),
]


def serve(
    data: DataFolder = None,
    database: Database = "",
    keys: Keys = None,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    demo: Demo = True,
    tls_certificate: Certificate = None,
    tls_key: CertificateKey = None,
    trusted_proxy: TrustedProxies = None,
    public_host: PublicHosts = None,
    stop_on_mismatch: StopOnMismatch = False,
    large_win: LargeWin = "$10,000",
    large_wager: LargeWager = "$10,000",
    docs: Docs = None,
    protection: Protection = None,
    card_tags: CardTagsFile = None,
) -> None:
    """Serve live tables over HTTP and WebSocket, until Control-C or SIGTERM.

    You need no account to sit down. The command prints a link; whoever opens it first becomes the administrator. Rounds that are
    under way when the service stops are held, and continue at the next start.

    \b
    Examples:
      houseway serve
      houseway serve --port 9000 --data ~/house --no-demo
      houseway serve --database postgresql://localhost/house
      houseway serve --database postgresql://localhost/house --port 8001 --data ~/second --keys ~/house/keys
    """
    require_extra("service")
    from houseway.service.process.interpreter import load_without_collections

    load_without_collections()
    from houseway.service.settings import ServiceSettings

    where, tls = (_data_folder(data), database, host, port), (tls_certificate, tls_key)
    names, amounts = (tuple(trusted_proxy or ()), tuple(public_host or ())), _large_amounts(large_win, large_wager)
    settings = ServiceSettings(*where, *tls, *names, demo, stop_on_mismatch, amounts, keys=keys, docs=docs or _installed_docs())
    _serve(_with_card_tags(_with_protection(settings, protection), card_tags))


def _serve(settings: "ServiceSettings") -> None:
    from houseway.service.process.logs import configure_logs
    from houseway.service.serving import serve as serve_house

    configure_logs()
    serve_house(settings, lambda address, link: _announce(settings, address, link), _show_filling)
    _say("Stopped; rounds that were under way are held.")


def _with_protection(settings: "ServiceSettings", file: Path | None) -> "ServiceSettings":
    """Return settings with the house's own file of player protection, if there is one."""
    from houseway.service.people.protection.protection_policy import parse_protection

    if file is None:
        return settings
    return replace(settings, protection=parse_protection(read_text_file(file, "protection.file")))


def _with_card_tags(settings: "ServiceSettings", file: Path | None) -> "ServiceSettings":
    """Return settings with the house's file of card tags, if there is one."""
    from houseway.service.card_tags import parse_card_tags

    if file is None:
        return settings
    return replace(settings, card_tags=parse_card_tags(read_text_file(file, "card-tags.file")))


def _data_folder(given: Path | None) -> Path:
    from platformdirs import user_data_path

    return given if given is not None else user_data_path("houseway", appauthor=False)


def _installed_docs() -> Path | None:
    from houseway.service.pages.site import find_site_file

    return find_site_file()


def _large_amounts(win: str, wager: str) -> "LargeAmounts":
    from houseway.money import Cents
    from houseway.service.live.turns.significant import LargeAmounts

    return LargeAmounts(Cents.parse(win), Cents.parse(wager))


def _show_filling(done: int, whole: int) -> None:
    _say(f"Filling the tables of reports: {done:,} of {whole:,} events", end="\r" if done < whole else "\n")


def _announce(settings: "ServiceSettings", address: str, link: str | None) -> None:
    _say(f"houseway serves {address} (data in {settings.data})")
    if settings.demo:
        from houseway.service.demo.plan import read_plan

        for purpose, path in read_plan().doors.items():
            _say_door(purpose, f"{address}{path}")
    if settings.docs is not None:
        _say_door("read the documentation", f"{address}/docs/")
    if link is not None:
        _say(f"Become the administrator, once: {address}/administrator#{link}")
    _say("Control-C stops it.")


def _say_door(purpose: str, address: str) -> None:
    _say(f"  {purpose:<32} {address}")


def _say(words: str, end: str = "\n") -> None:
    """Print for whoever has started the service, which goes on if its output cannot be written."""
    with suppress(OSError):
        print(words, end=end, flush=True)
