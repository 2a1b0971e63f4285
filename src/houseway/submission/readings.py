"""Apply the readings to the paytables: the rows that the table pays, which may differ from those printed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from houseway.regulation import Paytable, Regulation, Row
from houseway.regulation.model import ChangedRow
from houseway.submission.rules import Offer


def apply_readings(book: Regulation, offers: Mapping[str, Offer], readings: Mapping[str, str]) -> dict[str, Offer]:
    """Return the offers with the readings applied to every paytable."""
    taken = [
        (change, reading.id)
        for reading in book.readings.values()
        for change in reading.changed_rows
        if readings.get(reading.id) == change.choice
    ]
    return {
        wager: replace(
            offer,
            paytable=_apply_to_paytable(offer.paytable, taken),
            envy=tuple(_apply_to_paytable(table, taken) for table in offer.envy),
        )
        for wager, offer in offers.items()
    }


def _apply_to_paytable(table: Paytable, taken: Sequence[tuple[ChangedRow, str]]) -> Paytable:
    changes = {
        change.hand: (change, reading)
        for change, reading in taken
        if change.wager == table.wager and table.letter in change.letters
    }
    rows = [_apply_to_row(row, changes) for row in table.rows]
    there = {row.hand for row in table.rows}
    new = [
        Row(change.as_hand, change.pays, table.clause, reading)
        for hand, (change, reading) in changes.items()
        if hand not in there and change.pays is not None
    ]
    return replace(table, rows=(*_insert_before_push([row for row in rows if row], new),))


def _apply_to_row(row: Row, changes: Mapping[str, tuple[ChangedRow, str]]) -> Row | None:
    if row.hand not in changes:
        return row
    change, _ = changes[row.hand]
    return None if change.pays is None else replace(row, hand=change.as_hand, pays=change.pays)


def _insert_before_push(rows: list[Row], new: list[Row]) -> list[Row]:
    """Insert a new row before the push, which covers everything below."""
    return [*rows[:-1], *new, *rows[-1:]] if new else rows
