"""The rule books to which a wager of one's own may be added, and the cards that may decide it there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from houseway.hands import HandOrder
from houseway.hands.predicates import WagerCards
from houseway.regulation import Regulation, book_ids, load_book
from houseway.regulation.games import GAMES, GameFacts, ranked_orders
from houseway.regulation.shapes import TomlTable
from houseway.regulation.side_bet_reading import count_deciding_cards, ranks_cards, wagers_with_cards
from houseway.regulation.side_bets import DecidedBy, OnFold, OnVoidBase

FOLDS = (OnFold.STAYS, OnFold.LOST)
"""What a fold may do to a wager of one's own. An operator files nothing about it."""


def base_books() -> tuple[str, ...]:
    """Return the books of games that settle described wagers."""
    return tuple(book for book in book_ids() if (facts := GAMES.get(load_book(book).game)) and facts.side_bet_cards)


@dataclass(frozen=True)
class BaseBook:
    """A rule book to which a wager may be added."""

    regulation: Regulation
    facts: GameFacts

    @classmethod
    def named(cls, book: str) -> "BaseBook":
        regulation = load_book(book)
        return cls(regulation, GAMES[regulation.game])

    @property
    def cards(self) -> tuple[DecidedBy, ...]:
        return self.facts.side_bet_cards

    @property
    def folds(self) -> tuple[OnFold, ...]:
        return FOLDS if self.facts.against_dealer else ()

    @property
    def void_bases(self) -> tuple[OnVoidBase, ...]:
        return tuple(OnVoidBase) if self.facts.against_dealer else ()

    @property
    def needs(self) -> tuple[str, ...]:
        """Return the wagers of which one must be placed with it: those that get cards."""
        entries: list[TomlTable] = self._head["wager"]
        return wagers_with_cards({entry["id"]: entry for entry in entries})

    @property
    def _head(self) -> TomlTable:
        return cast(TomlTable, self.regulation.files["book"])

    @property
    def orders(self) -> Mapping[str, HandOrder]:
        """Return the orders of hands that a wager may name."""
        return {**{order.name: order for order in ranked_orders()}, **self.regulation.orders}

    def deciding_cards(self, cards: str, order: str = "") -> WagerCards:
        """Return what is known of the cards that decide a wager, with the order that ranks them."""

        def number(key: str) -> int:
            value = self.regulation.value_of(key)
            return value if isinstance(value, int) else 0

        orders = self.orders
        count = count_deciding_cards(DecidedBy(cards), number)
        return WagerCards(count, self.facts.has_joker, orders.get(order), tuple(orders.values()))

    def ranking_orders(self, cards: WagerCards) -> tuple[HandOrder, ...]:
        """Return the orders that rank these cards."""
        return tuple(order for order in self.orders.values() if ranks_cards(order, cards))
