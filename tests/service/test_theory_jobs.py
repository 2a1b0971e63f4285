"""Odds that a report lacks are computed by a worker, one job for each set of rules, and stored."""

import asyncio
import json
from fractions import Fraction
from types import SimpleNamespace

from houseway.reports.expected.theory import TheoreticalOdds, example_odds, load_odds
from houseway.service.jobs.board import JobState
from houseway.service.jobs.question import Form
from houseway.service.reporting.theory_jobs import TheoryJobs
from houseway.store import open_store
from tests.support.live import submission

RULES = "0" * 64


class FakeDesk:
    """Workers that are done when the test says so."""

    def __init__(self):
        self.asked, self.jobs, self.is_done = [], self, False

    def ask(self, question, owner):
        self.asked.append(question.arguments["classes"])
        rows = [[wager, stake, "1/50", "3/4", "by hand"] for wager, stake in question.arguments["classes"]]
        computation = SimpleNamespace(answer={"json": Form("application/json", json.dumps(rows).encode())})
        return SimpleNamespace(state=JobState.DONE, computation=computation)

    async def wait(self, job, seconds):
        return self.is_done


def test_one_job_at_a_time_and_its_answer_is_stored_whenever_it_comes():
    regulation = SimpleNamespace(text="")
    table = SimpleNamespace(id="FC-1", rules=SimpleNamespace(hash=RULES, regulation=regulation, offers={"ante": None}))
    house = SimpleNamespace(tables={"FC-1": table}, filed_texts=lambda name: (submission("md.four-card-poker"), ""))
    desk = FakeDesk()
    with open_store("memory:") as store:
        theory = TheoryJobs(desk, house, store)
        assert asyncio.run(theory.known_edges()) == {RULES: ()}, "nothing is computed for the lobby"
        other = TheoryJobs(desk, house, store)
        assert asyncio.run(other.known_edges()) == {RULES: ()}
        assert not asyncio.run(theory.compute_missing([(RULES, "ante", 500), ("1" * 64, "ante", 500)]))
        assert not asyncio.run(theory.compute_missing([(RULES, "ante", 500), (RULES, "ante", 900)]))
        assert desk.asked == [[("ante", 500)]]
        desk.is_done = True
        assert asyncio.run(theory.compute_missing([(RULES, "ante", 500), (RULES, "ante", 900)]))
        with store.database.reading() as connection:
            known = load_odds(connection, [RULES])
        assert known == {(RULES, "ante", 500): TheoreticalOdds(Fraction(1, 50), Fraction(3, 4), "by hand")}
        assert asyncio.run(theory.known_edges()) == {RULES: (Fraction(1, 50),)}
        assert asyncio.run(other.known_edges()) == {RULES: (Fraction(1, 50),)}, "another server of the house sees it, too"
        asyncio.run(theory.compute_missing([(RULES, "ante", 900)]))
        assert desk.asked == [[("ante", 500)], [("ante", 900)]]


def test_the_edge_of_an_example_comes_with_the_program():
    (rules, wager, _), odds = next(iter(example_odds().items()))
    table = SimpleNamespace(rules=SimpleNamespace(hash=rules, offers={wager: None}))
    desk = FakeDesk()
    with open_store("memory:") as store:
        theory = TheoryJobs(desk, SimpleNamespace(tables={"FC-1": table}), store)
        assert asyncio.run(theory.known_edges()) == {rules: (odds.edge,)}
        assert desk.asked == []
