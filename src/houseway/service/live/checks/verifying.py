"""Check from the stored streams alone that every draw came from the seed that the house had committed to beforehand."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

from houseway.chance import CommittedChance
from houseway.croupier import draw_chance_facts
from houseway.equipment.disclosure import ORDER_EVENTS, with_unknown_order
from houseway.errors import IMPOSSIBLE, HousewayError
from houseway.events import Event
from houseway.progressive import ProgressiveMeter, evolve_meter
from houseway.review import MeterRecord, RecordedDecision, ReviewFinding, StreamTableReview
from houseway.service.clock import MILLISECONDS
from houseway.service.live.checks.draws import RecordedDraw, SeedsAndDraws, read_chance
from houseway.service.live.editions import add_stored_editions
from houseway.service.live.turns.turn import meter_stream, table_stream
from houseway.service.secrecy.sealing import unseal_append
from houseway.store import RecordedCommand, Store, StoredAppend, StreamHead
from houseway.table.editions import RULES_EVENTS
from houseway.table.state import Table, evolve_all


@dataclass(frozen=True, slots=True)
class VerifiedDraw:
    """A draw of which the seed is open."""

    round: int
    """The round that committed to the seed."""
    act: str
    version: int
    """The version of the draw's first event in the table's stream."""
    agrees: bool
    """Whether the recorded result is the one that the seed gives."""


_MOST_KEPT = 10_000
"""Events of meters that are kept."""


def verify_draws(store: Store, table: str) -> Iterator[VerifiedDraw]:
    """Yield every draw whose seed is open. Needs no key of the house. Stops where the facts of the table are still sealed."""
    return (each.draw for each in replay_table(store, table) if each.draw is not None)


class FoldedCommand(NamedTuple):
    """A table after a command."""

    table: Table | None
    draw: VerifiedDraw | None = None
    """The draw, if the command was one."""
    finding: ReviewFinding | None = None
    """Where the record is not what the rules give, if commands are decided again."""


_folded_command, _recorded_decision = partial(tuple.__new__, FoldedCommand), partial(tuple.__new__, RecordedDecision)
"""Make one from a tuple of its fields, without a call of Python: an audit makes one for every command."""


class TableReplay:
    """Folds a table append by append, and computes its draws again from open seeds. With a review, each command is decided again.
    It stops where the facts of the table are still sealed."""

    def __init__(
        self, store: Store, table: str, review: StreamTableReview | None = None, chance: SeedsAndDraws | None = None
    ) -> None:
        self._store, self._review = store, review
        self._chance = chance or read_chance(store, table)
        self.table: Table | None = None
        self.is_over = False
        """Whether nothing more can be folded."""

    def take(self, append: StoredAppend, until: int | None = None) -> Iterator[FoldedCommand]:
        """Fold the next append, up to a version, and yield the table after each command."""
        version, opened = append.first_version, unseal_append(append, self._chance.seeds)
        if not append.kinds.isdisjoint(RULES_EVENTS):
            add_stored_editions(self._store, opened.commands)
        content, has_orders = _StoredContent(append.content), not append.kinds.isdisjoint(ORDER_EVENTS)
        draws = self._chance.draws
        for place, command in enumerate(opened.commands):
            after = version + len(command.events)
            if (opened.sealed_from is not None and after > opened.sealed_from) or (until is not None and version > until):
                self.is_over = True
                return
            draw = None
            if version in draws:
                drawn = self._chance.open_draw(version)
                draw = self._check_draw(command, drawn) if drawn is not None else None
            known, is_sealed = _known_events(command) if has_orders else (command.events, False)
            finding = self._fold(command, version, known, is_sealed, _StoredEvents(content, place))
            yield _folded_command((self.table, draw, finding))
            version = after

    def _check_draw(self, command: RecordedCommand, drawn: RecordedDraw) -> VerifiedDraw | None:
        """Compute a draw again."""
        if self.table is None:
            return None
        chance = CommittedChance(self._chance.seeds.draw_seed(drawn.name, drawn.number))
        return VerifiedDraw(drawn.name[0], drawn.act, drawn.version, _agrees(self.table, drawn.act, chance, command))

    def _fold(
        self,
        command: RecordedCommand,
        version: int,
        known: tuple[Event, ...],
        is_sealed: bool,
        raw: Iterable[Mapping[str, object]],
    ) -> ReviewFinding | None:
        """Fold a command. Return where the record is not what the rules give."""
        review = self._review
        if review is None:
            self.table = evolve_all(self.table, known)
            return None
        at, by, _, asked = command
        review.begin(at, asked)
        recorded = _recorded_decision((version - 1, at // MILLISECONDS, by, known, (), asked, raw, is_sealed))
        finding = review.take(recorded)
        self.table = review.table
        return finding

    def finish(self) -> None:
        """Decide what was asked of meters after the last command."""
        if self._review is not None:
            self._review.finish()


def _known_events(command: RecordedCommand) -> tuple[tuple[Event, ...], bool]:
    """Return the events of a command as they can be folded, and whether the order of a deck is still sealed in them."""
    if any(event.kind in ORDER_EVENTS and "cards" not in event.facts for event in command.events):
        return tuple(map(with_unknown_order, command.events)), True
    return command.events, False


class _StoredContent:
    """The content of an append. It is parsed when somebody looks at it, which is seldom: where the record and the rules differ."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    @cached_property
    def commands(self) -> list[Any]:
        parsed: list[Any] = json.loads(self._content)
        return parsed


class _StoredEvents:
    """The events of a command as they are stored."""

    __slots__ = ("_content", "_place")

    def __init__(self, content: _StoredContent, place: int) -> None:
        self._content, self._place = content, place

    def __iter__(self) -> Iterator[Mapping[str, object]]:
        return iter(self._content.commands[self._place]["events"])


def replay_table(
    store: Store, table: str, until: int | None = None, review: StreamTableReview | None = None
) -> Iterator[FoldedCommand]:
    """Fold a table from its beginning, up to a version. With a review, each command is decided again."""
    replay = TableReplay(store, table, review)
    for append in store.read(table_stream(table)):
        yield from replay.take(append, until)
        if replay.is_over:
            break
    replay.finish()


def review_of(store: Store, table: str, meters: "MeterRecords | None" = None) -> StreamTableReview:
    """Return what decides a table of a store again. Tables that are decided one after the other may share what they read."""
    return StreamTableReview(table, (meters or MeterRecords(store)).find)


class MeterRecords:
    """The records of all meters of a house. Each is kept, with the meter after it, for the other tables that are decided again:
    they all follow the whole stream of a meter that they share. Long streams are read for each table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[StreamHead, tuple[MeterRecord, ...]] = {}
        self._room = _MOST_KEPT

    def find(self) -> Iterator[tuple[str, Iterable[MeterRecord]]]:
        """Yield the records of each meter by its name."""
        for head in self._store.stream_heads(meter_stream("")):
            yield head.stream.removeprefix(meter_stream("")), self._kept_records(head) or _records_of(self._store, head.stream)

    def _kept_records(self, head: StreamHead) -> tuple[MeterRecord, ...]:
        """Return records that are kept; none of a stream that is too long, or that cannot be read and folded to its end."""
        if head not in self._kept and head.version <= self._room:
            self._room -= head.version
            try:
                self._kept[head] = tuple(_folded(_records_of(self._store, head.stream)))
            except (HousewayError, *IMPOSSIBLE):
                self._kept[head] = ()
        return self._kept.get(head, ())


def _folded(records: Iterable[MeterRecord]) -> Iterator[MeterRecord]:
    meter: ProgressiveMeter | None = None
    for record in records:
        meter = evolve_meter(meter, record.event)
        yield record._replace(after=meter)


def _records_of(store: Store, stream: str) -> Iterator[MeterRecord]:
    for append in store.read(stream):
        for command in append.commands:
            yield from (MeterRecord(command.at, command.by, event, command.asked) for event in command.events)


def _agrees(state: Table, act: str, chance: CommittedChance, command: RecordedCommand) -> bool:
    expected = draw_chance_facts(state, act, chance)
    recorded = [event.facts for event in command.events]
    return bool(expected) and all(any(facts.get(name) == value for facts in recorded) for name, value in expected.items())
