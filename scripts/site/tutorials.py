"""Runs the examples of the tutorials: `python -m scripts.site.tutorials` compares; `--write` writes what the program prints.

The console blocks of a page run one after the other in one empty folder, and its Python examples then run there, too. A line
`...` of a page stands for any lines, and three dots inside a line for anything. Blocks marked `sh` are not run: they start servers.
"""

import doctest
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scripts.site.console import run_line
from scripts.site.markdown import ROOT

FOLDERS = ("tutorials", "explanation")
_BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def tutorial_files() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted((ROOT / "docs" / folder).glob("*.md"))]


def check_page(file: Path, write: bool) -> list[str]:
    """Run a page, and return where it is not what the program does."""
    wrong: list[str] = []
    text = file.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def run_block(block: re.Match[str]) -> str:
            return "".join(f"$ {line}\n{_compare(line, said, folder, wrong)}" for line, said in _commands(block[0]))

        written = _BLOCK.sub(run_block, text)
        wrong += _run_python(file, folder)
    if write and written != text:
        file.write_text(written, encoding="utf-8")
    return [f"{file.relative_to(ROOT)}: {each}" for each in wrong]


def _commands(block: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a block with what the page says that it prints."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, said = part.partition("\n")
        yield line, said


def _compare(line: str, said: str, folder: Path, wrong: list[str]) -> str:
    """Run a command; return what the page should say: its own words if they match."""
    done = run_line(line, folder)
    printed = "".join(f"{each.rstrip()}\n" for each in (done.stdout + done.stderr).rstrip().splitlines())
    if doctest.OutputChecker().check_output(said, printed, _FLAGS):
        return said
    wrong.append(f"`{line}` prints\n{printed}and the page says\n{said}")
    return printed


def _run_python(file: Path, folder: Path) -> Iterator[str]:
    here = Path.cwd()
    os.chdir(folder)
    try:
        results = doctest.testfile(str(file), module_relative=False, optionflags=_FLAGS, encoding="utf-8")
    finally:
        os.chdir(here)
    if results.failed:
        yield f"{results.failed} of its Python examples fail"


def main() -> None:
    wrong = [each for file in tutorial_files() for each in check_page(file, "--write" in sys.argv)]
    if wrong and "--write" not in sys.argv:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
