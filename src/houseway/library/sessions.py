"""What a session of many rounds brings: `session`."""

from collections.abc import Callable, Iterable, Mapping

from houseway.analysis.games import solve_game
from houseway.analysis.session.plan import SessionPlan, plan_session
from houseway.analysis.session.session import SessionResult, play_session
from houseway.house_way import HouseWay
from houseway.library.arguments import as_cents, check_function, check_mapping, check_number, check_text, wrong_type
from houseway.library.showing.display import Displayed, Sheet, shown_as
from houseway.library.solving import SolveSource, studied_rules
from houseway.money import Cents
from houseway.submission import Rules

Amount = str | Cents
Progress = Callable[[int, int], None]


class ShownSession(SessionResult, Displayed):
    """How a session ends. `results` are the exact results of one round; every chance is within `error` of the exact one."""

    def __repr__(self) -> str:
        return f"<{self.plan.rounds:,} rounds of {self.rules.book}: ahead {self.ahead:.4%}, ruin {self.ruin:.4%}>"

    def sheets(self) -> tuple[Sheet, ...]:
        percentiles = Sheet("Chips at the end", ("sessions", "chips at most", "result"), tuple(self.percentile_rows()))
        shown = (Sheet("", ("", ""), tuple(self.figures())), percentiles)
        if not self.without:
            return shown
        return (*shown, Sheet("What the optional wagers change", self.side_columns(), tuple(self.side_rows())))

    def records(self) -> Iterable[Mapping[str, object]]:
        """Return a row for each amount of chips at the end, in dollars."""
        start, dollar = self.plan.bankroll.amount, Cents.from_dollars(1).amount
        return [
            {"chips": float(chips) / dollar, "result": float(chips - start) / dollar, "probability": chance}
            for chips, chance in self.distribution()
        ]


def session(
    source: SolveSource,
    *,
    bankroll: Amount,
    rounds: int,
    bet: Amount | None = None,
    sides: Mapping[str, Amount] | None = None,
    stop_at: Amount | None = None,
    ruin_at: str = "round",
    paytables: Mapping[str, str | Mapping[str, str]] | None = None,
    readings: Mapping[str, str] | None = None,
    house_way: str | HouseWay | None = None,
    against: str | HouseWay | None = None,
    progress: Progress | None = None,
) -> ShownSession:
    """Compute how a session ends: the chips at the end, the chance to be ahead, the risk of ruin, losing runs.

    The source, paytables, readings and house ways are those of `solve`. The bet is on the first wager of the game, and `sides` are
    the optional wagers of every round. By default the player is ruined when the chips no longer cover a whole round with every
    raise; with `ruin_at="base"`, when they no longer cover its first wagers.

    >>> import houseway as hw
    >>> night = hw.session("uth", bankroll="$1,000", rounds=200, bet="$25", ruin_at="base")
    >>> night
    <200 rounds of md.ultimate-texas-holdem: ahead 37.1656%, ruin 52.6103%>
    >>> night.results.mean == hw.solve("uth").expected_value * hw.Cents.parse("$25").amount
    True
    """
    check_function(progress, "progress")
    ways = {"house_way": house_way, "against": against}
    rules = studied_rules(source, paytables, readings, ways.values())
    plan = _plan(rules, bankroll, rounds, bet, sides, stop_at, ruin_at)
    solution = solve_game(rules, progress, **{name: way for name, way in ways.items() if way is not None})
    return shown_as(ShownSession, play_session(rules, plan, solution, progress))


def _plan(
    rules: Rules,
    bankroll: Amount,
    rounds: int,
    bet: Amount | None,
    sides: Mapping[str, Amount] | None,
    stop_at: Amount | None,
    ruin_at: str,
) -> SessionPlan:
    """Check what the session is played with, types first."""
    check_number(rounds, "the number of rounds")
    if rounds is None:
        raise wrong_type("the number of rounds", rounds, "a whole number")
    check_mapping(sides, "sides", "{'trips': '$5'}")
    check_text(ruin_at, "ruin_at", "'round' or 'base'")
    return plan_session(
        rules,
        as_cents(bankroll, "the bankroll"),
        rounds,
        None if bet is None else as_cents(bet, "the bet"),
        {wager: as_cents(stake, f"the stake of {wager}") for wager, stake in (sides or {}).items()},
        None if stop_at is None else as_cents(stop_at, "stop_at"),
        ruin_at,
    )
