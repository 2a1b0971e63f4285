"""Maryland's optional wagers: settled by seven cards whatever becomes of the base wager, with envy, meters and vigorish."""

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.documents import make_sign
from houseway.events import Actor, Role
from houseway.games.awards import optional_award
from houseway.money import Cents
from tests.support.clauses import md
from tests.support.submissions import EMPEROR, FORTUNE, INSURANCE, MD, MD_PROGRESSIVE, METERS
from tests.support.table_driver import PaiGowTable, cards, dollars, findings

SIDES = ["fortune-bonus", "emperors-treasure", "insurance", "progressive"]
FULL_HOUSE, PAIR = "9s 9h 9d 5c 5s Kh 2d", "6s 6d Qh Jc 8d 4d 3s"
ACE_HIGH, KING_HIGH = "Ac 9d 7h 5s Jc 3h 2h", "Kd Th 8c 6s 4d 3s 2c"
PLAIN = ("Qs Js 9c 8d 6h 4c 3c", "Qd Jd Th 8h 7c 5d 4s", "Qh Td 9h 7d 6c 5h 3d")
"""Hands that win nothing."""
FIVE_ACES, FOUR_KINGS = "As Ah Ad Ac Jk 9d 2d", "Ks Kh Kd Kc 3h 2s 2c"


@md("7.E(1)", "11.H(3)(a)(ii)", "7.E(2)", "11.H(4)(b)", "7.E(4)", "11.H(6)(b)(iv)")
@pytest.mark.parametrize(("result", "low"), [("win", "Kh 2d"), ("tie", "5c 2d"), ("lose", "9s 9h")])
def test_a_full_house_is_paid_whether_the_base_wager_wins_ties_or_loses(result, low):
    """It loses as a foul: a pair of fives before a pair of nines."""
    table = PaiGowTable(MD, wagers=SIDES, players=1, hands={1: FULL_HOUSE, 0: PAIR}).ready()
    table.lows = {1: low}
    table.bets(1, 10, fortune_bonus=3, emperors_treasure=7, progressive=1).finish()
    won = {"fortune-bonus": ("win", 15), "emperors-treasure": ("win", 35), "progressive": ("win", 4)}
    assert table.paid(1) == {"pai-gow": (result, 10 if result == "win" else 0), **won}
    base = {"win": Cents(950), "tie": dollars(0), "lose": -dollars(10)}[result]
    assert table.chips(1) == dollars(5000) + base + dollars(15 + 35 + 4 - 1)


@md("7.E(3)", "11.H(5)(b)")
@pytest.mark.parametrize(("result", "low"), [("win", "Jc 9d"), ("tie", "3h 2h"), ("lose", "Ac Jc")])
def test_no_pair_is_paid_whether_the_base_wager_wins_ties_or_loses(result, low):
    table = PaiGowTable(MD, wagers=SIDES, players=1, hands={1: ACE_HIGH, 0: KING_HIGH}).ready()
    table.lows = {1: low}
    table.bets(1, 10, insurance=6).finish()
    assert table.paid(1) == {"pai-gow": (result, 10 if result == "win" else 0), "insurance": ("win", 18)}


@md("11.I")
@pytest.mark.parametrize("low", ["Kh 2d", "5c 2d"], ids=["wins", "ties"])
def test_the_cards_go_when_the_last_of_several_optional_wagers_is_settled(low):
    """Two are won, one is lost; each is settled by itself or with another, and the hand lies there until all are."""
    table = PaiGowTable(MD, wagers=SIDES, players=1, hands={1: FULL_HOUSE, 0: PAIR}).ready()
    table.lows = {1: low}
    table.bets(1, 10, fortune_bonus=3, emperors_treasure=7, insurance=5).to("collect-cards", 1)
    settled = [event["wager"] for event in table.since() if event.kind == "wager-settled" and event["wager"] != "pai-gow"]
    assert sorted(settled) == ["emperors-treasure", "fortune-bonus", "insurance"]
    table.finish()
    assert table.clauses("cards-collected", position=1)[0] == "11.I"


INSURED = {
    "Jk 9d 7h 5s Tc 3h 2h": 3,
    "Kc 9d 7h 5s Jc 3h 2h": 5,
    "Ac 9c 7c 5c Jc 3h 2h": 0,
    "9s 8h 7d 6c 5s 2h Kd": 0,
    "Ac Ad 7h 5s Jc 3h 2h": 0,
    "Jk Ad 7h 5s Jc 3h 2h": 0,
}
"""The joker as an ace and a king are high; a flush, a straight, a pair, and a joker beside an ace are a pair or better."""


@md("7.E(3)", "11.H(5)(a)", "11.H(5)(b)")
def test_the_insurance_wins_without_a_pair_or_better():
    for hand, pays in INSURED.items():
        table = PaiGowTable(MD, wagers=SIDES, players=1, hands={1: hand}).ready()
        table.bets(1, 10, insurance=6).finish()
        assert table.paid(1)["insurance"] == (("win", 6 * pays) if pays else ("lose", 0)), hand


# Envy


@md("1.B(3)", "11.H(3)(a)(iv)", "11.H(3)(b)", "11.H(3)(b)(ii)", "11.H(3)(c)")
@md("11.H(4)(d)", "11.H(4)(e)", "11.H(4)(e)(ii)", "11.H(4)(f)")
def test_each_lammer_is_paid_its_own_fixed_sum_after_all_wagers_and_before_the_cards_go():
    """Position 2 holds five aces without a wager on them; the dealer holds four kings, which earn nothing."""
    hands = {1: PLAIN[0], 2: FIVE_ACES, 3: PLAIN[1], 4: PLAIN[2], 0: FOUR_KINGS}
    table = PaiGowTable(MD, wagers=SIDES, players=4, hands=hands).ready()
    table.bets(1, 10, fortune_bonus=10).bets(2, 10).bets(3, 10, emperors_treasure=25)
    table.bets(4, 10, fortune_bonus=5, emperors_treasure=5).finish()
    envy = [(move["seat"], move["wager"], move["amount"].amount // 100) for move in table.moved("envy")]
    fortune, emperors = "fortune-envy", "emperors-envy"
    assert envy == [(1, fortune, 250), (4, fortune, 250), (3, emperors, 100), (4, emperors, 100)]
    events = [event for event in table.since(skip=1) if event.kind in ("wager-settled", "envy-settled", "cards-collected")]
    order = [event.kind for event in events if event.kind != "cards-collected" or event["position"] == 2]
    assert order == ["wager-settled"] * (len(order) - 5) + ["envy-settled"] * 4 + ["cards-collected"]


@pytest.mark.parametrize(
    "wager",
    [
        pytest.param("fortune-bonus", marks=md("11.H(3)(a)(iii)", "1.B(4)")),
        pytest.param("emperors-treasure", marks=md("11.H(4)(c)", "1.B(4)")),
    ],
)
def test_a_hand_is_acknowledged_and_stays_for_the_only_qualifying_wager_that_is_its_own(wager):
    hands = {1: "9s 9h 9d 9c 5s 2h Jh", 2: PLAIN[1]}
    table = PaiGowTable(MD, wagers=["fortune-bonus", "emperors-treasure"], players=2, hands=hands).ready()
    table.bets(1, 10, **{wager.replace("-", "_"): 5}).bets(2, 10).finish()
    acknowledged = [event.facts.get("acknowledged") for event in table.since(skip=1) if event.kind == "hand-rearranged"]
    assert acknowledged[0] == "four of a kind"
    assert table.moved("envy") == []


@md("13.G(2)")
def test_a_payout_limit_cuts_what_is_won_and_no_envy():
    options, hands = {"payout-limit.amount": "$50,000"}, {1: "As Ks Qs Js Ts 9s 8s", 2: PLAIN[1]}
    table = PaiGowTable(MD, options, ["fortune-bonus"], players=2, hands=hands).ready()
    table.bets(1, 10, fortune_bonus=7).bets(2, 10, fortune_bonus=5).finish()
    assert table.paid(1)["fortune-bonus"] == ("win", 50_000)
    assert [move["amount"] for move in table.moved("envy")] == [dollars(5000)]


# The progressive


@md("11.H(6)(b)(i)", "11.H(6)(b)(ii)", "11.H(6)(b)(iii)")
def test_a_win_is_verified_by_the_dealer_then_validated_by_another_person_then_paid():
    """The player set three nines before two fives: the hand that wins is the full house of the seven cards."""
    table = PaiGowTable(MD, wagers=["progressive"], players=1, hands={1: FULL_HOUSE, 0: PAIR}).ready()
    table.lows = {1: "5c 5s"}
    table.bets(1, 10, progressive=1).to("verify-progressive")
    dealer = Actor(Role.DEALER, "Dana")
    table.refused("validate", FLOOR_ACTOR, position=1)
    table.do("verify-progressive", dealer, position=1)
    assert table.last("progressive-verified")["hand"] == "full house"
    assert (table.due.act, table.due.role) == ("validate", Role.FLOOR)
    table.refused("settle-side", dealer, position=1, wager="progressive")
    table.refused("validate", dealer, position=1)
    table.refused("validate", Actor(Role.FLOOR, "Dana"), position=1)
    table.do("validate", Actor(Role.FLOOR, "Flo"), position=1)
    table.refused("settle-side", Actor(Role.DEALER, "Flo"), position=1, wager="progressive")
    table.do("settle-side", dealer, position=1, wager="progressive")


@md("11.H(6)(b)(v)", "13.F", "13.E(8)", "13.E(6)")
def test_a_share_is_what_the_meter_shows_at_the_winners_turn_and_comes_from_elsewhere():
    """Three chips add 20 percent each to $20,000; the second of two winners gets a share of the meter after its reset."""
    hands = {1: "As Ks Qs Js Ts 9s 8s", 2: "Qh Jd 9d 8h 7s 5h 4d", 3: "2c 3c 4c 5c 6c 7c 8c"}
    table = PaiGowTable(MD, wagers=["progressive"], players=3, hands=hands).ready()
    table.bet_all(10, progressive=1).finish()
    awards = [(move["source"], move["seat"], move["amount"]) for move in table.moved("meter-award")]
    assert awards == [("house", 1, Cents(2_000_060)), ("house", 3, dollars(20_000))]
    moved = [
        event for event in table.since(skip=1) if event.kind == "money-moved" and event.facts.get("wager") == "progressive"
    ]
    assert sum(event["amount"].amount for event in moved if event["target"] == "inventory") == 300
    assert not any(event["source"] == "inventory" for event in moved)


# Vigorish


@md("13.A", "13.A(1)", "13.A(2)", "1.B(9)")
@pytest.mark.parametrize(("stake", "taken"), [(10, 50), (11, 75), (14, 75), (15, 75), (16, 100)])
def test_vigorish_is_rounded_up_to_the_next_quarter_and_taken_with_the_payout(stake, taken):
    options = {"vigorish.rounding": "up-to-next-quarter"}
    table = PaiGowTable(MD, options, players=1, hands={1: FULL_HOUSE, 0: PAIR}).ready().bet_all(stake).to("pay", 1)
    made = table.take()
    assert [move["reason"] for move in made if move.kind == "money-moved"] == ["wager-returned", "payout", "vigorish"]
    assert table.balance("vigorish") == Cents(taken)
    assert table.chips(1) == dollars(5000 + stake) - Cents(taken)


# What is filed

SEEDS = {
    "A": ("13.E(7)(b)", {"meter": 10_000}),
    "B": ("13.E(7)(c)", {"major": 10_000, "minor": 1000}),
    "C": ("13.E(7)(d)", {"mega": 10_000, "major": 1000, "minor": 500}),
    "D": ("13.E(7)(e)", {"mega": 10_000, "major": 2500, "minor": 1000}),
}
CASES = [
    pytest.param(letter, name, least, key, marks=md(clause), id=f"{letter} {name} {key}")
    for letter, (clause, meters) in SEEDS.items()
    for name, least in meters.items()
    for key in ("seed", "reset")
]


@pytest.mark.parametrize(("letter", "name", "least", "key"), CASES)
def test_each_meter_has_an_initial_and_a_reset_amount_of_at_least(letter, name, least, key):
    clause, meters = SEEDS[letter]

    def filed(amount):
        entries = [{"wager": "progressive", "name": each, **METERS[MD]} for each in meters]
        entries[list(meters).index(name)] |= {key: amount}
        wagers = {"progressive": {**MD_PROGRESSIVE, "paytable": letter}}
        return findings(MD, wagers=wagers, meters=entries)

    assert filed(f"${least:,}") == []
    assert filed(f"${least - 1:,}.99") == [(f"meter.{key}", clause)]


LETTERS = [
    ("13.B", "fortune-bonus", FORTUNE, "As Ks Qs Js Ts 4h 2d", {"A": 150, "C": 100, "D": 125}),
    ("13.C", "emperors-treasure", EMPEROR, "As Ks Qs Js Ts 4h 2d", {"B": 150, "C": 100, "D": 125}),
    ("13.D", "insurance", INSURANCE, "Qc 9d 7h 5s 4c 3d 2h", {"A": 6, "B": 7}),
]


@pytest.mark.parametrize(
    ("clause", "wager", "terms", "hand", "letter", "odds"),
    [
        pytest.param(clause, wager, terms, hand, letter, odds, marks=md(clause), id=f"{wager} {letter}")
        for clause, wager, terms, hand, by_letter in LETTERS
        for letter, odds in by_letter.items()
    ],
)
def test_a_wager_is_paid_by_the_paytable_that_was_selected(clause, wager, terms, hand, letter, odds):
    assert findings(MD, wagers={wager: {**terms, "paytable": "Z"}}) == [("paytable.unknown", clause)]
    table = PaiGowTable(MD, wagers={wager: {**terms, "paytable": letter}}, players=1, hands={1: hand}).ready()
    table.bets(1, 10, **{wager.replace("-", "_"): 5}).finish()
    assert table.paid(1)[wager] == ("win", 5 * odds)


ODDS_TO_ONE = {
    "A": ("13.B(1)", 8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "B": ("13.B(3)", 5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "C": ("13.B(5)", 5000, 1000, 750, 250, 100, 50, 20, 5, 4, 3, 2),
    "D": ("13.B(7)", 2500, 1000, 750, 250, 125, 50, 25, 5, 4, 3, 2),
}
FORTUNES = (
    *("2c 3c 4c 5c 6c 7c 8c", "As Ks Qs Js Ts Kh Qh", "2c 3c 4c 5c 6c 7c Jk", "As Ah Ad Ac Jk 9h 2d", "As Ks Qs Js Jk 9h 2d"),
    *("9s 8s 7s 6s 5s 2h Jd", "9s 9h 9d 9c 5s 2h Jd", "9s 9h 9d 5c 5s 2h Jd", "As Js 9s 5s 2s 4h Qd", "9s 9h 9d 5c 2s Kh Jd"),
    "9s 8h 7d 6c 5s 2h Jd",
)
"""From a seven-card straight flush down to a straight, in the order of every paytable."""


@pytest.mark.parametrize(
    ("letter", "odds"),
    [pytest.param(letter, odds, marks=md(clause), id=letter) for letter, (clause, *odds) in ODDS_TO_ONE.items()],
)
def test_each_fortune_bonus_paytable_is_on_the_sign_and_pays_its_odds_to_one(letter, odds):
    """What is won comes beside the wager, which is returned."""
    table = PaiGowTable(
        MD, wagers={"fortune-bonus": {**FORTUNE, "paytable": letter}}, players=1, hands={1: FORTUNES[1]}
    ).ready()
    rules = table.run.table.rules
    printed = [row.cells[1] for row in make_sign(rules).elements if row.kind == "row" and row.wager == "fortune-bonus"]
    assert printed == [f"{each:,} to 1" for each in odds]
    awarded = [optional_award(rules, "fortune-bonus", cards(hand), dollars(7)) for hand in FORTUNES]
    assert [(award.amount, award.returns_stake) for award in awarded] == [(dollars(7 * each), True) for each in odds]
    table.bets(1, 10, fortune_bonus=7).finish()
    moved = [
        event for event in table.since(skip=1) if event.kind == "money-moved" and event.facts.get("wager") == "fortune-bonus"
    ]
    won = [(event["source"], event["amount"]) for event in moved if event["target"] == "player:Ann"]
    assert won == [("layout:1", dollars(7)), ("inventory", dollars(7 * odds[1]))]


@md("6.E")
@pytest.mark.parametrize(
    ("hand", "odds", "envy"),
    [
        ("2c 3c 4c 5c 6c 7c 8c", 8000, 5000),
        ("As Ks Qs Js Ts Ah Kh", 2000, 1000),
        ("As Ks Qs Js Jk Ah Kh", 2000, 1000),
        ("2c 3c 4c 5c 6c 7c Jk", 1000, 500),
    ],
)
def test_seven_cards_decide_what_emperors_treasure_and_its_envy_pay(hand, odds, envy):
    """Bob has the hand, and Ann a Qualifying Wager: by paytable A, five aces would pay 400 to 1 and earn others $250."""
    table = PaiGowTable(MD, wagers={"emperors-treasure": {**EMPEROR, "paytable": "A"}}, players=2, hands={2: hand}).ready()
    table.bets(1, 10, emperors_treasure=5).bets(2, 10, emperors_treasure=3).finish()
    assert table.paid(2)["emperors-treasure"] == ("win", 3 * odds)
    assert [(move["seat"], move["amount"]) for move in table.moved("envy")] == [(1, dollars(envy))]
