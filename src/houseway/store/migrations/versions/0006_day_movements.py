"""Create the sums of money that moved between rounds. All tables of reports are filled anew at the next start."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "report_day_movements",
        *(sa.Column(name, sa.Text, primary_key=True, nullable=False) for name in ("day", "table_id", "entry")),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute("DELETE FROM report_marks")
