"""Write records of the Division's Pai Gow Poker for the referee's tests."""

from typing import Any

from houseway_referee import decide

WAGERS: dict[str, Any] = {
    "pai-gow": {"minimum": 1000, "maximum": 100000},
    "bonus": {"minimum": 100, "maximum": 100000},
    "progressive": {"stake": [100], "paytable": "1"},
    "number": {"minimum": 100, "maximum": 5000, "odds": "5 1/2 to 1"},
}
METER = {"wager": "progressive", "name": "meter", "seed": 2000000, "reset": 1000000, "rate": "21%"}
KEY = "progressive/meter"
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")

# The dealer has sixes behind king and queen; these hands win, push and lose against them.
DEALER, DEALER_LOW = "6s 6d Kh Qc 8d 4d 3s", "Kh Qc"
WIN, WIN_LOW = "As Ad Kc Kd 9h 5s 2c", "Kc Kd"
PUSH, PUSH_LOW = "7s 7d Jh 9c 8c 5d 2h", "Jh 9c"
LOSE, LOSE_LOW = "Qs Jd Tc 8h 7h 3d 2s", "Jd Tc"


def player(name: str, act: str, **facts: Any) -> dict[str, Any]:
    return {"by": {"role": "player", "name": name}, "act": act, "facts": facts}


def banker(name: str, act: str, **facts: Any) -> dict[str, Any]:
    return {"by": {"role": "bank", "name": name}, "act": act, "facts": facts}


def dealer(act: str, **facts: Any) -> dict[str, Any]:
    return {"by": {"role": "dealer"}, "act": act, "facts": facts}


def floor(act: str, **facts: Any) -> dict[str, Any]:
    return {"by": {"role": "floor"}, "act": act, "facts": facts}


def bet(name: str, position: int, wager: str, amount: int, **facts: Any) -> dict[str, Any]:
    return player(name, "wager", position=position, wager=wager, amount=amount, **facts)


def placed(wagers: dict[int, dict[str, int]], seats: dict[int, str]) -> list[dict[str, Any]]:
    return [bet(seats[place], place, name, amount) for place, those in wagers.items() for name, amount in those.items()]


def low_first(cards: str) -> str:
    """Give the first two cards of a text as its low hand, for hands that are written that way."""
    return " ".join(cards.split()[:2])


def a_round(
    wagers: dict[int, dict[str, int]],
    cards: dict[int, tuple[str, str]],
    *,
    seats: dict[int, str] | None = None,
    house: tuple[str, str] = (DEALER, DEALER_LOW),
    number: int = 3,
    after_bets: list[dict[str, Any]] | None = None,
    after_deal: list[dict[str, Any]] | None = None,
    after_count: list[dict[str, Any]] | None = None,
    after_sets: list[dict[str, Any]] | None = None,
    deal: dict[str, Any] | None = None,
    settings: bool = True,
    **more: Any,
) -> dict[str, Any]:
    """Write a round: wagers, the call, the number, the deal, the count, settings."""
    names = seats or {place: NAMES[place - 1] for place in wagers}
    acts = [*placed(wagers, names), *(after_bets or []), dealer("close-betting"), dealer("find-start", number=number)]
    dealt = {str(place): hand for place, (hand, _) in cards.items()} | {"0": house[0]}
    acts += [dealer("deal", cards=dealt, **(deal or {})), *(after_deal or [])]
    if settings:
        acts += [dealer("count-stub", cards=4), *(after_count or [])]
        acts += [player(names[place], "set-hand", position=place, low=low) for place, (_, low) in cards.items() if low]
        acts += [dealer("set-dealer", low=house[1]), *(after_sets or [])]
    numbered = {"round": 1, "seats": {str(place): name for place, name in names.items()}, "acts": acts}
    return {**numbered, "meters": {KEY: "2000000"}, **more}


def rule(
    *rounds: dict[str, Any],
    options: dict[str, Any] | None = None,
    left: dict[str, Any] | None = None,
    wagers: dict[str, Any] | None = None,
    **readings: str,
) -> list[dict[str, Any]]:
    """Decide rounds under a filing that offers everything; readings are named DIV_10."""
    chosen = {name.replace("_", "-"): choice for name, choice in readings.items()}
    filing = {
        "book": "div.pai-gow-poker",
        "options": options or {},
        "wagers": wagers or WAGERS,
        "meters": [METER],
        "readings": chosen,
    }
    numbered = [{**one, "round": number} for number, one in enumerate(rounds, 1)]
    return list(decide({"referee": 1, "filing": filing, "left": left or {}, "rounds": numbered})["rounds"])


def base(amount: int = 2000, **more: int) -> dict[str, int]:
    return {"pai-gow": amount, **more}


def side(**wagers: int) -> dict[str, int]:
    return {"pai-gow": 2000, **wagers}


BANK = {"bank.offered": True, "bank.co-banking": True}
LEFT = {"rounds": 1, "first-offer": 1, "wagered": {"Ann": [2000], "Bob": [3000], "Cid": [1500]}}
PASSED = [player("Ann", "pass-bank", position=1), player("Bob", "pass-bank", position=2)]


def bank_round(acts: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    """Let Cid bank with the dealer's hand of the other tests; the dealer has the losing hand. Ann wins and Bob pushes."""
    taken = acts if acts is not None else [*PASSED, player("Cid", "accept-bank", position=3)]
    given = {"settings": False, "seats": {1: "Ann", 2: "Bob", 3: "Cid"}, "house": (LOSE, LOSE_LOW), **more}
    cards = {1: (WIN, WIN_LOW), 2: (PUSH, PUSH_LOW), 3: (DEALER, DEALER_LOW)}
    sets = [
        player("Ann", "set-hand", position=1, low=WIN_LOW),
        player("Bob", "set-hand", position=2, low=PUSH_LOW),
        banker("Cid", "set-bank", low=DEALER_LOW),
        dealer("set-dealer", low=LOSE_LOW),
    ]
    return a_round({1: base(), 2: base(5000)}, cards, after_bets=taken, after_deal=sets, **given)
