"""JSON as it is stored and sent has one form, whichever library writes it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.formats.compact_json import decode_json, encode_json

PLAIN = st.none() | st.booleans() | st.integers() | st.text()
CONTENT = st.recursive(
    PLAIN, lambda parts: st.lists(parts) | st.lists(parts).map(tuple) | st.dictionaries(st.text(), parts), max_leaves=20
)


def written_by_the_standard_library(content):
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


@given(CONTENT)
def test_the_form_is_that_of_the_standard_library(content):
    assert encode_json(content) == written_by_the_standard_library(content)


def test_every_character_has_the_same_form():
    characters = "".join(chr(code) for code in range(0x11_0000) if not 0xD800 <= code < 0xE000)
    assert encode_json(characters) == written_by_the_standard_library(characters)


@pytest.mark.parametrize("content", [2**64, -(2**63) - 1, {3: "three"}, [{"large": 10**30}]])
def test_what_orjson_does_not_take_has_that_form_too(content):
    assert encode_json(content) == written_by_the_standard_library(content)


def test_what_is_no_json_is_refused():
    with pytest.raises(TypeError):
        encode_json({"a set": {1}})
    with pytest.raises(UnicodeEncodeError):
        encode_json("half a pair of surrogates: \ud800")


@given(CONTENT)
def test_what_was_written_is_read_as_by_the_standard_library(content):
    written = encode_json(content)
    assert repr(decode_json(written)) == repr(json.loads(written))


@pytest.mark.parametrize(
    "text", [b"18446744073709551616", b'{"a":[-9223372036854775809]}', b"1.5", b"NaN", b'"\\ud800"', b" [1] "]
)
def test_what_orjson_reads_otherwise_is_read_as_by_the_standard_library(text):
    assert repr(decode_json(text)) == repr(json.loads(text))


@pytest.mark.parametrize("text", [b"", b"[1,", b'{"a"}', b"\xff"])
def test_what_is_no_json_cannot_be_read(text):
    with pytest.raises((json.JSONDecodeError, UnicodeDecodeError)):
        decode_json(text)
