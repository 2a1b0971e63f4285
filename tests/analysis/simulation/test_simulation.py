"""Simulations: sums that do not depend on workers, standard errors, what seats share, the exact figures, and refusals."""

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest

from houseway.analysis.games import solve_game
from houseway.analysis.pai_gow.banks import bank_schedule
from houseway.analysis.simulation import shards
from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import describe_game, simulate, solution_for
from houseway.analysis.standard_rules import standard_rules
from houseway.errors import HousewayError
from houseway.kernels.simulation import four_card
from houseway.kernels.simulation.deals import deal_rounds
from houseway.money import Cents
from houseway.submission import judge, parse_submission
from tests.support.paths import EXAMPLES

UTH, FCP = "md.ultimate-texas-holdem", "md.four-card-poker"
MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
DOLLAR = Cents.from_dollars(1)


@cache
def simulated(book=UTH, rounds=100_000, players=6, seed=1, workers=None, play=None, is_solved=False, **more):
    rules = standard_rules(book)
    plan = plan_simulation(rules, rounds, players, seed, play=play, **more)
    return simulate(rules, plan, solution_for(rules, plan) if is_solved else None, partial(shards.threads_for, count=workers))


# What is dealt


def test_every_round_is_dealt_by_its_number():
    whole, part = np.empty((40, 23), dtype=np.uint8), np.empty((10, 23), dtype=np.uint8)
    deal_rounds(7, 100, 52, whole)
    deal_rounds(7, 130, 52, part)
    assert (whole[30:] == part).all()
    assert all(len(set(row)) == 23 and max(row) < 52 for row in whole.tolist())
    deal_rounds(8, 130, 52, part)
    assert (whole[30:] != part).any()


def test_every_card_comes_to_every_place_alike():
    rounds = 52_000
    dealt = np.empty((rounds, 8), dtype=np.uint8)
    deal_rounds(1, 0, 52, dealt)
    for place in range(8):
        counts = np.bincount(dealt[:, place], minlength=52)
        assert ((counts - rounds / 52) ** 2 / (rounds / 52)).sum() < 110  # chi-squared with 51 degrees of freedom


# Sums


def test_the_sums_are_the_same_on_any_number_of_workers():
    found = [simulated(rounds=50_000, workers=workers).to_json() for workers in (1, 2, 5)]
    assert found[0] == found[1] == found[2]
    assert simulated(rounds=50_000, seed=2).to_json()["lines"] != found[0]["lines"]


def test_control_c_keeps_the_complete_shards(monkeypatch):
    def interrupt(done, total):
        if done >= 2 * shards.SHARD_ROUNDS:
            raise KeyboardInterrupt

    rules = standard_rules(UTH)
    stopped = simulate(rules, plan_simulation(rules, 100_000), None, partial(shards.threads_for, count=2), interrupt)
    assert stopped.is_interrupted
    assert stopped.rounds == 2 * shards.SHARD_ROUNDS
    asked = simulated(rounds=2 * shards.SHARD_ROUNDS)
    assert stopped.to_json()["lines"] == asked.to_json()["lines"]


def by_hand(rounds, players, seed):
    """Play rounds one shard at a time, and return the result in cents of each player in each round on each line."""
    rules = standard_rules(UTH)
    plan = plan_simulation(rules, rounds, players, seed)
    game = describe_game(rules, plan)
    cards = np.empty((rounds, game.row_length), dtype=np.uint8)
    deal_rounds(seed, 0, game.deck, cards)
    outcomes = np.zeros((rounds, players, game.axes), dtype=np.uint16)
    game.new_player()(cards, outcomes)
    return {line.name: np.array(line.nets, dtype=float)[outcomes[:, :, line.axis]] for line in game.lines}


def test_means_deviations_and_what_seats_share_are_those_of_the_rounds():
    nets, found = by_hand(3_000, 4, 5), simulated(rounds=3_000, players=4, seed=5)
    parts = {name: each for name, each in nets.items() if name != "game"}
    nets["all"] = sum(parts.values())
    assert np.allclose(nets["game"], sum(nets[wager] for wager in ("ante", "blind", "play")))
    for name, each in nets.items():
        line = found.line(name)
        assert float(line.mean) == pytest.approx(each.mean(), rel=1e-9)
        assert float(line.variance) == pytest.approx(each.var(), rel=1e-9)
        pairs = [(each[:, one] * each[:, two]).mean() - each.mean() ** 2 for one in range(4) for two in range(4) if one != two]
        assert float(line.covariance) == pytest.approx(np.mean(pairs), rel=1e-6, abs=1e-6)


def test_the_error_of_a_mean_counts_what_seats_share():
    line = simulated().line("game")
    independent = float(line.variance / line.player_rounds) ** 0.5
    assert float(line.mean_error) / independent == pytest.approx((1 + 5 * float(line.correlation)) ** 0.5, rel=1e-6)
    assert 1.8 < float(line.table_variance / (6 * line.variance)) < 2.05  # six seats share the board


def test_wagers_on_the_board_alone_are_the_same_for_all():
    assert simulated().line("play-the-board").correlation == 1


def test_one_player_shares_nothing():
    line = simulated(rounds=2_000, players=1).line("game")
    assert line.covariance is None
    assert line.correlation_error is None


# Beside the exact figures


def test_optional_wagers_agree_with_the_odds():
    found = simulated()
    assert not found.differing
    assert {each.name for each in found.lines if each.verdict() == "agrees"} >= {"trips", "ultimate-pairs", "play-the-board"}
    assert found.line("game").verdict() == "-"


def test_the_best_play_agrees_with_the_solved_game():
    found = simulated(rounds=20_000, play="best", is_solved=True)
    assert not found.differing
    for name in ("game", "ante", "blind", "play"):
        assert found.line(name).exact_mean is not None
    solved = solve_game(standard_rules(UTH)).best_play
    assert found.line("game").exact_mean == solved.expected_value * 2_500
    played = found.outcome_counts[0]
    folds = Fraction(played[0], sum(played))
    assert abs(float(folds - solved.frequencies["fold"])) < 0.005


def test_the_best_play_of_four_card_poker_agrees_with_the_solved_game():
    found = simulated(FCP, rounds=40_000, play="best", is_solved=True)
    assert not found.differing
    solved = solve_game(standard_rules(FCP)).best_play
    assert found.line("game").exact_mean == solved.expected_value * 2_500
    played = found.outcome_counts[0]
    for times, name in enumerate(("fold", "1x", "2x", "3x")):
        many = sum(played[times * four_card.ENDS : (times + 1) * four_card.ENDS])
        assert float(Fraction(many, sum(played))) == pytest.approx(float(solved.frequencies.get(name, 0)), abs=0.004)


def test_a_wager_that_pays_otherwise_is_marked():
    found = simulated()
    trips = found.line("trips")
    wrong = tuple((net + (100 if net > 0 else 0), count) for net, count in trips.line.exact)
    assert replace(trips, line=replace(trips.line, exact=wrong)).verdict() == "DIFFERS"


def test_too_few_rounds_for_rare_awards_are_not_compared():
    assert simulated(rounds=2_000).line("six-card-bonus").verdict() == "too few rounds"


# Refusals


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"rounds": 0}, "1 to 1,000,000,000,000 as rounds, not 0"),
        ({"rounds": 10**13}, "as rounds"),
        ({"players": 0}, "1 to 6 as players, not 0"),
        ({"players": 7}, "1 to 6 as players, not 7"),
        ({"seed": -1}, "as seed"),
        ({"play": "bold"}, "no simulated play 'bold'; it has chart, never-fold, never-raise"),
        ({"bet": Cents(0)}, "more than $0"),
        ({"sides": {"tripps": DOLLAR}}, "no wager 'tripps'; did you mean trips"),
        ({"sides": {"progressive": DOLLAR}}, "no meter is filed"),
        ({"sides": {"progressive-envy-1": DOLLAR}}, "hands of other players"),
        ({"sides": {"play": DOLLAR}}, "belongs to the game"),
        ({"sides": {"trips": Cents(-5)}}, "more than $0"),
        ({"sides": {"six-card-bonus": DOLLAR * 5}}, "the Six Card Bonus needs the Trips"),
    ],
)
def test_what_is_refused(asked, said):
    with pytest.raises(HousewayError, match=said.replace("$", r"\$")):
        plan_simulation(standard_rules(UTH), **{"rounds": 10, **asked})


def test_a_payout_limit_that_may_cut_is_refused():
    rules = judge(parse_submission((EXAMPLES / UTH / "common.toml").read_text())).rules
    plan = plan_simulation(rules, 10, bet=rules.offers["ante"].maximum)
    with pytest.raises(HousewayError, match="may cut awards, which is not simulated"):
        simulate(rules, plan)


@pytest.mark.prove
@pytest.mark.parametrize("book", [UTH, FCP])
@pytest.mark.parametrize(("play", "rounds"), [("chart", 10_000_000), ("best", 1_000_000)])
def test_many_rounds_agree_with_the_exact_figures(book, play, rounds):
    found = simulated(book, rounds=rounds, play=play, is_solved=True)
    assert not found.differing
    assert found.line("game").verdict() == "agrees"


# A strategy for each seat


@pytest.mark.parametrize(("book", "kinds"), [(FCP, ("best", "never-fold")), (UTH, ("never-raise", "three-times"))])
def test_every_seat_wins_what_its_strategy_wins_at_a_table_of_its_own_kind(book, kinds):
    one, two = kinds
    by_seat = (one, two, "chart", "chart", one, "chart")
    found, rounds = simulated(book, rounds=3_000, play=by_seat), 3_000
    alike = {play: simulated(book, rounds=3_000, play=play) for play in {*by_seat}}
    rules = standard_rules(book)
    cards, nets = {}, {}
    for play in alike:
        plan = plan_simulation(rules, rounds, 6, 1, play=play)
        game = describe_game(rules, plan)
        dealt = cards.setdefault("dealt", np.empty((rounds, game.row_length), dtype=np.uint8))
        deal_rounds(1, 0, 52, dealt)
        outcomes = np.zeros((rounds, 6, game.axes), dtype=np.uint16)
        game.new_player()(dealt, outcomes)
        line = game.lines[0]
        nets[play] = np.array([int(net) for net in line.nets])[outcomes[:, :, line.axis]]
    assert found.line("game").total == sum(int(nets[play][:, seat].sum()) for seat, play in enumerate(by_seat))
    for play in alike:
        seats = [seat for seat, each in enumerate(by_seat) if each == play]
        line = found.line(f"game:{play}")
        assert (line.total, line.players) == (int(nets[play][:, seats].sum()), len(seats))
        assert float(line.variance) == pytest.approx(nets[play][:, seats].var(), rel=1e-9)


def test_errors_cost_what_they_cost():
    found = simulated(rounds=30_000, play=("chart", "never-raise", "never-fold", "chart", "chart", "chart"))
    assert found.line("game:never-raise").hold - found.line("game:chart").hold > Fraction(1, 10)
    assert found.line("game:never-fold").hold > found.line("game:chart").hold


def test_each_strategy_is_compared_with_its_own_exact_figures():
    found = simulated(FCP, rounds=20_000, play=("best", "never-fold", "chart", "any-pair", "once-only", "best"), is_solved=True)
    assert not found.differing
    assert {each.verdict() for each in found.lines if each.name.startswith("game:")} == {"agrees"}
    assert found.line("game").verdict() == "-"


@pytest.mark.parametrize(
    ("play", "said"),
    [(("best",), "takes 6 strategies, one for each player, not 1"), (("chart",) * 5 + ("bold",), "no simulated play 'bold'")],
)
def test_strategies_that_are_refused(play, said):
    with pytest.raises(HousewayError, match=said):
        plan_simulation(standard_rules(UTH), 10, play=play)


# Pai Gow Poker


def filed(name, *changes):
    text = (EXAMPLES / f"{name}.toml").read_text()
    for old, new in changes:
        text = text.replace(old, new)
    return judge(parse_submission(text)).rules


@cache
def simulated_filed(name, rounds, banking=(), sides=None):
    rules = filed(name)
    plan = plan_simulation(rules, rounds, banking=banking, sides=None if sides is None else dict(sides))
    return simulate(rules, plan, solution_for(rules, plan))


@pytest.mark.parametrize("book", [MD, DIV])
def test_pai_gow_by_house_way_agrees_with_what_was_counted(book):
    found = simulated_filed(f"{book}/everything", 100_000)
    assert not found.differing
    assert found.line("pai-gow").verdict() == "agrees"
    wins, pushes, losses = found.outcome_counts[0][:3]
    assert wins + pushes + losses == 600_000
    assert found.line("pai-gow").exact_mean == sum(net * count for net, count in found.line("pai-gow").line.exact) / Fraction(
        sum(count for _, count in found.line("pai-gow").line.exact)
    )


def test_a_table_whose_players_bank_keeps_the_vigorish_and_the_result_of_its_own_stakes():
    found = simulated_filed(f"{MD}/everything", 50_000, banking=(1, 2, 3, 4, 5, 6), sides=())
    parts = [found.line(name) for name in ("against-dealer", "against-bank", "as-bank")]
    assert found.line("pai-gow").total == sum(each.total for each in parts)
    assert found.line("as-bank").total > 0 > found.line("against-bank").total  # the bank wins copies
    assert [each.verdict() for each in parts] == ["agrees", "agrees", "-"]
    without, alone = 50_000 // 16_384 + 1, simulated_filed(f"{MD}/everything", 50_000, sides=())
    assert sum(found.outcome_counts[0][:3]) == 6 * without  # nobody banks only in the first round of a night
    assert found.line("pai-gow").hold < alone.line("pai-gow").hold


def test_co_banks_are_named_where_they_are_offered():
    def said(*changes):
        rules = filed(f"{MD}/everything", *changes)
        return describe_game(rules, plan_simulation(rules, 1, 3, sides={}, banking=(1,))).assumptions

    assert any("co-banks, which these rules offer, are not simulated" in each for each in said())
    assert not any("co-banks" in each for each in said(("co-banking = true", "co-banking = false")))


def test_the_bank_goes_round_as_the_books_say():
    def banks(name, *changes, players=4, banking=(1, 2, 3, 4), rounds=8):
        rules = filed(name, *changes)
        return list(bank_schedule(rules, plan_simulation(rules, rounds, players, banking=banking), rounds))

    nobody = -1
    assert banks(f"{MD}/everything") == [nobody, 0, 1, 2, 3, 0, 1, 2]
    assert banks(f"{MD}/everything", banking=(2,)) == [nobody, 1, nobody, 1, nobody, 1, nobody, 1]  # not twice in a row
    assert banks(f"{DIV}/everything") == [nobody, 0, 1, 2, 3, nobody, 0, 1]  # the fifth offer is the dealer's (DIV-23)
    assert banks(f"{DIV}/everything", ('"dealer-round"', '"skip-dealer"'), players=6, banking=(6,)) == [nobody, 5] * 4


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"name": "minimal", "banking": (1,)}, "offers no bank as filed"),
        ({"name": "everything", "banking": (7,)}, "1 to 6 as banking position, not 7"),
        ({"name": "everything", "ways": {"strategy": "chart"}}, "cannot be solved with a strategy"),
        ({"name": "everything", "play": "best"}, "no simulated play 'best'; it has house-way"),
        ({"name": "everything", "sides": {"fortune-envy": DOLLAR}}, "envy is not offered"),
    ],
)
def test_what_is_refused_of_pai_gow(asked, said):
    name = asked["name"]
    with pytest.raises(HousewayError, match=said):
        plan_simulation(filed(f"{MD}/{name}"), 10, **{key: value for key, value in asked.items() if key != "name"})


def test_a_rule_book_by_itself_has_no_house_way():
    rules = standard_rules(MD)
    with pytest.raises(HousewayError, match="name the dealer's"):
        simulate(rules, plan_simulation(rules, 10))
    assert simulate(rules, plan_simulation(rules, 10, ways={"house_way": "foxwoods"})).rounds == 10
