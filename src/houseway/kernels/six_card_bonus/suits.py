"""Sum the results of a round by the ranks of one suit that are left for the box, after board, player and dealer have their cards.
This is the part of `game` that depends on suits.

A box makes a flush with the player's two cards if it has four of the suit of one of them, or three or four of the suit of both.
The number of such boxes depends on the ranks of the suit that are left. For a box with three cards of the suit and one of another
suit, it also depends on how many cards of each rank are left in the other suits. Deals that leave the same cards have the same
boxes. So results are summed over such deals first, and boxes are counted once for each sum.

Kinds of holdings are sorted by strength (`holdem.board`). For each position in that order, a table says how many of the dealer's
holdings below it have a given card. So the result against all the dealer's hands with that card is a sum of five terms.

Boards with the same ranks are adjacent; their results are first summed by which of their positions are of the suit (`GroupSums`).
"""

from typing import NamedTuple

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.holdem.board import (
    CARD_CLASSES,
    HOLDING_COUNT,
    HOLDING_KINDS,
    SORTED_KINDS,
    STRENGTH,
    add_kind_counts,
    card_class,
)
from houseway.kernels.holdem.deals import BOARD_CARDS, FLOPS_PER_BOARD
from houseway.kernels.layout import I64, RANKS
from houseway.kernels.six_card_bonus.flushes import without_rank
from houseway.kernels.six_card_bonus.tables import LANES, flush_boxes

DEALS, ANTE, BLIND, PLAY, COLUMN_COUNT = range(5)
"""The columns of the sums: deals, once for each of the ten choices of the flop, and the net result of each wager."""
WON, TIED, LOST, OUTCOME_COUNT = 0, 2, 4, 6
"""Results against a dealer who does not qualify; add one if the dealer qualifies."""
_RANGES = 5
_RANK_PAIRS = RANKS * (RANKS - 1) // 2
_ALL_RANKS = (1 << RANKS) - 1
_SLOTS = 1 << BOARD_CARDS
_NO_RANK = RANKS
"""Stands for a missing second rank of the suit."""


class SuitTotals(NamedTuple):
    """Sums by the set of ranks of a suit that are left. Sets are numbered over the ranks that the player does not have."""

    one: I64
    """By the player's rank of the suit and the rank of the player's other card."""
    both: I64
    """By the player's two ranks of the suit."""
    gone: I64
    """By the player's two ranks and a third rank, counted once for each card of the third rank in another suit that board or
    dealer has."""


class GroupSums(NamedTuple):
    """Sums over boards with the same ranks, by the positions of the board that are of the suit. There is a sum over all the
    dealer's hands, one for each card of the suit over the hands that have it, and one for every two such cards."""

    one: I64
    both: I64
    gone: I64
    """Sums over the dealer's hands that have a given card of another suit: all of them, and those with a given card of the suit."""
    used: I64


class SuitScratch(NamedTuple):
    """Working memory for one board, in addition to `board.HoldemScratch`."""

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


def new_suit_totals() -> SuitTotals:
    fewer = 1 << RANKS - 2
    sizes = (RANKS, RANKS, 2 * fewer), (_RANK_PAIRS, fewer), (_RANK_PAIRS, RANKS, fewer)
    return SuitTotals(*(np.zeros((*size, COLUMN_COUNT), dtype=np.int64) for size in sizes))


def _count_ways(free: int) -> int:
    """Count the ways in which the dealer can have none, one or two of these cards."""
    return 1 + free + free * (free - 1) // 2


def new_group_sums() -> GroupSums:
    sizes = (RANKS, RANKS, _count_ways(RANKS - 1)), (_RANK_PAIRS, _count_ways(RANKS - 2)), (_RANK_PAIRS, RANKS, RANKS - 1)
    one, both, gone = (np.zeros((_SLOTS, *size, COLUMN_COUNT), dtype=np.int64) for size in sizes)
    return GroupSums(one, both, gone, np.zeros(_SLOTS, dtype=np.int64))


def new_suit_scratch() -> SuitScratch:
    sizes = (
        *(
            (HOLDING_KINDS + 1, CARD_CLASSES + 1),
            (2, HOLDING_KINDS),
            (4 * RANKS, 4 * RANKS, 2),
            (OUTCOME_COUNT, COLUMN_COUNT),
            (_RANGES, COLUMN_COUNT),
        ),
        *((CARD_CLASSES,), (RANKS, CARD_CLASSES, 2), (RANKS, CARD_CLASSES), (RANKS,), (_RANK_PAIRS,), (_count_ways(RANKS),)),
    )
    return SuitScratch(*(np.zeros(size, dtype=np.int64) for size in sizes))


def sum_flush_boxes(sums: SuitTotals) -> list[list[int]]:
    """Sum over all boxes that make a flush, by kind (`tables.FLUSH_KINDS`) and column."""
    table = flush_boxes()
    found = [[0] * COLUMN_COUNT for _ in range(LANES)]
    for one in range(RANKS):
        _add_boxes(found, 1, table.one[one], sums.one[one])
    for pair in range(_RANK_PAIRS):
        _add_boxes(found, 1, table.all[pair], sums.both[pair])
        _add_boxes(found, -1, table.three[pair], sums.gone[pair])
    return found


def _add_boxes(found: list[list[int]], sign: int, packed: I64, sums: I64) -> None:
    counts = packed.view(np.int16).reshape(-1, LANES).astype(np.int64)
    for lane, columns in enumerate((counts.T @ sums.reshape(-1, COLUMN_COUNT)).tolist()):
        for column, value in enumerate(columns):
            found[lane][column] += sign * value


@compiled
def count_below_kinds(found, ranks, room, more):  # type: ignore[no-untyped-def]
    """Count the holdings up to each position in the order of kinds; return how many kinds do not qualify."""
    kinds, limit = room.kinds, 0
    more.upto[0] = 0
    for place in range(found):
        kind = kinds[SORTED_KINDS, place]
        for each in range(CARD_CLASSES + 1):
            more.upto[place + 1, each] = more.upto[place, each]
        add_kind_counts(kind, kinds, room.many, more.upto[place + 1])
        more.upto[place + 1, CARD_CLASSES] += kinds[HOLDING_COUNT, kind]
        limit += kinds[STRENGTH, kind] < ranks.pair
        before = kinds[SORTED_KINDS, place - 1]
        same = place and kinds[STRENGTH, kind] == kinds[STRENGTH, before]
        more.place[0, kind] = more.place[0, before] if same else place
    for place in range(found - 1, -1, -1):
        kind, after = kinds[SORTED_KINDS, place], kinds[SORTED_KINDS, min(place + 1, found - 1)]
        same = place + 1 < found and kinds[STRENGTH, kind] == kinds[STRENGTH, after]
        more.place[1, kind] = more.place[1, after] if same else place + 1
    return limit


@compiled
def price_outcomes(flops, played, times, blind, weight, game, worth):  # type: ignore[no-untyped-def]
    """Compute the net result of each outcome, given the flops, how many of them are played, and the total Play in Antes."""
    folded = -game.unit * (flops - played)
    for outcome in range(OUTCOME_COUNT):
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
def showdown_outcome(other, own, limit):  # type: ignore[no-untyped-def]
    """Return the outcome, given the positions where the dealer's and player's kinds begin, and where kinds qualify."""
    return 2 * ((other > own) + (other >= own)) + (other >= limit)


@compiled
def add_suit_holdings(board, weight, suit, flush_suit, found, limit, game, room, more, pair_of, out):  # type: ignore[no-untyped-def]
    """Add all holdings with a card of the suit."""
    slot, choice = _survey_suit(board, suit, flush_suit, room, more)
    out.used[slot] = 1
    at = (suit, flush_suit, found, limit)
    for one in range(RANKS):
        if not choice >> one & 1:
            continue
        mine = card_class(4 * one + suit, flush_suit)
        many = _list_free_ranks(choice, one, _NO_RANK, at, more)
        for two in range(CARD_CLASSES):
            if more.other[two]:
                kind = room.kind[mine * CARD_CLASSES + two]
                _price_kind(kind, FLOPS_PER_BOARD * more.other[two], more.alike[one, two], weight, game, room, more)
                _sum_against_dealer(mine, two, kind, many, at, more, out.one[slot, one, two % RANKS])
        for two in range(one):
            if choice >> two & 1:
                other, pair = card_class(4 * two + suit, flush_suit), pair_of[one, two]
                kind = room.kind[mine * CARD_CLASSES + other]
                many = _list_free_ranks(choice, one, two, at, more)
                _price_kind(kind, FLOPS_PER_BOARD, more.played[4 * one + suit, 4 * two + suit], weight, game, room, more)
                _sum_against_dealer(mine, other, kind, many, at, more, out.both[slot, pair])
                _sum_with_offsuit_card(one, two, kind, many, at, more, out.gone[slot, pair])


@compiled
def _survey_suit(board, suit, flush_suit, room, more):  # type: ignore[no-untyped-def]
    """Return the board's positions of the suit and the ranks of it that are left, as bits; count the cards of other suits by class,
    and how the holdings with one card of each are played."""
    slot, choice = 0, np.int64(_ALL_RANKS)
    for place in range(BOARD_CARDS):
        card = np.int64(board[place])
        if card & 3 == suit:
            slot |= 1 << place
            choice ^= 1 << (card >> 2)
    more.other[:] = 0
    more.alike[:] = 0
    for card in room.cards:
        if card & 3 != suit:
            other = card_class(card, flush_suit)
            more.other[other] += 1
            for rank in range(RANKS):
                if choice >> rank & 1:
                    more.alike[rank, other, 0] += more.played[card, 4 * rank + suit, 0]
                    more.alike[rank, other, 1] += more.played[card, 4 * rank + suit, 1]
    for rank in range(RANKS):
        row = card_class(4 * rank + suit, flush_suit) * CARD_CLASSES
        for other in range(CARD_CLASSES):
            more.met[rank, other] = more.place[0, room.kind[row + other]]
    return slot, choice


@compiled
def _list_free_ranks(choice, one, two, at, more):  # type: ignore[no-untyped-def]
    """List the ranks of the suit that the dealer may have, given the player's, and the kinds of every two; return their number."""
    many, pair = 0, 0
    for rank in range(RANKS):
        if choice >> rank & 1 and rank != one and rank != two:
            for before in range(many):
                more.pairs[pair] = more.met[rank, card_class(4 * more.free[before] + at[0], at[1])]
                pair += 1
            more.free[many] = rank
            many += 1
    return many


@compiled
def _price_kind(kind, flops, played, weight, game, room, more):  # type: ignore[no-untyped-def]
    price_outcomes(flops, played[0], played[1], game.blind[room.kinds[STRENGTH, kind]], weight, game, more.worth)
    for column in range(COLUMN_COUNT):
        before = more.worth[WON, column]
        for part in range(1, _RANGES):
            brings = more.worth[part + (part > TIED), column]
            more.steps[part - 1, column] = before - brings
            before = brings
        more.steps[_RANGES - 1, column] = before


@compiled
def _sum_against_dealer(one, two, kind, many, at, more, out):  # type: ignore[no-untyped-def]
    """Sum the results of a holding of two classes: against all the dealer's hands, and those with one or two cards of the suit."""
    start, limit, worth = more.place[0, kind], at[3], more.worth
    _add_with_card(CARD_CLASSES, kind, at, 1, more, out[0])
    _add_with_card(one, kind, at, -1, more, out[0])
    _add_with_card(two, kind, at, -1, more, out[0])
    _add_columns(worth[TIED], 1, out[0])  # the holding itself has both
    for each in range(many):
        rank, row = more.free[each], out[1 + each]
        _add_with_card(card_class(4 * rank + at[0], at[1]), kind, at, 1, more, row)
        _add_columns(worth[showdown_outcome(more.met[rank, one], start, limit)], -1, row)
        _add_columns(worth[showdown_outcome(more.met[rank, two], start, limit)], -1, row)
    for pair in range(many * (many - 1) // 2):
        _add_columns(worth[showdown_outcome(more.pairs[pair], start, limit)], 1, out[1 + many + pair])


@compiled
def _add_columns(brings, times, out):  # type: ignore[no-untyped-def]
    first, second, third, fourth = brings[0], brings[1], brings[2], brings[3]
    one, two, three, four = out[0], out[1], out[2], out[3]
    out[0] = one + times * first
    out[1] = two + times * second
    out[2] = three + times * third
    out[3] = four + times * fourth


@compiled
def _add_with_card(card: int, kind: int, at: tuple[int, int, int, int], times: int, more: SuitScratch, out: I64) -> None:
    """Add the results against all the dealer's hands with a card of a class, including those with the player's own cards."""
    found, limit, upto, steps = at[2], at[3], more.upto, more.steps
    start, end = more.place[0, kind], more.place[1, kind]
    weak, below = upto[min(start, limit), card], upto[start, card]
    alike, above, every = upto[end, card], upto[max(end, limit), card], upto[found, card]
    for column in range(COLUMN_COUNT):
        won = weak * steps[0, column] + below * steps[1, column]
        rest = alike * steps[2, column] + above * steps[3, column] + every * steps[4, column]
        out[column] += times * (won + rest)


@compiled
def _sum_with_offsuit_card(one, two, kind, many, at, more, out):  # type: ignore[no-untyped-def]
    """Sum the results of a holding with two ranks of the suit, for each card of another suit that the dealer may have."""
    start, limit, worth = more.place[0, kind], at[3], more.worth
    for card in range(CARD_CLASSES):
        times, rows = more.other[card], out[card % RANKS]
        if not times:
            continue
        _add_with_card(card, kind, at, times, more, rows[0])
        _add_columns(worth[showdown_outcome(more.met[one, card], start, limit)], -times, rows[0])
        _add_columns(worth[showdown_outcome(more.met[two, card], start, limit)], -times, rows[0])
        for each in range(many):
            _add_columns(worth[showdown_outcome(more.met[more.free[each], card], start, limit)], times, rows[1 + each])


# Add the sums of one group of boards to the totals


@compiled
def add_group_to_totals(board, pair_of, local, more, out):  # type: ignore[no-untyped-def]
    """Add the sums of a group of boards to the totals by remaining ranks of the suit, and clear them for the next group."""
    for slot in range(_SLOTS):
        if not local.used[slot]:
            continue
        local.used[slot] = 0
        choice = np.int64(_ALL_RANKS)
        for place in range(BOARD_CARDS):
            if slot >> place & 1:
                choice ^= 1 << (np.int64(board[place]) >> 2)
        for one in range(RANKS):
            if choice >> one & 1:
                many = _number_remaining(choice, one, _NO_RANK, more)
                for two in range(RANKS):
                    rows = local.one[slot, one, two]
                    _exclude_other_cards(many, rows)
                    _add_rows(many, rows, more, out.one[one, two])
                    rows[:] = 0
                for two in range(one):
                    if choice >> two & 1:
                        pair = pair_of[one, two]
                        many = _number_remaining(choice, one, two, more)
                        _add_both_suited(board, slot, many, local.both[slot, pair], local.gone[slot, pair], more, pair, out)


@compiled
def _number_remaining(choice, one, two, more):  # type: ignore[no-untyped-def]
    """Number the sets of ranks that are left, and return how many ranks the dealer may have."""
    many, number = 0, _without_ranks(choice & ~(1 << one) & ~(1 << two), one, two)
    for rank in range(RANKS):
        if choice >> rank & 1 and rank != one and rank != two:
            more.free[many] = _without_ranks(1 << rank, one, two)
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
def _without_ranks(choice, one, two):  # type: ignore[no-untyped-def]
    found = without_rank(choice, one)
    return without_rank(found, two) if two != _NO_RANK else found


@compiled
def _exclude_other_cards(many, rows):  # type: ignore[no-untyped-def]
    """Turn sums over the dealer's hands with given cards of the suit into sums over those with no other cards of it."""
    for column in range(COLUMN_COUNT):
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
def _add_rows(many, rows, more, out):  # type: ignore[no-untyped-def]
    for way in range(1 + many + many * (many - 1) // 2):
        _add_columns(rows[way], 1, out[more.numbers[way]])


@compiled
def _add_both_suited(board, slot, many, rows, gone, more, pair, out):  # type: ignore[no-untyped-def]
    """Add the sums for two ranks of the suit, also for each card of another suit that the board or the dealer has."""
    _exclude_other_cards(many, rows)
    _add_rows(many, rows, more, out.both[pair])
    for place in range(BOARD_CARDS):
        if not slot >> place & 1:
            _add_rows(many, rows, more, out.gone[pair, np.int64(board[place]) >> 2])
    rows[:] = 0
    for rank in range(RANKS):
        sums = out.gone[pair, rank]
        _add_columns(gone[rank, 0], 1, sums[more.numbers[0]])
        for each in range(many):
            _add_columns(gone[rank, 1 + each], 1, sums[more.numbers[1 + each]])
            _add_columns(gone[rank, 1 + each], -1, sums[more.numbers[0]])
    gone[:] = 0
