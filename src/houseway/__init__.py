"""Casino poker table games, run, audited and analysed exactly as their regulation is written."""

__version__ = "0.8.0.dev0"
