"""The file of a wager of one's own: the book that it follows, its `[[wager]]` and `[[paytable]]` as in a book, without clauses."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from houseway.errors import Malformed
from houseway.files.own_wagers.own_book import paytable_entry, wager_entry
from houseway.files.own_wagers.stakes_text import read_stakes, write_stakes
from houseway.files.own_wagers.wager_draft import PAYTABLE, DraftRow, WagerDraft
from houseway.input_files import InvalidToml, parse_toml, read_text_file
from houseway.regulation.file import BookFile
from houseway.regulation.shapes import DistinctTexts, Shape, TomlTable

LARGEST_FILE = 16 * 1024
"""Characters. A wager with twenty hands has 4,000."""
FOLLOWS, WAGER, TABLE = "follows", "wager", "paytable"
_FILE = Shape({FOLLOWS: str, WAGER: list, TABLE: list}, {})
_WAGER = Shape(
    {"id": str, "title": str, "decided-by": str},
    {
        "order": str,
        "fold": str,
        "void-base": str,
        "needs": DistinctTexts,
        "least": str,
        "stakes": DistinctTexts,
        "hand": list,
    },
)
_TABLE = Shape({"wager": str, "paytable": str, "rows": list}, {})
_ROW = Shape({"hand": str, "pays": str}, {})
_NAMED = Shape({"id": str, "title": str}, {})


def own_wager_in(path: Path) -> WagerDraft | None:
    """Return the draft of a file; None if it is not meant as a wager of one's own. A submission names its book otherwise."""
    try:
        text = read_text_file(path, "own-wager.file")
        content = parse_toml(text)
    except (Malformed, InvalidToml):
        return None
    return read_wager_file(text, path.name) if FOLLOWS in content and "book" not in content else None


def write_wager_file(draft: WagerDraft) -> str:
    """Return the file of a draft in which nothing is wrong."""
    kind, stakes = read_stakes(draft.stakes)
    wager = {**wager_entry(draft), **({kind: stakes} if kind else {})}
    hands = wager.pop("hand", None)
    content = {FOLLOWS: draft.book, WAGER: [{**wager, **({"hand": hands} if hands else {})}], TABLE: [paytable_entry(draft)]}
    return f"# {draft.title}, a wager of one's own: `houseway odds FILE` counts it.\n{tomli_w.dumps(content)}"


def read_wager_file(text: str, name: str = "the file") -> WagerDraft:
    """Read the draft of a file. What is wrong with its values is found by `check_draft`; what is no such file is refused here."""
    if len(text) > LARGEST_FILE:
        said = f"{name} has {len(text):,} characters, and a wager's file has at most {LARGEST_FILE:,}"
        raise Malformed(said, code="own-wager.size", given=len(text), allowed=LARGEST_FILE)
    try:
        content = parse_toml(text)
    except InvalidToml as error:
        raise _refusal(name, f"it is not TOML: {error}") from None
    try:
        return _read_content(BookFile(Path(name), content=content))
    except Malformed as error:
        if "place" not in error.facts:
            raise
        raise _refusal(name, f"{error.facts['place']}: {error.facts['reason']}") from None


def _refusal(name: str, why: str) -> Malformed:
    return Malformed(
        f"{name} is no wager of one's own: {why}",
        code="own-wager.file",
        given=why,
        allowed=f"{FOLLOWS}, one [[{WAGER}]] and one [[{TABLE}]]",
    )


def _read_content(file: BookFile) -> WagerDraft:
    content = file.check_table(file.content, "the file", _FILE)
    wager = _only(file, WAGER, _WAGER)
    table = _only(file, TABLE, _TABLE)
    if table["wager"] != wager["id"] or table["paytable"] != PAYTABLE:
        raise file.refusal(TABLE, f"it is paytable {PAYTABLE} of {wager['id']}, the file's wager", "paytable")
    rows = [file.check_table(_as_table(file, each, "row"), "row", _ROW) for each in table["rows"]]
    pays = {row["hand"]: row["pays"] for row in rows}
    file.refuse_repeats(f"row {row['hand']}" for row in rows)
    return WagerDraft(
        book=content[FOLLOWS],
        title=wager["title"],
        cards=wager["decided-by"],
        rows=_rows_of_hands(file, wager, pays)
        if "hand" in wager
        else tuple(DraftRow(pays=pays[hand], hand=hand) for hand in pays),
        order=wager.get("order", ""),
        pays_order="hand" not in wager,
        fold=wager.get("fold", ""),
        void_base=wager.get("void-base", ""),
        needs=tuple(wager.get("needs", [])),
        stakes=write_stakes(wager.get("least", ""), wager.get("stakes", [])),
        wager=wager["id"],
    )


def _only(file: BookFile, name: str, shape: Shape) -> TomlTable:
    found = file.read_entries(name, shape)
    if len(found) != 1:
        raise file.refusal("the file", f"{name} is there {len(found)} times; a file has one", name)
    return found[0]


def _as_table(file: BookFile, value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise file.refusal(what, f"{value!r} is not a table", "wrong-type")
    return value


def _rows_of_hands(file: BookFile, wager: TomlTable, pays: Mapping[str, str]) -> tuple[DraftRow, ...]:
    hands = [_as_table(file, each, "hand") for each in wager["hand"]]
    for hand in hands:
        file.check_table({key: value for key, value in hand.items() if key in _NAMED.required}, "hand", _NAMED)
    unknown = [hand for hand in pays if hand not in [each["id"] for each in hands]]
    if unknown:
        raise file.refusal(f"row {unknown[0]}", f"{wager['id']} has no such hand", "impossible-hand")
    return tuple(
        DraftRow(
            title=hand["title"],
            conditions={key: value for key, value in hand.items() if key not in _NAMED.required},
            pays=pays.get(hand["id"], ""),
            hand=hand["id"],
        )
        for hand in hands
    )
