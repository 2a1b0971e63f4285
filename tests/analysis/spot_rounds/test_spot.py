"""The wagers of a game against the dealer beside the optional ones on one spot: what is refused, and a spot deal by deal."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from houseway.analysis import solve_game, state_pace
from houseway.analysis.games import count_jointly
from houseway.analysis.joint_distribution import NOT_COUNTED, JointDistribution, sum_nets
from houseway.analysis.odds.spot import StakedWager, average_net
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.par.builder import build_par_sheet
from houseway.analysis.par_figures.spot import PlayerSpot, WagerCovariance
from houseway.disk_cache import cached_only
from houseway.documents import make_par_sheet
from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.submission import judge, read_submission
from tests.support.solve_brute import ROOT, with_blind_a
from tests.support.solved_examples import empty_cache

UTH, FC = "md.ultimate-texas-holdem", "md.four-card-poker"


@cache
def rules_of(book, name="everything"):
    return judge(read_submission(Path(ROOT / "examples" / "submissions" / book / f"{name}.toml"))).rules


@cache
def four_card_sheet():
    rules = rules_of(FC)
    return build_par_sheet(rules, solution=solve_game(rules))


@cache
def of_four_card():
    rules = rules_of(FC)
    return count_jointly(rules, solve_game(rules), "four", Cents.from_dollars(15))


def whole(found):
    return [each for nets in found.cells.values() for each in nets]


# What the parts must be


def test_parts_that_are_not_the_game_are_refused():
    found = of_four_card()
    found.check_against_counts("four-card", "deal", whole(found))
    (count, nets), *rest = whole(found)
    with pytest.raises(ArithmeticError, match="add up"):
        found.check_against_counts("four-card", "deal", [(count, {**nets, "ante": Fraction(2)}), *rest])


def test_parts_that_are_not_in_proportion_are_refused():
    found = of_four_card()
    flush, *others = found.cells
    with pytest.raises(ArithmeticError, match="not in proportion"):
        JointDistribution("four", {shown: found.cells[shown] for shown in others}).check_against_counts(
            "four-card", "deal", whole(found)
        )
    more = {**found.cells, flush: (*found.cells[flush], (1, {"ante": Fraction(1)}))}
    with pytest.raises(ArithmeticError, match="not in proportion"):
        JointDistribution("four", more).check_against_counts("four-card", "deal", whole(found))


def test_what_no_count_knows_is_refused():
    """All that is known is short of it."""
    found = of_four_card()
    odd = JointDistribution("four", {**found.cells, ("five-aces",): found.cells["flush",]})
    with pytest.raises(ArithmeticError, match="not in proportion"):
        odd.check_against_counts("four-card", "deal", whole(odd))


def test_a_wager_that_was_not_made_brings_nothing():
    one, other = {"ante": Fraction(-1)}, {"ante": Fraction(-1), "play": Fraction(0)}
    assert sum_nets([(2, one), (3, other), (0, {"ante": Fraction(1)})]) == {frozenset([("ante", Fraction(-1))]): 5}


def test_a_wager_is_told_by_what_decides_it():
    with pytest.raises(NotAllowed, match="decided by five") as refusal:
        of_four_card().covariance("ante", wager_odds(rules_of(FC), "progressive"))
    assert refusal.value.code == "beside.wager"


# All wagers of one player


@pytest.mark.prove
@pytest.mark.parametrize(("book", "wager", "axis"), [(FC, "aces-up", "four"), (UTH, "trips", "seven")])
def test_a_whole_spot_against_the_dealer_deal_by_deal(book, wager, axis):
    """With one optional wager: it, the Ante and all that hangs on the Ante in one sum."""
    rules = rules_of(book, "minimal")
    solved = solve_game(rules)
    sheet = build_par_sheet(rules, solution=solved)
    spot, ante, beside_it = sheet.spot.wagers, sheet.pace.bets["ante"], wager_odds(rules, wager)
    results = [
        (count, sum(nets.values()) * ante.amount + average_net(beside_it, shown) * beside_it.stake.amount)
        for shown, cell in count_jointly(rules, solved, axis, ante).cells.items()
        for count, nets in cell
    ]
    deals = sum(count for count, _ in results)
    mean = sum(count * result for count, result in results) / deals
    assert spot.expected_cents == mean
    assert spot.variance == sum(count * (result - mean) ** 2 for count, result in results) / deals
    assert spot.stake == sheet.game.average_stake * ante.amount + beside_it.stake.amount
    assert abs(sheet.spot.hourly_deviation**2 - spot.variance * 30) < Fraction(1, 10**6)


def of_ultimate(*optional, live=True, **readings):
    """Everything that is filed, with some of the optional wagers only, and the Blind's paytable A."""
    rules = with_blind_a(rules_of(UTH))
    offers = {name: rules.offers[name] for name in ("ante", "blind", "play", *optional)}
    options = {name: value for name, value in rules.options.items() if not (live and name.startswith("fold."))}
    return replace(rules, offers=offers, options=options, readings={**rules.readings, **readings})


@pytest.mark.prove
def test_every_two_wagers_of_ultimate_are_told_together():
    """The board, the flop, the two cards, the contest and the box, where a fold loses none of them."""
    optional = ("trips", "progressive", "ultimate-pairs", "bad-beat", "play-the-board", "six-card-bonus")
    rules = of_ultimate(*optional)
    sheet = build_par_sheet(rules, solution=solve_game(rules))
    names = [each.wager for each in sheet.wagers if each.rounds_per_hour]
    assert set(optional) < set(names)
    assert {frozenset((each.one, each.other)) for each in sheet.covariances} == set(map(frozenset, combinations(names, 2)))
    assert [each.wager for each in sheet.spot.wagers.wagers] == names


# What a fold loses


@pytest.mark.parametrize(
    ("optional", "axis", "ante", "readings"),
    [
        (["bad-beat"], "contest", 15, {}),
        (["bad-beat"], "contest", 1000, {}),
        (["trips", "progressive"], "seven", 15, {"UTH-05": "best-of-seven"}),
    ],
)
def test_a_whole_spot_that_a_fold_loses_deal_by_deal(optional, axis, ante, readings):
    """A fold brings the stake less on a wager that it loses; at $1,000 the payout limit cuts what a royal flush wins."""
    rules, bet = of_ultimate(*optional, live=False, **readings), Cents.from_dollars(ante)
    solved = solve_game(rules)
    sheet = build_par_sheet(rules, state_pace(rules, bets={"ante": bet}), solved)
    wagers = [wager_odds(rules, name) for name in optional]
    lost = [rules.options.get(f"fold.{name}") == "lost" for name in optional]
    assert any(lost)
    results = []
    for shown, cell in count_jointly(rules, solved, axis, bet).cells.items():
        for count, nets in cell:
            gone = [each and "play" not in nets for each in lost]
            brings = (
                (-1 if no else average_net(each, shown)) * each.stake.amount for each, no in zip(wagers, gone, strict=True)
            )
            results.append((count, sum(nets.values()) * bet.amount + sum(brings)))
    deals = sum(count for count, _ in results)
    mean = sum(count * result for count, result in results) / deals
    spot = sheet.spot.wagers
    assert [each.wager for each in spot.wagers] == ["ante", "blind", "play", *optional]
    assert spot.expected_cents == mean
    assert spot.variance == sum(count * (result - mean) ** 2 for count, result in results) / deals


def test_a_wager_that_a_fold_loses_has_the_folded_hands_as_a_row():
    """Bad Beat C under the play that is solved: 21.1914%, not 16.6385%, as 19.19% of hands are folded."""
    rules = of_ultimate("bad-beat", "progressive", "trips", live=False)
    sheet = build_par_sheet(rules, solution=solve_game(rules))
    found = {each.wager: each for each in sheet.wagers}
    bad_beat, alone = found["bad-beat"], wager_odds(rules, "bad-beat")
    folded = bad_beat.rows[-1]
    assert (folded.hand, folded.pays, folded.net) == ("folded", "lose", -1)
    assert folded.probability == sheet.game.frequencies["fold"]
    assert round(bad_beat.house_edge, 6) == Fraction("0.211914")
    assert round(alone.house_edge, 6) == Fraction("0.166385")
    assert bad_beat.hit_frequency < alone.hit_frequency
    assert bad_beat.total == sum(row.combinations for row in bad_beat.rows) == sheet.game.total
    assert bad_beat.readings["UTH-09"] == "for-each-wager"
    assert "19.1858% of hands are folded" in bad_beat.assumptions[-1]
    assert found["trips"].house_edge == wager_odds(rules, "trips").house_edge  # it stays (11.F(3)(a))
    assert {each.clause.clause for each in (folded, found["progressive"].rows[-1])} == {"7.F(6)", "11.J(1)"}


def test_a_progressive_that_a_fold_loses_breaks_even_later():
    rules = of_ultimate("progressive", live=False)
    (found,) = (each for each in build_par_sheet(rules, solution=solve_game(rules)).wagers if each.wager == "progressive")
    alone = wager_odds(rules, "progressive")
    assert round(found.house_edge, 6) == Fraction("0.412326")
    assert all(found.break_even[meter] > alone.break_even[meter] for meter in alone.break_even)
    meter = "mega"
    shows = {**alone.meters, meter: found.break_even[meter]}
    payer = replace(alone.payer, meters=shows)
    rows = {row.hand: row for row in payer.rows}
    assert sum(row.combinations * payer.net_in_stakes(rows.get(row.hand)) for row in found.rows) == 0
    assert found.life_edge == found.house_edge - Fraction(205, 1000)  # reset to what they start from, less what they grow by
    at_five = dict(found.other_stakes)[Cents.from_dollars(5)]
    assert at_five > wager_odds(rules, "progressive", stake=Cents.from_dollars(5)).house_edge


def test_two_of_which_a_fold_loses_one_are_not_counted_together():
    rules = of_ultimate("trips", "ultimate-pairs", "bad-beat", live=False)
    sheet = build_par_sheet(rules, solution=solve_game(rules))
    assert sheet.uncounted_pairs == (("trips", "bad-beat"), ("ultimate-pairs", "bad-beat"))
    assert sheet.spot.left_out == ("bad-beat",)
    assert sheet.lost_by_fold == ("bad-beat",)
    said = [element.text for element in make_par_sheet(sheet).elements if element.kind == "note" and element.wager == "spot"]
    assert "A fold loses Bad Beat" in said[0]


def test_no_hand_that_is_folded_in_four_card_poker_would_have_won():
    """So that a fold takes nothing from Aces Up or the Progressive, and both stay joined."""
    sheet = four_card_sheet()
    assert [rules_of(FC).options[f"fold.{wager}"] for wager in ("aces-up", "progressive")] == ["lost", "lost"]
    for each in sheet.wagers:
        if each.wager in ("aces-up", "progressive"):
            alone = wager_odds(sheet.rules, each.wager, stake=each.bet)
            assert each.rows[-1].probability == sheet.game.frequencies["fold"]
            assert (each.expected_value, each.variance) == (alone.expected_value, alone.variance)
            assert "none of them would have won" in each.assumptions[-1]
    assert sheet.lost_by_fold == sheet.uncounted_pairs == ()


def test_suits_that_do_not_share_evenly_are_refused():
    found = of_four_card()
    rules = rules_of(UTH)
    pairs = wager_odds(rules, "ultimate-pairs")
    aces = JointDistribution(
        pairs.deciding_cards.axis, {("pair-of-aces", "pair"): ((7, {"ante": Fraction(1), "play": Fraction(1)}),)}
    )
    with pytest.raises(ArithmeticError, match="split evenly"):
        aces.odds_under_play(pairs, found_clause(rules))
    with pytest.raises(NotAllowed, match="decided by hole"):
        found.odds_under_play(pairs, found_clause(rules))


def found_clause(rules):
    return rules.regulation.wager("ultimate-pairs").clause


def test_averages_by_the_box_are_not_told_where_something_is_cut():
    rules = of_ultimate("six-card-bonus")
    with pytest.raises(NotAllowed, match="only averages") as refusal:
        count_jointly(rules, solve_game(rules), "six", Cents.from_dollars(1000))
    assert refusal.value.code == NOT_COUNTED


def test_one_that_is_not_counted_with_all_before_it_is_left_out():
    staked = [StakedWager(name, Cents(100), Fraction(0), Fraction(1)) for name in ("ante", "trips", "pairs", "six")]
    pairs = [("ante", "trips"), ("ante", "pairs"), ("ante", "six"), ("pairs", "trips"), ("trips", "six")]
    together = [WagerCovariance.from_variances(pair, Fraction(1, 2), Fraction(1)) for pair in pairs]
    spot = PlayerSpot.from_wagers(staked[:1], staked[1:], together, 30)
    assert spot.left_out == ("six",)
    assert spot.wagers.variance == (3 + 2 * Fraction(3, 2)) * 100**2
    assert PlayerSpot.from_wagers(staked[:1], staked[1:], (), 30) is None
    assert PlayerSpot.from_wagers(staked[:1], (), (), 30).wagers.variance == 100**2


def test_what_is_not_kept_is_not_counted(tmp_path):
    """The game is there, but not what it is beside Aces Up."""
    rules = rules_of(FC)
    found = solve_game(rules)
    with empty_cache(tmp_path), cached_only():
        sheet = build_par_sheet(rules, solution=found)
    assert sheet.game is not None
    assert sheet.spot is None
    assert {("ante", "aces-up"), ("play", "progressive")} < set(sheet.uncounted_pairs)
    assert sheet.to_json()["whole_spot"] is None
    assert {(each.one, each.other) for each in sheet.optional_covariances} == {("aces-up", "progressive")}


def test_another_solution_does_not_fit():
    rules, other = rules_of(FC), rules_of(FC, "minimal")
    found = replace(solve_game(rules), best_play=solve_game(other).strategies[0])
    with pytest.raises(ArithmeticError, match="add up"):
        count_jointly(rules, found, "four", Cents.from_dollars(15))
