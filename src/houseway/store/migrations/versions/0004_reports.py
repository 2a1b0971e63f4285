"""Create the tables of reports. They are filled from the events when the service starts."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    _create_round_tables()
    _create_day_tables()
    _create_table_records()
    _create_meters_and_odds()


def _create_round_tables() -> None:
    op.create_table(
        "report_rounds",
        *_keys(table_id=sa.Text, number=sa.Integer),
        *_columns(sa.Text, "day", "book", "rules"),
        *_columns(sa.BigInteger, "began_at", "ended_at", "first_version", "last_version"),
        *_columns(sa.BigInteger, "wagered", "house_win", "vigorish", "meter_awards"),
        *_columns(sa.Integer, "players", "irregularities"),
        *_columns(sa.Boolean, "is_void", "is_banked"),
        sqlite_with_rowid=False,
    )
    op.create_index("report_rounds_time", "report_rounds", ["began_at"])
    op.create_table(
        "report_hands",
        *_keys(table_id=sa.Text, number=sa.Integer, position=sa.Integer),
        *_columns(sa.Text, "player", "day"),
        *_columns(sa.BigInteger, "ended_at", "wagered", "net", "vigorish"),
        *_columns(sa.Text, "wagers"),
        sqlite_with_rowid=False,
    )
    op.create_index("report_hands_player", "report_hands", ["player", "ended_at"])


def _create_day_tables() -> None:
    op.create_table(
        "report_days",
        *_keys(day=sa.Text, table_id=sa.Text),
        *_columns(sa.Text, "book"),
        *_columns(sa.Integer, "rounds", "void_rounds", "irregular_rounds", "hands"),
        *_columns(sa.BigInteger, "wagered", "house_win", "vigorish", "meter_awards"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "report_day_wagers",
        *_keys(day=sa.Text, table_id=sa.Text, rules=sa.Text, wager=sa.Text, stake=sa.BigInteger, terms=sa.Text),
        *_columns(sa.Text, "book"),
        *_columns(sa.Integer, "hands"),
        *_columns(sa.BigInteger, "wagered", "won", "lost", "vigorish", "envy", "meter_awards", "house_win"),
        sqlite_with_rowid=False,
    )


def _create_table_records() -> None:
    op.create_table(
        "report_movements",
        *_keys(table_id=sa.Text, version=sa.BigInteger),
        *_columns(sa.Text, "day"),
        *_columns(sa.BigInteger, "at"),
        *_columns(sa.Text, "reason", "source", "target"),
        *_columns(sa.BigInteger, "amount"),
        *_columns(sa.Text, "player", "made_by", "note"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "report_incidents",
        *_keys(stream=sa.Text, version=sa.BigInteger),
        *_columns(sa.Text, "day"),
        *_columns(sa.BigInteger, "at"),
        *_columns(sa.Text, "kind", "table_id"),
        sa.Column("number", sa.Integer),
        *_columns(sa.Text, "event"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "report_sittings",
        *_keys(table_id=sa.Text, player=sa.Text, began_at=sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        *_columns(sa.Text, "day", "positions"),
        *_columns(sa.BigInteger, "bought_in", "cashed_out"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "report_shifts",
        *_keys(table_id=sa.Text, began_at=sa.BigInteger, dealer=sa.Text),
        *_columns(sa.BigInteger, "ended_at"),
        *_columns(sa.Text, "day"),
        *_columns(sa.Integer, "rounds"),
        sqlite_with_rowid=False,
    )
    for name in ("movements", "incidents", "sittings", "shifts"):
        op.create_index(f"report_{name}_day", f"report_{name}", ["day"])


def _create_meters_and_odds() -> None:
    op.create_table(
        "report_meters",
        *_keys(meter=sa.Text, day=sa.Text),
        *_columns(sa.BigInteger, "at", "seed"),
        *_columns(sa.Text, "contributed", "taken_back", "paid", "house_added", "ruled", "balance"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "report_odds",
        *_keys(rules=sa.Text, wager=sa.Text, stake=sa.BigInteger),
        *_columns(sa.Text, "edge", "variance", "method"),
    )
    op.create_table("report_marks", *_keys(name=sa.Text), *_columns(sa.Text, "value"))


def _keys(**kinds: type) -> list[sa.Column[object]]:
    return [sa.Column(name, kind, primary_key=True, autoincrement=False, nullable=False) for name, kind in kinds.items()]


def _columns(kind: type, *names: str) -> list[sa.Column[object]]:
    return [sa.Column(name, kind, nullable=False) for name in names]
