"""The index of clauses that ships with the program: where each is carried out, and which tests proved it.

python tests/index.py            checks that the committed index claims nothing that the last whole test run does not show
python tests/index.py --write    writes it
"""

import importlib
import inspect
import json
import pkgutil
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import houseway
from houseway.citation import Citation, Law, clauses_of
from houseway.hands import ORDERS, PLAIN_ORDERS
from houseway.regulation import BOOKS, Regulation, load
from houseway.regulation.coverage import INDEX

OBSERVED = Path(__file__).parent.parent / "build" / "observed.json"


def places() -> dict[str, list[str]]:
    """Every clause that data or code names, with the places."""
    found: dict[str, set[str]] = defaultdict(set)
    for citation, place in (*in_code(), *in_laws(), *in_orders(), *(pair for book in BOOKS for pair in in_data(load(book)))):
        found[citation].add(place)
    return {citation: sorted(found[citation]) for citation in sorted(found)}


def in_code() -> Iterator[tuple[Citation, str]]:
    """Functions and classes that are marked as carrying a clause out."""
    for module in pkgutil.walk_packages(houseway.__path__, "houseway."):
        if not module.name.endswith("__main__"):
            members = inspect.getmembers(importlib.import_module(module.name))
            own = [member for _, member in members if getattr(member, "__module__", "") == module.name]
            yield from ((clause, f"{module.name}.{member.__qualname__}") for member in own for clause in clauses_of(member))


def in_laws() -> Iterator[tuple[Citation, str]]:
    """Rules that several books have, named where they are carried out."""
    for module in pkgutil.walk_packages(houseway.__path__, "houseway."):
        if not module.name.endswith("__main__"):
            for name, law in inspect.getmembers(importlib.import_module(module.name), lambda member: isinstance(member, Law)):
                yield from ((clause, f"{module.name}.{name}") for clause in law.clauses)


def in_orders() -> Iterator[tuple[Citation, str]]:
    for order in (*ORDERS, *PLAIN_ORDERS):
        cited = [*order.clauses, *(clause for _, clauses in order.ranks for clause in clauses)]
        yield from ((clause, f"houseway.hands.orders: {order.name}") for clause in cited)


def in_data(book: Regulation) -> Iterator[tuple[Citation, str]]:
    """Paytables, and everything that a submission is judged by."""
    for table in book.paytables:
        yield table.clause, f"paytable {table.wager} {table.letter}"
        yield from ((row.clause, f"paytable {table.wager} {table.letter}: {row.hand}") for row in table.rows)
    for option in book.options.values():
        yield option.clause, f"option {option.key}"
        if option.notice:
            yield option.notice, f"notice of {option.key}"
        yield from ((clause, f"option {option.key}") for clause in (option.minimum_bet, option.greater_of) if clause)
    yield from ((restriction.clause, f"restriction {restriction.code}") for restriction in book.restrictions)
    yield from ((approval.clause, f"approval {approval.what}") for approval in book.approvals.values())
    for wager in book.wagers.values():
        clauses = (wager.clause, wager.choice, wager.envy_choice, wager.raised, wager.rate, wager.seed)
        yield from ((clause, f"wager {wager.id}") for clause in clauses if clause)
    for clause in book.clauses.values():
        judged = [key for key in clause.values if key.startswith(("seed.", "rate-minimum.")) or key == "payout-limit-floor"]
        yield from ((clause.citation, f"judged: {key}") for key in judged)


def main() -> None:
    fresh = {"places": places(), "tests": json.loads(OBSERVED.read_text())}
    text = json.dumps(fresh, indent=1, ensure_ascii=False) + "\n"
    if "--write" in sys.argv:
        INDEX.write_text(text)
    elif INDEX.read_text() != text:
        claimed = json.loads(INDEX.read_text())
        false = sorted(clause for part in fresh for clause in claimed[part] if clause not in fresh[part])
        if false:
            sys.exit(f"the index of clauses claims what this test run does not show: {', '.join(false)}; run `make coverage`")
        print("the index of clauses lags behind this test run: run `make coverage` and commit it")
    print(f"clauses proved by tests: {len(fresh['tests'])}")


if __name__ == "__main__":
    main()
