"""Random rounds of both games against the dealer: whatever happens, the referee's figures hold together."""

import random
from fractions import Fraction

import pytest

from houseway_referee import NotDecided
from houseway_referee.four_card.readings import READINGS as FOUR_CARD_READINGS
from houseway_referee.ultimate.readings import READINGS as ULTIMATE_READINGS
from tests.referee.dealer_rounds import DEALER, FLOOR, act, box, decide_rounds, four_card_acts, one_round, ultimate_acts

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
SEATS = [(1, "Ann"), (2, "Ann"), (3, "Cid"), (4, "Dee"), (5, "Eve"), (6, "Eve")]
LIMITS = {"minimum": 500, "maximum": 100000}


def filing(chance, ultimate):
    readings = ULTIMATE_READINGS if ultimate else FOUR_CARD_READINGS
    letters = {"blind": "AB", "trips": "ABCDE", "ultimate-pairs": "ABCDEF", "bad-beat": "ABC", "play-the-board": "ABC"}
    if not ultimate:
        letters = {"aces-up": "ABCDEF"}
    wagers = {"ante": LIMITS} | {name: LIMITS | {"paytable": chance.choice(some)} for name, some in letters.items()}
    wagers["progressive"] = {"stake": [100, 500], "paytable": "A", "envy": "A"}
    folds = {f"fold.{name}": chance.choice(["live", "lost"]) for name in wagers}
    chosen = {name: chance.choice([one for one in choices if one]) for name, choices in readings.items()}
    return {
        "book": "md.ultimate-texas-holdem" if ultimate else "md.four-card-poker",
        "options": {"table.boxes-per-player": 2, "payout-limit.amount": 5_000_000, "table.decks": 2, **folds},
        "wagers": wagers,
        "meters": [{"wager": "progressive", "name": "meter", "seed": 1000000, "reset": 1000000, "rate": "17.3%"}],
        "readings": chosen,
    }


def random_round(chance, ultimate, filed):
    deck = chance.sample(DECK, 52)
    size = 2 if ultimate else 5
    boxes = {}
    for position, name in chance.sample(
        [(1, "Ann"), (2, "Ann"), (3, "Cid"), (4, "Dee"), (5, "Eve"), (6, "Eve")], chance.randint(1, 6)
    ):
        sides = [name for name in filed["wagers"] if name not in ("ante", "blind", "progressive") and chance.random() < 0.5]
        wagers = {"ante": 20, **dict.fromkeys(sides, 10)} | (
            {"progressive": chance.choice([1, 5])} if chance.random() < 0.7 else {}
        )
        plays = [[3], ["check", 2], ["check", "check", 1], ["check", "check", "fold"]] if ultimate else [[1], [3], ["fold"]]
        boxes[position] = box(name, " ".join(deck.pop() for _ in range(size)), *chance.choice(plays), **wagers)
    dealer = " ".join(deck.pop() for _ in range(2 if ultimate else 6))
    reported = {"face_up": [chance.randint(1, 20)]} if chance.random() < 0.2 else {}
    if not ultimate:
        return four_card_acts(boxes, dealer, **reported), None, sorted(boxes)
    board = " ".join(deck.pop() for _ in range(5))
    return ultimate_acts(boxes, dealer, board, **reported), board, sorted(boxes)


def random_report(chance, positions):
    place = chance.choice(positions)
    return chance.choice(
        [
            act(DEALER, "report-face-up", face_up=[chance.randint(1, 10)]),
            act(DEALER, "report-face-up", face_up=[1, 2], when="deciding"),
            act(DEALER, "report-face-up", dealt={str(place): [1]}, when="dealing"),
            act(DEALER, "report-exposed", place=0, cards=[1]),
            act(DEALER, "report-exposed", place=0, cards=[1], when="deciding"),
            act(DEALER, "report-misdeal", hands={str(place): 9}),
            act(DEALER, "report-device", device="shuffler"),
            act(DEALER, "settle-side", position=place),
            act(DEALER, "pay", position=place),
            act(DEALER, "expose", position=place),
            act(FLOOR, "rule-exposed", choice="void-base"),
        ]
    )


def with_reports(chance, acts, board, positions):
    """Put reports and marks of settlement anywhere after the deal; the board is completed if only the base wagers are void."""
    dealt = next(i for i, one in enumerate(acts) if one["act"] == "deal") + 1
    for _ in range(chance.randint(0, 3)):
        acts.insert(chance.randint(dealt, len(acts) - 1), random_report(chance, positions))
    if board:
        acts.insert(len(acts) - 1, act(DEALER, "complete-board", cards={"board": board}))
    return acts


def check(result, filed):
    assert sum(result["net"].values()) == 0
    limited = {}
    for key, one in result["wagers"].items():
        assert 0 <= one["returned"] <= one["stake"]
        assert one["cents"] >= 0
        assert one["cents"] == 0 or one["result"] == "win"
        position, wager = key.split()
        if wager in ("ante", "blind", "play", "trips"):
            limited[position] = limited.get(position, 0) + one["cents"]
    if "md.ultimate" in filed["book"]:
        assert max(limited.values(), default=0) <= 5_000_000
    meter = result["meters"]["progressive/meter"]
    grown = Fraction(meter["before"]) + sum(Fraction(one["amount"]) for one in meter["contributions"])
    if not meter["awards"]:
        assert Fraction(meter["after"]) == grown
    late = filed["readings"].get("UTH-90", filed["readings"].get("FC-90"))
    if result["void"] and result["void"]["what"] == "round" and late == "unwound":
        assert result["net"] == {}
        assert meter["before"] == meter["after"]
        assert {one["result"] for one in result["wagers"].values()} == {"void"}


@pytest.mark.parametrize("ultimate", [True, False])
@pytest.mark.parametrize("seed", range(15))
def test_random_rounds_hold_together(seed, ultimate):
    chance = random.Random(seed)
    for _ in range(10):
        filed = filing(chance, ultimate)
        acts = with_reports(chance, *random_round(chance, ultimate, filed))
        try:
            (result,) = decide_rounds(
                filed, one_round(acts, meters={"progressive/meter": chance.choice(["1234567/3", "4234567/3"])})
            )
        except NotDecided:
            continue
        check(result, filed)


@pytest.mark.parametrize("seed", range(10))
def test_late_finding_undoes_the_round(seed):
    """UTH-90: a misdeal that is found late and carried out takes back exactly what the round had moved."""
    chance = random.Random(seed)
    filed = filing(chance, ultimate=True)
    filed["readings"] |= {"UTH-90": "unwound"}
    acts, _, _ = random_round(chance, True, filed)
    first = one_round([one for one in acts if "face_up" not in one["facts"]], 1, {"progressive/meter": "2000000"})
    late = [act(DEALER, "report-misdeal", round=1, board=4), act(FLOOR, "rule-finding", round=1, choice="carry-out")]
    if not any(one["act"] == "deal" for one in first["acts"]):
        return
    done = decide_rounds(filed, first)[0]
    then = one_round(late, 2, {"progressive/meter": done["meters"]["progressive/meter"]["after"]})
    _, second = decide_rounds(filed, first, {**then, "seats": first["seats"]})
    (finding,) = second["findings"]
    assert finding["net"] == {account: -cents for account, cents in done["net"].items()}
    assert second["meters"]["progressive/meter"]["after"] == "2000000"
