"""A command whose standard streams are closed (`>&-`) ends with one line, not with a traceback."""

import os
import subprocess
import sys

import pytest

COMMANDS = (["--version"], ["--help"], ["rank", "As Ks"], ["rules", "list"], ["example", "md.four-card-poker/minimal"])


def run(closed, *words):
    """Run a command in a shell that closes some of its streams."""
    line = f'exec "$@" {closed}'
    asked = ["sh", "-c", line, "sh", sys.executable, "-m", "houseway", *words]
    return subprocess.run(asked, capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "COLUMNS": "80"})


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_output_that_is_closed_is_named_in_one_line(words):
    done = run(">&-", *words)
    assert (done.returncode, done.stderr) == (2, "houseway: the output cannot be written: it is closed\n")


def test_a_refusal_without_any_stream_has_its_status():
    done = run(">&- 2>&- <&-", "rank", "nothing")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_errors_that_are_closed_are_not_printed_among_the_output():
    done = run("2>&-", "rank", "nothing")
    assert (done.returncode, done.stdout) == (2, "")


def test_no_file_gets_the_descriptor_of_a_closed_stream(tmp_path):
    program = (
        "import os; from houseway.cli.closed_streams import replace_closed_streams; replace_closed_streams();"
        f"print(os.open({str(tmp_path / 'x')!r}, os.O_CREAT | os.O_RDWR) > 2, file=__import__('sys').stderr)"
    )
    asked = ["sh", "-c", 'exec "$@" >&- <&-', "sh", sys.executable, "-c", program]
    assert subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False).stderr == "True\n"
