"""One player's completed rounds, each decided again: what was wagered and paid, and what the rules give."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import String, cast, func, select

from houseway.files.logs.dispute import DisputedRound, compare_round
from houseway.procedure import player_account
from houseway.service.clock import MILLISECONDS
from houseway.service.records.replay import commands_by_the_rules
from houseway.service.records.round_review import RoundReviews
from houseway.service.records.rounds import StoredRound, read_rounds
from houseway.service.secrecy.sealing import Vault
from houseway.store import Store
from houseway.store.report_tables import of_one_round, report_hands, report_rounds
from houseway.store.schema import identities

MOST_FOUND = 20
"""Players that a search by name returns."""
RoundKey = tuple[str, int]
"""A table, and the number of its round."""


class FoundPlayer(NamedTuple):
    person: str
    rounds: int
    """Completed rounds in which the player wagered."""
    last_at: int
    """When the last of them ended, in milliseconds."""


class DisputeScope(NamedTuple):
    """Whose rounds are wanted, and when they began, in milliseconds."""

    person: str
    since: int
    until: int


def find_players(store: Store, name: str, since: int, until: int) -> tuple[FoundPlayer, ...]:
    """Return players with an id or a part of a name who have played in rounds that began in a time, those who played last first.
    Without a name, all who have."""
    hands = report_hands.c
    last, rounds = func.max(hands.ended_at), func.count(func.distinct(hands.table_id + " " + cast(hands.number, String)))
    wanted = select(hands.player, rounds, last).join(report_rounds, of_one_round)
    wanted = wanted.where(report_rounds.c.began_at.between(since, until))
    if name:
        named = select(identities.c.person).where(identities.c.name.icontains(name, autoescape=True))
        wanted = wanted.where((hands.player == name) | hands.player.in_(named))
    with store.database.reading() as connection:
        rows = connection.execute(wanted.group_by(hands.player).order_by(last.desc()).limit(MOST_FOUND)).all()
    return tuple(FoundPlayer(*row) for row in rows)


def find_rounds(store: Store, scope: DisputeScope) -> tuple[RoundKey, ...]:
    """Return the completed rounds in which a player wagered, by table and in order."""
    rounds, hands = report_rounds.c, report_hands.c
    wanted = select(rounds.table_id, rounds.number).join(report_hands, of_one_round)
    wanted = wanted.where(hands.player == scope.person, rounds.began_at.between(scope.since, scope.until))
    with store.database.reading() as connection:
        rows = connection.execute(wanted.distinct().order_by(rounds.table_id, rounds.number)).all()
    return tuple((row.table_id, row.number) for row in rows)


def decide_rounds(
    store: Store, vault: Vault, reviews: RoundReviews, person: str, keys: tuple[RoundKey, ...]
) -> Iterator[DisputedRound]:
    """Decide rounds again, in the order of tables and numbers, and compare what the player was paid with what the rules give."""
    accounts = frozenset((player_account(person),))
    for table, own in groupby(keys, key=lambda key: key[0]):
        for read in read_rounds(store, table, [number for _, number in own], vault):
            yield _compare(reviews.decide(store, read, vault), accounts)


def _compare(read: StoredRound, accounts: frozenset[str]) -> DisputedRound:
    by_rules = (event for each in commands_by_the_rules(read) for event in each.command.events)
    at = read.began_at // MILLISECONDS
    return compare_round(read.table, read.number, at, read.events, by_rules, read.findings, accounts)
