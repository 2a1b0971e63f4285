"""The rule books as data: clauses, paytables, readings. `load` gives a book in one of its versions, or refuses a defective file."""

from houseway.regulation.loader import BOOKS, load
from houseway.regulation.model import By, Clause, Kind, Paytable, Reading, Regulation, Row, Value, Wager

__all__ = ["BOOKS", "By", "Clause", "Kind", "Paytable", "Reading", "Regulation", "Row", "Value", "Wager", "load"]
