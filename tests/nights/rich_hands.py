"""Cards that often make a hand that pays."""

from houseway.cards import DECK


def rich_hand(dice, pack, size):
    """Cards that often make something: of one suit, of few ranks, in a row; every now and then any."""
    kind = dice.below(6)
    if kind == 0:
        suit = dice.pick(DECK).suit
        preferred = [card for card in pack if card.is_joker or card.suit == suit]
    elif kind == 1:
        ranks = {dice.pick(DECK).rank for _ in range(3)}
        preferred = [card for card in pack if card.is_joker or card.rank in ranks]
    elif kind in (2, 3):
        first = dice.below(13)
        suits = {dice.pick(DECK).suit for _ in range(2)}
        row = {(first + step) % 13 for step in range(size + 1)}
        preferred = [card for card in pack if card.is_joker or (list(DECK).index(card) // 4 in row and card.suit in suits)]
    elif kind == 4:
        first = dice.pick(DECK)
        preferred = [card for card in pack if card.is_joker or card.suit == first.suit or card.rank == first.rank]
    else:
        preferred = list(pack)
    rest, hand = [card for card in pack if card not in preferred], []
    for _ in range(size):
        source = preferred if preferred and not dice.happens(8) else rest or preferred
        hand.append(source.pop(dice.below(len(source))))
    return tuple(hand)
