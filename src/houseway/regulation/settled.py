"""What the program settles: the wagers and hands of its own books, for which the games have code.

A book of an operator's own may name a wager or a hand that none of them has. It can be read and listed, but no table can offer it.
"""

from functools import cache

from houseway.regulation.games import ranked_orders
from houseway.regulation.loader import load_book
from houseway.regulation.model import Paytable, Regulation
from houseway.regulation.shelf import BOOKS
from houseway.regulation.wagers import Wager


def unsettled_wagers(book: Regulation) -> tuple[str, ...]:
    """Return the wagers of a book that no code settles: new ones, those whose hands rank in an order of another game, and those
    that other code is to pay, or other cards to decide, than in the program's own books."""
    if _is_settled_throughout(book):
        return ()
    settled = {wager: orders for own in _own_books(book.game) for wager, orders in _orders_by_wager(own).items()}
    coded = (id_ for id_, wager in book.wagers.items() if wager.side_bet is None)
    return tuple(
        id_
        for id_ in coded
        if book.wagers[id_].order not in settled.get(id_, ()) or _is_decided_otherwise(book.wagers[id_], book)
    )


def _is_decided_otherwise(wager: Wager, book: Regulation) -> bool:
    known = (own.wagers[wager.id].deciders for own in _own_books(book.game) if wager.id in own.wagers)
    return not wager.deciders <= frozenset().union(*known)


def unsettled_hands(book: Regulation, table: Paytable) -> tuple[str, ...]:
    """Return the hands of a wager's paytable that no code finds."""
    if _is_settled_throughout(book):
        return ()
    side_bet = book.wagers[table.wager].side_bet
    found = side_bet.payable_hands if side_bet else _hands_found(book.game, table.wager)
    return tuple(row.hand for row in table.rows if row.hand not in found)


def _is_settled_throughout(book: Regulation) -> bool:
    """The program's own books are; and so are the books of a game of one's own, whose code comes with them."""
    return book.id in BOOKS or not _own_books(book.game)


@cache
def _own_books(game: str) -> tuple[Regulation, ...]:
    return tuple(own for own in map(load_book, BOOKS) if own.game == game)


def _orders_by_wager(own: Regulation) -> dict[str, frozenset[str]]:
    """Return the orders in which the hands of a wager may rank: any of the game's, or none if the wager is not about hands."""
    orders = frozenset(wager.order for each in _own_books(own.game) for wager in each.wagers.values()) - {""}
    return {id_: orders if wager.order else frozenset({""}) for id_, wager in own.wagers.items()}


@cache
def _hands_found(game: str, wager: str) -> frozenset[str]:
    """Return the hands that code finds for a wager: those of the game's orders, and those that only this wager has."""
    own_wagers = [each for own in _own_books(game) for each in own.wagers.values()]
    orders = {each.order for each in own_wagers}
    ranked = (str(hand) for order in ranked_orders() if order.name in orders for hand in order.categories)
    return frozenset(ranked).union(*(each.hands for each in own_wagers if each.id == wager))
