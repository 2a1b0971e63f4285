"""`houseway par`: the PAR sheet of a submission, as a document or as data."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.analysis.pairs import parse_amount
from houseway.cli.analysis.solve import progress_with_estimate
from houseway.cli.filing.check import File, rules_of_passing_file
from houseway.cli.numbers import whole_number
from houseway.errors import Malformed, NotAllowed
from houseway.output_files import write_output

if TYPE_CHECKING:
    from houseway.analysis import Pace, ParSheet, Solution
    from houseway.money import Cents
    from houseway.submission import Rules

Output = Annotated[
    Path,
    typer.Option("-o", "--output", help="The file to write: pdf, xlsx, csv or json, by its suffix.", parser=file_paths.path),
]
Rounds = Annotated[
    int | None,
    typer.Option(help="Rounds per hour; 30 by default.", parser=whole_number("--rounds-per-hour", 1), show_default=False),
]
Players = Annotated[
    int | None,
    typer.Option(help="Number of players; every position by default.", parser=whole_number("--players", 1), show_default=False),
]
Bets = Annotated[
    list[str] | None,
    typer.Option(
        help="The average bet on the base game, as in 25, or on another wager, as in trips=10; may be repeated. The"
        " minimum by default. Blind and Play follow from the Ante.",
        show_default=False,
    ),
]
Revision = Annotated[
    str | None,
    typer.Option(help="The revision to print, as in 3; by default a space is left for it.", show_default=False),
]
Dated = Annotated[str | None, typer.Option(help="The date to print, as in 2026-03-01; none by default.", show_default=False)]

Solve = Annotated[
    bool,
    typer.Option(
        help="Solve the base game if no solution is cached. With --no-solve the sheet leaves its wagers out, and says so."
    ),
]


def par(
    file: File,
    output: Output = Path("par.pdf"),
    rounds_per_hour: Rounds = None,
    players: Players = None,
    average_bet: Bets = None,
    date: Dated = None,
    revision: Revision = None,
    solve: Solve = True,
) -> None:
    """Write the PAR sheet of a submission: every wager's true odds, payout odds, house edge, hit frequency and volatility.

    The sheet also has the hold per hour at the given pace, the range of the hold after many rounds, the assumptions and
    the strategy, findings about money, the clause of each row, and the correlations of the wagers on one spot. The game
    is solved the first time, in about a minute, and then cached.

    \b
    Examples:
      houseway par uth.toml -o par.pdf
      houseway par mine.toml --average-bet 25 --average-bet fortune-bonus=5
      houseway par fcp.toml --no-solve --rounds-per-hour 40 --players 4 -o par.csv
    """
    from houseway.documents.dates import parse_date
    from houseway.library.printing import par_writer

    write = par_writer(output)  # before the game is solved
    dated = "" if date is None else parse_date(date)
    rules = rules_of_passing_file(file)
    pace = _pace_of(rules, rounds_per_hour, players, average_bet or [])
    sheet = replace(_make_sheet(rules, pace, dated, solve), revision=(revision or "").strip())
    write_output(output, write(sheet))
    print(f"{output}: {rules.regulation.title}: PAR sheet")


def _pace_of(rules: "Rules", rounds: int | None, players: int | None, bets: list[str]) -> "Pace":
    from houseway.analysis import state_pace

    stated: dict[str, Cents] = {}
    for text in bets:
        wager, equals, amount = (part.strip() for part in text.rpartition("="))
        name = wager if equals else next(iter(rules.offers))
        if name in stated:
            raise Malformed(f"the average bet on {name} is given twice", code="par.bet", given=text, allowed="each once")
        stated[name] = parse_amount(amount)
    return state_pace(rules, rounds, players, stated)


def _make_sheet(rules: "Rules", pace: "Pace", dated: str, wanted: bool) -> "ParSheet":
    """Make the sheet from cached results, and compute missing ones if wanted."""
    from houseway import analysis
    from houseway.disk_cache import cached_only

    if not wanted:
        with cached_only():
            return analysis.build_par_sheet(rules, pace, _cached_solution(rules), dated)
    with progress_with_estimate(f"solving {rules.book}") as progress:
        found = analysis.solve_game(rules, progress)
    with progress_with_estimate(f"counting the wagers of a spot of {rules.book}") as progress:
        return analysis.build_par_sheet(rules, pace, found, dated, progress)


def _cached_solution(rules: "Rules") -> "Solution | None":
    """Return the cached solution of the game; None if there is none."""
    from houseway.analysis import solve_game
    from houseway.disk_cache import NOT_CACHED

    try:
        return solve_game(rules)
    except NotAllowed as refusal:
        if refusal.code != NOT_CACHED:
            raise
        return None
