"""Four Card Poker by the referee: results worked out by hand from the text. Each test names its clause or reading."""

from copy import deepcopy

import pytest

from houseway_referee import NotDecided, RecordError
from tests.referee.dealer_rounds import (
    DEALER,
    FLOOR,
    act,
    before,
    box,
    cut,
    decide_acts,
    decide_rounds,
    four_card_acts,
    one_round,
    refused,
    short,
)

BASE = {
    "book": "md.four-card-poker",
    "options": {"table.boxes-per-player": 2},
    "wagers": {
        "ante": {"minimum": 1000, "maximum": 50000},
        "aces-up": {"minimum": 500, "maximum": 10000, "paytable": "A"},
    },
    "readings": {},
}
METER = {"wager": "progressive", "name": "meter", "seed": 1000000, "reset": 1000000, "rate": "20%"}
BEFORE = {"progressive/meter": "1500000"}
KINGS = "Ks Kd 9c 7s 4d 2d"  # the dealer's six cards, the last face up: a pair of kings
ACES = "Ah Ad Jc 8s 3h"
NOTHING = "Qh Jd 8c 6s 3d"


def filing(letter="A", options=None, readings=None, version=None, progressive=None, envy=None):
    made = deepcopy(BASE)
    made["wagers"]["aces-up"]["paytable"] = letter
    made["options"].update(options or {})
    if version:
        made["version"] = version
    if progressive:
        made["wagers"]["progressive"] = {"stake": [100, 500], "paytable": progressive, "envy": envy or progressive}
        made["meters"] = [METER]
        made["readings"]["FC-17"] = "required"
    made["readings"].update(readings or {})
    return made


def settle(boxes, dealer=KINGS, filed=None, **more):
    return decide_acts(filed or filing(), four_card_acts(boxes, dealer), **more)


def progressive(boxes, letter="A", dealer=KINGS, **more):
    return settle(boxes, dealer, filing(progressive=letter, **more), meters=BEFORE)


# ---- Ante, Play and the Ante bonus


def test_higher_hand_wins_one_to_one_12_a():
    result = settle({1: box("Ann", ACES, 3, ante=20)})
    assert short(result) == {"1 ante": "win 2000", "1 play": "win 6000"}
    assert result["net"] == {"inventory": -8000, "player Ann": 8000}


def test_lower_hand_loses_though_the_dealer_has_less_than_a_pair_12_a():
    assert short(settle({1: box("Ann", NOTHING, 1, ante=20)}, "Ah Td 9c 7s 4h 2d")) == {"1 ante": "lose", "1 play": "lose"}


@pytest.mark.parametrize(("choice", "expected"), [("player-wins", "win 2000"), ("push", "tie")])
def test_tie_fc_07(choice, expected):
    result = settle({1: box("Ann", "Kh Kc 9h 7d 3h", 1, ante=20)}, filed=filing(readings={"FC-07": choice}))
    assert short(result) == {"1 ante": expected, "1 play": expected}


@pytest.mark.parametrize(
    ("cards", "odds"),
    [("5h 5d 5c 5s 3h", 25), ("7h 6h 5h 4h 2s", 20), ("5h 5d 5c 9s 3h", 2)],
)
def test_ante_bonus_whatever_the_dealer_has_12_b(cards, odds):
    result = settle({1: box("Ann", cards, 2, ante=20)}, "Ah Ad Ac As Kh Kd")
    assert short(result) == {"1 ante": "lose", "1 play": "lose", "1 ante-bonus": f"win {odds * 2000}"}
    assert result["net"]["player Ann"] == odds * 2000 - 2000 - 4000


def test_no_ante_bonus_after_a_fold_fc_08():
    assert short(settle({1: box("Ann", "5h 5d 5c 9s 3h", "fold", ante=20)})) == {"1 ante": "lose"}


# ---- Aces Up


@pytest.mark.parametrize(
    ("letter", "odds"),
    [
        ("A", (50, 30, 9, 6, 4, 2, 1)),
        ("B", (50, 30, 7, 6, 5, 2, 1)),
        ("C", (50, 40, 8, 5, 4, 3, 1)),
        ("D", (50, 40, 8, 6, 4, 2, 1)),
        ("E", (50, 30, 8, 6, 4, 3, 1)),
        ("F", (50, 40, 7, 5, 4, 3, 1)),
    ],
)
def test_aces_up_paytables_12_c(letter, odds):
    hands = (
        "5h 5d 5c 5s 3h",
        "7h 6h 5h 4h 2s",
        "5h 5d 5c 9s 3h",
        "Jh 9h 5h 3h 2s",
        "7h 6d 5h 4h Kc",
        "7h 7d 5h 5s Kc",
        ACES,
    )
    for cards, times in zip(hands, odds, strict=True):
        assert short(settle({1: box("Ann", cards, aces_up=5)}, filed=filing(letter))) == {"1 aces-up": f"win {500 * times}"}


@pytest.mark.parametrize(
    ("version", "choice", "cents"),
    [(None, "three", 1500), (None, "two", 1000), ("original", "three", 1000)],
)
def test_two_pair_in_aces_up_e_fc_04(version, choice, cents):
    filed = filing("E", readings={"FC-04": choice}, version=version)
    assert short(settle({1: box("Ann", "7h 7d 5h 5s Kc", aces_up=5)}, filed=filed))["1 aces-up"] == f"win {cents}"


def test_pair_of_kings_loses_aces_up_12_c():
    assert short(settle({1: box("Ann", "Kh Kc 9h 7d 3h", aces_up=5)}))["1 aces-up"] == "lose"


@pytest.mark.parametrize(("filed", "expected"), [("live", "win 500"), ("lost", "lose")])
def test_what_a_fold_does_to_aces_up_fc_13(filed, expected):
    made = filing(options={"fold.aces-up": filed})
    assert short(settle({1: box("Ann", ACES, "fold", ante=20, aces_up=5)}, filed=made))["1 aces-up"] == expected


# ---- what may be placed and decided


def test_aces_up_equal_to_the_ante_if_filed_fc_18():
    boxes = {1: box("Ann", ACES, 1, ante=20, aces_up=10)}
    assert refused(settle(boxes)) == []
    assert refused(settle(boxes, filed=filing(readings={"FC-18": "equal"}))) == ["as-played.7.F(2)(a)"]


@pytest.mark.parametrize(("choice", "clauses"), [("ante-or-aces-up", []), ("ante-only", ["as-played.7.F(3)(a)"])])
def test_what_a_progressive_wager_goes_with_fc_19(choice, clauses):
    boxes = {1: box("Ann", ACES, aces_up=10, progressive=1)}
    assert refused(progressive(boxes, readings={"FC-19": choice})) == clauses


def test_play_is_once_to_three_times_the_ante_fc_14():
    acts = cut(four_card_acts({1: box("Ann", ACES, ante=20)}, KINGS), "turn-dealer")
    tries = [
        act("Ann", "play", position=1, times=4),
        act("Ann", "play", position=1, amount=3000),
        act("Ann", "check", position=1),
    ]
    result = decide_acts(filing(), [*acts, *tries, act("Ann", "play", position=1, times=3)])
    assert refused(result) == ["as-played.11.F"] * 3
    assert short(result)["1 play"] == "win 6000"


def test_progressive_stake_is_one_or_five_dollars_fc_10():
    assert refused(progressive({1: box("Ann", ACES, 1, ante=20, progressive=2)})) == ["as-played.7.F(3)"]


# ---- the progressive wager and envy


@pytest.mark.parametrize(
    ("letter", "cards", "cents"),
    [
        ("A", "Ah Ad Ac As 3h", 1500020),
        ("A", "5h 5d 5c 5s 3h", 30000),
        ("A", "7h 6h 5h 4h 2s", 10000),
        ("A", "5h 5d 5c 9s 3h", 900),
        ("B", "5h 5d 5c 9s 3h", 1500),
        ("C", "Ah Kh Qh Jh Th", 1500020),
        ("C", "8h 7h 6h 5h 4h", 150002),
        ("C", "5h 5d 5c 5s 3h", 30000),
        ("C", "5h 5d 5c 3s 3h", 5000),
        ("C", "Jh 9h 5h 3h 2h", 4000),
        ("C", "8h 7d 6h 5h 4h", 3000),
        ("C", "5h 5d 5c 9s 3h", 900),
    ],
)
def test_progressive_paytables_12_d(letter, cards, cents):
    result = progressive({1: box("Ann", cards, 1, ante=20, progressive=1)}, letter)
    one = result["wagers"]["1 progressive"]
    assert (one["result"], one["cents"], one["returned"]) == ("win", cents, 0)
    left = {1500020: "1000000", 150002: str(1500020 - 150002)}.get(cents, "1500020")
    assert result["meters"]["progressive/meter"]["after"] == left


def test_four_cards_in_a_row_are_no_straight_of_five_fc_01():
    assert short(progressive({1: box("Ann", "7h 6h 5h 4h 2s", 1, ante=20, progressive=1)}, "C"))["1 progressive"] == "lose"


@pytest.mark.parametrize(
    ("letter", "cards", "cents"),
    [
        ("A", "Ah Ad Ac As 3h", 50000),
        ("A", "5h 5d 5c 5s 3h", 5000),
        ("A", "7h 6h 5h 4h 2s", 2500),
        ("B", "Ah Ad Ac As 3h", 50000),
        ("B", "5h 5d 5c 5s 3h", 12500),
        ("B", "7h 6h 5h 4h 2s", None),
        ("C", "Ah Ad Ac As 3h", 500000),
        ("C", "5h 5d 5c 5s 3h", 150000),
        ("C", "8h 7h 6h 5h 4h", None),
    ],
)
def test_envy_paytables_12_f_12_g(letter, cards, cents):
    boxes = {1: box("Ann", cards, 1, ante=20, progressive=1), 2: box("Bob", "Qs Jd 8c 6s 3d", 1, ante=20, progressive=5)}
    result = progressive(boxes, letter)
    assert result["envy"] == ({"2 progressive": cents} if cents else {})


def test_envy_for_royal_and_straight_flush_if_filed_fc_02():
    boxes = {
        1: box("Ann", "8h 7h 6h 5h 4h", 1, ante=20, progressive=1),
        2: box("Bob", NOTHING.replace("Qh", "Qs"), 1, ante=20, progressive=1),
    }
    result = progressive(boxes, "C", readings={"FC-02": "royal-and-straight-flush"})
    assert result["envy"] == {"2 progressive": 30000}


@pytest.mark.parametrize(("choice", "envy"), [("required", {}), ("not-required", {"2 progressive": 1000})])
def test_holder_without_progressive_fc_17(choice, envy):
    boxes = {1: box("Ann", "5h 5d 5c 5s 3h", 1, ante=20), 2: box("Bob", "Qs Jd 8c 6s 3d", 1, ante=20, progressive=1)}
    assert progressive(boxes, readings={"FC-17": choice})["envy"] == envy


def test_letters_of_envy_and_progressive_fc_16():
    boxes = {1: box("Ann", ACES, 1, ante=20, progressive=1)}
    assert progressive(boxes, "A", envy="B")["envy"] == {}
    with pytest.raises(RecordError):
        progressive(boxes, "A", envy="B", readings={"FC-16": "same-letter"})


def test_original_has_no_paytable_c_fc_05():
    with pytest.raises(RecordError):
        progressive({1: box("Ann", ACES, 1, ante=20, progressive=1)}, "C", version="original")


# ---- irregularities

ONE = {1: box("Ann", ACES, 1, ante=20, aces_up=5)}


def void_of(result):
    return (result["void"] or {"what": None})["what"]


def test_dealers_card_exposed_voids_ante_and_play_fc_106():
    acts = before(four_card_acts(ONE, KINGS), "play", act(DEALER, "report-exposed", place=0, cards="9c"))
    assert short(decide_acts(filing(), cut(acts, "play"))) == {"1 ante": "void", "1 aces-up": "win 500"}


def test_dealers_card_that_lies_face_up_anyway_fc_96():
    acts = before(four_card_acts(ONE, KINGS), "play", act(DEALER, "report-exposed", place=0, cards="2d"))
    assert void_of(decide_acts(filing(), acts)) is None


@pytest.mark.parametrize(("face_up", "what"), [([4], None), ([4, 5], "round")])
def test_face_up_in_the_deal_as_played_13_b(face_up, what):
    assert void_of(decide_acts(filing(), four_card_acts(ONE, KINGS, face_up=face_up))) == what


def test_face_up_while_players_decide_changes_nothing_as_played_13_c():
    acts = before(four_card_acts(ONE, KINGS, face_up=[3]), "play", act(DEALER, "report-face-up", face_up=[4, 5]))
    assert void_of(decide_acts(filing(), acts)) is None
    told = before(four_card_acts(ONE, KINGS, face_up=[3]), "play", act(DEALER, "report-face-up", face_up=[4], when="dealing"))
    assert void_of(decide_acts(filing(), told)) == "round"


@pytest.mark.parametrize(
    ("place", "number", "choice", "what"),
    [("1", 2, "taken-out", "round"), ("0", 6, "taken-out", "round"), ("0", 1, "exposed", "base"), ("0", 6, "exposed", None)],
)
def test_face_up_card_that_was_dealt_fc_96(place, number, choice, what):
    found = act(DEALER, "report-face-up", dealt={place: [number]}, when="dealing")
    acts = before(four_card_acts(ONE, KINGS), "play", found)
    assert void_of(decide_acts(filing(readings={"FC-96": choice}), acts)) == what


def test_players_card_exposed_is_ruled_on_fc_109():
    acts = before(four_card_acts(ONE, KINGS), "play", act(DEALER, "report-exposed", place=1, cards="Ah"))
    with pytest.raises(NotDecided):
        decide_acts(filing(), acts)
    ruled = before(acts, "play", act(FLOOR, "rule-exposed", choice="void-base"))
    assert void_of(decide_acts(filing(), ruled)) == "base"
    assert void_of(decide_acts(filing(readings={"FC-109": "void-base"}), acts)) == "base"


def test_wrong_number_of_cards_as_played_13_e():
    acts = before(four_card_acts(ONE, KINGS), "turn-dealer", act(DEALER, "report-misdeal", hands={"0": 5}))
    result = decide_acts(filing(), acts)
    assert void_of(result) == "round"
    assert set(short(result).values()) == {"void"}


@pytest.mark.parametrize(("choice", "bonus"), [("unwound", None), ("settled-stands", "win 4000")])
def test_misdeal_found_after_part_was_settled_fc_90(choice, bonus):
    boxes = {1: box("Ann", "Jh Td 8c 6s 3d", 1, ante=20), 2: box("Bob", "5h 5d 5c 9s 3h", 1, ante=20)}
    late = [act(DEALER, "pay", position=2), act(DEALER, "expose", position=1, hands={"1": 4})]
    acts = before(four_card_acts(boxes, KINGS), "end-round", *late)
    result = decide_acts(filing(readings={"FC-90": choice}), acts)
    assert short(result).get("2 ante-bonus") == bonus
    assert result["net"].get("player Bob", 0) == (2000 + 2000 + 4000 if bonus else 0)


def test_shoe_that_fails_before_the_deal_and_after_it_fc_91():
    filed = filing(options={"table.dealing": "automated-shoe"}, readings={"FC-91": "while-cards-are-in-it"})
    jam = act(DEALER, "report-device", device="automated-shoe", usable=False)
    assert void_of(decide_acts(filed, before(four_card_acts(ONE, KINGS), "deal", jam))) == "round"
    late = before(four_card_acts(ONE, KINGS), "play", act(DEALER, "rack-stub"), jam)
    assert void_of(decide_acts(filed, late)) is None


def test_misdeal_found_after_the_round_fc_90():
    first = one_round(four_card_acts(ONE, KINGS), 1)
    late = [act(DEALER, "report-misdeal", round=1, hands={"1": 4}), act(FLOOR, "rule-finding", round=1, choice="carry-out")]
    second = one_round([*late, *four_card_acts(ONE, KINGS)], 2)
    before_it, after = decide_rounds(filing(), first, second)
    assert after["findings"][0]["net"] == {name: -cents for name, cents in before_it["net"].items()}
    assert after["findings"][0]["carried-out"]


@pytest.mark.parametrize(
    ("choice", "envy"),
    [
        ("once-for-each-holder", {"3 progressive": 1000, "4 progressive": 5000}),
        ("once-for-each-player", {"4 progressive": 5000}),
        ("each-hand", {"3 progressive": 1500, "4 progressive": 7500}),
    ],
)
def test_envy_for_two_boxes_fc_93(choice, envy):
    boxes = {
        1: box("Ann", "5h 5d 5c 5s 3h", 1, ante=20, progressive=1),
        2: box("Ann", "Jh Th 9h 8h 2s", 1, ante=20, progressive=1),
        3: box("Bob", "Qs Jd 8c 6s 3d", 1, ante=20, progressive=1),
        4: box("Bob", "Qd Js 8d 6c 3s", 1, ante=20, progressive=5),
    }
    assert progressive(boxes, readings={"FC-93": choice})["envy"] == envy


@pytest.mark.parametrize(("choice", "what"), [("live-deck-only", None), ("always", "round")])
def test_shuffler_with_the_idle_deck_fc_107(choice, what):
    filed = filing(options={"table.decks": 2}, readings={"FC-107": choice})
    acts = before(four_card_acts(ONE, KINGS), "play", act(DEALER, "report-device", device="shuffler", usable=True))
    assert void_of(decide_acts(filed, acts)) == what


@pytest.mark.parametrize(("choice", "clauses"), [("full-or-nothing", ["as-played.11.F"]), ("with-what-he-has", [])])
def test_player_short_of_chips_fc_108(choice, clauses):
    acts = cut(four_card_acts({1: box("Ann", ACES, ante=20)}, KINGS), "turn-dealer")
    acts += [act("Ann", "play", position=1, amount=500), act(DEALER, "report-misdeal", hands={"1": 4})]
    assert refused(decide_acts(filing(readings={"FC-108": choice}), acts, chips={"Ann": 2500})) == clauses


def test_player_who_left_folds_fc_110():
    boxes = {1: box("Ann", ACES, ante=20, aces_up=5), 2: box("Bob", "Qs Qc 8c 6s 3d", 1, ante=20)}
    acts = before(four_card_acts(boxes, KINGS), "play", act("Ann", "leave"), act(DEALER, "fold", position=1))
    result = decide_acts(filing(), acts)
    assert refused(result) == []
    assert short(result)["1 ante"] == "lose"
    assert short(result)["1 aces-up"] == "win 500"
    lost = short(decide_acts(filing(), before(acts, "turn-dealer", act(FLOOR, "abandon", position=1))))
    assert lost["1 aces-up"] == "lose"


def test_of_real_cards_more_may_be_left_than_should_be_13_a():
    """With one box, 41 cards are left of a deck. Nobody has counted the real ones."""
    acts = before(
        four_card_acts({1: box("Ann", ACES, 1, ante=20)}, KINGS),
        "play",
        act(DEALER, "report-face-up", face_up=[49]),
    )
    with pytest.raises(RecordError, match="no card 49"):
        decide_acts(filing(), acts)
    real = {**one_round(acts), "physical": True}
    assert decide_rounds(filing(), real)[0]["void"] is None
