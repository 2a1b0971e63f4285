"""The rounds of a spot of Ultimate Texas Hold'em: the game with every wager that the player's, the dealer's or the board's cards
decide."""

from collections.abc import Sequence

from houseway.analysis.solve.parts import net_by_wager
from houseway.analysis.solve.solution import Progress
from houseway.analysis.spot_rounds.against_dealer import round_counts
from houseway.analysis.spot_rounds.round_counts import RoundCells, RoundCounts
from houseway.analysis.ultimate.ending_parts import split_ending
from houseway.analysis.ultimate.joint import AXES, count_by_axis
from houseway.analysis.ultimate.solve.solution import UltimateSolution
from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.submission import Rules


def count_rounds(
    rules: Rules, solution: UltimateSolution, axes: Sequence[str], bet: Cents, progress: Progress | None = None
) -> RoundCounts:
    played = solution.best_play
    cells: RoundCells
    if not axes:
        nets = tuple((each.combinations, net_by_wager(split_ending, rules, each)) for each in played.endings)
        cells = {(): nets}
    elif len(axes) == 1:
        joint = count_by_axis(rules, solution, axes[0], progress)
        cells = {(shown,): nets for shown, nets in joint.cells.items()}
    else:
        raise NotAllowed(
            f"wagers decided by {' and '.join(axes)} are not counted together with the game yet",
            code="session.not-counted",
            given=tuple(axes),
            allowed=tuple(AXES),
        )
    return round_counts(rules, axes, cells, played, solution.provenance.method, _assumptions(solution, bet), bet)


def _assumptions(solution: UltimateSolution, bet: Cents) -> tuple[str, ...]:
    """Replace the assumptions about stakes: this count is for one Ante."""
    others = (said for said in solution.provenance.assumptions if said not in solution.by_stake.assumptions)
    return (
        *others,
        f"each row's award is rounded as for an Ante of {bet} (reading UTH-29); the play is that of the solved game, with nothing"
        " rounded or cut",
    )
