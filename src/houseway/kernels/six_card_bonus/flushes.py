"""Count boxes that make a flush with the player's two cards, by the result against the dealer: the part of `boxes`
that depends on suits.

The dealer's cards are not in the box. So the boxes with each of the dealer's cards are subtracted from all boxes; those with
both are subtracted twice, and are added back.

Eight numbers are packed together (`tables.FLUSH_KINDS`): sixteen bits each in two words where single boxes are added,
thirty-two bits each in four words where they are multiplied. No final number is negative, so none borrows from its neighbour.
"""

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.holdem.showdown import PLAYER_BEATEN, TIE
from houseway.kernels.layout import RANKS
from houseway.kernels.six_card_bonus.tables import LANES

PACKED_WORDS, WIDE_WORDS = 2, 4
_HANDS_WITH_A_CARD = 52 - 8
"""The number of the dealer's holdings with one given card, given the board and the player's two."""
_EVERY_OTHER_LANE = np.int64(0x0000FFFF0000FFFF)
_HALF, _LOW = np.int64(32), np.int64(0xFFFFFFFF)
_LANE_BITS = np.int64(16)


@compiled
def without_rank(choice, rank):  # type: ignore[no-untyped-def]
    """Renumber a choice of ranks as if this rank did not exist."""
    return choice >> rank + 1 << rank | choice & (1 << rank) - 1


@compiled
def showdown_result(other, strength, own, places):  # type: ignore[no-untyped-def]
    return TIE if other == strength else places[other] if other < strength else PLAYER_BEATEN + own


@compiled
def _count_results_with_card(card, hand, at, found):  # type: ignore[no-untyped-def]
    """Count the results against the dealer's hands that have a given card."""
    ranked, places, below, equal = at
    one, two, strength, own = hand
    beaten, alike = 0, equal[card]
    for kind in range(own + 1):
        found[kind] = below[card, kind]
        beaten += found[kind]
    for mine in (one, two):
        if ranked[card, mine] < strength:
            found[places[ranked[card, mine]]] -= 1
            beaten -= 1
        elif ranked[card, mine] == strength:
            alike -= 1
    found[TIE] = alike
    found[PLAYER_BEATEN + own] = _HANDS_WITH_A_CARD - beaten - alike


@compiled
def _add_packed(wide, result, times, first, second):  # type: ignore[no-untyped-def]
    wide[result, 0] += times * (first & _EVERY_OTHER_LANE)
    wide[result, 1] += times * (first >> _LANE_BITS & _EVERY_OTHER_LANE)
    wide[result, 2] += times * (second & _EVERY_OTHER_LANE)
    wide[result, 3] += times * (second >> _LANE_BITS & _EVERY_OTHER_LANE)


@compiled
def _add_results(wide, own, found, sign, first, second):  # type: ignore[no-untyped-def]
    for kind in range(own + 1):
        if found[kind]:
            _add_packed(wide, kind, sign * found[kind], first, second)
    _add_packed(wide, TIE, sign * found[TIE], first, second)
    _add_packed(wide, PLAYER_BEATEN + own, sign * found[PLAYER_BEATEN + own], first, second)


@compiled
def look_up_one_suited(hand, suit, choice, table, room):  # type: ignore[no-untyped-def]
    """Look up the boxes if only the player's first card is of the suit, so that the box is four of the suit; by the dealer's cards
    that are not in it."""
    boxes, mine = room[0], hand[0] >> 2
    _copy_packed(table, without_rank(choice, mine), boxes[0, 0])
    for high in range(RANKS):
        if choice >> high & 1:
            _copy_packed(table, without_rank(choice ^ 1 << high, mine), boxes[high + 1, 0])
            for low in range(high):
                if choice >> low & 1:
                    _copy_packed(table, without_rank(choice ^ 1 << high ^ 1 << low, mine), boxes[high + 1, low + 1])


@compiled
def _copy_packed(table, number, out):  # type: ignore[no-untyped-def]
    out[0] = table[number, 0]
    out[1] = table[number, 1]


@compiled
def look_up_two_suited(hand, suit, choice, three, everything, board, room):  # type: ignore[no-untyped-def]
    """Look up the boxes if both cards are of the suit, so that the box has four of it, or three and another card."""
    boxes = room[0]
    least, most = min(hand[0], hand[1]) >> 2, max(hand[0], hand[1]) >> 2
    subtract_board(three, everything, without_rank(without_rank(choice, most), least), suit, board, boxes[0, 0])
    for high in range(RANKS):
        if choice >> high & 1:
            fewer = choice ^ 1 << high
            subtract_board(three, everything, without_rank(without_rank(fewer, most), least), suit, board, boxes[high + 1, 0])
            for low in range(high):
                if choice >> low & 1:
                    number = without_rank(without_rank(fewer ^ 1 << low, most), least)
                    subtract_board(three, everything, number, suit, board, boxes[high + 1, low + 1])


@compiled
def subtract_board(three, everything, number, suit, board, out):  # type: ignore[no-untyped-def]
    """Subtract from all boxes of a choice those whose card of another suit is on the board."""
    first, second = everything[number, 0], everything[number, 1]
    for card in board:
        if card & 3 != suit:
            first -= three[card >> 2, number, 0]
            second -= three[card >> 2, number, 1]
    out[0], out[1] = first, second


@compiled
def add_without_dealer(hand, suit, choice, results, at, room):  # type: ignore[no-untyped-def]
    """Add all boxes, minus those with a card of the suit that the dealer has."""
    ranked, places = at[0], at[1]
    boxes, found, narrow, wide = room
    strength, own = hand[2], hand[3]
    all_first, all_second = boxes[0, 0, 0], boxes[0, 0, 1]
    _add_results(wide, own, results, 1, all_first, all_second)
    for high in range(RANKS):
        if not choice >> high & 1:
            continue
        card = high * 4 + suit
        first, second = all_first - boxes[high + 1, 0, 0], all_second - boxes[high + 1, 0, 1]
        _count_results_with_card(card, hand, at, found)
        _add_results(wide, own, found, -1, first, second)
        for low in range(high):
            if choice >> low & 1:
                result = showdown_result(ranked[card, low * 4 + suit], strength, own, places)
                narrow[result, 0] += first - boxes[low + 1, 0, 0] + boxes[high + 1, low + 1, 0]
                narrow[result, 1] += second - boxes[low + 1, 0, 1] + boxes[high + 1, low + 1, 1]


@compiled
def subtract_dealers_offsuit(hand, suit, choice, at, three, alike, room):  # type: ignore[no-untyped-def]
    """Subtract the boxes whose card of another suit is the dealer's, alone or with one of the suit; both player's cards are suited.

    `alike` has one card for each type of equivalent cards, and their number."""
    ranked, places = at[0], at[1]
    _, found, narrow, wide = room
    strength, own = hand[2], hand[3]
    low, high = min(hand[0], hand[1]) >> 2, max(hand[0], hand[1]) >> 2
    number = without_rank(without_rank(choice, high), low)
    for row in range(alike.shape[0]):
        card, times = alike[row, 0], alike[row, 1]
        if not times:
            continue
        boxes = three[card >> 2]
        first, second = boxes[number, 0], boxes[number, 1]
        _count_results_with_card(card, hand, at, found)
        _add_results(wide, own, found, -times, first, second)
        for rank in range(RANKS):
            if choice >> rank & 1:
                result = showdown_result(ranked[card, rank * 4 + suit], strength, own, places)
                fewer = without_rank(without_rank(choice ^ 1 << rank, high), low)
                narrow[result, 0] += times * (first - boxes[fewer, 0])
                narrow[result, 1] += times * (second - boxes[fewer, 1])


@compiled
def store_sums(own, weight, room, counts):  # type: ignore[no-untyped-def]
    """Add the sums of a holding, `weight` times, to the counts, and clear them for the next."""
    for kind in range(own + 1):
        _store_result(kind, weight, room, counts)
    _store_result(TIE, weight, room, counts)
    _store_result(PLAYER_BEATEN + own, weight, room, counts)


@compiled
def _store_result(result, weight, room, counts):  # type: ignore[no-untyped-def]
    narrow, wide = room[2], room[3]
    _add_packed(wide, result, 1, narrow[result, 0], narrow[result, 1])
    narrow[result, 0] = narrow[result, 1] = 0
    for word in range(WIDE_WORDS):
        both = wide[result, word]
        wide[result, word] = 0
        place = word // 2 * 4 + word % 2
        counts[result, place] += weight * (both & _LOW)
        counts[result, place + 2] += weight * (both >> _HALF)


@compiled
def unpack(boxes, out):  # type: ignore[no-untyped-def]
    """Unpack eight numbers from two words."""
    for lane in range(LANES):
        out[lane] = boxes[lane // 4] >> np.int64(16 * (lane % 4)) & np.int64(0xFFFF)
