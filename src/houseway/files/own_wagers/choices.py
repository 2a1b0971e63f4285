"""What may be chosen for each field of a wager of one's own: lists from the code that checks the drafts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from houseway.analysis.odds.basis import whose_cards
from houseway.cards import Rank
from houseway.errors import HousewayError
from houseway.files.own_wagers.base_book import BaseBook, base_books
from houseway.files.own_wagers.draft_check import ACE, PAYS_ALLOWED
from houseway.files.own_wagers.stakes_text import STAKES_ALLOWED
from houseway.files.own_wagers.wager_draft import LONGEST_TITLE, MOST_ROWS
from houseway.hands.conditions import CardKind
from houseway.hands.predicates import CONDITIONS, WagerCards, parse_conditions
from houseway.regulation import load_book
from houseway.regulation.side_bets import OnFold, OnVoidBase
from houseway.spelling import count_things

_FOLD_WORDS = {
    OnFold.STAYS: "it stays, and its cards settle it",
    OnFold.LOST: "it is lost",
    OnFold.FILED: "the operator files that",
}
_VOID_WORDS = {OnVoidBase.SETTLED: "its cards settle it", OnVoidBase.RETURNED: "it is returned"}
_TEXTS, _TOTAL, _WITHOUT_LIST = ("As Kd", "A K"), "total", ("text", "total")
_COUNTS, _TRIED = range(12), WagerCards(2)
"""What a card might count, and the cards for which that is tried."""


@dataclass(frozen=True, slots=True)
class WagerChoice:
    """One entry of a list, with words for people."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class ConditionChoice:
    """A condition that these cards can meet, and how its value is entered."""

    key: str
    words: str
    """What it means."""
    kind: str
    """How its value is entered: `number`, `kinds`, `rank`, `total`, `text` or `hand`."""
    choices: list[int | str]
    """The values that it may have; empty if it is a text or a total."""
    start: int | str | dict[str, int]
    """A value with which it can begin."""


@dataclass(frozen=True, slots=True)
class WagerChoices:
    """What may be chosen for a wager at a book, once it is known which cards decide it and which order ranks them."""

    books: list[WagerChoice]
    book: str
    cards: list[WagerChoice]
    chosen_cards: str
    count: int
    """The number of cards that decide it."""
    orders: list[WagerChoice]
    """The orders of hands that rank these cards."""
    order: str
    hands: list[WagerChoice]
    """The hands of the chosen order, the highest first."""
    folds: list[WagerChoice]
    """What a fold may do; empty where nobody folds."""
    void_bases: list[WagerChoice]
    needs: list[WagerChoice]
    """The wagers of which one must be placed first."""
    conditions: list[ConditionChoice]
    aces: list[str]
    """How `lowest` and `highest` may count aces, as the condition `ace`."""
    totals: dict[str, list[int]]
    """What aces and faces may count in a total."""
    pays: str
    """What a hand may pay, in words."""
    stakes: str
    most_rows: int
    longest_title: int


def list_choices(book: str, cards: str = "", order: str = "") -> WagerChoices:
    """Return the lists for a book. Cards or an order that the book does not have are replaced by its first cards, and no order."""
    known = base_books()
    base = BaseBook.named(book if book in known else known[0])
    chosen = next((each for each in base.cards if each == cards), base.cards[0])
    unranked = base.deciding_cards(chosen)
    orders = base.ranking_orders(unranked)
    ranked = next((each for each in orders if each.name == order), None)
    held = base.deciding_cards(chosen, ranked.name if ranked else "")
    wagers = base.regulation.wagers
    return WagerChoices(
        books=[WagerChoice(each, f"{load_book(each).title}, {load_book(each).jurisdiction}") for each in known],
        book=base.regulation.id,
        cards=[
            WagerChoice(each, f"{whose_cards(each)}: {count_things(base.deciding_cards(each).count, 'card')}")
            for each in base.cards
        ],
        chosen_cards=chosen,
        count=held.count,
        orders=[WagerChoice(each.name, each.title) for each in orders],
        order=ranked.name if ranked else "",
        hands=[WagerChoice(str(each), each.label) for each in ranked.categories] if ranked else [],
        folds=[WagerChoice(each, _FOLD_WORDS[each]) for each in base.folds],
        void_bases=[WagerChoice(each, _VOID_WORDS[each]) for each in base.void_bases],
        needs=[WagerChoice(each, wagers[each].title) for each in base.needs],
        conditions=list(_list_conditions(held)),
        aces=[ace for ace in ("high", "low") if _is_possible({"lowest": "two", ACE: ace}, held)],
        totals=dict(_totals()),
        pays=PAYS_ALLOWED,
        stakes=STAKES_ALLOWED,
        most_rows=MOST_ROWS,
        longest_title=LONGEST_TITLE,
    )


@lru_cache(maxsize=100)
def _list_conditions(cards: WagerCards) -> tuple[ConditionChoice, ...]:
    """Try what each condition may be for these cards: what is taken is in the list, and what is refused is not."""
    found = ((key, *_values_of(key, cards)) for key in CONDITIONS)
    return tuple(
        ConditionChoice(key, CONDITIONS[key], kind, [] if kind in _WITHOUT_LIST else values, values[0])
        for key, kind, values in found
        if values
    )


def _values_of(key: str, cards: WagerCards) -> tuple[str, list[Any]]:
    """Return how the value of a condition is entered, and what it may be for these cards; nothing if they cannot meet it."""
    categories = cards.order.categories if cards.order else ()
    tried: tuple[tuple[str, Iterable[Any]], ...] = (
        ("text", _TEXTS),
        ("number", range(1, cards.count + 1)),
        ("kinds", map(str, CardKind)),
        ("rank", (rank.word for rank in Rank)),
        ("hand", map(str, categories)),
        ("total", ({"least": cards.count, **{name: numbers[0] for name, numbers in _totals().items()}},)),
    )
    lists = ((kind, [value for value in values if _is_possible({key: value}, cards)]) for kind, values in tried)
    return next(((kind, values) for kind, values in lists if values), ("", []))


@cache
def _totals() -> Mapping[str, list[int]]:
    """Return what aces and faces may count in a total."""
    aces = [ace for ace in _COUNTS if _is_possible({_TOTAL: {"least": 0, ACE: ace}}, _TRIED)]
    faces = [number for number in _COUNTS if _is_possible({_TOTAL: {"least": 0, ACE: aces[0], "faces": number}}, _TRIED)]
    return {ACE: aces, "faces": faces[::-1]}


def _is_possible(conditions: Mapping[str, object], cards: WagerCards) -> bool:
    """Return whether conditions are taken for these cards. One that two cards meet may be impossible with seven: only aces."""
    try:
        return bool(parse_conditions(conditions, cards))
    except (HousewayError, ValueError):
        return False
