"""Actual against theoretical beyond plain wagers: banks, coupons, envy, other submissions, and what has no exact odds."""

import json
from fractions import Fraction
from statistics import NormalDist
from types import SimpleNamespace

import pytest

from houseway.analysis.exact import square_root
from houseway.analysis.games import counted_wagers
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts
from houseway.analysis.par_figures.hold_interval import QUANTILE
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.money import Cents
from houseway.reports.catalogue import REPORTS
from houseway.reports.expected.computing_odds import COUNTED, SET_HOUSE_WAY, _OddsSource, compute_odds
from houseway.reports.expected.hold import report_hold
from houseway.reports.expected.shared_stakes import add_up_rounds
from houseway.reports.expected.theory import NO_EXACT_ODDS, TheoreticalOdds, pair_name, save_odds
from houseway.reports.people_reports import report_ratings
from houseway.reports.scope import ReportScope
from houseway.store import Projection
from houseway.store.projections import write_projections
from houseway.store.report_tables import report_day_wagers
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.progressive_bench import RULES
from tests.support.report_sums import write_rows

DAYS = ReportScope("1970-01-01", "1970-01-02")
AT = 30_000_000
TWO, BANKED, FIVE = (TheoreticalOdds(Fraction(1, n), Fraction(1), "by hand") for n in (50, 40, 20))
APART = TheoreticalOdds(Fraction(0), Fraction(0), "by hand")


def report_of(store, file, odds, scope=DAYS, shared=APART):
    """The hold of a golden round under odds by hand; `shared` is how any two wagers vary together."""
    played = play_round_file(read_round_file(GOLDEN_ROUNDS / file))
    write_rows(store.database, played, AT)
    rules = played.run.table.rules
    names = [wager for wager in ("pai-gow", *counted_wagers(rules.regulation)) if wager in rules.offers]
    pairs = {(pair_name(one, other), 0): shared for one in names for other in names}
    save_odds(store.database, rules.hash, {**odds, **pairs})
    with store.database.reading() as connection:
        found = report_hold(connection, scope)
    assert found.missing == ()
    return found


def lines_of(store, file, odds, scope=DAYS):
    return {line.line: line for line in report_of(store, file, odds, scope).lines}


def test_the_houses_share_of_a_round_with_a_bank_is_vigorish_and_other_wagers_are_plain(store):
    """Against the bank lie $30. The bank wins $30 less $1.50, which no exact odds expect; nobody wins against it."""
    odds = {("pai-gow", 1_000): TWO, ("pai-gow", 3_000): TWO, ("pai-gow+against-bank", 3_000): BANKED}
    envy = {("fortune-envy", 500): FIVE, ("fortune-envy+of-bettors", 500): TheoreticalOdds(Fraction(0), Fraction(0), "by hand")}
    lines = lines_of(store, "md/bank-makes-optional-wagers.toml", {**odds, ("fortune-bonus", 500): FIVE, **envy})
    game, bonus, envied = lines["game"], lines["fortune-bonus"], lines["fortune-envy"]
    assert (game.house_win, game.compared_win, game.theoretical_win) == (
        150,
        0,
        (1_000 + 3_000) * TWO.edge + 3_000 * BANKED.edge,
    )
    assert (game.left_out_rounds, game.left_out_wagered, game.left_out_win) == (1, 0, 150)
    assert (bonus.compared_win, bonus.theoretical_win, bonus.left_out_rounds, bonus.left_out_win) == (-12_000, 50, 0, 0)
    assert (envied.compared_win, envied.theoretical_win, envied.theoretical_share) == (-500, 2 * 500 * FIVE.edge, FIVE.edge)


def test_coupons_have_odds_of_their_own_and_those_without_are_left_out(memory_store):
    odds = {(f"pai-gow+coupon:{face}", stake): TWO for stake, face in ((1_000, 1_000), (2_000, 2_000), (2_500, 1_000))}
    lines = lines_of(memory_store, "div/match-play-coupons.toml", {**odds, ("pai-gow+coupon:3000", 3_000): NO_EXACT_ODDS})
    game = lines["game"]
    assert (game.compared_win, game.theoretical_win) == (1_000 - 3_800 + 2_500, 5_500 * TWO.edge)
    assert (game.left_out_rounds, game.left_out_wagered, game.left_out_win) == (1, 3_000, 0)


def test_envy_is_left_out_where_somebody_has_several_hands(memory_store):
    lines = lines_of(memory_store, "md/envy-one-holder-two-hands.toml", {("pai-gow", 1_000): TWO, ("fortune-bonus", 500): FIVE})
    envied = lines["fortune-envy"]
    assert (envied.theoretical_win, envied.left_out_rounds, envied.left_out_win) == (None, 1, -2_000)
    assert (lines["fortune-bonus"].theoretical_win, lines["fortune-bonus"].left_out_rounds) == (25, 0)


def test_one_player_has_lines_of_his_own(store):
    odds = {("pai-gow", stake): TWO for stake in (2_000, 2_500, 3_000, 3_500, 4_000)}
    lines = lines_of(store, "md-win-lose-tie-copy.toml", odds, ReportScope("1970-01-01", "1970-01-02", player="Ann"))
    assert [(line.hands, line.wagered, line.vigorish, line.house_win, line.theoretical_win) for line in lines.values()] == [
        (1, 2_000, 100, -1_900, 2_000 * TWO.edge)
    ]


def test_one_player_has_totals_and_incidents_of_his_own(store):
    """Of the table where Ann sat: chips for $1,000, of which she won $19 more."""
    lines_of(store, "md-win-lose-tie-copy.toml", {("pai-gow", stake): TWO for stake in (2_000, 2_500, 3_000, 3_500, 4_000)})
    scope = ReportScope("1970-01-01", "1970-01-02", player="Ann")
    with store.database.reading() as connection:
        found = {name: REPORTS[name].read_parts(connection, scope).by_part for name in ("overview", "irregularities", "events")}
        (table,), (day, *_) = found["overview"]["tables"], found["overview"]["days"]
        assert [*found["irregularities"]["irregularities"], *found["events"]["events"]] == []
    assert (table.rounds, table.wagered, table.house_win, table.vigorish, table.drop) == (1, 2_000, -1_900, 100, 100_000)
    assert (day.day, day.house_win, day.hold) == ("1970-01-01", -1_900, Fraction(-19, 1_000))


def test_a_rating_slip_says_game_time_average_and_what_exact_odds_do_not_answer(memory_store):
    odds = {("pai-gow", stake): TWO for stake in (2_000, 2_500, 3_000, 3_500)} | {("pai-gow", 4_000): NO_EXACT_ODDS}
    lines_of(memory_store, "md-win-lose-tie-copy.toml", odds)
    with memory_store.database.reading() as connection:
        slips = {slip.player: slip for slip in report_ratings(connection, DAYS)}
    assert (slips["Bob"].game, slips["Bob"].average_wager, slips["Bob"].time_until) == (
        "pai-gow-poker",
        2_500,
        "the last round",
    )
    assert (slips["Bob"].theoretical_loss, slips["Bob"].left_out_wagered) == (50, 0)
    assert (slips["Eve"].theoretical_loss, slips["Eve"].left_out_wagered) == (None, 4_000)


def wager_row(rules, day, stake, **sums):
    zeros = {column.name: 0 for column in report_day_wagers.c if not column.primary_key}
    at = {"day": day, "table_id": "PG-1", "rules": rules, "wager": "fortune-bonus", "stake": stake, "terms": ""}
    return {**zeros, **at, "book": "md.pai-gow-poker", **sums}


def test_a_table_that_changed_its_submission_has_theory_by_each(store):
    old, new = "a" * 64, "b" * 64
    rows = (
        wager_row(old, "1970-01-01", 500, rounds=2, hands=3, wagered=1_500, house_win=100),
        wager_row(new, "1970-01-02", 500, rounds=1, hands=1, wagered=500, house_win=-200),
    )
    filed = [
        {"rules": rules, "book": "md.pai-gow-poker", "paytables": f'{{"fortune-bonus": "{letter}"}}'}
        for rules, letter in ((old, "A"), (new, "B"))
    ]
    with store.database.transaction() as connection:
        write_projections(connection, [Projection("report_day_wagers", rows), Projection("report_rules", tuple(filed))])
    save_odds(store.database, old, {("fortune-bonus", 500): TWO})
    save_odds(store.database, new, {("fortune-bonus", 500): FIVE})
    with store.database.reading() as connection:
        found = report_hold(connection, DAYS)
    assert [
        (line.submission, line.paytable, line.first_day, line.house_win, line.theoretical_win) for line in found.by_submission
    ] == [
        ("a" * 12, "A", "1970-01-01", 100, 1_500 * TWO.edge),
        ("b" * 12, "B", "1970-01-02", -200, 500 * FIVE.edge),
    ]
    (line,) = found.lines
    assert (line.submission, line.paytable, line.theoretical_win) == ("", "", 1_500 * TWO.edge + 500 * FIVE.edge)


# Hands that share the dealer's cards


def test_hands_of_a_round_widen_the_interval_by_what_they_share(store):
    """Stakes of $20 to $40 with a variance of 1 each; every two of them have a covariance of a quarter."""
    stakes = (2_000, 2_500, 3_000, 3_500, 4_000)
    shared = TheoreticalOdds(Fraction(1), Fraction(1, 4), "by hand")
    odds = {("pai-gow", stake): TWO for stake in stakes}
    found = report_of(store, "md-win-lose-tie-copy.toml", odds, shared=shared)
    squares, total = sum(stake**2 for stake in stakes), sum(stakes)
    variance = squares + Fraction(total**2 - squares, 4)
    (line,), (house, table) = found.lines, found.totals
    assert abs((line.high - line.low) / 2 - QUANTILE * square_root(variance)) < Fraction(1, 10**9)
    assert (house.table, table.table, table.deviation) == ("", "PG-1", square_root(variance))
    assert (table.theoretical_win, table.house_win, table.is_independent) == (total * TWO.edge, line.house_win, False)
    distance = float(abs(table.compared_win - table.theoretical_win) / table.deviation)
    assert float(table.luck) == pytest.approx(2 * NormalDist().cdf(-distance), abs=1e-6)


def test_hands_whose_covariance_nobody_counts_are_said_to_be_taken_as_independent(memory_store):
    odds = {("pai-gow", stake): TWO for stake in (2_000, 2_500, 3_000, 3_500, 4_000)}
    found = report_of(memory_store, "md-win-lose-tie-copy.toml", odds, shared=NO_EXACT_ODDS)
    squares = sum(stake**2 for _, stake in odds)
    assert found.totals[0].is_independent
    assert found.totals[0].deviation == square_root(Fraction(squares))


def test_stakes_of_one_hand_and_of_two_are_added_up_round_by_round():
    def hand(number, **stakes):
        wagers = {name.replace("_", "-"): {"wagered": stake} for name, stake in stakes.items()}
        row = {"table_id": "PG-1", "number": number, "book": "md.pai-gow-poker", "rules": "a" * 64}
        return SimpleNamespace(**row, wagers=json.dumps(wagers))

    hands = [hand(1, pai_gow=3), hand(1, pai_gow=5, fortune_bonus=2), hand(2, pai_gow=7, fortune_bonus=1)]
    found = {(each.one, each.other): (each.within, each.across) for each in add_up_rounds(hands)}
    assert found == {
        ("pai-gow", "pai-gow"): (0, 2 * 3 * 5),
        ("fortune-bonus", "pai-gow"): (5 * 2 + 7 * 1, 3 * 2),
    }


# Exact odds on terms


@pytest.fixture
def setting(monkeypatch):
    """Of 100 pairs of hands the player wins 30, the dealer 31 and one more copy that decides, and 38 push."""
    counts = ComparisonCounts((30, 1, 19, 0, 1, 0, 19, 0, 30))
    terms = SimpleNamespace(copies_push=False)
    monkeypatch.setattr(_OddsSource, "_solution", SimpleNamespace(counts=counts, terms=terms), raising=True)


def test_odds_against_a_bank_are_of_the_vigorish_on_a_win(setting):
    (odds,) = compute_odds(RULES["md.pai-gow-poker"], [("pai-gow+against-bank", 10_000)]).values()
    assert (odds.edge, odds.variance) == (Fraction(30, 100) / 20, Fraction(30 * 70, 100**2) / 400)
    assert odds.method == SET_HOUSE_WAY


def test_odds_of_a_match_play_coupon(setting):
    """$100 and a coupon of $50 win $150 less 5 percent, or lose $100."""
    (odds,) = compute_odds(RULES["div.pai-gow-poker"], [("pai-gow+coupon:5000", 10_000)]).values()
    lost = Fraction(32, 100)
    assert odds.edge == lost - Fraction(30, 100) * Fraction(150 * 95, 100 * 100)


def test_a_coupon_on_a_number_is_paid_like_chips_and_not_lost_as_such():
    rules = RULES["div.pai-gow-poker"]
    (odds,) = compute_odds(rules, [("number:4+coupon:1000", 1_000)]).values()
    hit, _ = wager_odds(rules, "number", stake=Cents(2_000)).rows
    chance = Fraction(hit.combinations, wager_odds(rules, "number", stake=Cents(2_000)).total)
    assert odds.edge == (1 - chance) - chance * 2 * hit.net


def test_envy_has_the_odds_of_its_own_list_and_a_stake_that_earns_none_costs_nothing():
    rules = RULES["md.pai-gow-poker"]
    classes = [("fortune-envy", 500), ("fortune-envy", 100), ("fortune-envy+of-bettors", 500)]
    found = compute_odds(rules, classes)
    envy = wager_odds(rules, "fortune-envy", stake=Cents(500))
    assert found["fortune-envy", 500] == TheoreticalOdds(envy.house_edge, envy.variance, COUNTED)
    assert envy.house_edge < 0
    assert [found[at].edge for at in classes[1:]] == [0, 0]


def test_a_stake_that_the_rules_do_not_allow_has_no_exact_odds():
    assert compute_odds(RULES["md.pai-gow-poker"], [("pai-gow", 1)])["pai-gow", 1] == NO_EXACT_ODDS
