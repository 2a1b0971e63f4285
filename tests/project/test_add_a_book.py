"""A third book of Pai Gow Poker, made of data alone. The tutorial's commands print what it shows, under that book's own clauses."""

from fractions import Fraction
from itertools import pairwise

import pytest

from houseway.analysis import solve_game
from houseway.analysis.standard_rules import standard_rules
from houseway.chance import seeded_chance
from houseway.documents import make_layout, make_sign
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.ledger import Transfer
from houseway.play.session import TableSession, default_players
from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from houseway.submission.built_in import built_in_submission
from tests.support.paths import ROOT
from tests.support.tutorials import Tutorial, check_command

RIVERBEND, MARYLAND = "rv.pai-gow-poker", "md.pai-gow-poker"
TUTORIAL = Tutorial.read("add-a-book.md")
COMMANDS = TUTORIAL.commands


@pytest.fixture(autouse=True)
def books(monkeypatch):
    monkeypatch.setenv("HOUSEWAY_BOOKS", str(TUTORIAL.books))


class TestTheTutorial:
    def test_it_shows_the_files_as_they_are(self):
        shown = TUTORIAL.files
        assert {name: ROOT.joinpath(name).read_text() for name in shown} == shown
        folder = ROOT / "examples" / "books" / "rv"
        unshown = {path.relative_to(ROOT).as_posix() for path in folder.rglob("*.toml")} - shown.keys()
        assert unshown == {"examples/books/rv/pai-gow-poker/submission.toml"}

    @pytest.mark.parametrize(("arguments", "expected"), COMMANDS, ids=[" ".join(arguments) for arguments, _ in COMMANDS])
    def test_its_commands_print_what_it_shows(self, arguments, expected, tmp_path, monkeypatch):
        check_command(arguments, expected, tmp_path, monkeypatch)

    def test_it_has_every_kind_of_command(self):
        asked = {arguments[0] for arguments, _ in COMMANDS}
        assert asked == {"rules", "odds", "check", "sign", "layout", "deal", "settle", "solve"}


class TestTheBook:
    def test_it_has_its_own_numbers_policies_and_paytable(self):
        riverbend, maryland = load_book(RIVERBEND), load_book(MARYLAND)
        assert not riverbend.clauses.keys() & maryland.clauses.keys()
        differs = {name for name, policy in riverbend.policies.items() if policy.choice != maryland.policies[name].choice}
        assert len(differs) == 5
        assert {(table.wager, table.letter) for table in riverbend.paytables} - {
            (table.wager, table.letter) for table in maryland.paytables
        } == {("fortune-bonus", "R"), ("fortune-envy", "R")}
        assert riverbend.wagers.keys() == maryland.wagers.keys() - {"insurance"}

    def test_findings_of_a_wrong_submission_cite_it(self):
        text = built_in_submission(RIVERBEND).replace("$10,000", "$9,999").replace("[vigorish]", "[vigorish]\nat-will = true")
        found = judge(parse_submission(text)).findings
        assert {finding.clause.book for finding in found if finding.clause} == {RIVERBEND}

    def test_sign_and_layout_cite_it(self):
        rules = judge(parse_submission(built_in_submission(RIVERBEND))).rules
        for document in (make_sign(rules), make_layout(rules)):
            check([clause for element in document.elements for clause in element.clauses])

    def test_rounds_are_dealt_under_it(self):
        table = TableSession(built_in_submission(RIVERBEND), seeded_chance(11), default_players(6))
        for _ in range(40):
            table.deal_round()
        check([clause for event in table.run.events for clause in event.clauses])
        assert MARYLAND not in repr(table.run.events)

    def test_a_round_is_settled_under_it(self):
        played = play_round_file(read_round_file(ROOT / "examples" / "books" / "rv" / "winners-last.toml"))
        events = [event for event in played.events if event.kind != "table-opened"]
        moved = [Transfer.from_event(event) for event in events if event.kind == "money-moved"]
        check([clause for event in events for clause in event.clauses])
        check([clause for transfer in moved for clause in transfer.clauses])
        order = [(event.kind, event.facts.get("position"), event.facts.get("wager")) for event in events]
        paid_last = [
            ("hand-exposed", 3, None),
            ("wager-settled", 1, "pai-gow"),
            ("wager-settled", 3, "pai-gow"),
            ("wager-settled", 1, "fortune-bonus"),
        ]
        assert all(order.index(first) < order.index(then) for first, then in pairwise(paid_last))

    def test_it_is_solved_like_the_book_that_it_follows(self):
        edges = [solve_game(standard_rules(book), house_way="foxwoods").house_edge for book in (RIVERBEND, MARYLAND)]
        assert edges[0] == edges[1]
        assert isinstance(edges[0], Fraction)


def check(clauses):
    """Every clause is one of the book's."""
    assert len(clauses) > 30
    assert {clause.book for clause in clauses} == {RIVERBEND}
    assert {clause.clause for clause in clauses} <= load_book(RIVERBEND).clauses.keys()
