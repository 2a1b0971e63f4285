"""The submission of a round file: an example's name or a path, with the changes that the file makes."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import tomli_w

from houseway.errors import Malformed, quote
from houseway.examples import example_names, read_example
from houseway.input_files import read_text_file
from houseway.regulation import load_book
from houseway.submission.built_in import built_in_submission
from houseway.submission.source import HOUSE_WAY, TOML_SUFFIX, parse_content

DEFAULT = "default"
"""The name that selects the built-in submission."""
REMOVED = "none"
_APPROVAL = {"reference": "ROUND-FILE", "date": date(2026, 1, 1)}


def find_submission(name: str, book: str, place: str) -> tuple[str, Path | None]:
    """Return the text of a submission and its folder: the built-in one, a path relative to the round file, or an example that
    comes with the program."""
    if name == DEFAULT:
        return built_in_submission(book), None
    if name.endswith(TOML_SUFFIX):
        path = Path(place).resolve().parent / name
        return read_submission_text(path, f"{place}: submission"), path.parent
    if f"{book}/{name}" in example_names():
        return read_example(f"{book}/{name}"), None
    known = (DEFAULT, *(each.removeprefix(f"{book}/") for each in example_names() if each.startswith(f"{book}/")))
    raise Malformed(
        f"{place}: submission: there is no example {name!r} for {book}, only {' and '.join(known)}",
        code="round-file.submission",
        place=f"{place}: submission",
        given=name,
        allowed=f"{', '.join(known)}, or a path that ends in {TOML_SUFFIX}",
    )


def read_submission_text(path: Path, place: str) -> str:
    try:
        return read_text_file(path, "round-file.submission", "a file that can be read")
    except Malformed as refusal:
        raise refusal.with_place(place) from refusal


def attached_house_way(submission: str, folder: Path | None, place: str) -> str | None:
    """Return the text of the operator's own house way, if one is filed by path."""
    way = parse_content(submission).get(HOUSE_WAY)
    if not isinstance(way, str) or not way.endswith(TOML_SUFFIX) or folder is None:
        return None
    return read_submission_text(folder / way, f"{place}: {HOUSE_WAY}")


def merge_changes(
    text: str, options: Mapping[str, Any], wagers: Mapping[str, Any], readings: Mapping[str, Any], meters: list[Any] | None
) -> str:
    """Return the submission with the changes of a round file, and with every approval that the book could require."""
    content = parse_content(text)
    _merge_options(content, options)
    _merge_wagers(content, wagers)
    taken = {**content.get("readings", {}), **readings}
    content["readings"] = {key: choice for key, choice in taken.items() if choice != REMOVED}
    if meters is not None:
        content["meters"] = meters
    there = {str(entry.get("what")): entry for entry in content.get("approvals", []) if isinstance(entry, dict)}
    content["approvals"] = [there.get(what, {"what": what, **_APPROVAL}) for what in load_book(content["book"]).approvals]
    return tomli_w.dumps(content)


def _merge_options(content: dict[str, Any], options: Mapping[str, Any]) -> None:
    for key, value in _flatten_options(options, ""):
        *above, last = key.split(".")
        table = content
        for part in above:
            table = table.setdefault(part, {})
            if not isinstance(table, dict):
                raise _not_a_table(f"options.{key}", part, table)
        if value == REMOVED:
            table.pop(last, None)
        else:
            table[last] = value


def _flatten_options(table: Mapping[str, Any], prefix: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in table.items():
        found += _flatten_options(value, f"{prefix}{key}.") if isinstance(value, dict) else [(f"{prefix}{key}", value)]
    return found


def _merge_wagers(content: dict[str, Any], wagers: Mapping[str, Any]) -> None:
    filed = content.setdefault("wagers", {})
    for name, change in wagers.items():
        if change in (REMOVED, False):
            filed.pop(name, None)
            content["meters"] = [meter for meter in content.get("meters", []) if not _is_meter_of(meter, name)]
            continue
        before = filed.get(name, {})
        if not isinstance(change, dict) or not isinstance(before, dict):
            raise _not_a_table(f"wagers.{name}", name, before if isinstance(change, dict) else change)
        if "paytable" in change:
            before = {key: value for key, value in before.items() if key not in ("pays", "envy")}
        filed[name] = {**before, **change}


def _is_meter_of(meter: object, wager: str) -> bool:
    return isinstance(meter, dict) and meter.get("wager") == wager


def _not_a_table(place: str, name: str, given: object) -> Malformed:
    return Malformed(
        f"{place}: {name} is {quote(given)}, not a table of changes",
        code="round-file.value",
        given=quote(given),
        allowed="a table",
    )
