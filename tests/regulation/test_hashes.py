"""A hash covers what has effect and nothing that only people read: each part of each book and house way is changed in turn."""

import re
import shutil
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from houseway.errors import Malformed
from houseway.house_way import HouseWay, house_way_names
from houseway.house_way.file import effective_hash
from houseway.regulation import BOOKS, editions, shelf
from houseway.regulation.effect import book_hash
from houseway.regulation.shelf import DATA
from houseway.table.state import fold_events, rules_of
from tests.support.red_dog import RED_DOG
from tests.support.table_driver import PaiGowTable

Place = tuple[str, ...]
Entry = dict[str, Any]

PROSE = {
    "book": {"title", "jurisdiction", "source", "filing", "versions", "station", "short", "dated"},
    "policies": set[str](),
    "wager": {"title"},
    "clause": {"kind", "gist", "by", "see", "duty", "reason"},
    "paytable": set[str](),
    "reading": {"subject", "also", "problem", "why", "worth", "settles", "choices", "warns"},
    "clear": {"why"},
    "option": {"title"},
    "restriction": {"says"},
    "approval": {"title"},
}
"""What only people read, by the kind of entry, written down a second time; of choices it is the explanations, not the names.
Which versions a book has is said by the entries."""

RED_DOG_BOOK = "xx.red-dog"
every_book = pytest.mark.parametrize("book", [*BOOKS, RED_DOG_BOOK])


@cache
def files_of(book: str) -> dict[str, Entry]:
    """The files of a book, by name."""
    paths = DATA.joinpath(*book.split(".", 1)).glob("*.toml")
    texts = RED_DOG if book == RED_DOG_BOOK else {path.stem: path.read_text() for path in paths}
    return {name: tomllib.loads(text) for name, text in texts.items()}


def entries(book: str) -> Iterator[tuple[str, str, Entry]]:
    """The entries of all files: (file, kind, entry). The head of the book is one, too."""
    for file, content in files_of(book).items():
        lists = {key: part for key, part in content.items() if isinstance(part, list) and isinstance(part[0], dict)}
        if file in ("book", "policies"):
            yield file, file, {key: part for key, part in content.items() if key not in lists}
        yield from ((file, kind, entry) for kind, listed in lists.items() for entry in listed)


def hashes(book: str, file: str, kind: str, entry: Entry) -> list[str]:
    """The hash of a book that has only this entry, in each of its versions."""
    content = entry if kind == file else {kind: [entry]}
    return [book_hash({file: content}, version) for version in files_of(book)["book"]["versions"]]


def edits(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value that differs from this one in a single text, number or flag, and where."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from ((where, {**value, key: new}) for where, new in edits(part, (*place, key)))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            for where, new in edits(part, (*place, str(number))):
                yield where, [*value[:number], new, *value[number + 1 :]]
    else:
        yield place, not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}, edited"


def renamings(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every value that differs from this one in a single name of a table inside it."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from ((where, {**value, key: new}) for where, new in renamings(part, (*place, key)))
            if place:
                yield (*place, key), {f"{name}-renamed" if name == key else name: part for name, part in value.items()}
    elif isinstance(value, list):
        for number, part in enumerate(value):
            for where, new in renamings(part, (*place, str(number))):
                yield where, [*value[:number], new, *value[number + 1 :]]


class TestBooks:
    @every_book
    def test_an_edit_of_prose_changes_no_hash_and_any_other_does(self, book):
        seen = set()
        for file, kind, entry in entries(book):
            before = hashes(book, file, kind, entry)
            for place, new in edits(entry):
                prose = place[0] in PROSE[kind]
                seen.add(prose)
                assert (hashes(book, file, kind, new) == before) == prose, (kind, place, new)
        assert seen == {True, False}

    @every_book
    def test_a_name_that_is_changed_changes_the_hash(self, book):
        """The names of values and choices, what a condition asks for."""
        seen = set()
        for file, kind, entry in entries(book):
            before = hashes(book, file, kind, entry)
            for place, new in renamings(entry):
                seen.add(place[0])
                assert (hashes(book, file, kind, new) == before) == (place[0] == "warns"), (kind, place, new)
        assert seen >= {"values", "choices", "when", "needs", "rows"}

    @every_book
    def test_a_key_that_nobody_has_declared_counts(self, book):
        for file, kind, entry in entries(book):
            new = {**entry, "policies": {"winners-paid": "at-once"}}
            assert hashes(book, file, kind, new) != hashes(book, file, kind, entry)

    @every_book
    def test_an_entry_counts_in_its_own_versions_only(self, book):
        versions = files_of(book)["book"]["versions"]
        for file, kind, entry in entries(book):
            if kind == "book" or "versions" not in entry:
                continue
            nothing = [book_hash({file: {kind: []}}, version) for version in versions]
            counts = [one != none for one, none in zip(hashes(book, file, kind, entry), nothing, strict=True)]
            assert counts == [version in entry["versions"] for version in versions]

    def test_a_log_stays_readable_when_prose_is_edited(self, pai_gow_file):
        events = PaiGowTable("md.pai-gow-poker", players=0).events
        for file, key in (("clauses", "gist"), ("readings", "why"), ("filing", "title")):
            pai_gow_file(file, f'{key} = "', f'{key} = "In other words: ')
        book = fold_events(events).rules.regulation
        shown = (book.clause("3.C(1)").gist, book.readings["PG-26"].why, book.options["payout-limit.amount"].title)
        assert [text.startswith("In other words: ") for text in shown] == [True] * 3

    def test_a_log_is_refused_when_a_row_pays_something_else_and_its_edition_is_not_known(self, pai_gow_file):
        events = PaiGowTable("md.pai-gow-poker", players=0).events
        pai_gow_file("paytables", 'pays = "1 to 1"', 'pays = "2 to 1"')
        with pytest.raises(Malformed) as refused:
            fold_events(events)
        assert refused.value.code == "book.edition"
        assert "an edition of md.pai-gow-poker that is not known here" in refused.value.message


@pytest.fixture
def pai_gow_file(tmp_path, monkeypatch):
    """Edits a file of Maryland's Pai Gow book, as a later release of the program would have it."""
    shutil.copytree(DATA, tmp_path / "data")

    def edit(file: str, old: str, new: str) -> None:
        path = tmp_path / "data" / "md" / "pai-gow-poker" / f"{file}.toml"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
        monkeypatch.setattr(shelf, "DATA", tmp_path / "data")
        monkeypatch.setattr(editions, "_added", {})
        rules_of.cache_clear()

    yield edit
    rules_of.cache_clear()


class TestHouseWays:
    @pytest.mark.parametrize("name", house_way_names())
    def test_its_name_and_its_rules_count_and_nothing_else(self, name):
        text = HouseWay.load(name).text
        rules = text.index("\n[rules]\n")
        seen = set()
        for spot in re.finditer(r'"([^"\n]+)"', text):
            line = text[text.rindex("\n", 0, spot.start()) + 1 if "\n" in text[: spot.start()] else 0 : spot.start()]
            effective = spot.start() > rules or line == "name = "
            seen.add(effective)
            edited = f"{text[: spot.end(1)]} edited{text[spot.end(1) :]}"
            assert (effective_hash(edited) != effective_hash(text)) == effective, spot[1]
        assert seen == {True, False}

    def test_layout_and_comments_do_not_count(self):
        text = HouseWay.load("foxwoods").text
        spaced = text.replace("high pair is 7 or better, front", "high  pair is 7 or better ,front")
        assert spaced != text
        for other in (spaced, f"# a comment\n{text}", text.replace("[{ ", "[\n  { "), text.replace("\n", "\r\n")):
            assert HouseWay.from_text(other, "other.toml").hash == HouseWay.load("foxwoods").hash

    def test_the_order_of_rules_counts(self):
        text = HouseWay.load("foxwoods").text
        first, second = (line for line in text.splitlines() if "quads is 7 or better" in line)
        turned = text.replace(f"{first}\n{second}", f"{second}\n{first}")
        assert turned != text
        assert effective_hash(turned) != effective_hash(text)
