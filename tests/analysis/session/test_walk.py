"""The chips of a session from round to round, against enumeration, closed forms and exact moments."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.analysis.session.forever import endless_ruin
from houseway.analysis.session.histogram import histogram
from houseway.analysis.session.losing_runs import longest_losing_run
from houseway.analysis.session.walk import MOST_STEPS, Barriers, Steps, check_size, walk
from houseway.analysis.spot_rounds.results import RoundResults
from houseway.errors import Malformed

RESULTS = st.dictionaries(st.integers(-4, 6), st.integers(1, 9), min_size=2, max_size=4)
FAR = 10**6


def steps_of(counts):
    return Steps.from_counts(sorted(counts.items()))


def play_every_way(counts, least, target, rounds):
    """Play every sequence of results by itself, exactly: by chips at the end, and by round of ruin and of the target."""
    total = sum(counts.values())
    ends, ruined, reached, alive = Counter(), Counter(), Counter(), Counter()
    for results in product(counts, repeat=rounds):
        weight = Fraction(1)
        for result in results:
            weight *= Fraction(counts[result], total)
        chips = 0
        for number, result in enumerate(results):
            alive[number] += weight
            chips += result
            if chips < least:
                ruined[number] += weight
                break
            if target is not None and chips >= target:
                reached[number] += weight
                break
        ends[chips] += weight
    return ends, ruined, reached, alive


@settings(max_examples=40, deadline=None)
@given(RESULTS, st.integers(-6, 0), st.none() | st.integers(1, 8), st.integers(1, 4))
def test_a_walk_is_that_of_every_sequence_of_results(counts, least, target, rounds):
    ends, ruined, reached, alive = play_every_way(counts, least, target, rounds)
    found = walk(steps_of(counts), Barriers(least, target), rounds)
    by_cell = dict(zip(found.cells.tolist(), found.probabilities.tolist(), strict=True))
    for cell in {*ends, *by_cell}:
        assert by_cell.get(cell, 0.0) == pytest.approx(float(ends[cell]), abs=found.error)
    for number in range(rounds):
        assert found.ruined[number] == pytest.approx(float(ruined[number]), abs=found.error)
        assert found.reached[number] == pytest.approx(float(reached[number]), abs=found.error)
        assert found.alive[number] == pytest.approx(float(alive[number]), abs=found.error)


@settings(max_examples=30, deadline=None)
@given(RESULTS, st.integers(1, 300))
def test_mean_and_variance_of_many_rounds_are_those_of_one_times_their_number(counts, rounds):
    one = RoundResults.from_weights({Fraction(net): Fraction(count) for net, count in counts.items()})
    found = walk(steps_of(counts), Barriers(-FAR), rounds)
    mean = float((found.cells * found.probabilities).sum())
    assert mean == pytest.approx(float(one.mean * rounds), abs=1e-8 * rounds)
    variance = float(((found.cells - mean) ** 2 * found.probabilities).sum())
    assert variance == pytest.approx(float(one.variance * rounds), abs=1e-8 * rounds**2)
    assert found.probabilities.sum() == pytest.approx(1.0, abs=found.error)


@pytest.mark.parametrize(("wins", "loses", "chips", "target"), [(1, 1, 5, 10), (9, 10, 6, 10), (3, 2, 2, 7)])
def test_long_sessions_end_as_gamblers_ruin(wins, loses, chips, target):
    """With steps of one the closed form is exact: a player with `chips` reaches `target` before having none."""
    found = walk(steps_of({1: wins, -1: loses}), Barriers(1 - chips, target - chips), 5_000)
    odds = Fraction(loses, wins)
    reaches = Fraction(chips, target) if odds == 1 else (1 - odds**chips) / (1 - odds**target)
    assert found.reached.sum() == pytest.approx(float(reaches), abs=1e-9)
    assert found.ruined.sum() == pytest.approx(float(1 - reaches), abs=1e-9)


def test_every_round_played_brings_the_mean():
    """Wald's identity, with both barriers in reach."""
    counts = {-3: 40, -1: 10, 2: 35, 7: 3}
    found = walk(steps_of(counts), Barriers(-20, 15), 400)
    mean = sum(net * count for net, count in counts.items()) / sum(counts.values())
    assert float((found.cells * found.probabilities).sum()) == pytest.approx(mean * float(found.alive.sum()), abs=1e-8)


def test_what_a_session_ends_as_adds_up():
    found = walk(steps_of({-2: 3, 1: 4, 5: 1}), Barriers(-9, 12), 60)
    below, above = found.cells < -9, found.cells >= 12
    assert found.chance(below) == pytest.approx(float(found.ruined.sum()), abs=found.error)
    assert found.chance(above) == pytest.approx(float(found.reached.sum()), abs=found.error)


def test_quantiles_are_the_lowest_amounts_that_hold_the_share():
    found = walk(steps_of({-1: 1, 1: 3}), Barriers(-FAR), 2)  # -2: 1/16, 0: 6/16, 2: 9/16
    assert [found.quantile(share) for share in (0.05, 0.1, 0.4, 0.5, 1.0)] == [-2, 0, 0, 2, 2]


def test_a_walk_gets_no_further_than_its_reach():
    steps = steps_of({-1: 5, 3: 1, 500: 1})
    low, high = steps.reach(50)
    found = walk(steps, Barriers(-FAR), 50)
    outside = (found.cells < low) | (found.cells > high)
    assert found.chance(outside) < 1e-14
    assert low >= -50
    assert high <= 50 * 500 + 1


def test_a_walk_that_takes_too_long_is_refused():
    with pytest.raises(Malformed, match="are too many; play fewer rounds"):
        check_size(steps_of(dict.fromkeys(range(-500, 5_000), 1)), Barriers(-FAR), 100_000)
    assert MOST_STEPS > 10**9


# Losing runs


def play_runs(losing, rounds):
    """Return the distribution of the longest losing run of every sequence of rounds."""
    found = Counter()
    for lost in product((True, False), repeat=rounds):
        weight = Fraction(1)
        longest = run = 0
        for each in lost:
            weight *= losing if each else 1 - losing
            run = run + 1 if each else 0
            longest = max(longest, run)
        found[longest] += weight
    return found


@pytest.mark.parametrize("losing", [Fraction(1, 2), Fraction(3, 10), Fraction(4, 5)])
@pytest.mark.parametrize("rounds", [1, 5, 9])
def test_the_longest_losing_run_is_that_of_every_sequence(losing, rounds):
    exact, found = play_runs(losing, rounds), longest_losing_run(losing, rounds)
    assert len(found.at_least) == rounds
    for length in range(1, rounds + 1):
        assert found.at_least[length - 1] == pytest.approx(float(sum(exact[each] for each in range(length, rounds + 1))))
    assert found.expected == pytest.approx(float(sum(length * chance for length, chance in exact.items())))


def test_runs_that_are_reached_in_a_share_of_sessions():
    found = longest_losing_run(Fraction(1, 2), 3)  # at least 1: 7/8, 2: 3/8, 3: 1/8
    assert [found.reached_in(share) for share in (0.9, 0.8, 0.3, 0.1)] == [0, 1, 2, 3]


def test_without_losses_there_is_no_run():
    assert longest_losing_run(Fraction(0), 10).at_least == ()


# Without a last round


def results_of(counts):
    return RoundResults.from_weights({Fraction(net): Fraction(count) for net, count in counts.items()})


@pytest.mark.parametrize("counts", [{-1: 1, 1: 1}, {-1: 3, 2: 1}])
def test_without_an_edge_ruin_is_certain(counts):
    found = endless_ruin(results_of(counts), steps_of(counts), -5)
    assert (found.at_least, found.at_most) == (1.0, 1.0)


def test_with_an_edge_and_steps_of_one_the_bounds_meet_at_the_exact_risk():
    counts = {-1: 2, 1: 3}
    found = endless_ruin(results_of(counts), steps_of(counts), -4)  # ruined with five lost
    assert found.at_least == pytest.approx((2 / 3) ** 5)
    assert found.at_most == pytest.approx((2 / 3) ** 5)


def test_with_an_edge_the_bounds_hold_the_risk_of_a_long_session():
    counts = {-3: 4, -1: 2, 2: 4, 5: 3}
    found = endless_ruin(results_of(counts), steps_of(counts), -15)
    ruin = walk(steps_of(counts), Barriers(-15), 4_000).ruined.sum()
    assert found.at_least < ruin < found.at_most


def test_nobody_is_ruined_who_never_loses():
    counts = {0: 1, 1: 1}
    assert endless_ruin(results_of(counts), steps_of(counts), -1).at_most == 0.0


# For the chart


@given(st.dictionaries(st.integers(-10_000, 10_000), st.floats(1e-6, 1.0), min_size=1, max_size=50))
def test_the_classes_of_a_chart_hold_everything_once(chances):
    ends = [(Fraction(amount), chance) for amount, chance in sorted(chances.items())]
    classes = histogram(ends)
    assert sum(each.chance for each in classes) == pytest.approx(sum(chances.values()))
    for one, other in pairwise(classes):
        assert one.stop == other.start
    for each in classes:
        held = [chance for amount, chance in ends if each.start <= amount and (each.stop is None or amount < each.stop)]
        assert np.isclose(each.chance, sum(held))
