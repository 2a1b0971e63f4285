"""A file of JSON lines that only grows. It belongs on another disk than the database."""

import json
from collections.abc import Iterable, Iterator, Mapping
from os import SEEK_END, fsync
from pathlib import Path
from typing import Any

from houseway.errors import Corrupted

_TAIL = 16_384
"""Bytes at the end in which the last lines are looked for first. Most lines are a few hundred bytes long."""


class LineFile:
    """One JSON object a line. A line that a crash has cut off counts as never written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append_lines(self, contents: Iterable[Mapping[str, object]]) -> None:
        """Append lines; when this returns, they are on the disk. A line that was cut off is dropped."""
        with self.path.open("ab+") as file:
            file.truncate(self._whole_length())
            file.writelines(json.dumps(content).encode() + b"\n" for content in contents)
            file.flush()
            fsync(file.fileno())

    def _whole_length(self) -> int:
        """Return the length of the file up to the end of its last whole line."""
        tail = self._tail()
        return self.path.stat().st_size - len(tail) + tail.rfind(b"\n") + 1

    def _tail(self) -> bytes:
        """Return the end of the file with its last whole line."""
        length, size = self.path.stat().st_size, _TAIL
        with self.path.open("rb") as file:
            while True:
                file.seek(max(0, length - size))
                tail = file.read()
                if size >= length or tail.count(b"\n") > 1:
                    return tail
                size *= 2

    def whole_lines(self) -> Iterator[tuple[int, str]]:
        """Yield each whole line with its number."""
        with self.path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                if line.endswith("\n"):
                    yield number, line

    def size(self) -> int:
        """Return the number of bytes, with those of a line that was cut off."""
        return self.path.stat().st_size

    def lines_after(self, size: int) -> Iterator[bytes]:
        """Yield the whole lines after so many bytes, each with its end."""
        with self.path.open("rb") as file:
            file.seek(size)
            yield from (line for line in file if line.endswith(b"\n"))

    def last_line(self) -> str | None:
        """Return the last whole line; None if there is none."""
        if not self.path.exists():
            return None
        lines = self._tail().rpartition(b"\n")[0].split(b"\n")
        return lines[-1].decode() or None

    def lines_from_end(self) -> Iterator[str]:
        """Yield the whole lines, the last one first, without reading more of the file than is asked for."""
        with self.path.open("rb") as file:
            begin, rest = file.seek(0, SEEK_END), b""
            is_end = True
            while begin > 0:
                length = min(_TAIL, begin)
                begin = file.seek(begin - length)
                first, *lines = (file.read(length) + rest).split(b"\n")
                rest = first
                if is_end and lines:
                    lines.pop()  # nothing, or a line that was cut off
                    is_end = False
                yield from (line.decode(errors="replace") for line in reversed(lines))
            if rest and not is_end:
                yield rest.decode(errors="replace")

    def parse_line(self, line: str, number: int, what: str) -> Any:
        """Return the object in a line, or refuse the line with its place."""
        try:
            content = json.loads(line)
        except ValueError as error:
            raise self.line_error(line, number, what) from error
        if not isinstance(content, dict):
            raise self.line_error(line, number, what)
        return content

    def line_error(self, line: str, number: int, what: str) -> Corrupted:
        place = f"{self.path}:{number}"
        return Corrupted(f"{place}: this line is not a {what}", code=f"{what}.line", given=line[:40], place=place)
