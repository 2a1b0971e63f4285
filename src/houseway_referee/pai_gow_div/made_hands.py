"""Which rows of the optional wagers seven cards make.

A row is made if some five of the cards, or all seven, fit the words of its definition in (c)(2) or (c)(6). A hand may fit
several rows; which of them is paid is decided in settlement.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from houseway_referee.ranking import ACE, JOKER, KING, QUEEN, Card


def rank(card: Card) -> int:
    """Give 2 to 14; the joker ranks as an ace, (c)(1)#3."""
    return ACE if card == JOKER else card.rank


def naturals(cards: Sequence[Card]) -> list[Card]:
    """Leave the joker out."""
    return [card for card in cards if card != JOKER]


def of_one_suit(cards: Sequence[Card]) -> bool:
    """Say whether all but the joker are of one suit."""
    return len({card.suit for card in naturals(cards)}) == 1


def windows(length: int) -> Iterator[set[int]]:
    """List all runs of consecutive ranks; the ace is also below the two, (c)(1)#2 and DIV-105."""
    for lowest in range(1, 15 - length + 1):
        yield {14 if step == 1 else step for step in range(lowest, lowest + length)}


def in_sequence(cards: Sequence[Card], window: set[int] | None = None) -> bool:
    """Say whether cards fill a run of their own length, with the joker as whatever card is missing, (c)(3)."""
    natural = naturals(cards)
    ranks = {rank(card) for card in natural}
    allowed = [window] if window else windows(len(cards))
    return len(ranks) == len(natural) and any(ranks <= run for run in allowed)


def sizes(cards: Sequence[Card]) -> list[int]:
    """Count the cards of each rank, the largest number first; the joker is an ace."""
    return sorted(Counter(rank(card) for card in cards).values(), reverse=True)


def is_royal(five: Sequence[Card]) -> bool:
    """Say whether five cards are ace to ten of one suit, the joker for any of them, (c)(2)(ii)."""
    return of_one_suit(five) and in_sequence(five, {10, 11, 12, 13, 14})


def five_card_rows(five: Sequence[Card]) -> set[str]:
    """List the rows that five cards make, (c)(2)."""
    counts, flush, straight, royal = sizes(five), of_one_suit(five), in_sequence(five), is_royal(five)
    fits = {
        "five-aces": counts == [5],
        "natural-royal-flush": royal and JOKER not in five,
        "royal-flush": royal,
        "straight-flush": flush and straight,
        "four-of-a-kind": counts[0] >= 4,
        "full-house": counts == [3, 2],
        "flush": flush,
        "straight": straight,
        "three-of-a-kind": counts[0] >= 3,
    }
    return {row for row, fit in fits.items() if fit}


def seven_card_rows(seven: Sequence[Card]) -> set[str]:
    """List the seven-card hands made of (c)(6)."""
    rows = set()
    if of_one_suit(seven) and in_sequence(seven):
        rows.add("seven-card-straight-flush" if JOKER not in seven else "seven-card-straight-flush-with-joker")
    if any(is_royal(five) and is_royal_match(two) for five, two in splits(seven)):
        rows.add("royal-flush-and-royal-match")
    return rows


def is_royal_match(two: Sequence[Card]) -> bool:
    """Say whether two cards are king and queen of one suit; the joker stands for neither, DIV-27."""
    return JOKER not in two and {rank(card) for card in two} == {KING, QUEEN} and of_one_suit(two)


def splits(seven: Sequence[Card]) -> Iterator[tuple[list[Card], tuple[Card, ...]]]:
    """Go through all ways to lay two of the seven cards apart."""
    for two in combinations(seven, 2):
        yield [card for card in seven if card not in two], two


def bonus_rows(seven: Sequence[Card]) -> set[str]:
    """List all rows of (s)(1) that seven cards make, however they were set, (a)(1)(ii)#1."""
    made = seven_card_rows(seven)
    for five, _ in splits(seven):
        made |= five_card_rows(five) - {"natural-royal-flush"}
    return made


def progressive_rows(seven: Sequence[Card]) -> set[str]:
    """List all rows of (q)(4): five cards, and five cards beside a pair.

    The joker beside an ace makes a pair (DIV-16), and the five are looked at by themselves (DIV-37).
    """
    made = set()
    for five, two in splits(seven):
        rows = five_card_rows(five)
        made |= rows
        if rank(two[0]) == rank(two[1]):
            made |= {f"{row}-and-pair" for row in rows - {"three-of-a-kind"}}
    return made
