"""What a store promises, for each of the three stores."""

import sys
from dataclasses import replace
from threading import Thread

import pytest
from sqlalchemy import func, insert, select

from houseway.errors import Corrupted, Malformed, Outdated
from houseway.events import Actor, Event, Role
from houseway.store import AppendRequest, CopiedAppend, Edition, RecordedCommand, StreamAppend, StreamHead, StreamSnapshot
from houseway.store.memory import MemoryStore
from houseway.store.schema import one_time_links
from tests.support.stored import FLOOR, METER, TABLE, append, part, request, said, words_of


def test_what_is_appended_is_read_in_order_with_its_time_and_actor(store):
    ann = Actor(Role.PLAYER, "Ann")
    commands = (RecordedCommand(1_000, FLOOR, said("a", "b")), RecordedCommand(1_250, ann, said("c")))
    append(store, AppendRequest((StreamAppend(TABLE, 0, commands),)))
    append(store, request(part(TABLE, 3, "d", at=2_000)))
    first, second = store.read(TABLE)
    assert (first.commands, first.first_version, first.head.version) == (commands, 1, 3)
    assert (words_of([second]), second.first_version, second.head.version, second.head.at) == (["d"], 4, 4, 2_000)


def test_facts_of_every_type_come_back(store):
    from fractions import Fraction

    from houseway.cards import parse_card
    from houseway.citation import Citation
    from houseway.money import Cents

    facts = {
        "text": "é ♠",
        "cents": Cents(-250),
        "card": parse_card("As"),
        "share": Fraction(1, 3),
        "clause": Citation("md.pai-gow-poker 9.A(1)"),
        "nested": {1: (True, None)},
    }
    event = Event("conduct-recorded", (Citation("md.pai-gow-poker 9.A(1)"),), facts)
    append(store, AppendRequest((StreamAppend(TABLE, 0, (RecordedCommand(1, FLOOR, (event,)),)),)))
    assert [each.events for each in store.read(TABLE)] == [(event,)]


def test_an_unknown_stream_is_empty(store):
    assert list(store.read(TABLE)) == []
    assert store.stream_head(TABLE) == StreamHead(TABLE)


def test_the_head_says_where_a_stream_stands(store):
    ((appended),) = append(store, request(part(TABLE, 0, "a", "b", at=5, in_round=2)))
    assert appended.heads == (store.stream_head(TABLE),)
    assert (store.stream_head(TABLE).version, store.stream_head(TABLE).at, store.stream_head(TABLE).round) == (2, 5, 2)


def test_where_a_stream_stood_at_a_version_is_the_end_of_the_append_before_it(store):
    append(store, request(part(TABLE, 0, "a", "b", at=5)))
    append(store, request(part(TABLE, 2, "c", at=7)))
    append(store, request(part(METER, 0, *"other", at=9)))
    first, second = (each.head for each in store.read(TABLE))
    assert [store.head_at(TABLE, version) for version in (0, 1, 2, 3, 9)] == [
        *(StreamHead(TABLE), StreamHead(TABLE), first, second, second)
    ]
    assert (first.at, second.at, second.version) == (5, 7, 3)


def test_the_versions_of_many_streams_are_found_at_once(store):
    names = [f"{TABLE}-{number}" for number in range(600)]
    append(store, *(request(part(name, 0, "a", "b")) for name in names))
    without_events = [f"a stream without events {number}" for number in range(1_000)]
    assert store.stream_versions([names[0], *without_events, *names[1:]]) == dict.fromkeys(names, 2)
    assert store.version_sum([names[0], *without_events, *names[1:]]) == 1_200
    assert store.version_sum([*names, *names]) == 1_200, "each counts once"
    append(store, request(part(names[7], 2, "c")))
    assert (store.version_sum(names), store.version_sum(names[:7]), store.version_sum(without_events)) == (1_201, 14, 0)


def test_a_request_to_several_streams_is_stored_whole(store):
    append(store, request(part(TABLE, 0, "a"), part(METER, 0, "b")))
    assert (words_of(store.read(TABLE)), words_of(store.read(METER))) == (["a"], ["b"])


def test_a_request_to_several_streams_is_refused_whole(store):
    append(store, request(part(METER, 0, "a")))
    with pytest.raises(Outdated):
        append(store, request(part(TABLE, 0, "b"), part(METER, 0, "c")))
    assert (store.stream_head(TABLE).version, words_of(store.read(METER))) == (0, ["a"])


def test_a_request_for_another_version_is_refused(store):
    append(store, request(part(TABLE, 0, "a", "b")))
    for version in (0, 1, 3):
        with pytest.raises(Outdated, match="is at event 2") as refusal:
            append(store, request(part(TABLE, version, "c")))
        assert (refusal.value.facts["given"], refusal.value.facts["allowed"]) == (version, 2)
    assert words_of(store.read(TABLE)) == ["a", "b"]


def test_requests_of_one_batch_succeed_or_fail_each_on_its_own(store):
    results = store.append([request(part(TABLE, 0, "a")), request(part(TABLE, 0, "b")), request(part(TABLE, 1, "c"))])
    assert [isinstance(result, Outdated) for result in results] == [False, True, False]
    assert words_of(store.read(TABLE)) == ["a", "c"]


def test_a_large_batch_is_stored_whole(store):
    requests = [request(part(TABLE, number, str(number)), command=f"x{number}") for number in range(150)]
    assert [result.heads[0].version for result in store.append(requests)] == list(range(1, 151))
    assert words_of(store.read(TABLE)) == [str(number) for number in range(150)]
    assert [result.repeated for result in store.append(requests)] == [True] * 150


def test_a_repeated_command_gets_the_first_answer_and_changes_nothing(store):
    (stored,) = append(store, request(part(TABLE, 0, "a"), command="x1", answer="first"))
    (result,) = append(store, request(part(TABLE, 1, "b"), command="x1", answer="second"))
    assert (stored.answer, stored.repeated) == ("first", False)
    assert (result.answer, result.repeated, result.heads) == ("first", True, ())
    assert (words_of(store.read(TABLE)), store.answer_to("x1"), store.answer_to("x2")) == (["a"], "first", None)


def test_a_command_that_is_repeated_within_a_batch_is_stored_once(store):
    same = request(part(TABLE, 0, "a"), command="x1", answer="first")
    first, second = append(store, same, same)
    assert (first.repeated, second.repeated, second.answer) == (False, True, "first")
    assert words_of(store.read(TABLE)) == ["a"]


def test_a_refused_command_may_be_sent_again(store):
    with pytest.raises(Outdated):
        append(store, request(part(TABLE, 5, "a"), command="x1"))
    (result,) = append(store, request(part(TABLE, 0, "a"), command="x1"))
    assert not result.repeated


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (AppendRequest(()), "store.request"),
        (request(part(TABLE, 2)), "store.request"),
        (request(part("", 0, "c")), "store.request"),
        (request(part(TABLE, 2, "c"), part(TABLE, 3, "d")), "store.request"),
        (AppendRequest((StreamAppend(TABLE, 2, ()),)), "store.request"),
        (request(part(TABLE, 2, "c", at=999)), "store.time"),
        (request(part(TABLE, 2, "c", in_round=6)), "store.round"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(store, wrong, code):
    append(store, request(part(TABLE, 0, "a", "b", at=1_000, in_round=7)))
    with pytest.raises(Malformed) as refusal:
        append(store, wrong)
    assert refusal.value.code == code
    assert words_of(store.read(TABLE)) == ["a", "b"]


def test_reading_begins_after_a_version(store):
    for version, word in enumerate(("a", "b", "c")):
        append(store, request(part(TABLE, version, word)))
    assert [words_of(store.read(TABLE, after=version)) for version in range(4)] == [["a", "b", "c"], ["b", "c"], ["c"], []]


def test_an_append_that_lies_across_the_version_is_read_whole(store):
    append(store, request(part(TABLE, 0, "a", "b", "c")))
    assert words_of(store.read(TABLE, after=1)) == ["a", "b", "c"]


def test_streams_are_found_by_the_beginning_of_their_names(store):
    names = ("account:1", "table:A%", "table:AB", "table:A_", "tables")
    append(store, *(request(part(name, 0, "a")) for name in reversed(names)))
    assert [head.stream for head in store.stream_heads()] == list(names)
    assert [head.stream for head in store.stream_heads("table:A_")] == ["table:A_"]
    assert [head.stream for head in store.stream_heads("table:A%")] == ["table:A%"]


def test_a_round_is_found(store):
    append(store, request(part(TABLE, 0, "opened", in_round=0)))
    append(store, request(part(TABLE, 1, "a", "b", in_round=1)))
    append(store, request(part(TABLE, 3, "c", in_round=1)))
    append(store, request(part(TABLE, 4, "d", in_round=2)))
    assert [store.version_before_round(TABLE, number) for number in (1, 2, 3)] == [1, 4, None]
    assert store.version_before_round(METER, 1) is None
    assert (store.round_starts(TABLE), store.round_starts(METER)) == ({1: 1, 2: 4}, {})


def _copied(store, *streams):
    """The appends of streams as another store may write them again. The first append of each is that of a round."""
    for stream in streams:
        for each in store.read(stream):
            first_of_round = each.head.version if each.first_version == 1 else None
            yield CopiedAppend(
                stream, each.head.version, each.head.at, each.content, each.sealed, each.head.hash, first_of_round, each.form
            )


def test_appends_are_copied_as_they_are(store):
    """From a store in memory to each of the three."""
    source = MemoryStore()
    append(source, request(part(TABLE, 0, "a", "b", in_round=2, sealed=b"secret"), part(METER, 0, "m", in_round=1)))
    append(source, request(part(TABLE, 2, "c", at=2_000)))
    copied = list(_copied(source, TABLE, METER))
    store.copy_appends(copied[:1])
    store.copy_appends(copied[1:])
    assert store.stream_heads() == source.stream_heads()
    assert [list(store.read(name)) for name in (TABLE, METER)] == [list(source.read(name)) for name in (TABLE, METER)]
    assert (store.round_starts(TABLE), store.round_starts(METER)) == ({2: 0}, {1: 0})
    assert store.tree.count_waiting() == 3


def test_a_copy_that_does_not_follow_is_refused_whole(store):
    source = MemoryStore()
    append(source, request(part(TABLE, 0, "a"), part(METER, 0, "m")))
    first, second = _copied(source, TABLE, METER)
    for wrong in (replace(second, content=b"[]"), replace(second, hash=bytes(32)), replace(second, version=2)):
        with pytest.raises(Corrupted):
            store.copy_appends([first, wrong])
    assert store.stream_heads() == ()
    store.copy_appends([first])
    with pytest.raises(Corrupted, match="event 2"):
        store.copy_appends([first])


def test_sealed_facts_come_back_as_they_were(store):
    append(store, request(part(TABLE, 0, "a", sealed=b"\x00secret")), request(part(TABLE, 1, "b", sealed=b"")))
    assert [each.sealed for each in store.read(TABLE)] == [b"\x00secret", b""]


def test_the_latest_snapshot_of_this_program_is_found(store):
    append(store, request(part(TABLE, 0, "a", "b", "c")))
    made = [StreamSnapshot(TABLE, version, bytes(32), program, b"x") for version, program in ((1, "p"), (2, "p"), (3, "q"))]
    for snapshot in made:
        store.save_snapshot(snapshot)
    assert store.latest_snapshot(TABLE, "p") == made[1]
    assert store.latest_snapshot(TABLE, "p", at_most=1) == made[0]
    assert store.latest_snapshot(TABLE, "other") is None
    assert store.latest_snapshot(METER, "p") is None
    again = StreamSnapshot(TABLE, 2, bytes(32), "p", b"y")
    store.save_snapshot(again)
    assert store.latest_snapshot(TABLE, "p") == again


def test_an_edition_is_found_by_its_hash(store):
    edition = Edition("abc", "submission", "book = 'é'\n")
    store.save_edition(edition)
    store.save_edition(edition)
    assert (store.find_edition("abc"), store.find_edition("abd")) == (edition, None)
    with pytest.raises(Corrupted):
        store.save_edition(Edition("abc", "submission", "another"))
    assert store.find_edition("abc") == edition


def test_editions_are_stored_with_the_request_that_names_them(store):
    edition, another = Edition("abc", "book", "one"), Edition("abc", "book", "another")
    refused, _, _, conflict = store.append(
        [
            AppendRequest((part(TABLE, 7, "late"),), editions=(Edition("late", "book", ""),)),
            AppendRequest((part(TABLE, 0, "a"),), editions=(edition,)),
            AppendRequest((part(TABLE, 1, "b"),), editions=(edition,)),
            AppendRequest((part(TABLE, 2, "c"),), editions=(another,)),
        ]
    )
    assert isinstance(refused, Outdated)
    assert isinstance(conflict, Corrupted)
    assert (store.find_edition("late"), store.find_edition("abc")) == (None, edition)
    assert words_of(store.read(TABLE)) == ["a", "b"]
    (later,) = store.append([AppendRequest((part(TABLE, 2, "c"),), editions=(another,))])
    assert isinstance(later, Corrupted)
    assert store.stream_head(TABLE).version == 2
    two, three = Edition("two", "book", "2"), Edition("three", "book", "3")
    append(store, *(AppendRequest((part(TABLE, at, "c"),), editions=(each,)) for at, each in ((2, two), (3, three))))
    assert [store.find_edition(each) for each in ("abc", "two", "three")] == [edition, two, three]


def test_threads_that_append_to_one_stream_lose_and_double_nothing(store):
    """Each thread looks, appends, and looks again if somebody was faster."""
    each, failures = 8, []

    def work(name):
        for number in range(each):
            while True:
                version = store.stream_head(TABLE).version
                (result,) = store.append([request(part(TABLE, version, f"{name}{number}"))])
                if not isinstance(result, Outdated):
                    break
            if isinstance(result, Exception):
                failures.append(result)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [Thread(target=work, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    words = words_of(store.read(TABLE))
    assert failures == []
    assert sorted(words) == sorted(f"{name}{number}" for name in "abcd" for number in range(each))
    assert all([word for word in words if word[0] == name] == [f"{name}{number}" for number in range(each)] for name in "abcd")


# Together with the tables of persons


def _count_links(store):
    with store.database.reading() as connection:
        return connection.execute(select(func.count()).select_from(one_time_links)).scalar_one()


def _add_link(connection):
    connection.execute(insert(one_time_links), {"token_hash": b"1", "purpose": "x", "created_at": 1})


def test_an_append_and_a_change_of_other_tables_are_stored_together(store):
    stored = store.append_with(request(part(TABLE, 0, "a")), _add_link)
    assert stored.heads == (store.stream_head(TABLE),)
    assert (store.stream_head(TABLE).version, _count_links(store)) == (1, 1)


def test_a_refused_append_changes_no_other_table(store):
    with pytest.raises(Outdated):
        store.append_with(request(part(TABLE, 5, "a")), _add_link)
    assert (store.stream_head(TABLE).version, _count_links(store)) == (0, 0)


def test_a_change_that_fails_leaves_no_append(store):
    def fail(connection):
        _add_link(connection)
        raise Malformed("no", code="test.no")

    with pytest.raises(Malformed):
        store.append_with(request(part(TABLE, 0, "a")), fail)
    assert (store.stream_head(TABLE).version, _count_links(store)) == (0, 0)
