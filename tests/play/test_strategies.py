"""The simple strategies: the chart of Ultimate Texas Hold'em and the leaflet of Four Card Poker."""

import pytest

from houseway.analysis.ultimate.solve import chart as ultimate_chart
from houseway.cards import parse_hand
from houseway.money import Cents
from houseway.play import strategies
from houseway.play.driver import DecisionPoint, PlayerQuestion
from houseway.procedure import LegalOption


def asked(own, board="", times=(1,), chips=1000, up=""):
    """Somebody with an Ante of $10 who has these cards."""
    amounts = tuple(Cents.from_dollars(10 * each) for each in times if 10 * each <= chips)
    facts = {"position": 1}
    options = [LegalOption("play", (), facts, {"amount": {"choices": amounts}})] if amounts else []
    options.append(LegalOption("fold" if 1 in times else "check", (), facts))
    cards = {1: parse_hand(own), **({0: parse_hand(up)} if up else {})}
    view = {"cards": cards, "board": parse_hand(board) if board else (), "stakes": {1: {"ante": Cents.from_dollars(10)}}}
    return PlayerQuestion(DecisionPoint.DECIDE, view, tuple(options), Cents.from_dollars(chips))


def answer(strategy, *args, **kwargs):
    choice = strategy(asked(*args, **kwargs))
    return f"{choice.act} {choice.facts['amount']}" if choice.act == "play" else choice.act


@pytest.mark.parametrize(
    ("own", "raises"),
    [
        *(("As 2d", True), ("Ks 5d", True), ("Ks 4d", False), ("Ks 2s", True), ("Qs 8d", True), ("Qs 7d", False)),
        *(("Qs 6s", True), ("Qs 5s", False), ("Js Td", True), ("Js 9d", False), ("Js 8s", True), ("Js 7s", False)),
        *(("3s 3d", True), ("2s 2d", False), ("Ts 9s", False)),
    ],
)
def test_ultimate_before_the_flop(own, raises):
    assert answer(strategies.ultimate_chart_strategy, own, times=(3, 4)) == ("play $40" if raises else "check")


@pytest.mark.parametrize(
    ("own", "board", "raises"),
    [
        ("9s 4d", "9h 2c 7d", True),
        ("9s 4d", "8h 2c 7d", False),
        ("9s 4d", "8h 8c 8d", True),
        ("9s 4d", "8h 8c 7d", False),
        ("2s 2d", "8h 9c 7d", False),
        ("2s 2d", "8h 8c 7d", True),
        ("Ts 4d", "8s 2s 7s", True),
        ("9s 4d", "8s 2s 7s", False),
    ],
)
def test_ultimate_on_the_flop(own, board, raises):
    assert answer(strategies.ultimate_chart_strategy, own, board, times=(2,)) == ("play $20" if raises else "check")


@pytest.mark.parametrize(
    ("own", "board", "plays"),
    [
        ("9s 4d", "9h 2c 7d Jd Ks", True),
        ("Ts 3d", "Ah Qc 8d 6s 4h", False),
        ("Ks 3d", "Ah Ac 8d 8s Qh", True),
        ("2s 3d", "Ah Kc Qd Js Th", True),
        ("3s 2d", "Ah Kc Qd Js 9h", True),
    ],
)
def test_ultimate_on_the_river(own, board, plays):
    assert answer(strategies.ultimate_chart_strategy, own, board) == ("play $10" if plays else "fold")


def test_outs_are_counted_as_published():
    """Ten and three with A Q 8 6 4 on the board: fifteen cards pair it, eight are kings and jacks, three are tens that tie."""
    own, board = parse_hand("Ts 3d"), parse_hand("Ah Qc 8d 6s 4h")
    assert ultimate_chart.count_dealer_outs(own, board) == 15 + 8


@pytest.mark.parametrize(
    ("own", "does"),
    [
        ("As Kd 9c 5h 2d", "fold"),
        ("2s 2d 9c 5h Kd", "fold"),
        ("3s 3d 9c 5h Kd", "play $10"),
        ("9s 9d 8c 5h Kd", "play $10"),
        ("Ts Td 8c 5h Kd", "play $30"),
        ("2s 2d 8c 8h Kd", "play $30"),
        ("2s 3d 4c 5h Kd", "play $30"),
    ],
)
def test_four_card_poker(own, does):
    assert answer(strategies.four_card_leaflet_strategy, own, times=(1, 2, 3), up="Kc") == does


def test_a_player_plays_for_what_his_chips_allow():
    assert answer(strategies.ultimate_chart_strategy, "As Ad", times=(3, 4), chips=35) == "play $30"
    assert answer(strategies.ultimate_chart_strategy, "As Ad", times=(3, 4), chips=20) == "check"
    assert answer(strategies.four_card_leaflet_strategy, "As Ad Ac 5h 2d", times=(1, 2, 3), chips=5) == "fold"
