"""Records that are decided by the referee, too: two programs agree on every cent of a night, or say where not."""

import json
import shutil
from dataclasses import replace

import pytest

from houseway.chance import seeded_chance
from houseway.files.logs.log import LogReader
from houseway.files.referee import check as referee_check
from houseway.files.referee.comparison import RefereeDifference
from houseway.games.against_dealer import settling
from houseway.money import Cents
from houseway.play.session import TableSession, default_players
from houseway.procedure import DIV, MD
from houseway.procedure import FOUR_CARD as FC
from houseway.procedure import ULTIMATE as UTH
from houseway.service.audit.findings import StreamAudit
from houseway.service.audit.running import run_audit
from houseway.service.audit.state import AuditState
from houseway.store import open_store
from houseway.submission.built_in import built_in_submission
from houseway_referee import NotDecided
from tests.review.test_logs import lines_of, payouts, write_sealed
from tests.support.audited_house import TABLE, address_of, evidence_of, new_state, play_house
from tests.support.command import answered, run
from tests.support.run_logs import RecordedCommands, write_log
from tests.support.sessions import first_rounds

BOOKS = (MD, DIV, UTH, FC)


@pytest.fixture
def log(book, tmp_path):
    return write_log(*first_rounds(book), tmp_path / "table.jsonl")


def referee_of(path):
    """What is found by the review and by the referee in a log."""
    reader = LogReader(path, is_decided=True, asks_referee=True)
    findings = [finding for each in reader.rounds() for finding in each.findings]
    return findings, reader.review.referee.report


@pytest.mark.parametrize("book", BOOKS)
def test_the_referee_agrees_with_a_log(book, log):
    findings, report = referee_of(log)
    assert findings == []
    assert report.differing == []
    assert report.undecided == {}
    assert report.agreed > 0


@pytest.mark.parametrize("book", BOOKS)
def test_a_forged_payout_is_found_by_both(book, log):
    lines = lines_of(log)
    paid = payouts(lines)[0]
    paid["facts"]["amount"]["cents"] //= 2
    write_sealed(log, lines)
    findings, report = referee_of(log)
    assert findings
    name = paid["facts"]["target"].replace("player:", "player ")
    assert ("account", name) in {(each["what"], each["key"]) for each in report.differing}


@pytest.fixture
def wrong_engine(monkeypatch):
    """The engine pays half of every Ante that wins."""
    right = settling.settle_effects

    def settle(context, position, award, law):
        cut = award._replace(amount=Cents(award.amount.amount // 2)) if award.wager == "ante" else award
        return right(context, position, cut, law)

    monkeypatch.setattr(settling, "settle_effects", settle)


def played_log(book, path):
    recorded = RecordedCommands()
    session = TableSession(built_in_submission(book), seeded_chance(5), default_players(3), record=recorded.record)
    for _ in range(4):
        session.deal_round()
    return write_log(session.run.table.id, recorded, path)


@pytest.mark.parametrize("book", [UTH, FC])
def test_a_fault_of_the_engine_is_found_by_the_referee_alone(book, wrong_engine, tmp_path):
    findings, report = referee_of(played_log(book, tmp_path / "table.jsonl"))
    assert findings == [], "the engine decides its own fault the same way again"
    accounts = {each["key"] for each in report.differing if each["what"] == "account"}
    assert "inventory" in accounts
    assert any(account.startswith("player ") for account in accounts)
    assert report.rounds == 4
    assert not report.is_in_order


@pytest.mark.parametrize("book", [FC])
def test_replay_says_where_the_referee_differs(book, log):
    assert "3 rounds decided by the referee, too; 3 agree on every cent" in run("replay", log, "--referee").stderr
    lines = lines_of(log)
    payouts(lines)[0]["facts"]["amount"]["cents"] //= 2
    write_sealed(log, lines)
    result = run("replay", log, "--referee", "--json")
    assert result.returncode == 1
    assert "the two programs differ: " in result.stderr
    assert "by the record" in result.stderr
    json.loads(result.stdout)


# Houses


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return play_house(tmp_path_factory.mktemp("played"))


@pytest.fixture
def house(played, tmp_path):
    return shutil.copytree(played, tmp_path / "house")


def test_a_house_is_audited_by_the_referee_too(house):
    printed = answered("audit", house, "--referee", "--state", house / "state.jsonl")
    assert "2 rounds decided by the referee, too; 2 agree on every cent" in printed
    assert printed.endswith("everything is in order\n")


def test_an_audit_names_what_the_referee_gives(house, monkeypatch):
    def differ(ours, theirs):
        yield RefereeDifference("account", "player Ann", 1900, 2000)

    monkeypatch.setattr(referee_check, "round_differences", differ)
    evidence = replace(evidence_of(house), asks_referee=True)
    report = run_audit(address_of(house), evidence, new_state(house))
    said = [each for each in report.problems if "the two programs differ" in each.message]
    words = "account player Ann: $19 by the record, $20 by the referee"
    assert [(each.place, each.message) for each in said] == [
        (TABLE, f"round {number}: the two programs differ: {words}") for number in (1, 2)
    ]
    assert report.referee["agreed"] == 0
    assert [each["round"] for each in report.referee["differing"]] == [1, 2]


def test_a_state_without_the_referee_is_not_used_with_it(house):
    def began(asks_referee):
        with open_store(address_of(house), read_only=True) as store:
            return AuditState(house / "state.jsonl", address_of(house), store.stream_heads, asks_referee)

    with began(asks_referee=False) as state:
        state.add([StreamAudit(TABLE, rounds=2)])
    assert began(asks_referee=False).earlier
    assert not began(asks_referee=True).earlier


@pytest.mark.parametrize("book", [FC])
def test_what_is_not_decided_is_named_and_not_agreed(book, log, monkeypatch):
    def refuse(record):
        raise NotDecided("nothing at all", "1.A")

    monkeypatch.setattr(referee_check, "decide", refuse)
    _, report = referee_of(log)
    assert (report.agreed, report.rounds, report.differing) == (0, 0, [])
    assert [len(rounds) for rounds in report.undecided.values()] == [3]
    assert report.unchecked[0].startswith("3 rounds (")
    assert "nothing at all" in report.unchecked[0]
