"""Sum the results of a round by the ranks of a suit that board, player and dealer leave for the box: the part of `game` that
depends on suits.

A box makes a flush with the player's two cards if it has four of the suit of one of them, or three or four of the suit of both.
The number of such boxes depends on the ranks of the suit that are left; and, for boxes with three of the suit and a card of
another, on how many cards of each rank are left in the other suits. So boxes are counted only after everything has been summed.

Kinds of holdings are sorted by strength (`holdem.board`). Up to each position in that order, the number of the dealer's holdings
with a given card is known; so the result against all the dealer's hands with that card is a sum of five terms.

Boards with the same ranks are adjacent; their results are first summed by which of their positions are of the suit (`Local`).
"""

from typing import NamedTuple

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.holdem.board import BOARD, CLASSES, FLOPS_OF_A_BOARD, KINDS, MANY, ORDER, STRENGTH, add_kind, class_of
from houseway.kernels.layout import I64, RANKS
from houseway.kernels.six_card_bonus.flushes import without
from houseway.kernels.six_card_bonus.tables import LANES, flushes

DEALS, ANTE, BLIND, PLAY, COLUMNS = range(5)
"""The columns of the sums: deals, once for each of the ten choices of the flop, and the net result of each wager."""
WON, TIED, LOST, OUTCOMES = 0, 2, 4, 6
"""Results against a dealer who does not qualify; add one if the dealer qualifies."""
_PARTS = 5
_PAIRS = RANKS * (RANKS - 1) // 2
_ALL = (1 << RANKS) - 1
_SLOTS = 1 << BOARD
_NONE = RANKS
"""Stands for a missing second rank of the suit."""


class Left(NamedTuple):
    """Sums by the ranks of a suit that are left, numbered as if the player's ranks did not exist."""

    one: I64
    """By the player's rank of the suit and the rank of the player's other card."""
    both: I64
    """By the player's two ranks of the suit."""
    gone: I64
    """By the player's two ranks and a third, once for each card of the third in another suit that board or dealer has."""


class Local(NamedTuple):
    """Sums over boards with the same ranks, by which positions of the board are of the suit; each over all the dealer's hands, over
    those with one given card of the suit, and over those with two."""

    one: I64
    both: I64
    gone: I64
    """Sums over the dealer's hands that have a given card of another suit: all of them, and those with a given card of the suit."""
    used: I64


class Room(NamedTuple):
    """Working memory for one board, in addition to `board.Scratch`."""

    upto: I64
    """By position in the order of kinds and class, how many holdings below have one given card; the last class counts all."""
    place: I64
    """By kind, the positions where the kinds of its strength begin and end."""
    played: I64
    """By two cards, on how many flops a Play is made, and its total size in Antes."""
    worth: I64
    """By outcome, the net result of a holding, or of several equivalent ones, against one hand of the dealer."""
    steps: I64
    """By the five ranges of the order, the difference between one result and the next."""
    other: I64
    """By class, the remaining cards of suits other than the current one."""
    alike: I64
    """By rank of the suit and class of another, how the equivalent holdings are played, like `played`."""
    met: I64
    """By rank of the suit and class, the position of their kind."""
    free: I64
    """The ranks of the suit that the dealer may have."""
    pairs: I64
    """The positions of the kinds of every two of them."""
    numbers: I64
    """The number of the set of ranks that are left if the dealer has none, one or two of them."""


def left() -> Left:
    fewer = 1 << RANKS - 2
    sizes = (RANKS, RANKS, 2 * fewer), (_PAIRS, fewer), (_PAIRS, RANKS, fewer)
    return Left(*(np.zeros((*size, COLUMNS), dtype=np.int64) for size in sizes))


def _ways(free: int) -> int:
    """Count the ways in which the dealer can have none, one or two of these cards."""
    return 1 + free + free * (free - 1) // 2


def local() -> Local:
    sizes = (RANKS, RANKS, _ways(RANKS - 1)), (_PAIRS, _ways(RANKS - 2)), (_PAIRS, RANKS, RANKS - 1)
    one, both, gone = (np.zeros((_SLOTS, *size, COLUMNS), dtype=np.int64) for size in sizes)
    return Local(one, both, gone, np.zeros(_SLOTS, dtype=np.int64))


def room() -> Room:
    sizes = (
        *((KINDS + 1, CLASSES + 1), (2, KINDS), (4 * RANKS, 4 * RANKS, 2), (OUTCOMES, COLUMNS), (_PARTS, COLUMNS)),
        *((CLASSES,), (RANKS, CLASSES, 2), (RANKS, CLASSES), (RANKS,), (_PAIRS,), (_ways(RANKS),)),
    )
    return Room(*(np.zeros(size, dtype=np.int64) for size in sizes))


def boxes(sums: Left) -> list[list[int]]:
    """Sum over all boxes that make a flush, by kind (`tables.KINDS`) and column."""
    table = flushes()
    found = [[0] * COLUMNS for _ in range(LANES)]
    for one in range(RANKS):
        _add_boxes(found, 1, table.one[one], sums.one[one])
    for pair in range(_PAIRS):
        _add_boxes(found, 1, table.all[pair], sums.both[pair])
        _add_boxes(found, -1, table.three[pair], sums.gone[pair])
    return found


def _add_boxes(found: list[list[int]], sign: int, packed: I64, sums: I64) -> None:
    counts = packed.view(np.int16).reshape(-1, LANES).astype(np.int64)
    for lane, columns in enumerate((counts.T @ sums.reshape(-1, COLUMNS)).tolist()):
        for column, value in enumerate(columns):
            found[lane][column] += sign * value


@compiled
def order_kinds(found, ranks, room, more):  # type: ignore[no-untyped-def]
    """Count the holdings up to each position in the order of kinds; return how many kinds do not qualify."""
    kinds, limit = room.kinds, 0
    more.upto[0] = 0
    for place in range(found):
        kind = kinds[ORDER, place]
        for each in range(CLASSES + 1):
            more.upto[place + 1, each] = more.upto[place, each]
        add_kind(kind, kinds, room.many, more.upto[place + 1])
        more.upto[place + 1, CLASSES] += kinds[MANY, kind]
        limit += kinds[STRENGTH, kind] < ranks.pair
        before = kinds[ORDER, place - 1]
        same = place and kinds[STRENGTH, kind] == kinds[STRENGTH, before]
        more.place[0, kind] = more.place[0, before] if same else place
    for place in range(found - 1, -1, -1):
        kind, after = kinds[ORDER, place], kinds[ORDER, min(place + 1, found - 1)]
        same = place + 1 < found and kinds[STRENGTH, kind] == kinds[STRENGTH, after]
        more.place[1, kind] = more.place[1, after] if same else place + 1
    return limit


@compiled
def price(flops, played, times, blind, weight, game, worth):  # type: ignore[no-untyped-def]
    """Compute the net result of each outcome, given the flops, how many of them are played, and the total Play in Antes."""
    folded = -game.unit * (flops - played)
    for outcome in range(OUTCOMES):
        worth[outcome, DEALS] = weight * flops
        worth[outcome, ANTE] = worth[outcome, BLIND] = weight * folded
        worth[outcome, PLAY] = 0
    worth[WON + 1, ANTE] += weight * game.ante * played
    worth[LOST + 1, ANTE] -= weight * game.unit * played
    for qualified in range(2):
        worth[WON + qualified, BLIND] += weight * blind * played
        worth[LOST + qualified, BLIND] -= weight * game.unit * played
        worth[WON + qualified, PLAY] = weight * game.play * times
        worth[LOST + qualified, PLAY] = -weight * game.unit * times


@compiled
def outcome_of(other, own, limit):  # type: ignore[no-untyped-def]
    """Return the outcome, given the positions where the dealer's and player's kinds begin, and where kinds qualify."""
    return 2 * ((other > own) + (other >= own)) + (other >= limit)


@compiled
def add_suit(board, weight, suit, flush_suit, found, limit, game, room, more, pair_of, out):  # type: ignore[no-untyped-def]
    """Add all holdings with a card of the suit."""
    slot, choice = _lay_suit(board, suit, flush_suit, room, more)
    out.used[slot] = 1
    at = (suit, flush_suit, found, limit)
    for one in range(RANKS):
        if not choice >> one & 1:
            continue
        mine = class_of(4 * one + suit, flush_suit)
        many = _lay_free(choice, one, _NONE, at, more)
        for two in range(CLASSES):
            if more.other[two]:
                kind = room.kind[mine * CLASSES + two]
                _price(kind, FLOPS_OF_A_BOARD * more.other[two], more.alike[one, two], weight, game, room, more)
                _by_dealer(mine, two, kind, many, at, more, out.one[slot, one, two % RANKS])
        for two in range(one):
            if choice >> two & 1:
                other, pair = class_of(4 * two + suit, flush_suit), pair_of[one, two]
                kind = room.kind[mine * CLASSES + other]
                many = _lay_free(choice, one, two, at, more)
                _price(kind, FLOPS_OF_A_BOARD, more.played[4 * one + suit, 4 * two + suit], weight, game, room, more)
                _by_dealer(mine, other, kind, many, at, more, out.both[slot, pair])
                _gone(one, two, kind, many, at, more, out.gone[slot, pair])


@compiled
def _lay_suit(board, suit, flush_suit, room, more):  # type: ignore[no-untyped-def]
    """Return the board's positions of the suit and the ranks of it that are left, as bits; count the cards of other suits by class,
    and how the holdings with one card of each are played."""
    slot, choice = 0, np.int64(_ALL)
    for place in range(BOARD):
        card = np.int64(board[place])
        if card & 3 == suit:
            slot |= 1 << place
            choice ^= 1 << (card >> 2)
    more.other[:] = 0
    more.alike[:] = 0
    for card in room.cards:
        if card & 3 != suit:
            other = class_of(card, flush_suit)
            more.other[other] += 1
            for rank in range(RANKS):
                if choice >> rank & 1:
                    more.alike[rank, other, 0] += more.played[card, 4 * rank + suit, 0]
                    more.alike[rank, other, 1] += more.played[card, 4 * rank + suit, 1]
    for rank in range(RANKS):
        row = class_of(4 * rank + suit, flush_suit) * CLASSES
        for other in range(CLASSES):
            more.met[rank, other] = more.place[0, room.kind[row + other]]
    return slot, choice


@compiled
def _lay_free(choice, one, two, at, more):  # type: ignore[no-untyped-def]
    """List the ranks of the suit that the dealer may have, given the player's, and the kinds of every two; return their number."""
    many, pair = 0, 0
    for rank in range(RANKS):
        if choice >> rank & 1 and rank != one and rank != two:
            for before in range(many):
                more.pairs[pair] = more.met[rank, class_of(4 * more.free[before] + at[0], at[1])]
                pair += 1
            more.free[many] = rank
            many += 1
    return many


@compiled
def _price(kind, flops, played, weight, game, room, more):  # type: ignore[no-untyped-def]
    price(flops, played[0], played[1], game.blind[room.kinds[STRENGTH, kind]], weight, game, more.worth)
    for column in range(COLUMNS):
        before = more.worth[WON, column]
        for part in range(1, _PARTS):
            brings = more.worth[part + (part > TIED), column]
            more.steps[part - 1, column] = before - brings
            before = brings
        more.steps[_PARTS - 1, column] = before


@compiled
def _by_dealer(one, two, kind, many, at, more, out):  # type: ignore[no-untyped-def]
    """Sum the results of a holding of two classes: against all the dealer's hands, and those with one or two cards of the suit."""
    start, limit, worth = more.place[0, kind], at[3], more.worth
    _add_held(CLASSES, kind, at, 1, more, out[0])
    _add_held(one, kind, at, -1, more, out[0])
    _add_held(two, kind, at, -1, more, out[0])
    _add(worth[TIED], 1, out[0])  # the holding itself has both
    for each in range(many):
        rank, row = more.free[each], out[1 + each]
        _add_held(class_of(4 * rank + at[0], at[1]), kind, at, 1, more, row)
        _add(worth[outcome_of(more.met[rank, one], start, limit)], -1, row)
        _add(worth[outcome_of(more.met[rank, two], start, limit)], -1, row)
    for pair in range(many * (many - 1) // 2):
        _add(worth[outcome_of(more.pairs[pair], start, limit)], 1, out[1 + many + pair])


@compiled
def _add(brings, times, out):  # type: ignore[no-untyped-def]
    first, second, third, fourth = brings[0], brings[1], brings[2], brings[3]
    one, two, three, four = out[0], out[1], out[2], out[3]
    out[0] = one + times * first
    out[1] = two + times * second
    out[2] = three + times * third
    out[3] = four + times * fourth


@compiled
def _add_held(card: int, kind: int, at: tuple[int, int, int, int], times: int, more: Room, out: I64) -> None:
    """Add the results against all the dealer's hands with a card of a class, including those with the player's own cards."""
    found, limit, upto, steps = at[2], at[3], more.upto, more.steps
    start, end = more.place[0, kind], more.place[1, kind]
    weak, below = upto[min(start, limit), card], upto[start, card]
    alike, above, every = upto[end, card], upto[max(end, limit), card], upto[found, card]
    for column in range(COLUMNS):
        won = weak * steps[0, column] + below * steps[1, column]
        rest = alike * steps[2, column] + above * steps[3, column] + every * steps[4, column]
        out[column] += times * (won + rest)


@compiled
def _gone(one, two, kind, many, at, more, out):  # type: ignore[no-untyped-def]
    """Sum the results of a holding with two ranks of the suit, for each card of another suit that the dealer may have."""
    start, limit, worth = more.place[0, kind], at[3], more.worth
    for card in range(CLASSES):
        times, rows = more.other[card], out[card % RANKS]
        if not times:
            continue
        _add_held(card, kind, at, times, more, rows[0])
        _add(worth[outcome_of(more.met[one, card], start, limit)], -times, rows[0])
        _add(worth[outcome_of(more.met[two, card], start, limit)], -times, rows[0])
        for each in range(many):
            _add(worth[outcome_of(more.met[more.free[each], card], start, limit)], times, rows[1 + each])


# Add the sums of one group of boards to the totals


@compiled
def settle(board, pair_of, local, more, out):  # type: ignore[no-untyped-def]
    """Add the sums of a group of boards to the totals by remaining ranks of the suit, and clear them for the next group."""
    for slot in range(_SLOTS):
        if not local.used[slot]:
            continue
        local.used[slot] = 0
        choice = np.int64(_ALL)
        for place in range(BOARD):
            if slot >> place & 1:
                choice ^= 1 << (np.int64(board[place]) >> 2)
        for one in range(RANKS):
            if choice >> one & 1:
                many = _number(choice, one, _NONE, more)
                for two in range(RANKS):
                    rows = local.one[slot, one, two]
                    _part(many, rows)
                    _put(many, rows, more, out.one[one, two])
                    rows[:] = 0
                for two in range(one):
                    if choice >> two & 1:
                        pair = pair_of[one, two]
                        many = _number(choice, one, two, more)
                        _settle_both(board, slot, many, local.both[slot, pair], local.gone[slot, pair], more, pair, out)


@compiled
def _number(choice, one, two, more):  # type: ignore[no-untyped-def]
    """Number the sets of ranks that are left, and return how many ranks the dealer may have."""
    many, number = 0, _numbered(choice & ~(1 << one) & ~(1 << two), one, two)
    for rank in range(RANKS):
        if choice >> rank & 1 and rank != one and rank != two:
            more.free[many] = _numbered(1 << rank, one, two)
            many += 1
    more.numbers[0] = number
    way = 1 + many
    for high in range(many):
        more.numbers[1 + high] = number ^ more.free[high]
        for low in range(high):
            more.numbers[way] = number ^ more.free[high] ^ more.free[low]
            way += 1
    return many


@compiled
def _numbered(choice, one, two):  # type: ignore[no-untyped-def]
    found = without(choice, one)
    return without(found, two) if two != _NONE else found


@compiled
def _part(many, rows):  # type: ignore[no-untyped-def]
    """Turn sums over the dealer's hands with given cards of the suit into sums over those with no other cards of it."""
    for column in range(COLUMNS):
        none, way = rows[0, column], 1 + many
        for high in range(many):
            one = rows[1 + high, column]
            none -= one
            for low in range(high):
                both = rows[way + low, column]
                rows[1 + low, column] -= both
                none += both
                one -= both
            way += high
            rows[1 + high, column] = one
        rows[0, column] = none


@compiled
def _put(many, rows, more, out):  # type: ignore[no-untyped-def]
    for way in range(1 + many + many * (many - 1) // 2):
        _add(rows[way], 1, out[more.numbers[way]])


@compiled
def _settle_both(board, slot, many, rows, gone, more, pair, out):  # type: ignore[no-untyped-def]
    """Add the sums for two ranks of the suit, also for each card of another suit that the board or the dealer has."""
    _part(many, rows)
    _put(many, rows, more, out.both[pair])
    for place in range(BOARD):
        if not slot >> place & 1:
            _put(many, rows, more, out.gone[pair, np.int64(board[place]) >> 2])
    rows[:] = 0
    for rank in range(RANKS):
        sums = out.gone[pair, rank]
        _add(gone[rank, 0], 1, sums[more.numbers[0]])
        for each in range(many):
            _add(gone[rank, 1 + each], 1, sums[more.numbers[1 + each]])
            _add(gone[rank, 1 + each], -1, sums[more.numbers[0]])
    gone[:] = 0
