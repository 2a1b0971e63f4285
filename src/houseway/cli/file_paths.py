"""Paths of files among the arguments of commands."""

from pathlib import Path

from houseway.errors import Malformed


def path(name: str | Path) -> Path:
    """Parse a path. An empty text is refused, because it would mean the current folder. (Help shows this function's name.)"""
    if name == "":
        raise Malformed("the name of a file is empty", code="file.name", given="", allowed="the path of a file")
    return Path(name)
