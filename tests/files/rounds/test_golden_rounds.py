"""Golden rounds: play-throughs that a person can read, held against what they expect; each bears its clauses."""

import re

import pytest

from houseway.files.rounds.check import check_expectations
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.regulation import BOOKS
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.report_sums import check_agreement, differences, project_events
from tests.support.reviews import review_commands
from tests.support.run_logs import RecordedCommands
from tests.support.table_invariants import check_all_racked, check_declared

FOLDER = GOLDEN_ROUNDS
FILES = sorted(FOLDER.rglob("*.toml"))
BOOK = re.compile(r'^book = "(.+)"', re.MULTILINE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
def test_a_golden_round_comes_out_as_it_says(path, claim):
    file = read_round_file(path)
    recorded = RecordedCommands()
    played = play_round_file(file, recorded.record)
    assert check_expectations(played) == []
    check_declared(played.run.table, (*played.events, *(event for _, event in played.meter_events)), played.run.at)
    check_all_racked(played)
    rows = project_events(played.run.events, played.run.table.rules.game)
    assert list(differences(played.run.events, rows)) == []
    check_agreement(played.run.events, rows)
    assert [finding.to_text() for finding in review_commands(recorded)] == []
    claim(*(f"{file.book} {clause}" for clause in file.clauses))


def test_there_are_golden_rounds_of_every_book():
    assert {book for path in FILES for book in BOOK.findall(path.read_text())} == set(BOOKS)
