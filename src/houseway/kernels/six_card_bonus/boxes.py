"""Count the Six Card Bonus jointly with wagers on the board: the player's two cards with the four-card box, with the board, and
against the dealer.

Box, board and the dealer's cards come from one deck, so no card can be in two of them. What six cards make depends on their ranks,
except for the few with a flush. So the count has two parts, and neither visits single deals.

By ranks: boards fall into 6,175 choices of ranks. For each, the pairs of ranks of player and dealer are counted by result, and
every two such pairs leave a number of boxes of each kind.

By suits (`flushes`): a box that makes a flush with the two cards is added as a flush, and subtracted from what its ranks make.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import comb
from os import cpu_count
from typing import Any, NamedTuple

import numpy as np

from houseway.hands import STANDARD
from houseway.kernels.canonical import canonical_deals
from houseway.kernels.compile import compiled
from houseway.kernels.holdem.showdown import (
    BOARD_HANDS,
    CATEGORY_COUNT,
    DECK_SIZE,
    FLOPS_PER_BOARD,
    HOLDINGS_PER_BOARD,
    RESULTS,
    ROYAL_FLUSH,
    SEVEN_CARD_HANDS,
    STRENGTH_LIMIT,
    SUPER_ROYAL,
    add_group_below,
    board_hands,
    count_flop_categories,
    count_results,
    flop_keys,
    is_super_royal,
    rank_holdings,
    sort_holdings,
    strength_group_end,
)
from houseway.kernels.layout import I64, RANKS, U8, U64
from houseway.kernels.six_card_bonus.flushes import (
    PACKED_WORDS,
    WIDE_WORDS,
    add_without_dealer,
    look_up_one_suited,
    look_up_two_suited,
    showdown_result,
    store_sums,
    subtract_board,
    subtract_dealers_offsuit,
    unpack,
    without_rank,
)
from houseway.kernels.six_card_bonus.tables import BOX_CARDS, KIND_POSITIONS, LANES, RANK_KIND_COUNT, boxes_by_rank, flush_boxes
from houseway.kernels.strength import table_arguments
from houseway.kernels.tables import category_positions, strength_tables

_RANK_PAIRS = comb(RANKS + 1, 2)
_CARD_TYPES = 2 * RANKS
"""Types of cards: by rank, and by whether the card is of the suit that the board has three of."""
_MOST_KINDS = comb(_CARD_TYPES + 1, 2)


class BoxJointCounts(NamedTuple):
    """Counts of deals by what two cards make with the box (a position in `SEVEN_CARD_HANDS`) and by what decides another wager."""

    seven: I64
    """By position in `SEVEN_CARD_HANDS` of the two cards with the board."""
    five: I64
    """By position in `CATEGORIES` of the two cards with the flop, for each of its ten choices."""
    board: I64
    """By position in `BOARD_HANDS` of the board."""
    contest: I64
    """By position in `RESULTS`: whose hand is beaten, and its category."""


def count_box_joint(boards: U8 | None = None, weights: U8 | None = None) -> BoxJointCounts:
    """Count all deals, or those on the given boards with these weights."""
    if boards is None or weights is None:
        boards, weights = canonical_deals(5)
    order = np.lexsort(np.sort(boards >> 2, axis=1).T)
    given = (boards[order].astype(np.int64), weights[order].astype(np.int64), board_hands(boards[order]).astype(np.int64))
    ranks = np.sort(given[0] >> 2, axis=1)
    starts = np.flatnonzero(np.concatenate([[True], (ranks[1:] != ranks[:-1]).any(axis=1), [True]]))
    suits = _boards_by_remaining_ranks(given[0])
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        parts = [
            pool.submit(_count_part, starts[part.start : part.stop + 1], given) for part in _slices_per_core(len(starts) - 1)
        ]
        flush = [pool.submit(_count_flush_results, suits[part], given) for part in _slices_per_core(len(suits))]
        found = [part.result() for part in parts]
    summed = [sum(parts, start=np.zeros_like(parts[0])) for parts in zip(*found, strict=True)]
    summed[-1] += sum((part.result() for part in flush), start=np.zeros_like(summed[-1]))
    return BoxJointCounts(*summed)


def _boards_by_remaining_ranks(boards: I64) -> I64:
    """Pair every board with every suit, sorted by the ranks of the suit that are left, because these use the same tables."""
    left = np.zeros((len(boards), 4), dtype=np.int64)
    for suit in range(4):
        left[:, suit] = np.where(boards & 3 == suit, 1 << (boards >> 2), 0).sum(axis=1)
    order = np.argsort(left.ravel(), kind="stable")
    return np.stack([order // 4, order % 4], axis=1)


def _slices_per_core(many: int) -> list[slice]:
    """Split this many items into one slice per core."""
    threads = cpu_count() or 1
    bounds = [many * part // threads for part in range(threads + 1)]
    return [slice(first, last) for first, last in pairwise(bounds) if first < last]


_AXIS_SIZES = (len(SEVEN_CARD_HANDS), CATEGORY_COUNT, len(BOARD_HANDS), len(RESULTS))


def _count_part(starts: I64, given: tuple[I64, ...]) -> list[I64]:
    """Count everything except flushes by result."""
    out = tuple(np.zeros((len(SEVEN_CARD_HANDS), width), dtype=np.int64) for width in _AXIS_SIZES)
    by_pair = tuple(np.zeros((_RANK_PAIRS, width), dtype=np.int64) for width in _AXIS_SIZES[:-1])
    by_pairs = np.zeros((_RANK_PAIRS, _RANK_PAIRS, len(RESULTS)), dtype=np.int64)
    suited = tuple(np.zeros((width, LANES), dtype=np.int64) for width in _AXIS_SIZES[:-1])
    plain = boxes_by_rank()
    boxes = (plain.ranks, plain.times, plain.kind)
    _count_groups(
        starts, given, _ranking_tables(), tuple(flush_boxes()), boxes, _new_scratch(), (*by_pair, by_pairs), suited, out
    )
    return [*(each + _spread_flushes(lanes) for each, lanes in zip(out, suited)), out[-1]]


def _count_flush_results(suits: I64, given: tuple[I64, ...]) -> I64:
    """Count flushes by result."""
    suited = np.zeros((len(RESULTS), LANES), dtype=np.int64)
    _count_suits(suits, given, _ranking_tables(), tuple(flush_boxes()), _new_scratch(), suited)
    return _spread_flushes(suited)


def _ranking_tables() -> tuple[Any, ...]:
    places = category_positions(STANDARD).astype(np.int64) - 1
    return (
        table_arguments(strength_tables(STANDARD, 7)),
        table_arguments(strength_tables(STANDARD, 5)),
        places,
        boxes_by_rank().pair,
    )


def _spread_flushes(suited: I64) -> I64:
    """Add flushes as what they are by suit, and subtract them from what they are by ranks."""
    found = np.zeros((len(SEVEN_CARD_HANDS), len(suited)), dtype=np.int64)
    found[KIND_POSITIONS[RANK_KIND_COUNT:]] = suited[:, RANK_KIND_COUNT : len(KIND_POSITIONS)].T
    found[KIND_POSITIONS[:RANK_KIND_COUNT]] = -suited[:, :RANK_KIND_COUNT].T
    return found


def _new_scratch() -> tuple[tuple[I64 | U64, ...], ...]:
    """Return working memory for one board, because kernels allocate no arrays."""

    def zeros(*shape: int) -> I64:
        return np.zeros(shape, dtype=np.int64)

    sweep = (
        zeros(2, HOLDINGS_PER_BOARD, 2),
        zeros(DECK_SIZE, DECK_SIZE),
        zeros(STRENGTH_LIMIT),
        zeros(DECK_SIZE + 1, CATEGORY_COUNT),
        zeros(DECK_SIZE),
    )
    flops = (np.zeros((FLOPS_PER_BOARD, 5), dtype=np.uint64), zeros(CATEGORY_COUNT), zeros(len(RESULTS)), zeros(LANES))
    alike = (zeros(_CARD_TYPES), zeros(_CARD_TYPES, 2), zeros(_MOST_KINDS, 5))
    many = len(RESULTS)
    flush = (zeros(RANKS + 1, RANKS + 1, PACKED_WORDS), zeros(many), zeros(many, PACKED_WORDS), zeros(many, WIDE_WORDS))
    box = (zeros(RANKS), zeros(CATEGORY_COUNT), zeros(CATEGORY_COUNT, RANKS), zeros(CATEGORY_COUNT, _RANK_PAIRS))
    return sweep, flops, alike, flush, box, (zeros(4), zeros(4, _CARD_TYPES, 2))


@compiled
def _count_groups(starts, given, ranking, suits, plain, room, by_pairs, suited, out):  # type: ignore[no-untyped-def]
    """Count the boards, one group of boards with the same ranks at a time."""
    boards = given[0]
    for group in range(starts.shape[0] - 1):
        by_pairs[0][:] = 0
        by_pairs[1][:] = 0
        by_pairs[2][:] = 0
        by_pairs[3][:] = 0
        for row in range(starts[group], starts[group + 1]):
            rank_holdings(boards, row, ranking[0], room[0][0][0], room[0][1])
            suit = _flush_suit(boards, row)
            _list_kinds(boards, row, suit, room[0][1], ranking, room[2])
            _count_by_ranks(room[2], given[1][row], ranking[2], by_pairs[3])
            _find_remaining_ranks(boards, row, suit, room[5])
            _count_visible_hands(given, row, ranking, suits, room, by_pairs, suited)
        _multiply_by_boxes(boards[starts[group]], plain, ranking[3], room[4], by_pairs, out)


@compiled
def _flush_suit(boards, row):  # type: ignore[no-untyped-def]
    """Return the suit that the board has three or more of, or -1."""
    for suit in range(4):
        held = 0
        for place in range(boards.shape[1]):
            held += 1 if boards[row, place] & 3 == suit else 0
        if held >= 3:
            return suit
    return -1


# By ranks


@compiled
def _list_kinds(boards, row, suit, ranked, ranking, room):  # type: ignore[no-untyped-def]
    """List the kinds of holdings: two types of cards, the number of the pair of ranks, the strength and its category; a type of -1
    ends the list."""
    left, cards, kinds = room
    left[:] = 0
    for card in range(DECK_SIZE):
        on_board = False
        for place in range(boards.shape[1]):
            on_board |= boards[row, place] == card
        if not on_board:
            type_ = (card >> 2 << 1) + (1 if card & 3 == suit else 0)
            cards[type_, min(left[type_], 1)] = card
            left[type_] += 1
    many = 0
    for one in range(_CARD_TYPES):
        for two in range(one + 1):
            if (one != two and left[one] and left[two]) or (one == two and left[one] > 1):
                strength = ranked[cards[one, 0], cards[two, 1 if one == two else 0]]
                kinds[many, 0], kinds[many, 1], kinds[many, 2] = one, two, ranking[3][one >> 1, two >> 1]
                kinds[many, 3], kinds[many, 4] = strength, ranking[2][strength]
                many += 1
    if many < kinds.shape[0]:
        kinds[many, 0] = -1


@compiled
def count_ways(left, one, two):  # type: ignore[no-untyped-def]
    return left[one] * left[two] if one != two else left[one] * (left[one] - 1) // 2


@compiled
def _count_by_ranks(room, weight, places, by_pairs):  # type: ignore[no-untyped-def]
    """Count every kind of holding against every other, by their ranks and the result."""
    left, _, kinds = room
    for mine in range(kinds.shape[0]):
        one, two = kinds[mine, 0], kinds[mine, 1]
        if one < 0:
            break
        ways = weight * count_ways(left, one, two)
        left[one] -= 1
        left[two] -= 1
        out = by_pairs[kinds[mine, 2]]
        for other in range(kinds.shape[0]):
            if kinds[other, 0] < 0:
                break
            result = showdown_result(kinds[other, 3], kinds[mine, 3], kinds[mine, 4], places)
            out[kinds[other, 2], result] += ways * count_ways(left, kinds[other, 0], kinds[other, 1])
        left[one] += 1
        left[two] += 1


@compiled
def _multiply_by_boxes(board, plain, pair_of, room, by_pairs, out):  # type: ignore[no-untyped-def]
    """Multiply the counts by the boxes that are left for the player's two ranks, and for the dealer's two ranks too."""
    left = room[0]
    left[:] = 4
    for card in board:
        left[card >> 2] -= 1
    for one in range(RANKS):
        for two in range(one + 1):
            mine = pair_of[one, two]
            left[one] -= 1
            left[two] -= 1
            if min(left[one], left[two]) >= 0:
                count_boxes(plain, plain[2][mine], pair_of, room)
                _multiply(room[1], by_pairs[0][mine], out[0])
                _multiply(room[1], by_pairs[1][mine], out[1])
                _multiply(room[1], by_pairs[2][mine], out[2])
                add_against_dealer(pair_of, room, by_pairs[3][mine], out[3])
            left[one] += 1
            left[two] += 1


@compiled
def count_boxes(plain, kinds, pair_of, room):  # type: ignore[no-untyped-def]
    """Count boxes by what they make: all, those with one given card of a rank, and those with two given cards of two ranks."""
    left, every, with_one, with_two = room
    ranks, times = plain[0], plain[1]
    every[:] = 0
    with_one[:] = 0
    with_two[:] = 0
    for box in range(ranks.shape[0]):
        ways = 1
        for place in range(BOX_CARDS):
            ways *= _binomial(left[ranks[box, place]], times[box, place])
        kind = kinds[box]
        if not ways or kind < 0:
            continue
        every[kind] += ways
        for place in range(BOX_CARDS):
            many, rank = times[box, place], ranks[box, place]
            if not many:
                break
            one = ways * many // left[rank]
            with_one[kind, rank] += one
            if many > 1:
                with_two[kind, pair_of[rank, rank]] += one * (many - 1) // (left[rank] - 1)
            for before in range(place):
                with_two[kind, pair_of[rank, ranks[box, before]]] += one * times[box, before] // left[ranks[box, before]]


@compiled
def _binomial(many, size):  # type: ignore[no-untyped-def]
    if size > many:
        return 0
    ways = 1
    for each in range(size):
        ways = ways * (many - each) // (each + 1)
    return ways


@compiled
def _multiply(boxes, deals, out):  # type: ignore[no-untyped-def]
    for kind in range(boxes.shape[0]):
        if boxes[kind]:
            for place in range(deals.shape[0]):
                out[kind, place] += boxes[kind] * deals[place]


@compiled
def add_against_dealer(pair_of, room, deals, out):  # type: ignore[no-untyped-def]
    _, every, with_one, with_two = room
    for one in range(RANKS):
        for two in range(one + 1):
            theirs = pair_of[one, two]
            for kind in range(every.shape[0]):
                boxes = every[kind] - with_one[kind, one] - with_one[kind, two] + with_two[kind, theirs]
                if boxes:
                    for result in range(deals.shape[1]):
                        out[kind, result] += boxes * deals[theirs, result]


# By suits


@compiled
def _find_remaining_ranks(boards, row, flush_suit, room):  # type: ignore[no-untyped-def]
    """Find, by suit, its ranks that are not on the board, and the types of cards of other suits: one card of each, and how many."""
    ranks, alike = room
    ranks[:] = (1 << RANKS) - 1
    for place in range(boards.shape[1]):
        ranks[boards[row, place] & 3] ^= 1 << (boards[row, place] >> 2)
    alike[:] = 0
    for suit in range(4):
        for card in range(DECK_SIZE):
            other = card & 3
            if other != suit and ranks[other] >> (card >> 2) & 1:
                type_ = (card >> 2 << 1) + (1 if other == flush_suit else 0)
                if not alike[suit, type_, 1]:
                    alike[suit, type_, 0] = card
                alike[suit, type_, 1] += 1


@compiled
def _count_visible_hands(given, row, ranking, suits, room, by_pair, suited):  # type: ignore[no-untyped-def]
    """Count what each holding makes with the board and with the flop, jointly with its boxes."""
    boards, weights, kinds = given
    pairs, ranked = room[0][0][0], room[0][1]
    flops, by_flop, _, boxes = room[1]
    places, weight, kind = ranking[2], weights[row], kinds[row]
    flop_keys(boards, row, ranking[1][0], flops)
    for each in range(HOLDINGS_PER_BOARD):
        one, two = pairs[each, 0], pairs[each, 1]
        own = places[ranked[one, two]]
        best = SUPER_ROYAL if own == ROYAL_FLUSH and is_super_royal(boards, row, one, two) else own
        count_flop_categories(one, two, flops, ranking[1], places, by_flop)
        _count_flush_boxes(boards[row], one, two, suits, room)
        pair = ranking[3][one >> 2, two >> 2]
        by_pair[0][pair, best] += weight
        by_pair[2][pair, kind] += weight
        for lane in range(LANES):
            suited[0][best, lane] += weight * boxes[lane]
            suited[2][kind, lane] += weight * boxes[lane]
        for flop in range(CATEGORY_COUNT):
            if by_flop[flop]:
                by_pair[1][pair, flop] += weight * by_flop[flop]
                for lane in range(LANES):
                    suited[1][flop, lane] += weight * by_flop[flop] * boxes[lane]


@compiled
def _count_flush_boxes(board, one, two, suits, room):  # type: ignore[no-untyped-def]
    """Count all boxes that make a flush with the two cards, regardless of the dealer's cards."""
    left, out, packed = room[5][0], room[1][3], room[3][0][0, 0]
    mine, other = one >> 2, two >> 2
    if one & 3 == two & 3:
        pair = suits[3][mine, other]
        choice = without_rank(without_rank(left[one & 3], max(mine, other)), min(mine, other))
        subtract_board(suits[1][pair], suits[2][pair], choice, one & 3, board, packed)
    else:
        first, second = (
            suits[0][mine, other, without_rank(left[one & 3], mine)],
            suits[0][other, mine, without_rank(left[two & 3], other)],
        )
        packed[0], packed[1] = first[0] + second[0], first[1] + second[1]
    unpack(packed, out)


@compiled
def _count_suits(entries, given, ranking, suits, room, suited):  # type: ignore[no-untyped-def]
    """Count by result, for boards with a suit each, the holdings that have a card of the suit."""
    boards, weights, _ = given
    pairs, ranked, tally = room[0][0], room[0][1], room[0][2]
    for entry in range(entries.shape[0]):
        row, suit = entries[entry, 0], entries[entry, 1]
        rank_holdings(boards, row, ranking[0], pairs[0], ranked)
        sort_holdings(pairs[0], ranked, tally, pairs[1])
        flush_suit = _flush_suit(boards, row)
        _find_remaining_ranks(boards, row, flush_suit, room[5])
        _sweep_holdings(boards[row], weights[row], suit, flush_suit, ranking[2], suits, room, suited)


@compiled
def _sweep_holdings(board, weight, suit, flush_suit, places, suits, room, suited):  # type: ignore[no-untyped-def]
    """Go through the holdings from the weakest up, as `showdown` does."""
    pairs, ranked, _, below, equal = room[0]
    results, at = room[1][2], (ranked, places, below, equal)
    below[:] = 0
    start = 0
    while start < HOLDINGS_PER_BOARD:
        end = strength_group_end(pairs[1], ranked, start, equal)
        strength = ranked[pairs[1, start, 0], pairs[1, start, 1]]
        own = places[strength]
        for each in range(start, end):
            one, two = pairs[1, each, 0], pairs[1, each, 1]
            if one & 3 == suit and two & 3 == suit:
                count_results(one, two, own, end - start, below, equal, results)
                _count_both_suited(board, (one, two, strength, own), weight, at, suits, room, suited)
            elif one & 3 == suit or two & 3 == suit:
                mine, other = (one, two) if one & 3 == suit else (two, one)
                alike = room[5][1][suit, (other >> 2 << 1) + (1 if other & 3 == flush_suit else 0)]
                if alike[0] == other:  # one card represents all that are alike
                    count_results(one, two, own, end - start, below, equal, results)
                    _count_one_suited((mine, other, strength, own), weight * alike[1], at, suits, room, suited)
        add_group_below(pairs[1], start, end, own, below)
        start = end


@compiled
def _count_both_suited(board, hand, weight, at, suits, room, suited):  # type: ignore[no-untyped-def]
    """Count a holding with both cards of the suit."""
    suit = hand[0] & 3
    choice = room[5][0][suit] ^ 1 << (hand[0] >> 2) ^ 1 << (hand[1] >> 2)
    pair = suits[3][hand[0] >> 2, hand[1] >> 2]
    look_up_two_suited(hand, suit, choice, suits[1][pair], suits[2][pair], board, room[3])
    subtract_dealers_offsuit(hand, suit, choice, at, suits[1][pair], room[5][1][suit], room[3])
    add_without_dealer(hand, suit, choice, room[1][2], at, room[3])
    store_sums(hand[3], weight, room[3], suited)


@compiled
def _count_one_suited(hand, weight, at, suits, room, suited):  # type: ignore[no-untyped-def]
    """Count a holding with its first card of the suit."""
    suit = hand[0] & 3
    choice = room[5][0][suit] ^ 1 << (hand[0] >> 2)
    look_up_one_suited(hand, suit, choice, suits[0][hand[0] >> 2, hand[1] >> 2], room[3])
    add_without_dealer(hand, suit, choice, room[1][2], at, room[3])
    store_sums(hand[3], weight, room[3], suited)
