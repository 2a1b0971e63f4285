"""The vocabulary that games, ledger, meters and equipment share: steps, options, accounts, roles, positions, wagers and books."""

import re
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypedDict

from houseway.cards import Card
from houseway.citation import Citation
from houseway.errors import Malformed, NotAllowed
from houseway.events import NO_FACTS, Command, FactReader, Role
from houseway.hands.orders import DIV_PAI_GOW, MD_FOUR_CARD, MD_PAI_GOW, MD_ULTIMATE
from houseway.money import Cents
from houseway.values import short_repr

# Books

MD, DIV, ULTIMATE, FOUR_CARD = MD_PAI_GOW, DIV_PAI_GOW, MD_ULTIMATE, MD_FOUR_CARD


# Positions and wagers

DEALER = 0
"""The dealer's position; betting positions count from one."""

PAI_GOW, NUMBER = "pai-gow", "number"
ANTE, BLIND, PLAY, ANTE_BONUS = "ante", "blind", "play", "ante-bonus"
PROGRESSIVE = "progressive"
"""The wager that feeds a meter, in every book."""

# Accounts

INVENTORY, CENTRE, VIGORISH, HOUSE, CAGE = "inventory", "centre", "vigorish", "house", "cage"
DROP, TIPS, COUPONS, OUTSIDE = "drop", "tips", "coupons", "outside"
ACCOUNTS = frozenset((INVENTORY, CENTRE, VIGORISH, HOUSE, CAGE, DROP, TIPS, COUPONS, OUTSIDE))
"""Accounts that every table has."""
_OWNED_ACCOUNT = re.compile(r"player:\S(?:.*\S)?|(?:seat|layout):\d{1,3}|meter:[^\s/]+/[^\s/]+", re.ASCII)


_OF_PLAYER = "player:"


def player_account(name: str) -> str:
    """Return the account of the chips in front of a player, wherever he sits."""
    return f"{_OF_PLAYER}{name}"


def account_player(account: str) -> str:
    """Return the name of the player whose chips are on an account; "" for any other account."""
    return account.removeprefix(_OF_PLAYER) if account.startswith(_OF_PLAYER) else ""


@cache
def seat_account(position: int) -> str:
    """Return the account of the chips in front of the player at a position."""
    return f"seat:{position}"


@cache
def layout_account(position: int) -> str:
    """Return the account of the wagers of a position."""
    return f"layout:{position}"


def meter_account(meter: str) -> str:
    """Return the account of a meter by its id: wager, slash, name."""
    return f"meter:{meter}"


@lru_cache(maxsize=4096)
def is_account(name: str) -> bool:
    return name in ACCOUNTS or _OWNED_ACCOUNT.fullmatch(name) is not None


# What is due, and what may be done


class _StepFields(NamedTuple):
    act: str
    role: Role
    words: str
    clauses: tuple[Citation, ...]
    facts: Mapping[str, object] = NO_FACTS
    """Facts that are settled already."""
    blocking: bool = True
    """Whether no card may be dealt before it is done."""
    amount: Cents | None = None
    """The money that it is about, such as a win to be validated. It may change while the step waits."""


class Step(_StepFields, FactReader):
    """The next thing that is due: who does it, what, in words, and which clauses require it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return short_repr("Step", self._asdict())

    def _owner(self) -> tuple[str, str]:
        return self.act, "step.fact"


class AwaitedPlayers(NamedTuple):
    """The players for whom a round waits, and for what."""

    what: str
    positions: tuple[int, ...]
    stage: int = 0
    """Tells a player's next decision from his last one."""


DECISION, BANK_OFFER, EXPOSED_CARD, SETTING, SURRENDER = "decision", "bank-offer", "exposed-card", "setting", "surrender"
"""What a round may wait for players to do."""


_BoundsOfCards = TypedDict("_BoundsOfCards", {"from": tuple[Card, ...]}, total=False)
"""`from`, a word of Python: the cards of which `count` are given; none where the table does not know them."""


class FactBounds(_BoundsOfCards, total=False):
    """What one fact of an act may be. `service.bounds` lists the sets of keys that go together, and their JSON."""

    least: Any
    """The smallest value: cents or a number; with `each`, also a number by place."""
    most: Any
    """The largest value, likewise."""
    right: int
    """The one number from `least` to `most` that reports no fault."""
    each: tuple[int | str, ...]
    """The places to each of which `least` and `most` apply."""
    choices: tuple[Any, ...]
    """The simple facts of which one is given: cents, numbers, names, cards, or true and false."""
    some: tuple[int, ...]
    """The numbers of which any may be given."""
    fewest: int
    """How many of `some` must be given."""
    parts: Mapping[str, "FactBounds"]
    """The bounds of each entry of a table, by name."""
    count: int
    """How many cards of `from` are given or, without it, how many dice."""
    enter: int
    """How many physical cards are entered."""
    of: str
    """The fact of whose cards some are given."""
    permutation: int
    """The number of cards in the deck whose order is given."""
    text: str
    """Words are given; this hint says which."""
    document: str
    """The book of the Rules Submission whose text is given, for the same `table`."""
    table: str
    positions: int
    """The fewest positions that the submission must have."""
    areas: int
    """The fewest betting areas that it must allow one player."""
    optional: bool
    """The fact may be left out."""
    instead: str
    """The fact that this one may replace."""
    beside: str
    """The amount together with which this fact is given."""
    together: Cents
    """With `beside`: the most that both may be."""
    matched: bool
    """With `beside`: the other amount must be at least as much."""


Bounds = Mapping[str, FactBounds]
"""What the open facts of an act may be."""
NO_BOUNDS: Bounds = MappingProxyType({})


class _OptionFields(NamedTuple):
    act: str
    clauses: tuple[Citation, ...]
    facts: Mapping[str, object] = NO_FACTS
    """Facts that are settled already."""
    bounds: Bounds = NO_BOUNDS
    """The facts that are still open."""
    words: str = ""


class LegalOption(_OptionFields, FactReader):
    """Something that an actor may do now, with its bounds."""

    __slots__ = ()

    def _owner(self) -> tuple[str, str]:
        return self.act, "option.fact"


def check_role(command: Command, *roles: Role, clauses: tuple[Citation, ...], code: str) -> None:
    """Refuse a command by somebody in another role."""
    given = command.by.role
    if given not in roles:
        allowed = tuple(role.value for role in roles)
        message = f"that is for the {' or the '.join(allowed)} to do, not for the {given}"
        raise NotAllowed(message, code=code, clauses=clauses, given=given.value, allowed=allowed)


def check_facts(command: Command, known: Collection[str]) -> None:
    """Refuse facts that an act does not take: a misspelt report must not be lost."""
    unknown = tuple(str(name) for name in command.facts if name not in known)
    if unknown:
        allowed = tuple(sorted(known))
        message = f"{command.act} does not take {', '.join(unknown)}; it takes {', '.join(allowed) or 'no facts'}"
        raise Malformed(message, code="command.unknown-fact", given=unknown, allowed=allowed)
