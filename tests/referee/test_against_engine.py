"""The referee against the engine: two programs that were written apart agree on every cent, or one of them is wrong."""

import datetime
from pathlib import Path

import pytest

from houseway.chance import seeded_chance
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.play.session import TableSession, default_players
from houseway.regulation import BOOKS
from houseway.submission.built_in import built_in_submission
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.referee_comparison import Comparison, compare
from tests.support.referee_tables import recorded_table
from tests.support.run_logs import RecordedCommands

TODAY = datetime.datetime.now(tz=datetime.UTC).date().toordinal()
"""The seed of the day. Every test prints the one that it uses."""
FILES = sorted(GOLDEN_ROUNDS.rglob("*.toml"))

NOT_COMPARED: dict[str, str] = {}
"""Golden rounds on which the two differ, and why."""
NOT_TRANSLATED = {
    "a light without a wager",
    "a card of a player is exposed while stacks are given to their places",
}
"""What happens in golden rounds, and the record has no words for."""
DIFFERENT_TABLES: dict[str, dict[int, str]] = {}
"""Seeds of tables on which the two differ, or that cannot be played, and why: see docs/referee.md."""


def say(found):
    print(f"seed {TODAY}: {found}")  # noqa: T201 - the seed, and what was not compared


def compare_session(book, seed, rounds):
    """Rounds that house-way and strategy players play under the submission with everything on."""
    recorded = RecordedCommands()
    session = TableSession(
        built_in_submission(book), seeded_chance(seed), default_players(1 + seed % 6), record=recorded.record
    )
    for _ in range(rounds):
        session.deal_round()
    return compare(recorded.commands, f"{book} seed {seed}")


def compare_golden_round(path):
    recorded = RecordedCommands()
    play_round_file(read_round_file(path), recorded.record)
    return compare(recorded.commands, name_of(path))


def name_of(path: Path):
    return str(path.relative_to(GOLDEN_ROUNDS).with_suffix(""))


def compare_golden_rounds(paths):
    found = Comparison()
    for path in paths:
        if name_of(path) not in NOT_COMPARED:
            found.add(compare_golden_round(path))
    say(found)
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_ordinary_rounds_are_decided_alike(book):
    found = compare_session(book, TODAY, rounds=6)
    say(found)
    assert found.differences == []
    assert (found.rounds, found.not_compared) == (6, {})


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_many_ordinary_rounds_are_decided_alike(book):
    found = Comparison()
    for seed in range(TODAY, TODAY + 60):
        found.add(compare_session(book, seed, rounds=20))
    say(found)
    assert found.differences == []
    assert found.rounds == 60 * 20


def compare_tables(book, seeds):
    found = Comparison()
    for seed in seeds:
        if seed not in DIFFERENT_TABLES.get(book, {}):
            found.add(compare(recorded_table(book, seed, rounds=4), f"{book} table {seed}"))
    say(found)
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_rounds_with_any_reading_and_irregularity_are_decided_alike(book):
    assert compare_tables(book, range(8)).differences == []


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_many_rounds_with_any_reading_and_irregularity_are_decided_alike(book):
    assert compare_tables(book, range(60)).differences == []


def test_some_golden_rounds_are_decided_alike():
    found = compare_golden_rounds(FILES[TODAY % 40 :: 40])
    assert found.differences == []
    assert found.not_compared.keys() <= NOT_TRANSLATED


@pytest.mark.prove
def test_golden_rounds_are_decided_alike():
    found = compare_golden_rounds(FILES)
    assert found.differences == []
    assert found.not_compared.keys() <= NOT_TRANSLATED


@pytest.mark.prove
@pytest.mark.parametrize("name", NOT_COMPARED)
def test_golden_rounds_that_are_not_compared_still_differ(name):
    assert compare_golden_round(GOLDEN_ROUNDS / f"{name}.toml").differences
