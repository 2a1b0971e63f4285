"""What a book leaves to the operator may be filed: the largest example of each book passes, and is offered as it was filed."""

import tomllib

from houseway.submission import judge, read_submission
from tests.support.clauses import every_book
from tests.support.paths import EXAMPLES
from tests.support.submissions import DIV, FC, MD, UTH


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


def flattened(table, above=""):
    """The keys of a TOML file with those above them, as options are called."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def test_the_keys_of_options_are_joined():
    assert dict(flattened({"table": {"decks": 2}, "book": "md"})) == {"table.decks": 2, "book": "md"}
