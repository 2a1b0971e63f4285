"""The reference of the library: every public name, by autodoc."""

import inspect
from collections.abc import Iterator

import houseway

_GROUPS = {
    "Functions": inspect.isfunction,
    "Classes": lambda value: inspect.isclass(value) and not issubclass(value, Exception),
    "Errors": lambda value: inspect.isclass(value) and issubclass(value, Exception),
}


def library_pages() -> Iterator[tuple[str, str]]:
    head = (
        "# The library\n\n`import houseway as hw` offers these names; `houseway.__all__` lists them, and "
        "{doc}`/stability` says what is promised. "
        "{doc}`/library` is the tour, with examples.\n"
    )
    names = [name for name in houseway.__all__ if not name.startswith("_")]
    parts = [
        f"## {title}\n\n" + "\n".join(_entry(name) for name in names if belongs(getattr(houseway, name)))
        for title, belongs in _GROUPS.items()
    ]
    yield "reference/library", "\n".join([head, *parts])


def _entry(name: str) -> str:
    value = getattr(houseway, name)
    if inspect.isfunction(value):
        return f"```{{eval-rst}}\n.. autofunction:: houseway.{name}\n```\n"
    options = "   :members:\n   :inherited-members: Exception, Sequence, tuple\n"
    return f"```{{eval-rst}}\n.. autoclass:: houseway.{name}\n{options}```\n"
