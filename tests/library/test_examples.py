"""The examples in docstrings of the library, and those of its tour, work as they are printed."""

import doctest
from importlib import import_module

import pytest

from tests.support.paths import ROOT

MODULES = (
    "ranking",
    "counting",
    "solving",
    "sessions",
    "sweeping",
    "holding",
    "filing",
    "printing",
    "rounds",
    "playing",
    "setting",
    "replaying",
)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_work(module, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = doctest.testmod(import_module(f"houseway.library.{module}"), optionflags=OPTIONS)
    assert results.attempted
    assert results.failed == 0


def test_the_examples_of_the_tour_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False, optionflags=OPTIONS)
    assert results.attempted > 25
    assert results.failed == 0
