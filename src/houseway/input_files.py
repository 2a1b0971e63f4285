"""Read text and TOML files from outside: up to a maximum size, in UTF-8 with or without a byte-order mark."""

import re
import tomllib
from pathlib import Path
from typing import Any

from houseway.errors import Malformed, describe_os_error

MAX_BYTES = 1 << 20
"""The largest submission, house way or round file that is read. The largest example has 5 kB."""
MAX_DEPTH = 32
"""How deep tables and lists may be nested, and how many parts a dotted key may have."""

MAX_FINDINGS = 100
"""The most findings about one file that are listed. The others are counted."""

_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOT = r"[ \t]*+\.[ \t]*+"
_LONG_KEY = re.compile(rf"[ \t]*+(?!#).*?(?<![A-Za-z0-9_-]){_PART}(?:{_DOT}{_PART}){{{MAX_DEPTH},}}+[ \t]*+[=\]]")
"""A dotted key with too many parts, before an equals sign or in the brackets of a header."""


class InvalidToml(Exception):
    """The text is not TOML, or nested too deeply. The message says why and, where it is known, in which line."""


def read_text_file(path: Path, code: str, allowed: str = "a text file in UTF-8", limit: int = MAX_BYTES) -> str:
    """Return the text of a file. At most `limit` bytes are read, so that a device or a pipe cannot fill the memory."""
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        raise _unreadable(path, describe_os_error(error), code, allowed) from error
    except ValueError as error:  # a path with a zero byte
        raise _unreadable(path, "it is not a valid path", code, allowed) from error
    if len(content) > limit:
        raise _unreadable(path, f"it is larger than {limit:,} bytes, the most that is read", code, f"at most {limit:,} bytes")
    return decode_text(content, path, code, allowed)


def file_exists(path: Path) -> bool:
    """Return whether there is something at a path; an impossible name counts as missing."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def decode_text(content: bytes, path: Path, code: str, allowed: str) -> str:
    """Decode UTF-8 with universal newlines, and drop a byte-order mark."""
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _unreadable(path, f"it is not text in UTF-8 (line {line})", code, allowed) from error


def _unreadable(path: Path, why: str, code: str, allowed: str) -> Malformed:
    return Malformed(f"{path} cannot be read: {why}", code=code, given=str(path), allowed=allowed, reason=why)


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML that is not nested too deeply. Keys are checked first: tomllib's time grows with the cube of their length."""
    if _has_long_key(text):
        raise InvalidToml(f"a key has more than {MAX_DEPTH} parts")
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidToml(_PYTHON_TUPLE.sub(_dotted_key, str(error))) from error
    except ValueError as error:
        raise InvalidToml("a number has too many digits") from error
    except RecursionError as error:
        raise InvalidToml(_TOO_DEEP) from error
    _check_depth(content)
    return content


_PYTHON_TUPLE = re.compile(r"\(('[^']*'(?:, '[^']*')*),?\)")


def _dotted_key(found: re.Match[str]) -> str:
    """Write a key as TOML does. tomllib names it as Python would: ('options', 'bank')."""
    return ".".join(part.strip(" '") for part in found[1].split(","))


_TOO_DEEP = f"tables and lists are nested more than {MAX_DEPTH} deep"


def _has_long_key(text: str) -> bool:
    """Return whether a line may have a key of too many parts. Only such lines are searched."""
    lines = (line for line in text.splitlines() if line.count(".") >= MAX_DEPTH)
    return any(_LONG_KEY.match(line) for line in lines)


def _check_depth(content: object) -> None:
    level = [content]
    for _ in range(MAX_DEPTH + 1):
        level = [part for value in level for part in _parts(value) if isinstance(part, dict | list)]
        if not level:
            return
    raise InvalidToml(_TOO_DEEP)


def _parts(value: object) -> Any:
    return value.values() if isinstance(value, dict) else value
