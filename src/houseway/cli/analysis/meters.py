"""`houseway meters`: how often progressive meters are won, and where they stand."""

from typing import Annotated

import typer

from houseway.cli.analysis.solve import Source, rules_of
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.numbers import whole_number
from houseway.cli.show import print_csv, print_json, print_line, print_table

_TITLES = {
    "meter": "meter",
    "hours_between_awards": "hours between awards",
    "staked_between_awards": "staked between them",
    "average": "average",
    "break_even": "player's edge above",
    "bets_above_break_even": "share of bets there",
    "awards_in_month": "awards a month",
    "growth_in_month": "growth from its reset in a month",
}
Tables = Annotated[int, typer.Option(help="The tables that feed the meters.", parser=whole_number("--tables", 1))]
Seats = Annotated[int, typer.Option(help="The progressive bets of a round at a table.", parser=whole_number("--seats", 1))]
Pace = Annotated[int, typer.Option(help="Rounds an hour at each table.", parser=whole_number("--rounds-per-hour", 1))]
Hours = Annotated[int, typer.Option(help="The hours of play in a month.", parser=whole_number("--hours", 1))]


def meters(
    source: Source,
    tables: Tables = 1,
    seats: Seats = 6,
    rounds_per_hour: Pace = 30,
    hours: Hours = 720,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Compute how often each progressive meter is won, where it stands on average, and where the player has the edge.

    Everything follows from the exact odds; nothing is simulated.

    \b
    Examples:
      houseway meters submission.toml --tables 2 --seats 6 --rounds-per-hour 30
      houseway meters submission.toml --tables 4 --hours 480 --json
    """
    from houseway.analysis.meter_outlook import meter_outlooks

    rules = rules_of(source, [], [])
    rows = [each.to_json(hours) for each in meter_outlooks(rules, tables * seats * rounds_per_hour)]
    if as_json:
        print_json(rows)
    elif as_csv:
        print_csv(rows, tuple(rows[0]))
    else:
        print_line(f"{rules.regulation.title}, {rules.book} ({rules.version})", "bold")
        print_line()
        print_table(tuple(_TITLES.values()), [tuple(str(row[name]) for name in _TITLES) for row in rows])
