"""The process that serves a house: its log, its locks, its interpreter, and the tables that it prepares."""
