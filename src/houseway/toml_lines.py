"""Find the line of every key and list entry of a TOML file, because `tomllib` does not report them.

The text must be valid TOML: `tomllib` judges it first, and this module only finds where its parts are written.
"""

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(r'"""(?:\\.|[^\\])*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:\'{0,2})|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL)
_KEY_PART = re.compile(r'[ \t]*("(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+)[ \t]*')
_BARE_VALUE = re.compile(r"[^,\]}#\n]*")


@dataclass
class _Node:
    """A key or a list entry, with the line where it first occurs."""

    line: int
    parts: dict[str, "_Node"] = field(default_factory=dict)
    """By key, or by number from 1 in a list."""
    lengths: set[int] = field(default_factory=lambda: {1})
    """The numbers of names, joined by dots, that keys consist of: a quoted key may contain dots."""
    is_list_of_tables: bool = False
    start: int = 0
    """Where its assignment or heading begins, in characters."""
    value: tuple[int, int] | None = None
    """Where the value of its assignment begins and ends; None for a table with a heading."""
    is_headed: bool = False
    """Whether it is a table with a heading of its own."""

    def part(self, name: str, line: int) -> "_Node":
        if "." in name:
            self.lengths.add(name.count(".") + 1)
        return self.parts.setdefault(name, _Node(line))

    def longest_key(self, names: list[str]) -> int:
        """Return of how many of some names the longest key consists with which they begin; 0 if there is none."""
        lengths = sorted((length for length in self.lengths if length <= len(names)), reverse=True)
        return next((length for length in lengths if ".".join(names[:length]) in self.parts), 0)

    def last_entry(self) -> "_Node":
        """Return the table that further keys belong to: in a list of tables, the last one."""
        return self.parts[str(len(self.parts))] if self.is_list_of_tables else self


class TomlLines:
    """The lines of a file's keys and list entries, by place: `wagers.ante.minimum`, `meters.2.seed`."""

    def __init__(self, text: str) -> None:
        self._root = _Node(1)
        with suppress(RecursionError):  # a value is nested too deeply: what was found before it still holds
            _Scanner(text).scan(self._root)

    def line_of(self, place: str) -> int | None:
        """Return the line of a place, or of the nearest part of the file that would contain it; None if there is none."""
        node, _ = self._find(place)
        return None if node is self._root else node.line

    def has(self, place: str) -> bool:
        """Return whether the file has this very place."""
        return not self._find(place)[1]

    def span_of(self, place: str) -> tuple[int, int, int] | None:
        """Return where the assignment of a place begins, and where its value begins and ends; None if it has none."""
        node, rest = self._find(place)
        return None if rest or node.value is None else (node.start, *node.value)

    def heading_of(self, place: str) -> int | None:
        """Return where the heading of a table begins; None if the place is no table with a heading."""
        node, rest = self._find(place)
        return None if rest or node.value is not None or not node.is_headed else node.start

    def places(self) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield every place as its parts, with its line."""
        waiting: list[tuple[tuple[str, ...], _Node]] = [((), self._root)]
        while waiting:
            path, node = waiting.pop()
            if path:
                yield path, node.line
            waiting += [((*path, name), part) for name, part in node.parts.items()]

    def _find(self, place: str) -> tuple[_Node, list[str]]:
        """Return the deepest part of the file on the way to a place, and the rest of the way."""
        node, rest = self._root, place.split(".")
        while rest:
            count = node.longest_key(rest)
            if not count:
                break
            node, rest = node.parts[".".join(rest[:count])], rest[count:]
        return node, rest


class _Scanner:
    """Walks through the text once."""

    def __init__(self, text: str) -> None:
        self.text, self.position, self.line = text, 0, 1

    def scan(self, root: _Node) -> None:
        table = root
        self._skip(_BLANK)
        while self.position < len(self.text):
            if self._next_is("["):
                table = self._header(root)
            else:
                self._assignment(table)
            self._skip(_BLANK)

    def _header(self, root: _Node) -> _Node:
        start, line, brackets = self.position, self.line, 2 if self.text.startswith("[[", self.position) else 1
        self.position += brackets
        *above, last = self._key()
        self.position += brackets
        node = root
        for name in above:
            node = node.part(name, line).last_entry()
        node = node.part(last, line)
        if brackets == 2:
            node.is_list_of_tables = True
            node = node.part(str(len(node.parts) + 1), line)
        node.start, node.is_headed = start, True
        return node

    def _assignment(self, table: _Node) -> None:
        line, start = self.line, self.position
        for name in self._key():
            table = table.part(name, line)
        self.position += len("=")
        self._skip(_BLANK)
        begin = self.position
        self._value(table)
        table.start, table.value = start, (begin, self.position)

    def _key(self) -> list[str]:
        """Read a key of one or several parts, and stop behind it."""
        names = []
        while found := _KEY_PART.match(self.text, self.position):
            names.append(_unquoted(found[1]))
            self.position = found.end()
            if not self._next_is("."):
                break
            self.position += 1
        return names

    def _value(self, node: _Node) -> None:
        self._skip(_BLANK)
        if self._next_is("["):
            self._list(node)
        elif self._next_is("{"):
            self._inline_table(node)
        elif self._next_is('"') or self._next_is("'"):
            self._skip(_STRING)
        else:
            self._skip(_BARE_VALUE)

    def _list(self, node: _Node) -> None:
        self.position += 1
        self._skip(_BLANK)
        while not self._ends_with("]"):
            self._value(node.part(str(len(node.parts) + 1), self.line))
            self._skip_comma()
        self.position += 1

    def _inline_table(self, node: _Node) -> None:
        self.position += 1
        self._skip(_BLANK)
        while not self._ends_with("}"):
            self._assignment(node)
            self._skip_comma()
        self.position += 1

    def _skip_comma(self) -> None:
        self._skip(_BLANK)
        self.position += self._next_is(",")
        self._skip(_BLANK)

    def _ends_with(self, sign: str) -> bool:
        return self._next_is(sign) or self.position >= len(self.text)

    def _next_is(self, sign: str) -> bool:
        return self.text.startswith(sign, self.position)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.position)
        if found is not None:
            self.line += found[0].count("\n")
            self.position = found.end()


def _unquoted(key: str) -> str:
    if key[0] not in "\"'":
        return key
    is_plain = key[0] == "'" or "\\" not in key
    return key[1:-1] if is_plain else str(tomllib.loads(f"key = {key}")["key"])
