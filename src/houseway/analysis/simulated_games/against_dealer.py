"""The wagers of a game against the dealer, as lines of a simulation: what every ending brings each, and all of them together."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from houseway.analysis.simulated_games.lines import NOTHING, UNSOLVED, SimulatedLine
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.analysis.solve.parts import EndingSplitter, net_by_wager
from houseway.analysis.solve.solution import RoundEnding, StrategyResult
from houseway.analysis.spot_rounds.against_dealer import payer_at
from houseway.submission import Rules

WHOLE_GAME = "game"
"""The line of all wagers of the game together."""
GAME_AXIS = 0
"""The axis on which kernels write how the game ends."""


def game_lines(
    rules: Rules,
    plan: SimulationPlan,
    wagers: Sequence[str],
    split: EndingSplitter,
    endings: Mapping[int, RoundEnding],
    played: StrategyResult | None,
) -> Sequence[SimulatedLine]:
    """Return a line for each wager of the game, and first one of all together. `endings` are by outcome; `played` has the exact
    figures, where the game was solved."""
    bet, pay = plan.bet.amount, payer_at(rules, plan.bet)

    def net_of(counted: Sequence[str]) -> Callable[[RoundEnding], Fraction]:
        def net(ending: RoundEnding) -> Fraction:
            brings = pay(net_by_wager(split, rules, ending))
            return sum((brings.get(wager, NOTHING) for wager in counted), NOTHING) * bet

        return net

    lines = []
    for name, counted in ((WHOLE_GAME, wagers), *((wager, (wager,)) for wager in wagers)):
        net = net_of(counted)
        nets = [NOTHING] * (max(endings) + 1)
        for outcome, ending in endings.items():
            nets[outcome] = net(ending)
        exact = None if played is None else tuple((net(ending), ending.combinations) for ending in played.endings)
        title = "the game itself" if name == WHOLE_GAME else rules.regulation.wager(name).title
        why = "" if exact else UNSOLVED
        lines.append(SimulatedLine(name, title, plan.bet, GAME_AXIS, tuple(nets), name != WHOLE_GAME, exact, why))
    return lines
