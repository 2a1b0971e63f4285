"""The Six Card Bonus beside the game itself: what Ante, Blind and Play bring under a strategy, by what two cards make with the box.

Box, board and the dealer's cards are of one deck, so that the box leans on how a round ends. As in `boxes` the count has two parts,
and no deal is visited in either; but here what a round brings is added up, over real boards, since a strategy looks at suits.

By ranks: for every choice of board ranks, what the game brings by the two ranks of the player and the two of the dealer. Every two
such pairs leave so many boxes of each kind.

By suits (`box_suits`): what the game brings by the ranks of a suit that are left for the box. A box that makes a flush with the two
cards is put down as that, and taken off from what its ranks make.
"""

from typing import NamedTuple

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem.board import (
    BOARD,
    FIRST,
    FLOPS_OF_A_BOARD,
    KINDS,
    MANY,
    PLAYS,
    SECOND,
    STRENGTH,
    Flops,
    Game,
    Ranks,
    Scratch,
    count_raises,
    lay_holdings,
    survey,
)
from houseway.kernels.holdem.contest import KINDS as CATEGORIES
from houseway.kernels.layout import I64, RANKS, U8
from houseway.kernels.six_card_bonus.boxes import against, boxes_of, ways_of
from houseway.kernels.six_card_bonus.suits import (
    COLUMNS,
    Left,
    Local,
    Room,
    add_suit,
    boxes,
    left,
    local,
    order_kinds,
    outcome_of,
    price,
    room,
    settle,
)
from houseway.kernels.six_card_bonus.tables import BY_RANK, I8, PLACES, by_rank, flushes

_PAIRS = RANKS * (RANKS + 1) // 2


class Groups(NamedTuple):
    """Boards up to suits, those of the same ranks together."""

    boards: U8
    weights: I64
    starts: I64
    """Where each group begins, and at last where they end."""


class Boxes(NamedTuple):
    """Boxes up to suits, as `box_tables` has them."""

    ranks: I64
    times: I64
    kind: I8
    pair: I64
    """By two ranks, the number of the pair."""
    suited: I64
    """By two different ranks, the number of the pair."""


class Space(NamedTuple):
    """All that a thread writes on."""

    board: Scratch
    more: Room
    by_kind: I64
    """By kind, how it is played: as `Room.played`."""
    by_pairs: I64
    """By the ranks of the player's cards, and of the dealer's: the sums."""
    cards: I64
    """By rank, how many cards are left; then the boxes that they make (`boxes.boxes_of`)."""
    every: I64
    with_one: I64
    with_two: I64
    local: Local
    sums: Left


def groups(boards: U8 | None = None, weights: I64 | None = None) -> Groups:
    """All boards, or those given, each so many times."""
    if boards is None or weights is None:
        boards, weights = holdem.boards()
    boards = np.sort(boards, axis=1)
    order = np.lexsort((boards >> 2).T)
    ranks = boards[order] >> 2
    new = np.concatenate([[True], (ranks[1:] != ranks[:-1]).any(axis=1), [True]])
    return Groups(boards[order], weights[order], np.flatnonzero(new))


def plain_boxes() -> Boxes:
    plain = by_rank()
    return Boxes(plain.ranks, plain.times, plain.kind, plain.pair, flushes().pair)


def space() -> Space:
    def zeros(*shape: int) -> I64:
        return np.zeros(shape, dtype=np.int64)

    boxes = (zeros(RANKS), zeros(CATEGORIES), zeros(CATEGORIES, RANKS), zeros(CATEGORIES, _PAIRS))
    return Space(holdem.scratch(), room(), zeros(KINDS, 2), zeros(_PAIRS, _PAIRS, COLUMNS), *boxes, local(), left())


def put_together(by_ranks: I64, sums: Left) -> list[list[int]]:
    """By place in SEVENS and column: by ranks over all groups, and what flushes are by their suit instead of their ranks."""
    found = by_ranks.astype(object).sum(axis=0).tolist()
    for lane, columns in enumerate(boxes(sums)[: len(PLACES)]):
        for column, value in enumerate(columns):
            found[PLACES[lane]][column] += value if lane >= BY_RANK else -value
    return found


@compiled
def add_groups(
    groups: Groups,
    first: int,
    last: int,
    ranks: Ranks,
    game: Game,
    flops: Flops,
    before: I64,
    raised: U8,
    boxes: Boxes,
    space: Space,
    out: I64,
) -> None:
    """Some groups of boards, by ranks into `out[group]`, by suits into the sums of the space.

    `before[holding]` is the Play before the flop, 0 for a check; `raised[flop, holding]` whether a Play is made after it; what is
    worth more is done at last.
    """
    for group in range(first, last):
        space.by_pairs[:] = 0
        for row in range(groups.starts[group], groups.starts[group + 1]):
            board, weight = groups.boards[row], groups.weights[row]
            found, suit = survey(board, ranks, game, space.board)
            lay_holdings(suit, space.board)
            count_raises(board, flops, raised, space.board)
            _play(game, before, space)
            limit = order_kinds(found, ranks, space.board, space.more)
            _by_ranks(found, limit, weight, game, boxes.pair, space)
            for each in range(4):
                add_suit(board, weight, each, suit, found, limit, game, space.board, space.more, boxes.suited, space.local)
        settle(groups.boards[groups.starts[group]], boxes.suited, space.local, space.more, space.sums)
        _boxes(groups.boards[groups.starts[group]], boxes, space, out[group])


@compiled
def _play(game, before, space):  # type: ignore[no-untyped-def]
    """How every holding is played, and every kind of them together."""
    board, played = space.board, space.more.played
    space.by_kind[:] = 0
    at = 0
    for high in range(52 - BOARD):
        for low in range(high):
            one, two = board.cards[high], board.cards[low]
            kind, times, raises = np.int64(board.kind_of[at]), before[board.holding[at]], np.int64(board.raises[at])
            often, stake = FLOPS_OF_A_BOARD, FLOPS_OF_A_BOARD * times
            if not times:
                at_last = (FLOPS_OF_A_BOARD - raises) * board.kinds[PLAYS, kind]
                often, stake = raises + at_last, game.flop * raises + game.river * at_last
            played[one, two, 0] = played[two, one, 0] = often
            played[one, two, 1] = played[two, one, 1] = stake
            space.by_kind[kind, 0] += often
            space.by_kind[kind, 1] += stake
            at += 1


@compiled
def _by_ranks(found, limit, weight, game, pair_of, space):  # type: ignore[no-untyped-def]
    """Every kind of holding against every other, by their ranks."""
    kinds, many, place, worth = space.board.kinds, space.board.many, space.more.place, space.more.worth
    for mine in range(found):
        one, two = kinds[FIRST, mine], kinds[SECOND, mine]
        flops, blind = FLOPS_OF_A_BOARD * kinds[MANY, mine], game.blind[kinds[STRENGTH, mine]]
        price(flops, space.by_kind[mine, 0], space.by_kind[mine, 1], blind, weight, game, worth)
        many[one] -= 1
        many[two] -= 1
        out = space.by_pairs[pair_of[one % RANKS, two % RANKS]]
        for other in range(found):
            first, second = kinds[FIRST, other], kinds[SECOND, other]
            outcome = outcome_of(place[0, other], place[0, mine], limit)
            ways = ways_of(many, first, second)
            theirs = pair_of[first % RANKS, second % RANKS]
            for column in range(COLUMNS):
                out[theirs, column] += ways * worth[outcome, column]
        many[one] += 1
        many[two] += 1


@compiled
def _boxes(board, boxes, space, out):  # type: ignore[no-untyped-def]
    """What boxes are left for two ranks of the player and two of the dealer's."""
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
                boxes_of(plain, boxes.kind[mine], boxes.pair, made)
                against(boxes.pair, made, space.by_pairs[mine], out)
            cards[one] += 1
            cards[two] += 1
