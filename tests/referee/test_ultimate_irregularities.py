"""Ultimate Texas Hold'em by the referee, irregularities, in the round and after it; by hand from the text."""

import pytest

from houseway_referee import NotDecided
from tests.referee.dealer_rounds import (
    DEALER,
    FLOOR,
    act,
    before,
    box,
    cut,
    decide_acts,
    decide_rounds,
    one_round,
    refused,
    short,
    ultimate_acts,
)
from tests.referee.ultimate_rounds import BEFORE, DRY, METER, QUEENS, ROYAL, SHOE, filing

# ---- irregularities


TWO = {1: box("Ann", "9s 9d", 4, ante=20, trips=5), 2: box("Bob", "Ks Kd", 4, ante=20)}
TRIPS_BOARD = "9h Tc 4s 3h 2c"
FINISH = act(DEALER, "complete-board", cards={"board": TRIPS_BOARD})


def with_trips_settled(result):
    assert result["void"]["what"] == "base"
    assert short(result) == {"1 ante": "void", "1 blind": "void", "1 trips": "win 1500", "2 ante": "void", "2 blind": "void"}


def test_dealers_card_exposed_voids_the_base_wagers_13_f():
    acts = cut(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "play", act(DEALER, "report-exposed", place=0, cards="Qh"), FINISH)
    with_trips_settled(decide_acts(filing(), acts))


def test_dealers_card_seen_when_all_have_decided_changes_nothing_13_f():
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "deal-final", act(DEALER, "report-exposed", place=0, cards="Qh"))
    assert decide_acts(filing(), acts)["void"] is None


@pytest.mark.parametrize(
    ("face_up", "what"),
    [([3], None), ([3, 9], "round"), ([3, 3], None)],
)
def test_cards_face_up_in_the_deal_13_a_13_b(face_up, what):
    acts = ultimate_acts(TWO, QUEENS, TRIPS_BOARD, face_up=face_up)
    result = decide_acts(filing(), acts)
    assert (result["void"] or {"what": None})["what"] == what
    if what:
        assert set(short(result).values()) == {"void"}
        assert result["net"] == {}


@pytest.mark.parametrize(
    ("reports", "readings", "what"),
    [
        ([[3]], {}, None),
        ([[3]], {"UTH-24": "any-card"}, "base"),
        ([[3, 4]], {}, "base"),
        ([[3], [4]], {}, "base"),
        ([[3], [3]], {}, None),
    ],
)
def test_cards_face_up_while_players_decide_13_c(reports, readings, what):
    found = [act(DEALER, "report-face-up", face_up=numbers) for numbers in reports]
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "play", *found)
    if what:
        acts = cut(acts, "play", FINISH)
        with_trips_settled(decide_acts(filing(readings=readings), acts))
    else:
        assert decide_acts(filing(readings=readings), acts)["void"] is None


def test_one_in_the_deal_and_one_later_void_the_base_wagers_13_c():
    acts = cut(ultimate_acts(TWO, QUEENS, TRIPS_BOARD, face_up=[9]), "play", act(DEALER, "report-face-up", face_up=[2]), FINISH)
    with_trips_settled(decide_acts(filing(), acts))


def test_two_face_up_while_the_dealers_cards_wait_void_the_round_13_b():
    filed = filing(SHOE | {"table.dealer-cards": "left-in-shuffler"})
    acts = cut(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "play", act(DEALER, "report-face-up", face_up=[1, 2]))
    assert decide_acts(filed, acts)["void"]["what"] == "round"


@pytest.mark.parametrize(("choice", "what"), [("in-the-deck", None), ("until-all-have-decided", "base")])
def test_face_up_in_the_racked_stub_uth_97(choice, what):
    boxes = {1: box("Ann", "9s 9d", "check", "check", 1, ante=20)}
    acts = ultimate_acts(boxes, QUEENS, TRIPS_BOARD)
    acts = before(acts, "play", act(DEALER, "rack-stub"), act(DEALER, "report-face-up", face_up=[1, 2]))
    result = decide_acts(filing(readings={"UTH-97": choice}), cut(acts, "play") if what else acts)
    assert (result["void"] or {"what": None})["what"] == what


@pytest.mark.parametrize(("place", "what"), [("1", "base"), ("0", "base"), ("burned", None)])
def test_card_face_up_that_was_dealt_uth_96(place, what):
    found = act(DEALER, "report-face-up", dealt={place: [2]}, when="dealing")
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "play", found)
    taken_out = decide_acts(filing(), acts)
    assert (taken_out["void"] or {"what": None})["what"] == (what and "round")
    ruled = before(acts, "play", act(FLOOR, "rule-exposed", choice="void-base")) if place == "1" else acts
    exposed = decide_acts(filing(readings={"UTH-96": "exposed"}), cut(ruled, "play", FINISH) if what else ruled)
    assert (exposed["void"] or {"what": None})["what"] == what


@pytest.mark.parametrize(
    ("found", "readings", "what"),
    [
        ([{"dealt": {"board": [1]}}], {}, "round"),
        ([{"dealt": {"board": [1]}}], {"UTH-24": "any-card"}, "base"),
        ([{"face_up": [3]}, {"dealt": {"board": [1]}}], {}, "base"),
        ([{"face_up": [3]}, {"dealt": {"1": [1]}, "when": "dealing"}], {}, "round"),
    ],
)
def test_a_board_card_stays_where_13_c_applies_notwithstanding_13_a(found, readings, what):
    reports = [act(DEALER, "report-face-up", **each) for each in found]
    acts = cut(
        ultimate_acts({1: box("Ann", "9s 9d", "check", 2, ante=20)}, QUEENS, TRIPS_BOARD), "deal-final", *reports, FINISH
    )
    assert decide_acts(filing(readings=readings), acts)["void"]["what"] == what


@pytest.mark.parametrize("report", [{"hands": {"2": 3}}, {"hands": {"0": 1}}, {"board": 4}, {"stub": 40}])
def test_wrong_number_of_cards_voids_the_round_13_e(report):
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "turn-dealer", act(DEALER, "report-misdeal", **report))
    result = decide_acts(filing(), acts)
    assert result["void"]["what"] == "round"
    assert not result["net"]
    assert set(short(result).values()) == {"void"}


def test_right_stub_changes_nothing_8_f():
    right = 52 - 2 * 3 - 5
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "turn-dealer", act(DEALER, "count-stub", cards=right))
    assert decide_acts(filing(), acts)["void"] is None
    wrong = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "turn-dealer", act(DEALER, "count-stub", cards=right - 1))
    assert decide_acts(filing(), wrong)["void"]["clauses"] == ["8.G"]


@pytest.mark.parametrize(("choice", "first"), [("unwound", "void"), ("settled-stands", "win 8000")])
def test_misdeal_found_after_part_was_settled_uth_90(choice, first):
    late = [act(DEALER, "pay", position=2), act(DEALER, "expose", position=1, hands={"1": 3})]
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "end-round", *late)
    result = short(decide_acts(filing(readings={"UTH-90": choice}), acts))
    assert (result["2 play"], result["1 play"]) == (first, "void")


def test_an_ante_that_goes_back_goes_back_before_the_others_are_resolved_11_h_1():
    """The dealer has no pair, Bob's hand is turned up, and then a wrong number of cards is found."""
    late = [act(DEALER, "expose", position=2), act(DEALER, "report-misdeal", hands={"1": 3})]
    acts = before(ultimate_acts(TWO, "Qh 8c", "Jc Tc 4s 3h 2c"), "end-round", *late)
    result = short(decide_acts(filing(readings={"UTH-90": "settled-stands"}), acts))
    assert [result[f"2 {wager}"] for wager in ("ante", "blind", "play")] == ["tie", "void", "void"]
    assert result["1 ante"] == "void"


def test_one_who_has_left_and_asks_to_fold_is_refused_uth_107():
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "end-round", act("Bob", "leave"))
    asked = {**act("Bob", "fold", position=2), "refused": True}
    assert refused(decide_acts(filing(), before(acts, "end-round", asked))) == ["11.F"]


def test_void_gives_an_award_back_to_its_meter_uth_104():
    filed = filing(meters=[METER])
    boxes = {1: box("Ann", ROYAL[0], 4, ante=20, progressive=1)}
    acts = before(
        ultimate_acts(boxes, "7h 7c", ROYAL[1]),
        "end-round",
        act(DEALER, "settle-side", position=1),
        act(DEALER, "report-misdeal", board=4),
    )
    result = decide_acts(filed, acts, meters=BEFORE)
    assert result["meters"]["progressive/meter"] == {"before": "2000000", "after": "2000000", "contributions": [], "awards": []}
    assert result["net"] == {}


@pytest.mark.parametrize(
    ("choice", "pairs", "beat"), [("settle-what-stands", "win 1500", "void"), ("refund-all-but-trips", "void", "void")]
)
def test_side_wagers_when_the_base_wagers_are_void_uth_25(choice, pairs, beat):
    filed = filing(sides=["ultimate-pairs", "bad-beat"], readings={"UTH-25": choice})
    boxes = {1: box("Ann", "9s 9d", ante=20, trips=5, ultimate_pairs=5, bad_beat=5)}
    acts = cut(
        ultimate_acts(boxes, QUEENS, TRIPS_BOARD), "deal-flop", act(DEALER, "report-exposed", place=0, cards="Qh"), FINISH
    )
    result = short(decide_acts(filed, acts))
    assert (result["1 trips"], result["1 ultimate-pairs"], result["1 bad-beat"]) == ("win 1500", pairs, beat)


@pytest.mark.parametrize(("seen", "cents"), [("Ah", 1000 * 500), ([1, 2], 1000 * 500)])
def test_ace_of_the_dealers_that_was_seen_counts_for_ultimate_pairs_uth_25(seen, cents):
    boxes = {1: box("Ann", "As Ac", ante=20, ultimate_pairs=5)}
    report = act(DEALER, "report-exposed", place=0, cards=seen)
    acts = cut(ultimate_acts(boxes, "Ah Ad", DRY), "deal-flop", report, act(DEALER, "complete-board", cards={"board": DRY}))
    assert short(decide_acts(filing(sides=["ultimate-pairs"]), acts))["1 ultimate-pairs"] == f"win {cents}"


@pytest.mark.parametrize(("ruling", "what"), [("play-on", None), ("void-base", "base")])
def test_players_card_exposed_is_ruled_on_uth_27(ruling, what):
    report = act(DEALER, "report-exposed", place=1, cards="9s")
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "play", report)
    with pytest.raises(NotDecided):
        decide_acts(filing(), acts)
    ruled = before(acts, "play", act(FLOOR, "rule-exposed", choice=ruling))
    result = decide_acts(filing(), cut(ruled, "play", FINISH) if what else ruled)
    assert (result["void"] or {"what": None})["what"] == what
    direct = decide_acts(filing(readings={"UTH-27": "void-base"}), cut(acts, "play", FINISH))
    with_trips_settled(direct)


def test_who_asks_before_the_dealer_goes_on_from_a_player_who_has_left_is_refused_uth_107():
    boxes = {1: box("Ann", "9s 9d", ante=20), 2: box("Bob", "Ks Kd", 4, ante=20)}
    acts = before(ultimate_acts(boxes, QUEENS, TRIPS_BOARD), "play", act("Ann", "leave"))
    too_early = {**next(each for each in acts if each["act"] == "play"), "refused": True}
    asked = before(acts, "play", too_early, act(DEALER, "pass-absent", position=1), too_early)
    assert [
        one["allowed"] for one, made in zip(decide_acts(filing(), asked)["acts"], asked, strict=True) if "refused" in made
    ] == [False, True]


def test_nobody_decides_before_a_floorperson_has_ruled_uth_27():
    report = act(DEALER, "report-exposed", place=1, cards="9s")
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "play", report)
    too_early = next(each for each in acts if each["act"] == "play")
    ruled = before(acts, "play", {**too_early, "refused": True}, act(FLOOR, "rule-exposed", choice="play-on"))
    assert refused(decide_acts(filing(), ruled)) == ["13.F"]


@pytest.mark.parametrize(
    ("device", "options", "readings", "what"),
    [
        ("automated-shoe", SHOE, {}, "round"),
        ("automated-shoe", SHOE, {"UTH-91": "while-cards-are-in-it"}, None),
        ("shuffler", {"table.shuffler": True}, {}, "round"),
        ("shuffler", {"table.shuffler": True, "table.decks": 2}, {}, None),
        ("shuffler", {"table.shuffler": True, "table.decks": 2}, {"UTH-26": "always"}, "round"),
    ],
)
def test_devices_13_h_13_i(device, options, readings, what):
    failed = [act(DEALER, "rack-stub"), act(DEALER, "report-device", device=device, usable=False)]
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "play", *failed)
    assert (decide_acts(filing(options, readings=readings), acts)["void"] or {"what": None})["what"] == what


# ---- after the round


def late_rounds(filed, *late, boxes=TWO, board=TRIPS_BOARD, dealer=QUEENS, meters=None):
    first = one_round(ultimate_acts(boxes, dealer, board), 1, meters)
    after = {key: str(int(float(amount))) for key, amount in (meters or {}).items()}
    second = one_round([*late, *ultimate_acts({1: box("Ann", "As Ad", 4, ante=20)}, QUEENS, DRY)], 2, after)
    return decide_rounds(filed, first, {**second, "seats": first["seats"]})


def test_misdeal_found_after_the_round_is_ruled_on_uth_90():
    report = act(DEALER, "report-misdeal", round=1, hands={"1": 3})
    first, second = late_rounds(filing(), report, act(FLOOR, "rule-finding", round=1, choice="carry-out"))
    assert first["void"] is None
    (finding,) = second["findings"]
    assert finding["void"]["what"] == "round"
    assert finding["carried-out"]
    assert finding["net"] == {account: -cents for account, cents in first["net"].items()}
    _, second = late_rounds(filing(), report, act(FLOOR, "rule-finding", round=1, choice="stand"))
    assert not second["findings"][0]["carried-out"]


def test_late_report_counts_with_another_13_b():
    reports = [act(DEALER, "report-face-up", round=1, face_up=[number], when="dealing") for number in (5, 6)]
    _, second = late_rounds(filing(), *reports)
    assert [finding["void"] and finding["void"]["what"] for finding in second["findings"]] == [None, "round"]


def test_late_void_moves_the_meter_but_not_below_its_reset_amount_uth_90():
    filed = filing(meters=[METER])
    boxes = {1: box("Ann", "9s 8s", 4, ante=20, progressive=1)}
    first = one_round(ultimate_acts(boxes, "7h 7c", "Qs Js Ts 3h 2d"), 1, BEFORE)
    late = [act(DEALER, "report-misdeal", round=1, board=4), act(FLOOR, "rule-finding", round=1, choice="carry-out")]
    second = one_round(
        [*late, *ultimate_acts({1: box("Ann", "As Ad", 4, ante=20)}, QUEENS, DRY)], 2, {"progressive/meter": "1800022"}
    )
    _, second = decide_rounds(filed, first, second)
    assert second["findings"][0]["meters"] == {"progressive/meter": str(2000000 - 1800022)}
    assert second["meters"]["progressive/meter"]["after"] == "2000000"


def test_report_after_the_end_of_its_own_round_uth_90():
    acts = [
        *ultimate_acts(TWO, QUEENS, TRIPS_BOARD),
        act(DEALER, "report-exposed", round=1, place=1, cards="9s", when="deciding"),
    ]
    result = decide_acts(filing(), [*acts, act(FLOOR, "rule-finding", round=1, choice="carry-out")])
    assert result["void"] is None
    (finding,) = result["findings"]
    assert finding["void"]["what"] == "base"
    # Ann has won 1,500 on Trips, which stands; her Ante and Play (2,000 and 8,000) and Bob's go back. The Blinds pushed.
    assert result["net"] == {"inventory": -21500, "player Ann": 11500, "player Bob": 10000}
    assert finding["net"] == {"inventory": 20000, "player Ann": -10000, "player Bob": -10000}


def test_void_round_is_not_void_again_13_e():
    report = act(DEALER, "report-misdeal", round=1, board=4)
    ruling = act(FLOOR, "rule-finding", round=1, choice="carry-out")
    _, second = late_rounds(filing(), report, ruling, report, ruling)
    assert refused(second) == ["13.E", "13.E"]


@pytest.mark.parametrize(("choice", "ante"), [("unwound", 4000), ("settled-stands", 4000)])
def test_what_a_fold_had_lost_goes_back_uth_90(choice, ante):
    boxes = {1: box("Ann", "7s 5d", "check", "check", "fold", ante=20)}
    report = act(DEALER, "report-misdeal", round=1, board=4)
    _, second = late_rounds(filing(readings={"UTH-90": choice}), report, boxes=boxes)
    assert second["findings"][0]["net"] == {"inventory": -ante, "player Ann": ante}


def test_trips_is_no_longer_cut_when_the_base_wagers_are_void_12_f():
    filed = filing({"payout-limit.amount": 5_000_000})
    acts = ultimate_acts({1: box("Ann", ROYAL[0], 4, ante=100, trips=100)}, "7h 7c", ROYAL[1])
    late = [act(DEALER, "settle-side", position=1), act(DEALER, "report-exposed", place=0, cards="7h", when="deciding")]
    result = short(decide_acts(filed, before(acts, "end-round", *late)))
    assert result == {"1 ante": "void", "1 blind": "void", "1 play": "void", "1 trips": "win 500000"}


def test_nothing_is_done_in_a_void_round_13_e():
    acts = ultimate_acts(TWO, QUEENS, TRIPS_BOARD)
    acts = before(acts, "turn-dealer", act(DEALER, "report-misdeal", board=4))
    assert refused(decide_acts(filing(), acts)) == ["13.E"]


def test_report_before_the_first_card_is_refused_13_a():
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "deal", act(DEALER, "report-face-up", face_up=[1, 2]))
    result = decide_acts(filing(), acts)
    assert refused(result) == ["13.A"]
    assert result["void"] is None


def test_card_set_aside_keeps_its_number_until_the_next_is_drawn_13_a():
    first = act(DEALER, "report-face-up", face_up=[1])
    acts = before(ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "play", first, first)
    again = before(acts, "deal-final", act(DEALER, "report-face-up", face_up=[1]))
    assert decide_acts(filing(), acts)["void"] is None
    result = decide_acts(filing(), cut(again, "deal-final", FINISH))
    assert result["void"]["clauses"] == ["13.C"]


@pytest.mark.parametrize(
    ("reported", "what", "clause"),
    [
        ({"jammed": True}, "round", "13.I(1)"),
        ({"exposed": {"0": "Qh"}}, "base", "13.F"),
        ({"hands": {"1": 1}}, "round", "13.E"),
        ({"box": 3}, "round", "13.E"),
        ({"box": 4}, None, None),
        ({"drawn_in_error": True}, None, None),
    ],
)
def test_what_is_reported_with_the_deal_13(reported, what, clause):
    acts = ultimate_acts(TWO, QUEENS, TRIPS_BOARD, "2s 2d 3s 3d", **reported)
    acts = cut(acts, "play", FINISH) if what else acts
    result = decide_acts(filing(SHOE, ["six-card-bonus"]), acts)
    assert (result["void"] or {"what": None})["what"] == what
    assert clause is None or result["void"]["clauses"][0] == clause


def test_dealers_cards_left_in_the_machine_are_in_the_count_10_b_4():
    filed = filing(SHOE | {"table.dealer-cards": "left-in-shuffler"})
    acts = ultimate_acts(TWO, QUEENS, TRIPS_BOARD)
    counted = before(acts, "end-round", act(DEALER, "count-stub", cards=52 - 3 * 2 - 5))
    assert decide_acts(filed, counted)["void"] is None
    early = before(acts, "play", act(DEALER, "report-misdeal", stub=52 - 2 * 2 - 5))
    assert decide_acts(filed, early)["void"] is None


def test_cards_in_the_rack_or_an_idle_shuffler_change_nothing_13_a():
    for where in ("discard-rack", "shuffler"):
        acts = before(
            ultimate_acts(TWO, QUEENS, TRIPS_BOARD), "play", act(DEALER, "report-face-up", face_up=[1, 2], where=where)
        )
        assert decide_acts(filing(), acts)["void"] is None


def test_cards_seen_in_the_shoe_before_it_was_emptied_count_uth_97():
    boxes = {1: box("Ann", "9s 9d", "check", "check", 1, ante=20)}
    acts = before(ultimate_acts(boxes, QUEENS, TRIPS_BOARD), "play", act(DEALER, "rack-stub"))
    for told in ({"where": "shoe"}, {"when": "deciding"}):
        found = cut(acts, "play", act(DEALER, "report-face-up", face_up=[1, 2], **told))
        assert decide_acts(filing(), found)["void"]["what"] == "base"


def test_which_card_of_the_dealers_was_seen_is_not_decided_12_e_2_2_a():
    boxes = {1: box("Ann", "As Ac", ante=20, ultimate_pairs=5)}
    for seen, cents in (("Kd", 15000), (1, None)):
        report = act(DEALER, "report-exposed", place=0, cards=seen)
        acts = cut(ultimate_acts(boxes, "Ah Kd", DRY), "deal-flop", report)
        if cents is None:
            with pytest.raises(NotDecided):
                decide_acts(filing(sides=["ultimate-pairs"]), acts)
        else:
            assert short(decide_acts(filing(sides=["ultimate-pairs"]), acts))["1 ultimate-pairs"] == f"win {cents}"


@pytest.mark.parametrize("reading", ["taken-out", "exposed"])
@pytest.mark.parametrize(
    ("place", "dealing", "counts"), [("0", {}, False), ("1", {}, False), ("board", {}, True), ("board", SHOE, False)]
)
def test_a_card_of_a_hand_is_not_found_in_the_deck_after_the_deal_13_a(place, dealing, counts, reading):
    """A card of the flop may have lain face up in the deck until the dealer drew it; a machine gives out all cards at once."""
    found = act(DEALER, "report-face-up", dealt={place: [1]})
    acts = ultimate_acts({1: box("Ann", "9s 9d", "check", 2, ante=20)}, QUEENS, TRIPS_BOARD)
    filed = filing(dealing, readings={"UTH-96": reading, "UTH-27": "void-base"})
    played = cut(acts, "deal-final", found, FINISH) if counts else before(acts, "deal-final", found)
    assert (decide_acts(filed, played)["void"] is not None) == counts
