"""Logs of tables that run in a test."""

from collections.abc import Iterator
from pathlib import Path

from houseway.events import Actor, Command, Event
from houseway.events.command_record import record_act
from houseway.files.logs.format import LogFormatter, command_facts
from houseway.table.run import MeterEvents, Recorder


class RecordedCommands:
    """What a run has recorded: each command with its events and those of meters. `then` records it, too."""

    def __init__(self, then: Recorder | None = None) -> None:
        self.then = then
        self.commands: list[tuple[Command, tuple[Event, ...], MeterEvents]] = []

    def record(self, command: Command, events: tuple[Event, ...], meter_events: MeterEvents) -> None:
        if self.then is not None:
            self.then(command, events, meter_events)
        self.commands.append((command, events, meter_events))

    def facts_of_events(self) -> tuple[tuple[int, Actor], ...]:
        """Return when and by whom each event of the table was caused."""
        return tuple((command.at, command.by) for command, events, _ in self.commands for _ in events)


def write_log(table: str, recorded: RecordedCommands, path: Path) -> Path:
    """Write the log of a table of which every command was recorded."""
    path.write_text("".join(f"{line}\n" for line in _log_lines(table, recorded)))
    return path


def _log_lines(table: str, recorded: RecordedCommands) -> Iterator[str]:
    formatter = LogFormatter(table)
    yield formatter.heading()
    for command, events, meter_events in recorded.commands:
        asked = record_act(command, events or [event for _, event in meter_events])
        yield from formatter.command_lines(events, meter_events, command_facts(command.at, command.by), asked)
    yield formatter.ending()
