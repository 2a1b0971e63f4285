"""Which card bears which tag: a file that the house loads, so that a reader of tags enters the cards of a physical deck.

Only its hash and its size are in the configuration, and so on the house's record: whoever knows all tags can read cards through
their backs.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from houseway.cards import Card, parse_card
from houseway.errors import HousewayError, Malformed, NotAllowed, quote
from houseway.input_files import InvalidToml, parse_toml

_TAG = re.compile(r"[0-9A-Za-z:-]{4,64}")
_MOST_DECKS = 200


@dataclass(frozen=True, slots=True)
class TaggedCard:
    deck: str
    """The name of the deck in the file."""
    card: Card


class CardTags:
    """The tags of the house's decks."""

    def __init__(self, tags: Mapping[str, TaggedCard], text: str = "") -> None:
        self._tags = tags
        self._hash = sha256(text.encode()).hexdigest() if text else ""

    def __repr__(self) -> str:
        """Return what the configuration records: which file it is, and not what is in it."""
        return f"CardTags(sha256={self._hash!r}, tags={len(self._tags)})"

    def find(self, tag: str) -> TaggedCard:
        """Return the card that bears a tag, or refuse a tag that the house has not registered."""
        found = self._tags.get(_plain(tag))
        if found is None:
            said, way_out = _UNKNOWN if self._tags else _NONE
            raise NotAllowed(said, code="card-tag.unknown", given=tag, allowed=way_out)
        return found


_UNKNOWN = (
    "no card of the house has this tag",
    "type the card; if it belongs to this deck, have its tag added to the house's file (--card-tags)",
)
_NONE = (
    "this house has registered no tags",
    "set the reader to send rank and suit, such as As, 10d or SA, or have a file of tags loaded (--card-tags)",
)


def _plain(tag: str) -> str:
    """Return a tag as it is compared: readers differ in capitals and in what they put between bytes."""
    return re.sub("[:-]", "", tag).upper()


NO_TAGS = CardTags({})


def parse_card_tags(text: str) -> CardTags:
    """Read the file of tags strictly: each deck is a table of tags and cards. All tags differ, and so do the cards of a deck."""
    try:
        decks = parse_toml(text).get("decks", {}) if text.strip() else {}
    except InvalidToml as error:
        raise Malformed(f"this is no TOML: {error}", code="card-tags.file", given="a file", allowed="TOML") from error
    if not isinstance(decks, dict) or not 1 <= len(decks) <= _MOST_DECKS:
        raise _unfit(
            "it has no decks", "something else", f"1 to {_MOST_DECKS} tables such as [decks.blue], with tags and their cards"
        )
    tags: dict[str, TaggedCard] = {}
    for deck, content in decks.items():
        for tag, card in _read_deck(str(deck), content):
            if tag in tags:
                raise _unfit(f"deck {deck}: tag {tag} is on two cards, {tags[tag].card} and {card}", tag, "each tag once")
            tags[tag] = TaggedCard(str(deck), card)
    return CardTags(tags, text)


def _read_deck(deck: str, content: Any) -> Iterator[tuple[str, Card]]:
    if not isinstance(content, dict) or not content:
        raise _unfit(f"deck {deck} has no tags", type(content).__name__, 'lines such as E280689400 = "As"')
    seen: set[Card] = set()
    for tag, written in content.items():
        if not _TAG.fullmatch(str(tag)) or len(_plain(str(tag))) < 4:
            raise _unfit(
                f"deck {deck}: {quote(tag)} is no tag", tag, "4 to 64 letters and digits, also with : or - between them"
            )
        card = _read_card(deck, str(tag), written)
        if card in seen:
            raise _unfit(f"deck {deck} has the {card} twice", str(card), "each card of a deck once")
        seen.add(card)
        yield _plain(str(tag)), card


def _read_card(deck: str, tag: str, written: Any) -> Card:
    try:
        return parse_card(written if isinstance(written, str) else "")
    except HousewayError as error:
        raise _unfit(f"deck {deck}: tag {tag} names no card", written, "a card, such as As, Td or Jk") from error


def _unfit(said: str, given: object, allowed: str) -> Malformed:
    return Malformed(
        f"the file of card tags cannot be used: {said}", code="card-tags.file", given=quote(given), allowed=allowed
    )
