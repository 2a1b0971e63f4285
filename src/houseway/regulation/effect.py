"""The hash of a rule book covers what has effect in one version, and nothing that only people read.

Tables, signs and logs carry it. An edit of a gist must leave them valid; an edit of a value, a row, an option, a choice or a
default must not.
"""

from collections.abc import Mapping

from houseway.regulation.shapes import FILES, Shape, TomlTable
from houseway.values import canonical_hash

VERSIONS = "versions"


def book_hash(files: Mapping[str, TomlTable], version: str) -> str:
    """Return the hash of a book's files, by name, in one version."""
    return canonical_hash([version, {name: _effective_part(content, FILES[name], version) for name, content in files.items()}])


def _effective_part(table: TomlTable, shape: Shape, version: str) -> TomlTable:
    """Return the part of a table that has effect. The list of its versions has none."""
    return {
        key: _effective_value(value, shape, key, version)
        for key, value in table.items()
        if key not in shape.prose and key != VERSIONS
    }


def _effective_value(value: object, shape: Shape, key: str, version: str) -> object:
    if key in shape.explained and isinstance(value, dict):
        return sorted(value)
    if key in shape.entries and isinstance(value, list):
        return [_effective_part(entry, shape.entries[key], version) for entry in value if in_version(entry, version)]
    return value


def in_version(entry: TomlTable, version: str) -> bool:
    """Return whether an entry belongs to a version. One without versions belongs to all."""
    return version in entry.get(VERSIONS, [version])
