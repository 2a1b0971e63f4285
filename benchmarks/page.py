"""Parts of `docs/benchmarks.md` are written by programs, each between two markers. They can be read in a terminal of 80 columns."""

import platform
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from os import cpu_count
from pathlib import Path
from textwrap import fill

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "benchmarks.md"
WIDTH = 80

Row = Sequence[str]


def replace_part(begin: str, end: str, content: str) -> None:
    """Replace the part of the page between two markers."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    _, _, after = rest.partition(end)
    PAGE.write_text(f"{before}{begin}\n{content}\n{end}{after}", encoding="utf-8")


def page_part(parts: Iterable[str]) -> str:
    """Return a part of the page: what it was measured on, and its headings, texts, tables and lists."""
    measured = f"Measured on {describe_machine()}."
    return "\n\n".join(part if part[0] in "#!|-" else markdown_text(part) for part in (measured, *parts))


def describe_machine() -> str:
    """Describe the machine in general terms, because a published page names no host and no path."""
    optimised = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    build = "a build with profile-guided optimisation" if optimised else "a build without profile-guided optimisation"
    return f"{platform.machine()} with {cpu_count()} cores, Python {platform.python_version()}, {build}"


def markdown_text(text: str) -> str:
    """Wrap the paragraphs of a text."""
    return "\n\n".join(_wrap(" ".join(paragraph.split())) for paragraph in text.split("\n\n"))


def markdown_list(entries: Iterable[tuple[str, str]]) -> str:
    """Write names and what is said about them, for what is too long for a table."""
    return "\n".join(_wrap(f"- {name}: {text}", hanging="  ") for name, text in entries)


def markdown_table(headings: Row, rows: Iterable[Row], keys: int = 1) -> str:
    """Write a table whose columns are aligned to the right, except for the first ones, which say what each row is about.

    A table that is too wide becomes several, each with these first columns and some of the others.
    """
    lines = [headings, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    parts = _split_columns(widths, keys)
    return "\n\n".join(_write_table(lines, widths, (*range(keys), *others), keys) for others in parts)


def _split_columns(widths: Sequence[int], keys: int) -> list[list[int]]:
    """Return which columns stand together after the first ones: in as few parts as possible, and of about the same number if there
    is room for that."""
    parts: list[list[int]] = []
    for column in range(keys, len(widths)):
        if not parts or not _fits([*parts[-1], column], widths, keys):
            parts.append([])
        parts[-1].append(column)
    others = [*range(keys, len(widths))]
    size = -(-len(others) // len(parts))
    even = [others[first : first + size] for first in range(0, len(others), size)]
    return even if all(_fits(part, widths, keys) for part in even) else parts


def _fits(columns: Sequence[int], widths: Sequence[int], keys: int) -> bool:
    shown = (*widths[:keys], *(widths[column] for column in columns))
    return len("|") + sum(width + len(" | ") for width in shown) <= WIDTH


def _write_table(lines: Sequence[Row], widths: Sequence[int], columns: Sequence[int], keys: int) -> str:
    def write(cells: Iterable[str]) -> str:
        return f"| {' | '.join(cells)} |"

    def aligned(line: Row) -> Iterator[str]:
        for column in columns:
            cell, width = line[column], widths[column]
            yield cell.ljust(width) if column < keys else cell.rjust(width)

    widths = [max(width, len("--:")) for width in widths]
    rules = ["-" * widths[column] if column < keys else "-" * (widths[column] - 1) + ":" for column in columns]
    headings, *rows = lines
    return "\n".join((write(aligned(headings)), write(rules), *(write(aligned(row)) for row in rows)))


def _wrap(text: str, hanging: str = "") -> str:
    return fill(text, WIDTH, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)
