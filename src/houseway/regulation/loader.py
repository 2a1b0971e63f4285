"""Load rule books strictly: anything unknown, missing, repeated or impossible is refused."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from houseway.citation import Citation, ClauseNumbering
from houseway.errors import Malformed
from houseway.hands import HandOrder
from houseway.money import parse_pay
from houseway.regulation.effect import book_hash, in_version
from houseway.regulation.file import BookFile
from houseway.regulation.filing import Filing, read_filing
from houseway.regulation.following import FOLLOWS, MODELLED_ON, Source, read_source
from houseway.regulation.games import ranked_orders
from houseway.regulation.model import (
    PAYS,
    CarriedOutBy,
    ChangedRow,
    Clause,
    ClauseKind,
    DutyOf,
    Paytable,
    Policy,
    Reading,
    ReadingWarning,
    Regulation,
    Row,
    Value,
)
from houseway.regulation.order_reading import cited_in_order, read_own_orders
from houseway.regulation.policies import read_policies
from houseway.regulation.shapes import CLAUSE, FILES, HEAD, PAYTABLE, READING, REREAD, ROW, WAGER, WARNING, Shape, TomlTable
from houseway.regulation.shelf import folder_of
from houseway.regulation.side_bet_reading import check_filed_folds
from houseway.regulation.wager_reading import WagerReader, cited_clauses, hands_named, referenced_values
from houseway.regulation.wagers import Wager

MUST_BE_FILED = "must-be-filed"


_kept: dict[str, Regulation] = {}
"""Books that are on no shelf, by id."""


def keep_book(book: Regulation) -> None:
    """Make a book known that is on no shelf: one with a wager of one's own, whose id contains the hash of its content."""
    _kept.setdefault(book.id, book)


def load_book(book: str, version: str | None = None) -> Regulation:
    """Load a rule book in one of its versions, the first by default."""
    if book in _kept and version in (None, _kept[book].version):
        return _kept[book]
    regulation = load_folder(folder_of(book), version)
    if regulation.id != book:
        raise Malformed(
            f"the folder of {book} contains a book with the id {regulation.id}",
            code="book.id",
            given=regulation.id,
            allowed=book,
        )
    return regulation


def load_folder(folder: Path, version: str | None = None) -> Regulation:
    """Load a rule book from its six files. Its first version is read once, whether it is asked for by name or not."""
    first = _load_version(folder, None)
    return first if version in (None, first.version) else _load_version(folder, version)


@cache
def _load_version(folder: Path, version: str | None) -> Regulation:
    return read_version(read_source(folder), version)


def read_version(source: Source, version: str | None, is_stored: bool = False) -> Regulation:
    """Build a book from its files. One that was stored by an earlier program may lack policies that are asked for now."""
    files = source.files
    head = files["book"].check_table(files["book"].content, "the file", HEAD)
    version = _choose_version(files["book"], head, version)
    own_orders = read_own_orders(files["book"], head["id"], is_stored)
    wagers = files["book"].read_entries("wager", WAGER, "id")
    files["book"].refuse_repeats(f"wager {wager['id']}" for wager in wagers)
    reader = _BookReader(head["id"], version, files, {wager["id"]: wager for wager in wagers}, own_orders, source.numbering)
    return reader.read_book(head, is_stored)


def data_lines(book: Regulation, clause: Clause) -> Iterator[tuple[Path, int]]:
    """Yield file and line of a clause's entries in its book; readings are found by their own ids. A book on no shelf has none."""
    for name in FILES if book.id not in _kept else ():
        path = folder_of(book.id) / f"{name}.toml"
        entry = "id = " if name == "clauses" else ""
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        for number, line in enumerate(lines, start=1):
            if name != "readings" and f'{entry}"{clause.id}"' in line:
                yield path, number


_ON_STATION = ("high", "low", "=")
_SETTLED_BY = ("table", "analysis", "submission", "document", "none")


def _choose_version(file: BookFile, head: TomlTable, version: str | None) -> str:
    chosen = head["versions"][0] if version is None else version
    if chosen not in head["versions"]:
        raise Malformed(
            f"{head['id']} has no version {chosen!r}; its versions are {', '.join(head['versions'])}",
            code="book.no-version",
            given=chosen,
            allowed=head["versions"],
        )
    return str(chosen)


@dataclass(frozen=True)
class _BookReader:
    """Builds a book from its tables, and checks the references between them."""

    id: str
    version: str
    files: Mapping[str, BookFile]
    wagers: Mapping[str, TomlTable]
    own_orders: Mapping[str, HandOrder]
    """The orders of hands that the book describes."""
    numbering: ClauseNumbering

    @property
    def orders(self) -> Mapping[str, HandOrder]:
        """Return the orders of hands that its wagers may name."""
        return {**{order.name: order for order in ranked_orders()}, **self.own_orders}

    def read_book(self, head: TomlTable, is_stored: bool = False) -> Regulation:
        wagers = WagerReader(self.files["book"], self.wagers, self.orders, self.cite, self._set_number).read_wagers()
        paytables = self._read_paytables(wagers)
        clauses = self._read_clauses(paytables, wagers)
        filing = self._read_filing(wagers, paytables)
        readings = self._read_readings(filing)
        values = {key: value for clause in clauses.values() for key, value in clause.values.items()}
        policies = read_policies(self.files["policies"], head["game"], self.cite, values, is_stored)
        self._check_references(clauses, paytables, wagers, readings, filing, policies)
        self._check_values(wagers, filing, values)
        return Regulation(
            id=self.id,
            game=head["game"],
            version=self.version,
            versions=tuple(head["versions"]),
            title=head["title"],
            jurisdiction=head["jurisdiction"],
            source=head["source"],
            short=head.get("short", ""),
            dated=head.get("dated", ""),
            filing=head["filing"],
            clauses=MappingProxyType(clauses),
            paytables=paytables,
            wagers=MappingProxyType(wagers),
            readings=MappingProxyType(readings),
            options=MappingProxyType(filing.options),
            restrictions=filing.restrictions,
            approvals=MappingProxyType(filing.approvals),
            policies=MappingProxyType(policies),
            first_position=head.get("first-position", "left"),
            facility=self._optional_citation(head, "facility"),
            station=self._station(head),
            hash=self._book_hash(),
            numbering=self.numbering.with_wagers({id_: each.law for id_, each in wagers.items() if each.law}),
            files={name: file.content for name, file in self.files.items()},
            side_bets=self._read_side_bets(head, clauses),
            clear_on=frozenset(entry["of"] for entry in self._clear_matters()),
            orders=MappingProxyType(self.own_orders),
        )

    def _read_filing(self, wagers: Mapping[str, Wager], paytables: Iterable[Paytable]) -> Filing:
        choices = {entry["id"]: entry["choices"] for entry in self.files["readings"].read_entries("reading", READING, "id")}
        meters = {name for table in paytables for name in table.meters}
        return read_filing(self.files["filing"], self.cite, wagers, self._paytable_letters(), choices, meters)

    def _set_number(self, key: str) -> int:
        """Return a number that a clause sets in this version; 0 if none does. Wagers are read before the clauses."""
        entries = (entry for entry in self.files["clauses"].content.get("clause", []) if in_version(entry, self.version))
        return next((entry["values"][key] for entry in entries if key in entry.get("values", {})), 0)

    def _station(self, head: TomlTable) -> tuple[tuple[str, ...], ...]:
        rows = head.get("station", [])
        for row in rows:
            for name in row if isinstance(row, list) else [row]:
                if name not in (*self.wagers, *_ON_STATION):
                    raise self.files["book"].refusal(
                        "station", f"{name!r} is neither a wager of the book nor a hand", "station"
                    )
        return tuple(map(tuple, rows))

    def _read_side_bets(self, head: TomlTable, clauses: Mapping[str, Clause]) -> Citation | None:
        clause = self._optional_citation(head, "side-bets")
        if clause is not None and clause.clause not in clauses:
            raise self.files["book"].refusal("the file", f"{clause} is not a clause of the book", "no-clause")
        return clause

    def cite(self, clause: str) -> Citation:
        return self.files["book"].parse_text(f"clause {clause}", Citation, f"{self.id} {clause}", "citation")

    def _cite_all(self, entry: TomlTable) -> Iterator[Citation]:
        return map(self.cite, entry.get("clauses", []))

    def _book_hash(self) -> str:
        return book_hash({name: file.content for name, file in self.files.items()}, self.version)

    def _entries_in_version(
        self, file: BookFile, entries: Iterable[TomlTable], place: Callable[[TomlTable], str]
    ) -> list[TomlTable]:
        """Return the entries of the loaded version. An entry without versions belongs to all."""
        known = self.files["book"].content["versions"]
        found = []
        for entry in entries:
            for version in entry.get("versions", []):
                if version not in known:
                    raise file.refusal(place(entry), f"version {version!r} is not one of {', '.join(known)}", "version")
            if in_version(entry, self.version):
                found.append(entry)
        return found

    def _optional_citation(self, entry: TomlTable, key: str) -> Citation | None:
        return self.cite(entry[key]) if key in entry else None

    def _read_paytables(self, wagers: Mapping[str, Wager]) -> tuple[Paytable, ...]:
        file = self.files["paytables"]
        file.refuse_other_keys("paytable")
        every = file.read_entries("paytable", PAYTABLE, "wager", "paytable")
        for entry in every:
            self._check_rows(file, entry, wagers)
        entries = self._entries_in_version(file, every, _paytable_name)
        file.refuse_repeats(map(_paytable_name, entries))
        for wager in wagers:
            if wager not in {entry["wager"] for entry in entries}:
                raise file.refusal(f"wager {wager}", f"has no paytable in version {self.version}", "no-paytable")
        return tuple(self._read_paytable(file, entry, wagers[entry["wager"]]) for entry in entries)

    def _check_rows(self, file: BookFile, entry: TomlTable, wagers: Mapping[str, Wager]) -> None:
        place, wager = _paytable_name(entry), wagers.get(entry["wager"])
        if wager is None:
            raise file.refusal(place, f"{entry['wager']!r} is not a wager of the book", "wager")
        for number, row in enumerate(entry["rows"], start=1):
            here = f"{place} row {number}"
            if not isinstance(row, dict):
                raise file.refusal(here, f"is {row!r}, not a table", "wrong-type")
            file.check_table(row, here, ROW)
            if row["hand"] not in wager.hands or row["hand"] == "nothing":
                raise file.refusal(here, f"{wager.title} cannot make {row['hand']!r}", "impossible-hand")

    def _read_paytable(self, file: BookFile, entry: TomlTable, wager: Wager) -> Paytable:
        place = _paytable_name(entry)
        entries = self._entries_in_version(file, entry["rows"], lambda row: f"{place} {row['hand']}")
        if not entries:
            raise file.refusal(place, f"has no row in version {self.version}", "empty")
        file.refuse_repeats(f"{place} {row['hand']}" for row in entries)
        file.refuse_repeats(f"{place} {row['clause']}" for row in entries)
        return Paytable(
            wager=entry["wager"],
            letter=entry["paytable"],
            clause=self.cite(entry["clause"]),
            rows=tuple(self._read_row(file, row, place, wager) for row in entries),
            reading=entry.get("reading", ""),
        )

    def _read_row(self, file: BookFile, row: TomlTable, place: str, wager: Wager) -> Row:
        pays = file.parse_text(f"{place} {row['hand']}", wager.parse_pay, row["pays"], "pay")
        return Row(row["hand"], pays, self.cite(row["clause"]), row.get("reading", ""))

    def _read_clauses(self, paytables: tuple[Paytable, ...], wagers: Mapping[str, Wager]) -> dict[str, Clause]:
        file = self.files["clauses"]
        file.refuse_other_keys("clause")
        entries = self._entries_in_version(file, file.read_entries("clause", CLAUSE, "id"), _clause_name)
        file.refuse_repeats(map(_clause_name, entries))
        file.refuse_repeats(f"value {key}" for entry in entries for key in entry.get("values", {}))
        written = {entry["id"]: self._read_clause(file, entry) for entry in entries}
        return {**written, **self._paytable_clauses(paytables, wagers, written)}

    def _paytable_clauses(
        self, paytables: tuple[Paytable, ...], wagers: Mapping[str, Wager], written: Mapping[str, Clause]
    ) -> dict[str, Clause]:
        """Return the clauses that are headings or rows of paytables. Their gist is what they pay."""
        printed: dict[str, Clause] = {}
        for table in paytables:
            place, title = f"paytable {table.wager} {table.letter}", f"{wagers[table.wager].title}, paytable {table.letter}"
            gists = {row.clause: f"{title}: {row.hand.replace('-', ' ')} pays {row.pays}" for row in table.rows}
            pays = {row.clause: {PAYS: row.pays} for row in table.rows}
            for clause in {table.clause: None} | pays:
                if clause.clause in printed:
                    raise self.files["paytables"].refusal(place, f"{clause} occurs twice", "doubled")
                if clause.clause not in written:
                    values: Mapping[str, Value] = MappingProxyType(pays.get(clause, {}))
                    gist = gists.get(clause, title)
                    printed[clause.clause] = Clause(clause, ClauseKind.PAYOUT, gist, CarriedOutBy.DATA, values)
        return printed

    def _read_clause(self, file: BookFile, entry: TomlTable) -> Clause:
        place = _clause_name(entry)
        if (entry["by"] == CarriedOutBy.NOTHING or "duty" in entry) != bool(entry.get("reason")):
            raise file.refusal(place, "a clause needs a reason if and only if nothing carries it out, or people do", "reason")
        values = {key: file.read_value(f"{place} {key}", value) for key, value in entry.get("values", {}).items()}
        model = entry.get("modelled-on")
        return Clause(
            citation=self.cite(entry["id"]),
            kind=file.read_word(place, "kind", ClauseKind, entry["kind"]),
            gist=entry["gist"],
            by=file.read_word(place, "by", CarriedOutBy, entry["by"]),
            values=MappingProxyType(values),
            see=tuple(map(self.cite, entry.get("see", []))),
            duty=file.read_word(place, "duty", DutyOf, entry["duty"]) if "duty" in entry else None,
            reason=entry.get("reason", ""),
            modelled_on=Citation(f"{self._model(file, place)} {model}") if model else None,
        )

    def _model(self, file: BookFile, place: str) -> str:
        """Return the book on which clauses are modelled: the followed book, or the one whose play is adopted."""
        head = self.files["book"].content
        if FOLLOWS not in head and MODELLED_ON not in head:
            raise file.refusal(place, f"{MODELLED_ON} needs a book named in book.toml", "modelled-on")
        return str(head.get(FOLLOWS, head.get(MODELLED_ON)))

    def _read_readings(self, filing: Filing) -> dict[str, Reading]:
        file = self.files["readings"]
        file.refuse_other_keys("reading", "clear")
        entries = file.read_entries("reading", READING, "id")
        file.refuse_repeats(f"reading {entry['id']}" for entry in entries)
        return {entry["id"]: self._read_reading(file, entry, filing) for entry in entries}

    def _clear_matters(self) -> list[TomlTable]:
        """Return which readings of other books leave nothing open here, each with its reason."""
        return self.files["readings"].read_entries("clear", FILES["readings"].entries["clear"], "of")

    def _read_reading(self, file: BookFile, entry: TomlTable, filing: Filing) -> Reading:
        place, filed = f"reading {entry['id']}", entry["default"] == MUST_BE_FILED
        if not filed and entry["default"] not in entry["choices"]:
            raise file.refusal(place, f"default {entry['default']!r} is not one of its choices", "default")
        if entry["fixed"] != (len(entry["choices"]) == 1) or (entry["fixed"] and filed):
            raise file.refusal(
                place, "a fixed reading must have exactly one choice, and any other reading more than one", "fixed"
            )
        file.check_table(entry["choices"], f"{place} choices", Shape({}, dict.fromkeys(entry["choices"], str)))
        if entry["settles"] not in _SETTLED_BY:
            raise file.refusal(place, f"settles {entry['settles']!r} is not one of {', '.join(_SETTLED_BY)}", "settles")
        return Reading(
            id=entry["id"],
            subject=entry["subject"],
            clauses=tuple(map(self.cite, entry["clauses"])),
            also_clauses=tuple(file.parse_text(place, Citation, text, "citation") for text in entry.get("also", [])),
            problem=entry["problem"],
            choices=MappingProxyType(entry["choices"]),
            default="" if filed else entry["default"],
            is_fixed=entry["fixed"],
            why=entry["why"],
            worth=entry["worth"],
            settled_by=entry["settles"],
            when=replace(filing.conditions, file=file).read(entry, "when"),
            warnings=self._read_warnings(file, place, entry, filing),
            changed_rows=tuple(self._read_changed_row(file, place, row, entry["choices"]) for row in entry.get("rows", [])),
        )

    def _read_warnings(self, file: BookFile, place: str, entry: TomlTable, filing: Filing) -> tuple[ReadingWarning, ...]:
        conditions, here = replace(filing.conditions, file=file), f"{place} warns"
        for warning in entry.get("warns", []):
            file.check_table(warning, here, WARNING)
        entries = self._entries_in_version(file, entry.get("warns", []), lambda warning: here)
        return tuple(ReadingWarning(conditions.read({**warning, "id": place}, "when"), warning["says"]) for warning in entries)

    def _read_changed_row(self, file: BookFile, place: str, row: TomlTable, choices: Mapping[str, str]) -> ChangedRow:
        """Read how a choice changes a row. Whether the paytable exists depends on the version, so only names are checked."""
        if not isinstance(row, dict):
            raise file.refusal(f"{place} rows", f"{row!r} is not a table", "wrong-type")
        file.check_table(row, f"{place} rows", REREAD)
        wager = self.wagers.get(row["wager"], {})
        if row["choice"] not in choices or not wager:
            raise file.refusal(place, f"{row['choice']!r} or {row['wager']!r} is not known", "rows")
        if not set(row["paytables"]) <= self._paytable_letters()[row["wager"]]:
            raise file.refusal(place, f"{wager['title']} does not have all of the paytables {row['paytables']}", "rows")
        hand = str(row.get("as", row["hand"]))
        if not {row["hand"], hand} <= hands_named(self.orders, wager):
            raise file.refusal(place, f"{wager['title']} cannot make {row['hand']!r} or {hand!r}", "impossible-hand")
        pays = file.parse_text(place, parse_pay, row["pays"], "pay") if "pays" in row else None
        return ChangedRow(row["choice"], row["wager"], tuple(row["paytables"]), row["hand"], hand, pays)

    def _check_references(
        self,
        clauses: Mapping[str, Clause],
        paytables: Iterable[Paytable],
        wagers: Mapping[str, Wager],
        readings: Mapping[str, Reading],
        filing: Filing,
        policies: Mapping[str, Policy],
    ) -> None:
        """Check that every referenced clause and reading exists."""
        every_version = {entry["id"] for entry in self.files["clauses"].content.get("clause", [])} | self._paytable_clause_ids()
        references = [
            *(("clauses", f"clause {clause.id}", see) for clause in clauses.values() for see in clause.see),
            *(("book", place, clause) for place, clause in self._cited_in_book(wagers)),
            *(("readings", f"reading {reading.id}", clause) for reading in readings.values() for clause in reading.clauses),
            *(
                ("readings", f"clear {entry['of']}", clause)
                for entry in self._clear_matters()
                for clause in self._cite_all(entry)
            ),
            *(("filing", place, clause) for place, clause in filing.cited_clauses()),
            *(("policies", f"policy {policy.name}", clause) for policy in policies.values() for clause in policy.clauses),
        ]
        for name, place, citation in references:
            if citation.clause not in (every_version if name == "readings" else clauses):
                raise self.files[name].refusal(place, f"{citation} is not a clause of the book", "no-clause")
        for wager in wagers.values():
            for choice in wager.as_read if FOLLOWS not in self.files["book"].content else ():
                reading, _, taken = choice.partition("=")
                if reading not in readings or taken not in readings[reading].choices:
                    raise self.files["book"].refusal(f"wager {wager.id}", f"{choice} is no choice of the book", "no-reading")
            if wager.best_row and wager.best_row not in readings:
                raise self.files["book"].refusal(
                    f"wager {wager.id}", f"{wager.best_row} is not a reading of the book", "no-reading"
                )
        for table in paytables:
            for reading in (table.reading, *(row.reading for row in table.rows)):
                if reading and reading not in readings:
                    place = f"paytable {table.wager} {table.letter}"
                    raise self.files["paytables"].refusal(place, f"{reading} is not a reading of the book", "no-reading")

    def _cited_in_book(self, wagers: Mapping[str, Wager]) -> Iterator[tuple[str, Citation]]:
        """Yield every clause that a wager or an order of hands cites, with its place."""
        for wager in wagers.values():
            yield from ((f"wager {wager.id}", clause) for clause in cited_clauses(wager))
        for name, order in self.own_orders.items():
            yield from ((f"order {name}", clause) for clause in cited_in_order(order))

    def _check_values(self, wagers: Mapping[str, Wager], filing: Filing, values: Mapping[str, Value]) -> None:
        """Check that every referenced value is set and has the right type."""
        named = [
            ("book", f"wager {wager.id}", key, kind) for wager in wagers.values() for key, kind in referenced_values(wager)
        ]
        for name, place, key, kind in [*named, *(("filing", place, key, int) for place, key in filing.referenced_values())]:
            if key not in values:
                raise self.files[name].refusal(place, f"no clause sets {key!r}", "no-value")
            value = values[key]
            if not all(isinstance(part, kind) for part in (value if isinstance(value, tuple) else (value,))):
                raise self.files[name].refusal(
                    place, f"{key!r} is {value}, which is not of type {kind.__name__}", "wrong-value"
                )
        for wager in wagers.values():
            if len(wager.odds) not in (0, 2):
                raise self.files["book"].refusal(
                    f"wager {wager.id}", "odds need two values, the lowest and the highest", "odds"
                )
        check_filed_folds(self.files["book"], wagers.values(), filing.options)
        for option in filing.options.values():
            bounds = [values[key] for key in (option.least_value, option.most_value) if key]
            default = option.default
            if type(default) is int and not _is_within(
                default, values.get(option.least_value, 1), values.get(option.most_value, default)
            ):
                place = f"option {option.key}"
                raise self.files["filing"].refusal(place, f"default {default} is not within {bounds}", "default")

    def _paytable_letters(self) -> dict[str, set[str]]:
        """Return the letters of each wager's paytables, in any version."""
        letters: dict[str, set[str]] = {}
        for table in self.files["paytables"].content.get("paytable", []):
            letters.setdefault(table["wager"], set()).add(table["paytable"])
        return letters

    def _paytable_clause_ids(self) -> set[str]:
        tables = self.files["paytables"].content.get("paytable", [])
        return {table["clause"] for table in tables} | {row["clause"] for table in tables for row in table["rows"]}


def _clause_name(entry: TomlTable) -> str:
    return f"clause {entry['id']}"


def _paytable_name(entry: TomlTable) -> str:
    return f"paytable {entry['wager']} {entry['paytable']}"


def _is_within(number: int, least: Value, most: Value) -> bool:
    return isinstance(least, int) and isinstance(most, int) and least <= number <= most
