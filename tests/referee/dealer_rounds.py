"""Build records of Ultimate Texas Hold'em and Four Card Poker for the referee's tests. Nothing here comes from houseway."""

from houseway_referee import decide

DEALER = {"role": "dealer"}
FLOOR = {"role": "floor"}


def act(by, kind, **facts):
    return {"by": {"role": "player", "name": by} if isinstance(by, str) else by, "act": kind, "facts": facts}


def box(name, cards, *plays, **wagers):
    """Describe a box: its player and cards, his decisions ("check", "fold", or times the Ante), and his wagers in dollars."""
    return {
        "name": name,
        "cards": cards,
        "plays": list(plays),
        "wagers": {wager.replace("_", "-"): dollars * 100 for wager, dollars in wagers.items()},
    }


def wagers_of(boxes):
    return [
        act(one["name"], "wager", position=position, wager=wager, amount=amount)
        for position, one in boxes.items()
        for wager, amount in one["wagers"].items()
    ]


def decisions(boxes, street):
    """List the decisions of one street, clockwise."""
    found = []
    for position, one in sorted(boxes.items()):
        if len(one["plays"]) > street:
            choice = one["plays"][street]
            named = choice in ("check", "fold")
            facts = {} if named else {"times": choice}
            found.append(act(one["name"], choice if named else "play", position=position, **facts))
    return found


def hands(boxes, dealer):
    cards = {str(position): one["cards"] for position, one in boxes.items() if one["cards"]}
    return {**cards, "0": dealer} if dealer else cards


def ultimate_acts(boxes, dealer, board, six=None, **reported):
    """List the acts of a round of Ultimate; `reported` goes with the deal."""
    cards = hands(boxes, dealer) | ({"box": six} if six else {})
    words = board.split()
    return [
        *wagers_of(boxes),
        act(DEALER, "close-betting"),
        act(DEALER, "deal", cards=cards, **reported),
        *decisions(boxes, 0),
        act(DEALER, "deal-flop", cards={"board": " ".join(words[:3])}),
        *decisions(boxes, 1),
        act(DEALER, "deal-final", cards={"board": " ".join(words[3:])}),
        *decisions(boxes, 2),
        act(DEALER, "turn-dealer"),
        act(DEALER, "end-round"),
    ]


def four_card_acts(boxes, dealer, **reported):
    return [
        *wagers_of(boxes),
        act(DEALER, "close-betting"),
        act(DEALER, "deal", cards=hands(boxes, dealer), **reported),
        *decisions(boxes, 0),
        act(DEALER, "turn-dealer"),
        act(DEALER, "end-round"),
    ]


def before(acts, kind, *extra):
    """Put acts in before the first act of a kind."""
    place = next(i for i, one in enumerate(acts) if one["act"] == kind)
    return [*acts[:place], *extra, *acts[place:]]


def cut(acts, kind, *extra):
    """Leave out everything from the first act of a kind on, and go on otherwise."""
    place = next(i for i, one in enumerate(acts) if one["act"] == kind)
    return [*acts[:place], *extra]


def one_round(acts, number=1, meters=None, chips=None):
    names = {}
    for one in acts:
        if one["act"] == "wager":
            names[str(one["facts"]["position"])] = one["by"]["name"]
    return {"round": number, "seats": names, "meters": meters or {}, "chips": chips or {}, "acts": acts}


def decide_rounds(filing, *rounds):
    return decide({"referee": 1, "filing": filing, "rounds": list(rounds)})["rounds"]


def decide_acts(filing, acts, **more):
    return decide_rounds(filing, one_round(acts, **more))[0]


def short(result):
    """Give each wager as "win 2000", "lose", "tie" or "void"."""
    return {
        wager: f"win {one['cents']}" if one["result"] == "win" else one["result"] for wager, one in result["wagers"].items()
    }


def refused(result):
    """List the clauses of the acts that were not allowed."""
    return [one["clause"] for one in result["acts"] if not one["allowed"]]
