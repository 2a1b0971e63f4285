"""The ending of a round of Four Card Poker, split into Ante, Play and Ante bonus; the Ante bonus gets the rest."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.analysis.solve.parts import NOTHING, WHOLE, EndingPart, parse_ending, plain_result
from houseway.analysis.solve.solution import RoundEnding
from houseway.procedure import ANTE, ANTE_BONUS, PLAY
from houseway.submission import Rules


def split_ending(rules: Rules, ending: RoundEnding) -> Iterator[EndingPart]:
    if ending.outcome == "folded":
        yield EndingPart(ANTE, "folded", WHOLE, -WHOLE)
        return
    times = int(ending.action.removesuffix("x"))
    outcome, category, _ = parse_ending(ending.outcome)
    wins = "won" if outcome == "tied" and rules.takes_reading("FC-07=player-wins") else outcome
    ante, play = plain_result(rules, ANTE, wins), plain_result(rules, PLAY, wins, times)
    bonus = ending.net - ante[1] - play[1]
    yield EndingPart(ANTE, ante[0], WHOLE, ante[1])
    yield EndingPart(PLAY, play[0], Fraction(times), play[1])
    yield EndingPart(ANTE_BONUS, category if bonus else "nothing", NOTHING, bonus)
