"""Readings that decide a figure: listed where another choice would change it, and nowhere else."""

from dataclasses import replace
from functools import cache

import pytest

from houseway.analysis import build_par_sheet, standard_rules
from houseway.analysis.decisive_readings import choose_otherwise, decisive_readings
from houseway.analysis.games import analysis_of
from houseway.analysis.odds_calculation import wager_odds
from houseway.money import OddsToOne
from houseway.submission import judge, parse_submission, read_submission
from tests.support.paths import EXAMPLES
from tests.support.solve_brute import solved

MD, UTH, FC = "md.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"


@cache
def rules_of(book, name="everything"):
    return judge(read_submission(EXAMPLES / book / f"{name}.toml")).rules


def decisive(rules, *candidates):
    return set(decisive_readings(rules, candidates, analysis_of(rules.regulation).terms))


@cache
def listed(rules):
    """By optional wager: the readings on its PAR sheet."""
    return {each.wager: set(each.readings) for each in build_par_sheet(rules).wagers}


# The game itself


@pytest.mark.parametrize(("letter", "there"), [("A", set()), ("B", {"UTH-01"})])
def test_a_straight_is_unclear_in_blind_b_alone(letter, there):
    assert decisive(standard_rules(UTH, {"blind": letter}), "UTH-01") == there


def test_whole_dollars_matter_where_an_odd_ante_can_be_bet():
    """A flush pays the Blind 3 to 2: half a dollar on an odd Ante. A bare rule book has no Antes, and pays to the cent."""
    rules = rules_of(UTH)
    assert decisive(rules, "UTH-29") == {"UTH-29"}
    assert decisive(standard_rules(UTH), "UTH-29") == set()
    even = replace(rules.offers["ante"], minimum=rules.offers["ante"].minimum * 2, maximum=rules.offers["ante"].minimum * 2)
    assert decisive(replace(rules, offers={**rules.offers, "ante": even}), "UTH-29") == set()


def test_a_reading_without_a_choice_counts_if_it_is_worth_something():
    """UTH-19 is about the number of a paragraph; UTH-20 returns the Ante of a lower hand."""
    assert decisive(rules_of(UTH), "UTH-19", "UTH-20") == {"UTH-20"}


def test_a_tie_decides_four_card_poker():
    assert decisive(rules_of(FC), "FC-07") == {"FC-07"}


@pytest.mark.parametrize(("book", "absent"), [(UTH, {"UTH-19", "UTH-30"}), (FC, {"FC-14"})])
def test_a_play_between_the_multiples_is_never_best(book, absent):
    """So the readings that forbid one change no figure, and no solution names them."""
    assert not absent & set(solved(book).provenance.readings)


# Optional wagers


def test_what_cannot_change_a_wager_is_not_listed():
    """Super royals are never shared (UTH-13), and Ultimate Pairs F has no second row for a pair of aces (UTH-18)."""
    found = listed(rules_of(UTH))
    assert found["six-card-bonus"] == {"UTH-12"}
    assert found["ultimate-pairs"] == set()
    assert found["bad-beat"] == {"UTH-14", "UTH-15"}


def test_two_rows_for_a_pair_of_aces_matter_in_d():
    text = (EXAMPLES / UTH / "everything.toml").read_text()
    lines = text.splitlines()
    place = next(number for number, line in enumerate(lines) if "ultimate-pairs]" in line)
    letter = next(number for number in range(place, len(lines)) if lines[number].startswith("paytable"))
    lines[letter] = 'paytable = "D"'
    rules = judge(parse_submission("\n".join(lines))).rules
    assert rules is not None
    assert listed(rules)["ultimate-pairs"] == {"UTH-18"}


@pytest.mark.parametrize("book", [MD, UTH, FC])
def test_every_listed_choice_changes_its_wager(book):
    rules = rules_of(book)
    for wager, readings in listed(rules).items():
        for id_ in readings:
            reading, stake = rules.regulation.readings[id_], wager_odds(rules, wager).stake
            others = [choice for choice in reading.choices if choice != rules.readings[id_]]
            values = {wager_odds(choose_otherwise(rules, id_, other), wager, stake=stake).expected_value for other in others}
            assert values - {wager_odds(rules, wager, stake=stake).expected_value} or id_ == "PG-55" or not others


def test_another_choice_keeps_what_the_operator_filed():
    rules = rules_of(UTH)
    blind = rules.offers["blind"]
    (royal, *rest) = blind.paytable.rows
    richer = replace(blind, paytable=replace(blind.paytable, rows=(replace(royal, pays=OddsToOne(1000)), *rest)))
    other = choose_otherwise(replace(rules, offers={**rules.offers, "blind": richer}), "UTH-01", "pays-even")
    rows = {row.hand: str(row.pays) for row in other.offers["blind"].paytable.rows}
    assert (rows["royal-flush"], rows["straight"], rows["less-than-straight"]) == ("1000 to 1", "1 to 1", "push")
