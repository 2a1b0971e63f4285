"""Random rounds of Maryland's Pai Gow Poker: whatever is dealt, the parts of a result add up to its whole."""

import random

import pytest

from houseway_referee import NotDecided
from houseway_referee.pai_gow_md.readings import READINGS
from tests.referee.md_rounds import BANK, DEALER, FLOOR, METER, PROGRESSIVE, WAGERS, a_round, act, decided, player, wager

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jk"]
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
OPTIONS = {**BANK, "table.positions-per-player": 2, "payout-limit.amount": 5_000_000}


def low_of(cards):
    """Set the two lowest cards in front: never foul with the pairs behind, and good enough here."""
    order = "23456789TJQKA"
    loose = sorted(cards, key=lambda card: -1 if card == "Jk" else order.index(card[0]))
    single = [card for card in loose if card != "Jk" and sum(other[0] == card[0] for other in cards) == 1]
    return " ".join((single + [card for card in loose if card not in single and card != "Jk"])[:2])


def random_acts(dice, number):
    """Play one round; reports may come at any moment, and about the round before."""
    cards = dice.sample(DECK, 49)
    hands = {place: cards[7 * place : 7 * place + 7] for place in range(7)}
    seats = {place + 1: name for place, name in enumerate(NAMES) if dice.random() < 0.7} or {1: "Ann"}
    bank = dice.choice(sorted(seats)) if dice.random() < 0.4 else None
    acts = [act(player(seats[place]), "pass-bank", position=place) for place in sorted(seats) if bank and place < bank]
    co_banking = dice.random() < 0.3
    if bank:
        acts.append(act(player(seats[bank]), "accept-bank", position=bank, **{"co-banking": co_banking}))
    for place, name in seats.items():
        acts.append(wager(name, place, dice.randrange(1000, 9000)))
        for kind, amount in (("fortune-bonus", 500), ("emperors-treasure", 400), ("insurance", 500), ("progressive", 100)):
            if dice.random() < 0.4:
                acts.append(wager(name, place, amount, kind))
    acts.append(act(DEALER, "close-betting"))
    acts.append(act(DEALER, "deal", cards={str(place): " ".join(hand) for place, hand in hands.items()}))
    # Sets of hands are tried for everybody: what is not allowed (a co-bank's, a wrong turn) has no effect.
    acts += [
        act(player(seats[place]), "set-hand", position=place, low=low_of(hands[place])) for place in seats if place != bank
    ]
    if bank:
        acts.append(act(player(seats[bank]), "set-hand", position=bank, low=low_of(hands[bank])))
        acts.append(act(DEALER, "set-bank", low=low_of(hands[bank])))
    acts.append(act(DEALER, "set-dealer", low=low_of(hands[0])))
    some = dice.choice(sorted(seats))
    extras = [
        act(player(seats[some]), "surrender", position=some),
        act(player(seats[some]), "leave"),
        act(FLOOR, "abandon", position=some),
        act(DEALER, "expose", position=some),
        act(DEALER, "settle-side", position=some),
        act(DEALER, "report-misdeal", hands={"2": 6}),
        act(DEALER, "report-misdeal", round=number - 1, hands={"2": 6}),
        act(FLOOR, "rule-finding", round=number - 1, choice="carry-out"),
        act(DEALER, "report-exposed", position=some, cards=hands[some][0]),
        act(player(seats[some]), "choose-exposed", position=some, choice="void"),
    ]
    at = len(acts)
    for extra in dice.sample(extras, dice.randrange(4)):
        acts.insert(dice.randrange(at, len(acts) + 1) if dice.random() < 0.8 else dice.randrange(len(acts)), extra)
    return seats, acts


def parts(result):
    """Add up what each account should have gained, from the wagers, envy bonuses and the bank."""
    found = {}

    def add(account, cents):
        found[account] = found.get(account, 0) + cents

    for key, entry in result["wagers"].items():
        name = result["seats"][int(key.split()[0])]
        add(f"player {name}", entry["cents"] + entry["returned"] - entry["stake"] - entry["vigorish"])
        add("vigorish", entry["vigorish"])
    for key, cents in result["envy"].items():
        add(f"player {result['seats'][int(key.split()[0])]}", cents)
    if result["bank"]:
        bank = result["bank"]
        add(f"player {bank['player']}", bank["given"] - bank["called"])
        add("vigorish", bank["vigorish"])
    return {account: cents for account, cents in found.items() if cents}


@pytest.mark.parametrize("seed", range(40))
def test_parts_add_up(seed):
    dice = random.Random(seed)
    readings = {
        name: dice.choice([choice for choice in choices if choice != "must-be-filed"]) for name, choices in READINGS.items()
    }
    rounds, seats = [], []
    for number in (1, 2, 3):
        seated, acts = random_acts(dice, number)
        seats.append(seated)
        chosen = {place: {"name": name} for place, name in seated.items()}
        rounds.append(a_round(chosen, acts, number, meters={"progressive/meter": f"{dice.randrange(2000000, 9000000)}/2"}))
    filing = {"wagers": {**WAGERS, **PROGRESSIVE}, "meters": [METER], "options": OPTIONS, "readings": readings}
    try:
        results = decided(rounds, **filing)
    except NotDecided:  # a foul dealer, or a bank round that is void half paid
        results = []
    for result, seated in zip(results, seats):
        result["seats"] = seated
        players_and_vigorish = {name: cents for name, cents in result["net"].items() if name not in ("inventory", "house")}
        assert players_and_vigorish == parts(result)
        assert sum(result["net"].values()) == 0
