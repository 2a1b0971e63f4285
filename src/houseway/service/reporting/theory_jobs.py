"""Exact odds for reports, computed by workers under the rules that are in force at tables, and stored for good."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction

from houseway.errors import Unavailable
from houseway.reports.expected.theory import StakeClass, TheoreticalOdds, example_odds, load_odds, save_odds
from houseway.service.jobs.board import Job, JobState
from houseway.service.jobs.desk import Desk
from houseway.service.jobs.question import JobQuestion
from houseway.service.jobs.sources import table_source
from houseway.service.live.house import House
from houseway.service.people.person import THE_HOUSE
from houseway.store import Store

_PATIENCE_SECONDS = 1.0
"""How long a report waits for odds. If they take longer, it says so, and a later request gets them."""


class TheoryJobs:
    """Has missing odds computed: for each set of rules one job at a time, whatever stakes come up meanwhile."""

    def __init__(self, desk: Desk, house: House, store: Store) -> None:
        self._desk, self._house, self._store = desk, house, store
        self._jobs: dict[str, Job] = {}
        """By the hash of the rules."""
        self._edges: dict[str, tuple[Fraction, ...]] = {}
        """By the hash of the rules: the edges of the game that were stored before; a stake may have one of its own."""

    async def compute_missing(self, missing: Iterable[StakeClass]) -> bool:
        """Have odds computed. Return whether new ones were stored; those of rules that no table has any more stay unknown."""
        by_rules: dict[str, list[tuple[str, int]]] = {}
        for rules, wager, stake in missing:
            by_rules.setdefault(rules, []).append((wager, stake))
        for rules, classes in by_rules.items():
            self._ask(rules, classes)
        asked = [rules for rules in by_rules if rules in self._jobs]
        stored = [await self._store_when_done(rules, _PATIENCE_SECONDS / len(asked)) for rules in asked]
        return any(stored)

    async def known_edges(self) -> Mapping[str, tuple[Fraction, ...]]:
        """Return the house edges of the games at the tables, the lowest first, as far as they are shipped with the program or
        were computed before. Nothing is computed for it."""
        in_force = {table.rules.hash: next(iter(table.rules.offers)) for table in self._house.tables.values()}
        if not all(self._edges.get(rules) for rules in in_force):
            self._edges = await asyncio.to_thread(_read_edges, self._store, in_force)
        return self._edges

    def _ask(self, rules_hash: str, classes: list[tuple[str, int]]) -> None:
        """Ask a worker, unless one computes it already, no table has these rules any more, or too much is being computed."""
        table = next((each for each in self._house.tables.values() if each.rules.hash == rules_hash), None)
        if table is None or rules_hash in self._jobs:
            return
        source = table_source(table.rules, self._house.filed_texts(table.id))
        question = JobQuestion("report-odds", {"source": source, "classes": sorted(classes)})
        with suppress(Unavailable):
            self._jobs[rules_hash] = self._desk.jobs.ask(question, THE_HOUSE.id)

    async def _store_when_done(self, rules_hash: str, seconds: float) -> bool:
        job = self._jobs[rules_hash]
        if not await self._desk.wait(job, seconds):
            return False
        self._jobs.pop(rules_hash, None)
        answer = job.computation.answer
        if job.state is not JobState.DONE or answer is None:
            return False
        found = _read_answer(answer["json"].content)
        await asyncio.to_thread(save_odds, self._store.database, rules_hash, found)
        self._edges = {}  # to be read again
        return bool(found)


def _read_edges(store: Store, wagers: Mapping[str, str]) -> dict[str, tuple[Fraction, ...]]:
    """Read the known house edges of the first wager under each set of rules, given by their hashes. It blocks."""
    with store.database.reading() as connection:
        odds = {**example_odds(), **load_odds(connection, wagers)}
    edges: dict[str, set[Fraction]] = {rules: set() for rules in wagers}
    for (rules, wager, _), found in odds.items():
        if wager == wagers.get(rules) and found.is_exact:
            edges[rules].add(found.edge)
    return {rules: tuple(sorted(found)) for rules, found in edges.items()}


def _read_answer(content: bytes) -> Mapping[tuple[str, int], TheoreticalOdds]:
    return {
        (wager, stake): TheoreticalOdds(Fraction(edge), Fraction(variance), method)
        for wager, stake, edge, variance, method in json.loads(content)
    }
