"""A book of an operator's own may name what no code settles: nobody can offer it, and no figure leaves it out without a word."""

import pytest

from houseway.analysis import all_odds
from houseway.analysis.findings import money_findings
from houseway.analysis.games import counted_wagers, uncounted_wagers
from houseway.errors import NotAllowed
from houseway.files.submissions.template import write_template
from houseway.regulation import BOOKS, load_book
from houseway.regulation.settled import unsettled_hands, unsettled_wagers
from houseway.submission import judge, parse_submission
from houseway.submission.filing_form import filing_sections
from houseway.table.state import rules_of
from tests.support.added_books import add_book
from tests.support.command import run
from tests.support.submissions import FC, MD, UTH

NEW = {"id": "lucky-nine", "title": "Lucky Nine", "clause": "X-NEW", "offered": "optional"}
CLAUSES = {"clause": [{"id": "X-NEW", "kind": "wager", "gist": "A wager of the book's own", "by": "code"}]}


def table_of(wager, hand, letter="N"):
    rows = [{"hand": hand, "pays": "10 to 1", "clause": "X-NEW(1)(a)"}]
    return {"paytable": [{"wager": wager, "paytable": letter, "clause": "X-NEW(1)", "rows": rows}]}


def book_with_wager(folder, monkeypatch, follows=MD, order="fortune-bonus", hand="straight"):
    wager = {**NEW, "order": order}
    return add_book(
        folder, monkeypatch, follows, book={"wager": [wager]}, clauses=CLAUSES, paytables=table_of("lucky-nine", hand)
    )


def filed_with(book, line):
    """A submission of the book's own that passes, and one line more."""
    return write_template(load_book(book)) + line


LUCKY = '\n[wagers.lucky-nine]\nminimum = "$5"\nmaximum = "$100"\n'


READ = {"taken": "UTH-05=best-of-seven"}


@pytest.mark.parametrize("book", BOOKS)
def test_the_program_s_own_books_name_nothing_that_is_not_settled(book):
    regulation = load_book(book)
    assert unsettled_wagers(regulation) == ()
    assert [table for table in regulation.paytables if unsettled_hands(regulation, table)] == []
    assert uncounted_wagers(regulation) == ()


@pytest.mark.parametrize(
    ("follows", "order", "hand"),
    [(MD, "fortune-bonus", "straight"), (UTH, "standard", "straight"), (FC, "four-card", "straight")],
)
def test_a_wager_of_the_book_s_own_cannot_be_offered(tmp_path, monkeypatch, follows, order, hand):
    book = book_with_wager(tmp_path, monkeypatch, follows, order, hand)
    assert judge(parse_submission(write_template(load_book(book)))).passes
    verdict = judge(parse_submission(filed_with(book, LUCKY)))
    (finding,) = [each for each in verdict.findings if each.severity == "error"]
    assert (finding.code, finding.place, str(finding.clause)) == ("wager.not-settled", "wagers.lucky-nine", f"{book} X-NEW")
    assert "no code that settles the Lucky Nine" in finding.message
    assert "lucky-nine" not in finding.allowed
    assert verdict.rules is None


def test_a_hand_that_no_code_finds_cannot_be_paid_for(tmp_path, monkeypatch):
    trips = {"id": "trips", "title": "Trips", "clause": "X-7.F(2)", "offered": "always", "order": "standard"}
    trips |= {"choice": "X-12.C", "capped": True, "hands": ["three-sevens"]}
    book = add_book(
        tmp_path, monkeypatch, UTH, book={"wager": [trips]}, clauses=CLAUSES, paytables=table_of("trips", "three-sevens")
    )
    text = write_template(load_book(book))
    assert judge(parse_submission(text)).passes
    (finding,) = judge(parse_submission(text.replace('wagers.trips.paytable = "A"', 'wagers.trips.paytable = "N"'))).findings
    assert (finding.code, finding.given) == ("paytable.not-settled", "three-sevens")


def test_a_wager_whose_hands_rank_in_an_order_of_another_game_is_not_settled(tmp_path, monkeypatch):
    bonus = {"id": "fortune-bonus", "title": "Fortune Bonus", "clause": "X-7.E(1)", "offered": "optional", "choice": "X-13.B"}
    book = add_book(tmp_path, monkeypatch, MD, book={"wager": [{**bonus, "order": "pai-gow-high", "hands": HANDS}]})
    assert unsettled_wagers(load_book(book)) == ("fortune-bonus",)


@pytest.mark.parametrize("changed", [{"paid-by": "magic"}, {"decided-by": "board"}, {"read": [{**READ, "decided-by": "own"}]}])
def test_a_wager_that_other_code_is_to_pay_or_other_cards_to_decide_is_not_settled(tmp_path, monkeypatch, changed):
    """Without this, a table would offer it, and settle it by the wrong cards or not at all."""
    trips = {"id": "trips", "title": "Trips", "clause": "X-7.F(2)", "offered": "always", "order": "standard", **changed}
    book = load_book(add_book(tmp_path, monkeypatch, UTH, book={"wager": [trips]}))
    assert unsettled_wagers(book) == ("trips",)
    assert "trips" not in counted_wagers(book)


HANDS = [
    "seven-card-straight-flush",
    "seven-card-straight-flush-with-joker",
    "royal-flush-and-royal-match",
    "three-pair",
]


def test_its_odds_are_named_as_not_counted(tmp_path, monkeypatch):
    book = book_with_wager(tmp_path, monkeypatch)
    assert "lucky-nine" not in counted_wagers(load_book(book))
    shown = run("odds", book).stdout
    assert "not counted: the Lucky Nine, because houseway has no code that settles it" in shown
    with pytest.raises(NotAllowed, match="not counted, because houseway has no code that settles it"):
        all_odds(load_book(book), "lucky-nine")


def test_whoever_files_is_told_that_it_cannot_be_offered(tmp_path, monkeypatch):
    book = load_book(book_with_wager(tmp_path, monkeypatch))
    wagers = dict(filing_sections(book))["wagers"]
    values = {each["wager"]: each["values"] for each in wagers}
    assert values["wagers.lucky-nine"] == "cannot be offered: houseway has no code that settles it"
    assert values["wagers.fortune-bonus"] == "offered or not"
    assert "no code that settles the Lucky Nine" in " ".join(write_template(book).split()).replace("# ", "")


def test_a_table_that_was_opened_before_is_still_folded_and_its_figures_name_the_wager(tmp_path, monkeypatch):
    """Earlier versions let the wager pass. Nobody could bet on it."""
    book = book_with_wager(tmp_path, monkeypatch)
    rules, _ = rules_of(filed_with(book, LUCKY), "")
    assert "lucky-nine" in rules.offers
    (finding,) = [each for each in money_findings(rules) if each.code == "money.not-counted"]
    assert finding.place == "wagers.lucky-nine"
