"""Whole logs that were changed, with every seal computed anew, and logs of other programs."""

import json

import pytest

from houseway.files.logs.format import SealChain
from houseway.files.logs.log import LogReader
from houseway.procedure import DIV, MD
from houseway.procedure import FOUR_CARD as FC
from houseway.procedure import ULTIMATE as UTH
from houseway.review import Level, group_findings, table_review
from tests.support.command import answered, run
from tests.support.later_release import later_release  # noqa: F401 - a fixture
from tests.support.run_logs import write_log
from tests.support.sessions import first_rounds

BOOKS = (MD, DIV, UTH, FC)


@pytest.fixture
def log(book, tmp_path):
    return write_log(*first_rounds(book), tmp_path / "table.jsonl")


def commands_of(book):
    return len(first_rounds(book)[1].commands)


def lines_of(path):
    return [json.loads(row) for row in path.read_text().splitlines()]


def write_sealed(path, lines):
    """Write lines with seals of their own, as somebody who forges would."""
    chain, rows = SealChain(), []
    for line in lines:
        line.pop("seal")
        if "head" in line:
            line["head"] = chain.head
        text = json.dumps(line, ensure_ascii=False)
        rows.append(f'{text[:-1]}, "seal": "{chain.seal_text(text)}"}}\n')
    path.write_text("".join(rows))


def findings_of(path):
    reader = LogReader(path, is_decided=True)
    found = [finding for each in reader.rounds() for finding in each.findings]
    return found, reader.review.review.counts


def payouts(lines):
    return [line for line in lines if line.get("kind") == "money-moved" and line["facts"]["reason"] == "payout"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_log_is_what_the_rules_give(book, log):
    found, counts = findings_of(log)
    assert found == []
    assert counts.decided == commands_of(book)
    assert not counts.undecided


@pytest.mark.parametrize("book", BOOKS)
def test_a_log_of_a_program_whose_book_was_worded_otherwise_is_what_the_rules_give(book, log, later_release):  # noqa: F811
    later_release(book, "clauses", 'gist = "', 'gist = "In other words: ')
    found, counts = findings_of(log)
    assert found == []
    assert counts.decided == commands_of(book)
    assert run("replay", log).returncode == 0


@pytest.mark.parametrize("book", BOOKS)
def test_a_log_that_names_an_edition_that_it_does_not_contain(book, log):
    lines = lines_of(log)
    opened = next(line for line in lines if line.get("kind") == "table-opened")
    opened["facts"]["book_edition"] = "0" * 64
    write_sealed(log, lines)
    result = run("replay", log)
    assert result.returncode == 1
    assert "book_edition" in result.stderr


@pytest.mark.parametrize("book", BOOKS)
def test_a_log_that_does_not_say_what_was_asked_is_derived(book, log):
    lines = lines_of(log)
    for line in lines:
        line.pop("asked", None)
    lines[0]["houseway-log"] = 2
    write_sealed(log, lines)
    found, counts = findings_of(log)
    assert found == []
    assert counts.decided == commands_of(book)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("is_old", [False, True])
def test_a_payout_that_was_halved_or_sent_to_another_player(book, log, is_old):
    for forge in ("halve", "redirect"):
        lines = lines_of(log)
        paid = payouts(lines)[0]
        amount, player = paid["facts"]["amount"]["cents"], paid["facts"]["target"]
        if forge == "halve":
            paid["facts"]["amount"]["cents"] = amount // 2
            owed = {paid["facts"]["source"]: amount // 2 - amount, player: amount - amount // 2}
        else:
            other = next(each["facts"]["target"] for each in payouts(lines) if each["facts"]["target"] != player)
            paid["facts"]["target"] = other
            owed = {player: amount, other: -amount}
        if is_old:
            lines[0]["houseway-log"] = 2
            for line in lines:
                line.pop("asked", None)
        path = log.with_name(f"{forge}.jsonl")
        write_sealed(path, lines)
        (finding,) = findings_of(path)[0]
        assert (finding.level, finding.event) == (Level.MONEY, paid["version"])
        assert dict(finding.difference.owed) == owed


@pytest.mark.parametrize("book", [UTH])
def test_replay_says_so_first_and_explains_what_the_rules_give(book, log):
    lines = lines_of(log)
    paid = payouts(lines)[0]
    paid["facts"]["amount"]["cents"] //= 2
    write_sealed(log, lines)
    result = run("replay", log, "--round", 1, "--why")
    assert result.returncode == 1
    assert "The record is not what the rules give. money: " in result.stdout
    assert result.stdout.index("The record is not") < result.stdout.index("Round 1")
    assert "is owed" in result.stderr
    documents = json.loads(run("replay", log, "--json").stdout)
    assert [len(each.get("findings", ())) for each in documents] == [1, 0, 0]


@pytest.mark.parametrize("book", [MD])
def test_a_log_without_a_fault_says_how_much_was_decided(book, log):
    shown = answered("replay", log, "--round", 1)
    assert "commands decided again and compared with the record" in shown


@pytest.mark.parametrize("book", [MD])
def test_whom_a_fault_of_an_earlier_program_touched_is_found(book, log, monkeypatch):
    """Today's program decides otherwise what another one has recorded: each patron, with cents and both programs."""
    lines = lines_of(log)
    lines[1]["asked"]["program"] = "0.7.0 with a fault"
    monkeypatch.setattr(table_review, "program_name", lambda: "0.8.0 without it")
    for paid in payouts(lines)[:3]:
        paid["facts"]["amount"]["cents"] += 100
    write_sealed(log, lines)
    groups = group_findings(findings_of(log)[0])
    assert sum(len(group.findings) for group in groups) == 3
    assert all("recorded by another program (0.7.0 with a fault; this one is " in group.to_text() for group in groups)
    assert sum(cents for group in groups for account, cents in group.owed.items() if account.startswith("player:")) == -300


@pytest.mark.parametrize("book", [UTH])
@pytest.mark.parametrize("asked", [5, {"given": 5}, {"facts": []}, {"version": "1"}, [], {"act": "fly"}, {"given": "nowhere"}])
def test_a_log_with_nonsense_in_place_of_what_was_asked_is_refused_or_a_finding(book, log, asked):
    lines = lines_of(log)
    next(line for line in lines if line.get("kind") == "wager-placed")["asked"] = asked
    write_sealed(log, lines)
    result = run("replay", log)
    assert result.returncode in (1, 2)
    assert "Traceback" not in result.stderr
    assert result.stderr.startswith("houseway: ")
