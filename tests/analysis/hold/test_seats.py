"""Two seats of an example, counted: beside the solved game, the odds, and what the PAR sheet says of one spot."""

from fractions import Fraction

import pytest

from houseway.analysis.games import analysis_of, solve_game
from houseway.analysis.hold.seats import count_two_seats
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.par.builder import joint_distributions
from houseway.analysis.two_seats.covariances import COUNTED
from houseway.errors import HousewayError
from tests.support.example_odds import example_rules


@pytest.fixture(scope="module")
def rules():
    return example_rules("md.ultimate-texas-holdem/minimal")


@pytest.fixture(scope="module")
def shared(rules):
    return count_two_seats(rules)


def test_the_variance_of_a_seat_is_that_of_the_solved_game_and_of_the_odds(rules, shared):
    assert shared.of("ante", "ante").within == solve_game(rules).best_play.variance
    assert shared.of("trips", "trips").within == wager_odds(rules, "trips").variance
    assert {each.method for each in shared.pairs.values()} == {COUNTED}


def test_the_game_and_trips_of_one_seat_vary_together_as_on_the_par_sheet(rules, shared):
    odds = wager_odds(rules, "trips")
    joint = joint_distributions(rules, solve_game(rules), rules.offers["ante"].minimum, [odds])[odds.deciding_cards.axis]
    on_sheet = sum((joint.covariance(wager, odds) for wager in ("ante", "blind", "play")), Fraction(0))
    assert shared.of("ante", "trips").within == on_sheet


def test_six_seats_have_nearly_twice_the_variance_of_six_independent_ones(shared):
    """An interval of 95 percent from independent seats holds 84.6 wins in a hundred."""
    factor = shared.variance({"ante": 1}, 6) / (6 * shared.of("ante", "ante").within)
    assert float(factor) == pytest.approx(1.8912, abs=1e-4)
    assert shared.correlation("trips", "trips") == pytest.approx(0.21747, abs=1e-5)


def test_a_play_that_nobody_simulates_is_refused(rules):
    with pytest.raises(HousewayError, match="not 'wild'"):
        count_two_seats(rules, "wild")


def test_a_play_that_is_not_counted_is_not_taken_for_another(rules):
    assert analysis_of(rules.regulation).count_seats(rules, [], "never-fold", None) == {}
