"""An interrupted audit is continued, and notices whatever was changed between the two."""

import json
import shutil
from dataclasses import asdict

import pytest

from houseway.service.audit import running, streams
from houseway.service.audit.running import Evidence, run_audit
from houseway.store import open_store
from tests.support.audited_house import TABLE, address_of, change, evidence_of, new_state, play_house, play_on, rewrite
from tests.support.command import answered, run
from tests.support.stored import append, part, request

GONE_ON = "rows of reports, because the house has gone on meanwhile; audit a backup"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return play_house(tmp_path_factory.mktemp("played"))


@pytest.fixture
def house(played, tmp_path):
    return shutil.copytree(played, tmp_path / "house")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "audits" / "state.jsonl"


def interrupt(house, file, monkeypatch, streams_done=3, evidence=None):
    """Begin an audit, and interrupt it after some streams, of which the table is the first. Return their names."""
    real, audited = running.audit_stream, []

    def audit_some(store, head, *others):
        if len(audited) == streams_done:
            raise KeyboardInterrupt
        audited.append(head.stream)
        return real(store, head, *others)

    with monkeypatch.context() as patches:
        patches.setattr(running, "EVENTS_AT_ONCE", 1)
        patches.setattr(running, "audit_stream", audit_some)
        with pytest.raises(KeyboardInterrupt):
            run_audit(address_of(house), evidence or evidence_of(house), new_state(house, file))
    assert audited[0] == TABLE
    return audited


def resume(house, file, processes=1):
    return run_audit(address_of(house), evidence_of(house), new_state(house, file), processes)


def found(report):
    return [f"{problem.place}: {problem.message}" for problem in report.problems]


def test_rounds_that_were_folded_are_read_again_but_not_folded_again(house, file, monkeypatch):
    whole = resume(house, None)
    interrupt(house, file, monkeypatch)
    began_at = new_state(house, file).began_at
    monkeypatch.setattr(streams, "_Replay", None)  # nobody calls it
    resumed = resume(house, file)
    assert asdict(resumed) == {**asdict(whole), "began_at": began_at, "rounds_before": 2}
    assert whole.began_at is None
    assert whole.rounds == 2
    assert not file.exists()


@pytest.fixture
def forged(house):
    """A house of which somebody has changed the record and computed all hashes anew."""
    rewrite(house, b'"name":"Ann"', b'"name":"Eve"')
    return house


def audit_record(house, file=None, processes=1):
    """Audit a database without anything from outside, so that only the rules speak against what is recorded."""
    return asdict(run_audit(address_of(house), Evidence(), new_state(house, file), processes))


def test_what_the_rules_give_otherwise_is_the_same_after_an_interruption(forged, file, monkeypatch):
    whole = audit_record(forged)
    assert whole["findings"]
    assert whole["decided"] > 50
    interrupt(forged, file, monkeypatch, evidence=Evidence())
    began_at = new_state(forged, file).began_at
    monkeypatch.setattr(streams, "_Replay", None)  # what was decided again is not decided a third time
    assert audit_record(forged, file) == {**whole, "began_at": began_at, "rounds_before": 2}


def test_two_processes_go_on_and_find_what_one_would_have_found(forged, file, monkeypatch):
    """That two find what one does without an interruption is in `test_audit.py`."""
    whole = audit_record(forged)
    interrupt(forged, file, monkeypatch, evidence=Evidence())
    began_at = new_state(forged, file).began_at
    assert audit_record(forged, file, processes=2) == {**whole, "began_at": began_at, "rounds_before": 2}


def test_what_was_done_is_in_the_file_before_the_next_stream_is_read(house, file, monkeypatch):
    """Whoever kills the audit cannot be asked to write anything."""
    lengths = []
    real = running.audit_stream
    monkeypatch.setattr(running, "EVENTS_AT_ONCE", 1)
    monkeypatch.setattr(
        running,
        "audit_stream",
        lambda *given: lengths.append(file.read_text().count("\n") if file.exists() else 0) or real(*given),
    )
    resume(house, file)
    assert lengths == [0, *range(2, len(lengths) + 1)]


def test_events_that_were_changed_meanwhile(house, file, monkeypatch):
    interrupt(house, file, monkeypatch)
    change(
        house, "UPDATE appends SET sealed = x'5b5d' WHERE version = (SELECT max(version) FROM appends WHERE sealed IS NOT NULL)"
    )
    resumed = resume(house, file)
    assert found(resumed)[0].startswith(f"{TABLE}: {TABLE} after event")
    assert "was changed" in found(resumed)[0]
    assert resumed.rounds_before == 0


@pytest.mark.parametrize("processes", [1, 2])
def test_a_stream_that_was_rewritten_meanwhile_with_its_chain(house, file, monkeypatch, processes):
    interrupt(house, file, monkeypatch)
    rewrite(house, b'"name":"Ann"', b'"name":"Eve"')
    problems = found(resume(house, file, processes))
    assert any(problem.startswith(f"{TABLE}: ") for problem in problems)


def test_an_index_of_rounds_that_was_changed_meanwhile(house, file, monkeypatch):
    interrupt(house, file, monkeypatch)
    change(house, "UPDATE round_starts SET before = before + 1 WHERE number = 2")
    assert f"{TABLE}: round 2 begins after event" in found(resume(house, file))[0]


def test_a_receipt_that_was_given_only_later(house, file, monkeypatch):
    receipts = (house / "heads.jsonl").read_text()
    (house / "heads.jsonl").write_text("")
    interrupt(house, file, monkeypatch)
    first = json.loads(receipts.splitlines()[0])
    (house / "heads.jsonl").write_text(json.dumps({**first, "hash": "0" * 64}) + "\n")
    assert [problem.partition(" ")[0] for problem in found(resume(house, file))] == [*[f"{TABLE}:"] * 2, "receipts:"]


def test_a_problem_that_is_gone_when_the_audit_goes_on(house, file, monkeypatch):
    change(house, "UPDATE round_starts SET before = before + 1 WHERE number = 2")
    interrupt(house, file, monkeypatch)
    change(house, "UPDATE round_starts SET before = before - 1 WHERE number = 2")
    interrupt(house, file, monkeypatch)  # once more, and it is not forgotten
    (problem,) = found(resume(house, file))
    assert problem.startswith(f"{TABLE}: round 2 begins after event")
    assert problem.endswith(" (found before the audit was interrupted, and no longer)")
    assert problem.count("no longer") == 1


def test_what_came_after_it_began_is_not_part_of_it_and_that_is_said(house, file, monkeypatch):
    interrupt(house, file, monkeypatch)
    with open_store(address_of(house)) as store:
        append(store, request(part("other", 0, "a")))
    resumed = resume(house, file)
    assert resumed.unchecked[1:] == ["1 event that came after the audit began", GONE_ON]
    assert not resumed.problems


def test_receipts_of_rounds_that_were_played_meanwhile(house, file, monkeypatch):
    """The rounds are not folded; but the streams must have the receipts, and a table that is newer is not taken for lost."""
    began = resume(house, None)
    interrupt(house, file, monkeypatch)
    play_on(house, "FC-2")
    resumed = resume(house, file)
    assert not resumed.problems
    assert (resumed.rounds, resumed.events, resumed.receipts) == (began.rounds, began.events, began.receipts + 2)
    assert resumed.unchecked[2:] == ["1 receipt of tables that were opened after the audit began", GONE_ON]


def test_rounds_that_were_played_meanwhile_and_taken_back(house, file, monkeypatch):
    began = shutil.copytree(house, house.with_name("began"))
    interrupt(house, file, monkeypatch)
    play_on(house, "FC-2")
    shutil.copy(began / "house.db", house)
    for log in house.glob("house.db-*"):
        log.unlink()
    problems = found(resume(house, file))
    assert any("contradicts it: the stream is shorter, or was rewritten" in problem for problem in problems)
    assert "table:FC-2: there are receipts of this stream, and the stream is gone" in problems


def test_the_state_of_another_program_or_one_that_is_cut_off_is_not_used(house, tmp_path):
    file = tmp_path / "state.jsonl"
    heads = new_state(house, file).heads
    for text in ('{"audit": 1, "program": "another", "heads": []}\n', "nonsense\n", '{"audit": 1'):
        file.write_text(text)
        assert new_state(house, file).heads == heads


def test_the_command_says_how_to_go_on_and_what_it_had_done(house, file, monkeypatch):
    def interrupt_at_once(*_arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patches:
        patches.setattr(running, "audit_stream", interrupt_at_once)
        result = run("audit", house, "--state", file)
    assert (result.returncode, result.stdout) == (130, f"interrupted; the same command continues from {file}\n")
    file.unlink()
    result = run("audit", house, "--state", file, "--json")
    assert json.loads(result.stdout)["began_at"] is None
    monkeypatch.setattr(running, "check_sums", interrupt_at_once)
    assert run("audit", house, "--state", file).returncode == 130
    monkeypatch.undo()
    printed = answered("audit", house, "--state", file)
    assert " UTC; 2 rounds were computed before the interruption and have not changed since\n" in printed
    assert printed.endswith("everything is in order\n")
