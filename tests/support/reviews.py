"""Records that are decided again in a test."""

import json
from collections.abc import Iterator

from houseway.events.command_record import RecordedAct, record_act
from houseway.review import RecordedDecision, ReviewFinding, TableReview
from tests.support.run_logs import RecordedCommands


def recorded_decisions(recorded: RecordedCommands) -> Iterator[RecordedDecision]:
    """Yield what a log would have of each command."""
    version = 0
    for command, events, meter_events in recorded.commands:
        asked = record_act(command, events or [event for _, event in meter_events])
        stored = RecordedAct.from_json(json.loads(json.dumps(asked.to_json())))
        yield RecordedDecision(version, command.at, command.by, tuple(events), tuple(meter_events), stored)
        version += len(events)


def review_commands(recorded: RecordedCommands) -> list[ReviewFinding]:
    """Decide recorded commands again."""
    review = TableReview()
    findings = [finding for each in recorded_decisions(recorded) if (finding := review.take(each)) is not None]
    assert review.counts.decided == len(recorded.commands)
    return findings
