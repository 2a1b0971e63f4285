"""A session as a job: the figures that the analysis gives, in words for a page, in JSON and in CSV."""

import csv
import io
import json

import pytest

import houseway as hw
from houseway.errors import NotAllowed
from houseway.service.jobs.tasks import TASKS, session_plan

ASKED = {
    "source": {"book": "md.four-card-poker"},
    "bankroll_cents": 50_000,
    "rounds": 40,
    "bet_cents": 1_000,
    "sides_cents": {"aces-up": 500},
    "stop_at_cents": 70_000,
    "ruin_at": "round",
}


def test_the_job_answers_what_the_library_counts():
    answer = TASKS["session"]({**ASKED, "house_ways": {}}, lambda fraction, words: None)
    found = hw.session("fcp", bankroll="$500", rounds=40, bet="$10", sides={"aces-up": "$5"}, stop_at="$700")
    shown = json.loads(answer["json"].content)
    words = shown.pop("words")
    assert shown == json.loads(json.dumps(found.to_json()))
    assert words["wagers"] == [["Ante", "$10"], ["Aces Up", "$5"]]
    assert dict(words["figures"])["ahead at the end"] == found.percent(found.ahead)
    assert [row[0] for row in words["side_rows"]] == ["as played", "without Aces Up"]
    chart = words["chart"]
    assert sum(each["chance"] for each in chart) == pytest.approx(1)
    assert [each["result"] for each in chart] == sorted((each["result"] for each in chart), key=["lost", "even", "won"].index)
    rows = list(csv.DictReader(io.StringIO(answer["csv"].content.decode())))
    assert [row["probability"] for row in rows] == [row["probability"] for row in found.end_rows()]


def test_a_session_without_optional_wagers_has_nothing_to_compare():
    answer = TASKS["session"]({**ASKED, "sides_cents": {}, "house_ways": {}}, lambda fraction, words: None)
    assert json.loads(answer["json"].content)["words"]["side_rows"] == []


def test_what_cannot_be_counted_is_refused_before_it_is_solved():
    with pytest.raises(NotAllowed, match="Progressive pays shares of a meter"):
        session_plan({**ASKED, "sides_cents": {"progressive": 100}})
