"""What is found about a round that is over: the transfers are proposed, and a floorperson rules."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.events import Actor, Event, Role
from houseway.ledger import MONEY_MOVED, Reason, Transfer
from houseway.money import Cents
from houseway.table.state import evolve_all
from tests.support.clauses import bear, bears, both, short, uth
from tests.support.submissions import DIV, DIV_PROGRESSIVE, MD, MD_PROGRESSIVE, submission
from tests.support.table_driver import HAND, MACHINE, FourCardTable, PaiGowTable, UltimateTable, cards, dollars

WON = Cents(950)
"""Ten dollars less vigorish."""
HANDS = {0: "6s 6d Kh Qc 8d 4d 3s", 1: "As Ad Kc Kd 9h 5s 3c", 2: "2c 2d 4c 5d 7h 8s 9c"}


def played(book):
    return PaiGowTable(book, hands=HANDS, players=2).play()


@both
def test_nothing_is_undone_by_itself(book, claim):
    """Ann has won and Bob lost when the round was completed."""
    bear(claim, book, "14.H 14.K", "(n)(8)")
    table = played(book)
    had = [table.chips(place) for place in (1, 2)]
    (reported,) = table.do("report-misdeal", DEALER_ACTOR, hands={2: 6}, round=1)
    assert [table.chips(place) for place in (1, 2)] == had == [dollars(5000) + WON, dollars(4990)]
    moves = {(source, target): amount for source, target, amount, _, _ in reported["proposed"]}
    assert moves["inventory", "player:Bob"] == dollars(10)
    assert moves["player:Ann", "inventory"] == WON
    (option,) = table.legal(FLOOR_ACTOR, "rule-finding")
    assert (option.facts, option.bounds["choice"]["choices"]) == ({"finding": 1}, ("carry-out", "stands"))


@both
def test_a_floorperson_carries_it_out(book):
    table = played(book)
    table.do("report-misdeal", DEALER_ACTOR, hands={2: 6}, round=1)
    assert table.refused("rule-finding", DEALER_ACTOR, finding=1, choice="carry-out", why="seen").code == "table.role"
    ruled, annulled, *moved = carry_out(table)
    assert [table.chips(place) for place in (1, 2)] == [dollars(5000)] * 2
    assert (annulled.kind, annulled["round"]) == ("round-annulled", 1)
    assert {Transfer.from_event(event).reason for event in moved} == {Reason.RULING}
    assert (ruled["choice"], ruled["by"]) == ("carry-out", FLOOR_ACTOR.name)
    assert table.legal(FLOOR_ACTOR, "rule-finding") == []
    assert table.refused("report-misdeal", hands={2: 6}, round=1).code == "finding.round", "it is undone, once"
    table.play()


@both
def test_or_lets_the_result_stand(book):
    table = played(book)
    had = [table.chips(place) for place in (1, 2)]
    table.do(
        "report-start", FLOOR_ACTOR, first=table.legal(FLOOR_ACTOR, "report-start")[0].bounds["first"]["choices"][0], round=1
    )
    assert len(table.do("rule-finding", FLOOR_ACTOR, finding=1, choice="stands", why="nobody was harmed")) == 1
    assert [table.chips(place) for place in (1, 2)] == had
    assert table.refused("rule-finding", FLOOR_ACTOR, finding=1, choice="stands", why="again").code == "finding.none"


@pytest.mark.parametrize("book", [MD, DIV])
def test_only_the_last_completed_round_can_be_reported(book):
    table = played(book)
    assert table.refused("report-misdeal", hands={2: 6}, round=2).code == "finding.round"
    table.play()
    assert table.refused("report-misdeal", hands={2: 6}, round=1).code == "finding.round"
    listed = [option.facts["round"] for option in table.legal(DEALER_ACTOR, "report-misdeal")]
    assert listed == [2]


@both
def test_who_left_since_gives_nothing_back(book):
    table = played(book)
    table.do("leave", 1)
    (reported,) = table.do("report-misdeal", FLOOR_ACTOR, hands={2: 6}, round=1)
    assert {source for source, *_ in reported["proposed"]} == {"inventory", "vigorish"}
    table.do("rule-finding", FLOOR_ACTOR, finding=1, choice="carry-out", why="seen on tape")
    assert table.chips(2) == dollars(5000)


@uth("13.E")
def test_of_a_game_against_the_dealer_too():
    game = (
        UltimateTable(players=2, hands={1: "As Ks", 2: "2c 7d", 0: "4h 5h"}, board="Qs Js Ts 3h 3d").ready().bet_all().finish()
    )
    game.do("report-misdeal", FLOOR_ACTOR, hands={2: 3}, round=1)
    game.do("rule-finding", FLOOR_ACTOR, finding=1, choice="carry-out", why="seen on tape")
    assert [game.chips(place) for place in (1, 2)] == [dollars(5000)] * 2


@both
def test_a_ruling_bears_a_name(book):
    table = played(book)
    table.do("report-misdeal", hands={2: 6}, round=1)
    nobody = Actor(Role.FLOOR, "")
    assert table.refused("rule-finding", nobody, finding=1, choice="stands", why="x").code == "table.nameless"


# With a progressive meter

METER = "progressive/meter"
DEALER_HAS = {0: "2d 3d 5h 7s 8d Td Jh"}
WINS_METER = {MD: {**DEALER_HAS, 1: "3c 4c 5c 6c 7c 8c 9c"}, DIV: {**DEALER_HAS, 1: "As Ks Qs Js Ts 9d 9c"}}
"""Ann holds what wins the whole meter: a straight flush of seven cards, or a royal flush and a pair."""
PROGRESSIVE = {MD: MD_PROGRESSIVE, DIV: DIV_PROGRESSIVE}


def bet_with_progressive(table, *positions):
    """Base wagers of ten dollars, with the progressive."""
    for position in positions:
        table.bets(position, 10, progressive=int(PROGRESSIVE[table.book]["stake"].removeprefix("$")))
    return table


def played_with_meter(book):
    """In the second round Ann has won the whole meter; what it was before, and the chips of Ann and Bob."""
    table = PaiGowTable(book, wagers={"progressive": PROGRESSIVE[book]}, hands=HANDS, players=2)
    bet_with_progressive(table.ready(), 1, 2).finish()
    table.hands = {place: cards(hand) for place, hand in WINS_METER[book].items()}
    had = table.run.meters[METER].value, [table.chips(place) for place in (1, 2)]
    bet_with_progressive(table.ready(), 1, 2).finish()
    assert table.run.meters[METER].value < had[0]
    return table, *had


def carry_out(table):
    return table.do("rule-finding", FLOOR_ACTOR, finding=1, choice="carry-out", why="seen on tape")


@both
def test_the_meter_is_as_before_the_round(book, claim):
    bear(claim, book, "14.H 14.K", "(n)(8)")
    table, before, had = played_with_meter(book)
    after = table.run.meters[METER].value
    (reported,) = table.do("report-misdeal", hands={2: 6}, round=2)
    assert reported["meters"] == ((METER, before - after),)
    assert table.run.meters[METER].value == after, "nothing is undone by itself"
    carry_out(table)
    assert table.run.meters[METER].value == before
    assert [table.chips(place) for place in (1, 2)] == had


@both
def test_what_the_next_round_has_put_into_the_meter_stays(book):
    table, before, _ = played_with_meter(book)
    table.do("report-misdeal", hands={2: 6}, round=2)
    after = table.run.meters[METER].value
    table.hands = {}
    bet_with_progressive(table.ready(), 2).to("rule-finding")
    added = table.run.meters[METER].value - after
    assert added > 0
    carry_out(table)
    assert table.run.meters[METER].value == before + added


@both
def test_what_the_winner_has_taken_away_stays_owed(book):
    table, before, _ = played_with_meter(book)
    table.do("leave", 1)
    (reported,) = table.do("report-misdeal", FLOOR_ACTOR, hands={2: 6}, round=2)
    (ruled, *_) = carry_out(table)
    owed = {wager: amount for place, wager, amount in ruled["owed"] if place == 1}
    assert reported["owed"] == ruled["owed"]
    assert owed["progressive"] >= dollars(10_000)
    assert table.run.meters[METER].value == before


@both
def test_a_debt_alone_waits_for_a_ruling(book):
    """Bob was not there, so nothing can move."""
    table = PaiGowTable(book, hands=HANDS, players=1).play()
    table.do("leave", 1)
    (reported,) = table.do("report-misdeal", FLOOR_ACTOR, hands={1: 6}, round=1)
    assert [(place, wager) for place, wager, _ in reported["owed"]] == [(1, "pai-gow")]
    assert len(table.legal(FLOOR_ACTOR, "rule-finding")) == 1


@both
def test_a_loser_who_has_left_gets_cash(book):
    table = played(book)
    table.do("leave", 2)
    table.do("report-misdeal", FLOOR_ACTOR, hands={2: 6}, round=1)
    paid = [Transfer.from_event(event) for event in carry_out(table) if event.kind == MONEY_MOVED]
    assert [(each.source, each.amount) for each in paid if each.reason is Reason.CASH_OUT][:1] == [("player:Bob", dollars(10))]
    assert table.balance("player:Bob") == Cents(0)


@both
def test_a_finding_is_ruled_on_before_the_next_round_ends(book):
    table = played(book)
    table.do("report-misdeal", hands={2: 6}, round=1)
    assert table.refused("close-table", FLOOR_ACTOR).code == "finding.waits"
    assert table.legal(FLOOR_ACTOR, "close-table") == []
    table.hands = {}
    table.ready().bet_all().to("rule-finding")
    assert table.refused("end-round", DEALER_ACTOR).code == "finding.waits"
    assert table.legal(DEALER_ACTOR, "end-round") == []
    table.do("rule-finding", FLOOR_ACTOR, finding=1, choice="stands", why="nobody was harmed")
    table.finish()


@both
def test_the_rules_of_the_round_count_although_they_were_amended_since(book):
    """Under the new rules what was settled would stand."""
    table = played(book)
    reading = {MD: "PG-90", DIV: "DIV-90"}[book]
    table.do("amend", FLOOR_ACTOR, submission=submission(book, readings={reading: "settled-stands"}))
    (reported,) = table.do("report-misdeal", hands={2: 6}, round=1)
    assert reported["proposed"]


def royal_flush(**more):
    hands = {1: "As Ks", 2: "2c 7d", 0: "4h 5h"}
    game = UltimateTable(players=2, wagers=["progressive"], hands=hands, board="Qs Js Ts 3h 3d", **more).ready()
    return game.bet_all(trips=5, progressive=5).finish()


@uth("13.E", "12.D(4)", "11.J(2)(e)")
def test_meter_and_envy_of_a_game_against_the_dealer_go_back():
    game = royal_flush()
    assert game.run.meters[METER].value < dollars(20_000).amount
    game.do("report-misdeal", FLOOR_ACTOR, hands={2: 3}, round=1)
    carry_out(game)
    assert game.run.meters[METER].value == dollars(20_000).amount
    assert [game.chips(place) for place in (1, 2)] == [dollars(5000)] * 2


@uth("13.F")
def test_a_dealers_card_exposed_in_time_leaves_the_progressive_alone():
    game = royal_flush()
    shown = game.run.meters[METER].value
    (reported,) = game.do("report-exposed", FLOOR_ACTOR, place=0, when="deciding", round=1)
    assert (reported["meters"], {wager for *_, wager in reported["proposed"]}) == ((), {"ante", "blind", "play"})
    carry_out(game)
    assert game.run.meters[METER].value == shown


@bears("13.E")
def test_four_aces_of_four_card_poker_too():
    hands = {1: "As Ah Ad Ac 2c", 2: "3s 6d Tc Kc Jc", 0: "3c 4h 7d Jh Qh Td"}
    game = FourCardTable(players=2, wagers=["progressive"], hands=hands).ready()
    before = game.run.meters[METER].value
    game.bet_all(progressive=5).finish()
    game.do("report-misdeal", FLOOR_ACTOR, hands={2: 6}, round=1)
    carry_out(game)
    assert game.run.meters[METER].value == before


# Devices

RESHUFFLING_SHOE = {**MACHINE, "table.reshuffling-device": True}


def device_failed(table, **facts):
    """What a device that failed in the round would lead to."""
    (reported,) = table.do("report-device", FLOOR_ACTOR, round=1, **facts)
    assert len(table.legal(FLOOR_ACTOR, "rule-finding")) == bool(reported["proposed"])
    return short(reported.clauses)


@both
def test_a_shoe_that_failed_would_have_voided_the_round(book, claim):
    bear(claim, book, "14.M", "(n)(14)#1 (n)(14)#2")
    table = PaiGowTable(book, MACHINE, hands=HANDS, players=2).play()
    assert device_failed(table, device="automated-shoe") == {MD: ["14.M"], DIV: ["(n)(14)#1", "(n)(14)#2"]}[book]
    carry_out(table)
    assert [table.chips(place) for place in (1, 2)] == [dollars(5000)] * 2


@both
@pytest.mark.parametrize(("live", "void"), [(True, True), (False, False)])
def test_as_it_is_read_only_with_cards_of_the_round_in_it(book, live, void):
    reading = {MD: "PG-98", DIV: "DIV-111"}[book]
    table = PaiGowTable(book, MACHINE, (), {reading: "while-cards-are-in-it"}, hands=HANDS, players=2).play()
    assert bool(device_failed(table, device="automated-shoe", live=live)) is void


@uth("13.I(1)")
def test_the_shoe_of_a_game_against_the_dealer_too():
    game = UltimateTable(RESHUFFLING_SHOE, players=2).ready().bet_all().finish()
    assert "13.I(1)" in device_failed(game, device="reshuffling-device", what="stopped")
    carry_out(game)
    assert [game.chips(place) for place in (1, 2)] == [dollars(5000)] * 2


@uth("13.H(2)")
def test_a_shuffler_returns_the_wagers_if_it_held_the_cards_of_the_round():
    game = UltimateTable(HAND, players=2).ready().bet_all().finish()
    assert device_failed(game, device="shuffler") == []
    assert "13.H(2)" in device_failed(game, device="shuffler", live=True)


def test_a_reshuffling_shoe_that_fails_while_a_round_is_dealt_from_it_is_a_shoe():
    table = PaiGowTable(MD, RESHUFFLING_SHOE, players=2).ready().bet_all().to("deal")
    failed, voided, *_ = table.do("report-device", device="reshuffling-device", usable=True)
    assert short(failed.clauses) == short(voided.clauses) == ["14.M"]


def test_only_devices_of_the_round_are_listed_and_taken():
    table = PaiGowTable(MD, HAND, hands=HANDS, players=2).play()
    assert [option.facts["device"] for option in table.legal(DEALER_ACTOR, "report-device") if "round" in option.facts] == [
        "shuffler"
    ]
    assert table.refused("report-device", device="automated-shoe", round=1).code == "finding.device"
    assert table.refused("report-device", device="shuffler", what="tired", round=1).code == "command.fact"
    assert table.refused("report-device", device="shuffler", usable=True, round=1).code == "command.unknown-fact"
    assert table.refused("report-device", 1, device="shuffler", round=1).code == "table.role"


def test_a_device_adds_nothing_to_a_round_that_is_void():
    table = PaiGowTable(MD, MACHINE, players=2).ready().bet_all().to("deal")
    table.take(jammed=True)
    table.finish()
    assert [option for option in table.legal(DEALER_ACTOR, "report-device") if "round" in option.facts] == []
    assert table.refused("report-device", device="automated-shoe", round=1).code == "finding.void"


# A deck that was wrong


def wrong_stub(table):
    """Report a stub with a card too many, and carry it out."""
    bounds = [option.bounds for option in table.legal(FLOOR_ACTOR, "report-misdeal") if "stub" in option.bounds]
    table.do("report-misdeal", FLOOR_ACTOR, stub=bounds[0]["stub"].get("right", 4) + 1, round=1)
    return carry_out(table)


@pytest.mark.parametrize("until", ["", "close-betting", "deal", "end-round"])
@pytest.mark.parametrize(
    "game", [UltimateTable, FourCardTable, lambda **more: PaiGowTable(MD, **more)], ids=["uth", "fc", "md"]
)
def test_the_deck_of_the_round_leaves_the_table(game, until, claim):
    """At once, or when its cards are no longer in play."""
    table = game(players=2).ready().bet_all().finish().ready().bet_all()
    table.to(until) if until else None
    (condemned,) = (event for event in wrong_stub(table) if event.kind == "deck-condemned")
    claim(*condemned.clauses)
    assert condemned["deck"] == "deck 1"
    table.finish().ready()
    removed = [(event["deck"], event.clauses) for event in table.run.events if event.kind == "deck-removed"]
    assert removed == [("deck 1", condemned.clauses)]


def test_a_deck_that_has_left_since_is_not_removed_again():
    table = PaiGowTable(MD, hands=HANDS, players=2).play()
    table.do("remove-deck", FLOOR_ACTOR, deck="deck 1")
    assert "deck-condemned" not in {event.kind for event in wrong_stub(table)}


# One finding after another


@uth("13.F", "13.E")
def test_after_the_base_wagers_the_others_may_be_found_void_too():
    game = royal_flush()
    game.do("report-exposed", FLOOR_ACTOR, place=0, when="deciding", round=1)
    game.do("report-misdeal", FLOOR_ACTOR, hands={2: 3}, round=1)
    game.do("rule-finding", FLOOR_ACTOR, finding=1, choice="carry-out", why="seen on tape")
    (option,) = game.legal(FLOOR_ACTOR, "rule-finding")
    assert option.facts == {"finding": 2}, "the other waits"
    game.do("rule-finding", FLOOR_ACTOR, finding=2, choice="carry-out", why="seen on tape")
    assert game.run.meters[METER].value == dollars(20_000).amount
    assert [game.chips(place) for place in (1, 2)] == [dollars(5000)] * 2, "nothing is given back twice"
    assert game.refused("report-misdeal", FLOOR_ACTOR, hands={2: 3}, round=1).code == "finding.round"


@uth("13.F", "13.E")
def test_it_may_also_be_found_afterwards():
    game = royal_flush()
    game.do("report-exposed", FLOOR_ACTOR, place=0, when="deciding", round=1)
    carry_out(game)
    (again,) = game.do("report-exposed", FLOOR_ACTOR, place=0, when="deciding", round=1)
    assert again["proposed"] == (), "these wagers are back"
    (found,) = game.do("report-misdeal", FLOOR_ACTOR, hands={2: 3}, round=1)
    assert {wager for *_, wager in found["proposed"]} == {"trips", "progressive", "progressive-envy-5"}


# What an earlier version of the program has recorded


@both
@pytest.mark.parametrize("choice", ["carry-out", "stands"])
def test_findings_and_rulings_of_the_first_schema_are_folded_as_they_were(book, choice):
    """A finding did not name a deck. A ruling that was carried out ended all findings of its round, and changed nothing else."""
    table = played(book)
    before = table.run.table
    events = table.do("report-misdeal", DEALER_ACTOR, hands={2: 6}, round=1)
    waiting = evolve_all(before, [_of_first_schema(event) for event in events])
    assert [finding.number for finding in waiting.findings] == [1]
    ruled = table.do("rule-finding", FLOOR_ACTOR, finding=1, choice=choice, why="seen on tape")
    after = evolve_all(waiting, [_of_first_schema(event) for event in ruled if event.kind != "round-annulled"])
    assert (after.is_new_game, after.history) == (False, before.history)
    assert after.findings == ()
    assert (after.completed is None) == (choice == "carry-out")
    assert after.ledger == table.run.table.ledger


def _of_first_schema(event):
    content = event.to_json()
    content.pop("schema", None)
    content["facts"] = {name: fact for name, fact in content["facts"].items() if name not in ("deck", "void", "moved")}
    return Event.from_json(content)
