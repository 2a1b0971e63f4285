"""What only a process of its own can show: what a command loads, a terminal without suits, Control-C."""

import json
import os
import signal
import subprocess
import sys
import time
from textwrap import indent

import pytest

from tests.support.paths import GOLDEN_ROUNDS

HEAVY = ("numba", "numpy", "rich")
WITHOUT_NUMPY = [["--help"], ["--version"], ["rank", "As Kd"], ["rank", "As Kd", "--json"], ["rules", "list"]]
WITHOUT_NUMBA = [
    ["solve", "--help"],
    ["advise", "--help"],
    ["set", "9s 9d 3c 3d Ah 5s 2c"],
    ["house-way", "list"],
    ["house-way", "show", "foxwoods"],
    ["odds", "md.ultimate-texas-holdem", "--json"],
    ["deal", "md.pai-gow-poker", "--seed", "1"],
    ["deal", "md.ultimate-texas-holdem", "--seed", "1"],
    ["settle", str(GOLDEN_ROUNDS / "md-bank.toml"), "--why"],
    ["settle", str(GOLDEN_ROUNDS / "fc" / "dealers-card-exposed.toml")],
    ["play", "div.pai-gow-poker", "--seed", "1"],
    ["play", "md.four-card-poker", "--seed", "1"],
]
PROGRAM = f"""
import io, json, sys
from houseway.cli import main
loaded = []
for arguments in [None, *json.loads(sys.argv[1])]:
    if arguments is not None:
        sys.argv, sys.stdin, code = ["houseway", *arguments], io.StringIO("25\\n\\n\\n\\n\\n\\n"), None
        try:
            main()
        except SystemExit as leave:
            code = leave.code
        assert not code, arguments
    loaded.append([name for name in {HEAVY} if name in sys.modules])
print(json.dumps(loaded), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def loaded():
    """What is loaded once the command line is there, and after each command: one process has them all, one after the other."""
    commands = json.dumps([*WITHOUT_NUMPY, *WITHOUT_NUMBA])
    done = subprocess.run([sys.executable, "-c", PROGRAM, commands], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stderr)


def test_the_start_waits_for_nothing_heavy(loaded):
    assert loaded[0] == []


@pytest.mark.parametrize("arguments", WITHOUT_NUMPY, ids=" ".join)
def test_a_command_without_arrays_imports_no_numpy(arguments, loaded):
    assert set(loaded[1 + WITHOUT_NUMPY.index(arguments)]) <= {"rich"}


@pytest.mark.parametrize("arguments", WITHOUT_NUMBA, ids=lambda arguments: " ".join(arguments[:2]))
def test_a_command_without_a_kernel_imports_no_numba(arguments, loaded):
    assert "numba" not in loaded[1 + len(WITHOUT_NUMPY) + WITHOUT_NUMBA.index(arguments)]


def test_a_terminal_without_suits_shows_the_rest():
    result = subprocess.run(
        [sys.executable, "-m", "houseway", "rank", "As Kd"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert result.returncode == 0
    assert b"ace high with K" in result.stdout


def test_a_refusal_is_one_line_and_exit_code_2():
    command = [sys.executable, "-m", "houseway", "rank", "As Xd"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("houseway: 'Xd' at character 4 of 'As Xd' is not a card")


def test_control_c_gets_up():
    command = [sys.executable, "-u", "-m", "houseway", "play", "md.pai-gow-poker", "--seed", "6", "--players", "2"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    seen = ""
    while "Pai Gow Poker (" not in seen:
        seen += process.stdout.read(1)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "you leave the table" in output
    assert "0 rounds; you bought $1,000 and leave with $1,000: $0" in output


INTERRUPTIBLE = "from houseway.cli.interruption import quiet_interruption\nwith quiet_interruption():\n"
LISTENING = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""A program that a shell has started in the background would ignore Control-C."""


@pytest.mark.parametrize(
    "compilation",
    [
        "raise KeyboardInterrupt",
        "try:\n    raise KeyboardInterrupt\nexcept KeyboardInterrupt:\n    raise RuntimeError('the compiler failed')",
        "try:\n    raise KeyboardInterrupt\nexcept KeyboardInterrupt as stopped:\n    raise SystemError('no result') from stopped",
        "class Callback:\n    def __del__(self):\n        raise KeyboardInterrupt\nCallback()\nimport time\ntime.sleep(60)",
    ],
    ids=["outside a command", "hidden by another error", "as the cause of another error", "where nothing can be raised"],
)
def test_control_c_in_a_library_ends_a_command_without_a_traceback(compilation):
    program = f"{LISTENING}{INTERRUPTIBLE}{indent(compilation, '    ')}"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=50)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


def test_a_fault_keeps_its_traceback():
    program = f"{INTERRUPTIBLE}    raise RuntimeError('a fault')"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "RuntimeError: a fault" in result.stderr
