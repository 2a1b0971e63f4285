"""How a round of a game against the dealer ends, taken apart into its wagers: the Ante, the Blind, the Play, the Ante bonus.

What each wager brings is told from the rules; what is left of the ending's own result is the Blind's or the Ante bonus's, so
that the parts always add up to what was solved.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.solve.solution import Ending
from houseway.money import Cents, Push, net
from houseway.procedure import ANTE, ANTE_BONUS, BLIND, PLAY
from houseway.submission import Rules

WHOLE, NOTHING = Fraction(1), Fraction(0)
_UNQUALIFIED = ", dealer not qualified"


@dataclass(frozen=True)
class Part:
    """What one wager does in an ending, in Antes."""

    wager: str
    row: str
    staked: Fraction
    net: Fraction


Parted = Callable[[Rules, Ending], Iterable[Part]]


def nets(parted: Parted, rules: Rules, ending: Ending) -> Mapping[str, Fraction]:
    """What each wager brings in an ending."""
    return {part.wager: part.net for part in parted(rules, ending)}


def ultimate_parts(rules: Rules, ending: Ending) -> Iterator[Part]:
    if ending.how == "folded":
        yield Part(ANTE, "folded", WHOLE, -WHOLE)
        yield Part(BLIND, "folded", WHOLE, -WHOLE)
        return
    times = int(ending.action.removesuffix("x"))
    outcome, category, qualified = _told(ending.how)
    ante = _against(rules, ANTE, outcome) if qualified else ("dealer-does-not-qualify", NOTHING)
    play = _against(rules, PLAY, outcome, times)
    blind = ending.net - ante[1] - play[1]
    yield Part(ANTE, ante[0], WHOLE, ante[1])
    yield Part(BLIND, _blind_row(rules, outcome, category, blind), WHOLE, blind)
    yield Part(PLAY, play[0], Fraction(times), play[1])


def four_card_parts(rules: Rules, ending: Ending) -> Iterator[Part]:
    if ending.how == "folded":
        yield Part(ANTE, "folded", WHOLE, -WHOLE)
        return
    times = int(ending.action.removesuffix("x"))
    outcome, category, _ = _told(ending.how)
    wins = "won" if outcome == "tied" and rules.readings.get("FC-07") == "player-wins" else outcome
    ante, play = _against(rules, ANTE, wins), _against(rules, PLAY, wins, times)
    bonus = ending.net - ante[1] - play[1]
    yield Part(ANTE, ante[0], WHOLE, ante[1])
    yield Part(PLAY, play[0], Fraction(times), play[1])
    yield Part(ANTE_BONUS, category if bonus else "nothing", NOTHING, bonus)


def _told(how: str) -> tuple[str, str, bool]:
    """Outcome, category and whether the dealer qualified, of how a round ended."""
    words, unqualified, _ = how.partition(_UNQUALIFIED)
    outcome, _, category = words.partition(" with ")
    return outcome, category, not unqualified


def _against(rules: Rules, wager: str, outcome: str, times: int = 1) -> tuple[str, Fraction]:
    """A wager that just wins, loses or is handed back: the row, and what it brings for so many Antes."""
    row, brings = {"won": ("win", _won(rules, wager)), "tied": ("tie", NOTHING)}.get(outcome, ("lose", -WHOLE))
    return (f"{times}x-{row}" if wager == PLAY else row), brings * times


def _won(rules: Rules, wager: str) -> Fraction:
    row = rules.offers[wager].paytable.row("win")
    assert row is not None  # both books have it
    return net(row.pays, Cents(1))


def _blind_row(rules: Rules, outcome: str, category: str, brings: Fraction) -> str:
    table = rules.offers[BLIND].paytable
    if outcome != "won":
        return "tie" if outcome == "tied" else "lose"
    pushes = next((row.hand for row in table.rows if isinstance(row.pays, Push)), "push")
    if table.row(category) is not None:
        return category
    return pushes if brings == 0 else f"win-with-{category}"
