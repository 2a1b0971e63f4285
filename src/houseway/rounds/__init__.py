"""Whole rounds: played from a file that a person can read, by house-way players, or by a person; and why each cent moved."""

from houseway.rounds.checking import check
from houseway.rounds.driver import Answer, Asked, Choice, Driver, Moment, Player
from houseway.rounds.file import RoundFile, read, read_file
from houseway.rounds.log import Log, lines, read_log
from houseway.rounds.players import Follower, HousePlayer
from houseway.rounds.playing import Played, play
from houseway.rounds.report import Hands, Report, report
from houseway.rounds.results import Settled
from houseway.rounds.session import Dealt, Session, seated
from houseway.rounds.strategies import Strategy
from houseway.rounds.why import Because, Moved, Why, why
from houseway.rounds.words import in_words

__all__ = [
    "Answer",
    "Asked",
    "Because",
    "Choice",
    "Dealt",
    "Driver",
    "Follower",
    "Hands",
    "HousePlayer",
    "Log",
    "Moment",
    "Moved",
    "Played",
    "Player",
    "Report",
    "RoundFile",
    "Session",
    "Settled",
    "Strategy",
    "Why",
    "check",
    "in_words",
    "lines",
    "play",
    "read",
    "read_file",
    "read_log",
    "report",
    "seated",
    "why",
]
