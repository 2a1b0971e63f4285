"""`houseway solve`: the best play of a whole game over every combination of its cards."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.analysis.pairs import parse_pairs
from houseway.cli.completion import (
    complete_book,
    complete_house_way,
    complete_reading_choice,
    complete_wager_paytable,
    expand_book,
)
from houseway.cli.filing.check import rules_of_passing_file
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.show import print_csv, print_json, print_line, print_table
from houseway.cli.waiting import Progress, TimeLeft, is_terminal
from houseway.errors import Malformed
from houseway.formats.csv_text import named_values
from houseway.input_files import file_exists

if TYPE_CHECKING:
    from houseway.analysis.solve.solution import Solution
    from houseway.submission import Rules

Source = Annotated[
    str,
    typer.Argument(
        help="A rule book, as in md.ultimate-texas-holdem, or a Rules Submission (TOML).",
        callback=expand_book,
        autocompletion=complete_book,
        show_default=False,
    ),
]
Paytable = Annotated[
    list[str] | None,
    typer.Option(
        help="With a rule book: a wager's paytable, as in blind=B, or rows of your own, as in 'blind=royal-flush=500 to 1;"
        " straight=1 to 1'; the first by default; may be repeated.",
        autocompletion=complete_wager_paytable,
        show_default=False,
    ),
]
Reading = Annotated[
    list[str] | None,
    typer.Option(
        help="With a rule book: a reading to try, as in UTH-01=pays-even; may be repeated.",
        autocompletion=complete_reading_choice,
        show_default=False,
    ),
]

Strategy = Annotated[str | None, typer.Option(help="Ultimate: also evaluate this strategy, as in chart.", show_default=False)]
Way = Annotated[
    str | None,
    typer.Option(
        help="Pai Gow: the dealer's house way, by name or file.", autocompletion=complete_house_way, show_default=False
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        help="Pai Gow: the player's house way, or optimal; the dealer's by default.",
        autocompletion=complete_house_way,
        show_default=False,
    ),
]
Chart = Annotated[
    Path | None,
    typer.Option(help="Also write a chart: .html (works offline), .svg or .png.", parser=file_paths.path, show_default=False),
]
Hands = Annotated[
    bool,
    typer.Option(
        "--hands", help="Also print the tables by hand: the 169 starting hands, the dealer's up cards, or the dealer's hands."
    ),
]


def solve(
    source: Source,
    paytable: Paytable = None,
    reading: Reading = None,
    strategy: Strategy = None,
    house_way: Way = None,
    against: Against = None,
    chart: Chart = None,
    hands: Hands = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Solve a game exactly: house edge, element of risk, the value of each action, outcome frequencies.

    Results are cached in HOUSEWAY_CACHE, or in the user's cache folder, until something that they depend on changes.

    \b
    Examples:
      houseway solve md.ultimate-texas-holdem --paytable blind=B --strategy chart --hands
      houseway solve uth --paytable "blind=royal-flush=500 to 1; straight-flush=50 to 1; straight=1 to 1"
      houseway solve md.four-card-poker --chart hands.html
      houseway solve pg-md --house-way foxwoods
    """
    from houseway.analysis.games import check_options, solve_game

    rules = rules_of(source, paytable or [], reading or [])
    asked = _given(strategy=strategy, house_way=house_way, against=against)
    check_options(rules, tuple(asked))
    if chart is not None:
        _check_chart(chart, against)
    with progress_with_estimate(f"solving {rules.book}") as progress:
        found = solve_game(rules, progress, **asked)
    if as_json:
        print_json(found.to_json())
    elif as_csv:
        _print_csv(found, hands)
    else:
        _show_solution(rules, found, hands)
    if chart is not None:
        typer.echo(_draw_chart(found, chart), err=as_json or as_csv)


def _given(**options: str | None) -> dict[str, str]:
    """Return the options that were given, by name."""
    return {name: value for name, value in options.items() if value is not None}


def _check_chart(chart: Path, against: str | None) -> None:
    """Refuse a chart that cannot be drawn, before anything is solved."""
    from houseway.analysis import chart_files

    chart_files.check_chart(chart, against)


def _draw_chart(found: "Solution", chart: Path) -> str:
    """Write a chart, and say so in words."""
    from houseway.analysis import chart_files

    return f"chart written to {chart}: {chart_files.write_chart(found, chart)}"


def _print_csv(found: "Solution", by_hand: bool) -> None:
    """Print every figure with its name, or the tables by hand."""
    if not by_hand:
        print_csv(named_values(found.to_json()))
        return
    sheets = [sheet for sheet in found.printed_tables() if sheet.by_hand]
    print_csv({"table": sheet.title, **_named_cells(sheet.columns, row)} for sheet in sheets for row in sheet.rows)


def _named_cells(columns: Sequence[str], row: Sequence[str]) -> dict[str, object]:
    return dict(zip((column or "hand" for column in columns), row, strict=True))


def _show_solution(rules: "Rules", found: "Solution", by_hand: bool) -> None:
    """Print the solution. The table with the edge comes last, where it stays in sight."""
    print_line(f"{rules.regulation.title}, {rules.book} ({rules.version})", "bold")
    edge, *others = found.printed_tables()
    shown = [sheet for sheet in others if by_hand or not sheet.by_hand]
    for sheet in sorted(shown, key=lambda sheet: not sheet.by_hand):
        print_line()
        print_table(sheet.columns, sheet.rows, sheet.title)
    print_line()
    for said in found.provenance.assumptions:
        print_line(f"assumption: {said}", "dim")
    omitted = [sheet.title for sheet in others if sheet not in shown]
    if omitted:
        print_line(f"with --hands also: {'; '.join(omitted)}", "dim")
    print_line()
    print_table(edge.columns, edge.rows, edge.title)


def rules_of(source: str, paytables: Sequence[str] = (), readings: Sequence[str] = ()) -> "Rules":
    """Return the rules of a submission that passes, or of a bare book with the given paytables and readings."""
    from houseway.analysis.standard_rules import standard_rules
    from houseway.regulation import book_ids
    from houseway.regulation.shelf import book_hint

    if source in book_ids():
        return standard_rules(source, _parse_tables(paytables), parse_pairs(readings, "UTH-01=pays-even", "solve.pair"))
    if paytables or readings:
        raise Malformed(
            f"{source} is a submission with its own paytables and readings; --paytable and --reading are for a rule book",
            code="solve.filed",
            given=[*paytables, *readings][0],
            allowed=book_ids(),
        )
    if not file_exists(Path(source)):
        message = f"{source!r} is neither a rule book nor a file; {book_hint(source)}"
        raise Malformed(message, code="solve.source", given=source, allowed=book_ids())
    return rules_of_passing_file(Path(source))


def _parse_tables(texts: Sequence[str]) -> "dict[str, str | dict[str, str]]":
    """Parse paytables: by letter, or rows of one's own."""
    from houseway.analysis.own_paytable import parse_rows

    given = parse_pairs(texts, "blind=B", "solve.pair")
    return {wager: parse_rows(table) if "=" in table else table for wager, table in given.items()}


@contextmanager
def progress_with_estimate(what: str) -> Iterator[Progress]:
    """Show a progress bar with the time left, on a terminal only. It appears with the first progress, so cached results show
    none."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    left = TimeLeft()
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        left.column(),
        TimeElapsedColumn(),
    )
    bar = Bar(*columns, console=Console(stderr=True, force_terminal=is_terminal()), transient=True, disable=not is_terminal())
    task = bar.add_task(what, total=None)

    def progress(done: int, total: int) -> None:
        bar.start()
        left.note(done, total)
        bar.update(task, completed=done, total=total)

    try:
        yield progress
    finally:
        bar.stop()
