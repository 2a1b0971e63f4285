"""`houseway rank`: name a hand in every order that applies."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.completion import complete_book, expand_book
from houseway.cli.show import card_faces, console, print_json
from houseway.errors import Malformed

if TYPE_CHECKING:
    from houseway.cards import Card
    from houseway.citation import Citation
    from houseway.hands import Hand, HandOrder


def rank(
    cards: Annotated[
        str,
        typer.Argument(help="Two cards, or four to seven, as in 'As Ks 10d Jk'; suit symbols work, too.", show_default=False),
    ],
    game: Annotated[
        str | None,
        typer.Option(
            help="Show only the orders of this game or rule book, or the order of this name.",
            callback=expand_book,
            autocompletion=complete_book,
            show_default=False,
        ),
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Also cite the clauses that rank each hand.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Name a hand in every order of the rule books that ranks this many cards.

    \b
    Examples:
      houseway rank "As Ks Qs Js Ts 9d 2c"
      houseway rank "Jk Ad" --game pai-gow-poker
      houseway rank "4s 3d 2c As Kd" --game four-card-poker --why
    """
    from houseway.cards import parse_hand

    given = parse_hand(cards)
    hands = [order.rank(given) for order in _applicable_orders(given, game)]
    if as_json:
        print_json(_rank_hands(given, hands))
    else:
        _show_hands(given, hands, why)


def _applicable_orders(given: "Sequence[Card]", game: str | None) -> "list[HandOrder]":
    """Return the orders, of one game or of all, that rank this many cards, with or without the joker."""
    joker = any(card.is_joker for card in given)
    orders = _orders_of(game)
    chosen = [order for order in orders if len(given) in order.card_counts and (order.has_joker or not joker)]
    if not chosen:
        sizes = sorted({size for order in orders if order.has_joker or not joker for size in order.card_counts})
        ranked = f"{', '.join(map(str, sizes))} cards" if sizes else "cards without a joker"
        raise Malformed(
            f"no order{f' of {game}' if game else ''} ranks {len(given)} cards{' with a joker' * joker}; allowed: {ranked}",
            code="rank.no-order",
            given=len(given),
            allowed=sizes,
        )
    return chosen


def _orders_of(game: str | None) -> "Sequence[HandOrder]":
    from houseway.hands import ORDERS, ORDERS_WITHOUT_KERNEL

    orders = (*ORDERS, *ORDERS_WITHOUT_KERNEL)
    if game is None:
        return orders
    books = sorted({book for order in orders for book in order.books})
    named = (game,) if "." not in game or game in books else _added_book(game)
    found = [
        order
        for order in orders
        if game == order.name or any(book in named or book.split(".", 1)[1] in named for book in order.books)
    ]
    if not found:
        allowed = [*books, *(order.name for order in orders)]
        raise Malformed(
            f"{game!r} is not a game, a rule book or an order; choose from {', '.join(allowed)}",
            code="rank.unknown-game",
            given=game,
            allowed=allowed,
        )
    return found


def _added_book(game: str) -> tuple[str, ...]:
    """Return a book of the operator's own with the books that it follows, whose orders are its own."""
    from houseway.regulation import books, load

    return load(game).numbering.books if game in books() else (game,)


def _rank_hands(given: "Sequence[Card]", hands: "Sequence[Hand]") -> dict[str, object]:
    return {
        "cards": [str(card) for card in given],
        "orders": [
            {
                "order": hand.order.name,
                "category": hand.category.value,
                "description": hand.describe(),
                "cards": [str(card) for card in hand.cards],
            }
            for hand in hands
        ],
    }


def _show_hands(given: "Sequence[Card]", hands: "Sequence[Hand]", why: bool) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("order", "hand", "made by"):
        table.add_column(column, overflow="fold")
    for hand in hands:
        table.add_row(hand.order.title, hand.describe(), card_faces(hand.cards))
        if why:
            table.add_row("", f"[dim]{_rank_clauses(hand)}[/dim]", "")
    console().print(card_faces(given), style="bold")
    console().print(table)


def _rank_clauses(hand: "Hand") -> str:
    """Return the clauses of the hand's category, then those that let a card count for more than its face."""
    place = hand.clauses[: len(hand.clauses) - len(hand.card_clauses)]
    parts = [_clauses_by_book(place or hand.order.clauses), _clauses_by_book(hand.card_clauses)]
    return "; cards: ".join(words for words in parts if words)


def _clauses_by_book(clauses: "Sequence[Citation]") -> str:
    books = dict.fromkeys(clause.book for clause in clauses)
    return "; ".join(f"{book} {', '.join(clause.clause for clause in clauses if clause.book == book)}" for book in books)
