"""A part of a TOML file with its place, for error messages."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from houseway.cards import Card, parse_hand
from houseway.errors import HousewayError, Malformed, quote
from houseway.money import Cents


class TomlNode:
    """A part of the file with its place."""

    def __init__(self, value: Any, place: str) -> None:
        self.value, self.place = value, place

    def malformed(self, message: str, allowed: object) -> NoReturn:
        raise Malformed(
            f"{self.place}: {message}",
            code="round-file.value",
            place=self.place,
            given=self.value if isinstance(self.value, str) else quote(self.value),
            allowed=allowed,
        )

    def as_table(self, *known: str) -> dict[str, "TomlNode"]:
        """Return its parts by key. If keys are given, others are refused."""
        if not isinstance(self.value, dict):
            self.malformed(f"{quote(self.value)} should be a table", "a table")
        for key in self.value:
            if known and key not in known:
                TomlNode(key, self._child(key)).malformed(f"{key!r} is not a key here; the keys are {', '.join(known)}", known)
        return {key: TomlNode(value, self._child(key)) for key, value in self.value.items()}

    def _child(self, key: object) -> str:
        return f"{self.place}{key}" if self.place.endswith(": ") else f"{self.place}.{key}"

    def as_list(self) -> list["TomlNode"]:
        if not isinstance(self.value, list):
            self.malformed(f"{quote(self.value)} should be a list", "a list")
        return [TomlNode(value, f"{self.place}[{number}]") for number, value in enumerate(self.value, start=1)]

    def as_text(self, *among: str) -> str:
        if not isinstance(self.value, str) or (among and self.value not in among):
            self.malformed(f"{quote(self.value)} should be {' or '.join(map(repr, among)) or 'a text'}", among or "a text")
        return self.value

    def as_flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.malformed(f"{quote(self.value)} should be true or false", (True, False))
        return self.value

    def as_integer(self) -> int:
        if type(self.value) is not int:
            self.malformed(f"{quote(self.value)} should be a whole number", "a whole number")
        return self.value

    def as_money(self) -> Cents:
        """Read `"$2.50"`, or whole dollars as a number."""
        if type(self.value) is int:
            return Cents.from_dollars(self.value)
        amount: Cents = self._parse(Cents.parse, "an amount, as in '$2.50' or 25 for $25")
        return amount

    def as_cents(self) -> int:
        """Read a whole number of cents, or `"$2.50"`."""
        return self.value if type(self.value) is int else self.as_money().amount

    def as_fraction(self) -> Fraction:
        """Read an exact amount in cents: 1000018, "2000037/2", or "$10,000.18"."""
        if isinstance(self.value, str) and "/" in self.value:
            try:
                return Fraction(self.value)
            except (ValueError, ZeroDivisionError):
                self.malformed(f"{quote(self.value)} is not a fraction", "as in '2000037/2'")
        return Fraction(self.as_cents())

    def as_seconds(self) -> int:
        match = _TIME_PATTERN.fullmatch(self.as_text())
        if match is None or not match[0]:
            self.malformed(f"{quote(self.value)} is not a duration", "as in '4h', '30m', '4h 1s'")
        hours, minutes, seconds = (int(match[unit] or 0) for unit in "hms")
        return (hours * 60 + minutes) * 60 + seconds

    def as_cards(self, count: int | None = None) -> tuple[Card, ...]:
        cards: tuple[Card, ...] = self._parse(parse_hand, "cards, as in 'As Kd Jk'")
        if count is not None and len(cards) != count:
            self.malformed(f"{len(cards)} cards are given where {count} are needed", f"{count} cards")
        return cards

    def as_position(self, positions: range) -> int:
        number = parse_numeral(self.value) if isinstance(self.value, str) else self.value
        if type(number) is not int or number not in positions:
            self.malformed(f"{quote(self.value)} is not a position", f"{positions[0]} to {positions[-1]}")
        return number

    def _parse(self, parse: Callable[[str], Any], allowed: str) -> Any:
        if not isinstance(self.value, str):
            self.malformed(f"{quote(self.value)} should be {allowed}", allowed)
        try:
            return parse(self.value)
        except HousewayError as error:
            self.malformed(error.message, error.facts.get("allowed", allowed))

    def as_facts(self) -> dict[str, object]:
        return {name: fact.as_fact() for name, fact in self.as_table().items()}

    def as_fact(self) -> object:
        """Read a fact of a command: cards, money or positions as written."""
        value = self.value
        if isinstance(value, dict):
            return {
                key if (number := parse_numeral(key)) is None else number: node.as_fact()
                for key, node in self.as_table().items()
            }
        if isinstance(value, list):
            return tuple(node.as_fact() for node in self.as_list())
        if isinstance(value, str) and value.startswith("$"):
            return self.as_money()
        if isinstance(value, str) and (cards := parse_cards(value)) is not None:
            return cards
        return value


_TIME_PATTERN = re.compile(r"(?:(?P<h>[0-9]{1,9})h)? ?(?:(?P<m>[0-9]{1,9})m)? ?(?:(?P<s>[0-9]{1,9})s)?")


def parse_numeral(text: str) -> int | None:
    """Parse a numeral. Leading zeros are refused, so that `1` and `01` are not the same key twice."""
    return int(text) if re.fullmatch(r"0|[1-9][0-9]{0,8}", text) else None


def parse_cards(text: str) -> tuple[Card, ...] | Card | None:
    """Parse a text of cards only: one is a card, several are a hand."""
    if not re.fullmatch(r"(?:(?:[2-9TJQKA][cdhs]|Jk)\s*)+", text):
        return None
    cards = parse_hand(text)
    return cards[0] if len(cards) == 1 else cards
