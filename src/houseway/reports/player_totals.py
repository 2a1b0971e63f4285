"""What one player wagered, won and bought, added up by table or by gaming day: the sums of days are of all players."""

import json
from collections import defaultdict
from typing import Any

from sqlalchemy import Connection, func, select

from houseway.ledger import Reason
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import of_one_round, report_hands, report_movements, report_rounds

_ROUNDS = ("rounds", "void_rounds", "irregular_rounds")


def sum_hands(connection: Connection, scope: ReportScope, keys: tuple[str, ...]) -> dict[tuple[Any, ...], dict[str, int]]:
    """Sum the hands of a player. A round in which he has several counts once."""
    hands, rounds = report_hands, report_rounds
    query = select(hands, rounds.c.book, rounds.c.is_void, rounds.c.irregularities).join(rounds, of_one_round)
    query = query.where(
        hands.c.player == scope.player, hands.c.ended_at.between(*scope.time_range), *scope.row_conditions(hands)
    )
    found: defaultdict[tuple[Any, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    counted = set[tuple[str, int]]()
    for row in connection.execute(query):
        sums, is_first = found[tuple(row._mapping[key] for key in keys)], (row.table_id, row.number) not in counted
        counted.add((row.table_id, row.number))
        for name, counts in zip(_ROUNDS, (is_first, is_first and row.is_void, is_first and row.irregularities), strict=True):
            sums[name] += bool(counts)
        awards = sum(facts.get("meter_awards", 0) for facts in json.loads(row.wagers).values())
        money = {"wagered": row.wagered, "house_win": -row.net, "vigorish": row.vigorish, "meter_awards": awards}
        for name, amount in {**money, "hands": row.wagered > 0}.items():
            sums[name] += amount
    return dict(found)


def sum_drop(connection: Connection, scope: ReportScope, key: str) -> dict[str, int]:
    """Sum the cash for which a player bought chips, by table or by day."""
    rows = report_movements
    query = select(rows.c[key], func.sum(rows.c.amount)).where(*scope.row_conditions(rows), rows.c.player == scope.player)
    bought = query.where(rows.c.reason == Reason.BUY_IN.value).group_by(rows.c[key])
    return {at: int(amount) for at, amount in connection.execute(bought)}
