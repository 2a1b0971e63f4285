"""What a change of a submission is worth: edge and hold before and after, each change by itself."""

from fractions import Fraction

import pytest

from houseway.analysis.change_worth import worth_of_change
from houseway.analysis.odds_calculation import wager_odds
from houseway.money import Cents
from houseway.submission import find_changes
from tests.support.submissions import DIV, EXAMPLES, FC, MD, UTH, changed, document, filed


def rules_of(book, *changes, name="everything"):
    content = document(EXAMPLES / book / f"{name}.toml")
    for place, value in changes:
        content = changed(content, place, value)
    verdict = filed(content)
    assert verdict.rules is not None, [each.message for each in verdict.findings]
    return verdict.rules


def worth(new, old):
    """By place, what each change is worth."""
    return {change.place: worth_of_change(new, old, change) for change in find_changes(new, old)}


def test_another_paytable_has_another_edge_and_hold():
    old, new = rules_of(UTH), rules_of(UTH, (("wagers", "trips", "paytable"), "A"))
    (found,) = worth(new, old)["wagers.trips.paytable"].wagers
    edges = [wager_odds(rules, "trips").house_edge for rules in (old, new)]
    assert [found.before.edge, found.after.edge] == edges
    assert found.before.hold == edges[0] * Cents.from_dollars(5).amount * 30 * 6
    assert (found.title, found.before.stake) == ("Trips", Cents.from_dollars(5))


def test_each_change_is_counted_by_itself():
    """The rate is compared under the old stakes, and the stake under the old rate."""
    old = rules_of(UTH)
    stake, rate = (("wagers", "progressive", "stake"), "$5"), (("meters", 0, "rate"), "14%")
    both, alone = worth(rules_of(UTH, stake, rate), old), worth(rules_of(UTH, rate), old)
    assert both["meters.progressive.mega.rate"] == alone["meters.progressive.mega.rate"]
    (found,) = alone["meters.progressive.mega.rate"].wagers
    assert found.is_over_life
    assert found.after.edge - found.before.edge == Fraction(-2, 100)


@pytest.mark.parametrize(("book", "wager"), [(MD, "insurance"), (DIV, "bonus"), (UTH, "progressive"), (FC, "progressive")])
def test_a_wager_that_comes_or_goes_has_figures_on_one_side(book, wager):
    minimal, everything = rules_of(book, name="minimal"), rules_of(book)
    (came,) = worth(everything, minimal)[f"wagers.{wager}"].wagers
    (went,) = worth(minimal, everything)[f"wagers.{wager}"].wagers
    assert (came.before, went.after) == (None, None)
    assert came.after.edge != 0 != went.before.edge


def test_a_paytable_with_other_meters_brings_them():
    old = rules_of(MD)
    content = document(EXAMPLES / MD / "everything.toml")
    content["wagers"]["progressive"]["paytable"] = "A"
    content["meters"] = [{"wager": "progressive", "name": "meter", "seed": "$10,000", "reset": "$10,000", "rate": "20%"}]
    found = worth(filed(content).rules, old)
    (paytable,) = found["wagers.progressive.paytable"].wagers
    assert paytable.before.edge != paytable.after.edge
    assert all(not each.wagers for place, each in found.items() if place.startswith("meters."))


def test_a_reading_is_counted_for_every_wager_that_it_decides():
    found = worth(rules_of(MD, (("readings", "PG-04"), "highest-ranking")), rules_of(MD))["readings.PG-04"]
    assert {each.title for each in found.wagers} == {"Fortune Bonus", "Emperor's Treasure"}
    assert all(each.after.edge > each.before.edge for each in found.wagers)


def test_the_game_itself_is_compared_if_its_solution_is_at_hand():
    """The examples come solved; a reading of the Blind needs another solution, which may not be there."""
    found = worth(rules_of(MD, (("wagers", "pai-gow", "minimum"), "$20")), rules_of(MD))["wagers.pai-gow.minimum"]
    (game,) = found.wagers
    assert game.title == "Pai Gow Poker"
    assert game.after.hold == 2 * game.before.hold


def test_a_game_that_is_not_solved_is_said_to_change(tmp_path, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    found = worth(rules_of(MD, (("house-way",), "simple")), rules_of(MD))["house-way"]
    assert (found.wagers, found.is_unsolved) == ((), True)


def test_what_decides_no_money_is_worth_nothing():
    found = worth(rules_of(MD, (("table", "recut-by"), "last-to-cut"), (("facility",), "Another")), rules_of(MD))
    assert {place: (each.wagers, each.is_unsolved) for place, each in found.items()} == {
        "table.recut-by": ((), False),
        "facility": ((), False),
    }


@pytest.mark.parametrize("book", [MD, DIV, UTH, FC])
def test_every_change_between_the_examples_can_be_counted(book):
    minimal, everything = rules_of(book, name="minimal"), rules_of(book)
    assert worth(everything, minimal)
    assert worth(minimal, everything)
