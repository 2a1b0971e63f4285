"""A PAR sheet at the average bet: what is won is rounded and cut as at the table, and a bank is charged as it is filed."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from houseway.analysis import solve_game, state_pace
from houseway.analysis.par.builder import build_par_sheet
from houseway.analysis.ultimate.par import AS_SOLVED
from houseway.documents import make_par_sheet
from houseway.money import Cents
from houseway.submission import judge, read_submission
from tests.support.paths import EXAMPLES
from tests.support.solve_brute import with_blind_a

FOLDER = EXAMPLES
MD, UTH, FC = "md.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"


@cache
def rules_of(book, name="everything", **readings):
    rules = judge(read_submission(FOLDER / book / f"{name}.toml")).rules
    rules = with_blind_a(rules) if book == UTH else rules
    offers = {wager: offer for wager, offer in rules.offers.items() if wager in ("ante", "blind", "play", "pai-gow", "trips")}
    return replace(rules, offers=offers, readings={**rules.readings, **readings})


@cache
def sheet_at(dollars, rules):
    own = next(iter(rules.offers))
    return build_par_sheet(rules, state_pace(rules, bets={own: Cents.from_dollars(dollars)}), solve_game(rules))


# Ultimate: the payout limit (12.F), whole dollars (UTH-29)


@pytest.mark.parametrize("ante", [15, 198, 199, 1000])
def test_a_game_is_paid_as_at_the_average_bet(ante):
    """$100,000 is 505 times $198: from $199 on a royal flush is cut."""
    rules = rules_of(UTH)
    sheet = sheet_at(ante, rules)
    game, base = sheet.game, [each for each in sheet.wagers if each.is_base]
    assert game.house_edge == dict(game.by_stake)[Cents.from_dollars(ante)]
    assert (game.house_edge == solve_game(rules).best_play.house_edge) == (ante <= 198)
    assert (AS_SOLVED in game.assumptions) == (ante > 198)
    assert sum(each.expected_value for each in base) == game.expected_value
    assert sum(each.hourly_hold for each in base) == game.house_edge * ante * 100 * sheet.pace.player_rounds
    assert sum(each.variance for each in base) + 2 * sum(each.covariance for each in game.covariances) == game.variance
    mean = sum(net * count for net, count in game.distribution.items()) / game.total
    assert mean == game.expected_value
    assert max(game.distribution) * ante <= 100_000


def test_a_row_that_is_cut_says_what_it_pays():
    """$1,000: the Ante first, then what is left for the Blind, and nothing for the Play, as they are settled."""
    wagers = {each.wager: each for each in sheet_at(1000, rules_of(UTH)).wagers}
    royals = {row.pays: row.net for row in wagers["blind"].rows if row.hand == "royal-flush"}
    assert royals == {"500 to 1, paid $100,000": 100, "500 to 1, paid $99,000": 99}
    assert {row.net for row in wagers["play"].rows if row.pays == "1 to 1, paid $0"} == {0}
    said = " ".join(element.text for element in make_par_sheet(sheet_at(1000, rules_of(UTH))).elements)
    assert "500 to 1, paid $99,000" in said


def test_whole_dollars_are_paid_at_the_average_bet():
    """A flush on $15 brings $22, on $16 $24 (UTH-29)."""
    rules = rules_of(UTH, **{"UTH-29": "whole-dollars"})
    odd, even = (sheet_at(ante, rules) for ante in (15, 16))
    (flush,) = (row for each in odd.wagers if each.wager == "blind" for row in each.rows if row.hand == "flush")
    assert (flush.pays, flush.net) == ("3 to 2, paid $22", Fraction(22, 15))
    assert even.game.house_edge == solve_game(rules).best_play.house_edge
    assert odd.game.house_edge - even.game.house_edge == flush.probability * Fraction(1, 30)


def test_four_card_poker_is_the_same_at_every_bet():
    rules = replace(rules_of(FC), offers=judge(read_submission(FOLDER / FC / "minimal.toml")).rules.offers)
    few, many = (sheet_at(ante, rules) for ante in (15, 100))
    assert few.game.house_edge == many.game.house_edge == solve_game(rules).best_play.house_edge
    assert few.game.distribution == many.game.distribution


# Pai Gow: a bank's vigorish, on its surplus (12.J(6))


def test_a_bank_is_charged_at_the_average_bet():
    """$11 is charged 75 cents, not 55; two of them $1.25, not $1.50."""
    rules = rules_of(MD)
    sheet, solved = sheet_at(11, rules), solve_game(rules)
    known = {each.stake: each.bank_odds for each in solved.bank_by_stake}
    assert sheet.game.bank == known[Cents.from_dollars(11)]
    alone, plain = sheet.game.bank[0], solved.bank[0]
    won = solved.counts.counts_as_bank(solved.terms).win
    assert alone.edge - plain.edge == Fraction(75 - 55, 1100) * Fraction(won, solved.counts.total)
    assert round(alone.edge, 6) == Fraction("0.008065")
    assert [each.stake for each in sheet.game.bank_by_stake] == [stake for stake in known if stake != Cents.from_dollars(11)]
    whole = sheet.to_json()["game"]
    assert [each["opponents"] for each in whole["bank"]] == [1, 2, 3, 4, 5, 6]
    assert [each["edge"][:8] for each in whole["bank"][:2]] == ["0.008065", "0.003284"]
    assert "$11" not in [each["stake"] for each in whole["bank_by_stake"]]
    assert not [said for said in sheet.game.assumptions if "fraction of a cent" in said]
    rows = [element.cells for element in make_par_sheet(sheet).elements if element.kind == "bank"]
    assert rows[0][3:] == ("exact", "\N{MINUS SIGN}0.8065%")


def test_a_bank_at_a_bet_that_no_table_has():
    """$37 is charged $2, not $1.85; from the same sample."""
    rules = rules_of(MD)
    sheet, solved = sheet_at(37, rules), solve_game(rules)
    assert Cents.from_dollars(37) not in {each.stake for each in solved.bank_by_stake}
    won = solved.counts.counts_as_bank(solved.terms).win
    assert sheet.game.bank[0].edge - solved.bank[0].edge == Fraction(15, 3700) * Fraction(won, solved.counts.total)
    for found, exact in zip(sheet.game.bank[1:], solved.bank[1:], strict=True):
        assert (found.vigorish.deals, found.vigorish.seed) == (exact.vigorish.deals, exact.vigorish.seed)
        assert found.vigorish.mean > exact.vigorish.mean


def test_a_bank_that_is_not_offered_is_told_so():
    rules = rules_of(MD, "minimal")
    assert not rules.options.get("bank.offered")
    assert "would earn if it were offered" in sheet_at(25, rules).game.strategy[1]
    assert sheet_at(25, rules).game.bank == solve_game(rules).bank
