"""The program as a later release would be: with other rule books."""

import shutil

import pytest

from houseway.regulation import editions, shelf
from houseway.table.state import rules_of


@pytest.fixture
def later_release(tmp_path, monkeypatch):
    """A function that edits a file of a book: `later_release(book, file, old, new)`. From then on the program has that edition,
    and knows no other until one is added."""
    data = tmp_path / "later-release"

    def edit(book, file, old, new):
        if not data.exists():
            shutil.copytree(shelf.DATA, data)
        path = data.joinpath(*book.split(".", 1)) / f"{file}.toml"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
        monkeypatch.setattr(shelf, "DATA", data)
        monkeypatch.setattr(editions, "_added", {})
        rules_of.cache_clear()

    yield edit
    rules_of.cache_clear()
