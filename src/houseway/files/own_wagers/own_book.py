"""The rule book that consists of another and a wager of one's own, and the entries of that wager, as a book's files have them.

The book follows the other one under the same clause ids. Only the wager, its paytable and their clauses are its own. Its id
contains the hash of all of it, so that two wagers never share one.
"""

from pathlib import Path
from typing import Any

from houseway.files.own_wagers.base_book import BaseBook
from houseway.files.own_wagers.stakes_text import read_stakes
from houseway.files.own_wagers.wager_draft import PAYTABLE, WagerDraft
from houseway.money import parse_pay
from houseway.regulation import Regulation
from houseway.regulation.editions import OWN_BOOK
from houseway.regulation.file import BookFile
from houseway.regulation.following import follow_book, read_source
from houseway.regulation.loader import read_version
from houseway.regulation.shapes import FILES, TomlTable
from houseway.regulation.shelf import folder_of
from houseway.values import canonical_hash

WAGER_CLAUSE, PAYTABLE_CLAUSE = "OWN(a)", "OWN(b)"
_STAKES = "own-wager-stakes"
_HASH_LENGTH = 12


def wager_entry(draft: WagerDraft) -> TomlTable:
    """Return the wager as a book's `[[wager]]`, without its clauses."""
    entry: dict[str, Any] = {"id": draft.id, "title": draft.title, "decided-by": draft.cards, "order": draft.order}
    entry |= {"fold": draft.fold, "void-base": draft.void_base, "needs": list(draft.needs)}
    if not draft.pays_order:
        entry["hand"] = [{"id": row.id, "title": row.title, **row.conditions} for row in draft.rows]
    return {key: value for key, value in entry.items() if value}


def paytable_entry(draft: WagerDraft) -> TomlTable:
    """Return its paytable as a book's `[[paytable]]`, without its clauses."""
    rows = [{"hand": row.id, "pays": str(parse_pay(row.pays))} for row in draft.rows if row.pays.strip()]
    return {"wager": draft.id, "paytable": PAYTABLE, "rows": rows}


def build_own_book(draft: WagerDraft, base: BaseBook) -> Regulation:
    """Return the book of a draft in which nothing is wrong."""
    tables = _own_tables(draft, base)
    place = Path(tables["book"]["id"])
    files = {name: BookFile(place / f"{name}.toml", content=tables.get(name, {})) for name in FILES}
    return read_version(follow_book(files, read_source(folder_of(base.regulation.id))), None)


def _own_tables(draft: WagerDraft, base: BaseBook) -> dict[str, TomlTable]:
    """Return what the files of the book say besides those of the other one."""
    kind, stakes = read_stakes(draft.stakes)
    wager = {**wager_entry(draft), "clause": WAGER_CLAUSE, "offered": "optional", **({kind: _STAKES} if kind else {})}
    paytable = paytable_entry(draft)
    rows = [{**row, "clause": f"{PAYTABLE_CLAUSE}({number})"} for number, row in enumerate(paytable["rows"], start=1)]
    clause: TomlTable = {"id": WAGER_CLAUSE, "kind": "wager", "gist": f"A wager of one's own: {draft.title}", "by": "data"}
    if kind:
        clause["values"] = {_STAKES: stakes}
    book = base.regulation
    content: dict[str, TomlTable] = {
        "book": {
            "follows": book.id,
            "title": f"{book.title} with {draft.title}",
            "jurisdiction": book.jurisdiction,
            "source": book.source,
            "versions": [book.version],
            "numbering": {"": ""},
            "station": _station(base, draft.id),
            "wager": [wager],
        },
        "clauses": {"clause": [clause]},
        "paytables": {"paytable": [{**paytable, "clause": PAYTABLE_CLAUSE, "rows": rows}]},
    }
    hashed = canonical_hash([book.hash, content])[:_HASH_LENGTH]
    return {**content, "book": {"id": f"{OWN_BOOK}{draft.id}-{hashed}", **content["book"]}}


def _station(base: BaseBook, wager: str) -> list[list[str]]:
    """Return the places of the wagers before a player: the new one is the last of the optional ones."""
    rows = [list(row) for row in base.regulation.station]
    return [*rows, [wager]] if rows else [[wager]]
