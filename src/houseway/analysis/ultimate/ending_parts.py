"""The ending of a round of Ultimate Texas Hold'em, split into Ante, Blind and Play; the Blind gets the rest."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.analysis.solve.parts import NOTHING, WHOLE, EndingPart, parse_ending, plain_result
from houseway.analysis.solve.solution import RoundEnding
from houseway.money import Push
from houseway.procedure import ANTE, BLIND, PLAY
from houseway.submission import Rules


def split_ending(rules: Rules, ending: RoundEnding) -> Iterator[EndingPart]:
    if ending.outcome == "folded":
        yield EndingPart(ANTE, "folded", WHOLE, -WHOLE)
        yield EndingPart(BLIND, "folded", WHOLE, -WHOLE)
        return
    times = int(ending.action.removesuffix("x"))
    outcome, category, qualified = parse_ending(ending.outcome)
    ante = plain_result(rules, ANTE, outcome) if qualified else ("dealer-does-not-qualify", NOTHING)
    play = plain_result(rules, PLAY, outcome, times)
    blind = ending.net - ante[1] - play[1]
    yield EndingPart(ANTE, ante[0], WHOLE, ante[1])
    yield EndingPart(BLIND, _blind_row(rules, outcome, category, blind), WHOLE, blind)
    yield EndingPart(PLAY, play[0], Fraction(times), play[1])


def _blind_row(rules: Rules, outcome: str, category: str, brings: Fraction) -> str:
    table = rules.offers[BLIND].paytable
    if outcome != "won":
        return "tie" if outcome == "tied" else "lose"
    pushes = next((row.hand for row in table.rows if isinstance(row.pays, Push)), "push")
    if table.row(category) is not None:
        return category
    return pushes if brings == 0 else f"win-with-{category}"
