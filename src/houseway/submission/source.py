"""A Rules Submission as filed: a TOML file that is parsed but not yet judged."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from houseway.errors import Malformed, quote
from houseway.input_files import InvalidToml, file_exists, parse_toml, read_text_file
from houseway.regulation import Regulation, book_ids, load_book
from houseway.submission.schema import FILE_KEYS, key_names
from houseway.toml_lines import TomlLines
from houseway.values import ShortRepr

Table = Mapping[str, Any]

SECTIONS = key_names(FILE_KEYS)
"""Every other key of the file is an option of the book."""

HOUSE_WAY = "house-way"
TOML_SUFFIX = ".toml"
"""The suffix of a house way that is filed by path. Any other value is the name of a shipped one."""


@dataclass(frozen=True)
class AttachedHouseWay:
    """The file of a house way, read with the submission so that judging needs no disk."""

    text: str = ""
    problem: str = ""
    """Why there is no text."""
    is_in_force: bool = False
    """Whether it was judged when it was filed, and is only read again."""


@dataclass(frozen=True, repr=False)
class Submission(ShortRepr):
    """What was filed, and under which book."""

    regulation: Regulation
    facility: object
    options: Mapping[str, object]
    """By dotted key, as given."""
    wagers: Mapping[str, object]
    meters: tuple[object, ...]
    approvals: tuple[object, ...]
    readings: Mapping[str, object]
    floats: tuple[str, ...]
    """Places where a float was written."""
    attached: AttachedHouseWay | None = None
    """The house way's text, if a file was filed or a replay supplies it."""
    text: str = field(default="", repr=False, compare=False)
    """The file, for the lines of findings."""

    @cached_property
    def lines(self) -> TomlLines:
        return TomlLines(self.text)


def parse_submission(
    text: str, folder: Path | None = None, house_way: str | None = None, edition: Regulation | None = None
) -> Submission:
    """Parse a submission. Only what makes judging impossible is refused here.

    The path of a house way is relative to the submission's folder. A replay supplies the text of the house way and the edition of
    the rule book that were in force, which then replace those of the same name today.
    """
    content = parse_content(text)
    options = _read_options({key: value for key, value in content.items() if key not in SECTIONS})
    return Submission(
        regulation=edition or load_book(content["book"], content.get("version")),
        facility=content.get("facility"),
        options=options,
        wagers=_read_table(content, "wagers"),
        meters=_read_list(content, "meters"),
        approvals=_read_list(content, "approvals"),
        readings=_read_table(content, "readings"),
        floats=tuple(_find_floats(content, "")),
        attached=_read_attached(options.get(HOUSE_WAY), folder) if house_way is None else _attach(house_way, edition),
        text=text,
    )


def parse_content(text: str) -> dict[str, Any]:
    """Parse the TOML of a submission, which must name its book and have the known sections in their shapes."""
    try:
        content = parse_toml(text)
    except InvalidToml as error:
        raise Malformed(f"the submission is not TOML: {error}", code="submission.toml", reason=str(error)) from error
    book = content.get("book")
    if not isinstance(book, str):
        raise Malformed(
            'the submission names no rule book; write book = "md.pai-gow-poker" or another',
            code="submission.no-book",
            given="no book" if book is None else quote(book),
        )
    version = content.get("version")
    if version is not None and not isinstance(version, str):
        raise Malformed(f"version must be a text, not {quote(version)}", code="submission.version", given=quote(version))
    for table in ("wagers", "readings"):
        _read_table(content, table)
    for entries in ("meters", "approvals"):
        _read_list(content, entries)
    return content


@lru_cache
def named_book(text: str) -> tuple[str, str | None]:
    """Return the book that a submission names, and the version if it names one."""
    content = parse_content(text)
    return content["book"], content.get("version")


def read_submission(path: Path) -> Submission:
    """Read a submission from its file, with the file of its house way."""
    text = read_submission_text(path)
    try:
        return parse_submission(text, path.parent)
    except Malformed as refusal:
        raise refusal.with_place(path) from refusal


def read_submission_text(path: Path) -> str:
    """Return the text of a submission's file."""
    allowed = "the file of a Rules Submission"
    if str(path) in book_ids() and not file_exists(path):
        said = "it is a rule book; name the file of a submission"
        raise Malformed(f"{path} cannot be read: {said}", code="submission.file", given=str(path), allowed=allowed)
    return read_text_file(path, "submission.file", allowed)


def _attach(house_way: str, edition: Regulation | None) -> AttachedHouseWay:
    """Attach the text of a house way. What comes with the edition of the book that was in force was in force itself."""
    return AttachedHouseWay(house_way, is_in_force=edition is not None)


def _read_attached(given: object, folder: Path | None) -> AttachedHouseWay | None:
    if not isinstance(given, str) or not given.endswith(TOML_SUFFIX):
        return None
    if folder is None:
        return AttachedHouseWay(problem="the submission is not a file, so a relative path cannot be resolved")
    try:
        return AttachedHouseWay(read_text_file(folder / given, "submission.house-way"))
    except Malformed as error:
        return AttachedHouseWay(problem=str(error.facts["reason"]))


def _read_options(table: Table) -> dict[str, object]:
    """Return options by dotted key. `[table]` with `positions` and `"table.positions"` are the same key, and may occur once."""
    options: dict[str, object] = {}
    for key, value in _flatten(table, ""):
        if key in options:
            raise Malformed(f"{key} occurs twice, in two spellings", code="submission.doubled", place=key)
        options[key] = value
    return options


def _flatten(table: Table, prefix: str) -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _read_table(content: Table, key: str) -> Mapping[str, object]:
    value = content.get(key, {})
    if not isinstance(value, dict):
        raise Malformed(f"{key} must be a table, [{key}], not {quote(value)}", code="submission.shape", place=key)
    return value


def _read_list(content: Table, key: str) -> tuple[object, ...]:
    value = content.get(key, [])
    if not isinstance(value, list):
        raise Malformed(f"{key} must be a list of tables, [[{key}]], not {quote(value)}", code="submission.shape", place=key)
    return tuple(value)


def _find_floats(value: object, place: str) -> Iterator[str]:
    if isinstance(value, float):
        yield place
    parts = value.items() if isinstance(value, dict) else enumerate(value, start=1) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _find_floats(part, f"{place}.{key}".lstrip("."))
