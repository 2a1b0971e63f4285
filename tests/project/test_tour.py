"""`make tour`, as far as the suite has time for it."""

import re
import subprocess
import sys

import typer

from houseway.cli import app
from scripts import tour
from tests.support.paths import ROOT


def test_its_commands_are_those_of_the_program():
    known = typer.main.get_command(app).commands
    assert {arguments.split()[0] for _, arguments in tour.STEPS} <= set(known)


def test_a_reader_who_has_seen_enough_ends_it_without_a_word():
    command = [sys.executable, str(ROOT / "scripts" / "tour.py")]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        first = [running.stdout.readline() for _ in range(3)]
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 0
    assert re.match(rf"1 of {len(tour.STEPS)}\. ", first[1])
    assert first[2].startswith("$ houseway ")


def test_it_is_as_wide_as_a_terminal_of_80_to_100_columns(tmp_path, capsys):
    tour.show("rules show pg-md PG-26", str(tmp_path))
    assert 80 <= tour.WIDTH <= 100
    assert max(map(len, capsys.readouterr().out.splitlines())) <= tour.WIDTH
