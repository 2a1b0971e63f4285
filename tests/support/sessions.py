"""Sessions that several tests look at, dealt once."""

from functools import cache

from houseway.chance import seeded_chance
from houseway.play.session import TableSession, default_players
from houseway.submission.built_in import built_in_submission
from tests.support.run_logs import RecordedCommands


@cache
def dealt_session(book):
    """A session of the submission that comes with the program, and eight rounds of it."""
    opened = TableSession(built_in_submission(book), seeded_chance(5), default_players(6), record=recorded_session(book).record)
    return opened, [opened.deal_round() for _ in range(8)]


@cache
def recorded_session(book):
    """The commands of that session."""
    return RecordedCommands()


@cache
def first_rounds(book, rounds=3):
    """The commands of its first rounds, for what does not get truer with more of them."""
    session, _ = dealt_session(book)
    ended = [place for place, (_, events, _) in enumerate(recorded_session(book).commands) if is_end(events)]
    first = RecordedCommands()
    first.commands = recorded_session(book).commands[: ended[rounds - 1] + 1]
    return session.run.table.id, first


def is_end(events):
    return any(event.kind == "round-ended" for event in events)
