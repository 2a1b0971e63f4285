"""Which card of the deck goes to which hand or stack: cards, or their numbers in the deck."""

from collections.abc import Sequence
from typing import TypeVar

from houseway.games.pai_gow.context import PaiGowContext

Item = TypeVar("Item")
Stacks = tuple[tuple[Item, ...], ...]
Hands = dict[int, tuple[Item, ...]]


def is_dealt_in_stacks(context: PaiGowContext) -> bool:
    """Return whether cards are dealt from the hand as stacks, which are delivered later."""
    return context.dealing == "hand" and context.policy("hand-dealing") == "in-stacks"


def deal_across_and_back(cards: Sequence[Item], stacks: int, size: int) -> Stacks[Item]:
    """Deal left to right, then right to left, and so on."""
    made: list[list[Item]] = [[] for _ in range(stacks)]
    for turn in range(size):
        row = cards[turn * stacks : (turn + 1) * stacks]
        for place, card in enumerate(row):
            made[place if turn % 2 == 0 else stacks - 1 - place].append(card)
    return tuple(map(tuple, made))


def deal_one_by_one(context: PaiGowContext, start: int, cards: Sequence[Item]) -> Hands[Item]:
    """Deal one card a turn, or from an automated shoe a stack of seven a turn."""
    places, size = context.clockwise(start), context.rules.regulation.number_of("hand-cards")
    if context.dealing == "automated-shoe":
        return {place: tuple(cards[turn * size : (turn + 1) * size]) for turn, place in enumerate(places)}
    return {place: tuple(cards[turn : size * len(places) : len(places)]) for turn, place in enumerate(places)}


def deliver_stacks(context: PaiGowContext, start: int, stacks: Stacks[Item]) -> Hands[Item]:
    """Deliver stacks in order from the dealer's left, or from the one that the bank picked, clockwise to the seats."""
    first = (context.round.first_stack or 1) - 1
    order = (*stacks[first:], *stacks[:first])
    return dict(zip(context.clockwise(start), order, strict=True))


def deal_numbers(context: PaiGowContext) -> Hands[int]:
    """Return the numbers of the cards in each hand of this round, as the cards lay in the deck."""
    start, rules = context.round.start, context.rules.regulation
    assert start is not None
    numbers = usable_numbers(context)
    if is_dealt_in_stacks(context):
        stacks = deal_across_and_back(numbers, rules.number_of("stacks"), rules.number_of("hand-cards"))
        return deliver_stacks(context, start, stacks)
    return deal_one_by_one(context, start, numbers)


def dealt_numbers(context: PaiGowContext) -> tuple[int, ...]:
    """Return the numbers of the cards that went into hands or stacks."""
    hands = len(context.positions) + 1
    return usable_numbers(context)[: hands * context.rules.regulation.number_of("hand-cards")]


def usable_numbers(context: PaiGowContext) -> tuple[int, ...]:
    """Return the numbers of all cards but those that were set aside."""
    rules, aside = context.rules.regulation, context.round.set_aside_numbers
    deck = rules.number_of("stub") + rules.number_of("hand-cards") * rules.number_of("starting-numbers")
    return tuple(number for number in range(1, deck + 1) if number not in aside)
