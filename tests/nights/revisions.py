"""The text behind a digest as the program of another revision gives it. The nights themselves are those of this working tree."""

import os
import subprocess
import sys
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.paths import ROOT


def compare(revision, night, page, aspect):
    """The lines of an aspect that differ: those of the revision with "-", those of today with "+"."""
    with TemporaryDirectory() as folder:
        there = Path(folder) / "revision"
        git("add", "--detach", "--quiet", there, revision)
        try:
            before = show_with(there / "src", night, page, aspect)
        finally:
            git("remove", "--force", there)
    today = show_with(ROOT / "src", night, page, aspect)
    found = list(unified_diff(before, today, revision, "here", lineterm="", n=1))
    return found or [f"{night} {page} {aspect} is the same with the program of {revision}: what differs is in the tests"]


def git(*what):
    subprocess.run(["git", "-C", ROOT, "worktree", *what], check=True)  # noqa: S607 - whichever git there is


def show_with(source, night, page, aspect):
    """The text behind a digest with the program in another folder."""
    command = [sys.executable, "-m", "tests.nights", "--show", night, page, aspect]
    shown = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(source)}, check=True, capture_output=True, text=True
    )
    return shown.stdout.splitlines()
