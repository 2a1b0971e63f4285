"""Texts and values that are made to hold up the service: each is answered at once, and none is a fault of the program."""

import json
from time import process_time

import pytest

from tests.support.api_bench import sign_in

HEAD = 'book = "md.ultimate-texas-holdem"\n'
LARGEST = 65_536
"""Characters of a submission, or of a house way."""
THREE = '"' * 3
TEXTS = {
    "lists in lists": "x = " + "[" * LARGEST,
    "tables in tables": "x = " + "{a=" * 20_000,
    "a string of dots": 'x = "' + "a." * 32_000 + '"',
    "a key of dots": "a." * 32_000 + "a = 1",
    "a key of line separators": ".".join(['"\u2028"'] * 16_000) + " = 1",
    "a quoted key of dots": '[wagers."' + "a." * 16_000 + '"]\n' + "".join(f"k{number} = 1\n" for number in range(2_000)),
    "a long key": "a" * 65_000 + " = 1",
    "many keys": "".join(f"k{number} = 1\n" for number in range(6_000)),
    "many wagers": "".join(f"[wagers.w{number}]\nminimun = 1\n" for number in range(2_000)),
    "marks on a letter": 'x = "' + "\u0301" * 65_000 + '"',
    "a number": "x = " + "9" * 65_000,
    "a hexadecimal number": "[wagers.ante]\nminimum = 0x" + "f" * 65_000,
    "no number": "[wagers.ante]\nminimum = nan\nmaximum = inf",
    "a list": "[wagers.ante]\nminimum = [" + "1," * 32_000 + "]",
    "a long book": f'book = "{"m" * 65_000}"',
    "half a character": 'x = "\ud800"',
    "a string without an end": f"x = {THREE}\\{THREE}" * 5_000,
}
SECONDS = 5
"""What an answer may take on a slow machine that does other things; most take a hundredth of it."""


@pytest.fixture(scope="module")
def guest(bench):
    return sign_in(bench, "Gus")


def texts(name):
    text = TEXTS[name]
    return (text if text.startswith("book") else HEAD + text)[:LARGEST]


def bodies(text):
    source = {"kind": "submission", "submission": text}
    yield "/api/submissions/check", {"source": source}
    yield "/api/submissions/check", {"source": {"kind": "example", "example": "uth/minimal"}, "against": source}
    yield "/api/submissions/read", {"submission": text}
    yield "/api/submissions/sign", {"source": source, "format": "svg"}
    yield "/api/submissions/par", {"source": source}
    yield "/api/odds", {"source": source, "wager": "trips"}
    yield "/api/house-ways/read", {"text": text}
    yield "/api/submissions/check", {"source": {**source, "house_way_text": text}}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_made_to_hold_up_the_service_does_not(guest, name):
    for path, body in bodies(texts(name)):
        begun = process_time()
        answer = guest.request("POST", path, content=json_bytes(body), headers={"content-type": "application/json"})
        assert answer.status_code < 500, (path, answer.text[:500])
        assert process_time() - begun < SECONDS, path


def json_bytes(body):
    return json.dumps(body).encode()


VALUES = {
    "nested": json.loads("[" * 400 + "]" * 400),
    "nested tables": json.loads('{"a":' * 400 + "1" + "}" * 400),
    "a number": 10**4_000,
    "infinite": float("inf"),
    "keys": {f"k{number}": number for number in range(10_000)},
    "a key": {"a." * 30_000: 1},
}


@pytest.mark.parametrize("name", VALUES)
def test_a_form_that_is_made_to_hold_up_the_service_does_not(guest, name):
    body = json_bytes({"content": {"book": "md.ultimate-texas-holdem", "wagers": {"ante": {"minimum": VALUES[name]}}}})
    begun = process_time()
    answer = guest.request("POST", "/api/submissions/write", content=body, headers={"content-type": "application/json"})
    assert answer.status_code < 500, answer.text[:500]
    if answer.status_code == 200:
        text = answer.json()["text"][:LARGEST]
        assert guest.post("/api/submissions/check", {"source": {"kind": "submission", "submission": text}}).status_code < 500
    assert process_time() - begun < SECONDS


@pytest.mark.parametrize(
    "body", [b"[" * 200_000, b'{"a":' * 40_000, b"9" * 200_000, b'"' + b"\\ud800" * 30_000 + b'"', b"-" * 200_000]
)
def test_a_body_that_is_made_to_hold_up_the_service_does_not(guest, body):
    begun = process_time()
    answer = guest.request("POST", "/api/submissions/check", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500, answer.text[:500]
    assert answer.json()["code"] == "request.malformed"
    assert process_time() - begun < SECONDS
