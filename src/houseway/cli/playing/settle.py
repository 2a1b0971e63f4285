"""`houseway settle`: play and settle a round from a file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.playing.table import AskWhy, dollars_text, show_round
from houseway.cli.show import print_csv, print_json, print_line, print_table
from houseway.errors import HousewayError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from houseway.explanation.results import WagerSettlement
    from houseway.files.rounds.played_round import PlayedRoundFile


def settle(
    file: Annotated[
        Path,
        typer.Argument(
            help="A round (a TOML file), as `houseway example rounds/bank` prints one.",
            parser=file_paths.path,
            show_default=False,
        ),
    ],
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    why: AskWhy = False,
) -> None:
    """Play a round from a file, and settle each wager to the cent.

    Exit code 0 if all is as expected, 1 if something differs, 2 if the file cannot be read or played.

    \b
    Examples:
      houseway settle round.toml
      houseway settle round.toml --why
    """
    from houseway.explanation.report import report_round
    from houseway.files.rounds.check import check_expectations

    played = _play(file)
    differences = check_expectations(played)
    table = played.run.table
    made = report_round(played.events, table.rules, table.seats, played.meters, meter_events=played.meter_events)
    if as_json:
        print_json(_settle_document(played, differences) | {"round": made.to_json()})
    elif as_csv:
        print_csv(_wagers_json(played), _COLUMNS)
        _report_differences(differences)
    else:
        print_line(played.file.title, "bold")
        show_round(made, why)
        _show_settled_round(played, made.seats, differences)
    raise typer.Exit(1 if differences else 0)


def _play(file: Path) -> "PlayedRoundFile":
    """Play the round. A refusal of the table names the file."""
    from houseway.files.rounds.file import read_round_file
    from houseway.files.rounds.play import play_round_file

    read = read_round_file(file)
    try:
        return play_round_file(read)
    except HousewayError as refusal:
        raise refusal.with_place(file) from refusal


def _wagers_json(played: "PlayedRoundFile") -> list[dict[str, object]]:
    return [
        {
            "position": position,
            "wager": wager,
            "result": settled.result,
            "cents": settled.cents,
            "vigorish": settled.vigorish,
            "clauses": list(dict.fromkeys(clause.clause for clause in settled.clauses)),
        }
        for (position, wager), settled in sorted(played.results.items())
    ]


_COLUMNS = ("position", "wager", "result", "cents", "vigorish", "clauses")


def _report_differences(differences: list[str]) -> None:
    """Say on standard error what no row of CSV has."""
    for difference in differences:
        print(f"houseway: differs: {difference}", file=sys.stderr)


def _settle_document(played: "PlayedRoundFile", differences: list[str]) -> dict[str, object]:
    file = played.file
    return {
        "title": file.title,
        "book": file.book,
        "wagers": _wagers_json(played),
        "envy": {f"{position} {wager}": cents for (position, wager), cents in played.envy.items()},
        "net": dict(played.net),
        "void": played.void,
        "refused": [each.refusal.to_json() for each in played.interventions if each.refusal is not None],
        "differences": differences,
    }


def _reading_order(result: "tuple[tuple[int, str], WagerSettlement]") -> tuple[int, int, str]:
    """Sort by position, with the base wagers first."""
    from houseway.library.showing.round_view import BASE

    (position, wager), _ = result
    return position, BASE.index(wager) if wager in BASE else len(BASE), wager


def _show_settled_round(played: "PlayedRoundFile", seats: "Mapping[int, str]", differences: list[str]) -> None:
    from houseway.explanation.display_names import DisplayNames, spoken_name
    from houseway.explanation.words import wager_titles

    table = played.run.table
    names = DisplayNames(seats, wager_titles(table.rules.regulation))
    rows = [
        (
            names.player_at(position),
            names.wager_title(wager),
            settled.result,
            dollars_text(settled.cents),
            dollars_text(settled.vigorish),
        )
        for (position, wager), settled in sorted(played.results.items(), key=_reading_order)
    ]
    print_table(("player", "wager", "result", "pays", "vigorish"), rows)
    for each in played.interventions:
        if each.refusal is not None:
            clauses = ", ".join(clause.removeprefix(f"{played.file.book} ") for clause in dict.fromkeys(each.refusal.clauses))
            behind = f" ({clauses})" if clauses else ""
            act = spoken_name(each.intervention.command_act)
            print_line(f"refused: {each.intervention.by} tried to {act}: {each.refusal.message}{behind}")
    for difference in differences:
        print_line(f"differs: {difference}", "red")
    expects = played.file.expect
    if not differences and (expects.wagers or expects.net or expects.events or expects.void):
        print_line("as expected", "green")
