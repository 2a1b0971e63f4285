"""Apply a house way to one hand: this defines the meaning of its language. `array_interpreter` does the same for all hands at once.

A front names ranks. If several cards have that rank, the choice is the one that leaves the best high hand; then a natural card
before the joker, a card outside the long suit before one inside it, and the lowest suit. So the setting of a hand depends only on
the ranks of its cards, the joker, and the ranks of the suit that could make a flush.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby, product
from operator import itemgetter
from typing import NamedTuple

from houseway.cards import CARDS, JOKER, Card, Rank, Suit
from houseway.hands import PAI_GOW_LOW, HandOrder
from houseway.house_way import vocabulary
from houseway.house_way.kinds import COMPLETE_KIND, GROUP_NAMES, KIND_BY_RANK_COUNTS, HandKind
from houseway.house_way.rules import AppliedRule
from houseway.kernels.single import strength_function
from houseway.kernels.tables import category_positions, lowest_legal_high
from houseway.values import lazy_property

_RANK_OF_CARD = tuple(Rank.ACE if card.is_joker else card.rank for card in CARDS)
_SORT_KEYS = tuple((-rank, card) for rank, card in zip(_RANK_OF_CARD, CARDS, strict=True))
"""The sort keys of a hand: highest rank first, then by suit, the joker last."""
_RANK_BIT = tuple(0 if card.is_joker else 1 << card.rank for card in CARDS)
"""The rank as a bit; the joker has none."""
_FLUSH_SIZE = 5
_LOW_HAND_POSITIONS = tuple(combinations(range(7), 2))
_HIGH_HAND_CARDS = {pair: itemgetter(*(place for place in range(7) if place not in pair)) for pair in _LOW_HAND_POSITIONS}


class RankedSetting(NamedTuple):
    """Seven cards set as two hands, with their strengths."""

    low: tuple[Card, Card]
    low_strength: int
    high_strength: int
    legal: bool
    """The high hand ranks no lower than the low hand (md.pai-gow-poker 11.B, div.pai-gow-poker (l)(1))."""

    @property
    def is_pair(self) -> bool:
        return _RANK_OF_CARD[self.low[0]] == _RANK_OF_CARD[self.low[1]]


@dataclass(frozen=True, slots=True)
class _OrderTables:
    """The strength functions and tables of an order."""

    low: Callable[[Sequence[int]], int]
    high: Callable[[Sequence[int]], int]
    lowest_legal_high: tuple[int, ...]
    positions_by_made: dict[vocabulary.MadeHand, frozenset[int]]
    category_positions: tuple[int, ...]
    straights: tuple[int, ...]
    """The ranks of each straight, as bits."""


@cache
def _order_tables(order: HandOrder) -> _OrderTables:
    positions_by_made = {
        made: frozenset(order.position(category) for category in made.categories) for made in vocabulary.MadeHand
    }
    low, high = strength_function(PAI_GOW_LOW, 2), strength_function(order, _FLUSH_SIZE)
    straights = tuple(sum(1 << rank for rank in run) for run in order.straights)
    return _OrderTables(
        low,
        high,
        tuple(lowest_legal_high(order).tolist()),
        positions_by_made,
        tuple(category_positions(order).tolist()),
        straights,
    )


@cache
def _has_straight(held: int, straights: tuple[int, ...], least: int) -> bool:
    """Return whether at least `least` ranks of one of the straights are held."""
    return any((held & straight).bit_count() >= least for straight in straights)


@cache
def lowest_low_strength(condition: vocabulary.FrontAtLeast) -> int:
    """Return the strength of the lowest low hand that meets the condition."""
    first, second = condition.first, condition.second or Rank.TWO
    if condition.second is None and first is Rank.TWO:
        return 1
    return strength_function(PAI_GOW_LOW, 2)(
        [Card.from_rank_and_suit(first, Suit.CLUB), Card.from_rank_and_suit(second, Suit.DIAMOND)]
    )


class SevenCards:
    """Seven cards, with the facts that rules of a house way use."""

    def __init__(self, cards: Sequence[Card], order: HandOrder) -> None:
        self.cards = tuple(sorted([CARDS[card] for card in cards], key=_SORT_KEYS.__getitem__))
        """Highest rank first; within a rank, lowest suit first and the joker last."""
        self.order = order
        self.has_joker = JOKER in self.cards
        self.ranks = [_RANK_OF_CARD[card] for card in self.cards]
        self._scales = _order_tables(order)
        self._fronts: dict[int, RankedSetting | None] = {}

    @lazy_property
    def counts(self) -> dict[Rank, int]:
        """Return the number of cards of each rank, highest rank first; the joker is an ace."""
        found: dict[Rank, int] = {}
        for rank in self.ranks:
            found[rank] = found.get(rank, 0) + 1
        return found

    @lazy_property
    def groups(self) -> dict[vocabulary.RankGroup, Rank]:
        """Return the ranks of pairs, trips and quads by the group's name."""
        found: dict[vocabulary.RankGroup, Rank] = {}
        for size in set(self.counts.values()) - {1}:
            ranks = [rank for rank, count in self.counts.items() if count == size]
            found.update(zip(GROUP_NAMES[size, len(ranks)], ranks, strict=True))
        if vocabulary.RankGroup.TRIPS in found and vocabulary.RankGroup.PAIR in found:
            found[vocabulary.RankGroup.HIGH_PAIR] = found[vocabulary.RankGroup.PAIR]
        return found

    @lazy_property
    def others(self) -> list[Rank]:
        return [rank for rank, count in self.counts.items() if count == 1]

    @lazy_property
    def kind(self) -> HandKind:
        kind = KIND_BY_RANK_COUNTS[tuple(sorted(self.counts.values(), reverse=True))]
        return (
            COMPLETE_KIND.get(kind, kind)
            if self.long_suit is not None or self.has_feature(vocabulary.HandFeature.STRAIGHT)
            else kind
        )

    @lazy_property
    def long_suit(self) -> Suit | None:
        """Return the suit that makes a flush, with the joker if needed."""
        suits, least = [card & 3 for card in self.cards if card is not JOKER], _FLUSH_SIZE - self.has_joker
        suit = max(suits, key=suits.count)
        return Suit(suit) if suits.count(suit) >= least else None

    def has_feature(self, what: vocabulary.HandFeature) -> bool:
        match what:
            case vocabulary.HandFeature.JOKER:
                return self.has_joker
            case vocabulary.HandFeature.ACE:
                return self.ranks[0] is Rank.ACE
            case vocabulary.HandFeature.FLUSH:
                return self.long_suit is not None
            case vocabulary.HandFeature.STRAIGHT:
                return self._has_run(self._scales.straights, self.cards)
            case vocabulary.HandFeature.LOWER_STRAIGHT:
                return self._has_run(self._scales.straights[1:], self.cards)
            case vocabulary.HandFeature.STRAIGHT_FLUSH:
                return self._has_run(self._scales.straights, self._long_suit_cards)
            case vocabulary.HandFeature.ROYAL_FLUSH:
                return self._has_run(self._scales.straights[:1], self._long_suit_cards)

    @property
    def _long_suit_cards(self) -> list[Card]:
        """Return the cards of the long suit, without the joker."""
        suit = self.long_suit
        return [] if suit is None else [card for card in self.cards if card is not JOKER and card.suit is suit]

    def _has_run(self, straights: tuple[int, ...], cards: Sequence[Card]) -> bool:
        """Return whether the cards hold one of the straights; the joker replaces one missing rank."""
        held = 0
        for card in cards:
            held |= _RANK_BIT[card]
        return _has_straight(held, straights, _FLUSH_SIZE - self.has_joker)

    # Fronts

    def setting_of_front(self, front: vocabulary.Front) -> RankedSetting | None:
        """Return the setting that a front means for these cards; None if they have no such front."""
        found = self._fronts.get(id(front), self)
        if isinstance(found, SevenCards):  # not looked up yet; ids are unique because the house way keeps its fronts alive
            found = self._fronts[id(front)] = self._find_front(front)
        return found

    def _find_front(self, front: vocabulary.Front) -> RankedSetting | None:
        match front:
            case vocabulary.TwoOfGroup(group):
                rank = self.groups.get(group)
                return None if rank is None else self._setting_of_ranks(rank, rank)
            case vocabulary.TwoCards(first, second):
                ranks = self.rank_of(first), self.rank_of(second)
                return None if ranks[0] is None or ranks[1] is None else self._setting_of_ranks(ranks[0], ranks[1])
            case vocabulary.BestFront():
                return self._best_front(front)

    def rank_of(self, noun: vocabulary.NthHighest | vocabulary.OneOfGroup | vocabulary.RankGroup) -> Rank | None:
        """Return the rank of a card or group, if there is one."""
        if isinstance(noun, vocabulary.NthHighest):
            ranks = self.others if noun.of_others else self.ranks
            return ranks[noun.position - 1] if noun.position <= len(ranks) else None
        return self.groups.get(noun.group if isinstance(noun, vocabulary.OneOfGroup) else noun)

    def _setting_of_ranks(self, first: Rank, second: Rank) -> RankedSetting | None:
        """Return the best setting with a low hand of these two ranks, legal or not."""
        high, low = (first, second) if first >= second else (second, first)
        places = self._positions_of(high)
        pairs = combinations(places, 2) if high is low else product(places, self._positions_of(low))
        found = [self._rank_setting(pair) for pair in pairs]
        if len(found) < 2:
            return found[0] if found else None
        return min(found, key=lambda setting: (-setting.high_strength, *self._tie_breaker(setting.low)))

    def _positions_of(self, rank: Rank) -> range:
        """Return the positions of the cards of a rank."""
        first = self.ranks.index(rank)
        return range(first, first + self.counts[rank])

    def _best_front(self, front: vocabulary.BestFront) -> RankedSetting | None:
        """Return the legal setting with the highest low hand that the front allows, then the best high hand."""
        scales = self._scales
        allowed = scales.positions_by_made[front.kept_hand] if front.kept_hand else None
        for setting in self._settings_best_first():
            if front.wants_pair is not None and setting.is_pair is not front.wants_pair:
                continue
            if allowed is None or scales.category_positions[setting.high_strength] in allowed:
                return setting
        return None

    @lazy_property
    def legal_settings(self) -> tuple[RankedSetting, ...]:
        """Return every legal setting, highest low hand first, then highest high hand."""
        return tuple(self._settings_best_first())

    def _settings_best_first(self) -> Iterator[RankedSetting]:
        """Yield the legal settings, best first. The cards are sorted, so pairs of positions are too, unless ranks repeat."""
        ranks, pairs = self.ranks, _LOW_HAND_POSITIONS
        if len(self.counts) < len(ranks):
            pairs = tuple(sorted(_LOW_HAND_POSITIONS, key=lambda pair: self._low_hand_key(*pair), reverse=True))
        for _, alike in groupby(pairs, key=lambda pair: self._low_hand_key(*pair)):
            yield from sorted(
                [setting for setting in map(self._rank_setting, alike) if setting.legal], key=self._preference_key
            )

    def _low_hand_key(self, first: int, second: int) -> tuple[bool, Rank, Rank]:
        """Return a sort key of two positions as a low hand: a pair ranks above all others."""
        one, two = self.ranks[first], self.ranks[second]
        return one is two, one, two

    def _rank_setting(self, places: tuple[int, int]) -> RankedSetting:
        low = self.cards[places[0]], self.cards[places[1]]
        scales = self._scales
        low_strength, high_strength = scales.low(low), scales.high(_HIGH_HAND_CARDS[places](self.cards))
        return RankedSetting(low, low_strength, high_strength, high_strength >= scales.lowest_legal_high[low_strength])

    def _tie_breaker(self, low: tuple[Card, Card]) -> tuple[int, ...]:
        """Return the tie-breaker between settings, lowest first: avoid the joker, then the long suit; then by suit."""
        suit, (first, second) = self.long_suit, low
        long = 0 if suit is None else (first is not JOKER and first & 3 == suit) + (second is not JOKER and second & 3 == suit)
        return first is JOKER or second is JOKER, long, first, second

    def _preference_key(self, setting: RankedSetting) -> tuple[int, ...]:
        return -setting.low_strength, -setting.high_strength, *self._tie_breaker(setting.low)

    def other_five(self, low: tuple[Card, Card]) -> tuple[Card, ...]:
        return tuple([card for card in self.cards if card is not low[0] and card is not low[1]])

    # Conditions

    def matches(self, rule: AppliedRule) -> bool:
        """Return whether a rule decides these cards, if no earlier rule does."""
        setting = self.setting_of_front(rule.front)
        if setting is None:
            return False
        for part in rule.chain:
            if not self.all_hold(part.when, setting) or (part.unless and self.all_hold(part.unless, setting)):
                return False
        return True

    def all_hold(self, conditions: vocabulary.Conditions, setting: RankedSetting) -> bool:
        for condition in conditions:  # noqa: SIM110  # a loop is faster than all(), and this runs for every hand
            if not self.condition_holds(condition, setting):
                return False
        return True

    def condition_holds(self, condition: vocabulary.Condition, setting: RankedSetting) -> bool:
        """Return whether a condition holds, given the setting by the rule's own front."""
        match condition:
            case vocabulary.RankIs(noun, lowest, highest):
                rank = self.rank_of(noun)
                return rank is not None and lowest <= rank <= highest
            case vocabulary.FrontAtLeast():
                return setting.low_strength >= lowest_low_strength(condition)
            case vocabulary.FrontBeats(other):
                beaten = self.setting_of_front(other)
                return beaten is not None and setting.low_strength > beaten.low_strength
            case vocabulary.HasFeature(what, absent):
                return self.has_feature(what) is not absent


def explain_condition(seven: SevenCards, condition: vocabulary.Condition, setting: RankedSetting) -> Iterator[str]:
    """Yield the facts that make a condition hold or fail."""
    match condition:
        case vocabulary.RankIs(noun):
            rank = seven.rank_of(noun)
            yield f"there is no {noun}" if rank is None else f"{noun} is {rank.letter}"
        case vocabulary.FrontAtLeast():
            yield f"front would be {describe_low(setting)}"
        case vocabulary.FrontBeats(other):
            beaten = seven.setting_of_front(other)
            yield f"front would be {describe_low(setting)}"
            yield f"{other} would be {describe_low(beaten)}" if beaten else f"there is no {other}"
        case vocabulary.HasFeature(what):
            yield str(vocabulary.HasFeature(what, is_absent=not seven.has_feature(what)))


def describe_low(setting: RankedSetting) -> str:
    """Describe the low hand: `A-9`, `a pair of K`."""
    first, second = sorted((_RANK_OF_CARD[card] for card in setting.low), reverse=True)
    return f"a pair of {first.letter}" if first == second else f"{first.letter}-{second.letter}"
