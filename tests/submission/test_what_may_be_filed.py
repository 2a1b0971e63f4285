"""What a book leaves to the operator may be filed: the largest example of each book passes, and is offered as it was filed."""

import tomllib

import pytest

from houseway.regulation import load_book
from houseway.submission import judge, read_submission
from tests.support.clauses import every_book, md
from tests.support.paths import EXAMPLES
from tests.support.submissions import DIV, FC, MD, UTH, approvals, codes, filed
from tests.support.table_driver import findings


@every_book
def test_everything_that_is_filed_is_offered(book, claim_read):
    path = EXAMPLES / book / "everything.toml"
    filed, verdict = tomllib.loads(path.read_text()), judge(read_submission(path))
    assert verdict.rules is not None
    assert set(filed["wagers"]) <= set(verdict.rules.offers)
    claim_read(*(verdict.rules.regulation.wagers[wager].clause for wager in filed["wagers"]))


@every_book
def test_every_option_that_is_filed_is_in_force(book, claim_read):
    path = EXAMPLES / book / "everything.toml"
    filed, rules = tomllib.loads(path.read_text()), judge(read_submission(path)).rules
    chosen = {
        key: value for key, value in flattened(filed) if key in rules.regulation.options and isinstance(value, bool | int)
    }
    assert {key: rules.options[key] for key in chosen} == chosen
    assert chosen
    claim_read(*(rules.regulation.options[key].clause for key in chosen))


UNFILED = {
    MD: {"bank.offered": False, "vigorish.rounding": "exact-cents", "table.cards-received": "to-be-inspected"},
    DIV: {"bank.offered": False, "vigorish.rounding": "exact-cents"},
    UTH: {"table.cards-received": "to-be-inspected"},
    FC: {"table.cards-received": "to-be-inspected"},
}


@every_book
def test_where_nothing_is_filed_nothing_special_is_in_force(book, claim_read):
    rules = judge(read_submission(EXAMPLES / book / "minimal.toml")).rules
    assert {key: rules.options[key] for key in UNFILED[book]} == UNFILED[book]
    claim_read(*(rules.regulation.options[key].clause for key in UNFILED[book]))


APPROVED = [
    pytest.param("layout", "2.B", {}, marks=md("2.B"), id="layout"),
    pytest.param(
        "random-number-generator", "2.C(2)", {"table.starting-position": "random-number"}, marks=md("2.C(2)"), id="generator"
    ),
    pytest.param(
        "button",
        "2.C(3)",
        {"table.starting-position": "button", "table.dealing": "automated-shoe", "table.shuffler": True},
        marks=md("2.C(3)"),
        id="button",
    ),
]


@pytest.mark.parametrize(("what", "clause", "options"), APPROVED)
def test_what_was_only_submitted_is_not_approved(what, clause, options):
    """Without the reference or the date of an approval nobody can tell that it was given."""

    def on_file(**changes):
        entries = [{**entry, **changes} if entry["what"] == what else entry for entry in approvals(MD)]
        return findings(MD, options, approvals=entries)

    assert on_file() == []
    assert on_file(reference="") == on_file(reference=" ") == on_file(date="soon") == [("approval.shape", clause)]


@pytest.mark.parametrize(("what", "clause", "options"), APPROVED)
def test_each_approval_is_its_own_and_no_other_stands_for_it(what, clause, options):
    others = [entry for entry in approvals(MD) if entry["what"] != what]
    assert findings(MD, options, approvals=others) == [("approval.missing", clause)]
    assert findings(MD, options, approvals=[]) != []


def flattened(table, above=""):
    """The keys of a TOML file with those above them, as options are called."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def test_the_keys_of_options_are_joined():
    assert dict(flattened({"table": {"decks": 2}, "book": "md"})) == {"table.decks": 2, "book": "md"}


@pytest.mark.parametrize("shuffler", [False, True], ids=["by-hand", "by-device"])
@pytest.mark.parametrize(("book", "clause"), [(MD, "8.A"), (UTH, "8.A"), (FC, "as-played.8.A")])
def test_the_place_of_a_manual_shoe_is_approved_however_the_cards_are_shuffled(book, clause, shuffler, claim):
    others = [entry for entry in approvals(book) if entry["what"] != "manual-shoe-location"]
    options = {"table.dealing": "manual-shoe", "table.shuffler": shuffler}
    assert findings(book, options, approvals=others) == [("approval.missing", clause)]
    claim(f"{book} {clause}")


@every_book
def test_one_of_several_paytables_must_be_filed_even_for_a_wager_that_is_always_offered(book, claim):
    content = tomllib.loads((EXAMPLES / book / "everything.toml").read_text())
    for wager in content["wagers"]:
        own = load_book(book).wagers[wager]
        if len(load_book(book).paytables_of(wager)) > 1:
            terms = {key: value for key, value in content["wagers"][wager].items() if key != "paytable"}
            found = codes(filed({**content, "wagers": {**content["wagers"], wager: terms}}))
            assert ("paytable.required", f"wagers.{wager}.paytable", own.choice_clause) in found
            claim(own.choice_clause)
