"""Create identities, sessions, log-in attempts and one-time links."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "identities",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("login", sa.Text, unique=True),
        sa.Column("password", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("identities.person"), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False),
        sa.Column("revoked_at", sa.BigInteger),
    )
    op.create_index("sessions_person", "sessions", ["person"])
    op.create_table(
        "log_in_attempts",
        sa.Column("login_hash", sa.LargeBinary, primary_key=True),
        sa.Column("times", sa.Text, nullable=False),
        sa.Column("last_at", sa.BigInteger, nullable=False),
        sa.Column("locked_until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "one_time_links",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger),
    )
