"""The odds of wagers that a book's data describes, counted like those for which there is code."""

from fractions import Fraction
from math import comb

import pytest

from houseway.analysis.exact import as_percent
from houseway.analysis.games import counted_wagers
from houseway.analysis.odds.spot import covariance, pairs_on_one_spot
from houseway.analysis.odds.wager import NOT_COUNTED_JOINTLY, NOT_FOLDED
from houseway.analysis.odds_calculation import all_odds, wager_odds
from houseway.analysis.par.builder import build_par_sheet
from houseway.disk_cache import cached_only
from houseway.errors import Malformed, NotAllowed
from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from houseway.submission.built_in import built_in_submission
from tests.support.paths import ROOT

LUCKY_FLOP, SUIT_UP, WEAK_DEALER = "lucky-flop", "suit-up", "weak-dealer"
WAGERS = {"nw.ultimate-texas-holdem": LUCKY_FLOP, "nw.four-card-poker": SUIT_UP, "nw.pai-gow-poker": WEAK_DEALER}


@pytest.fixture(autouse=True)
def books(monkeypatch):
    monkeypatch.setenv("HOUSEWAY_BOOKS", str(ROOT / "examples" / "books"))


def rules_of(book):
    return judge(parse_submission(built_in_submission(book))).rules


def combinations_of(found):
    return [row.combinations for row in found.rows]


def test_three_cards_of_the_flop():
    """The hands of three-card poker; the edge is the published one of Pair Plus with these rows."""
    found = wager_odds(load_book("nw.ultimate-texas-holdem"), LUCKY_FLOP)
    assert combinations_of(found) == [48, 52, 720, 1096, 3744, 16_440]
    assert found.total == comb(52, 3)
    assert found.house_edge == Fraction(16_440 - 48 * 40 - 52 * 30 - 720 * 6 - 1096 * 4 - 3744, 22_100)
    assert as_percent(found.house_edge, 2) == "2.32%"
    assert found.hit_frequency == Fraction(22_100 - 16_440, 22_100)
    assert "all 22,100 choices of 3 of 52 cards: the flop" in found.method
    assert NOT_FOLDED not in found.assumptions
    assert NOT_COUNTED_JOINTLY in found.assumptions


def test_cards_of_a_suit_among_the_players_five():
    found = wager_odds(rules_of("nw.four-card-poker"), SUIT_UP)
    assert combinations_of(found) == [5_148, 111_540, 847_704, 1_634_568]
    assert NOT_FOLDED in found.assumptions


def test_the_dealers_seven_cards_with_the_joker():
    found = wager_odds(rules_of("nw.pai-gow-poker"), WEAK_DEALER)
    assert combinations_of(found) == [24_780_420, 64_221_960, 65_140_700]
    assert found.house_edge == Fraction(65_140_700 - 24_780_420 - Fraction(64_221_960, 2), comb(53, 7))


@pytest.mark.parametrize(("book", "wager"), WAGERS.items())
def test_it_is_listed_with_the_counted_wagers_of_its_book(book, wager):
    rules = rules_of(book)
    assert wager in counted_wagers(rules.regulation)
    assert wager in {each.wager for each in all_odds(rules)}


def test_rows_of_ones_own_count_only_the_hands_that_they_name():
    """Without rows of their own, a straight flush is a straight, and three of a kind have a pair."""
    found = wager_odds(load_book("nw.ultimate-texas-holdem"), LUCKY_FLOP, {"straight": "6 to 1", "pair": "1 to 1"})
    assert combinations_of(found) == [48 + 720, 52 + 3744, 1096 + 16_440]
    with pytest.raises(Malformed, match="has no hand 'four-of-a-kind'"):
        wager_odds(load_book("nw.ultimate-texas-holdem"), LUCKY_FLOP, {"four-of-a-kind": "6 to 1"})


def test_it_is_not_counted_together_with_another_wager():
    """Not as independent of it either, as a drawn number is."""
    book = load_book("nw.ultimate-texas-holdem")
    flop, trips = wager_odds(book, LUCKY_FLOP), wager_odds(book, "trips", "A")
    for one, other in ((flop, trips), (trips, flop)):
        with pytest.raises(NotAllowed, match="cannot be counted together"):
            covariance(one, other)
    assert covariance(flop, flop) == flop.variance
    assert pairs_on_one_spot([flop, trips]) == []


def test_the_par_sheet_has_it_although_nothing_is_solved():
    with cached_only():
        sheet = build_par_sheet(rules_of("nw.four-card-poker"))
    (wager,) = (each for each in sheet.wagers if each.wager == SUIT_UP)
    assert [row.combinations for row in wager.rows] == [5_148, 111_540, 847_704, 1_634_568]
    assert not [each for each in sheet.optional_covariances if SUIT_UP in (each.one, each.other)]
