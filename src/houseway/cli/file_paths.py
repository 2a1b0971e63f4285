"""Paths of files among the arguments of commands."""

from pathlib import Path

from houseway.errors import Malformed


def path(name: str | Path) -> Path:
    """Parse a path. An empty text is refused, because it would mean the current folder. (Help shows this function's name.)"""
    if name == "":
        raise Malformed("the name of a file is empty", code="file.name", given="", allowed="the path of a file")
    return Path(name)


def folder(name: str | Path) -> Path:
    """Parse the path of a folder, which may not be there yet. A file is refused. (Help shows this function's name.)"""
    found = path(name)
    if found.exists() and not found.is_dir():
        raise Malformed(f"{found} is a file; give a folder", code="file.folder", given=str(found), allowed="a folder")
    return found
