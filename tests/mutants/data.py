"""Mutants of the books' data, made by machine.

Every value of a clause is changed, every row of a paytable changed, dropped and swapped with the next, all of them moved by
one line, every policy and default reading turned to another choice, every restriction and approval dropped, every filing option
bent. They change the content of the files that were read, and the books are built from it again.
"""

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import partial
from itertools import pairwise

from houseway.errors import HousewayError
from houseway.regulation import BOOKS, load_book
from houseway.regulation.following import read_source
from houseway.regulation.loader import MUST_BE_FILED
from houseway.regulation.policies import policy_questions
from houseway.regulation.shapes import WAGER
from houseway.regulation.shelf import folder_of
from tests.mutants.memory import forget_everything
from tests.mutants.model import InvalidMutant, Kind, Mutant

NUMBER = re.compile(r"\d[\d,]*")
Path = tuple[str | int, ...]


def data_mutants() -> Iterator[Mutant]:
    """Every mutant of the data of the books that come with the program."""
    for book in BOOKS:
        yield from _book_mutants(book)


def _book_mutants(book: str) -> Iterator[Mutant]:
    files = {name: file.content for name, file in read_source(folder_of(book)).files.items()}
    yield from _value_mutants(book, files["clauses"]["clause"])
    yield from _row_mutants(book, files["paytables"]["paytable"])
    yield from _policy_mutants(book, files["policies"])
    yield from _reading_mutants(book, files["readings"]["reading"])
    yield from _filing_mutants(book, files["filing"])
    yield from _wager_mutants(book, files["book"]["wager"])


def _value_mutants(book: str, clauses: list[Mapping]) -> Iterator[Mutant]:
    for place, clause in enumerate(clauses):
        for key, value in clause.get("values", {}).items():
            path = ("clause", place, "values", key)
            for number, other in enumerate(_others(value)):
                name = f"value {clause['id']} {key}" + (f" {number + 1}" if number else "")
                yield _mutant(book, "clauses", name, [clause["id"]], [(path, other)], value, _version_of(clause))


def _others(value: object) -> Iterator[object]:
    """Other values of the same kind; of a list, each with one part changed."""
    if isinstance(value, list):
        yield from ([*value[:place], other, *value[place + 1 :]] for place, part in enumerate(value) for other in _others(part))
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield _other_text(value)


def _other_text(text: str) -> str:
    """An amount, share, time or payout one higher, or one lower where it could not be higher; another name for a name."""
    found = NUMBER.search(text)
    if found is None:
        return {"push": "1 to 1", "straight": "flush", "pair": "two-pair"}.get(text, "straight")
    number = int(found[0].replace(",", ""))
    return f"{text[: found.start()]}{number - 1 if '%' in text and number > 1 else number + 1}{text[found.end() :]}"


def _row_mutants(book: str, tables: list[Mapping]) -> Iterator[Mutant]:
    for place, table in enumerate(tables):
        rows, path = table["rows"], ("paytable", place, "rows")
        of, others = f"{table['wager']} {table['paytable']}", [each for each in tables if each is not table]
        gone = [(("paytable",), others)]
        yield _mutant(book, "paytables", f"no table {of}", [table["clause"]], gone, table, _version_of(table))
        for number, row in enumerate(rows):
            about = f"{of} {row['hand']} {row['clause']}"
            version = _version_of(row) or _version_of(table)
            less = [each for each in rows if each is not row]
            changed = [((*path, number, "pays"), _other_text(row["pays"]))]
            yield _mutant(book, "paytables", f"row {about}", [row["clause"]], changed, row, version)
            yield _mutant(book, "paytables", f"no row {about}", [row["clause"]], [(path, less)], row, version)
        moved = [{**row, "pays": after["pays"]} for row, after in zip(rows, (*rows[1:], *rows[:1]), strict=True)]
        if moved != rows:
            yield _mutant(book, "paytables", f"rows moved {of}", [table["clause"]], [(path, moved)], table, _version_of(table))
        for number, (row, after) in enumerate(pairwise(rows)):
            changed = [((*path, number, "pays"), after["pays"]), ((*path, number + 1, "pays"), row["pays"])]
            if row["pays"] != after["pays"] and _version_of(row) == _version_of(after):
                name = f"rows swapped {of} {row['hand']} {after['hand']} {row['clause']}"
                clauses = [row["clause"], after["clause"]]
                yield _mutant(book, "paytables", name, clauses, changed, [row, after], _version_of(row) or _version_of(table))


def _policy_mutants(book: str, policies: Mapping) -> Iterator[Mutant]:
    for name, policy in policies.items():
        for other in sorted(policy_questions()[name].choices):
            if other != policy["choice"]:
                path = (name, "choice")
                yield _mutant(book, "policies", f"policy {name} {other}", policy["clauses"], [(path, other)], policy)


def _reading_mutants(book: str, readings: list[Mapping]) -> Iterator[Mutant]:
    for place, reading in enumerate(readings):
        for other in reading["choices"]:
            if reading["default"] not in (other, MUST_BE_FILED):
                clauses = [clause for clause in reading["clauses"] if clause in load_book(book).clauses]
                changed, about = [(("reading", place, "default"), other)], [reading["default"], other]
                yield _mutant(book, "readings", f"reading {reading['id']} {other}", clauses, changed, about)


def _filing_mutants(book: str, filing: Mapping) -> Iterator[Mutant]:
    for kind, label in (("restriction", "code"), ("approval", "what")):
        entries = filing.get(kind, [])
        for entry in entries:
            less = [each for each in entries if each is not entry]
            changed, version = [((kind,), less)], _version_of(entry)
            yield _mutant(book, "filing", f"no {kind} {entry[label]}", [entry["clause"]], changed, entry, version)
    for place, option in enumerate(filing.get("option", [])):
        for about, path, other in _option_changes(option):
            changed = [(("option", place, *path), other)]
            yield _mutant(book, "filing", f"option {option['key']} {about}", [option["clause"]], changed, option)


def _option_changes(option: Mapping) -> Iterator[tuple[str, Path, object]]:
    """Each way to bend an option: a choice that it lacks, another default, required or not."""
    choices = option.get("choices", [])
    for choice in choices if len(choices) > 2 else ():
        if choice != option.get("default"):
            yield f"without {choice}", ("choices",), [each for each in choices if each != choice]
    default = option.get("default")
    if isinstance(default, bool):
        yield "default turned", ("default",), not default
    elif isinstance(default, str) and default in choices:
        yield "default turned", ("default",), next(each for each in choices if each != default)
    elif default is not None:
        yield "default changed", ("default",), next(_others(default))


def _wager_mutants(book: str, wagers: list[Mapping]) -> Iterator[Mutant]:
    """What a wager says of itself besides its rows, left out or turned."""
    for place, wager in enumerate(wagers):
        for key in WAGER.optional:
            if key not in wager or key in ("order", "hands", "envy"):
                continue
            less = {each: value for each, value in wager.items() if each != key}
            name = f"wager {wager['id']} without {key}"
            yield _mutant(book, "book", name, _clauses_behind(book, wager, key), [(("wager", place), less)], wager[key])


def _clauses_behind(book: str, wager: Mapping, key: str) -> list[str]:
    """The clauses by which a wager has an entry: of the payout limit, of the reading that it names, or those of the wager."""
    found = load_book(book)
    if key == "capped":
        return [found.options["payout-limit.amount"].clause.clause]
    if key == "best-row":
        return [clause.clause for clause in found.readings[wager[key]].clauses]
    return [wager[key] if str(wager[key]) in found.clauses else wager["clause"]]


def _version_of(entry: Mapping) -> str:
    """The version that an entry belongs to, where it belongs to some only."""
    return " ".join(entry.get("versions", ()))


def _mutant(
    book: str, file: str, name: str, clauses: list[str], changes: list[tuple[Path, object]], datum: object, version: str = ""
) -> Mutant:
    shown = f"{name} ({version})" if version else name
    return Mutant(
        name=f"data {book} {shown}",
        kind=Kind.DATA,
        clauses=tuple(f"{book} {clause}" for clause in dict.fromkeys(clauses)),
        source=json.dumps([datum, [change for _, change in changes]], sort_keys=True),
        apply=partial(_apply, book, file, changes),
        is_required=name.partition(" ")[0] in ("value", "row", "no", "rows"),
    )


def _apply(book: str, file: str, changes: list[tuple[Path, object]]) -> None:
    content = read_source(folder_of(book)).files[file].content
    for (*path, last), value in changes:
        there = content
        for step in path:
            there = there[step]
        there[last] = deepcopy(value)
    forget_everything(except_for=read_source)
    try:
        for version in load_book(book).versions:
            load_book(book, version)
    except HousewayError as refusal:
        raise InvalidMutant(str(refusal)) from refusal
