"""A player's latest rounds, and what his choices in them came to, as far as it was counted."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from sqlalchemy import func, select

from houseway.store import Store
from houseway.store.report_tables import report_hands

_ROUNDS_REMEMBERED = 5_000
_UNSETTLED_SECONDS = 60.0
"""How long an answer holds that may still change."""


class PlayedRound(NamedTuple):
    """A completed round in which somebody wagered."""

    table: str
    number: int
    at: int
    """When it ended, in milliseconds."""
    net: int
    """What he won or lost, in cents."""


class RoundChoices(NamedTuple):
    """What his counted decisions in a round came to."""

    game: str
    decisions: int
    best: int
    cost_cents: Fraction
    is_final: bool
    """Whether it stays so: whatever was not solved may be counted later, and the last round may still be found void."""


class RememberedChoices:
    """What was counted of completed rounds. A round that is over does not change, nor do the rules that were in force; so this is
    only bounded, and lost with the process, which counts it again in milliseconds under its own version of the program."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._found: OrderedDict[tuple[str, int, str], tuple[RoundChoices, float]] = OrderedDict()
        """By table, round and player, with the time until which it holds."""

    def find(self, player: str, played: PlayedRound) -> RoundChoices | None:
        choices, until = self._found.get((played.table, played.number, player), (None, 0.0))
        return choices if self._now() < until else None

    def add(self, player: str, played: PlayedRound, choices: RoundChoices) -> None:
        until = math.inf if choices.is_final else self._now() + _UNSETTLED_SECONDS
        self._found[played.table, played.number, player] = choices, until
        while len(self._found) > _ROUNDS_REMEMBERED:
            self._found.popitem(last=False)


def latest_rounds(store: Store, player: str, most: int) -> tuple[PlayedRound, ...]:
    """Return the latest completed rounds in which somebody wagered, the latest first."""
    hands = report_hands.c
    at = func.max(hands.ended_at)
    wanted = select(hands.table_id, hands.number, at, func.sum(hands.net)).where(hands.player == player)
    wanted = wanted.group_by(hands.table_id, hands.number).order_by(at.desc(), hands.number.desc()).limit(most)
    with store.database.reading() as connection:
        return tuple(PlayedRound(row[0], row[1], int(row[2]), int(row[3])) for row in connection.execute(wanted))
