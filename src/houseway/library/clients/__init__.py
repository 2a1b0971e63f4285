"""Clients of a running service, and what they send to it."""
