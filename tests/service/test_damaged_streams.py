"""Streams that were changed behind the program's back: what rests on them stops and says where, and nothing else does."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.errors import Corrupted, HousewayError, Unavailable
from houseway.events import Actor, Command, Event, Role
from houseway.money import Cents
from houseway.service.archive.exporting import export_store
from houseway.service.people.person import Person
from houseway.store import open_store
from houseway.store.chain import link_hash
from houseway.store.packing import Packer, shipped_dictionary
from tests.support.api_bench import ApiBench, give, open_table, sign_in, sit_down
from tests.support.audited_house import address_of
from tests.support.command import run
from tests.support.live import LiveHouse, submission

METER = "progressive/meter"
OF_METER = f"stream_id = (SELECT id FROM streams WHERE name = 'meter:{METER}')"  # noqa: S608
LAST = f"version = (SELECT max(version) FROM appends WHERE {OF_METER}) AND {OF_METER}"  # noqa: S608 - our own words
FAY = Actor(Role.FLOOR, "Fay")
FLO = Person("p-flofloflof", "Flo", frozenset(("floorperson",)))


def run_statements(*statements):
    def change(database):
        for statement in statements:
            assert database.execute(statement).rowcount > 0

    return change


def rewrite(old, new):
    """What replaces words in the meter's stream, and computes all its hashes anew."""

    def change(database):
        packer, link, stream = Packer({1: shipped_dictionary(1)}), bytes(32), f"meter:{METER}"
        rows = database.execute(
            f"SELECT stream_id, version, before, content FROM appends WHERE {OF_METER} ORDER BY version"  # noqa: S608
        ).fetchall()
        for key, version, before, content in rows:
            text = packer.unpack(content, 1).replace(old, new)
            link = link_hash(link, stream, before, text, None)
            values = (packer.pack(text), link, key, version)
            database.execute("UPDATE appends SET content = ?, hash = ? WHERE stream_id = ? AND version = ?", values)
        assert database.execute("UPDATE streams SET hash = ? WHERE name = ?", (link, stream)).rowcount == 1

    return change


DAMAGES = {
    "deleted": (run_statements(f"DELETE FROM appends WHERE {LAST}"), "the stream ends at event"),  # noqa: S608
    "content": (run_statements(f"UPDATE appends SET content = 'text' WHERE {LAST}"), "wrong type"),  # noqa: S608
    "entry": (run_statements(f"UPDATE streams SET version = 'text' WHERE name = 'meter:{METER}'"), "wrong type"),  # noqa: S608
    "unknown": (rewrite(b"contribution-made", b"contribution-mad"), "contribution-mad"),
    "impossible": (rewrite(b'"stake":', b'"steak":'), "stake"),
    "gone": (
        run_statements(f"DELETE FROM appends WHERE {OF_METER}", f"DELETE FROM streams WHERE name = 'meter:{METER}'"),  # noqa: S608
        "its stream is gone",
    ),
}
damaged = pytest.mark.parametrize(("damage", "said"), DAMAGES.values(), ids=DAMAGES)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The folder of a house that has played at two tables that share a meter, and has two that do not."""
    folder = tmp_path_factory.mktemp("played")
    house = LiveHouse(open_store(address_of(folder)), folder)
    for table, book in (("FC-1", "md.four-card-poker"), ("FC-2", "md.four-card-poker"), ("UTH-1", "md.ultimate-texas-holdem")):
        house.open(table, submission(book))
    house.open("FC-9", submission("md.four-card-poker", "minimal"))
    for table in ("FC-1", "FC-2"):
        house.play(table)
    house.close()
    return folder


@pytest.fixture
def break_house(played, tmp_path):
    """A function that damages a copy of the house."""

    def copy_and_break(damage):
        shutil.copytree(played, tmp_path, dirs_exist_ok=True)
        with closing(sqlite3.connect(tmp_path / "house.db")) as database:
            damage(database)
            database.commit()

    return copy_and_break


@damaged
def test_only_the_tables_of_a_meter_that_cannot_be_read_are_stopped_and_say_where(break_house, open_house, damage, said):
    break_house(damage)
    again = open_house()
    assert list(again.house.frozen) == ["FC-1", "FC-2"]
    for why in again.house.frozen.values():
        assert why.startswith(f"its meter {METER} cannot be read: ")
        assert said in why
    assert METER not in again.house.meters.by_id
    for table in ("UTH-1", "FC-9"):
        again.play(table)
    with pytest.raises(Unavailable, match="FC-1 is stopped: its meter"):
        again.run(again.house.act("FC-1", Command("leave", Actor(Role.PLAYER, "Ann"), {})))
    with pytest.raises(HousewayError, match="its meter"):
        again.run(again.house.thaw("FC-1", FLO, "it looks fine"))


def test_nothing_is_done_with_a_meter_that_cannot_be_read(break_house, open_house, tmp_path):
    break_house(DAMAGES["content"][0])
    again = open_house()
    text = submission("md.four-card-poker").replace('["FC-1", "FC-2"]', '["FC-1", "FC-2", "FC-3"]')
    opening = Command("open-table", FLOOR_ACTOR, {"submission": text, "inventory": Cents.from_dollars(1_000_000)})
    for refused in (
        lambda: again.house.open_table("FC-3", opening),
        lambda: again.house.change_meter_terms(METER, {"rate": "20%"}, FAY, "a test"),
    ):
        with pytest.raises(Unavailable, match="wrong type") as refusal:
            again.run(refused())
        assert refusal.value.code == "house.meter-broken"
    assert not again.house.has_table("FC-3")
    with pytest.raises(Corrupted, match=METER):
        export_store(again.store, tmp_path / "logs")


def test_a_meter_that_was_restored_lets_its_tables_go_on(break_house, open_house, tmp_path):
    break_house(lambda database: database.execute("SELECT 1"))
    content, remember = [], f"SELECT content FROM appends WHERE {LAST}"  # noqa: S608
    with closing(sqlite3.connect(tmp_path / "house.db")) as database:
        content += database.execute(remember).fetchone()
        DAMAGES["content"][0](database)
        database.commit()
    again = open_house()
    with closing(sqlite3.connect(tmp_path / "house.db")) as database:
        database.execute(f"UPDATE appends SET content = ? WHERE {LAST}", content)  # noqa: S608
        database.commit()
    again.house.record.add(lambda _: (Event("person-registered", (), {"person": FLO.id, "after": tuple(FLO.roles)}),))
    again.run(again.house.thaw("FC-1", FLO, "the disk was restored"))
    assert list(again.house.frozen) == ["FC-2"]
    before = again.house.meters.by_id[METER].contributed
    again.play("FC-1")
    assert again.house.meters.by_id[METER].contributed > before


def test_a_meter_that_breaks_while_the_house_is_open_stops_its_tables_too(break_house, open_house, tmp_path):
    break_house(lambda database: database.execute("SELECT 1"))
    here, elsewhere, frozen = open_house(), open_house(), []
    here.house.freeze_listeners.append(frozen.append)
    elsewhere.play("FC-1")
    with closing(sqlite3.connect(tmp_path / "house.db")) as database:
        DAMAGES["content"][0](database)
        database.commit()
    assert here.run(here.house.catch_up_meters())
    assert sorted(frozen) == ["FC-1", "FC-2"] == sorted(here.house.frozen)
    assert METER not in here.house.meters.by_id
    here.play("UTH-1")


def test_a_table_of_which_nothing_can_be_shown_is_named_in_the_lobby_with_the_reason(break_house, tmp_path):
    damage = run_statements("UPDATE streams SET at = 'text' WHERE name = 'table:FC-9'")
    break_house(damage)
    bench = ApiBench(tmp_path, database=address_of(tmp_path))
    try:
        lobby = sign_in(bench, "gus").get("/api/tables").json()
        assert lobby["unreadable"] == {"FC-9": "table:FC-9: the entry of the stream has a value of the wrong type"}
        assert [table["id"] for table in lobby["tables"]] == ["FC-1", "FC-2", "UTH-1"]
        bench.play("FC-1")
    finally:
        bench.close()


@damaged
def test_the_pages_and_the_audit_say_which_meter_cannot_be_read(break_house, tmp_path, damage, said):
    break_house(damage)
    bench = ApiBench(tmp_path, database=address_of(tmp_path))
    try:
        client = sign_in(bench, "gus")
        lobby = {table["id"]: table for table in client.get("/api/tables").json()["tables"]}
        assert {name for name, table in lobby.items() if table["frozen"]} == {"FC-1", "FC-2"}
        assert all(said in lobby[name]["frozen"] for name in ("FC-1", "FC-2"))
        assert METER not in [meter["id"] for meter in client.get("/api/meters").json()["meters"]]
        answer = client.get(f"/api/meters/{METER}/history")
        expected = (404, "service.meter") if said == "its stream is gone" else (503, "house.meter-broken")
        assert (answer.status_code, answer.json()["code"]) == expected
        assert client.get("/api/tables/FC-1").status_code == 200
        bench.service.upkeep.do_due_work()
        frozen = [
            event for append in bench.service.store.read("house") for event in append.events if event.kind == "table-frozen"
        ]
        assert [event["table"] for event in frozen] == ["FC-1", "FC-2"]
    finally:
        bench.close()
    found = run("audit", tmp_path)
    assert found.returncode == 1
    places = ("meter:progressive/meter", "meter:md.four-card-poker progressive meter", "streams.version", "appends.content")
    assert any(place in found.stdout for place in places), found.stdout


def test_an_append_that_was_removed_before_it_came_into_the_log_does_not_wait_for_it(break_house, tmp_path):
    break_house(DAMAGES["gone"][0])
    with closing(sqlite3.connect(tmp_path / "house.db")) as database:
        query = "SELECT count(*) FROM tree_leaves WHERE stream_id NOT IN (SELECT id FROM streams)"
        (lost,) = database.execute(query).fetchone()
    bench = ApiBench(tmp_path, database=address_of(tmp_path))
    try:
        bench.service.log_keeper.extend()
        status = bench.client().get("/api/log").json()
        assert (status["waiting"], status["lost"]) == (0, lost)
        assert lost > 1
    finally:
        bench.close()
    assert f"the tree: {lost} appends removed before coming into the tree" in run("audit", tmp_path).stdout


def test_a_stored_book_that_cannot_be_read_stops_nothing_while_the_program_has_it(break_house, open_house):
    break_house(run_statements("UPDATE editions SET content = x'ff00' WHERE kind = 'book'"))
    again = open_house()
    assert again.house.frozen == {}
    again.play("UTH-1")


# Other streams


@pytest.fixture
def damaged_service(tmp_path):
    """A function that starts a service with a table and a player's account after a stream of it was damaged."""
    opened = []

    def start(stream):
        first = ApiBench(tmp_path, database=address_of(tmp_path))
        ann, table = sign_in(first, "ann", "player"), open_table(sign_in(first, "flo", "floorperson"), "md.four-card-poker")
        first.service.accounts.grant(ann.id, Cents.from_dollars(5_000), "a test")
        first.close()
        name = stream.format(table=table, person=ann.id)
        with closing(sqlite3.connect(tmp_path / "house.db")) as database:
            of_stream = "stream_id = (SELECT id FROM streams WHERE name = ?)"
            assert database.execute(f"UPDATE appends SET content = 'text' WHERE {of_stream}", (name,)).rowcount  # noqa: S608
            database.commit()
        opened.append(ApiBench(tmp_path, database=address_of(tmp_path)))
        again = opened[0].client()
        again.client.cookies.update(ann.client.cookies)
        return opened[0], again, table, name

    yield start
    for bench in opened:
        bench.close()


@pytest.mark.parametrize("stream", ["settings:{table}", "chance:{table}"])
def test_a_stream_of_one_table_stops_that_table_and_is_named(damaged_service, stream):
    bench, _, table, name = damaged_service(stream)
    assert bench.service.house.frozen == {table: f"{name}: the append after event 0: a row has a value of the wrong type"}


def test_an_account_that_cannot_be_read_concerns_nobody_but_its_owner(damaged_service):
    bench, ann, table, _ = damaged_service("account:{person}")
    assert bench.service.house.frozen == {}
    assert give(ann, table, "sit", position=2).status_code == 200
    for answer in (ann.get("/api/account"), give(ann, table, "buy-in", amount={"cents": 10_000})):
        assert (answer.status_code, answer.json()["code"]) == (503, "service.damaged")
    assert give(ann, table, "leave").status_code == 200
    bob = sign_in(bench, "bob", "player")
    bench.service.accounts.grant(bob.id, Cents.from_dollars(5_000), "a test")
    sit_down(bob, table, 1)
    bench.play(table)


def test_without_the_record_of_the_house_nothing_starts(damaged_service, tmp_path):
    """Nobody could know who may do what, and what is stopped."""
    bench, *_ = damaged_service("settings:{table}")
    bench.run(bench.service.close())
    with closing(sqlite3.connect(tmp_path / "house.db")) as database:
        assert database.execute("UPDATE streams SET hash = 'text' WHERE name = 'house'").rowcount == 1
        database.commit()
    refused = run("serve", "--data", tmp_path, "--port", "0", "--no-demo")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "houseway: house: the entry of the stream has a value of the wrong type\n"
