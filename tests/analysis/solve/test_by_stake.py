"""The edge of a solved game by stake: vigorish as it is charged, rows in whole dollars, a payout limit."""

import tomllib
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest

from houseway.analysis.odds.by_stake import pay_at_ante
from houseway.analysis.pai_gow.by_stake import base_wager_by_stake, surplus_vigorish
from houseway.analysis.pai_gow.solve.bank import SEED, bank_by_stake, bank_odds, sample_bank_results
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts, PaiGowTerms
from houseway.analysis.pai_gow.solve.solver import kernel_way
from houseway.analysis.solve.parts import net_by_wager
from houseway.analysis.solve.solution import RoundEnding
from houseway.analysis.standard_rules import standard_rules
from houseway.analysis.ultimate.by_stake import WonAwards, ante_by_stake
from houseway.analysis.ultimate.ending_parts import split_ending
from houseway.analysis.ultimate.solve.solver import _won_awards, build_endings
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.cards import CARDS
from houseway.games.awards import Award, limit_awards, vigorish_on
from houseway.games.pai_gow.base_wager.centre import BankedWager, settle_bank_round
from houseway.games.pai_gow.base_wager.outcome import LOSE, WIN, compare_settings, measure_setting
from houseway.house_way import HouseWay, compile_house_way
from houseway.kernels.holdem import board as holdem
from houseway.kernels.pai_gow.sampling import deal_hands
from houseway.money import Cents
from houseway.procedure import CENTRE
from houseway.submission import judge, read_submission
from tests.support.clauses import bear
from tests.support.paths import ROOT

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
    rules = judge(read_submission(EXAMPLES / book / "minimal.toml")).rules
    return replace(rules, options={**rules.options, **options})


def base(book, rounding, minimum=7, maximum=200):
    rules = filed(book, **{"vigorish.rounding": rounding})
    offer = replace(rules.offers["pai-gow"], minimum=Cents.from_dollars(minimum), maximum=Cents.from_dollars(maximum))
    return replace(rules, offers={**rules.offers, "pai-gow": offer})


def edge(charge, stake):
    return (Pairs().lose * stake - Pairs().win * (stake - charge)) / (Pairs().total * Fraction(stake))


@pytest.mark.parametrize("book", [MD, DIV])
def test_vigorish_rounded_up_weighs_by_the_stake(book):
    """$7 is charged 50 cents, not 35: 7 and 1/7 percent of the win."""
    found = base_wager_by_stake(base(book, "up-to-next-quarter"), Pairs())
    edges = {each.stake: each.house_edge for each in found.edges}
    assert list(edges) == [Cents.from_dollars(each) for each in (7, 8, 9, 10, 11, 12, 200)]
    assert edges[Cents.from_dollars(7)] == edge(50, 700)
    assert edges[Cents.from_dollars(11)] == edge(75, 1100)
    assert edges[Cents.from_dollars(10)] == edges[Cents.from_dollars(200)] == edge(50, 1000)
    assert edges[Cents.from_dollars(10)] == min(edges.values())
    assert "up to the next $0.25" in found.assumptions[0]
    assert "multiples of $5" in found.assumptions[0]


def test_a_fraction_of_a_cent_is_not_charged():
    found = base_wager_by_stake(base(MD, "exact-cents"), Pairs())
    assert len({each.house_edge for each in found.edges}) == 1
    assert found.edges[0].house_edge == edge(5, 100)
    assert "multiples of $0.20" in found.assumptions[0]
    assert vigorish_on(base(MD, "exact-cents"), Cents(710)) == Cents(35)


# A bank: the vigorish on its surplus


SAMPLED_NETS = np.array(
    [
        [0] * 13,
        [0, 0, 0, 0, 0, 29, 41, 30, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 14, 21, 24, 24, 17, 0, 0, 0, 0],
        [0, 0, 0, 8, 13, 16, 20, 18, 15, 10, 0, 0, 0],
        [0, 0, 5, 8, 12, 14, 17, 15, 13, 10, 6, 0, 0],
        [0, 4, 6, 8, 10, 12, 16, 14, 12, 8, 6, 4, 0],
        [3, 4, 5, 8, 10, 12, 14, 13, 11, 8, 6, 4, 2],
    ]
)
"""A hundred deals, made up: how often a bank ends so far down or up, against so many."""
COUNTS = ComparisonCounts((40, 2, 30, 3, 1, 3, 30, 2, 40))


def banking(book, rounding, **readings):
    rules = base(book, rounding)
    options, taken = {**rules.options, "bank.offered": True}, {**rules.readings, **readings}
    return replace(rules, options=options, readings=taken)


def charged(rules, stake, results):
    """What the table's own settlement charges a bank on its surplus, in wagers: what goes from the centre as vigorish."""
    spots = [BankedWager(position, stake, result) for position, result in enumerate(results, start=2)]
    moves = settle_bank_round(rules, 1, spots, None, stake * len(spots))
    charges = [move.amount.amount for move in moves if (move.reason, move.source) == ("vigorish", CENTRE)]
    return Fraction(sum(charges), stake.amount)


@pytest.mark.parametrize("rounding", ["up-to-next-quarter", "exact-cents"])
@pytest.mark.parametrize("book", [MD, DIV])
def test_a_bank_is_charged_on_its_surplus_what_the_table_charges(book, rounding, claim):
    """One opponent exactly, more by the sample: $7 is charged 50 cents, $14 75 and not twice 50."""
    rules = banking(book, rounding)
    terms = PaiGowTerms.from_rules(rules)
    pairs = COUNTS.counts_as_bank(terms)
    found = bank_by_stake(rules, COUNTS, terms, SAMPLED_NETS, seed=5)
    assert [each.stake for each in found] == [each.stake for each in base_wager_by_stake(rules, Pairs()).edges]
    for at in found:
        one, *more = at.bank_odds
        taken = [charged(rules, at.stake, [WIN, LOSE, *[LOSE] * net]) for net in range(7)]
        assert one.vigorish == taken[1] * Fraction(pairs.win, COUNTS.total)
        assert one.edge == one.vigorish - Fraction(pairs.win - pairs.lose, COUNTS.total)
        for size, each in enumerate(more, start=2):
            values = np.repeat([float(taken[max(net, 0)]) / size for net in range(-6, 7)], SAMPLED_NETS[size])
            assert each.vigorish.mean == pytest.approx(np.mean(values), rel=1e-12)
            assert each.vigorish.standard_error == pytest.approx(np.std(values, ddof=1) / 10, rel=1e-9)
            assert (each.opponents, each.vigorish.deals, each.vigorish.seed) == (size, 100, 5)
    bear(claim, book, "12.J(6)", "(m)(12)#7")


def test_rounding_weighs_less_on_a_larger_surplus():
    """$14 of two losing wagers of $7 is charged 75 cents, one of $7 50."""
    rules = banking(MD, "up-to-next-quarter")
    seven = Cents.from_dollars(7)
    assert [surplus_vigorish(rules, seven, wagers) * 7 for wagers in (0, 1, 2, 3)] == [
        0,
        Fraction(1, 2),
        Fraction(3, 4),
        Fraction(5, 4),
    ]
    at = {each.stake: each.bank_odds for each in bank_by_stake(rules, COUNTS, PaiGowTerms.from_rules(rules), SAMPLED_NETS)}
    plain = bank_odds(COUNTS, PaiGowTerms.from_rules(rules), SAMPLED_NETS)
    assert at[Cents.from_dollars(10)] == at[Cents.from_dollars(200)] == plain
    assert all(rounded.edge > exact.edge for rounded, exact in zip(at[seven], plain, strict=True))


def test_where_no_bank_is_offered_none_is_told():
    rules = base(MD, "up-to-next-quarter")
    assert not rules.options.get("bank.offered")
    assert bank_by_stake(rules, COUNTS, PaiGowTerms.from_rules(rules), SAMPLED_NETS) == ()
    assert bank_by_stake(standard_rules(MD), COUNTS, PaiGowTerms.from_rules(standard_rules(MD)), SAMPLED_NETS) == ()


@pytest.mark.parametrize("reading", ["two-passes", "one-pass"])
def test_a_sampled_surplus_is_that_of_the_table(reading):
    """Two hundred deals against six, settled by the table's own centre, in both readings of PG-26."""
    rules = banking(MD, "exact-cents", **{"PG-26": reading})
    terms, way = PaiGowTerms.from_rules(rules), HouseWay.load("foxwoods")
    both, dollar = kernel_way(compile_house_way(way, terms.order)), Cents.from_dollars(1)
    nets = sample_bank_results(both, both, terms, deals=200)
    expected = np.zeros_like(nets)
    for dealt in deal_hands(0, 200, 7, SEED).reshape(200, 7, 7):
        laid = compile_house_way(way, terms.order).set(dealt)
        bank, *players = (measure_setting(rules, *map(as_cards, each)) for each in zip(laid.high, laid.low, strict=True))
        results = [compare_settings(rules, player, bank, against_bank=True).result for player in players]
        for size in range(1, 7):
            expected[size, 6 + int(charged(rules, dollar, results[:size]) * 20)] += 1
    nets[:, 6] = nets[:, :7].sum(axis=1)  # what is no surplus is not told apart by what is charged
    nets[:, :6] = 0
    assert np.array_equal(nets, expected)


def as_cards(numbers):
    return tuple(CARDS[number] for number in numbers)


def test_a_rule_book_by_itself_has_no_stakes():
    assert base_wager_by_stake(standard_rules(MD), Pairs()).edges == ()
    assert ante_by_stake(standard_rules(UTH), wins(standard_rules(UTH))).edges == ()


# Ultimate, with rounds that end in each way once


def wins(rules):
    terms = UltimateTerms.from_rules(rules)
    counts = [[0] * holdem.OUTCOME_COUNT, *([1] * holdem.OUTCOME_COUNT for _ in range(max(terms.first)))]
    counts[0][holdem.FOLDED] = 1
    return list(_won_awards(rules, terms, build_endings(terms, counts)))


def test_what_is_won_is_told_of_every_ending():
    """With the Blind lost where its paytable has no row, and nothing won where the hand was not."""
    for each in wins(standard_rules(UTH)):
        won = sum((part for part, _ in each.awards.values()), Fraction(0))
        assert won == (max(each.ending.net, Fraction(0)) if each.ending.outcome.startswith("won") else 0)


def test_whole_dollars_fall_even_on_every_second_dollar():
    """A flush pays 3 to 2: $15 brings $22 and not $22.50 (UTH-29)."""
    rules = filed(UTH)
    read = replace(rules, readings={**rules.readings, "UTH-29": "whole-dollars"})
    minimum = rules.offers["ante"].minimum
    exact, down = ante_by_stake(rules, wins(rules)), ante_by_stake(read, wins(read))
    assert "a multiple of $2" in down.assumptions[0]
    assert "a multiple of $0.02" in exact.assumptions[0]
    assert len({each.house_edge for each in exact.edges}) == 1
    by_stake = {each.stake: each.house_edge - exact.edges[0].house_edge for each in down.edges}
    flushes = [each for each in wins(rules) if "with flush" in each.ending.outcome]
    total = sum(each.ending.combinations for each in wins(rules))
    for stake, lost in by_stake.items():
        short = 50 if stake.amount % 200 else 0
        assert lost == Fraction(short * sum(each.ending.combinations for each in flushes), total * stake.amount)
    assert minimum in by_stake


def test_the_payout_limit_cuts_from_an_ante_on():
    """A royal flush brings 500 on the Blind, 4 on the Play and 1 on the Ante: $10,100 is $20 times 505."""
    most = Cents.from_dollars(10_100)
    rules = filed(UTH, **{"payout-limit.amount": most})
    found = ante_by_stake(rules, wins(rules))
    assert "up to an Ante of $20," in found.assumptions[1]
    edges = {each.stake: each.house_edge for each in found.edges}
    even = found.edges[0].house_edge
    assert edges[Cents.from_dollars(20)] == even < edges[Cents.from_dollars(21)] < edges[rules.offers["ante"].maximum]
    total = sum(each.ending.combinations for each in wins(rules))
    stake = Cents.from_dollars(21)
    cut = sum(each.ending.combinations * by_the_table(rules, each, stake) for each in wins(rules))
    assert edges[stake] - even == Fraction(cut, total * stake.amount)


def by_the_table(rules, each, stake):
    """What the table's own limit takes off the awards of an ending, in cents."""
    awards = [
        Award(wager, "", "", rules.offers[wager].paytable.rows[0], stake, Cents(int(part * stake.amount)), ())
        for wager, (part, _) in each.awards.items()
    ]
    return sum(award.cut_by_limit.amount for award in limit_awards(rules, awards))


def test_other_wagers_of_the_game_are_as_they_were_solved():
    ending = RoundEnding("fold", "folded", 5, Fraction(-2), Fraction(2))
    found = ante_by_stake(filed(UTH), [WonAwards(ending, {}), *wins(filed(UTH))])
    assert all(each.house_edge == found.edges[0].house_edge for each in found.edges)


@pytest.mark.parametrize("reading", ["exact-cents", "whole-dollars"])
def test_wager_by_wager_a_round_is_paid_as_the_table_pays_it(reading):
    """Ante, Blind and Play use the limit up as they are settled; a flush brings whole dollars or all of 3 to 2."""
    rules = filed(UTH, **{"payout-limit.amount": Cents.from_dollars(10_100)})
    rules = replace(rules, readings={**rules.readings, "UTH-29": reading})
    for at in ante_by_stake(rules, wins(rules)).edges:
        summed = 0
        for each in wins(rules):
            solved = net_by_wager(split_ending, rules, each.ending)
            found = pay_at_ante(rules, solved, at.stake)
            assert found == dict(plainly_paid(solved, at.stake, 1_010_000, reading))
            summed += sum(found.values()) * each.ending.combinations
        assert at.expected_value == Fraction(summed, sum(each.ending.combinations for each in wins(rules)))


def plainly_paid(solved, ante, left, reading):
    for wager in ("ante", "blind", "play"):
        exact = solved.get(wager, Fraction(0)) * ante.amount
        if exact > 0:
            down = wager == "blind" and solved[wager] == Fraction(3, 2) and reading == "whole-dollars"
            amount = min(exact // 100 * 100 if down else exact, left)
            left -= amount
            yield wager, Fraction(amount, ante.amount)
        elif wager in solved:
            yield wager, solved[wager]


def test_a_limit_can_be_used_up_before_the_play_wager():
    """$1,000 with a royal flush under a limit of $100,000: $1,000, $99,000, nothing."""
    rules = filed(UTH, **{"payout-limit.amount": Cents.from_dollars(100_000)})
    solved = {"ante": Fraction(1), "blind": Fraction(500), "play": Fraction(4)}
    assert pay_at_ante(rules, solved, Cents.from_dollars(1000)) == {"ante": 1, "blind": 99, "play": 0}
    assert pay_at_ante(rules, solved, Cents.from_dollars(100)) == solved
    awards = [
        Award(
            wager,
            "",
            "",
            rules.offers[wager].paytable.rows[0],
            Cents.from_dollars(1000),
            Cents.from_dollars(1000) * int(part),
            (),
        )
        for wager, part in solved.items()
    ]
    assert [each.amount for each in limit_awards(rules, awards)] == [Cents.from_dollars(each) for each in (1000, 99_000, 0)]
