"""Simple published ways to play against the dealer, for players who sit at a table by default.

Ultimate Texas Hold'em: the basic strategy of Michael Shackleford, wizardofodds.com/games/ultimate-texas-hold-em, as players
commonly tell it: four times the Ante on a list of holdings, twice on the flop with two pair, a hidden pair or four to a flush,
once on the river unless 21 or more cards would beat the hand if the dealer held one of them.
Four Card Poker: the strategy that its maker prints on the information card at the table: three times the Ante with a pair of tens
or better, once with a pair of threes to nines, else fold.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache

from houseway.cards import DECK, Card, Rank
from houseway.hands import FOUR_CARD, STANDARD, Category
from houseway.kernels.single import strength_of
from houseway.rounds import books
from houseway.rounds.driver import Asked, Choice

Cards = tuple[Card, ...]
Strategy = Callable[[Asked], Choice]
"""Answers when a decision is due, from what the player sees and may do."""


def play(asked: Asked, times: int) -> Choice:
    """So many times the Ante, or as much of it as his chips allow; without a Play wager he waits, or folds."""
    option = next(iter(asked.may("play")), None)
    if not times or option is None:
        waits = next(option for act in ("check", "fold") for option in asked.may(act))
        return Choice(waits.act, waits.facts)
    position, bounds = position_of(asked), option.bounds["amount"]
    assert isinstance(bounds, Mapping)
    stakes = asked.view["stakes"]
    assert isinstance(stakes, Mapping)
    wanted = stakes[position][books.ANTE] * times
    amount = max((each for each in bounds["choices"] if each <= wanted), default=min(bounds["choices"]))
    return Choice(option.act, {**option.facts, "amount": amount})


def position_of(asked: Asked) -> int:
    """The position whose decision is due."""
    position = asked.options[0].facts["position"]
    assert isinstance(position, int)
    return position


def own_cards(asked: Asked) -> Cards:
    cards = asked.view["cards"]
    assert isinstance(cards, Mapping)
    return tuple(cards.get(position_of(asked), ()))


# Ultimate Texas Hold'em

_SUITED = {Rank.ACE: Rank.TWO, Rank.KING: Rank.TWO, Rank.QUEEN: Rank.SIX, Rank.JACK: Rank.EIGHT}
_OFFSUIT = {Rank.ACE: Rank.TWO, Rank.KING: Rank.FIVE, Rank.QUEEN: Rank.EIGHT, Rank.JACK: Rank.TEN}
"""With which lower card a higher one is worth the large raise."""
_MOST_OUTS = 20
_FLOP = 3


def ultimate(asked: Asked) -> Choice:
    own, board = own_cards(asked), asked.view["board"]
    assert isinstance(board, tuple)
    if not own:
        return play(asked, 1)
    if not board:
        return play(asked, 4 if _large(own) else 0)
    if len(board) == _FLOP:
        return play(asked, 2 if _medium(own, board) else 0)
    return play(asked, 1 if _small(own, board) else 0)


def _large(own: Cards) -> bool:
    low, high = sorted(card.rank for card in own)
    if low is high:
        return low > Rank.TWO
    least = (_SUITED if own[0].suit is own[1].suit else _OFFSUIT).get(high)
    return least is not None and low >= least


def _medium(own: Cards, board: Cards) -> bool:
    cards = (*own, *board)
    if STANDARD.place(STANDARD.find(cards).category) >= STANDARD.place(Category.TWO_PAIR) or _hidden_pair(own, board):
        return True
    suit, many = Counter(card.suit for card in cards).most_common(1)[0]
    return many > _FLOP and any(card.suit is suit and card.rank >= Rank.TEN for card in own)


def _hidden_pair(own: Cards, board: Cards) -> bool:
    """A pair with a card of his own in it; pocket deuces do not count."""
    ranks = {card.rank for card in board}
    return any(card.rank in ranks for card in own) or (own[0].rank is own[1].rank and own[0].rank > Rank.TWO)


def _small(own: Cards, board: Cards) -> bool:
    made, common = STANDARD.find((*own, *board)).category, STANDARD.find(board).category
    return STANDARD.place(made) > STANDARD.place(common) or _outs(own, board) <= _MOST_OUTS


@lru_cache
def _outs(own: Cards, board: Cards) -> int:
    """Cards that would beat the hand if the dealer held one of them."""
    seven, six = strength_of(STANDARD, len(own) + len(board)), strength_of(STANDARD, 1 + len(board))
    mine = seven((*own, *board))
    return sum(six((*board, card)) > mine for card in DECK if card not in own and card not in board)


# Four Card Poker


def four_card(asked: Asked) -> Choice:
    own = own_cards(asked)
    return play(asked, _times(own) if own else 1)


def _times(own: Cards) -> int:
    hand = FOUR_CARD.find(own)
    if hand.category is Category.HIGH_CARD:
        return 0
    if hand.category is not Category.PAIR:
        return 3
    (pair, many), *_ = Counter(card.rank for card in own).most_common()
    assert many > 1
    return 3 if pair >= Rank.TEN else 1 if pair > Rank.TWO else 0


BY_BOOK: Mapping[str, Strategy] = {books.ULTIMATE: ultimate, books.FOUR_CARD: four_card}
