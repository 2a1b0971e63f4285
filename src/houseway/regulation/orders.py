"""The orders of hands that a game, a rule book or its own name selects."""

from collections.abc import Sequence

from houseway.cards import Card
from houseway.errors import Malformed
from houseway.hands import ORDERS_WITHOUT_KERNEL, Hand, HandOrder
from houseway.regulation.games import ranked_orders
from houseway.regulation.loader import load_book
from houseway.regulation.shelf import book_ids


def rank_in_orders(cards: Sequence[Card], game: str | None = None) -> list[Hand]:
    """Rank cards in every order, of one game or of all, that ranks this many."""
    return [order.rank(cards) for order in applicable_orders(cards, game)]


def applicable_orders(cards: Sequence[Card], game: str | None = None) -> list[HandOrder]:
    """Return the orders, of one game or of all, that rank this many cards, with or without the joker."""
    joker = any(card.is_joker for card in cards)
    orders = orders_of(game)
    chosen = [order for order in orders if len(cards) in order.card_counts and (order.has_joker or not joker)]
    if not chosen:
        sizes = sorted({size for order in orders if order.has_joker or not joker for size in order.card_counts})
        ranked = f"{', '.join(map(str, sizes))} cards" if sizes else "cards without a joker"
        raise Malformed(
            f"no order{f' of {game}' if game else ''} ranks {len(cards)} cards{' with a joker' * joker}; allowed: {ranked}",
            code="rank.no-order",
            given=len(cards),
            allowed=sizes,
        )
    return chosen


def orders_of(game: str | None) -> Sequence[HandOrder]:
    orders = (*ranked_orders(), *ORDERS_WITHOUT_KERNEL)
    if game is None:
        return orders
    own = tuple(load_book(game).orders.values()) if game in book_ids() else ()
    known = sorted({book for order in orders for book in order.books})
    named = (game,) if "." not in game or game in known else _added_book(game)
    found = [
        order
        for order in orders
        if game == order.name or any(book in named or book.split(".", 1)[1] in named for book in order.books)
    ]
    if not found and not own:
        allowed = [*known, *(order.name for order in orders)]
        raise Malformed(
            f"{game!r} is not a game, a rule book or an order; choose from {', '.join(allowed)}",
            code="rank.unknown-game",
            given=game,
            allowed=allowed,
        )
    return (*found, *own)


def _added_book(game: str) -> tuple[str, ...]:
    """Return a book of the operator's own with the books that it follows, whose orders are its own."""
    return load_book(game).numbering.books if game in book_ids() else (game,)


def ranked_hand_to_json(hand: Hand) -> dict[str, object]:
    return {
        "order": hand.order.name,
        "category": hand.category.value,
        "description": hand.describe(),
        "cards": [str(card) for card in hand.cards],
    }
