"""Rounds played by program players or by a person: who is asked what, and sessions of many rounds."""

from houseway.play.driver import Answer, Asked, Choice, Driver, Moment, Player
from houseway.play.players import Follower, HousePlayer
from houseway.play.session import Dealt, Session, seated
from houseway.play.strategies import Strategy

__all__ = [
    "Answer",
    "Asked",
    "Choice",
    "Dealt",
    "Driver",
    "Follower",
    "HousePlayer",
    "Moment",
    "Player",
    "Session",
    "Strategy",
    "seated",
]
