"""Find the rounds and the money of a table by their times, and incidents by their kind."""

from alembic import op

revision = "0008"
down_revision = "0007"

_SUMMED = ("wagered", "house_win", "meter_awards", "irregularities")


def upgrade() -> None:
    op.create_index("report_rounds_table_time", "report_rounds", ["table_id", "ended_at", *_SUMMED])
    op.create_index("report_movements_table_time", "report_movements", ["table_id", "at"])
    op.create_index("report_incidents_kind", "report_incidents", ["kind", "day", "table_id"])
