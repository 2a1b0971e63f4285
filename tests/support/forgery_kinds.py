"""Kinds of forgeries by name, each with the rounds in which it is tried in each book, or why a book has no such thing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from houseway.procedure import DIV, MD
from houseway.procedure import FOUR_CARD as FC
from houseway.procedure import ULTIMATE as UTH
from tests.support.forged_records import Forgery, Night, played_night

BOOKS = {"md": MD, "div": DIV, "uth": UTH, "fc": FC}
Changes = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Source:
    """A golden round that is forged, and the same round under another filing or with other reports."""

    name: str
    changes: Changes = ()
    other: Changes = ()

    @property
    def night(self) -> Night:
        return played_night(self.name, *self.changes)

    @property
    def other_night(self) -> Night:
        return played_night(self.name, *self.other)


Forger = Callable[[Night, Night], Forgery]
"""Takes a night, and the same night played under another filing or with other reports."""


@dataclass(frozen=True)
class ForgeryKind:
    name: str
    forge: Forger
    sources: Mapping[str, Source]
    absent: str
    """Why other books have no such thing."""


KINDS: list[ForgeryKind] = []


def forgery(absent: str = "", **sources: str | Source) -> Callable[[Forger], Forger]:
    """Declare a kind with its round in each book, under the short names of the books."""

    def declare(forge: Forger) -> Forger:
        assert bool(absent) == (len(sources) < len(BOOKS)), f"{forge.__name__}: why has a book no such thing?"
        named = {BOOKS[book]: Source(each) if isinstance(each, str) else each for book, each in sources.items()}
        KINDS.append(ForgeryKind(forge.__name__.replace("_", " "), forge, named, absent))
        return forge

    return declare


SIDES = {
    "md": "md/envy-several-at-once",
    "div": "div/bonus-rows-and-a-premium-hand-last",
    "uth": "uth/misdeal-found-after-the-round-meter-and-envy-go-back",
    "fc": "fc/progressive-a-rows-and-envy",
}
"""Rounds with payments to several players."""
METERS = {
    "md": "md/progressive-whole-meter",
    "div": "div/progressive-whole-meter-in-turn",
    "uth": "uth/misdeal-found-after-the-round-meter-and-envy-go-back",
    "fc": "fc/progressive-c-royal-flush-first",
}
"""Rounds in which a whole meter is won."""
NO_BANK = "nobody but the house banks in these books"
NO_VIGORISH = "no vigorish is taken in these books"
