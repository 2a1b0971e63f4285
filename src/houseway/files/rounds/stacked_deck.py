"""Arrange the deck so that a round file's cards are dealt where it names them, or list the cards to enter by hand."""

from typing import Any

from houseway.cards import Card
from houseway.chance import seeded_chance
from houseway.errors import Malformed
from houseway.files.rounds.model import RoundFile
from houseway.procedure import Step
from houseway.table import Table, TableRun

Cards = tuple[Card, ...]


def stack_deck(file: RoundFile, trial: TableRun) -> dict[Card, Card]:
    """Map each card of a trial deal to the card that must take its place.

    Shuffle, cut, starting position and dealing move cards without looking at them, so a deal of known cards shows where each
    place in the deck goes.
    """
    state = trial.table.round
    placed: dict[Card, Card] = {}
    for place, wanted, there in _card_slots(file, state):
        if state.hands and len(wanted) > len(there):
            raise Malformed(
                f"{file.place}: {place}: {len(wanted)} cards are given, but {len(there)} are dealt there",
                code="round-file.cards",
                place=f"{file.place}: {place}",
                given=len(wanted),
                allowed=len(there),
            )
        placed.update(zip(there, wanted, strict=False))
    pack = trial.table.equipment.settings.deck.cards
    rest = [card for card in pack if card not in set(placed.values())]
    seeded_chance(file.seed).shuffle(rest)
    placed.update(zip((card for card in pack if card not in placed), rest, strict=True))
    return placed


def _card_slots(file: RoundFile, state: Any) -> list[tuple[str, Cards, Cards]]:
    """Yield each place that the file may name, with the wanted cards and those that were there."""
    hands = state.hands
    slots = [(f"players.{seat.position}.cards", seat.cards, hands.get(seat.position, ())) for seat in file.seats]
    slots += [("dealer.cards", dealer_cards(file), hands.get(0, ())), ("cards.aside", file.cards_set_aside, state.set_aside)]
    if not file.against_dealer:
        return [*slots, ("cards.stub", file.stub, state.stub or ())]
    if not file.dealer:
        slots.append(("dealer.up", file.up, hands.get(0, ())[-1:]))
    slots += [("cards.board", file.board, state.board), ("cards.box", file.box, state.box)]
    return [*slots, ("cards.burned", file.burned, state.burned), ("cards.stub", file.stub, state.undealt or ())]


def dealer_cards(file: RoundFile) -> Cards:
    """Return the dealer's cards, with the one that is dealt face up last."""
    return (*(card for card in file.dealer if card not in file.up), *file.up) if file.dealer else ()


def entered_cards(file: RoundFile, table: Table, step: Step) -> dict[str, object]:
    """Return the physical cards of a game against the dealer as they are turned over."""
    state, shown = table.round, table.rules.regulation.value_of("dealer-cards-face-up")
    seat = file.seat(position) if isinstance(position := step.facts.get("position"), int) else None
    boxed = {"box": file.box} if file.box and not state.box_turned else {}
    up = len(state.hands.get(0, ()))
    match step.act:
        case "deal" if isinstance(shown, int) and shown:
            return {"up": dealer_cards(file)[-shown:]}
        case "deal-flop":
            return {"cards": file.board[:_FLOP]}
        case "deal-final" | "complete-board":
            return {"cards": file.board[state.shown :], **(boxed if step.act == "complete-board" else {})}
        case "turn-dealer":
            return {"cards": dealer_cards(file)[: len(file.dealer) - up], **boxed}
        case "expose" if seat is not None:
            return {"cards": seat.cards}
        case _:
            return {}


_FLOP = 3


def number_cards(file: RoundFile, state: Any, place: object, cards: object) -> object:
    """Number cards of the file as a dealer would report dealt cards: by their places among the cards there."""
    lying = _cards_at(file, state, place)
    named = (cards,) if isinstance(cards, Card) else cards
    if not isinstance(named, tuple) or not named or not set(named) <= set(lying):
        return cards
    return tuple(lying.index(card) + 1 for card in named)


def _cards_at(file: RoundFile, state: Any, place: object) -> Cards:
    if isinstance(place, str):
        if not file.against_dealer:
            return ()
        known = {"board": state.board[state.shown :] or file.board[state.shown :], "box": state.box or file.box}
        return known.get(place, getattr(state, "burned", ()))
    if not isinstance(place, int):
        return ()
    seat = file.seat(place)
    hand: Cards = state.hands.get(place) or (seat.cards if seat else dealer_cards(file) if place == 0 else ())
    return hand
