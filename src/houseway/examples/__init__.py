"""Examples that come with the program: two submissions for each of its rule books, and a house way.

`examples/` in the repository links to them.
"""

from importlib.resources import files
from pathlib import Path

from houseway.errors import Malformed
from houseway.spelling import did_you_mean

_FOLDER = Path(str(files("houseway.examples")))
_SUBMISSIONS = "submissions/"


def example_names() -> tuple[str, ...]:
    """Return the names of all examples, as in `md.pai-gow-poker/minimal`."""
    found = [path.relative_to(_FOLDER).with_suffix("").as_posix() for path in sorted(_FOLDER.rglob("*.toml"))]
    return tuple(name.removeprefix(_SUBMISSIONS) for name in found)


def read_example(name: str) -> str:
    """Return the text of an example."""
    known = example_names()
    if name not in known:
        hint = did_you_mean(name, known) or f"the examples are {', '.join(known)}"
        raise Malformed(f"there is no example {name!r}; {hint}", code="example.unknown", given=name, allowed=known)
    folder = _FOLDER if name.startswith("house-ways/") else _FOLDER / _SUBMISSIONS
    return (folder / f"{name}.toml").read_text(encoding="utf-8")
