"""Rank a hand: `rank`."""

from collections.abc import Iterable, Mapping
from functools import cache

from houseway.cards import Card
from houseway.errors import Malformed
from houseway.hands import Hand, HandOrder
from houseway.library.arguments import check_text
from houseway.library.showing.display import Displayed, Sheet
from houseway.library.sources import Cards, as_cards, find_book
from houseway.regulation import load_book
from houseway.regulation.games import GAMES
from houseway.regulation.orders import applicable_orders, orders_of
from houseway.spelling import did_you_mean


class RankedHand(Hand, Displayed):
    """A ranked hand. Hands of one order can be compared; hands of equal rank are equal, whatever their suits."""

    def sheets(self) -> tuple[Sheet, ...]:
        return (Sheet("", ("order", "hand", "made by"), ((self.order.title, self.describe(), self.cards),)),)

    def records(self) -> Iterable[Mapping[str, object]]:
        cards = " ".join(map(str, self.cards))
        yield {"order": self.order.name, "category": self.category.value, "hand": self.describe(), "cards": cards}


def rank(cards: Cards, order: str) -> RankedHand:
    """Rank a hand in the order of a game, a rule book, or one order of hands by its name.

    >>> import houseway as hw
    >>> hand = hw.rank("As Ks 9s 8s Jk", "pai-gow")
    >>> hand
    <flush, A K Q 9 8 (joker as queen)>
    >>> hand > hw.rank("Ah Kh 9h 8h 7h", "pai-gow")
    True
    >>> hw.rank("4s 3d 2c As Kd", "four-card").describe()
    'straight, ace to four'
    >>> hw.rank("As Ks Qs Js Ts 9d 2c", "fortune-bonus").category.value
    'royal-flush'
    """
    given = as_cards(cards)
    if not given:
        raise Malformed("no cards were given to rank", code="hand.size", given="none", allowed="the cards of a hand")
    found = _choose_order(order, given).rank(given)
    return RankedHand(found.order, found.category, found.key, found.cards, found.joker_as)


def _choose_order(name: str, cards: tuple[Card, ...]) -> HandOrder:
    """Return the order that is named, or of the orders of a game the first that ranks this many cards."""
    game = _find_game(name)
    if not game:
        return applicable_orders(cards, name)[0]
    main = GAMES[game].orders
    fitting = [order for order in main if len(cards) in order.card_counts]
    return (fitting or main)[0]


def _find_game(name: str) -> str:
    """Return the game that is meant by its name, the beginning of it, or one of its books; empty for the name of an order."""
    check_text(name, "an order", f"one of {', '.join(_known_names())}")
    if name in (order.name for order in orders_of(None)):
        return ""
    book = find_book(name)
    if book:
        return load_book(book).game
    begun = [game for game in GAMES if name and game.startswith(name.lower())]
    if len(begun) == 1:
        return begun[0]
    hint = did_you_mean(name, _known_names()) or f"choose from {', '.join(_known_names())}"
    raise Malformed(
        f"{name!r} is no game, rule book or order of hands; {hint}",
        code="rank.unknown-game",
        given=name,
        allowed=_known_names(),
    )


@cache
def _known_names() -> tuple[str, ...]:
    return (*GAMES, *(order.name for order in orders_of(None)))
