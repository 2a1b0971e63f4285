"""Questions at the keyboard, repeated until the answer is allowed. A refusal says why, what is allowed, and which clause says
so."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from houseway.cli.show import console, print_line
from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.cards import Card
    from houseway.citation import Citation
    from houseway.money import Cents
    from houseway.procedure import LegalOption

AnswerCheck = Callable[[str], str]
"""A function that returns what is wrong with an answer and what is allowed; None if it is right."""
NONE = ("0", "none")
LOW = 2
"""Number of cards in a low hand."""


class PlayerLeaves(Exception):
    """Raised when the player leaves: by `q`, end of input or Control-C."""


def ask_until_allowed(prompt: str, default: str, wrong: AnswerCheck, clauses: "Iterable[Citation]" = ()) -> str:
    """Ask until the answer is allowed. `q` and end of input leave the table."""
    while True:
        console().print(f"{prompt} [{default}]: ", end="", markup=False)
        given = input().strip() or default
        if not sys.stdin.isatty():
            print_line(given)
        if given.lower() in ("q", "quit"):
            raise PlayerLeaves
        why = wrong(given)
        if not why:
            return given
        behind = ", ".join(dict.fromkeys(clause.clause for clause in clauses))
        print_line(f"{given!r} is not accepted: {why}" + (f" ({behind})" if behind else ""), "red")


def ask_yes_or_no(prompt: str, clauses: "Iterable[Citation]" = ()) -> bool:
    def wrong(text: str) -> str:
        return "" if text.lower() in ("y", "yes", "n", "no") else "answer y or n"

    return ask_until_allowed(f"{prompt} y or n", "n", wrong, clauses).lower().startswith("y")


# Amounts


def amount_bounds(option: "LegalOption") -> Mapping[str, Any]:
    amount = option.bounds["amount"]
    assert isinstance(amount, Mapping)
    return amount


def ask_amount(name: str, option: "LegalOption", default: "Cents | None") -> "Cents | None":
    """Ask for an amount within the bounds; None for no wager."""
    from houseway.money import Cents

    between = amount_bounds(option)
    usual = str(default) if default is not None and not check_amount(str(default), between) else NONE[-1]
    given = ask_until_allowed(
        f"{name} ({describe_bounds(between)})", usual, lambda text: check_amount(text, between), option.clauses
    )
    return None if given in NONE else Cents.parse(given)


def describe_bounds(between: Mapping[str, Any]) -> str:
    few = between.get("choices")
    return " or ".join(map(str, few)) if few else f"{between['least']} to {between['most']}"


def check_amount(text: str, between: Mapping[str, Any]) -> str:
    from houseway.money import Cents

    if text in NONE:
        return ""
    open_ = f"stake {describe_bounds(between)}, or 0 for no wager"
    try:
        given = Cents.parse(text)
    except HousewayError:
        return f"it is not an amount of money; {open_}"
    few = between.get("choices")
    if few:
        return "" if given in few else open_
    if between["least"] <= given <= between["most"]:
        return ""
    why = "below the smallest wager" if given < between["least"] else "above the limit or your chips"
    return f"it is {why}; {open_}"


# The low hand


def parse_low_hand(text: str, cards: "Sequence[Card]") -> "tuple[Card, ...]":
    """Parse two cards, or their two numbers. The caller has checked that they are valid."""
    from houseway.cards import parse_hand

    words = text.split()
    if all(word.isdigit() for word in words):
        return tuple(cards[int(word) - 1] for word in words)
    return parse_hand(text)


def check_low_hand(text: str, cards: "Sequence[Card]") -> str:
    why = (
        _check_card_numbers(text.split(), cards) if all(word.isdigit() for word in text.split()) else _check_cards(text, cards)
    )
    return f"{why}; name two of your cards, as in 'Ks Kd', or their numbers, as in '2 5'" if why else ""


def _check_card_numbers(words: Sequence[str], cards: "Sequence[Card]") -> str:
    beyond = next((word for word in words if not 1 <= int(word) <= len(cards)), "")
    if beyond:
        return f"there is no card {beyond}; your cards are numbered 1 to {len(cards)}"
    if len(words) != LOW:
        return f"{len(words)} numbers were given"
    return f"card {words[0]} is named twice" if len({int(word) for word in words}) < LOW else ""


def _check_cards(text: str, cards: "Sequence[Card]") -> str:
    from houseway.cards import parse_hand

    try:
        low = parse_hand(text)
    except HousewayError as refusal:
        return refusal.message
    other = next((card for card in low if card not in cards), None)
    if other is not None:
        return f"{other} is not one of your cards"
    return f"{len(low)} cards were given" if len(low) != LOW else ""
