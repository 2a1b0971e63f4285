"""Find the lines of keys, headers and rules in a TOML file, because `tomllib` does not report them."""

import re

_HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"\s*[\"']?([A-Za-z0-9_.-]+)[\"']?\s*=")
_TOKEN = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[{}\[\]\n]', re.DOTALL)
"""The tokens that matter in a list of inline tables: strings and comments (which may contain anything), brackets, line ends."""


class TomlLines:
    """Line numbers in the text of a file; line 1 if unknown."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._keys: dict[str, tuple[int, int]] = {}
        """By full name of a key, its line and the offset of its value."""
        self._headers: dict[str, list[int]] = {}
        self._entries: dict[str, list[int]] = {}
        """The lines of the inline tables in a list, by the list's key, once they are asked for."""
        table, start = "", 0
        for number, line in enumerate(text.split("\n"), start=1):
            header = _HEADER.fullmatch(line)
            key = _KEY.match(line)
            if header:
                table = header[1]
                self._headers.setdefault(table, []).append(number)
            elif key:
                name = f"{table}.{key[1]}" if table else key[1]
                self._keys.setdefault(name, (number, start + key.end()))
            start += len(line) + 1

    def line_of_key(self, name: str) -> int:
        return self._keys[name][0] if name in self._keys else self.line_of_header(name)

    def line_of_header(self, name: str) -> int:
        return self._headers.get(name, [1])[0]

    def line_of_rule(self, kind: str, number: int) -> int:
        """Return the line of a kind's rule, in a list of inline tables or as a table of its own."""
        name = f"rules.{kind}"
        headers = self._headers.get(name, [])
        if number <= len(headers):
            return headers[number - 1]
        if name not in self._keys:
            return self.line_of_key("rules")
        if name not in self._entries:
            self._entries[name] = self._find_entries(*self._keys[name])
        lines = self._entries[name]
        return lines[number - 1] if number <= len(lines) else self._keys[name][0]

    def _find_entries(self, line: int, start: int) -> list[int]:
        depth, lines = 0, []
        for piece in _TOKEN.findall(self._text[start:]):
            if piece == "{" and depth == 1:
                lines.append(line)
            depth += (piece in ("{", "[")) - (piece in ("}", "]"))
            line += piece.count("\n")
            if depth <= 0 and piece != "\n":
                break
        return lines
