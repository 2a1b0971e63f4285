"""The same cards, played by the kernels and dealt at the audited table, bring every wager the same to the cent."""

import numpy as np
import pytest

from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import describe_game
from houseway.money import Cents
from houseway.procedure import DEALER
from houseway.submission import judge, parse_submission
from tests.support.dealt_rounds import played_rounds
from tests.support.metered_rounds import paid_by_meters
from tests.support.paths import EXAMPLES

UTH, FCP = "md.ultimate-texas-holdem", "md.four-card-poker"
MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
ROUNDS = 80


def compare(name, players, seed, rounds, changes=(), **asked):
    """Deal rounds at the table, play their cards on the kernels, and compare every wager of every player."""
    text = (EXAMPLES / f"{name}.toml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    rules = judge(parse_submission(text)).rules
    plan = plan_simulation(rules, rounds, players, **asked)
    game = describe_game(rules, plan)
    first = next(iter(rules.offers))
    stakes = {
        first: plan.bet,
        **{w: plan.bet for w in rules.offers if rules.regulation.wager(w).equal_to == first},
        **plan.sides,
    }
    played = list(played_rounds(text, players, stakes, seed, rounds, plan.banking))
    cards = np.array([row_of(game, each, players) for each in played], dtype=np.uint8)
    outcomes = np.zeros((rounds, players, game.axes), dtype=np.uint16)
    game.new_player()(cards, outcomes)
    envies = {envy: f"{each.id} envy" for each in rules.regulation.wagers.values() for envy in each.envy}
    kinds, extra = set(), paid_by_meters(rules, game, outcomes)
    for number, (each, found) in enumerate(zip(played, outcomes, strict=True)):
        for seat in range(players):
            mine = {line.name: line.nets[found[seat, line.axis]] for line in game.kernel_lines if line.is_part}
            for wager, amount in extra.get((number, seat), {}).items():
                mine[wager] = mine.get(wager, 0) + amount
            theirs = {wager: each.nets[seat + 1].get(envies.get(wager, wager), 0) for wager in mine}
            assert mine == theirs, (each, seat)
            kinds |= set(mine.items())
    return kinds


def row_of(game, each, players):
    hands = [card for place in (DEALER, *range(1, players + 1)) for card in each.hands[place]]
    row = [*each.board, *hands, *each.box]
    drawn = [0 if each.number is None else each.number - 1] * len(game.draws)
    return [*row[: game.row_length], *drawn]


@pytest.mark.parametrize("name", ["minimal", "common", "everything"])
def test_ultimate(name):
    kinds = compare(f"{UTH}/{name}", 6, 1, ROUNDS)
    assert len({net for wager, net in kinds if wager == "play"}) >= 6


@pytest.mark.parametrize("name", ["minimal", "everything"])
def test_four_card(name):
    kinds = compare(f"{FCP}/{name}", 6, 1, ROUNDS)
    assert len({net for wager, net in kinds if wager == "play"}) >= 5
    assert len({net for wager, net in kinds if wager == "ante-bonus"}) >= 2


FIVE = {"fortune-bonus": Cents.from_dollars(5), "emperors-treasure": Cents.from_dollars(5), "insurance": Cents.from_dollars(5)}
BONUS = {"bonus": Cents.from_dollars(5), "number": Cents.from_dollars(2)}


@pytest.mark.parametrize(
    ("name", "sides", "banking", "changes"),
    [
        (f"{MD}/minimal", None, (), ()),
        (f"{MD}/everything", FIVE, (), ()),
        (f"{MD}/everything", None, (1, 2, 3, 4, 5, 6), ()),
        (f"{MD}/everything", {}, (2, 5), [('house-stake = "$25"', 'house-stake = "$15"')]),
        (
            f"{MD}/everything",
            {},
            (1, 3),
            [("[readings]", '[readings]\nPG-26 = "one-pass"\nPG-28 = "advances"\nPG-29 = "copies-push"')],
        ),
        (f"{MD}/everything", FIVE, (), [("[readings]", '[readings]\nPG-11 = "every-lammer"\nPG-93 = "each-lammer"')]),
        (f"{DIV}/minimal", None, (), ()),
        (f"{DIV}/everything", BONUS, (1, 2, 4), ()),
        (f"{DIV}/everything", BONUS, (6, 3), [('"dealer-round"', '"skip-dealer"\nDIV-42 = "restarts"')]),
    ],
)
def test_pai_gow(name, sides, banking, changes):
    kinds = compare(name, 6, 3, ROUNDS if sides == BONUS else 40, changes, sides=sides, banking=banking)
    assert len({net for wager, net in kinds if wager == "pai-gow"}) >= (6 if banking else 3)
    if sides == BONUS:  # somebody else's hand has earned envy
        assert {net for wager, net in kinds if wager == "bonus-envy"} > {0}


@pytest.mark.prove
@pytest.mark.parametrize("name", [f"{book}/everything" for book in (UTH, FCP, MD, DIV)])
def test_twenty_thousand_rounds(name):
    compare(name, 6, 2, 20_000, banking=(1, 2, 3, 4, 5, 6) if name.partition("/")[0] in (MD, DIV) else ())
