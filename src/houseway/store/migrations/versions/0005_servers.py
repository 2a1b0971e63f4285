"""Create the servers that are alive, and their leases."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("holder", sa.Text, primary_key=True),
        sa.Column("server", sa.Text, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("holder", sa.Text, sa.ForeignKey("servers.holder"), nullable=False),
    )
