"""Completed rounds: found, replayed, explained, as a log, and in a dispute."""
