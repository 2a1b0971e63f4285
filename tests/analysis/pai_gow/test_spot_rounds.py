"""Pai Gow Poker beside all its optional wagers on one spot, deal by deal."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.analysis import solve_game, state_pace
from houseway.analysis.games import count_jointly
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.par.builder import build_par_sheet
from houseway.money import Cents
from houseway.submission import judge, read_submission
from tests.support.paths import EXAMPLES
from tests.support.submissions import DIV, MD


def sheet_of(book, bet, low_wheel):
    rules = judge(read_submission(EXAMPLES / book / "everything.toml")).rules
    rules = replace(rules, options={**rules.options, "ranking.low-ace-lowest": low_wheel})
    pace = state_pace(rules, bets={"pai-gow": Cents.from_dollars(bet)} if bet else {})
    return build_par_sheet(rules, pace, solve_game(rules))


AS_FILED = pytest.param(DIV, 0, True, marks=pytest.mark.prove)
"""Another order of hands, in which all pairs of hands have to be counted again."""


@pytest.mark.parametrize(("book", "bet", "low_wheel"), [(MD, 0, False), (MD, 11, False), (DIV, 0, False), AS_FILED])
def test_a_whole_spot_deal_by_deal(book, bet, low_wheel):
    """Seven cards decide all optional wagers of Pai Gow: what each deal brings in cents, its square, and their means.

    The starting number is drawn apart, so that it adds its own variance. At $11 vigorish is rounded up.
    """
    sheet = sheet_of(book, bet, low_wheel)
    spot, own = sheet.spot.wagers, sheet.pace.bets["pai-gow"]
    wagers = [wager_odds(sheet.rules, each.wager, stake=each.bet) for each in spot.wagers[1:]]
    cards = [each for each in wagers if each.deciding_cards.game]
    total = square = deals = 0
    for shown, nets in count_jointly(sheet.rules, solve_game(sheet.rules), "held", own).cells.items():
        paid = sum(
            each.payer.net_in_stakes(each.payer.find_row(each.deciding_cards.split_by_suit(shown)[0][0])) * each.stake.amount
            for each in cards
        )
        for count, brings in nets:
            result = brings["pai-gow"] * own.amount + paid
            deals, total, square = deals + count, total + count * result, square + count * result**2
    mean = Fraction(total, deals)
    numbers = [each for each in wagers if not each.deciding_cards.game]
    assert len(numbers) == (book == DIV)
    assert spot.expected_cents == mean + sum(each.expected_value * each.stake.amount for each in numbers)
    drawn = sum(each.variance * each.stake.amount**2 for each in numbers)
    assert spot.variance == Fraction(square, deals) - mean**2 + drawn
    assert sheet.uncounted_pairs == ()
    assert sheet.spot.left_out == ()
