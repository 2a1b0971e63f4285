"""Reads the wagers of a rule book, each a record of everything that the book says of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from houseway.citation import Citation
from houseway.hands import HandOrder
from houseway.money import Cents, OddsToOne
from houseway.regulation.file import BookFile
from houseway.regulation.shapes import WAGER_LAW, TomlTable
from houseway.regulation.side_bet_reading import DECIDED_BY, PAID_BY, SetNumber, read_terms
from houseway.regulation.wagers import OfferedWhen, Wager

Law = dict[str, tuple[Citation, ...]]


_OF_SIDE_BETS = ("placed", "base", "decided", "won", "lost", "folded")
"""The subjects of which code asks for every side bet that data describes."""


@dataclass(frozen=True)
class WagerReader:
    """Builds the wagers of a book from their entries in `book.toml`."""

    file: BookFile
    entries: Mapping[str, TomlTable]
    orders: Mapping[str, HandOrder]
    cite: Callable[[str], Citation]
    number: SetNumber

    def read_wagers(self) -> dict[str, Wager]:
        return {id_: self._read_wager(entry) for id_, entry in self.entries.items()}

    def _read_wager(self, entry: TomlTable) -> Wager:
        file, place, order = self.file, f"wager {entry['id']}", entry.get("order", "")
        if order and order not in self.orders:
            raise file.refusal(place, f"order {order!r} is not one of {', '.join(self.orders)}", "order")
        for named in (*entry.get("envy", []), *(entry[key] for key in ("equals", "paid-on") if key in entry)):
            if named not in self.entries:
                raise file.refusal(place, f"{named!r} is not a wager of the book", "wager")
        terms, side_bet = read_terms(file, file.content["game"], entry, self.entries, tuple(self.orders.values()), self.number)
        return Wager(
            id=entry["id"],
            title=entry["title"],
            clause=self.cite(entry["clause"]),
            hands=side_bet.payable_hands if side_bet else hands_named(self.orders, entry),
            order=order,
            offered=file.read_word(place, "offered", OfferedWhen, entry["offered"]),
            envy=tuple(entry.get("envy", [])),
            choice_clause=self._optional_citation(entry, "choice"),
            envy_choice_clause=self._optional_citation(entry, "envy-choice"),
            minimum_value=entry.get("least", ""),
            stakes_value=entry.get("stakes", ""),
            raised_clause=self._optional_citation(entry, "raised"),
            odds=tuple(entry.get("odds", [])),
            rate_clause=self._optional_citation(entry, "rate"),
            seed_clause=self._optional_citation(entry, "seed"),
            is_capped=entry.get("capped", False),
            equal_to=entry.get("equals", ""),
            paid_on=entry.get("paid-on", ""),
            best_row=entry.get("best-row", ""),
            is_stake_returned=entry.get("stake-returned", False),
            **terms,
            law=self._read_law(entry, place),
            side_bet=side_bet,
        )

    def _read_law(self, entry: TomlTable, place: str) -> Law:
        """Return the clauses by subject. A subject with an empty list says that the book has no clause on it, as where a book is
        silent on what the one that it follows cites."""
        law = _law_of_side_bet(entry) if DECIDED_BY in entry and PAID_BY not in entry else entry.get("law", {})
        self.file.check_table(
            {subject: clauses for subject, clauses in law.items() if clauses != []}, f"{place} law", WAGER_LAW
        )
        return {subject: tuple(map(self.cite, clauses)) for subject, clauses in law.items()}

    def _optional_citation(self, entry: TomlTable, key: str) -> Citation | None:
        return self.cite(entry[key]) if key in entry else None


def hands_named(orders: Mapping[str, HandOrder], wager: TomlTable) -> frozenset[str]:
    """Return the hands that a wager with code may pay: the categories of its order, and those that it lists."""
    ranked = orders[wager["order"]].categories if wager.get("order") in orders else ()
    return frozenset((*map(str, ranked), *wager.get("hands", [])))


def _law_of_side_bet(entry: TomlTable) -> TomlTable:
    """Return what a side bet lists, with the clause of the wager itself for what it does not list."""
    law = {**{subject: [entry["clause"]] for subject in _OF_SIDE_BETS}, **entry.get("law", {})}
    return {"cards-stay": law["folded"], "dealer-turned": law["decided"], **law}


def cited_clauses(wager: Wager) -> tuple[Citation, ...]:
    """Return every clause that the record of a wager cites."""
    return (*wager.filing_clauses, *(clause for each in wager.law.values() for clause in each))


def referenced_values(wager: Wager) -> Iterable[tuple[str, type]]:
    """Yield the values that a wager refers to, with their types."""
    wanted = [(wager.minimum_value, Cents), (wager.stakes_value, Cents), *((key, OddsToOne) for key in wager.odds)]
    return ((key, kind) for key, kind in wanted if key)
