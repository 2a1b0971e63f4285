"""Where functions act under a clause: the branch, refusal, step or event that cites it.

A function that serves thirty clauses may cite one of them in a single branch. Mutants of that branch alone speak of this clause:
the refusal is never made, the step never due, the event left out, the wrong person asked. A function that names a clause and has
no such place only names it.
"""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import NamedTuple

from houseway.citation import Citation, Law
from houseway.regulation import load_book
from houseway.regulation.clauses.carriers import is_code_path, only_cites
from houseway.regulation.clauses.coverage import code_places
from houseway.regulation.clauses.source_code import SourceModule, canonical_name, modules_with, split_name

MOST_CITED = 3
"""A rule that names more clauses of a book at once says nothing about one of them."""
LAW_READERS = ("law", "in_book", "all_in_book", "clauses")


class CitingNode(NamedTuple):
    """A place at which a function names the constant of a rule."""

    module: SourceModule
    function: str
    node: ast.AST


@cache
def citing_nodes(clause: Citation) -> tuple[CitingNode, ...]:
    """Every place at which a function names a rule that is specific to the clause."""
    return tuple(node for place in code_places(clause) if is_code_path(place) for node in _nodes_naming(place, clause))


def _nodes_naming(place: str, clause: Citation) -> Iterator[CitingNode]:
    module, inner = split_name(canonical_name(place))
    if module is None or inner not in module.constants or not is_specific(value_of(module, inner), clause):
        return
    name = f"{module.name}.{inner}"
    for user in modules_with(inner):
        for node in user.uses_of(name):
            yield from _nodes_in_functions(user, node)


def _nodes_in_functions(user: SourceModule, node: ast.AST) -> Iterator[CitingNode]:
    """The use itself; outside of a function, every reading of the field of a record that the constant is given for."""
    function = user.enclosing_definition(node)
    definition = user.definitions.get(function)
    if isinstance(definition, ast.FunctionDef):
        yield from _calls_of(user, function) if only_cites(definition) else (CitingNode(user, function, node),)
        return
    kind, field = user.field_of_record(node)
    home, _ = split_name(kind)
    if home is None or field in LAW_READERS:  # every record has such a field: who reads it reads those of all
        return
    for reader in modules_with(f".{field}"):
        if reader.path.parent == home.path.parent:
            for read in reader.reads_of(field):
                inside = reader.enclosing_definition(read)
                if isinstance(reader.definitions.get(inside), ast.FunctionDef):
                    yield CitingNode(reader, inside, read)


def _calls_of(module: SourceModule, function: str) -> Iterator[CitingNode]:
    """Where the clauses are used that a function returns."""
    for user in modules_with(function):
        for node in user.uses_of(f"{module.name}.{function}"):
            inside = user.enclosing_definition(node)
            if isinstance(user.definitions.get(inside), ast.FunctionDef):
                yield CitingNode(user, inside, node)


def value_of(module: SourceModule, name: str) -> object:
    return getattr(import_module(module.name), name, None)


def is_specific(value: object, clause: Citation) -> bool:
    """Whether a rule names the clause together with few others, in one of its variants."""
    if isinstance(value, Citation):
        return True
    if isinstance(value, tuple):
        return len([each for each in value if isinstance(each, Citation) and each.book == clause.book]) <= MOST_CITED
    if not isinstance(value, Law):
        return False
    return any(clause in clauses and len(clauses) <= MOST_CITED for clauses in _variants(value, clause.book))


def _variants(law: Law, book: str) -> Iterator[tuple[Citation, ...]]:
    numbering = load_book(book).numbering
    for variant in law.variants_in(numbering):
        try:
            yield law.in_book(numbering, variant)
        except LookupError:
            continue


def acting_nodes(citing: CitingNode) -> Iterator[ast.AST]:
    """The nodes around a citation at which the program acts under it, the nearest first.

    They are the call that it is given to, the element of a list, the statement, and the branch that the statement is in. Where the
    clauses get a name of their own first (`law = context.law(X)`), the uses of that name count.
    """
    definition = citing.module.definitions[citing.function]
    for node in _where_used(citing.module, definition, citing.node, depth=0):
        yield from _outwards(citing.module, definition, node)


def _where_used(module: SourceModule, definition: ast.AST, node: ast.AST, depth: int) -> Iterator[ast.AST]:
    statement = next(each for each in _ancestors(module, node) if isinstance(each, ast.stmt))
    names = _assigned_names(statement, node)
    if not names or depth > 2:
        yield node
        return
    for each in ast.walk(definition):
        if isinstance(each, ast.Name) and each.id in names and isinstance(each.ctx, ast.Load):
            yield from _where_used(module, definition, each, depth + 1)


def _assigned_names(statement: ast.stmt, node: ast.AST) -> set[str]:
    """The names that a value is given, of several in one statement only the one that stands for it."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return set()
    target, value = statement.targets[0], statement.value
    pairs = zip(target.elts, value.elts, strict=False) if _are_pairs(target, value) else [(target, value)]
    return {name.id for name, part in pairs if isinstance(name, ast.Name) and any(each is node for each in ast.walk(part))}


def _are_pairs(target: ast.expr, value: ast.expr) -> bool:
    return isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)


def _outwards(module: SourceModule, definition: ast.AST, node: ast.AST) -> Iterator[ast.AST]:
    """What a node is in, up to the branch of its statement."""
    for outer in _ancestors(module, node):
        if outer is definition:
            return
        yield outer
        if isinstance(outer, ast.If | ast.For | ast.While | ast.comprehension):
            return


def _ancestors(module: SourceModule, node: ast.AST) -> Iterator[ast.AST]:
    while node in module.parents:
        node = module.parents[node]
        yield node


def parts_to_change(citing: CitingNode) -> Iterator[ast.AST]:
    """The acting nodes, what decides whether they are reached, and the roles that they name."""
    for node in acting_nodes(citing):
        yield node
        if isinstance(node, ast.If):
            yield from ast.walk(node.test)
        if isinstance(node, ast.Call):
            yield from (each for each in ast.walk(node) if isinstance(each, ast.Attribute))
