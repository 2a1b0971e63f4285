"""Where golden rounds of the games against the dealer say that each card goes, worked out again from the books' texts.

Nothing of the program is used: a round file is read as TOML, and the deal is counted out by hand, position 1 being farthest to the
dealer's left. So a program that deals in another order or direction cannot have taught the rounds its mistake.
"""

import tomllib
from itertools import count

import pytest

from tests.support.paths import GOLDEN_ROUNDS

STATED = sorted(
    path for folder in ("uth", "fc") for path in (GOLDEN_ROUNDS / folder).glob("*.toml") if "[expect.deal]" in path.read_text()
)


def one_at_a_time(top, places, cards):
    """Card by card, clockwise and the dealer last."""
    dealt = {place: [] for place in places}
    for _ in range(cards):
        for place in places:
            dealt[place].append(next(top))
    return dealt


def taken(top, cards):
    return [next(top) for _ in range(cards)]


def ultimate_deal(filed, seats):
    """Chapters 8, 9 and 10, and 11.C and 11.E: from shoe or hand two rounds of cards and then the board, with burns from the hand;
    from a machine the box, the board, and stacks of two, the dealer's first or last."""
    table, top = filed.get("options", {}).get("table", {}), count(1)
    method = table.get("dealing", "manual-shoe")
    if method != "automated-shoe":
        dealt = one_at_a_time(top, [*seats, 0], 2)
        burns = method == "hand" or filed.get("readings", {}).get("UTH-36") == "any-manual-deal"
        first, flop = taken(top, burns), taken(top, 3)
        second, last = taken(top, burns), taken(top, 2)
        return dealt | {"board": flop + last} | ({"burned": first + second} if burns else {})
    box = {"box": taken(top, 4)} if "six-card-bonus" in filed.get("wagers", {}) else {}
    board = taken(top, 5)
    waits = table.get("dealer-cards") == "left-in-shuffler"
    order = [*seats, 0] if waits else [0, *seats]
    return box | {"board": board} | {place: taken(top, 2) for place in order}


def four_card_deal(filed, seats):
    """Five cards each and six for the dealer, whose last card comes after all others; from a machine in stacks, his last."""
    method, top = filed["options"]["table"]["dealing"], count(1)
    if method == "automated-shoe":
        return {place: taken(top, 5 if place else 6) for place in (*seats, 0)}
    dealt = one_at_a_time(top, [*seats, 0], 5)
    return {**dealt, 0: dealt[0] + taken(top, 1)}


@pytest.mark.parametrize("path", STATED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_stated_deal_is_that_of_the_text(path):
    filed = tomllib.loads(path.read_text(encoding="utf-8"))
    seats = sorted(int(place) for place in filed["players"])
    expected = (ultimate_deal if path.parent.name == "uth" else four_card_deal)(filed, seats)
    assert filed["expect"]["deal"] == {str(place): cards for place, cards in expected.items()}


def test_every_method_of_dealing_is_stated():
    """In Ultimate Texas Hold'em also the box, the dealer who waits, and a shoe that reshuffles."""
    stated = {path.stem for path in STATED}
    assert len([path for path in STATED if path.parent.name == "fc"]) == 3
    assert any("six-card" in name for name in stated)
    assert {"automated-shoe-dealers-cards-wait", "reshuffling-shoe-gives-the-board-first"} <= stated
