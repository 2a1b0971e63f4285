"""Submissions for tests: the examples, documents that are changed and filed again, and one builder for every book."""

import copy
import json
import re
import tomllib
from datetime import date, time
from functools import cache

import pytest

from houseway.hands.orders import DIV_PAI_GOW as DIV
from houseway.hands.orders import MD_FOUR_CARD as FC
from houseway.hands.orders import MD_PAI_GOW as MD
from houseway.hands.orders import MD_ULTIMATE as UTH
from houseway.regulation import BOOKS, load_book
from houseway.submission import judge, parse_submission
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
    """What a file says, for a test to change: it is parsed once."""
    return copy.deepcopy(_parsed(path))


@cache
def _parsed(path):
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


def text_of(content):
    """A document as TOML."""
    return "".join(f"{json.dumps(key)} = {written(value)}\n" for key, value in content.items())


def filed(content):
    """The verdict on a document."""
    return judge(parse_submission(text_of(content)))


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


# Built from an example

FORTUNE = {"paytable": "A", "minimum": "$1", "maximum": "$100"}
EMPEROR = {"paytable": "D", "minimum": "$1", "maximum": "$100"}
INSURANCE = {"paytable": "B", "minimum": "$5", "maximum": "$100"}
BONUS = {"minimum": "$1", "maximum": "$100"}
NUMBER = {"minimum": "$2", "maximum": "$50", "odds": "5 1/2 to 1"}
MD_PROGRESSIVE = {"paytable": "A", "stake": "$1"}
DIV_PROGRESSIVE = {"paytable": "1", "stake": "$1"}
WITH_ENVY = {"paytable": "A", "stake": ["$1", "$5"], "envy": "A"}
STANDARD = {
    MD: {"fortune-bonus": FORTUNE, "emperors-treasure": EMPEROR, "insurance": INSURANCE, "progressive": MD_PROGRESSIVE},
    DIV: {"bonus": BONUS, "number": NUMBER, "progressive": DIV_PROGRESSIVE},
    UTH: {
        "progressive": WITH_ENVY,
        "six-card-bonus": {"paytable": "A", "minimum": "$1", "maximum": "$100"},
        "ultimate-pairs": {"paytable": "B", "minimum": "$1", "maximum": "$100"},
        "bad-beat": {"paytable": "A", "minimum": "$1", "maximum": "$100"},
        "play-the-board": {"paytable": "A", "minimum": "$1", "maximum": "$100"},
    },
    FC: {"progressive": WITH_ENVY},
}
"""The terms of an optional wager that is only named."""
METERS = {
    MD: {"seed": "$20,000", "reset": "$20,000", "rate": "20%", "tables": ["PG-1"]},
    DIV: {"seed": "$20,000", "reset": "$20,000", "rate": "21%", "tables": ["PG-1"]},
    UTH: {"seed": "$20,000", "reset": "$10,000", "rate": "20%", "tables": ["UTH-1"]},
    FC: {"seed": "$20,000", "reset": "$10,000", "rate": "20%", "tables": ["FC-1"]},
}


def submission(book, options=(), wagers=(), readings=(), letters=(), *, example="minimal", **changes):
    """The text of an example with other options, wagers, paytables and readings; every approval is on file.

    Options are named by their place (`table.dealing`, `meter_amounts.0.seed`); None takes one away. Wagers are names, or names with
    their terms; letters are the paytables of wagers, `envy` that of the progressive's envy bonus.
    """
    content = document(EXAMPLES / book / f"{example}.toml")
    for place, value in dict(options).items():
        _put(content, place, copy.deepcopy(value))
    terms = wagers if isinstance(wagers, dict) else {wager: STANDARD[book][wager] for wager in wagers}
    content["wagers"] |= copy.deepcopy(terms)
    for wager, letter in dict(letters).items():
        owner, key = ("progressive", "envy") if wager == "envy" else (wager, "paytable")
        assert owner in load_book(book).wagers
        content["wagers"].get(owner, {})[key] = letter
    must_be_filed = {}
    if "progressive" in wagers:
        content["meters"] = _meters(book, content["wagers"]["progressive"]["paytable"])
        must_be_filed = _must_be_filed(book, content["wagers"]["progressive"])
    content |= {"readings": {**must_be_filed, **dict(readings)}, "approvals": approvals(book), **changes}
    return text_of(content)


def approvals(book):
    """Everything that the book wants approved."""
    return [{"what": what, "reference": "TEST", "date": date(2026, 1, 1)} for what in load_book(book).approvals]


def _put(content, place, value):
    *path, last = place.split(".")
    for key in path:
        content = content[int(key)] if isinstance(content, list) else content.setdefault(key, {})
    if value is None:
        content.pop(last, None)
    else:
        content[last] = value


def _meters(book, letter):
    names = load_book(book).paytable("progressive", letter).meters or ("meter",)
    return [{"wager": "progressive", "name": name, **METERS[book]} for name in names]


def _must_be_filed(book, progressive):
    """Readings without a default, once a progressive is offered."""
    required = {UTH: {"UTH-31": "required"}, FC: {"FC-17": "required"}}.get(book, {})
    return required | ({"FC-02": "as-printed"} if (book, progressive.get("envy")) == (FC, "C") else {})
