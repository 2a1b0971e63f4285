"""The 95 percent intervals of `houseway hold`, on simulated nights of six seats: how many of a hundred nights they hold."""

import sys
from math import sqrt

import numpy as np
import pytest

from houseway.analysis.hold.forecast import forecast_hold
from houseway.analysis.hold.plan import plan_hold
from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import describe_game
from houseway.analysis.standard_rules import standard_rules
from houseway.kernels.simulation.deals import deal_rounds
from houseway.money import Cents

UTH, FCP = "md.ultimate-texas-holdem", "md.four-card-poker"
SEATS, BLOCK = 6, 1 << 12
BET = Cents.from_dollars(25)
SIDES = {UTH: {"trips": Cents.from_dollars(5)}, FCP: {"aces-up": Cents.from_dollars(5)}}


def house_wins(book, rounds, seed):
    """Return what the house wins in each round of a table of six seats, in cents."""
    rules = standard_rules(book)
    game = describe_game(rules, plan_simulation(rules, rounds, SEATS, seed, BET, SIDES[book]))
    player, won = game.new_player(), np.zeros(rounds)
    cards = np.empty((BLOCK, game.row_length), dtype=np.uint8)
    outcomes = np.zeros((BLOCK, SEATS, game.axes), dtype=np.uint16)
    lines = [(line.axis, np.array([float(net) for net in line.nets])) for line in game.lines if line.is_part]
    for first in range(0, rounds, BLOCK):
        many = min(BLOCK, rounds - first)
        deal_rounds(seed, first, game.deck, cards[:many])
        player(cards[:many], outcomes[:many], first)
        for axis, nets in lines:
            won[first : first + many] -= nets[outcomes[:many, :, axis]].sum(axis=1)
    return won


def coverage(book, seed, many, span):
    """Return the share of so many spans (0: shifts of 240 rounds; 2: months of 21,600) whose win lies in the forecast's interval,
    and in an interval that takes the seats as independent."""
    plan = plan_hold(standard_rules(book), seats=SEATS, bets=(BET,), sides=SIDES[book], play="chart")
    found = forecast_hold(standard_rules(book), plan, quick=True)
    each = found.spans[span]
    wins = house_wins(book, each.rounds * many, seed).reshape(many, -1).sum(axis=1)
    narrow = float(each.deviation) / sqrt(float(found.seat_factor)) * 1.959963985
    inside = (wins >= float(each.low)) & (wins <= float(each.high))
    return inside.mean(), (abs(wins - float(each.expected)) <= narrow).mean()


def check(book, many, span):
    inside, by_independent_seats = coverage(book, 11, many, span)
    sys.stdout.write(f"{book}, {many} spans {span}: {inside:.2%}; by independent seats {by_independent_seats:.2%}\n")
    error = sqrt(0.95 * 0.05 / many)
    assert abs(inside - 0.95) < 4 * error + 0.01, "rare awards make the middle of a short span a little fuller"
    assert by_independent_seats < 0.9


@pytest.mark.prove
@pytest.mark.parametrize("book", [UTH, FCP])
@pytest.mark.parametrize(("many", "span"), [(20_000, 0), (300, 2)])
def test_intervals_hold_95_of_a_hundred_of_many(book, many, span):
    check(book, many, span)
