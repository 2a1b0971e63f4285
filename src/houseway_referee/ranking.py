"""The order of hands, as the rule books define it: five cards, two cards, seven-card bonus hands, four cards.

A hand's score is a tuple of numbers. The first is its category; higher tuples are higher hands. Nothing is looked up or remembered.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from houseway_referee.errors import RecordError


class Card(NamedTuple):
    """A card: rank 2 to 14 (the ace), and a suit. The joker has rank 0."""

    rank: int
    suit: str


Score = tuple[int, ...]
JOKER = Card(0, "joker")
ACE, KING, QUEEN, JACK = 14, 13, 12, 11
RANKS = {**{str(rank): rank for rank in range(2, 11)}, "T": 10, "J": JACK, "Q": QUEEN, "K": KING, "A": ACE}
SUITS = "cdhs"
DECK = [Card(rank, suit) for suit in SUITS for rank in range(2, 15)]

# Categories of five cards (and of two), from the lowest. md pai gow 6.B, div (c)(2), ultimate 6.D.
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE_ACES = range(11)
NAMES = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
    "five-aces",
)
# Categories of four cards, from the lowest, as the rows of Four Card Poker's .12 C order them.
FOUR_CARD_NAMES = (
    "high-card",
    "pair",
    "two-pair",
    "straight",
    "flush",
    "three-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
)


def parse_cards(text: str) -> list[Card]:
    """Read "As 10d Td Jk"."""
    return [parse_card(word) for word in text.split()]


def parse_card(word: str) -> Card:
    """Read one card."""
    if word == "Jk":
        return JOKER
    rank, suit = word[:-1], word[-1:]
    if rank not in RANKS or suit not in SUITS:
        raise RecordError(f"{word!r} is no card")
    return Card(RANKS[rank], suit)


# ---- five cards


def groups(ranks: Iterable[int]) -> list[tuple[int, int]]:
    """List (how many, rank) with the largest group first, and then the higher rank."""
    ranks = list(ranks)
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


def straight_top(ranks: Sequence[int]) -> int:
    """Give the highest rank of a run of all these ranks, 0 if there is none. An ace may stand below a 2, and then counts as 1."""
    ordered = sorted(set(ranks))
    if len(ordered) < len(ranks):
        return 0
    if ordered[-1] - ordered[0] == len(ordered) - 1:
        return ordered[-1]
    low = sorted(1 if rank == ACE else rank for rank in ordered)
    return low[-1] if low[-1] - low[0] == len(low) - 1 else 0


def straight_order(top: int, category: int, wheel_high: bool) -> int:
    """Order straights by their top card.

    In Pai Gow Poker A-2-3-4-5 is the second highest straight and the highest straight flush (md 6.B(3), 6.B(7); div (c)(2)(iii),
    (vii)); it is the lowest where `wheel_high` is false (div (c)(4); ultimate 6.D).
    """
    if top != 5 or not wheel_high:
        return 2 * top
    return 2 * ACE + 1 if category == STRAIGHT_FLUSH else 2 * ACE - 1


def grouped_score(ranks: Iterable[int]) -> Score:
    """Score five cards (or two) by their groups alone; groups first, then side cards from the highest down."""
    found = groups(ranks)
    counts = [count for count, _ in found]
    category = {
        (5,): FIVE_ACES,
        (4, 1): FOUR,
        (3, 2): FULL_HOUSE,
        (3, 1, 1): THREE,
        (2, 2, 1): TWO_PAIR,
        (2, 1, 1, 1): PAIR,
        (2,): PAIR,
    }.get(tuple(counts), HIGH_CARD)
    return (category, *(rank for _, rank in found))


def natural_score(cards: Sequence[Card], wheel_high: bool) -> Score:
    """Score five cards without a joker."""
    ranks = [card.rank for card in cards]
    flush = len({card.suit for card in cards}) == 1
    top = straight_top(ranks)
    if flush and top == ACE:
        return (ROYAL,)
    if top:
        category = STRAIGHT_FLUSH if flush else STRAIGHT
        return (category, straight_order(top, category, wheel_high))
    if flush:
        return (FLUSH, *sorted(ranks, reverse=True))
    return grouped_score(ranks)


def joker_scores(cards: Sequence[Card], wheel_high: bool) -> list[Score]:
    """Score five cards with the joker, each way that it may be used.

    It is an ace, or any card that completes a straight, a flush, a straight flush or a royal flush (md 6.A(2), div (c)(1), (c)(3)).
    One suit is enough to try: that of the other cards if they share one, and else no suit matters.
    """
    others = [card for card in cards if card != JOKER]
    scores = [grouped_score([ACE, *(card.rank for card in others)])]
    for card in DECK:
        if card.suit == others[0].suit and card not in others:
            score = natural_score([*others, card], wheel_high)
            if score[0] in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL):
                scores.append(score)
    return scores


def five_card_score(cards: Sequence[Card], wheel_high: bool = False) -> Score:
    """Score five cards, with the joker or without. Pai Gow Poker passes `wheel_high`."""
    assert len(cards) == 5
    return max(joker_scores(cards, wheel_high)) if JOKER in cards else natural_score(cards, wheel_high)


def best_five(cards: Sequence[Card], wheel_high: bool = False) -> Score:
    """Score the best five of more cards."""
    return max(five_card_score(five, wheel_high) for five in combinations(cards, 5))


def best_five_cards(cards: Sequence[Card], wheel_high: bool = False) -> list[Card]:
    """Give the best five of more cards; of equal ones the first."""
    fives = [list(five) for five in combinations(cards, 5)]
    return max(fives, key=lambda five: five_card_score(five, wheel_high))


def category_name(score: Score) -> str:
    """Name the category of a five-card score."""
    return NAMES[score[0]]


# ---- two cards


def two_card_score(cards: Sequence[Card]) -> Score:
    """Score a low hand: a pair, or its cards. The joker is an ace."""
    assert len(cards) == 2
    return grouped_score([card.rank or ACE for card in cards])


def high_is_not_lower(high: Score, low: Score) -> bool:
    """Say whether a five-card hand ranks equal to or above a two-card hand (md 11.B with PG-06; div (l)(1)).

    The category decides, then rank by rank over as many cards as the low hand has.
    """
    return high[: len(low)] >= low


# ---- seven cards of Pai Gow Poker


def categories_held(cards: Sequence[Card]) -> set[int]:
    """List every five-card category that some five of the cards form, the joker used in each way that is allowed."""
    held = set()
    for five in combinations(cards, 5):
        scores = joker_scores(five, True) if JOKER in five else [natural_score(five, True)]
        held |= {score[0] for score in scores}
    return held


def seven_straight_flush(cards: Sequence[Card]) -> str:
    """Say whether seven cards are one straight flush: "natural", "joker", or "" (md 6.D, 6.E, 6.F(1); div (c)(6))."""
    assert len(cards) == 7
    if JOKER not in cards:
        return "natural" if is_straight_flush(cards) else ""
    others = [card for card in cards if card != JOKER]
    made = any(is_straight_flush([*others, card]) for card in DECK if card not in others)
    return "joker" if made else ""


def is_straight_flush(cards: Sequence[Card]) -> bool:
    """Say whether all these cards, without a joker, are of one suit and consecutive; the ace may stand below a 2."""
    return len({card.suit for card in cards}) == 1 and straight_top([card.rank for card in cards]) > 0


def royal_with_match(cards: Sequence[Card], matches: Iterable[tuple[int, int]]) -> bool:
    """Say whether five of seven cards are a royal flush, with or without the joker, and the other two one of the matches.

    The two are natural cards that share a suit, any suit (md 6.D(2), 6.E(2), PG-09; div (c)(6)(ii)). A match is (higher, lower).
    """
    wanted = list(matches)
    for rest in combinations(cards, 2):
        five = [card for card in cards if card not in rest]
        ranks = tuple(sorted((card.rank for card in rest), reverse=True))
        if JOKER not in rest and rest[0].suit == rest[1].suit and ranks in wanted and five_card_score(five)[0] == ROYAL:
            return True
    return False


# ---- four cards


def four_card_score(cards: Sequence[Card]) -> Score:
    """Score four cards of Four Card Poker; A-2-3-4 is the lowest straight."""
    assert len(cards) == 4
    ranks = [card.rank for card in cards]
    flush = len({card.suit for card in cards}) == 1
    top = straight_top(ranks)
    if flush and top:
        return (FOUR_CARD_NAMES.index("straight-flush"), top)
    found = groups(ranks)
    name = {(4,): "four-of-a-kind", (3, 1): "three-of-a-kind", (2, 2): "two-pair", (2, 1, 1): "pair"}.get(
        tuple(count for count, _ in found), "high-card"
    )
    if name == "high-card" and (flush or top):
        name = "flush" if flush else "straight"
    order = [top] if name == "straight" else [rank for _, rank in found]
    return (FOUR_CARD_NAMES.index(name), *order)


def best_four(cards: Sequence[Card]) -> Score:
    """Score the best four of more cards."""
    return max(four_card_score(four) for four in combinations(cards, 4))


def four_card_name(score: Score) -> str:
    """Name the category of a four-card score."""
    return FOUR_CARD_NAMES[score[0]]
