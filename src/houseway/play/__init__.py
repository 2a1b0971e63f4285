"""Rounds played by program players or by a person: who is asked what, and sessions of many rounds."""

from houseway.play.driver import DecisionPoint, PlayerAnswer, PlayerChoice, PlayerFunction, PlayerQuestion, RoundDriver
from houseway.play.players import HouseWayPlayer, StrategyPlayer
from houseway.play.session import DealtRound, TableSession, default_players
from houseway.play.simple_strategy import Strategy

__all__ = [
    "DealtRound",
    "DecisionPoint",
    "HouseWayPlayer",
    "PlayerAnswer",
    "PlayerChoice",
    "PlayerFunction",
    "PlayerQuestion",
    "RoundDriver",
    "Strategy",
    "StrategyPlayer",
    "TableSession",
    "default_players",
]
