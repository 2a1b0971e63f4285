"""What goes into the discard rack: whose cards, or how many if nobody has seen them, and why."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from houseway.events import Event
from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.pai_gow.envy import seven_cards
from houseway.games.pai_gow.irregularities.counting import expected_stub
from houseway.procedure import DEALER

Entry = tuple[str, object, str]
Racked = Iterable[Entry]
VOID = "void"


def _owner_name(position: int) -> str:
    return "dealer" if position == DEALER else f"position {position}"


def _cards_or_count(context: PaiGowContext, position: int) -> object:
    """Return the cards of a hand, or how many: no more than a hand has, so that all fit the deck."""
    counted, size = context.round.wrong_counts.get(position), context.rules.regulation.number_of("hand-cards")
    return seven_cards(context, position) or size if counted is None else min(counted, size)


def _hand_entry(context: PaiGowContext, position: int, why: str) -> Racked:
    held = _cards_or_count(context, position)
    return ((_owner_name(position), held, why),) if held else ()


def _rack_collected(context: PaiGowContext, event: Event) -> Racked:
    position, held = event.position, event["cards"]
    seen = held and position not in context.round.wrong_counts
    return ((_owner_name(position), held, "collected"),) if seen else _hand_entry(context, position, "collected")


def _rack_surrendered(context: PaiGowContext, event: Event) -> Racked:
    return _hand_entry(context, event.position, "surrendered")


def _rack_unwagered(context: PaiGowContext, event: Event) -> Racked:
    return (entry for place in event.numbers("positions") for entry in _hand_entry(context, place, "no wager"))


def _rack_stub(context: PaiGowContext, event: Event) -> Racked:
    held = context.round.stub or event["cards"]
    return (("stub", held, "stub"),) if held else ()


def _rack_set_aside(context: PaiGowContext, event: Event) -> Racked:
    return (("face up", event["cards"] or 1, "face up"),)


def _rack_dealer(context: PaiGowContext, event: Event) -> Racked:
    return _hand_entry(context, DEALER, "no house wager") if event["racked"] else ()


def _rack_void_round(context: PaiGowContext, event: Event) -> Racked:
    """The cards of a void round are gathered when it ends, hand by hand if they had become hands (11.J, (l)(10))."""
    return _limit_to_deck(_gather_void_cards(context), _count_on_table(context)) if context.round.void else ()


def _count_on_table(context: PaiGowContext) -> int:
    """Return how many cards of the deck are not in the rack."""
    state, size = context.round, context.rules.regulation.number_of("hand-cards")
    deck = context.rules.regulation.number_of("stub") + size * context.rules.regulation.number_of("starting-numbers")
    hands = sum(min(state.wrong_counts.get(place, size), size) for place in state.racked)
    return deck - state.set_aside_count - hands - (expected_stub(context) if state.stub_counted else 0)


def _gather_void_cards(context: PaiGowContext) -> Iterator[Entry]:
    state, size = context.round, context.rules.regulation.number_of("hand-cards")
    known = not state.wrong_counts  # if a number was wrong, cards did not go where the engine thinks
    for position in (*context.positions, DEALER) if state.hands else ():
        if position not in state.racked:
            yield (
                _owner_name(position),
                (known and seven_cards(context, position)) or state.wrong_counts.get(position, size),
                VOID,
            )
    for stack, held in enumerate(state.stacks, 1):
        yield f"stack {stack}", (known and held) or state.wrong_counts.get(stack, size), VOID
    if not state.stub_counted and (state.hands or state.stacks):
        yield "stub", (known and state.stub) or state.wrong_counts.get("stub", expected_stub(context)), VOID
    if not state.hands and not state.stacks:
        yield "deck", _count_on_table(context), VOID


def _limit_to_deck(entries: Iterable[Entry], most: int) -> Iterator[Entry]:
    """Limit entries to the size of the deck. A report may count more, or include a foreign card."""
    for owner, held, why in entries:
        number = held if isinstance(held, int) else len(held) if isinstance(held, tuple) else 0
        number = min(number, most)
        if number:
            yield owner, number if isinstance(held, int) else held, why
        most -= number


RACKS: Mapping[str, Callable[[PaiGowContext, Event], Racked]] = {
    "cards-collected": _rack_collected,
    "surrendered-collected": _rack_surrendered,
    "unwagered-collected": _rack_unwagered,
    "stub-counted": _rack_stub,
    "card-set-aside": _rack_set_aside,
    "dealer-done": _rack_dealer,
    "round-completed": _rack_void_round,
}
"""What each kind of event puts into the discard rack."""
