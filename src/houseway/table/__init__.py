"""A table from opening to closing, with its round, ledger, meters, equipment and seats."""

from houseway.table.decide import Decision, decide, due_step, legal_options
from houseway.table.disclosure import redact_event
from houseway.table.run import TableRun
from houseway.table.state import Table, evolve, fold_events

__all__ = ["Decision", "Table", "TableRun", "decide", "due_step", "evolve", "fold_events", "legal_options", "redact_event"]
