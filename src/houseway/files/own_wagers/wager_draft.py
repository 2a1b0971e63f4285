"""A wager of one's own as it is being drafted. Any of its values may be wrong; `draft_check` says which."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_ROWS = 20
"""The most hands of a drafted wager."""
LONGEST_TITLE = 40
PAYTABLE = "A"
"""The letter of its only paytable."""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A hand of the wager, with what it pays."""

    title: str = ""
    conditions: Mapping[str, object] = field(default_factory=dict)
    """What the cards must meet, as in a book's `[[wager.hand]]`; none if the wager pays the hands of an order."""
    pays: str = ""
    """Empty if the hand pays nothing. It is then as if it were not there: a hand below it that fits is paid."""
    hand: str = ""
    """The id of the hand; without one it is made from the title. If the wager pays the hands of an order, one of these."""

    @property
    def id(self) -> str:
        return self.hand or id_from(self.title)


@dataclass(frozen=True, slots=True)
class WagerDraft:
    """A wager that another book than its own may have: what `book.toml` and `paytables.toml` of a book say of a described wager."""

    book: str
    """The rule book at whose game it is offered."""
    title: str
    cards: str
    """The cards that decide it."""
    rows: tuple[DraftRow, ...]
    order: str = ""
    pays_order: bool = False
    """Whether it pays the hands of the order, and has no conditions."""
    fold: str = ""
    void_base: str = ""
    needs: tuple[str, ...] = ()
    stakes: str = ""
    """The stakes that are taken: any if empty, `from $5`, or a list such as `$1, $5`."""
    wager: str = ""
    """Its id; without one it is made from the title."""

    @property
    def id(self) -> str:
        return self.wager or id_from(self.title)


def id_from(title: str) -> str:
    """Make an id from a title: `Lucky Flop` becomes `lucky-flop`."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower().replace("'", "").replace("’", "")))
