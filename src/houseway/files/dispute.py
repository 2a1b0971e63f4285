"""What one player wagered and was paid, round by round, beside what the rules give."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from houseway.events import Event
from houseway.files.log import LogReader, RecordedRound
from houseway.ledger import MONEY_MOVED, Reason
from houseway.procedure import player_account
from houseway.review import ReviewFinding

_NOT_PLAY = frozenset(reason.value for reason in (Reason.BUY_IN, Reason.CASH_OUT, Reason.TIP))
"""Why chips move that are neither wagered nor won."""


@dataclass(frozen=True, slots=True)
class DisputedRound:
    """A round of one player."""

    table: str
    number: int
    at: int
    """The time of its first event, in seconds."""
    wagered: int
    """Cents that the player put on the layout."""
    received: int
    """Cents that the player got back and was paid."""
    by_the_rules: int
    """Cents that the player would have got back and been paid."""
    findings: tuple[ReviewFinding, ...] = ()
    """Where the record of the round is not what the rules give."""

    @property
    def owed(self) -> int:
        """Return what the player is owed; negative if he owes."""
        return self.by_the_rules - self.received

    def to_json(self) -> dict[str, object]:
        return {
            "table": self.table,
            "round": self.number,
            "at": self.at,
            "wagered": self.wagered,
            "received": self.received,
            "by_the_rules": self.by_the_rules,
            "owed": self.owed,
            "findings": [finding.to_json() for finding in self.findings],
        }


def disputed_rounds(
    reader: LogReader, players: Iterable[str], begin: int = 0, end: int | None = None
) -> Iterator[DisputedRound]:
    """Yield the rounds in which somebody of these names moved chips, or should have, between two times in seconds."""
    accounts = frozenset(map(player_account, players))
    for recorded in reader.rounds():
        at = next((given[0] for given in recorded.command_facts if given is not None), 0)
        if at < begin or (end is not None and at >= end):
            continue
        found = _round_of(recorded, accounts, at)
        if found.wagered or found.received or found.by_the_rules:
            yield found


def _round_of(recorded: RecordedRound, accounts: frozenset[str], at: int) -> DisputedRound:
    wagered, received = _moved(recorded.events, accounts)
    wagered_by_rules, by_rules = _moved(recorded.events_by_the_rules(), accounts)
    touched = tuple(each for each in recorded.findings if not accounts.isdisjoint(each.difference.owed))
    expected = by_rules - (wagered_by_rules - wagered)
    return DisputedRound(recorded.states[0].id, recorded.number, at, wagered, received, expected, touched)


def _moved(events: Iterable[Event], accounts: frozenset[str]) -> tuple[int, int]:
    """Return the cents that went from the player to the layout, and those that came to him."""
    gone = come = 0
    for event in events:
        if event.kind != MONEY_MOVED or event["reason"] in _NOT_PLAY:
            continue
        cents = event.cents("amount").amount
        gone += cents if event["source"] in accounts else 0
        come += cents if event["target"] in accounts else 0
    return gone, come
