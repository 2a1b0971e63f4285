"""The files of the pages: read once, named by a hash of them all, and compressed once.

The hash is part of every address (`/web/HASH/...`), so that a browser may keep a file for good, and a new release of the
program never meets an old file.
"""

import gzip
import hashlib
import posixpath
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

import brotli

from houseway.disk_cache import Arrays, cached_arrays

MEDIA_TYPES: Mapping[str, str] = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}
"""What is served, by the ending of its name. Declarations for TypeScript and licences are not."""

_COMPRESSED = tuple(MEDIA_TYPES[ending] for ending in ("css", "js", "svg"))
_ENCODERS: Mapping[str, Callable[[bytes], bytes]] = {
    "br": lambda content: brotli.compress(content, mode=brotli.MODE_TEXT),
    "gzip": lambda content: gzip.compress(content, mtime=0),
}
_DECODERS: Mapping[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress}
_SOURCES = ("service/pages/web_files.py",)
_COMMENTS = {"modules/": re.compile(rb"/\*\*.*?\*/[ \t]*", re.DOTALL), "styles/": re.compile(rb"/\*.*?\*/\s*", re.DOTALL)}
"""Comments of our own files by folder: types and what they mean, a quarter of what a page would transfer."""
_STYLES, _MOST_SHEETS, _MOST_JOINED = "styles/", 12, 100
SHEET_SEPARATOR = "+"
_IMPORT = re.compile(r"""(?:\bfrom|^import|;import)\s*["'](\.[^"']+)["']""", re.MULTILINE)


@dataclass(frozen=True)
class WebFile:
    """A file as it is sent."""

    content: bytes
    media_type: str

    @cached_property
    def encodings(self) -> Mapping[str, bytes]:
        """Return the content in fewer bytes by the name of the encoding, the shortest first; none where the file is compressed
        already."""
        if self.media_type not in _COMPRESSED:
            return {}
        return {name: encode(self.content) for name, encode in _ENCODERS.items()}


@dataclass(frozen=True)
class WebFiles:
    """All files of the pages by their path, and one hash of them."""

    by_path: Mapping[str, WebFile]
    hash: str
    _imports: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _joined: dict[str, WebFile] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"/web/{self.hash}"

    def find(self, release: str, path: str) -> WebFile | None:
        """Return a file of this release. Sheets that are joined by `+` are sent as one, so that a page asks once."""
        if release != self.hash:
            return None
        return self.by_path.get(path) or self._joined_sheets(path)

    def _joined_sheets(self, path: str) -> WebFile | None:
        if path not in self._joined and path.startswith(_STYLES) and path.count(SHEET_SEPARATOR) < _MOST_SHEETS:
            sheets = [self.by_path.get(f"{_STYLES}{name}") for name in path.removeprefix(_STYLES).split(SHEET_SEPARATOR)]
            contents = [sheet.content for sheet in sheets if sheet is not None]
            if len(contents) != len(sheets) or len(self._joined) >= _MOST_JOINED:
                return None
            self._joined[path] = WebFile(b"\n".join(contents), MEDIA_TYPES["css"])
        return self._joined.get(path)

    def compress(self, paths: Sequence[str]) -> None:
        """Compress some files, unless an earlier process of this release has stored them compressed. What is stored is sent only if
        it is the file: whoever can write to the cache cannot change a page."""
        asked = {path: file for path in paths if (file := self.find(self.hash, path)) and file.media_type in _COMPRESSED}
        stored = cached_arrays("pages", [self.hash, *asked, brotli.__version__], _SOURCES, lambda: _encoded_arrays(asked))
        for path, file in asked.items():
            encodings = {name: stored[key].tobytes() for name in _ENCODERS if (key := f"{path} {name}") in stored}
            if all(name in encodings and _decode(name, encodings[name]) == file.content for name in _ENCODERS):
                vars(file).setdefault("encodings", encodings)  # the property, as if it were computed

    def modules_of(self, path: str) -> tuple[str, ...]:
        """Return a module and all modules that it imports, directly or through others, each once."""
        found: dict[str, None] = {}
        waiting = [path]
        while waiting:
            module = waiting.pop(0)
            if module not in found:
                found[module] = None
                waiting += self._imports_of(module)
        return tuple(found)

    def _imports_of(self, module: str) -> tuple[str, ...]:
        if module not in self._imports:
            text = self.by_path[module].content.decode()
            folder = posixpath.dirname(module)
            self._imports[module] = tuple(posixpath.normpath(posixpath.join(folder, name)) for name in _IMPORT.findall(text))
        return self._imports[module]


def _decode(encoding: str, content: bytes) -> bytes | None:
    try:
        return _DECODERS[encoding](content)
    except (brotli.error, EOFError, OSError, zlib.error):
        return None


def _encoded_arrays(files: Mapping[str, WebFile]) -> Arrays:
    import numpy as np

    contents = {f"{path} {name}": content for path, file in files.items() for name, content in file.encodings.items()}
    return {name: np.frombuffer(content, dtype=np.uint8) for name, content in contents.items()}


@cache
def web_files() -> WebFiles:
    """Return the files of the pages. They are read once a process."""
    contents = dict(sorted(_read_folder(files("houseway") / "web", "")))
    digest = hashlib.sha256()
    for path, file in contents.items():
        digest.update(f"{path}\0{len(file.content)}\0".encode())
        digest.update(file.content)
    return WebFiles(contents, digest.hexdigest()[:16])


def _read_folder(folder: Traversable, prefix: str) -> Iterator[tuple[str, WebFile]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _read_folder(entry, f"{prefix}{entry.name}/")
        elif media := MEDIA_TYPES.get(entry.name.rpartition(".")[2]):
            yield f"{prefix}{entry.name}", WebFile(_without_comments(prefix, entry.read_bytes()), media)


def _without_comments(folder: str, content: bytes) -> bytes:
    pattern = next((pattern for own, pattern in _COMMENTS.items() if folder.startswith(own)), None)
    return pattern.sub(b"", content) if pattern else content
