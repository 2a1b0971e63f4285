"""What a simulation found: each wager's hold and deviation with their standard errors, beside the exact figures."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from houseway import __version__
from houseway.analysis.exact import as_decimal, as_dollars_and_cents, square_root
from houseway.analysis.games import analysis_of, solve_game
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.par_figures.hold_interval import central_moment, least_rounds
from houseway.analysis.simulated_games.lines import NOTHING, SimulatedGame, SimulatedLine, most_awarded
from houseway.analysis.simulated_games.metered import metered_wager
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.analysis.simulated_games.several_plays import mix_plays
from houseway.analysis.simulation.meter_result import MOST_ERRORS_APART, MeterResult, envy_line, exact_at, meter_results
from houseway.analysis.simulation.meter_run import MeterRun, PaidSums, settlement_order
from houseway.analysis.simulation.planning import left_out
from houseway.analysis.simulation.shards import (
    KeptParts,
    NetTable,
    Progress,
    ShardWork,
    SimulationSums,
    Workers,
    play_shards,
    threads_for,
)
from houseway.analysis.solve.solution import Solution
from houseway.errors import NotAllowed
from houseway.games.awards import wagers_under_limit
from houseway.money import CENTS_PER_DOLLAR, Cents
from houseway.spelling import list_things
from houseway.submission import Rules
from houseway.values import ShortRepr

LIMIT = "payout-limit.amount"
ALL_WAGERS = "all"
_PLACES = 6


@dataclass(frozen=True, repr=False)
class LineResult(ShortRepr):
    """A wager over all rounds; amounts in cents."""

    line: SimulatedLine | None
    """None for all wagers of a spot together."""
    title: str
    stake: Cents
    rounds: int
    players: int
    total: Fraction
    """What all players won together."""
    squares: Fraction
    """The sum of the squares of what each player won in each round."""
    table_squares: Fraction
    """The sum of the squares of what all players of a round won together."""
    shared_error: Fraction | None
    """The standard error of the covariance of two seats, in cents squared; None with one player, or with few shards."""

    @property
    def name(self) -> str:
        return ALL_WAGERS if self.line is None else self.line.name

    @property
    def player_rounds(self) -> int:
        return self.rounds * self.players

    @property
    def mean(self) -> Fraction:
        """Return what a player wins in a round on average."""
        return self.total / self.player_rounds

    @cached_property
    def variance(self) -> Fraction:
        return self.squares / self.player_rounds - self.mean**2

    @cached_property
    def table_variance(self) -> Fraction:
        """Return the variance of what all players of a round win together."""
        return self.table_squares / self.rounds - (self.mean * self.players) ** 2

    @cached_property
    def covariance(self) -> Fraction | None:
        """Return the covariance of two seats of a round; None with one player."""
        if self.players == 1:
            return None
        return (self.table_variance - self.players * self.variance) / (self.players * (self.players - 1))

    @property
    def correlation(self) -> Fraction | None:
        return None if self.covariance is None or not self.variance else self.covariance / self.variance

    @property
    def correlation_error(self) -> Fraction | None:
        return None if self.shared_error is None or not self.variance else self.shared_error / self.variance

    @property
    def hold(self) -> Fraction:
        """Return what the house keeps, as a share of the stake."""
        return -self.mean / self.stake.amount

    @cached_property
    def mean_error(self) -> Fraction:
        """Return the standard error of the mean in cents: with the exact variance where it is known, and what seats share."""
        variance = self.variance if self.exact_variance is None else self.exact_variance
        factor = 1 + (self.players - 1) * (self.correlation or 0)
        return square_root(max(variance * factor, Fraction(0)) / self.player_rounds)

    # Beside the exact figures

    @cached_property
    def exact_mean(self) -> Fraction | None:
        if self.line is None or self.line.exact is None:
            return None
        return sum((net * count for net, count in self.line.exact), Fraction(0)) / sum(count for _, count in self.line.exact)

    @cached_property
    def exact_variance(self) -> Fraction | None:
        return None if self.line is None or self.line.exact is None else central_moment(self.line.exact, 2)

    @cached_property
    def is_rough(self) -> bool:
        """Return whether rare awards decide so much that the mean of these rounds is not normal."""
        return self.line is not None and self.line.exact is not None and self.player_rounds < least_rounds(self.line.exact)

    @cached_property
    def errors_apart(self) -> Fraction | None:
        """Return by how many standard errors the mean differs from the exact one."""
        if self.exact_mean is None or not self.mean_error:
            return None
        return (self.mean - self.exact_mean) / self.mean_error

    @property
    def is_apart(self) -> bool:
        """Return whether it differs by more than chance."""
        if self.exact_mean is None or self.is_rough:
            return False
        return self.mean != self.exact_mean if self.errors_apart is None else abs(self.errors_apart) > MOST_ERRORS_APART

    def verdict(self) -> str:
        """Say in words how it compares with the exact figure."""
        if self.exact_mean is None:
            return "-"
        if self.is_rough:
            return "too few rounds"
        return "DIFFERS" if self.is_apart else "agrees"

    def to_json(self) -> dict[str, object]:
        exact = None
        if self.exact_mean is not None and self.exact_variance is not None:
            exact = {
                "hold": as_decimal(-self.exact_mean / self.stake.amount),
                "standard_deviation": as_dollars_and_cents(square_root(self.exact_variance)),
                "errors_apart": None if self.errors_apart is None else as_decimal(self.errors_apart, 3),
                "verdict": self.verdict(),
            }
        return {
            "wager": self.name,
            "title": self.title,
            "stake": str(self.stake),
            "hold": as_decimal(self.hold),
            "hold_error": as_decimal(self.mean_error / self.stake.amount),
            "mean": as_dollars_and_cents(self.mean),
            "mean_cents": str(self.mean),
            "standard_deviation": as_dollars_and_cents(square_root(self.variance)),
            "two_seats": None
            if self.correlation is None
            else {
                "covariance": as_decimal(self.covariance or Fraction(0), _PLACES),
                "correlation": as_decimal(self.correlation, _PLACES),
                "correlation_error": None if self.correlation_error is None else as_decimal(self.correlation_error, _PLACES),
                "variance_of_table": as_decimal(self.table_variance / (self.players * self.variance), _PLACES),
            },
            "exact": exact,
            "why_not_exact": "" if self.line is None else self.line.why_not_exact,
        }


@dataclass(frozen=True, repr=False)
class SimulationResult(ShortRepr):
    """What a simulation found."""

    rules: Rules = field(repr=False)
    plan: SimulationPlan
    strategy: str
    rounds: int
    """Those that were played; fewer than asked for after Control-C."""
    is_interrupted: bool
    lines: tuple[LineResult, ...] = field(repr=False)
    """The wagers, and last all of a spot together."""
    assumptions: tuple[str, ...]
    left_out: tuple[str, ...]
    outcome_counts: tuple[tuple[int, ...], ...] = field(repr=False)
    """By axis of the kernel and outcome: player-rounds."""
    meters: tuple[MeterResult, ...] = field(repr=False, default=())

    @property
    def differing(self) -> tuple[LineResult | MeterResult, ...]:
        """Return the wagers and meters that differ from the exact figures by more than chance."""
        return (*(each for each in self.lines if each.is_apart), *(each for each in self.meters if each.is_apart))

    def line(self, name: str) -> LineResult:
        return next(each for each in self.lines if each.name == name)

    @property
    def uncompared(self) -> Mapping[str, str]:
        """Return the wagers without an exact figure in words, by the reason."""
        lines = [each.line for each in self.lines if each.line is not None]
        reasons = dict.fromkeys(line.why_not_exact for line in lines if line.why_not_exact)
        return {why: list_things(line.title for line in lines if line.why_not_exact == why) for why in reasons}

    columns = ("wager", "stake", "hold", "±", "exact", "", "deviation", "exact", "two seats", "±")

    def rows(self) -> list[tuple[str, ...]]:
        return [_row(each) for each in self.lines]

    def records(self) -> list[dict[str, object]]:
        """Return a row for each wager, with shares as decimals and deviations in dollars."""
        return [_record(each) for each in self.lines]

    def notes(self) -> list[str]:
        """Say how it was played, and what is not part of it."""
        rough = any(each.is_rough for each in self.lines)
        return [
            f"play: {self.strategy}",
            f"seed: {self.plan.seed}; the same seed gives the same rounds on any number of workers",
            "±: the standard error; with the exact deviation where it is known, and with what seats share",
            "two seats: the correlation of what two seats win in a round",
            *(["too few rounds: rare awards decide so much that a mean of these rounds cannot be compared"] if rough else []),
            *(_METER_NOTES if self.meters else ()),
            *(f"not compared: {titles}, because {why}" for why, titles in self.uncompared.items()),
            *(f"assumption: {said}" for said in self.assumptions),
            *(f"left out: {said}" for said in self.left_out),
        ]

    def to_json(self) -> dict[str, object]:
        return {
            "book": self.rules.book,
            "version": self.rules.version,
            "book_hash": self.rules.regulation.hash,
            "rules_hash": self.rules.hash if self.rules.facility else "",
            "program": f"houseway {__version__}",
            "rounds": self.rounds,
            "interrupted": self.is_interrupted,
            **self.plan.to_json(),
            "strategy": self.strategy,
            "lines": [each.to_json() for each in self.lines],
            **({"meters": [each.to_json() for each in self.meters]} if self.meters else {}),
            "differing": [each.name for each in self.differing],
            "assumptions": list(self.assumptions),
            "left_out": list(self.left_out),
        }


_METER_NOTES = (
    "meters: they begin at their seeds and go on through all rounds; tables that share them are one sequence of rounds",
    "what stood on a meter when it was won is on average what stands on it in the long run, as houseway meters counts it",
    "hold of a wager with meters: ± and the exact figure are those with the meters as they stood",
)


def _percent(share: Fraction) -> str:
    return f"{float(share):.4%}"


def _row(each: LineResult) -> tuple[str, ...]:
    exact, deviation = each.exact_mean, each.exact_variance
    correlation, error = each.correlation, each.correlation_error
    return (
        each.title,
        str(each.stake),
        _percent(each.hold),
        _percent(each.mean_error / each.stake.amount),
        "-" if exact is None else _percent(-exact / each.stake.amount),
        each.verdict(),
        as_dollars_and_cents(square_root(each.variance)),
        "-" if deviation is None else as_dollars_and_cents(square_root(deviation)),
        "-" if correlation is None else f"{float(correlation):.4f}",
        "-" if error is None else f"{float(error):.4f}",
    )


def _record(each: LineResult) -> dict[str, object]:
    dollar = Fraction(CENTS_PER_DOLLAR)
    exact, deviation = each.exact_mean, each.exact_variance
    return {
        "wager": each.name,
        "stake": str(each.stake),
        "rounds": each.rounds,
        "players": each.players,
        "hold": as_decimal(each.hold),
        "error": as_decimal(each.mean_error / each.stake.amount),
        "exact": "" if exact is None else as_decimal(-exact / each.stake.amount),
        "verdict": each.verdict(),
        "deviation": as_decimal(square_root(each.variance) / dollar),
        "exact_deviation": "" if deviation is None else as_decimal(square_root(deviation) / dollar),
        "correlation": "" if each.correlation is None else as_decimal(each.correlation),
        "correlation_error": "" if each.correlation_error is None else as_decimal(each.correlation_error),
    }


def solution_for(rules: Rules, plan: SimulationPlan, progress: Progress | None = None) -> Solution:
    """Solve the game, and what the plan plays if that is another strategy."""
    solved = analysis_of(rules.regulation).solved_plays
    asked = next((play for play in (plan.play, *plan.plays) if play in solved), None)
    options = {} if asked is None else {"strategy": asked}
    return solve_game(rules, progress, **options, **plan.ways)


WorkersFor = Callable[[ShardWork], AbstractContextManager[Workers]]
KeptIn = Callable[[ShardWork], KeptParts]


def simulate(
    rules: Rules,
    plan: SimulationPlan,
    solution: Solution | None = None,
    workers_for: WorkersFor = threads_for,
    progress: Progress | None = None,
    keep_in: KeptIn | None = None,
) -> SimulationResult:
    """Play the rounds of a plan. Without a solution there are no exact figures of the game itself. `workers_for` finds those who
    play it, by default a thread for each core; `keep_in` finds the parts that were played before."""
    game = describe_game(rules, plan, solution)
    _check_limit(rules, game.lines)
    table = NetTable.from_game(game, plan.players)
    work = ShardWork.from_game(game, plan, table)
    order = settlement_order(rules, plan.players)
    run = None if game.metered is None else MeterRun(rules, game.metered, plan.players, table.unit, order)
    with workers_for(work) as workers:
        kept = keep_in(work) if keep_in else None
        sums = play_shards(work, plan.rounds, workers, progress, kept, None if run is None else run.take)
    meters: tuple[MeterResult, ...] = ()
    if run is not None:
        run.finish()
        meters = meter_results(rules, run)
    lines = _line_results(game, plan, table, sums, run, meters)
    return SimulationResult(
        rules,
        plan,
        game.strategy,
        sums.rounds,
        sums.is_interrupted,
        lines,
        game.assumptions,
        left_out(rules, plan.sides, {line.name for line in lines}, plan.players),
        tuple(map(tuple, sums.counts.tolist())),
        meters,
    )


def describe_game(rules: Rules, plan: SimulationPlan, solution: Solution | None = None) -> SimulatedGame:
    """Return the game as kernels play it, with the plan's wagers at its stakes."""
    sides = [wager_odds(rules, wager, stake=stake) for wager, stake in plan.sides.items()]
    simulate_game = analysis_of(rules.regulation).simulate
    metered = next((each for each in sides if each.meters), None)
    envy = None if metered is None else _progressive_envy(rules, metered)
    found = [*sides, *((envy,) if envy else ())]
    if plan.plays:
        game = mix_plays(plan, lambda each: simulate_game(rules, each, found, solution))
    else:
        game = simulate_game(rules, plan, found, solution)
    return game if metered is None else _with_meters(rules, plan, game, metered, envy)


def _progressive_envy(rules: Rules, odds: WagerOdds) -> WagerOdds | None:
    """Return the odds of the envy bonus that a stake on a wager with meters earns, if it does."""
    tables = [table.wager for table in rules.offers[odds.wager].envy]
    stakes = {wager: rules.regulation.cents_of(f"envy-stake.{wager}") for wager in tables}
    return next((wager_odds(rules, wager) for wager in tables if stakes[wager] == odds.stake), None)


def _with_meters(
    rules: Rules, plan: SimulationPlan, game: SimulatedGame, odds: WagerOdds, envy: WagerOdds | None
) -> SimulatedGame:
    """Return the game with the meters of a wager. What one hand earns others is no line of the kernels."""
    by_name = {line.name: line for line in game.lines}
    earned = None if envy is None else (envy, by_name[envy.wager])
    lines = tuple(line for line in game.lines if envy is None or line.name != envy.wager)
    return replace(game, lines=lines, metered=metered_wager(rules, odds, by_name[odds.wager], earned, plan.players))


def _check_limit(rules: Rules, lines: Sequence[SimulatedLine]) -> None:
    """Refuse stakes at which a filed payout limit may cut an award: it covers several wagers of a hand together."""
    most = rules.options.get(LIMIT)
    highest = most_awarded(lines, wagers_under_limit(rules))
    if isinstance(most, Cents) and highest > most.amount:
        raise NotAllowed(
            f"at these stakes the payout limit of {most} may cut awards, which is not simulated; lower the stakes",
            code="simulate.limit",
            given=as_dollars_and_cents(highest),
            allowed=f"awards of {most} or less together",
        )


def _line_results(
    game: SimulatedGame,
    plan: SimulationPlan,
    table: NetTable,
    sums: SimulationSums,
    run: MeterRun | None,
    meters: Sequence[MeterResult],
) -> tuple[LineResult, ...]:
    found, unit = [], table.unit
    paid = {} if run is None else {run.metered.line.name: run.wager, ALL_WAGERS: run.all}
    smallest = Fraction(1) if run is None else run.smallest

    def result(line: SimulatedLine | None, stake: Cents, seats: int, figures: LineFigures) -> LineResult:
        figures = figures.with_paid(paid.get(ALL_WAGERS if line is None else line.name), smallest)
        title = "all wagers of a spot" if line is None else line.title
        error = figures.shared_error(sums.shards, table.shard_rounds * seats * (seats - 1))
        return LineResult(line, title, stake, sums.rounds, seats, figures.total, figures.squares, figures.table_squares, error)

    for place, line in enumerate(game.lines):
        nets = line.nets
        if run is not None and game.is_metered(line):
            nets, line = run.metered.settled_line.nets, replace(line, exact=exact_at(run, meters))
        counts = sums.counts[line.axis].tolist()
        total = sum((net * count for net, count in zip(nets, counts) if count), NOTHING)
        squares = sum((net**2 * count for net, count in zip(nets, counts) if count), NOTHING)
        figures = LineFigures.from_sums(total, squares, sums, place, unit)
        found.append(result(line, line.stake, line.seats or plan.players, figures))
    own_envy = None if run is None else envy_line(run)
    if run is not None and own_envy is not None:
        paid[own_envy.name] = run.envy
        found.append(result(own_envy, own_envy.stake, plan.players, LineFigures()))
    total, squares = sums.spot[0] * unit, sums.spot[1] * unit**2
    every = LineFigures.from_sums(total, squares, sums, len(game.lines), unit)
    return (*found, result(None, plan.bet, plan.players, every))


_FEWEST_SHARDS = 10


@dataclass(frozen=True)
class LineFigures:
    """What was added up for one line, in cents."""

    total: Fraction = NOTHING
    squares: Fraction = NOTHING
    table_squares: Fraction = NOTHING
    shared: Fraction = NOTHING
    """Products of two seats' results, over complete shards."""
    shared_squares: Fraction = NOTHING

    @classmethod
    def from_sums(cls, total: Fraction, squares: Fraction, sums: SimulationSums, place: int, unit: Fraction) -> "LineFigures":
        shared, shared_squares = sums.shared[place] * unit**2, sums.shared_squares[place] * unit**4
        return cls(total, squares, sums.squares[place] * unit**2, shared, shared_squares)

    def with_paid(self, paid: PaidSums | None, smallest: Fraction) -> "LineFigures":
        """Return the figures with what meters and envy have paid."""
        if paid is None:
            return self
        return LineFigures(
            self.total + paid.total * smallest,
            self.squares + paid.squares * smallest**2,
            self.table_squares + paid.table_squares * smallest**2,
            self.shared + paid.shared * smallest**2,
            self.shared_squares + paid.shared_squares * smallest**4,
        )

    def shared_error(self, shards: int, pairs: int) -> Fraction | None:
        """Return the standard error of the covariance of two seats, by how it varies from shard to shard."""
        if not pairs or shards < _FEWEST_SHARDS:
            return None
        mean = self.shared / shards
        variance = (self.shared_squares / shards - mean**2) * shards / (shards - 1)
        return square_root(variance / shards) / pairs
