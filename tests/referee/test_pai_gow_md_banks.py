"""Maryland's Pai Gow Poker, computed by hand from chapter 12: who may bank, cover, the house's wager, the centre, what is left."""

import pytest

from tests.referee.md_rounds import (
    BANK,
    DEALER,
    LOSES,
    SIXES,
    SIXES_LOW,
    TIES,
    WINS,
    a_round,
    act,
    decided,
    one,
    ordinary,
    player,
    seat,
    summary,
    wager,
)

# The bank holds sixes with king and queen in front: it beats LOSES, loses to WINS and ties with TIES.
BANKER = seat("Cid", 0, SIXES, SIXES_LOW)
HOUSE_LOSES = {"dealer": "2h 2s 7c 9s Jh 4s 5c", "dealer_low": "Jh 9s"}
HOUSE_WINS = {"dealer": "Ac Ah Ks Qd 9s 5c 3h", "dealer_low": "Ks Qd"}
LEFT = {"rounds": 1, "wagered": {"Ann": [2000], "Bob": [2000], "Cid": [4000]}}
COPY = ("6c 6h 8s 4h 3h Ks Qs", "Ks Qs")  # the bank's hands in other suits
NO_HOUSE = act({"role": "bank", "name": "Cid"}, "house-stake", amount=0)


def take(name="Cid", position=3, **facts):
    return act(player(name), "accept-bank", position=position, **facts)


def passing(name, position):
    return act(player(name), "pass-bank", position=position)


def banked(others, *, before=(), house=None, co_banking=False, left=None, after=(), **more):
    """Decide a round that Cid at position 3 banks; the house makes no wager unless its cards are given."""
    seats = {**others, 3: more.pop("banker", BANKER)}
    asked = [passing(one["name"], place) for place, one in others.items() if place < 3]
    first = [*asked, take(**{"co-banking": True} if co_banking else {})]
    cards = house or {"dealer": "2h 2s 7c 9s Jh 4s 5c", "dealer_low": None}
    if not house and not co_banking:
        first.append(NO_HOUSE)
    if co_banking:
        acts = ordinary(seats, before=[*first, *before], dealer=cards["dealer"], dealer_low=None, bank=None)
        acts = [entry for entry in acts if entry["facts"].get("position") != 3 or entry["act"] != "set-hand"]
        acts += [act(DEALER, "set-bank", low=SIXES_LOW), *after]
        round_ = a_round(seats, acts, **({"chips": more["chips"]} if "chips" in more else {}))
        return decided([round_], options={**BANK, **more.get("options", {})}, readings=more.get("readings"), left=left or LEFT)[
            0
        ]
    options = {**BANK, **more.pop("options", {})}
    return one(seats, before=[*first, *before], bank=3, left=left or LEFT, options=options, after=after, **cards, **more)


# ---- 12.J, 12.K, 12.M: the centre


def test_bank_pays_what_the_centre_lacks_12_j_4():
    result = banked({1: seat("Ann", 5000, *WINS), 2: seat("Bob", 2000, *LOSES)})
    assert summary(result, "1 pai-gow") == ("win", 5000, 250)
    assert result["bank"]["called"] == 3000
    assert result["net"] == {"player Ann": 4750, "player Bob": -2000, "player Cid": -3000, "vigorish": 250}


def test_bank_pays_vigorish_on_the_surplus_12_j_6():
    result = banked({1: seat("Ann", 2000, *WINS), 2: seat("Bob", 5000, *LOSES)})
    assert (result["bank"]["surplus"], result["bank"]["vigorish"], result["bank"]["given"]) == (3000, 150, 2850)
    assert result["net"] == {"player Ann": 1900, "player Bob": -5000, "player Cid": 2850, "vigorish": 250}


def test_ties_with_the_bank_are_returned_12_j_1():
    result = banked({1: seat("Ann", 2000, *TIES)})
    assert summary(result, "1 pai-gow") == ("tie", 0, 0)
    assert result["net"] == {}


def test_one_pass_charges_a_bank_that_broke_even_pg_26():
    others = {1: seat("Ann", 10000, *WINS), 2: seat("Bob", 10000, *LOSES)}
    assert banked(others)["bank"]["vigorish"] == 0
    one_pass = banked(others, readings={"PG-26": "one-pass"})
    assert (one_pass["bank"]["called"], one_pass["bank"]["surplus"], one_pass["bank"]["vigorish"]) == (10000, 10000, 500)


@pytest.mark.parametrize(("reading", "result"), [("copies-to-bank", "lose"), ("copies-push", "tie")])
def test_copies_against_the_bank_pg_29(reading, result):
    got = banked({1: seat("Ann", 2000, *COPY)}, readings={"PG-29": reading})
    assert summary(got, "1 pai-gow")[0] == result


def test_optional_wagers_are_the_houses_12_n():
    result = banked({1: seat("Ann", 2000, *TIES, insurance=500)})
    assert result["net"] == {"inventory": 500, "player Ann": -500}


def test_a_surrender_goes_to_the_centre_or_the_house_pg_56():
    others = {1: seat("Ann", 2000, *WINS)}
    after = [act(player("Ann"), "surrender", position=1)]
    centre = banked(others, after=after)
    assert centre["net"] == {"player Ann": -2000, "player Cid": 1900, "vigorish": 100}
    house = banked(others, after=after, readings={"PG-56": "to-inventory"})
    assert house["net"] == {"inventory": 2000, "player Ann": -2000}


# ---- 12.G, 12.I: the house's wager


def test_the_house_stakes_the_bankers_last_wager_12_g_1():
    result = banked({1: seat("Ann", 2000, *TIES)}, house=HOUSE_LOSES)
    assert (result["bank"]["house-stake"], result["bank"]["house"]) == (4000, "lose")
    assert result["net"] == {"inventory": -4000, "player Cid": 3800, "vigorish": 200}


def test_the_house_pays_no_vigorish_12_k():
    others = {1: seat("Ann", 2000, "Ad As 7d 9d Jd 4c 5h", "Jd 9d")}
    readings = {"PG-29": "copies-push"}
    assert banked(others, house=HOUSE_WINS, readings=readings)["bank"]["house"] == "tie"
    won = banked(others, house={"dealer": "Ac Ah Ks Kd 9s 5c 3h", "dealer_low": "Ks Kd"})
    assert won["bank"]["house"] == "win"
    assert won["net"] == {"inventory": 4000, "player Cid": -4000}


def test_a_filed_stake_two_spots_and_a_lower_stake_12_g():
    others = {1: seat("Ann", 2000, *TIES)}
    two = {**LEFT, "wagered": {**LEFT["wagered"], "Cid": [4000, 1000]}}
    assert banked(others, house=HOUSE_LOSES, options={"bank.house-stake": 2500})["bank"]["house-stake"] == 2500
    assert banked(others, house=HOUSE_LOSES, left=two)["bank"]["house-stake"] == 5000
    assert banked(others, house=HOUSE_LOSES, left=two, readings={"PG-32": "larger"})["bank"]["house-stake"] == 4000
    lower = [act({"role": "bank", "name": "Cid"}, "house-stake", amount=1000)]
    assert banked(others, house=HOUSE_LOSES, before=lower)["bank"]["house-stake"] == 1000
    higher = [*lower, act({"role": "bank", "name": "Cid"}, "house-stake", amount=1500)]
    assert banked(others, house=HOUSE_LOSES, before=higher)["bank"]["house-stake"] == 1500


def test_the_stake_is_cut_to_what_the_bank_still_covers_pg_27():
    others = {1: seat("Ann", 2000, *TIES)}
    assert banked(others, house=HOUSE_LOSES, chips={"Cid": 3000})["bank"]["house-stake"] == 1000
    acts = [passing("Ann", 1), take(), wager("Ann", 1, 2000), act(DEALER, "close-betting")]
    short = a_round({**others, 3: BANKER}, acts, chips={"Cid": 3000})
    assert decided([short], options=BANK, readings={"PG-27": "others-and-house"}, left=LEFT)[0]["bank"] is None


# ---- 12.E, 12.L: co-banking


def test_co_banks_share_what_the_centre_lacks_12_l_2():
    result = banked({1: seat("Ann", 5001, *WINS)}, co_banking=True)
    assert (result["bank"]["called"], result["bank"]["house-called"]) == (2501, 2500)
    other = banked({1: seat("Ann", 5001, *WINS)}, co_banking=True, readings={"PG-35": "odd-cent-to-house"})
    assert (other["bank"]["called"], other["bank"]["house-called"]) == (2500, 2501)


def test_co_bank_gets_half_of_the_surplus_less_vigorish_12_l_3():
    result = banked({1: seat("Ann", 5000, *LOSES)}, co_banking=True)
    assert result["net"] == {"inventory": 2500, "player Ann": -5000, "player Cid": 2375, "vigorish": 125}


def test_the_dealer_makes_no_wager_and_sets_the_co_banks_hand_12_e():
    others = {1: seat("Ann", 2000, *TIES)}
    assert banked(others, co_banking=True)["bank"]["house-stake"] == 0
    asked = banked(others, co_banking=True, before=[NO_HOUSE])
    assert asked["acts"][2]["clause"] == "12.E(5)"


# ---- 12.B to 12.D: who may bank


def tried(before, *, left=LEFT, options=BANK, seats=None, **more):
    """Give what was said of the acts before betting is closed, and the bank."""
    players = seats or {1: seat("Ann", 2000, *WINS), 2: seat("Bob", 2000, *LOSES)}
    acts = [*before, *[wager(entry["name"], place, 2000) for place, entry in players.items()], act(DEALER, "close-betting")]
    result = decided([a_round(players, acts, **more)], options=options, left=left)[0]
    return [entry.get("clause") for entry in result["acts"][: len(before)]], result["bank"] and result["bank"]["player"]


def test_nobody_banks_the_first_round_of_a_game_12_b_1():
    assert tried([take("Ann", 1)], left={}) == (["12.B(1)"], None)
    assert tried([take("Ann", 1)], **{"new-game": True}) == (["12.B(1)"], None)


def test_the_offer_goes_counterclockwise_from_the_right_12_c_1():
    assert tried([take("Bob", 2)]) == (["12.C(1)(a)"], None)
    assert tried([passing("Ann", 1), take("Bob", 2)]) == ([None, None], "Bob")
    assert tried([take("Bob", 2)], left={**LEFT, "first-offer": 2}) == ([None], "Bob")
    assert tried([take("Bob", 2)], absent=["Ann"]) == ([None], "Bob")


def test_nobody_banks_two_rounds_in_a_row_12_c_3():
    assert tried([take("Ann", 1)], left={**LEFT, "last-bank": "Ann"}) == (["12.C(3)"], None)


def test_a_bank_must_have_bet_against_the_dealer_12_d_1():
    assert tried([take("Ann", 1)], left={"rounds": 1, "wagered": {"Bob": [2000]}}) == (["12.D(1)"], None)


def test_a_bank_must_cover_the_wagers_12_d_2():
    assert tried([take("Ann", 1)], chips={"Ann": 1999, "Bob": 5000}) == ([None], None)
    assert tried([take("Ann", 1)], chips={"Ann": 2000, "Bob": 5000}) == ([None], "Ann")
    half = [take("Ann", 1, **{"co-banking": True})]
    assert tried(half, chips={"Ann": 1000, "Bob": 5000}) == ([None], "Ann")


def test_nobody_bets_more_than_a_confirmed_bank_covers_pg_58():
    before = [take("Ann", 1), act({"role": "bank", "name": "Ann"}, "house-stake", amount=0), wager("Bob", 2, 1000),
              act(DEALER, "confirm-bank"), wager("Bob", 2, 1500)]  # fmt: skip
    clauses, _ = tried(before, chips={"Ann": 2000})
    assert clauses == [None, None, None, None, "12.D(2)"]


def test_the_bank_makes_no_base_wager_12_f():
    players = {1: seat("Ann", 2000, *WINS), 2: seat("Bob", 2000, *LOSES)}
    clauses, bank = tried([take("Ann", 1), wager("Ann", 1, 2000), wager("Ann", 1, 500, "insurance")], seats=players)
    assert (clauses, bank) == ([None, "12.F", None], "Ann")


def test_no_bank_and_no_co_bank_unless_filed_12_a_12_e():
    assert tried([take("Ann", 1)], options={})[0] == ["12.A"]
    assert tried([take("Ann", 1, **{"co-banking": True})], options={"bank.offered": True})[0] == ["12.E"]


# ---- what is left


def test_first_offer_moves_only_after_the_first_player_accepted_12_c_2():
    accepted = banked({1: seat("Ann", 2000, *TIES)}, left={**LEFT, "first-offer": 3})
    assert accepted["left"]["first-offer"] == 4
    declined = banked({1: seat("Ann", 2000, *TIES)})
    assert declined["left"]["first-offer"] == 1
    advances = banked({1: seat("Ann", 2000, *TIES)}, readings={"PG-28": "advances"})
    assert advances["left"]["first-offer"] == 2


def test_a_bank_without_an_opponent_falls_away_pg_110():
    alone = banked({}, left={**LEFT, "first-offer": 3})
    assert (alone["bank"], alone["left"]["first-offer"]) == (None, 1)


def test_a_bank_round_leaves_the_last_wagers_against_the_dealer_12_d_1():
    result = banked({1: seat("Ann", 5000, *TIES)})
    assert result["left"]["wagered"] == LEFT["wagered"]
    assert result["left"]["last-bank"] == "Cid"
    without = one({1: seat("Ann", 5000, *TIES)}, left=LEFT, options=BANK)
    assert without["left"]["wagered"] == {"Ann": [5000]}
    assert without["left"]["last-bank"] is None


def test_positions_are_counted_from_the_bank_5_k_1_e():
    seats = {1: seat("Ann", 2000, *TIES)}
    assert one(seats, closed=[act(DEALER, "find-start", dice=[1, 1, 1])])["start"] == 2
    assert one(seats, closed=[act(DEALER, "find-start", dice=[6, 6, 6])])["start"] == 3
    found = act({"role": "bank", "name": "Cid"}, "find-start", number=2)
    assert banked(seats, closed=[found])["start"] == 4


def test_the_button_moves_clockwise_5_k_3_b():
    button = {"table.starting-position": "button", "table.dealing": "automated-shoe"}
    result = one({1: seat("Ann", 2000, *TIES)}, options=button, closed=[act(DEALER, "find-start")])
    assert (result["start"], result["left"]["button"]) == (0, 6)


# ---- readings about the bank


@pytest.mark.parametrize(("reading", "called"), [("two-passes", (5001, 5001)), ("one-pass", (5001, 5001))])
def test_the_odd_cents_of_co_banks_12_l_2_pg_26(reading, called):
    others = {1: seat("Ann", 5001, *WINS), 2: seat("Bob", 5001, "Ac Ah Ts Td 9s 5d 3h", "Ts Td")}
    result = banked(others, co_banking=True, readings={"PG-26": reading})
    assert (result["bank"]["called"], result["bank"]["house-called"]) == called


@pytest.mark.parametrize(("reading", "result"), [("copies-to-bank", "lose"), ("copies-push", "tie")])
def test_the_houses_copies_12_i_4(reading, result):
    house = {"dealer": COPY[0], "dealer_low": COPY[1]}
    assert banked({1: seat("Ann", 2000, *TIES)}, house=house, readings={"PG-29": reading})["bank"]["house"] == result


@pytest.mark.parametrize(("reading", "start"), [("button-unaffected", 5), ("button-at-bank", 3)])
def test_the_button_in_a_bank_round_pg_45(reading, start):
    button = {"table.starting-position": "button", "table.dealing": "automated-shoe"}
    more = {"options": button, "readings": {"PG-45": reading}, "left": {**LEFT, "button": 5}}
    result = banked({1: seat("Ann", 2000, *TIES)}, closed=[act(DEALER, "find-start")], **more)
    assert (result["start"], result["left"]["button"]) == (start, 4)


@pytest.mark.parametrize(("reading", "void"), [("face-down", True), ("openly", False)])
def test_a_card_of_the_bank_that_is_set_but_not_exposed_14_d_pg_57(reading, void):
    seen = [act(DEALER, "report-exposed", position=3, cards="6s")]
    result = banked({1: seat("Ann", 2000, *TIES)}, after=seen, readings={"PG-57": reading})
    assert (result["void"] is not None) == void


@pytest.mark.parametrize(("reading", "allowed"), [("dead", False), ("set-anyway", True)])
def test_the_dealers_cards_without_a_wager_12_i_pg_31(reading, allowed):
    after = [act(DEALER, "set-dealer", low="Jh 9s")]
    assert banked({1: seat("Ann", 2000, *TIES)}, after=after, readings={"PG-31": reading})["acts"][-1]["allowed"] == allowed


@pytest.mark.parametrize(("reading", "allowed"), [("house-way", True), ("only-illegal", False)])
def test_a_legal_setting_of_the_bank_is_reset_or_not_14_i_12_i_2(reading, allowed):
    after = [act(DEALER, "reset", place=3, low="8d 4d")]
    assert banked({1: seat("Ann", 2000, *TIES)}, after=after, readings={"PG-30": reading})["acts"][-1]["allowed"] == allowed
    banker = seat("Cid", 0, SIXES, "6s 6d")  # foul: a pair in front of king high
    foul = banked(
        {1: seat("Ann", 2000, *TIES)},
        banker=banker,
        after=[act(DEALER, "reset", place=3, low=SIXES_LOW)],
        readings={"PG-30": reading},
    )
    assert foul["acts"][-1]["allowed"]
    assert foul["wagers"]["1 pai-gow"]["result"] == "tie"


@pytest.mark.parametrize(("reading", "first"), [("restarts", 1), ("advances", 3)])
def test_first_offer_after_a_round_without_offers_pg_28(reading, first):
    result = one({1: seat("Ann", 2000, *TIES)}, options=BANK, left={**LEFT, "first-offer": 3}, readings={"PG-28": reading})
    assert result["left"]["first-offer"] == first


@pytest.mark.parametrize(("reading", "net"), [("to-centre", {}), ("to-inventory", {"inventory": 2000, "player Ann": -2000})])
def test_a_surrendered_wager_in_a_void_bank_round_pg_56_pg_90(reading, net):
    after = [act(player("Ann"), "surrender", position=1), act(DEALER, "report-misdeal", hands={"4": 8})]
    readings = {"PG-56": reading, "PG-90": "settled-stands"}
    assert banked({1: seat("Ann", 2000, *WINS)}, after=after, readings=readings)["net"] == net
