"""A paytable as the table pays it: the book's rows, and what the readings taken make of them.

A sign that printed an erratum which nobody pays would mislead. Rows that no reading touches are left as they are.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from houseway.money import ForOne, ToOne
from houseway.regulation import Paytable, Regulation, Row, load
from houseway.submission import Rules

EVEN_MONEY = ToOne(Fraction(1))

Change = Callable[[Regulation, Paytable, Row], tuple[Row, ...]]


def posted_rows(rules: Rules, table: Paytable) -> tuple[Row, ...]:
    """What is paid for each hand."""
    rows = table.rows
    for reading in dict.fromkeys((table.reading, *(row.reading for row in rows))):
        change = _CHANGES.get((reading, rules.readings.get(reading, "")))
        if change is not None:
            touched = [row.reading == reading or table.reading == reading for row in rows]
            parts = [change(rules.regulation, table, row) if hit else (row,) for row, hit in zip(rows, touched)]
            rows = tuple(row for part in parts for row in part)
    return rows


def _even_money(book: Regulation, table: Paytable, row: Row) -> tuple[Row, ...]:
    return (replace(row, pays=EVEN_MONEY),)


def _dropped(book: Regulation, table: Paytable, row: Row) -> tuple[Row, ...]:
    return ()


def _below_a_flush(book: Regulation, table: Paytable, row: Row) -> tuple[Row, ...]:
    """Without a row for the straight, what pushes is everything below a flush."""
    return (row,) if table.row("straight") else (replace(row, hand="less-than-flush"),)


def _straight_as_in_a(book: Regulation, table: Paytable, row: Row) -> tuple[Row, ...]:
    first = book.tables_of(table.wager)[0].row("straight")
    return (row,) if table.row("straight") or first is None else (first, row)


def _for_one(book: Regulation, table: Paytable, row: Row) -> tuple[Row, ...]:
    return (replace(row, pays=ForOne(row.pays.odds)),) if isinstance(row.pays, ToOne) else (row,)


def _as_in_the_original(book: Regulation, table: Paytable, row: Row) -> tuple[Row, ...]:
    original = load(book.id, "original").paytable(table.wager, table.letter)
    return ((original and original.row(row.hand)) or row,)


def _royal_and_straight_flush(book: Regulation, table: Paytable, row: Row) -> tuple[Row, ...]:
    meant = {"four-aces": "royal-flush", "four-of-a-kind": "straight-flush"}
    return (replace(row, hand=meant[row.hand]),) if table.row("four-aces") else (row,)


_CHANGES: Mapping[tuple[str, str], Change] = {
    ("DIV-01", "even-money"): _even_money,
    ("DIV-05", "lost"): _dropped,
    ("PG-03", "lost"): _dropped,
    ("UTH-01", "pushes"): _below_a_flush,
    ("UTH-01", "pays-even"): _straight_as_in_a,
    ("UTH-06", "for-1"): _for_one,
    ("FC-02", "royal-and-straight-flush"): _royal_and_straight_flush,
    ("FC-04", "two"): _as_in_the_original,
}
"""What a choice does to the rows that carry its reading."""
