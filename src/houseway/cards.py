"""Cards, the joker and the deck, with a parser and a printer.

A card is a small integer: four times the index of its rank (two is 0, ace is 12) plus the index of its suit (club, diamond, heart,
spade); the joker is 52. `Card(51)` checks its argument; fast code indexes `CARDS` instead, which skips the check.
"""

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Self

from houseway.errors import Malformed


class Rank(IntEnum):
    """Ranks, ace high."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return _RANK_LETTERS[self - 2]

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def plural(self) -> str:
        return self.word + ("es" if self is Rank.SIX else "s")


class Suit(IntEnum):
    """Suits. No game ranks them; the numbers only identify them."""

    CLUB = 0
    DIAMOND = 1
    HEART = 2
    SPADE = 3

    @property
    def letter(self) -> str:
        return _SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        return _SUIT_SYMBOLS[self]


_RANK_LETTERS = "23456789TJQKA"
_SUIT_LETTERS = "cdhs"
_SUIT_SYMBOLS = "♣♦♥♠"
_JOKER = len(Rank) * len(Suit)


class Card(int):
    """One of the 52 cards, or the joker. Prints as `As`, `Td`, `Jk`."""

    __slots__ = ()

    def __new__(cls, number: int) -> Self:
        if not 0 <= number <= _JOKER:
            raise Malformed(
                f"there is no card number {number}: 0 to 51 are the cards, 52 is the joker",
                code="card.number",
                given=number,
                allowed="0 to 52",
            )
        return super().__new__(cls, number)

    @classmethod
    def from_rank_and_suit(cls, rank: Rank, suit: Suit) -> "Card":
        return CARDS[(rank - 2) * len(Suit) + suit]

    @property
    def is_joker(self) -> bool:
        return self == _JOKER

    @property
    def rank(self) -> Rank:
        """Return the printed rank; the joker has none."""
        return _RANK_OF[self]

    @property
    def suit(self) -> Suit:
        """Return the printed suit; the joker has none."""
        return _SUIT_OF[self]

    @property
    def symbol(self) -> str:
        """Return the card for display: `A♠`, `10♦`, `Joker`."""
        if self.is_joker:
            return "Joker"
        letter = "10" if self.rank is Rank.TEN else self.rank.letter
        return letter + self.suit.symbol

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return _NAMES[self]


_NAMES = (*(rank + suit for rank in _RANK_LETTERS for suit in _SUIT_LETTERS), "Jk")
_RANK_OF = tuple(rank for rank in Rank for _ in Suit)
_SUIT_OF = tuple(suit for _ in Rank for suit in Suit)

CARDS: tuple[Card, ...] = tuple(Card(number) for number in range(_JOKER + 1))
"""Every card by its number, for conversion without a check."""

JOKER = CARDS[_JOKER]
DECK: tuple[Card, ...] = CARDS[:_JOKER]
"""The 52 cards, without the joker."""
DECK_WITH_JOKER: tuple[Card, ...] = CARDS

_CARDS_BY_TEXT = {str(card).lower(): card for card in CARDS}
_SUIT_FORMS = dict(zip("♣♦♥♠♧♢♡♤", _SUIT_LETTERS * 2, strict=True))
_JOKER_FORMS = {"jk", "joker", "🃏"}
# ASCII, because otherwise ſ and the Kelvin sign match s and K when case is ignored.
_CARD_PATTERN = re.compile(r"(joker|jk|🃏|(?:10|[2-9tjqka])[cdhs♣♦♥♠♧♢♡♤])\ufe0f?", re.IGNORECASE | re.ASCII)
_SEPARATORS = re.compile(r"[\s,;|]*")
_WORD_PATTERN = re.compile(r"[^\s,;|]+")
_ALLOWED_CARDS = "a card is a rank (A K Q J T or 10, 9 to 2) and a suit (c d h s or ♣ ♦ ♥ ♠), or Jk for the joker"


def parse_card(text: str) -> Card:
    """Parse one card, such as `As`, `Td`, `10d`, `Jk` or `A♠`."""
    parsed = parse_hand(text)
    if len(parsed) != 1:
        raise Malformed(f"{text!r} is {len(parsed)} cards instead of one", code="card.count", given=text, allowed="one card")
    return parsed[0]


def parse_hand(text: str) -> tuple[Card, ...]:
    """Parse cards, in their order, with or without separators (spaces, commas, semicolons, bars)."""
    parsed: list[Card] = []
    place = _skip_separators(text, 0)
    while place < len(text):
        match = _CARD_PATTERN.match(text, place)
        if match is None:
            raise _unknown_card_error(text, place)
        card = _card_from_text(match[1])
        if card in parsed:
            raise _repeated_card_error(text, place, card)
        parsed.append(card)
        place = _skip_separators(text, match.end())
    return tuple(parsed)


def format_hand(cards: Iterable[Card]) -> str:
    """Print cards in the form that `parse_hand` reads."""
    return " ".join(map(str, cards))


def check_distinct(cards: Sequence[Card]) -> None:
    """Refuse cards if one appears twice."""
    if len(set(cards)) == len(cards):
        return
    twice = next(card for card in cards if cards.count(card) > 1)
    raise Malformed(
        f"{twice} appears more than once in {format_hand(cards)}; a deck has each card once",
        code="card.repeated",
        given=format_hand(cards),
        card=str(twice),
    )


def _skip_separators(text: str, place: int) -> int:
    gap = _SEPARATORS.match(text, place)
    assert gap is not None  # the pattern matches the empty string
    return gap.end()


def _card_from_text(form: str) -> Card:
    form = form.lower()
    if form in _JOKER_FORMS:
        return JOKER
    rank, suit = form[:-1], form[-1]
    return _CARDS_BY_TEXT[("t" if rank == "10" else rank) + _SUIT_FORMS.get(suit, suit)]


def _unknown_card_error(text: str, place: int) -> Malformed:
    word = _WORD_PATTERN.match(text, place)
    given = word[0] if word else text[place:]
    return Malformed(
        f"{given!r} at character {place + 1} of {text!r} is not a card; {_ALLOWED_CARDS}",
        code="card.unknown",
        given=given,
        place=place + 1,
        allowed=_ALLOWED_CARDS,
    )


def _repeated_card_error(text: str, place: int, card: Card) -> Malformed:
    return Malformed(
        f"{card} at character {place + 1} of {text!r} was given before; a deck has each card once",
        code="card.repeated",
        given=str(card),
        place=place + 1,
    )
