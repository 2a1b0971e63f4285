"""The reference of the paytables, each with its exact house edge."""

from collections.abc import Iterator, Mapping, Sequence

import houseway
from houseway.analysis.exact import as_percent
from houseway.regulation import Paytable, Regulation, book_ids, load_book
from scripts.site.books import clause_link, reading_link
from scripts.site.markdown import code, escape, hidden_toctree, site_link, table

FOLDER = "reference/paytables"
_PLACES = 4


def paytable_pages() -> Iterator[tuple[str, str]]:
    books = [load_book(book) for book in book_ids()]
    head = (
        "# Paytables\n\nEvery list of payouts, row by row with its clause. The edge of an optional wager is counted "
        "over all deals, at the lowest stake "
        "and under the readings that are taken by default. A list of the base game has no edge of its own: it depends "
        "on how the player plays, and "
        "{doc}`/solve` counts it.\n\n"
    )
    rows = [(site_link(escape(book.title), f"{FOLDER}/{book.id}"), str(len(book.paytables))) for book in books]
    yield (
        f"{FOLDER}/index",
        head + table(("book", "paytables"), rows) + "\n" + hidden_toctree(f"/{FOLDER}/{book.id}" for book in books),
    )
    for book in books:
        yield f"{FOLDER}/{book.id}", _page(book)


def _page(book: Regulation) -> str:
    counted: dict[tuple[str, str], list[houseway.Odds]] = {}
    for each in houseway.all_odds(book.id):
        counted.setdefault((each.wager, each.paytable), []).append(each)
    head = f"# Paytables of {escape(book.title)}\n\n{code(book.id)}, version {code(book.version)}.\n"
    return "\n".join([head, *(_section(book, each, counted) for each in book.paytables)])


def _section(book: Regulation, paytable: Paytable, counted: Mapping[tuple[str, str], Sequence[houseway.Odds]]) -> str:
    title = f"{book.wagers[paytable.wager].title}, paytable {paytable.letter}"
    rows = [
        (
            escape(row.hand.replace("-", " ")),
            escape(row.pays),
            clause_link(row.clause),
            reading_link(book.id, row.reading) if row.reading else "",
        )
        for row in paytable.rows
    ]
    return f"## {escape(title)}\n\n{_edges(counted.get((paytable.wager, paytable.letter), ()))}\n\n" + table(
        ("hand", "pays", "clause", "reading"), rows
    )


def _edges(counted: Sequence[houseway.Odds]) -> str:
    """Say the exact edge of a wager at each stake that has odds of its own, or that it has none."""
    if not counted:
        return "Not counted here: the list belongs to the base game, or is paid with another wager."
    return "\n".join(map(_edge, counted))


def _edge(odds: houseway.Odds) -> str:
    edge, hit = as_percent(odds.house_edge, _PLACES), as_percent(odds.hit_frequency, _PLACES)
    return (
        f"- At {escape(odds.stake)}: house edge **{edge}** {escape(odds.denominator)}, exactly {code(odds.house_edge)}; "
        f"hit frequency {hit}; "
        f"{odds.total:,} deals, {escape(odds.method)}"
    )
