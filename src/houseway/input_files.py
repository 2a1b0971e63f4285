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

_PART = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_DOT = r"[ \t]*+\.[ \t]*+"
_TOKEN = re.compile(
    r'''#[^\n]*+|"""(?:[^"\\]|\\.|"{1,2}(?!"))*+"{3,5}'''
    r"""|'''(?:[^']|'{1,2}(?!'))*+'{3,5}"""
    rf"""|(?P<broken>\"{{3}}|'{{3}})|(?P<long>{_PART}(?:{_DOT}{_PART}){{{MAX_DEPTH},}}+)[ \t]*+[=\]]"""
    rf"""|{_PART}(?:{_DOT}{_PART})*+|(?P<open>["'])|[^#"'A-Za-z0-9_-]++""",
    re.DOTALL,
)
"""A comment, a string, a dotted key or number, or what is between them. A text is looked at once, from its beginning. `long` is a
key of too many parts, before an equals sign or in the brackets of a header. Behind a string without an end there is no TOML."""


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
        raise InvalidToml(_TOO_LARGE) from error
    except RecursionError as error:
        raise InvalidToml(_TOO_DEEP) from error
    _check_values(content)
    return content


_PYTHON_TUPLE = re.compile(r"\(('[^']*'(?:, '[^']*')*),?\)")


def _dotted_key(found: re.Match[str]) -> str:
    """Write a key as TOML does. tomllib names it as Python would: ('options', 'bank')."""
    return ".".join(part.strip(" '") for part in found[1].split(","))


_TOO_LARGE = "a number has too many digits"
_LARGEST_BITS = 63
"""TOML has integers of 64 bits, one for the sign. Python cannot even print larger ones that were written in hexadecimal."""
_TOO_DEEP = f"tables and lists are nested more than {MAX_DEPTH} deep"


def _has_long_key(text: str) -> bool:
    """Return whether a key has too many parts. A text is searched only if one of its lines has dots enough."""
    if all(line.count(".") < MAX_DEPTH for line in text.split("\n")):
        return False
    last = next((found.lastgroup for found in _TOKEN.finditer(text) if found.lastgroup is not None), None)
    return last == "long"


def _check_values(content: object) -> None:
    """Refuse what is nested too deeply, and numbers that are too large."""
    level = [content]
    for _ in range(MAX_DEPTH + 1):
        parts = [part for value in level for part in _parts(value)]
        if any(isinstance(part, int) and part.bit_length() > _LARGEST_BITS for part in parts):
            raise InvalidToml(_TOO_LARGE)
        level = [part for part in parts if isinstance(part, dict | list)]
        if not level:
            return
    raise InvalidToml(_TOO_DEEP)


def _parts(value: object) -> Any:
    return value.values() if isinstance(value, dict) else value
