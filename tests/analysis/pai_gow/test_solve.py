"""Pai Gow Poker solved: known figures, the bank, the dealer's classes, one hand's settings, and what house ways are worth."""

import json
import tomllib
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.analysis.games import analysis_of
from houseway.analysis.pai_gow.solve import house_ways
from houseway.analysis.pai_gow.solve import solver as pai_gow
from houseway.analysis.pai_gow.solve.bank import SampledMean
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts, PaiGowTerms
from houseway.analysis.pai_gow.solve.setting import opponent_hands, rate_settings
from houseway.analysis.standard_rules import standard_rules
from houseway.cards import CARDS, parse_hand
from houseway.errors import Malformed
from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL
from houseway.house_way import HouseWay, compile_house_way
from houseway.kernels.combinations import unrank_combinations
from houseway.kernels.pai_gow.sampling import deal_hands
from houseway.kernels.pai_gow.setting import class_indices
from houseway.regulation import load_book
from tests.support.command import answered
from tests.support.paths import EXAMPLES, ROOT

KNOWN = tomllib.loads((ROOT / "benchmarks" / "known.toml").read_text())["pairs"]
WAYS = [known for known in KNOWN if known["player"] != pai_gow.OPTIMAL]
MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
FOXWOODS = HouseWay.load("foxwoods")


@pytest.fixture(scope="module")
def rules():
    return standard_rules(MD)


@pytest.fixture(scope="module")
def terms(rules):
    return PaiGowTerms.from_rules(rules)


@pytest.fixture(scope="module")
def solved(rules):
    return pai_gow.solve_house_ways(rules, FOXWOODS, FOXWOODS)


def rounded(value, text):
    return f"{float(value):.{len(text.split('.')[1])}f}" == text


@pytest.mark.parametrize("known", WAYS, ids=lambda known: f"{known['player']} against {known['dealer']}")
def test_a_house_way_is_worth_what_was_published(rules, known):
    found = pai_gow.solve_house_ways(rules, HouseWay.load(known["dealer"]), HouseWay.load(known["player"]))
    assert (found.counts.win, found.counts.push, found.counts.lose) == (known["win"], known["push"], known["lose"])
    assert found.counts.total == 8_250_459_031_214_400
    assert rounded(found.house_edge, known["house_edge"])
    assert rounded(found.bank_edge, known["bank_edge"])
    assert rounded(found.house_edge, known["house_edge_here"])
    assert rounded(found.bank_edge, known["bank_edge_here"])


def test_one_way_against_itself_is_even_but_for_copies(solved):
    cells = solved.counts.counts_in_words
    assert cells["high above, low above"] == cells["high below, low below"]
    assert cells["high copy, low above"] == cells["high copy, low below"]
    assert solved.counts.lose - solved.counts.win == sum(
        cells[each] for each in ("high below, low copy", "high copy, low below", "high copy, low copy")
    )
    assert sum(solved.counts.copies.values()) == sum(count for name, count in cells.items() if "copy" in name)


def test_the_dealers_classes_add_up(solved):
    for classes in (solved.dealt_classes, solved.high_hands, solved.rules):
        assert ComparisonCounts.sum(each.counts for each in classes) == solved.counts
        assert all(each.counts.total % comb(46, 7) == 0 for each in classes)
    assert {each.name: each.counts.total // comb(46, 7) for each in solved.dealt_classes}["five aces"] == 1128
    assert len(solved.dealt_classes) == 18


def test_the_bank_against_one_is_exact_and_against_more_sampled(solved, terms):
    one, *more = solved.bank
    assert one.edge == solved.bank_edge
    assert [each.opponents for each in more] == [2, 3, 4, 5, 6]
    assert all(isinstance(each.vigorish, SampledMean) and each.before_vigorish == one.before_vigorish for each in more)
    means = [each.vigorish.mean for each in more]
    assert means == sorted(means, reverse=True)  # the more opponents, the more wins and losses cancel
    assert means[0] < one.vigorish
    assert all(0 < each.vigorish.standard_error < 2e-5 for each in more)
    assert one.vigorish == terms.bank_vigorish * Fraction(solved.counts.counts_as_bank(terms).win, solved.counts.total)


def test_what_machines_read(solved):
    said = json.loads(json.dumps(solved.to_json()))
    assert {key: said[key] for key in ("total", "win", "push", "lose")} == {
        "total": 8_250_459_031_214_400,
        "win": 2_402_482_226_669_052,
        "push": 3_341_113_289_015_576,
        "lose": 2_506_863_515_529_772,
    }
    assert said["house_edge"].startswith("0.0272112617")
    assert said["bank_edge"].startswith("0.0025406934")
    assert Fraction(said["expected_value"]) == -solved.house_edge
    assert said["dealer"]["house_way"] == said["player"]["house_way"] == "foxwoods"
    assert [each["sampled"] for each in said["bank"]] == [False] + [True] * 5
    told = zip(said["bank"], solved.bank, strict=True)
    assert all(abs(Fraction(each["edge"]) - Fraction(own.edge)) < Fraction(1, 10**14) for each, own in told)
    assert all(isinstance(each["edge"], str) for each in said["bank"])
    assert said["bank"][0]["edge"] == said["bank_edge"]
    assert said["bank_by_stake"] == said["by_stake"] == []  # a rule book by itself has no stakes
    assert all(len(row) == len(sheet.columns) for sheet in solved.printed_tables() for row in sheet.rows)


def test_both_books_have_the_same_solver():
    assert analysis_of(load_book(MD)) is analysis_of(load_book(DIV))


def test_a_house_way_must_be_named_or_filed(rules):
    with pytest.raises(Malformed, match="has no house way") as refused:
        house_ways.solve_rules(rules)
    assert refused.value.code == "solve.house-way"


def test_another_game_has_no_base_wager():
    with pytest.raises(Malformed, match="no pai-gow wager"):
        PaiGowTerms.from_rules(standard_rules("md.ultimate-texas-holdem"))


# What the books and their readings say


def test_the_terms_of_the_books(terms):
    assert (terms.pays, terms.bank_pays, terms.bank_vigorish) == (Fraction(19, 20), Fraction(19, 20), Fraction(1, 20))
    assert PaiGowTerms.from_rules(standard_rules(DIV)) == terms
    literal = PaiGowTerms.from_rules(standard_rules(DIV, readings={"DIV-01": "two-to-one"}))
    assert literal.pays == 2 * Fraction(19, 20)
    assert PaiGowTerms.from_rules(standard_rules(MD, readings={"PG-29": "copies-push"})).copies_push
    assert PaiGowTerms.from_rules(standard_rules(MD, readings={"PG-26": "one-pass"})).one_pass


def test_copies_are_the_dealers_and_the_banks(terms):
    """Below, copy and above: one of each, weighed so that every sum tells which it added."""
    counts = ComparisonCounts.from_rows([[1, 2, 4], [8, 16, 32], [64, 128, 256]])
    assert (counts.win, counts.lose, counts.push) == (256, 27, 228)
    bank = counts.counts_as_bank(terms)
    assert (bank.win, bank.lose, bank.push) == (16 + 32 + 128 + 256, 1, 511 - 433)
    pushed = counts.counts_as_bank(replace(terms, copies_push=True))
    assert (pushed.win, pushed.lose, pushed.push) == (256, 1, 254)
    assert counts.expected_value(terms) == Fraction(256 * 19 - 27 * 20, 511 * 20)


# One hand


@pytest.mark.parametrize("order", [PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL], ids=lambda order: order.name)
@pytest.mark.parametrize("seed", range(6))
def test_the_hands_that_are_left_are_those_dealt_one_by_one(order, seed):
    """With so many cards gone that the rest can be tried; suited rests have the long suits."""
    shuffled = np.random.default_rng(seed).permutation(53)
    if seed % 3 == 1:  # two suits and the joker
        shuffled = np.concatenate([[card for card in range(52) if card % 4 > 1], shuffled[shuffled % 4 <= 1], [52]])
    rest = np.sort(shuffled[-14:]).astype(np.uint8)
    gone = np.array([card for card in range(53) if card not in rest], dtype=np.uint8)
    asked = opponent_hands(FOXWOODS, order)
    left = asked.count_remaining(gone)
    hands = rest[np.array(list(combinations(range(14), 7)))]
    found = compile_house_way(FOXWOODS, order).set(hands)
    numbers = (found.high_strength.astype(np.int64) << 19) + (found.low_strength.astype(np.int64) << 12)
    expected = np.zeros(len(left), dtype=np.int64)
    np.add.at(expected, np.searchsorted(asked.points, numbers), 1)
    assert np.array_equal(left, expected)


def test_every_setting_of_a_hand_is_rated(terms):
    cards = parse_hand("9s 9d 3c 3d Ah 5s 2c")
    rated = rate_settings(cards, FOXWOODS, terms)
    assert {each.counts.total for each in rated.settings} == {comb(46, 7)}
    values = [each.expected_value for each in rated.settings]
    assert values == sorted(values, reverse=True)
    assert {*rated.best.setting.low} == {*parse_hand("Ah 5s")}
    assert rated.setting_with_low(parse_hand("5s Ah")) is rated.best
    assert rated.best.counts.win == 21_662_846
    assert rated.best_banking.bank_value >= rated.best.bank_value
    said = rated.to_json()
    assert said["total"] == comb(46, 7)
    assert Fraction(said["best"]["exact"]) == rated.best.expected_value


def test_a_rated_hand_agrees_with_deals(terms):
    """A hundred thousand hands of a dealer from the other cards."""
    cards = parse_hand("Jk Kc Ks 7h 6h 5d 2s")
    rated = rate_settings(cards, FOXWOODS, terms)
    others = np.array([card for card in range(53) if card not in [int(each) for each in cards]], dtype=np.uint8)
    numbers = np.random.default_rng(11).integers(comb(46, 7), size=100_000)
    dealt = compile_house_way(FOXWOODS, terms.order).set(others[unrank_combinations(numbers, 7, 46)])
    set_so = compile_house_way(FOXWOODS, terms.order).set(np.array([cards], dtype=np.uint8))
    above = (dealt.high_strength < set_so.high_strength) & (dealt.low_strength < set_so.low_strength)
    chance = rated.setting_with_low([CARDS[card] for card in set_so.low[0]]).counts.win / comb(46, 7)
    assert abs(above.mean() - chance) < 4 * (chance * (1 - chance) / 100_000) ** 0.5


@pytest.mark.prove
def test_all_hands_of_the_other_cards_are_counted(terms):
    gone = parse_hand("As Ad Kc Qh Jd Tc Jk")
    others = np.array([card for card in range(53) if card not in [int(each) for each in gone]], dtype=np.uint8)
    asked = opponent_hands(FOXWOODS, terms.order)
    table = compile_house_way(FOXWOODS, terms.order).table
    expected = np.zeros(len(asked.points), dtype=np.int64)
    for start in range(0, comb(46, 7), 1 << 22):
        numbers = np.arange(start, min(start + (1 << 22), comb(46, 7)))
        found = class_indices(others[unrank_combinations(numbers, 7, 46)])
        keys = (table.high[found].astype(np.int64) << 19) + (table.low[found].astype(np.int64) << 12)
        expected += np.bincount(np.searchsorted(asked.points, keys), minlength=len(expected))
    assert np.array_equal(asked.count_remaining(np.array(gone, dtype=np.uint8)), expected)


@pytest.mark.prove
def test_hands_rated_one_by_one_come_to_the_edge(terms, solved):
    """Some thousand hands, each set by the house way and rated exactly, within four standard errors of all pairs."""
    hands = deal_hands(0, 4000, 1, 77)
    found = compile_house_way(FOXWOODS, terms.order).set(hands)
    asked = opponent_hands(FOXWOODS, terms.order)
    values = []
    for row in range(len(hands)):
        strengths = found.high_strength[row : row + 1], found.low_strength[row : row + 1]
        values.append(
            float(ComparisonCounts.from_rows(asked.against(hands[row], *strengths)[0].tolist()).expected_value(terms))
        )
    error = np.std(values) / len(values) ** 0.5
    assert abs(np.mean(values) + float(solved.house_edge)) < 4 * error


# On the command line


def test_set_exact_says_what_every_setting_is_worth():
    said = json.loads(answered("set", "9s 9d 3c 3d Ah 5s 2c", "--exact", "--json"))
    assert said["rule"] == "two-pair 2"
    assert said["exact"]["best"] == said["exact"]["house_way"] == said["exact"]["settings"][0]
    assert said["exact"]["best"]["expected_value"].startswith("0.2969797428")
    assert said["exact"]["best"]["banking"].startswith("0.2990858964")
    shown = answered("set", "9s 9d 3c 3d Ah 5s 2c", "--exact")
    assert "53,524,680 hands" in shown
    assert "+29.6980%" in shown


def test_solve_has_the_shape_for_machines(solved):
    said = json.loads(answered("solve", "md.pai-gow-poker", "--house-way", "foxwoods", "--json"))
    assert said == json.loads(json.dumps(solved.to_json()))
    shown = answered("solve", "md.pai-gow-poker", "--house-way", "foxwoods")
    assert "2.721126%" in shown
    assert "0.254069%" in shown


def test_solve_tells_the_bank_by_stake_where_one_is_filed(solved):
    """$11 against one opponent: 75 cents of a win, not 55 (12.J(6))."""
    path = str(EXAMPLES / MD / "everything.toml")
    said = json.loads(answered("solve", path, "--house-way", "foxwoods", "--json"))
    at = {each["stake"]: each["bank"] for each in said["bank_by_stake"]}
    assert at["$10"] == said["bank"]
    one, *more = at["$11"]
    assert Fraction(one["vigorish"]) == Fraction(75, 1100) * Fraction(
        solved.counts.counts_as_bank(solved.terms).win, solved.counts.total
    )
    assert [each["sampled"] for each in (one, *more)] == [False] + [True] * 5
    assert all(isinstance(each["edge"], str) for each in (one, *more))
    assert all(0 < each["vigorish"]["standard_error"] < 2e-5 for each in more)
    assert "by stake, the bank's vigorish" in " ".join(said["assumes"])
    shown = answered("solve", path, "--house-way", "foxwoods")
    assert "by the stake of each wager against it" in " ".join(shown.split())
    assert "0.806515%" in shown


@pytest.mark.prove
def test_a_difference_has_its_worth():
    said = json.loads(answered("house-way", "diff", "foxwoods", "simple", "--worth", "--json"))
    edges = {(each["player"], each["dealer"]): Fraction(each["exact"]) for each in said["house_edges"]}
    assert rounded(edges["a", "a"], "0.0272")
    total = edges["a", "b"] - edges["a", "a"]
    assert abs(float(total) - float(said["worth"])) < 1e-13
    assert abs(sum(float(each["worth"]) for each in said["classes"]) - float(total)) < 1e-12
