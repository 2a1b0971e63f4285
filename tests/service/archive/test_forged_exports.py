"""Somebody writes an export of his own. Seals and chains have no key, so he can make them fit; everything else is checked."""

import json
import shutil
import zlib
from base64 import b64encode
from dataclasses import replace
from time import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.chance import derive_seed
from houseway.errors import Corrupted, HousewayError, NotAllowed
from houseway.files.logs.format import SealChain
from houseway.service.archive.exporting import export_store
from houseway.service.archive.importing import import_logs
from houseway.service.evidence.checkpoints import sign_checkpoint
from houseway.service.secrecy.keys import HouseKeys, read_public_keys
from houseway.service.secrecy.sealing import encrypt_secret
from houseway.service.secrecy.seeds import SEAL
from houseway.store import Edition, open_store
from houseway.store.chain import link_hash
from tests.support.audited_house import address_of, play_house
from tests.support.command import answered, refused, run
from tests.support.effort import MORE

TABLE = "table-FC-1.jsonl"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A house, and the logs of its export."""
    house = play_house(tmp_path_factory.mktemp("played"))
    (house / "logs").mkdir()
    with open_store(address_of(house), read_only=True) as store:
        export_store(store, house / "logs")
    return house


@pytest.fixture
def logs(played, tmp_path):
    return shutil.copytree(played / "logs", tmp_path / "logs")


def rows_of(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def write_sealed(file, rows):
    """Write lines with seals, counts and heads that fit."""
    chain, counts, written = SealChain(), {}, []
    for row in rows:
        content = {key: value for key, value in row.items() if key != "seal"}
        if "stream" in content and "kind" in content:
            counts[content["stream"]] = content["version"] = counts.get(content["stream"], 0) + 1
        if "counts" in content:
            content |= {"counts": dict(counts), "head": chain.head}
        text = json.dumps(content, ensure_ascii=False)
        written.append(f'{text[:-1]}, "seal": "{chain.seal_text(text)}"}}\n')
    file.write_bytes("".join(written).encode("utf-8", "surrogatepass"))


def write_chained(file, rows):
    """Write lines whose links fit as well, whatever the appends say now."""
    links, versions, waiting = {}, {}, {}
    for row in rows:
        if "append" in row:
            stream = row["append"]
            events = iter(waiting.pop(stream, []))
            commands = [stored_command(command, [next(events) for _ in range(command["count"])]) for command in row["commands"]]
            content = json.dumps(commands, ensure_ascii=False, separators=(",", ":")).encode()
            sealed = row["sealed"].encode() if "sealed" in row else None
            before = versions.get(stream, 0)
            links[stream] = link_hash(links.get(stream, bytes(32)), stream, before, content, sealed)
            versions[stream] = row["version"]
            row["hash"] = links[stream].hex()
        elif "kind" in row:
            waiting.setdefault(row["stream"], []).append(row)
    write_sealed(file, rows)


def stored_command(command, rows):
    given = {key: value for key, value in command.items() if key != "count"}
    asked = {"asked": rows[0]["asked"]} if "asked" in rows[0] else {}
    return {**given, **asked, "events": [stored_event(row) for row in rows]}


def stored_event(row):
    of_the_log = ("stream", "version", "at", "by", "seal", "hidden", "sealed", "edition", "manifests", "asked")
    event = {key: value for key, value in row.items() if key not in of_the_log}
    return {**event, "facts": {name: fact for name, fact in row["facts"].items() if name not in row.get("hidden", ())}}


def refusal_of(file, store=None):
    """What an import says, which writes nothing."""
    target = store or open_store("memory:")
    before = target.stream_heads()
    with pytest.raises(HousewayError) as refusal:
        import_logs(target, [file])
    assert target.stream_heads() == before
    return refusal.value.message


def test_the_forger_leaves_an_honest_log_as_it_is(logs):
    """What he writes differs in nothing but what he changes."""
    for write in (write_sealed, write_chained):
        before = (logs / TABLE).read_text()
        write(logs / TABLE, rows_of(logs / TABLE))
        assert (logs / TABLE).read_text() == before
    store = open_store("memory:")
    import_logs(store, sorted(logs.iterdir()))
    assert store.stream_heads()


# What replay would show, and the chain does not cover


def test_an_actor_that_only_the_line_of_the_event_names(logs):
    rows = rows_of(logs / TABLE)
    next(row for row in rows if row.get("kind") == "player-seated")["by"]["name"] = "Eve"
    write_sealed(logs / TABLE, rows)
    assert "this line does not fit the events before it" in refusal_of(logs / TABLE)


def test_a_time_that_only_the_line_of_the_event_says(logs):
    rows = rows_of(logs / TABLE)
    next(row for row in rows if row.get("kind") == "player-seated")["at"] += 60
    write_sealed(logs / TABLE, rows)
    assert "this line does not fit the events before it" in refusal_of(logs / TABLE)


def test_events_that_no_append_has(logs):
    rows = rows_of(logs / TABLE)
    (last,) = [place for place, row in enumerate(rows) if "checkpoint" in row]
    extra = next(row for row in rows if row.get("kind") == "money-moved")
    write_sealed(logs / TABLE, [*rows[:last], dict(extra), *rows[last:]])
    assert "the log has events of table:FC-1 that no append has" in refusal_of(logs / TABLE)


def test_hidden_cards_that_are_not_those_that_were_sealed(logs):
    """Somebody shows a player other cards than he had: the chain has only what was sealed."""
    rows = rows_of(logs / TABLE)
    row = next(row for row in rows if "hidden" in row and row["kind"] != "deck-shuffled")
    name = row["hidden"][0]
    row["facts"][name] = [] if isinstance(row["facts"][name], list) else {}
    write_sealed(logs / TABLE, rows)
    assert "the hidden facts of the events before this line are not those that were sealed" in refusal_of(logs / TABLE)
    audited = run("audit", logs, "--json")
    assert (audited.returncode, "are not those that were sealed" in audited.stdout) == (1, True)


def test_hidden_cards_that_are_left_out(logs):
    rows = rows_of(logs / TABLE)
    row = next(row for row in rows if "hidden" in row)
    for name in row.pop("hidden"):
        del row["facts"][name]
    write_sealed(logs / TABLE, rows)
    assert "are not those that were sealed" in refusal_of(logs / TABLE)


def test_facts_that_are_open_and_shown_as_sealed(logs):
    rows = rows_of(logs / TABLE)
    row = next(row for row in rows if "hidden" in row)
    for name in row.pop("hidden"):
        del row["facts"][name]
    row["sealed"] = True
    write_sealed(logs / TABLE, rows)
    assert "are not those that were sealed" in refusal_of(logs / TABLE)


# What would spoil the database


@pytest.mark.parametrize("number", [1, 2, 9, -1, 0, True, "1", 1.0, None, 1 << 80])
def test_a_round_that_begins_elsewhere(logs, number):
    rows = rows_of(logs / TABLE)
    row = [row for row in rows if row.get("append") == "table:FC-1" and "round" not in row][1]
    row["round"] = number
    write_sealed(logs / TABLE, rows)
    assert refusal_of(logs / TABLE)


def test_a_time_in_the_future_to_which_the_clock_of_the_house_would_jump(logs):
    rows = rows_of(logs / TABLE)
    command = [row for row in rows if row.get("append") == "table:FC-1"][-1]["commands"][-1]
    command["at"] = round(time() + 3 * 86_400) * 1_000
    events = [row for row in rows if row.get("stream") == "table:FC-1" and "kind" in row][-command["count"] :]
    for event in events:
        event["at"] = command["at"] // 1_000
    write_chained(logs / TABLE, rows)
    assert "has a time before the last one, or in the future" in refusal_of(logs / TABLE)


def test_a_time_that_goes_back(logs):
    rows = rows_of(logs / TABLE)
    command = [row for row in rows if row.get("append") == "table:FC-1"][-1]["commands"][-1]
    events = [row for row in rows if row.get("stream") == "table:FC-1" and "kind" in row][-command["count"] :]
    command["at"] = 5_000
    for event in events:
        event["at"] = 5
    write_chained(logs / TABLE, rows)
    assert "has a time before the last one, or in the future" in refusal_of(logs / TABLE)


def test_an_edition_that_the_event_does_not_name(logs):
    rows = rows_of(logs / TABLE)
    row = next(row for row in rows if "edition" in row)
    row["edition"]["files"]["book"]["title"] = "Another"
    write_sealed(logs / TABLE, rows)
    assert "a text in this line is not one that its event names" in refusal_of(logs / TABLE)


def test_an_edition_that_claims_to_be_the_one_of_an_older_table(logs):
    """Tables that were opened before editions were stored name only the hash of their book."""
    rows = rows_of(logs / TABLE)
    row = next(row for row in rows if "edition" in row)
    del row["facts"]["book_edition"]
    row["facts"]["book_hash"] = "00" * 32
    write_chained(logs / TABLE, rows)
    assert "a text in this line is not one that its event names" in refusal_of(logs / TABLE)


def test_a_manifest_that_does_not_have_its_hash(logs):
    rows = rows_of(logs / TABLE)
    row = next(row for row in rows if row.get("kind") == "player-seated")
    row["manifests"] = [["integrity-program", "00" * 32, "another program"]]
    write_sealed(logs / TABLE, rows)
    assert "a text in this line is not one that its event names" in refusal_of(logs / TABLE)


def test_a_text_that_is_stored_under_its_hash_as_another_kind_bars_nobody(played, logs):
    """A forged log could bring the text of a book as a submission. A table can still be opened under that book."""
    with open_store(address_of(played), read_only=True) as store:
        book = next(each for each in book_editions(store))
    target = open_store("memory:")
    target.save_edition(Edition(book.hash, "submission", book.content))
    import_logs(target, sorted(logs.iterdir()))
    target.save_edition(book)
    with pytest.raises(Corrupted):
        target.save_edition(replace(book, content="another"))


def book_editions(store):
    from houseway.table.editions import RULES_EVENTS

    for append in store.read("table:FC-1"):
        for event in append.events:
            if event.kind in RULES_EVENTS:
                yield store.find_edition(event.text("book_edition"))


def test_a_text_under_a_hash_that_the_database_has_otherwise_is_refused_before_anything_is_written(played, logs):
    with open_store(address_of(played), read_only=True) as store:
        book = next(each for each in book_editions(store))
    target = open_store("memory:")
    target.save_edition(Edition(book.hash, "book", "another"))
    assert "another text under the hash of this book" in refusal_of(logs / TABLE, target)


def test_two_logs_that_contradict_each_other(logs, tmp_path):
    """Neither contradicts the database, which is empty."""
    rows = rows_of(logs / TABLE)
    row = next(row for row in rows if row.get("kind") == "player-seated")
    row["facts"]["forged"] = 1
    write_chained(tmp_path / "forged.jsonl", rows)
    rows = rows_of(tmp_path / "forged.jsonl")
    import_logs(open_store("memory:"), [tmp_path / "forged.jsonl"])
    for pair in ([logs / TABLE, tmp_path / "forged.jsonl"], [tmp_path / "forged.jsonl", logs / TABLE]):
        target = open_store("memory:")
        with pytest.raises(NotAllowed, match="has another history of table:FC-1"):
            import_logs(target, pair)
        assert target.stream_heads() == ()


@pytest.mark.parametrize("name", ["", "a\x00b", "\ud800", "x" * 501, "a\nb"], ids=["none", "zero", "half", "long", "lines"])
def test_a_name_of_a_stream_that_no_database_takes(logs, name):
    rows = rows_of(logs / "house.jsonl")
    old = next(row["append"] for row in rows if "append" in row and row["append"].startswith("receipts:"))
    for row in rows:
        for key in ("stream", "append", "proof"):
            row |= {key: name} if row.get(key) == old else {}
    write_sealed(logs / "house.jsonl", rows)
    assert refusal_of(logs / "house.jsonl")


def first_sealed(rows):
    return next(row for row in rows if row.get("append") == "table:FC-1" and "sealed" in row)


@pytest.mark.parametrize(
    "sealed",
    [
        "",
        "x",
        "null",
        "{}",
        "[1]",
        "[[1, 2, 3]]",
        '[["a"]]',
        '[[1, "draws", "eA==", [9]]]',
        '[[1, "draws", "eA==", 5]]',
        "[" * 50_000,
    ],
    ids=lambda text: text[:12],
)
def test_a_sealed_part_that_cannot_be_read(logs, sealed):
    rows = rows_of(logs / TABLE)
    first_sealed(rows)["sealed"] = sealed
    write_chained(logs / TABLE, rows)
    assert refusal_of(logs / TABLE)


@pytest.mark.parametrize("content", [zlib.compress(bytes(1 << 25), 9), b"no deflate", zlib.compress(b"[" * 50_000)], ids=len)
def test_a_sealed_part_that_would_fill_the_memory(logs, content):
    """The forger has the seed, because the log opens it."""
    rows = rows_of(logs / TABLE)
    append = first_sealed(rows)
    sealed = json.loads(append["sealed"])
    number, purpose = sealed[0][:2]
    opened = (row["facts"] for row in rows if row.get("kind") == "seed-opened")
    seed = next(facts["seed"] for facts in opened if (facts["round"], facts["purpose"]) == (number, purpose))
    sealed[0][2] = b64encode(encrypt_secret(derive_seed(bytes.fromhex(seed), SEAL), content)).decode()
    append["sealed"] = json.dumps(sealed)
    write_chained(logs / TABLE, rows)
    assert "the hidden facts of the events before this line cannot be opened" in refusal_of(logs / TABLE)


# Who has written it


def forge_event(logs):
    """A log in which everything fits, and that the house never wrote."""
    rows = rows_of(logs / TABLE)
    row = next(row for row in rows if row.get("kind") == "player-seated")
    row["facts"]["forged"] = 1
    write_chained(logs / TABLE, rows)


def test_a_log_that_fits_is_taken_for_what_it_is_without_keys(logs, tmp_path):
    forge_event(logs)
    printed = answered("import", logs / TABLE, "--into", tmp_path / "copy.db")
    assert "not checked: who wrote these logs, because no public keys were given" in printed


def test_with_keys_only_what_the_house_has_signed_is_imported(played, logs, tmp_path):
    keys = played / "keys" / "public-keys.json"
    printed = answered("import", logs, "--into", tmp_path / "copy.db", "--public-keys", keys)
    assert "not checked" not in printed
    with open_store(f"sqlite:///{tmp_path / 'copy.db'}") as copy, open_store(address_of(played), read_only=True) as store:
        assert copy.stream_heads() == store.stream_heads()
    forge_event(logs)
    said = refused("import", logs, "--into", tmp_path / "second.db", "--public-keys", keys)
    assert "is not in the log that the house has signed" in said


def test_a_checkpoint_of_somebody_else(played, logs, tmp_path):
    rows, forger = rows_of(logs / TABLE), HouseKeys(tmp_path / "forger", at=0)
    with open_store(address_of(played), read_only=True) as store:
        head = store.tree.current_head()
    next(row for row in rows if "checkpoint" in row)["checkpoint"] = sign_checkpoint(head, 1, forger)
    write_sealed(logs / TABLE, rows)
    target = open_store("memory:")
    with pytest.raises(NotAllowed, match="no checkpoint that the house with these keys has signed"):
        import_logs(target, [logs / TABLE], keys=read_public_keys(played / "keys" / "public-keys.json"))
    assert target.stream_heads() == ()


def test_what_is_newer_than_the_checkpoint_is_left_out(played, logs):
    """Somebody adds an event to a stream: its chain fits, and nobody has signed it."""
    rows = rows_of(logs / TABLE)
    keys = read_public_keys(played / "keys" / "public-keys.json")
    (place,) = [place for place, row in enumerate(rows) if "checkpoint" in row]
    event = next(row for row in rows if row.get("kind") == "money-moved")
    last = [row for row in rows if row.get("append") == "table:FC-1"][-1]
    command = {**last["commands"][-1], "count": 1}
    added = {**event, "at": command["at"] // 1_000, "by": command["by"]}
    number = max(row["facts"]["number"] for row in rows if row.get("kind") == "round-started")
    append = {
        "append": "table:FC-1",
        "version": last["version"] + 1,
        "commands": [command],
        "round": number,
        "form": 1,
        "hash": "",
    }
    write_chained(logs / TABLE, [*rows[:place], added, append, *rows[place:]])
    bold, careful = open_store("memory:"), open_store("memory:")
    import_logs(bold, [logs / TABLE])
    assert bold.stream_head("table:FC-1").version == last["version"] + 1
    (imported,) = import_logs(careful, [logs / TABLE], keys=keys)
    assert (imported.left_out, careful.stream_head("table:FC-1").version) == (1, last["version"])


# Anything else


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(
        [-1, 0, 1 << 63, 1 << 64, 10**40, 1.5, "", "x", "\x00", "\ud800", [], {}, [[]], {"": 0}, [None], "00" * 32]
    ),
)


@settings(max_examples=60 * MORE, deadline=None)
@given(data=st.data())
def test_no_forged_value_ends_in_anything_but_a_refusal_or_the_same_streams(played, tmp_path_factory, data):
    """Values of any type in any key of any line, sealed and chained anew as far as that is possible."""
    rows = rows_of(played / "logs" / TABLE)
    kinds = {key: [place for place, row in enumerate(rows) if key in row] for key in ("kind", "append", "proof", "checkpoint")}
    row = rows[data.draw(st.sampled_from(kinds[data.draw(st.sampled_from(sorted(kinds)))]))]
    place = row
    while isinstance(place, dict | list) and place:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            place[key] = data.draw(VALUES)
            break
        place = place[key]
    file = tmp_path_factory.mktemp("forged") / TABLE
    try:
        write_chained(file, rows)
    except (TypeError, ValueError, AttributeError, KeyError, StopIteration, OverflowError):
        try:
            write_sealed(file, rows)
        except (TypeError, ValueError, UnicodeEncodeError):
            return
    target = open_store("memory:")
    try:
        import_logs(target, [file])
    except HousewayError:
        assert target.stream_heads() == ()
