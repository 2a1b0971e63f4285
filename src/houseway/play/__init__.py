"""Rounds played by program players or by a person: who is asked what, and sessions of many rounds."""

from houseway.play.driver import Moment, PlayerAnswer, PlayerChoice, PlayerFunction, Question, RoundDriver
from houseway.play.players import HouseWayPlayer, StrategyPlayer
from houseway.play.session import DealtRound, Session, default_players
from houseway.play.strategies import Strategy

__all__ = [
    "DealtRound",
    "HouseWayPlayer",
    "Moment",
    "PlayerAnswer",
    "PlayerChoice",
    "PlayerFunction",
    "Question",
    "RoundDriver",
    "Session",
    "Strategy",
    "StrategyPlayer",
    "default_players",
]
