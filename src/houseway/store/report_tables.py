"""The tables of reports. Their rows follow from the streams, and are written in the same transaction as the events (`Projection`).

Money is in cents, times are milliseconds since the epoch, days are gaming days as `2026-11-16`.
"""

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Table, Text, and_

from houseway.store.schema import metadata


def _money(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def _time(name: str, *, known: bool = True) -> Column[int]:
    return Column(name, BigInteger, nullable=not known)


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _count(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False)


def _key(name: str, kind: type[Text] | type[Integer] | type[BigInteger] = Text) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False, nullable=False)


def key_of(table: Table) -> tuple[str, ...]:
    """Return the names of the columns that tell the rows of a table apart."""
    return tuple(column.name for column in table.primary_key)


def sums_of(table: Table) -> tuple[str, ...]:
    """Return the names of the columns of a table of sums that are added up: its numbers that are no part of the key."""
    return tuple(column.name for column in table.c if not column.primary_key and isinstance(column.type, Integer))


report_rounds = Table(
    "report_rounds",
    metadata,
    _key("table_id"),
    _key("number", Integer),
    _text("day"),
    _text("book"),
    _text("rules"),
    _time("began_at"),
    _time("ended_at"),
    Column("first_version", BigInteger, nullable=False),
    Column("last_version", BigInteger, nullable=False),
    _money("wagered"),
    _money("house_win"),
    _money("vigorish"),
    _money("meter_awards"),
    _count("players"),
    _count("irregularities"),
    Column("is_void", Boolean, nullable=False),
    Column("is_banked", Boolean, nullable=False),
    Index("report_rounds_time", "began_at"),
    Index(
        "report_rounds_table_time", "table_id", "ended_at", "wagered", "house_win", "meter_awards", "irregularities"
    ),  # so that sums over a time at a table read nothing else
    sqlite_with_rowid=False,
)
"""One row a completed round. `rules` is the hash of the rules under which it was played."""

report_hands = Table(
    "report_hands",
    metadata,
    _key("table_id"),
    _key("number", Integer),
    _key("position", Integer),
    _text("player"),
    _text("day"),
    _time("ended_at"),
    _money("wagered"),
    _money("net"),
    _money("vigorish"),
    _text("wagers"),
    Index("report_hands_player", "player", "ended_at"),
    sqlite_with_rowid=False,
)
"""What each player wagered and won at each position of a round. `wagers` is JSON: by wager, wagered, won, lost, vigorish, net."""

of_one_round = and_(report_rounds.c.table_id == report_hands.c.table_id, report_rounds.c.number == report_hands.c.number)
"""The condition that joins hands to their round."""

report_days = Table(
    "report_days",
    metadata,
    _key("day"),
    _key("table_id"),
    _text("book"),
    _count("rounds"),
    _count("void_rounds"),
    _count("irregular_rounds"),
    _count("hands"),
    _money("wagered"),
    _money("house_win"),
    _money("vigorish"),
    _money("meter_awards"),
    sqlite_with_rowid=False,
)
"""The rounds of a table in a gaming day, added up."""

report_day_wagers = Table(
    "report_day_wagers",
    metadata,
    _key("day"),
    _key("table_id"),
    _key("rules"),
    _key("wager"),
    _key("stake", BigInteger),
    _key("terms"),
    _text("book"),
    _count("rounds"),
    _count("hands"),
    _count("other_hands"),
    _count("other_bettors"),
    _money("wagered"),
    _money("won"),
    _money("lost"),
    _money("vigorish"),
    _money("envy"),
    _money("meter_awards"),
    _money("house_win"),
    sqlite_with_rowid=False,
)
"""Wagers of a gaming day, added up by their stakes: the exact odds may depend on the stake. `terms` is empty for a plain wager
against the house; otherwise it says what changes the odds (`houseway.reports.rows.wager_terms`). `rounds` counts each round once
for a wager and its terms, under the first of its stakes. `other_hands` are the hands of others for which a wager may earn an envy
bonus, `other_bettors` those of them that have the same wager."""

report_rules = Table("report_rules", metadata, _key("rules"), _text("book"), _text("paytables"), sqlite_with_rowid=False)
"""The rules under which tables were opened or amended, by their hash. `paytables` is JSON: the filed letter of each wager."""

report_movements = Table(
    "report_movements",
    metadata,
    _key("table_id"),
    _key("version", BigInteger),
    _text("day"),
    _time("at"),
    _text("reason"),
    _text("source"),
    _text("target"),
    _money("amount"),
    _text("player"),
    _text("made_by"),
    _text("note"),
    Index("report_movements_day", "day"),
    Index("report_movements_table_time", "table_id", "at"),
    Index("report_movements_player", "player", "day"),
    sqlite_with_rowid=False,
)
"""Money that moved between rounds: inventories, fills, credits, drop, chips cashed, tips."""

report_day_movements = Table(
    "report_day_movements",
    metadata,
    _key("day"),
    _key("table_id"),
    _key("entry"),
    _money("amount"),
    sqlite_with_rowid=False,
)
"""Those of a gaming day, added up by what they are to the table's inventory (`houseway.reports.rows.inventory_entries`)."""

report_incidents = Table(
    "report_incidents",
    metadata,
    _key("stream"),
    _key("version", BigInteger),
    _text("day"),
    _time("at"),
    _text("kind"),
    _text("table_id"),
    Column("number", Integer),
    _text("event"),
    Index("report_incidents_day", "day"),
    Index("report_incidents_kind", "kind", "day", "table_id"),
    sqlite_with_rowid=False,
)
"""Irregularities at tables and significant events of the house: the public facts of each, as JSON."""

report_sittings = Table(
    "report_sittings",
    metadata,
    _key("table_id"),
    _key("player"),
    _key("began_at", BigInteger),
    _time("ended_at", known=False),
    _text("day"),
    _text("positions"),
    _money("bought_in"),
    _money("cashed_out"),
    Index("report_sittings_day", "day"),
    Index("report_sittings_player", "player", "began_at"),
    sqlite_with_rowid=False,
)
"""When a player sat down and got up, and the chips that he bought and cashed: what a rating slip says besides his rounds."""

report_shifts = Table(
    "report_shifts",
    metadata,
    _key("table_id"),
    _key("began_at", BigInteger),
    _key("dealer"),
    _time("ended_at"),
    _text("day"),
    _count("rounds"),
    Index("report_shifts_day", "day"),
    sqlite_with_rowid=False,
)
"""Who dealt at a table, from his first act to his last before somebody else dealt."""

report_meters = Table(
    "report_meters",
    metadata,
    _key("meter"),
    _key("day"),
    _time("at"),
    _money("seed"),
    _text("contributed"),
    _text("taken_back"),
    _text("paid"),
    _text("house_added"),
    _text("ruled"),
    _text("balance"),
    sqlite_with_rowid=False,
)
"""A meter after its last event of a gaming day: everything since it was opened, in cents as exact fractions."""

_METER_MOVES = ("stake", "contributed", "taken_back", "paid", "house_added", "ruled")

report_meter_rounds = Table(
    "report_meter_rounds",
    metadata,
    _key("day"),
    _key("meter"),
    _key("table_id"),
    _key("number", Integer),
    _key("unit", BigInteger),
    *map(_money, _METER_MOVES),
    sqlite_with_rowid=False,
)
"""What a round of a table has moved a meter on a gaming day. The stake is in cents. The other amounts are whole numbers of parts of
a cent, `unit` of which make a cent, so that a database adds them up exactly."""

report_meter_days = Table(
    "report_meter_days",
    metadata,
    _key("day"),
    _key("meter"),
    _key("table_id"),
    _key("unit", BigInteger),
    *map(_money, _METER_MOVES),
    sqlite_with_rowid=False,
)
"""The same, added up for each table."""

report_sign_ons = Table(
    "report_sign_ons",
    metadata,
    _key("table_id"),
    _key("began_at", BigInteger),
    _key("dealer"),
    _time("ended_at", known=False),
    _text("day"),
    _text("ended_how"),
    Index("report_sign_ons_day", "day"),
    sqlite_with_rowid=False,
)
"""When a dealer signed on to a table and off again."""

report_odds = Table(
    "report_odds",
    metadata,
    _key("rules"),
    _key("wager"),
    _key("stake", BigInteger),
    _text("edge"),
    _text("variance"),
    _text("method"),
)
"""The exact house edge and variance of a wager per unit staked. They follow from the rules, and are computed once."""

report_marks = Table("report_marks", metadata, _key("name"), _text("value"))
"""Whether the tables of reports have been filled."""

REPORT_TABLES = {
    table.name: table
    for table in (
        report_rounds,
        report_hands,
        report_days,
        report_day_wagers,
        report_movements,
        report_day_movements,
        report_incidents,
        report_sittings,
        report_shifts,
        report_meters,
        report_meter_rounds,
        report_meter_days,
        report_sign_ons,
        report_rules,
    )
}
"""The tables whose rows follow from the streams."""
