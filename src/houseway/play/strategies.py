"""Simple published strategies against the dealer, used by the default players.

Ultimate Texas Hold'em: the chart that most players carry (`analysis.solve.ultimate.chart`), which is also solved there.

Four Card Poker: the strategy on the maker's information card: three times the Ante with a pair of tens or better, once with a
pair of threes to nines, otherwise fold.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from houseway.analysis.solve.ultimate import chart as ultimate_chart
from houseway.cards import Card, Rank
from houseway.hands import FOUR_CARD, Category
from houseway.play.driver import PlayerChoice, PlayerQuestion
from houseway.procedure import ANTE
from houseway.regulation.games import FOUR_CARD_POKER, ULTIMATE_TEXAS_HOLDEM

Cards = tuple[Card, ...]
Strategy = Callable[[PlayerQuestion], PlayerChoice]
"""A function that chooses when a decision is due, from what the player may see and do."""


def play_times_ante(asked: PlayerQuestion, times: int) -> PlayerChoice:
    """Make a Play wager of this many Antes, or as much as the chips allow. With zero, check, or fold if checking is not
    allowed."""
    option = next(iter(asked.options_for("play")), None)
    if not times or option is None:
        waits = next(option for act in ("check", "fold") for option in asked.options_for(act))
        return PlayerChoice(waits.act, waits.facts)
    choices, wanted = option.bounds["amount"]["choices"], asked.stakes[asked.position][ANTE] * times
    amount = max((each for each in choices if each <= wanted), default=min(choices))
    return PlayerChoice(option.act, {**option.facts, "amount": amount})


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


class SimpleStrategy(NamedTuple):
    """A strategy that is simple enough to be carried in one's head, and where it comes from."""

    choose: Strategy
    source: str


BY_GAME: Mapping[str, SimpleStrategy] = {
    ULTIMATE_TEXAS_HOLDEM: SimpleStrategy(ultimate_chart_strategy, "the chart that most players carry"),
    FOUR_CARD_POKER: SimpleStrategy(four_card_leaflet_strategy, "the strategy on the maker's information card"),
}
"""The simple strategy of each game against the dealer."""
