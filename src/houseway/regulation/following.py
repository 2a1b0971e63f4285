"""A book that follows another takes from it whatever it does not say itself, under clause ids of its own.

Its `book.toml` names the other book. A table (`numbering`) gives its own id for each id of the other, and a list (`silent`) names
the clauses of the other that it does not have. An id in them also covers all ids that begin with it: `"13." = "R-13."` numbers a
whole chapter. If several cover a clause, the longest decides. The entries of its own files replace those of the other book.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from houseway.citation import Citation, ClauseNumbering
from houseway.regulation.effect import VERSIONS, in_version
from houseway.regulation.file import BookFile
from houseway.regulation.shapes import CLAUSE, FILES, FOLLOWER, Shape, TomlTable
from houseway.regulation.shelf import folder_of

FOLLOWS, MODELLED_ON = "follows", "modelled-on"
_OWN = (*FOLLOWER.required, *FOLLOWER.optional, MODELLED_ON)
"""What a book never takes from another."""
_NAMED_AT_MOST = 5


@dataclass(frozen=True)
class Source:
    """The files of a book, complete with what it takes from a book that it follows, and how it numbers clauses."""

    files: Mapping[str, BookFile]
    numbering: ClauseNumbering


@cache
def read_source(folder: Path) -> Source:
    """Read the files of a book, and of the book that it follows, if it follows one."""
    book = BookFile(folder / "book.toml")
    if FOLLOWS not in book.content:
        files = {name: BookFile(folder / f"{name}.toml") for name in FILES}
        numbering = _own_numbering(book, files["clauses"])
        _take_records_of_model(files["book"], numbering)
        return Source(files, numbering)
    _check_follower(book)
    files = {name: BookFile(folder / f"{name}.toml", optional=True) for name in FILES}
    return follow_book(files, read_source(folder_of(book.content[FOLLOWS])))


def _own_numbering(book: BookFile, clauses: BookFile) -> ClauseNumbering:
    """Number the clauses of a book that follows no other.

    A book may be modelled on another without following it: its text prints no play of the game, and each of its clauses names the
    clause of the other on which it is modelled. A rule of the other book then cites the first clause that is modelled on it.
    """
    id_, model = str(book.content.get("id", "")), book.content.get(MODELLED_ON)
    if model is None:
        return ClauseNumbering(id_)
    ids: dict[str, str] = {}
    for entry in clauses.content.get("clause", []):
        if MODELLED_ON in entry:
            ids.setdefault(entry[MODELLED_ON], entry["id"])
    return ClauseNumbering(id_, ClauseNumbering(model), ids)


WagerRecords = Mapping[str, TomlTable]
"""By wager: what its record says of how it is decided, and its clauses by subject."""
_TERMS = (
    *("decided-by", "paid-by", "needs", "fold", "void-base", "own-step", "read"),
    *("envy-minimum", "bars-surrender", "one-pass"),
)
_RECORD_KEYS = (*_TERMS, "law")


def wager_records(wagers: Iterable[TomlTable]) -> WagerRecords:
    return {wager["id"]: {key: wager[key] for key in _RECORD_KEYS if key in wager} for wager in wagers}


def fill_wager_records(wagers: Iterable[object], records: WagerRecords) -> list[object]:
    """Return wagers with these records, where they say nothing of the kind themselves. One that only lists its clauses is given how
    it is decided. The other wagers stay as they are."""
    return [_fill_record(each, records.get(str(each.get("id")), {})) if isinstance(each, dict) else each for each in wagers]


def _fill_record(wager: TomlTable, record: TomlTable) -> TomlTable:
    if not wager.keys().isdisjoint(_TERMS):
        return wager
    return {**{key: value for key, value in record.items() if key != "law" or "law" not in wager}, **wager}


def translate_records(records: WagerRecords, numbering: ClauseNumbering) -> WagerRecords:
    """Return the records of wagers of another book under the ids of the book that follows it, or is modelled on it.

    A subject of which the book knows a clause neither as its own nor as one that it lacks is left out.
    """
    known = numbering.own_id_by_followed.keys() | numbering.silent
    found: dict[str, TomlTable] = {}
    for wager, record in records.items():
        law = {
            subject: [own for clause in clauses if (own := numbering.own_id_by_followed.get(clause))]
            for subject, clauses in record.get("law", {}).items()
            if known.issuperset(clauses)
        }
        found[wager] = {**record, "law": law} if law else {key: value for key, value in record.items() if key != "law"}
    return found


def _take_records_of_model(book: BookFile, numbering: ClauseNumbering) -> None:
    """Give the wagers of a book that is modelled on another the records of the other's, if they have none.

    What the other's readings change is left out, because they are not readings of this book; and so is everything but the clauses
    if the other is a book of another game.
    """
    wagers = book.content.get("wager")
    if numbering.follows is None or not isinstance(wagers, list):
        return
    model = read_source(folder_of(numbering.follows.book)).files["book"].content
    keys = set(_RECORD_KEYS) - {"read"} if model["game"] == book.content.get("game") else {"law"}
    translated = translate_records(wager_records(model["wager"]), numbering)
    records = {wager: {key: value for key, value in each.items() if key in keys} for wager, each in translated.items()}
    book.content = {**book.content, "wager": fill_wager_records(wagers, records)}


def _check_follower(book: BookFile) -> None:
    """Refuse a book that lacks what a follower must state, or that follows itself through other books."""
    book.check_table({key: value for key, value in book.content.items() if key in _OWN}, "the file", FOLLOWER)
    path, other = [book.path], book
    while FOLLOWS in other.content:
        other = BookFile(folder_of(other.content[FOLLOWS]) / "book.toml")
        if other.path in path:
            raise book.refusal(FOLLOWS, f"{book.content[FOLLOWS]}, which this book follows, itself follows this book", "circle")
        path.append(other.path)


def follow_book(files: Mapping[str, BookFile], other: Source) -> Source:
    """Complete the files of a book with what it takes from the book that it follows."""
    head, version = files["book"].content, other.files["book"].content[VERSIONS][0]
    written = tuple(dict.fromkeys(_written(other.files, version)))
    translation = _Translation(head["numbering"], head.get("silent", []))
    missing = [clause for clause in written if not translation.covers(clause)]
    if missing:
        listed = ", ".join(missing[:_NAMED_AT_MOST]) + (", ..." if missing[_NAMED_AT_MOST:] else "")
        said = f"{len(missing)} clauses of {head[FOLLOWS]} have no id in this book, and are not declared silent: {listed}"
        raise files["book"].refusal("numbering", said, "numbering")
    own_policies = {name: entry for name, entry in files["policies"].content.items() if isinstance(entry, dict)}
    for name, file in files.items():
        file.content = _merge_own_entries(
            translation.translate_table(other.files[name].content, FILES[name], version), file, FILES[name]
        )
    _drop_impossible(files)
    ids = {clause: own for clause in written if (own := translation.own_id(clause))}
    silent = frozenset(written) - set(ids)
    policies = {name: _cited(head["id"], entry) for name, entry in own_policies.items()}
    return Source(files, ClauseNumbering(head["id"], other.numbering, ids, silent, policies))


_CONDITIONAL = {"readings": "reading", "filing": "restriction"}
_ON_WAGERS = ("offers.", "paytable.")


def _drop_impossible(files: Mapping[str, BookFile]) -> None:
    """Leave out readings and restrictions that apply only where a wager is offered which the book, silent on it, does not have."""
    wagers = {entry["id"] for entry in files["book"].content["wager"]}
    for name, key in _CONDITIONAL.items():
        content = files[name].content
        if key in content:
            possible = [entry for entry in content[key] if wagers.issuperset(_wagers_in_condition(entry))]
            files[name].content = {**content, key: possible}


def _wagers_in_condition(entry: TomlTable) -> Iterator[str]:
    for name in entry.get("when", {}):
        yield from (name.removeprefix(start) for start in _ON_WAGERS if name.startswith(start))


def _cited(book: str, policy: TomlTable) -> tuple[Citation, ...]:
    return tuple(Citation(f"{book} {clause}") for clause in policy.get("clauses", []))


def _written(files: Mapping[str, BookFile], version: str) -> Iterator[str]:
    """Yield every clause id of a book in one version."""
    yield from (entry["id"] for entry in files["clauses"].content["clause"] if in_version(entry, version))
    for table in files["paytables"].content["paytable"]:
        if in_version(table, version):
            yield table["clause"]
            yield from (row["clause"] for row in table["rows"] if in_version(row, version))


@dataclass(frozen=True)
class _Translation:
    """Puts what another book says under the clause ids of a book that follows it."""

    numbering: Mapping[str, str]
    silent: list[str]

    def _longest_listed_id(self, clause: str) -> str | None:
        """Return the longest id in either list that covers a clause."""
        covering = [listed for listed in (*self.numbering, *self.silent) if _covers(listed, clause)]
        return max(covering, key=len, default=None)

    def covers(self, clause: str) -> bool:
        return self._longest_listed_id(clause) is not None

    def own_id(self, clause: str) -> str:
        """Return the book's own id for a clause of the other; empty if it is silent, or has no such clause."""
        listed = self._longest_listed_id(clause)
        if listed is None or listed in self.silent:
            return ""
        return self.numbering[listed] + clause.removeprefix(listed)

    def translate_table(self, table: TomlTable, shape: Shape, version: str) -> TomlTable:
        """Return a table of the other book under the book's own ids; empty if the book is silent on its subject."""
        made: TomlTable = {}
        for key, value in table.items():
            if shape.named is not None:
                found: object = self.translate_table(value, shape.named, version)
            elif key in shape.entries:
                entries = [
                    self.translate_table(each, shape.entries[key], version) for each in value if in_version(each, version)
                ]
                found = [entry for entry in entries if entry]
            elif key in shape.tables:
                found = {each: self._cited(value[each]) for each in value}
            elif key in shape.cites:
                found = self._cited(value)
            else:
                found = value
            if key == VERSIONS or (not found and found != value):
                if key in shape.required and (key in shape.cites or key in shape.entries):
                    return {}
                continue
            made[key] = found
        return {**made, MODELLED_ON: table["id"]} if shape is CLAUSE else made

    def _cited(self, value: object) -> object:
        if isinstance(value, list):
            return [own for clause in value if (own := self.own_id(clause))]
        return self.own_id(str(value))


def _covers(listed: str, clause: str) -> bool:
    """Return whether a listed id covers a clause: it is the same, or the clause begins with it. `#1` does not cover `#10`."""
    rest = clause.removeprefix(listed)
    return clause.startswith(listed) and not (listed[-1:].isdigit() and rest[:1].isdigit())


def _merge_own_entries(other: TomlTable, file: BookFile, shape: Shape) -> TomlTable:
    """Return what a book takes from another, replaced by what it says itself."""
    made = {key: value for key, value in other.items() if shape is not FILES["book"] or key not in _OWN}
    for key, value in file.content.items():
        entry = shape.entries.get(key)
        if entry is not None and isinstance(value, list) and all(isinstance(each, dict) for each in value):
            file.refuse_repeats(" ".join(map(str, (key, *_identity(each, entry)))) for each in value)
            value = _merge_entries(made.get(key, []), value, entry)
        made[key] = value
    return made


def _merge_entries(other: list[TomlTable], own: list[TomlTable], shape: Shape) -> list[TomlTable]:
    """Return the entries of the other book, changed or replaced where their identity is the same, and then the new ones."""
    made = {_identity(entry, shape): entry for entry in other}
    for entry in own:
        other_entry = made.get(_identity(entry, shape), {})
        tables = {key: {**other_entry.get(key, {}), **entry[key]} for key in shape.tables if isinstance(entry.get(key), dict)}
        made[_identity(entry, shape)] = {**other_entry, **entry, **tables}
    return list(made.values())


def _identity(entry: TomlTable, shape: Shape) -> tuple[object, ...]:
    return tuple(entry.get(key) for key in shape.identity)
