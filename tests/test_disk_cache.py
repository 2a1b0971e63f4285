"""Results on disk: stored under everything that they depend on, and built again when any of it changes."""

import json
from os import utime

import numpy as np
import pytest

from houseway import disk_cache
from houseway.disk_cache import cache_folder, cached_arrays, cached_only, disk_cached
from houseway.errors import NotAllowed


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(params=["json", "arrays"])
def cached(request):
    """Both kinds of results, as functions that cache one number."""

    def number(name, depends, sources, build):
        return int(cached_arrays(name, depends, sources, lambda: {"n": np.array([build()])})["n"][0])

    return disk_cached if request.param == "json" else number


def test_a_result_is_stored_under_everything_that_it_depends_on(folder, cached):
    built = []

    def build():
        built.append(1)
        return len(built)

    assert cached("x", ["A"], ("cards.py",), build) == 1
    assert cached("x", ["A"], ("cards.py",), build) == 1
    assert cached("x", ["B"], ("cards.py",), build) == 2
    assert cached("x", ["A"], ("money.py",), build) == 3
    assert cached("x", ["A"], ("cards.py",), build) == 1
    assert len(list(folder.iterdir())) == 3


def test_a_result_cannot_depend_on_a_file_that_is_not_there(cached):
    with pytest.raises(FileNotFoundError, match=r"no source file matches 'analysis/moved\.py'"):
        cached("x", 1, ("analysis/moved.py",), lambda: 7)


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"digest": 1}'])
def test_a_damaged_file_is_built_again(folder, cached, damage):
    cached("x", 1, ("cards.py",), lambda: 7)
    (path,) = folder.iterdir()
    path.write_text(damage)
    assert cached("x", 1, ("cards.py",), lambda: 8) == 8
    assert cached("x", 1, ("cards.py",), lambda: 9) == 8


def test_an_altered_result_is_built_again(folder):
    disk_cached("x", 1, ("cards.py",), lambda: 7)
    (path,) = folder.iterdir()
    path.write_text(path.read_text().replace('"result": 7', '"result": 8'))
    assert disk_cached("x", 1, ("cards.py",), lambda: 7) == 7
    assert json.loads(path.read_text())["result"] == 7


def test_where_nothing_can_be_written_every_call_builds(tmp_path, monkeypatch, cached):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "file" / "below"))
    assert [cached("x", 1, ("cards.py",), lambda n=n: n) for n in (7, 8)] == [7, 8]


def test_only_what_is_cached(folder):
    with cached_only(), pytest.raises(NotAllowed, match="not been solved") as refusal:
        disk_cached("thing", 1, (), lambda: 1)
    assert refusal.value.code == disk_cache.NOT_CACHED
    assert disk_cached("thing", 1, (), lambda: 1) == 1
    with cached_only():
        assert disk_cached("thing", 1, (), lambda: 2) == 1


def test_arrays_cannot_be_changed_by_those_who_share_them(folder):
    for _ in range(2):
        with pytest.raises(ValueError, match="read-only"):
            cached_arrays("x", 1, (), lambda: {"n": np.zeros(1)})["n"][0] = 1


def test_arrays_of_older_sources_are_thrown_away(folder):
    folder.mkdir()
    for age in range(6):
        old = folder / f"some.{age}.npz"
        old.write_bytes(b"")
        utime(old, (1000 - age, 1000 - age))
    (folder / "some-other.0.npz").write_bytes(b"")
    cached_arrays("some", 1, (), lambda: {"n": np.zeros(1)})
    (new,) = folder.glob("some.????????????????????????????????.npz")
    assert {path.name for path in folder.iterdir()} == {"some.0.npz", "some.1.npz", "some.2.npz", new.name, "some-other.0.npz"}


def test_the_folder_is_in_the_users_cache(monkeypatch):
    monkeypatch.delenv("HOUSEWAY_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert str(cache_folder()) == "/somewhere/houseway"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder().parts[-2:] == (".cache", "houseway")


def test_a_user_without_a_home_has_a_folder_too(monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("HOUSEWAY_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(disk_cache.Path, "home", homeless)
    assert cache_folder().name == "__pycache__"
