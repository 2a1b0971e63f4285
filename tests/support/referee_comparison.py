"""What the referee says about rounds that houseway has played, beside what houseway's events say."""

from collections import Counter
from dataclasses import dataclass, field

from houseway.files.referee.check import Undecided, differences_of
from houseway.files.referee.record import RefereeRecord


@dataclass
class Comparison:
    """What came of rounds that both decided."""

    rounds: int = 0
    differences: list[str] = field(default_factory=list)
    not_compared: Counter = field(default_factory=Counter)

    def add(self, other):
        self.rounds += other.rounds
        self.differences += other.differences
        self.not_compared += other.not_compared

    def __str__(self):
        words = "".join(f"; {count} x {what}" for what, count in self.not_compared.items())
        return f"{self.rounds} rounds, {len(self.differences)} differences{words}"


def compare(commands, name=""):
    """Decide what was recorded by the referee, too."""
    found, written = Comparison(), RefereeRecord()
    for command, events, meter_events in commands:
        ended = written.record(command, events, meter_events)
        if ended is None:
            continue
        try:
            differing = differences_of(ended)
        except Undecided as reason:
            found.not_compared[str(reason)] += 1
            continue
        found.rounds += 1
        found.differences += [f"{name} round {ended.number}: {each.to_text()}" for each in differing]
    return found
