"""The pages as they are served: what a browser fetches, in how many bytes, and what it begins with."""

import gzip
import re

import brotli
import numpy as np
import pytest

from houseway.service.pages.page import page_list, render_page
from houseway.service.pages.web_files import MEDIA_TYPES, WebFile, WebFiles, web_files

DECODERS = {"br": brotli.decompress, "gzip": gzip.decompress}
MODULE = "modules/table/table-page.js"


@pytest.mark.parametrize(
    ("accepted", "encoding"), [("gzip, deflate, br;q=1", "br"), ("gzip", "gzip"), ("", None), ("brotli", None)]
)
def test_a_file_comes_in_the_shortest_encoding_that_the_client_accepts(client, accepted, encoding):
    web = web_files()
    answer = client.get(f"{web.address}/{MODULE}", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("content-encoding") == encoding
    file = web.by_path[MODULE]
    assert answer.content == file.content  # as the client has decoded it
    if encoding:
        assert DECODERS[encoding](file.encodings[encoding]) == file.content
        assert int(answer.headers["content-length"]) == len(file.encodings[encoding]) < len(file.content)


def test_a_typeface_is_sent_as_it_is():
    assert all(not file.encodings for file in web_files().by_path.values() if file.media_type == MEDIA_TYPES["woff2"])


def new_release(text):
    """A release of one module, as a process finds it at its start."""
    return WebFiles(
        {"a.js": WebFile(text, MEDIA_TYPES["js"]), "b.woff2": WebFile(b"font", MEDIA_TYPES["woff2"])}, "0123456789abcdef"
    )


def test_a_second_start_reads_what_the_first_has_compressed(monkeypatch, tmp_path):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    first, second = new_release(b"let a = 1;" * 50), new_release(b"let a = 1;" * 50)
    first.compress(["a.js", "b.woff2", "missing.js"])
    monkeypatch.setattr("houseway.service.pages.web_files._ENCODERS", {"br": None, "gzip": None})  # nothing is compressed again
    second.compress(["a.js", "b.woff2", "missing.js"])
    assert second.by_path["a.js"].encodings == first.by_path["a.js"].encodings
    assert second.by_path["b.woff2"].encodings == {}


@pytest.mark.parametrize("damage", [lambda stored: np.zeros_like(stored), lambda stored: stored[:-1]], ids=["other", "shorter"])
def test_what_is_stored_is_sent_only_if_it_is_the_file(monkeypatch, tmp_path, damage):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    first, second = new_release(b"let a = 1;" * 50), new_release(b"let a = 1;" * 50)
    first.compress(["a.js"])
    (stored,) = tmp_path.iterdir()
    with np.load(stored) as arrays:
        changed = {name: damage(array) for name, array in arrays.items()}
    np.savez(stored, **changed)
    second.compress(["a.js"])
    for name, content in second.by_path["a.js"].encodings.items():
        assert DECODERS[name](content) == b"let a = 1;" * 50


def test_a_stored_file_without_what_it_should_have_is_not_used(monkeypatch, tmp_path):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    first, second = new_release(b"let a = 1;" * 50), new_release(b"let a = 1;" * 50)
    first.compress(["a.js"])
    (stored,) = tmp_path.iterdir()
    np.savez(stored, other=np.zeros(3))
    second.compress(["a.js"])
    assert second.by_path["a.js"].encodings == first.by_path["a.js"].encodings


def test_a_stored_file_with_another_content_is_not_sent(monkeypatch, tmp_path):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    new_release(b"alert(1)").compress(["a.js"])
    honest = new_release(b"let a = 1;")  # the same name and hash, as if somebody had put the other file there
    honest.compress(["a.js"])
    assert {DECODERS[name](content) for name, content in honest.by_path["a.js"].encodings.items()} == {b"let a = 1;"}


def test_one_module_decodes_addresses():
    """`decodePart` reads an address that was cut off after a percent sign. The browser's own function fails on it."""
    own = {path: file.content for path, file in web_files().by_path.items() if path.startswith("modules/")}
    assert [path for path, content in own.items() if b"decodeURI" in content] == ["modules/lib/address.js"]


@pytest.mark.parametrize("page", page_list()[0], ids=lambda page: page.path)
def test_a_page_names_every_module_that_it_will_need_and_what_comes_early_first(page):
    text, web = render_page(page).decode(), web_files()
    named = re.findall(rf'{web.address}/([^"]+\.js)"', text)
    assert set(web.modules_of(f"modules/{page.module}")) <= set(named)
    if page.early:
        assert named[0] == f"modules/{page.early}"
        assert f'<script type="module" async src="{web.address}/{named[0]}">' in text
