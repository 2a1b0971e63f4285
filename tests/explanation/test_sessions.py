"""Every round of a session is explained and reported, and every event has words."""

import json

from houseway.events import Event
from houseway.explanation.report import report_round
from houseway.explanation.why import explain_round
from houseway.explanation.words import describe_event
from houseway.files.rounds.check import check_expectations
from houseway.ledger import MONEY_MOVED, Transfer, account_changes
from tests.support.clauses import against_dealer, both, every_book
from tests.support.round_texts import played, settled, ultimate
from tests.support.sessions import dealt_session

# Why


@every_book
def test_why_accounts_for_every_cent(book):
    opened, dealt_rounds = dealt_session(book)
    for each in dealt_rounds:
        moved = account_changes(Transfer.from_event(event) for event in each.events if event.kind == MONEY_MOVED)
        explained = explain_round(each.events, opened.run.table.rules)
        assert explained.account_changes == {account: amount.amount for account, amount in moved.items()}
        assert sum(explained.account_changes.values()) == 0
        count = len(explained.other_moves) + sum(len(wager.moves) for wager in explained.wagers)
        assert count == sum(event.kind == MONEY_MOVED for event in each.events)
        assert explained.number == each.number
        assert all(explained.gists.values())
        json.dumps(explained.to_json())


@both
def test_why_goes_from_two_hands_to_clause_to_cents(book):
    opened, dealt_rounds = dealt_session(book)
    for each in dealt_rounds:
        explained = explain_round(each.events, opened.run.table.rules)
        for wager in explained.wagers:
            if wager.result in ("win", "lose", "tie") and wager.position:
                assert wager.hand
                assert wager.clauses
                assert wager.high or wager.wager.startswith("number")
            if wager.result == "win" and wager.position:
                assert wager.net == wager.amount - wager.vigorish - (wager.stake if wager.wager == "progressive" else 0)


@against_dealer
def test_why_goes_from_one_hand_against_the_dealers_to_clause_to_cents(book):
    opened, dealt = dealt_session(book)
    for each in dealt:
        explained = explain_round(each.events, opened.run.table.rules)
        for wager in explained.wagers:
            assert wager.result
            assert wager.clauses
            assert wager.hand
            assert wager.cards or wager.board or wager.result == "envy" or wager.hand == "folded"
            if wager.wager in ("ante", "blind", "play") and wager.hand != "folded":
                assert wager.rank_clauses or " high with " in wager.hand
                assert " against " in wager.hand
            if wager.result == "lose":
                assert wager.net == -wager.stake


def test_an_envy_bonus_is_explained_with_its_lammer():
    result = played("""
title = "Bob has a straight flush: Ann, who has a lammer, is paid for it"
book = "md.pai-gow-poker"
submission = "everything"
[players.1]
wagers = { pai-gow = "$10", fortune-bonus = "$5" }
cards = "Ah Kd Jc 8s 6h 4c 2s"
[players.2]
wagers = { pai-gow = "$10" }
cards = "9d 8d 7d 6d 5d Kc 2h"
[expect.envy]
"1 fortune-bonus" = 2000
""")
    assert check_expectations(result) == []
    (envy,) = [each for each in explain_round(result.events, result.run.table.rules).wagers if each.result == "envy"]
    assert (envy.wager, envy.player, envy.amount, envy.net) == ("fortune-bonus envy", "Ann", 2000, 2000)
    assert "13.B(2)(f)" in [clause.clause for clause in envy.clauses]


def test_envy_of_several_hands_is_added_up():
    text = ultimate().replace('"minimal"', '"everything"').replace('ante = "$10"', 'ante = "$15", progressive = "$5"')
    text = text.replace("[dealer]", '[players.3]\nwagers = { ante = "$15", progressive = "$1" }\ncards = "9s 8s"\n[dealer]')
    text = text.replace('["check", "check", "fold"]', '["check", "check", "play 1"]')
    expect = '[expect.envy]\n"2 progressive" = 650000\n"3 progressive" = 100000\n"1 progressive" = 150000\n'
    result = settled(text + expect)
    explained = explain_round(result.events, result.run.table.rules)
    envies = {each.position: each for each in explained.wagers if each.result == "envy"}
    assert envies[2].amount == envies[2].net == 650_000
    assert envies[2].hand == "straight flush at position 3; royal flush at position 1"


# Reports


@both
def test_a_report_has_every_hand_that_was_turned_over(book):
    opened, dealt_rounds = dealt_session(book)
    for each in dealt_rounds:
        made = report_round(each.events, opened.run.table.rules, each.seats, each.meters)
        assert set(made.hands) <= set(range(7))
        assert {position for position in each.seats if made.wagers(position)} <= set(made.hands)
        assert sum(made.player_net(name) for name in each.seats.values()) == sum(
            cents for account, cents in made.explanation.account_changes.items() if account.startswith("player:")
        ) - bought(each)
        json.dumps(made.to_json())


def bought(each):
    moved = [event for event in each.events if event.facts.get("reason") == "buy-in"]
    return sum(event["amount"].amount for event in moved if str(event["target"]).startswith("player:"))


@against_dealer
def test_a_report_has_hands_decisions_and_board(book):
    opened, dealt = dealt_session(book)
    for each in dealt:
        made = report_round(each.events, opened.run.table.rules, each.seats, each.meters)
        assert set(made.hands) == set(range(7))
        assert all(hand.hand_words for hand in made.hands.values())
        assert all(made.hands[place].decisions for place in each.seats)
        assert len(made.board) == (5 if made.up_cards == () else 0)
        document = json.loads(json.dumps(made.to_json()))
        assert document["hands"][1]["decisions"] == list(made.hands[1].decisions)


# Words


@every_book
def test_every_event_has_words(book):
    _, dealt_rounds = dealt_session(book)
    for each in dealt_rounds:
        for event in each.events:
            assert describe_event(event, each.seats)


def test_events_with_unknown_facts_have_words():
    assert describe_event(Event("pigs-flew", (), {"how_high": 3})) == "pigs flew: how high 3"
    exposed = Event("card-exposed", (), {"place": "burned", "cards": ()})
    assert describe_event(exposed) == "a card that was burned was exposed: face unknown"
