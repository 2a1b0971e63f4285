"""Write the corrections that findings name into the text of a submission, and leave everything else in it as it is.

An edit is kept only if the text then means exactly what was filed with the corrected value: anything else is left to the operator.
"""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.submission import judge, parse_submission
from houseway.submission.conditions import toml_value
from houseway.submission.findings import Correction
from houseway.toml_lines import TomlLines

_MOST_PASSES = 20
"""A correction may show the next finding; none of a passing text is left after so many."""


@dataclass(frozen=True, slots=True)
class CorrectedText:
    """The text of a submission with what was corrected in it."""

    text: str
    applied: tuple[Correction, ...]


def correct_text(text: str, folder: Path | None = None) -> CorrectedText:
    """Apply corrections until none is left that can be applied."""
    applied: list[Correction] = []
    for _ in range(_MOST_PASSES):
        done = _apply_first(text, folder, applied)
        if done is None:
            break
        text, correction = done
        applied.append(correction)
    return CorrectedText(text, tuple(applied))


def _apply_first(text: str, folder: Path | None, applied: list[Correction]) -> tuple[str, Correction] | None:
    """Apply the first correction that the text takes, and that was not applied before."""
    findings = judge(parse_submission(text, folder)).findings
    for correction in dict.fromkeys(each.correction for each in findings if each.correction is not None):
        if correction in applied:
            continue
        wanted = _meaning(tomllib.loads(text), correction)
        for edited in _edits(text, correction):
            if wanted is not None and _parsed(edited) == wanted:
                return edited, correction
    return None


def _meaning(content: dict[str, Any], correction: Correction) -> dict[str, Any] | None:
    """Return the content with a correction; None if its place cannot be reached. Entries of lists are counted from 1."""
    content = deepcopy(content)
    inner: Any = content
    *above, last = correction.place.split(".")
    try:
        for key in above:
            inner = inner[int(key) - 1] if isinstance(inner, list) else inner.setdefault(key, {})
        place = int(last) - 1 if isinstance(inner, list) else last
        if correction.value is None:
            del inner[place]
        else:
            inner[place] = correction.value
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):
        return None
    return content


def _parsed(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _edits(text: str, correction: Correction) -> Iterator[str]:
    """Yield the ways in which a correction may be written."""
    lines = TomlLines(text)
    span, heading = lines.span_of(correction.place), lines.heading_of(correction.place)
    if correction.value is None:
        if span is not None:
            yield from _without(text, span[0], span[2])
        if heading is not None:
            yield text[:heading] + text[_next_heading(text, heading) :]
        return
    value = toml_value(correction.value)
    if span is not None:
        yield f"{text[: span[1]]}{value}{text[span[2] :]}"
        return
    above, _, key = correction.place.rpartition(".")
    table = lines.heading_of(above) if above else None
    if table is not None:
        end = text.find("\n", table) + 1 or len(text)
        yield f"{text[:end]}{key} = {value}\n{text[end:]}"
    first = _next_heading(f"\n{text}", 0) - 1
    yield f"{text[:first]}{correction.place} = {value}\n{text[first:]}"


def _without(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the text without an assignment: with its whole lines, or in an inline table with the comma before or after it."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end) + 1 or len(text)
    yield text[:first] + text[last:]
    before, after = text[:start].rstrip(), text[end:].lstrip(" \t")
    yield before.removesuffix(",") + text[end:]
    yield text[:start] + after.removeprefix(",").lstrip(" \t")


def _next_heading(text: str, after: int) -> int:
    """Return where the next line begins that begins with a bracket; the end of the text if there is none."""
    found = text.find("\n[", after + 1 if after else 0)
    return len(text) if found < 0 else found + 1
