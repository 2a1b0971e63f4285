"""A third book of Pai Gow Poker, made of data alone. The tutorial's commands print what it shows, under that book's own clauses."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

from houseway.analysis import solve_game
from houseway.analysis.odds.wager_hands import count_first_fitting, hands_of_order
from houseway.analysis.standard_rules import standard_rules
from houseway.cards import parse_hand
from houseway.chance import seeded_chance
from houseway.documents import make_layout, make_sign
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.ledger import Transfer
from houseway.play.session import TableSession, default_players
from houseway.regulation import load_book
from houseway.regulation.editions import read_edition
from houseway.submission import judge, parse_submission
from houseway.submission.built_in import built_in_submission
from tests.support.agreement import disagreements, random_hands
from tests.support.paths import ROOT
from tests.support.tutorials import Tutorial, check_command

RIVERBEND, MARYLAND = "rv.pai-gow-poker", "md.pai-gow-poker"
THREE = "rv.four-card-poker"
RANKED = {
    "straight-flush": "Ad 2d 3d Kc Ks",
    "three-of-a-kind": "9s 9h 9d 8h 7c",
    "straight": "Kd Qs Jd 4d 2h",
    "flush": "Ah Th 8h 5c 2c",
    "pair": "9s 9h Kd 4c 2d",
}
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
        assert unshown == {f"examples/books/rv/{game}/submission.toml" for game in ("pai-gow-poker", "four-card-poker")}

    @pytest.mark.parametrize(("arguments", "expected"), COMMANDS, ids=[" ".join(arguments) for arguments, _ in COMMANDS])
    def test_its_commands_print_what_it_shows(self, arguments, expected, tmp_path, monkeypatch):
        check_command(arguments, expected, tmp_path, monkeypatch)

    def test_it_has_every_kind_of_command(self):
        asked = {arguments[0] for arguments, _ in COMMANDS}
        assert asked == {"rules", "odds", "check", "sign", "layout", "deal", "settle", "solve", "rank"}


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


class TestTheOrderOfHands:
    """Riverbend's Four Card Poker describes an order of three cards, and a wager that names it."""

    def test_it_is_the_books_own_under_its_own_clauses(self):
        book = load_book(THREE)
        order = book.orders["top-three"]
        assert book.wagers["top-three"].side_bet.order is order
        assert [str(category) for category in order.categories if category != "nothing"] == list(RANKED)
        cited = {clause for _, clauses in order.cited_categories for clause in clauses} | {*order.clauses}
        assert {clause.clause for clause in cited} <= book.clauses.keys()
        assert order.books == {THREE}

    @pytest.mark.parametrize(("category", "cards"), RANKED.items())
    def test_it_ranks_the_best_three_of_five_cards(self, category, cards):
        order = load_book(THREE).orders["top-three"]
        hand = order.rank(parse_hand(cards))
        assert hand.category == category
        assert [str(clause) for clause in hand.clauses][:1] == [str(dict(order.cited_categories)[hand.category][0])]
        better = [order.rank(parse_hand(other)) for other in list(RANKED.values())[: list(RANKED).index(category)]]
        assert all(hand < each for each in better)

    def test_the_kernels_have_tables_of_it(self):
        order = load_book(THREE).orders["top-three"]
        assert disagreements(order, random_hands(52, 5, 2_000, seed=41)) == []

    def test_it_is_counted(self):
        """Of the deals with three or four of a rank, those that also make three suited cards in sequence count as these.

        A run of three ranks has twelve places, three of its ranks may be the rank of the three of a kind, and the suited run takes
        one of its three suits.
        """
        side_bet = load_book(THREE).wagers["top-three"].side_bet
        counts = count_first_fitting(hands_of_order(side_bet.wager_cards), side_bet.wager_cards)
        three_or_more = 13 * (4 * comb(48, 2) + 48)
        assert counts["three-of-a-kind"] == three_or_more - 12 * 3 * 3 * 4
        assert sum(counts.values()) == comb(52, 5)

    def test_it_is_judged_and_printed(self):
        rules = judge(parse_submission(built_in_submission(THREE))).rules
        assert "top-three" in rules.offers
        for document in (make_sign(rules), make_layout(rules)):
            assert "Top Three" in str(document.elements)
            assert {clause.book for element in document.elements for clause in element.clauses} == {THREE}

    def test_a_stored_edition_has_it(self):
        book = load_book(THREE)
        assert read_edition(book.text).orders["top-three"] is book.orders["top-three"]


def check(clauses):
    """Every clause is one of the book's."""
    assert len(clauses) > 30
    assert {clause.book for clause in clauses} == {RIVERBEND}
    assert {clause.clause for clause in clauses} <= load_book(RIVERBEND).clauses.keys()
