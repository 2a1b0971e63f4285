"""The tree over all appends: its tiles against the plain Merkle tree, and what every store promises about it."""

from contextlib import closing, contextmanager
from hashlib import sha256
from sqlite3 import connect
from threading import Thread
from time import sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from houseway.errors import Corrupted, Outdated
from houseway.merkle import EMPTY_ROOT, Frontier, consistency_proof, inclusion_proof, verify_consistency, verify_inclusion
from houseway.store import open_store
from houseway.store.copying import back_up_database
from houseway.store.engines import parse_address
from houseway.store.schema import metadata
from houseway.store.tree import TILE_WIDTH, grow_tree, node_reader
from tests.support.effort import MORE
from tests.support.stored import METER, TABLE, append, part, request

BEFORE_THE_TREE = {
    *("streams", "appends", "round_starts", "commands", "snapshots", "editions", "dictionaries"),
    *("identities", "sessions", "log_in_attempts", "one_time_links"),
}
"""The tables of the schema 0002."""
HASHES = [sha256(str(number).encode()).digest() for number in range(70_000)]


def frontier_of(leaves):
    frontier = Frontier()
    for leaf in leaves:
        frontier, _ = frontier.add(leaf)
    return frontier


class Tiles(dict):
    """Tiles that grow in batches."""

    def __init__(self):
        self.size = 0

    def read(self, level, number):
        return self.get((level, number), b"")

    def grow(self, count):
        changed, head = grow_tree(self.read, self.size, HASHES[self.size : self.size + count])
        self.update(changed)
        self.size = head.size
        return head


@settings(deadline=None, max_examples=10 * MORE)
@given(st.lists(st.one_of(st.integers(0, 5), st.integers(250, 520)), max_size=5))
def test_tiles_that_grow_in_batches_are_the_plain_tree(batches):
    tiles, leaves, roots = Tiles(), [], {0: EMPTY_ROOT}
    for count in batches:
        head = tiles.grow(count)
        leaves = HASHES[: head.size]
        roots[head.size] = frontier_of(leaves).root
        assert head.root == roots[head.size]
    read = node_reader(tiles.read)
    for size, root in roots.items():
        proof = consistency_proof(read, size, tiles.size)
        assert verify_consistency(size, root, tiles.size, roots[tiles.size], proof)
    for index in {0, len(leaves) // 2, len(leaves) - 1} & set(range(len(leaves))):
        proof = inclusion_proof(read, index, tiles.size)
        assert verify_inclusion(leaves[index], index, tiles.size, proof, roots[tiles.size])


def test_a_tree_of_three_levels_of_tiles():
    tiles = Tiles()
    assert tiles.grow(TILE_WIDTH**2 + 3).root == frontier_of(HASHES[: TILE_WIDTH**2 + 3]).root
    assert {level for level, _ in tiles} == {0, 1, 2}


def test_a_proof_reads_few_tiles():
    tiles, read = Tiles(), []
    tiles.grow(len(HASHES))

    def read_tile(level, number):
        read.append((level, number))
        return tiles.read(level, number)

    inclusion_proof(node_reader(read_tile), 12_345, len(HASHES))
    assert len(set(read)) <= 5


def test_a_tile_that_was_cut_off_is_noticed():
    tiles = Tiles()
    tiles.grow(10)
    tiles[0, 0] = tiles[0, 0][:-1]
    with pytest.raises(Corrupted, match="tile 0 of level 0"):
        node_reader(tiles.read)(0, 9)


# Every store


def sign(head):
    return f"{head.size} {head.root.hex()}"


def fill(store, count, after=0):
    append(store, *(request(part(TABLE, number, "a"), part(METER, number, "b")) for number in range(after, after + count)))


def test_appends_wait_and_come_into_the_tree_in_batches(store):
    fill(store, 150)
    tree = store.tree
    assert (tree.count_leaves(), tree.count_waiting(), tree.latest_signed_head()) == (0, 300, None)
    first = tree.extend(sign, most=130)
    assert (first.size, tree.count_leaves(), tree.count_waiting()) == (130, 130, 170)
    assert len(set(tree.waiting_appends())) == 170
    assert {stream for stream, _ in tree.waiting_appends()} == {TABLE, METER}
    assert tree.extend(sign, most=140).size == 270
    assert tree.extend(sign) == tree.latest_signed_head()
    assert list(tree.waiting_appends()) == []
    leaves = list(tree.read_leaves())
    assert [leaf.index for leaf in leaves] == list(range(300))
    assert tree.latest_signed_head().note == f"300 {frontier_of([leaf.hash for leaf in leaves]).root.hex()}"
    assert first.note == f"130 {tree.root(130).hex()}"
    for stream in (TABLE, METER):
        stored = [(each.head.version, each.head.hash) for each in store.read(stream)]
        assert [(leaf.version, leaf.link) for leaf in leaves if leaf.stream == stream] == stored
    assert all(tree.index_of(leaf.stream, leaf.version) == leaf.index for leaf in leaves)
    assert tree.index_of(TABLE, 151) is None
    assert (len(tree.read_tile(0, 1)), tree.read_tile(0, 2)) == (44 * 32, b"")


def test_leaves_of_several_streams_are_in_the_order_of_time(store):
    for stream, version, at in ((TABLE, 0, 1_000), (METER, 0, 2_000), (TABLE, 1, 3_000)):
        append(store, request(part(stream, version, "a", at=at)))
    store.tree.extend(sign)
    assert [(leaf.stream, leaf.version) for leaf in store.tree.read_leaves()] == [(TABLE, 1), (METER, 1), (TABLE, 2)]


def test_an_unchanged_tree_is_not_signed_unless_somebody_asks(store):
    assert store.tree.extend(sign) is None
    assert store.tree.sign_again(sign).note == f"0 {EMPTY_ROOT.hex()}"
    fill(store, 1)
    signed = store.tree.extend(sign)
    assert store.tree.extend(sign) is None
    assert store.tree.sign_again(lambda head: f"again {head.size}").note == "again 2"
    assert store.tree.latest_signed_head().note == "again 2" != signed.note


def test_what_cannot_be_signed_stays_out_of_the_tree(store):
    fill(store, 2)
    with pytest.raises(ZeroDivisionError):
        store.tree.extend(lambda head: str(head.size // 0))
    assert (store.tree.count_leaves(), store.tree.count_waiting(), store.tree.latest_signed_head()) == (0, 4, None)
    assert store.tree.extend(sign).size == 4


def test_a_refused_request_leaves_no_leaf(store):
    fill(store, 1)
    with pytest.raises(Outdated):
        fill(store, 1)
    assert store.tree.count_waiting() == 2


def test_a_second_server_goes_on_where_the_first_was(new_database):
    address = new_database()
    with open_store(address) as first, open_store(address) as second:
        fill(first, 140)
        before = first.tree.extend(sign)
        fill(second, 140, after=140)
        assert second.tree.latest_signed_head() == before
        assert second.tree.extend(sign).size == 560
        assert first.tree.current_head() == second.tree.current_head()
        assert first.tree.root(280).hex() == before.note.split()[1]


def test_what_another_server_took_meanwhile_is_neither_moved_nor_signed_again(new_database, monkeypatch):
    address = new_database()
    with open_store(address) as first, open_store(address) as second:
        fill(first, 3)
        work_out, taken = first.tree._grow, []

        def work_out_too_late(*given):
            growth = work_out(*given)
            taken.append(second.tree.extend(sign, most=4))
            return growth

        monkeypatch.setattr(first.tree, "_grow", work_out_too_late)
        assert first.tree.extend(lambda head: pytest.fail("a second tree was signed")) is None
        assert first.tree.latest_signed_head() == taken[0]
        assert (first.tree.count_leaves(), first.tree.count_waiting()) == (4, 2)
        assert [leaf.index for leaf in first.tree.read_leaves()] == [0, 1, 2, 3]


@pytest.mark.parametrize("is_early", [True, False], ids=["before the size is read", "after the size is read"])
def test_no_append_comes_into_the_tree_twice_while_two_servers_extend_it(new_database, monkeypatch, is_early):
    """In PostgreSQL each statement sees what others have committed until then, so the second server comes in between."""
    address = new_database()
    with open_store(address) as first, open_store(address) as second:
        fill(first, 3)
        read_size, taken = first.tree._size_on, []

        def read_size_beside_another(connection):
            before = None if is_early else read_size(connection)
            if not taken:
                taken.append(second.tree.extend(sign, most=4))
            return read_size(connection) if is_early else before

        monkeypatch.setattr(first.tree, "_size_on", read_size_beside_another)
        first.tree.extend(sign)
        first.tree.extend(sign)
        leaves = list(second.tree.read_leaves())
        assert [leaf.index for leaf in leaves] == list(range(6))
        assert second.tree.latest_signed_head().note == f"6 {frontier_of([leaf.hash for leaf in leaves]).root.hex()}"
        assert second.tree.root(4).hex() == taken[0].note.split()[1]


@contextmanager
def extending_elsewhere(address):
    """Hold PostgreSQL's lock of the tree, as another server does that extends it. Yields a connection that asks the server."""
    engine = create_engine(parse_address(address))
    with engine.connect() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": 0x74726565})
        yield connection
    engine.dispose()


def test_while_one_server_extends_a_tree_in_postgresql_another_goes_on_without_waiting(new_postgresql):
    address = new_postgresql()
    with open_store(address) as store:
        fill(store, 2)
        with extending_elsewhere(address):
            assert store.tree.extend(sign) is None
            assert (store.tree.count_leaves(), store.tree.count_waiting()) == (0, 4)
        assert store.tree.extend(sign).size == 4


def test_a_tree_in_postgresql_is_signed_again_after_the_server_that_extends_it(new_postgresql):
    """It would sign a head that is no longer the latest, and store it over the later one."""
    address, signed = new_postgresql(), []
    with open_store(address) as store:
        fill(store, 1)
        store.tree.extend(sign)
        second = Thread(target=lambda: signed.append(store.tree.sign_again(lambda head: "again")))
        with extending_elsewhere(address) as first:
            second.start()
            waiting = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
            while second.is_alive() and not first.execute(waiting).scalar():
                sleep(0.01)
            assert second.is_alive()
            assert store.tree.latest_signed_head().note != "again"
        second.join()
        assert store.tree.latest_signed_head() == signed[0]
        assert signed[0].note == "again"


def test_appends_of_an_older_program_wait_for_the_tree(new_database):
    address = new_database()
    with open_store(address) as store:
        fill(store, 3)
        with store.database.transaction() as connection:
            for table in metadata.sorted_tables[::-1]:
                if table.name not in BEFORE_THE_TREE:
                    table.drop(connection)
            connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))
    with open_store(address, read_only=True) as store:
        assert (store.tree.count_leaves(), store.tree.latest_signed_head()) == (0, None)
    with open_store(address) as store:
        assert store.tree.extend(sign).size == 6


def test_an_append_whose_stream_is_missing_in_a_sqlite_file_waits_and_holds_up_no_other(tmp_path):
    file = tmp_path / "house.db"
    with open_store(f"sqlite:///{file}") as store:
        fill(store, 2)
        with closing(connect(file)) as damaged, damaged:
            damaged.execute("DELETE FROM streams WHERE name = ?", (METER,))
        assert store.tree.extend(sign).size == 2
        assert [(leaf.stream, leaf.version) for leaf in store.tree.read_leaves()] == [(TABLE, 1), (TABLE, 2)]
        assert store.tree.extend(sign) is None
        assert (store.tree.count_waiting(), list(store.tree.waiting_appends())) == (2, [])


def test_a_backup_has_the_tree(new_database, tmp_path):
    address = new_database()
    with open_store(address) as store:
        fill(store, 3)
        store.tree.extend(sign)
        back_up_database(address, tmp_path / "backup.db")
        with open_store(f"sqlite:///{tmp_path / 'backup.db'}", read_only=True) as copy:
            assert (copy.tree.latest_signed_head(), list(copy.tree.read_leaves())) == (
                store.tree.latest_signed_head(),
                list(store.tree.read_leaves()),
            )
