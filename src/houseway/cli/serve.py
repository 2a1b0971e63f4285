"""`houseway serve`: the service, with its tables, over HTTP and WebSocket."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.numbers import whole_number


def serve(
    data: Annotated[
        Path | None,
        typer.Option(
            parser=file_paths.path,
            help="Folder of the database, the keys and the signed heads. [default: the user's data folder]",
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(help="Address of another database: sqlite:///FILE or postgresql://...  [default: SQLite in the folder]"),
    ] = "",
    host: Annotated[
        str, typer.Option(help="Address to listen on. Other machines reach it only by TLS or a proxy.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(parser=whole_number("--port", 0, 65535), help="Port to listen on; 0 for any that is free.")
    ] = 8000,
    demo: Annotated[bool, typer.Option(help="Open the demonstration house: a table of each rule book, for play money.")] = True,
    tls_certificate: Annotated[Path | None, typer.Option(parser=file_paths.path, help="File of the TLS certificate.")] = None,
    tls_key: Annotated[Path | None, typer.Option(parser=file_paths.path, help="File of its key.")] = None,
    trusted_proxy: Annotated[list[str] | None, typer.Option(help="Address of a proxy that ends TLS. May be repeated.")] = None,
    public_host: Annotated[
        list[str] | None, typer.Option(help="Name under which browsers reach the service. May be repeated.")
    ] = None,
    stop_on_mismatch: Annotated[
        bool, typer.Option(help="Stop all play when the program or its configuration is not what was accepted.")
    ] = False,
    large_win: Annotated[str, typer.Option(help="Put wins from this amount on into the record; $0 for none.")] = "$10,000",
    large_wager: Annotated[str, typer.Option(help="Put wagers from this amount on into the record; $0 for none.")] = "$10,000",
) -> None:
    """Serve live tables over HTTP and WebSocket, until Control-C or SIGTERM.

    No account is needed to sit down. The link that is printed makes whoever opens it first the administrator. Rounds that are
    under way when the service stops are held, and go on at the next start.

    \b
    Examples:
      houseway serve
      houseway serve --port 9000 --data ~/house --no-demo
      houseway serve --database postgresql://localhost/house
    """
    from platformdirs import user_data_path

    from houseway.money import Cents
    from houseway.service.live.significant import LargeAmounts
    from houseway.service.logs import configure_logs
    from houseway.service.serving import serve as serve_house
    from houseway.service.settings import ServiceSettings

    settings = ServiceSettings(
        data=data if data is not None else user_data_path("houseway", appauthor=False),
        database=database,
        host=host,
        port=port,
        tls_certificate=tls_certificate,
        tls_key=tls_key,
        trusted_proxies=tuple(trusted_proxy or ()),
        public_hosts=tuple(public_host or ()),
        demo=demo,
        stop_on_mismatch=stop_on_mismatch,
        large_amounts=LargeAmounts(Cents.parse(large_win), Cents.parse(large_wager)),
    )

    def announce(address: str, link: str | None) -> None:
        print(f"houseway serves {address} (data in {settings.data})")
        if link is not None:
            print(f"Become the administrator, once: {address}/administrator#{link}")
        print("Control-C stops it.", flush=True)

    configure_logs()
    serve_house(settings, announce)
    print("Stopped; rounds that were under way are held.")
