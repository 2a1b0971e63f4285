"""`houseway hold`: what the house wins over a shift, a day and a month."""

from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.analysis.pairs import parse_amount, parse_pairs
from houseway.cli.analysis.solve import Paytable, Reading, Source, progress_with_estimate, rules_of
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.numbers import whole_number
from houseway.cli.show import print_csv, print_json, print_line, print_table
from houseway.errors import Malformed
from houseway.spelling import count_things, list_things

if TYPE_CHECKING:
    from houseway.analysis.hold.forecast import HoldForecast
    from houseway.analysis.hold.plan import HoldPlan
    from houseway.money import Cents
    from houseway.submission import Rules

Tables = Annotated[int, typer.Option(help="The number of tables, all alike.", parser=whole_number("--tables", 1))]
Seats = Annotated[int, typer.Option(help="The players at each table.", parser=whole_number("--seats", 1))]
Pace = Annotated[int, typer.Option(help="Rounds an hour at each table.", parser=whole_number("--rounds-per-hour", 1))]
Hours = Annotated[int, typer.Option(help="The hours of a shift.", parser=whole_number("--hours", 1))]
Shifts = Annotated[int, typer.Option(help="The shifts of a day.", parser=whole_number("--shifts", 1))]
Days = Annotated[int, typer.Option(help="The days of a month.", parser=whole_number("--days", 1))]
Bet = Annotated[
    list[str] | None,
    typer.Option(
        help="The Ante or base bet of every seat, or repeated for each of the seats; the filed minimum by default, or $25 for a"
        " rule book. Amounts may differ from round to round: '$25 70% $100 30%'.",
        show_default=False,
    ),
]
Side = Annotated[
    list[str] | None,
    typer.Option(help="An optional wager of every seat, as in trips='$5'; may be repeated.", show_default=False),
]
Play = Annotated[
    str | None,
    typer.Option(help="How the players play, as in chart; by default the best play.", show_default=False),
]
Mistakes = Annotated[str, typer.Option(help="What players lose by mistakes besides, as a share of the first wager: 0.5%.")]
Quick = Annotated[
    bool, typer.Option("--quick", help="Simulate how two seats vary together, in seconds, instead of counting it.")
]
Rebate = Annotated[str, typer.Option(help="The share of a shift's loss that each losing player gets back: 10%.")]
Coupons = Annotated[
    list[str] | None,
    typer.Option(help="Match play coupons of a shift at all tables, by face, as in '$10=40'.", show_default=False),
]


def hold(
    source: Source,
    tables: Tables = 1,
    seats: Seats = 6,
    rounds_per_hour: Pace = 30,
    hours: Hours = 8,
    shifts: Shifts = 3,
    days: Days = 30,
    bet: Bet = None,
    side: Side = None,
    play: Play = None,
    mistakes: Mistakes = "0%",
    rebate: Rebate = "0%",
    coupons: Coupons = None,
    quick: Quick = False,
    paytable: Paytable = None,
    reading: Reading = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Compute what the house wins over a shift, a day and a month, with intervals, the worst shift and the chance to lose.

    The seats of a table share the dealer's cards and perhaps a board. How they vary together is counted, which may take minutes the
    first time, or simulated where it cannot be counted.

    \b
    Examples:
      houseway hold uth --tables 4 --seats 6 --rounds-per-hour 30 --hours 8 --days 30
      houseway hold uth --seats 3 --bet '$15' --bet '$25' --bet '$25 70% $100 30%' --side trips='$5' --quick
      houseway hold submission.toml --tables 2 --rebate 10% --json
    """
    rules = rules_of(source, paytable or [], reading or [])
    plan = _plan(rules, (tables, seats, rounds_per_hour, hours, shifts, days), bet, side, play, (mistakes, rebate), coupons)
    found = _forecast(rules, plan, quick)
    if as_json:
        print_json(found.to_json())
    elif as_csv:
        print_csv(found.span_rows(), found.span_columns)
    else:
        _show(rules, found)


def _plan(
    rules: "Rules",
    sizes: tuple[int, int, int, int, int, int],
    bets: list[str] | None,
    sides: list[str] | None,
    play: str | None,
    shares: tuple[str, str],
    coupons: list[str] | None,
) -> "HoldPlan":
    from houseway.analysis.hold.bet_mix import parse_bet_mix
    from houseway.analysis.hold.forecast import parse_share
    from houseway.analysis.hold.plan import plan_hold

    stakes = {wager: parse_amount(amount) for wager, amount in parse_pairs(sides or [], "trips=$5", "hold.pair").items()}
    mistakes, rebate = (parse_share(text, name) for text, name in zip(shares, ("--mistakes", "--rebate"), strict=True))
    mixes = [parse_bet_mix(each, parse_amount) for each in bets or []]
    return plan_hold(rules, *sizes, mixes, stakes, play or "", mistakes, rebate, *_coupons(coupons or []))


def _coupons(texts: list[str]) -> "tuple[Cents, int]":
    """Return the face of the coupons, and their number."""
    from houseway.money import NO_MONEY

    pairs = list(parse_pairs(texts, "$10=40", "hold.pair").items())
    if not pairs:
        return NO_MONEY, 0
    if len(pairs) > 1:
        faces = ", ".join(face for face, _ in pairs)
        raise Malformed(f"coupons have one face, not {faces}", code="hold.coupons", given=faces, allowed="$10=40")
    ((face, count),) = pairs
    return parse_amount(face), whole_number("--coupons", 1)(count)


def _forecast(rules: "Rules", plan: "HoldPlan", quick: bool) -> "HoldForecast":
    from houseway.analysis.hold.forecast import forecast_hold

    with progress_with_estimate(f"counting two seats of {rules.book}") as progress:
        return forecast_hold(rules, plan, progress, quick=quick)


def _show(rules: "Rules", found: "HoldForecast") -> None:
    """Print what the house wins by span, and what the worst shift is like."""
    plan = found.plan
    print_line(f"{found.title}, {found.book} ({rules.version})", "bold")
    bets = dict.fromkeys(map(str, plan.bets))
    stakes = [f"{rules.regulation.wager(next(iter(rules.offers))).title} {' or '.join(bets)}"]
    stakes += [f"{rules.regulation.wager(wager).title} {stake}" for wager, stake in plan.sides.items()]
    print_line(
        f"{count_things(plan.tables, 'table')}, {count_things(len(plan.bets), 'seat')}, {plan.rounds_per_hour} rounds an hour,"
        f" {plan.shifts} x {plan.hours} hours a day, {count_things(plan.days, 'day')}: {list_things(stakes)}"
    )
    print_line()
    print_table(("", "wagered", "win", "95 percent", "hold", "95 percent", "loses"), _span_rows(found))
    print_line()
    print_table(("", ""), _figures(found), wrap_first=True)
    print_line()
    for said in found.notes():
        print_line(said, "dim")


def _span_rows(found: "HoldForecast") -> list[tuple[str, ...]]:
    from houseway.analysis.exact import as_dollars_and_cents, as_percent

    return [
        (
            f"a {span.name}",
            as_dollars_and_cents(span.wagered),
            as_dollars_and_cents(span.expected),
            f"{as_dollars_and_cents(span.low)} to {as_dollars_and_cents(span.high)}",
            as_percent(span.share(span.expected)),
            f"{as_percent(span.share(span.low))} to {as_percent(span.share(span.high))}",
            f"{span.losing:.2%}" + (" (rough)" if span.is_rough else ""),
        )
        for span in found.spans
    ]


def _figures(found: "HoldForecast") -> list[tuple[str, str]]:
    from houseway.analysis.exact import as_dollars_and_cents
    from houseway.analysis.hold.forecast import ONE_MONTH_IN

    shift, shifts = found.spans[0], found.months_shifts
    figures = [
        ("the worst shift of a month, half of the time below", as_dollars_and_cents(shift.worst_of(shifts, 1 / 2))),
        (f"one month in {ONE_MONTH_IN} below", as_dollars_and_cents(shift.worst_of(shifts, 1 / ONE_MONTH_IN))),
        ("variance of a table, times that of independent seats", f"{float(found.seat_factor):.3f}"),
    ]
    if found.plan.rebate:
        figures.append(("rebates of a shift", as_dollars_and_cents(found.rebate_per_shift)))
    if found.plan.coupons:
        figures.append(("coupons of a shift", as_dollars_and_cents(found.coupons_per_shift)))
    return figures
