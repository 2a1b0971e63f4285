"""A turn: a command at a table and the croupier's steps that follow from it, decided before anything is stored.

A turn has effect only when it is stored whole: events of the table, of its meters, seeds and players' accounts. Nothing is sent
to anybody before. A refused command leaves no turn.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from types import MappingProxyType

from houseway import progressive
from houseway.chance import CommittedChance, new_seed
from houseway.croupier import CHANCE_ACTS, CHANCE_FACTS, DEALER_ACTOR, actor_for_step, command_for_step, draw_chance_facts
from houseway.errors import NotAllowed, Unavailable
from houseway.events import Actor, Command, Event
from houseway.events.command_record import DUE_STEP, RecordedAct, record_act
from houseway.procedure import Step
from houseway.program import program_name
from houseway.progressive import ProgressiveMeter
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.meter_rows import project_meters
from houseway.reports.rows.table_rows import project_command
from houseway.reports.rows.tally import TableTally
from houseway.service.clock import MILLISECONDS
from houseway.service.live.editions import editions_of
from houseway.service.live.player_values import NO_VALUES, PlayerValues
from houseway.service.live.settings import PHYSICAL, TableSettings, settings_event, settings_stream
from houseway.service.live.settings_plan import SettingsPlan
from houseway.service.live.waiting import Attendance, Clock, Wait, find_wait, running_clocks, wait_for_values
from houseway.service.people.postings import POSTED_EVENTS, AccountPostings
from houseway.service.people.protection.play_counts import NOBODY_PROTECTED, PlayCounts, Protected
from houseway.service.people.stops import NO_STOPS, Stops
from houseway.service.secrecy import seeds as seeding
from houseway.service.secrecy.sealing import Vault, seal_commands
from houseway.service.secrecy.seeds import DRAWS, SHUFFLE_ACTS, SeedName, TableSeeds, evolve_seeds
from houseway.store import AppendRequest, Edition, Projection, RecordedCommand, StreamAppend
from houseway.table import Table, decide, due_step
from houseway.table.acts import is_round_under_way
from houseway.table.disclosure import disclosures_of
from houseway.table.editions import RULES_EVENTS
from houseway.table.meters import meters_drawn_on_now, unreadable_meter
from houseway.table.state import evolve_all, rules_named_by
from houseway.values import FoldedState, lazy_property, with_changes

NO_CHANGES = GamingCalendar()
"""The gaming day of a house that has never changed it."""
NO_CHANCE = CommittedChance(b"")
"""For steps that draw nothing."""
_SEED_EVENTS = frozenset(("round-started", "round-completed", "table-closed"))
"""With these events, seeds are committed to or opened."""


def table_stream(table: str) -> str:
    return f"table:{table}"


def chance_stream(table: str) -> str:
    return f"chance:{table}"


def meter_stream(meter: str) -> str:
    return f"meter:{meter}"


@dataclass(frozen=True)
class Meters(FoldedState):
    """All meters of the house, and the number of events in each one's stream."""

    by_id: Mapping[str, ProgressiveMeter] = field(default_factory=lambda: MappingProxyType({}))
    """Replaced with every event and never altered, so that memoized answers stay valid."""
    versions: Mapping[str, int] = field(default_factory=dict)
    at: int = field(default=0, compare=False)
    """The latest time of an event that was read from the store, in milliseconds."""
    broken: Mapping[str, str] = field(default_factory=dict)
    """Why the stream of a meter cannot be read or folded, by id. Such a meter is not among the others."""

    @lazy_property
    def ready(self) -> tuple[ProgressiveMeter, ...]:
        """Return the meters whose new terms wait for rounds in play at most."""
        return tuple([meter for meter in self.by_id.values() if meter.requested is not None and meter.requested.is_ready])

    def after(self, events: Iterable[tuple[str, Event]]) -> "Meters":
        by_id, versions = dict(self.by_id), dict(self.versions)
        for meter, event in events:
            by_id[meter] = progressive.evolve_meter(by_id.get(meter), event)
            versions[meter] = versions.get(meter, 0) + 1
        return Meters(MappingProxyType(by_id), versions, self.at, self.broken)

    def with_changes(self, changed: "Meters") -> "Meters":
        """Return these meters with others in their places, where those are later, and without those that cannot be read."""
        newer = [name for name, version in changed.versions.items() if version > self.versions.get(name, 0)]
        if not newer and changed.broken.items() <= self.broken.items():
            return self
        broken = {**self.broken, **changed.broken}
        by_id = {**self.by_id, **{name: changed.by_id[name] for name in newer}}
        versions = {**self.versions, **{name: changed.versions[name] for name in newer}}
        for name in changed.broken:
            by_id.pop(name, None), versions.pop(name, None)
        return Meters(MappingProxyType(by_id), versions, max(self.at, changed.at), broken)

    def without_broken(self) -> "Meters":
        """Return these meters as if nothing were known of those that cannot be read, so that they are read again."""
        return Meters(self.by_id, self.versions, self.at)

    def find_fault(self, table: Table | None) -> str:
        """Say why a table cannot be played: a meter that it has filed cannot be read. Empty if it has them all."""
        if table is None or not table.open:
            return ""
        name = unreadable_meter(self.by_id, table.rules, self.broken)
        return f"its meter {name} cannot be read: {self.broken.get(name, 'its stream is gone')}" if name else ""


def check_readable(meters: Meters, name: str) -> None:
    """Refuse what concerns a meter whose stream cannot be read."""
    if name in meters.broken:
        said = f"the meter {name} cannot be read: {meters.broken[name]}"
        raise Unavailable(said, code="house.meter-broken", given=name, allowed="another meter, until its stream is restored")


@dataclass(frozen=True)
class TableState(FoldedState):
    """A table with its seeds, as folded from its two streams."""

    table: Table | None = None
    seeds: TableSeeds = field(default_factory=TableSeeds)
    chance_version: int = 0
    """Events in the stream of seeds."""
    dealt_deck: str = ""
    """The deck from which the round in play is dealt."""
    at: int = 0
    """The time of the last command, in milliseconds."""
    filing: tuple[str, str] = ("", "")
    """The texts of the submission and of the house way that are in force."""
    plan: SettingsPlan = field(default_factory=SettingsPlan)
    attendance: Attendance = field(default_factory=Attendance)
    wait: Wait | None = None
    """What the table waits for after the last turn."""
    tally: TableTally = field(default_factory=TableTally)
    """What reports need to know of the table so far."""
    noted: RecordedAct = field(default=DUE_STEP, compare=False)
    """The program and the versions of meters that the record of the table named last."""

    @property
    def version(self) -> int:
        return self.table.version if self.table else 0

    @property
    def settings(self) -> TableSettings:
        """Return the settings in force."""
        return self.plan.in_force(self.table.number if self.table else 0)

    def after(self, command: RecordedCommand) -> "TableState":
        """Return the state after a command, apart from its seeds."""
        number = self.table.number if self.table else 0
        attendance = self.attendance.after(command, number)
        table, tally = evolve_all(self.table, command.events), self.tally.after(command)
        state = with_changes(self, table=table, at=command.at, attendance=attendance, tally=tally)
        if command.asked is not None and (command.asked.program or command.asked.meters):
            state = with_changes(state, noted=self.noted.with_notes(command.asked))
        for event in command.events:
            kind = event.kind
            if kind in RULES_EVENTS:
                state = with_changes(state, filing=(event.text("submission"), event.text("house_way")))
            elif kind == "deal-begun":
                state = with_changes(state, dealt_deck=event.text("deck"))
            elif kind == "round-completed":
                state = with_changes(state, dealt_deck="")
        return state

    def after_turn(self, meters: "Meters") -> "TableState":
        """Return the state with what the table waits for now that a turn is over."""
        wait = self.find_wait(meters, self.wait)
        return self if wait == self.wait else with_changes(self, wait=wait)

    def find_wait(self, meters: "Meters", earlier: Wait | None) -> Wait | None:
        """Return what the table waits for: for players' values before anything else, because nothing is drawn without them."""
        if self.table is None:
            return None
        if self.seeds.awaited is not None and self.table.open:
            return wait_for_values(self.table, self.at, earlier)
        return find_wait(self.table, self.at, meters.by_id, earlier)

    def values_digest(self, number: int) -> str:
        """Return the hash of what players and house had fixed for the chance of a round, which its receipt signs; empty if that is
        not known here, or if an earlier program has begun it."""
        values = self.seeds.values.get(number)
        return values.digest if values is not None and values.is_open else ""

    def held_until(self, at: int) -> "TableState":
        """Return the state with clocks that do not run out before a time."""
        return self if self.wait is None else with_changes(self, wait=self.wait._replace(not_before=at))

    @property
    def clocks(self) -> tuple[Clock, ...]:
        return running_clocks(self.table, self.wait, self.settings, self.attendance) if self.table else ()


class Turn:
    """Works out what follows from commands at one table. The vault protects the secrets of rounds with the house's key."""

    def __init__(
        self,
        id: str,  # noqa: A002 - the table's id
        state: TableState,
        meters: Meters,
        vault: Vault,
        stops: Stops = NO_STOPS,
        calendar: GamingCalendar = NO_CHANGES,
        values: PlayerValues = NO_VALUES,
        protected: Protected = NOBODY_PROTECTED,
    ) -> None:
        self.id, self.before, self.meters_before, self.stops = id, state, meters, stops
        self._calendar, self._values = calendar, values
        self.state, self.meters = state, meters
        self._vault = vault
        self.commands: list[RecordedCommand] = []
        self.postings = AccountPostings(id)
        self.protected, self.play_counts = protected, PlayCounts(id, protected)
        self._meter_commands: dict[str, list[RecordedCommand]] = {}
        self._chance_commands: list[RecordedCommand] = []
        self._settings_commands: list[RecordedCommand] = []
        self._seals: list[SeedName] = []
        """For each event of the table, the seed under which its hidden facts are sealed."""
        self._sealing_seeds: dict[SeedName, TableSeeds] = {}
        """The seeds of the table from which the key of each seal is derived."""
        self._editions: list[Edition] = []
        self._projections: list[Projection] = []
        self.house_events: list[Event] = []
        """What goes to the record of the house in the same append."""

    @property
    def table(self) -> Table:
        assert self.state.table is not None, "the table is not open"
        return self.state.table

    @property
    def events(self) -> list[Event]:
        """Return the events of the table so far."""
        return [event for command in self.commands for event in command.events]

    def due(self, at: int) -> Step | None:
        table = self.state.table
        assert table is not None, "the table is not open"
        return due_step(table, at // MILLISECONDS, self.meters.by_id)

    def take_command(self, command: Command, at: int, drawn: SeedName | None = None, is_due: bool = False) -> tuple[Event, ...]:
        """Decide a command at a time in milliseconds, or refuse it. `drawn` is the seed of its chance; `is_due` says that it is the
        due step as the croupier takes it."""
        seconds = at // MILLISECONDS
        if command.at != seconds:
            command = Command(command.act, command.by, command.facts, seconds)
        events, meter_events = decide(self.state.table, command, self.meters.by_id)
        asked = DUE_STEP if is_due and events else record_act(command, events or [event for _, event in meter_events])
        if not self.commands:
            asked = asked.noting(self._notes(events))
        if meter_events:
            of_meter = asked._replace(table=self.id, table_version=self.state.version) if not events else None
            self._follow_meters(meter_events, command.by, at, of_meter)
        if not events:
            return events
        kinds = {event.kind for event in events}
        if not kinds.isdisjoint(POSTED_EVENTS):
            self.postings.note_events(events, self.state.version, command.by, at)
        self.play_counts.note_events(command, events, at)
        self._choose_seals(events, kinds, drawn if command.act in SHUFFLE_ACTS else None, command.by, at)
        if not kinds.isdisjoint(RULES_EVENTS):
            self._editions += (edition for event in events for edition in editions_of(event))
        self._add_command(RecordedCommand(at, command.by, events, asked))
        return events

    def _notes(self, events: Sequence[Event]) -> RecordedAct:
        """Return the program and the versions of the table's meters, as far as its record says otherwise so far."""
        noted, table, versions = self.before.noted, self.state.table, self.meters_before.versions
        rules = table.rules if table is not None else rules_named_by(events[0])
        drawn = {meter.id: versions[meter.id] for meter in meters_drawn_on_now(rules, self.meters_before.by_id).values()}
        program = program_name()
        return RecordedAct(
            meters={name: version for name, version in drawn.items() if noted.meters.get(name) != version},
            program="" if program == noted.program else program,
        )

    def _add_command(self, command: RecordedCommand) -> None:
        self.commands.append(command)
        before, state = self.state.tally, self.state.after(command)
        self.state, table = state, state.table
        assert table is not None, "the table is not open"
        self._projections += project_command(before, state.tally, command, self._calendar, disclosures_of(table.rules.game))

    def take_step(self, step: Step, at: int, by: Actor | None = None, is_due: bool = True) -> tuple[Event, ...]:
        """Take a due step as the croupier takes it, with chance from the committed seeds; in another name if `by` is given. If its
        facts were changed, it is not the due step."""
        if step.act in CHANCE_ACTS:
            return self.take_with_chance(Command(step.act, by or actor_for_step(self.table, step), step.facts), at, is_due)
        command = command_for_step(self.table, step, at // MILLISECONDS, NO_CHANCE)
        return self.take_command(command._replace(by=by) if by else command, at, is_due=is_due)

    def check_values_open(self, act: str) -> None:
        """Refuse a wager or a draw before the players' values of the round are open."""
        if self.state.seeds.awaited is not None:
            said = f"{self.id} waits a moment for what players add to the chance of this round"
            raise NotAllowed(said, code="chance.values", given=act, allowed="as soon as the values are open")

    def open_values(self, by: Actor, at: int) -> None:
        """Open the players' values that have come. Those that are missing count as withheld."""
        if self.state.seeds.awaited is not None:
            self._add_chance(seeding.open_values(self.state.seeds, self._values.received, self.table.seats), by, at)

    @property
    def has_all_values(self) -> bool:
        """Return whether the values of the round can be opened, and none is missing."""
        return self._values.is_complete(self.state.seeds)

    def take_with_chance(self, command: Command, at: int, is_due: bool = False) -> tuple[Event, ...]:
        """Decide a command with what chance adds to it, drawn from the committed seeds."""
        self.check_values_open(command.act)
        if not self.state.seeds.is_committed_for(command.act):
            self._add_chance(seeding.commit_further_shuffle(self.state.seeds), DEALER_ACTOR, at)
        seeds, version = self.state.seeds, self.state.version + 1
        name, drawn = seeds.next_draw(command.act), draw_chance_facts(self.table, command.act, seeds.chance_for(command.act))
        if not drawn:  # this table needs no chance here
            return self.take_command(command, at, is_due=is_due)
        events = self.take_command(command._replace(facts={**command.facts, **drawn}), at, name, is_due)
        if any(CHANCE_FACTS[command.act] in event.facts for event in events):
            deck = next((str(event.facts["deck"]) for event in events if "deck" in event.facts), "")
            self._add_chance(seeding.record_draw(name, command.act, version, deck), command.by, at)
        return events

    def record_settings(self, settings: TableSettings, by: Actor, at: int) -> None:
        """Record how the table is run. It is stored together with the opening."""
        self._add_settings(settings_event(settings), by, at)

    def change_settings(self, wanted: Mapping[str, object], by: Actor, why: str, at: int) -> None:
        """Change how the table is run, or refuse it. In the middle of a round the change waits for the next one."""
        from_round = self.table.number + is_round_under_way(self.table)
        self._add_settings(self.state.plan.change(wanted, from_round, by.name, why), by, at)

    def _add_settings(self, event: Event, by: Actor, at: int) -> None:
        self._settings_commands.append(RecordedCommand(at, by, (event,)))
        self.state = with_changes(self.state, plan=self.state.plan.after(event))

    @property
    def meters_changed(self) -> Meters:
        """Return the meters that this turn moves, as they will be."""
        names = self._meter_commands
        by_id = {name: self.meters.by_id[name] for name in names}
        return Meters(MappingProxyType(by_id), {name: self.meters.versions[name] for name in names})

    @property
    def moves_only_its_table(self) -> bool:
        """Return whether nothing but streams of the table itself is added to: no meter, account, edition or record of the
        house."""
        others = (self._meter_commands, self._editions, self.house_events)
        return bool(self.commands) and self.postings.is_empty and not self.play_counts.persons and not any(others)

    def _choose_seals(self, events: Sequence[Event], kinds: Set[str], shuffled: SeedName | None, by: Actor, at: int) -> None:
        """The order of a deck is sealed with its shuffle, and everything else with the round, which some events end or begin."""
        if kinds.isdisjoint(_SEED_EVENTS):
            self._choose_seal(shuffled, len(events))
            return
        for event in events:
            self._choose_seal(shuffled, 1)
            if event.kind in _SEED_EVENTS:
                self._follow_round(event, by, at)

    def _choose_seal(self, shuffled: SeedName | None, events: int) -> None:
        seeds = self.state.seeds
        name = shuffled or (seeds.round, DRAWS)
        self._seals += [name] * events
        if name not in self._sealing_seeds and name in seeds.commitments:
            self._sealing_seeds[name] = seeds

    def _follow_meters(self, events: Iterable[tuple[str, Event]], by: Actor, at: int, asked: RecordedAct | None) -> None:
        """Add events of meters. `asked` is the command, if it moves nothing but a meter."""
        for meter, event in events:
            check_readable(self.meters, meter)
            self._meter_commands.setdefault(meter, []).append(RecordedCommand(at, by, (event,), asked))
            self.meters = self.meters.after([(meter, event)])

    def _follow_round(self, event: Event, by: Actor, at: int) -> None:
        """Commit to seeds when a round starts, and open them when it is completed, or when the table closes for good."""
        match event.kind:
            case "round-completed" | "table-closed":
                deck = self.state.dealt_deck if event.kind == "round-completed" else None
                for opened in seeding.open_seeds(self.state.seeds, deck):
                    self._add_chance(opened, by, at)
            case "round-started":
                self._add_chance(self._start_chance(event.number("number")), by, at)
                self.state = with_changes(self.state, seeds=self.state.seeds.without_finished_rounds())

    def _start_chance(self, number: int) -> Event:
        """Commit to everything that a round may draw, and list what players have sent for it. Physical cards draw nothing."""
        table, is_drawn = self.state.table, self.state.settings.cards != PHYSICAL
        hashes = self._values.hashes_by_seat(table, self.state.seeds, number) if table is not None and is_drawn else {}
        return seeding.commit_round(number, new_seed(), self._vault.encrypt, hashes)

    def _add_chance(self, event: Event, by: Actor, at: int) -> None:
        self._chance_commands.append(RecordedCommand(at, by, (event,)))
        state = self.state
        self.state = with_changes(
            state, seeds=evolve_seeds(state.seeds, event, self._vault.decrypt), chance_version=state.chance_version + 1
        )

    def request(self, command_id: str = "", answer: str = "") -> AppendRequest:
        """Return what has to be stored. It is empty if nothing has happened."""
        parts = [self._table_part()] if self.commands else []
        parts += [
            StreamAppend(meter_stream(meter), self.meters_before.versions.get(meter, 0), tuple(commands))
            for meter, commands in self._meter_commands.items()
        ]
        if self._chance_commands:
            parts.append(StreamAppend(chance_stream(self.id), self.before.chance_version, tuple(self._chance_commands)))
        if self._settings_commands:
            parts.append(StreamAppend(settings_stream(self.id), self.before.plan.version, tuple(self._settings_commands)))
        moved = [(self.meters.by_id[name], commands) for name, commands in self._meter_commands.items()]
        projections = (*self._projections, *(project_meters(moved, self._calendar) if moved else ()))
        return AppendRequest(
            (*parts, *self.postings.parts, *self.play_counts.parts), command_id, answer, tuple(self._editions), projections
        )

    def _table_part(self) -> StreamAppend:
        disclosures = disclosures_of(self.table.rules.game)
        shown, sealed = seal_commands(self.commands, disclosures, self._seals, self._seal_key)
        in_round = self.before.table.number if self.before.table else 0
        return StreamAppend(table_stream(self.id), self.before.version, shown, in_round, sealed)

    def _seal_key(self, name: SeedName) -> bytes:
        return self._sealing_seeds[name].seal_key(name)
