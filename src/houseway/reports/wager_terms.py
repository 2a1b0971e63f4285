"""What gives a wager other odds than a plain wager against the house has, and which hands may earn it an envy bonus."""

from functools import lru_cache

from houseway.regulation import load
from houseway.reports.tally import RoundTally, WagerTally

AGAINST_BANK, COUPON, SEVERAL_HANDS = "against-bank", "coupon", "several-hands"
"""A base wager in a round with a player's bank; a wager with a coupon, whose face value in cents follows a colon; a wager that may
earn envy in a round in which somebody has several hands, so that readings decide for which of them it does."""


def wager_name(wager: str) -> str:
    """Return the wager of an area; a bet on a number names the number, too."""
    return wager.partition(":")[0]


@lru_cache
def first_wager_of(book: str) -> str:
    """Return the wager that is the unit of a book's game."""
    return next(iter(load(book).wagers))


@lru_cache
def earns_envy(book: str, wager: str) -> bool:
    """Return whether a wager may earn a bonus for the hand of another player."""
    known = load(book).wagers.get(wager_name(wager))
    return known is not None and bool(known.envy)


def terms_of(book: str, played: RoundTally, name: str, wager: WagerTally) -> str:
    """Return the terms of a wager; empty for a plain one. A bank concerns only base wagers: all others are against the house."""
    if played.is_banked and wager_name(name) in ("", first_wager_of(book)):
        return AGAINST_BANK
    if wager.coupon:
        return f"{COUPON}:{wager.coupon}"
    return SEVERAL_HANDS if earns_envy(book, name) and _has_several_hands(played) else ""


def positions_at_stake(played: RoundTally) -> set[int]:
    return {position for (position, _), wager in played.wagers.items() if wager.wagered}


def _has_several_hands(played: RoundTally) -> bool:
    places = positions_at_stake(played)
    return len({played.players.get(place) for place in places}) < len(places)


def count_other_hands(book: str, played: RoundTally, position: int, name: str) -> tuple[int, int]:
    """Return the number of other hands for which a wager may earn envy, and of those that have the same wager, too."""
    if not earns_envy(book, name):
        return 0, 0
    others = positions_at_stake(played) - {position}
    return len(others), sum(1 for place in others if (place, name) in played.wagers and played.wagers[place, name].wagered)
