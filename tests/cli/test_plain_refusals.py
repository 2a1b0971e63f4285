"""Malformed input is refused by every command with a sentence of ours: no traceback, and no words of Python's."""

import pytest

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
