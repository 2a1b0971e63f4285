"""Rule books are read strictly: what is not understood, missing, doubled or impossible is refused."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from houseway.citation import Citation
from houseway.errors import HousewayError, Malformed
from houseway.hands import ORDERS
from houseway.money import Pay, parse_pay
from houseway.regulation.file import BookFile, Shape, Table
from houseway.regulation.filing import Filing, read_filing
from houseway.regulation.model import By, Clause, Kind, Offered, Paytable, Reading, Regulation, Row, Value, Wager

DATA = Path(__file__).parent / "data"
BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
MUST_BE_FILED = "must-be-filed"


def load(book: str, version: str | None = None) -> Regulation:
    """A rule book in one of its versions, the first by default."""
    if book not in BOOKS:
        raise Malformed(
            f"no rule book is called {book!r}; there are {', '.join(BOOKS)}", code="book.unknown", given=book, allowed=BOOKS
        )
    return load_folder(DATA.joinpath(*book.split(".", 1)), version)


@cache
def load_folder(folder: Path, version: str | None = None) -> Regulation:
    """A rule book from its four files."""
    files = {name: BookFile(folder / f"{name}.toml") for name in ("book", "clauses", "paytables", "readings", "filing")}
    head = files["book"].table(files["book"].content, "the file", _HEAD)
    version = _version(files["book"], head, version)
    orders = {order.name: frozenset(map(str, order.categories)) for order in ORDERS}
    wagers = {wager["id"]: wager for wager in files["book"].entries("wager", _WAGER, "id")}
    reader = _Reader(head["id"], version, files, wagers, orders)
    return reader.book(head)


_HEAD = Shape({"id": str, "title": str, "jurisdiction": str, "source": str, "filing": str, "versions": list, "wager": list}, {})
_WAGER = Shape(
    {"id": str, "title": str, "clause": str, "offered": str},
    {
        "order": str,
        "hands": list,
        "envy": list,
        "choice": str,
        "envy-choice": str,
        "least": str,
        "stakes": str,
        "raised": str,
        "odds": list,
        "rate": str,
        "seed": str,
        "capped": bool,
    },
)
_CLAUSE = Shape(
    {"id": str, "kind": str, "gist": str, "by": str},
    {"values": dict, "see": list, "reason": str, "versions": list, "modelled-on": str},
)
_PAYTABLE = Shape({"wager": str, "paytable": str, "clause": str, "rows": list}, {"reading": str, "versions": list})
_ROW = Shape({"hand": str, "pays": str, "clause": str}, {"reading": str, "versions": list})
_READING = Shape(
    {
        "id": str,
        "clauses": list,
        "problem": str,
        "choices": dict,
        "default": str,
        "fixed": bool,
        "why": str,
        "worth": str,
        "settles": str,
    },
    {"also": list, "when": dict},
)
_SETTLES = ("table", "analysis", "submission", "document", "none")
_MODELS = "md.ultimate-texas-holdem"


def _version(file: BookFile, head: Table, version: str | None) -> str:
    chosen = version or head["versions"][0]
    if chosen not in head["versions"]:
        raise Malformed(
            f"{head['id']} has no version {chosen!r}; there are {', '.join(head['versions'])}",
            code="book.no-version",
            given=chosen,
            allowed=head["versions"],
        )
    return str(chosen)


@dataclass(frozen=True)
class _Reader:
    """Puts a book together from its tables, checking what one of them says of another."""

    id: str
    version: str
    files: Mapping[str, BookFile]
    wagers: Mapping[str, Table]
    orders: Mapping[str, frozenset[str]]

    def book(self, head: Table) -> Regulation:
        wagers = {id_: self._wager(entry) for id_, entry in self.wagers.items()}
        paytables = self._paytables(wagers)
        clauses = self._clauses(paytables, wagers)
        filing = read_filing(self.files["filing"], self.cite, wagers)
        readings = self._readings(filing)
        values = {key for clause in clauses.values() for key in clause.values}
        self._check_references(clauses, paytables, wagers, readings, filing, values)
        return Regulation(
            id=self.id,
            version=self.version,
            versions=tuple(head["versions"]),
            title=head["title"],
            jurisdiction=head["jurisdiction"],
            source=head["source"],
            filing=head["filing"],
            clauses=MappingProxyType(clauses),
            paytables=paytables,
            wagers=MappingProxyType(wagers),
            readings=MappingProxyType(readings),
            options=MappingProxyType(filing.options),
            restrictions=filing.restrictions,
            approvals=MappingProxyType(filing.approvals),
            hash=self._hash(),
        )

    def cite(self, clause: str) -> Citation:
        return Citation(f"{self.id} {clause}")

    def _hash(self) -> str:
        content = {name: file.content for name, file in self.files.items()}
        return sha256(json.dumps([self.version, content], sort_keys=True).encode()).hexdigest()

    def _in_version(self, file: BookFile, entries: Iterable[Table], place: str) -> list[Table]:
        """The entries of the version loaded; one without versions is in all."""
        known = self.files["book"].content["versions"]
        kept = []
        for entry in entries:
            for version in entry.get("versions", []):
                if version not in known:
                    raise file.refusal(place, f"version {version!r} is not one of {', '.join(known)}", "version")
            if self.version in entry.get("versions", [self.version]):
                kept.append(entry)
        return kept

    def _wager(self, entry: Table) -> Wager:
        file, place, order = self.files["book"], f"wager {entry['id']}", entry.get("order", "")
        if order and order not in self.orders:
            raise file.refusal(place, f"order {order!r} is not one of {', '.join(self.orders)}", "order")
        for envy in entry.get("envy", []):
            if envy not in self.wagers:
                raise file.refusal(place, f"envy {envy!r} is not a wager of the book", "wager")
        return Wager(
            id=entry["id"],
            title=entry["title"],
            clause=self.cite(entry["clause"]),
            hands=self.orders.get(order, frozenset()) | set(entry.get("hands", [])),
            order=order,
            offered=file.one_of(place, "offered", Offered, entry["offered"]),
            envy=tuple(entry.get("envy", [])),
            choice=self._maybe(entry, "choice"),
            envy_choice=self._maybe(entry, "envy-choice"),
            least=entry.get("least", ""),
            stakes=entry.get("stakes", ""),
            raised=self._maybe(entry, "raised"),
            odds=tuple(entry.get("odds", [])),
            rate=self._maybe(entry, "rate"),
            seed=self._maybe(entry, "seed"),
            capped=entry.get("capped", False),
        )

    def _maybe(self, entry: Table, key: str) -> Citation | None:
        return self.cite(entry[key]) if key in entry else None

    def _paytables(self, wagers: Mapping[str, Wager]) -> tuple[Paytable, ...]:
        file = self.files["paytables"]
        file.only("paytable")
        entries = self._in_version(file, file.entries("paytable", _PAYTABLE, "wager", "paytable"), "the file")
        file.once(f"paytable {entry['wager']} {entry['paytable']}" for entry in entries)
        return tuple(self._paytable(file, entry, wagers) for entry in entries)

    def _paytable(self, file: BookFile, entry: Table, wagers: Mapping[str, Wager]) -> Paytable:
        place = f"paytable {entry['wager']} {entry['paytable']}"
        if entry["wager"] not in wagers:
            raise file.refusal(place, f"{entry['wager']!r} is not a wager of the book", "wager")
        wager = wagers[entry["wager"]]
        rows = []
        for number, row in enumerate(entry["rows"], start=1):
            here = f"{place} row {number}"
            row = file.table(row, here, _ROW)
            if row["hand"] not in wager.hands or row["hand"] == "nothing":
                raise file.refusal(here, f"{wager.title} cannot make {row['hand']!r}", "impossible-hand")
            rows.append(row)
        kept = self._in_version(file, rows, place)
        file.once(f"{place} {row['hand']}" for row in kept)
        return Paytable(
            wager=entry["wager"],
            letter=entry["paytable"],
            clause=self.cite(entry["clause"]),
            rows=tuple(self._row(file, row, place) for row in kept),
            reading=entry.get("reading", ""),
        )

    def _row(self, file: BookFile, row: Table, place: str) -> Row:
        try:
            pays: Pay = parse_pay(row["pays"])
        except HousewayError as error:
            raise file.refusal(f"{place} {row['hand']}", str(error), "pay") from error
        return Row(row["hand"], pays, self.cite(row["clause"]), row.get("reading", ""))

    def _clauses(self, paytables: tuple[Paytable, ...], wagers: Mapping[str, Wager]) -> dict[str, Clause]:
        file = self.files["clauses"]
        file.only("clause")
        entries = self._in_version(file, file.entries("clause", _CLAUSE, "id"), "the file")
        file.once(f"clause {entry['id']}" for entry in entries)
        file.once(f"value {key}" for entry in entries for key in entry.get("values", {}))
        written = {entry["id"]: self._clause(file, entry) for entry in entries}
        return {**written, **self._printed(file, paytables, wagers, written)}

    def _printed(
        self, file: BookFile, paytables: tuple[Paytable, ...], wagers: Mapping[str, Wager], written: Mapping[str, Clause]
    ) -> dict[str, Clause]:
        """The clauses that are a paytable's heading or one of its rows: what they say is what they pay."""
        printed: dict[str, Clause] = {}
        for table in paytables:
            title = f"{wagers[table.wager].title}, paytable {table.letter}"
            self._print(printed, written, table.clause, title, {})
            for row in table.rows:
                gist = f"{title}: {row.hand.replace('-', ' ')} pays {row.pays}"
                if row.clause.clause in printed and row.clause != table.clause:
                    raise file.refusal(f"paytable {table.wager} {table.letter}", f"{row.clause} is doubled", "doubled")
                self._print(printed, written, row.clause, gist, {"pays": row.pays})
        return printed

    def _print(
        self,
        printed: dict[str, Clause],
        written: Mapping[str, Clause],
        clause: Citation,
        gist: str,
        values: Mapping[str, Value],
    ) -> None:
        if clause.clause not in written:
            printed[clause.clause] = Clause(clause, Kind.PAYOUT, gist, By.DATA, MappingProxyType(dict(values)))

    def _clause(self, file: BookFile, entry: Table) -> Clause:
        place = f"clause {entry['id']}"
        if (entry["by"] == By.NOTHING) != bool(entry.get("reason")):
            raise file.refusal(place, "a reason stands where nothing carries the clause out, and only there", "reason")
        values = {key: file.value(f"{place} {key}", value) for key, value in entry.get("values", {}).items()}
        model = entry.get("modelled-on")
        return Clause(
            citation=self.cite(entry["id"]),
            kind=file.one_of(place, "kind", Kind, entry["kind"]),
            gist=entry["gist"],
            by=file.one_of(place, "by", By, entry["by"]),
            values=MappingProxyType(values),
            see=tuple(map(self.cite, entry.get("see", []))),
            reason=entry.get("reason", ""),
            modelled_on=Citation(f"{_MODELS} {model}") if model else None,
        )

    def _readings(self, filing: Filing) -> dict[str, Reading]:
        file = self.files["readings"]
        file.only("reading")
        entries = file.entries("reading", _READING, "id")
        file.once(f"reading {entry['id']}" for entry in entries)
        return {entry["id"]: self._reading(file, entry, filing) for entry in entries}

    def _reading(self, file: BookFile, entry: Table, filing: Filing) -> Reading:
        place, filed = f"reading {entry['id']}", entry["default"] == MUST_BE_FILED
        if not filed and entry["default"] not in entry["choices"]:
            raise file.refusal(place, f"default {entry['default']!r} is not one of its choices", "default")
        if entry["fixed"] != (len(entry["choices"]) == 1) or (entry["fixed"] and filed):
            raise file.refusal(place, "a fixed reading has one choice, and any other more than one", "fixed")
        if entry["settles"] not in _SETTLES:
            raise file.refusal(place, f"settles {entry['settles']!r} is not one of {', '.join(_SETTLES)}", "settles")
        return Reading(
            id=entry["id"],
            clauses=tuple(map(self.cite, entry["clauses"])),
            also=tuple(map(Citation, entry.get("also", []))),
            problem=entry["problem"],
            choices=MappingProxyType(entry["choices"]),
            default="" if filed else entry["default"],
            fixed=entry["fixed"],
            why=entry["why"],
            worth=entry["worth"],
            settles=entry["settles"],
            when=filing.conditions.read(entry, "when"),
        )

    def _check_references(
        self,
        clauses: Mapping[str, Clause],
        paytables: Iterable[Paytable],
        wagers: Mapping[str, Wager],
        readings: Mapping[str, Reading],
        filing: Filing,
        values: set[str],
    ) -> None:
        """Every clause, value and reading that is pointed at is there."""
        every_version = {entry["id"] for entry in self.files["clauses"].content["clause"]} | self._printed_ids()
        references = [
            *(("clauses", f"clause {clause.id}", see) for clause in clauses.values() for see in clause.see),
            *(("book", f"wager {wager.id}", clause) for wager in wagers.values() for clause in _cited(wager)),
            *(("readings", f"reading {reading.id}", clause) for reading in readings.values() for clause in reading.clauses),
            *(("filing", place, clause) for place, clause in filing.cited()),
        ]
        for name, place, citation in references:
            if citation.clause not in (every_version if name == "readings" else clauses):
                raise self.files[name].refusal(place, f"{citation} is not a clause of the book", "no-clause")
        named = [("book", f"wager {wager.id}", key) for wager in wagers.values() for key in _values(wager)]
        for name, place, key in [*named, *(("filing", place, key) for place, key in filing.values())]:
            if key not in values:
                raise self.files[name].refusal(place, f"no clause sets {key!r}", "no-value")
        for table in paytables:
            for reading in (table.reading, *(row.reading for row in table.rows)):
                if reading and reading not in readings:
                    place = f"paytable {table.wager} {table.letter}"
                    raise self.files["paytables"].refusal(place, f"{reading} is not a reading of the book", "no-reading")

    def _printed_ids(self) -> set[str]:
        tables = self.files["paytables"].content["paytable"]
        return {table["clause"] for table in tables} | {row["clause"] for table in tables for row in table["rows"]}


def _cited(wager: Wager) -> Iterable[Citation]:
    clauses = (wager.clause, wager.choice, wager.envy_choice, wager.raised, wager.rate, wager.seed)
    return (clause for clause in clauses if clause is not None)


def _values(wager: Wager) -> Iterable[str]:
    return (key for key in (wager.least, wager.stakes, *wager.odds) if key)
