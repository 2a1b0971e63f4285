"""The texts of a PDF page with their places: where each run of type begins and ends, and how large it is.

`extract_text` of pypdf knows where a text begins but not where it ends, which the alignment of figures needs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import atan2, cos, degrees, hypot, radians, sin

import pypdf
from pypdf.generic import ContentStream, NumberObject

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
CAP_HEIGHT = 0.65
"""The height of capitals in Libertinus Serif, as a share of the type size."""
_RUNS = "text_runs"


@dataclass(frozen=True)
class Run:
    """A piece of text in one font on one line. The origin of the page is its lower left corner."""

    text: str
    x: float
    y: float
    width: float
    size: float
    angle: float
    """Degrees counterclockwise."""

    @property
    def right(self) -> float:
        return self.x + self.width * cos(radians(self.angle))

    @property
    def corners(self) -> list[tuple[float, float]]:
        """The corners of the box around the run's capitals."""
        across = (cos(radians(self.angle)), sin(radians(self.angle)))
        up = (-across[1], across[0])
        ends = [(0.0, 0.0), (self.width, 0.0), (self.width, CAP_HEIGHT * self.size), (0.0, CAP_HEIGHT * self.size)]
        return [(self.x + a * across[0] + b * up[0], self.y + a * across[1] + b * up[1]) for a, b in ends]


@dataclass(frozen=True)
class PageText:
    """The text of a page, with plain quotes and single spaces; how high above the edge its parts are, and how high it is."""

    text: str
    heights: tuple[float, ...]
    height: float


@cache
def page_texts(document: bytes) -> tuple[PageText, ...]:
    """Read all pages of a PDF. It takes a tenth of a second for each page, so it is done once."""
    return tuple(map(_read_page, pypdf.PdfReader(BytesIO(document)).pages))


def _read_page(page: pypdf.PageObject) -> PageText:
    heights = []

    def visit(text, matrix, *_):
        if text.strip():
            heights.append(matrix[5])

    text = page.extract_text(visitor_text=visit)
    return PageText(" ".join(text.replace("’", "'").split()), tuple(heights), float(page.mediabox.height))


def text_runs(page: pypdf.PageObject) -> list[Run]:
    """Return the runs of a page. They are kept with it, because many tests look at the same page."""
    if _RUNS not in vars(page):
        vars(page)[_RUNS] = tuple(_read_runs(page))
    return list(vars(page)[_RUNS])


def text_lines(page: pypdf.PageObject) -> list[list[Run]]:
    """Group the runs that are not turned into lines, from the top, each from left to right."""
    lines: dict[float, list[Run]] = {}
    for run in text_runs(page):
        if not run.angle:
            lines.setdefault(round(run.y, 1), []).append(run)
    return [sorted(lines[y], key=lambda run: run.x) for y in sorted(lines, reverse=True)]


def _read_runs(page: pypdf.PageObject) -> Iterator[Run]:
    fonts = {name: _Font(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}
    matrix, saved, font, size = IDENTITY, [], None, 0.0
    for operands, operator in ContentStream(page["/Contents"].get_object(), page.pdf).operations:
        match operator:
            case b"q":
                saved.append(matrix)
            case b"Q":
                matrix = saved.pop()
            case b"cm":
                matrix = _multiply(tuple(map(float, operands)), matrix)
            case b"Tf":
                font, size = fonts[operands[0]], float(operands[1])
            case b"Tm":
                text_matrix = tuple(map(float, operands))
            case b"TJ":
                yield _run(font, size, _multiply(text_matrix, matrix), operands[0])
            case b"Tj":
                yield _run(font, size, _multiply(text_matrix, matrix), operands)


def _run(font: "_Font", size: float, matrix: Matrix, pieces: list[object]) -> Run:
    text, width, end = "", 0.0, 0.0
    for piece in pieces:
        if isinstance(piece, NumberObject | float):
            width -= float(piece)
            continue
        for code in _codes(piece):
            text += font.characters.get(code, "")
            width += font.widths.get(code, 0.0)
            end = end if text.endswith(" ") else width  # the space at the end of a broken line is not seen
    a, b, _, _, x, y = matrix
    scale = hypot(a, b)
    return Run(text.replace("’", "'"), x, y, end / 1000 * size * scale, size * scale, round(degrees(atan2(b, a)), 3))


def _codes(piece) -> list[int]:
    raw = piece if isinstance(piece, bytes) else piece.original_bytes
    return [int.from_bytes(raw[place : place + 2], "big") for place in range(0, len(raw), 2)]


def _multiply(first: Matrix, second: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


class _Font:
    """The widths and characters of the codes of an embedded font."""

    def __init__(self, font) -> None:
        spans = font["/DescendantFonts"][0].get_object()["/W"]
        self.widths = {
            code: float(width)
            for first, last, width in zip(spans[::3], spans[1::3], spans[2::3], strict=True)
            for code in range(first, last + 1)
        }
        mapping = font["/ToUnicode"].get_object().get_data().decode("latin-1")
        self.characters = {
            int(code, 16): bytes.fromhex(text).decode("utf-16-be")
            for code, text in re.findall(r"<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>", mapping.partition("bfchar")[2])
        }
