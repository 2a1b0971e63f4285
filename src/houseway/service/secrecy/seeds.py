"""The seeds of a table: which the house has committed to, what was drawn from them, and which are open.

When a round starts, the house takes a secret from the operating system. It derives one seed for the draws of the round (cuts, dice,
numbers), one for each of its first shuffles and one for all further ones, and publishes their hashes, with those of the players'
values (`round_values`). Nothing is drawn before these values are open. The secret is stored encrypted, under a key that is not in
the database, so that a round can go on after a crash. When the round is over, the seed of its draws is opened, and so is the seed
of every shuffle whose deck was dealt. A deck that was shuffled for a later round stays closed until that round is over.

All of it is a stream of its own, `chance:TABLE`; `TableSeeds` is that stream folded.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from houseway.chance import CommittedChance, commit_to_seed, derive_seed, mix_seed
from houseway.errors import Corrupted, Malformed
from houseway.events import Event
from houseway.service.secrecy.round_values import ROUNDS_AFTER_WITHHOLDING, RoundValues, broken, list_hashes

COMMITTED, DRAWN, OPENED, VALUES = "seeds-committed", "chance-drawn", "seed-opened", "values-opened"
DRAWS, FURTHER, SEAL = "draws", "further-shuffles", "seal"
SHUFFLES_COMMITTED = 2
"""Shuffles of a round that have a seed each. Most rounds need one, and the first round with two decks needs two; all further ones
share a seed."""
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
    values: Mapping[int, RoundValues] = field(default_factory=dict)
    """What players have added to each round. Rounds of earlier programs have none."""
    withheld: Mapping[str, int] = field(default_factory=dict)
    """The last round in which a seat, or a player, has withheld a value."""

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
        if act not in SHUFFLE_ACTS:
            return self.round, DRAWS
        is_further = self.shuffles >= SHUFFLES_COMMITTED and self.round in self.values
        return self.round, FURTHER if is_further else shuffle_purpose(self.shuffles + 1)

    def chance_for(self, act: str) -> CommittedChance:
        """Return the source for the next draw of an act. Each draw has a stream of its own."""
        name = self.next_draw(act)
        drawn = {DRAWS: self.draws, FURTHER: self.shuffles - SHUFFLES_COMMITTED}.get(name[1], 0)
        return CommittedChance(self.draw_seed(name, drawn + 1))

    def draw_seed(self, name: SeedName, number: int) -> bytes:
        """Return the seed of the draw of a number, counted from 1, among those that a committed seed serves. It depends on what
        players have added to the round."""
        seed, values = self.seed(name), self.values.get(name[0])
        if values is not None:
            seed = mix_seed(seed, values.joined)
        return derive_seed(seed, str(number)) if name[1] in (DRAWS, FURTHER) else seed

    @property
    def awaited(self) -> RoundValues | None:
        """Return the list of hashes whose values are not open yet, before which nothing is drawn; None if there is none."""
        values = self.values.get(self.round)
        return None if values is None or values.is_open else values

    def may_contribute(self, contributor: str, number: int) -> bool:
        """Return whether a seat, or a player, may contribute to a round: it has not withheld a value shortly before."""
        last = self.withheld.get(contributor)
        return last is None or number > last + ROUNDS_AFTER_WITHHOLDING

    def is_committed_for(self, act: str) -> bool:
        return self.next_draw(act) in self.commitments

    def without_finished_rounds(self) -> "TableSeeds":
        """Forget rounds whose seeds are all open, but for what the receipt of the last one signs. They are in the stream."""
        closed = {name[0] for name in self.commitments if name not in self.opened} | {self.round}
        commitments = {name: hashed for name, hashed in self.commitments.items() if name[0] in closed}
        opened = {name: seed for name, seed in self.opened.items() if name[0] in closed}
        kept = closed | {self.round - 1}
        values = {number: each for number, each in self.values.items() if number in kept}
        return replace(self, commitments=commitments, opened=opened, values=values)


def commit_round(
    number: int, secret: bytes, encrypt: Callable[[bytes], bytes], hashes: Mapping[int, str] = MappingProxyType({})
) -> Event:
    """Commit to everything that a round may draw, and list the hashes of players' values by seat. `encrypt` protects the secret
    with a key that is not in the database."""
    purposes = (DRAWS, *(shuffle_purpose(place) for place in range(1, SHUFFLES_COMMITTED + 1)), FURTHER)
    commitments = {purpose: commit_to_seed(derive_seed(secret, purpose)) for purpose in purposes}
    facts = {"round": number, "commitments": commitments, "secret": encrypt(secret).hex(), "hashes": dict(hashes)}
    return Event(COMMITTED, (), facts)


def open_values(seeds: TableSeeds, received: Mapping[int, str], players: Mapping[int, str]) -> Event:
    """Open the values of a round that have come. Seats whose values have not, or were wrong, have withheld them; they are listed
    with their players."""
    hashes = seeds.values[seeds.round].hashes
    values = {seat: received[seat] for seat in sorted(hashes) if seat in received}
    withheld = {seat: players.get(seat, "") for seat in sorted(hashes) if seat not in received}
    return Event(VALUES, (), {"round": seeds.round, "values": values, **({"withheld": withheld} if withheld else {})})


def commit_further_shuffle(seeds: TableSeeds) -> Event:
    """Commit to one shuffle more, in a round that an earlier program has begun without a seed for further ones."""
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
        case "values-opened":
            return _on_values_opened(seeds, event)
    allowed = (COMMITTED, DRAWN, OPENED, VALUES)
    raise Malformed(f"{event.kind!r} is not an event of a table's seeds", code="seed.event", given=event.kind, allowed=allowed)


def _on_committed(seeds: TableSeeds, event: Event, decrypt: Callable[[bytes], bytes] | None) -> TableSeeds:
    number = event.number("round")
    commitments = {(number, purpose): hashed for purpose, hashed in event.table("commitments").items()}
    secrets = dict(seeds.secrets)
    if decrypt is not None and "secret" in event.facts:
        secrets[number] = decrypt(bytes.fromhex(event.text("secret")))
    seeds = _with_list(replace(seeds, secrets=secrets), number, event)
    seeds = replace(seeds, commitments={**seeds.commitments, **commitments})
    return seeds if number == seeds.round else replace(seeds, round=number, shuffles=0, draws=0)


def _with_list(seeds: TableSeeds, number: int, event: Event) -> TableSeeds:
    """Return seeds with the list of a round. It has one list, and nothing is added to it later."""
    if "hashes" not in event.facts:
        if seeds.values:
            raise broken(f"the commitments of round {number} come without players' hashes", number, "one list a round")
        return seeds  # an earlier program
    if number <= seeds.round:
        raise broken(f"round {number} has a second list of commitments and hashes", number, "one list a round")
    hashes = event.table("hashes")
    if any(not seeds.may_contribute(str(seat), number) for seat in hashes):
        raise broken(f"a seat that has withheld a value contributes to round {number} too early", tuple(hashes), "later rounds")
    withheld = {each: last for each, last in seeds.withheld.items() if not seeds.may_contribute(each, number)}
    listed = list_hashes(number, event.table("commitments"), hashes)
    return replace(seeds, values={**seeds.values, number: listed}, withheld=withheld)


def _on_values_opened(seeds: TableSeeds, event: Event) -> TableSeeds:
    number, withheld = event.number("round"), event.table("withheld", {})
    if number != seeds.round or number not in seeds.values:
        raise broken(f"values of round {number} are opened in round {seeds.round}", number, seeds.round)
    opened = seeds.values[number].opened(event.table("values"), tuple(withheld))
    absent = {str(each): number for seat_and_player in withheld.items() for each in seat_and_player if each}
    return replace(seeds, values={**seeds.values, number: opened}, withheld={**seeds.withheld, **absent})


def _on_drawn(seeds: TableSeeds, event: Event) -> TableSeeds:
    name = (event.number("round"), event.text("purpose"))
    if seeds.awaited is not None:
        raise broken(f"round {seeds.round} draws before the players' values are open", event.text("act"), "after that")
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
