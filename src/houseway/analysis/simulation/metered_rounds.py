"""Rounds in which an outcome concerned a meter or an envy bonus, as workers find them among all rounds of a shard.

What they pay depends on all rounds before, so it is settled where the parts are added up, in order (`meter_run`). Everything that
is needed for it goes there: the outcomes, and what each spot has won otherwise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from houseway.analysis.simulated_games.lines import MeteredWager
from houseway.kernels.layout import I64, U8, U16
from houseway.kernels.simulation.tallies import mark_rounds


@dataclass(frozen=True)
class RoundsOfMeters:
    """Rounds by number, and by seat what came of them."""

    numbers: list[int]
    outcomes: list[list[int]] = field(repr=False)
    """By seat, on the axis of the wager."""
    envied: list[list[int]] = field(repr=False)
    """By seat, what its hand earns each other player, in cents."""
    own: list[list[int]] = field(repr=False)
    """By seat, what the wager has won without the meters, in units."""
    spots: list[list[int]] = field(repr=False)
    """By seat, what all wagers have won without the meters, in units."""


@dataclass(frozen=True)
class MeteredShard:
    """The found rounds of a shard. If it is complete: by line of the wager and of all wagers, the products of two seats' results,
    without the meters."""

    first: int
    rounds: int
    products: tuple[int, int] | None
    found: RoundsOfMeters

    def to_json(self) -> list[Any]:
        each = self.found
        return [self.first, self.rounds, self.products, each.numbers, each.outcomes, each.envied, each.own, each.spots]

    @classmethod
    def from_json(cls, content: Sequence[Any]) -> "MeteredShard":
        first, rounds, products, *found = content
        return cls(first, rounds, None if products is None else (products[0], products[1]), RoundsOfMeters(*found))


@dataclass(frozen=True, eq=False)
class RoundFinder:
    """Finds rounds by flags of their outcomes."""

    line: int
    axis: int
    concerns: U8
    """By outcome, whether a meter is concerned."""
    envy_axis: int
    envied: I64
    """By outcome, what it earns each other player, in cents; empty without an envy bonus."""
    earns: U8
    """By outcome, whether it earns any."""

    @classmethod
    def from_wager(cls, metered: MeteredWager, line: int, outcomes: int) -> "RoundFinder":
        concerns = np.zeros(outcomes, dtype=np.uint8)
        concerns[: len(metered.rows)] = [bool(rows) for rows in metered.rows]
        envied = np.zeros(0 if metered.envy is None else outcomes, dtype=np.int64)
        if metered.envy is not None:
            envied[: len(metered.envy.units)] = metered.envy.units
        return cls(line, metered.line.axis, concerns, metered.envy_axis, envied, (envied > 0).astype(np.uint8))

    def find(self, outcomes: U16, first: int, nets: I64, spot_nets: I64, into: RoundsOfMeters) -> None:
        """Add the rounds of a block that is numbered from `first` on. `nets` are by line and outcome, `spot_nets` by axis."""
        marked = np.zeros(len(outcomes), dtype=np.uint8)
        mark_rounds(outcomes, self.axis, self.concerns, marked)
        if len(self.envied):
            mark_rounds(outcomes, self.envy_axis, self.earns, marked)
        rows = np.flatnonzero(marked)
        if not len(rows):
            return
        found = outcomes[rows]
        into.numbers.extend((first + rows).tolist())
        into.outcomes.extend(found[:, :, self.axis].tolist())
        into.own.extend(nets[self.line][found[:, :, self.axis]].tolist())
        into.spots.extend(spot_nets[np.arange(len(spot_nets)), found].sum(axis=2).tolist())
        earned = self.envied[found[:, :, self.envy_axis]] if len(self.envied) else np.zeros(found.shape[:2], dtype=np.int64)
        into.envied.extend(earned.tolist())


def no_rounds() -> RoundsOfMeters:
    return RoundsOfMeters([], [], [], [], [])


def shards_from_json(content: Mapping[str, Any]) -> list[MeteredShard]:
    return [MeteredShard.from_json(each) for each in content.get("metered", ())]
