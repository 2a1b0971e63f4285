"""What the house should win of a wager: exact edge and variance per unit staked, under the rules of the table.

They are those of the PAR sheet: optional wagers as counted from the cards, the game itself as solved at optimal play, with
progressive meters at their seeds. A stake has odds of its own where payouts are rounded or cut. Odds follow from the rules, so they
are computed once and stored.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from houseway.errors import HousewayError
from houseway.regulation import load
from houseway.store.report_tables import report_odds

if TYPE_CHECKING:
    from houseway.analysis.odds.wager import WagerOdds
    from houseway.analysis.solve.solution import Progress, Solution
    from houseway.store.engines import Database
    from houseway.submission import Rules

GAME = "game"
"""The base wagers of a game together: what is won with one and lost with another belongs together."""
SOLVED, COUNTED = "the game solved at optimal play", "counted from the cards; meters at their seeds"


@dataclass(frozen=True, slots=True)
class TheoreticalOdds:
    """Of one wager at one stake."""

    edge: Fraction
    """The house's expected win per unit staked; of a game, per unit of its first wager."""
    variance: Fraction
    method: str


StakeClass = tuple[str, str, int]
"""Hash of the rules, wager, and stake in cents."""


def wager_name(wager: str) -> str:
    """Return the wager of an area; a bet on a number names the number, too."""
    return wager.partition(":")[0]


def first_wager(rules: "Rules") -> str:
    """Return the wager that is the unit of the game."""
    return next(iter(rules.offers))


def line_of(book: str, wager: str) -> str:
    """Return the line of a report to which a wager belongs: its own if cards alone decide it, the game's otherwise."""
    from houseway.analysis.games import counted_wagers

    name = wager_name(wager)
    return name if name in counted_wagers(load(book)) else GAME


def compute_odds(
    rules: "Rules", classes: Iterable[tuple[str, int]], progress: "Progress | None" = None
) -> dict[tuple[str, int], TheoreticalOdds]:
    """Compute the odds of wagers at stakes. What has no odds of its own, such as the Blind, is left out."""
    from houseway.analysis.games import counted_wagers, solve_game

    first, counted = first_wager(rules), counted_wagers(rules.regulation)
    wanted = [(wager, stake) for wager, stake in classes if wager == first or wager_name(wager) in counted]
    solution = solve_game(rules, progress) if wanted else None
    found: dict[tuple[str, int], TheoreticalOdds] = {}
    for wager, stake in wanted:
        assert solution is not None
        odds = _odds_of_game(rules, solution, stake) if wager == first else _odds_of_wager(rules, solution, wager, stake)
        if odds is not None:
            found[wager, stake] = odds
    return found


def _odds_of_game(rules: "Rules", solution: "Solution", stake: int) -> TheoreticalOdds | None:
    from houseway.analysis.games import analysis_of
    from houseway.analysis.par.stated_pace import state_pace
    from houseway.money import Cents

    try:
        pace = state_pace(rules, bets={first_wager(rules): Cents(stake)})
    except HousewayError:
        return None  # a stake that the rules do not allow, for example what a correction has left
    game, _ = analysis_of(rules.regulation).build_par(rules, solution, pace)
    return TheoreticalOdds(game.house_edge, game.variance, SOLVED)


def _odds_of_wager(rules: "Rules", solution: "Solution", wager: str, stake: int) -> TheoreticalOdds | None:
    from houseway.analysis.odds.calculation import wager_odds
    from houseway.money import Cents

    try:
        plain = wager_odds(rules, wager_name(wager), stake=Cents(stake))
    except HousewayError:
        return None
    odds = _under_play(rules, solution, plain)
    return TheoreticalOdds(odds.house_edge, odds.variance, COUNTED)


def _under_play(rules: "Rules", solution: "Solution", plain: "WagerOdds") -> "WagerOdds":
    """Return the odds with folded hands lost, where a fold loses the wager and the hands that are folded can be counted."""
    from houseway.analysis.par.builder import joint_distributions
    from houseway.analysis.par.optional import odds_under_play
    from houseway.money import Cents

    if rules.options.get(f"fold.{plain.wager}") != "lost":
        return plain
    base = next(iter(rules.offers.values()))
    bet = base.stakes[0] if base.stakes else base.minimum
    assert isinstance(bet, Cents)
    return odds_under_play(rules, plain, joint_distributions(rules, solution, bet, [plain]))


def save_odds(database: "Database", rules_hash: str, found: Mapping[tuple[str, int], TheoreticalOdds]) -> None:
    """Store odds. Those of the same rules are always the same, so whoever is second changes nothing."""
    if not found:
        return
    rows = [
        {"rules": rules_hash, "wager": wager, "stake": stake, "edge": str(odds.edge), "variance": str(odds.variance)}
        | {"method": odds.method}
        for (wager, stake), odds in found.items()
    ]
    with database.transaction() as connection:
        connection.execute(database.insert_or_skip(report_odds).on_conflict_do_nothing(), rows)


def load_odds(connection: Connection, rules: Iterable[str]) -> dict[StakeClass, TheoreticalOdds]:
    """Return what is known of the odds under some rules."""
    rows = connection.execute(select(report_odds).where(report_odds.c.rules.in_(list(rules))))
    return {
        (row.rules, row.wager, row.stake): TheoreticalOdds(Fraction(row.edge), Fraction(row.variance), row.method)
        for row in rows
    }
