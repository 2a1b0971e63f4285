"""Find the best setting of every hand against a house way; hands of the same ranks are treated together.

The number of the opponent's hands that a setting beats is a sum over the opponent's ranks, the same for all hands of the same
ranks, plus corrections for each possible long suit (`disjoint_pairs` splits the sum the same way). A correction depends on which
of the hand's ranks are of that suit. So, for hands of the same ranks, all long suits are visited once and put in buckets by which
of those ranks they contain, in the suit and outside it; every assignment of suits to the ranks is then answered from the buckets.

Among settings that no other dominates, a higher low hand goes with a lower high hand. In such a chain, the settings that beat an
opponent's hand are consecutive, and so are those that lose to it. So each opponent's hand changes only two numbers of a difference
array, however many settings there are. The differences are summed at the end.
"""

from dataclasses import dataclass

import numpy as np

from houseway.hands import PAI_GOW_LOW, HandOrder
from houseway.kernels.batch import hand_strengths
from houseway.kernels.compile import compiled
from houseway.kernels.layout import CARDS_PER_RANK, I64, RANKS, U8
from houseway.kernels.pai_gow.classes import JOKER, OUTSIDE_RANKS, long_suit_classes, rank_classes
from houseway.kernels.pai_gow.disjoint_pairs import ClassSettings
from houseway.kernels.pai_gow.dominance import LOW_STRENGTHS
from houseway.kernels.pai_gow.setting import CARDS_DEALT
from houseway.kernels.tables import lowest_legal_high

SETTING_COUNT = 21
_MOST_SETTINGS, _MOST_CHAINS = 160, 24
"""The most settings of all hands of the same ranks, and the most chains of them; `SettingOptimizer.rate` asserts this."""
_HIGH_STRENGTHS = 1 << 13
_PATTERNS = 1 << CARDS_DEALT
_OUTSIDE_CHOICES = 36
"""The number of choices of up to two of seven ranks."""
WON, LOST, BANK_WON, BANK_LOST = range(4)
"""What is counted of a setting: both hands above the opponent's; neither above; neither below; both below."""
_LOW_COLUMNS = np.array([(one, two) for one in range(CARDS_DEALT) for two in range(one + 1, CARDS_DEALT)])
_HIGH_COLUMNS = np.array([[card for card in range(CARDS_DEALT) if card not in front] for front in _LOW_COLUMNS.tolist()])


@dataclass(frozen=True, eq=False)
class RatedHands:
    """The best setting of each hand, first not banking, then banking."""

    columns: U8
    """The column of the best setting."""
    best: I64
    """Its wins and losses."""
    own: I64
    """The wins and losses of the house way's setting."""


@dataclass(frozen=True)
class ResultValues:
    """What a win pays and a loss costs, in the same integer unit; the same for the bank against one opponent."""

    win: int
    lose: int
    bank_win: int
    bank_lose: int


class SettingOptimizer:
    """Rates hands against one house way. Hands of the same ranks must be adjacent. Each thread needs its own instance."""

    def __init__(
        self, opponent: ClassSettings, own: ClassSettings, order: HandOrder, stakes: ResultValues, copies_push: bool = False
    ) -> None:
        rows, suited = rank_classes(), long_suit_classes()
        self.order, self.own = order, own
        self._counted = np.array([[WON, LOST], [WON if copies_push else BANK_WON, BANK_LOST]])
        self._ranks = (*_rank_runs(rows.ranks), *_setting_strengths(opponent, rows.places))
        self._suits = (
            suited.masks.astype(np.int64),
            suited.jokers,
            suited.outside,
            *_setting_strengths(opponent, suited.places),
            *_setting_strengths(opponent, suited.plain),
        )
        self._stakes = np.array([[stakes.win, stakes.lose], [stakes.bank_win, stakes.bank_lose]], dtype=np.int64)
        self._scratch = (
            np.zeros((2, _MOST_SETTINGS), dtype=np.int32),
            np.zeros((4, _MOST_SETTINGS), dtype=np.int64),
            np.zeros((_MOST_CHAINS, _HIGH_STRENGTHS), dtype=np.uint16),
            np.zeros((_MOST_CHAINS, LOW_STRENGTHS), dtype=np.uint16),
            np.zeros(4 * _MOST_SETTINGS, dtype=np.int32),
            np.zeros(_PATTERNS * _OUTSIDE_CHOICES * 4 * _MOST_SETTINGS, dtype=np.int32),
            np.zeros((_PATTERNS, 4 * _MOST_SETTINGS), dtype=np.int32),
            np.zeros((3, len(OUTSIDE_RANKS)), dtype=np.int64),
        )

    def rate(self, hands: U8, places: I64) -> RatedHands:
        """Rate these hands, sorted by ranks; `places` are the table indices of their classes."""
        high = hand_strengths(self.order, hands[:, _HIGH_COLUMNS].reshape(-1, 5), checked=False).reshape(-1, SETTING_COUNT)
        low = hand_strengths(PAI_GOW_LOW, hands[:, _LOW_COLUMNS].reshape(-1, 2), checked=False).reshape(-1, SETTING_COUNT)
        high[high < lowest_legal_high(self.order)[low]] = 0
        own = self.own.high[places], self.own.low[places]
        groups = group_starts(hands)
        numbers = np.zeros((len(hands), SETTING_COUNT + 1), dtype=np.uint8)
        rated = RatedHands(np.zeros((len(hands), 2), np.uint8), *(np.zeros((len(hands), 2, 2), np.int64) for _ in range(2)))
        out = rated.columns, rated.best, rated.own
        found = _rate_groups(
            hands,
            groups,
            high,
            low,
            *own,
            numbers,
            _padded_outside_ranks(),
            *self._ranks,
            *self._suits,
            self._stakes,
            self._counted,
            *self._scratch,
            *out,
        )
        assert not found, f"hands of the same ranks have {found} settings"
        return rated


def low_hands(hands: U8, columns: U8) -> U8:
    """Return the low hands of settings, given by their columns."""
    return np.take_along_axis(hands, _LOW_COLUMNS[columns].astype(np.int64), axis=1)


def _setting_strengths(way: ClassSettings, places: I64) -> tuple[np.ndarray, np.ndarray]:
    return way.high[places].astype(np.int32), way.low[places].astype(np.int32)


def _rank_runs(ranks: U8) -> tuple[U8, U8]:
    """Return each row's distinct ranks and their counts; rows with fewer than seven are padded with zero jokers."""
    which, many = np.full_like(ranks, JOKER), np.zeros_like(ranks)
    opens = np.ones(ranks.shape, dtype=bool)
    opens[:, 1:] = ranks[:, 1:] != ranks[:, :-1]
    run = opens.cumsum(axis=1) - 1
    rows = np.arange(len(ranks))[:, None]
    which[rows, run] = ranks
    np.add.at(many, (rows, run), 1)
    return which, many


def group_starts(hands: U8) -> I64:
    """Return where each group of hands with the same ranks begins, and the end."""
    ranks = np.sort(np.minimum(hands // CARDS_PER_RANK, JOKER), axis=1)
    begins = np.flatnonzero((ranks[1:] != ranks[:-1]).any(axis=1)) + 1
    return np.concatenate([[0], begins, [len(hands)]]).astype(np.int64)


def _padded_outside_ranks() -> U8:
    return np.array([(*ranks, *[JOKER] * (2 - len(ranks))) for ranks in OUTSIDE_RANKS], dtype=np.uint8)


@compiled
def _rate_groups(  # type: ignore[no-untyped-def]
    hands, groups, highs, lows, own_high, own_low, numbers, pairs, which, many, rank_high, rank_low,
    masks, jokers, outside, suit_high, suit_low, plain_high, plain_low, stakes, counted,
    asked, chains, by_high, by_low, by_ranks, buckets, answers, spare, columns, best, own,
):  # fmt: skip
    for group in range(groups.shape[0] - 1):
        start, stop = groups[group], groups[group + 1]
        asking = _collect_settings(highs, lows, own_high, own_low, start, stop, asked, numbers)
        number, width = _build_chains(asked, asking, chains, by_high, by_low)
        if width > asked.shape[1]:
            return width
        held, joker = _rank_counts(hands, start)
        _sum_by_ranks(which, many, rank_high, rank_low, held, joker, by_high, by_low, number, chains, width, by_ranks)
        size = _number_outside_choices(pairs, held, spare)
        buckets[: _OUTSIDE_CHOICES * 4 * width << size] = 0
        for suit in range(2):  # add their own points, then subtract those of their ranks
            high, low, sign = (suit_high, suit_low, 1) if suit == 0 else (plain_high, plain_low, -1)
            _fill_buckets(
                masks, jokers, outside, high, low, sign, held, joker, by_high, by_low, number, chains, width, spare, buckets
            )
        _compute_corrections(held, size, width, buckets, answers)
        for row in range(start, stop):
            _choose_best(hands, row, held, numbers, chains[0], width, by_ranks, answers, stakes, counted, columns, best, own)
    return 0


@compiled
def _find_or_add_setting(asked, count, high, low):  # type: ignore[no-untyped-def]
    """Return the number of a setting among those asked for, and add it if it is new."""
    for number in range(count):
        if asked[0, number] == high and asked[1, number] == low:
            return number
    if count < asked.shape[1]:
        asked[0, count] = high
        asked[1, count] = low
    return count


@compiled
def _collect_settings(highs, lows, own_high, own_low, start, stop, asked, numbers):  # type: ignore[no-untyped-def]
    """Collect the settings of hands of the same ranks that no other setting of the hand dominates, and the house way's."""
    count = 0
    for row in range(start, stop):
        for column in range(22):
            numbers[row, column] = 255
            if column < 21:
                high, low = highs[row, column], lows[row, column]
                if high == 0 or _is_dominated(highs, lows, row, high, low):
                    continue
            else:
                high, low = own_high[row], own_low[row]
            number = _find_or_add_setting(asked, count, high, low)
            if number == asked.shape[1]:
                return number
            count = max(count, number + 1)
            numbers[row, column] = number
    return count


@compiled
def _next_setting(asked, count, high, low):  # type: ignore[no-untyped-def]
    """Return the next of the settings asked for, in ascending order of high hand, then descending order of low hand."""
    found = -1
    for number in range(count):
        one, two = asked[0, number], asked[1, number]
        after = one > high or (one == high and two < low)
        if after and (found < 0 or one < asked[0, found] or (one == asked[0, found] and two > asked[1, found])):
            found = number
    return found


@compiled
def _build_chains(asked, count, chains, by_high, by_low):  # type: ignore[no-untyped-def]
    """Put the settings in chains; return the number of chains and their total width.

    The rows of `chains` are: by setting, its position; by chain, its length, its start, and its last setting.
    """
    made, high, low = 0, -1, 1 << 20
    for _ in range(count):
        number = _next_setting(asked, count, high, low)
        high, low = asked[0, number], asked[1, number]
        chain = 0
        while chain < made and not (asked[0, chains[3, chain]] < high and asked[1, chains[3, chain]] > low):
            chain += 1
        if chain == by_high.shape[0]:
            return made, 1 << 20
        if chain == made:
            chains[1, chain] = 0
            made += 1
        chains[0, number] = chain << 32 | chains[1, chain]
        chains[1, chain] += 1
        chains[3, chain] = number
    width = 0
    for chain in range(made):
        chains[2, chain] = width
        width += chains[1, chain] + 1
    for number in range(count):
        chains[0, number] = chains[2, chains[0, number] >> 32] + (chains[0, number] & 0xFFFFFFFF)
    if width <= asked.shape[1]:
        for chain in range(made):
            _tabulate_chain(asked, count, chains, chain, by_high[chain], by_low[chain])
    return made, width


@compiled
def _tabulate_chain(asked, count, chains, chain, by_high, by_low):  # type: ignore[no-untyped-def]
    """For each high hand of an opponent, count the settings that are not above it and those below it; for each low hand, those
    that are above it and those not below it."""
    by_high[:] = 0
    by_low[:] = 0
    opens, long = chains[2, chain], chains[1, chain]
    for number in range(count):
        if opens <= chains[0, number] < opens + long:
            by_high[asked[0, number]] += 1
            by_high[asked[0, number] + 1] += 256
            by_low[asked[1, number]] += 1 << 8
            if asked[1, number]:
                by_low[asked[1, number] - 1] += 1
    for high in range(1, by_high.shape[0]):
        by_high[high] += by_high[high - 1]
    for low in range(by_low.shape[0] - 2, -1, -1):
        by_low[low] += by_low[low + 1]


@compiled
def _is_dominated(highs, lows, row, high, low):  # type: ignore[no-untyped-def]
    for other in range(21):
        one, two = highs[row, other], lows[row, other]
        if one >= high and two >= low and (one > high or two > low):
            return True
    return False


@compiled
def _rank_counts(hands, row):  # type: ignore[no-untyped-def]
    """Return the number of cards of each rank, four bits per rank, and whether the joker is there."""
    held, joker = np.int64(0), False
    for place in range(7):
        card = np.int64(hands[row, place])
        if card == 52:
            joker = True
        else:
            held += np.int64(1) << (4 * (card >> 2))
    return held, joker


@compiled
def _binomial(left, many):  # type: ignore[no-untyped-def]
    """Return `left` choose `many`."""
    ways = 1
    for taken in range(many):
        ways = ways * (left - taken) // (taken + 1)
    return ways


@compiled
def _add_opponents(sums, base, high, low, weight, by_high, by_low, number, chains, width):  # type: ignore[no-untyped-def]
    """Add `weight` opponent's hands at a point: in each chain they lose to a run of settings or beat one."""
    for chain in range(number):
        from_high, to_low = by_high[chain, high], by_low[chain, low]
        at = base + chains[2, chain]
        start, stop = np.int64(from_high & 255), np.int64(to_low & 255)
        if start < stop:
            sums[at + start] += weight
            sums[at + stop] -= weight
        else:
            sums[at + width + stop] += weight
            sums[at + width + start] -= weight
        start, stop = np.int64(from_high >> 8), np.int64(to_low >> 8)
        if start < stop:
            sums[at + 2 * width + start] += weight
            sums[at + 2 * width + stop] -= weight
        else:
            sums[at + 3 * width + stop] += weight
            sums[at + 3 * width + start] -= weight


@compiled
def _sum_differences(sums, width):  # type: ignore[no-untyped-def]
    """Sum the differences. Those of a chain add up to zero at its end, so the next chain starts from zero."""
    for place in range(1, 4 * width):
        sums[place] += sums[place - 1]


@compiled
def _sum_by_ranks(which, many, high, low, held, joker, by_high, by_low, number, chains, width, sums):  # type: ignore[no-untyped-def]
    sums[: 4 * width] = 0
    for row in range(which.shape[0]):
        ways = np.int64(1)
        for run in range(7):
            size = many[row, run]
            if size == 0:
                break
            rank = which[row, run]
            left = 1 - joker if rank == JOKER else 4 - (held >> (4 * rank) & 15)
            ways *= _binomial(left, size)
        if ways:
            _add_opponents(sums, 0, high[row], low[row], np.int32(ways), by_high, by_low, number, chains, width)
    _sum_differences(sums, width)


@compiled
def _number_outside_choices(pairs, held, spare):  # type: ignore[no-untyped-def]
    """Tabulate, by choice of ranks outside a long suit, its number among the hand's own ranks and the ways to choose the rest."""
    size = 0
    for rank in range(RANKS):
        if held >> (4 * rank) & 15:
            spare[2, rank] = size
            size += 1
        else:
            spare[2, rank] = -1
    for number in range(pairs.shape[0]):
        one, two = pairs[number, 0], pairs[number, 1]
        own_one = spare[2, one] if one != JOKER else -1
        own_two = spare[2, two] if two != JOKER else -1
        ways = 1
        if one != JOKER and own_one < 0:
            ways *= 3
        if two != JOKER and own_two < 0 and two != one:
            ways *= 3
        spare[0, number] = _outside_number(max(own_one, own_two), min(own_one, own_two))
        spare[1, number] = ways
    return size


@compiled
def _outside_number(high, low):  # type: ignore[no-untyped-def]
    """Number the choices of up to two ranks: 0 for none, then single ranks, then pairs."""
    if low >= 0:
        return 8 + high * (high + 1) // 2 + low
    return high + 1


@compiled
def _fill_buckets(masks, jokers, outside, high, low, sign, held, joker, by_high, by_low, number, chains, width, spare, buckets):  # type: ignore[no-untyped-def]
    pattern, last = 0, np.int64(-1)
    for row in range(masks.shape[0]):
        if jokers[row] and joker:
            continue
        if masks[row] != last:
            last = masks[row]
            pattern = _rank_pattern(last, held)
        base = (pattern * _OUTSIDE_CHOICES + spare[0, outside[row]]) * 4 * width
        ways = np.int32(sign * spare[1, outside[row]])
        _add_opponents(buckets, base, high[row], low[row], ways, by_high, by_low, number, chains, width)


@compiled
def _rank_pattern(mask, held):  # type: ignore[no-untyped-def]
    """Return which of the hand's own ranks a suit contains, as bits."""
    pattern, place = 0, 0
    for rank in range(RANKS):
        if held >> (4 * rank) & 15:
            pattern |= (mask >> rank & 1) << place
            place += 1
    return pattern


@compiled
def _compute_corrections(held, size, count, buckets, answers):  # type: ignore[no-untyped-def]
    """Compute the corrections of a suit for each choice of the hand's own ranks that are of that suit."""
    width = 4 * count
    long = _OUTSIDE_CHOICES * width
    for place in range(size):
        for pattern in range(1 << size):
            if pattern >> place & 1:
                _add_scaled(buckets, pattern * long, buckets, (pattern ^ 1 << place) * long, long, np.int32(1))
    for own in range(1 << size):
        free = (((1 << size) - 1) ^ own) * long
        out = answers[own]
        out[:width] = 0
        _add_scaled(out, 0, buckets, free, width, np.int32(1))
        high = -1
        for rank in range(RANKS):
            number = held >> (4 * rank) & 15
            if number == 0:
                continue
            high += 1
            left = 3 - number + (own >> high & 1)
            _add_scaled(out, 0, buckets, free + (high + 1) * width, width, np.int32(left))
            _add_scaled(out, 0, buckets, free + _outside_number(high, high) * width, width, np.int32(left * (left - 1) // 2))
            low = -1
            for lower in range(rank):
                number = held >> (4 * lower) & 15
                if number:
                    low += 1
                    times = left * (3 - number + (own >> low & 1))
                    _add_scaled(out, 0, buckets, free + _outside_number(high, low) * width, width, np.int32(times))
        _sum_differences(out, count)


@compiled
def _add_scaled(out, to, more, at, width, times):  # type: ignore[no-untyped-def]
    if times:
        for place in range(width):
            out[to + place] += times * more[at + place]


@compiled
def _choose_best(hands, row, held, numbers, places, width, by_ranks, answers, stakes, counted, columns, best, own):  # type: ignore[no-untyped-def]
    one, two, three, four = _suit_patterns(hands, row, held)
    for banking in range(2):
        most = np.int64(-1) << 62
        for column in range(22):
            number = numbers[row, column]
            if number == 255:
                continue
            won = counted[banking, 0] * width + places[number]
            lost = counted[banking, 1] * width + places[number]
            wins = np.int64(by_ranks[won] + answers[one, won] + answers[two, won] + answers[three, won] + answers[four, won])
            loses = np.int64(
                by_ranks[lost] + answers[one, lost] + answers[two, lost] + answers[three, lost] + answers[four, lost]
            )
            value = stakes[banking, 0] * wins - stakes[banking, 1] * loses
            if column == 21:
                own[row, banking, 0] = wins
                own[row, banking, 1] = loses
            elif value > most:
                most = value
                columns[row, banking] = column
                best[row, banking, 0] = wins
                best[row, banking, 1] = loses


@compiled
def _suit_patterns(hands, row, held):  # type: ignore[no-untyped-def]
    """Return the patterns of the four suits."""
    masks = np.int64(0)
    for place in range(7):
        card = np.int64(hands[row, place])
        if card != 52:
            masks |= np.int64(1) << (16 * (card & 3) + (card >> 2))
    return (
        _rank_pattern(masks & 0xFFFF, held),
        _rank_pattern(masks >> 16 & 0xFFFF, held),
        _rank_pattern(masks >> 32 & 0xFFFF, held),
        _rank_pattern(masks >> 48 & 0xFFFF, held),
    )
