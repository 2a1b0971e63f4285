"""Read orders of hands from data: the categories, the highest first, the numbers of cards, and the clauses that set them.

    name = "four-card"
    title = "Four Card Poker, best four"
    size = 4                 # cards of a hand
    cards = [4, 5, 6]        # numbers of cards of which the best hand counts
    joker = false
    wheel = "lowest"         # where the straight with a low ace ranks: lowest, or second
    categories = ["four-of-a-kind", ..., "high-card"]

    [clauses]
    order = ["6.A", "6.B"]   # on the order as a whole
    low-ace = ["6.B"]
    four-of-a-kind = ["6.D(1)"]

What cannot be read, and a category that these cards can never make, is refused with what is allowed.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from houseway.cards import Rank
from houseway.citation import Citation, cite_clauses
from houseway.errors import Malformed, describe_value, quote
from houseway.hands.categories import Category
from houseway.hands.ranking import HandOrder, Straight, all_straights
from houseway.spelling import did_you_mean, list_things

Law = Mapping[str, Sequence[str]]
"""By subject: the ids of the clauses of one book. A subject is a category of the order, or one of `SUBJECTS`."""

WHOLE = "order"
_MATCHES: Mapping[str, tuple[Rank, Rank]] = {
    "match-ace-king": (Rank.ACE, Rank.KING),
    "match-king-queen": (Rank.KING, Rank.QUEEN),
}
SUBJECTS: Mapping[str, str] = {
    WHOLE: "the order as a whole: the rank of cards, the joker, ties",
    "low-ace": "the ace is low in a straight",
    "joker-ace": "the joker counts as an ace",
    "joker-completes": "the joker completes a straight or a flush",
    "match-ace-king": "an ace and a king of one suit are a royal match",
    "match-king-queen": "a king and a queen of one suit are a royal match",
}
"""What a clause of an order may be about, besides its categories."""
WHEELS: Mapping[str, Rank | None] = {"lowest": None, "second": Rank.KING}
"""Where the straight with a low ace ranks, and the highest card of the straight below it."""
SIZES = range(2, 6)
MOST_CARDS = 7

_STRAIGHTS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH, Category.NATURAL_ROYAL_FLUSH)
SUITED = frozenset((Category.FLUSH, *_STRAIGHTS[1:]))
_SMALLEST_SIZE: Mapping[Category, int] = {
    Category.THREE_OF_A_KIND: 3,
    Category.TWO_PAIR: 4,
    Category.FOUR_OF_A_KIND: 4,
    Category.FULL_HOUSE: 5,
    Category.FIVE_ACES: 5,
}
OF_HAND_SIZE = frozenset((*_STRAIGHTS, Category.FLUSH, Category.PAIR, Category.HIGH_CARD, Category.NOTHING, *_SMALLEST_SIZE))
"""The categories that are made of a hand's number of cards; the others need six or seven."""
_OF_SIX = frozenset((Category.SUPER_ROYAL, Category.SUPER_ROYAL_OF_DIAMONDS))
_WITH_JOKER = frozenset((Category.FIVE_ACES, Category.FIVE_ACES_AND_PAIR, Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH))
_WORDS = list(map(str, Category))
_LAST = (Category.HIGH_CARD, Category.NOTHING)

_CONTAINED: Mapping[Category, tuple[Category, ...]] = {
    Category.NATURAL_ROYAL_FLUSH: (Category.ROYAL_FLUSH,),
    Category.ROYAL_FLUSH: (Category.FLUSH, Category.STRAIGHT),
    Category.STRAIGHT_FLUSH: (Category.FLUSH, Category.STRAIGHT),
    Category.FIVE_ACES: (Category.FOUR_OF_A_KIND,),
    Category.FOUR_OF_A_KIND: (Category.THREE_OF_A_KIND,),
    Category.FULL_HOUSE: (Category.THREE_OF_A_KIND, Category.TWO_PAIR),
    Category.THREE_OF_A_KIND: (Category.PAIR,),
    Category.TWO_PAIR: (Category.PAIR,),
    Category.SUPER_ROYAL_OF_DIAMONDS: (Category.SUPER_ROYAL,),
    Category.SUPER_ROYAL: (Category.NATURAL_ROYAL_FLUSH, Category.STRAIGHT_FLUSH),
    Category.ROYAL_KING_QUEEN: (Category.ROYAL_MATCH,),
    Category.ROYAL_ACE_KING: (Category.ROYAL_MATCH,),
    Category.ROYAL_MATCH: (Category.ROYAL_FLUSH,),
    Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH: (Category.SEVEN_CARD_STRAIGHT_FLUSH,),
    Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH: (Category.SEVEN_CARD_STRAIGHT_FLUSH,),
    Category.SEVEN_CARD_STRAIGHT_FLUSH: (Category.STRAIGHT_FLUSH,),
    Category.NATURAL_ROYAL_FLUSH_AND_PAIR: (Category.NATURAL_ROYAL_FLUSH, Category.ROYAL_FLUSH_AND_PAIR),
    Category.ROYAL_FLUSH_AND_PAIR: (Category.ROYAL_FLUSH, Category.FLUSH_AND_PAIR, Category.STRAIGHT_AND_PAIR),
    Category.STRAIGHT_FLUSH_AND_PAIR: (Category.STRAIGHT_FLUSH, Category.FLUSH_AND_PAIR, Category.STRAIGHT_AND_PAIR),
    Category.FIVE_ACES_AND_PAIR: (Category.FIVE_ACES, Category.FULL_HOUSE),
    Category.FOUR_OF_A_KIND_AND_PAIR: (Category.FOUR_OF_A_KIND, Category.FULL_HOUSE),
    Category.FULL_HOUSE_AND_PAIR: (Category.FULL_HOUSE,),
    Category.FLUSH_AND_PAIR: (Category.FLUSH, Category.PAIR),
    Category.STRAIGHT_AND_PAIR: (Category.STRAIGHT, Category.PAIR),
}
"""What cards of a category make as well, and all that these make in turn. None of it may be above: the category is never made."""

_COMPARED_WITH: Mapping[Category, Category] = {
    Category.PAIR: Category.THREE_OF_A_KIND,
    Category.TWO_PAIR: Category.FULL_HOUSE,
    Category.THREE_OF_A_KIND: Category.FOUR_OF_A_KIND,
    Category.FOUR_OF_A_KIND: Category.FIVE_ACES,
}
"""What an order that compares hands must have as well if these cards can make it: finders compare no further card of a rank."""

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_made: dict[tuple[object, ...], HandOrder] = {}
"""Each order by its content: those that say the same are one, whose hands can be compared."""


def read_orders(path: Path) -> Iterator[tuple[HandOrder, bool]]:
    """Yield the orders of a file of the program, whose clauses stand under their books, and whether the kernels rank each."""
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["order"]:
        has_kernel = entry.pop("kernel", True)
        yield read_order(entry, entry.pop("clauses")), has_kernel


def read_order(entry: Mapping[str, Any], law: Mapping[str, Law]) -> HandOrder:
    """Read one order with its clauses, by book."""
    name, size, cards, joker = entry["name"], entry["size"], tuple(entry["cards"]), entry.get("joker", False)
    if not _NAME.fullmatch(name):
        raise _refuse(
            "name", f"the name of an order is small letters and digits with hyphens, not {quote(name)}", name, _NAME.pattern
        )
    try:
        _check_cards(size, cards)
        possible = possible_categories(size, cards, joker)
        categories = _read_categories(entry["categories"], possible)
        _check_compared(categories, possible)
        straights = _read_straights(entry.get("wheel"), size, categories)
        _check_subjects(law, categories)
    except Malformed as error:
        raise error.with_place(f"order {name}") from None
    clauses = {subject: _cited(law, subject) for subject in (*SUBJECTS, *categories)}
    order = HandOrder(
        name=name,
        title=entry["title"],
        cited_categories=tuple((category, clauses[category]) for category in categories),
        hand_size=size,
        card_counts=cards,
        has_joker=joker,
        straights=straights,
        clauses=clauses[WHOLE],
        low_ace_clauses=clauses["low-ace"],
        joker_ace_clauses=clauses["joker-ace"],
        joker_completes_clauses=clauses["joker-completes"],
        match_clauses={ranks: clauses[subject] for subject, ranks in _MATCHES.items() if clauses[subject]},
    )
    return _made.setdefault((name, order.title, *ranking_of(order), cards, tuple(clauses.items())), order)


def ranking_of(order: HandOrder) -> tuple[object, ...]:
    """Return everything about an order that decides how cards rank: of two orders of one name, it tells which is meant."""
    return order.categories, order.hand_size, order.has_joker, order.straights


def _cited(law: Mapping[str, Law], subject: str) -> tuple[Citation, ...]:
    return tuple(clause for book, clauses in law.items() for clause in cite_clauses(book, *clauses.get(subject, ())))


def _refuse(code: str, message: str, given: object, allowed: object) -> Malformed:
    return Malformed(message, code=f"order.{code}", given=describe_value(given), allowed=allowed)


# Numbers of cards


def _check_cards(size: Any, cards: Sequence[Any]) -> None:
    """Check the number of cards of a hand, and the numbers of cards of which the best hand counts."""
    if type(size) is not int or size not in SIZES:
        allowed = ", ".join(map(str, SIZES))
        raise _refuse("size", f"size is the number of cards of a hand ({allowed}), not {quote(size)}", size, tuple(SIZES))
    numbers = range(size, MOST_CARDS + 1)
    for number in cards:
        if type(number) is not int or number not in numbers:
            allowed = ", ".join(map(str, numbers))
            said = f"cards lists how many cards are ranked ({allowed} for hands of {size}), not {quote(number)}"
            raise _refuse("cards", said, number, tuple(numbers))
    if not cards or len(set(cards)) < len(cards):
        raise _refuse("cards", "cards lists each number of cards once", list(cards), tuple(numbers))


# Categories


def possible_categories(size: int, cards: Sequence[int], joker: bool) -> tuple[Category, ...]:
    """Return the categories that hands of this size can make of these numbers of cards."""
    return tuple(category for category in Category if _is_possible(category, size, cards, joker))


def _is_possible(category: Category, size: int, cards: Sequence[int], joker: bool) -> bool:
    if category in _WITH_JOKER and not joker:
        return False
    if category in SUITED:
        return max(cards) < 2 * size - joker  # cards of two suits could each make one, and the finders look at one suit
    if category in OF_HAND_SIZE:
        return size >= _SMALLEST_SIZE.get(category, 0)
    return size == max(SIZES) and (min(cards) > size if category in _OF_SIX else set(cards) == {MOST_CARDS})


def _read_categories(given: Sequence[object], possible: Sequence[Category]) -> tuple[Category, ...]:
    """Read the categories, the highest first."""
    allowed = tuple(map(str, possible))
    for word in given:
        if word not in _WORDS:
            hint = did_you_mean(str(word), allowed)
            unknown = f"there is no category {quote(word)}{f'; {hint}' if hint else ''}"
            raise _refuse("category", f"{unknown}; with these cards there are {list_things(allowed)}", word, allowed)
        if word not in allowed:
            said = f"{word} cannot be made, or not be found, with these cards; allowed: {list_things(allowed)}"
            raise _refuse("impossible", said, word, allowed)
    categories = tuple(Category(str(word)) for word in given)
    _check_sequence(categories)
    return categories


def _check_sequence(categories: Sequence[Category]) -> None:
    """Refuse a category twice, one that is never made below another, and an end that does not cover all other cards."""
    for place, category in enumerate(categories):
        above = categories[:place]
        if category in above:
            raise _refuse("doubled", f"{category} is there twice", category, "each category once")
        hidden = next((each for each in above if each in _made_in(categories, category)), None)
        if hidden is not None:
            said = f"{category} is never made below {hidden}: cards that make it make {hidden}, too"
            raise _refuse("hidden", said, category, f"{category} above {hidden}")
    if not categories or categories[-1] not in _LAST or not set(_LAST).isdisjoint(categories[:-1]):
        said = f"the last category, and no other, is what all remaining cards make: {' or '.join(_LAST)}"
        raise _refuse("last", said, categories[-1] if categories else "nothing", tuple(map(str, _LAST)))


def _check_compared(categories: Sequence[Category], possible: Sequence[Category]) -> None:
    """Refuse an order that compares hands, but not hands with more cards of a rank than its categories know."""
    for category in categories if categories[-1] is Category.HIGH_CARD else ():
        needed = _COMPARED_WITH.get(category)
        if needed in possible and needed not in categories:
            said = (
                f"an order down to {Category.HIGH_CARD} that has {category} has {needed}, too; a list of paying hands ends in"
            )
            raise _refuse("compared", f"{said} {Category.NOTHING}", category, (str(needed), str(Category.NOTHING)))


@cache
def made_with(category: Category) -> frozenset[Category]:
    """Return the categories that cards of this one always make as well."""
    contained = _CONTAINED.get(category, ())
    return frozenset(contained).union(*map(made_with, contained))


def _made_in(categories: Sequence[Category], category: Category) -> frozenset[Category]:
    """Return the same in an order. In one without royal flushes, a straight flush may be royal."""
    if category is Category.NATURAL_ROYAL_FLUSH and Category.ROYAL_FLUSH not in categories:
        return made_with(category) | {Category.STRAIGHT_FLUSH}
    return made_with(category)


def _read_straights(wheel: object, size: int, categories: Sequence[Category]) -> tuple[Straight, ...]:
    """Return the straights from the highest to the lowest; none if no category needs them."""
    if set(categories) <= OF_HAND_SIZE.difference(_STRAIGHTS):
        if wheel is not None:
            raise _refuse(
                "wheel", "wheel says where the straight with a low ace ranks, and this order has none", wheel, "no wheel"
            )
        return ()
    if wheel not in WHEELS:
        said = f"wheel says where the straight with a low ace ranks ({' or '.join(WHEELS)}), not {quote(wheel)}"
        raise _refuse("wheel", said, wheel, tuple(WHEELS))
    return all_straights(size, low_ace_above=WHEELS[str(wheel)])


# Clauses


def _check_subjects(law: Mapping[str, Law], categories: Iterable[Category]) -> None:
    allowed = (*SUBJECTS, *map(str, categories))
    for clauses in law.values():
        if WHOLE not in clauses:
            raise _refuse(
                "clauses", f"the clauses of an order name those of the order as a whole: {WHOLE}", list(clauses), (WHOLE,)
            )
        for subject in clauses:
            if subject not in allowed:
                said = f"clauses of an order are about {list_things(allowed)}, not {quote(subject)}"
                raise _refuse("clauses", said, subject, allowed)
