"""Find the functions that carry a clause out, with file and line, in the program's own source.

The index of clauses lists the constants that name a clause and the functions that are marked with it. A constant does nothing
by itself: the functions that use it carry the clause out, as do those that ask the book for a value or an option of the clause.
A function that only returns clauses is listed together with those that call it. They are searched on demand, so that the lines
are those of the running program.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from houseway.regulation.clauses.coverage import code_places
from houseway.regulation.clauses.source_code import PACKAGE, SourceModule, canonical_name, modules_with, split_name
from houseway.regulation.model import PAYS, Clause, Reading, Regulation
from houseway.regulation.taken import TakenReadings

SHOWING = ("analysis", "cli", "documents", "explanation", "files", "play", "regulation")
"""Packages that read, count, explain or show rules that others carry out."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """A function or class in the source."""

    path: Path
    line: int
    name: str
    summary: str
    """The first line of its docstring."""
    asks: str = ""
    """The value, option or policy that the function asks for, if that is the only reason to list it."""

    @property
    def place(self) -> tuple[Path, int]:
        return self.path, self.line


def find_carriers(book: Regulation, clause: Clause) -> tuple[Carrier, ...]:
    """Return the functions that are marked with a clause, use a constant that names it, or ask for what it sets.

    Functions that act by the clause come before those that only show it.
    """
    naming = _Search()
    for place in code_places(clause.citation) or (code_places(clause.modelled_on) if clause.modelled_on else ()):
        if is_code_path(place):
            naming.follow(place)
    asking = [each for key in _keys(book, clause) for each in _askers_for(key, naming.found)]
    return (*sorted(naming.found, key=_acting_first), *sorted(asking, key=_acting_first))


def naming_constants(clause: Clause) -> tuple[Carrier, ...]:
    """Return the constants that name a clause."""
    found = {_constant(*split_name(canonical_name(place))) for place in code_places(clause.citation) if is_code_path(place)}
    return tuple(sorted((each for each in found if each), key=_acting_first))


def reading_carriers(reading: Reading) -> tuple[Carrier, ...]:
    """Return the functions that ask which choice of a reading is in force: for its id, or whether one of its choices is taken."""
    keys = (reading.id, *(f"{reading.id}={choice}" for choice in reading.choices))
    found = {each.place: each for key in keys for each in _askers_for(key, set())}
    return tuple(sorted(found.values(), key=_acting_first))


def is_code_path(place: str) -> bool:
    """Return whether a place of the index is the dotted name of a function or constant. Others are entries of a book's data."""
    return place.startswith(f"{PACKAGE.name}.") and ":" not in place


def _keys(book: Regulation, clause: Clause) -> Iterator[str]:
    """Return the values that a clause sets, the options that it leaves to the operator, and the policies that it decides."""
    yield from (key for key in clause.values if book.clause_setting(key) is clause and key != PAYS)
    yield from (option.key for option in book.options.values() if option.clause == clause.citation)
    yield from (policy.name for policy in book.policies.values() if clause.citation in policy.clauses)


def _askers_for(key: str, others: set[Carrier]) -> Iterator[Carrier]:
    search = _Search(with_callers=False)
    search.follow_key(key)
    there = {other.place for other in others}
    return (replace(each, asks=key) for each in search.found if each.place not in there and _is_near(each, others))


def _is_near(each: Carrier, others: set[Carrier]) -> bool:
    """Return whether a function is in another's folder or above it. Code of another game has nothing to do with the clause."""
    return not others or any(other.path.is_relative_to(each.path.parent) for other in others)


def _acting_first(each: Carrier) -> tuple[bool, Path, int]:
    return _is_showing(each.path), each.path, each.line


def _is_showing(path: Path) -> bool:
    return path.relative_to(PACKAGE).parts[0] in SHOWING


def _constant(module: SourceModule | None, inner: str) -> Carrier | None:
    if module is None or inner not in module.constants:
        return None
    return Carrier(module.path, module.constants[inner], inner, "")


class _Search:
    """Follows names to the functions that use them, and functions that only return clauses to their callers, if asked to."""

    def __init__(self, with_callers: bool = True) -> None:
        self.found: set[Carrier] = set()
        self.followed: set[str] = set()
        self.with_callers = with_callers

    def follow(self, name: str) -> None:
        """Add a function or class by its dotted name; for a constant, add what uses it."""
        name = canonical_name(name)
        module, inner = split_name(name)
        if module is None or name in self.followed:
            return
        self.followed.add(name)
        if inner not in module.definitions:
            for user in modules_with(inner):
                for node in user.uses_of(name):
                    self._note(user, node)
            return
        self.found.add(_carrier(module, inner))
        if self.with_callers and only_cites(module.definitions[inner]):
            self._follow_callers(name, inner)

    def _follow_callers(self, name: str, inner: str) -> None:
        """Add the functions that use a function. A table that lists it with others says nothing about those."""
        for user in modules_with(inner):
            for node in user.uses_of(name):
                if user.enclosing_definition(node):
                    self._note(user, node)

    def follow_key(self, key: str) -> None:
        """Add what asks for a value or an option of the book by its key, unless it only shows it."""
        for module in modules_with(f'"{key}"'):
            if not _is_showing(module.path):
                for node in module.texts(key):
                    self._note_question(module, node)

    def _note_question(self, module: SourceModule, node: ast.AST) -> None:
        """Add the function that asks with a text, or with a constant that is exactly this text."""
        if module.asked_with(node) in _askers():
            self._note(module, node)
        for constant in module.constants_that_are(node):
            for user in modules_with(constant.rpartition(".")[2]):
                for use in user.uses_of(constant):
                    if user.asked_with(use) in _askers():
                        self._note(user, use)

    def _note(self, module: SourceModule, node: ast.AST) -> None:
        """Add the function around a use. Outside of any function, add those beside it, or what uses the constant that is set
        there."""
        inside = module.enclosing_definition(node)
        if inside:
            self.follow(f"{module.name}.{inside}")
            return
        for name in module.functions_in_same_call(node) or module.constants_made_of(node):
            self.follow(name)
        if not module.functions_in_same_call(node):
            self._follow_field(*module.field_of_record(node))

    def _follow_field(self, kind: str, field: str) -> None:
        """Add what reads a field of a record, in the folder of its class."""
        module, _ = split_name(kind)
        if module is None or not field:
            return
        for user in modules_with(f".{field}"):
            if user.path.parent == module.path.parent:
                for node in user.reads_of(field):
                    self._note(user, node)


def only_cites(definition: ast.AST) -> bool:
    """Return whether a function returns clauses and nothing else."""
    if not isinstance(definition, ast.FunctionDef):
        return False
    returned = ast.unparse(definition.returns) if definition.returns else ""
    return "Citation" in returned or returned == "Clauses" or "clauses" in definition.name.split("_")


@cache
def _askers() -> frozenset[str]:
    """Return the methods that look up a value, an option, a policy or a reading, and the functions that pass the key of a value
    on."""
    readers = (
        Regulation.value_of,
        Regulation.number_of,
        Regulation.numbers_of,
        Regulation.cents_of,
        Regulation.fraction_of,
        Regulation.text_of,
    )
    asked = {reader.__name__ for reader in readers}
    choices = {TakenReadings.takes.__name__, TakenReadings.choice_of.__name__, "takes_reading"}
    direct = asked | choices | {Regulation.clause_setting.__name__, "get", "options", "policy"}
    acting = {module for name in asked for module in modules_with(f".{name}(") if not _is_showing(module.path)}
    return frozenset(direct | {f"{module.name}.{name}" for module in acting for name in module.passing_on(direct)})


def _carrier(module: SourceModule, inner: str) -> Carrier:
    node = module.definitions[inner]
    summary = (ast.get_docstring(node) or "").partition("\n")[0]
    return Carrier(module.path, node.lineno, inner, summary)
