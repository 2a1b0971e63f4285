"""What the events of a round say about each wager, envy bonus and account."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.citation import Citation
from houseway.events import Event
from houseway.ledger import MONEY_MOVED, Reason, Transfer, account_changes
from houseway.procedure import NUMBER, PAI_GOW, PROGRESSIVE

WagerKey = tuple[int, str]
"""A position and a wager: `3 pai-gow`."""


@dataclass(frozen=True, slots=True)
class WagerSettlement:
    """How a wager ended, as the events of its round say it."""

    result: str
    cents: int = 0
    """The payment in cents, without the stake and before vigorish."""
    vigorish: int = 0
    clauses: tuple[Citation, ...] = ()


def wager_results(events: tuple[Event, ...]) -> dict[WagerKey, WagerSettlement]:
    """Return how each wager ended. In a void round, what goes back is void, and what is not settled and does not go back is
    lost."""
    found: dict[WagerKey, WagerSettlement] = {}
    open_: dict[WagerKey, None] = {}
    for place, event in enumerate(events):
        match event.kind:
            case "wager-placed":
                open_[_key(event)] = None
            case "wager-taken-back":
                open_.pop(_key(event), None)
            case "wager-settled":
                found[_key(event)] = _wager_result(event)
                if event["hand"] != FOLDED:
                    open_.pop(_key(event), None)
            case "wager-refunded":
                open_.pop(_key(event), None)
                found[_key(event)] = WagerSettlement("void", clauses=event.clauses)
            case "wager-surrendered":
                key = (event.position, PAI_GOW)
                open_.pop(key, None)
                found[key] = WagerSettlement("surrendered", clauses=event.clauses)
            case "round-voided":
                undone = _undone_by_void({*open_, *found}, event, events[place + 1 :])
                found |= {key: WagerSettlement("lose", clauses=event.clauses) for key in open_}
                found |= {key: WagerSettlement("void", clauses=event.clauses) for key in undone}
    return found


def _undone_by_void(wagers: set[WagerKey], voided: Event, later: tuple[Event, ...]) -> set[WagerKey]:
    """Return the wagers that a void round undoes, as its transfers show it: all but those on a number if the round was unwound,
    and each that is returned, or whose payment is taken back or stays owed (DIV-10, DIV-30)."""
    moved = (Transfer.from_event(event) for event in later if event.kind == MONEY_MOVED)
    back = {(move.seat, move.wager) for move in moved if move.reason in _TAKEN_OUT}
    back |= {(position, wager) for position, wager, _ in voided.items("owed", ())}
    unwound = voided.facts.get("unwound")
    return {key for key in wagers if key in back or (unwound and not key[1].startswith(NUMBER))}


_TAKEN_OUT = (Reason.REFUND, Reason.TAKEN_BACK, Reason.COUPON_RETURNED)


FOLDED = "folded"
"""The hand of a wager that a fold lost. A void returns such a wager."""


def _wager_result(event: Event) -> WagerSettlement:
    paid, taken = event.cents("amount"), event.cents("vigorish")
    return WagerSettlement(event.text("result"), paid.amount, taken.amount, event.clauses)


def _key(event: Event) -> WagerKey:
    return event.position, event.text("wager")


def envy_by_wager(events: tuple[Event, ...], against_dealer: bool) -> dict[WagerKey, int]:
    """Return the envy bonus of each wager. Against the dealer one event names one hand and everybody who is paid for it; in Pai
    Gow Poker it names one player and all hands that he is paid for."""
    paid: dict[WagerKey, int] = {}
    for event in events:
        if event.kind == "envy-settled":
            for key, cents in _envy_payments(event, against_dealer):
                paid[key] = paid.get(key, 0) + cents
        elif event.kind == "round-voided" and event.facts.get("unwound"):
            paid.clear()
        elif event.kind == "base-voided":
            for place, _, amount in event.items("envy", ()):
                paid[place, PROGRESSIVE] -= amount.amount
    return paid


def _envy_payments(event: Event, against_dealer: bool) -> Iterator[tuple[WagerKey, int]]:
    if not against_dealer:
        yield _key(event), event.cents("amount").amount
        return
    yield from (((place, event.text("wager")), amount.amount) for place, _, amount in event.items("hands"))


def account_gains(events: tuple[Event, ...], without: tuple[Reason, ...] = ()) -> dict[str, int]:
    """Return the gain of each account in the round, in cents, without transfers for some reasons."""
    transfers = (Transfer.from_event(event) for event in events if event.kind == MONEY_MOVED)
    moved = account_changes(transfer for transfer in transfers if transfer.reason not in without)
    return {account: amount.amount for account, amount in moved.items()}


def player_gains(events: tuple[Event, ...]) -> dict[str, int]:
    """Return what each player's account won or lost in the round. Chips bought or cashed are neither."""
    return account_gains(events, without=(Reason.BUY_IN, Reason.CASH_OUT))
