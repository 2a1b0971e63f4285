"""An export is a log that can be replayed, and from which the same streams can be built again."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.croupier import FLOOR_ACTOR
from houseway.errors import HousewayError, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.files import LogReader, read_log
from houseway.files.logs.format import SealChain
from houseway.service.archive.export_reader import ExportReader
from houseway.service.archive.exporting import export_store
from houseway.service.archive.importing import import_logs
from houseway.service.live.checks.verifying import verify_draws
from houseway.store import Edition, open_store
from houseway.store.chain import link_hash
from tests.support.command import answered, refused
from tests.support.effort import MORE
from tests.support.later_release import later_release  # noqa: F401 - a fixture
from tests.support.live import LiveHouse, submission
from tests.support.stored import append, part, request
from tests.support.write_stored_house import BETWEEN_ROUNDS, IN_ROUND, unpack_stored_house

MD, FOUR_CARD = "md.pai-gow-poker", "md.four-card-poker"


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A store with tables of all books, in rounds and between them, and the files of its export."""
    folder = tmp_path_factory.mktemp("stored")
    store = open_store(unpack_stored_house("d140fd7", folder))
    (folder / "export").mkdir()
    return store, export_store(store, folder / "export")


def test_every_table_has_a_log_with_its_streams(stored):
    _, files = stored
    assert {file.table for file in files} == {*BETWEEN_ROUNDS.values(), *IN_ROUND.values()}
    streams = {json.loads(line).get("stream") for line in files[0].path.read_text().splitlines()} - {None}
    assert streams == {"table:DIV-1", "chance:DIV-1", "meter:progressive/meter"}


def test_a_log_is_replayed_up_to_what_is_sealed(stored):
    _, files = stored
    for file in files:
        reader = LogReader(file.path)
        rounds = list(reader.rounds())
        assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
        assert reader.table.version + 1 == reader.summary.sealed_from == file.sealed_from
        events = [event for each in rounds for _, event in each.meter_events]
        assert {event["table"] for event in events if "table" in event.facts} <= {file.table}


def test_an_import_gives_the_same_streams(stored):
    store, files = stored
    copy = open_store("memory:")
    import_logs(copy, [file.path for file in files])
    assert copy.stream_heads() == store.stream_heads()
    for head in store.stream_heads():
        assert list(copy.read(head.stream)) == list(store.read(head.stream))
        assert copy.round_starts(head.stream) == store.round_starts(head.stream)
    assert all(draw.agrees for draw in verify_draws(copy, "PG-1"))
    again = import_logs(copy, [file.path for file in files])
    assert sum(file.events for file in again) == 0


def test_a_later_export_adds_what_is_new(stored, tmp_path):
    store, files = stored
    copy = open_store("memory:")
    appends = [each for file in files if file.table == "UTH-2" for each in ExportReader(file.path)]
    kept = [each for each in appends if each.stream == "table:UTH-2"][:5]
    copy.copy_appends(kept)
    (imported,) = import_logs(copy, [file.path for file in files if file.table == "UTH-2"])
    assert imported.events == len(event_lines(files, "UTH-2")) - kept[-1].version
    assert copy.stream_head("table:UTH-2") == store.stream_head("table:UTH-2")


def event_lines(files, table):
    (file,) = [file for file in files if file.table == table]
    return [line for line in file.path.read_text().splitlines() if '"stream": "' in line]


def test_another_history_is_refused_and_nothing_is_written(stored):
    _, files = stored
    copy = open_store("memory:")
    (file,) = [file for file in files if file.table == "PG-2"]
    first = next(each for each in ExportReader(file.path) if each.stream == "table:PG-2")
    content = first.content.replace(b"floorperson", b"floorPerson")
    copy.copy_appends([replace(first, content=content, hash=link_hash(bytes(32), first.stream, 0, content, first.sealed))])
    before = copy.stream_heads()
    with pytest.raises(NotAllowed, match="another history of table:PG-2"):
        import_logs(copy, [file.path for file in files])
    assert copy.stream_heads() == before


@settings(max_examples=15 * MORE, deadline=None)
@given(data=st.data())
def test_a_changed_export_is_refused(stored, tmp_path_factory, data):
    """Also one whose lines were sealed anew: the chain of the store is not theirs to change."""
    _, files = stored
    (file,) = [file for file in files if file.table == "FC-2"]
    lines = file.path.read_text().splitlines()
    number = data.draw(st.integers(2, len(lines) - 2))
    content = json.loads(lines[number])
    change = data.draw(st.sampled_from(["drop", "double", "fact", "hash", "time", "by"]))
    changed = damage(content, change)
    instead = {"drop": [], "double": [changed, changed]}.get(change, [changed])
    rows = lines[:number] + instead + lines[number + 1 :]
    path = tmp_path_factory.mktemp("changed") / "log.jsonl"
    path.write_text("\n".join(resealed(rows)) + "\n")
    if [json.loads(row) for row in resealed(rows)] == [json.loads(line) for line in lines]:
        return
    copy = open_store("memory:")
    with pytest.raises(HousewayError):
        import_logs(copy, [path])
    assert copy.stream_heads() == ()


def damage(content, change):
    if change == "fact" and content.get("facts"):
        content["facts"]["added"] = 1
    elif change == "hash" and "hash" in content:
        content["hash"] = content["hash"][::-1]
    elif change == "time" and "commands" in content:
        content["commands"][0]["at"] += 1
    elif change == "by" and "commands" in content:
        content["commands"][0]["by"]["name"] += "!"
    return json.dumps(content, ensure_ascii=False)


def resealed(rows):
    """Seal lines anew, with counts that fit."""
    chain, counts = SealChain(), {}
    for row in rows:
        content = {key: value for key, value in json.loads(row).items() if key != "seal"}
        if "stream" in content:
            counts[content["stream"]] = content["version"] = counts.get(content["stream"], 0) + 1
        if "counts" in content:
            content |= {"counts": dict(counts), "head": chain.head}
        text = json.dumps(content, ensure_ascii=False)
        yield f'{text[:-1]}, "seal": "{chain.seal_text(text)}"}}'


def test_an_export_that_is_cut_off_is_refused(stored, tmp_path):
    _, files = stored
    lines = files[0].path.read_text().splitlines()
    (tmp_path / "cut.jsonl").write_text("\n".join(lines[:-1]) + "\n")
    with pytest.raises(HousewayError, match="ends before its last line"):
        import_logs(open_store("memory:"), [tmp_path / "cut.jsonl"])


def test_a_deck_that_waits_for_its_round_hides_nothing_else(tmp_path):
    """It was shuffled when an earlier round ended. The rounds since then can be replayed, and their draws verified."""
    house = LiveHouse(open_store("memory:"), tmp_path)
    house.open("FC-1", submission(FOUR_CARD))
    house.play("FC-1", rounds=3)
    (tmp_path / "export").mkdir()
    (file,) = export_store(house.store, tmp_path / "export")
    reader = LogReader(file.path)
    assert [each.number for each in reader.rounds() if each.is_finished] == [1, 2, 3]
    assert (file.sealed_from, reader.summary.sealed_from) == (None, None)
    assert reader.table.ledger == house.house.tables["FC-1"].ledger
    assert any(deck.cards is None for deck in reader.table.equipment.decks)
    assert [draw.act for draw in verify_draws(house.store, "FC-1")] == ["receive-deck", "receive-deck", "shuffle"]
    copy = open_store("memory:")
    import_logs(copy, [file.path])
    assert copy.stream_heads() == house.store.stream_heads()
    house.close()


def test_a_table_that_has_closed_is_replayed_to_its_end(tmp_path):
    """At a table with two decks one always waits for its round; when the table closes, its seed is opened, too."""
    house = LiveHouse(open_store("memory:"), tmp_path)
    house.open("FC-1", submission(FOUR_CARD))
    house.play("FC-1", rounds=2)
    for player in house.house.tables["FC-1"].arrivals:
        house.run(house.house.act("FC-1", Command("leave", Actor(Role.PLAYER, player), {})))
    counted = house.house.tables["FC-1"].ledger.balance("inventory")
    house.run(house.house.act("FC-1", Command("close-table", FLOOR_ACTOR, {"counted": counted})))
    (tmp_path / "export").mkdir()
    (file,) = export_store(house.store, tmp_path / "export")
    assert file.sealed_from is None
    log = read_log(file.path)
    assert not log.table.open
    assert log.table == house.house._live.by_name["FC-1"].state.table
    assert len(list(verify_draws(house.store, "FC-1"))) == len(
        [event for each in house.store.read("chance:FC-1") for event in each.events if event.kind == "chance-drawn"]
    )
    house.close()


def test_an_export_brings_its_edition(house, later_release, tmp_path):  # noqa: F811
    house.open("PG-1", submission(MD, "minimal"))
    house.play("PG-1")
    (file,) = export_store(house.store, tmp_path)
    text, rules = (
        house.store.find_edition(house.house.tables["PG-1"].rules.regulation.edition),
        house.house.tables["PG-1"].rules,
    )
    later_release(MD, "paytables", 'pays = "1 to 1"', 'pays = "3 to 1"')
    reader = LogReader(file.path)
    assert [each.number for each in reader.rounds() if each.is_finished] == [1]
    assert reader.table.rules.hash == rules.hash
    copy = open_store("memory:")
    import_logs(copy, [file.path])
    assert copy.find_edition(text.hash) == Edition(text.hash, "book", text.content)


def test_a_log_of_a_dealt_round_brings_its_edition(later_release, tmp_path):  # noqa: F811
    log, bare = tmp_path / "log.jsonl", tmp_path / "bare.jsonl"
    answered("deal", MD, "--log", log)
    rows = [json.loads(row) for row in log.read_text().splitlines()]
    bare.write_text("\n".join(resealed([json.dumps({k: v for k, v in row.items() if k != "edition"}) for row in rows])) + "\n")
    wrong = json.loads(json.dumps(rows))
    wrong[1]["edition"]["files"]["book"]["title"] = "Another"
    (tmp_path / "wrong.jsonl").write_text("\n".join(resealed(map(json.dumps, wrong))) + "\n")
    before = answered("replay", log)
    assert answered("replay", bare) == before
    later_release(MD, "paytables", 'pays = "1 to 1"', 'pays = "3 to 1"')
    assert "an edition of md.pai-gow-poker that is not known here" in refused("replay", bare)
    assert "is not the one that the event names" in refused("replay", tmp_path / "wrong.jsonl")
    assert answered("replay", log) == before


def test_streams_of_no_table_have_a_file_of_their_own(house, tmp_path):
    append(house.store, request(part("account:p-1", 0, "a")), request(part("house", 0, "b")))
    (file,) = export_store(house.store, tmp_path)
    assert (file.path.name, file.table, file.events) == ("house.jsonl", "", 2)
    copy = open_store("memory:")
    import_logs(copy, [file.path])
    assert copy.stream_heads() == house.store.stream_heads()


def test_an_imported_house_goes_on_with_its_keys(stored, tmp_path):
    """Also a round that was under way, whose sealed part came with the export."""
    store, files = stored
    unpack_stored_house("d140fd7", tmp_path)
    copy = open_store("memory:")
    import_logs(copy, [file.path for file in files])
    house = LiveHouse(copy, tmp_path)
    assert house.house.frozen == {}
    before = house.house.tables["FC-2"]
    assert before.version == store.stream_head("table:FC-2").version
    house.play("FC-2")
    assert house.house.tables["FC-2"].number == before.number + 1
    house.close()
