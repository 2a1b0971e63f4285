"""Files from outside: of bounded size, with or without a byte-order mark, refused in plain words."""

import tomllib
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from houseway.errors import Malformed, quote
from houseway.input_files import MAX_BYTES, MAX_DEPTH, InvalidToml, parse_toml, read_text_file


def refusal(path) -> str:
    with pytest.raises(Malformed) as refused:
        read_text_file(path, "some.file")
    assert refused.value.code == "some.file"
    return refused.value.message


def test_a_byte_order_mark_is_dropped_and_line_ends_are_alike(tmp_path):
    file = tmp_path / "file.toml"
    file.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    assert read_text_file(file, "some.file") == "a = 1\nb = 2\n"


def test_a_file_has_at_most_the_bound(tmp_path):
    file = tmp_path / "file.toml"
    file.write_bytes(b"#" * MAX_BYTES)
    assert len(read_text_file(file, "some.file")) == MAX_BYTES
    file.write_bytes(b"#" * (MAX_BYTES + 1))
    assert refusal(file) == f"{file} cannot be read: it is larger than 1,048,576 bytes, the most that is read"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_a_device_without_end_is_refused():
    assert "larger than" in refusal(Path("/dev/zero"))


def test_every_refusal_is_in_plain_words(tmp_path):
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"one\ntwo\xff\n")
    assert refusal(binary).endswith("it is not text in UTF-8 (line 2)")
    assert refusal(tmp_path).endswith("it is a folder")
    assert refusal(tmp_path / "none.toml").endswith("there is no such file")
    assert refusal(binary / "inside").endswith("a part of its path is not a folder")
    assert refusal(tmp_path / "zero\0byte").endswith("it is not a valid path")
    assert refusal(tmp_path / ("long" * 100)).endswith("its name is too long")


def dotted(parts: int) -> str:
    return ".".join("a" * parts) + " = 1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (dotted(MAX_DEPTH + 1), "more than 32 parts"),
        (dotted(5_000), "more than 32 parts"),
        (f"[{dotted(MAX_DEPTH + 1)[:-4]}]", "more than 32 parts"),
        (" . ".join(["'a b'", '"c"'] * MAX_DEPTH) + " = 1", "more than 32 parts"),
        ("a = " + "[" * 40 + "]" * 40, "nested more than 32 deep"),
        ("a = " + "[" * 9_000, "nested more than 32 deep"),
        ("a = " + "9" * 9_000, "a number has too many digits"),
        ("a = [{b = 0x" + "f" * 9_000 + "}]", "a number has too many digits"),
        (f"a = {2**63}", "a number has too many digits"),
        ("a = ", "at end of document"),
        ("a = 1\nb == 2", "at line 2"),
    ],
)
def test_what_is_not_toml_or_too_deep_is_refused(text, words):
    with pytest.raises(InvalidToml, match=words):
        parse_toml(text)


def test_as_deep_as_is_allowed():
    assert parse_toml(dotted(MAX_DEPTH))
    assert parse_toml(f"a = {2**63 - 1}\nb = 0x7fffffffffffffff")
    assert parse_toml("# " + dotted(99) + "\nb = '" + "a." * 99 + "'")


LONG = dotted(MAX_DEPTH + 1)
THREE, ALSO = '"' * 3, "'" * 3
HIDDEN_KEYS = [
    f"[[{LONG[:-4]}]]",
    f"x = {{ {LONG} }}",
    f'x = {{ y = "\\"", {LONG}, z = "" }}',
    f'x = {{ y = {THREE} " {THREE}, {LONG} }} # "',
    f"x = {THREE}{THREE}\n{LONG}",
    f'x = {THREE}a{THREE}""\n{LONG}',
    f'x = {THREE}a\\{THREE}""{THREE}\n{LONG}',
    f"x = {ALSO}a'{ALSO}\n{LONG}",
    f"x = {ALSO}a\\{ALSO}\n{LONG}",
    f'x = ""\n{LONG}',
    ".".join(['"\u2028"'] * (MAX_DEPTH + 1)) + " = 1",
]
"""Keys with too many parts behind what looks as if they were inside a string."""


@pytest.mark.parametrize("text", HIDDEN_KEYS)
def test_no_string_hides_a_long_key(text):
    with pytest.raises(InvalidToml, match="more than 32 parts"):
        parse_toml(text)


@pytest.mark.parametrize(
    "text", [f"x = '{LONG}'", f'x = "{LONG}"', f"x = {THREE}\n{LONG}\n{THREE}", f"x = {ALSO}\n{LONG}{ALSO}"]
)
def test_a_string_that_looks_like_a_long_key_is_read(text):
    assert parse_toml(text) == tomllib.loads(text)


BOMBS = {
    "a string of dots": 'x = "' + "a." * 32_000 + '"',
    "a comment of dots": "x = 1 # " + "a." * 32_000,
    "a key of line separators": ".".join(['"\u2028"'] * 16_000) + " = 1",
    "strings without an end": f"x = {THREE}\\{THREE}" * 8_000 + "." * 40,
    "quotes": "x = " + "'" * 64_000 + "." * 40,
    "lists in lists": "x = " + "[" * 64_000,
    "tables in tables": "x = " + "{a=" * 21_000,
    "headers of many parts": "\n".join("[" + ".".join("a" * 30) + f".b{number}]" for number in range(900)),
    "a number": "x = " + "9" * 64_000,
    "a hexadecimal number": "x = 0x" + "f" * 64_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_text_of_the_largest_size_takes_no_time(name):
    """A string of 64 kB with dots took 35 seconds, during which nobody at any table was answered."""
    begun = process_time()
    with suppress(InvalidToml):
        parse_toml(BOMBS[name][:65_536])
    assert process_time() - begun < 2


@given(st.text(alphabet="ab.=[]\"'#\n 1", max_size=60))
def test_toml_is_read_as_the_standard_library_reads_it(text):
    assume("1" * 20 not in text)  # numbers of more than 64 bits
    try:
        expected = tomllib.loads(text)
    except ValueError:
        with pytest.raises(InvalidToml):
            parse_toml(text)
    else:
        assert parse_toml(text) == expected


@given(st.recursive(st.integers() | st.text() | st.floats(), st.lists))
def test_a_quote_is_short(value):
    assert len(quote(value)) <= 80


def test_a_number_without_end_can_be_quoted():
    assert quote(10**9_000) == "a very long int"


def test_a_key_is_named_as_toml_writes_it():
    with pytest.raises(InvalidToml, match=r"options\.bank twice"):
        parse_toml("[options.bank]\n[options.bank]\n")
