"""Compute exact odds for the rules that tables have filed, as they are stored."""

from collections.abc import Iterator

from houseway.reports.computing_odds import compute_odds
from houseway.reports.hold import report_hold
from houseway.reports.scope import ReportScope
from houseway.reports.theory import save_odds
from houseway.store import Store
from houseway.store.engines import Database
from houseway.submission import Rules
from houseway.table.editions import RULES_EVENTS
from houseway.table.state import rules_named_by

_TABLES = "table:"


def compute_all_missing(store: Store, database: Database, scope: ReportScope) -> int:
    """Compute and store the odds that a report on win and hold lacks, for the rules in a store. Return how many were found."""
    with database.reading() as connection:
        missing = report_hold(connection, scope).missing
    wanted = {rules for rules, _, _ in missing}
    count = 0
    for rules in _filed_rules(store):
        if rules.hash in wanted:
            wanted.discard(rules.hash)
            found = compute_odds(rules, [(wager, stake) for at, wager, stake in missing if at == rules.hash])
            save_odds(database, rules.hash, found)
            count += len(found)
        if not wanted:
            break
    return count


def _filed_rules(store: Store) -> Iterator[Rules]:
    """Yield the rules under which tables were opened or amended. The edition of the book must be the program's own."""
    for head in store.heads(_TABLES):
        for append in store.read(head.stream):
            for event in append.events:
                if event.kind in RULES_EVENTS:
                    yield rules_named_by(event)
