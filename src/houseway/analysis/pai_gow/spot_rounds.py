"""The rounds of a spot of Pai Gow Poker: the base wager, not banking, with every wager that the player's seven cards decide."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.odds.counts import ShownHands
from houseway.analysis.pai_gow.by_stake import net_win_at_stake
from houseway.analysis.pai_gow.joint import HELD, count_by_held_hands
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts
from houseway.analysis.pai_gow.solve.solver import PaiGowSolution
from houseway.analysis.solve.solution import Progress
from houseway.analysis.spot_rounds.round_counts import RoundCounts
from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.procedure import PAI_GOW
from houseway.submission import Rules

_ROUNDING = "vigorish.rounding"
_WHOLE = Fraction(1)
_AS_FILED = "vigorish is charged and rounded as filed"
_TO_THE_FRACTION = "vigorish is charged to the fraction of a cent, because the rule book leaves its rounding to the operator"


def count_rounds(
    rules: Rules, solution: PaiGowSolution, axes: Sequence[str], bet: Cents, progress: Progress | None = None
) -> RoundCounts:
    if not isinstance(solution, PaiGowSolution):
        raise NotAllowed(
            "hands that are each set best are not counted by their results together; name a house way for the player",
            code="session.solution",
            given=type(solution).__name__,
            allowed="a house way for the player",
        )
    is_rounded = rules.options.get(_ROUNDING) is not None
    brings = net_win_at_stake(rules, bet) if is_rounded else solution.terms.pays
    by_held: dict[tuple[ShownHands, ...], ComparisonCounts] = {(): solution.counts}
    if axes == (HELD,):
        found = count_by_held_hands(solution.terms, solution.dealer, solution.player, progress)
        if ComparisonCounts.sum(found.values()) != solution.counts:
            raise ArithmeticError("pairs of hands by what the player holds do not add up to those that were solved")
        by_held = {(shown,): counts for shown, counts in found.items()}
    cells = {shown: _net_counts(counts, brings) for shown, counts in by_held.items()}
    same = solution.player.hash == solution.dealer.hash
    words = f"the player sets by the house way {solution.player.title}"
    others = "as does the dealer" if same else f"the dealer by {solution.dealer.title}"
    return RoundCounts(
        tuple(axes),
        cells,
        f"{words}, {others}; nobody banks",
        solution.provenance.method,
        (_AS_FILED if is_rounded else _TO_THE_FRACTION,),
    )


def _net_counts(counts: ComparisonCounts, brings: Fraction) -> tuple[tuple[int, dict[str, Fraction]], ...]:
    ends = ((counts.win, brings), (counts.push, Fraction(0)), (counts.lose, -_WHOLE))
    return tuple((count, {PAI_GOW: net}) for count, net in ends if count)
