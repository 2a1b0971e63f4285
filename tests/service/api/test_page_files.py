"""The pages as they are served: what a browser fetches, in how many bytes, and what it begins with."""

import gzip
import re

import brotli
import pytest

from houseway.service.pages.page import page_list, render_page
from houseway.service.pages.web_files import MEDIA_TYPES, web_files

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


@pytest.mark.parametrize("page", page_list()[0], ids=lambda page: page.path)
def test_a_page_names_every_module_that_it_will_need_and_what_comes_early_first(page):
    text, web = render_page(page).decode(), web_files()
    named = re.findall(rf'{web.address}/([^"]+\.js)"', text)
    assert set(web.modules_of(f"modules/{page.module}")) <= set(named)
    if page.early:
        assert named[0] == f"modules/{page.early}"
        assert f'<script type="module" async src="{web.address}/{named[0]}">' in text
