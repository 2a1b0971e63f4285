"""Session figures that others have published, read at their source.

discountgambling.net/2010/02/26/session-outcome-distributions-for-ultimate-texas-holdem (S. How, 2010), in Antes, by basic strategy:
who begins with 100, and leaves with 200 or with nothing, at most after 100 hands, is ruined in 1.5 percent of sessions, doubles in
1.5, and is in between in 97. The page's second table (20 Antes: 33, 27 and 40 percent) names 100 hands, too. After 100 hands nearly
every such session has ended; its shares are those of 26 hands.
"""

import pytest

from houseway.analysis.games import solve_game
from houseway.analysis.session.plan import plan_session
from houseway.analysis.session.session import play_session
from houseway.analysis.standard_rules import standard_rules
from houseway.money import Cents


def played(antes, rounds):
    rules = standard_rules("md.ultimate-texas-holdem")
    ante = Cents.from_dollars(5)
    plan = plan_session(rules, ante * antes, rounds, ante, {}, ante * (2 * antes), "base")
    return play_session(rules, plan, solve_game(rules))


def test_a_hundred_antes_for_a_hundred_hands():
    found = played(100, 100)
    assert found.ruin == pytest.approx(0.015, abs=0.0005)
    assert found.reached == pytest.approx(0.015, abs=0.0005)
    assert 1 - found.ruin - found.reached == pytest.approx(0.97, abs=0.005)


def test_twenty_antes_have_the_published_shares_after_twenty_six_hands():
    found, long = played(20, 26), played(20, 100)
    assert found.ruin == pytest.approx(0.33, abs=0.01)
    assert found.reached == pytest.approx(0.27, abs=0.005)
    assert long.ruin + long.reached > 0.98
