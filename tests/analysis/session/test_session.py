"""A session of a spot: one round against the solved game, the PAR sheet and the odds; published figures; refusals."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from houseway.analysis.games import solve_game
from houseway.analysis.odds.spot import average_net
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.pai_gow.solve.solver import OPTIMAL
from houseway.analysis.session.plan import MOST_ROUNDS, bets_of_round, plan_session
from houseway.analysis.session.session import play_session
from houseway.analysis.spot_rounds.results import PayoutLimit, RoundResults, share_suits
from houseway.analysis.standard_rules import standard_rules
from houseway.errors import HousewayError, Malformed, NotAllowed
from houseway.money import Cents

UTH, FC, MD, DIV = "md.ultimate-texas-holdem", "md.four-card-poker", "md.pai-gow-poker", "div.pai-gow-poker"
WAYS = {MD: "foxwoods", DIV: "foxwoods"}
DOLLAR = Cents.from_dollars(1)


@cache
def solved(book):
    rules = standard_rules(book)
    return rules, solve_game(rules, **({"house_way": WAYS[book]} if book in WAYS else {}))


@cache
def session_of(book, bankroll=1_000, rounds=200, bet=25, sides=(), stop_at=None, ruin_at="round"):
    rules, solution = solved(book)
    stakes = {wager: DOLLAR * stake for wager, stake in sides}
    plan = plan_session(
        rules, DOLLAR * bankroll, rounds, DOLLAR * bet, stakes, None if stop_at is None else DOLLAR * stop_at, ruin_at
    )
    return play_session(rules, plan, solution)


# One round


@pytest.mark.parametrize("book", [UTH, FC])
def test_a_round_of_the_game_alone_is_the_solved_game(book):
    best, found = solved(book)[1].best_play, session_of(book, bankroll=5_000).results
    assert dict(found.counts) == {net * 2_500: count * found.total // best.total for net, count in best.distribution.items()}
    assert found.mean == best.expected_value * 2_500
    assert found.variance == best.variance * 2_500**2


def test_a_round_of_ultimate_has_the_results_that_everybody_counts():
    found = session_of(UTH).results
    assert len(found.counts) == 31
    assert found.unit == Fraction(2_500, 2)


@pytest.mark.parametrize("book", [MD, DIV])
def test_a_round_of_pai_gow_poker_is_all_pairs_of_hands(book):
    counts, found = solved(book)[1].counts, session_of(book).results
    assert [net for net, _ in found.counts] == [-2_500, 0, 2_375]
    assert [Fraction(count, found.total) for _, count in found.counts] == [
        Fraction(count, counts.total) for count in (counts.lose, counts.push, counts.win)
    ]


@pytest.mark.parametrize(
    ("book", "wager", "axis"), [(UTH, "trips", "seven"), (FC, "aces-up", "four"), (UTH, "play-the-board", "board")]
)
def test_an_optional_wager_adds_its_odds_and_its_covariance(book, wager, axis):
    """Mean and variance of the sum, from the parts as they are counted elsewhere."""
    rules, _ = solved(book)
    alone, side = session_of(book).results, wager_odds(rules, wager, stake=DOLLAR * 5)
    found = session_of(book, sides=((wager, 5),))
    assert found.results.mean == alone.mean + side.expected_value * 500
    together = sum(
        count * sum(brings.values()) * 2_500 * average_net(side, shown[0]) * 500
        for shown, nets in found.counts.cells.items()
        for count, brings in nets
    )
    covariance = Fraction(together, found.counts.total) - alone.mean * side.expected_value * 500
    assert found.results.variance == alone.variance + side.variance * 500**2 + 2 * covariance
    assert found.counts.axes == (axis,)


def test_a_wager_on_a_number_is_independent_of_the_cards():
    rules, _ = solved(DIV)
    alone, side = session_of(DIV).results, wager_odds(rules, "number", stake=DOLLAR * 5)
    found = session_of(DIV, sides=(("number", 5),)).results
    assert found.mean == alone.mean + side.expected_value * 500
    assert found.variance == alone.variance + side.variance * 500**2


def test_what_the_optional_wagers_change_is_the_session_without_them():
    found = session_of(UTH, sides=(("trips", 5),))
    (without,) = found.without
    bare = session_of(UTH)
    assert without.wagers == ("trips",)
    assert without.results == bare.results
    assert float(without.ends.ruined.sum()) == bare.ruin


# Sessions


def test_forty_antes_and_two_hundred_rounds():
    """The figures of the request for this command, which another program had computed."""
    assert f"{session_of(UTH, ruin_at='round').ruin:.1%}" == "57.0%"
    assert f"{session_of(UTH, ruin_at='base').ruin:.1%}" == "52.6%"


@pytest.mark.parametrize("book", [UTH, FC, MD, DIV])
def test_all_chances_of_a_session_add_up(book):
    found = session_of(book, bankroll=400, stop_at=700)
    in_play = found.ends.probabilities.sum() - found.ruin - found.reached
    assert 0 < in_play < 1
    assert found.ahead + found.even + found.ends.chance(found.ends.cells < 0) == pytest.approx(1.0, abs=found.error)
    assert found.error < 1e-11


def test_the_average_of_the_chips_is_that_of_their_distribution():
    found = session_of(FC, bankroll=400, stop_at=700)
    assert found.expected_chips == pytest.approx(sum(float(chips) * chance for chips, chance in found.distribution()))


def test_ruin_is_defined_by_the_chips_of_a_round():
    plan = session_of(UTH, sides=(("trips", 5),)).plan
    assert (plan.whole_round, plan.first_wagers) == (DOLLAR * 155, DOLLAR * 55)
    assert bets_of_round(solved(UTH)[0]) == (2, 4)
    assert bets_of_round(solved(FC)[0]) == (1, 3)
    assert bets_of_round(solved(MD)[0]) == (1, 0)


@pytest.mark.parametrize("book", [UTH, FC])
def test_no_ending_stakes_more_than_a_whole_round_or_less_than_its_first_wagers(book):
    placed, raised = bets_of_round(solved(book)[0])
    staked = [ending.staked for ending in solved(book)[1].best_play.endings]
    assert (min(staked), max(staked)) == (placed, placed + raised)


def test_without_a_last_round_ruin_is_certain_where_the_house_has_the_edge():
    assert session_of(UTH).endless.is_certain
    assert session_of(UTH, stop_at=2_000).endless is None


def test_what_lies_below_the_bound_of_the_arithmetic_is_said_to():
    found = session_of(FC, rounds=3)
    assert found.probability_text(found.ruin) == "below 1e-13"
    assert found.percent(found.ruin) == "below 1e-13"
    assert found.to_json()["ruin"] == "below 1e-13"


def test_envy_is_left_out_and_said_to_be():
    assert session_of(MD, sides=(("fortune-bonus", 5),)).left_out == (
        "the Fortune Bonus envy, which other players' hands decide",
    )


# A payout limit, and suits


def test_a_payout_limit_cuts_all_awards_of_a_hand_together_or_each():
    results = [
        ("one", Fraction(500), Fraction(600)),
        ("other", Fraction(700), Fraction(700)),
        ("free", Fraction(900), Fraction(900)),
    ]
    covered = frozenset(("one", "other"))
    assert PayoutLimit(None, covered, False).total_paid(results) == 2_100
    assert PayoutLimit(1_000, covered, False).total_paid(results) == 2_100 - 300
    assert PayoutLimit(650, covered, True).total_paid(results) == 2_100 - 50


def test_a_filed_limit_reaches_the_round():
    rules, solution = solved(UTH)
    plan = plan_session(rules, DOLLAR * 1_000, 10, DOLLAR * 25)
    cut = replace(rules, options={**rules.options, "payout-limit.amount": DOLLAR * 5_000})
    assert play_session(cut, plan, solution).results.counts[-1][0] == 500_000
    assert play_session(rules, plan, solution).results.counts[-1][0] == 505 * 2_500


def test_red_aces_come_with_a_royal_of_diamonds_as_often_as_the_suits_fall():
    royal = ((("super-royal-of-diamonds", "super-royal"), 1), (("super-royal",), 3))
    aces = ((("aces-of-hearts-and-diamonds", "pair-of-aces"), 1), (("pair-of-aces",), 5))
    shares = {tuple(hand[0] for hand in hands): share for share, hands in share_suits([(True, aces), (True, royal)])}
    assert shares == {
        ("aces-of-hearts-and-diamonds", "super-royal-of-diamonds"): Fraction(1, 12),
        ("aces-of-hearts-and-diamonds", "super-royal"): Fraction(1, 12),
        ("pair-of-aces", "super-royal-of-diamonds"): Fraction(2, 12),
        ("pair-of-aces", "super-royal"): Fraction(8, 12),
    }


def test_weights_become_whole_numbers_without_a_common_divisor():
    found = RoundResults.from_weights({Fraction(5): Fraction(1, 6), Fraction(-5): Fraction(1, 3), Fraction(0): Fraction(0)})
    assert found.counts == ((Fraction(-5), 2), (Fraction(5), 1))
    assert (found.mean, found.unit, found.losing, found.winning) == (Fraction(-5, 3), 5, Fraction(2, 3), Fraction(1, 3))


# Refusals, before anything is counted

REFUSED = [
    (UTH, {"rounds": 0}, "session.rounds", "1 to 100,000 rounds, not 0"),
    (UTH, {"rounds": MOST_ROUNDS + 1}, "session.rounds", "not 100,001"),
    (UTH, {"bankroll": 149}, "session.bankroll", "a whole round may ask for $150"),
    (UTH, {"bankroll": 49, "ruin_at": "base"}, "session.bankroll", "the first wagers of a round come to $50"),
    (UTH, {"stop_at": 1_000}, "session.stop", "would end the session before a round"),
    (UTH, {"ruin_at": "dawn"}, "session.ruin", "round or base, not 'dawn'"),
    (UTH, {"bet": 0}, "session.stake", "more than $0, not $0"),
    (UTH, {"sides": (("tripz", 5),)}, "book.no-wager", "did you mean trips?"),
    (UTH, {"sides": (("blind", 5),)}, "session.wager", "belongs to the game, and follows from the Ante"),
    (UTH, {"sides": (("progressive", 5),)}, "session.wager", "pays shares of a meter"),
    (UTH, {"sides": (("progressive-envy-5", 5),)}, "session.wager", "is paid for hands of other players"),
    (DIV, {"sides": (("bonus", 0.5),)}, "session.stake", "$0.50 is not a stake of"),
]


@pytest.mark.parametrize(("book", "given", "code", "words"), REFUSED)
def test_it_is_refused_before_anything_is_solved(book, given, code, words):
    asked = {"bankroll": 1_000, "rounds": 200, "bet": 25, "sides": (), "stop_at": None, "ruin_at": "round"} | given
    stakes = {wager: Cents(int(stake * 100)) for wager, stake in asked["sides"]}
    stop = None if asked["stop_at"] is None else DOLLAR * asked["stop_at"]
    with pytest.raises(HousewayError) as refusal:
        plan_session(
            standard_rules(book),
            DOLLAR * asked["bankroll"],
            asked["rounds"],
            DOLLAR * asked["bet"],
            stakes,
            stop,
            asked["ruin_at"],
        )
    assert refusal.value.code == code
    assert words in str(refusal.value)
    assert isinstance(refusal.value, Malformed | NotAllowed)


def test_hands_that_are_each_set_best_are_not_counted_round_by_round():
    assert OPTIMAL == "optimal"
    rules, _ = solved(MD)
    plan = plan_session(rules, DOLLAR * 1_000, 10)
    with pytest.raises(NotAllowed, match="name a house way for the player"):
        play_session(rules, plan, object())
