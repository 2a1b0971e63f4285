"""The audit of what players add to chance: what is wrong with it, and what the house could still choose."""

import shutil

import pytest

from houseway.events import Event
from houseway.reports.rows.rebuilding import fill_tables
from houseway.service.audit.running import run_audit
from houseway.service.clock import HouseClock
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.log_keeper import LogKeeper
from houseway.service.live.turns.turn import chance_stream
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import ReceiptFile, sign_head
from houseway.store import AppendRequest, RecordedCommand, StreamAppend, open_store
from tests.support.absence import ClockedHouse
from tests.support.audited_house import address_of, evidence_of, new_state
from tests.support.command import answered
from tests.support.contributors import Contributor
from tests.support.live import submission
from tests.support.stored import FLOOR

UTH = "UTH-1"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A house with four rounds: the first of the house alone, then two of both players, and one in which Bob withholds."""
    folder = tmp_path_factory.mktemp("played")
    house = ClockedHouse(folder, open_store(address_of(folder)))
    house.open(UTH, submission("md.ultimate-texas-holdem", "minimal"))
    ann, bob = clients = [Contributor(house, UTH, player) for player in ("Ann", "Bob")]
    for _ in range(2):
        ann.offer(), bob.offer()
        house.play(UTH)
        for client in clients:
            client.open()
    ann.offer(), bob.offer()
    house.play(UTH)
    ann.open()
    house.run_out(UTH)
    house.play(UTH)
    file, clock = CheckpointFile(folder / "checkpoints.jsonl"), HouseClock(house.clock)
    LogKeeper(house.store, house.keys, file, clock, house.house.record).extend()
    fill_tables(house.store)
    house.close()
    return folder


@pytest.fixture
def house(played, tmp_path):
    return shutil.copytree(played, tmp_path / "house")


def audit(house):
    return run_audit(address_of(house), evidence_of(house), new_state(house))


def problems_of(report):
    """Without those of the log, which this house does not keep."""
    return [each.message for each in report.problems if "tree" not in each.message and "log" not in each.message]


def test_what_was_left_to_choose_is_counted(house):
    report = audit(house)
    counts = report.chance
    assert (counts.shared, counts.house_alone, counts.withheld) == (3, 2, 1)
    assert (counts.voided, counts.reshuffled) == (0, 0)
    assert "players added to the chance of 3 rounds, the house alone to 2; 1 value withheld" in answered("audit", house)


def add_to_chance(house, *events):
    stream = chance_stream(UTH)
    with open_store(address_of(house)) as store:
        head = store.stream_head(stream)
        commands = tuple(RecordedCommand(head.at, FLOOR, (event,)) for event in events)
        (result,) = store.append([AppendRequest((StreamAppend(stream, head.version, commands),))])
        assert not isinstance(result, Exception)


def test_a_second_list_is_a_problem(house):
    facts = {"round": 3, "commitments": {"draws": "00" * 32}, "hashes": {}}
    add_to_chance(house, Event("seeds-committed", (), facts))
    assert any("round 3 has a second list" in message for message in problems_of(audit(house)))


def test_a_second_opening_is_a_problem(house):
    add_to_chance(house, Event("values-opened", (), {"round": 5, "values": {}}))
    assert any("a second time" in message for message in problems_of(audit(house)))


def test_a_receipt_that_signs_other_values_is_a_problem(house):
    """Signed by the house itself: a player has another one for the same round."""
    receipts = list(ReceiptFile(house / "heads.jsonl").read())
    last = [receipt for receipt in receipts if receipt.chance][-1]
    with open_store(address_of(house)) as store:
        head = store.head_at(last.stream, last.version)
    forged = sign_head(head, HouseKeys(house / "keys", at=0), "00" * 32)
    ReceiptFile(house / "heads.jsonl").append([forged])
    assert [message for message in problems_of(audit(house)) if "signs other values" in message]
    assert not [message for message in problems_of(audit(house)) if "contradicts" in message]


def test_every_completed_round_has_a_receipt_that_signs_its_values(house):
    assert len([receipt for receipt in ReceiptFile(house / "heads.jsonl").read() if receipt.chance]) == 4
    assert problems_of(audit(house)) == []
