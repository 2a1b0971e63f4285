"""What one player wagered and was paid, round by round, beside what the rules give."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from houseway.documents import Document, make_dispute
from houseway.documents.dispute import PrintedDifference, PrintedRound
from houseway.events import Event
from houseway.files.logs.log import LogReader, RecordedRound
from houseway.formats.csv_text import write_csv_records
from houseway.ledger import MONEY_MOVED, Reason
from houseway.money import Cents
from houseway.procedure import player_account
from houseway.review import ReviewFinding

_NOT_PLAY = frozenset(reason.value for reason in (Reason.BUY_IN, Reason.CASH_OUT, Reason.TIP))
"""Why chips move that are neither wagered nor won."""
COLUMNS = ("table", "round", "at", "wagered", "received", "by_the_rules", "owed")
"""The columns of a file of rounds, with money in cents and times in seconds."""


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
    table = recorded.states[0].id
    return compare_round(
        table, recorded.number, at, recorded.events, recorded.events_by_the_rules(), recorded.findings, accounts
    )


def compare_round(
    table: str,
    number: int,
    at: int,
    recorded: Iterable[Event],
    by_the_rules: Iterable[Event],
    findings: Iterable[ReviewFinding],
    accounts: frozenset[str],
) -> DisputedRound:
    """Compare what the owner of some accounts received in a round with what the rules give."""
    wagered, received = _moved(recorded, accounts)
    wagered_by_rules, by_rules = _moved(by_the_rules, accounts)
    touched = tuple(each for each in findings if not accounts.isdisjoint(each.difference.owed))
    return DisputedRound(table, number, at, wagered, received, by_rules - (wagered_by_rules - wagered), touched)


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


def differences_first(rounds: Iterable[DisputedRound]) -> list[DisputedRound]:
    """Return rounds in order of time, those in which the player was not paid what the rules give before all others."""
    return sorted(rounds, key=lambda each: (not each.owed, each.at, each.table, each.number))


def dispute_csv(rounds: Iterable[DisputedRound]) -> str:
    """Return rounds as CSV."""
    return "".join(write_csv_records((each.to_json() for each in rounds), COLUMNS))


def dispute_document(player: str, rounds: Sequence[DisputedRound]) -> Document:
    """Return the rounds of a player for print."""
    printed = [PrintedRound(each.table, each.number, time_text(each.at), *map(str, _amounts(each))) for each in rounds]
    differences = [
        PrintedDifference(
            f"{each.table}, round {each.number}, event {finding.event}",
            finding.difference.recorded,
            finding.difference.expected,
            finding.difference.clauses,
            finding.owed_text(),
        )
        for each in rounds
        for finding in each.findings
    ]
    return make_dispute(player, printed, differences, total_text(player, rounds))


def _amounts(each: DisputedRound) -> tuple[Cents, ...]:
    return tuple(map(Cents, (each.wagered, each.received, each.by_the_rules, each.owed)))


def total_text(player: str, rounds: Sequence[DisputedRound]) -> str:
    """Say what all rounds come to."""
    owed = sum(each.owed for each in rounds)
    if not any(each.owed for each in rounds):
        return "as the rules give"
    if not owed:
        return "what was paid too much and too little is the same"
    return f"{player} is owed {Cents(owed)}" if owed > 0 else f"{player} owes {Cents(-owed)}"


def time_text(at: int) -> str:
    """Return a time in seconds as people write it."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S}"
