"""A guard refuses a command whose meaning has changed since its sender saw the table."""

from collections.abc import Callable
from typing import Any, Protocol

from houseway.errors import Outdated
from houseway.events import Actor, Command
from houseway.service.clock import MILLISECONDS
from houseway.service.facts import decode_facts
from houseway.service.feed.meaning import Meanings, check_meaning
from houseway.service.feed.moment import TableMoment
from houseway.service.live.turn import Meters
from houseway.service.people.authority import actor_at
from houseway.service.people.person import Person
from houseway.table import Table, decide


class GuardedRequest(Protocol):
    """A command from outside."""

    act: str
    facts: dict[str, Any]
    meaning: str
    capacity: str


KnownMeanings = Callable[[Table, Actor], Meanings | None]
"""Returns what acts mean to somebody at a table, if that was worked out when he was sent his options."""


class MeaningGuard:
    """Checks a command at its turn, with the table as it stands then. A command without a meaning always passes."""

    def __init__(
        self, person: Person, request: GuardedRequest, known_meanings: KnownMeanings = lambda table, actor: None
    ) -> None:
        self._person, self._request, self._known_meanings = person, request, known_meanings
        self.is_stale = False
        """Whether the command was refused because the table has changed, so that its sender needs to look again."""

    def __call__(self, table: Table, meters: Meters, at: int) -> None:
        request = self._request
        if not request.meaning:
            return
        actor = actor_at(self._person, table, request.capacity)
        try:
            meanings = self._known_meanings(table, actor) or _find_meanings(TableMoment(table, meters.by_id, at), actor)
            check_meaning(meanings, request.act, request.meaning)
        except Outdated:
            self.is_stale = True
            self._check_rules(table, meters, at, actor)
            raise

    def _check_rules(self, table: Table, meters: Meters, at: int, actor: Actor) -> None:
        """If a rule refuses the command now, its refusal explains more than that something has changed."""
        facts = decode_facts(self._request.facts)
        decide(table, Command(self._request.act, actor, facts, at // MILLISECONDS), meters.by_id)


def _find_meanings(moment: TableMoment, actor: Actor) -> Meanings:
    return Meanings(moment, actor, moment.view_for(actor))
