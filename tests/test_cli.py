"""The command line, used as a person would: output, refusals, exit codes, and what is not imported."""

import json
import subprocess
import sys

import pytest

from houseway import __version__


def run(*arguments):
    """`houseway` in a process of its own."""
    return subprocess.run([sys.executable, "-m", "houseway", *arguments], capture_output=True, text=True, check=False)


def answered(*arguments):
    result = run(*arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout


def refused(*arguments):
    """The one line of a refusal."""
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


def test_version():
    assert answered("--version") == f"houseway {__version__}\n"


def test_help_has_examples_that_work():
    examples = [line.strip() for line in answered("--help").splitlines() if line.strip().startswith("houseway rank")]
    assert len(examples) == 3
    for example in examples:
        cards = example.split('"')[1]
        options = example.split('"')[2].split()
        assert answered("rank", cards, *options)


def test_a_hand_is_named_in_every_order_that_applies():
    output = answered("rank", "As Ks Qs Js Ts 9d 2c")
    for title in ("Standard five-card poker", "Pai Gow Poker high hand", "Fortune Bonus", "Division progressive wager"):
        assert title in output
    assert "natural royal flush" in output
    assert "low hand" not in output
    assert "Four Card" not in output


def test_json_has_the_promised_shape():
    answer = json.loads(answered("rank", "As Ks Qs Js Ts 9d 2c", "--json"))
    assert answer["cards"] == ["As", "Ks", "Qs", "Js", "Ts", "9d", "2c"]
    assert answer["orders"][0] == {
        "order": "standard",
        "category": "royal-flush",
        "description": "royal flush",
        "cards": ["As", "Ks", "Qs", "Js", "Ts"],
    }
    assert {frozenset(order) for order in answer["orders"]} == {frozenset({"order", "category", "description", "cards"})}


@pytest.mark.parametrize(
    ("game", "orders"),
    [
        ("md.ultimate-texas-holdem", ["standard"]),
        ("ultimate-texas-holdem", ["standard"]),
        ("div.pai-gow-poker", ["pai-gow-high", "pai-gow-high-low-wheel", "division-bonus", "division-progressive"]),
        ("insurance", ["insurance"]),
    ],
)
def test_a_game_may_be_picked(game, orders):
    answer = json.loads(answered("rank", "As Ks Qs Js Ts 9d 2c", "--game", game, "--json"))
    assert [order["order"] for order in answer["orders"]] == orders


def test_why_names_the_clauses():
    assert "md.pai-gow-poker 6.B(2); div.pai-gow-poker (c)(2)(ii)#1" in answered("rank", "Jk Ks Qs Js Ts", "--why")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["As Xd"], "no card at character 4 of 'As Xd'"),
        (["As Kd As"], "As at character 7 of 'As Kd As' was given before"),
        (["As Kd Qd"], "no order ranks 3 cards; ranked are 2, 4, 5, 6, 7 cards"),
        ([""], "no order ranks 0 cards"),
        (["As Kd Qd Jd Jk", "--game", "four-card-poker"], "no order of four-card-poker ranks 5 cards with a joker"),
        (["As Kd", "--game", "baccarat"], "'baccarat' is not a game, a rule book or an order"),
    ],
)
def test_wrong_input_is_answered_in_one_line(arguments, words):
    assert words in refused("rank", *arguments)


def test_a_missing_argument_is_refused():
    result = run("rank")
    assert result.returncode == 2
    assert "Missing argument" in result.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["rank", "As Kd"], ["rank", "As Kd", "--json"]])
def test_a_command_without_a_kernel_imports_no_numba(arguments):
    program = (
        "import sys, houseway.cli\n"
        f"sys.argv = ['houseway', *{arguments!r}]\n"
        "try:\n    houseway.cli.main()\n"
        "except SystemExit:\n    pass\n"
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0


def test_help_does_not_wait_for_rich():
    program = "import sys, houseway.cli; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
