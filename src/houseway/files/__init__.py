"""Round files, logs and submissions: read strictly, played at a real table, checked and written."""

from houseway.files.log import Log, lines, read_log
from houseway.files.round_file import RoundFile, read, read_file
from houseway.files.round_play import Played, play

__all__ = ["Log", "Played", "RoundFile", "lines", "play", "read", "read_file", "read_log"]
