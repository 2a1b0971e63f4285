"""Exact odds for reports, computed by workers under the rules that are in force at tables, and stored for good."""

import json
from collections.abc import Iterable
from fractions import Fraction

from houseway.reports.theory import StakeClass, TheoreticalOdds, save_odds
from houseway.service.desk.sources import table_source
from houseway.service.jobs.board import Job, JobState
from houseway.service.jobs.question import JobQuestion
from houseway.service.people.person import THE_HOUSE
from houseway.service.service import Service

_PATIENCE_SECONDS = 3.0
"""A report waits so long for odds; if they take longer, it says so."""


async def compute_missing(service: Service, missing: Iterable[StakeClass]) -> bool:
    """Have missing odds computed. Return whether new ones were stored; those of rules that no table has any more stay unknown."""
    wanted = tuple(missing)
    stored = False
    for table in service.house.tables.values():
        classes = sorted((wager, stake) for rules, wager, stake in wanted if rules == table.rules.hash)
        if classes:
            wanted = tuple(each for each in wanted if each[0] != table.rules.hash)
            source = table_source(table.rules, service.house.filing(table.id))
            job = service.desk.jobs.ask(JobQuestion("report-odds", {"source": source, "classes": classes}), THE_HOUSE.id)
            stored = await _store_when_done(service, table.rules.hash, job) or stored
    return stored


async def _store_when_done(service: Service, rules_hash: str, job: Job) -> bool:
    if not await service.desk.wait(job, _PATIENCE_SECONDS):
        return False
    answer = job.computation.answer
    if job.state is not JobState.DONE or answer is None:
        return False
    found = {
        (wager, stake): TheoreticalOdds(Fraction(edge), Fraction(variance), method)
        for wager, stake, edge, variance, method in json.loads(answer["json"].content)
    }
    save_odds(service.store.database, rules_hash, found)
    return bool(found)
