"""Wagers added up by table, rules, terms and stake: for days, from stored sums; for one player, from the hands of that player."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from houseway.reports.rows.wager_terms import envy_of
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import of_one_round, report_day_wagers, report_hands, report_rounds, sums_of

_SUMS = sums_of(report_day_wagers)
MONEY = _SUMS[_SUMS.index("wagered") :]
_KEY = ("table_id", "book", "rules", "wager", "stake", "terms")


@dataclass(frozen=True, slots=True)
class WagerClass:
    """Wagers under the same rules, on the same terms and at the same stake, added up."""

    table: str
    book: str
    rules: str
    wager: str
    """Empty for money that belongs to no wager."""
    stake: int
    terms: str
    """See `wager_terms`."""
    first_day: str
    last_day: str
    rounds: int
    hands: int
    other_hands: int
    other_bettors: int
    wagered: int
    won: int
    lost: int
    vigorish: int
    envy: int
    meter_awards: int
    house_win: int


def read_classes(connection: Connection, scope: ReportScope) -> list[WagerClass]:
    """Read the wagers of a period, or of one player in it."""
    return list(_of_player(connection, scope) if scope.player else _of_days(connection, scope))


def _of_days(connection: Connection, scope: ReportScope) -> Iterator[WagerClass]:
    rows = report_day_wagers
    by = [rows.c[name] for name in _KEY]
    sums = [func.sum(rows.c[name]) for name in _SUMS]
    query = select(*by, func.min(rows.c.day), func.max(rows.c.day), *sums).where(*scope.row_conditions(rows)).group_by(*by)
    texts = len(by) + 2
    for row in connection.execute(query):
        yield WagerClass(*row[:texts], *map(int, row[texts:]))


def _of_player(connection: Connection, scope: ReportScope) -> Iterator[WagerClass]:
    hands, rounds = report_hands, report_rounds
    query = select(hands.c.table_id, hands.c.number, hands.c.day, hands.c.wagers, rounds.c.book, rounds.c.rules)
    query = query.join(rounds, of_one_round).where(hands.c.player == scope.player, hands.c.ended_at.between(*scope.time_range))
    query = query.where(*scope.row_conditions(hands))
    return add_hands(connection.execute(query))


def add_hands(hands: Iterable[Any]) -> Iterator[WagerClass]:
    """Add up hands with `table_id`, `number`, `day`, `wagers`, `book` and `rules`."""
    found: dict[tuple[Any, ...], dict[str, int]] = {}
    days: dict[tuple[Any, ...], set[str]] = {}
    counted: set[tuple[Any, ...]] = set()
    for hand in hands:
        where = (hand.table_id, hand.book, hand.rules)
        for wager, stake, terms, added in _entries_of(hand.book, json.loads(hand.wagers)):
            key, once = (*where, wager, stake, terms), (*where, wager, terms, hand.number)
            if key not in found:
                found[key], days[key] = dict.fromkeys(_SUMS, 0), set()
            sums = found[key]
            days[key].add(hand.day)
            sums["rounds"] += once not in counted
            counted.add(once)
            for name, amount in added.items():
                if amount:
                    sums[name] += amount
    for key, sums in found.items():
        yield WagerClass(*key, min(days[key]), max(days[key]), *(sums[name] for name in _SUMS))


_Entry = tuple[str, int, str, dict[str, int]]
"""A wager, its stake, its terms, and what is added to its sums."""


def _entries_of(book: str, wagers: Mapping[str, Mapping[str, Any]]) -> Iterator[_Entry]:
    """Yield the wagers of a hand, and the envy bonuses that they may earn."""
    for wager, facts in wagers.items():
        money = {name: facts.get(name, 0) for name in MONEY[:-1]}
        hands = 1 if facts["wagered"] else 0
        yield wager, facts["wagered"], facts.get("terms", ""), {**money, "hands": hands, "house_win": -facts.get("net", 0)}
        for envy in envy_of(book, wager) if hands else ():
            others = {name: facts.get(name, 0) for name in ("other_hands", "other_bettors")}
            yield envy, facts["wagered"], facts.get("envy_terms", ""), others
