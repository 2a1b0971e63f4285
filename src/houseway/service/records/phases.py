"""The parts of a round, by which people find their way in its record."""

from collections.abc import Iterable, Mapping

from houseway.events import Event

_BEGINNINGS: Mapping[str, tuple[str, ...]] = {
    "Table": ("round-started",),
    "Wagers": ("wager-placed", "bank-offered"),
    "Deal": ("betting-closed",),
    "Decisions": ("hand-folded", "hand-set", "help-asked", "play-decided", "player-checked", "wager-surrendered"),
    "Settlement": ("base-voided", "dealer-done", "dealer-turned", "hand-exposed", "round-voided"),
}
"""The events with which each part of a round begins, in the order of the parts."""


def phase_of(events: Iterable[Event], before: str) -> str:
    """Return the part of a round in which a command is. A round never goes back to an earlier part."""
    names = ["", *_BEGINNINGS]
    kinds = {event.kind for event in events}
    reached = [name for name, beginnings in _BEGINNINGS.items() if kinds.intersection(beginnings)]
    return max([before, *reached], key=names.index)
