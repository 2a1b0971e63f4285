"""The rows of a list that pays on two cards, as Ultimate Pairs does (`paid-by = "two-cards"`)."""

from houseway.cards import Card, Rank, Suit

Cards = tuple[Card, ...]

_RED_ACES = {Card.from_rank_and_suit(Rank.ACE, Suit.HEART), Card.from_rank_and_suit(Rank.ACE, Suit.DIAMOND)}
_COURT = (Rank.JACK, Rank.QUEEN, Rank.KING)


def are_aces(cards: Cards) -> bool:
    return all(card.rank is Rank.ACE for card in cards)


def two_card_rows(own: Cards, dealer: Cards = ()) -> tuple[str, ...]:
    """Return every row of a list of two cards that they match, the best first. One of them depends on the dealer's two as well."""
    high, low = sorted((card.rank for card in own), reverse=True)
    if high is low:
        return tuple(_rows_of_pair(own, dealer, high))
    if high is not Rank.ACE or low not in _COURT:
        return ()
    suited = "suited" if own[0].suit is own[1].suit else "offsuit"
    return (f"ace-king-{suited}",) if low is Rank.KING else (f"ace-queen-or-jack-{suited}",)


def _rows_of_pair(own: Cards, dealer: Cards, rank: Rank) -> list[str]:
    if rank is not Rank.ACE:
        return ["pair-of-jacks-queens-or-kings" if rank in _COURT else "pair-of-tens-or-less"]
    both, red = bool(dealer) and are_aces(dealer), set(own) == _RED_ACES
    return ["player-and-dealer-aces"] * both + ["aces-of-hearts-and-diamonds"] * red + ["pair-of-aces"]
