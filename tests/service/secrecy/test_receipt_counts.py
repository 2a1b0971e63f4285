"""How many lines the file of receipts has is stored every few minutes and at the end, whatever happens to the file."""

from dataclasses import replace
from itertools import islice

import pytest

from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipt_counts import (
    LineChain,
    LineCount,
    ReceiptCounts,
    counts_in,
    counts_stream,
    find_marks,
    last_count,
)
from houseway.service.secrecy.receipts import ReceiptFile, ReceiptWriter, sign_head
from houseway.store import StreamHead, open_store

HEAD = StreamHead("table:FC-1", 7, bytes(range(32)), at=5_000)


@pytest.fixture
def file(tmp_path):
    return ReceiptFile(tmp_path / "heads.jsonl")


@pytest.fixture
def store():
    return open_store("memory:")


@pytest.fixture
def receipts(tmp_path):
    keys = HouseKeys(tmp_path / "keys", at=0)
    return [sign_head(replace(HEAD, version=version), keys) for version in range(1, 6)]


def make_counts(file, store, told, seconds=300.0):
    return ReceiptCounts(file, store, lambda at_least: max(at_least, 9_000), told.append, seconds)


def counted(store, file):
    (mark,) = find_marks(file)
    return counts_of(store, mark.file)


def counts_of(store, name):
    return [count for append in store.read(counts_stream(name)) for count in counts_in(append.events)]


def whole_count(file):
    chain = LineChain()
    for line in file.lines_after(0):
        chain.add(line)
    return chain.count


def write(file, counts, receipts):
    file.append(receipts)
    counts.note_written()
    counts.count()


def test_a_count_fixes_every_line_before_it(file, store, receipts):
    told = []
    counts = make_counts(file, store, told)
    counts.count()
    assert store.stream_heads() == (), "nothing was written"
    write(file, counts, receipts[:2])
    write(file, counts, receipts[2:])
    assert [count.lines for count in counted(store, file)] == [3, 6], "with the line that names the file"
    assert list(file.read()) == receipts
    assert counted(store, file)[-1] == whole_count(file)
    assert told == []


def test_after_a_start_the_count_goes_on(file, store, receipts):
    """Only what is new is read. A line that a crash has cut off is none."""
    write(file, make_counts(file, store, []), receipts[:2])
    with file.path.open("a") as opened:
        opened.write('{"cut off')
    told = []
    write(file, make_counts(file, store, told), receipts[2:3])
    assert (counted(store, file)[-1], told) == (whole_count(file), [])


def test_a_file_of_an_earlier_version_is_counted_from_its_first_line(file, store, receipts):
    file.append(receipts[:3])
    write(file, make_counts(file, store, []), receipts[3:])
    assert counted(store, file) == [whole_count(file)]
    assert [(mark.line, mark.before) for mark in find_marks(file)] == [(6, sum(map(len, islice(file.lines_after(0), 5))))]


def test_files_that_begin_with_the_same_receipt_are_told_apart(store, receipts, tmp_path):
    """Two servers that start at the same time sign the same."""
    files = [ReceiptFile(tmp_path / name) for name in ("one.jsonl", "two.jsonl")]
    for file in files:
        write(file, make_counts(file, store, []), receipts[:2])
    assert len(store.stream_heads()) == 2


def test_a_file_that_became_shorter_is_reported_and_counted_anew(file, store, receipts):
    write(file, make_counts(file, store, []), receipts[:1])
    named = file.size()
    write(file, make_counts(file, store, []), receipts[1:4])
    file.path.write_bytes(file.path.read_bytes()[:named])
    told = []
    counts = make_counts(file, store, told)
    counts.compare()
    assert told == ["the file of receipts had 5 lines, and is shorter now"]
    write(file, counts, receipts[4:])
    assert [count.lines for count in counted(store, file)] == [2, 5, 3]
    assert len(told) == 1


def test_a_file_that_was_replaced_while_the_service_runs_is_reported(file, store, receipts):
    told = []
    counts = make_counts(file, store, told)
    write(file, counts, receipts[:2])
    (before,) = find_marks(file)
    file.path.unlink()
    write(file, counts, receipts[2:])
    assert told == ["the file of receipts had 3 lines, and another is in its place"]
    assert [count.lines for count in counts_of(store, before.file)] == [3]
    assert counted(store, file) == [whole_count(file)]


def test_what_only_looks_like_the_name_of_a_file_is_none(file):
    file.path.write_text('{"file": 5}\n{"file": "a", "line": "x"}\n{"file": [}\n{"file": "a", "line": 4}\n')
    assert [mark.file for mark in find_marks(file)] == ["a"]


def test_the_writer_counts_after_a_while_and_at_the_end(file, store, receipts):
    seldom = ReceiptWriter(file, lambda kind, why: None, counts=make_counts(file, store, []))
    for receipt in receipts[:2]:
        seldom.add(receipt)
    seldom.close()
    assert [count.lines for count in counted(store, file)] == [3], "once, at the end"
    often = ReceiptWriter(file, lambda kind, why: None, counts=make_counts(file, store, [], seconds=0.0))
    often.add(receipts[2])
    while len(counted(store, file)) < 2:
        pass
    assert last_count(store, store.stream_heads()[0].stream).lines == 4, "without the end of the service"
    often.close()


def test_what_cannot_be_counted_stops_no_receipt(file, receipts):
    class NoStore:
        def stream_head(self, stream):
            raise OSError(5, "no disk")

        read = stream_head

    writer = ReceiptWriter(file, lambda kind, why: None, counts=make_counts(file, NoStore(), [], seconds=0.0))
    for receipt in receipts:
        writer.add(receipt)
    writer.close()
    assert list(file.read()) == receipts


def test_a_stream_without_counts_has_no_last_one(store):
    assert last_count(store, counts_stream("none")) is None
    assert LineChain.after(LineCount(1, 2, "00" * 32)) == LineChain(1, 2, bytes(32))
