"""Questions at the keyboard, repeated until the answer is allowed. A refusal says why, what is allowed, and under which clause."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cli.show import console, print_line
from houseway.errors import HousewayError

if TYPE_CHECKING:
    from houseway.cards import Card
    from houseway.citation import Citation
    from houseway.money import Cents

NO_WAGER = "none"
NONE = ("0", NO_WAGER, "no", "n")
HELP = "?"
BACK = "b"
"""The answer that takes the last wager back."""
LOW = 2
"""Number of cards in a low hand."""
_LONGEST_ECHO = 60
"""A refusal repeats no more characters of an answer than this."""


class PlayerLeaves(Exception):
    """Raised when the player leaves: by `q`, end of input or Control-C."""


class WagerTakenBack(Exception):
    """Raised when the player wants the last wager back."""


class WrongAnswer(NamedTuple):
    """What is wrong with an answer and what is allowed, with the clause that says so; a typing mistake has none."""

    why: str
    clause: "Citation | None" = None


AnswerCheck = Callable[[str], WrongAnswer | None]


@dataclass(frozen=True)
class Prompt:
    """A question at the keyboard."""

    words: str
    check: AnswerCheck
    default: str | None = None
    """The answer that Enter gives; without one, Enter repeats the question."""
    explain: Callable[[], str | None] | None = None
    """Answers `?`, and may return a new default."""
    takes_back: bool = False
    """Whether the last wager may be taken back."""


def ask(prompt: Prompt) -> str:
    """Ask until the answer is allowed. `q` and end of input leave the table; `?` explains."""
    default = prompt.default
    while True:
        given = _read_line(prompt.words, default) or default
        if given is None:
            print_line("There is no default here: type your choice. ? explains the choices, q leaves the table", "red")
        elif given.lower() in ("q", "quit"):
            raise PlayerLeaves
        elif given.lower() == BACK and prompt.takes_back:
            raise WagerTakenBack
        elif given == HELP and prompt.explain is not None:
            default = prompt.explain() or default
        elif (wrong := prompt.check(given)) is None:
            return given
        else:
            _print_refusal(given, wrong)


def _read_line(words: str, default: str | None) -> str:
    console().print(f"{words} [{default}]: " if default is not None else f"{words}: ", end="", markup=False, soft_wrap=True)
    sys.stdout.flush()
    line = sys.stdin.readline()  # `input` would wait for a second line after a null character
    if not line:
        raise EOFError
    given = line.strip()
    if not sys.stdin.isatty():
        print_line(_printable(given or default or ""))
    return given


def forget_typed_ahead() -> None:
    """Drop what was typed while something was being counted: Enter must not take advice that nobody has seen."""
    if not sys.stdin.isatty():
        return
    with suppress(ImportError):  # not every system has it
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)


def _print_refusal(given: str, wrong: WrongAnswer) -> None:
    shown = repr(given if len(given) <= _LONGEST_ECHO else f"{given[:_LONGEST_ECHO]}…")
    print_line(f"{shown} is not accepted: {wrong.why}" + (f" ({wrong.clause.clause})" if wrong.clause else ""), "red")


def _printable(text: str) -> str:
    """Control characters would move the cursor."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def ask_yes_or_no(words: str, explain: Callable[[], str | None] | None = None) -> bool:
    def check(text: str) -> WrongAnswer | None:
        return None if text.lower() in ("y", "yes", "n", "no") else WrongAnswer("answer y or n")

    return ask(Prompt(f"{words} y or n", check, "n", explain)).lower().startswith("y")


# Amounts


@dataclass(frozen=True)
class AmountQuestion:
    """An amount of money to be named, or none."""

    name: str
    bounds: Mapping[str, Any]
    clause: "Citation | None" = None
    """The clause behind the limits."""
    explain: Callable[[], str | None] | None = None
    chips: "Cents | None" = None
    """The player's chips, if he is to stake them."""

    def ask(self, default: "Cents | None") -> "Cents | None":
        """Ask for an amount within the bounds; None for no wager."""
        from houseway.money import Cents

        usual = str(default) if default is not None and self.check(str(default)) is None else NO_WAGER
        words = f"{self.name} ({describe_bounds(self.bounds)})"
        given = ask(Prompt(words, self.check, usual, self.explain, takes_back=self.chips is not None))
        return None if given.lower() in NONE else Cents.parse(given)

    def check(self, text: str) -> WrongAnswer | None:
        from houseway.money import Cents

        if text.lower() in NONE:
            return None
        allowed = f"stake {describe_bounds(self.bounds)}, or 0 for no wager"
        try:
            given = Cents.parse(text)
        except HousewayError:
            return WrongAnswer(f"it is not an amount of money; {allowed}")
        if self.chips is not None and given > self.chips:
            return WrongAnswer(f"it is more than your chips of {self.chips}; {allowed}")
        fault = self._find_fault(given)
        return WrongAnswer(f"it is {fault}; {allowed}", self.clause) if fault else None

    def _find_fault(self, given: "Cents") -> str:
        choices = self.bounds.get("choices")
        if choices:
            return "" if given in choices else "none of the stakes"
        if given < self.bounds["least"]:
            return "below the smallest wager"
        return "above the largest wager now" if given > self.bounds["most"] else ""


def describe_bounds(bounds: Mapping[str, Any]) -> str:
    choices = bounds.get("choices")
    return " or ".join(map(str, choices)) if choices else f"{bounds['least']} to {bounds['most']}"


# The low hand

_SEPARATORS = re.compile(r"[\s,;|]+")
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


def parse_low_hand(text: str, cards: "Sequence[Card]") -> "tuple[Card, ...]":
    """Parse two cards, or their two numbers. The caller has checked that they are valid."""
    from houseway.cards import parse_hand

    words = _SEPARATORS.split(text)
    if _are_numbers(words):
        return tuple(cards[int(word) - 1] for word in words)
    return parse_hand(text)


def check_low_hand(text: str, cards: "Sequence[Card]", count_clause: "Citation | None" = None) -> WrongAnswer | None:
    """Return what is wrong with a low hand. The clause is about the number of cards."""
    words = _SEPARATORS.split(text)
    wrong = _check_card_numbers(words, cards, count_clause) if _are_numbers(words) else _check_cards(text, cards, count_clause)
    if wrong is None:
        return None
    return wrong._replace(why=f"{wrong.why}; name two of your cards, as in 'Ks Kd', or their numbers, as in '2 5'")


def _are_numbers(words: Sequence[str]) -> bool:
    return all(_NUMBER.fullmatch(word) for word in words)


def _check_card_numbers(words: Sequence[str], cards: "Sequence[Card]", clause: "Citation | None") -> WrongAnswer | None:
    beyond = next((word for word in words if not 1 <= int(word) <= len(cards)), "")
    if beyond:
        return WrongAnswer(f"there is no card {beyond}; your cards are numbered 1 to {len(cards)}")
    if len(words) != LOW:
        return WrongAnswer(f"{_count_of(len(words), 'number')} given", clause)
    return WrongAnswer(f"card {words[0]} is named twice") if len({int(word) for word in words}) < LOW else None


def _check_cards(text: str, cards: "Sequence[Card]", clause: "Citation | None") -> WrongAnswer | None:
    from houseway.cards import parse_hand

    try:
        low = parse_hand(text)
    except HousewayError as refusal:
        return WrongAnswer(refusal.message)
    other = next((card for card in low if card not in cards), None)
    if other is not None:
        return WrongAnswer(f"{other} is not one of your cards")
    return WrongAnswer(f"{_count_of(len(low), 'card')} given", clause) if len(low) != LOW else None


def _count_of(number: int, thing: str) -> str:
    return f"1 {thing} was" if number == 1 else f"{number} {thing}s were"
