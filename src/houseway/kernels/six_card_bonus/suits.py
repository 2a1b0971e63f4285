"""What a round brings, added up by the ranks of a suit that board, player and dealer leave for the box: what of `box_game` hangs
on suits.

A box makes a flush with the player's two cards if it has four of the suit of one of them, or three or four of the suit of both.
How many such boxes there are hangs on the ranks of the suit that are left; and, where three of both cards' suit lie with a card of
another, on how many of each rank are left of the other suits. So no box is looked at until everything is added up.

Kinds of holdings stand in order of strength (`holdem`). Up to each place in that order it is known how many of the dealer's
holdings have a certain card; so what a round brings against all his hands with that card is a sum of five parts.

Boards of the same ranks come together, and first everything is added up by which of their places are of the suit (`Local`).
"""

from typing import NamedTuple

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.holdem.board import BOARD, CLASSES, FLOPS_OF_A_BOARD, KINDS, MANY, ORDER, STRENGTH, add_kind, class_of
from houseway.kernels.layout import I64, RANKS
from houseway.kernels.six_card_bonus.flushes import without
from houseway.kernels.six_card_bonus.tables import LANES, flushes

DEALS, ANTE, BLIND, PLAY, COLUMNS = range(5)
"""What is added up: deals with each of the ten choices of the flop, and what each wager brings in them."""
WON, TIED, LOST, OUTCOMES = 0, 2, 4, 6
"""How a contest ends against a dealer who does not qualify; one more if he does."""
_PARTS = 5
_PAIRS = RANKS * (RANKS - 1) // 2
_ALL = (1 << RANKS) - 1
_SLOTS = 1 << BOARD
_NONE = RANKS
"""In place of a second rank of the suit."""


class Left(NamedTuple):
    """Sums by the ranks of a suit that are left, numbered without those that the player has."""

    one: I64
    """By the rank that the player has of the suit, and the rank of his other card."""
    both: I64
    """By his two ranks of the suit."""
    gone: I64
    """By the same and a rank, for each card of that rank and another suit that the board or the dealer has."""


class Local(NamedTuple):
    """Sums over boards of the same ranks, by which places of the board are of the suit; and then over all hands of the dealer's,
    over those with one certain card of the suit, over those with two."""

    one: I64
    both: I64
    gone: I64
    """Over those that also have a certain card of a rank and another suit: by how many there are, and with one of the suit."""
    used: I64


class Room(NamedTuple):
    """Room for one board at a time, beside that of `holdem`."""

    upto: I64
    """By place in the order of kinds and class, how many holdings below it have one certain card; at last, how many there are."""
    place: I64
    """By kind, the places where those of its strength begin and end."""
    played: I64
    """By two cards: on how many flops a Play is made, and how many times the Ante it is on all of them together."""
    worth: I64
    """By outcome, what a holding, or some that are alike, bring against one hand of the dealer's."""
    steps: I64
    """By the five parts of the order, how much more one brings than the next."""
    other: I64
    """By class, the cards that are left of other suits than the one looked at."""
    alike: I64
    """By rank of the suit and class of another, how the holdings that are alike are played: as `played`."""
    met: I64
    """By rank of the suit and class, the place of their kind."""
    free: I64
    """The ranks of the suit that the dealer may have."""
    pairs: I64
    """The places of the kinds of every two of them."""
    numbers: I64
    """The number of the ranks that are left if the dealer has none, one or two of them."""


def left() -> Left:
    fewer = 1 << RANKS - 2
    sizes = (RANKS, RANKS, 2 * fewer), (_PAIRS, fewer), (_PAIRS, RANKS, fewer)
    return Left(*(np.zeros((*size, COLUMNS), dtype=np.int64) for size in sizes))


def _ways(free: int) -> int:
    """The dealer has none of so many, one or two."""
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
    """By kind of a flush (`box_tables.KINDS`) and column, over all boxes that make one."""
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
    """Count holdings up to each place in the order of kinds; how many kinds do not qualify."""
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
    """What each outcome brings: on so many flops, some of them played, for so many times the Ante together."""
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
    """By the places in order where the kinds of dealer and player begin, and where those begin that qualify."""
    return 2 * ((other > own) + (other >= own)) + (other >= limit)


@compiled
def add_suit(board, weight, suit, flush_suit, found, limit, game, room, more, pair_of, out):  # type: ignore[no-untyped-def]
    """All holdings with a card of the suit."""
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
    """The places of the board that are of the suit, as bits, and the ranks of it that are left; the cards of other suits by class,
    and the holdings with one of each."""
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
    """How many ranks of the suit the dealer may have, beside one or two of the player's; and the kinds of every two."""
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
    """What a holding of two classes brings, against all hands of the dealer's and those with each card and two of the suit."""
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
def _add_held(card, kind, at, times, more, out):  # type: ignore[no-untyped-def]
    """What is brought against all hands of the dealer's with a card of a class, the player's own cards among them."""
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
    """The same where the player has two ranks of the suit, for each card of another that the dealer has."""
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


# From the sums of one group of boards to those of all


@compiled
def settle(board, pair_of, local, more, out):  # type: ignore[no-untyped-def]
    """By the ranks of the suit that are left, what was added up of boards with these ranks; and room made for the next."""
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
    """The numbers of the ranks that are left, and how many ranks the dealer may have."""
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
    """From hands of the dealer's that have certain cards of the suit to those that have no others of it."""
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
    """The player has two ranks of the suit: also for each card of another that the board has, or the dealer."""
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
