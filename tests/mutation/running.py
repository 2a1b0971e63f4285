"""Let mutmut make the mutants of a part, and try them with its tests."""

import os
import subprocess
import sys
from collections.abc import Sequence
from configparser import ConfigParser
from pathlib import Path

from benchmarks.postgresql import temporary_postgresql
from tests.mutation.codes import SURVIVED, change_codes
from tests.mutation.parts import Part
from tests.mutation.results import explained_mutants, read_module
from tests.support.databases import RUNNING_SERVER
from tests.support.paths import ROOT

LINKED = ("src", "tests", "benchmarks", "examples", "docs", "README.md", "pyproject.toml")
WORDS = (r'^\s*f?"[^"]*",?$', r"^\s*allowed=", r"^\s*(said|allowed|message) = ")
"""Lines that say something to people. How it is worded is not mutated."""
MYPY = ("mypy", "--output=json", "--config-file=tests/mutation/mypy.ini")
PYTEST = ("pytest", "-p", "tests.mutation.trying", "-p", "no:cacheprovider", "-s", "-x", "--tb=no", "--rootdir=.")


def try_mutants(part: Part, sources: Sequence[Path], *, again: bool, only: str, processes: int) -> None:
    """Try the mutants of files that were not tried yet, and again those that hung or survived if asked for. Those whose survival is
    explained are not tried: they pass every test, which takes the longest."""
    if not sources:
        return
    _prepare_folder(part)
    _run(part.folder, "tests.mutation.making", str(processes), *map(str, sources))
    for source in sources:
        if again:
            change_codes(part.mutated(source), dict.fromkeys(_to_repeat(part, source, with_hung=not only)))
        change_codes(part.mutated(source), dict.fromkeys(explained_mutants(part, source), SURVIVED))
    mutated = [f"--mutated={source}" for source in sources]
    chosen = only or (f"not ({part.skip})" if part.skip else "")
    trying = *PYTEST, "-k", chosen, *mutated
    if "postgresql" in only:  # one server for all, where those who run at the same time would wait for each other's locks
        with temporary_postgresql() as server:
            _run(part.folder / "mutants", *trying, "--at-once=1", *part.tests, **{RUNNING_SERVER: server.get_uri()})
    else:
        _run(part.folder / "mutants", *trying, f"--at-once={processes}", *part.tests)


def _run(folder: Path, module: str, *arguments: str, **environment: str) -> None:
    """Run a module of Python in a folder of which the program is used, with its mutants where there are any."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    changed = {"PATH": path, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "", "HOUSEWAY_MUTANT": "1"}
    subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=folder, env={**os.environ, **changed, **environment}, check=True
    )


def _to_repeat(part: Part, source: Path, *, with_hung: bool) -> list[str]:
    """The mutants to try again. With few tests only survivors are: other tests have noticed those that hung."""
    if (found := read_module(part, source)) is None:
        return []
    return [*(found.hung if with_hung else ()), *(survivor.name for survivor in found.unexplained)]


def _prepare_folder(part: Part) -> None:
    """mutmut reads its settings in the folder in which it runs, and copies from there what tests need. It makes the mutants of all
    files, because it would write those that are left out over their mutants."""
    (part.folder / "mutants").mkdir(parents=True, exist_ok=True)
    for name in LINKED:
        link = part.folder / name
        if not link.is_symlink():
            link.symlink_to(ROOT / name)
    settings = ConfigParser()
    settings["mutmut"] = {name: "\n".join(lines) for name, lines in _settings(part).items()}
    with (part.folder / "setup.cfg").open("w") as file:
        settings.write(file)


def _settings(part: Part) -> dict[str, list[str]]:
    files = [str(path) for path in part.sources]
    return {
        "source_paths": ["src"],
        "only_mutate": files,
        "do_not_mutate_patterns": [*WORDS],
        "also_copy": ["benchmarks", "examples", "docs", "README.md"],
        "type_check_command": [*MYPY, *files],
    }
