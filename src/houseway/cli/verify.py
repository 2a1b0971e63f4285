"""`houseway verify`: check a database or an export from outside the house."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.database import count_things, open_existing
from houseway.cli.numbers import whole_number
from houseway.cli.show import print_json, print_line, print_table
from houseway.cli.table import AsJson
from houseway.errors import HousewayError, Malformed

if TYPE_CHECKING:
    from houseway.service.archive.auditing import AuditReport, Problem
    from houseway.service.secrecy.keys import PublicKey
    from houseway.service.secrecy.receipts import Receipt
    from houseway.store import Store

RECEIPTS, PUBLIC_KEYS = "heads.jsonl", Path("keys") / "public-keys.json"
"""Where a service keeps its receipts and public keys, in its data folder."""
WRONG = 1
"""The exit code if something is not in order."""


Source = Annotated[
    str,
    typer.Argument(
        help="A SQLite file, the data folder of a service, the address of a database, an exported log or a folder of logs.",
        show_default=False,
    ),
]
Receipts = Annotated[
    Path | None,
    typer.Option(
        help="The file of signed heads. That of the data folder by default.", parser=file_paths.path, show_default=False
    ),
]
PublicKeys = Annotated[
    Path | None,
    typer.Option(
        help="The public keys of the house. Those of the data folder by default.", parser=file_paths.path, show_default=False
    ),
]
TableShown = Annotated[str | None, typer.Option("--table", help="Show the seeds of a round at this table.", show_default=False)]
RoundShown = Annotated[
    int | None, typer.Option("--round", help="The round.", parser=whole_number("--round", 1), show_default=False)
]


def verify(
    source: Source,
    receipts: Receipts = None,
    public_keys: PublicKeys = None,
    table: TableShown = None,
    round_number: RoundShown = None,
    as_json: AsJson = False,
) -> None:
    """Check that nothing was altered, and that every draw came from the seed that the house had committed to.

    Every hash chain is read to its end. Every draw whose seed is open is computed again. Every receipt must be genuine, and the
    stream must contain it. With --table and --round, the seeds of that round are shown, as docs/chance.md explains them.

    Exit code 0 if all is in order; 1 if something is not, with every place; 2 if nothing can be checked.

    \b
    Examples:
      houseway verify house
      houseway verify exported --receipts house/heads.jsonl --public-keys house/keys/public-keys.json
      houseway verify house --table PG-1 --round 1
    """
    from houseway.cli.waiting import delayed_progress
    from houseway.service.archive.auditing import audit_store

    if (table is None) != (round_number is None):
        raise Malformed("--table and --round belong together", code="verify.round", given="one of them", allowed="both")
    with _opened(source) as (store, problems):
        if table is not None and round_number is not None:
            raise typer.Exit(_show_round(store, table, round_number, as_json))
        given = _read_receipts(source, receipts, public_keys)
        with delayed_progress("verifying") as progress:
            report = audit_store(store, *given, progress=progress(0))
    report.problems[:0] = problems
    _show_report(source, report, as_json)
    raise typer.Exit(WRONG if report.problems else 0)


@contextmanager
def _opened(source: str) -> "Iterator[tuple[Store, list[Problem]]]":
    """Open a database, or put exported logs into one for the time being. A log that cannot be read is a problem."""
    path = Path(source)
    is_log = path.is_file() and path.suffix == ".jsonl"
    if not is_log and not (path.is_dir() and any(path.glob("table-*.jsonl"))):
        with open_existing(source) as store:
            yield store, []
        return
    from tempfile import TemporaryDirectory

    from houseway.store import open_store

    with TemporaryDirectory() as folder, open_store(f"sqlite:///{folder}/imported.db") as store:
        yield store, list(_import_each(store, path))


def _import_each(store: "Store", path: Path) -> "Iterator[Problem]":
    from houseway.cli.archive import find_logs
    from houseway.service.archive.auditing import Problem
    from houseway.service.archive.importing import import_logs

    for log in find_logs([path]):
        try:
            import_logs(store, [log])
        except HousewayError as error:
            yield Problem(str(log), error.message)


def _read_receipts(
    source: str, receipts: Path | None, public_keys: Path | None
) -> "tuple[list[Receipt], tuple[PublicKey, ...]]":
    """Read receipts and public keys: those that are named, else those of the data folder, else none."""
    from houseway.service.secrecy.keys import read_public_keys
    from houseway.service.secrecy.receipts import ReceiptFile

    path = Path(source)
    folder = path if path.is_dir() else path.parent
    heads = receipts or (folder / RECEIPTS if (folder / RECEIPTS).is_file() else None)
    keys = public_keys or (folder / PUBLIC_KEYS if (folder / PUBLIC_KEYS).is_file() else None)
    known = read_public_keys(keys) if keys is not None else ()
    if heads is None:
        return [], ()
    if keys is None:
        said = f"the receipts in {heads} cannot be checked without the public keys of the house"
        raise Malformed(said, code="verify.keys", given="no keys", allowed="--public-keys FILE")
    if not heads.is_file():
        raise Malformed(f"there are no receipts in {heads}", code="verify.receipts", given=str(heads), allowed="a file")
    return list(ReceiptFile(heads).read()), known


def _show_report(source: str, report: "AuditReport", as_json: bool) -> None:
    if as_json:
        print_json(asdict(report))
        return
    for problem in report.problems:
        print_line(f"{problem.place}: {problem.message}", "red")
    print_line(f"{source}: {count_things(report.streams, 'stream')}, {count_things(report.events, 'event')}")
    print_line(f"{count_things(report.draws, 'draw')} at {count_things(report.tables, 'table')} computed again from open seeds")
    print_line(f"{count_things(report.receipts, 'receipt')} checked" if report.receipts else "no receipts were given")
    print_line(f"{count_things(len(report.problems), 'problem')}" if report.problems else "everything is in order")


def _show_round(store: "Store", table: str, number: int, as_json: bool) -> int:
    """Show the seeds of a round and what was drawn from them. Return the exit code."""
    from houseway.service.archive.auditing import round_draws, round_seeds

    seeds, draws = round_seeds(store, table, number), list(round_draws(store, table, number))
    if as_json:
        print_json({"seeds": [asdict(seed) for seed in seeds], "draws": [asdict(draw) for draw in draws]})
    else:
        rows = [(seed.purpose, seed.commitment, seed.seed or "still closed") for seed in seeds]
        print_table(("seed for", "SHA-256, published before", "seed"), rows)
        drawn = [
            (draw.act, f"{draw.version:,}", "as the seed gives" if draw.agrees else "NOT as the seed gives") for draw in draws
        ]
        print_table(("draw", "event", ""), drawn)
    return 0 if all(draw.agrees for draw in draws) else WRONG
