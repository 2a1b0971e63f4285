"""`python -m scripts.site FOLDER` writes the source of the site into a folder: the pages of `docs/` and the generated reference."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from houseway import __version__
from scripts.site.books import book_pages
from scripts.site.commands import command_pages
from scripts.site.error_codes import error_pages
from scripts.site.events import event_pages
from scripts.site.house_ways import house_way_pages
from scripts.site.http import service_pages
from scripts.site.library import library_pages
from scripts.site.markdown import hidden_toctree, site_link, table
from scripts.site.pages import copied_pages, copy_pictures
from scripts.site.paytables import paytable_pages

REFERENCE = (
    ("books/index", "The rule books", "every clause with its state, code, tests and readings"),
    ("paytables/index", "Paytables", "every list of payouts with its exact edge"),
    ("house-ways", "House ways", "those that come with the program"),
    ("commands/index", "Commands", "each with its arguments and options"),
    ("library", "The library", "the public names of `houseway`"),
    ("http", "The HTTP interface", "routes and bodies"),
    ("feed-messages", "Messages to the feed", "what a client may send"),
    ("events", "Recorded events", "kinds, facts, and who may know them"),
    ("errors", "Error codes", "and where they come from"),
)
"""The pages of the reference, in the order of its menu."""


def reference_index() -> Iterator[tuple[str, str]]:
    head = f"# Reference\n\nThese pages are written from the program itself, version {__version__}, by `make docs`.\n\n"
    rows = [(site_link(title, f"reference/{page}"), words) for page, title, words in REFERENCE]
    yield "reference/index", head + table(("page", "content"), rows) + "\n" + hidden_toctree(page for page, _, _ in REFERENCE)


WRITERS: tuple[Callable[[], Iterator[tuple[str, str]]], ...] = (
    copied_pages,
    reference_index,
    command_pages,
    library_pages,
    service_pages,
    event_pages,
    error_pages,
    house_way_pages,
    paytable_pages,
    book_pages,
)


def main(target: Path, only: str = "") -> None:
    if not only:
        shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True, exist_ok=True)
    copy_pictures(target)
    for writer in WRITERS:
        if only in writer.__name__:
            for name, text in writer():
                file = target / f"{name}.md"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
