"""Check a table against its seeds: no secret is stored open, nothing stays sealed once its round is over, and whatever chance
decides is a draw from a committed seed. A forger who hides a round, or a draw, from the audit is found here."""

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from houseway.command_record import has_card
from houseway.disclosure import Disclosures
from houseway.equipment.disclosure import ORDER_EVENTS
from houseway.events import Actor, Event, Role
from houseway.service.live.settings import PHYSICAL
from houseway.service.live.settings_plan import load_settings_plan
from houseway.service.live.turn import chance_stream
from houseway.service.secrecy.seeds import DRAWN, DRAWS, SeedName, TableSeeds, evolve_seeds
from houseway.spelling import count_things
from houseway.store import RecordedCommand, Store, StoredAppend
from houseway.table.disclosure import disclosures_of
from houseway.table.editions import RULES_EVENTS
from houseway.table.state import rules_named_by

_BY_CHANCE = frozenset((*ORDER_EVENTS, "dice-uncovered", "number-drawn"))
_OR_CHOSEN = frozenset(("cut-made", "first-stack-chosen"))
"""What chance decides, unless a player does."""


class _Place(NamedTuple):
    version: int
    event: Event

    def __str__(self) -> str:
        return f"event {self.version} ({self.event.kind})"


class _DealtDeck(NamedTuple):
    version: int
    deck: str
    round: int


class _Draws:
    """The stream of a table's seeds, folded, and the draws that it records."""

    def __init__(self, store: Store, table: str) -> None:
        self.seeds, self.versions = TableSeeds(), set[int]()
        self._shuffles: dict[str, list[tuple[int, SeedName]]] = {}
        for append in store.read(chance_stream(table)):
            for event in append.events:
                self.seeds = evolve_seeds(self.seeds, event)
                if event.kind == DRAWN:
                    self._add(event)

    def _add(self, draw: Event) -> None:
        version, name = draw.number("version"), (draw.number("round"), draw.text("purpose"))
        self.versions.add(version)
        if name[1] != DRAWS:
            self._shuffles.setdefault(draw.text("deck"), []).append((version, name))

    def shuffle_before(self, deck: str, version: int) -> SeedName | None:
        """Return the seed of the last shuffle of a deck before an event."""
        shuffles = self._shuffles.get(deck, [])
        place = bisect_left(shuffles, (version, (0, "")))
        return shuffles[place - 1][1] if place else None


class SealCheck:
    """Follows the stream of a table. Afterwards it says what does not fit the table's seeds; a table without any has no secrets."""

    def __init__(self, store: Store, table: str) -> None:
        self._store, self._table = store, table
        self._disclosures: Disclosures = {}
        self._round = 0
        self._stored_open: list[tuple[_Place, tuple[str, ...]]] = []
        self._sealed: dict[SeedName, _Place] = {}
        """The first event that is sealed under each seed."""
        self._sealed_elsewhere: list[tuple[_Place, SeedName]] = []
        self._by_chance: list[_Place] = []
        self._over: list[int] = []
        """Rounds that are over."""
        self._dealt: list[_DealtDeck] = []

    def add(self, append: StoredAppend) -> None:
        seals, version = _seals_of(append), append.first_version
        for command in append.commands:
            self._add_command(command, version)
            for place, event in enumerate(command.events, start=version):
                seal = seals.get(place - append.first_version)
                if seal is not None:
                    self._add_seal(_Place(place, event), seal)
                self._add_event(place, event)
            version += len(command.events)

    def _add_command(self, command: RecordedCommand, version: int) -> None:
        asked, first = command.asked, command.events[0]
        if asked is not None and asked.facts and has_card(asked.facts):
            names = tuple(name for name, fact in asked.facts.items() if has_card(fact))
            self._stored_open.append((_Place(version, first), names))
        if any(_is_by_chance(event, command.by) for event in command.events):
            self._by_chance.append(_Place(version, first))

    def _add_seal(self, place: _Place, seal: SeedName) -> None:
        self._sealed.setdefault(seal, place)
        if place.event.kind not in ORDER_EVENTS and seal != (self._round, DRAWS):
            self._sealed_elsewhere.append((place, seal))

    def _add_event(self, version: int, event: Event) -> None:
        kind = event.kind
        if kind in RULES_EVENTS:
            self._disclosures = disclosures_of(rules_named_by(event).game)
        declared = self._disclosures.get(kind)
        if declared is not None and not declared.open_facts.issuperset(event.facts):
            names = tuple(sorted(event.facts.keys() - declared.open_facts))
            self._stored_open.append((_Place(version, event), names))
        if kind == "round-started":
            self._round = event.number("number")
        elif kind == "round-completed":
            self._over.append(event.number("number"))
        elif kind == "deal-begun":
            self._dealt.append(_DealtDeck(version, event.text("deck"), event.number("round")))

    def problems(self) -> Iterator[str]:
        draws = _Draws(self._store, self._table)
        if not draws.seeds.commitments:
            return
        yield from self._open_secrets()
        yield from self._wrong_seals(draws.seeds)
        yield from self._never_opened(draws)
        yield from self._not_drawn(draws)

    def _open_secrets(self) -> Iterator[str]:
        if self._stored_open:
            (place, names), *others = self._stored_open
            more = f", and so do {count_things(len(others), 'more event')}" if others else ""
            yield f"{place} has facts stored open that are a secret until the round is over ({', '.join(names)}){more}"

    def _wrong_seals(self, seeds: TableSeeds) -> Iterator[str]:
        for place, (number, purpose) in self._sealed_elsewhere:
            yield f"{place} is sealed under the {purpose} seed of round {number}, and not under that of its own round"
        for (number, purpose), place in self._sealed.items():
            if (number, purpose) not in seeds.commitments:
                yield f"{place} is sealed under the {purpose} seed of round {number}, to which nobody has committed"

    def _never_opened(self, draws: _Draws) -> Iterator[str]:
        seeds, over = draws.seeds, frozenset(self._over)
        needed = {(number, DRAWS): number for number in self._over}
        for dealt in self._dealt:
            name = draws.shuffle_before(dealt.deck, dealt.version)
            if name is not None and dealt.round in over:
                needed.setdefault(name, dealt.round)
        for name, number in needed.items():
            if name in seeds.commitments and name not in seeds.opened:
                said = f"round {number} is over, and the {name[1]} seed of round {name[0]} was never opened"
                yield f"{said}: what is sealed under it, and what was drawn from it, cannot be checked"

    def _not_drawn(self, draws: _Draws) -> Iterator[str]:
        """Physical cards draw nothing."""
        missing = [place for place in self._by_chance if place.version not in draws.versions]
        if missing and load_settings_plan(self._store, self._table).current.cards != PHYSICAL:
            for place in missing:
                yield f"{place} is decided by chance, and no draw from a seed is on record for it"


def _is_by_chance(event: Event, by: Actor) -> bool:
    kind = event.kind
    return kind in _BY_CHANCE or (kind in _OR_CHOSEN and by.role not in (Role.PLAYER, Role.BANK))


def _seals_of(append: StoredAppend) -> Mapping[int, SeedName]:
    """Return the seed under which each event has sealed facts, by place. Older appends do not say which events those are."""
    if not append.sealed:
        return {}
    parts = json.loads(append.sealed)
    return {place: (number, purpose) for number, purpose, _, *places in parts for place in (places[0] if places else ())}
