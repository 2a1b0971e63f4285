"""Runs commands of the program, and compares what they print with what a page says."""

import os
import subprocess
import sys
from pathlib import Path

_FOLDER = Path(sys.executable).parent
_HELP_COLUMNS, _FILE_COLUMNS = "110", "160"


def run_command(arguments: str, folder: Path | None = None) -> str:
    """Run `houseway` in a shell, and return what it prints; end if it fails."""
    done = run_line(f"houseway {arguments}", folder, _HELP_COLUMNS)
    if done.returncode:
        sys.exit(f"houseway {arguments} ended with {done.returncode}: {done.stderr}")
    return done.stdout.rstrip()


def run_line(line: str, folder: Path | None = None, columns: str = _FILE_COLUMNS) -> subprocess.CompletedProcess[str]:
    path = f"{_FOLDER}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "COLUMNS": columns, "NO_COLOR": "1", "PATH": path}
    return subprocess.run(  # noqa: S602 - a shell, for the lines of our own pages
        line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
