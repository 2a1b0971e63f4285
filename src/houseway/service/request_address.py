"""The address whose request is being answered, for limits that hold for each address."""

from contextvars import ContextVar

request_address: ContextVar[str] = ContextVar("request_address", default="")
"""Set around each request, and followed by whatever is awaited or run in a thread for it. Empty for the house's own work."""
