"""What the house wins over a shift, a day and a month, from one round by hand."""

from fractions import Fraction
from statistics import NormalDist

import pytest

from houseway.analysis.games import solve_game
from houseway.analysis.hold.bet_mix import BetMix, parse_bet_mix
from houseway.analysis.hold.coupons import coupon_cost
from houseway.analysis.hold.forecast import HoldForecast, WagerShare, forecast_hold, parse_share
from houseway.analysis.hold.plan import HoldPlan, plan_hold
from houseway.analysis.two_seats.covariances import SharedVariance, TwoSeats
from houseway.errors import HousewayError
from houseway.money import Cents
from tests.support.example_odds import example_rules

RULES = example_rules("md.ultimate-texas-holdem/minimal")
SHARED = TwoSeats(
    ("ante", "trips"),
    {
        ("ante", "ante"): SharedVariance(Fraction(20), Fraction(4)),
        ("ante", "trips"): SharedVariance(Fraction(5), Fraction(1)),
        ("trips", "trips"): SharedVariance(Fraction(8), Fraction(2)),
    },
    "by hand",
)
SHARES = (WagerShare("ante", Fraction(2, 100), Fraction(4), 1_000), WagerShare("trips", Fraction(5, 100), Fraction(1), 0))


def forecast(**changes):
    """Two tables of two seats with $10 and $20 and $5 on Trips, ten rounds an hour for five hours."""
    plan = {
        "tables": 2,
        "bets": (BetMix.always(Cents(1_000)), BetMix.always(Cents(2_000))),
        "sides": {"trips": Cents(500)},
        "rounds_per_hour": 10,
    }
    return HoldForecast(
        "book", "Game", HoldPlan(**{**plan, "hours": 5, "shifts": 3, "days": 30, "play": "best", **changes}), SHARED, SHARES
    )


def test_a_round_adds_up_its_wagers_and_every_two_of_them():
    found = forecast()
    assert (found.win, found.wagered) == (3_000 * Fraction(2, 100) + 2 * 25, 4 * 3_000 + 1_000)
    alone = sum(20 * ante**2 + 2 * 5 * ante * 500 + 8 * 500**2 for ante in (1_000, 2_000))
    across = 2 * (4 * 1_000 * 2_000 + 1 * 1_000 * 500 + 1 * 2_000 * 500 + 2 * 500**2)
    assert found.round_variance == alone + across
    assert found.seat_factor == Fraction(alone + across, alone)


def test_spans_are_rounds_of_all_tables():
    found = forecast()
    shift, day, month = found.spans
    assert (shift.rounds, day.rounds, month.rounds) == (100, 300, 9_000)
    assert (shift.expected, month.expected) == (100 * found.win, 9_000 * found.win)
    assert month.variance == 9_000 * found.round_variance
    assert shift.losing == pytest.approx(NormalDist(float(shift.expected), float(shift.deviation)).cdf(0))
    assert [each.is_rough for each in found.spans] == [True, True, False]


def test_the_worst_of_many_shifts_lies_below_with_its_chance():
    shift = forecast().spans[0]
    below = NormalDist(float(shift.expected), float(shift.deviation)).cdf(float(shift.worst_of(90, 0.05)))
    assert 1 - (1 - below) ** 90 == pytest.approx(0.05)


def test_mistakes_add_to_the_win_and_rebates_take_from_it():
    plain, better, worse = forecast(), forecast(mistakes=Fraction(1, 100)), forecast(rebate=Fraction(1, 10))
    assert better.win - plain.win == 3_000 * Fraction(1, 100)
    given = plain.spans[0].expected - worse.spans[0].expected
    assert given == worse.rebate_per_shift > 0
    positive = 0.0
    for ante in (1_000, 2_000):
        variance = 20 * ante**2 + 2 * 5 * ante * 500 + 8 * 500**2
        loss = NormalDist(50 * float(ante * Fraction(2, 100) + 25), (50 * variance) ** 0.5)
        step = loss.stdev / 1_000
        positive += sum(step * at * loss.pdf(at) for at in (step * (place + 0.5) for place in range(10_000)))
    assert float(worse.rebate_per_shift) == pytest.approx(2 * positive / 10, rel=1e-5)


def test_amounts_that_differ_from_round_to_round_add_their_spread():
    """By hand: a round at 1 brings +3, or twice as often -4."""
    mix = parse_bet_mix("$10 75%, $50 25%", Cents.parse)
    results = {Fraction(3): Fraction(1, 3), Fraction(-4): Fraction(2, 3)}
    mean = sum(net * chance for net, chance in results.items())
    variance = sum(net**2 * chance for net, chance in results.items()) - mean**2
    both = {amount.amount * net: share * chance for amount, share in mix.parts for net, chance in results.items()}
    won = sum(net * chance for net, chance in both.items())
    spread = sum(net**2 * chance for net, chance in both.items()) - won**2
    shared = TwoSeats(("ante",), {("ante", "ante"): SharedVariance(variance, Fraction(1))}, "by hand")
    plan = HoldPlan(1, (mix, BetMix.always(Cents(500))), {}, 30, 8, 3, 30, "best")
    found = HoldForecast("book", "Game", plan, shared, (WagerShare("ante", -mean, Fraction(1), 100),))
    assert found.win == -won - mean * 500
    assert found.round_variance == spread + variance * 500**2 + 2 * mix.mean * 500
    assert str(mix) == "$10 75% $50 25%"
    assert str(parse_bet_mix("$1,000 12.5%, $5 87.5%", Cents.parse)) == "$1,000 12.5% $5 87.5%"
    assert mix.skewness_factor > 1 == BetMix.always(Cents(500)).skewness_factor


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("$10 75% $50", "each amount has the share of its rounds"),
        ("$10 75% $50 20%", "add up to 95%"),
        ("$10 50% $10 50%", "an amount twice"),
        ("$10 0% $50 100%", "no share of the rounds"),
        ("double after a loss", "do not follow from earlier results"),
    ],
)
def test_a_mix_that_cannot_be_read_is_refused(text, words):
    with pytest.raises(HousewayError, match=words):
        parse_bet_mix(text, Cents.parse)


def test_coupons_cost_what_they_win_until_they_are_used_up():
    rules = example_rules("div.pai-gow-poker/everything")
    solution = solve_game(rules)
    counts = solution.counts
    cost = coupon_cost(rules, solution, Cents(1_000), 40)
    assert cost == 40 * 950 * Fraction(counts.win, counts.win + counts.lose)  # $10 at even money less five percent
    with pytest.raises(HousewayError, match="takes no match play coupons"):
        plan_hold(RULES, coupon=Cents(1_000), coupons=40)
    with pytest.raises(HousewayError, match="name a submission with"):
        plan_hold(example_rules("div.pai-gow-poker/minimal"), coupon=Cents(1_000), coupons=40)


def test_an_example_wins_its_exact_edge():
    found = forecast_hold(RULES, plan_hold(RULES, tables=4, sides={"trips": Cents(500)}))
    assert {each.method for each in found.shared.pairs.values()} == {"counted"}
    assert found.shares[0].edge == pytest.approx(0.0218, abs=2e-4)
    assert found.spans[0].rounds == 4 * 240


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"tables": 0}, "--tables is 1 to 10,000"),
        ({"seats": 7}, "--seats is 1 to 6"),
        ({"hours": 12, "shifts": 3}, "--shifts is 1 to 2"),
        ({"bets": [Cents(1_500), Cents(1_500)]}, "2 bets were given for 6 seats"),
        ({"sides": {"ante": Cents(500)}}, "is not an optional wager"),
        ({"sides": {"trip": Cents(500)}}, "has no wager"),
        ({"rebate": Fraction(1)}, "less than 100%"),
        ({"play": "wild"}, "with the play"),
    ],
)
def test_what_cannot_be_is_refused(changes, words):
    with pytest.raises(HousewayError, match=words):
        plan_hold(RULES, **changes)


def test_a_share_is_a_percentage():
    assert parse_share("0.5%", "--rebate") == Fraction(1, 200)
    with pytest.raises(HousewayError, match="as in 10%"):
        parse_share("ten", "--rebate")
