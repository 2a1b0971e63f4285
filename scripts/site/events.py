"""The reference of recorded events: kinds, facts, and who may know them."""

from collections.abc import Iterator, Mapping

from houseway import equipment
from houseway.events.disclosure import Disclosure, Disclosures
from houseway.games.registry import game_of
from houseway.regulation import book_ids, load_book
from houseway.table.disclosure import LEDGER, METERS, TABLE
from scripts.site.markdown import code, table

_WHO = {
    "public": "everybody",
    "own_hand": "the player whose hand it is",
    "staff": "dealer and floorperson",
    "sealed": "nobody at the table",
}


def event_pages() -> Iterator[tuple[str, str]]:
    head = (
        "# Recorded events\n\nEvery kind of event with its facts, by who may know them while a round is played. It is "
        "written from the declarations by "
        "which the service redacts events before it sends them: a kind or a fact that is not declared reaches nobody. "
        "Sealed facts are "
        "for surveillance and auditors, in the record, when the round is over. {doc}`/table` explains how events fold "
        "to a table, and "
        "{doc}`/decisions/0010-events-hidden-by-default` why they are hidden by default.\n"
    )
    yield "reference/events", head + "".join(_section(title, kinds) for title, kinds in _groups().items())


def _groups() -> Mapping[str, Disclosures]:
    games = dict.fromkeys(load_book(book).game for book in book_ids())
    shared = {"The table": TABLE, "Money": LEDGER, "Progressive meters": METERS, "Equipment": equipment.DISCLOSURES}
    return shared | {f"Rounds of {game.replace('-', ' ')}": game_of(game).disclosures for game in games}


def _section(title: str, kinds: Disclosures) -> str:
    rows = [(code(kind), *_cells(disclosure)) for kind, disclosure in kinds.items()]
    return f"\n## {title}\n\n" + table(("kind", *(f"known to {who}" for who in _WHO.values())), rows)


def _cells(disclosure: Disclosure) -> Iterator[str]:
    for who in _WHO:
        yield ", ".join(map(code, getattr(disclosure, who)))
