"""Rounds that players show to others by a link. Both the consent and its end are events in the record of the house.

The link has a token that nobody can guess; the record has only its hash. A round has one link for each of its players: another one
replaces it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from houseway.errors import NotAllowed
from houseway.events import Event

ROUND_SHARED, ROUND_SHARING_ENDED = "round-shared", "round-sharing-ended"
MOST_SHARED = 100
"""Rounds that one player shows at the same time."""


@dataclass(frozen=True, slots=True)
class SharedRound:
    """A round that one of its players shows to whoever has the link."""

    person: str
    table: str
    round: int
    since: int
    """In milliseconds."""


SharedRounds = Mapping[str, SharedRound]
"""What is shown, by the hash of its link's token."""
NOTHING_SHARED: SharedRounds = MappingProxyType({})


def share_round(shared: SharedRounds, wanted: SharedRound, link_hash: str) -> Event:
    """Return the event with which a player shows a round, or refuse it."""
    others = [each for each in shared.values() if each.person == wanted.person and not _is_of(each, wanted)]
    if len(others) >= MOST_SHARED:
        raise NotAllowed(
            f"you share {len(others)} rounds already; stop sharing one of them first",
            code="share.most",
            given=len(others) + 1,
            allowed=MOST_SHARED,
        )
    facts = {"person": wanted.person, "table": wanted.table, "round": wanted.round, "since": wanted.since}
    return Event(ROUND_SHARED, (), {**facts, "link": link_hash, "by": wanted.person})


def end_sharing(shared: SharedRounds, person: str, table: str, number: int) -> Event:
    """Return the event with which a player shows a round no longer, or refuse it: he has to show it."""
    wanted = SharedRound(person, table, number, 0)
    if not any(_is_of(each, wanted) for each in shared.values()):
        said = f"you do not share round {number} of {table}"
        raise NotAllowed(said, code="share.none", given=number, allowed="a round that you share")
    return Event(ROUND_SHARING_ENDED, (), {"person": person, "table": table, "round": number, "by": person})


def _is_of(one: SharedRound, other: SharedRound) -> bool:
    return (one.person, one.table, one.round) == (other.person, other.table, other.round)


def evolve_shared(shared: SharedRounds, event: Event) -> dict[str, SharedRound]:
    """Return what is shown after an event."""
    named = SharedRound(event.text("person"), event.text("table"), event.number("round"), event.number("since", 0))
    others = {link: each for link, each in shared.items() if not _is_of(each, named)}
    return others if event.kind == ROUND_SHARING_ENDED else {**others, event.text("link"): named}


def without_person(shared: SharedRounds, person: str) -> dict[str, SharedRound]:
    """Return what is shown once somebody is erased: nothing of his."""
    return {link: each for link, each in shared.items() if each.person != person}
