"""Filings and rounds of Ultimate Texas Hold'em for the referee's tests. Nothing here comes from houseway."""

from copy import deepcopy

from tests.referee.dealer_rounds import decide_acts, ultimate_acts

BASE = {
    "book": "md.ultimate-texas-holdem",
    "options": {"table.boxes-per-player": 2},
    "wagers": {
        "ante": {"minimum": 1000, "maximum": 100000},
        "blind": {"minimum": 1000, "maximum": 100000, "paytable": "A"},
        "trips": {"minimum": 500, "maximum": 20000, "paytable": "A"},
    },
    "readings": {},
}
SIDES = {
    "six-card-bonus": {"minimum": 500, "maximum": 5000, "paytable": "A"},
    "ultimate-pairs": {"minimum": 500, "maximum": 5000, "paytable": "B"},
    "bad-beat": {"minimum": 500, "maximum": 5000, "paytable": "A"},
    "play-the-board": {"minimum": 500, "maximum": 5000, "paytable": "A"},
}
METER = {"wager": "progressive", "name": "meter", "seed": 1000000, "reset": 1000000, "rate": "25%"}
BEFORE = {"progressive/meter": "2000000"}
SHOE = {"table.dealing": "automated-shoe"}
DRY = "Kc Jd 9s 4h 2c"  # a board that gives nobody anything
QUEENS = "Qh Qd"
ROYAL = "As Ks", "Qs Js Ts 3h 3d"  # a player's royal flush on the flop


def filing(options=None, sides=(), meters=None, readings=None, **terms):
    made = deepcopy(BASE)
    made["options"].update(options or {})
    made["wagers"].update({name: dict(SIDES[name]) for name in sides})
    made["readings"].update(readings or {})
    for wager, more in terms.items():
        made["wagers"][wager.replace("_", "-")].update(more)
    if meters is not None:
        made["wagers"]["progressive"] = {"stake": [100, 500], "paytable": "A", "envy": "A"}
        made["meters"] = meters
        made["readings"] = {"UTH-31": "required"} | made["readings"]
    return made


def settle(boxes, dealer, board, filed=None, six=None, **more):
    return decide_acts(filed or filing(), ultimate_acts(boxes, dealer, board, six), **more)
