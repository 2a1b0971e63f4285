"""What the house wins over a shift, a day and a month: the expected win with its interval, the worst shift, the chance to lose.

The mean of a round of a table is exact. Its variance has the covariances of every two seats (`seats`), some of which are simulated.
Sums of many rounds are taken as normal; where rare awards decide so much that this is rough, the forecast says so.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import erf, exp, pi, sqrt

from houseway import __version__
from houseway.analysis.exact import as_decimal, as_dollars_and_cents
from houseway.analysis.games import analysis_of, solve_game
from houseway.analysis.hold.coupons import coupon_cost
from houseway.analysis.hold.plan import HoldPlan
from houseway.analysis.hold.seats import count_two_seats
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.par_figures.hold_interval import least_rounds
from houseway.analysis.par_figures.win_interval import WinInterval
from houseway.analysis.simulated_games.lines import ExactNets, SimulatedLine
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.analysis.solve.solution import Progress, Solution, StrategyResult
from houseway.analysis.two_seats.covariances import TwoSeats
from houseway.errors import NotAllowed
from houseway.submission import Rules
from houseway.values import ShortRepr

SHIFT, DAY, MONTH = "shift", "day", "month"
ONE_MONTH_IN = 20
_PLACES = 6


@dataclass(frozen=True, repr=False)
class WagerShare(ShortRepr):
    """A wager of every seat, per unit staked."""

    wager: str
    edge: Fraction
    staked: Fraction
    """What is staked on average for each unit of it, raises included."""
    least_rounds: int
    """The rounds from which the normal approximation holds without reserve, for one seat."""


@dataclass(frozen=True, repr=False)
class HoldSpan(ShortRepr, WinInterval):
    """All tables over a shift, a day or a month. Amounts in cents."""

    name: str
    rounds: int
    """Of all tables together."""
    wagered: Fraction
    is_rough: bool
    """Whether the rounds are too few for the normal approximation, because rare awards decide."""

    def share(self, win: Fraction) -> Fraction:
        return win / self.wagered

    def to_json(self) -> dict[str, object]:
        return {
            "span": self.name,
            "rounds": self.rounds,
            "wagered": as_dollars_and_cents(self.wagered),
            "expected_win": as_dollars_and_cents(self.expected),
            "standard_deviation": as_dollars_and_cents(self.deviation),
            "low": as_dollars_and_cents(self.low),
            "high": as_dollars_and_cents(self.high),
            "hold": as_decimal(self.share(self.expected), _PLACES),
            "hold_low": as_decimal(self.share(self.low), _PLACES),
            "hold_high": as_decimal(self.share(self.high), _PLACES),
            "chance_of_loss": round(self.losing, _PLACES),
            "rough": self.is_rough,
        }


@dataclass(frozen=True, repr=False)
class HoldForecast(ShortRepr):
    """What the house wins."""

    book: str
    title: str
    plan: HoldPlan
    shared: TwoSeats
    shares: tuple[WagerShare, ...]
    coupons_per_shift: Fraction = Fraction(0)
    """What match play coupons cost in a shift, at all tables."""

    @cached_property
    def spans(self) -> tuple[HoldSpan, ...]:
        plan = self.plan
        shift = plan.tables * plan.rounds_per_shift
        counts = {SHIFT: 1, DAY: plan.shifts, MONTH: plan.shifts * plan.days}
        return tuple(self._span(name, shift, times) for name, times in counts.items())

    @property
    def months_shifts(self) -> int:
        return self.plan.shifts * self.plan.days

    def _span(self, name: str, shift: int, times: int) -> HoldSpan:
        rounds, seats = shift * times, len(self.plan.bets)
        given_back = (self.rebate_per_shift + self.coupons_per_shift) * times
        first, *sides = self.shares
        mixed = max(bet.skewness_factor for bet in self.plan.bets)
        rough = rounds * seats < first.least_rounds * mixed or any(rounds * seats < each.least_rounds for each in sides)
        win = rounds * self.win - given_back
        return HoldSpan(win, rounds * self.round_variance, name, rounds, rounds * self.wagered, rough)

    # One round of a table

    @cached_property
    def _stakes(self) -> tuple[dict[str, Fraction], ...]:
        """Return the stakes of each seat on average, in cents."""
        first = self.shares[0].wager
        sides = {wager: Fraction(stake.amount) for wager, stake in self.plan.sides.items()}
        return tuple({first: bet.mean, **sides} for bet in self.plan.bets)

    @cached_property
    def wagered(self) -> Fraction:
        return sum((each.staked * seat[each.wager] for seat in self._stakes for each in self.shares), Fraction(0))

    @cached_property
    def win(self) -> Fraction:
        """Return the expected win of a round, before rebates."""
        return sum((self._seat_win(seat) for seat in range(len(self._stakes))), Fraction(0))

    def _seat_win(self, seat: int) -> Fraction:
        stakes = self._stakes[seat]
        won = sum((each.edge * stakes[each.wager] for each in self.shares), Fraction(0))
        return won + self.plan.mistakes * stakes[self.shares[0].wager]

    @cached_property
    def round_variance(self) -> Fraction:
        """Return the variance of a round of a table: of every spot, and the covariances of every two."""
        return self._covariances(within=True) + self._covariances(within=False)

    @property
    def seat_factor(self) -> Fraction:
        """Return how many times the variance of independent spots a table has."""
        return self.round_variance / self._covariances(within=True)

    def _covariances(self, *, within: bool) -> Fraction:
        found = Fraction(0)
        for one, mine in enumerate(self._stakes):
            if within:
                found += self._seat_variance(one)
                continue
            found += sum(
                (self._covariance(mine, theirs, within=False) for two, theirs in enumerate(self._stakes) if one != two),
                Fraction(0),
            )
        return found

    def _seat_variance(self, seat: int) -> Fraction:
        """Return the variance of a round of a seat. Amounts that vary add theirs times the mean square of the first wager."""
        stakes, first = self._stakes[seat], self.shares[0]
        square = (first.edge + self.plan.mistakes) ** 2
        own = self.shared.of(first.wager, first.wager)
        spread = self.plan.bets[seat].variance * (square + (own.within if own is not None else 0))
        return self._covariance(stakes, stakes, within=True) + spread

    def _covariance(self, mine: dict[str, Fraction], theirs: dict[str, Fraction], *, within: bool) -> Fraction:
        found = Fraction(0)
        for wager in mine:
            for other in theirs:
                pair = self.shared.of(wager, other)
                if pair is not None:
                    found += mine[wager] * theirs[other] * (pair.within if within else pair.across)
        return found

    # What is given back

    @cached_property
    def rebate_per_shift(self) -> Fraction:
        """Return what losing players get back in a shift, at all tables: a share of the expected positive part of a loss."""
        if not self.plan.rebate:
            return Fraction(0)
        rounds = self.plan.rounds_per_shift
        given = Fraction(0)
        for seat in range(len(self._stakes)):
            mean = float(self._seat_win(seat) * rounds)
            deviation = sqrt(self._seat_variance(seat) * rounds)
            given += Fraction(_positive_part(mean, deviation))
        return self.plan.rebate * given * self.plan.tables

    # In words

    def to_json(self) -> dict[str, object]:
        shift = self.spans[0]
        return {
            "book": self.book,
            "plan": self.plan.to_json(),
            "strategy": self.shared.strategy,
            "wagered_per_round": as_dollars_and_cents(self.wagered),
            "win_per_round": as_dollars_and_cents(self.win),
            "variance_per_round_cents": as_decimal(self.round_variance, _PLACES),
            "times_independent_variance": as_decimal(self.seat_factor, _PLACES),
            "rebate_per_shift": as_dollars_and_cents(self.rebate_per_shift),
            "coupons_per_shift": as_dollars_and_cents(self.coupons_per_shift),
            "spans": [span.to_json() for span in self.spans],
            "worst_shift_of_a_month": {
                "median": as_dollars_and_cents(shift.worst_of(self.months_shifts, 1 / 2)),
                f"one_month_in_{ONE_MONTH_IN}": as_dollars_and_cents(shift.worst_of(self.months_shifts, 1 / ONE_MONTH_IN)),
            },
            "two_seats": self.shared.to_json(),
            "notes": list(self.notes()),
            "version": __version__,
        }

    @property
    def span_columns(self) -> tuple[str, ...]:
        return tuple(self.spans[0].to_json())

    def span_rows(self) -> list[dict[str, object]]:
        return [span.to_json() for span in self.spans]

    def notes(self) -> tuple[str, ...]:
        found = [f"{self.shared.strategy}; the mean of a round is exact, sums of rounds are taken as normal"]
        simulated = [pair for pair, each in self.shared.pairs.items() if each.error and set(pair) <= set(self._stakes[0])]
        if simulated:
            found.append(
                "how seats vary together is simulated for "
                + ", ".join(" with ".join(dict.fromkeys(pair)) for pair in simulated)
            )
        if any(span.is_rough for span in self.spans):
            found.append("rough: so few rounds that rare awards decide; the chances are those of a normal curve all the same")
        if self.plan.rebate:
            found.append("a rebate lowers the win; the deviation is that without it, and so somewhat too wide")
        if self.plan.coupons:
            found.append("coupons lower the win; the deviation is that without them")
        found.append(
            "left out: envy bonuses, a player's bank, meters above their seeds, and bets that follow from earlier results"
        )
        return tuple(found)


def _positive_part(mean: float, deviation: float) -> float:
    """Return the mean of what is positive of a normal variable."""
    at = mean / deviation
    return mean * (1 + erf(at / sqrt(2))) / 2 + deviation * exp(-(at**2) / 2) / sqrt(2 * pi)


def forecast_hold(rules: Rules, plan: HoldPlan, progress: Progress | None = None, *, quick: bool = False) -> HoldForecast:
    """Count what the house wins under a plan; if `quick`, how two seats vary together is simulated."""
    solution = solve_game(rules, progress)
    shares = wager_shares(rules, plan, solution)
    shared = count_two_seats(rules, plan.play, progress, plan.sides, quick=quick)
    coupons = coupon_cost(rules, solution, plan.coupon, plan.coupons)
    return HoldForecast(rules.book, rules.regulation.title, plan, shared, shares, coupons)


def wager_shares(rules: Rules, plan: HoldPlan, solution: Solution) -> tuple[WagerShare, ...]:
    """Return the edge of each wager under the plan's way to play."""
    first, record = next(iter(rules.offers)), analysis_of(rules.regulation)
    odds = [wager_odds(rules, wager, stake=stake) for wager, stake in plan.sides.items()]
    if "strategy" in record.solver_options and plan.play != "best":
        solution = solve_game(rules, None, strategy=plan.play)
    simulated = SimulationPlan(1, len(plan.bets), 1, plan.bets[0].parts[0][0], plan.sides, plan.play)
    game = record.simulate(rules, simulated, odds, solution)
    own = next((line for line in game.lines if not line.is_part), game.lines[0])
    sides = [line for line in game.lines if line.name in plan.sides]
    return tuple(_share_of(line, name, own, solution) for line, name in ((own, first), *((line, line.name) for line in sides)))


def _share_of(line: SimulatedLine, wager: str, own: SimulatedLine, solution: Solution) -> WagerShare:
    if line.exact is None:
        raise NotAllowed(
            f"the {line.title} has no exact odds under this play: {line.why_not_exact}",
            code="hold.not-exact",
            given=wager,
            allowed="another play, or a submission in which a fold does not lose it",
        )
    nets: ExactNets = line.exact
    total = sum(count for _, count in nets)
    mean = sum((net * count for net, count in nets), Fraction(0)) / total
    staked = _average_stake(nets, own, solution) if line is own else Fraction(1)
    return WagerShare(wager, -mean / line.stake.amount, staked, least_rounds(nets))


def _average_stake(nets: ExactNets, own: SimulatedLine, solution: Solution) -> Fraction:
    """Return what is staked on the game for each unit of its first wager, raises included."""
    results = [getattr(solution, "best_play", None), *getattr(solution, "strategies", ())]
    total = sum(count for _, count in nets)
    mean = sum((net * count for net, count in nets), Fraction(0)) / total / own.stake.amount
    known = [each for each in results if isinstance(each, StrategyResult)]
    if not known:
        return Fraction(1)
    return min(known, key=lambda each: abs(each.expected_value - mean)).average_stake


def parse_share(text: str, name: str) -> Fraction:
    """Read a share such as 10% or 0.5%."""
    try:
        return Fraction(text.strip().removesuffix("%")) / 100
    except (ValueError, ZeroDivisionError):
        raise NotAllowed(
            f"{name} takes a share as in 10%, not {text!r}", code="hold.share", given=text, allowed="10%"
        ) from None
