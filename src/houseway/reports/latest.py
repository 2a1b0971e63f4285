"""The latest gaming day of a house."""

from sqlalchemy import Connection, func, select

from houseway.reports.gaming_day import FIRST_DAY
from houseway.store.report_tables import report_day_movements, report_days


def latest_day(connection: Connection) -> str:
    """Return the latest gaming day with a round or a movement of money."""
    days = (connection.execute(select(func.max(rows.c.day))).scalar() for rows in (report_days, report_day_movements))
    return max((day for day in days if day), default=FIRST_DAY)
