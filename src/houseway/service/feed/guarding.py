"""A guard refuses a command whose meaning has changed since its sender saw the table."""

from collections.abc import Callable

from houseway.errors import Outdated
from houseway.events import Actor, Command
from houseway.service.clock import MILLISECONDS
from houseway.service.feed.meaning import Meanings, check_meaning
from houseway.service.feed.moment import TableMoment
from houseway.service.live.turns.turn import Meters
from houseway.service.messages.facts import decode_facts
from houseway.service.sent_command import Sender, SentCommand
from houseway.table import Table, decide

KnownMeanings = Callable[[Table, Actor], Meanings | None]
"""Returns what acts mean to somebody at a table, if that was worked out when he was sent his options."""


class MeaningGuard:
    """Checks a command at its turn, with the table as it stands then. A command without a meaning always passes."""

    def __init__(self, sender: Sender, sent: SentCommand, known_meanings: KnownMeanings = lambda table, actor: None) -> None:
        self._sender, self._sent, self._known_meanings = sender, sent, known_meanings
        self.is_stale = False
        """Whether the command was refused because the table has changed, so that its sender needs to look again."""

    def __call__(self, table: Table, meters: Meters, at: int) -> None:
        sent = self._sent
        if not sent.meaning:
            return
        actor = self._sender.actor_at(table)
        try:
            meanings = self._known_meanings(table, actor) or _find_meanings(TableMoment(table, meters.by_id, at), actor)
            check_meaning(meanings, sent.act, sent.meaning)
        except Outdated:
            self.is_stale = True
            self._check_rules(table, meters, at, actor)
            raise

    def _check_rules(self, table: Table, meters: Meters, at: int, actor: Actor) -> None:
        """If a rule refuses the command now, its refusal explains more than that something has changed."""
        facts = decode_facts(self._sent.facts)
        decide(table, Command(self._sent.act, actor, facts, at // MILLISECONDS), meters.by_id)


def _find_meanings(moment: TableMoment, actor: Actor) -> Meanings:
    return Meanings(moment, actor, moment.view_for(actor))
