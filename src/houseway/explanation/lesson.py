"""What "How to play" says of each game: its aim, the course of a round, and each wager in a sentence. The texts are in `lessons/`.

No figure of a rule book is among them: numbers of cards, multiples and payouts come from the rules in force.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from houseway.cards import Card, Rank, parse_hand
from houseway.citation import Citation, cite_clauses
from houseway.hands import HandOrder
from houseway.hands.orders import ORDERS
from houseway.submission.rules import Rules

_HIGH = "high"
"""In place of an order's name: the order of high hands in force."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a round that a picture shows."""

    title: str
    words: str
    clauses: tuple[Citation, ...]
    after: str = ""
    """The kind of the event after which it is; empty if it is before one."""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What somebody is told who has never played a game."""

    goal: str
    orders: tuple[str, ...]
    """The orders of the hands that are compared."""
    wagers: Mapping[str, str]
    """Each wager of the book in a sentence."""
    moments: tuple[Moment, ...]
    steps: Mapping[str, str]
    """What a player is told at a step that he may take for the first time, by its act."""


@dataclass(frozen=True, slots=True)
class RankedExample:
    """A kind of hand with an example."""

    name: str
    cards: tuple[Card, ...]
    clauses: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Note:
    words: str
    clauses: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class OrderLesson:
    """An order of hands with examples, the highest first."""

    title: str
    size: int
    """The number of cards of a hand."""
    hands: tuple[RankedExample, ...]


@cache
def read_lesson(book: str) -> Lesson:
    """Read the lesson of a rule book."""
    content = _read(book)
    moments = (Moment(**{**moment, "clauses": tuple(cite_clauses(book, *moment["clauses"]))}) for moment in content["moments"])
    steps = {**_read("steps"), **content["steps"]}
    return Lesson(content["goal"], tuple(content["orders"]), content["wagers"], tuple(moments), steps)


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files("houseway.explanation") / "lessons" / f"{name}.toml").read_text("utf-8"))


def compared_orders(rules: Rules) -> tuple[HandOrder, ...]:
    """Return the orders in which hands are compared under rules."""
    by_name = {order.name: order for order in ORDERS}
    return tuple(rules.high_order if name == _HIGH else by_name[name] for name in read_lesson(rules.book).orders)


def explain_order(order: HandOrder, book: str) -> OrderLesson:
    """Return the hands of an order with examples, the highest first."""
    examples = example_hands(order)
    hands = (
        RankedExample(category.replace("-", " "), parse_hand(examples[category]), _of(book, clauses))
        for category, clauses in order.cited_categories
    )
    return OrderLesson(order.title, order.hand_size, tuple(hands))


def example_hands(order: HandOrder) -> Mapping[str, str]:
    """Return an example of each category of an order. Orders that differ only in a straight share their examples."""
    examples: dict[str, dict[str, str]] = _read("hands")["examples"]
    return next(found for name, found in examples.items() if order.name.startswith(name))


def order_notes(order: HandOrder, book: str) -> tuple[Note, ...]:
    """Return what else decides between hands: the joker, the low ace, and ties."""
    words = _read("hands")
    found = (
        (words["joker"]["words"], (*order.joker_ace_clauses, *order.joker_completes_clauses)),
        (words["low-ace"]["lowest" if _has_low_ace(order) else "second"], order.low_ace_clauses),
        (words["ties"]["words"], order.clauses),
    )
    return tuple(Note(said, _of(book, clauses)) for said, clauses in found if _of(book, clauses))


def _has_low_ace(order: HandOrder) -> bool:
    """Return whether the straight with a low ace is the lowest."""
    return bool(order.straights) and Rank.ACE in order.straights[-1]


def _of(book: str, clauses: tuple[Citation, ...]) -> tuple[Citation, ...]:
    return tuple(clause for clause in clauses if clause.book == book)
