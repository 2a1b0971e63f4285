"""Rows that follow from the streams and are stored with them, and what they are counted from."""
