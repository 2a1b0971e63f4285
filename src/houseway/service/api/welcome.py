"""One plain page until there are others: what this is, the tables as they are now, and what the interface offers."""

from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from houseway import __version__
from houseway.service.api.dependencies import ServiceHere
from houseway.service.service import Service
from houseway.table import Table

router = APIRouter(include_in_schema=False)
_MEDIA = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@router.get("/", response_class=HTMLResponse)
async def welcome(service: ServiceHere) -> str:
    """Show the tables. The page loads itself again every few seconds, and the demonstration house plays for whoever looks."""
    if service.demo is not None:
        service.demo.greet_visitor()
    rows = "".join(_table_row(service, table) for table in service.house.tables.values())
    stopped = "".join(f"<p>{escape(name)} is stopped: {escape(why)}.</p>" for name, why in service.house.frozen.items())
    tables = f"<table>{_HEADINGS}{rows}</table>{stopped}" if rows else "<p>No table is open.</p>"
    return _fill("welcome.html", TABLES=tables, VERSION=escape(__version__))


_HEADINGS = "<tr><th>table</th><th>game</th><th>rule book</th><th>players</th><th>round</th><th>now</th></tr>"


def _table_row(service: Service, table: Table) -> str:
    wait = service.house.wait(table.id)
    seats = f"{len(table.arrivals)} of {table.rules.positions}"
    now = "closed" if not table.open else f"waits for {wait.what.replace('-', ' ')}" if wait else "waits for wagers"
    cells = (table.id, table.rules.game, table.rules.book, seats, str(table.number), now)
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


@router.get("/interface", response_class=HTMLResponse)
async def interface(request: Request) -> str:
    """List what the interface offers, in words."""
    rows = "".join(
        f"<tr><td><code>{escape(method)} {escape(path)}</code></td><td>{escape(said)}</td></tr>"
        for method, path, said in _operations(request)
    )
    return _fill("interface.html", OPERATIONS=f"<table>{rows}</table>", VERSION=escape(__version__))


def _operations(request: Request) -> Iterator[tuple[str, str, str]]:
    for path, methods in request.app.openapi()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation.get("description", operation["summary"]).splitlines()[0]


@router.get("/administrator", response_class=HTMLResponse)
async def administrator() -> str:
    """Ask the reader of the one-time link for a log-in. The link's token stays in the browser until the form is sent."""
    return _fill("administrator.html", VERSION=escape(__version__))


@router.get("/static/{name}")
async def static(name: str) -> Response:
    kind = name.rpartition(".")[2]
    if name not in ("welcome.css", "administrator.js"):
        return Response("there is no such file", status_code=404, media_type="text/plain")
    return Response(_read(name), media_type=_MEDIA[kind])


def _fill(name: str, **parts: str) -> str:
    text = _read(name)
    for mark, part in parts.items():
        text = text.replace(f"<!--{mark}-->", part)
    return text


@cache
def _read(name: str) -> str:
    return (files("houseway.service.api.plain_pages") / name).read_text(encoding="utf-8")
