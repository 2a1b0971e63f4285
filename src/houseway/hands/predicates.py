"""Read the hands of a designer's wager from data: each has an id, a title and conditions that must all hold.

    id = "mini-royal"
    title = "Mini royal"
    ranks = "A K Q"
    suited = 3

`CONDITIONS` lists every condition with what it means. What cannot be read, what these cards can never show, and what contradicts
itself at sight is refused.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from houseway.cards import CARDS, DECK, Card, Rank, parse_hand
from houseway.errors import Malformed, describe_value, quote
from houseway.hands.categories import Category
from houseway.hands.conditions import (
    AllOf,
    AtLeast,
    AtMost,
    CardKind,
    Condition,
    Filter,
    Find,
    HasCards,
    HasRanks,
    Highest,
    Lowest,
    NoneOf,
    OfAKind,
    Pairs,
    Run,
    Suited,
    SuitedRun,
    Total,
)
from houseway.hands.orders import ORDERS
from houseway.hands.ranking import HandOrder
from houseway.spelling import count_things, did_you_mean, list_things

CONDITIONS: Mapping[str, str] = {
    "of-a-kind": "so many cards of one rank, or more",
    "pairs": "so many different ranks that each come twice or more",
    "suited": "so many cards of one suit, or more",
    "run": "so many consecutive ranks, of any suits; the ace is high or low",
    "suited-run": "so many consecutive cards of one suit; the ace is high or low",
    "all": "only cards of a kind: red, black, a suit, or faces (jack, queen and king)",
    "none": "no card of a kind",
    "lowest": "no card below a rank; the ace is high unless ace = 'low'",
    "highest": "no card above a rank; the ace is high unless ace = 'low'",
    "total": "the sum of the ranks is within bounds: {least, most, ace = 1 or 11, faces = 10 or 0}",
    "cards": "these cards are among them",
    "ranks": "cards of these ranks are among them; a rank that is named twice needs two cards",
    "at-least": "the best hand, in the wager's order of hands, is of this category or a higher one",
    "at-most": "the best hand, in the wager's order of hands, is of this category or a lower one",
}
"""Every condition, with what it means."""

_ACE = "ace"
"""The setting of `lowest` and `highest`."""


@dataclass(frozen=True, slots=True)
class WagerCards:
    """The cards that decide a wager: how many, whether the joker may be one of them, and the order that ranks them."""

    count: int
    joker: bool = False
    order: HandOrder | None = None
    known_orders: tuple[HandOrder, ...] = field(default=ORDERS, compare=False, repr=False)
    """The orders that the wager may name."""

    def describe(self) -> str:
        return f"{count_things(self.count, 'card')} of {len(self.deck)}"

    @property
    def deck(self) -> tuple[Card, ...]:
        return CARDS if self.joker else DECK


@dataclass(frozen=True, slots=True)
class WagerHand:
    """A hand of a designer's wager."""

    id: str
    title: str
    conditions: tuple[Condition, ...]
    count: int
    """The number of cards that decide the wager."""

    def fits(self, cards: Sequence[Card]) -> bool:
        """Return whether the cards meet all conditions."""
        return all(condition.fits(cards) for condition in self.conditions)

    def describe(self) -> str:
        """Describe the conditions: `three or more of a suit and no card below the ten`."""
        return list_things(condition.describe(self.count) for condition in self.conditions)


def first_fitting(hands: Iterable[WagerHand], cards: Sequence[Card]) -> WagerHand | None:
    """Return the first hand, in the order of the paytable, that the cards show."""
    return next((hand for hand in hands if hand.fits(cards)), None)


def parse_wager_hand(given: Mapping[str, object], cards: WagerCards) -> WagerHand:
    """Read one hand: `id`, `title` and its conditions."""
    id_, title = (_parse_text(given, key) for key in ("id", "title"))
    conditions = {key: value for key, value in given.items() if key not in ("id", "title")}
    try:
        return WagerHand(id_, title, parse_conditions(conditions, cards), cards.count)
    except Malformed as error:
        raise error.with_place(f"hand {id_}") from None


def parse_conditions(given: Mapping[str, object], cards: WagerCards) -> tuple[Condition, ...]:
    """Read conditions that must all hold for these cards."""
    found: list[Condition] = []
    for key, value in given.items():
        if key != _ACE:
            found += _parser_of(key)(key, value, cards)
    if not found:
        raise _refuse("none", "a hand needs at least one condition", "nothing", tuple(CONDITIONS))
    if _ACE in given:
        found = _with_ace(found, given[_ACE])
    _check_filters(found, cards)
    for condition in found:
        _check_possible(condition, found, cards)
    return tuple(found)


def _refuse(code: str, message: str, given: object, allowed: object) -> Malformed:
    return Malformed(message, code=f"predicate.{code}", given=describe_value(given), allowed=allowed)


def _refuse_value(key: str, given: object, wanted: str, allowed: object) -> Malformed:
    return _refuse("value", f"{key} is {wanted}, not {quote(given)}", given, allowed)


Parser = Callable[[str, object, WagerCards], Iterable[Condition]]


def _parser_of(key: str) -> Parser:
    if key not in _PARSERS:
        hint = did_you_mean(key, CONDITIONS)
        raise _refuse(
            "unknown",
            f"there is no condition {quote(key)}{f'; {hint}' if hint else ''}; the conditions are {list_things(CONDITIONS)}",
            key,
            tuple(CONDITIONS),
        )
    return _PARSERS[key]


def _parse_text(given: Mapping[str, object], key: str) -> str:
    text = given.get(key)
    if not isinstance(text, str) or not text.strip():
        raise _refuse_value(f"the {key} of a hand", text, "a text", "a text")
    return text


# Numbers of cards


def _parse_number(make: Callable[[int], Find], key: str, value: object, cards: WagerCards) -> Iterable[Condition]:
    """Read a number of cards (of pairs, of ranks) that these cards can show."""
    possible = [make(number) for number in range(1 if make is Pairs else 2, cards.count + 1)]
    allowed = tuple(
        number for number, found in enumerate(possible, 1 if make is Pairs else 2) if _can_show(found, cards.deck, cards.count)
    )
    if not isinstance(value, int) or isinstance(value, bool):
        raise _refuse_value(key, value, "a whole number", allowed)
    if value not in allowed:
        said = f"{key} = {quote(value)} cannot be met by {cards.describe()}; allowed: {', '.join(map(str, allowed)) or 'none'}"
        raise _refuse("impossible", said, value, allowed)
    yield make(value)


def _can_show(condition: Find, deck: Sequence[Card], count: int) -> bool:
    return condition.cards_needed <= count and condition.fits(deck)


# Kinds, ranks and cards


def _parse_kinds(make: Callable[[CardKind], Condition], key: str, value: object, cards: WagerCards) -> Iterable[Condition]:
    """Read one kind of cards, or a list of kinds."""
    for word in value if isinstance(value, list | tuple) else [value]:
        if not isinstance(word, str) or word not in list(CardKind):
            raise _refuse_value(key, word, f"a kind of cards ({list_things(CardKind)})", tuple(map(str, CardKind)))
        yield make(CardKind(word))


_RANKS: Mapping[str, Rank] = {word: rank for rank in Rank for word in (rank.word, rank.letter.lower())} | {"10": Rank.TEN}
_RANK_WORDS = tuple(rank.word for rank in Rank)


def _parse_rank(key: str, word: object) -> Rank:
    rank = _RANKS.get(word.lower()) if isinstance(word, str) else None
    if rank is None:
        raise _refuse_value(key, word, f"a rank ({list_things(_RANK_WORDS)}, or its letter)", _RANK_WORDS)
    return rank


def _parse_bound(make: Callable[[Rank], Condition], key: str, value: object, cards: WagerCards) -> Iterable[Condition]:
    yield make(_parse_rank(key, value))


def _with_ace(conditions: Sequence[Condition], ace: object) -> list[Condition]:
    """Apply `ace` to the lowest and the highest rank."""
    if ace not in ("low", "high"):
        raise _refuse_value(_ACE, ace, "low or high", ("low", "high"))
    if not any(isinstance(each, Lowest | Highest) for each in conditions):
        said = "ace says how lowest and highest count aces, and this hand has neither"
        raise _refuse("value", said, ace, ("lowest", "highest"))
    return [replace(each, ace_low=ace == "low") if isinstance(each, Lowest | Highest) else each for each in conditions]


def _parse_ranks(key: str, value: object, cards: WagerCards) -> Iterable[Condition]:
    words = value.replace(",", " ").split() if isinstance(value, str) else []
    if not words:
        raise _refuse_value(key, value, "ranks, such as 'A K'", _RANK_WORDS)
    yield HasRanks(tuple(_parse_rank(key, word) for word in words))


def _parse_cards(key: str, value: object, cards: WagerCards) -> Iterable[Condition]:
    if not isinstance(value, str) or not value.strip():
        raise _refuse_value(key, value, "cards, such as 'As Kd'", "cards, such as 'As Kd'")
    yield HasCards(tuple(parse_hand(value)))


# Totals

_TOTAL_DEFAULTS: Mapping[str, int | None] = {"least": 0, "most": None, "faces": 10}
_TOTAL_CHOICES: Mapping[str, tuple[int, ...]] = {"ace": (1, 11), "faces": (0, 10)}
_TOTAL_KEYS = ("least", "most", "ace", "faces")


def _parse_total(key: str, value: object, cards: WagerCards) -> Iterable[Condition]:
    """Read the bounds of a total, and what aces and faces count."""
    if not isinstance(value, Mapping) or not {"least", "most"} & value.keys():
        raise _refuse_value(key, value, "a table with least or most, such as {least = 20, ace = 11}", _TOTAL_KEYS)
    for name, number in value.items():
        _check_total_part(name, number)
    if "ace" not in value:
        raise _refuse("value", "total says what an ace counts: ace = 1 or ace = 11", "nothing", _TOTAL_CHOICES["ace"])
    yield Total(**{**_TOTAL_DEFAULTS, **value})


def _check_total_part(name: object, number: object) -> None:
    if name not in _TOTAL_KEYS:
        said = f"total has no {quote(name)}; it has {list_things(_TOTAL_KEYS)}"
        raise _refuse("unknown", said, name, _TOTAL_KEYS)
    choices = _TOTAL_CHOICES.get(name)
    if not isinstance(number, int) or isinstance(number, bool) or (number not in choices if choices else number < 0):
        allowed = " or ".join(map(str, choices)) if choices else "a whole number of 0 or more"
        raise _refuse_value(f"{name} of total", number, allowed, choices or allowed)


# Orders of hands


def _parse_category(
    make: Callable[[HandOrder, Category], Condition], key: str, value: object, cards: WagerCards
) -> Iterable[Condition]:
    order = _order_of(key, cards)
    if not isinstance(value, str) or value not in list(order.categories):
        allowed = tuple(map(str, order.categories))
        raise _refuse_value(key, value, f"a hand of {order.title} ({list_things(allowed)})", allowed)
    yield make(order, Category(value))


def _order_of(key: str, cards: WagerCards) -> HandOrder:
    """Return the wager's order of hands. Refuse if it has none, or one that does not rank these cards."""
    order = cards.order
    if order is None or not _ranks(order, cards):
        usable = tuple(each.name for each in cards.known_orders if _ranks(each, cards))
        names = f"allowed: {list_things(usable)}" if usable else "no order does, so leave this condition out"
        why = "the wager names none" if order is None else f"{order.name} does not"
        said = f"{key} needs an order of hands that ranks {cards.describe()}, and {why}; {names}"
        raise _refuse("order", said, order and order.name, usable)
    return order


def _ranks(order: HandOrder, cards: WagerCards) -> bool:
    return cards.count in order.card_counts and (order.has_joker or not cards.joker)


_PARSERS: Mapping[str, Parser] = {
    "of-a-kind": partial(_parse_number, OfAKind),
    "pairs": partial(_parse_number, Pairs),
    "suited": partial(_parse_number, Suited),
    "run": partial(_parse_number, Run),
    "suited-run": partial(_parse_number, SuitedRun),
    "all": partial(_parse_kinds, AllOf),
    "none": partial(_parse_kinds, NoneOf),
    "lowest": partial(_parse_bound, Lowest),
    "highest": partial(_parse_bound, Highest),
    "total": _parse_total,
    "cards": _parse_cards,
    "ranks": _parse_ranks,
    "at-least": partial(_parse_category, AtLeast),
    "at-most": partial(_parse_category, AtMost),
}


# What can never hold


def _check_filters(conditions: Sequence[Condition], cards: WagerCards) -> None:
    """Refuse filters that leave fewer cards than are dealt."""
    left = _cards_left(conditions, cards)
    if len(left) < cards.count:
        words = list_things(each.describe(cards.count) for each in conditions if isinstance(each, Filter))
        said = f"{words} leave {len(left)} of the {len(cards.deck)} cards, and {cards.count} decide the wager"
        raise _refuse("contradiction", said, words, f"conditions that {cards.count} cards meet")


def _cards_left(conditions: Sequence[Condition], cards: WagerCards) -> list[Card]:
    filters = [each for each in conditions if isinstance(each, Filter)]
    return [card for card in cards.deck if all(each.allows(card) for each in filters)]


def _check_possible(condition: Condition, conditions: Sequence[Condition], cards: WagerCards) -> None:
    """Refuse a condition that these cards can never meet, or that the other conditions exclude at sight."""
    left = _cards_left(conditions, cards)
    match condition:
        case Find():
            possible, alone = (_can_show(condition, deck, cards.count) for deck in (left, cards.deck))
        case Total():
            possible, alone = (_can_total(condition, deck, cards.count) for deck in (left, cards.deck))
        case AtLeast(order, category):
            lower = [each for each in conditions if isinstance(each, AtMost)]
            possible, alone = all(order.position(each.category) >= order.position(category) for each in lower), True
        case _:
            return
    if not possible:
        words = condition.describe(cards.count)
        why = "contradicts the other conditions" if alone else f"cannot be met by {cards.describe()}"
        code = "contradiction" if alone else "impossible"
        raise _refuse(code, f"{words} {why}", words, f"conditions that {cards.describe()} can meet")


def _can_total(total: Total, deck: Sequence[Card], count: int) -> bool:
    """Return whether the bounds are in order, and neither above the largest sum nor below the smallest."""
    worths = sorted(map(total.worth, deck))
    smallest, largest = sum(worths[:count]), sum(worths[-count:])
    return total.least <= largest and (total.most is None or max(total.least, smallest) <= total.most)
