"""The solved games that come with the program: they are used until something that they depend on changes."""

from unittest import mock

import pytest

from houseway import disk_cache
from houseway.disk_cache import cached_only, disk_cached
from tests.support.solved_examples import count_results, empty_cache, main, solve_examples


def test_every_example_is_solved_without_counting():
    """After a change of a kernel this fails: run `python -m tests.support.solved_examples`."""
    with empty_cache(disk_cache.SHIPPED) as cache, cached_only():
        solve_examples()
        assert not list(cache.glob("*.json"))


def test_a_shipped_result_is_read_only_under_its_own_key(tmp_path):
    with empty_cache(tmp_path) as cache:
        disk_cached("x", 1, ("cards.py",), lambda: 7)
        (counted,) = cache.iterdir()
        counted.rename(tmp_path / counted.name)
        assert disk_cached("x", 1, ("cards.py",), lambda: 8) == 7
        assert disk_cached("x", 2, ("cards.py",), lambda: 8) == 8
        assert disk_cached("x", 1, ("money.py",), lambda: 9) == 9


def test_an_altered_shipped_result_is_counted(tmp_path):
    with empty_cache(tmp_path) as cache:
        disk_cached("x", 1, ("cards.py",), lambda: 7)
        (counted,) = cache.iterdir()
        (tmp_path / counted.name).write_text(counted.read_text().replace('"result": 7', '"result": 8'))
        counted.unlink()
        assert disk_cached("x", 1, ("cards.py",), lambda: 9) == 9


@pytest.mark.parametrize(("arguments", "status"), [(["--help"], 0), (["md.pai-gow-poker/minimal"], 2)])
def test_only_the_bare_command_replaces_what_comes_with_the_program(arguments, status, tmp_path, capsys):
    (tmp_path / "solved.json").touch()
    with (
        empty_cache(tmp_path),
        mock.patch("tests.support.solved_examples.count_results", dict),
        pytest.raises(SystemExit) as end,
    ):
        main(arguments)
    assert end.value.code == status
    assert [*tmp_path.iterdir()]
    assert "solved_examples" in "".join(capsys.readouterr())
    with empty_cache(tmp_path), mock.patch("tests.support.solved_examples.count_results", dict):
        main([])
    assert not [*tmp_path.iterdir()]


@pytest.mark.prove
def test_the_results_are_those_of_a_new_count():
    assert count_results() == {path.name: path.read_text(encoding="utf-8") for path in disk_cache.SHIPPED.iterdir()}
