"""The hands of Ultimate Texas Hold'em, under a row's name: of seven cards, of two and the flop, of the box, of the board."""

from collections.abc import Sequence
from functools import cache, lru_cache

from houseway.cards import Card, Rank
from houseway.games.against_dealer.context import DealerGameContext
from houseway.hands import SIX_CARD_BONUS, STANDARD, Category
from houseway.kernels.one_hand import strength_function
from houseway.kernels.tables import category_positions, hand_descriptions
from houseway.procedure import DEALER
from houseway.regulation.side_bets import DecidedBy
from houseway.submission import Rules
from houseway.values import ANSWERS_ABOUT_RULES

Cards = tuple[Card, ...]
_BY_PLACE = {STANDARD.position(category): category for category in STANDARD.categories}


def hand_strength(cards: Sequence[Card]) -> int:
    """Return the strength of five, six or seven cards. The caller guarantees valid cards."""
    return strength_function(STANDARD, len(cards))(cards)


@cache
def _category_places() -> list[int]:
    places: list[int] = category_positions(STANDARD).tolist()
    return places


def category_of(strength: int) -> Category:
    return _BY_PLACE[_category_places()[strength]]


def is_at_least(strength: int, least: Category) -> bool:
    return _category_places()[strength] >= STANDARD.position(least)


def seven_cards(context: DealerGameContext, place: int) -> Cards:
    """Return a player's or the dealer's two cards with the board."""
    return (*context.round.hands[place], *context.round.board)


def best_strength(context: DealerGameContext, place: int) -> int:
    """Return the strength of the best five of seven."""
    return hand_strength(seven_cards(context, place))


def flop_size(rules: Rules) -> int:
    return rules.regulation.number_of("community-cards") - rules.regulation.number_of("final-community-cards")


def progressive_cards(rules: Rules, own: Cards, board: Cards) -> Cards:
    """Return two cards and the flop or, by a reading of UTH-05, all seven."""
    if rules.takes_reading("UTH-05=best-of-seven"):
        return (*own, *board)
    return (*own, *board)[: rules.regulation.number_of("hand-cards") + flop_size(rules)]


def six_card_bonus_cards(context: DealerGameContext, position: int) -> Cards:
    """Return two cards and the four of the box or, by a reading of UTH-12, all seven."""
    return (*context.round.hands[position], *context.round.box) if has_box(context) else seven_cards(context, position)


def has_box(context: DealerGameContext) -> bool:
    """Return whether a stack goes to the box: in every round in which the wager is offered, even without a bet."""
    return _is_box_dealt(context.rules)


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def _is_box_dealt(rules: Rules) -> bool:
    return any(rules.wagers[wager].decided_by is DecidedBy.OWN_AND_BOX for wager in rules.offers)


def six_card_bonus_rows(cards: Cards) -> tuple[str, ...]:
    """Return the rows that the cards match. Only a royal flush is examined further: it may be a super royal, or one of diamonds."""
    found = category_of(hand_strength(cards))
    if found is not Category.ROYAL_FLUSH:
        return (found,)
    return tuple(hand.category for hand in SIX_CARD_BONUS.find_all(cards) if SIX_CARD_BONUS.position(hand.category) >= _ROYAL)


_ROYAL = SIX_CARD_BONUS.position(Category.ROYAL_FLUSH)


def board_rows(board: Cards) -> tuple[str, ...]:
    """Return the row that the five board cards match. A pair counts from tens up."""
    found = category_of(hand_strength(board))
    if found is not Category.PAIR:
        return (found,)
    ranks = [card.rank for card in board]
    paired = max(rank for rank in ranks if ranks.count(rank) == 2)
    return ("pair-of-tens-or-better",) if paired >= Rank.TEN else ()


def bad_beat_strength(context: DealerGameContext, position: int) -> int:
    """Return the strength of the losing hand that counts for the Bad Beat; 0 if none does (UTH-14)."""
    own, dealer = best_strength(context, position), best_strength(context, DEALER)
    lower, least = min(own, dealer), Category.THREE_OF_A_KIND
    if own == dealer or not is_at_least(lower, least) or (context.takes_reading("UTH-14=player-hand") and lower != own):
        return 0
    return lower


def describe_hand(context: DealerGameContext, place: int) -> str:
    """Describe the best hand; if no board was dealt, the cards that are there, for which the kernels have no tables."""
    cards = seven_cards(context, place)
    if len(cards) < STANDARD.hand_size:
        return STANDARD.find_best(cards).describe()
    return hand_descriptions(STANDARD)[hand_strength(cards)]
