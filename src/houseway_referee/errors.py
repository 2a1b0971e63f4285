"""What the referee says when it cannot answer."""


class RecordError(ValueError):
    """The record cannot be read: a key is missing, unknown, or has a wrong value."""


class NotDecided(Exception):
    """The referee has no answer to this, and does not guess."""

    def __init__(self, what: str, clause: str) -> None:
        """Say what is not decided, and under which clause."""
        super().__init__(f"{what} ({clause})")
        self.what = what
        self.clause = clause
