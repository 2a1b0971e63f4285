"""The garbage collector is spared what is in use, and misses no garbage for long."""

import json
import subprocess
import sys

import pytest

from tests.support.paths import ROOT
from tests.support.young_objects import CHECKS


@pytest.fixture(scope="module")
def failures():
    """By check, what was wrong in a process that has loaded little else."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.young_objects"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("check", [check.__name__ for check in CHECKS])
def test_in_a_process_of_its_own(failures, check):
    assert not failures[check]
