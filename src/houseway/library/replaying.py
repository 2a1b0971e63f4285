"""Read a recorded table again: `replay`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from houseway.files.logs.log import LogReader, RecordedRound
from houseway.library.arguments import as_path
from houseway.library.rounds import Round
from houseway.library.showing.display import Displayed, Sheet
from houseway.money import Cents
from houseway.review import ReviewFinding
from houseway.spelling import count_things
from houseway.submission import Rules


@dataclass(frozen=True, repr=False)
class ReplayedLog(Displayed):
    """A log that was read and decided again, round by round."""

    table: str
    rules: Rules
    rounds: tuple[Round, ...] = field(repr=False)
    findings: tuple[ReviewFinding, ...]
    """Where the record is not what the rules give."""
    complete: bool
    """Whether the log ends as it was closed."""
    decided: int
    """Commands that were decided again."""

    @property
    def in_order(self) -> bool:
        """Return whether the log is complete and everything in it is what the rules give."""
        return self.complete and not any(finding.is_wrong for finding in self.findings)

    def __iter__(self) -> Iterator[Round]:
        return iter(self.rounds)

    def __len__(self) -> int:
        return len(self.rounds)

    def __getitem__(self, place: int) -> Round:
        return self.rounds[place]

    def __repr__(self) -> str:
        state = "in order" if self.in_order else "not in order" if self.findings else "not closed"
        return f"<log of table {self.table}: {count_things(len(self), 'round')}, {state}>"

    def sheets(self) -> tuple[Sheet, ...]:
        nets = ((each, sum(net.amount for net in each.net.values())) for each in self)
        rows = tuple((str(each.number), str(len(each.wagers)), str(Cents(-net))) for each, net in nets)
        wrong = tuple((str(each.round), each.to_text()) for each in self.findings)
        decided = f"{count_things(self.decided, 'command')} decided again"
        title = f"table {self.table}, {self.rules.book} ({self.rules.version}), {decided}"
        found = (Sheet("not what the rules give", ("round", ""), wrong),) if wrong else ()
        return *found, Sheet(title, ("round", "wagers", "house"), rows)

    def records(self) -> Iterable[Mapping[str, object]]:
        for each in self:
            yield from each.records()


def replay(log: str | Path) -> ReplayedLog:
    """Read the log of a table, decide every command in it again, and return its rounds.

    A log with a missing, moved or changed line is refused.

    >>> import houseway as hw
    >>> with hw.Table("fcp/minimal", seed=1, log="table.jsonl") as table:
    ...     for _ in range(2):
    ...         dealt = table.deal(players=2)
    >>> played = hw.replay("table.jsonl")
    >>> played
    <log of table FC-1: 2 rounds, in order>
    >>> played[1].net == dealt.net
    True
    """
    reader = LogReader(as_path(log, "a log"), is_decided=True)
    rounds = tuple(map(_as_round, reader.rounds()))
    review = reader.review
    findings = tuple(review.findings) if review is not None else ()
    decided = review.review.counts.decided if review is not None else 0
    return ReplayedLog(reader.table.id, reader.table.rules, rounds, findings, reader.summary.complete, decided)


def _as_round(recorded: RecordedRound) -> Round:
    """Return a round as the rules give it; `ReplayedLog.findings` say where the record differs."""
    state = recorded.states[-1]
    events, meters = recorded.events_by_the_rules(), tuple(recorded.meter_events)
    return Round(recorded.number, recorded.states[0].rules, events, state.seats, recorded.is_finished, {}, meters)
