"""The counts behind the odds: counted again, and each by a second way."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.analysis.odds import recount as odds_recount
from houseway.analysis.odds.counts import DealCounts, data_path, format_counts, parse_counts, shipped_counts
from houseway.cards import CARDS, Rank
from houseway.errors import Malformed
from houseway.games.two_cards import two_card_rows
from houseway.hands import FOUR_CARD, ORDERS, STANDARD
from houseway.kernels import batch
from houseway.kernels.canonical import canonical_deals
from houseway.kernels.holdem import deals as holdem_deals
from houseway.kernels.holdem import showdown
from houseway.kernels.tables import category_positions
from tests.kernels.test_known import COUNTS


def by(game, space, axis):
    return {cell[0]: count for cell, count in shipped_counts(game, space).by_axes(axis).cells}


@pytest.mark.parametrize("game", ["pai-gow", "four-card"])
def test_what_is_shipped_is_what_is_counted(game):
    assert format_counts(odds_recount.COUNTERS[game]()) == data_path(game).read_text()


@pytest.mark.prove
def test_what_is_shipped_of_ultimate_is_what_is_counted():
    assert format_counts(odds_recount.count_ultimate()) == data_path("ultimate").read_text()


@pytest.mark.parametrize("game", odds_recount.COUNTERS)
def test_a_file_is_read_as_it_is_written(game):
    text = data_path(game).read_text()
    assert format_counts(parse_counts(text)) == text


def test_the_seven_card_lists_have_the_published_counts():
    """Every category of every list in benchmarks/known.toml, from the one joint count."""
    lists = {order.name: order for order in ORDERS if 7 in order.card_counts and order.has_joker}
    entries = [entry for entry in COUNTS if entry["deck"] == 53 and entry["order"] in lists and entry["category"] != "nothing"]
    checked = 0
    for entry in entries:
        order = lists[entry["order"]]
        if "nothing" not in order.categories:
            continue
        ranked = [str(category) for category in order.categories]
        found = sum(
            n
            for held, n in by("pai-gow", "deal", "held").items()
            if next((c for c in ranked if c in held), "") == entry["category"]
        )
        assert found == entry["combinations"], entry
        checked += 1
    assert checked > 40


def test_some_seven_card_hands_by_formula():
    held = by("pai-gow", "deal", "held")

    def holding(category):
        return sum(count for shown, count in held.items() if category in shown)

    assert holding("five-aces") == comb(48, 2)
    assert holding("seven-card-straight-flush") == 4 * 8
    assert holding("natural-royal-flush") == 4 * comb(48, 2)
    assert holding("royal-flush-and-king-queen-suited") == holding("royal-flush-and-ace-king-suited") == 4 * 3 * (1 + 5)
    assert sum(held.values()) == comb(53, 7)
    four_aces = comb(5, 4) * comb(48, 3) + comb(48, 2)  # of five with the joker
    others = 12 * comb(49, 3)
    assert holding("four-of-a-kind") == four_aces + others


@pytest.mark.prove
def test_five_card_hands_of_four_card_poker_by_the_plain_ranking():
    hands, weights = canonical_deals(5)
    found = Counter()
    for hand, weight in zip(hands.tolist(), weights.tolist(), strict=True):
        cards = [CARDS[card] for card in hand]
        best = FOUR_CARD.find_best(cards)
        special = {("four-of-a-kind", 14): "four-aces", ("pair", 14): "pair-of-aces"}.get((best.category.value, best.key[0]))
        found[special or best.category.value] += weight
    assert {shown[0]: count for shown, count in by("four-card", "deal", "four").items()} == found


def test_hands_of_ultimate_have_the_published_counts():
    for axis, space, size in (("seven", "deal", 7), ("five", "deal", 5), ("board", "deal", 5), ("six", "box", 6)):
        known = {e["category"]: e["combinations"] for e in COUNTS if (e["order"], e["cards"]) == ("standard", size)}
        times = shipped_counts("ultimate", space).total // comb(52, size)
        found = Counter()
        for shown, count in by("ultimate", space, axis).items():
            found[shown[-1]] += count
        assert {category: count // times for category, count in found.items()} == {c: n for c, n in known.items() if n}
        assert all(count % times == 0 for count in found.values())


def test_two_cards_and_super_royals_by_formula():
    deal = shipped_counts("ultimate", "deal")
    times = deal.total // (comb(52, 2) * comb(50, 2))
    holes = {shown: count // times for shown, count in by("ultimate", "deal", "hole").items()}
    assert holes[("player-and-dealer-aces", "pair-of-aces")] == comb(4, 2)
    assert holes[("pair-of-aces",)] == comb(4, 2) * (comb(50, 2) - 1)
    assert holes[("pair-of-tens-or-less",)] == 9 * comb(4, 2) * comb(50, 2)
    assert holes[("ace-king-suited",)] == 4 * comb(50, 2)
    assert holes[("ace-queen-or-jack-offsuit",)] == 24 * comb(50, 2)
    assert by("ultimate", "box", "hole").keys() == holes.keys()
    supers = by("ultimate", "deal", "seven")[("super-royal", "royal-flush")]
    assert supers == 4 * 46 * (deal.total // comb(52, 7))
    box = shipped_counts("ultimate", "box")
    assert by("ultimate", "box", "six")[("super-royal", "royal-flush")] == 4 * (box.total // comb(52, 6))
    both = {cell[1]: count for cell, count in box.cells if cell[0] == ("player-and-dealer-aces", "pair-of-aces")}
    assert sum(both.values()) == comb(4, 2) * comb(48, 4)


def test_whoever_sits_where_the_contest_is_even():
    found = by("ultimate", "deal", "contest")
    for category in showdown.CATEGORIES:
        assert found.get(("dealer", str(category)), 0) == found.get(("player", str(category)), 0)
    assert ("dealer", "royal-flush") not in found
    assert sum(found.values()) == holdem_deals.TOTAL_DEALS == 27_813_810_024_000


BOARDS = ["Ah Kh Qh 7d 7s", "2c 3c 4c 5c 9h", "As Kd 8c 8h 2s", "Ts Js Qs Ks 9s"]


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_by_trying_every_deal(board):
    """All 1,081 × 990 holdings of one board, compared one by one, with each choice of the flop."""
    cards = [next(card for card in CARDS if str(card) == text) for text in board.split()]
    boards = np.array([cards], dtype=np.uint8)
    assert tried(cards) == shown(showdown.count_joint(boards, np.ones(1, dtype=np.uint8)))


def shown(joint):
    return {tuple(places): int(joint[tuple(places)]) for places in np.argwhere(joint).tolist()}


def tried(board):
    rest = [card for card in range(52) if card not in board]
    holdings = np.array(list(combinations(rest, 2)), dtype=np.uint8)
    sevens = np.hstack([holdings, np.tile(np.array(board, dtype=np.uint8), (len(holdings), 1))])
    strong = batch.hand_strengths(STANDARD, sevens).astype(int)
    place = category_positions(STANDARD).astype(int) - 1
    kind = int(showdown.board_hands(np.array([board], dtype=np.uint8))[0])
    flops = [
        place[
            batch.hand_strengths(STANDARD, np.hstack([holdings, np.tile(np.array(flop, dtype=np.uint8), (len(holdings), 1))]))
        ]
        for flop in combinations(board, 3)
    ]
    found = Counter()
    for each, (one, two) in enumerate(holdings.tolist()):
        apart = ~np.isin(holdings, [one, two]).any(axis=1)
        results = np.where(
            strong[apart] == strong[each],
            2 * len(showdown.CATEGORIES),
            np.where(strong[apart] < strong[each], place[strong[apart]], len(showdown.CATEGORIES) + place[strong[each]]),
        )
        aces = (holdings[apart] >> 2 == Rank.ACE - 2).all(axis=1)
        ended = Counter(zip(results.tolist(), aces.tolist(), strict=True))
        ours = hole(one, two)
        seven = len(showdown.CATEGORIES) if is_super([one, two, *board]) else int(place[strong[each]])
        for flop in flops:
            for (result, dealer_aces), times in ended.items():
                name = "player-and-dealer-aces" if dealer_aces and ours == "pair-of-aces" else ours
                found[(kind, showdown.HOLE_CARD_HANDS.index(name), seven, int(flop[each]), result)] += times
    return dict(found)


def hole(one, two):
    names = [name for name in two_card_rows((CARDS[one], CARDS[two])) if name != "aces-of-hearts-and-diamonds"]
    return names[0] if names else "nothing"


def is_super(cards):
    return any({4 * rank + suit for rank in range(7, 13)} <= set(cards) for suit in range(4))


def test_counts_that_do_not_divide_are_refused():
    odd = DealCounts(("x",), (((("a",),), 7),))
    with pytest.raises(Malformed, match="equal parts"):
        odd.split_by_suit("x", lambda shown: ((shown, 1), ((), 1)))
    with pytest.raises(Malformed, match="not a multiple"):
        odd.scaled_to(2)
