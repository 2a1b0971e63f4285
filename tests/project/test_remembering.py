"""What the program remembers between calls, it remembers in one of three ways (CONTRIBUTING)."""

import ast

import pytest

from tests.support.paths import ROOT
from tests.support.source import called_name, nodes_in, nodes_of

WAYS = {
    "of small values": {"cache", "lru_cache"},
    "of one value": {"cached_property", "lazy_property"},
    "of large states": {"memoize_by", "memoize_in_state", "LastAnswers"},
}
OTHER_DECORATORS = {
    *("abstractmethod", "asynccontextmanager", "classmethod", "contextmanager", "dataclass", "final", "overload", "property"),
    *("staticmethod", "total_ordering", "wraps"),
    *("carries_out", "closed", "compiled", "evolves", "on", "one_at_a_time", "_follows"),
    *("api_route", "callback", "command", "delete", "get", "listens_for", "post", "websocket"),
}
"""Decorators that remember nothing. A new one belongs here, unless it is a fourth way to remember."""
WEAK = {"WeakKeyDictionary", "WeakValueDictionary", "WeakSet", "finalize"}
"""What forgets by itself is a way of its own, and nobody needs it."""


def decorators(node):
    for decorator in getattr(node, "decorator_list", ()):
        made = decorator.func if isinstance(decorator, ast.Call) else decorator
        yield made.attr if isinstance(made, ast.Attribute) else made.id


def strangers(nodes):
    """Decorators that the three ways do not have and that are not known to remember nothing, and makers of weak references."""
    known = OTHER_DECORATORS.union(*WAYS.values())
    for node in nodes:
        yield from (name for name in decorators(node) if name not in known)
        if isinstance(node, ast.Call) and called_name(node) in WEAK:
            yield called_name(node)


PROGRAM = sorted((ROOT / "src" / "houseway").rglob("*.py"))


def test_the_program_remembers_in_three_ways():
    found = {f"{path.relative_to(ROOT)}: {name}" for path in PROGRAM for name in strangers(nodes_of(path))}
    assert not found, "use one of the ways that CONTRIBUTING names, or add the decorator to those that remember nothing"


def test_each_way_is_used_and_named():
    """A way that nobody uses is to go, and one that is not in CONTRIBUTING is unknown to who writes the next."""
    used = {name for path in PROGRAM for node in nodes_of(path) for name in (*decorators(node), *called(node))}
    written = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for names in WAYS.values():
        assert names <= used
        assert all(f"`{name}`" in written for name in names)
    assert used >= OTHER_DECORATORS


def called(node):
    """`LastAnswers[...]()` and `lru_cache(function)`."""
    if isinstance(node, ast.Call):
        made = node.func.value if isinstance(node.func, ast.Subscript) else node.func
        yield getattr(made, "id", "")


def test_rules_are_not_kept_for_ever():
    """A sweep makes thousands of rules, and each wager of one's own a book."""
    kept = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in PROGRAM
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef) and "cache" in decorators(node) and "Rules" in annotations(node)
    ]
    assert kept == [], "use `lru_cache`"


def annotations(function):
    return {getattr(each.annotation, "id", "") for each in function.args.args}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@remember_for_ever\ndef price(rules): ...", ["remember_for_ever"]),
        ("@cachetools.ttl_cache(60)\ndef price(rules): ...", ["ttl_cache"]),
        ("_prices = weakref.WeakKeyDictionary()", ["WeakKeyDictionary"]),
        ("@functools.lru_cache(maxsize=4)\ndef price(rules): ...", []),
        ("@memoize_by(id)\n@wraps(price)\ndef price(rules): ...", []),
    ],
)
def test_a_fourth_way_is_refused(text, found):
    assert [*strangers(nodes_in(text))] == found
