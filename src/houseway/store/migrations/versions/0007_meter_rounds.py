"""Create the tables of what rounds moved meters, of dealers who signed on and of filed paytables; count rounds and other hands of
wagers. All tables of reports are filled anew at the next start."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_MOVED = ("stake", "contributed", "taken_back", "paid", "house_added", "ruled")


def upgrade() -> None:
    _create_meter_sums(
        "report_meter_rounds", day=sa.Text, meter=sa.Text, table_id=sa.Text, number=sa.Integer, unit=sa.BigInteger
    )
    _create_meter_sums("report_meter_days", day=sa.Text, meter=sa.Text, table_id=sa.Text, unit=sa.BigInteger)
    _create_sign_ons()
    op.create_table(
        "report_rules",
        *_keys(rules=sa.Text),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("book", "paytables")),
        sqlite_with_rowid=False,
    )
    op.execute("DELETE FROM report_day_wagers")
    for name in ("rounds", "other_hands", "other_bettors"):
        op.add_column("report_day_wagers", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.execute("DELETE FROM report_marks")


def _create_meter_sums(name: str, **keys: type) -> None:
    moved = (sa.Column(each, sa.BigInteger, nullable=False) for each in _MOVED)
    op.create_table(name, *_keys(**keys), *moved, sqlite_with_rowid=False)


def _create_sign_ons() -> None:
    op.create_table(
        "report_sign_ons",
        *_keys(table_id=sa.Text, began_at=sa.BigInteger, dealer=sa.Text),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("ended_how", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("report_sign_ons_day", "report_sign_ons", ["day"])


def _keys(**kinds: type) -> list[sa.Column[object]]:
    return [sa.Column(name, kind, primary_key=True, autoincrement=False, nullable=False) for name, kind in kinds.items()]
