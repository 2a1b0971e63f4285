"""All hands at once: the classes, the compiled form against the plain one, the checker and the comparison."""

import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from houseway.cards import CARDS, format_hand, parse_hand
from houseway.errors import Malformed, NotAllowed
from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, PAI_GOW_LOW, Category
from houseway.house_way import HandKind, HouseWay, check_house_way, compile_house_way, diff_house_ways, house_way_names
from houseway.house_way.classes import hand_classes
from houseway.house_way.decisions import decide_classes
from houseway.house_way.interpreter import SevenCards
from houseway.house_way.kinds import COMPLETE_KIND
from houseway.kernels.batch import hand_strengths
from houseway.kernels.pai_gow.setting import class_indices

FOXWOODS = HouseWay.load("foxwoods")
ALL_HANDS = 154_143_080
BOTH = pytest.mark.parametrize("order", [PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL], ids=lambda order: order.name)


@cache
def load(name):
    return HouseWay.load(name)


def set_differently(name, order, hands):
    """Hands that the compiled form sets otherwise than the plain interpreter, or under another rule or strength."""
    way = load(name)
    fast = compile_house_way(way, order).set(hands)
    rows = zip(hands.tolist(), fast.high.tolist(), fast.low.tolist(), fast.rule.tolist(), strict=True)
    found = []
    for hand, high, low, rule in rows:
        plain = way.set([CARDS[card] for card in hand], order)
        if (plain.high, plain.low, plain.rule.number) != (*(tuple(sorted(part, reverse=True)) for part in (high, low)), rule):
            found.append(f"{format_hand(CARDS[card] for card in hand)}: {plain.rule.id}, {plain.low}, compiled {low}")
    if (hand_strengths(order, fast.high) != fast.high_strength).any() or (
        hand_strengths(PAI_GOW_LOW, fast.low) != fast.low_strength
    ).any():
        found.append("strengths")
    return found


def dealt(count, seed):
    shuffle = np.random.default_rng(seed)
    return np.array([shuffle.permutation(53)[:7] for _ in range(count)], dtype=np.uint8)


def unlike(count, seed):
    """Hands of classes drawn evenly, which has the rare kinds too, with the suits and the cards shuffled."""
    shuffle = np.random.default_rng(seed)
    hands = hand_classes().hands[shuffle.permutation(len(hand_classes().hands))[:count]]
    suits = np.array([shuffle.permutation(4) for _ in range(count)], dtype=np.uint8)
    moved = np.where(hands == 52, 52, hands // 4 * 4 + np.take_along_axis(suits, (hands % 4).astype(np.int64), axis=1))
    return shuffle.permuted(moved.astype(np.uint8), axis=1)


# Classes


def test_the_classes_stand_for_all_hands():
    every = hand_classes()
    assert len(every.hands) == 292_253
    assert every.weights.sum() == ALL_HANDS == comb(53, 7)
    assert every.weights.min() > 0
    assert len(np.unique(every.table_indices)) == len(every.table_indices)


def test_the_hand_of_a_class_is_of_that_class_and_stays_so_however_it_is_dealt():
    every = hand_classes()
    assert (class_indices(every.hands) == every.table_indices).all()
    flat = np.sort(every.hands, axis=1)
    assert (flat[:, 1:] > flat[:, :-1]).all()
    assert np.isin(class_indices(unlike(20_000, 3)), every.table_indices).all()


def test_a_weight_is_the_number_of_hands_of_the_class():
    """Counted one by one over the hands of five ranks of two suits and the joker."""
    cards = [4 * rank + suit for rank in (0, 1, 2, 3, 12) for suit in range(4)]
    hands = np.array(list(combinations([*cards, 52], 7)), dtype=np.uint8)
    counted = Counter(class_indices(hands).tolist())
    weight = dict(zip(hand_classes().table_indices.tolist(), hand_classes().weights.tolist(), strict=True))
    assert all(weight[place] == count for place, count in counted.items())


def test_only_the_named_kinds_exist():
    """By the plain ranking of the hand of each class: what it holds beside a straight or a flush."""
    straight_or_flush = {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
    found = set()
    for hand in unlike(4_000, 5):
        seven = [CARDS[card] for card in hand]
        kind = SevenCards(seven, PAI_GOW_HIGH).kind
        found.add(kind)
        assert kind.is_complete == bool(straight_or_flush & {made.category for made in PAI_GOW_HIGH.find_all(seven)})
    assert found <= set(HandKind)
    assert {kind for kind in HandKind if kind.is_complete} == set(COMPLETE_KIND.values())


# The compiled form


@BOTH
@pytest.mark.parametrize("name", house_way_names())
def test_the_compiled_form_sets_hands_as_the_plain_one_does(name, order):
    count = 20_000 if name == "foxwoods" and order is PAI_GOW_HIGH else 1_000
    assert set_differently(name, order, dealt(count, 1)) == []
    assert set_differently(name, order, unlike(count // 4, 2)) == []


EVERY_WORD = """
no-pair = [{ when = "third highest is 9 or lower, has no ace", front = "first and third highest" }, { front = "best" }]
pair = [
  { when = "front is Q-9 or better", unless = "has the joker", front = "second and third highest others" },
  { when = "front beats third and fourth highest others", front = "one of pair and highest other" },
  { front = "best unpaired" },
]
two-pair = [
  { when = "front is pair of 9 or better", front = "low pair" },
  { front = "one of low pair and second highest other" },
]
three-pair = [
  { when = "middle pair is 7 or better, low pair is 4 to 6", front = "middle pair" },
  { front = "best that keeps two pair" },
]
trips = [{ when = "highest is A, second highest other is 9", front = "two of trips" }, { front = "best that keeps trips" }]
two-trips = [{ when = "low trips is 5", front = "two of low trips" }, { front = "one of high trips and one of low trips" }]
full-house = [
  { when = "low pair is 4", front = "low pair" },
  { when = "pair is 9", front = "pair" },
  { front = "best that keeps a full house" },
]
quads = [{ when = "quads is 9", front = "one of quads and highest other" }, { front = "best that keeps quads" }]
quads-with-pair = [{ when = "pair is T or lower", front = "one of quads and one of pair" }, { front = "best that keeps a pair" }]
quads-with-trips = [{ front = "best" }]
five-aces = [{ when = "front is a pair", front = "pair" }, { front = "one of aces and highest other" }]
complete = [
  { when = "has a straight, has a flush", front = "best that keeps a flush" },
  { when = "has a straight flush", front = "best that keeps a straight flush" },
  { front = "best that keeps a straight" },
  { front = "best" },
]
complete-with-pair = [
  { when = "has a royal flush", front = "best that keeps a royal flush" },
  { when = "has no lower straight, has no flush", front = "second and third highest" },
  { front = "best that keeps a pair" },
]
complete-with-two-pair = [{ when = "has a lower straight", as = "complete" }, { front = "best pair" }]
complete-with-three-pair = [{ front = "best pair that keeps a straight" }, { front = "best" }]
complete-with-trips = [{ unless = "has the joker", as = "trips" }, { as = "complete" }]
complete-with-full-house = [{ when = "has the joker, has an ace", front = "best that keeps a complete hand" }, { front = "best" }]
complete-with-quads = [{ front = "two of quads" }]
"""


@BOTH
def test_the_two_interpreters_agree_on_every_word(order):
    """A way that nobody would play, with gaps and illegal settings: class by class, what each rule says."""
    head = FOXWOODS.text[: FOXWOODS.text.index("no-pair")]
    way = HouseWay.from_text(head + EVERY_WORD, "every.toml")
    shuffle = np.random.default_rng(4)
    for kind in decide_classes(way, order):
        for row in shuffle.permutation(len(kind.rows))[:60].tolist():
            seven = SevenCards([CARDS[card] for card in hand_classes().hands[kind.rows.index[row]]], order)
            assert seven.kind is kind.kind
            for answer in kind.rule_matches:
                setting = seven.setting_of_front(answer.rule.front)
                assert (setting is None) == (answer.columns[row] == -1)
                assert seven.matches(answer.rule) == answer.matches[row]
                if setting:
                    column = answer.columns[row]
                    strength = (setting.low_strength, setting.high_strength, setting.legal)
                    assert strength == tuple(part[row, column] for part in (kind.rows.low, kind.rows.high, kind.rows.legal))


def test_the_compiled_form_is_kept():
    first, again = compile_house_way(FOXWOODS), compile_house_way(FOXWOODS)
    assert all((getattr(first.table, name) == getattr(again.table, name)).all() for name in ("fronts", "rules", "high", "low"))
    assert first.rule(1).id == "no-pair 1"


def test_the_compiled_form_refuses_what_are_no_hands():
    fast = compile_house_way(FOXWOODS)
    for wrong in (np.zeros((1, 7), dtype=np.uint8), np.array([[0, 1, 2, 3, 4, 5, 53]], dtype=np.uint8)):
        with pytest.raises(Malformed) as refusal:
            fast.set(wrong)
        assert refusal.value.code == "hands.card"
    for wrong in (np.zeros((1, 6), dtype=np.uint8), np.zeros((1, 7)), np.zeros(7, dtype=np.uint8)):
        with pytest.raises(Malformed) as refusal:
            fast.set(wrong)
        assert refusal.value.code == "hands.shape"


def test_to_set_a_hand_needs_no_numba():
    code = (
        "import sys; from houseway.house_way import HouseWay; from houseway.cards import CARDS; "
        "HouseWay.load('foxwoods').explain(CARDS[:7]); assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# The checker


def changed(old, new):
    assert old in FOXWOODS.text
    return HouseWay.from_text(FOXWOODS.text.replace(old, new, 1), "way.toml")


@BOTH
@pytest.mark.parametrize("name", house_way_names())
def test_every_shipped_way_decides_every_hand_legally_and_has_no_idle_rule(name, order):
    report = check_house_way(load(name), order)
    assert report.passes
    assert report.faults == ()
    assert report.total == report.decided == sum(report.kinds.values()) == sum(use.hands for use in report.uses) == ALL_HANDS


def test_the_kinds_have_as_many_hands_as_are_known():
    """Seven cards of 53 without a pair, a straight or a flush are 24,780,420 (also tests/kernels/test_known.py)."""
    kinds = check_house_way(FOXWOODS).kinds
    assert kinds["no-pair"] == 24_780_420
    assert kinds["five-aces"] == comb(48, 2)


def test_a_gap_is_named_with_its_smallest_hand_and_what_to_change():
    way = changed('  { front = "low pair" },\n', "")
    (fault,) = check_house_way(way).faults[:1]
    assert (fault.trouble, fault.rule) == ("gap", "two-pair")
    assert fault.hands == 1_859_760  # what the last rule decided
    assert SevenCards(parse_hand(fault.example), PAI_GOW_HIGH).kind is HandKind.TWO_PAIR
    assert fault.place == f"way.toml:{way.rules[HandKind.TWO_PAIR][-1].line}"
    assert "without conditions" in fault.change
    assert "md.pai-gow-poker 11.C(1)" in fault.clauses
    assert {fault.rule for fault in check_house_way(way).faults} == {"two-pair", "complete-with-two-pair"}


def test_an_illegal_setting_is_named():
    way = changed(
        '{ when = "high pair is J or better", front = "low pair" }',
        '{ when = "high pair is J or better", front = "high pair" }',
    )
    fault = check_house_way(way).faults[0]
    assert (fault.trouble, fault.rule, fault.hands) == ("illegal", "two-pair 1", 18_573_624)
    with pytest.raises(NotAllowed) as refusal:
        way.set(parse_hand(fault.example))
    assert refusal.value.code == "house-way.illegal"
    assert "md.pai-gow-poker 11.B" in fault.clauses


def test_a_rule_that_matches_nothing_is_named():
    way = changed('when = "high pair is J or better"', 'when = "high pair is 3, low pair is 5"')
    fault = check_house_way(way).faults[0]
    assert (fault.trouble, fault.rule, fault.hands, fault.example) == ("unreachable", "two-pair 1", 0, None)


def test_a_shadowed_rule_is_named_with_what_shadows_it():
    way = changed('{ when = "high pair is 7 or better, front is A or better"', '{ when = "high pair is Q or better"')
    (fault,) = check_house_way(way).faults
    assert (fault.trouble, fault.rule) == ("shadowed", "two-pair 2")
    assert fault.by == ("complete-with-two-pair 1, as two-pair 1", "two-pair 1")
    assert fault.example


def test_overlaps_are_told_and_are_no_fault():
    report = check_house_way(FOXWOODS)
    overlap = next(found for found in report.overlaps if (found.rule, found.later) == ("five-aces 1", "five-aces 2"))
    assert overlap.hands == comb(4, 2)
    assert FOXWOODS.set(parse_hand(overlap.example)).rule.id == "five-aces 1"


def test_the_smallest_example_is_the_smallest():
    way = changed("no-pair = [{ front", 'no-pair = [{ when = "has an ace", front')
    (fault,) = check_house_way(way).faults
    assert sorted(card.rank for card in parse_hand(fault.example)) == [2, 3, 4, 5, 7, 8, 9]


def test_a_report_is_json():
    told = check_house_way(changed('  { front = "low pair" },\n', "")).to_json()
    assert told["ok"] is False
    assert told["faults"][0]["trouble"] == "gap"
    assert {"rule", "later", "hands", "example"} == set(told["overlaps"][0])


@pytest.mark.parametrize(
    "work", [compile_house_way, check_house_way, lambda way, progress: diff_house_ways(way, way, progress=progress)]
)
def test_progress_is_told(work):
    told = []
    work(changed('title = "F', f'title = "{len(told)} F'), progress=lambda done, total: told.append((done, total)))
    assert all(done <= total for done, total in told)
    assert not told or told[-1][0] == told[-1][1]
    assert told == sorted(told)


GAP = changed('  { front = "low pair" },\n', "")
ILLEGAL = changed(
    'when = "high pair is J or better", front = "low pair"', 'when = "high pair is J or better", front = "high pair"'
)


@pytest.mark.clause("md.pai-gow-poker 11.C(1)", "div.pai-gow-poker (l)(2)#2")
def test_a_way_that_leaves_a_hand_undecided_is_not_compiled_or_compared():
    for refused in refusals(GAP):
        assert (refused.code, refused.facts["kind"]) == ("house-way.gap", "two-pair")
        hand = parse_hand(refused.facts["given"])
        assert SevenCards(hand, PAI_GOW_HIGH).kind is HandKind.TWO_PAIR
        with pytest.raises(NotAllowed, match="decides"):
            GAP.set(hand)


@pytest.mark.clause("md.pai-gow-poker 11.B", "div.pai-gow-poker (l)(1)#2")
def test_a_way_that_sets_a_low_hand_above_the_high_hand_is_not_compiled_or_compared():
    for refused in refusals(ILLEGAL):
        assert (refused.code, refused.facts["rule"]) == ("house-way.illegal", "two-pair 1")
        with pytest.raises(NotAllowed, match="above the high hand"):
            ILLEGAL.set(parse_hand(refused.facts["given"]))
    legal = changed('three-pair = [{ front = "high pair" }]', 'three-pair = [{ front = "two highest" }]')
    assert legal.set(parse_hand("Ks Kd 9c 9h 4s 4d Ac")).rule.id == "three-pair 1"


def refusals(way):
    """How a way is refused when it is compiled, and when it is compared with another on either side."""
    for work in (compile_house_way, lambda way: diff_house_ways(way, FOXWOODS), lambda way: diff_house_ways(FOXWOODS, way)):
        with pytest.raises(NotAllowed) as refusal:
            work(way)
        yield refusal.value


@pytest.mark.clause("md.pai-gow-poker 11.C(1)", "div.pai-gow-poker (l)(2)#2")
def test_a_hand_that_no_rule_decides_is_still_one_of_its_kind():
    report, whole = check_house_way(GAP), check_house_way(FOXWOODS)
    assert (report.kinds, report.total) == (whole.kinds, whole.total)
    assert report.total - report.decided == sum(fault.hands for fault in report.faults if fault.trouble == "gap")
    with pytest.raises(NotAllowed):
        GAP.set(parse_hand(report.faults[0].example))


# The comparison


def test_a_way_does_not_differ_from_itself():
    found = diff_house_ways(FOXWOODS, FOXWOODS)
    assert (found.total, found.different, found.classes) == (ALL_HANDS, 0, ())


def test_one_changed_rule_changes_the_hands_that_it_decides():
    other = changed('{ when = "trips is A", front = "one of trips and highest other" },', "")
    found = diff_house_ways(FOXWOODS, other)
    (only,) = found.classes
    aces = check_house_way(FOXWOODS)
    assert found.different == next(use.hands for use in aces.uses if use.rule == "trips 1")
    assert (only.kind, only.rule_a, only.rule_b, only.different, only.hands) == (
        "trips",
        "trips 1",
        "trips 1",
        found.different,
        found.different,
    )
    for way, halves in ((FOXWOODS, only.a), (other, only.b)):
        hand = way.set(parse_hand(only.example))
        assert (hand.high, hand.low) == (halves.high, halves.low)


def test_ways_compared_count_what_sampling_finds():
    found = diff_house_ways(FOXWOODS, load("mgm-grand"))
    hands = dealt(40_000, 9)
    one, other = (compile_house_way(way).set(hands).low for way in (FOXWOODS, load("mgm-grand")))
    share = (np.sort(one, axis=1) != np.sort(other, axis=1)).any(axis=1).mean()
    expected = found.different / found.total
    assert abs(share - expected) < 5 * (expected / len(hands)) ** 0.5
    assert sum(part.different for part in found.classes) == found.different
    assert diff_house_ways(load("mgm-grand"), FOXWOODS).different == found.different


def test_a_difference_is_json():
    told = diff_house_ways(FOXWOODS, load("simple")).to_json()
    assert told["total"] == ALL_HANDS
    assert set(told["classes"][0]) == {"kind", "hands", "different", "rule_a", "rule_b", "example", "a", "b"}
    assert [len(told["classes"][0]["a"][half]) for half in ("high", "low")] == [5, 2]


def test_where_the_wheel_stands_changes_no_setting():
    hands = unlike(50_000, 6)
    assert (
        compile_house_way(FOXWOODS).set(hands).low == compile_house_way(FOXWOODS, PAI_GOW_HIGH_LOW_WHEEL).set(hands).low
    ).all()
