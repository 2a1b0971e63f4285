"""`houseway dispute`: the rounds of one player, with what the rules give beside what was paid."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.forms import AsCsv, AsJson, check_one_form
from houseway.cli.show import print_csv, print_json, print_line, print_table
from houseway.errors import HousewayError, Malformed, NotAllowed
from houseway.money import Cents
from houseway.output_files import check_output_path, write_output
from houseway.spelling import count_things

if TYPE_CHECKING:
    from houseway.files.logs.dispute import DisputedRound
    from houseway.review import ReviewFinding

WRONG = 1
"""The exit code if the player was not paid what the rules give."""
Source = Annotated[
    str,
    typer.Argument(help="The log of a table, the data folder of a service, a database, or exported logs.", show_default=False),
]
Player = Annotated[str, typer.Option("--player", help="The player's name, or the id of a person.", show_default=False)]
First = Annotated[
    str, typer.Option("--from", help="Only rounds from this time on: 2026-11-18 or 2026-11-18T20:30 (UTC, or with an offset).")
]
Last = Annotated[str, typer.Option("--to", help="Only rounds before this time.")]
Pdf = Annotated[
    Path | None, typer.Option("--pdf", help="Write them as a PDF to this file.", parser=file_paths.path, show_default=False)
]


def dispute(
    source: Source,
    player: Player,
    first: First = "",
    last: Last = "",
    as_csv: AsCsv = False,
    pdf: Pdf = None,
    as_json: AsJson = False,
) -> None:
    """Show the rounds of one player: what was wagered and paid, and what the rules give.

    Every command is decided again. Rounds in which the player was not paid what the rules give come first, each with what is
    recorded, what the rules give, and the clauses; exit code 1 if there are any.

    \b
    Examples:
      houseway dispute table.jsonl --player Ann
      houseway dispute house --player Ann --csv
      houseway dispute house --player Ann --pdf ann.pdf
    """
    from houseway.files.logs.dispute import COLUMNS, differences_first

    check_one_form({"--json": as_json, "--csv": as_csv, "--pdf": pdf is not None})
    if pdf is not None:
        check_output_path(pdf)
    begin, end = _period(first, last)
    with _logs(source, player) as (logs, players):
        found = [each for log in logs for each in _rounds_in(log, players, begin, end)]
    if not found:
        raise _no_round_error(player)
    found = differences_first(found)
    if pdf is not None:
        _write_pdf(player, found, pdf)
    elif as_json:
        print_json([each.to_json() for each in found])
    elif as_csv:
        print_csv((each.to_json() for each in found), COLUMNS)
    else:
        _print_rounds(player, found)
    raise typer.Exit(WRONG if any(each.owed for each in found) else 0)


def _no_round_error(player: str) -> NotAllowed:
    allowed = "a player, and a time of play"
    said = f"{player or 'nobody'} played no round there at that time; names are as at the table, with capital letters"
    return NotAllowed(said, code="dispute.player", given=player, allowed=allowed)


def _rounds_in(log: Path, players: tuple[str, ...], begin: int, end: int | None) -> "Iterator[DisputedRound]":
    from houseway.files.logs.dispute import disputed_rounds
    from houseway.files.logs.log import LogReader

    return disputed_rounds(LogReader(log, is_decided=True), players, begin, end)


@contextmanager
def _logs(source: str, player: str) -> Iterator[tuple[list[Path], tuple[str, ...]]]:
    """Yield the logs of tables, and the names by which they may know the player. A database is exported for the time being."""
    from tempfile import TemporaryDirectory

    from houseway.library.databases import is_export, open_existing

    path = Path(source)
    if path.suffix == ".jsonl":
        yield [path], (player,)
    elif is_export(path):
        yield sorted(path.glob("table-*.jsonl")), (player,)
    else:
        from houseway.service.archive.exporting import export_store
        from houseway.service.people.identities import Identities

        with open_existing(source) as store, TemporaryDirectory() as folder:
            named = list[str]()
            with suppress(HousewayError):  # a database of an older schema has no names of persons
                named = [each.person for each in Identities(store.database).search(player) if each.name == player]
            export_store(store, Path(folder))
            yield sorted(Path(folder).glob("table-*.jsonl")), (player, *named)


def _period(first: str, last: str) -> tuple[int, int | None]:
    """Return the times between which rounds are shown."""
    begin, end = _seconds("--from", first) or 0, _seconds("--to", last)
    if end is not None and end <= begin:
        said = f"--to ({last}) must be later than --from ({first or 'the first round'})"
        raise Malformed(said, code="dispute.time", given=last, allowed=f"a time after {first or '1970-01-01'}")
    return begin, end


def _seconds(option: str, given: str) -> int | None:
    if not given:
        return None
    try:
        moment = datetime.fromisoformat(given)
        return int((moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp())
    except ValueError as error:
        raise Malformed(
            f"{option} needs a time, not {given!r}", code="dispute.time", given=given, allowed="2026-11-18 or 2026-11-18T20:30"
        ) from error


def _write_pdf(player: str, found: "list[DisputedRound]", path: Path) -> None:
    from houseway.files.logs.dispute import dispute_document

    document = dispute_document(player, found)
    write_output(path, document.render("pdf"))
    print(f"{path}: {document.title}")


def _print_rounds(player: str, found: "list[DisputedRound]") -> None:
    from houseway.files.logs.dispute import time_text, total_text

    for each in found:
        for finding in each.findings:
            _print_finding(finding)
    rows = [
        (
            each.table,
            str(each.number),
            time_text(each.at),
            *map(_money, (each.wagered, each.received, each.by_the_rules)),
            _owed(each),
        )
        for each in found
    ]
    print_table(("table", "round", "time (UTC)", "wagered", "received", "by the rules", ""), rows, title=player)
    print_line(f"{count_things(len(found), 'round')}: {total_text(player, found)}")


def _print_finding(finding: "ReviewFinding") -> None:
    """Print where a record is not what the rules give, and who is owed what."""
    difference = finding.difference
    print_line(f"{finding.table}, round {finding.round}, event {finding.event}: {finding.owed_text()}", "red")
    clauses = ", ".join(dict.fromkeys(clause.clause for clause in difference.clauses))
    rows = (("recorded", difference.recorded), ("the rules give", difference.expected), ("clauses", clauses))
    print_table(("", ""), [row for row in rows if row[1]])
    print_line()


def _owed(each: "DisputedRound") -> str:
    return "" if not each.owed else f"owed {_money(each.owed)}" if each.owed > 0 else f"owes {_money(-each.owed)}"


def _money(cents: int) -> str:
    return str(Cents(cents))
