"""Let mutmut try the mutants of a part.

mutmut imports the program once and forks a process for each mutant, which runs only the tests that call the mutated function.
Mutants that mypy refuses are not tried: `make test` would refuse them, too. What was tried is not tried again, so a run that was
stopped goes on where it was.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from configparser import ConfigParser
from pathlib import Path

from tests.mutation.parts import Part
from tests.mutation.results import read_found
from tests.support.paths import ROOT

LINKED = ("src", "tests", "examples", "docs", "README.md", "pyproject.toml")
WORDS = (r'^\s*f?"[^"]*",?$', r"^\s*allowed=", r"^\s*(said|allowed|message) = ")
"""Lines that say something to people. How it is worded is not mutated."""
MYPY = ("mypy", "--output=json", "--config-file=tests/mutation/mypy.ini")


def try_mutants(part: Part, sources: Sequence[Path], *, again: bool, processes: int) -> None:
    """Try the mutants of files that were not tried yet, or again those that hung or survived without an explanation."""
    _prepare_folder(part, sources)
    names = _names_to_repeat(part) if again else []
    if not (names if again else sources):
        return
    tools = Path(sys.executable).parent
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    command = [str(tools / "mutmut"), "run", "--max-children", str(processes), *names]
    subprocess.run(command, cwd=part.folder, env={**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": ""}, check=True)


def _names_to_repeat(part: Part) -> list[str]:
    found = read_found(part)
    return [*found.hung, *(survivor.name for survivor in found.unexplained)]


def _prepare_folder(part: Part, sources: Sequence[Path]) -> None:
    """mutmut reads its settings in the folder in which it runs, and copies from there what tests need."""
    part.folder.mkdir(parents=True, exist_ok=True)
    for name in LINKED:
        link = part.folder / name
        if not link.is_symlink():
            link.symlink_to(ROOT / name)
    settings = ConfigParser()
    settings["mutmut"] = {name: "\n".join(lines) for name, lines in _settings(part, sources).items() if lines}
    with (part.folder / "setup.cfg").open("w") as file:
        settings.write(file)


def _settings(part: Part, sources: Sequence[Path]) -> dict[str, list[str]]:
    files = [str(path) for path in sources]
    return {
        "source_paths": ["src"],
        "only_mutate": files,
        "do_not_mutate_patterns": [*WORDS],
        "also_copy": ["examples", "docs", "README.md"],
        "pytest_add_cli_args_test_selection": [*part.tests],
        "pytest_add_cli_args": ["-p", "tests.mutation.plugin", *(["-k", f"not ({part.skip})"] if part.skip else [])],
        "type_check_command": [*MYPY, *files],
        "process_isolation": ["forkserver"],  # of a process that has run no test, and remembers nothing of the true program
        "use_git_change_detection": ["false"],
        "timeout_constant": ["8"],  # seconds, of which mutmut allows fifteenfold: machines are busy
    }
