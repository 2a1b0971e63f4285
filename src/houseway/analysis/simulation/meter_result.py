"""What a simulation found of each meter, beside what is counted exactly: how often it was won, and what stood on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact import as_decimal, as_dollars_and_cents, square_root
from houseway.analysis.meter_outlook import MeterOutlook, meter_outlook
from houseway.analysis.simulated_games.lines import ExactNets, SimulatedLine
from houseway.analysis.simulation.meter_run import MeterRun, RunningMeter
from houseway.money import MeterShare
from houseway.submission import Rules
from houseway.values import ShortRepr

MOST_ERRORS_APART = Fraction(9, 2)
"""In standard errors: chance takes the mean of many rounds further from the exact one about once in 150,000 times."""
_FEWEST_AWARDS = 25
"""As on the PAR sheet: 25 times the squared skewness, which is one over the number of rare awards."""
_FEWEST_CYCLES, _FEWEST_MIXED_CYCLES = 100, 400
"""The same, for what stood on a meter when it was won: its skewness is 2, and about 4 where shares are paid without a reset."""
_FEWEST_WITH_ERROR = 2
_PLACES = 2
AGREES, DIFFERS, TOO_FEW, NOT_COMPARED = "agrees", "DIFFERS", "too few", "-"


@dataclass(frozen=True, repr=False)
class MeterResult(ShortRepr):
    """A meter over all rounds; amounts in cents."""

    name: str
    outlook: MeterOutlook
    """What is counted."""
    rounds: int
    bets: int
    awards: int
    award_clumping: Fraction
    """How many times the variance of independent awards theirs is, because seats may win together."""
    resets: int
    paid: int
    average: Fraction
    """What stood on it over all rounds."""
    variance: Fraction
    when_won: Fraction | None
    """What stood on it when a share was won, over complete spans from reset to reset."""
    when_won_error: Fraction
    cycles: int
    at_end: Fraction
    is_comparable: bool
    """Whether a share always paid what the odds take it to pay."""

    @property
    def expected_awards(self) -> Fraction:
        return self.bets * self.outlook.any_share

    @property
    def awards_error(self) -> Fraction:
        return square_root(self.expected_awards * self.award_clumping)

    @property
    def awards_verdict(self) -> str:
        if self.expected_awards < _FEWEST_AWARDS:
            return TOO_FEW
        return _verdict(self.awards - self.expected_awards, self.awards_error)

    @property
    def stand_verdict(self) -> str:
        """Say whether the meter stood where the exact average is. What it shows when it is won is what it shows on average,
        because cards do not know it."""
        fewest = _FEWEST_CYCLES if self.outlook.any_share == self.outlook.whole else _FEWEST_MIXED_CYCLES
        if not self.is_comparable:
            return NOT_COMPARED
        if self.when_won is None or self.cycles < fewest:
            return TOO_FEW
        return _verdict(self.when_won - self.outlook.average, self.when_won_error)

    @property
    def is_apart(self) -> bool:
        return DIFFERS in (self.awards_verdict, self.stand_verdict)

    columns = ("meter", "won", "expected", "", "rounds between", "stood, when won", "±", "exact", "", "at the end")

    def row(self) -> tuple[str, ...]:
        return (
            self.name,
            f"{self.awards:,}",
            f"{float(self.expected_awards):,.1f} ± {float(self.awards_error):,.1f}",
            self.awards_verdict,
            "-" if not self.awards else f"{self.rounds / self.awards:,.0f}",
            "-" if self.when_won is None else as_dollars_and_cents(self.when_won),
            "-" if self.cycles < _FEWEST_WITH_ERROR else as_dollars_and_cents(self.when_won_error),
            as_dollars_and_cents(self.outlook.average),
            self.stand_verdict,
            as_dollars_and_cents(self.at_end),
        )

    def to_json(self) -> dict[str, object]:
        return {
            "meter": self.name,
            "awards": self.awards,
            "awards_expected": as_decimal(self.expected_awards, _PLACES),
            "awards_error": as_decimal(self.awards_error, _PLACES),
            "awards_verdict": self.awards_verdict,
            "rounds_between_awards": as_decimal(Fraction(self.rounds, self.awards), _PLACES) if self.awards else None,
            "resets": self.resets,
            "paid": as_dollars_and_cents(Fraction(self.paid)),
            "average": as_dollars_and_cents(self.average),
            "when_won": None if self.when_won is None else as_dollars_and_cents(self.when_won),
            "when_won_error": as_dollars_and_cents(self.when_won_error) if self.cycles >= _FEWEST_WITH_ERROR else None,
            "spans_between_resets": self.cycles,
            "exact_average": as_dollars_and_cents(self.outlook.average),
            "stand_verdict": self.stand_verdict,
            "at_end": as_dollars_and_cents(self.at_end),
        }


def _verdict(apart: Fraction, error: Fraction) -> str:
    return AGREES if abs(apart) <= MOST_ERRORS_APART * error else DIFFERS


def meter_results(rules: Rules, run: MeterRun) -> tuple[MeterResult, ...]:
    """Return what was found of each meter. The run must be finished."""
    odds, bets = run.metered.odds, run.rounds * run.players
    outlooks = [meter_outlook(rules, meter.terms.filed_meter, odds, 1) for meter in run.meters]
    return tuple(_meter_result(run, meter, outlook, bets) for meter, outlook in zip(run.meters, outlooks, strict=True))


def _meter_result(run: MeterRun, meter: RunningMeter, outlook: MeterOutlook, bets: int) -> MeterResult:
    tally, part = meter.tally, Fraction(1, meter.parts)
    average = Fraction(tally.area, run.rounds)
    when_won, error = _ratio(tally.cycle_sums, tally.cycles)
    return MeterResult(
        meter.terms.filed_meter.name,
        outlook,
        run.rounds,
        bets,
        tally.awards,
        max(Fraction(tally.squared_awards, tally.awards or 1), Fraction(1)),
        tally.resets,
        tally.paid,
        average * part,
        (Fraction(tally.squares, run.rounds) - average**2) * part**2,
        None if when_won is None else when_won * part,
        error * part,
        tally.cycles,
        meter.value(run.rounds - 1) * part,
        not run.fixed_instead,
    )


def _ratio(sums: Sequence[int], cycles: int) -> tuple[Fraction | None, Fraction]:
    """Return the mean over the awards of independent cycles, and its standard error."""
    count, stood, count_squares, products, stood_squares = sums
    if not count:
        return None, Fraction(0)
    mean = Fraction(stood, count)
    if cycles == 1:
        return mean, Fraction(0)
    spread = stood_squares - 2 * mean * products + mean**2 * count_squares
    return mean, square_root(spread * Fraction(cycles, cycles - 1)) / count


def exact_at(run: MeterRun, results: Sequence[MeterResult]) -> ExactNets | None:
    """Return all deals by what they bring with the meters as they stood: each share in two halves, which have the mean and the
    variance of what stood on its meter. None if the odds of the wager are not known, or another row paid."""
    line, odds = run.metered.line, run.metered.odds
    if line.exact is None or run.fixed_instead:
        return None
    stood = {each.name: (each.average, square_root(max(each.variance, Fraction(0)))) for each in results}
    found = []
    for row in odds.rows:
        if isinstance(row.pays, MeterShare):
            mean, spread = stood[row.pays.meter]
            lost = 0 if row.pays.returns_stake else odds.stake.amount
            found += [(row.pays.share * (mean + side * spread) - lost, row.combinations) for side in (-1, 1)]
        else:
            found.append((row.net * odds.stake.amount, 2 * row.combinations))
    return tuple((net, count) for net, count in found if count)


def envy_line(run: MeterRun) -> SimulatedLine | None:
    """Return the line of the envy bonus, if the wager earns one."""
    envy, own = run.metered.envy, run.metered.line
    if envy is None:
        return None
    exact = None if own.exact is None else envy.exact(run.metered.envy_counts)
    return SimulatedLine(envy.name, envy.title, envy.stake, 0, (), True, exact, own.why_not_exact)
