"""The public record of a round's chance: what the house committed to beforehand, what players have added to it, what was drawn,
and which seeds are open."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from houseway.events import Event
from houseway.service.live.turns.turn import chance_stream, table_stream
from houseway.service.records.streams import version_before
from houseway.service.secrecy.round_values import RoundValues, list_hashes
from houseway.service.secrecy.sealing import unseal_commands
from houseway.service.secrecy.seeds import COMMITTED, DRAWN, DRAWS, FURTHER, OPENED, VALUES, SeedName, TableSeeds
from houseway.store import Store

LATER_ROUNDS = 2
"""A deck may be shuffled in one round and dealt in a later one, when its seed is opened."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A command that drew from a seed."""

    purpose: str
    act: str
    version: int
    """The version of the command's first event in the table's stream."""
    deck: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A shuffle of this round, or of one before whose deck may have been dealt in this one."""

    round: int
    purpose: str
    version: int
    """The version of the command's first event in the table's stream."""
    deck: str
    commitment: str
    """The SHA-256 of the seed, which was published before."""
    seed: str
    """The seed in hexadecimal; empty until it is open."""
    order: tuple[str, ...]
    """The recorded order of the cards; empty until the seed is open."""
    number: int
    """Its number, from 1, among the shuffles that share the seed; 0 if none does."""
    values: str
    """The text of the two events of its round; empty in a round of an earlier program."""


@dataclass(frozen=True, slots=True)
class ChanceRecord:
    """What was committed to before the round, what players have added to it, and what is open."""

    round: int
    commitments: dict[str, str]
    """SHA-256 of each seed, by purpose; published when the round began."""
    opened: dict[str, str]
    """Seeds that are open, in hexadecimal."""
    draws: tuple[Draw, ...]
    shuffles: tuple[Shuffle, ...]
    values: str
    """The text of the events on which its draws depend; empty in a round of an earlier program."""


@dataclass
class _Seeds:
    """What the stream of seeds says, by round and purpose."""

    commitments: dict[SeedName, str] = field(default_factory=dict)
    opened: dict[SeedName, str] = field(default_factory=dict)
    draws: list[tuple[int, Draw]] = field(default_factory=list)
    values: dict[int, RoundValues] = field(default_factory=dict)

    def text_of(self, number: int) -> str:
        return self.values[number].text if number in self.values else ""

    def add(self, event: Event) -> None:
        number = event.number("round")
        match event.kind:
            case k if k == COMMITTED:
                commitments = event.table("commitments")
                self.commitments |= {(number, purpose): each for purpose, each in commitments.items()}
                if "hashes" in event.facts:
                    self.values[number] = list_hashes(number, commitments, event.table("hashes"))
            case k if k == VALUES and number in self.values:
                self.values[number] = self.values[number].opened(event.table("values"), tuple(event.table("withheld", {})))
            case k if k == OPENED:
                self.opened[number, event.text("purpose")] = event.text("seed")
            case k if k == DRAWN:
                facts = (event.text("purpose"), event.text("act"), event.number("version"), event.text("deck"))
                self.draws.append((number, Draw(*facts)))


def read_chance(store: Store, table: str, number: int) -> ChanceRecord:
    """Read what everybody may know about the seeds of a round. The house's secret is not among it, not even encrypted."""
    seeds = _Seeds()
    for event in _seed_events(store, table, number):
        seeds.add(event)
    return ChanceRecord(
        number,
        {purpose: each for (of, purpose), each in seeds.commitments.items() if of == number},
        {purpose: each for (of, purpose), each in seeds.opened.items() if of == number},
        tuple(draw for of, draw in seeds.draws if of == number),
        tuple(_read_shuffles(store, table, number, seeds)),
        seeds.text_of(number),
    )


def _seed_events(store: Store, table: str, number: int) -> Iterator[Event]:
    """Yield the events of seeds from the rounds before whose decks may be dealt in a round, until its own seeds may all be open."""
    for append in store.read(chance_stream(table), _version_before_round(store, table, max(number - LATER_ROUNDS, 1))):
        for event in append.events:
            if event.kind == COMMITTED and event.number("round") > number + LATER_ROUNDS:
                return
            yield event


def _version_before_round(store: Store, table: str, number: int) -> int:
    """Return the version of the stream of seeds before a round: those of a round are committed to when the one before ends."""
    stream = table_stream(table)
    earlier = store.version_before_round(stream, number - 1) or 0
    return version_before(store, chance_stream(table), store.head_at(stream, earlier).at)


def _read_shuffles(store: Store, table: str, number: int, seeds: _Seeds) -> Iterator[Shuffle]:
    further = Counter[int]()
    for of, draw in seeds.draws:
        name = (of, draw.purpose)
        further[of] += draw.purpose == FURTHER
        if of > number or draw.purpose == DRAWS or not draw.deck or name not in seeds.commitments:
            continue
        seed = seeds.opened.get(name, "")
        order = _read_order(store, table, draw.version, name, bytes.fromhex(seed)) if seed else ()
        shared = further[of] if draw.purpose == FURTHER else 0
        facts = (of, draw.purpose, draw.version, draw.deck, seeds.commitments[name], seed, order)
        yield Shuffle(*facts, shared, seeds.text_of(of))


def _read_order(store: Store, table: str, version: int, name: SeedName, seed: bytes) -> tuple[str, ...]:
    """Return the order of the cards that the command at a version has recorded. Its seal opens with the seed."""
    append = next(iter(store.read(table_stream(table), version - 1)))
    opened = TableSeeds(opened={name: seed})
    commands = unseal_commands(append.commands, append.sealed, opened.seal_key, opened.opened)
    events = [event for command in commands for event in command.events][version - append.first_version :]
    cards = next((event.cards("cards") for event in events if event.facts.get("cards")), ())
    return tuple(map(str, cards))
