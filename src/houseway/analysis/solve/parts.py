"""The ending of a round against the dealer, split into its wagers: Ante, Blind, Play, Ante bonus.

The rules say what each wager brings; the Blind or the Ante bonus gets the rest, so that the parts always add up to the solved
result.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.solve.solution import RoundEnding
from houseway.money import Cents, Push, net_win
from houseway.procedure import ANTE, ANTE_BONUS, BLIND, PLAY
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


def split_ultimate_ending(rules: Rules, ending: RoundEnding) -> Iterator[EndingPart]:
    if ending.outcome == "folded":
        yield EndingPart(ANTE, "folded", WHOLE, -WHOLE)
        yield EndingPart(BLIND, "folded", WHOLE, -WHOLE)
        return
    times = int(ending.action.removesuffix("x"))
    outcome, category, qualified = _parse_ending(ending.outcome)
    ante = _plain_result(rules, ANTE, outcome) if qualified else ("dealer-does-not-qualify", NOTHING)
    play = _plain_result(rules, PLAY, outcome, times)
    blind = ending.net - ante[1] - play[1]
    yield EndingPart(ANTE, ante[0], WHOLE, ante[1])
    yield EndingPart(BLIND, _blind_row(rules, outcome, category, blind), WHOLE, blind)
    yield EndingPart(PLAY, play[0], Fraction(times), play[1])


def split_four_card_ending(rules: Rules, ending: RoundEnding) -> Iterator[EndingPart]:
    if ending.outcome == "folded":
        yield EndingPart(ANTE, "folded", WHOLE, -WHOLE)
        return
    times = int(ending.action.removesuffix("x"))
    outcome, category, _ = _parse_ending(ending.outcome)
    wins = "won" if outcome == "tied" and rules.takes_reading("FC-07=player-wins") else outcome
    ante, play = _plain_result(rules, ANTE, wins), _plain_result(rules, PLAY, wins, times)
    bonus = ending.net - ante[1] - play[1]
    yield EndingPart(ANTE, ante[0], WHOLE, ante[1])
    yield EndingPart(PLAY, play[0], Fraction(times), play[1])
    yield EndingPart(ANTE_BONUS, category if bonus else "nothing", NOTHING, bonus)


def _parse_ending(how: str) -> tuple[str, str, bool]:
    """Parse an ending: the outcome, the category and whether the dealer qualified."""
    words, unqualified, _ = how.partition(_UNQUALIFIED)
    outcome, _, category = words.partition(" with ")
    return outcome, category, not unqualified


def _plain_result(rules: Rules, wager: str, outcome: str, times: int = 1) -> tuple[str, Fraction]:
    """Return the row and the net result, in Antes, of a wager that simply wins, loses or is returned."""
    row, brings = {"won": ("win", _win_pays(rules, wager)), "tied": ("tie", NOTHING)}.get(outcome, ("lose", -WHOLE))
    return (f"{times}x-{row}" if wager == PLAY else row), brings * times


def _win_pays(rules: Rules, wager: str) -> Fraction:
    row = rules.offers[wager].paytable.row("win")
    assert row is not None  # both books have it
    return net_win(row.pays, Cents(1))


def _blind_row(rules: Rules, outcome: str, category: str, brings: Fraction) -> str:
    table = rules.offers[BLIND].paytable
    if outcome != "won":
        return "tie" if outcome == "tied" else "lose"
    pushes = next((row.hand for row in table.rows if isinstance(row.pays, Push)), "push")
    if table.row(category) is not None:
        return category
    return pushes if brings == 0 else f"win-with-{category}"
