"""After a fault is mended, a house finds every patron whom it touched. The fault is a real one, and its old code is put back.

Until 18 November 2026 a surrendered premium hand whose own bonus had been paid lay in the rack when the players after it had their
turn, and they got no envy bonus for it (Division (a)(1)(v), (r)(4)(iii)). A house has recorded rounds with that program; today's
audits them.
"""

import json

import pytest

from houseway.files.logs import format as log_format
from houseway.games.pai_gow import envy
from houseway.program import program_name
from houseway.review import Level, group_findings
from tests.support import forged_records
from tests.support.command import run
from tests.support.forged_records import (
    audit_findings,
    audited,
    played_night,
    replayed_findings,
    write_forged_log,
    write_forged_store,
)

ROUND = "div/surrendered-premium-hand-earns-envy-after-its-bonus"
EARLIER = "0.7.0 0123456789ab"


def is_given_up_as_before(context, position):
    """The code before it was mended: a surrendered hand in the rack counted as one that was racked unseen."""
    state = context.round
    return position in state.surrendered and (
        position in state.racked or context.takes_reading("PG-12=hands-in-play", "DIV-38")
    )


@pytest.fixture
def night(monkeypatch):
    """The round as the earlier program recorded it."""
    with monkeypatch.context() as earlier:
        earlier.setattr(envy, "_is_given_up", is_given_up_as_before)
        recorded = played_night.__wrapped__(ROUND)
    assert not any(event.kind == "envy-settled" for entry in recorded.entries for event in entry.events)
    return recorded


@pytest.fixture
def house(night, monkeypatch, tmp_path):
    """The database of that house, which names the earlier program."""
    monkeypatch.setattr(forged_records, "program_name", lambda: EARLIER)
    write_forged_store(night, f"sqlite:///{tmp_path / 'house.db'}")
    return tmp_path / "house.db"


def test_the_round_is_played_otherwise_today():
    assert any(event.kind == "envy-settled" for entry in played_night(ROUND).entries for event in entry.events)


def test_an_audit_names_the_patron_his_cents_and_both_programs(house):
    report = audited(f"sqlite:///{house}")
    finding, marker = audit_findings(report.findings)
    assert (finding.level, finding.act, finding.program) == (Level.MONEY, "pay-envy", EARLIER)
    assert (marker.level, marker.act, marker.owed_text()) == (Level.PROCEDURE, "end-round", "")  # it was picked up unpaid
    assert dict(finding.difference.owed) == {"inventory": -500, "player:Bob": 500}
    assert group_findings([finding])[0].owed == {"inventory": -500, "player:Bob": 500}


def test_text_and_json_say_it(house, tmp_path):
    result = run("audit", house, "--state", tmp_path / "state.jsonl")
    assert result.returncode == 1
    assert "Bob is owed $5" in result.stdout
    assert f"recorded by another program ({EARLIER}; this one is {program_name()})" in " ".join(result.stdout.split())
    apart = f"recorded by {EARLIER} and decided otherwise by this program ({program_name()}): 2 commands; Bob is owed $5"
    assert apart in " ".join(result.stdout.split())
    found = json.loads(run("audit", house, "--state", tmp_path / "state.jsonl", "--json").stdout)
    assert [(each["recorded_by"], each["decided_by"]) for each in found["findings"]] == [(EARLIER, program_name())] * 2
    assert found["other_programs"] == {EARLIER: {"commands": 2, "owed": {"inventory": -500, "player:Bob": 500}}}


def test_what_this_program_records_is_not_reported_as_another_ones(tmp_path):
    write_forged_store(played_night(ROUND), f"sqlite:///{tmp_path / 'house.db'}")
    assert audited(f"sqlite:///{tmp_path / 'house.db'}").findings == []


def test_a_log_of_the_earlier_program_shows_it(night, tmp_path, monkeypatch):
    with monkeypatch.context() as earlier:
        earlier.setattr(log_format, "program_name", lambda: EARLIER)
        write_forged_log(night, tmp_path / "table.jsonl")
    finding, _ = replayed_findings(tmp_path / "table.jsonl")
    assert (finding.owed_text(), finding.program) == ("Bob is owed $5", EARLIER)
