"""Kinds of forgeries by name, in all books: in logs, as `replay` reads them, and in databases, as `audit` reads them.

Whoever forges writes seals and hashes of his own, and goes on by the rules from what he wrote. Each is found, with its level, its
cents and its persons, and with nothing else. In the ordinary run each kind is tried once in each book, by turns in a log and in a
database; `make prove` tries both.
"""

import json
from collections import Counter

import pytest

from houseway.errors import HousewayError
from houseway.procedure import account_player
from houseway.review import Level
from tests.support import forgeries_of_meters, forgeries_of_payments, forgeries_of_play, forgeries_of_some_books
from tests.support.command import run
from tests.support.forged_records import (
    audit_findings,
    audit_table,
    audited,
    forged_night,
    owed_by_rules,
    replayed_findings,
    write_forged_log,
    write_forged_store,
)
from tests.support.forgery_kinds import BOOKS, KINDS, Source
from tests.support.paths import ROOT

DECLARED = (forgeries_of_meters, forgeries_of_payments, forgeries_of_play, forgeries_of_some_books)
"""Modules in which kinds are declared."""
IN_ORDER = sorted(KINDS, key=lambda kind: kind.name)  # modules may have been loaded in any order
CASES = [(kind, book) for kind in IN_ORDER for book in kind.sources]


def cases(is_log):
    """By turns: a case that the ordinary run does not try belongs to `make prove`."""
    tried = []
    for kind, book in CASES:
        is_turn = (IN_ORDER.index(kind) + list(BOOKS.values()).index(book)) % 2 == is_log
        tried.append(pytest.param(kind, book, marks=() if is_turn else pytest.mark.prove, id=f"{kind.name} in {book}"))
    return tried


def forged(kind, book):
    source = kind.sources[book]
    forgery = kind.forge(source.night, source.other_night)
    return source.night, forgery, forged_night(source.night, forgery)


def check(night, forgery, record, findings):
    """The first finding is the forgery, at its place, with the right level, cents and persons; and there is no other elsewhere."""
    owed = owed_by_rules(night, forgery)
    first = findings[0]
    assert first.level is forgery.level
    assert dict(first.difference.owed) == owed
    assert all(account_player(account) in first.to_text() for account in owed if account_player(account))
    for words in forgery.said:
        assert words in first.to_text()
    if forgery.is_only:
        before = sum(len(entry.events) for entry in record.entries[: forgery.first])
        forged_events = range(before + 1, before + sum(map(places, forgery.entries)) + 2)
        assert first.event in forged_events
        assert [each.to_text() for each in findings if each.event not in forged_events] == []


def places(entry):
    """Events of meters are counted after those of the table."""
    return len(entry.events) + len(entry.meter_events) + 1


@pytest.mark.parametrize(("kind", "book"), cases(is_log=True))
def test_a_forged_log_is_found(kind, book, tmp_path):
    night, forgery, record = forged(kind, book)
    write_forged_log(record, tmp_path / "forged.jsonl")
    if forgery.unreadable:
        with pytest.raises(HousewayError, match=forgery.unreadable):
            replayed_findings(tmp_path / "forged.jsonl")
    else:
        check(night, forgery, record, replayed_findings(tmp_path / "forged.jsonl"))


@pytest.mark.parametrize(("kind", "book"), cases(is_log=False))
def test_a_forged_database_is_found(kind, book, tmp_path):
    night, forgery, record = forged(kind, book)
    address = f"sqlite:///{tmp_path / 'house.db'}"
    write_forged_store(record, address)
    audit = audit_table(address, record.table)
    if forgery.unreadable:
        assert any(forgery.unreadable in problem for problem in audit.problems)
    else:
        check(night, forgery, record, audit_findings([{"findings": audit.findings}]))


@pytest.mark.parametrize("book", list(BOOKS.values()))
def test_a_night_that_nobody_forged_is_in_order(book, tmp_path):
    sources = {kind.sources[book]: None for kind in KINDS if book in kind.sources}
    nights = [Source(each.name, each.changes).night for each in sources][:2]
    for number, night in enumerate(nights):
        write_forged_log(night, tmp_path / f"{number}.jsonl")
        write_forged_store(night, f"sqlite:///{tmp_path / f'{number}.db'}")
        assert replayed_findings(tmp_path / f"{number}.jsonl") == []
        assert audited(f"sqlite:///{tmp_path / f'{number}.db'}").problems == []


def test_there_are_at_least_forty_kinds_and_all_books_have_most():
    tried = Counter(book for kind in KINDS for book in kind.sources)
    assert len({kind.name for kind in KINDS}) == len(KINDS) >= 40
    assert min(tried.values()) >= 40


def test_audit_and_replay_end_with_exit_code_1_and_name_the_persons(tmp_path):
    kind = next(kind for kind in KINDS if kind.name == "a payment goes to another player")
    _, forgery, record = forged(kind, BOOKS["fc"])
    assert forgery.level is Level.MONEY
    write_forged_log(record, tmp_path / "forged.jsonl")
    write_forged_store(record, f"sqlite:///{tmp_path / 'house.db'}")
    replay = run("replay", tmp_path / "forged.jsonl")
    audit = run("audit", tmp_path / "house.db", "--state", tmp_path / "state.jsonl")
    assert replay.returncode == audit.returncode == 1
    assert "Eve is owed $250" in replay.stderr
    assert "Eve is owed $250" in audit.stdout
    found = json.loads(run("audit", tmp_path / "house.db", "--state", tmp_path / "state.jsonl", "--json").stdout)
    (group,) = found["findings"]
    assert group["owed"] == {"player:Ann": -25_000, "player:Eve": 25_000}


def test_the_document_lists_every_kind_with_its_books():
    """`docs/forgeries.md` has a row for each kind: where it is tried, and why not elsewhere."""
    text = (ROOT / "docs" / "forgeries.md").read_text()
    for kind in KINDS:
        marks = " | ".join("yes" if book in kind.sources else "" for book in BOOKS.values())
        assert f"| {kind.name} | {marks} | {kind.absent} |" in text
