"""The best setting of every hand: hands of the same ranks together, against each hand rated on its own."""

import tomllib
from fractions import Fraction
from functools import cache
from itertools import combinations, cycle, product
from types import SimpleNamespace

import numpy as np
import pytest
from rich.progress import Progress

from houseway.analysis.pai_gow.improve.improving import _best_play
from houseway.analysis.pai_gow.improve.values import Side, Stakes
from houseway.analysis.pai_gow.solve import optimal as pai_gow_optimal
from houseway.analysis.pai_gow.solve import solver as pai_gow
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts, PaiGowTerms
from houseway.analysis.pai_gow.solve.setting import rate_settings
from houseway.analysis.standard_rules import standard_rules
from houseway.cards import CARDS
from houseway.hands import PAI_GOW_HIGH
from houseway.house_way import HouseWay, compile_house_way
from houseway.kernels.pai_gow.disjoint_pairs import ClassSettings
from houseway.kernels.pai_gow.optimal import ResultValues, SettingOptimizer, low_hands
from houseway.kernels.pai_gow.setting import class_indices
from tests.support.effort import MORE
from tests.support.paths import ROOT

KNOWN = tomllib.loads((ROOT / "benchmarks" / "known.toml").read_text())["pairs"]
RULES = standard_rules("md.pai-gow-poker")
TERMS = PaiGowTerms.from_rules(RULES)
FOXWOODS, SIMPLE = HouseWay.load("foxwoods"), HouseWay.load("simple")


def way(name):
    table = compile_house_way(name, PAI_GOW_HIGH).table
    return ClassSettings(table.high, table.low)


@cache
def of_the_same_ranks(*ranks):
    """All hands of these ranks; 13 is the joker."""
    suits = (combinations(range(4), ranks.count(rank)) for rank in sorted({*ranks} - {13}))
    every = [
        [4 * rank + suit for rank, held in zip(sorted({*ranks} - {13}), dealt) for suit in held] + [52] * ranks.count(13)
        for dealt in product(*suits)
    ]
    return np.array(every, dtype=np.uint8)


TWO_PAIR, THREE_PAIR = (1, 1, 7, 7, 9, 10, 12), (1, 1, 6, 6, 8, 8, 9)
GROUPS = [
    (0, 2, 4, 5, 7, 9, 12),
    (4, 5, 6, 7, 9, 11, 13),
    TWO_PAIR,
    THREE_PAIR,
    (3, 3, 3, 3, 12, 12, 12),
    (1, 5, 12, 12, 12, 12, 13),
]


@pytest.mark.sampled
@pytest.mark.parametrize(("ranks", "copies_push"), [*zip(GROUPS, cycle([False, True])), (TWO_PAIR, True)], ids=str)
def test_the_best_setting_is_that_of_the_hand_on_its_own(ranks, copies_push):
    hands = of_the_same_ranks(*ranks)
    terms = PaiGowTerms(PAI_GOW_HIGH, TERMS.pays, TERMS.bank_pays, TERMS.bank_vigorish, copies_push)
    rater = SettingOptimizer(way(FOXWOODS), way(SIMPLE), PAI_GOW_HIGH, ResultValues(19, 20, 19, 20), copies_push)
    rated = rater.rate(hands, class_indices(hands))
    lows = [low_hands(hands, rated.columns[:, mode]) for mode in range(2)]
    own = compile_house_way(SIMPLE, PAI_GOW_HIGH).set(hands)
    for row in np.random.default_rng(len(hands)).permutation(len(hands))[: 5 * MORE].tolist():
        alone = rate_settings([CARDS[card] for card in hands[row].tolist()], FOXWOODS, terms)
        best, chosen = alone.best.counts, alone.setting_with_low([CARDS[card] for card in lows[0][row].tolist()])
        assert chosen.expected_value == alone.best.expected_value
        assert rated.best[row, 0].tolist() == [chosen.counts.win, chosen.counts.lose]
        assert best.total == chosen.counts.total
        banking = alone.setting_with_low([CARDS[card] for card in lows[1][row].tolist()])
        assert banking.bank_value == alone.best_banking.bank_value
        bank = banking.counts.counts_as_bank(terms)
        assert rated.best[row, 1].tolist() == [bank.win, bank.lose]
        house = alone.setting_with_low([CARDS[card] for card in own.low[row].tolist()]).counts
        assert rated.own[row].tolist() == [
            [house.win, house.lose],
            [house.counts_as_bank(terms).win, house.counts_as_bank(terms).lose],
        ]


def test_portions_add_up_and_are_kept(monkeypatch, tmp_path):
    """A run that was stopped goes on where it was: what is kept is not worked out again."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(pai_gow_optimal, "PORTIONS", 2)
    hands = np.concatenate([of_the_same_ranks(*TWO_PAIR), of_the_same_ranks(*THREE_PAIR)])
    weights = np.ones(len(hands), dtype=np.int64)
    cuts = np.array([0, len(of_the_same_ranks(*TWO_PAIR)), len(hands)])
    monkeypatch.setattr(pai_gow_optimal, "_hands_in_portions", lambda: (hands, weights, cuts))
    first = list(pai_gow_optimal._solve_portions(TERMS, FOXWOODS, SIMPLE, None, [0]))
    worked, told = [], []
    portion = pai_gow_optimal._solve_portion
    monkeypatch.setattr(pai_gow_optimal, "_solve_portion", lambda *given: worked.append(given[-1]) or portion(*given))
    play = pai_gow_optimal.solve_best_settings(RULES, FOXWOODS, SIMPLE, lambda *done: told.append(done))
    assert worked == [1]
    assert told == [(1, 2), (1, 2), (2, 2)]
    assert first[0]["hands"] == cuts[1]
    assert play.best["not banking"].total == len(hands) * 53_524_680
    assert play.gain() > 0 < play.gain("banking")
    assert sum(each.hands for each in play.rules) == len(hands)
    assert sum(each.gain for each in play.rules) == play.gain()
    worst = play.rules[0]
    alone = rate_settings(worst.example, FOXWOODS, TERMS)
    own = alone.setting_with_low(SIMPLE.set(worst.example).low)
    assert {*worst.low} == {*alone.best.setting.low}
    assert worst.lost == alone.best.expected_value - own.expected_value
    said = play.to_json()
    assert said["win"] + said["push"] + said["lose"] == said["total"]
    assert all(len(row) == len(sheet.columns) for sheet in play.printed_tables() for row in sheet.rows)


def two_portions(monkeypatch, tmp_path):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    hands = np.concatenate([of_the_same_ranks(*TWO_PAIR), of_the_same_ranks(*THREE_PAIR)])
    cuts = np.array([0, len(of_the_same_ranks(*TWO_PAIR)), len(hands)])
    monkeypatch.setattr(pai_gow_optimal, "_hands_in_portions", lambda: (hands, np.ones(len(hands), dtype=np.int64), cuts))
    return hands


def test_hands_are_rated_alike_in_steps_and_at_once(monkeypatch, tmp_path):
    hands = two_portions(monkeypatch, tmp_path)
    monkeypatch.setattr(pai_gow_optimal, "_GROUPS_IN_STEP", 1)
    optimizer = SettingOptimizer(way(FOXWOODS), way(SIMPLE), PAI_GOW_HIGH, ResultValues(19, 20, 19, 20))
    places = class_indices(hands)
    rater = pai_gow_optimal._StoppableRater(optimizer)
    stepwise, whole = rater.rate(hands, places), optimizer.rate(hands, places)
    assert all((getattr(stepwise, name) == getattr(whole, name)).all() for name in ("columns", "best", "own"))


def test_portions_in_work_stop_when_nobody_waits_for_them(monkeypatch, tmp_path):
    """As after Control-C: they do not go on to their end, which may be a minute away."""
    hands = two_portions(monkeypatch, tmp_path)
    stopped = []

    def endless(rater, own, terms, portion):
        try:
            while portion:
                rater.rate(hands[:1], class_indices(hands[:1]))
        except pai_gow_optimal._Stopped:
            stopped.append(portion)
            raise
        return {"hands": 0}

    monkeypatch.setattr(pai_gow_optimal, "_solve_portion", endless)
    monkeypatch.setattr(pai_gow_optimal, "cpu_count", lambda: 2)
    told = []
    portions = pai_gow_optimal._solve_portions(TERMS, FOXWOODS, SIMPLE, lambda *done: told.append(done), [0, 1])
    assert next(portions) == {"hands": 0}
    portions.close()
    assert stopped in ([1], [])  # it may not have begun
    assert told == [(0, 2), (0, 2)]


@pytest.mark.prove
def test_all_hands_set_best():
    """Minutes. By the house way the hands come to what all pairs come to; set best they gain what was published, 0.21%."""
    with Progress() as bar:
        task = bar.add_task("best settings")
        play = pai_gow_optimal.solve_best_settings(
            RULES, FOXWOODS, progress=lambda done, total: bar.update(task, completed=done, total=total)
        )
    pairs = pai_gow.solve_house_ways(RULES, FOXWOODS, FOXWOODS).counts
    own = play.own["not banking"]
    assert (own.win, own.push, own.lose) == (pairs.win, pairs.push, pairs.lose)
    assert ComparisonCounts.counts_as_bank(pairs, TERMS).win == play.own["banking"].win
    (known,) = [each for each in KNOWN if each["player"] == pai_gow.OPTIMAL]
    for found, printed in (
        (play.gain(), known["gain"]),
        (play.gain(), known["gain_here"]),
        (play.house_edge, known["house_edge_here"]),
        (play.bank_edge, known["bank_edge_here"]),
    ):
        assert round(found, len(printed.partition(".")[2])) == Fraction(printed)


def test_what_the_best_settings_gain_is_the_difference_of_what_is_known():
    ways = {each["player"]: each for each in KNOWN if each["dealer"] == "foxwoods"}
    own, best = Fraction(ways["foxwoods"]["house_edge_here"]), Fraction(ways[pai_gow.OPTIMAL]["house_edge_here"])
    assert own - best == Fraction(ways[pai_gow.OPTIMAL]["gain_here"])


@pytest.mark.parametrize("side", list(Side))
def test_the_best_play_against_a_house_way_is_that_of_each_hand_on_its_own(monkeypatch, tmp_path, side):
    """`improve` asks for the hands of the side that sets best: the dealer, who wins copies and pays less vigorish, or a player."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(pai_gow_optimal, "PORTIONS", 1)
    hands, weights = (
        np.concatenate([of_the_same_ranks(*THREE_PAIR)[:3], of_the_same_ranks(*TWO_PAIR)[:3]]),
        np.array([3, 1, 4, 1, 5, 9]),
    )
    monkeypatch.setattr(pai_gow_optimal, "_hands_in_portions", lambda: (hands, weights, np.array([0, len(hands)])))
    stakes = Stakes.for_side(TERMS, side)
    values = SimpleNamespace(side=side, stakes=stakes, edge=lambda units: stakes.edge(units, side))
    units = 0
    for hand, weight in zip(hands.tolist(), weights.tolist(), strict=True):
        counts = [each.counts for each in rate_settings([CARDS[card] for card in hand], SIMPLE, TERMS).settings]
        won_and_lost = [each.counts_as_bank(TERMS) if side is Side.HOUSE else each for each in counts]
        units += weight * max(stakes.win * each.win - stakes.lose * each.lose for each in won_and_lost)
    assert _best_play(values, SIMPLE, TERMS, lambda _done, _total: None) == stakes.edge(units, side)
