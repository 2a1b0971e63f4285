"""A printed document: its elements, each with the clauses behind it, and their rendering by typst."""

import json
import struct
import tomllib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from houseway.citation import Citation
from houseway.documents.typeface import TYPEFACE, missing_characters
from houseway.errors import Malformed

if TYPE_CHECKING:
    from typst import TypstError

Format = Literal["pdf", "svg", "png"]
FORMATS: tuple[Format, ...] = get_args(Format)

TEMPLATES = Path(__file__).parent / "templates"
DOTS_PER_INCH = 300
METRES_PER_INCH = 0.0254

PALETTE = tomllib.loads((TEMPLATES / "palette.toml").read_text(encoding="utf-8"))
THEMES: tuple[str, ...] = tuple(PALETTE["themes"])
DEFAULT_THEME = THEMES[0]

NAME_TOO_LONG, WORD_TOO_LONG, SHEET_TOO_SMALL = "name too long", "word too long", "sheet too small"
"""What a template panics with if it cannot print its data."""


@dataclass(frozen=True, slots=True)
class Element:
    """One printed element."""

    kind: str
    cells: tuple[str, ...]
    """The texts as printed, from left to right."""
    clauses: tuple[Citation, ...] = ()
    wager: str = ""
    position: int = 0
    """The betting position that it belongs to, 0 if none."""
    is_extra: bool = False
    """Whether it is printed although the book does not require it."""

    @property
    def text(self) -> str:
        return " ".join(cell for cell in self.cells if cell)


@dataclass(frozen=True)
class Document:
    title: str
    elements: tuple[Element, ...]
    template: str = field(repr=False)
    data: Mapping[str, object] = field(repr=False)
    """The data for the template; every text in it comes from an element."""
    theme: str = DEFAULT_THEME

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise choice_error("theme", self.theme, THEMES)

    def render(self, format: Format = "pdf") -> bytes:  # noqa: A002  typst uses this name too
        """Render the document; the same rules always give the same bytes. Only a PDF can have several pages."""
        if format not in FORMATS:
            raise _format_error(format)
        self._check_characters()
        import typst

        try:
            page = typst.compile(
                TEMPLATES / self.template,
                format=format,
                ppi=DOTS_PER_INCH,
                sys_inputs={"data": json.dumps({"title": self.title, "theme": self.theme, **self.data})},
                ignore_system_fonts=True,
            )
        except typst.TypstError as error:
            raise self._fit_error(error) or error from error
        if not isinstance(page, bytes):
            raise _format_error(f"{format} of {len(page)} pages")
        return _with_resolution(page) if format == "png" else page

    def _check_characters(self) -> None:
        """Refuse characters that would be printed as empty boxes."""
        for element in self.elements:
            if missing := missing_characters(element.text):
                listed = ", ".join(repr(character) for character in missing)
                raise Malformed(
                    f"{element.text!r} cannot be printed: the typeface {TYPEFACE} has no {listed}; write it in Latin letters",
                    code="document.characters",
                    clauses=element.clauses,
                    given=element.text,
                    allowed="Latin, Greek, Cyrillic and Hebrew letters, digits and punctuation",
                )

    def _fit_error(self, error: "TypstError") -> Malformed | None:
        """Return the refusal of a template that cannot print its data; None for any other error."""
        if NAME_TOO_LONG in str(error):
            return self._name_error("is too long to be printed in two lines", "two lines of readable type")
        if WORD_TOO_LONG in str(error):
            return self._name_error("has a word that is wider than its line", "words that fit into a line of readable type")
        if SHEET_TOO_SMALL in str(error):
            papers, least = self.data["paper"], self.data["smallest"]
            message = f"the payouts do not fit on {papers} in type of {least} points or more; choose a larger paper"
            return Malformed(message, code="document.paper", given=papers, allowed="a larger paper")
        return None

    def _name_error(self, why: str, allowed: str) -> Malformed:
        name = next(element for element in self.elements if element.kind == "facility")
        message = f"the name {name.text!r} of {len(name.text)} characters {why}; shorten it"
        return Malformed(message, code="document.name", clauses=name.clauses, given=name.text, allowed=allowed)


def printable_name(name: str) -> str:
    """Return a name on one line, with single spaces."""
    return " ".join(name.split())


def format_from_path(path: Path) -> Format:
    """Return the format that belongs to a file's suffix."""
    for known in FORMATS:
        if path.suffix.lower() == f".{known}":
            return known
    raise _format_error(path.suffix or path.name)


def _format_error(given: str) -> Malformed:
    allowed = ", ".join(FORMATS)
    message = f"a document cannot be written as {given!r}; choose one of {allowed}"
    return Malformed(message, code="document.format", given=given, allowed=allowed)


def choice_error(what: str, given: str, choices: Iterable[str]) -> Malformed:
    """Return the refusal of a name that is not among the choices."""
    allowed = ", ".join(choices)
    message = f"there is no {what} {given!r}; choose one of {allowed}"
    return Malformed(message, code=f"document.{what}", given=given, allowed=allowed)


def _with_resolution(png: bytes) -> bytes:
    """Write the resolution into a PNG, so that it is printed in its true size. typst leaves it out."""
    per_metre = round(DOTS_PER_INCH / METRES_PER_INCH)
    content = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
    after_header = png.index(b"IHDR") + 4 + 13 + 4  # type, content and checksum of the first chunk
    return png[:after_header] + chunk + png[after_header:]
