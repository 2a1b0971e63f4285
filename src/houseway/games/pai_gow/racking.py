"""What goes into the discard rack: whose cards, or how many if nobody has seen them, and why."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from houseway.events import Event
from houseway.games.pai_gow.dealing import expected_stub
from houseway.games.pai_gow.scene import Scene
from houseway.games.pai_gow.sides import cards
from houseway.games.round import count
from houseway.procedure import DEALER

Entry = tuple[str, object, str]
Racked = Iterable[Entry]
VOID = "void"


def _owner(position: int) -> str:
    return "dealer" if position == DEALER else f"position {position}"


def _held(scene: Scene, position: int) -> object:
    """Return the cards of a hand, or how many: no more than a hand has, so that all fit the deck."""
    counted, size = scene.round.counted.get(position), count(scene.rules, "hand-cards")
    return cards(scene, position) or size if counted is None else min(counted, size)


def _entry(scene: Scene, position: int, why: str) -> Racked:
    held = _held(scene, position)
    return ((_owner(position), held, why),) if held else ()


def _collected(scene: Scene, event: Event) -> Racked:
    position, held = event.position, event["cards"]
    seen = held and position not in scene.round.counted
    return ((_owner(position), held, "collected"),) if seen else _entry(scene, position, "collected")


def _surrendered(scene: Scene, event: Event) -> Racked:
    return _entry(scene, event.position, "surrendered") if event["racked"] else ()


def _unwagered(scene: Scene, event: Event) -> Racked:
    return (entry for place in event.numbers("positions") for entry in _entry(scene, place, "no wager"))


def _stub(scene: Scene, event: Event) -> Racked:
    held = scene.round.stub or event["cards"]
    return (("stub", held, "stub"),) if held else ()


def _set_aside(scene: Scene, event: Event) -> Racked:
    return (("face up", event["cards"] or 1, "face up"),)


def _dealer_done(scene: Scene, event: Event) -> Racked:
    return _entry(scene, DEALER, "no house wager") if event["racked"] else ()


def _completed(scene: Scene, event: Event) -> Racked:
    """The cards of a void round are gathered when it ends, hand by hand if they had become hands (11.J, (l)(10))."""
    return _fitting(_gathered(scene), _on_table(scene)) if scene.round.void else ()


def _on_table(scene: Scene) -> int:
    """Return how many cards of the deck are not in the rack."""
    state, size = scene.round, count(scene.rules, "hand-cards")
    deck = count(scene.rules, "stub") + size * count(scene.rules, "starting-numbers")
    hands = sum(min(state.counted.get(place, size), size) for place in state.racked)
    return deck - state.aside - hands - (expected_stub(scene) if state.stub_counted else 0)


def _gathered(scene: Scene) -> Iterator[Entry]:
    state, size = scene.round, count(scene.rules, "hand-cards")
    known = not state.counted  # if a number was wrong, cards did not go where the engine thinks
    for position in (*scene.positions, DEALER) if state.hands else ():
        if position not in state.racked:
            yield _owner(position), (known and cards(scene, position)) or state.counted.get(position, size), VOID
    for stack, held in enumerate(state.stacks, 1):
        yield f"stack {stack}", (known and held) or state.counted.get(stack, size), VOID
    if not state.stub_counted and (state.hands or state.stacks):
        yield "stub", (known and state.stub) or state.counted.get("stub", expected_stub(scene)), VOID
    if not state.hands and not state.stacks:
        yield "deck", _on_table(scene), VOID


def _fitting(entries: Iterable[Entry], most: int) -> Iterator[Entry]:
    """Limit entries to the size of the deck. A report may count more, or include a foreign card."""
    for owner, held, why in entries:
        number = held if isinstance(held, int) else len(held) if isinstance(held, tuple) else 0
        number = min(number, most)
        if number:
            yield owner, number if isinstance(held, int) else held, why
        most -= number


RACKS: Mapping[str, Callable[[Scene, Event], Racked]] = {
    "cards-collected": _collected,
    "wager-surrendered": _surrendered,
    "unwagered-collected": _unwagered,
    "stub-counted": _stub,
    "card-set-aside": _set_aside,
    "dealer-done": _dealer_done,
    "round-completed": _completed,
}
"""What each kind of event puts into the discard rack."""
