"""`houseway rank`: name a hand in every order that applies."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.completion import complete_book, expand_book
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.show import console, print_csv, print_json
from houseway.library.showing.display import card_faces

if TYPE_CHECKING:
    from houseway.cards import Card
    from houseway.citation import Citation
    from houseway.hands import Hand


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
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Name a hand in every order of the rule books that ranks this many cards.

    \b
    Examples:
      houseway rank "As Ks Qs Js Ts 9d 2c"
      houseway rank "Jk Ad" --game pai-gow-poker
      houseway rank "4s 3d 2c As Kd" --game four-card-poker --why
    """
    from houseway.cards import parse_hand
    from houseway.regulation.orders import rank_in_orders, ranked_hand_to_json

    given = parse_hand(cards)
    hands = rank_in_orders(given, game)
    orders = [ranked_hand_to_json(hand) | ({"clauses": _rank_clauses(hand)} if why else {}) for hand in hands]
    if as_json:
        print_json({"cards": [str(card) for card in given], "orders": orders})
    elif as_csv:
        print_csv(orders)
    else:
        _show_hands(given, hands, why)


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
