"""Examples that come with the program: submissions for each of its rule books, a house way and a round.

`examples/` in the repository links to them.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path

from houseway.errors import Malformed
from houseway.spelling import did_you_mean

_FOLDER = Path(str(files("houseway.examples")))
_SUBMISSIONS = "submissions/"


def example_names() -> tuple[str, ...]:
    """Return the names of all examples, as in `md.pai-gow-poker/minimal`."""
    return tuple(path.removeprefix(_SUBMISSIONS) for path in _paths())


def submission_names() -> tuple[str, ...]:
    """Return the names of the examples that are submissions."""
    return tuple(path.removeprefix(_SUBMISSIONS) for path in _paths() if path.startswith(_SUBMISSIONS))


@cache
def _paths() -> tuple[str, ...]:
    return tuple(path.relative_to(_FOLDER).with_suffix("").as_posix() for path in sorted(_FOLDER.rglob("*.toml")))


def read_example(name: str) -> str:
    """Return the text of an example."""
    known = example_names()
    if name not in known:
        hint = did_you_mean(name, known) or f"the examples are {', '.join(known)}"
        raise Malformed(f"there is no example {name!r}; {hint}", code="example.unknown", given=name, allowed=known)
    folder = _FOLDER / _SUBMISSIONS if name in submission_names() else _FOLDER
    return (folder / f"{name}.toml").read_text(encoding="utf-8")
