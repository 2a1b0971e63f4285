"""The audit finds whatever was tampered with, each with its place."""

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import asdict

import pytest
from sqlalchemy import delete, update

from houseway.errors import Corrupted
from houseway.files.logs.format import LogFormatter
from houseway.merkle import consistency_proof
from houseway.regulation import BOOKS
from houseway.service.audit.running import run_audit
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.checkpoints import parse_checkpoint, sign_checkpoint
from houseway.service.evidence.witnessing import Witness
from houseway.service.secrecy.keys import HouseKeys, read_public_keys
from houseway.service.secrecy.receipts import ReceiptFile, sign_head
from houseway.store import open_store
from houseway.store.schema import appends, streams
from houseway.store.tree import TreeHead
from tests.support.audited_house import TABLE, address_of, change, evidence_of, forget_counts, new_state, play_house, rewrite
from tests.support.command import answered, run
from tests.support.later_release import later_release  # noqa: F401 - a fixture
from tests.support.stored import append, part, request


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return play_house(tmp_path_factory.mktemp("played"))


@pytest.fixture
def house(played, tmp_path):
    return shutil.copytree(played, tmp_path / "house")


def grow_tree_anew(house, keys=None):
    """Build the whole tree again over what is stored now, and sign it, as somebody with the key could."""
    with closing(sqlite3.connect(house / "house.db")) as database:
        database.executescript(
            "UPDATE tree_leaves SET leaf_index = NULL; DELETE FROM tree_tiles; DELETE FROM latest_checkpoint"
        )
    signing = HouseKeys(keys or house / "keys", at=0)
    with open_store(address_of(house)) as store:
        store.tree.extend(lambda head: sign_checkpoint(head, 1, signing))


def problems(house):
    result = run("audit", house, "--state", house / "state.jsonl", "--json")
    assert result.returncode == 1, result.stderr or result.stdout
    return [f"{each['place']}: {each['message']}" for each in json.loads(result.stdout)["problems"]]


def test_all_is_in_order(house):
    printed = answered("audit", house)
    assert "2 rounds at 1 table computed again, money summed up" in printed
    assert "2 receipts and 4 checkpoints checked" in printed
    assert printed.endswith("everything is in order\n")
    assert [line for line in printed.splitlines() if "not checked" in line] == [
        "not checked: 6 commands, because facts are still sealed"
    ]


def test_a_book_that_is_worded_otherwise_by_now_changes_nothing(house, later_release):  # noqa: F811
    """The program's own edition has the same effect then, and another hash of its text."""
    for book in BOOKS:
        later_release(book, "clauses", 'gist = "', 'gist = "In other words: ')
    assert answered("audit", house).endswith("everything is in order\n")


def test_what_was_not_given_is_said(house):
    """From a database alone; the data folder of a house should have all of these."""
    for name in ("heads.jsonl", "checkpoints.jsonl"):
        (house / name).unlink()
    shutil.rmtree(house / "keys")
    printed = answered("audit", house / "house.db")
    assert "not checked: receipts, because none were given" in printed
    assert "not checked: the history of the tree" in printed
    assert "not checked: signatures" in printed


def test_a_changed_event(house):
    change(
        house, "UPDATE appends SET sealed = x'5b5d' WHERE version = (SELECT max(version) FROM appends WHERE sealed IS NOT NULL)"
    )
    found = problems(house)
    assert found[0].startswith(f"{TABLE}: {TABLE} after event")
    assert "was changed" in found[0]


def test_a_time_that_was_changed(house):
    """The time is a column beside the content whose hash is in the chain, and has to be the time in the content."""
    first = "SELECT min(appends.version) FROM appends JOIN streams ON id = stream_id WHERE name = 'table:FC-1'"
    stream = "SELECT id FROM streams WHERE name = 'table:FC-1'"
    change(house, f"UPDATE appends SET at = at + 1 WHERE version = ({first}) AND stream_id = ({stream})")  # noqa: S608
    (found,) = [problem for problem in problems(house) if problem.startswith(TABLE)]
    assert found.endswith("an append has another time than its last command")


def test_the_time_of_a_stream_that_was_changed(house):
    change(house, "UPDATE streams SET at = at + 1 WHERE name = 'table:FC-1'")
    assert [problem for problem in problems(house) if "the stream has another time than its last command" in problem]


def test_a_last_append_that_was_removed_with_its_head(house):
    with open_store(address_of(house)) as store:
        last = store.stream_head(TABLE)
        before = store.head_at(TABLE, last.version - 1)
        with store.database.transaction() as connection:
            connection.execute(delete(appends).where(appends.c.hash == last.hash))
            connection.execute(update(streams).where(streams.c.name == TABLE).values(version=before.version, hash=before.hash))
    found = problems(house)
    assert any(f"is {TABLE} up to event {last.version}, which is no longer stored" in each for each in found)


def test_a_last_append_that_was_removed_with_its_leaf(house):
    """The tree is cut as well, so only what the witness has kept shows it."""
    with closing(sqlite3.connect(house / "house.db")) as database:
        key, version, index = database.execute("SELECT * FROM tree_leaves ORDER BY leaf_index DESC").fetchone()
        database.execute("DELETE FROM appends WHERE stream_id = ? AND version = ?", (key, version))
        database.execute("DELETE FROM tree_leaves WHERE leaf_index = ?", (index,))
        database.execute("DELETE FROM streams WHERE id = ?", (key,))  # the count of receipts, which has one append
        assert not database.execute("SELECT 1 FROM appends WHERE stream_id = ?", (key,)).fetchone()
        database.commit()
    grow_tree_anew(house)
    assert any(
        f"the tree has {index} leaves, and the checkpoint of {index + 1} leaves was signed" in each for each in problems(house)
    )


def test_a_stream_that_was_rewritten_with_its_chain(house):
    rewrite(house, b'"name":"Ann"', b'"name":"Eve"')
    found = problems(house)
    assert sum("the append was changed, or leaves were exchanged" in each for each in found) > 1
    assert any(each.startswith(f"{TABLE}: the receipt of event") for each in found)


def test_a_log_that_was_rewritten_whole(house):
    """Chains, tree and checkpoint fit; a witness and players hold what was signed before."""
    rewrite(house, b'"name":"Ann"', b'"name":"Eve"')
    grow_tree_anew(house)
    found = problems(house)
    others = [each for each in found if not each.startswith(f"{TABLE}: the receipt of event")]
    decided = [each for each in others if each.startswith(f"{TABLE}: ") and "; the rules give: " in each]
    assert any("Eve does not sit here" in each for each in decided)
    assert [each for each in others if each not in decided] == [
        each for each in found if each.startswith("the witness's checkpoints: the tree contradicts the checkpoint of ")
    ]
    assert "leaves from 0 to" in found[-1]
    assert "(and 2 later ones)" in found[-1]


def sign_everything_anew(house):
    """Write the files outside the database anew, too: only the house itself has the key for it."""
    (house / "checkpoints.jsonl").unlink()
    keys = HouseKeys(house / "keys", at=0)
    with open_store(address_of(house)) as store:
        CheckpointFile(house / "checkpoints.jsonl").append([parse_checkpoint(store.tree.latest_signed_head().note)])
        old = list(ReceiptFile(house / "heads.jsonl").read())
        (house / "heads.jsonl").unlink()
        ReceiptFile(house / "heads.jsonl").append(sign_head(store.head_at(TABLE, each.version), keys) for each in old)


def test_a_house_that_rewrites_everything_is_found_only_by_whoever_kept_an_earlier_checkpoint(house, tmp_path):
    """The house itself has its key. It changes words that decide nothing, because the rules would show anything else, and builds
    chains, tree, checkpoints, receipts and their counts anew."""
    kept = shutil.copy(house / "checkpoints.jsonl", tmp_path / "witness.jsonl")
    receipts = shutil.copy(house / "heads.jsonl", tmp_path / "of-a-player.jsonl")
    rewrite(house, b'"no more bets"', b'"No More Bets"')
    forget_counts(house)
    grow_tree_anew(house)
    sign_everything_anew(house)
    assert "everything is in order" in answered("audit", house), "from inside, nothing shows it"
    keys = house / "keys" / "public-keys.json"
    witness = run("audit", house, "--checkpoints", kept, "--public-keys", keys)
    assert (witness.returncode, "the tree contradicts the checkpoint of " in witness.stdout) == (1, True)
    player = run("audit", house, "--receipts", receipts, "--public-keys", keys)
    assert (player.returncode, f"{TABLE}: the receipt of event" in player.stdout) == (1, True)


def test_a_witness_refuses_the_log_of_a_house_that_has_rewritten_everything(house, tmp_path):
    first, *_ = [each for each in CheckpointFile(house / "checkpoints.jsonl").read() if each.size]
    keys = read_public_keys(house / "keys" / "public-keys.json")
    kept = CheckpointFile(tmp_path / "witness.jsonl")
    kept.append([first])
    rewrite(house, b'"name":"Ann"', b'"name":"Eve"')
    grow_tree_anew(house)
    with open_store(address_of(house), read_only=True) as store:
        shown = store.tree.latest_signed_head().note
        with pytest.raises(Corrupted, match="it was rewritten"):
            Witness(kept, keys).witness(shown, lambda one, two: consistency_proof(store.tree.node_reader(), one, two))


def test_leaves_that_were_exchanged(house):
    change(
        house,
        "UPDATE tree_leaves SET leaf_index = -1 WHERE leaf_index = 3",
        "UPDATE tree_leaves SET leaf_index = 3 WHERE leaf_index = 4",
        "UPDATE tree_leaves SET leaf_index = 4 WHERE leaf_index = -1",
    )
    found = problems(house)
    assert [each.partition(" is ")[0] for each in found if "leaves were exchanged" in each] == [
        "the tree: leaf 3",
        "the tree: leaf 4",
    ]


def test_a_leaf_that_was_removed(house):
    change(house, "DELETE FROM tree_leaves WHERE leaf_index = 5")
    found = problems(house)
    assert "the tree: leaf 5 is missing: the next is leaf 6" in found
    assert any("1 of its" in each and "are not in the tree" in each for each in found)


def test_a_tree_that_was_thrown_away(house):
    with closing(sqlite3.connect(house / "house.db")) as database:
        database.executescript(
            "UPDATE tree_leaves SET leaf_index = NULL; DELETE FROM tree_tiles; DELETE FROM latest_checkpoint"
        )
    assert any("the tree has 0 leaves, and the checkpoint of" in each for each in problems(house))
    (house / "checkpoints.jsonl").unlink()
    assert "not checked: the tree over all appends" in answered("audit", house)


def test_a_tile_that_was_changed(house):
    change(house, "UPDATE tree_tiles SET hashes = zeroblob(length(hashes)) WHERE level = 0")
    found = problems(house)
    assert any("the tree has another hash there" in each for each in found)
    assert any("the tree contradicts the checkpoint" in each for each in found)


def test_a_checkpoint_that_was_forged(house, tmp_path):
    grow_tree_anew(house, keys=tmp_path / "other")
    (found,) = [each for each in problems(house) if each.startswith("the database's checkpoint")]
    assert f"{tree_size(house)} leaves at the time 1 was not signed by a key of the house that was in use" in found
    file = CheckpointFile(house / "checkpoints.jsonl")
    file.append([parse_checkpoint(sign_checkpoint(TreeHead(4, bytes(32)), 1, HouseKeys(tmp_path / "other", at=0)))])
    witness = [each for each in problems(house) if each.startswith("the witness's checkpoints")]
    assert "the checkpoint of 4 leaves" in witness[0]
    assert "was not signed by a key of the house" in witness[0]
    assert "the tree contradicts the checkpoint of 4 leaves" in witness[1]


def tree_size(house):
    with open_store(address_of(house), read_only=True) as store:
        return store.tree.count_leaves()


def test_a_row_of_a_report_that_does_not_follow_from_the_streams(house):
    change(house, "UPDATE report_rounds SET number = number + 10 WHERE number = 1")
    (found,) = problems(house)
    assert found == ("report_rounds: 1 rows of reports that follow from the streams are missing, and 1 do not follow from them")


def test_a_table_that_is_gone(house):
    with closing(sqlite3.connect(house / "house.db")) as database:
        for table in ("appends", "tree_leaves", "round_starts", "snapshots"):
            database.execute(f"DELETE FROM {table} WHERE stream_id = (SELECT id FROM streams WHERE name = '{TABLE}')")  # noqa: S608
        database.execute("DELETE FROM streams WHERE name = ?", (TABLE,))
        database.commit()
    found = problems(house)
    assert f"{TABLE}: there are receipts of this stream, and the stream is gone" in found


def test_money_that_an_account_has_and_its_table_has_not(house):
    with open_store(address_of(house)) as store:
        from tests.support.stored import append, request

        append(store, request(account_part()))
    found = problems(house)
    assert any("the buy-in of $5 by p-aaaaaaaaaa is not both at the table and on the account" in each for each in found)


def account_part():
    from houseway.events import Actor, Role
    from houseway.money import Cents
    from houseway.service.people.accounts import Account, AccountReason
    from houseway.store import RecordedCommand, StreamAppend

    account = Account("p-aaaaaaaaaa")
    granted = account.movement_event(AccountReason.GRANT, Cents(1_000), "house")
    account = account.after(RecordedCommand(1, Actor(Role.FLOOR, "house"), (granted,)))
    bought = account.movement_event(AccountReason.BUY_IN, Cents(500), "p-aaaaaaaaaa", table="FC-1", event=3)
    return StreamAppend("account:p-aaaaaaaaaa", 0, (RecordedCommand(1, Actor(Role.FLOOR, "house"), (granted, bought)),))


# How it runs


def test_several_processes_find_what_one_finds(house):
    change(house, "UPDATE tree_tiles SET hashes = zeroblob(length(hashes)) WHERE level = 0")
    rewrite(house, b'"name":"Ann"', b'"name":"Eve"')
    shown = []
    alone = run_audit(address_of(house), evidence_of(house), new_state(house))
    together = run_audit(
        address_of(house), evidence_of(house), new_state(house), 2, lambda done, whole: shown.append((done, whole))
    )
    assert asdict(together) == asdict(alone)
    assert alone.problems
    assert shown[-1][0] <= shown[-1][1]


# Exported logs


def export(house, tmp_path):
    answered("export", house, tmp_path / "exported")
    return tmp_path / "exported"


def evidence_options(house):
    """What somebody has kept from before."""
    return (
        *("--receipts", house / "heads.jsonl"),
        *("--checkpoints", house / "checkpoints.jsonl"),
        *("--public-keys", house / "keys" / "public-keys.json"),
    )


def audit_export(house, tmp_path):
    options = evidence_options(house)
    return run("audit", export(house, tmp_path), *options, "--state", tmp_path / "state.jsonl")


def test_an_exported_log_proves_that_its_streams_are_in_the_log_of_the_house(house, tmp_path):
    with open_store(address_of(house)) as store:
        leaves, ends = store.tree.count_leaves(), len(store.stream_heads())
    printed = audit_export(house, tmp_path).stdout
    assert f"{ends} streams proved to be in a log of {leaves} leaves" in printed
    assert printed.endswith("everything is in order\n")
    assert printed.count("not checked: rows of reports") == printed.count("facts are still sealed") == 1
    assert printed.count("not checked") == 2


def test_an_exported_log_is_decided_again_when_it_is_replayed(house, tmp_path):
    answered("export", house, tmp_path / "logs")
    shown = answered("replay", next((tmp_path / "logs").glob("table-*.jsonl")))
    decided = int(shown.splitlines()[-1].split()[0].replace(",", ""))
    assert decided > 50
    assert "not: facts are still sealed" in shown


def test_an_export_of_a_stream_that_was_rewritten(house, tmp_path):
    rewrite(house, b'"name":"Ann"', b'"name":"Eve"')
    assert f"{TABLE}: event" in audit_export(house, tmp_path).stdout
    assert "are not in the log of the house, as the export says" in audit_export(house, tmp_path / "again").stdout


def test_an_export_of_a_log_that_was_rewritten_whole(house, tmp_path):
    rewrite(house, b'"name":"Ann"', b'"name":"Eve"')
    grow_tree_anew(house)
    printed = audit_export(house, tmp_path).stdout
    assert "differs from the stored checkpoint of that size" in printed
    assert "as the export says" not in printed


def test_an_export_with_a_checkpoint_of_somebody_else(house, tmp_path):
    grow_tree_anew(house, tmp_path / "other")
    printed = audit_export(house, tmp_path).stdout
    assert "the export's checkpoint: the checkpoint of" in printed
    assert "was not signed by a key of the house" in printed


def test_what_is_newer_than_the_checkpoint_of_an_export_is_not_proved(house, tmp_path):
    with open_store(address_of(house)) as store:
        append(store, request(part("other", 0, "a")))
    printed = audit_export(house, tmp_path).stdout
    assert "not checked: the ends of 1 streams, which are newer than the checkpoint of the export" in printed


def without_proofs(log):
    """Write a log as it was exported before there were proofs."""
    formatter, written = LogFormatter(), []
    for line in map(json.loads, log.read_text().splitlines()):
        content = {name: value for name, value in line.items() if name != "seal"}
        if "checkpoint" in line or "proof" in line:
            continue
        if "head" in content:
            content["head"] = formatter.chain.head
        written.append(formatter.seal_line({**content, **({"houseway-log": 3} if "houseway-log" in content else {})}))
    log.write_text("".join(f"{line}\n" for line in written))


def test_an_export_without_proofs_is_read_as_before(house, tmp_path):
    exported = export(house, tmp_path)
    for log in exported.iterdir():
        without_proofs(log)
    receipts, checkpoints, keys = (evidence_options(house)[place : place + 2] for place in (0, 2, 4))
    printed = answered("audit", exported, *receipts, *keys)
    assert "not checked: the tree over all appends" in printed
    refused = run("audit", exported, *checkpoints, *keys)
    assert (refused.returncode, "exported without proofs" in refused.stderr) == (2, True)
