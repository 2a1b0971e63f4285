"""Hands as house ways set them, worked out by hand from the published rules, not from the program."""

import pytest

from houseway.cards import CARDS, JOKER, parse_card, parse_hand
from houseway.errors import Malformed, NotAllowed
from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, PAI_GOW_LOW, STANDARD, is_legal_setting
from houseway.house_way import HandKind, HouseWay, house_way_names, legal_settings

FOXWOODS = HouseWay.load("foxwoods")
MGM = HouseWay.load("mgm-grand")
BALLYS = HouseWay.load("ballys-atlantic-city")


def sets(way, cards, low, kind, order=PAI_GOW_HIGH):
    """The hand is of the kind, and these cards go in front."""
    dealt = parse_hand(cards)
    found = way.set(dealt, order)
    assert found.kind is kind
    assert set(found.low) == set(parse_hand(low))
    assert set(found.high) | set(found.low) == set(dealt)
    assert is_legal_setting(found.high_hand, found.low_hand)
    return found


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("As Kd Jc 9h 7s 4d 2c", "Kd Jc"),
        ("Kd Qc 9h 8s 6d 4c 2h", "Qc 9h"),
        ("9s 8d 7c 5h 4s 3d 2h", "8d 7c"),
        ("Jk Qd 9c 7h 5s 3d 2c", "Qd 9c"),  # the joker is the highest card
    ],
)
def test_foxwoods_no_pair_second_and_third_highest_in_front(cards, low):
    sets(FOXWOODS, cards, low, HandKind.NO_PAIR)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("As Ad Kc 9h 7s 4d 2c", "Kc 9h"),
        ("8s 8d Ac Kh 6s 4d 2c", "Ac Kh"),
        ("2s 2d Jc 9h 7s 5d 4c", "Jc 9h"),
        ("Jk As Kd 9c 7h 4s 2d", "Kd 9c"),  # ace and joker are the pair
    ],
)
def test_foxwoods_pair_behind_and_the_two_highest_others_in_front(cards, low):
    sets(FOXWOODS, cards, low, HandKind.PAIR)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Js Jd 2c 2h As 9d 6c", "2c 2h"),  # jacks or better split, ace or not
        ("As Ad Kc Kh Qs 9d 6c", "Kc Kh"),
        ("Jk Ad 3c 3h Ks 9d 6c", "3c 3h"),
        ("Ts Td 5c 5h As 8d 3c", "As 8d"),  # tens to sevens keep with an ace
        ("7s 7d 6c 6h As Td 2s", "As Td"),
        ("7s 7d 6c 6h Jk Td 2s", "Jk Td"),  # the joker is that ace
        ("Ts Td 5c 5h Ks 8d 3c", "5c 5h"),  # a king is not enough
        ("7s 7d 2c 2h Ks Qd 4c", "2c 2h"),
        ("6s 6d 2c 2h Ks 9d 4c", "Ks 9d"),  # sixes and lower keep with a king or better
        ("6s 6d 2c 2h As 9d 4c", "As 9d"),
        ("3s 3d 2c 2h Ks 9d 8c", "Ks 9d"),
        ("6s 6d 2c 2h Qs 9d 4c", "2c 2h"),
        ("3s 3d 2c 2h Qs Td 8c", "2c 2h"),
    ],
)
def test_foxwoods_two_pair(cards, low):
    sets(FOXWOODS, cards, low, HandKind.TWO_PAIR)


@pytest.mark.parametrize(
    ("cards", "low"),
    [("Ks Kd 9c 9h 4s 4d Ac", "Ks Kd"), ("7s 7d 3c 3h 2s 2d Kc", "7s 7d"), ("Jk As 5c 5h 3s 3d 9c", "Jk As")],
)
def test_foxwoods_three_pair_highest_in_front(cards, low):
    sets(FOXWOODS, cards, low, HandKind.THREE_PAIR)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("As Ad Ac Kh 9s 6d 2c", "Ac Kh"),
        ("As Ad Jk Kh 9s 6d 2c", "Ad Kh"),  # a natural ace goes before the joker
        ("Ks Kd Kc Ah 9s 6d 2c", "Ah 9s"),
        ("4s 4d 4c Qh 9s 7d 2c", "Qh 9s"),
    ],
)
def test_foxwoods_trips_split_only_aces(cards, low):
    sets(FOXWOODS, cards, low, HandKind.TRIPS)


@pytest.mark.parametrize(("cards", "low"), [("9s 9d 9c 4h 4s 4d Kc", "9c 9d"), ("As Ad Jk 2h 2s 2d Kc", "Ad As")])
def test_foxwoods_two_trips_pair_of_the_higher_in_front(cards, low):
    sets(FOXWOODS, cards, low, HandKind.TWO_TRIPS)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Ks Kd Kc 4h 4s 9d 2c", "4h 4s"),  # two kings would be above a pair of fours
        ("4s 4d 4c Kh Ks 9d 2c", "Kh Ks"),
        ("As Ad Ac Kh Ks Qd 2c", "Kh Ks"),
        ("4s 4d 4c Kh Ks 9d 9c", "Kh Ks"),
        ("Jk As Ad Kh Ks 9d 4c", "Kh Ks"),
        ("Ks Kd Kc Qh Qs 2d 2c", "Qh Qs"),  # the trips stay, although two pair behind would allow two of them in front
        ("As Ad Jk Kh Ks Qd Qc", "Kh Ks"),
    ],
)
def test_foxwoods_full_house_keeps_the_trips_and_puts_the_higher_pair_in_front(cards, low):
    sets(FOXWOODS, cards, low, HandKind.FULL_HOUSE)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Js Jd Jc Jh As 5d 2c", "Jc Jd"),  # jacks or better split
        ("As Ad Ac Ah 8s 5d 3c", "Ac Ad"),
        ("As Ad Ac Jk 9s 5d 3c", "Ac Ad"),
        ("Ts Td Tc Th Ks 5d 2c", "Ks 5d"),  # tens to sevens keep with a king or better
        ("7s 7d 7c 7h As 5d 2c", "As 5d"),
        ("7s 7d 7c 7h Jk 5d 2c", "Jk 5d"),
        ("Ts Td Tc Th Qs 5d 2c", "Tc Td"),
        ("7s 7d 7c 7h Qs Jd 2c", "7c 7d"),
        ("6s 6d 6c 6h Qs 5d 2c", "Qs 5d"),  # sixes and lower never split
        ("2s 2d 2c 2h 9s 5d 3c", "9s 5d"),
    ],
)
def test_foxwoods_quads(cards, low):
    sets(FOXWOODS, cards, low, HandKind.QUADS)


@pytest.mark.parametrize(
    ("cards", "low", "kind"),
    [
        ("Js Jd Jc Jh 8s 8d 2c", "8s 8d", HandKind.QUADS_WITH_PAIR),
        ("2s 2d 2c 2h As Ad Kc", "As Ad", HandKind.QUADS_WITH_PAIR),
        ("As Ad Ac Jk 9s 9d 3c", "9s 9d", HandKind.QUADS_WITH_PAIR),
        ("9s 9d 9c 9h 5s 5d 5c", "5c 5d", HandKind.QUADS_WITH_TRIPS),
        ("3s 3d 3c 3h As Ad Ac", "Ac Ad", HandKind.QUADS_WITH_TRIPS),
    ],
)
def test_foxwoods_quads_with_a_pair_or_trips_put_that_pair_in_front(cards, low, kind):
    sets(FOXWOODS, cards, low, kind)


@pytest.mark.parametrize(
    ("cards", "low"),
    [("As Ad Ac Ah Jk Ks Kd", "Ks Kd"), ("As Ad Ac Ah Jk Qs Qd", "Ac Ad"), ("As Ad Ac Ah Jk Ks 2d", "Ac Ad")],
)
def test_foxwoods_five_aces_in_front_unless_kings_can_go_there(cards, low):
    sets(FOXWOODS, cards, low, HandKind.FIVE_ACES)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Ks Qd Jc Th 9s 4d 2c", "4d 2c"),
        ("As Kd Qc Jh Ts 9d 8c", "As Kd"),  # seven in a row: queen-high stays
        ("Ks Qd Jc Th 9s 8d 2c", "Ks 2c"),  # queen-high leaves the king
        ("Ks Qs Js 9s 7s 5s 2d", "Ks 2d"),  # six spades leave one
        ("9h 8d 7c 6h 5h Kh 2h", "Kh 2h"),  # the straight behind rather than the flush
        ("Jk 9d 8c 7h 6s 2d Kc", "Kc 2d"),
        ("As 2d 3c 4h 5s Kd 9c", "Kd 9c"),
        ("As 2d 3c 4h 5s 6d 9c", "As 9c"),  # six-high leaves the ace
        ("Jk Ts 9d 8c 7h 3s 2d", "3s 2d"),
        ("Jk Ks Qd Jc Th 9s 2d", "Jk 2d"),  # king-high needs no joker
        ("9h 8h 7h 6h 5h Kh Qh", "Kh Qh"),
    ],
)
def test_foxwoods_complete_the_highest_two_that_leave_a_complete_hand(cards, low):
    sets(FOXWOODS, cards, low, HandKind.COMPLETE)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("9s 8d 7c 6h 5s Qd Qc", "Qd Qc"),  # the pair can be spared
        ("9s 8d 7c 6h 5s 5d Kc", "Kc 5d"),
        ("Ah 9h 8h 5h 4h 9d 3c", "9d 3c"),  # nines are below the exception
        ("Ah As Kh 9h 8h 4h 3c", "As 3c"),  # so are aces: there is no ace beside the pair
        ("As Qd Qc Jh Ts 9d 8c", "As Qc"),  # the ace goes in front of the straight anyway
        ("9h 8h 7h 6h 5h Qd Qc", "Qd Qc"),
        ("Ac Qh Jh 9h 5h 2h Qd", "Ac Qd"),  # the flush stands without the ace
        ("Ac Ts 9d 8c 7h 6s Td", "Ac Td"),
    ],
)
def test_foxwoods_complete_with_pair_the_best_front_that_leaves_a_complete_hand(cards, low):
    found = sets(FOXWOODS, cards, low, HandKind.COMPLETE_WITH_PAIR)
    assert found.rule.id == "complete-with-pair 2"


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Ah Qh 9h 8h 4h Qd 3c", "Ah 9h"),
        ("Ah Jh 9h 8h 4h Jd 3c", "Ah 9h"),
        ("Ah Th 9h 8h 4h Td 3c", "Ah 9h"),
        ("Ah Kh 9h 8h 4h Kd Qc", "Ah Qc"),
        ("Jk Qh 9h 8h 4h Qd 3c", "Jk 9h"),  # the joker is the ace
        ("As Kd Qc Jh Ts Kh 4c", "As Qc"),  # ace to ten is broken: K-4 would be in front
    ],
)
def test_foxwoods_complete_with_an_ace_and_a_pair_of_kings_to_tens_is_broken_for_a_better_front(cards, low):
    found = sets(FOXWOODS, cards, low, HandKind.COMPLETE_WITH_PAIR)
    assert found.rule.id == "complete-with-pair 1"


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("Js Jd 9c 9h Ts 8d 7c", "9c 9h"),
        ("9s 9d 6c 6h 8s 7d 5c", "6c 6h"),
        ("6s 6d 5c 5h 4s 3d 2c", "5c 5h"),
        ("Th 9h 8h 4h Ah Td 9d", "Ah 8h"),  # a flush with tens, nines and an ace: both pairs behind
        ("6h 4h Kh 3h 2h 6d 4d", "Kh 3h"),
    ],
)
def test_foxwoods_complete_with_two_pair_follows_the_two_pair_rule(cards, low):
    found = sets(FOXWOODS, cards, low, HandKind.COMPLETE_WITH_TWO_PAIR)
    assert found.rule.id.startswith("complete-with-two-pair 1, as two-pair ")


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("8s 8d 8c 7h 6s 5d 4c", "8c 8d"),
        ("Ah As Ad Kh 9h 5h 3h", "As Ad"),  # the ace of hearts stays with the flush
        ("Jk Ah Ad Kh 9h 4h 2c", "Ad 2c"),  # no pair of aces can be spared
        ("Jk Ks Kd Kc Qh Jd Tc", "Kc Kd"),
    ],
)
def test_foxwoods_complete_with_trips(cards, low):
    sets(FOXWOODS, cards, low, HandKind.COMPLETE_WITH_TRIPS)


@pytest.mark.parametrize(
    ("cards", "low", "kind"),
    [
        ("Jk As Ks Qs Js Kh Qh", "Jk As", HandKind.COMPLETE_WITH_THREE_PAIR),
        ("As Ad Jk Kh Ks Qd Jc", "Kh Ks", HandKind.COMPLETE_WITH_FULL_HOUSE),
        ("Jk As Kd Kh Ks Qd Jc", "Jk As", HandKind.COMPLETE_WITH_FULL_HOUSE),
        ("As Ad Ac Jk Kh Qs Jc", "Ac Ad", HandKind.COMPLETE_WITH_QUADS),  # and the straight still stands behind
    ],
)
def test_foxwoods_cases_that_the_file_decides(cards, low, kind):
    sets(FOXWOODS, cards, low, kind)


@pytest.mark.parametrize(
    ("cards", "low", "kind"),
    [
        ("5s 5d 2c 2h Ts 8d 7c", "Ts 8d", HandKind.TWO_PAIR),  # low and low: never split
        ("Ks Kd 2c 2h As 8d 7c", "As 8d", HandKind.TWO_PAIR),  # low and high: kept with an ace
        ("Ks Kd 2c 2h Qs 8d 7c", "2c 2h", HandKind.TWO_PAIR),
        ("Ts Td 8c 8h As 5d 3c", "As 5d", HandKind.TWO_PAIR),  # medium and medium
        ("Ks Kd 8c 8h As 5d 3c", "8c 8h", HandKind.TWO_PAIR),  # medium and high: always split
        ("As Ad 5c 5h Ks 9d 8c", "5c 5h", HandKind.TWO_PAIR),
        ("9s 9d 9c 2h 2s Ad Kc", "Ad Kc", HandKind.FULL_HOUSE),
        ("9s 9d 9c 2h 2s Ad Qc", "2h 2s", HandKind.FULL_HOUSE),
        ("9s 9d 9c 3h 3s Ad Kc", "3h 3s", HandKind.FULL_HOUSE),
        ("Ks Kd Kc Qh Qs 2d 2c", "Qh Qs", HandKind.FULL_HOUSE),
        ("8s 8d 8c 8h Ks 4d 3c", "8c 8d", HandKind.QUADS),
        ("8s 8d 8c 8h As 4d 3c", "As 4d", HandKind.QUADS),
        ("As Ad Ac Ah Qs Qd 3c", "Ac Ad", HandKind.QUADS_WITH_PAIR),
        ("As Ad Ac Ah Ks Kd 3c", "Ks Kd", HandKind.QUADS_WITH_PAIR),
        ("Ac Qh Jh 9h 5h 2h Qd", "Ac Qd", HandKind.COMPLETE_WITH_PAIR),
        ("Ah Qh 9h 8h 4h Qd 3c", "Ah 9h", HandKind.COMPLETE_WITH_PAIR),
        ("Ac Qs 9h 8h 5h 4h Qh", "Ac Qs", HandKind.COMPLETE_WITH_PAIR),
        ("6s 6d 5c 5h 4s 3d 2c", "6d 5c", HandKind.COMPLETE_WITH_TWO_PAIR),
    ],
)
def test_mgm_grand(cards, low, kind):
    sets(MGM, cards, low, kind)


@pytest.mark.parametrize(
    ("cards", "low", "kind"),
    [
        ("5s 5d 2c 2h Ks 8d 7c", "Ks 8d", HandKind.TWO_PAIR),  # low and low, low and middle: kept with a king
        ("9s 9d 2c 2h Ks 8d 4c", "Ks 8d", HandKind.TWO_PAIR),
        ("9s 9d 2c 2h Qs 8d 4c", "2c 2h", HandKind.TWO_PAIR),
        ("Qs Qd 2c 2h Ks 8d 4c", "2c 2h", HandKind.TWO_PAIR),  # low and high, middle and middle: only with an ace
        ("Qs Qd 2c 2h As 8d 4c", "As 8d", HandKind.TWO_PAIR),
        ("Ts Td 8c 8h Ks 5d 3c", "8c 8h", HandKind.TWO_PAIR),
        ("Ts Td 8c 8h As 5d 3c", "As 5d", HandKind.TWO_PAIR),
        ("Ks Kd 8c 8h As 5d 3c", "8c 8h", HandKind.TWO_PAIR),
        ("As Ad 2c 2h Ks 9d 8c", "2c 2h", HandKind.TWO_PAIR),
        ("Jk As Kd Qc Jh 5s 3d", "Kd Qc", HandKind.COMPLETE_WITH_PAIR),  # ace-high with the joker: aces behind
        ("Jk As Kd Qc Jh Ts 3d", "As 3d", HandKind.COMPLETE_WITH_PAIR),  # king-high can be played
        ("Jk As 2d 3c 5h Ks 9d", "Ks 9d", HandKind.COMPLETE_WITH_PAIR),  # the wheel is played
        ("Jk As Ks Qs Js 5d 3c", "Ks Qs", HandKind.COMPLETE_WITH_PAIR),  # a royal flush too is broken up
        ("Jk As Kd 9h 8h 7h 6h", "As Kd", HandKind.COMPLETE_WITH_PAIR),
        ("Jk Ac 9d 8h 7s 6h 5h", "Jk Ac", HandKind.COMPLETE_WITH_PAIR),  # the pair of aces can be spared
        ("9s 9d 9c 2h 2s Ad Kc", "Ad Kc", HandKind.FULL_HOUSE),
    ],
)
def test_ballys_atlantic_city(cards, low, kind):
    sets(BALLYS, cards, low, kind)


# Orders, choices, explanations, refusals


def test_the_place_of_the_wheel_changes_how_a_hand_ranks_and_not_how_it_is_set():
    hand = parse_hand("As 2d 3c 4h 5s Kd 9c")
    second, last = FOXWOODS.set(hand), FOXWOODS.set(hand, PAI_GOW_HIGH_LOW_WHEEL)
    assert (second.high, second.low) == (last.high, last.low)
    king_high = parse_hand("Kc Qs Jd Th 9h")
    assert second.high_hand > PAI_GOW_HIGH.rank(king_high)
    assert last.high_hand < PAI_GOW_HIGH_LOW_WHEEL.rank(king_high)


@pytest.mark.parametrize("name", house_way_names())
def test_the_order_in_which_cards_come_does_not_matter(name):
    way = HouseWay.load(name)
    dealt = parse_hand("Jk Ah Ad Kh 9h 4h 2c")
    assert {way.set(dealt[turn:] + dealt[:turn]).low for turn in range(7)} == {way.set(dealt).low}


def test_legal_settings_come_best_front_first():
    found = legal_settings(parse_hand("As Ad Kc Kd 7h 5s 2c"))
    assert all(is_legal_setting(setting.high_hand, setting.low_hand) for setting in found)
    assert [setting.low_hand for setting in found] == sorted((setting.low_hand for setting in found), reverse=True)
    assert set(found[0].low) == set(parse_hand("Kc Kd"))  # a pair of aces would be above kings
    assert len(found) == 20


@pytest.mark.clause("md.pai-gow-poker 11.C(1)")
@pytest.mark.parametrize("cards", ["As Ad Kc Kd 7h 5s", "As Ad Kc Kd 7h 5s 2c 3c", "As As Kc Kd 7h 5s 2c"])
def test_only_seven_different_cards_have_settings(cards):
    for settings_of in (legal_settings, FOXWOODS.set):
        with pytest.raises(Malformed):
            settings_of(tuple(map(parse_card, cards.split())))
    with pytest.raises(Malformed) as refusal:
        FOXWOODS.set(parse_hand("As Ad"))
    assert "md.pai-gow-poker 11.C(1)" in refusal.value.clauses


def test_an_explanation_says_what_each_rule_answered():
    why = FOXWOODS.explain(parse_hand("9s 9d 3c 3d Ah 5s 2c"))
    assert [(reason.rule.id, reason.decided) for reason in why.reasons] == [("two-pair 1", False), ("two-pair 2", True)]
    assert why.reasons[0].facts == ("not met: high pair is J or better", "high pair is 9")
    assert why.reasons[1].facts == ("high pair is 9", "front would be A-5")
    assert why.set_hand.rule.phrase == "when high pair is 7 or better, front is A or better: two highest others in front"


def test_an_explanation_tells_of_fronts_that_are_not_there_and_of_unless():
    why = FOXWOODS.explain(parse_hand("Jk Ah Ad Kh 9h 4h 2c"))
    assert why.reasons[0].facts == ("the hand has no best pair that keeps a complete hand",)
    kept = MGM.explain(parse_hand("As Ad Ac Ah Ks Kd 3c"))
    assert [reason.facts for reason in kept.reasons] == [("exception met: pair is K",), ("the rule has no condition",)]
    broken = FOXWOODS.explain(parse_hand("Ah Qh 9h 8h 4h Qd 3c"))
    assert "best that keeps a complete hand would be Q-3" in broken.reasons[0].facts


def test_a_set_hand_carries_the_clauses_that_make_the_way_the_operators():
    assert "md.pai-gow-poker 11.C(1)" in FOXWOODS.set(CARDS[:7]).clauses


def test_six_cards_a_card_twice_and_a_foreign_order_are_refused():
    with pytest.raises(Malformed, match="sets 7 cards, not 6"):
        FOXWOODS.set(CARDS[:6])
    with pytest.raises(Malformed, match="more than once"):
        FOXWOODS.set((*CARDS[:6], CARDS[0]))
    for order in (PAI_GOW_LOW, STANDARD):
        with pytest.raises(Malformed, match="not an order of high hands"):
            FOXWOODS.set((*CARDS[:6], JOKER), order)


def changed(old, new):
    assert old in FOXWOODS.text
    return HouseWay.from_text(FOXWOODS.text.replace(old, new, 1), "way.toml")


@pytest.mark.clause("md.pai-gow-poker 11.C(1)", "div.pai-gow-poker (l)(2)#2")
def test_a_hand_that_no_rule_decides_is_refused():
    way = changed('  { front = "low pair" },\n', "")
    with pytest.raises(NotAllowed) as refusal:
        way.set(parse_hand("3s 3d 2c 2h Qs Td 8c"))
    assert refusal.value.code == "house-way.gap"


@pytest.mark.clause("md.pai-gow-poker 11.B", "div.pai-gow-poker (l)(1)#2")
def test_a_low_hand_above_the_high_hand_is_refused():
    way = changed('{ when = "high pair is J or better", front = "low pair" }', '{ front = "high pair" }')
    with pytest.raises(NotAllowed) as refusal:
        way.set(parse_hand("3s 3d 2c 2h Qs Td 8c"))
    assert refusal.value.code == "house-way.illegal"
    assert refusal.value.facts["rule"] == "two-pair 1"
    assert_only_legal_settings_are_found()


def assert_only_legal_settings_are_found():
    """Of two pair, one in front is legal if the other is higher, and two single cards always are; and only seven cards are set."""
    found = legal_settings(parse_hand("As Ad Kc Kd 7h 5s 2c"))
    assert all(is_legal_setting(setting.high_hand, setting.low_hand) for setting in found)
    assert not is_legal_setting(PAI_GOW_HIGH.rank(parse_hand("Kc Kd 7h 5s 2c")), PAI_GOW_LOW.rank(parse_hand("As Ad")))
    assert not is_legal_setting(PAI_GOW_HIGH.rank(parse_hand("Ac Kd 7h 5s 2c")), PAI_GOW_LOW.rank(parse_hand("3s 3d")))
    with pytest.raises(Malformed):
        legal_settings(parse_hand("As Ad Kc Kd 7h 5s"))
