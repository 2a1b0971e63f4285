"""Decide a record again: every recorded command is given to `decide`, and what follows is compared with what is recorded."""

from houseway.review.comparison import Difference, Level
from houseway.review.findings import FindingGroup, ReviewFinding, describe_owed, group_findings, sum_owed
from houseway.review.recorded import RecordedDecision
from houseway.review.stream_review import MeterRecord, MeterStream, StreamTableReview
from houseway.review.table_review import ReviewCounts, ReviewedCommand, ReviewFollower, TableReview

__all__ = [
    "Difference",
    "FindingGroup",
    "Level",
    "MeterRecord",
    "MeterStream",
    "RecordedDecision",
    "ReviewCounts",
    "ReviewFinding",
    "ReviewFollower",
    "ReviewedCommand",
    "StreamTableReview",
    "TableReview",
    "describe_owed",
    "group_findings",
    "sum_owed",
]
