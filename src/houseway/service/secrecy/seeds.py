"""The seeds of a table: which the house has committed to, what was drawn from them, and which are open.

When a round starts, the house takes a secret from the operating system. It derives one seed for the draws of the round (cuts, dice,
numbers), one for each of its first shuffles and one for all further ones, and publishes their hashes, with those of the players'
values (`round_values`). Nothing is drawn before these values are open. The secret is stored encrypted, under a key that is not in
the database, so that a round can go on after a crash. When the round is over, the seed of its draws is opened, and so is the seed
of every shuffle whose deck was dealt. A deck that was shuffled for a later round stays closed until that round is over.

All of it is a stream of its own, `chance:TABLE`; `TableSeeds` is that stream folded.
"""

from collections import Counter
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
        return _may_contribute(self.withheld, contributor, number)

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
    folding = SeedFold(seeds, decrypt)
    folding.add(event)
    return folding.seeds()


class SeedFold:
    """Folds events one after the other. What is known is copied once, and not for each event: a table has hundreds of thousands of
    them in a year."""

    def __init__(self, seeds: TableSeeds, decrypt: Callable[[bytes], bytes] | None = None) -> None:
        self._decrypt = decrypt
        self._secrets, self._commitments, self._opened = dict(seeds.secrets), dict(seeds.commitments), dict(seeds.opened)
        self._round, self._shuffles, self._draws = seeds.round, seeds.shuffles, seeds.draws
        self._decks, self._values, self._withheld = dict(seeds.decks), dict(seeds.values), dict(seeds.withheld)
        self._closed = Counter(name[0] for name in self._commitments if name not in self._opened)
        """How many seeds of each round are not open."""

    def seeds(self) -> TableSeeds:
        """Return what is known now. Nothing may be added after that."""
        return TableSeeds(
            self._secrets,
            self._commitments,
            self._opened,
            self._round,
            self._shuffles,
            self._draws,
            self._decks,
            self._values,
            self._withheld,
        )

    def add(self, event: Event) -> None:
        """Fold one event. A refused one is the end."""
        match event.kind:
            case "seeds-committed":
                self._add_commitments(event)
            case "chance-drawn":
                self._add_draw(event)
            case "seed-opened":
                self._open_seed(event)
            case "values-opened":
                self._open_values(event)
            case kind:
                allowed = (COMMITTED, DRAWN, OPENED, VALUES)
                raise Malformed(f"{kind!r} is not an event of a table's seeds", code="seed.event", given=kind, allowed=allowed)

    def _add_commitments(self, event: Event) -> None:
        number = event.number("round")
        commitments = {(number, purpose): hashed for purpose, hashed in event.table("commitments").items()}
        if self._decrypt is not None and "secret" in event.facts:
            self._secrets[number] = self._decrypt(bytes.fromhex(event.text("secret")))
        self._add_list(number, event)
        for name, hashed in commitments.items():
            self._closed[number] += name not in self._commitments and name not in self._opened
            self._commitments[name] = hashed
        if number != self._round:
            self._round, self._shuffles, self._draws = number, 0, 0

    def _add_list(self, number: int, event: Event) -> None:
        """Add the list of a round. It has one list, and nothing is added to it later."""
        if "hashes" not in event.facts:
            if self._values:
                raise broken(f"the commitments of round {number} come without players' hashes", number, "one list a round")
            return  # an earlier program
        if number <= self._round:
            raise broken(f"round {number} has a second list of commitments and hashes", number, "one list a round")
        hashes = event.table("hashes")
        if any(not _may_contribute(self._withheld, str(seat), number) for seat in hashes):
            said = f"a seat that has withheld a value contributes to round {number} too early"
            raise broken(said, tuple(hashes), "later rounds")
        self._withheld = {
            each: last for each, last in self._withheld.items() if not _may_contribute(self._withheld, each, number)
        }
        self._values[number] = list_hashes(number, event.table("commitments"), hashes)

    def _open_values(self, event: Event) -> None:
        number, withheld = event.number("round"), event.table("withheld", {})
        if number != self._round or number not in self._values:
            raise broken(f"values of round {number} are opened in round {self._round}", number, self._round)
        self._values[number] = self._values[number].opened(event.table("values"), tuple(withheld))
        self._withheld |= {str(each): number for seat_and_player in withheld.items() for each in seat_and_player if each}

    def _add_draw(self, event: Event) -> None:
        name = (event.number("round"), event.text("purpose"))
        values = self._values.get(self._round)
        if values is not None and not values.is_open:
            raise broken(f"round {self._round} draws before the players' values are open", event.text("act"), "after that")
        if name[1] == DRAWS:
            self._draws += 1
        else:
            self._shuffles += 1
            self._decks[event.text("deck")] = name

    def _open_seed(self, event: Event) -> None:
        """A seed that does not have the hash that was published is a broken promise."""
        name, seed = (event.number("round"), event.text("purpose")), bytes.fromhex(event.text("seed"))
        if commit_to_seed(seed) != self._commitments.get(name):
            said = f"the {name[1]} seed of round {name[0]} is not the one that was committed to"
            given, allowed = commit_to_seed(seed), str(self._commitments.get(name))
            raise Corrupted(said, code="seed.commitment", given=given, allowed=allowed)
        self._closed[name[0]] -= name not in self._opened
        self._opened[name] = seed
        for number in [each for each in self._secrets if not self._closed[each]]:
            del self._secrets[number]


def _may_contribute(withheld: Mapping[str, int], contributor: str, number: int) -> bool:
    last = withheld.get(contributor)
    return last is None or number > last + ROUNDS_AFTER_WITHHOLDING
