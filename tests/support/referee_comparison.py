"""What the referee says about rounds that houseway has played, beside what houseway's events say."""

import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.explanation.results import envy_by_wager, wager_results
from houseway.files.referee_acts import CannotTranslate
from houseway.files.referee_record import RefereeRecord
from houseway.ledger import MONEY_MOVED, Reason, Transfer, account_changes
from houseway_referee import NotDecided, decide
from houseway_referee.money import Ledger

AGAINST_DEALER = ("md.ultimate-texas-holdem", "md.four-card-poker")
NOT_OF_THE_ROUND = (
    Reason.OPENING_INVENTORY,
    Reason.CLOSING_INVENTORY,
    Reason.COUNT_DIFFERENCE,
    Reason.FILL,
    Reason.CREDIT,
    Reason.BUY_IN,
    Reason.CASH_OUT,
    Reason.HOUSE_FUNDS,
    Reason.VIGORISH_COUNTED,
    Reason.TIP,
)
"""Chips that come and go, which no wager moves."""


@dataclass
class Comparison:
    """What came of rounds that both decided."""

    rounds: int = 0
    differences: list[str] = field(default_factory=list)
    not_decided: Counter = field(default_factory=Counter)
    not_translated: Counter = field(default_factory=Counter)

    def add(self, other):
        self.rounds += other.rounds
        self.differences += other.differences
        self.not_decided += other.not_decided
        self.not_translated += other.not_translated

    def __str__(self):
        left = [*self.not_decided.items(), *self.not_translated.items()]
        words = "".join(f"; {count} x {what}" for what, count in left)
        return f"{self.rounds} rounds, {len(self.differences)} differences{words}"


def compare(commands, name=""):
    """Decide what was recorded by the referee, too."""
    found, written = Comparison(), RefereeRecord()
    try:
        for command, events, meter_events in commands:
            written.record(command, events, meter_events)
    except CannotTranslate as reason:
        found.not_translated[str(reason)] += 1
    for ours, theirs in zip(written.finished, decided_rounds(written.to_json(), found), strict=False):
        found.rounds += 1
        book = written.filing["book"]
        found.differences += [f"{name} round {theirs['round']}: {each}" for each in differences(book, ours, theirs)]
    return found


def decided_rounds(record, found):
    """What the referee says about the rounds up to one that he does not decide."""
    try:
        return decide(record)["rounds"]
    except NotDecided as reason:
        last = str(reason)
    for count in range(len(record["rounds"]) - 1, 0, -1):
        try:
            said = decide({**record, "rounds": record["rounds"][:count]})["rounds"]
            break
        except NotDecided as reason:
            last = str(reason)
    else:
        said = []
    found.not_decided[re.sub(r"\d+", "N", last)] += 1
    return said


def differences(book, ours, theirs):
    """Yield what differs in one round: engine first, referee second."""
    events = tuple(ours.events)
    for act, judged in zip(ours.acts, theirs["acts"], strict=True):
        if not judged["allowed"]:
            yield f"{act['act']} {act['facts']} is refused by the referee ({judged['clause']}: {judged['why']})"
    said = {key: _their_result(each) for key, each in theirs["wagers"].items()}
    yield from _differing("wager", _as_named_by_the_referee(events, said), said)
    yield from _differing("envy", _by_position(_envy(book, events)), _by_position(theirs["envy"]))
    meters = {key: meter.value for key, meter in ours.meters.items()}
    yield from _differing("meter", meters, {key: Fraction(meter["after"]) for key, meter in theirs["meters"].items()})
    yield from _differing("account", _accounts(book, gains(events)), _accounts(book, _their_gains(theirs)))
    void = next((event.text("why") for event in events if event.kind in ("round-voided", "base-voided")), "")
    their_void = theirs["void"]["reason"] if theirs["void"] else ""
    if bool(void) != bool(their_void):
        yield f"void: {void!r} and {their_void!r}"


def _settled(events):
    """How wagers ended, by houseway's events.

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


def _as_named_by_the_referee(events, said):
    """In a void round houseway calls every open wager void, also if it is lost (DIV-10), and does not say whether wagers on numbers
    were undone with it (DIV-30). The accounts are compared in any case."""
    settled = _settled(events)
    if any(event.kind == "round-voided" for event in events):
        for key, (result, *_) in settled.items():
            their = said.get(key)
            if their and ({result, their[0]} == {"void", "lose"} or ("number:" in key)):
                settled[key] = their
    return settled


def _envy(book, events):
    return {f"{place} {wager}": cents for (place, wager), cents in envy_by_wager(events, book in AGAINST_DEALER).items()}


def _by_position(envy):
    """Envy of each position: where both tables pay every lammer (PG-11), houseway names the wager of the lammer."""
    total = Counter()
    for key, cents in envy.items():
        total[key.split()[0]] += cents
    return {place: cents for place, cents in total.items() if cents}


def _accounts(book, moved):
    """Awards of a meter: only Maryland's Pai Gow Poker says that they are not paid from the table's inventory, 11.H(6)(b)(v)."""
    if book != "md.pai-gow-poker" and "house" in moved:
        moved = {**moved, "inventory": moved.get("inventory", 0) + moved["house"]}
        del moved["house"]
    return {account: amount for account, amount in moved.items() if amount}


def _their_result(said):
    return said["result"], said["cents"], said["vigorish"]


def _differing(what, ours, theirs):
    for key in sorted({*ours, *theirs}):
        if ours.get(key) != theirs.get(key):
            yield f"{what} {key}: {ours.get(key)} and {theirs.get(key)}"


def gains(events) -> Ledger:
    """What each account gained in a round by its wagers."""
    transfers = [Transfer.from_event(event) for event in events if event.kind == MONEY_MOVED]
    moved = account_changes(each for each in transfers if each.reason not in NOT_OF_THE_ROUND)
    return {str(account).replace("player:", "player "): amount.amount for account, amount in moved.items() if amount.amount}


def _their_gains(theirs) -> Ledger:
    """What the referee gives each account, with what was found about the round before and carried out in this one."""
    total = Counter(theirs["net"])
    for finding in theirs["findings"]:
        if finding["carried-out"]:
            total.update(finding["net"])
    return {account: amount for account, amount in total.items() if amount}
