"""The ending of a round against the dealer, split into its wagers: Ante, Blind, Play, Ante bonus.

The rules say what each wager brings; the Blind or the Ante bonus gets the rest, so that the parts always add up to the solved
result.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.solve.solution import RoundEnding
from houseway.money import Cents, net_win
from houseway.procedure import PLAY
from houseway.submission import Rules

WHOLE, NOTHING = Fraction(1), Fraction(0)
_UNQUALIFIED = ", dealer not qualified"


@dataclass(frozen=True)
class EndingPart:
    """The result of one wager in an ending, in Antes."""

    wager: str
    row: str
    staked: Fraction
    net: Fraction


EndingSplitter = Callable[[Rules, RoundEnding], Iterable[EndingPart]]


def net_by_wager(parted: EndingSplitter, rules: Rules, ending: RoundEnding) -> Mapping[str, Fraction]:
    """Return the net result of each wager in an ending."""
    return {part.wager: part.net for part in parted(rules, ending)}


def parse_ending(how: str) -> tuple[str, str, bool]:
    """Parse an ending: the outcome, the category and whether the dealer qualified."""
    words, unqualified, _ = how.partition(_UNQUALIFIED)
    outcome, _, category = words.partition(" with ")
    return outcome, category, not unqualified


def plain_result(rules: Rules, wager: str, outcome: str, times: int = 1) -> tuple[str, Fraction]:
    """Return the row and the net result, in Antes, of a wager that simply wins, loses or is returned."""
    row, brings = {"won": ("win", _win_pays(rules, wager)), "tied": ("tie", NOTHING)}.get(outcome, ("lose", -WHOLE))
    return (f"{times}x-{row}" if wager == PLAY else row), brings * times


def _win_pays(rules: Rules, wager: str) -> Fraction:
    row = rules.offers[wager].paytable.row("win")
    assert row is not None  # both books have it
    return net_win(row.pays, Cents(1))
