"""What is noted while a round file is played: the deck as it lay, who did what in which order, and who saw which cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from houseway.cards import Card
from houseway.events import Actor, Command, Event, Role
from houseway.files.rounds.model import ExpectedSight
from houseway.table import TableRun, redact_event
from houseway.table.context import round_context

STRANGER = Actor(Role.PLAYER, "")
"""Somebody who sits nowhere."""

SeenCards = Mapping[str, int]
"""By place: how many of its cards somebody sees."""


@dataclass
class RoundWitness:
    """Watches the round of a file. `expected` are the moments at which it looks at what people see."""

    expected: tuple[ExpectedSight, ...] = ()
    deck: tuple[Card, ...] = ()
    """The deck from the top when the deal began; empty if the cards are physical."""
    acts: list[str] = field(default_factory=list)
    """Every act that was accepted, as `Ann set-hand 1` or `dealer deal`."""
    sights: dict[int, dict[str, SeenCards]] = field(default_factory=dict)
    """By expected moment: how many cards of which places each viewer's view showed."""
    told: dict[int, dict[str, SeenCards]] = field(default_factory=dict)
    """By expected moment: how many cards of which places the events up to then had shown to each viewer."""
    sent: dict[str, set[Card]] = field(default_factory=dict)
    """By viewer: the cards in the events of the round as they are sent to him."""

    def note_act(self, command: Command) -> None:
        position = command.facts.get("position")
        who = command.by.role.value if command.by.role in (Role.DEALER, Role.FLOOR) else command.by.name
        self.acts.append(" ".join(str(part) for part in (who, command.act, position) if part is not None))

    def note_events(self, run: TableRun, at: int, events: tuple[Event, ...]) -> None:
        """Note the cards that events show to each viewer whose sight is expected, redacted as a feed sends them."""
        context = round_context(run.table, at, run.meters)
        for who in {who for sight in self.expected for who in sight.seen}:
            redacted = (redact_event(context, _viewer(run, who), event) for event in events)
            self.sent.setdefault(who, set()).update(card for event in redacted for card in _cards_in(event.facts))

    def look(self, run: TableRun, at: int, act: str, position: object) -> None:
        """Note which cards each viewer sees just before an act, the first time that it is done."""
        table = run.table
        if act in table.game.cards.deal_acts and not self.deck:
            self.deck = table.equipment.stock or ()
        for number, sight in enumerate(self.expected):
            if number not in self.sights and sight.before in (act, f"{act} {position}"):
                self.sights[number] = {who: _count_by_place(run, _cards_in_view(run, at, who)) for who in sight.seen}
                self.told[number] = {who: _count_by_place(run, self.sent.get(who, set())) for who in sight.seen}


def _cards_in_view(run: TableRun, at: int, who: str) -> set[Card]:
    table = run.table
    return set(_cards_in(table.game.view(round_context(table, at, run.meters), _viewer(run, who))))


def _count_by_place(run: TableRun, shown: set[Card]) -> SeenCards:
    counts = {place: len(shown.intersection(cards)) for place, cards in _cards_by_place(run.table.round)}
    return {place: count for place, count in counts.items() if count}


def _viewer(run: TableRun, who: str) -> Actor:
    if who in (Role.DEALER.value, Role.FLOOR.value):
        return Actor(Role(who), who)
    return Actor(Role.PLAYER, who) if who in run.table.arrivals else STRANGER


def _cards_by_place(state: object) -> Iterator[tuple[str, tuple[Card, ...]]]:
    yield from ((str(place), cards) for place, cards in getattr(state, "hands", {}).items())
    for place, name in (("board", "board"), ("box", "box"), ("stub", "stub"), ("stub", "undealt")):
        cards = getattr(state, name, None)
        if cards:
            yield place, cards


def _cards_in(value: object) -> Iterator[Card]:
    """Yield every card anywhere in a view."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _cards_in(part)
    elif isinstance(value, tuple | list | frozenset):
        for part in value:
            yield from _cards_in(part)


def deck_numbers_by_place(deck: tuple[Card, ...], events: tuple[Event, ...]) -> dict[str, tuple[int, ...]]:
    """Return the cards of each place as numbers in the deck, counted from the top, in the order in which they were dealt."""
    numbers = {card: number for number, card in enumerate(deck, start=1)}
    return {place: tuple(numbers.get(card, 0) for card in cards) for place, cards in dealt_by_place(events).items()}


def dealt_by_place(events: tuple[Event, ...]) -> dict[str, tuple[Card, ...]]:
    """Return the cards of each place in the order in which they were dealt. Nobody knows those of physical decks."""
    found: dict[str, tuple[Card, ...]] = {}
    for event in events:
        match event.kind:
            case "cards-dealt":
                found |= {str(place): cards for place, cards in event.facts["hands"].items()}  # type: ignore[attr-defined]
                found |= {name: event.cards(name) for name in ("board", "box", "stub") if event.facts.get(name)}
            case "flop-dealt" | "final-dealt" | "board-completed":
                found["burned"] = (*found.get("burned", ()), *event.cards("burned"))
                found["board"] = tuple(dict.fromkeys((*found.get("board", ()), *event.cards("cards"))))
    return {place: cards for place, cards in found.items() if cards}
