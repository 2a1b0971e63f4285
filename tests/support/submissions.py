"""What the tests of submissions share: the examples, and documents that are changed and filed again."""

import copy
import json
import re
import tomllib
from datetime import date, time

import pytest

from houseway.regulation import BOOKS
from houseway.submission import judge, read
from tests.support.paths import EXAMPLES

RIGHT = sorted(EXAMPLES.glob("*/*.toml"))
WRONG = sorted(EXAMPLES.glob("*/wrong/*.toml"))
EXPECTS = re.compile(r"# expects (?P<code>\S+) under (?P<clause>none|\S+ \S.*) at (?P<place>\S+)")
MINIMAL = {book: EXAMPLES / book / "minimal.toml" for book in BOOKS}


def name(path):
    return str(path.relative_to(EXAMPLES).with_suffix(""))


right = pytest.mark.parametrize("path", RIGHT, ids=name)
wrong = pytest.mark.parametrize("path", WRONG, ids=name)
every_book = pytest.mark.parametrize("book", BOOKS)


def document(path):
    return tomllib.loads(path.read_text())


def written(value):
    """A document as TOML, each table inline."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(map(written, value))}]"
        case dict():
            return f"{{{', '.join(f'{json.dumps(key)} = {written(part)}' for key, part in value.items())}}}"
        case date() | time():
            return value.isoformat()
        case _:
            return str(value)


def filed(content):
    """The verdict on a document."""
    return judge(read("\n".join(f"{json.dumps(key)} = {written(value)}" for key, value in content.items())))


def leaves(value, place=()):
    """Every value that was filed, by its path."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from leaves(part, (*place, key))
    if not isinstance(value, dict | list):
        yield place, value


def at(content, place):
    for key in place:
        content = content[key]
    return content


def changed(content, place, value):
    """A copy of a document with one thing in it replaced."""
    new = copy.deepcopy(content)
    at(new, place[:-1])[place[-1]] = value
    return new


def removed(content, place):
    new = copy.deepcopy(content)
    del at(new, place[:-1])[place[-1]]
    return new


def codes(verdict):
    return [(finding.code, finding.place, finding.clause) for finding in verdict.findings]
