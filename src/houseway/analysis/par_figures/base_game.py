"""The game itself on a PAR sheet: its figures, its strategy and a player's bank."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from houseway.analysis.exact import PLACES, as_decimal, as_dollars_and_cents, as_ratio, as_short_decimal, square_root
from houseway.analysis.par_figures.hold_interval import HoldInterval, hold_intervals
from houseway.analysis.par_figures.spot import WagerCovariance
from houseway.analysis.par_figures.wager import GAME, ParRow, hourly_deviation_of
from houseway.analysis.solve.bank_odds import BankAtStake, BankOdds
from houseway.money import Cents
from houseway.values import ShortRepr


@dataclass(frozen=True, repr=False)
class StrategyGrid(ShortRepr):
    """A strategy as a grid: an action for each row and column, with the text of each cell."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Each row's name, and the action and text of its cells."""

    def to_json(self) -> dict[str, object]:
        rows = [{"row": name, "cells": [{"action": does, "says": says} for does, says in cells]} for name, cells in self.rows]
        return {"title": self.title, "columns": list(self.columns), "rows": rows}


@dataclass(frozen=True, repr=False)
class ParGame(ShortRepr):
    """The base game, all its wagers together."""

    title: str
    unit: str
    bet: Cents
    """The average bet on its first wager: the unit of the figures."""
    total: int
    expected_value: Fraction
    average_stake: Fraction
    variance: Fraction
    distribution: Mapping[Fraction, int]
    """The number of combinations by net result, in bets."""
    frequencies: Mapping[str, Fraction]
    """How often each action is taken, if there are any."""
    method: str
    assumptions: tuple[str, ...]
    strategy: tuple[str, ...]
    """The strategy in words."""
    times_per_hour: int
    """How many hands are played in an hour, all players together."""
    rounds_per_hour: int
    readings: Mapping[str, str] = field(default_factory=dict)
    """The readings that decide its figures, without those of a bank."""
    bank_readings: Mapping[str, str] = field(default_factory=dict)
    """The readings that decide the figures of a player's bank."""
    grid: StrategyGrid | None = None
    bank: tuple[BankOdds, ...] = ()
    """A player's bank at the average bet."""
    bank_by_stake: tuple[BankAtStake, ...] = ()
    """A player's bank at other bets."""
    covariances: tuple[WagerCovariance, ...] = ()
    """The covariances of its wagers."""
    by_stake: tuple[tuple[Cents, Fraction], ...] = ()
    """The house edge by stake as paid at the table, where rounding or a limit changes it."""

    @property
    def house_edge(self) -> Fraction:
        return -self.expected_value

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.average_stake

    @property
    def average_bet(self) -> Fraction:
        """Return what is staked on all its wagers together, in cents."""
        return self.average_stake * self.bet.amount

    @property
    def return_to_player(self) -> Fraction:
        """Return the share of all stakes that players get back."""
        return 1 - self.element_of_risk

    @property
    def hourly_hold(self) -> Fraction:
        """Return what the house keeps in an hour, in cents."""
        return self.house_edge * self.bet.amount * self.times_per_hour

    @property
    def hourly_deviation(self) -> Fraction:
        """Return the standard deviation of one player's result in an hour on all its wagers together, in cents."""
        return hourly_deviation_of(self.variance, self.bet, self.rounds_per_hour)

    @cached_property
    def hold_intervals(self) -> tuple[HoldInterval, ...]:
        """Return the intervals of the hold, as shares of the bet."""
        return hold_intervals(self.distribution.items())

    @property
    def rows(self) -> tuple[ParRow, ...]:
        """Return a row for each net result, as a wager has one for each ending."""
        return tuple(
            ParRow(f"net {as_short_decimal(net, PLACES)}", "", count, self.total, net, None)
            for net, count in self.distribution.items()
        )

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(count for net, count in self.distribution.items() if net > 0), self.total)

    @property
    def standard_deviation(self) -> Fraction:
        return square_root(self.variance)

    def to_json(self) -> dict[str, object]:
        return {
            "wager": GAME,
            "title": self.title,
            "of": f"of the {self.unit}",
            "unit_bet": str(self.bet),
            "average_bet": as_dollars_and_cents(self.average_bet),
            "total": self.total,
            "expected_value": as_ratio(self.expected_value),
            "staked": as_decimal(self.average_stake),
            "house_edge": as_decimal(self.house_edge),
            "element_of_risk": as_decimal(self.element_of_risk),
            "return_to_player": as_decimal(self.return_to_player),
            "hit_frequency": as_decimal(self.hit_frequency),
            "standard_deviation": as_decimal(self.standard_deviation),
            "hold_per_hour": as_dollars_and_cents(self.hourly_hold),
            "standard_deviation_per_hour": as_dollars_and_cents(self.hourly_deviation),
            "hold_intervals": [each.to_json() for each in self.hold_intervals],
            "distribution": {as_ratio(net): count for net, count in self.distribution.items()},
            "frequencies": {action: as_decimal(share) for action, share in self.frequencies.items()},
            "method": self.method,
            "readings": dict(self.readings),
            "bank_readings": dict(self.bank_readings),
            "assumptions": list(self.assumptions),
            "strategy": list(self.strategy),
            "grid": self.grid and self.grid.to_json(),
            "bank": list(map(_bank_json, self.bank)),
            "bank_by_stake": [
                {"stake": str(at.stake), "bank": list(map(_bank_json, at.bank_odds))} for at in self.bank_by_stake
            ],
            "by_stake": {str(stake): as_decimal(edge) for stake, edge in self.by_stake},
        }


def _bank_json(odds: BankOdds) -> dict[str, object]:
    """Write the edge as a decimal, whether it is exact or sampled."""
    return {**odds.to_json(), "edge": as_decimal(Fraction(odds.edge))}
