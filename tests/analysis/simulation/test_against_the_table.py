"""The same cards, played by the kernels and dealt at the audited table, bring every wager the same to the cent."""

import numpy as np
import pytest

from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import describe_game
from houseway.procedure import DEALER
from houseway.submission import judge, parse_submission
from tests.support.dealt_rounds import played_rounds
from tests.support.paths import EXAMPLES

UTH, FCP = "md.ultimate-texas-holdem", "md.four-card-poker"
ROUNDS = 80


def compare(name, players, seed, rounds):
    """Deal rounds at the table, play their cards on the kernels, and compare every wager of every player."""
    text = (EXAMPLES / f"{name}.toml").read_text()
    rules = judge(parse_submission(text)).rules
    plan = plan_simulation(rules, rounds, players)
    game = describe_game(rules, plan)
    first = next(iter(rules.offers))
    stakes = {
        first: plan.bet,
        **{w: plan.bet for w in rules.offers if rules.regulation.wager(w).equal_to == first},
        **plan.sides,
    }
    played = list(played_rounds(text, players, stakes, seed, rounds))
    cards = np.array([row_of(game, each, players) for each in played], dtype=np.uint8)
    outcomes = np.zeros((rounds, players, game.axes), dtype=np.uint16)
    game.new_player()(cards, outcomes)
    kinds = set()
    for each, found in zip(played, outcomes, strict=True):
        for seat in range(players):
            mine = {line.name: line.nets[found[seat, line.axis]] for line in game.lines if line.is_part}
            theirs = {wager: each.nets[seat + 1].get(wager, 0) for wager in mine}
            assert mine == theirs, (each, seat)
            kinds |= set(mine.items())
    return kinds


def row_of(game, each, players):
    hands = [card for place in (DEALER, *range(1, players + 1)) for card in each.hands[place]]
    row = [*each.board, *hands, *each.box]
    return row[: game.row_length]


@pytest.mark.parametrize("name", ["minimal", "common", "everything"])
def test_ultimate(name):
    kinds = compare(f"{UTH}/{name}", 6, 1, ROUNDS)
    assert len({net for wager, net in kinds if wager == "play"}) >= 6


@pytest.mark.parametrize("name", ["minimal", "everything"])
def test_four_card(name):
    kinds = compare(f"{FCP}/{name}", 6, 1, ROUNDS)
    assert len({net for wager, net in kinds if wager == "play"}) >= 5
    assert len({net for wager, net in kinds if wager == "ante-bonus"}) >= 2


@pytest.mark.prove
@pytest.mark.parametrize("name", [f"{UTH}/everything", f"{FCP}/everything"])
def test_twenty_thousand_rounds(name):
    compare(name, 6, 2, 20_000)
