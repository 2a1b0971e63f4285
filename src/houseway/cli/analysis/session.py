"""`houseway session`: what a session of many rounds brings."""

from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.analysis.pairs import parse_amount, parse_pairs
from houseway.cli.analysis.solve import Paytable, Reading, Source, Way, progress_with_estimate, rules_of
from houseway.cli.completion import (
    complete_house_way,
)
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.numbers import whole_number
from houseway.cli.plain_characters import is_unicode_output
from houseway.cli.show import print_csv, print_json, print_line, print_table
from houseway.spelling import count_things, list_things

if TYPE_CHECKING:
    from houseway.analysis.session.plan import SessionPlan
    from houseway.analysis.session.session import SessionResult
    from houseway.submission import Rules

Bankroll = Annotated[str, typer.Option(help="The chips at the beginning, as in '$500'.", show_default=False)]
Rounds = Annotated[
    int, typer.Option(help="The number of rounds, as in 200.", parser=whole_number("--rounds", 1), show_default=False)
]
Bet = Annotated[
    str | None,
    typer.Option(
        help="The Ante or base bet of every round; the filed minimum by default, or $25 for a rule book.", show_default=False
    ),
]
Side = Annotated[
    list[str] | None,
    typer.Option(help="An optional wager of every round, as in trips='$5'; may be repeated.", show_default=False),
]
StopAt = Annotated[str | None, typer.Option(help="Stop with so many chips, as in '$1,000'.", show_default=False)]
RuinAt = Annotated[
    str,
    typer.Option(
        help="What counts as ruin: too few chips for a whole round with every raise (round), or for its first wagers (base)."
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        help="Pai Gow: the player's house way; the dealer's by default.",
        autocompletion=complete_house_way,
        show_default=False,
    ),
]
_BAR = 40
"""Characters of the longest bar."""


def session(
    source: Source,
    bankroll: Bankroll,
    rounds: Rounds,
    bet: Bet = None,
    side: Side = None,
    stop_at: StopAt = None,
    ruin_at: RuinAt = "round",
    paytable: Paytable = None,
    reading: Reading = None,
    house_way: Way = None,
    against: Against = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Compute what a session brings: the chips at the end, the chance to be ahead, the risk of ruin, losing runs.

    Every deal of a round is counted with all its wagers together, and the result is convolved round by round; nothing is
    simulated. The player plays as the game was solved, or by a house way.

    \b
    Examples:
      houseway session uth --bankroll '$1,000' --rounds 200
      houseway session uth --bankroll '$500' --rounds 200 --bet '$10' --side trips='$5' --stop-at '$1,000'
      houseway session pg-md --bankroll '$500' --rounds 100 --house-way foxwoods --json
    """
    from houseway.analysis.games import check_options

    rules = rules_of(source, paytable or [], reading or [])
    ways = {name: value for name, value in (("house_way", house_way), ("against", against)) if value is not None}
    check_options(rules, tuple(ways))
    plan = _plan(rules, bankroll, rounds, bet, side or [], stop_at, ruin_at)
    found = _play(rules, plan, ways)
    if as_json:
        print_json(found.to_json())
    elif as_csv:
        print_csv(found.end_rows(), ("chips", "result", "probability", "at_most"))
    else:
        _show(rules, plan, found)


def _plan(
    rules: "Rules", bankroll: str, rounds: int, bet: str | None, side: list[str], stop_at: str | None, ruin_at: str
) -> "SessionPlan":
    from houseway.analysis.session.plan import plan_session

    stakes = {wager: parse_amount(amount) for wager, amount in parse_pairs(side, "trips=$5", "session.pair").items()}
    bets = [None if amount is None else parse_amount(amount) for amount in (bet, stop_at)]
    return plan_session(rules, parse_amount(bankroll), rounds, bets[0], stakes, bets[1], ruin_at)


def _play(rules: "Rules", plan: "SessionPlan", ways: dict[str, str]) -> "SessionResult":
    from houseway.analysis.games import solve_game
    from houseway.analysis.session.session import play_session

    with progress_with_estimate(f"solving {rules.book}") as progress:
        solution = solve_game(rules, progress, **ways)
    with progress_with_estimate(f"counting the rounds of a spot of {rules.book}") as progress:
        return play_session(rules, plan, solution, progress)


def _show(rules: "Rules", plan: "SessionPlan", found: "SessionResult") -> None:
    print_line(f"{rules.regulation.title}, {rules.book} ({rules.version})", "bold")
    stakes = {next(iter(rules.offers)): plan.bet, **plan.sides}
    said = list_things(f"{rules.regulation.wager(wager).title} {stake}" for wager, stake in stakes.items())
    print_line(f"{plan.bankroll} in chips, {count_things(plan.rounds, 'round')}: {said}")
    print_line()
    print_table(("", ""), found.figures(), wrap_first=True)
    print_line()
    print_table(("sessions", "chips at most", "result"), found.percentile_rows(), "Chips at the end")
    print_line()
    _show_chart(found)
    if found.without:
        print_line()
        print_table(found.side_columns(), found.side_rows(), "What the optional wagers change")
    print_line()
    for said in found.notes():
        print_line(said, "dim")


def _show_chart(found: "SessionResult") -> None:
    """Draw the chips at the end as bars."""
    classes = found.chart_classes()
    most = max(each.chance for each in classes)
    block = "█" if is_unicode_output() else "#"
    rows = [
        (found.class_words(each), block * round(_BAR * each.chance / most) or "·", f"{each.chance:.4%}") for each in classes
    ]
    print_table(("chips", "", "chance"), rows)
