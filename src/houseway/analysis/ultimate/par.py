"""Ultimate Texas Hold'em on a PAR sheet: its solution split into the Ante, the Blind and the Play."""

from collections.abc import Iterable
from dataclasses import replace

from houseway.analysis.exact import as_signed_decimal
from houseway.analysis.par_figures.base_game import ParGame, StrategyGrid
from houseway.analysis.par_figures.game import PaidEnding, edges_by_stake, par_game, par_wagers, pay_endings
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.wager import ParWager
from houseway.analysis.ultimate.ending_parts import split_ending
from houseway.analysis.ultimate.solve.solution import UltimateSolution
from houseway.cards import Rank
from houseway.money import Cents
from houseway.procedure import ANTE
from houseway.submission import Rules

LIMIT = "payout-limit.amount"
AS_SOLVED = "the strategy and the values of starting hands are those of the solved game, with no award rounded or cut"


def build(rules: Rules, solution: UltimateSolution, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    """Return Ultimate Texas Hold'em and its wagers, paid as at the average Ante."""
    rounds = pay_endings(rules, solution.best_play, split_ending, pace.bets[ANTE])
    provenance = replace(solution.provenance, assumptions=_assumptions(rules, solution, rounds, pace.bets[ANTE]))
    game = par_game(rules, rounds, provenance, pace, _strategy(solution), _starting_hand_grid(solution))
    return replace(game, by_stake=edges_by_stake(solution.by_stake)), par_wagers(rules, rounds, provenance, pace)


def _assumptions(rules: Rules, solution: UltimateSolution, rounds: Iterable[PaidEnding], bet: Cents) -> tuple[str, ...]:
    """Replace the assumptions about stakes: this sheet is for one Ante."""
    others = (said for said in solution.provenance.assumptions if said not in solution.by_stake.assumptions)
    most = rules.options.get(LIMIT)
    cut = f", and cut to the payout limit of {most}, toward which no other wager of the hand counts" if most else ""
    bends = any(each.differs_from_solved for each in rounds if each.ending.combinations)
    return (
        *others,
        f"each row's award is rounded as for an Ante of {bet} (reading UTH-29){cut}",
        *((AS_SOLVED,) if bends else ()),
    )


def _strategy(solution: UltimateSolution) -> tuple[str, ...]:
    best = {hand.best for hand in solution.hands.values()}
    never = [action for action in next(iter(solution.hands.values())).values if action not in best]
    said = f" {' and '.join(never)} is never best." if never else ""
    return (
        f"Before the flop: see below, with the value of each starting hand in Antes.{said}",
        "After the flop and on the river: the choice with the higher value, counted against every hand that the"
        " dealer may have.",
    )


def _starting_hand_grid(solution: UltimateSolution) -> StrategyGrid:
    """Arrange actions by starting hand: suited hands above the diagonal, offsuit hands below."""
    letters = [rank.letter for rank in reversed(Rank)]

    def cell(row: int, column: int) -> tuple[str, str]:
        high, low = letters[min(row, column)], letters[max(row, column)]
        name = high + low + ("" if row == column else "s" if column > row else "o")
        hand = solution.hands[name]
        return hand.best, f"{name} {as_signed_decimal(hand.values[hand.best], 2)}"

    rows = tuple((letters[row], tuple(cell(row, column) for column in range(len(letters)))) for row in range(len(letters)))
    return StrategyGrid("Starting hands: suited above the diagonal, offsuit below", tuple(letters), rows)
