"""House ways that are worth most against another: values tried on small decks, lists of rules, the file, the rules' worth."""

import csv
import io
import json
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from houseway.analysis.pai_gow.improve import improving
from houseway.analysis.pai_gow.improve.candidates import kind_cells
from houseway.analysis.pai_gow.improve.document import make_house_way
from houseway.analysis.pai_gow.improve.improving import check_rule_count, count_rules, read_side, rule_worths, way_worth
from houseway.analysis.pai_gow.improve.lists import CellRule, ListSearch, given_rules, merge_ranges
from houseway.analysis.pai_gow.improve.search import search_rules
from houseway.analysis.pai_gow.improve.values import ILLEGAL, PAIRS, SettingValues, Side, Stakes
from houseway.analysis.pai_gow.solve.standard_terms import standard_terms
from houseway.errors import Malformed
from houseway.hands import PAI_GOW_HIGH
from houseway.house_way import AppliedRule, HandKind, HouseWay, Rule, check_house_way, compile_house_way, house_way_names
from houseway.house_way.array_interpreter import classes_by_kind
from houseway.house_way.classes import hand_classes
from houseway.house_way.parser import parse_conditions, parse_front
from houseway.kernels.pai_gow.class_values.counting import ClassPoints, class_places, class_weights, count_settings
from houseway.kernels.pai_gow.classes import RankDeck
from houseway.kernels.pai_gow.disjoint_pairs import ClassSettings
from houseway.kernels.pai_gow.setting import class_indices
from tests.support.command import answered, refused

SMALL = [
    (RankDeck((9, 10, 11, 12), 4, True), "foxwoods", True),
    (RankDeck((5, 6, 7, 8, 9, 10, 12), 2, True), "mgm-grand", True),
    (RankDeck((5, 6, 7, 8, 9, 10, 12), 2, True), "foxwoods", False),
]


def opponent(name):
    table = compile_house_way(HouseWay.load(name), PAI_GOW_HIGH).table
    return ClassSettings(table.high, table.low)


@pytest.mark.parametrize(("deck", "name", "copies_win"), SMALL)
def test_every_setting_is_counted_as_if_every_pair_of_hands_was_tried(deck, name, copies_win):
    """Two settings of each class, one of them a strange one: its pairs are those that all hands of a small deck have."""
    theirs, places, chance = opponent(name), class_places(deck), np.random.default_rng(7)
    asked = {
        place: [(int(theirs.high[place]), int(theirs.low[place])), tuple(chance.integers(1, (7000, 92)).tolist())]
        for place in places
    }
    points = [point for place in places for point in asked[place]]
    high, low = np.array(points, dtype=np.uint16).T
    found = count_settings(ClassPoints(2 * np.arange(len(places) + 1), high, low), theirs, copies_win, deck)

    numbers = np.array(list(combinations(range(len(deck.card_numbers)), 7)))
    hands, bits = np.array(deck.card_numbers, dtype=np.uint8)[numbers], (1 << numbers).sum(axis=1)
    classes = class_indices(hands)
    their_high, their_low = theirs.high[classes].astype(int), theirs.low[classes].astype(int)
    won, lost = (np.zeros((places.max() + 1, 2), dtype=int) for _ in range(2))
    assert np.array_equal(np.bincount(classes, minlength=places.max() + 1)[places], class_weights(deck))
    for hand, place in enumerate(classes.tolist()):
        apart = bits & bits[hand] == 0
        for number, (one, two) in enumerate(asked[place]):
            by_high, by_low = one - their_high[apart], two - their_low[apart]
            wins = (by_high >= 0) & (by_low >= 0) if copies_win else (by_high > 0) & (by_low > 0)
            loses = (by_high < 0) & (by_low < 0) if copies_win else (by_high <= 0) & (by_low <= 0)
            won[place, number] += wins.sum()
            lost[place, number] += loses.sum()
    assert np.array_equal(found.won.reshape(-1, 2), won[places])
    assert np.array_equal(found.lost.reshape(-1, 2), lost[places])


# The search, on values that are made up: the low hand counts more the higher the cards, and no kernel has to count


@pytest.fixture(scope="module")
def values():
    rows = classes_by_kind(PAI_GOW_HIGH, lambda _: None)
    weights = {kind: hand_classes().weights[each.index] for kind, each in rows.items()}
    worth = {
        kind: np.where(
            each.legal,
            weights[kind][:, None] * (each.low.astype(np.int64) ** 2 * 90_000 + each.high.astype(np.int64) * 60_000),
            ILLEGAL,
        )
        for kind, each in rows.items()
    }
    return SettingValues(rows, worth, weights, Stakes(20, 19, 20), Side.HOUSE, PAI_GOW_HIGH)


@pytest.fixture(scope="module")
def simple():
    return HouseWay.load("simple")


def test_the_way_that_is_found_passes_the_checker_has_no_more_rules_and_is_worth_more(values, simple):
    way = make_house_way("found", "Found", "a test", search_rules(values, simple, 20))
    report = check_house_way(way)
    assert report.passes, report.faults
    assert report.decided == 154_143_080
    assert count_rules(way) <= 20
    assert way_worth(values, simple) < way_worth(values, way) <= values.best()


def test_more_rules_are_worth_more_and_the_same_search_finds_the_same(values):
    for kind in (HandKind.TWO_PAIR, HandKind.QUADS):
        cells = kind_cells(values, kind)
        found, again = ([(len(each), each.worth) for each in ListSearch(cells, 1).lists(4)] for _ in range(2))
        assert found == again == sorted(found)
        assert len(found) == len({size for size, _ in found}) == len({worth for _, worth in found}) > 1


def test_two_rules_are_the_best_of_all_that_the_pool_can_say_in_two(values):
    """All rules of one condition before all rules of none, for hands that are few."""
    cells = kind_cells(values, HandKind.QUADS_WITH_TRIPS)
    search = ListSearch(cells, 0)
    found = max((each for each in search.lists(2)), key=lambda each: each.worth)
    best = max(
        worth
        for default in search.defaults()
        for front in range(len(cells.fronts))
        for hold in cells.holds[front]
        if (worth := search.worth([CellRule(front, hold & cells.has[front]), default])) is not None
    )
    assert found.worth >= best


def test_a_list_that_is_given_is_never_made_worse(values):
    for kind in (HandKind.TWO_PAIR, HandKind.TRIPS, HandKind.QUADS):
        rules = HouseWay.load("mgm-grand").applied_rules[kind]
        cells = kind_cells(values, kind, rules)
        given = given_rules(cells, rules)
        search = ListSearch(cells, 0)
        assert max(each.worth for each in search.lists(len(rules), given)) >= search.worth(given)


def test_a_list_that_leaves_a_hand_open_or_sets_one_illegally_is_worth_nothing(values):
    rule = Rule(HandKind.TWO_PAIR, 1, 1, front=parse_front("high pair"))
    cells = kind_cells(values, HandKind.TWO_PAIR, [AppliedRule(1, rule.kind, (rule,), rule.front)])
    search = ListSearch(cells, 0)
    foul = CellRule(cells.front_number(rule.front), cells.has[0])
    assert cells.foul[foul.front].all()
    assert search.worth([]) is None
    assert search.worth([foul, *search.defaults()[:1]]) is None
    assert search.worth(search.defaults()[:1]) > 0


def test_what_a_rule_is_worth_is_what_the_way_loses_without_it(values):
    way = HouseWay.load("mgm-grand")
    worths = {each.rule: each for each in rule_worths(values, way)}
    assert sum(each.hands for each in worths.values()) >= 154_143_080
    for kind, number in ((HandKind.TWO_PAIR, 1), (HandKind.QUADS, 2), (HandKind.COMPLETE_WITH_PAIR, 1)):
        rules = {**way.rules, kind: tuple(rule for rule in way.rules[kind] if rule.number != number)}
        without = make_house_way("without", "Without", "a test", rules)
        lost = way_worth(values, way) - way_worth(values, without)
        assert worths[f"{kind} {number}"].worth == Fraction(lost, 20 * PAIRS)
        assert lost
    assert worths["five-aces 2"].worth is None, "no rule after it could set these hands"


@pytest.mark.parametrize("name", house_way_names())
def test_a_house_way_is_written_so_that_it_is_read_as_it_was(name):
    way = HouseWay.load(name)
    again = make_house_way(way.name, way.title, way.source, way.rules)
    assert again.hash == way.hash
    assert (again.title, again.source) == (way.title, way.source)


def test_two_bounds_of_one_rank_are_written_as_a_range():
    given = parse_conditions("low pair is 4 or better, front is A or better, low pair is 9 or lower")
    assert merge_ranges(given) == parse_conditions("low pair is 4 to 9, front is A or better")


def test_stakes_are_those_of_the_side():
    """The dealer wins the wager and loses nineteen twentieths of it."""
    terms = standard_terms()
    assert Stakes.for_side(terms, Side.HOUSE) == Stakes(20, 19, 20)
    assert Stakes.for_side(terms, Side.PLAYER) == Stakes(19, 20, 20)
    assert Stakes(20, 19, 20).edge(PAIRS, Side.HOUSE) == Fraction(1, 20) == -Stakes(19, 20, 20).edge(PAIRS, Side.PLAYER)


# What is refused


@pytest.mark.parametrize("rules", [0, 17, 201])
def test_a_number_of_rules_that_cannot_be(rules):
    with pytest.raises(Malformed, match="18 to 200"):
        check_rule_count(rules)


def test_a_side_that_there_is_not():
    with pytest.raises(Malformed, match="house or player"):
        read_side("bank")


def test_nothing_is_counted_before_a_refusal(monkeypatch):
    monkeypatch.setattr(improving, "setting_values", None)
    base = ("house-way", "improve", "foxwoods", "--against")
    assert "18 to 200" in refused(*base, "foxwoods", "--rules", "17")
    assert "did you mean 'foxwoods'" in refused(*base, "foxwood", "--rules", "20")
    assert "house or player" in refused(*base, "foxwoods", "--rules", "20", "--for", "dealer")


@pytest.fixture(scope="module")
def worse_and_better(values):
    """The house ways that come with the program: the one that is worth least on these values, and the one that is worth most."""
    ways = sorted((HouseWay.load(name) for name in house_way_names()), key=lambda way: way_worth(values, way))
    return ways[0], ways[-1]


@pytest.fixture
def made_up(monkeypatch, values):
    monkeypatch.setattr(improving, "setting_values", lambda *_: values)
    monkeypatch.setattr(improving, "_edge_over_all_pairs", lambda way, *_: values.edge(way_worth(values, way)))


def test_the_command_prints_the_edges_and_the_rules_and_writes_a_house_way(
    monkeypatch, made_up, values, worse_and_better, tmp_path
):
    worse, better = worse_and_better
    monkeypatch.setattr(improving, "search_rules", lambda *_: better.rules)
    asked = ("house-way", "improve", worse.name, "--against", "foxwoods", "--rules", "40", "--no-optimum")
    assert "not counted" in answered(*asked, "-o", str(tmp_path / "better.toml"))
    found = HouseWay.load(tmp_path / "better.toml")
    assert found.name == f"{worse.name}-improved"
    said = json.loads(answered(*asked, "--json"))
    assert said["found"]["toml"] == found.text
    assert said["house_edges"]["best_play"] is None
    edge, start = (Fraction(said["house_edges"][name]["exact"]) for name in ("found", "start"))
    assert edge == values.edge(way_worth(values, better)) > start == values.edge(way_worth(values, worse))
    heading, *rows = csv.reader(io.StringIO(answered(*asked, "--csv")))
    assert heading == ["rule", "words", "hands", "worth"]
    assert [row[0] for row in rows] == [rule.id for rules in better.rules.values() for rule in rules]


def test_a_way_is_never_replaced_by_one_that_is_worth_less(monkeypatch, made_up, simple, worse_and_better):
    worse, better = worse_and_better
    monkeypatch.setattr(improving, "search_rules", lambda *_: worse.rules)
    assert improving.improve_house_way(better, simple, standard_terms(), 60, optimum=False).way == better


def test_counts_that_are_wrong_are_not_passed_on(monkeypatch, values, simple):
    """The edge that is a sum over classes must be the one that is counted over all pairs of hands."""
    monkeypatch.setattr(improving, "setting_values", lambda *_: values)
    monkeypatch.setattr(improving, "search_rules", lambda *_: simple.rules)
    monkeypatch.setattr(improving, "_edge_over_all_pairs", lambda *_: Fraction(1, 50))
    with pytest.raises(AssertionError, match="two ways of counting differ"):
        improving.improve_house_way(simple, simple, standard_terms(), 18, optimum=False)
