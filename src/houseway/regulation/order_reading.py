"""Reads the orders of hands that a rule book describes, besides those of the program."""

from collections.abc import Mapping, Sequence

from houseway.citation import Citation
from houseway.hands import ORDERS_WITHOUT_KERNEL, HandOrder
from houseway.hands.described import read_order
from houseway.regulation.file import BookFile
from houseway.regulation.games import ranked_orders
from houseway.regulation.shapes import ORDER, ORDER_LAW, TomlTable


def read_own_orders(file: BookFile, book: str, is_stored: bool = False) -> Mapping[str, HandOrder]:
    """Return the orders that a book describes, by name. Only a stored edition may have a name that the program has taken since."""
    entries = file.read_entries("order", ORDER, "name")
    file.refuse_repeats(f"order {entry['name']}" for entry in entries)
    taken = () if is_stored else tuple(order.name for order in (*ranked_orders(), *ORDERS_WITHOUT_KERNEL))
    for entry in entries:
        if entry["name"] in taken:
            said = f"the program has an order of this name; choose any other than {', '.join(taken)}"
            raise file.refusal(f"order {entry['name']}", said, "order-name")
    return {entry["name"]: _read_own_order(file, book, entry) for entry in entries}


def _read_own_order(file: BookFile, book: str, entry: TomlTable) -> HandOrder:
    """Read an order. Where a book is silent on a clause of one that it takes from another, the list of clauses is empty."""
    place, clauses = f"order {entry['name']}", entry["clauses"]
    file.check_table({subject: cited for subject, cited in clauses.items() if cited != []}, f"{place} clauses", ORDER_LAW)
    return file.parse_text(place, lambda given: read_order(given, {book: clauses}), entry, "order")


def cited_in_order(order: HandOrder) -> Sequence[Citation]:
    """Return every clause that an order cites."""
    ranked = (clause for _, clauses in order.cited_categories for clause in clauses)
    special = (*order.low_ace_clauses, *order.joker_ace_clauses, *order.joker_completes_clauses)
    return (*order.clauses, *special, *ranked, *(clause for clauses in order.match_clauses.values() for clause in clauses))
