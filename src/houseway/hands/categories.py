"""The categories of hands."""

from enum import StrEnum


class Category(StrEnum):
    """A category of hands, by the name that paytables use."""

    FIVE_ACES = "five-aces"
    ROYAL_FLUSH = "royal-flush"
    STRAIGHT_FLUSH = "straight-flush"
    FOUR_OF_A_KIND = "four-of-a-kind"
    FULL_HOUSE = "full-house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three-of-a-kind"
    TWO_PAIR = "two-pair"
    PAIR = "pair"
    HIGH_CARD = "high-card"

    NATURAL_SEVEN_CARD_STRAIGHT_FLUSH = "seven-card-straight-flush"
    JOKER_SEVEN_CARD_STRAIGHT_FLUSH = "seven-card-straight-flush-with-joker"
    SEVEN_CARD_STRAIGHT_FLUSH = "any-seven-card-straight-flush"
    ROYAL_MATCH = "royal-flush-and-royal-match"
    ROYAL_KING_QUEEN = "royal-flush-and-king-queen-suited"
    ROYAL_ACE_KING = "royal-flush-and-ace-king-suited"

    SUPER_ROYAL_OF_DIAMONDS = "super-royal-of-diamonds"
    SUPER_ROYAL = "super-royal"

    NINE_HIGH = "nine-high"
    TEN_HIGH = "ten-high"
    JACK_HIGH = "jack-high"
    QUEEN_HIGH = "queen-high"
    KING_HIGH = "king-high"
    ACE_HIGH = "ace-high"

    NATURAL_ROYAL_FLUSH = "natural-royal-flush"
    NATURAL_ROYAL_FLUSH_AND_PAIR = "natural-royal-flush-and-pair"
    FIVE_ACES_AND_PAIR = "five-aces-and-pair"
    ROYAL_FLUSH_AND_PAIR = "royal-flush-and-pair"
    STRAIGHT_FLUSH_AND_PAIR = "straight-flush-and-pair"
    FOUR_OF_A_KIND_AND_PAIR = "four-of-a-kind-and-pair"
    FULL_HOUSE_AND_PAIR = "full-house-and-pair"
    FLUSH_AND_PAIR = "flush-and-pair"
    STRAIGHT_AND_PAIR = "straight-and-pair"

    NOTHING = "nothing"
    """No hand that the paytable pays."""

    @property
    def label(self) -> str:
        return self.value.removeprefix("any-").replace("-", " ").replace("seven card", "seven-card")
