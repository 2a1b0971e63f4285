"""Work out what was asked from events, for records of programs that did not store it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from houseway import equipment
from houseway.equipment.known_facts import KNOWN_FACTS as EQUIPMENT_FACTS
from houseway.errors import IMPOSSIBLE, HousewayError
from houseway.events import Command, Event
from houseway.ledger import MONEY_MOVED
from houseway.progressive import ProgressiveMeter
from houseway.review.comparison import compare_decision
from houseway.review.recorded import STATED, RecordedDecision, command_of_step, recorded_edition
from houseway.table import Decision, Table, acts, decide, due_step
from houseway.table.meters import KNOWN_FACTS as METER_FACTS

Meters = Mapping[str, ProgressiveMeter]


@dataclass(frozen=True, slots=True)
class DerivedCommand:
    """A command that gives events of the kinds that are recorded, and how many of them."""

    command: Command
    events: int
    meter_events: int


@dataclass
class Derivation:
    """Derives commands one after the other. It remembers which act was found behind which kind of event, to try it first."""

    likely: dict[str, str] = field(default_factory=dict)

    def derive(
        self,
        recorded: RecordedDecision,
        table: Table | None,
        meters: Meters,
        is_whole: bool = True,
    ) -> DerivedCommand | None:
        """Return the command that gives the recorded events, or the only one that gives events of the same kinds; None if there is
        no such command. If the record is not `is_whole`, it may contain further commands, and the first of them is derived."""
        kind, edition = recorded.all_events[0].kind, recorded_edition(recorded)
        similar: dict[str, DerivedCommand] = {}
        for command in self._candidates(recorded, table, meters):
            try:
                decided = decide(table, command, meters, edition)
            except (HousewayError, *IMPOSSIBLE):
                continue
            if not _begins_with(recorded, *decided, is_whole):
                continue
            found = DerivedCommand(command, *map(len, decided))
            if _gives(recorded, decided, found):
                self.likely[kind] = command.act
                return found
            if not command.act.startswith(STATED):
                similar.setdefault(command.act, found)
        return next(iter(similar.values())) if len(similar) == 1 else None

    def _candidates(self, recorded: RecordedDecision, table: Table | None, meters: Meters) -> Iterator[Command]:
        if table is None:
            yield _opening(recorded)
            return
        known = dict(_known_facts(table))
        likely = self.likely.get(recorded.all_events[0].kind, "")
        if likely in known:
            yield from _with_facts(likely, known[likely], recorded)
        step = due_step(table, recorded.at, meters) if table.open else None
        if step is not None:
            yield command_of_step(table, step, recorded)
        for act, names in known.items():
            yield from _with_facts(act, names, recorded)


def _gives(recorded: RecordedDecision, decided: Decision, found: DerivedCommand) -> bool:
    events, moved = recorded.events[: found.events], recorded.meter_events[: found.meter_events]
    return compare_decision(events, moved, decided, recorded.raw, is_old=True) is None


def _begins_with(
    recorded: RecordedDecision, events: Sequence[Event], at_meters: Sequence[tuple[str, Event]], is_whole: bool
) -> bool:
    given, wanted = [event.kind for event in recorded.events], [event.kind for event in events]
    moved, moves = (
        [(name, event.kind) for name, event in recorded.meter_events],
        [(name, each.kind) for name, each in at_meters],
    )
    if is_whole:
        return given == wanted and sorted(moved) == sorted(moves)
    return bool(wanted or moves) and given[: len(wanted)] == wanted and sorted(moved[: len(moves)]) == sorted(moves)


def _opening(recorded: RecordedDecision) -> Command:
    facts = _facts_in(recorded.events, acts.OPENING_FACTS)
    moved = [event["amount"] for event in recorded.events if event.kind == MONEY_MOVED]
    return Command("open-table", recorded.by, {**facts, "inventory": moved[-1] if moved else None}, recorded.at)


def _known_facts(table: Table) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield every act with the names of its facts."""
    yield from ((act, each.facts) for act, each in table.game.acts.items())
    yield from ((act, frozenset(each.facts)) for act, each in acts.ACTS.items())
    yield from ((act, frozenset(EQUIPMENT_FACTS.get(act, ()))) for act in equipment.ACTS)
    yield from ((act, frozenset(names)) for act, names in METER_FACTS.items())


def _with_facts(act: str, names: frozenset[str], recorded: RecordedDecision) -> Iterator[Command]:
    """Yield the act with the facts of the first event, and with those of all."""
    events = recorded.all_events
    first, whole = _facts_in(events[:1], names), _facts_in(events, names)
    yield Command(act, recorded.by, first, recorded.at)
    wager, marked, _ = str(first.get("wager", "")).partition(":")
    if marked:  # a number wager is recorded with its number
        yield Command(act, recorded.by, {**first, "wager": wager}, recorded.at)
    if whole != first:
        yield Command(act, recorded.by, whole, recorded.at)


def _facts_in(events: Sequence[Event], names: frozenset[str]) -> dict[str, object]:
    """Return the facts of these names, each from the first event that has it."""
    facts: dict[str, object] = {}
    for event in events:
        for name in names:
            if name in event.facts and name not in facts:
                facts[name] = event.facts[name]
    return facts
