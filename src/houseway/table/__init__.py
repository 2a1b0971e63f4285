"""A table from opening to closing, with its round, ledger, meters, equipment and seats."""

from houseway.table.decide import Decision, decide, due, legal
from houseway.table.disclosure import redact_event
from houseway.table.run import TableRun
from houseway.table.state import Table, evolve, fold

__all__ = ["Decision", "Table", "TableRun", "decide", "due", "evolve", "fold", "legal", "redact_event"]
