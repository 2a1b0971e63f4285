"""Simple published strategies against the dealer, used by the default players.

Ultimate Texas Hold'em: the chart that most players carry (`analysis.ultimate.solve.chart`), which is also solved there.

Four Card Poker: the strategy on the maker's information card: three times the Ante with a pair of tens or better, once with a
pair of threes to nines, otherwise fold.
"""

from collections import Counter
from collections.abc import Mapping

from houseway.analysis.ultimate.solve import chart as ultimate_chart
from houseway.cards import Card, Rank
from houseway.hands import FOUR_CARD, Category
from houseway.play.driver import PlayerChoice, PlayerQuestion
from houseway.play.simple_strategy import SimpleStrategy, play_times_ante
from houseway.regulation.games import FOUR_CARD_POKER, ULTIMATE_TEXAS_HOLDEM

Cards = tuple[Card, ...]


# Ultimate Texas Hold'em


def ultimate_chart_strategy(asked: PlayerQuestion) -> PlayerChoice:
    own = asked.own_cards
    return play_times_ante(asked, ultimate_chart.play_multiple(own, asked.board) if own else 1)


# Four Card Poker


def four_card_leaflet_strategy(asked: PlayerQuestion) -> PlayerChoice:
    own = asked.own_cards
    return play_times_ante(asked, _four_card_multiple(own) if own else 1)


def _four_card_multiple(own: Cards) -> int:
    hand = FOUR_CARD.find_best(own)
    if hand.category is Category.HIGH_CARD:
        return 0
    if hand.category is not Category.PAIR:
        return 3
    (pair, many), *_ = Counter(card.rank for card in own).most_common()
    assert many > 1
    return 3 if pair >= Rank.TEN else 1 if pair > Rank.TWO else 0


BY_GAME: Mapping[str, SimpleStrategy] = {
    ULTIMATE_TEXAS_HOLDEM: SimpleStrategy(ultimate_chart_strategy, "the chart that most players carry"),
    FOUR_CARD_POKER: SimpleStrategy(four_card_leaflet_strategy, "the strategy on the maker's information card"),
}
"""The simple strategy of each game against the dealer."""
