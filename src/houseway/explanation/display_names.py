"""The names under which people know seats, wagers and accounts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DisplayNames:
    """Display names: who sits where, and the book's title of each wager."""

    seats: Mapping[int, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)

    def player_at(self, position: int) -> str:
        if position == 0:
            return "the dealer"
        return f"{self.seats[position]} ({position})" if position in self.seats else f"position {position}"

    def players_at(self, positions: Iterable[int]) -> str:
        return ", ".join(map(self.player_at, positions))

    def wager_title(self, wager: str) -> str:
        """Return the book's title of a wager, with its number, or marked as an envy bonus."""
        name, _, number = wager.removesuffix(f" {ENVY}").partition(":")
        title = self.titles.get(name, name.replace("-", " ")) + (f" {number}" if number else "")
        return f"{title} {ENVY}" if wager.endswith(f" {ENVY}") else title

    def account_title(self, account: str) -> str:
        kind, _, rest = account.partition(":")
        if kind == "player":
            return rest
        if kind in ("layout", "seat") and rest.isdigit():
            place = self.player_at(int(rest))
            return f"the layout before {place}" if kind == "layout" else place
        return _ACCOUNTS.get(account, account if not rest else f"the meter {rest}")


ENVY = "envy"
_ACCOUNTS = {
    "inventory": "the table inventory",
    "centre": "the centre of the layout",
    "vigorish": "the vigorish account",
    "house": "the house",
    "cage": "the cage",
    "drop": "the drop box",
}

EventPhrase = Callable[[Facts, DisplayNames], str]


def spoken_name(name: str) -> str:
    """Turn a stored name into spoken words."""
    return name.replace("-", " ")
