"""A printed document: what it says, each element with the clauses behind it, and the picture that typst makes of it."""

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
PIXELS_AN_INCH = 150


@dataclass(frozen=True, slots=True)
class Element:
    """One thing that is printed."""

    kind: str
    cells: tuple[str, ...]
    """As printed, from left to right."""
    clauses: tuple[Citation, ...] = ()
    wager: str = ""
    position: int = 0
    """The betting position that it belongs to; none is 0."""
    ours: bool = False
    """Whether the book does not ask for it."""

    @property
    def text(self) -> str:
        return " ".join(cell for cell in self.cells if cell)


@dataclass(frozen=True)
class Document:
    title: str
    elements: tuple[Element, ...]
    template: str = field(repr=False)
    data: Mapping[str, object] = field(repr=False)
    """What the template draws; every text in it is an element's."""

    def render(self, format: Format = "pdf") -> bytes:  # noqa: A002  the name that typst and every reader use
        """The document; the same rules always give the same bytes. Only a PDF can have several pages."""
        if format not in FORMATS:
            raise _no_format(format)
        import typst

        page = typst.compile(
            TEMPLATES / self.template,
            format=format,
            ppi=PIXELS_AN_INCH,
            sys_inputs={"data": json.dumps({"title": self.title, **self.data})},
            ignore_system_fonts=True,
        )
        if not isinstance(page, bytes):
            raise _no_format(f"{format} of {len(page)} pages")
        return page


def format_of(path: Path) -> Format:
    """The format that a file's name asks for."""
    for known in FORMATS:
        if path.suffix.lower() == f".{known}":
            return known
    raise _no_format(path.suffix or path.name)


def _no_format(given: str) -> Malformed:
    allowed = ", ".join(FORMATS)
    message = f"a document cannot be written as {given!r}; it is one of {allowed}"
    return Malformed(message, code="document.format", given=given, allowed=allowed)
