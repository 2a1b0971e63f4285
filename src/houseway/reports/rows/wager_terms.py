"""Terms that change the odds of a wager against the house, and the hands that may earn it an envy bonus."""

from functools import lru_cache
from typing import NamedTuple

from houseway.regulation import load_book
from houseway.reports.rows.tally import RoundTally, WagerTally

AGAINST_BANK, BANK, COUPON, SEVERAL_HANDS = "against-bank", "bank", "coupon", "several-hands"
"""The terms, in this order: a base wager in a round with a player's bank; the money of the bank itself; a wager with a coupon,
whose face value in cents follows a colon; and an envy bonus in a round in which somebody has several hands. Readings decide for
which of these hands the bonus is paid."""


def wager_name(wager: str) -> str:
    """Return the wager of an area. In a bet on a number, the area also names the number."""
    return wager.partition(":")[0]


@lru_cache
def first_wager_of(book: str) -> str:
    """Return the wager that is the unit of a book's game."""
    return next(iter(load_book(book).wagers))


@lru_cache
def envy_of(book: str, wager: str) -> tuple[str, ...]:
    """Return the envy bonuses that a wager may earn for the hands of other players."""
    known = load_book(book).wagers.get(wager_name(wager))
    return tuple(known.envy) if known is not None else ()


@lru_cache
def is_envy(book: str, wager: str) -> bool:
    return any(wager in each.envy for each in load_book(book).wagers.values())


def terms_of(book: str, played: RoundTally, name: str, wager: WagerTally) -> str:
    """Return the terms of a wager; empty for a plain one. A bank concerns only base wagers: all others are against the house."""
    if played.is_banked and wager_name(name) in ("", first_wager_of(book)):
        return AGAINST_BANK if wager.wagered else BANK
    if wager.coupon:
        return f"{COUPON}:{wager.coupon}"
    return SEVERAL_HANDS if is_envy(book, name) and played.has_several_hands else ""


class OtherHands(NamedTuple):
    """The hands of others for which a wager may earn an envy bonus."""

    all: int
    bettors: int
    """Those that have the same wager, too."""


def count_other_hands(played: RoundTally, position: int, name: str) -> OtherHands:
    hands, bettors, own = len(played.positions_at_stake), played.bettors.get(name, 0), played.wagers.get((position, name))
    return OtherHands(hands - (position in played.positions_at_stake), bettors - (own is not None and own.wagered != 0))
