"""A printed document: its elements, each with the clauses behind it, and their rendering by typst."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from houseway.citation import Citation
from houseway.errors import Malformed

Format = Literal["pdf", "svg", "png"]
FORMATS: tuple[Format, ...] = get_args(Format)

TEMPLATES = Path(__file__).parent / "templates"
PIXELS_PER_INCH = 150


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

    def render(self, format: Format = "pdf") -> bytes:  # noqa: A002  typst uses this name too
        """Render the document; the same rules always give the same bytes. Only a PDF can have several pages."""
        if format not in FORMATS:
            raise _format_error(format)
        import typst

        page = typst.compile(
            TEMPLATES / self.template,
            format=format,
            ppi=PIXELS_PER_INCH,
            sys_inputs={"data": json.dumps({"title": self.title, **self.data})},
            ignore_system_fonts=True,
        )
        if not isinstance(page, bytes):
            raise _format_error(f"{format} of {len(page)} pages")
        return page


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
