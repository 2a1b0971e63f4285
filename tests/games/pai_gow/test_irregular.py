"""Pai Gow Poker when something is not as it should be: found late, gathered into the rack, reported by what `legal` lists,
refused by role with its clause, and what somebody who left in mid-round may still do (nothing)."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.events import Actor, Role
from houseway.games.pai_gow.game import ACTS
from houseway.money import Cents
from houseway.table.context import round_context
from tests.support.clauses import bear, both, div, md, short
from tests.support.physical import Faults, PhysicalTable
from tests.support.submissions import DIV, MD
from tests.support.table_driver import PaiGowTable

ACES_TOO = "Ah Ac Ks Jd 9d 5h 3h"
ACES, TWOS, DEALERS = "As Ad Kc Kd 9h 5s 3c", "2c 2d 4c 5d 7h 8s 9c", "6s 6d Kh Qc 8d 4d 3s"
BANK = {"bank.offered": True}
SOMEBODY = {role: Actor(role, "Zoe") for role in Role}


def dollars(amount):
    return Cents.from_dollars(amount)


def banked(book, hands, **more):
    """Ann banks the second round."""
    table = PaiGowTable(book, BANK, hands=hands, **more).play()
    table.bank = 1
    return table


# A wrong number of cards that is found when hands lie open (PG-90, DIV-90)


@both
@pytest.mark.parametrize("by", [DEALER_ACTOR, FLOOR_ACTOR], ids=["dealer", "floor"])
def test_a_wrong_number_is_never_found_too_late(book, by, claim):
    """What was lost before goes back with all the rest. `legal` names every hand that was dealt."""
    table = PaiGowTable(book, hands={0: DEALERS, 1: TWOS}, players=4).ready().bet_all().to("expose", 2)
    assert [option.bounds["hands"]["each"] for option in table.legal(by, "report-misdeal")] == [(0, 1, 2, 3, 4, 5, 6)]
    assert table.refused("report-misdeal", by, hands={9: 6}).code == "command.fact"
    table.do("report-misdeal", by, hands={4: 6})
    law = {MD: ["14.H", "14.K"], DIV: ["(n)(8)"]}[book]
    assert table.clauses("round-voided") == law
    assert table.legal(by, "report-misdeal") == []
    table.finish()
    assert [table.chips(place) for place in range(1, 5)] == [dollars(5000)] * 4
    assert set(law) <= set(short(table.due.clauses)), "and the cards are shuffled again"
    bear(claim, book, "14.H 14.K", "(n)(8)")


@both
@pytest.mark.parametrize("engine", [True, False], ids=["engine", "physical"])
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_a_dealer_who_turns_up_six_cards_can_say_so(book, engine, dealing, claim):
    """Nobody counted his cards: position 1 has eight, position 3 six, and four are left over."""
    back = (book, dealing) == (DIV, "hand")
    more, less = {"automated-shoe": (10, 47)}.get(dealing, (2 * 7 + 2, 3 * 7 + (1 if back else 7)))
    table = PhysicalTable(book, dealing, Faults(doubled=more, passed_over=less), engine=engine, players=3)
    table.careless, table.dice = True, (2, 2, 6)
    table.ready().bet_all().finish()
    assert [event["why"] for event in table.since(skip=1) if event.kind == "round-voided"] == ["misdeal"]
    assert table.kinds("hand-set", skip=1), "it was found when hands had been set"
    bear(claim, book, "14.H 14.K", "(n)(8)")


@both
def test_before_a_bank_is_settled_the_centre_goes_back(book):
    """Bob has lost to the bank and the house too: their wagers lie in the centre when Cid's hand is found to have eight cards."""
    table = banked(book, {0: DEALERS, 1: ACES, 2: TWOS}, players=3).ready()
    had = [table.chips(place) for place in (1, 2, 3)]
    table.bet_all().to("expose", 3)
    assert table.balance("centre") == dollars(20)
    table.do("report-misdeal", hands={3: 8})
    assert table.balance("centre") == table.balance("layout:0") == dollars(0)
    table.finish()
    assert [table.chips(place) for place in (1, 2, 3)] == had


@both
@pytest.mark.parametrize(("dealers", "house"), [(ACES, "win"), (DEALERS, "tie")])
def test_the_houses_own_wager_goes_back_once(book, dealers, house):
    """One that pushed is back already; one that won waits before the tray."""
    bank = {"win": TWOS, "tie": "As Ad 9c 8c 6h 3c 2h"}[house]
    table = banked(book, {0: dealers, 1: bank}, players=3).ready()
    inventory = table.balance("inventory")
    table.bet_all().to("expose", 2)
    assert table.run.table.round.house_result == house
    table.do("report-misdeal", hands={2: 6})
    assert table.balance("inventory") == inventory


@div("(n)(8)", "(l)(4)")
@pytest.mark.parametrize("reading", ["unwound", "settled-stands"])
def test_a_settled_bank_is_undone_or_stands(reading):
    """Bob surrenders and his bonus lives on. The bank has been settled when his cards are turned up and counted."""
    table = banked(DIV, {0: DEALERS, 1: ACES}, wagers=["bonus"], readings={"DIV-90": reading}, players=3).ready()
    had = [table.chips(place) for place in (1, 2, 3)]
    table.bet_all()
    table.bet(2, 5, "bonus")
    table.to("players").do("surrender", 2, position=2)
    table.to("rearrange", 2)
    settled = [table.chips(place) for place in (1, 2, 3)]
    table.do("report-misdeal", hands={2: 6})
    table.finish()
    stood = [settled[0], settled[1] + dollars(5), settled[2]]
    assert [table.chips(place) for place in (1, 2, 3)] == (had if reading == "unwound" else stood)


@md("11.H(6)(b)(vi)", "14.H")
def test_what_was_won_before_is_documented_where_it_stands():
    hands = {0: DEALERS, 1: "As Ks Qs Js Ts 9s 8s"}
    table = PaiGowTable(MD, wagers=["progressive"], readings={"PG-90": "settled-stands"}, hands=hands, players=2).ready()
    table.bet_all()
    table.bet(1, 1, "progressive")
    table.to("expose", 2).do("report-misdeal", hands={2: 6})
    assert (table.due.act, short(table.due.clauses)) == ("complete-documents", ["11.H(6)(b)(vi)"])
    assert table.refused("end-round").code == "round.not-next"
    assert table.legal(FLOOR_ACTOR, "complete-documents")
    table.finish()
    assert table.kinds("documents-completed", "round-completed", skip=1) == ["documents-completed", "round-completed"]


@both
def test_what_a_winner_no_longer_has_stays_owed(book):
    table = PaiGowTable(book, hands={0: DEALERS, 1: ACES, 2: ACES_TOO}, players=2).ready().bet_all().to("pay", 1)
    table.take()
    table.do("tip", 1, amount=table.chips(1))
    table.do("report-misdeal", hands={2: 6})
    assert table.last("round-voided")["owed"] == ((1, "pai-gow", Cents(950)),)
    table.finish()
    assert table.chips(1) == Cents(0)


# Reported when it is found


@both
def test_a_dealers_card_that_lies_open_by_now_was_exposed_in_the_deal(book, claim):
    bear(claim, book, "14.D", "(n)(5)")
    table = PaiGowTable(book, players=2).ready().bet_all().to("expose", 1)
    (recorded,) = table.do("report-exposed", position=0)
    assert (recorded.kind, recorded.clauses) == ("irregularity-recorded", ()), "his hands lie open"
    table.do("report-exposed", position=0, when="dealing")
    assert table.run.table.round.void == "card-exposed"
    table.finish()


@md("14.J")
def test_a_card_exposed_while_stacks_were_dealt_is_reported_later():
    table = PaiGowTable(MD, {"table.dealing": "hand", "table.shuffler": True}, players=2).ready().bet_all().to("expose", 1)
    table.do("report-exposed", position=1, when="dealing")
    assert table.clauses("round-voided") == ["14.J"]
    table.finish()


@div("(n)(11)")
def test_a_card_of_a_stack_is_reported_until_the_stacks_are_delivered():
    table = PaiGowTable(DIV, {"table.dealing": "hand", "table.shuffler": True}, players=2).ready().bet_all()
    assert table.refused("report-exposed", stack=3).code == "round.no-stack"
    table.to("deal")
    assert [option.facts for option in table.legal(DEALER_ACTOR, "report-exposed")] == [{"stack": n} for n in range(1, 8)]
    refused = table.refused("report-exposed", position=3)
    assert (refused.code, refused.facts["allowed"][-1]) == ("round.nothing-to-expose", "stack 7")
    assert table.refused("report-exposed", stack=8).code == "round.no-stack"
    assert table.refused("report-exposed", stack=3, position=3).code == "command.fact"
    table.do("report-exposed", stack=3)
    assert table.clauses("round-voided") == ["(n)(11)"]
    table.finish()


@both
def test_only_stacks_can_be_exposed_while_they_are_made(book):
    table = PaiGowTable(book, players=2).ready().bet_all().to("set-dealer")
    assert table.refused("report-exposed", position=0, when="stacking").code == "command.fact"
    (option, *_) = table.legal(DEALER_ACTOR, "report-exposed")
    assert option.bounds["when"]["choices"] == ("dealing", "face-down", "later")


@both
def test_a_card_without_a_wager_is_recorded(book):
    """From a shoe, nobody's choice is lost by it."""
    table = PaiGowTable(book, players=2).ready().bet_all().to("deal")
    assert "irregularity-recorded" in [event.kind for event in table.take(exposed={5: 1})]
    (recorded,) = table.do("report-exposed", position=5, when="dealing")
    assert recorded.kind == "irregularity-recorded"


@both
@pytest.mark.parametrize(
    ("act", "facts"),
    [
        ("report-exposed", {"position": 1}),
        ("report-misdeal", {"hands": {1: 6}}),
        ("report-face-up", {"face_up": (50, 51)}),
        ("report-start", {"first": 3}),
        ("report-stacks", {}),
    ],
)
def test_nothing_more_follows_in_a_round_that_is_void(book, act, facts):
    table = PaiGowTable(book, players=2).ready().bet_all().to("set-dealer")
    table.do("report-exposed", position=0)
    refused = table.refused(act, **facts)
    assert (refused.code, short(refused.clauses)) == ("round.already-void", [{MD: "14.D", DIV: "(n)(5)"}[book]])


@both
def test_a_stub_as_it_should_be_is_no_misdeal(book):
    table = PaiGowTable(book, players=2).ready().bet_all().to("expose", 1)
    assert table.refused("report-misdeal", stub=4).code == "round.no-misdeal"
    assert table.refused("report-misdeal", stub=54).code == "command.fact"


@div("(n)(12)")
@pytest.mark.parametrize("when", ["count-stub", "deal", "expose"])
def test_stacks_out_of_pattern_are_reported_whenever_it_is_seen(when):
    table = PaiGowTable(DIV, {"table.dealing": "hand", "table.shuffler": True}, players=2).ready().bet_all()
    assert table.refused("report-stacks").code == "round.no-stacks"
    table.to(when).do("report-stacks")
    assert table.clauses("round-voided") == ["(n)(12)"]
    table.finish()


@both
def test_a_player_who_shows_his_own_card_has_no_choice(book):
    table = PhysicalTable(book, "manual-shoe", engine=False, players=2).ready().bet_all().to("collect-unwagered")
    (recorded,) = table.do("report-exposed", position=1, who="player")
    assert (recorded.kind, recorded["what"]) == ("irregularity-recorded", "exposed")
    assert not table.run.table.round.exposed_to_choose


@both
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(numbers=st.lists(st.integers(50, 53), min_size=1, max_size=3))
def test_face_up_cards_count_alike_together_and_one_by_one(book, numbers):
    """Each card counts once, however often it is reported."""
    for reports in ([numbers], [[number] for number in numbers]):
        table = PaiGowTable(book, players=1).ready().bet_all().to("expose", 1)
        for report in reports:
            if not table.run.table.round.void:
                table.do("report-face-up", face_up=tuple(report), where="shoe", when="dealing")
        assert bool(table.run.table.round.void) is (len(set(numbers)) > 1)


@both
def test_one_card_face_up_in_the_stub_is_recorded(book):
    table = PaiGowTable(book, players=2).ready().bet_all().to("count-stub")
    found, counted, *_ = table.take(face_up=(50,))
    in_time = {MD: "irregularity-recorded", DIV: "card-found-face-up"}
    assert (found.kind, counted.kind) == (in_time[book], "stub-counted")
    table.finish()


# The rack of a void round


def racked(table):
    return [
        (owner, held if isinstance(held, int) else tuple(held), why)
        for event in table.since(skip=1)
        if event.kind == "cards-racked"
        for owner, held, why in event["entries"]
    ]


@both
def test_a_void_rounds_hands_can_be_rebuilt(book, claim):
    table = PaiGowTable(book, players=3).ready().bet_all().to("set-dealer")
    hands = dict(table.run.table.round.hands)
    table.do("report-exposed", position=0)
    table.finish()
    found = racked(table)
    whose = {0: "dealer"} | {place: f"position {place}" for place in range(1, 7)}
    assert {owner: held for owner, held, _ in found if owner != "stub"} == {whose[place]: hand for place, hand in hands.items()}
    assert [(owner, why) for owner, _, why in found if why == "void"] == [
        ("position 1", "void"),
        ("position 2", "void"),
        ("position 3", "void"),
        ("dealer", "void"),
    ]
    bear(claim, book, "11.J", "(l)(10)")


@both
def test_cards_that_nobody_has_seen_are_racked_by_their_number(book, claim):
    """Physical cards: the stub and stacks where nobody bet, and what was never turned over when the round is void."""
    table = PhysicalTable(book, "manual-shoe", engine=False, players=2).ready().bet_all().finish()
    unseen = [("stub", 4, "stub"), *((f"position {place}", 7, "no wager") for place in (3, 4, 5, 6))]
    assert table.racked[:5] == unseen
    assert sorted(owner for owner, _, _ in table.racked[5:]) == ["dealer", "position 1", "position 2"]
    table.ready().bet_all().to("set-dealer").do("report-exposed", position=0)
    table.finish()
    void = [(owner, 7, "void") for owner in ("position 1", "position 2", "dealer")]
    assert [entry for entry in racked(table) if entry[2] == "void"] == void
    bear(claim, book, "11.J", "(l)(10)")


@div("(l)(10)", "(i)(4)(ii)#1")
def test_stacks_that_were_never_delivered_are_racked_as_they_were_counted():
    table = PaiGowTable(DIV, {"table.dealing": "hand", "table.shuffler": True}, players=2).ready().bet_all().to("count-stub")
    table.take(cards=5, hands={3: 6})
    table.finish()
    stacks = [(f"stack {stack}", 6 if stack == 3 else 7, "void") for stack in range(1, 8)]
    assert racked(table) == [*stacks, ("stub", 5, "void")]


@both
def test_a_round_that_ends_in_the_deal_leaves_the_deck(book):
    """Who has which cards then, nobody knows."""
    table = PaiGowTable(book, players=2).ready().bet_all().to("deal")
    table.take(face_up=(1, 2))
    table.finish()
    assert racked(table) == [("deck", 53, "void")]


@both
def test_the_rack_takes_no_more_than_the_deck_has(book):
    """A foreign card, or a count that cannot be."""
    for stub in ({"cards": 5}, {"cards": 4, "hands": {1: 20}}):
        table = PaiGowTable(book, players=2).ready().bet_all().to("count-stub")
        table.take(**stub)
        table.finish()
        assert sum(number for _, number, _ in racked(table)) == 53


# What can be reported is listed


OPTIONAL = {
    "deal": ("first", "exposed", "face_up", "drawn_in_error"),
    "count-stub": ("cards", "hands", "face_up"),
    "uncover": ("flat", "fallen"),
    "announce-total": ("total",),
}


def listed(table, act, by=DEALER_ACTOR):
    (option,) = table.legal(by, act)
    return {name: bound for name, bound in option.bounds.items() if bound.get("optional")}


def within(bound):
    """Something that a bound allows, the least and the most of it."""
    if "choices" in bound:
        return list(bound["choices"])
    if "some" in bound:
        return [(bound["some"][0],), tuple(bound["some"][-2:])]
    if "each" in bound:
        return [{bound["each"][0]: bound["least"]}, dict.fromkeys(bound["each"], bound["most"])]
    return [bound["least"], bound["most"]]


@both
@pytest.mark.parametrize("act", OPTIONAL)
def test_what_may_go_wrong_with_a_step_is_listed_with_it(book, act):
    """Each fact may be left out, and each that is within its bounds is taken."""
    table = PaiGowTable(book, players=2).ready().bet_all().to(act)
    bounds = listed(table, act)
    assert set(bounds) == set(OPTIONAL[act])
    for name, bound in bounds.items():
        for value in within(bound):
            one = PaiGowTable(book, players=2).ready().bet_all().to(act)
            one.take(**{name: value})
    table.take()


@both
def test_a_jam_is_listed_where_a_machine_deals(book):
    table = PaiGowTable(book, {"table.dealing": "automated-shoe"}, players=2).ready().bet_all().to("deal")
    assert listed(table, "deal")["jammed"]["choices"] == (False, True)
    table.take(jammed=True)
    assert table.last("round-voided")["why"] == "shoe-jammed"


@div("(n)(11)", "(n)(12)")
def test_faults_of_stacks_are_listed():
    def hand():
        return PaiGowTable(DIV, {"table.dealing": "hand", "table.shuffler": True}, players=2).ready().bet_all()

    bounds = listed(hand().to("deal-stacks"), "deal-stacks")
    assert set(bounds) == {"pattern", "exposed", "face_up", "drawn_in_error"}
    for name, bound in bounds.items():
        for value in within(bound):
            hand().to("deal-stacks").take(**{name: value})
    assert listed(hand().to("count-stub"), "count-stub")["hands"]["each"] == tuple(range(1, 8))
    assert set(listed(hand().to("deal"), "deal")) == {"first", "exposed"}, "the deck was looked at when stacks were made"


def test_counting_the_inventory_is_listed_with_the_closing():
    table = PaiGowTable(MD, players=1)
    assert set(listed(table, "close-table", FLOOR_ACTOR)) == {"counted", "why"}
    table.do("close-table", FLOOR_ACTOR, counted=dollars(1), why="the rest is missing")


COUPONS = {"coupons.match-play": True, "coupons.progressive": True}


@div("(g)(1)#1", "(g)(4)#1")
def test_coupons_are_listed_where_they_are_filed():
    table = PaiGowTable(DIV, COUPONS, ["progressive", "bonus"], players=1).ready()
    table.bet(1, 10)
    may = {option.facts["wager"]: option.bounds.get("coupon") for option in table.legal(1, "wager")}
    assert may["bonus"] is None
    assert may["progressive"] == {"optional": True, "instead": "amount", "choices": (dollars(1),)}
    beside = {"optional": True, "beside": "amount", "least": Cents(1), "together": dollars(490)}
    assert may["pai-gow"] == beside
    matched = PaiGowTable(DIV, COUPONS, ["progressive"], {"DIV-100": "at-least-its-face"}, players=1).ready()
    (base,) = [option for option in matched.legal(1, "wager") if option.facts["wager"] == "pai-gow"]
    assert base.bounds["coupon"]["matched"]
    table.bet(1, 0, "progressive", coupon=dollars(1))
    table.bet(1, 10, coupon=dollars(5))
    table.finish()


@both
def test_no_coupon_is_listed_where_none_is_filed_or_somebody_banks(book):
    assert all("coupon" not in option.bounds for option in PaiGowTable(book, players=1).ready().legal(1, "wager"))
    if book == DIV:
        table = PaiGowTable(DIV, {"coupons.match-play": True, **BANK}).play()
        table.bank = 1
        table.ready()
        assert all("coupon" not in option.bounds for option in table.legal(2, "wager"))


# A refusal by role says whose act it is


ONE_BOOK = {"settle-numbers", "deal-stacks", "choose-stack", "report-stacks"}
"""What Maryland does not know."""


@both
@pytest.mark.parametrize("act", ACTS)
def test_whoever_may_not_is_refused_under_the_acts_own_clauses(book, act):
    table = PaiGowTable(book, players=1)
    wrong = next(role for role in Role if role not in ACTS[act].roles)
    refusal = table.refused(act, SOMEBODY[wrong])
    assert refusal.code == "round.role"
    assert bool(refusal.clauses) == (book == DIV or act not in ONE_BOOK)
    assert {clause.book for clause in refusal.clauses} <= {book}


def test_papers_are_for_the_floor():
    refusal = PaiGowTable(MD, players=1).refused("complete-documents", DEALER_ACTOR, position=1)
    assert short(refusal.clauses) == ["11.H(6)(b)(vi)"]


# Whoever left in mid-round


@both
def test_whoever_left_has_no_more_to_say(book, claim):
    table = PaiGowTable(book, players=3).ready().bet_all().to("players")
    table.do("leave", 2)
    low = table.run.table.round.hands[2][:2]
    stays = {MD: "7.C(1)", DIV: "(g)(2)#2"}[book]
    for act, facts in (
        ("set-hand", {"position": 2, "low": low}),
        ("ask-house-way", {"position": 2}),
        ("surrender", {"position": 2}),
        ("buy-in", {"amount": dollars(10)}),
        ("tip", {"amount": dollars(10)}),
        ("cash-out", {"amount": dollars(10)}),
        ("leave", {}),
        ("sit", {"position": 4}),
    ):
        refusal = table.refused(act, Actor(Role.PLAYER, "Bob"), **facts)
        assert refusal.code.endswith(".left"), act
        assert refusal.clauses, act
    assert stays in short(table.refused("tip", Actor(Role.PLAYER, "Bob"), amount=dollars(10)).clauses)
    assert table.run.legal(Actor(Role.PLAYER, "Bob"), table.at) == ()
    table.finish()
    assert "Bob" not in table.run.table.seats.values()
    table.sit("Bob", 4)
    bear(claim, book, "7.C(1)", "(g)(2)#2")


@both
def test_a_hand_that_was_left_is_offered_to_nobody(book):
    table = PaiGowTable(book, players=2).ready().bet_all().to("deal")
    table.take(exposed={2: 1})
    table.to("players").do("leave", 2)
    context = round_context(table.run.table, table.at)
    assert table.run.table.game.legal_options(context, Actor(Role.PLAYER, "Bob")) == ()
    assert table.refused("void-exposed", Actor(Role.PLAYER, "Bob"), position=2).code == "round.left"
    table.finish()
