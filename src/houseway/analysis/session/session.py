"""A session of many rounds at one spot: how it ends, with its exact round and the error of the convolution."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, log10

from houseway import __version__
from houseway.analysis.exact import as_decimal, as_dollars, as_dollars_and_cents, as_ratio, square_root
from houseway.analysis.games import count_rounds
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.session.forever import EndlessRuin, endless_ruin
from houseway.analysis.session.histogram import HistogramClass, histogram
from houseway.analysis.session.losing_runs import LosingRuns, longest_losing_run
from houseway.analysis.session.plan import SessionPlan
from houseway.analysis.session.walk import Barriers, Steps, WalkEnds, check_size, walk
from houseway.analysis.solve.solution import Progress, Solution
from houseway.analysis.spot_rounds.results import RoundResults, price_rounds
from houseway.analysis.spot_rounds.round_counts import RoundCounts
from houseway.spelling import list_things
from houseway.submission import Rules
from houseway.values import ShortRepr

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
"""In percent of all sessions."""
PLACES = 12
"""Decimals of a probability in JSON and CSV."""
_SMALL = 1e-5
"""A chance below this is written with a power of ten."""
RUN_SHARES = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))
"""How many sessions have a losing run of a stated length."""


@dataclass(frozen=True, repr=False)
class Without(ShortRepr):
    """The same session without some optional wagers."""

    wagers: tuple[str, ...]
    results: RoundResults
    ends: WalkEnds
    barriers: Barriers


@dataclass(frozen=True, repr=False)
class SessionResult(ShortRepr):
    """How a session ends."""

    rules: Rules = field(repr=False)
    plan: SessionPlan
    counts: RoundCounts = field(repr=False)
    results: RoundResults = field(repr=False)
    """One round, all wagers together."""
    ends: WalkEnds = field(repr=False)
    runs: LosingRuns = field(repr=False)
    endless: EndlessRuin | None
    """Ruin without a last round; None where the player stops at a target."""
    without: tuple[Without, ...] = field(repr=False)
    """The session without each optional wager; the last without any."""
    left_out: tuple[str, ...]
    """What is not part of the count, in words."""

    @property
    def unit(self) -> Fraction:
        """Return the common divisor of all results, in cents."""
        return self.results.unit

    def chips(self, cell: int) -> Fraction:
        """Return the chips at a cell of the walk, in cents."""
        return self.plan.bankroll.amount + cell * self.unit

    @cached_property
    def ahead(self) -> float:
        """Return the chance to end with more chips than at the beginning."""
        return self.ends.chance(self.ends.cells > 0)

    @cached_property
    def even(self) -> float:
        return self.ends.chance(self.ends.cells == 0)

    @cached_property
    def ruin(self) -> float:
        """Return the risk of ruin before the last round is over, or with it."""
        return float(self.ends.ruined.sum())

    @cached_property
    def reached(self) -> float:
        """Return the chance to reach the target before ruin."""
        return float(self.ends.reached.sum())

    @cached_property
    def expected_rounds(self) -> float:
        return float(self.ends.alive.sum())

    @cached_property
    def expected_chips(self) -> float:
        """Return the average of the chips at the end, in cents: every round that is played brings its mean."""
        return self.plan.bankroll.amount + self.expected_rounds * float(self.results.mean)

    @property
    def error(self) -> float:
        """Return the bound of the arithmetic: no probability is further from the exact one."""
        return self.ends.error

    @cached_property
    def percentiles(self) -> tuple[tuple[int, Fraction], ...]:
        """Return the chips in cents that a share of sessions, in percent, does not exceed."""
        return tuple((percent, self.chips(self.ends.quantile(percent / 100))) for percent in PERCENTILES)

    def distribution(self) -> list[tuple[Fraction, float]]:
        """Return the chips at the end, in cents, with their probabilities, as far as these exceed the error."""
        cells, chances = self.ends.cells.tolist(), self.ends.probabilities.tolist()
        return [(self.chips(cell), chance) for cell, chance in zip(cells, chances, strict=True) if chance > self.error]

    def probability_text(self, chance: float) -> str:
        """Write a probability, or that it is below the bound of the arithmetic."""
        return below_words(self.error) if chance < self.error else f"{chance:.{PLACES}f}"

    def end_rows(self) -> list[dict[str, object]]:
        """Return a row for each amount of chips at the end."""
        found: list[dict[str, object]] = []
        below = 0.0
        for chips, chance in self.distribution():
            below += chance
            row: dict[str, object] = {"chips": as_dollars(chips), "result": as_dollars(chips - self.plan.bankroll.amount)}
            found.append({**row, "probability": f"{chance:.{PLACES}f}", "at_most": f"{below:.{PLACES}f}"})
        return found

    def to_json(self) -> dict[str, object]:
        plan = self.plan
        return {
            **self._provenance_json(),
            **plan.to_json(),
            "error_bound": _round_up(self.error),
            "round": {
                **_round_json(self.results),
                "deals": self.results.total,
                "results": [[as_dollars(net), count] for net, count in self.results.counts],
            },
            "all_rounds": {
                "expected_result": as_dollars_and_cents(self.results.mean * plan.rounds),
                "standard_deviation": as_dollars_and_cents(square_root(self.results.variance * plan.rounds)),
            },
            "ahead": self.probability_text(self.ahead),
            "even": self.probability_text(self.even),
            "ruin": self.probability_text(self.ruin),
            "reached": None if plan.stop_at is None else self.probability_text(self.reached),
            "expected_rounds": f"{self.expected_rounds:.6f}",
            "expected_chips": as_dollars_and_cents(Fraction(self.expected_chips)),
            "percentiles": {str(percent): as_dollars(chips) for percent, chips in self.percentiles},
            "losing_run": {
                "expected": f"{self.runs.expected:.6f}",
                "at_least": {str(run): self.probability_text(p) for run, p in enumerate(self.runs.at_least, start=1)},
            },
            "endless_ruin": self.endless and self.endless.to_json(),
            "without": [self._without_json(each) for each in self.without],
        }

    def _provenance_json(self) -> dict[str, object]:
        return {
            "book": self.rules.book,
            "version": self.rules.version,
            "book_hash": self.rules.regulation.hash,
            "rules_hash": self.rules.hash if self.rules.facility else "",
            "program": f"houseway {__version__}",
            "strategy": self.counts.strategy,
            "method": METHOD,
            "game_method": self.counts.method,
            "assumptions": list(self.counts.assumptions),
            "left_out": list(self.left_out),
        }

    def _without_json(self, each: Without) -> dict[str, object]:
        return {
            "without": list(each.wagers),
            **_round_json(each.results),
            "ahead": self.probability_text(each.ends.chance(each.ends.cells > 0)),
            "ruin": self.probability_text(float(each.ends.ruined.sum())),
            "reached": None if self.plan.stop_at is None else self.probability_text(float(each.ends.reached.sum())),
        }

    # In words

    def percent(self, chance: float) -> str:
        """Write a chance in percent, or that it is below the bound of the arithmetic."""
        return below_words(self.error) if chance < self.error else f"{chance:.4%}" if chance >= _SMALL else f"{chance:.2e}"

    def figures(self) -> list[tuple[str, str]]:
        """Return the main figures, by name."""
        plan, results = self.plan, self.results
        behind = max(1.0 - self.ahead - self.even - self.ruin, 0.0)
        all_mean, all_deviation = results.mean * plan.rounds, square_root(results.variance * plan.rounds)
        target = [] if plan.stop_at is None else [(f"reaches {plan.stop_at} before ruin", self.percent(self.reached))]
        endless = [] if self.endless is None else [("ruin of a player who never stops", self._endless_words())]
        return [
            ("ahead at the end", self.percent(self.ahead)),
            ("even at the end", self.percent(self.even)),
            ("behind at the end, not ruined", self.percent(behind)),
            ("ruined within the session", self.percent(self.ruin)),
            *target,
            ("rounds played", f"{self.expected_rounds:,.2f} of {plan.rounds:,} on average"),
            ("chips at the end", f"{as_dollars_and_cents(Fraction(self.expected_chips))} on average"),
            ("one round", f"{as_dollars(results.mean)} on average, standard deviation {_deviation(results)}"),
            (
                f"{plan.rounds:,} rounds, if none ends early",
                f"{as_dollars_and_cents(all_mean)} on average, standard deviation {as_dollars_and_cents(all_deviation)}",
            ),
            (f"longest losing run of {plan.rounds:,} rounds", self._run_words()),
            *endless,
        ]

    def _endless_words(self) -> str:
        assert self.endless is not None
        low, high = self.endless.at_least, self.endless.at_most
        chance = f"{high:.0%}" if low == high else f"{low:.4%} to {high:.4%}"
        return f"{chance}: {self.endless.why}"

    def _run_words(self) -> str:
        shares = [f"{self.runs.reached_in(float(share))} or more in {_share_words(share)}" for share in RUN_SHARES]
        return f"{self.runs.expected:.2f} rounds on average; {', '.join(shares)}"

    def percentile_rows(self) -> list[tuple[str, str, str]]:
        start = self.plan.bankroll.amount
        return [(f"{percent}%", as_dollars(chips), as_dollars(chips - start)) for percent, chips in self.percentiles]

    def class_words(self, chosen: HistogramClass) -> str:
        """Describe a class of chips."""
        if chosen.stop is None:
            return f"{as_dollars(chosen.start)} or more"
        return f"{as_dollars(chosen.start)} to {as_dollars(chosen.stop - self.unit_step)}"

    @property
    def unit_step(self) -> Fraction:
        """Return a cent, or the common divisor where it is smaller."""
        return min(Fraction(1), self.unit)

    def chart_classes(self) -> tuple[HistogramClass, ...]:
        """Return the chips at the end in the classes of a chart."""
        return histogram(self.distribution())

    def side_columns(self) -> tuple[str, ...]:
        target = () if self.plan.stop_at is None else ("target",)
        return ("", "a round", "deviation", "ahead", "ruin", *target)

    def side_rows(self) -> list[tuple[str, ...]]:
        """Return the session as it is, and without each optional wager."""
        rows = [self._side_row("as played", self.results, self.ends)]
        for each in self.without:
            titles = list_things(self.rules.regulation.wager(wager).title for wager in each.wagers)
            rows.append(self._side_row(f"without {titles}", each.results, each.ends))
        return rows

    def _side_row(self, name: str, results: RoundResults, ends: WalkEnds) -> tuple[str, ...]:
        target = () if self.plan.stop_at is None else (self.percent(float(ends.reached.sum())),)
        ahead, ruin = ends.chance(ends.cells > 0), float(ends.ruined.sum())
        return (name, as_dollars(results.mean), _deviation(results), self.percent(ahead), self.percent(ruin), *target)

    def notes(self) -> list[str]:
        """Say how the session is played and counted, and what is not part of it."""
        return [
            f"play: {self.counts.strategy}",
            f"ruin: {self.plan.ruin_words}",
            f"count: {self.results.total:,} deals, {len(self.results.counts):,} results, all multiples of"
            f" {as_dollars(self.unit)}; {METHOD}",
            f"error: every chance of the session is within {_round_up(self.error)} of the exact one",
            *(f"assumption: {said}" for said in self.counts.assumptions),
            *(f"left out: {said}" for said in self.left_out),
        ]


def session_in_words(found: SessionResult) -> dict[str, object]:
    """Return what a session brings in the words in which it is shown, for a page."""
    first = next(iter(found.rules.offers))
    stakes = {first: found.plan.bet, **found.plan.sides}
    title = found.rules.regulation.wager
    return {
        "wagers": [[title(wager).title, str(stake)] for wager, stake in stakes.items()],
        "figures": found.figures(),
        "percentiles": found.percentile_rows(),
        "chart": [_class_in_words(found, each) for each in found.chart_classes()],
        "side_columns": found.side_columns(),
        "side_rows": found.side_rows() if found.without else [],
        "notes": found.notes(),
    }


def _class_in_words(found: SessionResult, chosen: HistogramClass) -> dict[str, object]:
    start = found.plan.bankroll.amount
    result = "won" if chosen.start > start else "lost" if chosen.stop is not None and chosen.stop <= start else "even"
    share = found.percent(chosen.chance)
    return {"chips": found.class_words(chosen), "chance": chosen.chance, "percent": share, "result": result}


METHOD = (
    "every deal of a round is counted; the distribution of a round is convolved with that of the chips round by round; rounds are"
    " independent, as with a deck that is shuffled for each"
)


def _round_json(results: RoundResults) -> dict[str, object]:
    return {
        "expected_result": as_ratio(results.mean),
        "expected_dollars": as_dollars(results.mean),
        "standard_deviation": as_dollars_and_cents(results.standard_deviation),
        "variance": as_ratio(results.variance),
        "wins": as_decimal(results.winning),
        "loses": as_decimal(results.losing),
        "common_divisor": as_dollars(results.unit),
    }


def _deviation(results: RoundResults) -> str:
    return as_dollars_and_cents(results.standard_deviation)


def _share_words(share: Fraction) -> str:
    return "half of sessions" if share == RUN_SHARES[0] else f"1 in {share.denominator}"


def _round_up(error: float) -> str:
    """Write a bound with one digit, never below it."""
    power = floor(log10(error))
    return f"{ceil(error / 10**power)}e{power}"


def below_words(error: float) -> str:
    """Say that a probability is below the bound of the arithmetic."""
    return f"below 1e{ceil(log10(error))}"


def play_session(rules: Rules, plan: SessionPlan, solution: Solution, progress: Progress | None = None) -> SessionResult:
    """Count a round with all its wagers, and play the session. `progress` reports the count of the round."""
    sides = tuple(wager_odds(rules, wager, stake=stake) for wager, stake in plan.sides.items())
    axes = tuple(dict.fromkeys(each.deciding_cards.axis for each in sides if not each.deciding_cards.is_drawn_number))
    counts = count_rounds(rules, solution, axes, plan.bet, progress)
    results = price_rounds(rules, counts, plan.bet, sides)
    steps = steps_of(results)
    barriers = _barriers(plan, results)
    check_size(steps, barriers, plan.rounds)
    return SessionResult(
        rules,
        plan,
        counts,
        results,
        walk(steps, barriers, plan.rounds),
        longest_losing_run(results.losing, plan.rounds),
        None if plan.stop_at is not None else endless_ruin(results, steps, barriers.least),
        tuple(_without(rules, plan, counts, sides)),
        _left_out(rules, sides),
    )


def steps_of(results: RoundResults) -> Steps:
    return Steps.from_counts([(int(net / results.unit), count) for net, count in results.counts])


def _barriers(plan: SessionPlan, results: RoundResults, spared: int = 0) -> Barriers:
    """Return where the session ends, in cells; `spared` is the stake of wagers that are left out, in cents."""
    unit, bankroll = results.unit, plan.bankroll.amount
    target = None if plan.stop_at is None else ceil((plan.stop_at.amount - bankroll) / unit)
    return Barriers(ceil((plan.least_chips.amount - spared - bankroll) / unit), target)


def _without(rules: Rules, plan: SessionPlan, counts: RoundCounts, sides: Sequence[WagerOdds]) -> "list[Without]":
    """Play the session without each optional wager, and without all."""
    names = [each.wager for each in sides]
    groups = [(name,) for name in names] + ([tuple(names)] if len(names) > 1 else [])
    found = []
    for group in groups:
        results = price_rounds(rules, counts, plan.bet, [each for each in sides if each.wager not in group])
        spared = sum(plan.sides[wager].amount for wager in group)
        barriers = _barriers(plan, results, spared)
        found.append(Without(group, results, walk(steps_of(results), barriers, plan.rounds), barriers))
    return found


def _left_out(rules: Rules, sides: Sequence[WagerOdds]) -> tuple[str, ...]:
    """Name what other players' cards decide, and what an assumption of the odds says of the wagers."""
    book = rules.regulation
    envied = [wager.title for each in sides for wager in map(book.wager, book.wager(each.wager).envy)]
    said = [f"the {list_things(envied)}, which other players' hands decide"] if envied else []
    return tuple(said)
