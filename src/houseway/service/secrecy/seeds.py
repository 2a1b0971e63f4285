"""The seeds of a table: which the house has committed to, what was drawn from them, and which are open.

When a round starts, the house takes a secret from the operating system. It derives one seed for the draws of the round (cuts, dice,
numbers) and one for each shuffle, and publishes their hashes. The secret is stored encrypted, under a key that is not in the
database, so that a round can go on after a crash. When the round is over, the seed of its draws is opened, and so is the seed of
every shuffle whose deck was dealt. A deck that was shuffled for a later round stays closed until that round is over.

All of it is a stream of its own, `chance:TABLE`; `TableSeeds` is that stream folded.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from houseway.chance import CommittedChance, commit_to_seed, derive_seed
from houseway.errors import Corrupted, Malformed
from houseway.events import Event

COMMITTED, DRAWN, OPENED = "seeds-committed", "chance-drawn", "seed-opened"
DRAWS, SEAL = "draws", "seal"
SHUFFLES_COMMITTED = 3
"""Seeds for shuffles that are committed to at the start of a round. Most rounds need one; more are committed to when needed."""
SHUFFLE_ACTS = ("shuffle", "receive-deck")

SeedName = tuple[int, str]
"""A round and the purpose of one of its seeds."""


def shuffle_purpose(number: int) -> str:
    return f"shuffle-{number}"


@dataclass(frozen=True, slots=True)
class TableSeeds:
    """The seeds of one table. Secrets are known to the house only; everything else is public."""

    secrets: Mapping[int, bytes] = field(default_factory=dict, repr=False)
    """The secret of each round whose seeds are not all open."""
    commitments: Mapping[SeedName, str] = field(default_factory=dict)
    opened: Mapping[SeedName, bytes] = field(default_factory=dict)
    round: int = 0
    shuffles: int = 0
    """Shuffles drawn in this round."""
    draws: int = 0
    """Other draws in this round."""
    decks: Mapping[str, SeedName] = field(default_factory=dict)
    """The seed behind the present order of each deck."""

    def seed(self, name: SeedName) -> bytes:
        """Return a seed that is open, or that the house can derive."""
        if name in self.opened:
            return self.opened[name]
        if name[0] not in self.secrets:
            raise Corrupted(
                f"the {name[1]} seed of round {name[0]} is neither open nor known to this house",
                code="seed.unknown",
                given=str(name),
                allowed="an open seed",
            )
        return derive_seed(self.secrets[name[0]], name[1])

    def seal_key(self, name: SeedName) -> bytes:
        return derive_seed(self.seed(name), SEAL)

    def next_draw(self, act: str) -> SeedName:
        """Return the seed that the next draw of an act uses."""
        return self.round, shuffle_purpose(self.shuffles + 1) if act in SHUFFLE_ACTS else DRAWS

    def chance_for(self, act: str) -> CommittedChance:
        """Return the source for the next draw of an act. Each draw has a stream of its own."""
        name = self.next_draw(act)
        seed = self.seed(name)
        return CommittedChance(seed if name[1] != DRAWS else derive_seed(seed, str(self.draws + 1)))

    def is_committed_for(self, act: str) -> bool:
        return self.next_draw(act) in self.commitments

    def without_finished_rounds(self) -> "TableSeeds":
        """Forget rounds whose seeds are all open. They are in the stream."""
        closed = {name[0] for name in self.commitments if name not in self.opened} | {self.round}
        commitments = {name: hashed for name, hashed in self.commitments.items() if name[0] in closed}
        return replace(
            self, commitments=commitments, opened={name: seed for name, seed in self.opened.items() if name[0] in closed}
        )


def commit_round(number: int, secret: bytes, encrypt: Callable[[bytes], bytes]) -> Event:
    """Commit to the seeds of a round. `encrypt` protects the secret with a key that is not in the database."""
    purposes = (DRAWS, *(shuffle_purpose(place) for place in range(1, SHUFFLES_COMMITTED + 1)))
    hashes = {purpose: commit_to_seed(derive_seed(secret, purpose)) for purpose in purposes}
    return Event(COMMITTED, (), {"round": number, "commitments": hashes, "secret": encrypt(secret).hex()})


def commit_further_shuffle(seeds: TableSeeds) -> Event:
    """Commit to one shuffle more than the start of the round foresaw."""
    number, purpose = seeds.next_draw(SHUFFLE_ACTS[0])
    return Event(COMMITTED, (), {"round": number, "commitments": {purpose: commit_to_seed(seeds.seed((number, purpose)))}})


def record_draw(name: SeedName, act: str, version: int, deck: str) -> Event:
    """Record that a command of the table drew from a seed. `version` is that of the command's first event in the table's stream."""
    number, purpose = name
    return Event(DRAWN, (), {"round": number, "purpose": purpose, "act": act, "version": version, "deck": deck})


def open_seeds(seeds: TableSeeds, dealt_deck: str | None) -> Iterator[Event]:
    """Open what the end of a round allows: everything except the order of decks that have not been dealt.

    Without a deck, nothing will be dealt any more, and everything is opened.
    """
    waiting = {name for deck, name in seeds.decks.items() if deck != dealt_deck} if dealt_deck is not None else set()
    for name in seeds.commitments:
        if name not in seeds.opened and name not in waiting and name[0] <= seeds.round:
            yield Event(OPENED, (), {"round": name[0], "purpose": name[1], "seed": seeds.seed(name).hex()})


def evolve_seeds(seeds: TableSeeds, event: Event, decrypt: Callable[[bytes], bytes] | None = None) -> TableSeeds:
    """Fold one event. Without `decrypt` only what is public is known, as for somebody outside the house."""
    match event.kind:
        case "seeds-committed":
            return _on_committed(seeds, event, decrypt)
        case "chance-drawn":
            return _on_drawn(seeds, event)
        case "seed-opened":
            return _on_opened(seeds, event)
    allowed = (COMMITTED, DRAWN, OPENED)
    raise Malformed(f"{event.kind!r} is not an event of a table's seeds", code="seed.event", given=event.kind, allowed=allowed)


def _on_committed(seeds: TableSeeds, event: Event, decrypt: Callable[[bytes], bytes] | None) -> TableSeeds:
    number = event.number("round")
    commitments = {(number, purpose): hashed for purpose, hashed in event.table("commitments").items()}
    secrets = dict(seeds.secrets)
    if decrypt is not None and "secret" in event.facts:
        secrets[number] = decrypt(bytes.fromhex(event.text("secret")))
    seeds = replace(seeds, secrets=secrets, commitments={**seeds.commitments, **commitments})
    return seeds if number == seeds.round else replace(seeds, round=number, shuffles=0, draws=0)


def _on_drawn(seeds: TableSeeds, event: Event) -> TableSeeds:
    name = (event.number("round"), event.text("purpose"))
    if name[1] == DRAWS:
        return replace(seeds, draws=seeds.draws + 1)
    return replace(seeds, shuffles=seeds.shuffles + 1, decks={**seeds.decks, event.text("deck"): name})


def _on_opened(seeds: TableSeeds, event: Event) -> TableSeeds:
    """A seed that does not have the hash that was published is a broken promise."""
    name, seed = (event.number("round"), event.text("purpose")), bytes.fromhex(event.text("seed"))
    if commit_to_seed(seed) != seeds.commitments.get(name):
        said = f"the {name[1]} seed of round {name[0]} is not the one that was committed to"
        raise Corrupted(said, code="seed.commitment", given=commit_to_seed(seed), allowed=str(seeds.commitments.get(name)))
    opened = {**seeds.opened, name: seed}
    rounds = {each[0] for each in seeds.commitments if each not in opened}
    secrets = {number: secret for number, secret in seeds.secrets.items() if number in rounds}
    return replace(seeds, opened=opened, secrets=secrets)
