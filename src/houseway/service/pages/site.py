"""The documentation as a site: an archive that `make docs` writes and a wheel carries, read file by file.

It is one file, because an installed program is hashed file by file, and the site has more than a thousand.
"""

from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from zipfile import BadZipFile, ZipFile, ZipInfo

from houseway.errors import Malformed
from houseway.service.pages.web_files import MEDIA_TYPES

SITE_FILE = "site.zip"
_PACKAGE = Path(__file__).parents[2]
_CHECKOUT = _PACKAGE.parents[1]
_FIRST_PAGE = "index.html"
_MEDIA_TYPES = {**MEDIA_TYPES, "html": "text/html; charset=utf-8", "png": "image/png"}
"""What is served, by the ending of its name."""


@dataclass(frozen=True)
class SiteFile:
    """A file as it is sent."""

    content: bytes
    media_type: str


class Site:
    """The files of the site. Only names that are in the archive lead anywhere."""

    def __init__(self, file: Path) -> None:
        try:
            self._archive = ZipFile(file)
        except (OSError, BadZipFile) as error:
            raise _no_site(file) from error
        self._entries = {entry.filename: entry for entry in self._archive.infolist() if _media_type(entry.filename)}
        if _FIRST_PAGE not in self._entries:
            self._archive.close()
            raise _no_site(file)
        self._reading = Lock()

    def find(self, path: str) -> ZipInfo | None:
        """Return the entry of a path. A path that ends with a slash means the first page of a folder."""
        return self._entries.get(f"{path}{_FIRST_PAGE}" if path == "" or path.endswith("/") else path)

    def read(self, entry: ZipInfo) -> SiteFile:
        with self._reading:
            return SiteFile(self._archive.read(entry), _media_type(entry.filename))

    def close(self) -> None:
        self._archive.close()


def tag_of(entry: ZipInfo) -> str:
    """Return a tag that changes with the content of a file. It is a weak one, because the content may be sent compressed."""
    return f'W/"{entry.CRC:08x}-{entry.file_size:x}"'


def find_site_file() -> Path | None:
    """Return the archive that comes with the program, or the one that `make docs` has written in this checkout."""
    places = [_PACKAGE / SITE_FILE]
    if (_CHECKOUT / "pyproject.toml").is_file():
        places.append(_CHECKOUT / "build" / SITE_FILE)
    return next((place for place in places if place.is_file()), None)


def _media_type(name: str) -> str:
    return _MEDIA_TYPES.get(name.rpartition(".")[2], "")


def _no_site(file: Path) -> Malformed:
    return Malformed(
        f"{file} is not the documentation as `make docs` writes it",
        code="service.docs",
        given=str(file),
        allowed=f"the file {SITE_FILE} that `make docs` writes",
    )
