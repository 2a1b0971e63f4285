"""The edge of a solved game by stake: vigorish as it is charged, rows in whole dollars, a payout limit."""

import tomllib
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.analysis.by_stake import Wins, of_base, of_ultimate
from houseway.analysis.solution import Ending, standard_rules
from houseway.analysis.ultimate import Terms, _endings, _wins
from houseway.games.awards import Award, limited, vigorish
from houseway.kernels import holdem
from houseway.money import Cents
from houseway.submission import judge, read_file

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples" / "submissions"
MD, DIV, UTH = "md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem"
KNOWN = tomllib.loads((ROOT / "benchmarks" / "known.toml").read_text())["pairs"][0]


@dataclass(frozen=True)
class Pairs:
    win: int = KNOWN["win"]
    push: int = KNOWN["push"]
    lose: int = KNOWN["lose"]

    @property
    def total(self):
        return self.win + self.push + self.lose


def filed(book, **options):
    rules = judge(read_file(EXAMPLES / book / "minimal.toml")).rules
    return replace(rules, options={**rules.options, **options})


def base(book, rounding, minimum=7, maximum=200):
    rules = filed(book, **{"vigorish.rounding": rounding})
    offer = replace(rules.offers["pai-gow"], minimum=Cents.dollars(minimum), maximum=Cents.dollars(maximum))
    return replace(rules, offers={**rules.offers, "pai-gow": offer})


def edge(charge, stake):
    return (Pairs().lose * stake - Pairs().win * (stake - charge)) / (Pairs().total * Fraction(stake))


@pytest.mark.parametrize("book", [MD, DIV])
def test_vigorish_rounded_up_weighs_by_the_stake(book):
    """$7 is charged 50 cents, not 35: 7 and 1/7 percent of the win."""
    found = of_base(base(book, "up-to-next-quarter"), Pairs())
    edges = {each.stake: each.house_edge for each in found.at}
    assert list(edges) == [Cents.dollars(each) for each in (7, 8, 9, 10, 11, 12, 200)]
    assert edges[Cents.dollars(7)] == edge(50, 700)
    assert edges[Cents.dollars(11)] == edge(75, 1100)
    assert edges[Cents.dollars(10)] == edges[Cents.dollars(200)] == edge(50, 1000)
    assert edges[Cents.dollars(10)] == min(edges.values())
    assert "up to the next $0.25" in found.holds[0]
    assert "multiples of $5" in found.holds[0]


def test_a_fraction_of_a_cent_is_not_charged():
    found = of_base(base(MD, "exact-cents"), Pairs())
    assert len({each.house_edge for each in found.at}) == 1
    assert found.at[0].house_edge == edge(5, 100)
    assert "multiples of $0.20" in found.holds[0]
    assert vigorish(base(MD, "exact-cents"), Cents(710)) == Cents(35)


def test_a_rule_book_by_itself_has_no_stakes():
    assert of_base(standard_rules(MD), Pairs()).at == ()
    assert of_ultimate(standard_rules(UTH), wins(standard_rules(UTH))).at == ()


# Ultimate, with rounds that end in each way once


def wins(rules):
    terms = Terms.of(rules)
    counts = [[0] * holdem.OUTCOMES, *([1] * holdem.OUTCOMES for _ in range(max(terms.first)))]
    counts[0][holdem.FOLDED] = 1
    return list(_wins(rules, terms, _endings(terms, counts)))


def test_what_is_won_is_told_of_every_ending():
    """With the Blind lost where its paytable has no row, and nothing won where the hand was not."""
    for each in wins(standard_rules(UTH)):
        won = sum((part for part, _ in each.awards.values()), Fraction(0))
        assert won == (max(each.ending.net, Fraction(0)) if each.ending.how.startswith("won") else 0)


def test_whole_dollars_fall_even_on_every_second_dollar():
    """A flush pays 3 to 2: $15 brings $22 and not $22.50 (UTH-29)."""
    rules = filed(UTH)
    read = replace(rules, readings={**rules.readings, "UTH-29": "whole-dollars"})
    minimum = rules.offers["ante"].minimum
    exact, down = of_ultimate(rules, wins(rules)), of_ultimate(read, wins(read))
    assert "multiples of $2" in down.holds[0]
    assert "multiples of $0.02" in exact.holds[0]
    assert len({each.house_edge for each in exact.at}) == 1
    by_stake = {each.stake: each.house_edge - exact.at[0].house_edge for each in down.at}
    flushes = [each for each in wins(rules) if "with flush" in each.ending.how]
    total = sum(each.ending.combinations for each in wins(rules))
    for stake, lost in by_stake.items():
        short = 50 if stake.amount % 200 else 0
        assert lost == Fraction(short * sum(each.ending.combinations for each in flushes), total * stake.amount)
    assert minimum in by_stake


def test_the_payout_limit_cuts_from_an_ante_on():
    """A royal flush brings 500 on the Blind, 4 on the Play and 1 on the Ante: $10,100 is $20 times 505."""
    most = Cents.dollars(10_100)
    rules = filed(UTH, **{"payout-limit.amount": most})
    found = of_ultimate(rules, wins(rules))
    assert "up to an Ante of $20," in found.holds[1]
    edges = {each.stake: each.house_edge for each in found.at}
    even = found.at[0].house_edge
    assert edges[Cents.dollars(20)] == even < edges[Cents.dollars(21)] < edges[rules.offers["ante"].maximum]
    total = sum(each.ending.combinations for each in wins(rules))
    stake = Cents.dollars(21)
    cut = sum(each.ending.combinations * by_the_table(rules, each, stake) for each in wins(rules))
    assert edges[stake] - even == Fraction(cut, total * stake.amount)


def by_the_table(rules, each, stake):
    """What the table's own limit takes off the awards of an ending, in cents."""
    awards = [
        Award(wager, "", "", rules.offers[wager].paytable.rows[0], stake, Cents(int(part * stake.amount)), ())
        for wager, (part, _) in each.awards.items()
    ]
    return sum(award.cut.amount for award in limited(rules, awards))


def test_other_wagers_of_the_game_are_as_they_were_solved():
    ending = Ending("fold", "folded", 5, Fraction(-2), Fraction(2))
    found = of_ultimate(filed(UTH), [Wins(ending, {}), *wins(filed(UTH))])
    assert all(each.house_edge == found.at[0].house_edge for each in found.at)
