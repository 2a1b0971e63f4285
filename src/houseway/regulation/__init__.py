"""The rule books as data: clauses, paytables, readings, policies and what an operator files. `load_book` returns one version of a
book."""

from houseway.regulation.editions import add_edition, find_edition, find_named_edition, is_known_edition, numbering_of
from houseway.regulation.loader import load_book
from houseway.regulation.model import (
    Approval,
    CarriedOutBy,
    Clause,
    ClauseKind,
    Condition,
    FiledValue,
    FilingOption,
    OptionKind,
    Paytable,
    Reading,
    Regulation,
    Restriction,
    Row,
    Value,
    edition_text,
    hash_text,
)
from houseway.regulation.shelf import BOOKS, book_ids
from houseway.regulation.side_bets import SideBet
from houseway.regulation.taken import MissingReading, TakenReadings
from houseway.regulation.wagers import OfferedWhen, Wager

__all__ = [
    "BOOKS",
    "Approval",
    "CarriedOutBy",
    "Clause",
    "ClauseKind",
    "Condition",
    "FiledValue",
    "FilingOption",
    "MissingReading",
    "OfferedWhen",
    "OptionKind",
    "Paytable",
    "Reading",
    "Regulation",
    "Restriction",
    "Row",
    "SideBet",
    "TakenReadings",
    "Value",
    "Wager",
    "add_edition",
    "book_ids",
    "edition_text",
    "find_edition",
    "find_named_edition",
    "hash_text",
    "is_known_edition",
    "load_book",
    "numbering_of",
]
