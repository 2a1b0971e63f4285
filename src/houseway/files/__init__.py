"""Round files, logs and submissions: read strictly, played at a real table, checked and written."""

from houseway.files.log import Log, LogReader, RecordedRound, check_log, read_log
from houseway.files.log_writer import LogWriter
from houseway.files.played_round import PlayedRoundFile
from houseway.files.round_file import parse_round_file, read_round_file
from houseway.files.round_model import RoundFile
from houseway.files.round_play import play_round_file

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
