"""The Six Card Bonus beside Ante, Blind and Play: holdings with every box by brute force, and all deals by what is known."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.analysis import standard_rules
from houseway.analysis.odds.counts import data_path, shipped_counts_by
from houseway.analysis.ultimate import six_card_bonus as ultimate_box
from houseway.analysis.ultimate.six_card_bonus import WAGERS, all_book_terms, count_jointly, shipped_sums
from houseway.analysis.ultimate.solve.passes import BestPlay, find_best_play
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.cards import parse_hand
from houseway.disk_cache import cached_only
from houseway.errors import Malformed, NotAllowed
from houseway.hands import STANDARD, Category
from houseway.kernels import batch
from houseway.kernels import combinations as numbering
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import deals as holdem_deals
from houseway.kernels.holdem import showdown
from houseway.kernels.six_card_bonus import boxes
from houseway.kernels.six_card_bonus import game as box_game
from tests.analysis.odds.test_six_card_bonus import DEALERS, boxes_of, kinds
from tests.support.solve_brute import KNOWN, published, solved

BOOK = "md.ultimate-texas-holdem"
RULES = standard_rules(BOOK)
TERMS = UltimateTerms.from_rules(RULES)
BOXES = comb(43, 4)
FIRST, FLOP = 4, 2


# Some holdings of one board, each with every box and every hand of the dealer's


def raises(flop, hole):
    """A rule that looks at ranks, and at suits only to see whether they are the same."""
    same = sum(card & 3 == own & 3 for card in flop for own in hole)
    return (sum(card >> 2 for card in flop) + same) % 3 == 0


def nobody():
    """A way to play that asks for nothing before the river."""
    flops, holes = len(holdem_deals.canonical_flops().canonical), len(holdem_deals.all_holdings())
    return BestPlay({}, np.zeros(holes, dtype=np.int64), np.zeros((flops, holes), dtype=np.uint8))


def some(before, after):
    """Two ranks are played before the flop, if they are of one suit, two others after it as the rule says."""
    play = nobody()
    for number, hole in enumerate(holdem_deals.all_holdings().tolist()):
        if ranks(hole) == ranks(before) and hole[0] & 3 == hole[1] & 3:
            play.before[number] = FIRST
        elif ranks(hole) == ranks(after):
            play.raised[:, number] = [raises(flop, hole) for flop in holdem_deals.canonical_flops().canonical.tolist()]
    return play


def ranks(cards):
    return sorted(card >> 2 for card in cards)


def numbers(text):
    return [int(card) for card in parse_hand(text)]


def added(board, play):
    groups = box_game.group_boards(np.array([board], dtype=np.uint8), np.ones(1, dtype=np.int64))
    return np.array(ultimate_box.sum_groups(TERMS, play, groups, threads=1), dtype=object)


def contest(board, hole, left):
    """By the dealer's two cards: what Ante and Blind bring if they are played, and a Play of once the Ante, in half Antes."""
    hands = np.hstack([left[DEALERS], np.tile(np.array(board, dtype=np.uint8), (len(DEALERS), 1))])
    other, own = (
        batch.hand_strengths(STANDARD, each).astype(int) for each in (hands, np.array([hole + board], dtype=np.uint8))
    )
    won, lost = (other < own) * 2, (other > own) * 2
    place = holdem.holdem_tables(Category.PAIR).place
    blind = TERMS.blind[STANDARD.categories[len(STANDARD.categories) - int(place[own[0]])]]
    ante = np.where(place[other] >= STANDARD.position(Category.PAIR), won - lost, 0)
    return np.stack([ante, won * int(2 * blind) // 2 - lost, won - lost])


def at_last(played):
    """What is better at the last question: a Play of once the Ante, or a fold."""
    folded = np.zeros_like(played)
    folded[:2] = -2
    return played if played.sum() > folded.sum() else folded


def tried(board, before, after):
    """How much more the two strategies bring than one that asks for nothing, by what the box makes."""
    total = np.zeros((len(showdown.SEVEN_CARD_HANDS), len(WAGERS)), dtype=object)
    left = np.array([card for card in range(52) if card not in board], dtype=np.uint8)
    for hole in map(list, combinations(left.tolist(), 2)):
        first = ranks(hole) == ranks(before) and hole[0] & 3 == hole[1] & 3
        flops = sum(raises(flop, hole) for flop in combinations(board, 3)) if ranks(hole) == ranks(after) else 0
        if first or flops:
            rest = left[(left != hole[0]) & (left != hole[1])]
            played = contest(board, hole, rest)
            times, often = (FIRST, 10) if first else (FLOP, flops)
            more = played * np.array([[1], [1], [times]]) - at_last(played)
            total += often * (boxes_of(*hole, rest)[1] @ more.T).astype(object)
    return total


@pytest.mark.prove  # the kernel behind it takes half a minute to compile, and nothing else in `make test` runs it
@pytest.mark.parametrize(
    ("board", "before", "after"),
    [
        ("Ah Kh Qh 7d 7s", "Jh Th", "9c 8d"),
        ("As Kd 8c 8h 2s", "5c 4c", "Ac Td"),
        ("Ts Js 4s Ks 9s", "Qs As", "8c 7d"),
        ("2c 2d 2h 9s 4c", "5c 3c", "9c 4d"),
    ],
)
def test_holdings_with_every_box(board, before, after):
    cards, before, after = numbers(board), numbers(before), numbers(after)
    plain, found = added(cards, nobody()), added(cards, some(before, after))
    assert (found[:, 0] == plain[:, 0]).all()
    assert (
        found[:, 0].sum()
        == holdem_deals.HOLDINGS_PER_BOARD * holdem_deals.DEALER_HOLDINGS * BOXES * holdem_deals.FLOPS_PER_BOARD
    )
    expected = tried(cards, before, after)
    assert expected[:, 2].any()
    assert (found[:, 1:] - plain[:, 1:] == expected).all()


# What is shipped


def test_every_paytable_of_the_book_is_shipped_however_it_is_read():
    keys = [ultimate_box._terms_key(terms) for terms in all_book_terms()]
    assert keys == list(shipped_sums())
    assert len(keys) == 2
    text = data_path("ultimate-box").read_text()
    assert (
        "["
        + ",\n".join(ultimate_box.format_entry(t, shipped_sums()[ultimate_box._terms_key(t)]) for t in all_book_terms())
        + "]\n"
        == text
    )


@pytest.mark.parametrize("terms", [*all_book_terms()], ids=["A", "B"])
def test_deals_are_those_of_the_box_counts(terms):
    sums, known = shipped_sums()[ultimate_box._terms_key(terms)], shipped_counts_by("ultimate", "box", "six")
    assert sum(deals for deals, *_ in sums) == holdem_deals.TOTAL_DEALS * BOXES
    counts = {shown[0]: count for (shown,), count in known.cells}
    for category, (deals, *_) in zip(showdown.SEVEN_CARD_HANDS, sums, strict=True):
        assert Fraction(deals, holdem_deals.TOTAL_DEALS * BOXES) == Fraction(counts[str(category)], known.total)


@pytest.mark.prove
def test_by_the_box_the_game_brings_what_it_brings():
    """`count_jointly` holds each wager against the game as it was solved; all three together are what is published."""
    found = count_jointly(RULES, solved(BOOK))
    whole = sum(deals * sum(brings.values()) for ((deals, brings),) in found.cells.values()) / found.total
    assert whole == solved(BOOK).expected_value
    (edge,) = (each["house_edge"] for each in KNOWN if each["book"] == BOOK and each["paytables"] == {"blind": "A"})
    assert published(edge, -whole)


def test_the_box_leans_on_the_game_a_little():
    """A pair with the box is of cards that the board cannot bring any more: a round goes a little worse than beside a high card."""
    found, whole = count_jointly(RULES, solved(BOOK)).cells, solved(BOOK).expected_value
    high, pair = (sum(found[(hand,)][0][1].values()) for hand in ("high-card", "pair"))
    assert high > pair > whole - Fraction(1, 50)
    assert high < whole + Fraction(1, 50)


def spoiled(sums, column):
    first, second, *rest = [list(row) for row in sums]
    first[column] += 1
    second[column] -= column == 0
    return [first, second, *rest]


@pytest.mark.parametrize(("column", "words"), [(0, "in proportion"), (1, "ante"), (2, "blind"), (3, "play")])
def test_one_part_too_many_is_found(monkeypatch, column, words):
    key = ultimate_box._terms_key(TERMS)
    sums = {key: spoiled(shipped_sums()[key], column)}
    monkeypatch.setattr(ultimate_box, "shipped_sums", lambda: sums)
    with pytest.raises(ArithmeticError, match=words):
        count_jointly(RULES, solved(BOOK))


def test_what_is_not_shipped_is_counted_only_where_one_can_wait(monkeypatch, tmp_path):
    solution = solved(BOOK)
    monkeypatch.setattr(ultimate_box, "shipped_sums", dict)
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    with cached_only(), pytest.raises(NotAllowed) as refusal:
        count_jointly(RULES, solution)
    assert refusal.value.code == "solve.not-kept"


def test_a_blind_that_pays_too_much_is_refused():
    much = replace(TERMS, blind={**TERMS.blind, Category.ROYAL_FLUSH: Fraction(5_000)})
    with pytest.raises(Malformed, match="too much"):
        ultimate_box.count_sums(much)


# The long proofs


@pytest.mark.prove
@pytest.mark.parametrize("terms", [*all_book_terms()], ids=["A", "B"])
def test_what_is_shipped_is_what_is_counted(terms):
    assert ultimate_box.count_sums(terms) == shipped_sums()[ultimate_box._terms_key(terms)]


@pytest.mark.prove
def test_contests_are_those_that_were_counted_without_a_thought_of_the_game():
    """Everybody plays before the flop, so that the Play tells who beats whom, as `boxes` counts it; on boards at random."""
    all_boards, all_weights = holdem_deals.canonical_boards()
    rows = np.random.default_rng(11).choice(len(all_boards), 40, replace=False)
    given, weights = all_boards[rows], all_weights[rows]
    play = nobody()
    play.before[:] = FIRST
    found = np.array(ultimate_box.sum_groups(TERMS, play, box_game.group_boards(given, weights)), dtype=object)
    contest = boxes.count_box_joint(given, weights.astype(np.uint8)).contest
    won, lost = contest[:, : showdown.PLAYER_BEATEN].sum(axis=1), contest[:, showdown.PLAYER_BEATEN : showdown.TIE].sum(axis=1)
    assert (found[:, 0] == holdem_deals.FLOPS_PER_BOARD * contest.sum(axis=1)).all()
    assert (found[:, 3] == holdem_deals.FLOPS_PER_BOARD * FIRST * TERMS.unit * (won - lost)).all()


SEED, ROUNDS, ERRORS = 12, 300_000, 4.5


def dealt():
    """Rounds at random with the best play: what the box makes, and what Ante, Blind and Play bring, in half Antes."""
    play, flops, terms = find_best_play(TERMS, lambda done: None), holdem_deals.canonical_flops(), TERMS.game
    deals = np.argsort(np.random.default_rng(SEED).random((ROUNDS, 52)), axis=1)[:, :13].astype(np.uint8)
    hole, board, dealer, box = np.sort(deals[:, :2], axis=1), deals[:, 2:7], deals[:, 7:9], deals[:, 9:]
    number = numbering.rank_combinations(np.sort(board[:, :3], axis=1))
    holding = numbering.rank_combinations(hole)
    before = play.before[holding]
    after = play.raised[flops.number[number], flops.holding[flops.suits[number], holding]] * FLOP
    times = np.where(before > 0, before, after)
    room, sums = holdem.new_scratch(), np.zeros(3, dtype=np.int64)
    for row in np.flatnonzero(times == 0):
        sums[:] = 0
        holdem.add_holding_values(np.sort(board[row : row + 1]), hole[row].astype(np.int64), TERMS.ranks, terms, room, sums)
        times[row] = sums[0] + sums[1] > -2 * terms.unit * holdem_deals.DEALER_HOLDINGS
    own, other = (batch.hand_strengths(STANDARD, np.hstack([two, board]), checked=False).astype(int) for two in (hole, dealer))
    won, lost, folded = 2 * (other < own), 2 * (other > own), times == 0
    ante = np.where(folded, -2, np.where(other >= TERMS.ranks.pair, won - lost, 0))
    blind = np.where(folded, -2, won // 2 * terms.blind[own] - lost)
    return kinds(np.hstack([hole, box])), np.stack([ante, blind, times * (won - lost)])


@pytest.mark.prove
def test_rounds_at_random_agree():
    six, brings = dealt()
    for place, (deals, *sums) in enumerate(shipped_sums()[ultimate_box._terms_key(TERMS)]):
        here = brings[:, six == place]
        if here.shape[1] > ROUNDS // 100:
            for column, mean in enumerate(each / deals for each in sums):
                error = here[column].std() / here.shape[1] ** 0.5
                assert abs(here[column].mean() - mean) < ERRORS * error, (place, WAGERS[column])
