"""How two seats vary together, simulated: the same rounds, added up by the simulation in another way."""

from fractions import Fraction

import pytest

from houseway.analysis.games import analysis_of
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.analysis.simulation.shards import NetTable, ShardWork, play_part
from houseway.analysis.two_seats.covariances import SharedVariance, TwoSeats
from houseway.analysis.two_seats.sampling import sample_seats
from tests.support.example_odds import example_rules

ROUNDS, SEATS, SEED = 1 << 14, 6, 3


@pytest.fixture(scope="module")
def game():
    rules = example_rules("md.ultimate-texas-holdem/common")
    odds = wager_odds(rules, "trips")
    plan = SimulationPlan(ROUNDS, SEATS, SEED, rules.offers["ante"].minimum, {"trips": odds.stake}, "chart")
    return plan, analysis_of(rules.regulation).simulate(rules, plan, [odds], None)


def test_products_of_two_seats_are_those_that_the_simulation_adds_up(game):
    plan, played = game
    names = [line.name for line in played.lines]
    lines = [played.lines[names.index(name)] for name in ("game", "trips")]
    (_, across, error), _, (variance, of_trips, _) = sample_seats(played, lines, SEATS, SEED, rounds=ROUNDS)
    table = NetTable.from_game(played, SEATS)
    sums = play_part(ShardWork.from_game(played, plan, table), 0, ROUNDS)
    for line, found in ((lines[0], across), (lines[1], of_trips)):
        place = names.index(line.name)
        unit = table.unit / line.stake.amount
        mean = sum(int(count) * net for count, net in zip(sums.counts[line.axis], line.nets)) / line.stake.amount
        pairs = Fraction(sums.shared[place], ROUNDS * SEATS * (SEATS - 1)) * unit**2
        assert found == pytest.approx(float(pairs - (mean / ROUNDS / SEATS) ** 2), rel=1e-6)
    assert 0 < error < across / 4
    assert variance > of_trips > 0


def test_the_variance_of_a_table_adds_covariances_of_every_two_spots():
    """Two wagers of $10 and $5 by three seats, added up pair by pair."""
    pairs = {
        ("ante", "ante"): SharedVariance(Fraction(20), Fraction(4)),
        ("ante", "trips"): SharedVariance(Fraction(6), Fraction(1)),
        ("trips", "trips"): SharedVariance(Fraction(30), Fraction(2)),
    }
    shared, stakes = TwoSeats(("ante", "trips"), pairs, "by hand"), {"ante": 10, "trips": 5}
    total = Fraction(0)
    for seat, wager in ((seat, wager) for seat in range(3) for wager in stakes):
        for other_seat, other in ((seat, wager) for seat in range(3) for wager in stakes):
            pair = shared.of(wager, other)
            total += stakes[wager] * stakes[other] * (pair.within if seat == other_seat else pair.across)
    assert shared.variance(stakes, 3) == total
    assert shared.correlation("trips", "ante") == pytest.approx(1 / (20 * 30) ** 0.5)
