"""A bank round that is settled in one pass (PG-26): every hand is exposed, and collected from or paid, before the next."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from houseway.cards import CARDS
from houseway.croupier import FLOOR_ACTOR
from houseway.games.awards import vigorish_on
from houseway.games.pai_gow import procedure
from houseway.games.pai_gow.banking import chips_to_keep
from houseway.money import Cents
from houseway.procedure import CENTRE, VIGORISH
from tests.support.clauses import md
from tests.support.submissions import MD
from tests.support.table_driver import PaiGowTable, cards, dollars

BANK, CO_BANK = {"bank.offered": True}, {"bank.offered": True, "bank.co-banking": True}
ONE_PASS = {"PG-26": "one-pass"}
WINS, WINS_TOO, LOSES = "As Ad Kc Kd 9h 5s 3c", "Ah Ac Ks Kh 9d 5c 3d", "8s 7d 6c 4h 3h 2d Jc"
BANKS, DEALERS = "Ts Td Qh Jh 7h 5d 4c", "2c 3s 6d 7c 9c 4s Js"
PASS = ("expose", "pay", "rearrange", "settle-side", "collect-lost", "collect-cards", "settle-bank", "collect-surrendered")


def banked(bank=4, hands=(), options=BANK, wagers=(), chips=5000, **readings):
    """A round that somebody banks, ready for the wagers of the others."""
    table = PaiGowTable(MD, options, wagers, {**ONE_PASS, **readings}, players=4, chips=chips).play()
    chosen = {0: DEALERS, bank: BANKS, **dict(hands)}
    table.hands = {place: cards(hand) if isinstance(hand, str) else tuple(hand) for place, hand in chosen.items()}
    table.bank, table.co_bank = bank, options is CO_BANK
    return table.ready()


def without_house(table):
    """The bank wants no wager of the house."""
    table.do("direct-house-stake", 4, amount=Cents(0))
    return table


def in_order(events):
    """What is exposed and settled of the base wagers, in order."""
    told = []
    for event in events:
        if event.kind == "hand-exposed":
            told.append(("exposed", event["position"]))
        elif event.kind == "wager-settled" and event["wager"] == "pai-gow":
            told.append((event["result"], event["position"]))
    return told


@md("12.J", "12.J(2)", "12.J(3)", "12.J(4)")
def test_a_winner_is_paid_before_the_next_hands_are_exposed():
    table = without_house(banked(hands={1: WINS, 2: LOSES, 3: WINS_TOO})).bet_all(100).to("expose", 1)
    before = table.chips(4)
    table.to("expose", 2)
    assert (table.chips(1), table.chips(4)) == (dollars(5000) + dollars(95), before - dollars(100))
    assert table.balance(CENTRE) == Cents(0)
    table.to("expose", 3)
    assert table.balance(CENTRE) == dollars(100)
    table.to("settle-bank")
    assert (table.balance(CENTRE), table.chips(4)) == (Cents(0), before - dollars(100))
    table.finish()
    assert in_order(table.since(skip=1)) == [(what, place) for place in (1, 2, 3) for what in ("exposed", RESULTS[place])]


RESULTS = {1: "win", 2: "lose", 3: "win"}


@md("12.J(4)", "12.M")
def test_the_step_and_the_payment_name_the_clauses_of_the_centre():
    table = banked(hands={1: WINS, 2: LOSES, 3: WINS_TOO}).bet_all(100).to("pay", 1)
    assert table.due.words == "pay position 1 from the centre and take the vigorish"
    assert [str(clause).split()[-1] for clause in table.due.clauses] == ["12.J(3)", "12.M"]
    table.take()
    assert table.clauses("wager-settled", position=1, wager="pai-gow") == ["12.J(3)", "12.J(5)", "12.M"]


@md("12.D(2)")
@pytest.mark.parametrize("options", [BANK, CO_BANK], ids=["bank", "co-bank"])
def test_a_bank_that_just_covers_keeps_what_the_waiting_may_win(options):
    """Three wagers of an odd number of cents. Whatever was put in, the rest is covered, and no more is withheld."""
    table = banked(hands={1: WINS, 2: WINS_TOO, 3: LOSES}, options=options, chips=1000)
    for place in (1, 2, 3):
        table.do("wager", place, position=place, wager="pai-gow", amount=Cents(1001))
    table.to("expose", 1)
    free = table.chips(4) - chips_to_keep(table.context)
    table.do("tip", 4, amount=free)
    for place in (1, 2, 3):
        table.to("expose", place)
        assert chips_to_keep(table.context) <= table.chips(4)
        spare = table.chips(4) - chips_to_keep(table.context)
        assert bool(table.legal(4, "tip")) is (spare > Cents(0))
        assert table.refused("tip", 4, amount=spare + Cents(1))
    table.finish()


# Whatever the round


def expected_net(table, co_banking, events):
    """What the bank is up, told from the order in which wagers were collected and paid."""
    rules, centre, put_in, house = table.run.table.rules, 0, 0, 0
    for event in events:
        if event.kind == "house-staked":
            house = event["amount"].amount
        elif event.kind == "bank-exposed" and event["result"] == "lose":
            centre += house
        elif event.kind == "wager-surrendered":
            centre += event["stake"].amount
        elif event.kind == "wager-settled" and event["wager"] == "pai-gow":
            stake = event["stake"].amount
            taken = min(stake, centre) if event["result"] == "win" else 0
            put_in += stake - taken if event["result"] == "win" else 0
            centre += stake if event["result"] == "lose" else -taken
    if any(event.kind == "bank-exposed" and event["result"] == "win" for event in events):
        put_in, centre = put_in + max(house - centre, 0), max(centre - house, 0)
    own = (centre + 1) // 2 if co_banking else centre
    charge = vigorish_on(rules, Cents(own), "co-bank" if co_banking else "bank").amount
    return own - charge - ((put_in + 1) // 2 if co_banking else put_in)


def check_order(events):
    """Nobody is exposed while a wager that lies open waits."""
    told = in_order(events)
    for place, (what, position) in enumerate(told):
        if what == "exposed":
            assert told[place + 1][1] == position, told
            assert told[place + 1][0] in ("win", "lose", "tie")


@pytest.mark.parametrize("options", [BANK, CO_BANK], ids=["bank", "co-bank"])
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 4), st.sets(st.integers(1, 4)), st.lists(st.integers(1000, 9000), min_size=4))
@example(7, 1, {3}, [1001, 1003, 1007, 1009])
def test_what_one_pass_costs_the_bank_follows_from_the_order(options, seed, bank, giving_up, stakes):
    deck = random.Random(seed).sample(CARDS, 35)
    hands = {place: deck[7 * place : 7 * place + 7] for place in range(5)}
    table = banked(bank, hands, options)
    for place in {1, 2, 3, 4} - {bank}:
        table.do("wager", place, position=place, wager="pai-gow", amount=Cents(stakes[place - 1]))
    before = table.chips(bank)
    while table.due is None or table.due.act not in PASS:
        table.take() if table.due is not None else table._answer()
    while table.due.act in PASS:
        place = table.due.facts.get("position")
        if table.due.act == "expose" and place in giving_up:
            table.act(place, "surrender")
        assert chips_to_keep(table.context) <= table.chips(bank)
        table.take()
    table.finish()
    events = table.since(skip=1)
    check_order(events)
    assert (table.chips(bank) - before).amount == expected_net(table, options is CO_BANK, events)
    assert table.balance(CENTRE) == Cents(0)


# A round that turns out void on the way


def settlement_steps():
    """Every number of steps after which the pass may end."""
    table = side_round("unwound")
    count = 0
    while table.due.act != "end-round":
        table.take()
        count += 1
    return count


def side_round(reading, options=BANK):
    """Ann wins, Bob loses, Cid wins, all with a bonus and a progressive wager; Dee banks."""
    table = banked(
        hands={1: WINS, 2: LOSES, 3: WINS_TOO}, options=options, wagers=["fortune-bonus", "progressive"], **{"PG-90": reading}
    )
    return table.bet_all(100, fortune_bonus=5, progressive=1).to("expose", 1)


@md("14.H", "14.K")
@pytest.mark.parametrize("options", [BANK, CO_BANK], ids=["bank", "co-bank"])
@pytest.mark.parametrize("reading", ["unwound", "settled-stands"])
def test_a_void_found_at_any_step_leaves_nothing_on_the_table(reading, options):
    """Unwound, everybody has what he had. Where settled wagers stand, who was settled keeps it, the others get their wagers."""
    steps = settlement_steps()
    assert steps > 15
    for after in range(0, steps, 2):
        table = side_round(reading, options)
        had = {place: dollars(5000) for place in (1, 2, 3)}
        for _ in range(after):
            table.take()
        done = {place for what, place in in_order(table.since()) if what in ("win", "lose", "tie")}
        table.do("report-misdeal", FLOOR_ACTOR, hands={3: 8})
        assert table.balance(CENTRE) == Cents(0)
        assert all(table.balance(f"layout:{place}") == Cents(0) for place in range(5))
        for place in had:
            changed = table.chips(place) != had[place]
            assert changed is (reading == "settled-stands" and place in done), (after, place)
        if reading == "unwound":
            assert table.balance(VIGORISH) == Cents(0)
        table.finish()


@md("14.H")
def test_a_void_that_is_found_after_the_round_undoes_one_pass_as_it_does_two():
    table = side_round("unwound").finish()
    done = table.run.table.completed.number
    table.do("report-misdeal", FLOOR_ACTOR, round=done, hands={3: 8})
    table.do("rule-finding", FLOOR_ACTOR, finding=1, choice="carry-out", why="eight cards")
    assert [table.chips(place) for place in (1, 2, 3)] == [dollars(5000)] * 3
    assert table.balance(CENTRE) == Cents(0)


# A table that an earlier version left in the middle of a round


def test_hands_that_an_earlier_version_had_exposed_together_are_paid_in_order(monkeypatch):
    """It exposed all hands first. The rest of such a round is settled hand by hand, and what lies in the centre pays."""
    table = without_house(banked(hands={1: WINS, 2: LOSES, 3: WINS_TOO})).bet_all(100).to("expose", 1)
    with monkeypatch.context() as earlier:
        earlier.setattr(procedure, "is_paid_in_one_pass", lambda rules: False)
        table.to("settle-bank")
    table.do("tip", 1, amount=Cents(100))
    assert (table.due.act, table.due.facts) == ("pay", {"position": 1})
    before = table.chips(4)
    table.finish()
    assert table.chips(4) == before - dollars(100)
    assert [what for what in in_order(table.since(skip=1)) if what[0] == "win"] == [("win", 1), ("win", 3)]
