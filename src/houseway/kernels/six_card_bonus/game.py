"""Sum the results of Ante, Blind and Play under a strategy, by what the player's two cards make with the Six Card Bonus box.

Box, board and the dealer's cards come from one deck, so the box and the outcome of a round depend on each other. As in
`boxes`, the count has two parts, and neither visits single deals; but here the results of rounds are summed over real
boards, because a strategy depends on suits.

By ranks: for every choice of board ranks, the results are summed by the player's two ranks and the dealer's two. Every two such
pairs leave a number of boxes of each kind.

By suits (`suits`): the results are summed by the ranks of a suit that are left for the box. A box that makes a flush with the
two cards is added as a flush, and subtracted from what its ranks make.
"""

from typing import NamedTuple

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import deals as holdem_deals
from houseway.kernels.holdem.board import (
    FIRST_CLASS,
    HOLDING_COUNT,
    HOLDING_KINDS,
    PLAYS_RIVER,
    SECOND_CLASS,
    STRENGTH,
    HoldemPays,
    HoldemScratch,
    HoldemTables,
    count_raises,
    list_holdings,
    survey_board,
)
from houseway.kernels.holdem.deals import BOARD_CARDS, FLOPS_PER_BOARD, CanonicalFlops
from houseway.kernels.holdem.showdown import CATEGORY_COUNT as CATEGORIES
from houseway.kernels.layout import I64, RANKS, U8
from houseway.kernels.six_card_bonus.boxes import add_against_dealer, count_boxes, count_ways
from houseway.kernels.six_card_bonus.suits import (
    COLUMN_COUNT,
    GroupSums,
    SuitScratch,
    SuitTotals,
    add_group_to_totals,
    add_suit_holdings,
    count_below_kinds,
    new_group_sums,
    new_suit_scratch,
    new_suit_totals,
    price_outcomes,
    showdown_outcome,
    sum_flush_boxes,
)
from houseway.kernels.six_card_bonus.tables import I8, KIND_POSITIONS, RANK_KIND_COUNT, boxes_by_rank, flush_boxes

_RANK_PAIRS = RANKS * (RANKS + 1) // 2


class BoardGroups(NamedTuple):
    """Boards up to suits, grouped by their ranks."""

    boards: U8
    weights: I64
    starts: I64
    """Where each group begins, and finally where the last one ends."""


class BoxTables(NamedTuple):
    """Boxes up to suits, as in `tables.BoxesByRank`."""

    ranks: I64
    times: I64
    kind: I8
    pair: I64
    """By two ranks, the number of the pair."""
    suited: I64
    """By two different ranks, the number of the pair."""


class GameScratch(NamedTuple):
    """The working memory of one thread."""

    board: HoldemScratch
    more: SuitScratch
    by_kind: I64
    """By kind, how it is played, like `SuitScratch.played`."""
    by_pairs: I64
    """The sums, by the ranks of the player's cards and of the dealer's."""
    cards: I64
    """By rank, how many cards are left."""
    every: I64
    """The number of boxes by what they make (`boxes.count_boxes`)."""
    with_one: I64
    """The number of boxes with one given card, by what they make and rank."""
    with_two: I64
    """The number of boxes with two given cards, by what they make and pair of ranks."""
    local: GroupSums
    sums: SuitTotals


def group_boards(boards: U8 | None = None, weights: I64 | None = None) -> BoardGroups:
    """Group all boards, or the given ones with these weights, by their ranks."""
    if boards is None or weights is None:
        boards, weights = holdem_deals.canonical_boards()
    boards = np.sort(boards, axis=1)
    order = np.lexsort((boards >> 2).T)
    ranks = boards[order] >> 2
    new = np.concatenate([[True], (ranks[1:] != ranks[:-1]).any(axis=1), [True]])
    return BoardGroups(boards[order], weights[order], np.flatnonzero(new))


def box_tables() -> BoxTables:
    plain = boxes_by_rank()
    return BoxTables(plain.ranks, plain.times, plain.kind, plain.pair, flush_boxes().pair)


def new_game_scratch() -> GameScratch:
    def zeros(*shape: int) -> I64:
        return np.zeros(shape, dtype=np.int64)

    boxes = (zeros(RANKS), zeros(CATEGORIES), zeros(CATEGORIES, RANKS), zeros(CATEGORIES, _RANK_PAIRS))
    return GameScratch(
        holdem.new_scratch(),
        new_suit_scratch(),
        zeros(HOLDING_KINDS, 2),
        zeros(_RANK_PAIRS, _RANK_PAIRS, COLUMN_COUNT),
        *boxes,
        new_group_sums(),
        new_suit_totals(),
    )


def combine_sums(by_ranks: I64, totals: SuitTotals) -> list[list[int]]:
    """Combine the sums by ranks and by suits; return them by position in `SEVEN_CARD_HANDS` and column."""
    found = by_ranks.astype(object).sum(axis=0).tolist()
    for lane, columns in enumerate(sum_flush_boxes(totals)[: len(KIND_POSITIONS)]):
        for column, value in enumerate(columns):
            found[KIND_POSITIONS[lane]][column] += value if lane >= RANK_KIND_COUNT else -value
    return found


@compiled
def add_board_groups(
    groups: BoardGroups,
    first: int,
    last: int,
    ranks: HoldemTables,
    game: HoldemPays,
    flops: CanonicalFlops,
    before: I64,
    raised: U8,
    boxes: BoxTables,
    space: GameScratch,
    out: I64,
) -> None:
    """Add some groups of boards: by ranks into `out[group]`, by suits into `space.sums`.

    `before[holding]` is the Play before the flop, 0 for a check; `raised[flop, holding]` says whether a Play is made after it. The
    decision after the river is the better one.
    """
    for group in range(first, last):
        space.by_pairs[:] = 0
        for row in range(groups.starts[group], groups.starts[group + 1]):
            board, weight = groups.boards[row], groups.weights[row]
            found, suit = survey_board(board, ranks, game, space.board)
            list_holdings(suit, space.board)
            count_raises(board, flops, raised, space.board)
            _find_plays(game, before, space)
            limit = count_below_kinds(found, ranks, space.board, space.more)
            _sum_by_ranks(found, limit, weight, game, boxes.pair, space)
            for each in range(4):
                add_suit_holdings(
                    board, weight, each, suit, found, limit, game, space.board, space.more, boxes.suited, space.local
                )
        add_group_to_totals(groups.boards[groups.starts[group]], boxes.suited, space.local, space.more, space.sums)
        _multiply_by_boxes(groups.boards[groups.starts[group]], boxes, space, out[group])


@compiled
def _find_plays(game, before, space):  # type: ignore[no-untyped-def]
    """Find how every holding is played, and sum it over each kind of holding."""
    board, played = space.board, space.more.played
    space.by_kind[:] = 0
    at = 0
    for high in range(52 - BOARD_CARDS):
        for low in range(high):
            one, two = board.cards[high], board.cards[low]
            kind, times, raises = np.int64(board.kind_of[at]), before[board.holding[at]], np.int64(board.raises[at])
            often, stake = FLOPS_PER_BOARD, FLOPS_PER_BOARD * times
            if not times:
                at_last = (FLOPS_PER_BOARD - raises) * board.kinds[PLAYS_RIVER, kind]
                often, stake = raises + at_last, game.flop * raises + game.river * at_last
            played[one, two, 0] = played[two, one, 0] = often
            played[one, two, 1] = played[two, one, 1] = stake
            space.by_kind[kind, 0] += often
            space.by_kind[kind, 1] += stake
            at += 1


@compiled
def _sum_by_ranks(found, limit, weight, game, pair_of, space):  # type: ignore[no-untyped-def]
    """Sum the results of every kind of holding against every other, by their ranks."""
    kinds, many, place, worth = space.board.kinds, space.board.many, space.more.place, space.more.worth
    for mine in range(found):
        one, two = kinds[FIRST_CLASS, mine], kinds[SECOND_CLASS, mine]
        flops, blind = FLOPS_PER_BOARD * kinds[HOLDING_COUNT, mine], game.blind[kinds[STRENGTH, mine]]
        price_outcomes(flops, space.by_kind[mine, 0], space.by_kind[mine, 1], blind, weight, game, worth)
        many[one] -= 1
        many[two] -= 1
        out = space.by_pairs[pair_of[one % RANKS, two % RANKS]]
        for other in range(found):
            first, second = kinds[FIRST_CLASS, other], kinds[SECOND_CLASS, other]
            outcome = showdown_outcome(place[0, other], place[0, mine], limit)
            ways = count_ways(many, first, second)
            theirs = pair_of[first % RANKS, second % RANKS]
            for column in range(COLUMN_COUNT):
                out[theirs, column] += ways * worth[outcome, column]
        many[one] += 1
        many[two] += 1


@compiled
def _multiply_by_boxes(board, boxes, space, out):  # type: ignore[no-untyped-def]
    """Multiply the sums by the boxes that are left for the player's two ranks and the dealer's two."""
    cards = space.cards
    cards[:] = 4
    for card in board:
        cards[card >> 2] -= 1
    plain, made = (boxes.ranks, boxes.times), (cards, space.every, space.with_one, space.with_two)
    for one in range(RANKS):
        for two in range(one + 1):
            mine = boxes.pair[one, two]
            cards[one] -= 1
            cards[two] -= 1
            if min(cards[one], cards[two]) >= 0:
                count_boxes(plain, boxes.kind[mine], boxes.pair, made)
                add_against_dealer(boxes.pair, made, space.by_pairs[mine], out)
            cards[one] += 1
            cards[two] += 1
