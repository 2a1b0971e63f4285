"""The house's own files have a receipt of every settled round, and the audit finds those that somebody has removed."""

import json
import shutil
from pathlib import Path

import pytest

from houseway.events import Event
from houseway.service.audit.running import run_audit
from houseway.service.audit.unsigned import (
    LOST_MILLISECONDS,
    ServerTimes,
    SettledAppend,
    UnwrittenTimes,
    find_unsigned,
)
from houseway.service.clock import HouseClock
from houseway.service.people.record import HouseRecord
from houseway.service.secrecy.line_file import LineFile
from houseway.service.secrecy.receipts import Receipt
from houseway.store import open_store
from tests.support.audited_house import TABLE, address_of, evidence_of, forget_counts, new_state
from tests.support.command import answered, run
from tests.support.live import LiveHouse, submission

ROUNDS = 6
SECOND = 1_000
ONE_BY_ONE = 20 * SECOND
"""Rounds of a quick table: many follow within a minute."""


class SetClock:
    """A clock that is set by hand."""

    def __init__(self):
        self.milliseconds = 1_000_000_000_000

    def __call__(self):
        return self.milliseconds

    def pass_some(self, milliseconds=ONE_BY_ONE):
        self.milliseconds += milliseconds


def open_house(folder, clock):
    """Start a service, as far as receipts and the record go."""
    store, house_clock = open_store(address_of(folder)), HouseClock(clock)
    live = LiveHouse(store, folder, house_clock, record=HouseRecord(store, house_clock))
    live.house.record.add(lambda _: (Event("service-started", (), {"server": "s-1"}),))
    return live


def play_rounds(live, clock, rounds):
    for _ in range(rounds):
        clock.pass_some()
        live.play("FC-1")


@pytest.fixture
def clock():
    return SetClock()


@pytest.fixture(scope="module")
def played_once(tmp_path_factory):
    """A house in which rounds were settled one after the other, and which was stopped in order; and when that was."""
    folder, clock = tmp_path_factory.mktemp("played"), SetClock()
    live = open_house(folder, clock)
    live.open("FC-1", submission("md.four-card-poker"))
    play_rounds(live, clock, ROUNDS)
    clock.pass_some()
    live.close()
    return folder, clock.milliseconds


@pytest.fixture
def played(played_once, tmp_path, clock):
    """A copy of it, which the test may spoil."""
    folder, clock.milliseconds = played_once
    return shutil.copytree(folder, tmp_path, dirs_exist_ok=True)


def audit(house):
    return run_audit(address_of(house), evidence_of(house), new_state(house))


def missing(house):
    """What the audit says about each table and about whole files, shortened."""
    wrong = [each for each in audit(house).problems if each.place in (TABLE, "receipts")]
    return [each.message.partition(",")[0] if each.place == TABLE else each.message for each in wrong]


def keep_lines(house, *kept, names_it=True):
    """Remove all receipts of the file but some, and perhaps the line that names the file."""
    file = house / "heads.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    receipts = [line for line in lines if not line.startswith('{"file"')]
    names = [line for line in lines if line.startswith('{"file"')]
    file.write_text("".join([*(receipts[number] for number in kept), *(names if names_it else [])]))
    return len(receipts)


def test_a_file_that_nobody_has_touched_has_a_receipt_of_every_round(played):
    *receipts, name = (played / "heads.jsonl").read_text().splitlines()
    assert len(receipts) == ROUNDS
    assert json.loads(name).keys() == {"file", "line"}
    assert missing(played) == []


@pytest.mark.parametrize(
    ("kept", "rounds"),
    [
        ((0,), 5),
        ((0, 1), 4),
        ((0, 5), 4),
        ((0, 2, 4, 5), 2),
        ((1, 2, 3, 4, 5), 1),
        ((0, 1, 2, 3, 4), 1),
    ],
    ids=["all but one", "all but two", "in the middle", "every second one", "the first", "the last"],
)
@pytest.mark.parametrize("names_it", [True, False])
def test_receipts_that_were_removed_are_found(played, kept, rounds, names_it):
    """However soon another one follows. The count that is on record finds them, and so do the rounds without a receipt."""
    keep_lines(played, *kept, names_it=names_it)
    found = missing(played)
    by_count = [each for each in found if "the file of receipts" in each]
    assert len(by_count) == 1
    assert ("is not here" in by_count[0]) is not names_it
    told = "1 settled round" if rounds == 1 else f"{rounds} settled rounds"
    before_the_first = kept[0] != 0
    assert [each for each in found if each not in by_count] == ([] if before_the_first else [f"{told} without a receipt"])


def test_a_file_from_before_counts_is_judged_by_its_rounds(played):
    """The line of an old file is a receipt and nothing else, as it is now."""
    forget_counts(played)
    assert missing(played) == []
    keep_lines(played, 0, 5, names_it=False)
    assert missing(played) == ["4 settled rounds without a receipt"]


def test_receipts_of_other_streams_may_not_be_exchanged(played):
    """Neither the order of lines nor their bytes."""
    file = played / "heads.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:2], lines[3], lines[2], *lines[4:]]))
    (found,) = missing(played)
    assert "are not those that were counted: lines were removed, changed or exchanged" in found


def test_the_next_start_does_not_hide_what_was_removed(played, clock):
    keep_lines(played, 0)
    clock.pass_some()
    live = open_house(played, clock)
    play_rounds(live, clock, ROUNDS)
    live.close()
    found = missing(played)
    assert "4 settled rounds without a receipt" in found, "the start has signed the last one"
    assert any("are not those that were counted" in each for each in found)
    with open_store(address_of(played)) as store:
        kinds = [event.kind for append in store.read("house") for event in append.events]
    assert "receipts-missing" in kinds, "the service itself has noticed that its file is shorter"


def crash(house, lost):
    """Let the receipts of the last rounds be lost in a crash: neither they nor what comes after them were written."""
    assert keep_lines(house, *range(ROUNDS - lost), names_it=False) == ROUNDS
    forget_counts(house)  # the only count was made when the house was closed


@pytest.mark.parametrize("later", [0, 3], ids=["at once", "after more rounds"])
def test_what_a_crash_has_lost_is_covered_by_the_next_start(played, clock, later):
    crash(played, 1)
    clock.pass_some(3_600 * SECOND)
    live = open_house(played, clock)
    play_rounds(live, clock, later)
    live.close()
    assert missing(played) == []


def test_a_crash_loses_only_what_was_settled_just_before_it(played, clock):
    crash(played, 3)
    clock.pass_some(3_600 * SECOND)
    open_house(played, clock).close()
    assert missing(played) == ["2 settled rounds without a receipt"]


def test_a_start_excuses_nothing_that_was_settled_before_an_earlier_receipt(played, clock):
    forget_counts(played)
    keep_lines(played, 0, 1, 3, 4, 5)
    clock.pass_some()
    open_house(played, clock).close()
    assert missing(played) == ["1 settled round without a receipt"]


def test_a_server_that_is_lost_among_others_may_have_lost_receipts(played):
    forget_counts(played)
    keep_lines(played, 0, 1, 3, 4, 5)
    assert missing(played) == ["1 settled round without a receipt"]
    at = 1_000_000_000_000 + 3 * ONE_BY_ONE + 5 * SECOND
    with open_store(address_of(played)) as store:
        HouseRecord(store, HouseClock(lambda: at)).add(lambda _: (Event("service-lost", (), {"server": "s-2"}),))
    assert missing(played) == []


def test_a_file_that_was_moved_away_is_missed_until_it_is_there(played, clock):
    (played / "heads.jsonl").rename(played / "heads-monday.jsonl")
    live = open_house(played, clock)
    play_rounds(live, clock, 2)
    clock.pass_some()
    live.close()
    (found,) = missing(played)
    assert "had 7 lines when it was last counted, and is not here: it was removed, moved away" in found
    assert "everything is in order" in answered("audit", played), "the audit reads earlier files of the data folder, too"
    (played / "heads-monday.jsonl").unlink()
    assert "receipts: the file of receipts" in run("audit", played).stdout


def test_a_file_that_was_removed_altogether_is_missed(played):
    assert "everything is in order" in answered("audit", played)
    (played / "heads.jsonl").unlink()
    result = run("audit", played)
    assert (result.returncode, "had 7 lines when it was last counted, and is not here" in result.stdout) == (1, True)
    copy = Path(f"{played}-copy")
    copy.mkdir()
    (played / "house.db").rename(copy / "house.db")
    assert "not checked: receipts, because none were given" in answered("audit", copy / "house.db")


def test_what_could_not_be_written_is_on_record_and_not_missing(played, clock):
    forget_counts(played)
    keep_lines(played, 0)
    clock.milliseconds = 1_000_000_000_000 + 2 * ONE_BY_ONE
    with open_store(address_of(played)) as store:
        record = HouseRecord(store, HouseClock(clock))
        record.add(lambda _: (Event("receipts-failed", (), {"why": "the disk is full"}),))
        assert missing(played) == []
        clock.pass_some(2 * ONE_BY_ONE + SECOND)
        record.add(lambda _: (Event("receipts-resumed", (), {"why": "it has space again"}),))
    assert missing(played) == ["1 settled round without a receipt"]


def named_audit(house, file):
    return run("audit", house, "--receipts", file, "--public-keys", house / "keys" / "public-keys.json").stdout


def test_files_that_are_named_are_judged_if_they_have_all_that_was_counted(played):
    """So the files of several servers can be put together in one. Others may have only some receipts."""
    whole = named_audit(played, played / "heads.jsonl")
    assert "everything is in order" in whole
    assert "not checked: whether receipts are missing" not in whole
    together = played / "together.txt"
    together.write_text((played / "heads.jsonl").read_text() * 2)
    assert "not checked: whether receipts are missing" not in named_audit(played, together)
    keep_lines(played, 0)
    assert "5 settled rounds without a receipt, the first up to event" in run("audit", played).stdout
    some = named_audit(played, played / "heads.jsonl")
    assert "not checked: whether receipts are missing, because these are not all receipts that were counted" in some
    assert "everything is in order" in some
    forget_counts(played)
    older = named_audit(played, played / "heads.jsonl")
    assert "not checked: whether receipts are missing, because only the house's own file has one of every round" in older


def test_several_servers_have_files_of_their_own(played, clock, tmp_path):
    """Each file is counted in a stream of its own, and any of them is missed."""
    second = Path(f"{tmp_path}-second")
    second.mkdir()
    (second / "keys").symlink_to(played / "keys")
    store, house_clock = open_store(address_of(played)), HouseClock(clock)
    live = LiveHouse(store, second, house_clock, record=HouseRecord(store, house_clock))
    play_rounds(live, clock, 2)
    clock.pass_some()
    live.close()
    (found,) = [each for each in missing(played) if "the file of receipts" in each]
    assert "is not here" in found
    together = played / "together.txt"
    together.write_text((second / "heads.jsonl").read_text() + (played / "heads.jsonl").read_text())
    printed = named_audit(played, together)
    assert ("everything is in order" in printed, "whether receipts are missing" in printed) == (True, False)
    lines = together.read_text().splitlines(keepends=True)
    together.write_text("".join(lines[:1] + lines[2:]))
    assert "whether receipts are missing, because these are not all" in named_audit(played, together)


def test_a_table_without_any_receipt_has_unsigned_rounds():
    never = 10**15
    assert find_unsigned([SettledAppend(10, 5)], []) == [[10, 5, never, never, False]]
    first, later = Receipt(TABLE, 12, "", 700, 1, ""), Receipt(TABLE, 30, "", 900, 1, "")
    settled = [SettledAppend(10, 5), SettledAppend(12, 6), SettledAppend(20, 7), SettledAppend(40, 8)]
    assert find_unsigned(settled, [later, first, first]) == [
        [10, 5, 700, 900, True],
        [20, 7, 900, never, False],
        [40, 8, never, never, False],
    ]


def test_a_start_ends_the_time_in_which_receipts_could_not_be_written():
    times, servers = UnwrittenTimes(), ServerTimes()
    recorded = (
        ("receipts-failed", 100_000),
        ("receipts-failed", 150_000),
        ("service-started", 200_000),
        ("stop-set", 1),
        ("service-lost", 210_000),
    )
    for kind, at in recorded:
        times.add(Event(kind, (), {}), at)
        servers.add(Event(kind, (), {}), at)
    assert times.times == [[100_000 - LOST_MILLISECONDS, 200_000]]
    assert (servers.starts, servers.lost) == ([200_000], [210_000])


def test_whole_lines_are_read_from_any_place(tmp_path):
    file = LineFile(tmp_path / "lines.jsonl")
    file.append_lines([{"a": 1}, {"b": 2}])
    first = b'{"a": 1}\n'
    with file.path.open("ab") as opened:
        opened.write(b'{"cut off')
    assert [*file.lines_after(len(first))] == [b'{"b": 2}\n']
    assert file.size() == len(first) * 2 + len(b'{"cut off')
