"""Print what a table must post and what it earns: `sign`, `layout` and `par`."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.errors import Malformed
from houseway.extras import require_extra
from houseway.library.arguments import as_cents, as_path, check_mapping, check_number, check_text
from houseway.library.filing import rules_from
from houseway.library.showing.display import shown_as
from houseway.output_files import check_output_path, write_output
from houseway.submission import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from houseway.analysis import ParSheet
    from houseway.documents import Document
    from houseway.library.par_sheet import ShownParSheet
    from houseway.money import Cents

RulesSource = str | Path | Rules


def sign(rules: RulesSource, file: str | Path, *, theme: str = "felt", paper: str | None = None) -> Path:
    """Print the payout sign that a table must post: pdf, svg or png, by the name of the file. Return its path.

    >>> import houseway as hw
    >>> hw.sign(hw.check("uth/minimal"), "sign.svg")
    PosixPath('sign.svg')
    """
    from houseway.documents import make_sign

    if paper is not None:
        check_text(paper, "a paper")
    return _save(lambda: make_sign(rules_from(rules), theme, paper), as_path(file, "a document"))


def layout(rules: RulesSource, file: str | Path, *, theme: str = "felt", paper: str = "us-tabloid") -> Path:
    """Draw the layout of a table, with an area for every wager that is offered: pdf, svg or png. Return its path.

    >>> import houseway as hw
    >>> hw.layout("fcp/minimal", "layout.svg")
    PosixPath('layout.svg')
    """
    from houseway.documents import make_layout

    check_text(paper, "a paper")
    return _save(lambda: make_layout(rules_from(rules), theme, paper), as_path(file, "a document"))


def _save(make: "Callable[[], Document]", file: Path) -> Path:
    """Write a document; refuse a file that cannot be written before anything is printed."""
    from houseway.documents import format_from_path

    require_extra("documents")
    check_output_path(file)
    form = format_from_path(file)
    write_output(file, make().render(form))
    return file


def par(
    rules: RulesSource,
    file: str | Path | None = None,
    *,
    rounds_per_hour: int | None = None,
    players: int | None = None,
    average_bets: "Mapping[str, str | Cents] | None" = None,
    date: str = "",
    revision: str = "",
) -> "ShownParSheet":
    """Make the PAR sheet of a submission, and write it: pdf, xlsx, csv or json, by the name of the file.

    The game is solved the first time, in about a minute, and then cached.

    >>> import houseway as hw
    >>> sheet = hw.par("fcp/everything", "par.json")
    >>> sheet
    <PAR sheet of md.four-card-poker: ... wagers, $... held in an hour>
    >>> [wager.wager for wager in sheet.wagers]
    ['ante', 'play', 'ante-bonus', 'aces-up', ...]
    """
    from houseway.analysis import build_par_sheet, solve_game, state_pace
    from houseway.documents.dates import parse_date
    from houseway.library.par_sheet import ShownParSheet

    check_number(rounds_per_hour, "rounds_per_hour")
    check_number(players, "players")
    check_mapping(average_bets, "average_bets", "{'ante': '$25'}")
    check_text(date, "a date")
    check_text(revision, "a revision")
    path = as_path(file, "a PAR sheet") if file is not None else None
    write = par_writer(path) if path is not None else None
    found = rules_from(rules)
    bets = {name: as_cents(bet, f"the average bet on {name}") for name, bet in (average_bets or {}).items()}
    pace = state_pace(found, rounds_per_hour, players, bets)
    dated = parse_date(date) if date else ""
    sheet = replace(build_par_sheet(found, pace, solve_game(found), dated), revision=revision.strip())
    if write is not None and path is not None:
        write_output(path, write(sheet))
    return shown_as(ShownParSheet, sheet)


def par_writer(path: Path) -> "Callable[[ParSheet], bytes]":
    """Return what makes the content of a PAR sheet's file; refuse one that cannot be written."""
    check_output_path(path)
    form = path.suffix.lower().removeprefix(".")
    if form not in PAR_WRITERS:
        allowed = ", ".join(PAR_WRITERS)
        raise Malformed(
            f"a PAR sheet cannot be written as {path.suffix or path.name!r}; it is one of {allowed}",
            code="par.form",
            given=path.name,
            allowed=allowed,
        )
    if form in ("pdf", "xlsx"):
        require_extra("documents")
    return PAR_WRITERS[form]


def _par_pdf(sheet: "ParSheet") -> bytes:
    from houseway.documents import make_par_sheet

    return make_par_sheet(sheet).render("pdf")


def _par_csv(sheet: "ParSheet") -> bytes:
    from houseway.analysis.par.sheet import sheet_csv

    return sheet_csv(sheet).encode()


def _par_json(sheet: "ParSheet") -> bytes:
    import json

    return f"{json.dumps(sheet.to_json(), indent=2, ensure_ascii=False)}\n".encode()


def _par_xlsx(sheet: "ParSheet") -> bytes:
    from houseway.library.par_workbook import write_workbook

    return write_workbook(sheet)


PAR_WRITERS: "Mapping[str, Callable[[ParSheet], bytes]]" = {
    "pdf": _par_pdf,
    "xlsx": _par_xlsx,
    "csv": _par_csv,
    "json": _par_json,
}
"""By suffix, what makes the file of a PAR sheet."""
