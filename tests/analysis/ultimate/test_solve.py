"""Ultimate Texas Hold'em solved: against brute force, against what is published, and whatever chart one plays by."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.analysis import PlayerView, rate_choices, solve_game, standard_rules
from houseway.analysis.ultimate.solve import chart as ultimate_chart
from houseway.analysis.ultimate.solve import passes
from houseway.analysis.ultimate.solve import solver as game
from houseway.analysis.ultimate.solve.passes import find_best_play, starting_hand_names, sum_holdings
from houseway.analysis.ultimate.solve.strategy import CHART, UltimateSpots, UltimateStrategy
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.cards import CARDS, parse_hand
from houseway.disk_cache import disk_cached
from houseway.errors import Malformed, NotAllowed
from houseway.hands import STANDARD, Category
from houseway.kernels import batch
from houseway.kernels import combinations as numbering
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import deals as holdem_deals
from houseway.kernels.tables import category_positions
from tests.support import solve_brute
from tests.support.solve_brute import KNOWN, published, solved

BOOK = "md.ultimate-texas-holdem"
RULES = standard_rules(BOOK)
TERMS = UltimateTerms.from_rules(RULES)


def cards(numbers):
    return tuple(CARDS[number] for number in numbers)


def advised(hole, board=()):
    return rate_choices(RULES, PlayerView(cards(hole), cards(board))).values


# The ground


def test_all_combinations():
    boards, weights = holdem_deals.canonical_boards()
    assert len(boards) == 134_459
    assert (
        weights.sum() * holdem_deals.FLOPS_PER_BOARD * holdem_deals.HOLDINGS_PER_BOARD * holdem_deals.DEALER_HOLDINGS
        == holdem_deals.TOTAL_DEALS
        == 27_813_810_024_000
    )
    assert comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2) == holdem_deals.TOTAL_DEALS


def test_every_flop_becomes_a_canonical_one_and_its_holdings_go_along():
    flops, rng = holdem_deals.canonical_flops(), np.random.default_rng(7)
    assert len(flops.canonical) == 1_755
    assert flops.weights.sum() == comb(52, 3)
    for number in rng.integers(comb(52, 3), size=200):
        flop = numbering.unrank_combinations(np.array([number]), 3)[0]
        home = flops.canonical[flops.number[number]]
        hole = next(pair for pair in holdem_deals.all_holdings()[rng.permutation(1326)] if not set(pair) & set(flop))
        moved = holdem_deals.all_holdings()[flops.holding[flops.suits[number], numbering.rank_combinations(hole[None])[0]]]
        assert suits_of([*flop, *hole]) == suits_of([*home, *moved])


def suits_of(hand):
    """A flop and a holding up to suits: what each suit has of either."""
    flop, hole = hand[:3], hand[3:]
    held = [(sorted(c >> 2 for c in flop if c & 3 == s), sorted(c >> 2 for c in hole if c & 3 == s)) for s in range(4)]
    return sorted(held)


def test_the_169_starting_hands():
    many = Counter(starting_hand_names())
    assert len(many) == 169
    assert Counter(many.values()) == {6: 13, 4: 78, 12: 78}
    assert starting_hand_names()[numbering.rank_combinations(np.array([[48, 51]], dtype=np.uint8))[0]] == "AA"
    assert many["AKs"] == 4
    assert many["72o"] == 12


@pytest.mark.parametrize(
    ("letter", "readings", "straight", "flush"),
    [
        ("A", {}, Fraction(1), Fraction(3, 2)),
        ("B", {}, Fraction(0), Fraction(3, 2)),
        ("B", {"UTH-01": "pays-even"}, Fraction(1), Fraction(3, 2)),
    ],
)
def test_the_blind_is_paid_as_it_is_read(letter, readings, straight, flush):
    terms = UltimateTerms.from_rules(standard_rules(BOOK, {"blind": letter}, readings))
    assert terms.blind[Category.STRAIGHT] == straight
    assert terms.blind[Category.FLUSH] == flush
    assert terms.blind[Category.ROYAL_FLUSH] == 500
    assert terms.blind[Category.THREE_OF_A_KIND] == terms.blind[Category.HIGH_CARD] == 0
    assert (terms.first, terms.flop, terms.river, terms.unit) == ((3, 4), 2, 1, 2)


def test_a_blind_beyond_counting_is_refused(monkeypatch):
    monkeypatch.setitem(TERMS.blind, Category.ROYAL_FLUSH, Fraction(10**6))
    with pytest.raises(Malformed, match="too much"):
        _ = TERMS.game


# Against brute force


@pytest.mark.parametrize("seed", range(3))
def test_a_flop_by_brute_force(seed):
    *hole, a, b, c = solve_brute.random_cards(np.random.default_rng(seed), 5)
    check, raised = solve_brute.flop([a, b, c], hole)
    assert advised(hole, (a, b, c)) == {"check": check, "2x": raised}


BOARDS = [
    "2c 5d 9h Js Kc",
    "2c 5c 9c Js Kd",
    "2c 5c 9c Jc Kd",
    "2c 5c 9c Jc Kc",
    "9s 9d 9h 9c 2d",
    "Ts Js Qs Ks As",
    "8d 8h 3c 3s Ad",
    "6c 7d 8h 9s Tc",
    "5c 6c 7c 8c 2d",
]


@pytest.mark.parametrize("board", BOARDS)
def test_a_full_board_by_brute_force(board):
    """Every holding would be 1,081; some of every kind are tried on boards of every make."""
    full, rng = [int(card) for card in parse_hand(board)], np.random.default_rng(3)
    for _ in range(25):
        hole = rng.permutation(solve_brute.left_of(full))[:2].tolist()
        assert advised(hole, full) == {"fold": -2, "1x": solve_brute.river(full, hole)}


def test_ranks_are_those_of_the_batch_kernel():
    """On every kind of board, opponents beaten and tied with, for every holding."""
    rng = np.random.default_rng(11)
    boards = [sorted(int(card) for card in parse_hand(board)) for board in BOARDS]
    boards += [sorted(solve_brute.random_cards(rng, 5)) for _ in range(20)]
    for board in boards:
        left = list(combinations(solve_brute.left_of(board).tolist(), 2))
        strengths = batch.hand_strengths(STANDARD, np.array([[*pair, *board] for pair in left], dtype=np.uint8)).astype(int)
        disjoint = np.array([[not set(one) & set(two) for two in left] for one in left[::90]])
        beaten = (disjoint & (strengths[None, :] < strengths[::90, None])).sum(axis=1)
        above = (disjoint & (strengths[None, :] > strengths[::90, None])).sum(axis=1)
        for pair, low, high in zip(left[::90], beaten, above):
            sums = np.zeros(3, dtype=np.int64)
            plain = holdem.HoldemPays(1, 0, 1, np.zeros_like(TERMS.game.blind), 2, 1)
            board_row = np.array([board], dtype=np.uint8)
            holdem.add_holding_values(board_row, np.array(pair, dtype=np.int64), TERMS.ranks, plain, holdem.new_scratch(), sums)
            assert sums[0] == low - high


@pytest.fixture(scope="module")
def sums():
    return sum_holdings(TERMS)


@pytest.mark.prove
def test_a_thousand_random_flops_by_brute_force(sums):
    flops, rng = holdem_deals.canonical_flops(), np.random.default_rng(1)
    for _ in range(1000):
        *hole, a, b, c = solve_brute.random_cards(rng, 5)
        number = numbering.rank_combinations(np.array([[a, b, c]], dtype=np.uint8))[0]
        holding = flops.holding[flops.suits[number], numbering.rank_combinations(np.array([hole], dtype=np.uint8))[0]]
        raised, check = sums.by_flop[flops.number[number], holding].tolist()
        parts = TERMS.unit * 1081 * 990
        assert (Fraction(check, parts), Fraction(raised, parts)) == solve_brute.flop([a, b, c], hole)


# The solution


def test_the_best_play_is_as_published():
    (entry,) = [each for each in KNOWN if each["book"] == BOOK]
    found = solved(BOOK, blind="A")
    assert found.best_play.total == entry["total"] == sum(found.best_play.distribution.values())
    for figure in ("house_edge", "element_of_risk"):
        assert published(entry[figure], getattr(found.best_play, figure))
    assert round(found.best_play.standard_deviation, 6) == Fraction("4.939299")
    assert round(found.best_play.house_edge, 7) == Fraction("0.0218497")
    assert sum(found.best_play.frequencies.values()) == 1
    assert "3x" not in found.best_play.frequencies


def test_the_starting_hands():
    hands = solved(BOOK, blind="A").hands
    assert len(hands) == 169
    assert list(hands)[:3] == ["AA", "AKs", "AKo"]
    raised = {name for name, hand in hands.items() if hand.best == "4x"}
    assert raised == {name for name in hands if CHART.play_before(name)}, "the published chart before the flop is exact"
    assert all(hand.best in ("4x", "check") for hand in hands.values()), "3x is never best"
    assert sum(hand.combinations for hand in hands.values()) == 1326


def test_the_json_has_the_promised_shape():
    found = solved(BOOK, blind="A").to_json()
    assert found["total"] == 27_813_810_024_000
    assert found["house_edge"].startswith("0.0218497")
    assert {"element_of_risk", "standard_deviation", "distribution", "frequencies", "cost_of_3x"} <= set(found)
    assert set(found["hands"]["AKs"]) == {"4x", "3x", "check", "best"}
    assert found["hands"]["AKs"]["best"] == "4x"
    assert float(found["hands"]["AKs"]["4x"]) > float(found["hands"]["AKs"]["3x"]) > float(found["hands"]["AKs"]["check"])
    assert found["of"] == "Ante"
    assert found["readings"]["UTH-20"] == "ante-returned"
    assert found["paytables"]["blind"]["flush"] == "3 to 2"


def test_advice_before_the_flop_is_from_the_solved_game():
    hand = solved(BOOK, blind="A").hands["T9s"]
    found = rate_choices(RULES, PlayerView(parse_hand("Ts 9s")))
    assert found.values == hand.values
    assert found.best == hand.best
    assert list(found.values) == ["check", "3x", "4x"]
    starts = {"10-9 of one suit": "Ts 9s", "5-4 of different suits": "5s 4d", "A-A": "As Ad"}
    methods = [rate_choices(RULES, PlayerView(parse_hand(hand))).provenance.method for hand in starts.values()]
    assert methods == [f"every deal that begins with {start}, decided best to its end" for start in starts]


@pytest.mark.parametrize(
    ("hole", "board", "code"),
    [
        ("As", "", "advise.cards"),
        ("As Kd Qc", "", "advise.cards"),
        ("As Kd", "2c 3c", "advise.cards"),
        ("As Kd", "2c 3c 4c 5c", "advise.cards"),
        ("As Kd", "As 3c 4c", "card.repeated"),
        ("As Jk", "2c 3c 4c", "advise.joker"),
    ],
)
def test_no_advice_on_what_cannot_be_seen(hole, board, code):
    with pytest.raises(Malformed) as refusal:
        rate_choices(RULES, PlayerView(parse_hand(hole), parse_hand(board) if board else ()))
    assert refusal.value.code == code


def test_unknown_ways_to_solve_are_refused():
    with pytest.raises(Malformed, match="no strategy"):
        solve_game(RULES, strategy="hunch")
    with pytest.raises(Malformed, match="cannot be solved with a house way"):
        solve_game(RULES, house_way="foxwoods")
    with pytest.raises(Malformed, match="no paytable"):
        standard_rules(BOOK, {"blind": "Z"})
    with pytest.raises(Malformed, match="has no choice"):
        standard_rules(BOOK, {}, {"UTH-01": "maybe"})
    with pytest.raises(NotAllowed, match="the value of every setting"):
        rate_choices(standard_rules("md.pai-gow-poker"), PlayerView(()))


# Charts


def spot(hole, board):
    numbers = numbering.rank_combinations(np.array([[int(card) for card in parse_hand(hole)]], dtype=np.uint8)).astype(
        np.uint16
    )
    return UltimateSpots(np.array([sorted(int(card) for card in parse_hand(board))], dtype=np.uint8), numbers[None])


@pytest.mark.parametrize(
    ("hole", "board", "raises"),
    [
        ("5c 4d", "5h Ks 2c", True),  # a hidden pair
        ("2c 2d", "5h Ks 9c", False),  # pocket deuces
        ("2c 2d", "5h 5s 9c", True),  # two pair
        ("6c 4d", "5h 5s 9c", False),  # the board's pair
        ("6c 4d", "5h 5s 5c", True),  # two pair or better, though it is the board's
        ("Tc 4c", "5c 9c Kd", True),  # four to a flush with a hidden ten
        ("9c 4c", "5c 8c Kd", False),
        ("Td 4c", "5c 8c Kc", False),  # the ten is not of the suit
        ("8c 4d", "5h 6s 7c", True),  # a straight
    ],
)
def test_the_chart_after_the_flop(hole, board, raises):
    assert CHART.flop(spot(hole, board)).tolist() == [[raises]]


def test_the_chart_is_the_same_for_one_spot_and_for_many():
    """At a table it is asked about one spot, plainly (`ultimate.chart`); solving asks about all of them at once."""
    rng = np.random.default_rng(11)
    threes = [[hole, other, *range(4 * rank, 4 * rank + 3)] for hole, other, rank in ((20, 49, 3), (3, 6, 9), (38, 39, 9))]
    for size, judge, times in ((3, CHART.flop, ultimate_chart.MEDIUM), (5, CHART.river, ultimate_chart.SMALL)):
        dealt = [rng.permutation(52)[: size + 2].tolist() for _ in range(400)] + (threes if size == 3 else [])
        boards = np.sort([each[2:] for each in dealt], axis=1).astype(np.uint8)
        numbers = numbering.rank_combinations(np.array([each[:2] for each in dealt], dtype=np.uint8)).astype(np.uint16)
        many = judge(UltimateSpots(boards, numbers[:, None]))[:, 0]
        assert [times * int(each) for each in many] == [
            ultimate_chart.play_multiple(cards(each[:2]), cards(each[2:])) for each in dealt
        ]
        assert 0 < many.sum() < len(many)
    for name, holding in zip(starting_hand_names(), holdem_deals.all_holdings().tolist(), strict=True):
        assert CHART.play_before(name) == ultimate_chart.play_multiple(cards(holding), ())


@pytest.mark.parametrize(
    ("hole", "board", "outs"),
    [
        ("Qc 4d", "Kh 9h 7s 5c 2d", 3 * 5 + 4),  # a pair of the board's, or an ace; a king-high board plays
        ("Ac 4d", "Kh 9h 7s 5c 2d", 3 * 5),
        ("Kc 4d", "Kh 9h 7s 5c 2d", 0),  # another king is a tie
    ],
)
def test_dealer_outs(hole, board, outs):
    found = spot(hole, board).dealer_outs.tolist()[0][0]
    full = [int(card) for card in parse_hand(board)]
    player = batch.hand_strengths(STANDARD, np.array([[*map(int, parse_hand(hole)), *full]], dtype=np.uint8))[0]
    left = solve_brute.left_of([*full, *map(int, parse_hand(hole))])
    six = batch.hand_strengths(STANDARD, np.array([[card, *full] for card in left], dtype=np.uint8))
    assert found == (six > player).sum() == outs


def test_a_strategy_must_answer_every_spot():
    wrong = UltimateStrategy("half", "", {}, lambda spots: np.zeros((1, 1), dtype=bool), CHART.river)
    with pytest.raises(Malformed, match="strategy half returned"):
        wrong.flop_table()
    with pytest.raises(Malformed, match="5 times"):
        game.play_strategy(RULES, UltimateStrategy("five", "", {"AA": 5}, CHART.flop, CHART.river))


@pytest.mark.prove
def test_a_strategy_as_tables_and_functions(sums):
    """To play everything four times ends as the first pass says; to fold at last what is best played changes nothing before."""
    best = solve_game(RULES)
    before = {name: 4 for name, hand in best.hands.items() if hand.best == "4x"}
    raised = sums.by_flop[:, :, 0] > sums.by_flop[:, :, 1]

    def never(spots):
        return np.zeros(spots.holdings.shape, dtype=bool)

    played = game.play_strategy(RULES, UltimateStrategy("always", "", lambda name: 4, raised, never))
    parts = TERMS.unit * holdem_deals.TOTAL_DEALS
    each, rest = sums.by_holding.sum(axis=0).tolist()
    assert played.expected_value == Fraction(4 * each + rest, parts)
    assert played.frequencies["4x"] == 1
    folds, often = game.play_strategy(RULES, UltimateStrategy("folds", "", before, raised, never)), best.best_play.frequencies
    assert folds.frequencies["2x"] == often["2x"]
    assert folds.frequencies["fold"] == often["fold"] + often["1x"]
    assert best.cost_of(folds) > 0


def test_a_strategy_is_counted_once_and_kept(monkeypatch):
    """Kept like the best play, under its name and everything that it depends on."""
    kept, counted = {}, []

    def keep(name, depends, sources, build):
        if name == "ultimate":
            return disk_cached(name, depends, sources, build)  # solved for other tests
        key = json.dumps([name, depends])
        return kept[key] if key in kept else kept.setdefault(key, build())

    def count(terms, *rest):
        counted.append(terms)
        return np.zeros((max(terms.first) + 1, holdem.OUTCOME_COUNT), dtype=np.int64)

    solved(BOOK, blind="A")
    monkeypatch.setattr(game, "disk_cached", keep)
    monkeypatch.setattr(game, "count_outcomes", count)
    first, again = (game.solve(RULES, strategy="chart").strategies for _ in range(2))
    assert first == again
    assert len(counted) == 1


@pytest.mark.prove
def test_the_chart_costs_a_quarter_of_a_percent():
    found = solve_game(RULES, strategy="chart")
    (chart,) = found.strategies
    assert chart.total == holdem_deals.TOTAL_DEALS
    assert round(found.cost_of(chart), 8) == Fraction("0.00247906")


@pytest.mark.prove
def test_blind_b_and_its_readings():
    edges = {
        choice: solve_game(standard_rules(BOOK, {"blind": "B"}, {"UTH-01": choice})).best_play.house_edge
        for choice in ("pushes", "pays-even")
    }
    assert edges["pays-even"] == solve_game(RULES).best_play.house_edge
    assert edges["pays-even"] < edges["pushes"]


def test_categories_of_boards():
    assert spot("Ac Kd", "5h 5s 5c").board_place[0, 0] == STANDARD.position(Category.THREE_OF_A_KIND)
    assert spot("Ac Kd", "5h 5s 6c").board_place[0, 0] == STANDARD.position(Category.PAIR)
    assert spot("Ac Kd", "5h 5s 6c 6d 7h").board_place[0, 0] == STANDARD.position(Category.TWO_PAIR)
    assert category_positions(STANDARD)[-1] == STANDARD.position(Category.ROYAL_FLUSH)


def test_the_best_play_of_the_same_terms_is_found_once(monkeypatch, tmp_path):
    """A game is solved, and then counted together with an optional wager: the first pass over the boards is made once."""
    other = UltimateTerms.from_rules(standard_rules(BOOK, {"blind": "B"}))
    passed = []

    def first_pass(terms, *_):
        passed.append(terms)
        flops = np.zeros((len(holdem_deals.canonical_flops().canonical), len(starting_hand_names()), 2), dtype=np.int64)
        return passes.HoldingSums(flops, np.full((len(starting_hand_names()), 2), len(passed), dtype=np.int64))

    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(passes, "sum_holdings", first_pass)
    found = [find_best_play(terms, print) for terms in (TERMS, UltimateTerms.from_rules(RULES), other, TERMS)]
    assert passed == [TERMS, other]
    assert [play.hands["AA"] for play in found] == [[6, 6, 0], [6, 6, 0], [12, 12, 0], [6, 6, 0]]
    assert all((play.before == 4).all() and not play.raised.any() for play in found)
