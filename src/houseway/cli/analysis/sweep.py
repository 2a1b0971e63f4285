"""`houseway sweep`: a wager or a game in every design that an operator may choose."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.analysis.solve import progress_with_estimate, rules_of
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.numbers import whole_number
from houseway.cli.show import print_csv, print_json, print_line, print_table

if TYPE_CHECKING:
    from houseway.analysis.sweep.design import SweepDesign
    from houseway.analysis.sweep.sweep import OwnWager, SearchRecord, SweepResult
    from houseway.regulation import Regulation
    from houseway.submission import Rules

DesignFile = Annotated[
    Path,
    typer.Argument(
        help="A design (TOML): what varies, what is kept, what is best.", parser=file_paths.path, show_default=False
    ),
]
Top = Annotated[int, typer.Option(help="How many of the best designs are printed.", parser=whole_number("--top", 1))]
Chart = Annotated[
    Path | None,
    typer.Option(
        help="Write edge against deviation as a picture: a file that ends in .html, .svg or .png.",
        parser=file_paths.path,
        show_default=False,
    ),
]


def sweep(design: DesignFile, top: Top = 20, chart: Chart = None, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Count every design of a wager or a game exactly, keep those that meet the constraints, and print the best.

    A design file names a rule book or a submission, a wager (or "game"), the values that rows, stakes, paytables, readings,
    meters, their rates or house ways may have, and bounds of edge, hit rate, deviation and highest pay. Where there are too many
    designs to count, it asks for a search. A sweep that was interrupted goes on where it was.

    \b
    Examples:
      houseway sweep trips.toml
      houseway sweep trips.toml --top 50 --chart trips.html
      houseway sweep trips.toml --csv > kept.csv
      houseway sweep search.toml
    """
    from houseway.analysis.sweep.design import read_design_file
    from houseway.analysis.sweep.sweep import run_sweep

    content = read_design_file(design)
    if chart is not None:
        from houseway.analysis.chart_files import check_chart

        check_chart(chart)
    source, own_wager = _source_of(content, design.parent)
    doing = "searching" if content.search else "counting"
    with progress_with_estimate(f"{doing} {content.points:,} designs") as progress:
        found = run_sweep(source, content, progress, own_wager)
    if chart is not None:
        _write_chart(found, chart, as_json or as_csv)
    if as_json:
        print_json(found.to_json())
    elif as_csv:
        print_csv(found.exact_records())
    else:
        _show(found, top)


def _source_of(design: "SweepDesign", folder: Path) -> "tuple[Rules | Regulation, OwnWager | None]":
    """Return the rule book of a design, or the rules of its submission or wager of one's own, which are looked for beside it."""
    from houseway.regulation import load_book
    from houseway.regulation.shelf import book_id

    if design.own_wager:
        from houseway.files.own_wagers.swept import swept_wager

        return swept_wager(design, folder)
    return (load_book(book_id(design.book)) if design.book else rules_of(str(folder / design.submission))), None


def _write_chart(found: "SweepResult", chart: Path, is_data_printed: bool) -> None:
    from houseway.analysis.chart_files import write_drawings
    from houseway.analysis.sweep.chart import drawings_of

    typer.echo(f"chart written to {chart}: {write_drawings(drawings_of(found), chart)}", err=is_data_printed)


def _show(found: "SweepResult", top: int) -> None:
    design = found.design
    print_line(f"{found.title}, {found.source}", "bold")
    if found.search is None:
        print_line(f"{design.points:,} designs, {len(found.kept):,} kept")
    else:
        print_line(
            f"{design.points:,} designs, searched in {found.search.steps:,} steps; {_what_is_known(found, found.search)}"
        )
    if found.unwanted:
        print_line(
            f"{found.unwanted:,} were left out: a rarer hand would pay less, or an amount is no multiple that the design asks for",
            "dim",
        )
    print_line()
    if not found.kept:
        print_line("no design meets the constraints")
        return
    order = "lowest" if design.lowest_first else "highest"
    print_table(found.columns, [found.row(each) for each in found.best(top)], f"The {order} {design.best_by} first")
    if found.search is None and len(found.kept) > top:
        print_line(f"and {len(found.kept) - top:,} more; --top prints more of them, --csv all", "dim")


def _what_is_known(found: "SweepResult", record: "SearchRecord") -> str:
    """Say whether better designs may exist."""
    from houseway.analysis.exact import as_decimal, square_root
    from houseway.analysis.sweep.design import Figure

    if record.proved:
        return f"no other is better than these {len(found.kept)}" if found.kept else "none meets the constraints"
    if record.bound is None:
        return "better ones may exist"
    is_square = found.design.best_by is Figure.DEVIATION
    bound = as_decimal(square_root(max(record.bound, type(record.bound)(0))) if is_square else record.bound, 6)
    than = "below" if found.design.lowest_first else "above"
    return f"it ended before all were excluded: better ones may exist, but none with {found.design.best_by} {than} {bound}"
