"""The strategy that nearly everybody who writes about the game gives: play with queen, six, four or better."""

from houseway.cards import parse_hand
from houseway.play.driver import PlayerChoice, PlayerQuestion
from houseway.play.simple_strategy import SimpleStrategy, play_times_ante
from three_card_poker.hands import hand_strength

LEAST = hand_strength(parse_hand("Qs 6h 4d"))


def choose(asked: PlayerQuestion) -> PlayerChoice:
    own = asked.own_cards
    return play_times_ante(asked, int(not own or hand_strength(own) >= LEAST))


QUEEN_SIX_FOUR = SimpleStrategy(choose, "queen, six, four or better")
