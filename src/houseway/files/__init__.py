"""Round files, logs and submissions: read strictly, played at a real table, checked and written."""

from houseway.files.logs.log import Log, LogReader, RecordedRound, check_log, read_log
from houseway.files.logs.writer import LogWriter
from houseway.files.rounds.file import parse_round_file, read_round_file
from houseway.files.rounds.model import RoundFile
from houseway.files.rounds.play import play_round_file
from houseway.files.rounds.played_round import PlayedRoundFile

__all__ = [
    "Log",
    "LogReader",
    "LogWriter",
    "PlayedRoundFile",
    "RecordedRound",
    "RoundFile",
    "check_log",
    "parse_round_file",
    "play_round_file",
    "read_log",
    "read_round_file",
]
