"""`houseway advise`: the exact value of each choice with the cards that a player sees."""

from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.analysis.solve import Paytable, Reading, Source, progress_with_estimate, rules_of
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.show import console, print_csv, print_json, print_line, print_table
from houseway.library.showing.display import card_faces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from houseway.analysis.solve.solution import Advice
    from houseway.cards import Card


def advise(
    source: Source,
    cards: Annotated[str, typer.Argument(help="The player's cards, as in 'As Kd'.", show_default=False)],
    board: Annotated[
        str | None, typer.Option(help="Ultimate: the board so far, three cards or five.", show_default=False)
    ] = None,
    up: Annotated[str | None, typer.Option(help="Four Card: the dealer's up card.", show_default=False)] = None,
    paytable: Paytable = None,
    reading: Reading = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show the exact value of each choice in Antes, and the best one. Every possible hand of the dealer is counted.

    Before the flop of Ultimate the whole game is solved once, and cached.

    \b
    Examples:
      houseway advise md.ultimate-texas-holdem "As Kd"
      houseway advise md.ultimate-texas-holdem "9s 8s" --board "Ts 7d 2s"
      houseway advise md.ultimate-texas-holdem "Qc 4d" --board "Kh 9h 9s 5c 2d" --json
      houseway advise md.four-card-poker "Ts Td 7c 4h 2s" --up Kc
    """
    from houseway.analysis import PlayerView, rate_choices
    from houseway.cards import parse_card, parse_hand

    rules = rules_of(source, paytable or [], reading or [])
    seen = PlayerView(parse_hand(cards), parse_hand(board) if board else (), parse_card(up) if up is not None else None)
    with progress_with_estimate(f"solving {rules.book}") as progress:
        found = rate_choices(rules, seen, progress)
    if as_json:
        print_json({"book": rules.book, **found.to_json()})
    elif as_csv:
        print_csv(_advice_rows(found))
    else:
        other_cards = seen.board or ((seen.up_card,) if seen.up_card is not None else ())
        _show_advice(found, seen.cards, other_cards, "on" if seen.board else "against")


def _advice_rows(found: "Advice") -> "list[dict[str, object]]":
    """Return a record of each choice, with its value in Antes."""
    from houseway.analysis.exact import as_decimal

    return [
        {
            "situation": found.situation,
            "choice": choice,
            "best": choice == found.best,
            "value": as_decimal(worth),
            "exact": worth,
            "against_best": as_decimal(worth - found.values[found.best]),
        }
        for choice, worth in sorted(found.values.items(), key=lambda each: -each[1])
    ]


def _show_advice(found: "Advice", cards: "Sequence[Card]", other_cards: "Sequence[Card]", between: str) -> None:
    from houseway.analysis.exact import as_decimal

    console().print(card_faces(cards) + (f" {between} {card_faces(other_cards)}" if other_cards else ""), style="bold")
    best = found.values[found.best]
    rows = [
        ("→" if choice == found.best else "", choice, as_decimal(worth, 6), as_decimal(worth - best, 6))
        for choice, worth in sorted(found.values.items(), key=lambda each: -each[1])
    ]
    print_table(("", "", "in Antes", "against the best"), rows)
    print_line(f"counted: {found.method}", "dim")
