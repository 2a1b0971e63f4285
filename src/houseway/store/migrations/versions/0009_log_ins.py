"""Keep when each person has logged in, and find the sittings and the chips of a player."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "log_ins",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, primary_key=True),
    )
    op.create_index("report_sittings_player", "report_sittings", ["player", "began_at"])
    op.create_index("report_movements_player", "report_movements", ["player", "day"])
