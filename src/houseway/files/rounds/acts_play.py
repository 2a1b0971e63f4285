"""Play a round file that tells its round act by act."""

from dataclasses import replace

from houseway.croupier import FLOOR_ACTOR
from houseway.errors import IMPOSSIBLE, HousewayError, Malformed
from houseway.events import Command, Event
from houseway.files.rounds.model import RoundFile, StatedAct
from houseway.files.rounds.played_round import PlayedRoundFile, observed_clauses, played_round
from houseway.files.rounds.table_left import restore_meters, restore_table
from houseway.files.rounds.witness import RoundWitness
from houseway.table import TableRun
from houseway.table.run import Recorder
from houseway.table.state import evolve

ROUND_STARTED = "round-started"


def play_stated_acts(file: RoundFile, name: str, record: Recorder | None = None) -> PlayedRoundFile:
    """Open the table as earlier rounds have left it, and do what the file states. The last round of the acts is the file's."""
    return _StatedRound(file, name, record).play()


def open_run(submission: str, house_way: str | None, name: str, inventory: object, at: int) -> TableRun:
    """Open a table of which nothing is recorded."""
    facts: dict[str, object] = {"submission": submission, "table": name, "inventory": inventory}
    run = TableRun()
    run.act(Command("open-table", FLOOR_ACTOR, facts | ({"house_way": house_way} if house_way is not None else {}), at))
    return run


class _StatedRound:
    def __init__(self, file: RoundFile, name: str, record: Recorder | None) -> None:
        self.file = file
        opened = open_run(file.submission, file.house_way, name, file.inventory, file.at)
        self.start = restore_table(file, opened.table)
        begun = Event(ROUND_STARTED, (), {"number": self.start.number, "first_offer": self.start.first_offer})
        meters = restore_meters(file, opened.table, opened.meters)
        self.run = TableRun.from_state(evolve(self.start, begun), meters, file.at, record, (begun,))
        self.witness = RoundWitness(file.expect.sights)
        self.rounds = [(0, 0)]
        """For each round: how many events of the table and of meters were before it."""

    def play(self) -> PlayedRoundFile:
        at = self.file.at
        for number, stated in enumerate(self.file.acts, start=1):
            at += stated.wait_s
            try:
                self._do(stated, at)
            except HousewayError as refusal:
                raise refusal.with_place(f"acts[{number}]") from refusal
            except IMPOSSIBLE as error:
                raise _impossible_error(number, stated) from error
        return self._build_result()

    def _do(self, stated: StatedAct, at: int) -> None:
        if stated.meters:
            moved = {name: replace(self.run.meters[name], value=value) for name, value in stated.meters.items()}
            self.run.meters = {**self.run.meters, **moved}
        if not stated.act:
            return
        command = Command(stated.act, stated.by, stated.facts, at)
        self.witness.look(self.run, at, stated.act, command.facts.get("position"))
        before = len(self.run.events)
        events = self.run.act(command)
        self.witness.note_act(command)
        self.witness.note_events(self.run, at, events)
        for place, event in enumerate(events):
            if event.kind == ROUND_STARTED:
                self.rounds.append((before + place, len(self.run.meter_events)))

    def _build_result(self) -> PlayedRoundFile:
        run, rounds = self.run, self.rounds
        is_over = len(rounds) > 1 and rounds[-1][0] == len(run.events) - 1
        first, meters = rounds[-2 if is_over else -1]
        events, meter_events = tuple(run.events[first:]), tuple(run.meter_events[meters:])
        observed = observed_clauses(events, meter_events, run.table.rules)
        return played_round(self.file, run, events, meter_events, (), frozenset(), self.witness, observed, self.start)


def _impossible_error(number: int, stated: StatedAct) -> Malformed:
    return Malformed(
        f"acts[{number}]: {stated.act} cannot be done at the table that the file states",
        code="round-file.acts",
        given=stated.act,
        allowed="a table that earlier rounds can have left",
    )
