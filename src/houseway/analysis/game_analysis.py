"""What the analysis offers for the books of one game, as a record."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from houseway.analysis.decisive_readings import Figures
from houseway.analysis.joint_distribution import JointDistribution
from houseway.analysis.odds.basis import Decider
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.par_figures.base_game import ParGame
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.wager import ParWager
from houseway.analysis.simulated_games.lines import SimulatedGame, SimulatedLine
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.analysis.solve.solution import Advice, PlayerView, Progress, Solution
from houseway.analysis.spot_rounds.round_counts import RoundCounts
from houseway.analysis.two_seats.covariances import Pair, SharedVariance
from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.submission import Rules

Solver = Callable[..., Solution]
"""Solves the game of some rules; the keyword arguments are the record's `solver_options`."""
Adviser = Callable[[Rules, PlayerView, Progress | None], Advice]
JointCounter = Callable[[Rules, Any, str, Cents, Progress | None], JointDistribution]
"""Counts a solved game by the axis that decides an optional wager, paid as at a bet."""
RoundCounter = Callable[[Rules, Any, Sequence[str], Cents, Progress | None], RoundCounts]
"""Counts the rounds of a spot by what decides several optional wagers at once, paid as at a bet."""
ParBuilder = Callable[[Rules, Any, Pace], tuple[ParGame, tuple[ParWager, ...]]]
"""Returns a solved game and its own wagers for a PAR sheet, paid as at the average bet."""
ChartBuilder = Callable[[Any, bool], dict[str, Any]]
"""Draws a solution, wide or narrow."""

Simulator = Callable[[Rules, SimulationPlan, Sequence[WagerOdds], Any], SimulatedGame]
"""Describes a game for simulation with the odds of the plan's optional wagers, and exact figures if it was solved."""
SeatCounter = Callable[[Rules, Sequence[SimulatedLine], str, Progress | None], Mapping[Pair, SharedVariance]]
"""Counts how the wagers of two seats vary together under a strategy, as far as that can be counted."""


def _refuse(what: str) -> Callable[..., Any]:
    """Return what refuses a question that the analysis of a game does not answer."""

    def refuse(*given: object) -> Any:
        message = f"the solution of this game cannot be {what} yet"
        raise NotAllowed(message, code="analysis.not-offered", given=what, allowed="the solution, and the odds of its wagers")

    return refuse


_NO_JOINT_COUNT = _refuse("counted jointly with other wagers")
NO_SHEET = _refuse("put on a PAR sheet")
_NO_ROUNDS = _refuse("counted round by round")
_NO_CHART = _refuse("drawn as a chart")
_NO_SIMULATION = _refuse("simulated")


def _count_no_seats(*given: object) -> Mapping[Pair, SharedVariance]:
    return {}


@dataclass(frozen=True)
class GameAnalysis:
    """What the analysis offers for the books of one game."""

    solve: Solver
    terms: Figures
    """Everything in rules that decides the figures of the base game and of a player's bank."""
    deciders: Mapping[str, Decider] = field(default_factory=dict)
    """What finds the cards that decide a wager, by the function that pays it, or by the wager if none does."""
    count_jointly: JointCounter = _NO_JOINT_COUNT
    count_rounds: RoundCounter = _NO_ROUNDS
    build_par: ParBuilder = NO_SHEET
    draw_chart: ChartBuilder = _NO_CHART
    simulate: Simulator = _NO_SIMULATION
    simulated_plays: tuple[str, ...] = ()
    """The strategies of simulated players by name, the default first."""
    solved_plays: tuple[str, ...] = ()
    """Those of them that the solver counts if it is asked to."""
    count_seats: SeatCounter = _count_no_seats
    solver_options: tuple[str, ...] = ()
    """Further keyword arguments of the solver."""
    advise: Adviser | None = None
    advice_command: str = ""
    """The command that advises on hands of this game, if `advise` does not."""
    fold_reading: str = ""
    """The reading that leaves it to the operator which optional wagers a fold loses."""
    costly_readings: Mapping[str, str] = field(default_factory=dict)
    """By reading of the game itself, the choice that pays players more than the book's own."""
    bank_readings: tuple[str, ...] = ()
    """The readings that decide only the figures of a player's bank."""
