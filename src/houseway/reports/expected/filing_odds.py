"""Compute exact odds for the rules that tables have filed, as they are stored."""

from collections.abc import Callable, Iterator

from houseway.errors import HousewayError
from houseway.events import Event
from houseway.reports.expected.computing_odds import compute_odds
from houseway.reports.expected.hold import report_hold
from houseway.reports.expected.theory import save_odds
from houseway.reports.scope import ReportScope
from houseway.store import Store
from houseway.store.engines import Database
from houseway.submission import Rules
from houseway.table.editions import RULES_EVENTS, named_edition
from houseway.table.state import rules_named_by

_TABLES = "table:"
AddEdition = Callable[[Store, str, str, str], None]
"""Makes a stored edition of a rule book known: by book, hash of the book and hash of the edition."""


def compute_all_missing(store: Store, database: Database, scope: ReportScope, add_edition: AddEdition) -> int:
    """Compute and store the odds that a report on win and hold lacks, for the rules in a store. Return how many were found."""
    with database.reading() as connection:
        missing = report_hold(connection, scope).missing
    wanted = {rules for rules, _, _ in missing}
    count = 0
    for event in _rules_events(store):
        if event.text("rules_hash") in wanted:
            wanted.discard(event.text("rules_hash"))
            rules = _find_rules(store, event, add_edition)
            if rules is not None:
                found = compute_odds(rules, [(wager, stake) for at, wager, stake in missing if at == rules.hash])
                save_odds(database, rules.hash, found)
                count += len(found)
        if not wanted:
            break
    return count


def _rules_events(store: Store) -> Iterator[Event]:
    """Yield the events by which tables were opened or amended."""
    for head in store.stream_heads(_TABLES):
        for append in store.read(head.stream):
            yield from (event for event in append.events if event.kind in RULES_EVENTS)


def _find_rules(store: Store, event: Event, add_edition: AddEdition) -> Rules | None:
    """Return the rules of an event; None if the edition of their book is neither stored nor the program's own."""
    add_edition(store, *named_edition(event))
    try:
        return rules_named_by(event)
    except HousewayError:
        return None
