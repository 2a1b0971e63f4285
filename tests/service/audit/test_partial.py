"""An export of some tables alone is in order, and the audit says what their logs cannot show."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.archive.exporting import log_lines_until
from houseway.service.archive.importing import import_logs
from houseway.service.audit.partial import describe_absent, find_unproved, without_absent
from houseway.service.audit.streams import audit_stream
from houseway.service.audit.sums import check_sums
from houseway.store import open_store
from tests.support.audited_house import address_of
from tests.support.command import answered, run
from tests.support.live import LiveHouse, submission
from tests.support.people_bench import PeopleBench

UTH = "md.ultimate-texas-holdem"
ON_ACCOUNTS, AT_TABLES = "2 buy-ins and cash-outs on players' accounts", "2 buy-ins and cash-outs at tables"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Two tables that feed the same meters. At one of them, a guest has bought chips and cashed some of them."""
    folder = tmp_path_factory.mktemp("house")
    bench = PeopleBench(open_store(address_of(folder)))
    bench.administrator()
    guest, _ = bench.people.start_guest("Gus")
    live = LiveHouse(bench.store, folder, clock=bench.clock, record=bench.record, accounts=bench.accounts)
    live.open("UTH-1", submission(UTH))
    live.play("UTH-1")
    live.open("UTH-2", submission(UTH))
    live.play("UTH-2")
    for act, facts in (("sit", {"position": 5}), ("buy-in", {"amount": Cents(200_00)}), ("cash-out", {"amount": Cents(50_00)})):
        live.run(live.house.act("UTH-2", Command(act, Actor(Role.PLAYER, guest.id), facts)))
    live.close()
    answered("export", folder, folder / "logs")
    return folder


def left_open(*arguments):
    """What an audit that finds nothing wrong has not checked."""
    printed = answered("audit", *arguments)
    assert printed.endswith("everything is in order\n")
    return [line.removeprefix("not checked: ") for line in printed.splitlines() if line.startswith("not checked: ")]


def test_the_log_of_one_table_says_that_accounts_and_other_tables_were_not_given(house):
    found = left_open(house / "logs" / "table-UTH-2.jsonl")
    assert f"{ON_ACCOUNTS}, because the accounts (house.jsonl) were not given" in found
    assert "what meters have counted and awarded at UTH-1, because the log of that table was not given" in found


def test_the_log_of_the_rest_says_that_tables_were_not_given(house, tmp_path):
    alone = shutil.copy(house / "logs" / "house.jsonl", tmp_path)
    assert f"{AT_TABLES}, because the logs of the tables were not given" in left_open(alone)


def test_a_table_that_nobody_with_an_account_has_visited_lacks_no_accounts(house):
    assert not [each for each in left_open(house / "logs" / "table-UTH-1.jsonl") if "accounts" in each]


def test_receipts_of_tables_that_were_not_given_are_not_counted(house):
    options = ("--receipts", house / "heads.jsonl", "--public-keys", house / "keys" / "public-keys.json")
    assert "1 receipt of tables whose logs were not given" in left_open(house / "logs" / "table-UTH-2.jsonl", *options)


def test_a_whole_house_is_checked_and_so_is_its_export(house):
    for source in (house, house / "logs"):
        assert not [each for each in left_open(source) if "accounts" in each or "meters" in each]


def test_a_buy_in_without_its_account_is_found_in_a_whole_house_and_in_its_export(house, tmp_path):
    changed = shutil.copytree(house, tmp_path / "changed")
    with closing(sqlite3.connect(changed / "house.db")) as database:
        (key,) = database.execute("SELECT id FROM streams WHERE name LIKE 'account:%'").fetchone()
        for table in ("appends", "tree_leaves"):
            database.execute(f"DELETE FROM {table} WHERE stream_id = ?", (key,))  # noqa: S608
        database.execute("DELETE FROM streams WHERE id = ?", (key,))
        database.commit()
    answered("export", changed, changed / "logs", "--force")
    for source in (changed, changed / "logs"):
        printed = run("audit", source)
        assert (printed.returncode, "is not both at the table and on the account" in printed.stdout) == (1, True)
        assert ON_ACCOUNTS not in printed.stdout


def test_a_meter_that_counts_otherwise_than_a_given_table_has_wagered_is_found(house):
    """What it has counted at the other table is left out; what it has counted at this one is compared."""
    with open_store(address_of(house), read_only=True) as store:
        audits = [audit_stream(store, head, (), (), lambda read: None) for head in store.stream_heads()]
    given = [audit for audit in audits if audit.stream == "table:UTH-2" or audit.stream.startswith("meter:")]
    for audit in given:
        for row in audit.sums.fed:
            row[3] += 100
    problems = list(check_sums(without_absent(given)))
    assert problems
    assert {problem.message[:18] for problem in problems} == {"round 1 at UTH-2 w"}


# The log that comes with a replayed round: the table ends with the round, and its meters have gone on


TABLE = "table:UTH-2"
LATER = "what meters have counted and awarded at UTH-2 after round 2, the last one that is over in its log"


@pytest.fixture(scope="module")
def cut(tmp_path_factory):
    """The log of a table of four rounds, up to the end of the second."""
    folder = tmp_path_factory.mktemp("cut")
    with open_store(address_of(folder)) as store:
        live = LiveHouse(store, folder)
        live.open("UTH-2", submission(UTH))
        live.play("UTH-2", rounds=4)
        live.close()
        ended = [each.head for each in store.read(TABLE) if any(event.kind == "round-ended" for event in each.events)]
        lines = list(log_lines_until(store, "UTH-2", ended[1]))
    path = folder / "UTH-2-round-2.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.fixture
def cut_audits(cut, tmp_path):
    """The audits of its streams."""
    with open_store(address_of(tmp_path)) as store:
        assert import_logs(store, [cut])
        audits = [audit_stream(store, head, (), (), lambda read: None) for head in store.stream_heads()]
    assert {row[2] for audit in audits for row in audit.sums.fed} == {1, 2, 3, 4}
    assert {row[2] for audit in audits for row in audit.sums.wagered} == {1, 2}
    return audits


def places(problems):
    return {problem.message.split(" wagered ")[0] for problem in problems}


def test_the_log_of_a_round_says_that_later_rounds_and_receipts_were_not_there(cut):
    found = left_open(cut)
    assert LATER in found
    assert "2 receipts of UTH-2 after the end of its log" in found
    assert "shuffle" in answered("verify", cut, "--table", "UTH-2", "--round", "2")


def test_a_receipt_that_the_log_of_a_round_contradicts_is_found(cut, tmp_path):
    first, *others = (cut.parent / "heads.jsonl").read_text().splitlines()
    receipt = json.loads(first)
    changed = tmp_path / "heads.jsonl"
    changed.write_text("\n".join([json.dumps({**receipt, "hash": "0" * len(receipt["hash"])}), *others, ""]))
    printed = run("audit", cut, "--receipts", changed, "--public-keys", cut.parent / "keys" / "public-keys.json")
    assert (printed.returncode, f"the receipt of event {receipt['version']} contradicts it" in printed.stdout) == (1, True)


def test_the_rounds_that_the_log_of_a_round_has_are_compared(cut_audits):
    assert not list(check_sums(without_absent(cut_audits, {TABLE})))
    for audit in cut_audits:
        for row in audit.sums.fed:
            row[3] += 100
    assert places(check_sums(without_absent(cut_audits, {TABLE}))) == {"round 1 at UTH-2", "round 2 at UTH-2"}


def test_a_round_that_a_meter_has_counted_and_its_table_lacks_is_found_if_their_ends_are_proved(cut_audits):
    """Such an export is as of one moment."""
    streams = [audit.stream for audit in cut_audits]
    assert (find_unproved(streams, ()), find_unproved(streams, streams)) == ({TABLE}, set())
    assert places(check_sums(without_absent(cut_audits))) == {"round 3 at UTH-2", "round 4 at UTH-2"}
    assert LATER not in describe_absent(cut_audits)


def test_tables_together_with_the_rest_of_the_house_are_all_compared():
    assert not find_unproved([TABLE, "house"], ())


def test_a_log_without_a_round_that_is_over_says_so(cut_audits):
    for audit in cut_audits:
        audit.rounds = 0
    said = "what meters have counted and awarded at UTH-2, because no round is over in its log"
    assert said in describe_absent(cut_audits, {TABLE})
