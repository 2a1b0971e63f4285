"""`houseway report`: reports of a house from its database, and the rows behind them."""

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from houseway.cli.forms import AsCsv, AsJson, check_one_form
from houseway.cli.house.database import Database
from houseway.cli.show import print_json, print_line, print_wide_table
from houseway.errors import Malformed
from houseway.library.databases import database_address
from houseway.spelling import count_things

if TYPE_CHECKING:
    from houseway.reports.catalogue import ReportKind, ReportPart
    from houseway.reports.columns import ColumnKind
    from houseway.reports.scope import ReportScope
    from houseway.store import Store
    from houseway.store.engines import Database as RowDatabase

WRONG = 1
"""The exit code if rows are not what follows from the streams."""
FORMS = ("table", "csv", "jsonl")
Name = Annotated[
    str,
    typer.Argument(
        help="Which report: overview, days, hold, meters, irregularities, events, inventory, shifts, ratings or history.",
        show_default=True,
    ),
]
First = Annotated[str, typer.Option("--from", help="The first gaming day, as 2026-11-16.  [default: the last day]")]
Last = Annotated[str, typer.Option("--to", help="The last gaming day.  [default: the latest with a round]")]
TableOnly = Annotated[str, typer.Option("--table", help="Only this table.", show_default=False)]
GameOnly = Annotated[str, typer.Option("--game", help="Only this game, by its name in the rule books.", show_default=False)]
PlayerOnly = Annotated[str, typer.Option("--player", help="Only this player, by name or id.", show_default=False)]
Part = Annotated[str, typer.Option(help="A part of the report.  [default: the first]", show_default=False)]
Form = Annotated[str, typer.Option("--format", help="table, csv or jsonl (a line of JSON for each row).")]
Rebuild = Annotated[
    bool,
    typer.Option("--rebuild", help="First compute all rows anew from the recorded events. Stop the service before you do."),
]
Compare = Annotated[
    bool, typer.Option("--compare", help="Only check that the stored rows are those that the recorded events give.")
]
Odds = Annotated[bool, typer.Option("--odds", help="Compute exact odds that the report lacks, and store them.")]


def report(
    database: Database,
    name: Name = "overview",
    first: First = "",
    last: Last = "",
    table: TableOnly = "",
    game: GameOnly = "",
    player: PlayerOnly = "",
    part: Part = "",
    form: Form = "table",
    rebuild: Rebuild = False,
    compare: Compare = False,
    odds: Odds = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Report what a house took in: wagers, win, drop and hold, meters, irregularities, inventories, shifts, rating slips.

    Nothing in the database is changed without --rebuild or --odds.

    \b
    Examples:
      houseway report house
      houseway report house hold --from 2026-11-01 --to 2026-11-30
      houseway report house history --player Ann --csv
    """
    form = _choose_form(form, as_json, as_csv)
    with _open(database, writes=rebuild or odds) as store:
        if rebuild:
            _rebuild(store)
        if compare:
            raise typer.Exit(_compare(store))
        rows = _database_of(store)
        wanted = _find_report(store, rows, name, part, (first, last, table, game, player))
        if odds:
            _compute_odds(store, rows, wanted)
        _show(store, rows, wanted, form)


def _choose_form(form: str, as_json: bool, as_csv: bool) -> str:
    """Return the form in which a report is printed; `--json` and `--csv` go before `--format`."""
    if form not in FORMS:
        said = f"{form!r} is not a form of a report; choose {', '.join(FORMS)}"
        raise Malformed(said, code="report.form", given=form, allowed=FORMS)
    check_one_form({"--json": as_json, "--csv": as_csv, f"--format {form}": form != "table"})
    return "json" if as_json else "csv" if as_csv else form


def _open(database: str, *, writes: bool) -> "Store":
    from houseway.store import open_store
    from houseway.store.copying import check_existing

    address = database_address(database)
    check_existing(address)
    return open_store(address, read_only=not writes)


def _rebuild(store: "Store") -> None:
    from houseway.cli.waiting import delayed_progress
    from houseway.reports.rows.rebuilding import fill_tables

    with delayed_progress("writing the rows of reports") as progress:
        fill_tables(store, progress(0))


def _compare(store: "Store") -> int:
    from houseway.cli.waiting import delayed_progress
    from houseway.reports.rows.rebuilding import compare_tables

    with delayed_progress("deriving the rows of reports") as progress:
        found = compare_tables(store, progress(0))
    for each in found:
        missing, unfounded = count_things(each.missing, "row"), count_things(each.unfounded, "row")
        print_line(
            f"{each.table}: {missing} missing, {unfounded} without recorded events behind them; --rebuild computes them anew"
        )
    if not found:
        print_line("All rows of the reports are those that the recorded events give.")
    return WRONG if found else 0


def _database_of(store: "Store") -> "RowDatabase":
    """Return the database with the rows of reports. If a database does not have them, they are derived, and it stays as it is."""
    from houseway.cli.waiting import delayed_progress
    from houseway.reports.rows.rebuilding import are_filled, derive_tables

    if are_filled(store):
        return store.database
    with delayed_progress("deriving the rows of reports") as progress:
        return derive_tables(store, progress(0))


class _Wanted(NamedTuple):
    kind: "ReportKind"
    part: "ReportPart"
    scope: "ReportScope"


def _find_report(store: "Store", rows: "RowDatabase", name: str, part: str, asked: tuple[str, str, str, str, str]) -> _Wanted:
    from houseway.cli.house.report_people import find_player
    from houseway.reports.catalogue import check_player, find_part, find_report
    from houseway.reports.day_totals import latest_day
    from houseway.reports.gaming_day import FIRST_DAY
    from houseway.reports.scope import ReportScope, check_table

    kind, (first, last, table, game, player) = find_report(name), asked
    check_player(kind, player)
    if kind.needs_player and not player:
        raise Malformed("whose history? name a player with --player", code="report.player", given="", allowed="--player NAME")
    limits = check_table(store, table), game, find_player(store, rows, player)
    with rows.reading() as connection:
        last = last or first or latest_day(connection)
    first = first or (FIRST_DAY if kind.needs_player else last)
    return _Wanted(kind, find_part(kind, part), ReportScope(first, last, *limits))


def _compute_odds(store: "Store", rows: "RowDatabase", wanted: _Wanted) -> None:
    from houseway.cli.waiting import delayed_progress
    from houseway.reports.expected.filing_odds import compute_all_missing
    from houseway.service.live.editions import add_stored_edition

    with delayed_progress("computing exact odds"):
        compute_all_missing(store, rows, wanted.scope, add_stored_edition)


def _show(store: "Store", database: "RowDatabase", wanted: _Wanted, form: str) -> None:
    from houseway.cli.waiting import delayed_progress
    from houseway.reports.columns import row_to_json, write_csv, write_json_lines

    kind, part, scope = wanted
    with database.reading() as connection:
        with delayed_progress(f"reading {kind.title}"):
            read = iter(part.rows(connection, scope))
            rows = chain(list(islice(read, 1)), read)  # a report that adds up a period does so before its first row
        if form == "csv":
            sys.stdout.writelines(write_csv(part.row_type, rows))
        elif form == "json":
            print_json([row_to_json(row) for row in rows])
        elif form == "jsonl":
            sys.stdout.writelines(write_json_lines(part.row_type, rows))
        else:
            period = scope.last_day if scope.is_one_day else f"{scope.first_day} to {scope.last_day}"
            print_line(f"{kind.title}, {period}")
            _print_rows(store, part, list(rows))


def _print_rows(store: "Store", part: "ReportPart", rows: Sequence[object]) -> None:
    """Print rows for people: with names, and with shares as percentages."""
    from houseway.cli.house.report_people import names_of
    from houseway.reports.columns import ColumnKind, columns_of

    columns = columns_of(part.row_type)
    persons = {str(getattr(row, each.name)) for row in rows for each in columns if each.kind is ColumnKind.PERSON}
    names = names_of(store, persons) if persons else {}
    cells = [[_cell(each.kind, getattr(row, each.name), names) for each in columns] for row in rows]
    if cells:
        print_wide_table([each.title for each in columns], cells)
    else:
        print_line("Nothing was recorded.")


def _cell(kind: "ColumnKind", value: object, names: "Mapping[str, str]") -> str:
    from houseway.analysis.exact import as_percent
    from houseway.reports.columns import ColumnKind, write_cell

    if kind is ColumnKind.SHARE and isinstance(value, Fraction):
        return as_percent(value)
    return write_cell(kind, value, names)
