"""Mutants of the functions that carry clauses out, made by operators on their syntax trees.

The mutated code is put into the function that exists, so that everybody who imported it sees it. An operator proves a clause
only in a function that is specific to it: where one function serves many clauses, breaking it breaks everything and shows
nothing about one of them. Functions that only name clauses carry nothing out.
"""

import ast
import json
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache, partial
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from types import CodeType, FunctionType

from rich.progress import track

from houseway.citation import Citation
from houseway.regulation import BOOKS, load_book
from houseway.regulation.clauses.carriers import SHOWING, find_carriers
from houseway.regulation.clauses.coverage import INDEX
from houseway.regulation.clauses.source_code import PACKAGE, modules_with, source_of
from tests.mutants.citing import CitingNode, citing_nodes, only_cites, parts_to_change
from tests.mutants.memory import forget_everything
from tests.mutants.model import InvalidMutant, Kind, Mutant, digest
from tests.mutants.operators import BRANCH_OPERATORS, Site, change, sites, written_sites
from tests.mutants.prose import code_without_prose
from tests.support.paths import ROOT

SPECIFIC = 3
"""A function is specific to a clause if it carries out at most so many clauses of the book."""
STORED = ROOT / "build" / "carriers.json"
NO_MUTANTS = ("kernels", *(name for name in SHOWING if name != "documents"))
"""Packages whose functions are compiled, or only show what others do."""


@cache
def functions_of_clauses() -> dict[str, list[str]]:
    """By clause: the functions that are specific to it, as `module:name`. To search for them takes half a minute: it is stored."""
    key = digest(*(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))), INDEX.read_text())
    stored = json.loads(STORED.read_text()) if STORED.exists() else {}
    if stored.get("key") != key:
        stored = {"key": key, "functions": _find_functions()}
        STORED.parent.mkdir(exist_ok=True)
        STORED.write_text(json.dumps(stored))
    return stored["functions"]


def _find_functions() -> dict[str, list[str]]:
    clauses = [(book, clause) for book in map(load_book, BOOKS) for clause in book.clauses.values()]
    carried = {
        clause.citation: list(carrying_functions(book, clause))
        for book, clause in track(clauses, "which functions carry out which clauses")
    }
    counts = Counter((clause.book, function) for clause, functions in carried.items() for function in functions)
    return {
        clause: sorted(
            (name for name in functions if counts[clause.book, name] <= SPECIFIC), key=lambda name: counts[clause.book, name]
        )
        for clause, functions in carried.items()
    }


def carrying_functions(book, clause) -> Iterator[str]:
    """The functions that act by a clause, as `module:name`. One that only shows it does not; for one that only names it, those that
    use it do."""
    found = (_function_named(carrier.path, carrier.name) for carrier in find_carriers(book, clause))
    return iter(dict.fromkeys(acting for function in found if function for acting in _acting(function)))


def _function_named(path: Path, name: str) -> str:
    module = ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    return f"{module}:{name}" if isinstance(source_of(module).definitions.get(name), ast.FunctionDef) else ""


@cache
def _acting(function: str) -> tuple[str, ...]:
    """A function that acts; or those that use one that only names clauses, if they act."""
    module, name = function.split(":")
    if module.split(".")[1] in NO_MUTANTS:
        return ()
    if not only_cites(source_of(module).definitions[name]):
        return (function,)
    uses = [(user, node) for user in modules_with(name.rpartition(".")[2]) for node in user.uses_of(f"{module}.{name}")]
    users = [f"{user.name}:{inside}" for user, node in uses if (inside := user.enclosing_definition(node))]
    return tuple(user for user in users if user != function and user.split(".")[1] not in NO_MUTANTS and _is_acting(user))


def _is_acting(function: str) -> bool:
    module, name = function.split(":")
    definition = source_of(module).definitions[name]
    return isinstance(definition, ast.FunctionDef) and not only_cites(definition)


def code_mutants(clause: str) -> Iterator[Mutant]:
    """Every mutant of what functions do where they cite a clause, and of the functions that are specific to it."""
    found: dict[str, Mutant] = {}
    for citing in citing_nodes(Citation(clause)):
        function = f"{citing.module.name}:{citing.function}"
        if function.split(".")[1] not in NO_MUTANTS and _is_acting(function):
            found |= {each.name: each for each in _function_mutants(clause, function, _numbers_near(citing))}
    for function in functions_of_clauses().get(clause, ()):
        found |= {each.name: each for each in _function_mutants(clause, function)}
    return iter(found.values())


def _numbers_near(citing: CitingNode) -> frozenset[int]:
    """The numbers, in its function, of the nodes that are changed for a citation."""
    near = {id(node) for node in parts_to_change(citing)}
    definition = citing.module.definitions[citing.function]
    return frozenset(number for number, node in enumerate(ast.walk(definition)) if id(node) in near)


def _function_mutants(clause: str, function: str, near: Collection[int] | None = None) -> Iterator[Mutant]:
    """The mutants of a function; of some of its nodes only, if their numbers are given."""
    tree, source = _definition(function)
    for site, text in written_sites(tree):
        if near is None or (site.operator in BRANCH_OPERATORS and site.number in near):
            yield Mutant(
                name=f"code {function} {site.operator} {site.number}",
                kind=Kind.CODE,
                clauses=(clause,),
                source=source,
                apply=partial(swap_code, function, site),
                why=text,
            )


@cache
def _definition(function: str) -> tuple[ast.FunctionDef, str]:
    """The syntax tree of a function, and its code as results are keyed by it."""
    module, name = function.split(":")
    definition = source_of(module).definitions[name]
    return definition, code_without_prose(definition)


def definition_of(function: str) -> ast.FunctionDef:
    """The syntax tree of a function."""
    return _definition(function)[0]


def function_source(function: str) -> str:
    """The code of a function as results are keyed by it; empty if there is none of this name."""
    module, name = function.split(":")
    try:
        return _definition(function)[1] if name in source_of(module).definitions else ""
    except KeyError:
        return ""


def swap_code(function: str, site: Site) -> None:
    """Make a function wrong in the running program."""
    module, name = function.split(":")
    tree = ast.parse(source_of(module).path.read_text(encoding="utf-8"))
    change(_find(tree, name), site)
    ast.fix_missing_locations(tree)
    try:
        compiled = compile(tree, sys.modules[module].__file__, "exec", dont_inherit=True)
        running = find_function(function)
        running.__code__ = _code_named(compiled, running.__code__)
    except (SyntaxError, ValueError, TypeError) as error:
        raise InvalidMutant(f"{function}: {error}") from error
    forget_everything()


def _find(tree: ast.Module, name: str) -> ast.AST:
    here: ast.AST = tree
    for part in name.split("."):
        here = next(each for each in here.body if isinstance(each, ast.FunctionDef | ast.ClassDef) and each.name == part)
    return here


def find_function(function: str) -> FunctionType:
    """The function of a dotted name, without what decorators put around it."""
    module, name = function.split(":")
    found: object = import_module(module)
    for part in name.split("."):
        found = vars(found)[part]
    for attribute in ("__func__", "fget", "func", "_work_out"):
        found = getattr(found, attribute, found)
    found = unwrap(found)
    if not isinstance(found, FunctionType):
        raise InvalidMutant(f"{function} is no function")
    return found


def _code_named(code: CodeType, old: CodeType) -> CodeType:
    """The code object of a function inside a module's."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if (constant.co_qualname, constant.co_firstlineno) == (old.co_qualname, old.co_firstlineno):
                return constant
            if old.co_qualname.startswith(constant.co_qualname):
                try:
                    return _code_named(constant, old)
                except ValueError:
                    continue
    raise ValueError(f"there is no code of {old.co_qualname}")


@cache
def _sites_of(function: str) -> frozenset[Site]:
    return frozenset(sites(_definition(function)[0]))


def mutant_named(name: str, clause: str) -> Mutant | None:
    """A mutant of code by its name, if its function still has such a site."""
    kind, _, rest = name.partition(" ")
    if kind != Kind.CODE:
        return None
    function, operator, number = rest.split(" ")
    source, site = function_source(function), Site(operator, int(number))
    if not source or site not in _sites_of(function):
        return None
    return Mutant(name, Kind.CODE, (clause,), source, partial(swap_code, function, site))
