"""Streams of a store as files and back, and the audit of a store."""
