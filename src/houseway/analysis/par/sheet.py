"""The figures of a PAR sheet: every wager of a submission with its true odds, its payout odds and what it earns at a stated pace.

The optional wagers are counted (`analysis.odds`); those of the game itself come from its solution, where it has been solved.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from houseway import __version__
from houseway.analysis.exact import decimal, dollars_and_cents, ratio, square_root
from houseway.analysis.findings import MoneyFinding, money_findings
from houseway.analysis.joint.distribution import lost_by_fold
from houseway.analysis.par.optional import optional_wagers, stated, under_play
from houseway.analysis.par.pace import Pace
from houseway.analysis.par.spot import OneSpot, Together, of_beside, of_counted, told_beside
from houseway.analysis.par.wager import ParWager
from houseway.analysis.solve.solution import Progress, Solution
from houseway.money import Cents
from houseway.submission import Rules

if TYPE_CHECKING:
    from houseway.analysis.solve.pai_gow.bank import BankAtStake, BankOdds

NOT_SOLVED = "the game itself has not been solved: its wagers are not on this sheet"


@dataclass(frozen=True)
class Grid:
    """When to do what: actions by row and column, with what is printed in each cell."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """The name of each row, and the action and text of each of its cells."""

    def to_json(self) -> dict[str, object]:
        rows = [{"row": name, "cells": [{"action": does, "says": says} for does, says in cells]} for name, cells in self.rows]
        return {"title": self.title, "columns": list(self.columns), "rows": rows}


@dataclass(frozen=True)
class ParGame:
    """The game itself, all its wagers together."""

    title: str
    of: str
    total: int
    expected_value: Fraction
    average_stake: Fraction
    variance: Fraction
    distribution: Mapping[Fraction, int]
    """How many combinations end so much up or down, in bets."""
    frequencies: Mapping[str, Fraction]
    """How often each action is taken, where there are any."""
    method: str
    assumes: tuple[str, ...]
    strategy: tuple[str, ...]
    """How it is played, in words."""
    grid: Grid | None = None
    bank: tuple["BankOdds", ...] = ()
    """A player's bank, at the average bet."""
    bank_by_stake: tuple["BankAtStake", ...] = ()
    """The same at other bets."""
    hourly_deviation: Fraction = Fraction(0)
    """Of what one player wins in an hour on all its wagers together, in cents."""
    together: tuple[Together, ...] = ()
    """How its wagers go together."""
    by_stake: tuple[tuple[Cents, Fraction], ...] = ()
    """Where rounding and a limit are told apart from it: the house edge by the stake, as it is paid at the table."""

    @property
    def house_edge(self) -> Fraction:
        return -self.expected_value

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.average_stake

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(count for net, count in self.distribution.items() if net > 0), self.total)

    @property
    def standard_deviation(self) -> Fraction:
        return square_root(self.variance)

    def to_json(self) -> dict[str, object]:
        return {
            "title": self.title,
            "of": self.of,
            "total": self.total,
            "expected_value": ratio(self.expected_value),
            "house_edge": decimal(self.house_edge),
            "element_of_risk": decimal(self.element_of_risk),
            "average_stake": decimal(self.average_stake),
            "hit_frequency": decimal(self.hit_frequency),
            "standard_deviation": decimal(self.standard_deviation),
            "standard_deviation_per_hour": dollars_and_cents(self.hourly_deviation),
            "distribution": {ratio(net): count for net, count in self.distribution.items()},
            "frequencies": {action: decimal(share) for action, share in self.frequencies.items()},
            "method": self.method,
            "assumptions": list(self.assumes),
            "strategy": list(self.strategy),
            "grid": self.grid and self.grid.to_json(),
            "bank": list(map(_bank, self.bank)),
            "bank_by_stake": [{"stake": str(at.stake), "bank": list(map(_bank, at.odds))} for at in self.bank_by_stake],
            "by_stake": {str(stake): decimal(edge) for stake, edge in self.by_stake},
        }


def _bank(odds: "BankOdds") -> dict[str, object]:
    """The edge as a decimal, as all are, where it is exact and where it rests on a sample."""
    return {**odds.to_json(), "edge": decimal(Fraction(odds.edge))}


@dataclass(frozen=True)
class ParSheet:
    """All of it."""

    rules: Rules = field(repr=False)
    pace: Pace
    game: ParGame | None
    """None where it has not been solved."""
    wagers: tuple[ParWager, ...]
    """Those of the game itself first."""
    findings: tuple[MoneyFinding, ...]
    date: str = ""
    beside: tuple[Together, ...] = ()
    """How optional wagers go together, and each with those of the game."""
    spot: OneSpot | None = None
    """All wagers of one player; none where the game is not solved, or no optional wager is counted together with it."""
    lost_by_fold: tuple[str, ...] = ()
    """Optional wagers that a fold loses though the cards would have won them: such a one is joined with few others."""

    @property
    def together(self) -> tuple[Together, ...]:
        """Every two wagers of one spot that are counted together."""
        return (*(self.game.together if self.game else ()), *self.beside)

    @cached_property
    def apart(self) -> tuple[tuple[str, str], ...]:
        """Every two that are not; an envy bonus is decided by other players' hands."""
        counted = {frozenset((each.one, each.other)) for each in self.together}
        pairs = combinations((each.wager for each in self.wagers if each.rounds), 2)
        return tuple(pair for pair in pairs if frozenset(pair) not in counted)

    @property
    def hold(self) -> Fraction:
        """An hour, in cents."""
        return sum((each.hold for each in self.wagers), Fraction(0))

    @property
    def assumptions(self) -> tuple[str, ...]:
        pace = self.pace
        every_position = "every position taken" if pace.players == self.rules.positions else f"{pace.players} players"
        said = [
            f"{pace.rounds_per_hour} rounds an hour with {every_position}; each player makes every wager on this sheet, at its"
            " average bet",
            "cards are dealt at random, and no player sees another's",
            "the house edge is of what is staked on the wager itself unless it says otherwise; a push is not taken out of it",
            "the standard deviation of an hour is of what one player wins in it; players of one round see the same cards of the"
            " dealer, so that theirs do not just add up",
        ]
        if self.game and sum(each.base for each in self.wagers) > 1:
            said.append("the wagers of the game itself are made together: the edge of one is its part of the game's")
        if self.spot:
            said.append("the game and each optional wager of a spot are paid by themselves: no limit is shared out among them")
        if self.lost_by_fold:
            said.append("what is to be looked at is told of optional wagers as if no hand were folded")
        return tuple(said if self.game else [NOT_SOLVED, *said])

    def to_json(self) -> dict[str, object]:
        rules = self.rules
        return {
            "book": rules.book,
            "book_version": rules.version,
            "book_hash": rules.regulation.hash,
            "rules_hash": rules.hash,
            "facility": rules.facility,
            "version": f"houseway {__version__}",
            "date": self.date or None,
            "pace": self.pace.to_json(),
            "hold_per_hour": dollars_and_cents(self.hold),
            "game": self.game and self.game.to_json(),
            "wagers": [each.to_json() for each in self.wagers],
            "assumptions": list(self.assumptions),
            "findings": [each.to_json() for each in self.findings],
            "spot": [each.to_json() for each in self.together],
            "not_counted_together": [list(pair) for pair in self.apart],
            "whole_spot": self.spot and self.spot.to_json(),
        }

    def lines(self) -> Iterator[dict[str, object]]:
        """A line for each row of each wager, for a spreadsheet."""
        for each in self.wagers:
            whole = each.to_json()
            for row in each.rows:
                yield {column: {**whole, **row.to_json(), "row_clause": row.clause}[column] for column in COLUMNS}


COLUMNS = (
    *("wager", "paytable", "average_bet", "hand", "pays", "combinations", "total", "probability", "true_odds"),
    *("contribution", "row_clause", "house_edge", "hit_frequency", "standard_deviation", "hold_per_hour"),
    *("standard_deviation_per_hour", "of"),
)


def build_par_sheet(
    rules: Rules,
    pace: Pace | None = None,
    solution: Solution | None = None,
    date: str = "",
    progress: Progress | None = None,
) -> ParSheet:
    """The sheet of these rules; with the game itself where its solution is given."""
    at = pace or Pace.at(rules)
    plain = stated(rules, at)
    alone = {each.wager: each.expected_value for each in plain}
    if solution is None:
        counted = tuple(optional_wagers(rules, plain, at, {}))
        return ParSheet(rules, at, None, counted, money_findings(rules, None), date, of_counted(plain, alone, {}))
    from houseway.analysis.par.game import solved

    game, wagers = solved(rules, solution, at)
    own = [each.staking for each in wagers]
    told = told_beside(rules, solution, own[0].bet, plain, progress)
    optional = [under_play(rules, each, told) for each in plain]
    counted = tuple(optional_wagers(rules, optional, at, told))
    beside = (*of_beside(own, optional, told), *of_counted(optional, alone, told))
    others = [each.staking for each in counted if each.rounds]
    spot = OneSpot.of(own, others, (*game.together, *beside), at.rounds_per_hour)
    lost = tuple(each.wager for each in optional if lost_by_fold(each) and each.expected_value != alone[each.wager])
    return ParSheet(
        rules, at, game, (*wagers, *counted), money_findings(rules, game.house_edge), date, beside, spot, lost_by_fold=lost
    )
