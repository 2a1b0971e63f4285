"""Who may know which facts of an event. Deny by default: nobody receives a fact unless a declaration allows it.

Every package that makes events declares each kind once, in a table of its own; `houseway.table` puts the tables together and shows
events to people. A kind or a fact that is not declared raises, so that a new one cannot reach anybody before somebody has thought
about it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.errors import Malformed
from houseway.events.event import Event
from houseway.values import lazy_property


@dataclass(frozen=True, slots=True)
class Viewer:
    """How somebody is related to an event."""

    staff: bool
    """Whether the viewer is a dealer or a floorperson."""
    owns_hand: bool
    """Whether the hand that the event is about is the viewer's own, or lies open before him."""


@dataclass(frozen=True)
class Disclosure:
    """The facts of one kind of event, by who may know them. That it happened, and under which clauses, is public."""

    public: tuple[str, ...] = ()
    """Facts that are called out, or lie open on the table."""
    own_hand: tuple[str, ...] = ()
    """Cards of a hand that lies face down, or what follows from them: for the player whose hand it is."""
    staff: tuple[str, ...] = ()
    """Records of the house: for dealers and floorpersons."""
    sealed: tuple[str, ...] = ()
    """For nobody at the table. Surveillance and auditors read it in the record, when the round is over."""

    @lazy_property
    def declared_facts(self) -> frozenset[str]:
        return frozenset((*self.public, *self.own_hand, *self.staff, *self.sealed))

    @lazy_property
    def open_facts(self) -> frozenset[str]:
        """Return the facts that are stored unsealed, because they are public or for the staff."""
        return frozenset((*self.public, *self.staff))

    def facts_known_to(self, viewer: Viewer) -> frozenset[str]:
        return self._known_facts[viewer.staff, viewer.owns_hand]

    @lazy_property
    def _known_facts(self) -> Mapping[tuple[bool, bool], frozenset[str]]:
        """Return the facts that a viewer may know, by whether he is staff and whether the hand is his."""
        staff, hand, public = self.staff, self.own_hand, self.public
        return {
            (False, False): frozenset(public),
            (False, True): frozenset((*public, *hand)),
            (True, False): frozenset((*public, *staff)),
            (True, True): frozenset((*public, *hand, *staff)),
        }


Disclosures = Mapping[str, Disclosure]
"""The declarations of a package, by the kind of event."""


def combine_disclosures(*tables: Disclosures) -> Disclosures:
    """Combine the declarations of several packages. Each kind is declared in one place only."""
    combined: dict[str, Disclosure] = {}
    for table in tables:
        twice = combined.keys() & table.keys()
        if twice:
            raise ValueError(f"declared twice: {', '.join(sorted(twice))}")
        combined.update(table)
    return combined


def redact_facts(event: Event, disclosures: Disclosures, viewer: Viewer) -> Event:
    """Return the event with the facts that a viewer may know, and no others."""
    disclosure = disclosures.get(event.kind)
    if disclosure is None:
        raise _undeclared_error(f"no declaration says who may know about {event.kind!r}", event.kind, tuple(disclosures))
    declared = disclosure.declared_facts
    if not declared.issuperset(event.facts):
        facts = ", ".join(name for name in event.facts if name not in declared)
        raise _undeclared_error(f"no declaration says who may know {facts!r} of {event.kind!r}", facts, tuple(sorted(declared)))
    known = disclosure.facts_known_to(viewer)
    if known.issuperset(event.facts):
        return event
    return Event(event.kind, event.clauses, {name: fact for name, fact in event.facts.items() if name in known})


def _undeclared_error(message: str, given: str, allowed: tuple[str, ...]) -> Malformed:
    return Malformed(message, code="event.undeclared", given=given, allowed=allowed)
