"""A strategy against the dealer that is simple enough to be carried in one's head."""

from collections.abc import Callable
from typing import NamedTuple

from houseway.play.driver import PlayerChoice, PlayerQuestion
from houseway.procedure import ANTE

Strategy = Callable[[PlayerQuestion], PlayerChoice]
"""A function that chooses when a decision is due, from what the player may see and do."""


class SimpleStrategy(NamedTuple):
    """A strategy, and where it comes from."""

    choose: Strategy
    source: str


def play_times_ante(asked: PlayerQuestion, times: int) -> PlayerChoice:
    """Make a Play wager of this many Antes, or as much as the chips allow. With zero, check, or fold if checking is not
    allowed."""
    option = next(iter(asked.options_for("play")), None)
    if not times or option is None:
        waits = next(option for act in ("check", "fold") for option in asked.options_for(act))
        return PlayerChoice(waits.act, waits.facts)
    choices, wanted = option.bounds["amount"]["choices"], asked.stakes[asked.position][ANTE] * times
    amount = max((each for each in choices if each <= wanted), default=min(choices))
    return PlayerChoice(option.act, {**option.facts, "amount": amount})
