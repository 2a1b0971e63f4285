"""A player who follows the solved game at the table: what he wins there agrees with the exact expectation.

He is asked like any player, with what he may see and do, and answers as `advise` says: before the flop from the solved game, else
counted on the spot. A few hundred rounds here, many more in `make prove`.
"""

from collections import Counter
from functools import cache
from math import sqrt

import pytest

from houseway.analysis import PlayerView, rate_choices
from houseway.chance import seeded_chance
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.play.driver import DecisionPoint, PlayerChoice
from houseway.play.session import TableSession
from houseway.play.simple_strategy import play_times_ante
from houseway.procedure import DEALER, FOUR_CARD, ULTIMATE
from tests.support.paths import EXAMPLES
from tests.support.solve_brute import solved

NAME = "Ann"
ANTE = Cents.from_dollars(10)
CHIPS = Cents.from_dollars(400_000)
"""Enough for any number of rounds: a Play is never less than he wants."""
ERRORS = 4
ROUNDS = 150
ALL_ROUNDS = 20_000
EXACT = {ULTIMATE: {"blind": "A"}, FOUR_CARD: {}}


class Solver:
    """Makes the Ante and what goes with it, and nothing that he need not."""

    def __init__(self):
        self.rules = None
        self.taken = Counter()
        self.before = cache(self._before)

    def __call__(self, asked):
        return self.decide(asked) if asked.moment is DecisionPoint.DECIDE else self.bet(asked)

    def bet(self, asked):
        stakes = asked.view["stakes"]
        for option in asked.options_for("wager"):
            if option.facts["wager"] == "ante" and "ante" not in stakes.get(option.facts["position"], {}):
                return PlayerChoice("wager", {**option.facts, "amount": ANTE})
        return None

    def decide(self, asked):
        own, board, (up, *_) = asked.own_cards, asked.board, asked.view["cards"].get(DEALER, (None,))
        best = (
            self.before(frozenset(own))
            if up is None and not board
            else rate_choices(self.rules, PlayerView(own, board, up)).best
        )
        if best != "check":
            self.taken[best] += 1
        return play_times_ante(asked, 0 if best in ("check", "fold") else int(best.removesuffix("x")))

    def _before(self, own):
        return rate_choices(self.rules, PlayerView(tuple(own))).best


def at_the_table(book, rounds, seed=7):
    """What each round brought, in Antes, and what was done."""
    player = Solver()
    session = TableSession((EXAMPLES / book / "minimal.toml").read_text(), seeded_chance(f"{book} {seed}"), {1: (NAME, player)})
    player.rules = session.run.table.rules
    session.run.act(Command("buy-in", Actor(Role.PLAYER, NAME), {"amount": CHIPS}, session.at))
    nets = []
    for _ in range(rounds):
        held = session.run.table.chips(NAME)
        assert session.deal_round().finished
        nets.append((session.run.table.chips(NAME) - held).amount / ANTE.amount)
        del session.run.events[:-1]
    return nets, player.taken


def agrees(book, rounds):
    exact = solved(book, **EXACT[book]).best_play
    nets, taken = at_the_table(book, rounds)
    error = float(exact.standard_deviation) / sqrt(rounds)
    assert abs(sum(nets) / rounds - float(exact.expected_value)) < ERRORS * error
    assert set(nets) <= {float(net) for net in exact.distribution}
    assert taken.total() == rounds
    for action, share in exact.frequencies.items():
        often = float(share)
        assert abs(taken[action] / rounds - often) < ERRORS * sqrt(often * (1 - often) / rounds), action


@pytest.mark.parametrize("book", EXACT)
def test_the_solved_game_played_at_the_table_brings_what_was_counted(book):
    agrees(book, ROUNDS)


@pytest.mark.prove
@pytest.mark.parametrize("book", EXACT)
def test_the_solved_game_played_at_the_table_for_long_brings_what_was_counted(book):
    agrees(book, ALL_ROUNDS)
