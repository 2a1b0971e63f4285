"""A house way carried out plainly, on one hand: this is the meaning of its words. `arrays` has the same for all hands at once.

A front names ranks. Where equal ranks leave a choice of cards, the choice that leaves the best high hand is taken; then a natural
card before the joker, a card outside the long suit before one of it, and the lowest suit. So how a hand is set depends on nothing
but the ranks of its cards, the joker, and which ranks the suit has that could make a flush.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

from houseway.cards import CARDS, JOKER, Card, Rank, Suit
from houseway.hands import PAI_GOW_LOW, Order
from houseway.house_way.kinds import BY_COUNTS, COMPLETED, NAMES, Kind
from houseway.house_way.rules import Applied
from houseway.house_way.words import (
    Best,
    Condition,
    Conditions,
    Front,
    FrontBeats,
    FrontIs,
    Group,
    Has,
    Held,
    Made,
    Nth,
    OneOf,
    RankIs,
    TwoCards,
    TwoOf,
)
from houseway.kernels.single import strength_of
from houseway.kernels.tables import categories, lowest_high

_RANK = tuple(Rank.ACE if card.is_joker else card.rank for card in CARDS)
_OF_A_FLUSH = 5


@dataclass(frozen=True, slots=True)
class Setting:
    """Seven cards as two hands, with what decides between settings."""

    low: tuple[Card, Card]
    low_strength: int
    high_strength: int
    legal: bool
    """The high hand ranks no lower than the low hand (md.pai-gow-poker 11.B, div.pai-gow-poker (l)(1))."""
    awkward: tuple[int, ...]
    """Decides where nothing else does, lowest first."""

    @property
    def is_pair(self) -> bool:
        return _RANK[self.low[0]] == _RANK[self.low[1]]


@dataclass(frozen=True, slots=True)
class _Scales:
    """What an order says about strengths."""

    floor: tuple[int, ...]
    kept: dict[Made, frozenset[int]]
    place: tuple[int, ...]


@cache
def _scales(order: Order) -> _Scales:
    kept = {made: frozenset(order.place(category) for category in made.categories) for made in Made}
    return _Scales(tuple(lowest_high(order).tolist()), kept, tuple(categories(order).tolist()))


@cache
def least_low(condition: FrontIs) -> int:
    """The strength of the lowest low hand that is good enough; two cards of a rank are a pair."""
    first, second = condition.first, condition.second or Rank.TWO
    if condition.second is None and first is Rank.TWO:
        return 1
    return strength_of(PAI_GOW_LOW, 2)([Card.of(first, Suit.CLUB), Card.of(second, Suit.DIAMOND)])


class Seven:
    """Seven cards as a house way looks at them."""

    def __init__(self, cards: Sequence[Card], order: Order) -> None:
        self.cards = tuple(sorted((CARDS[card] for card in cards), key=lambda card: (-_RANK[card], card)))
        """From the highest rank down; within one the lowest suit first and the joker last."""
        self.order = order
        self.joker = JOKER in self.cards
        self.ranks = [_RANK[card] for card in self.cards]
        self._fronts: dict[Front, Setting | None] = {}
        self._ranks: dict[Suit | None, frozenset[Rank]] = {}

    @cached_property
    def counts(self) -> dict[Rank, int]:
        """How many of each rank, the highest rank first; the joker is an ace."""
        found: dict[Rank, int] = {}
        for rank in self.ranks:
            found[rank] = found.get(rank, 0) + 1
        return found

    @cached_property
    def groups(self) -> dict[Group, Rank]:
        """The pairs, trips and quads by their names."""
        found: dict[Group, Rank] = {}
        for size in set(self.counts.values()) - {1}:
            ranks = [rank for rank, count in self.counts.items() if count == size]
            found.update(zip(NAMES[size, len(ranks)], ranks, strict=True))
        if Group.TRIPS in found and Group.PAIR in found:
            found[Group.HIGH_PAIR] = found[Group.PAIR]
        return found

    @cached_property
    def others(self) -> list[Rank]:
        return [rank for rank, count in self.counts.items() if count == 1]

    @cached_property
    def kind(self) -> Kind:
        kind = BY_COUNTS[tuple(sorted(self.counts.values(), reverse=True))]
        return COMPLETED.get(kind, kind) if self.long_suit is not None or self.has(Held.STRAIGHT) else kind

    @cached_property
    def long_suit(self) -> Suit | None:
        """The suit that makes a flush, with the joker if that is needed."""
        suits = [card.suit for card in self.cards if card is not JOKER]
        return next((suit for suit in Suit if suits.count(suit) + self.joker >= _OF_A_FLUSH), None)

    def has(self, what: Held) -> bool:
        match what:
            case Held.JOKER:
                return self.joker
            case Held.ACE:
                return self.ranks[0] is Rank.ACE
            case Held.FLUSH:
                return self.long_suit is not None
            case Held.STRAIGHT:
                return any(self._run(run, None) for run in self.order.straights)
            case Held.LOWER_STRAIGHT:
                return any(self._run(run, None) for run in self.order.straights[1:])
            case Held.STRAIGHT_FLUSH:
                return any(self._run(run, self.long_suit) for run in self._straight_flushes)
            case Held.ROYAL_FLUSH:
                return any(self._run(run, self.long_suit) for run in self._straight_flushes[:1])

    @property
    def _straight_flushes(self) -> tuple[tuple[Rank, ...], ...]:
        return () if self.long_suit is None else self.order.straights

    def _run(self, run: tuple[Rank, ...], suit: Suit | None) -> bool:
        """Whether the ranks of a straight are there, in a suit or in any; the joker stands for one that is missing."""
        return len(self._natural(suit).intersection(run)) + self.joker >= len(run)

    def _natural(self, suit: Suit | None) -> frozenset[Rank]:
        """The ranks of the cards of a suit, or of all, without the joker."""
        if suit not in self._ranks:
            held = [card for card in self.cards if card is not JOKER and (suit is None or card.suit is suit)]
            self._ranks[suit] = frozenset(card.rank for card in held)
        return self._ranks[suit]

    # Fronts

    def front(self, front: Front) -> Setting | None:
        """What a front means for these cards; None if they have no such front."""
        if front not in self._fronts:
            self._fronts[front] = self._find(front)
        return self._fronts[front]

    def _find(self, front: Front) -> Setting | None:
        match front:
            case TwoOf(group):
                rank = self.groups.get(group)
                return None if rank is None else self._of_ranks(rank, rank)
            case TwoCards(first, second):
                ranks = self.rank_of(first), self.rank_of(second)
                return None if ranks[0] is None or ranks[1] is None else self._of_ranks(ranks[0], ranks[1])
            case Best():
                return self._best(front)

    def rank_of(self, noun: Nth | OneOf | Group) -> Rank | None:
        """The rank of a card or group, if there is one."""
        if isinstance(noun, Nth):
            ranks = self.others if noun.of_others else self.ranks
            return ranks[noun.place - 1] if noun.place <= len(ranks) else None
        return self.groups.get(noun.group if isinstance(noun, OneOf) else noun)

    def _of_ranks(self, first: Rank, second: Rank) -> Setting | None:
        """The best choice of cards of two ranks, legal or not."""
        wanted = {(first, second), (second, first)}
        pairs = [pair for pair in combinations(self.cards, 2) if (_RANK[pair[0]], _RANK[pair[1]]) in wanted]
        return min(map(self._set, pairs), key=lambda setting: (-setting.high_strength, setting.awkward), default=None)

    def _best(self, front: Best) -> Setting | None:
        """The highest legal front of those asked for, then the best high hand."""
        scales = _scales(self.order)
        kept = scales.kept[front.keeps] if front.keeps else None
        for setting in self.settings:
            if front.pair is not None and setting.is_pair is not front.pair:
                continue
            if kept is None or scales.place[setting.high_strength] in kept:
                return setting
        return None

    @cached_property
    def settings(self) -> tuple[Setting, ...]:
        """Every legal setting, the highest low hand first, then the best high hand."""
        every = map(self._set, combinations(self.cards, 2))
        return tuple(sorted((setting for setting in every if setting.legal), key=_best_first))

    def _set(self, low: tuple[Card, Card]) -> Setting:
        low_strength = strength_of(PAI_GOW_LOW, 2)(low)
        high_strength = strength_of(self.order, _OF_A_FLUSH)(self.without(low))
        legal = high_strength >= _scales(self.order).floor[low_strength]
        return Setting(low, low_strength, high_strength, legal, self._awkward(low))

    def without(self, low: tuple[Card, Card]) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card is not low[0] and card is not low[1])

    def _awkward(self, low: tuple[Card, Card]) -> tuple[int, ...]:
        """The joker last, then the long suit; then by suit."""
        natural = [card for card in low if card is not JOKER]
        long = sum(card.suit is self.long_suit for card in natural)
        return (len(low) - len(natural), long, *low)

    # Conditions

    def matches(self, rule: Applied) -> bool:
        """Whether a rule decides these cards, if it is reached."""
        setting = self.front(rule.front)
        if setting is None:
            return False
        return all(
            self.all_hold(part.when, setting) and not (part.unless and self.all_hold(part.unless, setting))
            for part in rule.chain
        )

    def all_hold(self, conditions: Conditions, setting: Setting) -> bool:
        return all(self.holds(condition, setting) for condition in conditions)

    def holds(self, condition: Condition, setting: Setting) -> bool:
        """Whether a condition is met, where the rule's own front gives this setting."""
        match condition:
            case RankIs(noun, lowest, highest):
                rank = self.rank_of(noun)
                return rank is not None and lowest <= rank <= highest
            case FrontIs():
                return setting.low_strength >= least_low(condition)
            case FrontBeats(other):
                beaten = self.front(other)
                return beaten is not None and setting.low_strength > beaten.low_strength
            case Has(what, absent):
                return self.has(what) is not absent


def _best_first(setting: Setting) -> tuple[int, ...]:
    return (-setting.low_strength, -setting.high_strength, *setting.awkward)


def told(seven: Seven, condition: Condition, setting: Setting) -> Iterator[str]:
    """The facts by which a condition holds or does not."""
    match condition:
        case RankIs(noun):
            rank = seven.rank_of(noun)
            yield f"there is no {noun}" if rank is None else f"{noun} is {rank.letter}"
        case FrontIs():
            yield f"front would be {low_words(setting)}"
        case FrontBeats(other):
            beaten = seven.front(other)
            yield f"front would be {low_words(setting)}"
            yield f"{other} would be {low_words(beaten)}" if beaten else f"there is no {other}"
        case Has(what):
            yield str(Has(what, absent=not seven.has(what)))


def low_words(setting: Setting) -> str:
    """`A-9`, `a pair of K`."""
    first, second = sorted((_RANK[card] for card in setting.low), reverse=True)
    return f"a pair of {first.letter}" if first == second else f"{first.letter}-{second.letter}"
