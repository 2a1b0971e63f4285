"""Guests who come, ask and go fill the desks, as far as desks are for guests. Nobody at a table notices."""

from collections import Counter

import pytest

from houseway.service.jobs.board import BoardLimits, JobState
from houseway.service.jobs.question import Lane
from tests.support.api_bench import ApiBench, open_table, sign_in, sit_down
from tests.support.jobs import JobsInThisProcess

FOUR_CARD = "md.four-card-poker"
CROWD = 66
SHORT = {"source": {"kind": "book", "book": FOUR_CARD}, "cards": "Ts Td 7c 4h 2s", "up_card": "Kc"}
LONG = {"source": {"kind": "book", "book": "uth"}, "cards": "9s 8s"}


class UnansweredDesk(JobsInThisProcess):
    """Questions of the desks wait for ever; those of tables are answered."""

    def ask(self, question, owner, guest_at=None):
        if question.lane.is_for_tables:
            return super().ask(question, owner, guest_at)
        return self.board.ask(question, owner, self.now_ms(), guest_at)


@pytest.fixture
def bench(tmp_path):
    bench = ApiBench(tmp_path)
    jobs = bench.service.desk.jobs
    jobs.ask = UnansweredDesk(jobs).ask
    yield bench
    bench.close()


@pytest.mark.parametrize("addresses", [1, CROWD])
def test_66_jobs_of_throw_away_guests_keep_nobody_at_a_table_from_advice(bench, addresses):
    flo, ann = sign_in(bench, "Flo", "floorperson"), sign_in(bench, "Ann", address="192.0.2.0")
    table = open_table(flo, FOUR_CARD, "minimal", practice=True, betting_seconds=0, decision_seconds=0)
    sit_down(ann, table, 1, 50_000)
    bench.play_until(table, lambda state: state.round.hands)
    answers = Counter()
    for number in range(CROWD):
        guest = sign_in(bench, "Gus", address=f"192.0.2.{number % addresses}")
        answers.update(guest.post("/api/advise", body).json().get("code") for body in (SHORT, LONG))
    most, jobs = BoardLimits(), bench.service.desk.jobs
    if addresses == 1:
        assert answers == {None: most.jobs_per_address, "jobs.too-many": 2 * CROWD - most.jobs_per_address}
    else:
        assert answers == {None: 2 * most.waiting_of_guests, "jobs.full": 2 * (CROWD - most.waiting_of_guests)}
        assert [jobs.count(JobState.WAITING, lane) for lane in (Lane.SHORT, Lane.LONG)] == [most.waiting_of_guests] * 2
    for about in ("house-way", "expectation"):
        advised = ann.post(f"/api/tables/{table}/advice", {"about": about})
        assert advised.status_code == 200, advised.text
    for registered in (flo, sign_in(bench, "Pam", "player", address="192.0.2.0")):
        assert [registered.post("/api/advise", body).status_code for body in (SHORT, LONG)] == [202, 202]
