"""What the referee says about a round, beside what houseway's events say."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.events import Event
from houseway.explanation.results import envy_by_wager, wager_results
from houseway.files.referee.record import RefereeRound
from houseway.ledger import MONEY_MOVED, Reason, Transfer, account_changes
from houseway.money import Cents
from houseway.procedure import HOUSE, INVENTORY
from houseway.progressive import AWARD_REVERSED, AWARDED, DEDUCTED

Results = Mapping[str, Any]
"""The referee's result of a round (docs/referee.md)."""
NOT_OF_THE_ROUND = frozenset(
    (
        *(Reason.OPENING_INVENTORY, Reason.CLOSING_INVENTORY, Reason.COUNT_DIFFERENCE, Reason.FILL, Reason.CREDIT),
        *(Reason.BUY_IN, Reason.CASH_OUT, Reason.HOUSE_FUNDS, Reason.VIGORISH_COUNTED, Reason.TIP),
    )
)
"""Why chips come and go that no wager moves."""
NOT_COMPARED = {
    "left.first-offer": "where nobody may bank yet, nobody is asked, and the offers of the next round begin anew",
    "left.without-bank": "it decides only who cuts the cards",
    "left.button": "where the start is found by dice or numbers, nobody looks at it",
    "order": "it is compared where it moves money: in the awards of meters, and in the cents of wagers under a limit and of banks",
    "clauses, row": "both name them, and the clauses of the engine are proved by tests of their own",
    "void.reason": "the two name reasons in their own words; whether the round or its base wagers are void is compared",
    "bank.collected, paid, called": "the one counts what passes the centre for each wager, the other what is put in and taken out",
}
"""What the referee says and is not compared, and why."""


IN_CENTS = ("account", "envy")
"""What is an amount of money."""


class RefereeDifference(NamedTuple):
    """Where the two programs do not say the same of a round."""

    what: str
    """wager, envy, meter, awards, account, void, act, bank, left or finding."""
    key: str
    recorded: object
    referee: object

    def to_text(self) -> str:
        recorded, referee = (self._said(value) for value in (self.recorded, self.referee))
        return f"{' '.join((self.what, self.key)).rstrip()}: {recorded} by the record, {referee} by the referee"

    def _said(self, value: object) -> str:
        if value is None or value == "":
            return "nothing"
        return str(Cents(value)) if self.what in IN_CENTS and isinstance(value, int) else str(value)

    def to_json(self) -> dict[str, object]:
        return {"what": self.what, "key": self.key, "recorded": _plain(self.recorded), "referee": _plain(self.referee)}


def _plain(value: object) -> object:
    return value if isinstance(value, int | str) or value is None else str(value)


def round_differences(ours: RefereeRound, theirs: Results) -> Iterator[RefereeDifference]:
    """Yield what differs in a round that both have decided."""
    events = tuple(ours.events)
    yield from _act_differences(ours, theirs)
    said = {key: (each["result"], each["cents"], each["vigorish"]) for key, each in theirs["wagers"].items()}
    yield from _differing("wager", _results_as_named(events, said), said)
    yield from _differing("envy", _envy(ours, events), {key: cents for key, cents in theirs["envy"].items() if cents})
    meters = {key: meter.value for key, meter in ours.meters.items()}
    yield from _differing("meter", meters, {key: Fraction(meter["after"]) for key, meter in theirs["meters"].items()})
    yield from _differing("awards", *_awards_of_both(ours, theirs))
    yield from _differing("account", _accounts(ours, gains(events)), _accounts(ours, _their_gains(theirs)))
    yield from _differing("void", {"": _void(events)}, {"": theirs["void"]["what"] if theirs["void"] else ""})
    yield from _differing("bank", _bank(events, ours), _their_bank(theirs))
    yield from _differing("finding", _findings(events), _their_findings(theirs))
    yield from _differing("left", _left(ours.left_after, ours), _left(theirs["left"], ours))


def _differing(what: str, ours: Mapping[str, object], theirs: Mapping[str, object]) -> Iterator[RefereeDifference]:
    if ours == theirs:
        return
    for key in sorted({*ours, *theirs}):
        if ours.get(key) != theirs.get(key):
            yield RefereeDifference(what, key, ours.get(key), theirs.get(key))


def _act_differences(ours: RefereeRound, theirs: Results) -> Iterator[RefereeDifference]:
    """What was taken is allowed, and what was refused is not."""
    for act, judged in zip(ours.acts, theirs["acts"], strict=True):
        refused = act.get("refused", False)
        if judged["allowed"] == refused:
            key = f"{act['act']} {act['facts']} by {act['by'].get('name') or act['by']['role']}"
            why = "allowed" if refused else f"refused ({judged['clause']}: {judged['why']})"
            yield RefereeDifference("act", key, "refused" if refused else "taken", why)


# ---- wagers, envy, accounts


def _settled(events: tuple[Event, ...]) -> dict[str, tuple[str, int, int]]:
    """Return how wagers ended, by houseway's events.

    An Ante Bonus that is taken back has no stake, so nothing of it is left. A chip that is given back after the last call, because
    its light was not on, is void for the referee and taken back at the table.
    """
    found = {
        f"{place} {wager}": (each.result, each.cents, each.vigorish) for (place, wager), each in wager_results(events).items()
    }
    closed = False
    for event in events:
        closed = closed or event.kind == "betting-closed"
        if closed and event.kind == "wager-taken-back":
            found[f"{event.position} {event['wager']}"] = ("void", 0, 0)
    return {key: each for key, each in found.items() if not (key.endswith("ante-bonus") and each[0] == "void")}


def _results_as_named(events: tuple[Event, ...], said: Mapping[str, tuple[str, int, int]]) -> dict[str, tuple[str, int, int]]:
    """In a void round houseway calls every open wager void, also if it is lost (DIV-10), and does not say whether wagers on numbers
    were undone with it (DIV-30). The accounts are compared in any case."""
    settled = _settled(events)
    if any(event.kind == "round-voided" for event in events):
        for key, (result, *_) in settled.items():
            their = said.get(key)
            if their and ({result, their[0]} == {"void", "lose"} or ("number:" in key)):
                settled[key] = their
    return settled


def _envy(ours: RefereeRound, events: tuple[Event, ...]) -> dict[str, int]:
    paid = envy_by_wager(events, ours.is_against_dealer)
    return {f"{place} {wager}": cents for (place, wager), cents in paid.items() if cents}


def _accounts(ours: RefereeRound, moved: Mapping[str, int]) -> dict[str, int]:
    """Awards of a meter: only Maryland's Pai Gow Poker says that they are not paid from the table's inventory, 11.H(6)(b)(v). And
    no reading says which account of the house bears what a player no longer has (PG-90)."""
    is_owed = any(event.facts.get("owed") for event in ours.events)
    if HOUSE in moved and (is_owed or not ours.are_awards_from_house):
        moved = {**moved, INVENTORY: moved.get(INVENTORY, 0) + moved[HOUSE], HOUSE: 0}
    return {account: amount for account, amount in moved.items() if amount}


def gains(events: Iterable[Event]) -> dict[str, int]:
    """Return what each account gained in a round by its wagers, as the referee names accounts."""
    transfers = [Transfer.from_event(event) for event in events if event.kind == MONEY_MOVED]
    moved = account_changes(each for each in transfers if each.reason not in NOT_OF_THE_ROUND)
    return {_account_name(account): amount.amount for account, amount in moved.items() if amount.amount}


def _account_name(account: object) -> str:
    return str(account).replace("player:", "player ")


def _their_gains(theirs: Results) -> dict[str, int]:
    """Return what the referee gives each account, with what was found about the round before and carried out in this one."""
    total: Counter[str] = Counter(theirs["net"])
    for finding in theirs["findings"]:
        total.update(finding["moved"])
    return {account: amount for account, amount in total.items() if amount}


def _void(events: tuple[Event, ...]) -> str:
    kinds = {event.kind for event in events}
    return "round" if "round-voided" in kinds else "base" if "base-voided" in kinds else ""


# ---- meters, the bank, findings, and what is left


Awards = dict[str, list[tuple[int, int]]]
"""By meter: positions and cents, in order."""


def _awards_of_both(ours: RefereeRound, theirs: Results) -> tuple[Awards, Awards]:
    """Return the awards that both name: whether one that takes nothing from its meter is among them is not the same."""
    own, other = _awards(ours), _their_awards(theirs)
    return _common(own, other), _common(other, own)


def _common(own: Awards, other: Awards) -> Awards:
    return {meter: [each for each in awards if each in other.get(meter, [])] for meter, awards in own.items() if meter in other}


def _awards(ours: RefereeRound) -> Awards:
    """Return whom each meter has paid how many cents, in order. A void round takes awards back."""
    found: Awards = {}
    for meter, event in ours.meter_events:
        if event.facts.get("round") != ours.number:
            continue
        if event.kind in (AWARDED, DEDUCTED):
            found.setdefault(meter, []).append((event.number("seat"), event.cents("amount").amount))
        elif event.kind == AWARD_REVERSED:
            found.pop(meter, None)
    return found


def _their_awards(theirs: Results) -> Awards:
    return {key: [(each["position"], each["cents"]) for each in meter["awards"]] for key, meter in theirs["meters"].items()}


def _bank(events: tuple[Event, ...], ours: RefereeRound) -> dict[str, object]:
    """Return who has banked, and the house's wager against him."""
    bank: dict[str, object] = {}
    for event in events:
        match event.kind:
            case "bank-confirmed":
                player = ours.entry["seats"].get(str(event.position))
                bank |= {"position": event.position, "player": player, "house-stake": 0}
            case "bank-refused":
                bank = {}
            case "co-banking-agreed":
                bank["co-banking"] = True
            case "house-staked":
                bank["house-stake"] = event.cents("amount").amount
            case "bank-exposed":
                bank["house"] = event["result"]
            case "round-voided":
                bank["void"] = True
    return _bank_figures(bank)


def _their_bank(theirs: Results) -> dict[str, object]:
    return _bank_figures({**theirs["bank"], "void": theirs["void"]} if theirs["bank"] else {})


def _bank_figures(bank: Mapping[str, object]) -> dict[str, object]:
    """Return the figures that both have. A void round returns the house's wager, however it would have ended."""
    if "position" not in bank:
        return {}
    figures = {"position": bank["position"], "player": bank["player"], "co-banking": bank.get("co-banking", False)}
    if bank.get("void"):
        return figures
    stake = bank.get("house-stake", 0)
    return {**figures, "house-stake": stake, "house": bank.get("house") if stake else None}


def _findings(events: tuple[Event, ...]) -> dict[str, object]:
    """Return what was found about the round before, and the transfers that it leads to."""
    found: list[dict[str, int]] = []
    for event in events:
        if event.kind == "finding-reported":
            net: Counter[str] = Counter()
            for source, target, amount, *_ in event.items("proposed"):
                net[_account_name(source)] -= amount.amount
                net[_account_name(target)] += amount.amount
            found.append(_owed_to_players(net))
    return _numbered(found)


def _their_findings(theirs: Results) -> dict[str, object]:
    return _numbered([_owed_to_players(each["net"]) for each in theirs["findings"]])


def _numbered(found: Iterable[dict[str, int]]) -> dict[str, object]:
    """Return the findings that move chips of players."""
    return {str(place): net for place, net in enumerate(filter(None, found), 1)}


def _owed_to_players(net: Mapping[str, int]) -> dict[str, int]:
    """Return what players are owed: which account of the house pays is compared when it is carried out."""
    return {account: cents for account, cents in sorted(net.items()) if cents and account.startswith("player ")}


def _left(left: Mapping[str, Any], ours: RefereeRound) -> dict[str, object]:
    """Return what is left for the next round, of what moves money then."""
    if not left:
        return {}
    there = {*ours.seats_after.values()}
    found: dict[str, object] = {
        "may bank": left["rounds"] > 0,
        "last-bank": left["last-bank"],
        "first-offer": left["first-offer"] if left["rounds"] else None,
        "wagered": {name: sorted(wagers) for name, wagers in left["wagered"].items() if name in there},
    }
    if ours.filing["options"].get("table.starting-position") == "button":
        found["button"] = left["button"]
    return found
