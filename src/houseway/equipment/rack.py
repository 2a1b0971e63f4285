"""The discard rack: in order, one deck at a time, so that every hand can be rebuilt."""

from collections.abc import Iterable

from houseway.cards import Card
from houseway.citation import Law
from houseway.equipment.state import Equipment, RackEntry, Stage, TableContext, only, replace
from houseway.errors import Malformed, NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import DIV, MD, ULTIMATE

IN_ORDER = Law({MD: ("2.E(2)", "11.J"), DIV: "(l)(10)", ULTIMATE: ("2.D(2)", "11.K")})
ONE_DECK_ONLY = Law({MD: "3.B(4)", DIV: "(b)(2)(v)", ULTIMATE: "3.B(5)"})


def decide_racking(equipment: Equipment, command: Command, context: TableContext) -> tuple[Event, ...]:
    """Put cards into the rack. `entries` are (owner, cards or their number, why), in the order in which they are picked up."""
    only(command, Role.DEALER, clauses=equipment.law(IN_ORDER))
    return rack_event(equipment, command.facts.get("entries"), command.text("deck", _deck_in_play(equipment)))


def _deck_in_play(equipment: Equipment) -> str:
    """Return the deck in play."""
    for deck in equipment.decks:
        if deck.stage is Stage.OUT:
            return deck.name
    return ""


def rack_event(equipment: Equipment, entries: object, deck: str = "") -> tuple[Event, ...]:
    """Return the event for entries of the deck in play, or of a named deck."""
    out, clauses = _deck_in_play(equipment), equipment.law(IN_ORDER)
    name = deck or out
    holds = equipment.rack[0].deck if equipment.rack else name
    if not out or name != out or name != holds:
        raise NotAllowed(
            "the discard rack takes only cards of the deck in play",
            code="rack.other-deck",
            clauses=(*clauses, *equipment.law(ONE_DECK_ONLY)),
            given=name,
            allowed=holds or "a deck in play",
        )
    if not isinstance(entries, tuple) or not entries:
        raise _unreadable_error(entries)
    _check_cards_fit(equipment, [_cards_and_count(entry) for entry in entries])
    alone = equipment.law(ONE_DECK_ONLY) if equipment.uses_two_decks else ()
    return (Event("cards-racked", (*clauses, *alone), {"deck": name, "entries": entries}),)


def _unreadable_error(entry: object) -> Malformed:
    return Malformed(
        "an entry for the discard rack has an owner, cards or their number, and a reason",
        code="command.fact",
        given=type(entry).__name__,
        allowed="(owner, cards, why)",
    )


_ONLY_CARDS = frozenset((Card,))
_ENTRY = ("owner", "cards", "why")


def _cards_and_count(entry: object) -> tuple[tuple[Card, ...], int]:
    """Return the known cards of an entry, and how many it has."""
    if isinstance(entry, tuple) and len(entry) == len(_ENTRY):
        owner, held, why = entry
        if isinstance(owner, str) and isinstance(why, str):
            if type(held) is tuple and _ONLY_CARDS.issuperset(map(type, held)):
                return held, len(held)
            if type(held) is int and held > 0:
                return (), held
    raise _unreadable_error(entry)


def _check_cards_fit(equipment: Equipment, new: list[tuple[tuple[Card, ...], int]]) -> None:
    """Each card may be in the rack once, and no more cards than the deck has. The refusal does not name the card."""
    known = [card for cards, _ in new for card in cards]
    known += [card for entry in equipment.rack if entry.cards is not None for card in entry.cards]
    lies, comes = sum([entry.count for entry in equipment.rack]), sum([number for _, number in new])
    if len(set(known)) == len(known) and lies + comes <= len(equipment.settings.deck.cards):
        return
    raise NotAllowed(
        "the discard rack would hold a card twice, or more cards than the deck has",
        code="rack.too-many",
        clauses=equipment.law(IN_ORDER),
        given=comes,
        allowed=len(equipment.settings.deck.cards) - lies,
    )


def on_cards_racked(equipment: Equipment, event: Event) -> Equipment:
    deck = event.text("deck")
    new = [_rack_entry(owner, held, why, deck) for owner, held, why in event.items("entries")]
    return replace(equipment, rack=(*equipment.rack, *new))


def _rack_entry(owner: str, held: object, why: str, deck: str) -> RackEntry:
    return (
        RackEntry(owner, held, len(held), why, deck)
        if isinstance(held, tuple)
        else RackEntry(owner, None, int(str(held)), why, deck)
    )


def rebuild_hands(rack: Iterable[RackEntry]) -> dict[str, tuple[Card, ...]]:
    """Rebuild every hand from the rack, by owner, in the order in which its cards went in."""
    hands: dict[str, tuple[Card, ...]] = {}
    for entry in rack:
        hands[entry.owner] = (*hands.get(entry.owner, ()), *(entry.cards or ()))
    return hands


def unseen_counts(rack: Iterable[RackEntry]) -> dict[str, int]:
    """Return how many unseen cards of each owner are in the rack."""
    hidden: dict[str, int] = {}
    for entry in rack:
        if entry.cards is None:
            hidden[entry.owner] = hidden.get(entry.owner, 0) + entry.count
    return hidden


DECIDE = {"rack": decide_racking}
EVOLVE = {"cards-racked": on_cards_racked}
