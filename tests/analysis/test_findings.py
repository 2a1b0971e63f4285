"""What rules say about money is found and told as warnings: each kind once, and nothing where there is nothing."""

import json
import re
from fractions import Fraction

import pytest

from houseway.analysis import money_findings
from houseway.analysis.findings import rounded_percent
from houseway.analysis.odds_calculation import wager_odds
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.submission import Severity, judge, parse_submission
from tests.support.command import answered, run
from tests.support.paths import EXAMPLES

FOLDER = EXAMPLES
MD, DIV, UTH, FC = "md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"


def text_of(book, *changes, name="everything"):
    text = (FOLDER / book / f"{name}.toml").read_text()
    for old, new in changes:
        text, times = re.subn(old, new, text, count=1)
        assert times, old
    return text


def rules_of(*given, **named):
    verdict = judge(parse_submission(text_of(*given, **named)))
    assert verdict.rules is not None, [each.message for each in verdict.findings]
    return verdict.rules


def found(code, *given, **named):
    return [each for each in money_findings(rules_of(*given, **named)) if each.code == code]


@pytest.mark.parametrize("book", [MD, DIV, UTH, FC])
def test_the_least_that_can_be_filed_has_none(book):
    assert money_findings(rules_of(book, name="minimal")) == ()


def test_all_are_warnings_with_a_place_and_a_clause():
    for book in (MD, DIV, UTH, FC):
        for each in money_findings(rules_of(book)):
            assert each.severity is Severity.WARNING
            assert each.clause.book == book
            assert each.place
            assert {"code", "severity", "place", "clause", "given", "allowed", "message"} < set(each.to_json())


# An edge under zero


def test_a_wager_that_loses_is_told_with_its_stake():
    losing = found("money.edge", UTH, (r"\[readings\]", '[readings]\nUTH-12 = "community-cards"'))
    assert [str(each.stake) for each in losing] == ["$5", "$50"]
    assert all(each.edge < 0 for each in losing)
    assert "at $5" in losing[0].message


def test_a_progressive_that_is_fair_below_its_seed():
    before, seed = found("money.break-even", UTH), r'seed = "\$25,000"'
    (worse, *_) = found("money.break-even", UTH, (seed, 'seed = "$900,000"'))
    assert before == []
    assert worse.edge < 0
    assert worse.meters["mega"] == Cents.from_dollars(900_000).amount
    fair = wager_odds(rules_of(UTH, (seed, 'seed = "$900,000"')), "progressive", stake=worse.stake).break_even["mega"]
    assert 0 < fair < worse.meters["mega"]
    assert "mega" in worse.message


# Over the life of the meters

PAYTABLE_C = (
    (r'stake = \["\$1", "\$5"\]', 'stake = "$5"'),
    (r'seed = "\$25,000"\nreset = "\$25,000"', 'seed = "$10,000"\nreset = "$10,000"'),
    (r'rate = "12%"', 'rate = "20%"'),
    (r'rate = "5%"', 'rate = "20%"'),
    (r'rate = "3.5%"', 'rate = "20%"'),
)


def test_a_progressive_that_loses_over_its_life_is_told_though_its_edge_is_high_now():
    """The lowest seeds of paytable C at $5 with 20% each: 9.75% without envy, 2.85% more with five others at the table."""
    assert found("money.life", UTH) == []
    (each,) = found("money.life", UTH, *PAYTABLE_C)
    rules = rules_of(UTH, *PAYTABLE_C)
    now, envy = wager_odds(rules, "progressive").house_edge, wager_odds(rules, "progressive-envy-5").house_edge
    assert now > Fraction(1, 2)
    assert each.edge == now - Fraction(3, 5) + 5 * envy
    assert "the house loses 12.5995% of the Progressive at $5: 60% of every wager" in each.message
    assert "envy bonuses cost 2.8473% with 5 other players" in each.message
    assert (each.place, str(each.clause), each.given) == ("wagers.progressive", f"{UTH} 12.D(3)(a)", "60% in all")


@pytest.mark.parametrize(("rate", "warnings"), [("7.4%", 0), ("7.5%", 1)])
def test_at_the_rates_that_are_proposed_it_does_not_lose(rate, warnings):
    (each,) = found("money.life", UTH, *PAYTABLE_C)
    assert each.suggestion == "lower the rates: up to 47.4% in all it does not lose"
    assert len(found("money.life", UTH, *PAYTABLE_C[:-1], (r'rate = "3.5%"', f'rate = "{rate}"'))) == warnings


def test_the_worst_stake_of_a_progressive_is_told_once():
    both = PAYTABLE_C[1:]
    (each,) = found("money.life", UTH, *both)
    assert each.stake == Cents.from_dollars(1)


def test_the_whole_filing_loses_by_envy_what_the_wager_alone_would_keep():
    (each,) = found("money.life", FC)
    alone = wager_odds(rules_of(FC), "progressive", stake=each.stake).house_edge
    assert alone > 0 > each.edge
    assert "envy bonuses cost" in each.message


def test_a_limit_that_cuts_meters_leaves_no_figure_for_their_life():
    changes = (r'PG-22 = "exempt"', 'PG-22 = "capped"'), (r'rate = "18%"', 'rate = "90%"')
    assert found("money.life", MD, *changes) == []
    assert len(found("money.life", MD, changes[1])) == 1


def test_the_amount_that_a_meter_is_reset_to_is_looked_at_too():
    (worse,) = found("money.break-even", DIV, (r'reset = "\$10,000"', 'reset = "$9,000,000"'))
    assert worse.meters == {"meter": Cents.from_dollars(9_000_000).amount}


def test_a_wager_that_only_envy_makes_a_loss():
    dearer = (r'seed = "\$15,000"', 'seed = "$20,000"')
    (envied, *_) = found("money.envy", FC, dearer)
    rules = rules_of(FC, dearer)
    own, envy = wager_odds(rules, "progressive", stake=Cents.from_dollars(1)), wager_odds(rules, "progressive-envy-1")
    assert own.house_edge > 0 > envied.edge == own.house_edge + 5 * envy.house_edge


def test_the_game_itself_is_looked_at_where_it_was_solved():
    rules = rules_of(DIV, (r'DIV-01 = "even-money"', 'DIV-01 = "two-to-one"'))
    assert not [each for each in money_findings(rules) if each.code == "money.edge"]
    (losing,) = [each for each in money_findings(rules, Fraction(-1, 4)) if each.code == "money.edge"]
    assert (losing.place, losing.edge) == ("wagers.pai-gow", Fraction(-1, 4))
    assert "25%" in losing.message


# A reading that costs the house


def test_two_to_one_costs_the_house():
    assert found("money.reading", DIV) == []
    (costs,) = found("money.reading", DIV, (r'DIV-01 = "even-money"', 'DIV-01 = "two-to-one"'))
    assert costs.place == "readings.DIV-01"
    assert "$190" in costs.message


def test_what_a_choice_costs_is_counted():
    (each,) = found("money.reading", UTH, (r"\[readings\]", '[readings]\nUTH-15 = "tie-pushes"'))
    assert each.place == "readings.UTH-15"
    assert "4.0674%" in each.message


def test_what_a_choice_costs_is_at_the_filed_meters():
    meters = {"mega": Cents.from_dollars(25_000), "major": Cents.from_dollars(1_000), "minor": Cents.from_dollars(250)}
    five, seven = (
        wager_odds(
            load_book(UTH), "progressive", "C", stake=Cents.from_dollars(1), meters=meters, readings={"UTH-05": choice}
        ).house_edge
        for choice in ("hole-and-flop", "best-of-seven")
    )
    (each,) = found("money.reading", UTH, (r"\[readings\]", '[readings]\nUTH-05 = "best-of-seven"'))
    assert each.edge == seven < 0
    assert f"{rounded_percent(five - seven)} of the Progressive at $1" in each.message


def test_a_choice_that_gives_less_is_not_told():
    assert found("money.reading", MD, (r'PG-22 = "exempt"', 'PG-22 = "exempt"\nPG-03 = "lost"')) == []


# Awards that are cheap, limits that cut, roundings


def test_an_amount_that_a_small_stake_wins():
    low = (r'(six-card-bonus\]\n)paytable = "B"\nminimum = "\$5"', '\\1paytable = "A"\nminimum = "$1"')
    cheap = {each.place: each for each in found("money.cheap-award", UTH, low)}
    assert "$1,000,000" in cheap["wagers.six-card-bonus"].message
    assert "12.9896% at $1" in cheap["wagers.six-card-bonus"].message
    assert cheap["wagers.progressive"].stake == Cents.from_dollars(1)


def test_one_stake_has_nothing_cheaper_beside_it():
    only = (r'stake = \["\$1", "\$5"\]', 'stake = "$5"')
    assert not [each for each in found("money.cheap-award", UTH, only) if each.place == "wagers.progressive"]


def test_a_limit_that_can_cut_a_meter():
    assert found("money.limit-cuts-meter", MD) == []
    mega, *others = found("money.limit-cuts-meter", MD, (r'PG-22 = "exempt"', 'PG-22 = "capped"'), (r'"\$10,000"', '"$70,000"'))
    assert "once the meter shows more than $100,000" in mega.message
    assert "100% of mega" in mega.message
    assert len(others) == 2


def test_vigorish_that_is_rounded_up():
    (each,) = found("money.vigorish", MD)
    assert each.stake == Cents.from_dollars(11)
    assert "$0.75, which is 6.8182% instead of 5%" in each.message
    assert found("money.vigorish", MD, (r'rounding = "up-to-next-quarter"', 'rounding = "exact-cents"')) == []
    (least,) = found("money.vigorish", MD, (r'pai-gow\]\nminimum = "\$10"', 'pai-gow]\nminimum = "$1"'))
    assert "$1 is charged $0.25, which is 25%" in least.message


def test_vigorish_weighs_most_where_it_is_told():
    """Every whole-dollar stake up to the maximum was looked at, not only those near the minimum."""
    from houseway.games.awards import vigorish_on

    rules = rules_of(MD)
    charges = {stake: Fraction(vigorish_on(rules, Cents.from_dollars(stake)).amount, stake) for stake in range(10, 1001)}
    assert max(charges, key=charges.__getitem__) == 11


def test_a_number_wager_that_is_rounded_down():
    assert found("money.rounding", DIV, (r'odds = "5 1/2 to 1"', 'odds = "6 to 1"')) == []
    (odd,) = found("money.rounding", DIV)
    assert "at $3 the house edge of the Starting number is 9.5238% instead of 7.1429%" in odd.message
    assert odd.stake == Cents.from_dollars(3)
    (each,) = found("money.rounding", DIV, (r'(number\]\n)minimum = "\$2"', '\\1minimum = "$1"'))
    assert "14.2857% instead of 7.1429%" in each.message


# At the command line


def test_check_shows_warnings_and_still_passes():
    shown = answered("check", FOLDER / UTH / "everything.toml")
    assert "(warning, money.cheap-award)" in shown
    assert "with 3 warnings" in " ".join(shown.split())


def test_check_tells_law_before_money():
    wrong = next((FOLDER / UTH / "wrong").glob("*.toml"))
    result = run("check", wrong, "--json")
    assert result.returncode == 1
    told = json.loads(result.stdout)
    assert not told["ok"]
    assert {each["severity"] for each in told["findings"]} == {"error"}
