"""Check a table against its seeds: no secret is stored open, nothing stays sealed once its round is over, and whatever chance
decides is a draw from a committed seed. A forger who hides a round, or a draw, from the audit is found here."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from houseway.equipment.disclosure import ORDER_EVENTS
from houseway.events import Actor, Event, Role
from houseway.events.command_record import has_card
from houseway.formats.compact_json import decode_json
from houseway.service.live.checks.draws import SeedsAndDraws
from houseway.service.live.settings import PHYSICAL
from houseway.service.live.settings_plan import load_settings_plan
from houseway.service.secrecy.seeds import DRAWS, SeedName, TableSeeds
from houseway.spelling import count_things
from houseway.store import RecordedCommand, Store, StoredAppend
from houseway.table.disclosure import disclosures_of
from houseway.table.editions import RULES_EVENTS
from houseway.table.state import rules_named_by

_BY_CHANCE = frozenset((*ORDER_EVENTS, "dice-uncovered", "number-drawn"))
_OR_CHOSEN = frozenset(("cut-made", "first-stack-chosen"))
"""What chance decides, unless a player does."""
_MAY_BE_CHANCE = _BY_CHANCE | _OR_CHOSEN
_ABOUT_ROUNDS = frozenset(("round-started", "round-completed", "deal-begun"))
_FOLLOWED = frozenset((*_ABOUT_ROUNDS, *RULES_EVENTS))


class _Place(NamedTuple):
    version: int
    event: Event

    def __str__(self) -> str:
        return f"event {self.version} ({self.event.kind})"


class _DealtDeck(NamedTuple):
    version: int
    deck: str
    round: int


class SealCheck:
    """Follows the stream of a table. Afterwards it says what does not fit the table's seeds; a table without any has no secrets.
    `read_chance` returns what is recorded about these."""

    def __init__(self, store: Store, table: str, read_chance: Callable[[], SeedsAndDraws]) -> None:
        self._store, self._table, self._read_chance = store, table, read_chance
        self._open_facts: Mapping[str, frozenset[str]] = {}
        """By kind of event: the facts that may be stored open."""
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
        version = append.first_version
        may_be_chance = not append.kinds.isdisjoint(_MAY_BE_CHANCE)
        for command in append.commands:
            if command.asked is not None and command.asked.facts:
                self._add_asked(command, version)
            if may_be_chance and any(_is_by_chance(event, command.by) for event in command.events):
                self._by_chance.append(_Place(version, command.events[0]))
            version += len(command.events)
        self._add_events(append)

    def _add_asked(self, command: RecordedCommand, version: int) -> None:
        asked = command.asked
        if asked is not None and asked.facts and has_card(asked.facts):
            names = tuple(name for name, fact in asked.facts.items() if has_card(fact))
            self._stored_open.append((_Place(version, command.events[0]), names))

    def _add_seal(self, place: _Place, seal: SeedName) -> None:
        self._sealed.setdefault(seal, place)
        if place.event.kind not in ORDER_EVENTS and seal != (self._round, DRAWS):
            self._sealed_elsewhere.append((place, seal))

    def _add_events(self, append: StoredAppend) -> None:
        seals, first = _seals_of(append), append.first_version
        follows = not append.kinds.isdisjoint(_FOLLOWED)
        for place, event in enumerate(append.events):
            kind = event.kind
            if seals and place in seals:
                self._add_seal(_Place(first + place, event), seals[place])
            if follows and kind in RULES_EVENTS:
                disclosures = disclosures_of(rules_named_by(event).game)
                self._open_facts = {each: disclosed.open_facts for each, disclosed in disclosures.items()}
            open_facts = self._open_facts.get(kind)
            if open_facts is not None and not open_facts.issuperset(event.facts):
                self._stored_open.append((_Place(first + place, event), tuple(sorted(event.facts.keys() - open_facts))))
            if follows and kind in _ABOUT_ROUNDS:
                self._follow_round(first + place, event)

    def _follow_round(self, version: int, event: Event) -> None:
        kind = event.kind
        if kind == "round-started":
            self._round = event.number("number")
        elif kind == "round-completed":
            self._over.append(event.number("number"))
        else:
            self._dealt.append(_DealtDeck(version, event.text("deck"), event.number("round")))

    def problems(self) -> Iterator[str]:
        draws = self._read_chance()
        if not draws.seeds.commitments:
            return
        yield from self._open_secrets()
        yield from self._wrong_seals(draws.seeds)
        yield from self._never_opened(draws)
        yield from self._not_drawn(draws)

    def _open_secrets(self) -> Iterator[str]:
        if self._stored_open:
            (place, names), *others = sorted(self._stored_open, key=lambda each: each[0].version)
            more = f", and so do {count_things(len(others), 'more event')}" if others else ""
            yield f"{place} has facts stored open that are a secret until the round is over ({', '.join(names)}){more}"

    def _wrong_seals(self, seeds: TableSeeds) -> Iterator[str]:
        for place, (number, purpose) in self._sealed_elsewhere:
            yield f"{place} is sealed under the {purpose} seed of round {number}, and not under that of its own round"
        for (number, purpose), place in self._sealed.items():
            if (number, purpose) not in seeds.commitments:
                yield f"{place} is sealed under the {purpose} seed of round {number}, to which nobody has committed"

    def _never_opened(self, draws: SeedsAndDraws) -> Iterator[str]:
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

    def _not_drawn(self, draws: SeedsAndDraws) -> Iterator[str]:
        """Physical cards draw nothing."""
        missing = [place for place in self._by_chance if place.version not in draws.draws]
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
    parts = decode_json(append.sealed)
    return {place: (number, purpose) for number, purpose, _, *places in parts for place in (places[0] if places else ())}
