"""A snapshot is a cache: a table that is loaded from one is the table that its stream folds to, or the snapshot is not used."""

import json
from dataclasses import replace

import pytest

from houseway.errors import Corrupted
from houseway.service.live import turn_taker
from houseway.service.live.editions import SUBMISSION
from houseway.service.live.memory import live_tables, snapshots
from houseway.service.live.memory.loading import load_meters, load_table
from houseway.service.live.memory.plain_values import PlainValues
from houseway.service.live.memory.snapshots import load_meter_snapshot, load_snapshot, save_snapshot
from houseway.service.live.turns.turn import meter_stream, table_stream
from houseway.service.secrecy.sealing import Vault
from tests.support.live import BOOKS, TABLES, submission


@pytest.fixture
def every_round(monkeypatch):
    monkeypatch.setattr(turn_taker, "ROUNDS_BETWEEN", 1)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", ["minimal", "everything"])
def test_a_table_from_its_snapshot_is_the_table_that_its_stream_folds_to(house, every_round, book, name):
    table, vault = TABLES[book], house.keys.vault
    house.open(table, submission(book, name))
    for seed in range(2):
        house.play(table, seed=seed)
        begin = load_snapshot(house.store, table, vault)
        assert begin is not None
        assert begin == load_table(house.store, table, vault)
    house.play_one_turn(table)
    assert load_table(house.store, table, vault, begin) == load_table(house.store, table, vault)
    assert begin.version < house.store.stream_head(f"table:{table}").version


@pytest.mark.parametrize("book", BOOKS)
def test_a_house_that_is_opened_from_snapshots_plays_on(open_house, every_round, monkeypatch, book):
    table = TABLES[book]
    house = open_house()
    house.open(table, submission(book))
    house.play(table, rounds=2)
    before = house.house.tables[table]
    open_house.close()
    folded = []
    monkeypatch.setattr(live_tables, "load_table", lambda *given: folded.append(given[3]) or load_table(*given))
    again = open_house()
    assert again.house.tables[table] == before
    assert [begin.version for begin in folded] == [before.version]
    again.play(table, seed=9)
    assert again.house.tables[table].number == before.number + 1


@pytest.mark.parametrize("book", BOOKS)
def test_a_meter_from_its_snapshot_is_the_meter_that_its_stream_folds_to(house, every_round, monkeypatch, book):
    table = TABLES[book]
    house.open(table, submission(book))
    house.play(table)
    snapshots_of = {name: load_meter_snapshot(house.store, name, house.keys.vault) for name in house.house.meters.by_id}
    assert all(version for _, version in snapshots_of.values())
    house.play(table, seed=2)
    begun = []
    read = house.store.read
    monkeypatch.setattr(house.store, "read", lambda stream, after=0: begun.append(after) or read(stream, after))
    assert load_meters(house.store, house.keys.vault) == house.house.meters
    assert min(begun) > 0
    monkeypatch.setattr(snapshots, "program_hash", lambda: "another program")
    assert load_meters(house.store, house.keys.vault) == house.house.meters
    assert min(begun) == 0


@pytest.fixture
def saved(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    house.play("UTH-1")
    state = load_table(house.store, "UTH-1", house.keys.vault)
    save_snapshot(house.store, "UTH-1", state, house.keys.vault)
    assert load_snapshot(house.store, "UTH-1", house.keys.vault) == state
    return house.store.latest_snapshot("table:UTH-1", snapshots.program_hash())


@pytest.mark.parametrize(
    "change",
    [{"head": bytes(32)}, {"program": "another"}, {"content": b""}, {"content": bytes(100)}],
    ids=lambda change: str(*change),
)
def test_a_snapshot_that_does_not_fit_is_not_used(house, saved, change):
    house.store.save_snapshot(replace(saved, **change))
    assert load_snapshot(house.store, "UTH-1", house.keys.vault) is None


def test_a_snapshot_is_encrypted(house, saved):
    assert load_snapshot(house.store, "UTH-1", Vault(bytes(32))) is None
    assert b"UTH-1" not in saved.content


def test_a_meter_in_a_snapshot_that_somebody_has_written_without_the_key_is_not_used(house, every_round):
    """The database does not hold the key, so whoever can write into it cannot put another balance there."""
    house.open("UTH-1", submission("md.ultimate-texas-holdem"))
    house.play("UTH-1")
    meters = house.house.meters
    name = next(iter(meters.by_id))
    snapshots.save_meter_snapshots(house.store, meters, [name], Vault(bytes(32)))
    assert load_meter_snapshot(house.store, name, house.keys.vault) == (None, 0)
    assert load_meters(house.store, house.keys.vault) == meters
    snapshots.save_meter_snapshots(house.store, meters, [name], house.keys.vault)
    assert load_meter_snapshot(house.store, name, house.keys.vault) == (meters.by_id[name], meters.versions[name])


def test_a_snapshot_whose_submission_was_changed_is_not_used(house, saved, monkeypatch):
    """The table is folded from its events instead, which hold the text themselves."""
    state = load_snapshot(house.store, "UTH-1", house.keys.vault)
    read = house.store.find_edition

    def changed(hashed):
        found = read(hashed)
        return replace(found, content=f"# other\n{found.content}") if found.kind == SUBMISSION else found

    monkeypatch.setattr(house.store, "find_edition", changed)
    assert load_snapshot(house.store, "UTH-1", house.keys.vault) is None
    assert load_table(house.store, "UTH-1", house.keys.vault) == state


def test_a_class_that_is_not_declared_is_not_encoded():
    with pytest.raises(Corrupted, match="not declared"):
        PlainValues([]).encode(object())


def test_a_long_chain_of_posts_is_stored_without_nesting():
    """A ledger keeps the posts of a round as pairs within pairs. One player's tips can make thousands of them."""
    values, chain = PlainValues(()), None
    for number in range(5_000):
        chain = ((number,), chain)
    stored = values.encode(chain)
    again, length = values.decode(stored, {}), 0
    while again is not None:
        (number,), again = again
        length += 1
        assert number == 5_000 - length
    assert length == 5_000
    for value in ((), (1, 2), ((1, 2), (3, 4)), (1, (2, (3, ()))), ((1, (2, 3)), 4)):
        assert values.decode(values.encode(value), {}) == value


@pytest.mark.parametrize("book", ["md.ultimate-texas-holdem", "md.pai-gow-poker"])
def test_what_the_house_remembers_does_not_grow_with_its_rounds(house, book):
    """A round may leave more behind than another, but what is remembered of the fourth is forgotten by the twelfth."""
    table, sizes = TABLES[book], []
    house.open(table, submission(book))
    for seed in range(3):
        house.play(table, rounds=4, seed=seed)
        state, meters = house.house._live.by_name[table].state, house.house.meters.by_id.values()
        parts = ((state.table,), (state.seeds, *meters))
        sizes.append([sum(len(json.dumps(snapshots._plain_values().encode(value))) for value in part) for part in parts])
    (first, kept), *_, (last, still_kept) = sizes
    assert still_kept < 1.1 * kept
    assert last < 1.5 * first, "it holds the transfers of two rounds"


@pytest.mark.parametrize("schema", [0, snapshots.SCHEMA + 1])
def test_a_snapshot_of_another_form_is_not_used(house, every_round, monkeypatch, schema):
    house.open("UTH-1", submission("md.ultimate-texas-holdem"))
    house.play("UTH-1")
    meter = next(iter(house.house.meters.by_id))
    assert load_snapshot(house.store, "UTH-1", house.keys.vault) is not None
    assert load_meter_snapshot(house.store, meter, house.keys.vault)[1] > 0
    monkeypatch.setattr(snapshots, "SCHEMA", schema)
    assert load_snapshot(house.store, "UTH-1", house.keys.vault) is None
    assert load_meter_snapshot(house.store, meter, house.keys.vault) == (None, 0)


def test_a_snapshot_that_was_moved_to_another_version_is_not_used(house, every_round):
    """What is encrypted names its version: an old balance cannot be passed off as a later one."""
    house.open("UTH-1", submission("md.ultimate-texas-holdem"))
    house.play("UTH-1")
    vault, program, name = house.keys.vault, snapshots.program_hash(), next(iter(house.house.meters.by_id))
    streams = (meter_stream(name), table_stream("UTH-1"))
    old = {stream: house.store.latest_snapshot(stream, program) for stream in streams}
    house.play("UTH-1", seed=2)
    for stream in streams:
        head = house.store.stream_head(stream)
        assert head.version > old[stream].version
        house.store.save_snapshot(replace(old[stream], version=head.version, head=head.hash))
    assert load_meter_snapshot(house.store, name, vault) == (None, 0)
    assert load_snapshot(house.store, "UTH-1", vault) is None
    assert load_meters(house.store, vault) == house.house.meters
