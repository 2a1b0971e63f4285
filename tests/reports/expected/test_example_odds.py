"""The odds of the examples come with the program, so that the lobby of a new house shows them at once."""

import pytest

from houseway.examples import submission_names
from houseway.reports.expected.theory import example_odds
from houseway.service.demo.plan import read_plan
from tests.support.example_odds import example_rules, game_odds


def test_every_table_of_the_demonstration_house_has_an_edge():
    known = {rules: odds for (rules, _, _), odds in example_odds().items()}
    for table in read_plan().tables:
        rules = example_rules(table.example)
        assert rules.hash in known, f"the rules of {table.example} have changed: run python -m tests.support.example_odds"
        assert known[rules.hash].is_exact
        assert 0 < known[rules.hash].edge < 1


@pytest.mark.prove
@pytest.mark.parametrize("name", submission_names())
def test_odds_of_an_example_are_as_solved(name):
    rules = example_rules(name)
    wager, stake, odds = game_odds(rules)
    assert example_odds()[rules.hash, wager, stake] == odds
