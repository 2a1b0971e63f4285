"""Wrong implementations written by hand, for what operators miss: order, actor, direction, secrecy.

A mutant is a function that makes the running program wrong, with the clauses that it breaks and one line that says what a careless
engineer would have got wrong. All modules `wrong_*.py` of this package hold some.
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from tests.mutants.code import find_function, function_source
from tests.mutants.memory import forget_everything
from tests.mutants.model import Kind, Mutant
from tests.mutants.prose import code_without_prose

_registered: dict[str, Mutant] = {}
BOOKS = {
    "md": "md.pai-gow-poker",
    "div": "div.pai-gow-poker",
    "uth": "md.ultimate-texas-holdem",
    "fc": "md.four-card-poker",
}


def wrong(*clauses: str, why: str, of: tuple[str, ...] = ()) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register a wrong implementation. Clauses are written with the short name of their book, as in "md 10.B".

    `of` are the functions that it replaces, as `module:name`; the result is stale when one of them changes.
    """

    def register(apply: Callable[[], None]) -> Callable[[], None]:
        name = f"own {apply.__name__.replace('_', '-')}"
        assert name not in _registered, f"there are two mutants {name}"
        missing = [each for each in of if not function_source(each)]
        assert not missing, f"{name} replaces functions that do not exist: {missing}"
        source = "\n".join((_code_of(apply), *map(function_source, of)))
        _registered[name] = Mutant(
            name, Kind.OWN, tuple(map(_cite, clauses)), source, partial(_apply, apply), is_required=True, why=why
        )
        return apply

    return register


def _code_of(apply: Callable[[], None]) -> str:
    """The code of a wrong implementation, without the decorator that says what it breaks and why."""
    definition = _functions_of_file(inspect.getfile(apply))[apply.__name__]
    definition.decorator_list = []
    return code_without_prose(definition)


@cache
def _functions_of_file(path: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _cite(clause: str) -> str:
    book, _, id_ = clause.partition(" ")
    return f"{BOOKS[book]} {id_}"


def _apply(change: Callable[[], None]) -> None:
    change()
    forget_everything()


def own_mutants() -> Iterator[Mutant]:
    """Every wrong implementation of this package."""
    for path in sorted(Path(__file__).parent.glob("wrong_*.py")):
        import_module(f"{__package__}.{path.stem}")
    yield from _registered.values()


def replace_function(function: str, other: Callable[..., object]) -> None:
    """Put another function in the place of one, as `module:name`, wherever it was imported. The other gets it as `original`.

    Every importer holds the function itself, so its code is replaced: it calls the other one.
    """
    found = find_function(function)
    original = type(found)(found.__code__, found.__globals__, found.__name__, found.__defaults__, found.__closure__)
    original.__kwdefaults__ = found.__kwdefaults__
    key = f"_mutant_{found.__name__}"
    found.__globals__[key] = partial(other, original)
    code = compile(f"def {found.__name__}(*args, **kwargs):\n    return {key}(*args, **kwargs)", __file__, "exec").co_consts[0]
    assert not found.__closure__, "a function with free variables cannot be replaced this way"
    found.__code__ = code
    found.__defaults__, found.__kwdefaults__ = None, None


def change_constant(module: str, name: str, value: object) -> None:
    """Put another value in the place of a constant, in every module that imported it."""
    old = getattr(sys.modules[module], name)
    for each in list(sys.modules.values()):
        if getattr(each, "__name__", "").startswith("houseway") and getattr(each, name, None) is old:
            setattr(each, name, value)
