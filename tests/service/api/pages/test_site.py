"""The documentation at /docs/: files of the archive and nothing else, under the policy of all pages, and kept until they change."""

from zipfile import ZipFile

import pytest

from houseway.errors import Malformed
from houseway.service.api.requests.security_headers import SECURITY_HEADERS
from houseway.service.pages import site
from scripts.site.archive import pack_folder
from tests.support.api_bench import ApiBench

VISIT = {"Accept": "text/html"}
LONG = "<!doctype html><title>Odds</title>" + "<p>The exact house edge.</p>" * 200
FILES = {
    "index.html": "<!doctype html><title>houseway</title>",
    "tutorials/price.html": LONG,
    "_static/houseway.css": "body { color: black }",
    "searchindex.js": "Search.setIndex({})",
    "_images/chart.svg": "<svg/>",
    "_images/table.png": "PNG",
    "_static/inter.woff2": "wOF2",
    "objects.inv": "what only Sphinx reads",
    ".buildinfo": "hidden",
}
MEDIA_TYPES = {
    "/docs/": "text/html; charset=utf-8",
    "/docs/index.html": "text/html; charset=utf-8",
    "/docs/tutorials/price.html": "text/html; charset=utf-8",
    "/docs/_static/houseway.css": "text/css; charset=utf-8",
    "/docs/searchindex.js": "text/javascript; charset=utf-8",
    "/docs/searchindex.js?v=1": "text/javascript; charset=utf-8",
    "/docs/_images/chart.svg": "image/svg+xml",
    "/docs/_images/table.png": "image/png",
    "/docs/_static/inter.woff2": "font/woff2",
}


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    """A small site, packed as `make docs` packs the real one."""
    folder = tmp_path_factory.mktemp("built")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    file = tmp_path_factory.mktemp("packed") / "site.zip"
    pack_folder(folder, file)
    return file


@pytest.fixture(scope="module")
def documented(packed, tmp_path_factory):
    """A house with the site."""
    bench = ApiBench(tmp_path_factory.mktemp("house"), docs=packed)
    yield bench.client()
    bench.close()


@pytest.mark.parametrize("path", MEDIA_TYPES)
def test_a_file_has_its_type_and_the_policy_of_all_pages(documented, path):
    answer = documented.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, MEDIA_TYPES[path])
    assert {name: answer.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert answer.text == FILES[path.removeprefix("/docs/").partition("?")[0] or "index.html"]


@pytest.mark.parametrize("path", ["/docs/", "/docs", "/tables", "/"])
def test_a_program_may_ask_for_the_head_of_a_page(documented, path):
    whole, head = documented.get(path), documented.request("HEAD", path)
    assert (head.status_code, head.headers.get("content-type")) == (whole.status_code, whole.headers.get("content-type"))
    assert head.content == b""


def test_the_address_without_a_slash_leads_to_the_first_page(documented):
    answer = documented.get("/docs")
    assert (answer.status_code, answer.headers["location"]) == (307, "/docs/")


@pytest.mark.parametrize(
    "path",
    [
        "/docs/no-such.html",
        "/docs/tutorials",
        "/docs/tutorials/",
        "/docs/../pyproject.toml",
        "/docs/%2e%2e/%2e%2e/pyproject.toml",
        "/docs/tutorials/..%2findex.html",
        "/docs/..%5cindex.html",
        "/docs//etc/passwd",
        "/docs/%2fetc%2fpasswd",
        "/docs/index.html%00.css",
        "/docs/.buildinfo",
        "/docs/objects.inv",
    ],
)
def test_what_is_not_a_page_of_the_site_leads_nowhere(documented, path):
    answer = documented.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "request.path")
    page = documented.get(path, headers=VISIT)
    assert (page.status_code, "hw-missing" in page.text) == (404, True)


def test_a_browser_keeps_a_page_until_it_changes(documented):
    first = documented.get("/docs/tutorials/price.html")
    assert first.headers["cache-control"] == "no-cache"
    again = documented.get("/docs/tutorials/price.html", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    other = documented.get("/docs/index.html", headers={"If-None-Match": first.headers["etag"]})
    assert other.status_code == 200


def test_a_long_page_is_sent_compressed(documented):
    answer = documented.get("/docs/tutorials/price.html", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(LONG) // 2
    assert answer.text == LONG


def test_the_menu_leads_to_the_site_only_where_it_is(documented, client):
    link = '<li><a href="/docs/" data-about="How everything works, with tutorials.">Docs</a></li>'
    for path in ("/", "/rules", "/no/such/page"):
        assert link in documented.get(path, headers=VISIT).text
        assert link not in client.get(path, headers=VISIT).text


@pytest.mark.parametrize("path", ["/docs", "/docs/", "/docs/tutorials/price.html"])
def test_a_house_without_the_site_says_how_to_get_it(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert (
        "<p>The documentation is not installed here: in a checkout, make docs builds it, and "
        "houseway serve --docs build/site.zip shows it.</p>" in answer.text
    )


def test_the_same_files_make_the_same_archive(packed, tmp_path):
    with ZipFile(packed) as archive:
        assert archive.namelist() == sorted(set(FILES) - {".buildinfo"})
        archive.extractall(tmp_path / "again")
    pack_folder(tmp_path / "again", tmp_path / "site.zip")
    assert (tmp_path / "site.zip").read_bytes() == packed.read_bytes()


def test_a_file_that_is_no_site_is_refused(tmp_path):
    (tmp_path / "text.zip").write_text("no archive")
    with ZipFile(tmp_path / "empty.zip", "w") as archive:
        archive.writestr("readme.txt", "something else")
    for name in ("text.zip", "empty.zip", "missing.zip"):
        with pytest.raises(Malformed, match="is not the documentation") as refused:
            site.Site(tmp_path / name)
        assert refused.value.code == "service.docs"


def test_the_installed_site_comes_before_that_of_a_checkout(tmp_path, monkeypatch):
    package, checkout = tmp_path / "src" / "houseway", tmp_path
    monkeypatch.setattr(site, "_PACKAGE", package)
    monkeypatch.setattr(site, "_CHECKOUT", checkout)
    for folder in (package, checkout / "build"):
        folder.mkdir(parents=True)
    assert site.find_site_file() is None
    (checkout / "build" / "site.zip").touch()
    assert site.find_site_file() is None, "a folder called build that belongs to no checkout"
    (checkout / "pyproject.toml").touch()
    assert site.find_site_file() == checkout / "build" / "site.zip"
    (package / "site.zip").touch()
    assert site.find_site_file() == package / "site.zip"
