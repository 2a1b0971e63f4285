"""What the house should win of a wager: exact edge and variance per unit staked, under the rules of the table.

They are those of the PAR sheet: optional wagers as counted from the cards, the game itself as solved (at optimal play; in
Pai Gow Poker with every hand set the house way), with progressive meters at their seeds. A stake has odds of its own where
payouts are rounded or cut. Odds follow from the rules, so they are computed once and stored; that there are none is stored, too.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from houseway.regulation import load_book
from houseway.reports.rows.wager_terms import wager_name
from houseway.store.report_tables import report_odds

if TYPE_CHECKING:
    from houseway.store.engines import Database

GAME = "game"
"""The base wagers of a game together: what is won with one and lost with another belongs together."""
OF_BETTORS = "of-bettors"
"""Terms of an envy bonus: it is paid for hands of other players who have the same wager; without these terms, for all others. Rules
say which of both it is, and the odds of the other one are zero."""
_TERMS = "+"
_PAIR = "&"


@dataclass(frozen=True, slots=True)
class TheoreticalOdds:
    """Of one wager at one stake."""

    edge: Fraction
    """The house's expected win per unit staked; of a game, per unit of its first wager."""
    variance: Fraction
    method: str
    """Empty if exact odds do not exist."""

    @property
    def is_exact(self) -> bool:
        return bool(self.method)


NO_EXACT_ODDS = TheoreticalOdds(Fraction(0), Fraction(0), "")
StakeClass = tuple[str, str, int]
"""Hash of the rules, wager with its terms, and stake in cents."""


def with_terms(wager: str, terms: str) -> str:
    """Return the name under which the odds of a wager on some terms are stored."""
    return f"{wager}{_TERMS}{terms}" if terms else wager


def split_terms(wager: str) -> tuple[str, str]:
    """Return a wager and its terms."""
    name, _, terms = wager.partition(_TERMS)
    return name, terms


def pair_name(one: str, other: str) -> str:
    """Return the name under which it is stored how two wagers vary together, at stake 0: `edge` is their covariance on one spot and
    `variance` that across two spots of a round, each in bets squared."""
    return _PAIR.join(sorted((one, other)))


def split_pair(name: str) -> tuple[str, str] | None:
    """Return the two wagers of such a name."""
    one, between, other = name.partition(_PAIR)
    return (one, other) if between else None


def report_line(book: str, wager: str) -> str:
    """Return the line of a report to which a wager belongs: its own if cards alone decide it, the game's otherwise."""
    from houseway.analysis.games import counted_wagers

    name = wager_name(wager)
    return name if name in counted_wagers(load_book(book)) else GAME


def save_odds(database: "Database", rules_hash: str, found: Mapping[tuple[str, int], TheoreticalOdds]) -> None:
    """Store odds. Equal rules always have equal odds, so a second save changes nothing."""
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


@cache
def example_odds() -> Mapping[StakeClass, TheoreticalOdds]:
    """Return the odds of the games of the examples at their lowest stakes. Solving takes minutes, so they are shipped."""
    content = tomllib.loads((files("houseway.reports") / "example_odds.toml").read_text(encoding="utf-8"))
    return {
        (rules, each["wager"], each["stake"]): TheoreticalOdds(
            Fraction(each["edge"]), Fraction(each["variance"]), each["method"]
        )
        for rules, each in content.items()
    }
