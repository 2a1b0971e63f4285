"""Sessions that several tests look at, dealt once."""

from functools import cache

from houseway.chance import seeded_chance
from houseway.play.session import TableSession, default_players
from houseway.submission.built_in import built_in_submission


@cache
def dealt_session(book):
    """A session of the submission that comes with the program, and eight rounds of it."""
    opened = TableSession(built_in_submission(book), seeded_chance(5), default_players(6))
    return opened, [opened.deal_round() for _ in range(8)]
