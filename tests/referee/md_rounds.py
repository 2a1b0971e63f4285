"""Build records of Maryland's Pai Gow Poker for the referee's tests. Nothing here comes from houseway."""

from houseway_referee import decide

DEALER = {"role": "dealer"}
FLOOR = {"role": "floor"}
# The dealer's cards of most tests: a pair of sixes with 8 4 3 behind, king and queen in front.
SIXES, SIXES_LOW = "6s 6d Kh Qc 8d 4d 3s", "Kh Qc"
WINS = ("As Ad Kc Kd 9h 5s 3c", "Kc Kd")  # aces behind, kings in front
LOSES = ("2c 2d 7h 9c Js 4h 5d", "Js 9c")
TIES = ("Ac Ah 7d 9d Jd 4c 5h", "Jd 9d")
WAGERS = {
    "pai-gow": {"minimum": 1000, "maximum": 100000},
    "fortune-bonus": {"minimum": 100, "maximum": 10000, "paytable": "A"},
    "emperors-treasure": {"minimum": 100, "maximum": 10000, "paytable": "D"},
    "insurance": {"minimum": 500, "maximum": 10000, "paytable": "B"},
}
PROGRESSIVE = {"progressive": {"stake": [100], "paytable": "A"}}
METER = {"wager": "progressive", "name": "meter", "seed": 1000000, "reset": 1000000, "rate": "25%"}
BANK = {"bank.offered": True, "bank.co-banking": True}


def player(name):
    return {"role": "player", "name": name}


def act(by, kind, **facts):
    return {"by": by, "act": kind, "facts": facts}


def wager(name, position, amount, kind="pai-gow", **facts):
    return act(player(name), "wager", position=position, wager=kind, amount=amount, **facts)


def seat(name, stake, cards, low, **optional):
    """Describe a player at a position: his base wager (None: no base wager), cards, low hand, and optional wagers."""
    return {
        "name": name,
        "stake": stake,
        "cards": cards,
        "low": low,
        "optional": {k.replace("_", "-"): v for k, v in optional.items()},
    }


def wagers_of(seats):
    acts = []
    for position, one in seats.items():
        if one["stake"]:
            acts.append(wager(one["name"], position, one["stake"]))
        acts += [wager(one["name"], position, amount, kind) for kind, amount in one["optional"].items()]
    return acts


def settings_of(seats, bank=None):
    return [
        act(player(one["name"]), "set-hand", position=position, low=one["low"])
        for position, one in seats.items()
        if one["low"] and position != bank
    ]


def ordinary(
    seats, dealer=SIXES, dealer_low=SIXES_LOW, *, before=(), closed=(), dealt=(), after=(), bank=None, bank_low=None, **deal
):
    """List the acts of a round: `before` and `closed` around "no more bets", `dealt` after the deal, `after` at the end."""
    cards = {str(position): one["cards"] for position, one in seats.items()} | {"0": dealer}
    acts = [*before, *wagers_of(seats), act(DEALER, "close-betting"), *closed, act(DEALER, "deal", cards=cards, **deal), *dealt]
    acts += settings_of(seats, bank)
    if bank:
        acts.append(act(player(seats[bank]["name"]), "set-bank", low=bank_low or seats[bank]["low"]))
    if dealer_low:
        acts.append(act(DEALER, "set-dealer", low=dealer_low))
    return [*acts, *after]


def a_round(seats, acts, number=1, **more):
    return {"round": number, "seats": {str(position): one["name"] for position, one in seats.items()}, "acts": acts, **more}


def decided(rounds, *, wagers=None, options=None, readings=None, meters=(), left=None):
    filing = {
        "book": "md.pai-gow-poker",
        "wagers": wagers or WAGERS,
        "options": options or {},
        "readings": readings or {},
        "meters": list(meters),
    }
    return decide({"referee": 1, "filing": filing, "left": left or {}, "rounds": rounds})["rounds"]


def one(seats, *, options=None, readings=None, wagers=None, meters=(), left=None, show=None, chips=None, **acts):
    """Decide one round; `show` is what the meters show before it."""
    more = {"meters": show} if show else {}
    if chips:
        more["chips"] = chips
    rounds = [a_round(seats, ordinary(seats, **acts), **more)]
    return decided(rounds, wagers=wagers, options=options, readings=readings, meters=meters, left=left)[0]


def with_meter(seats, amount="1000000", **more):
    """Decide a round with a progressive wager of paytable A, whose one meter grows by a quarter of each stake."""
    wagers = {**WAGERS, **PROGRESSIVE}
    return one(seats, wagers=wagers, meters=[METER], show={"progressive/meter": amount}, **more)


def summary(result, key):
    """Give (result, cents, vigorish) of a wager."""
    found = result["wagers"][key]
    return found["result"], found["cents"], found["vigorish"]
