"""houseway runs, audits and analyses casino poker table games exactly as their regulation is written."""

__version__ = "0.8.0.dev0"
