"""Rounds of Pai Gow Poker, played by house ways: how base wagers end against the dealer or a bank, and what seven cards hold.

A row is the dealer's seven cards, seven for each seat, and the starting number. A house way sets a hand by its class
(`pai_gow.setting`), so that one look-up finds both of its hands and what it holds.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, U8, U16, U64, card_keys, rank_layout
from houseway.kernels.pai_gow.disjoint_pairs import ClassSettings
from houseway.kernels.pai_gow.setting import CARDS_DEALT, U32, long_suit_bases
from houseway.kernels.strength import flush_bits, hand_key, rank_index

GAME, HELD, NUMBER = range(3)
"""The axes; after these come one for each wager that earns envy."""
AXES_BEFORE_ENVY = 3
WON, PUSHED, LOST = range(3)
AGAINST_BANK = 3
"""Added to the result of a wager against a bank."""
AS_BANK = 6
"""The first outcome of a bank: see `bank_outcome`."""
MOST_OPPONENTS = 5
_SUMS = 2 * MOST_OPPONENTS + 1
BANK_OUTCOMES = 3 * _SUMS * _SUMS
GAME_OUTCOMES = AS_BANK + BANK_OUTCOMES
NOBODY = -1
"""Who banks a round in which nobody does."""
_FLUSH_BIAS = np.uint64(0x3333 << 40)
_SUIT_SHIFT = np.uint64(40)
_JOKER = 52
_LOW_SHIFT, _HELD_SHIFT = 13, 20
_HIGH_BITS, _LOW_BITS, _HELD_BITS = (1 << 13) - 1, (1 << 7) - 1, (1 << 11) - 1
_MIXED = 1 << 31
"""Marks a class whose hands do not all hold the same."""


class PaiGowLookup(NamedTuple):
    """Tables that do not depend on the rules."""

    keys: U64
    left: U16
    right: U16
    bases: U32
    room: int


class PaiGowPlay(NamedTuple):
    """How a table plays."""

    banks: I64
    """By round of a night, the seat that banks, or `NOBODY`; empty if nobody ever does."""
    copies_push: bool
    """Whether a copied hand is no loss against a bank."""
    envy: U16
    """By wager that earns envy and by what another player's cards hold: what a player is paid, in units."""


class PaiGowRoom(NamedTuple):
    """Working memory."""

    hand: U8
    codes: I64
    """The hands of the seats."""


def new_room(seats: int) -> PaiGowRoom:
    return PaiGowRoom(np.zeros((1, CARDS_DEALT), dtype=np.uint8), np.zeros(seats, dtype=np.int64))


@cache
def lookup() -> PaiGowLookup:
    index = rank_layout(CARDS_DEALT)
    return PaiGowLookup(card_keys(), index.left, index.right, long_suit_bases(), index.room)


def row_length(seats: int) -> int:
    """Return the number of cards of a round."""
    return CARDS_DEALT * (1 + seats)


class ClassCodes(NamedTuple):
    """How a house way sets each class of hands, and what it holds."""

    codes: U32
    """By class of hands: both strengths and the number of what is held, in one number, so that one look-up finds all."""
    one_suit: U16
    """By class of hands with a long suit: the number of what is held if both other cards are of one suit."""


def class_codes(way: ClassSettings, held: U16, held_with_one_suit: U16) -> ClassCodes:
    parts = ((way.high, _HIGH_BITS, 0), (way.low, _LOW_BITS, _LOW_SHIFT), (held, _HELD_BITS, _HELD_SHIFT))
    found = np.where(held == held_with_one_suit, 0, _MIXED).astype(np.uint32)
    for values, most, shift in parts:
        if values.max() > most:
            raise ArithmeticError(f"{values.max()} is too large for its part of a code, which holds {most}")
        found |= values.astype(np.uint32) << np.uint32(shift)
    return ClassCodes(found, held_with_one_suit[lookup().room :].copy())


def bank_outcome(house: int, total: int, least: int) -> int:
    """Return the number of a bank's outcome: the result of the house's wager against it, what it took from players less what it
    paid, in wagers, and the least that this came to after any of them."""
    return AS_BANK + (house * _SUMS + total + MOST_OPPONENTS) * _SUMS + least + MOST_OPPONENTS


@compiled
def _hand_code(row, first, ways, tables, room):  # type: ignore[no-untyped-def]
    """Return the code of the seven cards from a place on."""
    codes = ways.codes
    hand = room.hand
    for place in range(CARDS_DEALT):
        hand[0, place] = row[first + place]
    key = hand_key(hand, 0, 7, tables.keys)
    made = flush_bits(key, _FLUSH_BIAS) >> _SUIT_SHIFT
    if not made:
        return np.int64(codes[rank_index(key, tables.left, tables.right)])
    suit = 0
    for one in range(4):
        if made >> np.uint64(4 * one + 3) & np.uint64(1):
            suit = one
    held, outside, first_rank, second_rank, suits = np.int64(0), 0, np.int64(0), np.int64(0), np.int64(0)
    for place in range(CARDS_DEALT):
        card = np.int64(hand[0, place])
        if card == _JOKER or card & 3 == suit:
            held |= 1 << (card >> 2)
        else:
            outside += 1
            first_rank, second_rank = card >> 2, first_rank
            suits |= 1 << (card & 3)
    high, low = max(first_rank, second_rank), min(first_rank, second_rank)
    inside = high * (high + 1) // 2 + low if outside == 2 else high
    choice = np.int64(tables.bases[held]) + inside
    code = np.int64(codes[tables.room + choice])
    if code & _MIXED and suits & (suits - 1) == 0:  # of two cards, both are of one suit
        return code & ~(_HELD_BITS << _HELD_SHIFT) | np.int64(ways.one_suit[choice]) << _HELD_SHIFT
    return code


@compiled
def _result(own, other, copies_push):  # type: ignore[no-untyped-def]
    """Compare a player's two hands with those of the dealer or the bank, who wins copies."""
    high, other_high = own & _HIGH_BITS, other & _HIGH_BITS
    low, other_low = own >> _LOW_SHIFT & _LOW_BITS, other >> _LOW_SHIFT & _LOW_BITS
    if high > other_high:
        return WON if low > other_low else PUSHED
    if low > other_low:
        return PUSHED
    if copies_push and (high == other_high or low == other_low):
        return PUSHED
    return LOST


@compiled
def play_rounds(
    cards: U8,
    first: int,
    players: ClassCodes,
    dealers: ClassCodes,
    play: PaiGowPlay,
    tables: PaiGowLookup,
    room: PaiGowRoom,
    out: U16,
) -> None:
    """Play every row to its end, and write by round, seat and axis what came of it. `first` is the number of the first round in
    the night; `players` and `dealers` are the codes by class of hands of their house ways."""
    seats = out.shape[1]
    number = cards.shape[1] - 1
    for row in range(cards.shape[0]):
        dealt = cards[row]
        dealer = _hand_code(dealt, 0, dealers, tables, room)
        for seat in range(seats):
            room.codes[seat] = _hand_code(dealt, CARDS_DEALT * (1 + seat), players, tables, room)
            out[row, seat, HELD] = room.codes[seat] >> _HELD_SHIFT & _HELD_BITS
            out[row, seat, NUMBER] = np.int64(dealt[number]) == seat
        bank = play.banks[first + row] if play.banks.shape[0] else np.int64(NOBODY)
        if bank == NOBODY:
            for seat in range(seats):
                out[row, seat, GAME] = _result(room.codes[seat], dealer, False)
        else:
            _settle_bank(bank, dealer, seats, play.copies_push, room.codes, out[row])
        if play.envy.shape[0]:
            _write_envy(seats, play.envy, out[row])


@compiled
def _settle_bank(bank, dealer, seats, copies_push, codes, out):  # type: ignore[no-untyped-def]
    total, least, opponents = 0, MOST_OPPONENTS, 0
    for seat in range(seats):
        if seat != bank:
            result = _result(codes[seat], codes[bank], copies_push)
            out[seat, GAME] = AGAINST_BANK + result
            total += result - 1
            least, opponents = min(least, total), opponents + 1
    if opponents == 0:
        least = 0
    house = _result(dealer, codes[bank], copies_push)
    out[bank, GAME] = AS_BANK + (house * _SUMS + total + MOST_OPPONENTS) * _SUMS + least + MOST_OPPONENTS


@compiled
def _write_envy(seats, envy, out):  # type: ignore[no-untyped-def]
    """Write what each seat is paid for the hands of all others."""
    for wager in range(envy.shape[0]):
        every = np.int64(0)
        for seat in range(seats):
            every += envy[wager, out[seat, HELD]]
        for seat in range(seats):
            out[seat, AXES_BEFORE_ENVY + wager] = every - envy[wager, out[seat, HELD]]
