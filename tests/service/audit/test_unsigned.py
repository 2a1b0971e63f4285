"""The house's own file has a receipt of every settled round, and the audit finds those that somebody has removed."""

import pytest

from houseway.events import Event
from houseway.service.audit.running import Evidence, run_audit
from houseway.service.audit.unsigned import LOST_MILLISECONDS, SettledAppend, UnwrittenTimes, find_unsigned
from houseway.service.clock import HouseClock
from houseway.service.people.record import HouseRecord
from houseway.service.secrecy.keys import read_public_keys
from houseway.service.secrecy.receipts import Receipt, ReceiptFile
from houseway.store import open_store
from tests.support.audited_house import TABLE, address_of, new_state
from tests.support.command import answered, run
from tests.support.live import LiveHouse, submission

ROUNDS = 4


class Minutes:
    """A clock that is set by hand."""

    def __init__(self):
        self.milliseconds = 1_000_000_000_000

    def __call__(self):
        return self.milliseconds

    def pass_some(self):
        self.milliseconds += 2 * LOST_MILLISECONDS


def open_house(folder, minutes):
    store, clock = open_store(address_of(folder)), HouseClock(minutes)
    return LiveHouse(store, folder, clock, record=HouseRecord(store, clock))


@pytest.fixture
def minutes():
    return Minutes()


@pytest.fixture
def played(tmp_path, minutes):
    """A house in which four rounds were settled, minutes apart."""
    live = open_house(tmp_path, minutes)
    live.open("FC-1", submission("md.four-card-poker"))
    for _ in range(ROUNDS):
        minutes.pass_some()
        live.play("FC-1")
    live.close()
    return tmp_path


def audit(house):
    keys = read_public_keys(house / "keys" / "public-keys.json")
    evidence = Evidence(list(ReceiptFile(house / "heads.jsonl").read()), keys=keys, has_all_receipts=True)
    return run_audit(address_of(house), evidence, new_state(house))


def missing(house):
    return [each.message.partition(",")[0] for each in audit(house).problems if each.place == TABLE]


def keep_lines(house, *kept):
    """Remove all lines of the file of receipts but some."""
    file = house / "heads.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[number] for number in kept))
    return len(lines)


def test_a_file_that_nobody_has_touched_has_a_receipt_of_every_round(played):
    assert len(list((played / "heads.jsonl").read_text().splitlines())) == ROUNDS
    assert missing(played) == []


@pytest.mark.parametrize(
    ("kept", "found"),
    [
        ((0,), ["2 settled rounds without a receipt"]),
        ((0, 1), ["1 settled round without a receipt"]),
        ((0, 3), ["2 settled rounds without a receipt"]),
        ((0, 1, 2), []),
    ],
    ids=["shortened", "by two", "in the middle", "the last one"],
)
def test_receipts_that_were_removed_are_found(played, kept, found):
    """Only the last one may be missing: a crash may have lost it."""
    keep_lines(played, *kept)
    assert missing(played) == found


def test_the_next_start_does_not_hide_what_was_removed(played, minutes):
    keep_lines(played, 0)
    minutes.pass_some()
    open_house(played, minutes).close()
    assert missing(played) == ["2 settled rounds without a receipt"]


def test_what_a_crash_has_lost_is_covered_by_the_next_start(played, minutes):
    keep_lines(played, 0, 1, 2)
    live = open_house(played, minutes)
    minutes.pass_some()
    live.play("FC-1")
    live.close()
    assert missing(played) == []


def test_a_file_that_was_moved_away_begins_anew_with_the_next_start(played, minutes):
    (played / "heads.jsonl").rename(played / "moved.jsonl")
    live = open_house(played, minutes)
    minutes.pass_some()
    live.play("FC-1")
    live.close()
    assert missing(played) == []


def test_what_could_not_be_written_is_on_record_and_not_missing(played, minutes):
    keep_lines(played, 0)
    minutes.milliseconds -= ROUNDS * 2 * LOST_MILLISECONDS
    with open_store(address_of(played)) as store:
        record = HouseRecord(store, HouseClock(minutes))
        record.add(lambda _: (Event("receipts-failed", (), {"why": "the disk is full"}),))
        assert missing(played) == []
        minutes.milliseconds += 3 * LOST_MILLISECONDS
        record.add(lambda _: (Event("receipts-resumed", (), {"why": "it has space again"}),))
    assert missing(played) == ["2 settled rounds without a receipt"]


def test_the_audit_checks_the_file_of_the_data_folder_and_takes_any_others_as_they_are(played):
    keep_lines(played, 0)
    assert "2 settled rounds without a receipt, the first up to event" in run("audit", played).stdout
    keys = played / "keys" / "public-keys.json"
    named = answered("audit", played, "--receipts", played / "heads.jsonl", "--public-keys", keys)
    assert "not checked: whether receipts are missing, because only the house's own file has one of every round" in named


def test_a_table_without_any_receipt_has_unsigned_rounds():
    assert find_unsigned([SettledAppend(10, 5)], []) == [[10, 5]]
    receipt = Receipt(TABLE, 12, "", 5 + LOST_MILLISECONDS, 1, "")
    later = Receipt(TABLE, 30, "", 6 + LOST_MILLISECONDS, 1, "")
    assert find_unsigned([SettledAppend(10, 5), SettledAppend(12, 6)], [receipt]) == []
    assert find_unsigned([SettledAppend(20, 5)], [receipt, later]) == [[20, 5]]
    assert find_unsigned([SettledAppend(20, 6)], [later, receipt]) == []


def test_a_start_ends_the_time_in_which_receipts_could_not_be_written():
    times = UnwrittenTimes()
    for kind, at in (("receipts-failed", 100_000), ("receipts-failed", 150_000), ("service-started", 200_000), ("stop-set", 1)):
        times.add(Event(kind, (), {}), at)
    assert times.times == [[100_000 - LOST_MILLISECONDS, 200_000]]
