"""A copy of the program with further lines in its registries, asked in a process of its own."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT

ASK = """
import json, sys
from tests.support.command import run
asked = json.load(sys.stdin)
print(json.dumps([vars(run(*arguments)) for arguments in asked]))
"""


def copy_program(folder: Path) -> Path:
    """Copy the program's source, and return the copy."""
    made = folder / "src" / "houseway"
    shutil.copytree(ROOT / "src" / "houseway", made, ignore=shutil.ignore_patterns("*.pyc.*", "*.tmp.*"))
    return made


def add_lines(module: Path, registry: str, lines: str) -> None:
    """Add an entry to a registry, a mapping of a module: imports to the others, functions above the registry, the entry last."""
    text = module.read_text()
    parts = lines.rstrip("\n").split("\n\n")
    entry, above = parts[-1].lstrip("\n"), "\n\n".join(parts[:-1]).strip("\n")
    start = re.search(rf"^{registry}\b.*= \{{$", text, re.MULTILINE)
    assert start is not None, f"{module.name} has no registry {registry}"
    end = text.index("\n}\n", start.end()) + 1
    text = f"{text[:end]}{entry}\n{text[end:]}"
    if above.startswith(("from ", "import ")):
        first = re.search(r"^from houseway", text, re.MULTILINE)
        assert first is not None
        text = f"{text[: first.start()]}{above}\n{text[first.start() :]}"
    elif above:
        text = f"{text[: start.start()]}{above}\n\n\n{text[start.start() :]}"
    module.write_text(text)


def ask_copy(folder: Path, commands: list[list[str]], *further: Path, **environment: str) -> list[dict[str, object]]:
    """Run commands with the copy that is in a folder, one after the other in one process, and return what each printed."""
    path = os.pathsep.join(map(str, (folder / "src", *further, ROOT)))
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, **environment, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, object]] = json.loads(done.stdout.splitlines()[-1])
    return answers
