"""Malformed input is refused by every command with a sentence of ours: no traceback, and no words of Python's."""

from pathlib import Path
from typing import Annotated, get_args, get_origin, get_type_hints

import pytest

from houseway.cli import app
from tests.support.command import answered, as_json, refused, run
from tests.support.paths import EXAMPLES, minimal
from tests.support.submissions import DIV, MD

FOREIGN = ("Traceback", "Errno", "codec", "is not a valid", "NoneType", "object has no", "unpack", "maximum recursion")
ROUND = f'title = "a"\nbook = "{MD}"\n'
PLAYER = '[players.1]\nwagers = { pai-gow = "$20" }\n'
CONTENTS = {
    "empty": b"",
    "binary": b"\xff\xfe\x00\x01",
    "latin": "facility = 'Café'".encode("latin-1"),
    "zeros": b"\0" * 100,
    "not TOML": b"book = ",
    "deep key": b".".join([b"a"] * 5_000) + b" = 1",
    "deep list": b"a = " + b"[" * 5_000,
    "long number": b"a = " + b"9" * 9_000,
    "huge": b"#" * 1_100_000,
    "no book": b"a = 1",
    "unknown book": b'book = "none"',
    "book as number": b"book = 1",
    "wagers as number": f'book = "{MD}"\nwagers = 1'.encode(),
    "meters as text": f'book = "{MD}"\nmeters = "a"'.encode(),
    "options twice": f'book = "{MD}"\n"bank.offered" = true\n[bank]\noffered = true'.encode(),
    "wagers at the top": f"{ROUND}wagers = {{ pai-gow = '$20' }}\n{PLAYER}".encode(),
    "wagers that are numbers": f"{ROUND}wagers = {{ pai-gow = 3 }}\n{PLAYER}".encode(),
    "option and table": f'{ROUND}options = {{ bank = "x", "bank.offered" = true }}\n{PLAYER}'.encode(),
    "meters of numbers": f"{ROUND}meters = [1]\n{PLAYER}".encode(),
    "readings of lists": f"{ROUND}readings = {{ PG-01 = [1] }}\n{PLAYER}".encode(),
    "JSON": b'{"stream": 1}\n',
    "a stream without a table": b'{"stream": "table:PG-1", "version": 1, "kind": "none", "clauses": [], "facts": {}}\n',
    "deep JSON": b"[" * 100_000,
}
COMMANDS = [
    ("check", "FILE"),
    ("check", str(minimal(MD)), "--against", "FILE"),
    ("sign", "FILE", "-o", "sign.pdf"),
    ("layout", "FILE", "-o", "layout.svg"),
    ("odds", "FILE"),
    ("solve", "FILE"),
    ("par", "FILE", "--no-solve", "-o", "par.csv"),
    ("advise", "FILE", "As Kd"),
    ("deal", "--submission", "FILE"),
    ("play", "--submission", "FILE"),
    ("settle", "FILE"),
    ("replay", "FILE"),
    ("house-way", "check", "FILE"),
    ("house-way", "show", "FILE"),
    ("set", "9s 9d 3c 3d Ah 5s 2c", "--house-way", "FILE"),
]
COMMAND_NAMES = [" ".join(part for part in command if "/" not in part) for command in COMMANDS]


@pytest.mark.parametrize("command", COMMANDS, ids=COMMAND_NAMES)
@pytest.mark.parametrize("content", CONTENTS)
def test_a_malformed_file_is_refused_by_its_name(command, content, tmp_path):
    file = tmp_path / "given.toml"
    file.write_bytes(CONTENTS[content])
    expect_plain_refusal([str(file) if part == "FILE" else part for part in command], tmp_path, "given.toml")


@pytest.mark.parametrize("command", COMMANDS, ids=COMMAND_NAMES)
@pytest.mark.parametrize("path", ["nowhere.toml", "folder.toml", "file/inside.toml", "long" * 99 + ".toml"])
def test_a_path_without_a_file_is_refused_by_its_name(command, path, tmp_path):
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "file").write_text("")
    expect_plain_refusal([path if part == "FILE" else part for part in command], tmp_path, path)


def expect_plain_refusal(arguments, folder, name) -> None:
    result = run(*arguments, cwd=folder)
    assert result.returncode in (1, 2), result.stdout
    said = result.stdout + result.stderr
    assert name in said
    assert [word for word in FOREIGN if word in said] == []
    assert len(said) < 20_000


@pytest.mark.parametrize("command", [("filing", ""), ("show", "", "1.A"), ("list", ""), ("readings", ""), ("policies", "")])
def test_an_empty_name_is_no_rule_book(command):
    assert refused("rules", *command).startswith("houseway: there is no rule book ''")


@pytest.mark.parametrize("book", [MD, DIV])
def test_a_submission_without_optional_wagers_has_no_odds(book):
    assert "offers no optional wager" in answered("odds", minimal(book))
    assert as_json("odds", minimal(book))["wagers"] == []
    assert answered("odds", minimal(book), "--csv").count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("odds", MD, "--wager", "progressive", "--meter", "meter="),
        ("odds", MD, "--wager", "progressive", "--meter", "meter=00,000"),
        ("odds", MD, "--wager", "progressive", "--meter", "meter=,000"),
        ("odds", MD, "--stake", ""),
        ("par", str(EXAMPLES / MD / "everything.toml"), "--average-bet", "fortune-bonus="),
        ("par", str(EXAMPLES / MD / "everything.toml"), "--average-bet", "05"),
    ],
)
def test_an_amount_that_lost_its_digits_to_the_shell_is_refused(arguments):
    assert "the shell takes $" in refused(*arguments)


@pytest.mark.parametrize(
    "command",
    [
        *[("check", ""), ("check", minimal(MD), "--against", ""), ("settle", ""), ("replay", "")],
        *[("sign", minimal(MD), "-o", ""), ("deal", MD, "--log", ""), ("deal", "--submission", "")],
        ("house-way", "show", "foxwoods", "-o", ""),
    ],
    ids=lambda command: " ".join(part for part in map(str, command) if part and "/" not in part),
)
def test_a_file_without_a_name_is_not_the_folder_that_one_is_in(command):
    assert "the name of a file is empty" in refused(*command)


NUMBERS = [
    (("deal", MD, "--players", "x"), "--players takes a whole number from 1 to 6, not 'x'"),
    (("deal", MD, "--players", "7"), "--players takes a whole number from 1 to 6, not '7'"),
    (("deal", MD, "--rounds", "0"), "--rounds takes a whole number of 1 or more, not '0'"),
    (("deal", MD, "--seed", "1.5"), "--seed takes a whole number, not '1.5'"),
    (("play", MD, "--seat", ""), "--seat takes a whole number from 1 to 6, not ''"),
    (("replay", "table.jsonl", "--round", "last"), "--round takes a whole number of 1 or more, not 'last'"),
    (("verify", "house", "--round", "-1"), "--round takes a whole number of 1 or more, not '-1'"),
    (("par", minimal(MD), "--rounds-per-hour", "many"), "--rounds-per-hour takes a whole number of 1 or more, not 'many'"),
    (("serve", "--port", "70000"), "--port takes a whole number from 0 to 65535, not '70000'"),
]


@pytest.mark.parametrize(("command", "said"), NUMBERS, ids=[f"{command[0]} {command[-2]}" for command, _ in NUMBERS])
def test_a_number_is_refused_with_what_was_given_and_what_is_allowed(command, said):
    assert refused(*command) == f"houseway: {said}"


def parameters(group):
    for command in group.registered_commands:
        hints = get_type_hints(command.callback, include_extras=True)
        yield from ((command.callback.__name__, name, hint) for name, hint in hints.items() if get_origin(hint) is Annotated)
    for inner in group.registered_groups:
        yield from parameters(inner.typer_instance)


def test_no_number_and_no_path_is_left_to_the_words_of_a_library():
    typed = [(command, name, hint) for command, name, hint in parameters(app) if {int, float, Path} & set(types_in(hint))]
    assert len(typed) > 20
    assert [(command, name) for command, name, hint in typed if hint.__metadata__[0].parser is None] == []


def types_in(hint):
    found = get_args(hint)[0]
    return get_args(found) or (found,)


@pytest.mark.parametrize("command", ["sign", "layout", "par"])
def test_a_document_cannot_become_a_folder(command, tmp_path):
    assert refused(command, minimal(MD), "-o", tmp_path).strip().endswith(f"{tmp_path} cannot be written: it is a folder")


def test_a_table_needs_a_name():
    assert "a table needs a name" in refused("deal", MD, "--table", "")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("pg", "did you mean md.pai-gow-poker (pg-md) or div.pai-gow-poker (pg-div)?"),
        ("fc", "did you mean md.four-card-poker (fcp)?"),
        ("pai-gow", "did you mean md.pai-gow-poker (pg-md) or div.pai-gow-poker (pg-div)?"),
        ("md.pai-gow-pokr", "did you mean md.pai-gow-poker?"),
        ("roulette", "the books are md.pai-gow-poker, div.pai-gow-poker, md.ultimate-texas-holdem, md.four-card-poker"),
    ],
)
@pytest.mark.parametrize("command", [("deal",), ("odds",), ("rules", "list")], ids=" ".join)
def test_the_book_that_may_be_meant_is_named(command, name, meant):
    assert refused(*command, name).strip().endswith(meant)


def test_a_book_may_be_named_in_capitals():
    assert answered("rules", "list", "UTH") == answered("rules", "list", "MD.Ultimate-Texas-Holdem")


@pytest.mark.parametrize("command", [("rules", "show"), ("rules", "readings")], ids=" ".join)
def test_the_reading_of_another_book_is_found_there(command):
    assert "it is in md.pai-gow-poker: houseway rules show md.pai-gow-poker PG-26" in refused(*command, "uth", "PG-26")


def test_the_clause_of_another_book_is_found_there():
    assert "it is in div.pai-gow-poker: houseway rules show div.pai-gow-poker '(n)(8)'" in refused(
        "rules", "show", "uth", "(n)(8)"
    )


def test_a_reading_is_found_without_its_book():
    assert answered("rules", "readings", "pg-26") == answered("rules", "readings", "pg-md", "PG-26")
    assert "there is no rule book 'PG-2666'" in refused("rules", "readings", "PG-2666")
