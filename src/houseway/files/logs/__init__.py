"""Logs of tables: read round by round, checked, decided again, and written."""
