"""A payout limit is used up in the order in which wagers are settled, in every book that has one."""

from dataclasses import replace

import pytest

from houseway.games import awards
from houseway.games.against_dealer import settling
from houseway.games.pai_gow import optional_wagers
from houseway.money import Cents
from tests.support.clauses import div, md, uth
from tests.support.submissions import BONUS, DIV, EMPEROR, FORTUNE, INSURANCE, MD, MD_PROGRESSIVE
from tests.support.table_driver import PaiGowTable, UltimateTable

FLUSH, STRAIGHT = "Kc Jc 9c 4c 2c 8d 7h", "9d 8s 7s 6h 5h Kd 2s"
TENS, ACES, THREES = "Ts Td Th Tc 9h 5d 2h", "As Ad Ah Ac Qh 8h 4d", "3s 3d 3h 3c Qs Jh 6c"
ROYAL, DEALER = "As Ks Qs Js Ts 9h 9c", "Kh Qc Jd 8c 6d 4s 2d"


def payments(play, monkeypatch, limit=None):
    """What each wager or envy bonus under the limit was paid in a round, in order: position, wager and amount.

    The limit may be far below what can be filed, so that ordinary hands reach it: the table files one that cuts nothing, another
    for each limit, because results are memoized by rules.
    """
    real = awards.limit_awards

    def limited(rules, given):
        return real(replace(rules, options={**rules.options, "payout-limit.amount": limit}) if limit else rules, given)

    with monkeypatch.context() as patch:
        for module in (optional_wagers, settling):
            patch.setattr(module, "limit_awards", limited)
        table = play({"payout-limit.amount": f"${400_000 + (limit.amount // 100 if limit else 0)}"})
    covered, found = awards.wagers_under_limit(table.run.table.rules), []
    for event in table.since(skip=1):
        if event.kind == "wager-settled" and event["wager"] in covered and event["result"] == "win":
            found.append((event["position"], event["wager"], event["amount"]))
        if event.kind == "envy-settled" and "bonus-envy" in covered:
            found.append((event["position"], "envy", event["amount"]))
    return found


def cut_in_order(paid, limit):
    """What each is paid if every payment takes from the limit what the ones before it have left."""
    left, cut = limit, []
    for position, wager, amount in paid:
        cut.append((position, wager, min(amount, left)))
        left -= cut[-1][-1]
    return cut


def is_cut_in_order(play, monkeypatch, limit):
    full, cut = payments(play, monkeypatch), payments(play, monkeypatch, limit)
    assert sum(amount.amount for *_, amount in full) > limit.amount, "the limit cuts something"
    return cut == cut_in_order(full, limit)


@div("(s)(3)#1", "(s)(3)#4", "(r)(4)(ii)(C)", "(r)(4)(iii)(B)")
@pytest.mark.parametrize("envy", ["envy-uncapped", "envy-capped"])
@pytest.mark.parametrize("options", [{}, {"bank.offered": True}], ids=["dealer", "bank"])
@pytest.mark.parametrize(("first", "second"), [(TENS, STRAIGHT), (FLUSH, ACES), (TENS, ACES)])
def test_a_player_on_two_areas(first, second, envy, options, monkeypatch):
    """Premium hands are paid after all others, and after the envy of their position where that counts."""

    def play(limit):
        hands = {1: first, 2: second, 3: THREES, 0: DEALER}
        filed = {**limit, "table.positions-per-player": 2, **options}
        seats = {"Ann": (1, 2), "Bob": (3,)}
        table = PaiGowTable(DIV, filed, {"bonus": BONUS}, {"DIV-14": envy}, seats=seats, hands=hands)
        if options:
            table.play().bank = 3
        table.ready().bets(1, bonus=5).bets(2, bonus=5)
        return table.bets(3).finish() if not options else table.finish()

    assert is_cut_in_order(play, monkeypatch, Cents.from_dollars(45))


@md("13.G")
@pytest.mark.parametrize("limit", [5, 60, 130, 1000])
def test_a_hand_with_every_optional_wager(limit, monkeypatch):
    """Fortune, Emperor's, Insurance and the progressive (PG-22), as 11.H settles them."""
    wagers = {"fortune-bonus": FORTUNE, "emperors-treasure": EMPEROR, "insurance": INSURANCE, "progressive": MD_PROGRESSIVE}

    def play(limit):
        table = PaiGowTable(MD, limit, wagers, {"PG-22": "capped"}, players=1, hands={1: ROYAL, 0: DEALER}).ready()
        return table.bets(1, fortune_bonus=5, emperors_treasure=5, progressive=1).finish()

    assert is_cut_in_order(play, monkeypatch, Cents.from_dollars(limit))


@uth("12.F")
@pytest.mark.parametrize("limit", [5, 30, 45, 60, 200, 250])
def test_a_hand_against_the_dealer(limit, monkeypatch):
    """Ante, Blind, Play and Trips, and the wagers that UTH-03 adds."""

    def play(limit):
        wagers = ["ultimate-pairs", "bad-beat", "play-the-board"]
        table = UltimateTable(
            limit, wagers, {"UTH-03": "capped"}, hands={1: "As Ad", 0: "2c 7d"}, board="Ac Kh Ks 3h 3d", players=1
        )
        return table.ready().bets(1, 10, trips=5, ultimate_pairs=5, bad_beat=5, play_the_board=5).finish()

    assert is_cut_in_order(play, monkeypatch, Cents.from_dollars(limit))
