"""Money at a table: double entry, whole cents, append only.

A transfer moves an amount from one account to another, with its reason and its clauses. A ledger is the sum of all transfers so
far. Nothing is ever altered: a mistake is corrected by a new transfer that says who, why and under which clause. All accounts
together always sum to zero; only "outside", the world beyond the table, may be negative.

    player:NAME     the chips in front of a player           seat:3      the same, where they are kept by position
    layout:3        the wagers that lie at position 3; layout:0 is the house's stake against a bank, in front of the container
    inventory       the table inventory container            vigorish    vigorish taken; its chips lie in the container too
    centre          the centre of the layout, in a round with a bank
    cage, drop, tips                                         house       what the casino pays and sets aside away from the table
    coupons         the face of coupons on the layout: never cash, so it never becomes anybody's chips
    meter:progressive/mega                                   outside

**Meters.** A progressive chip goes into the inventory like any other, and no cash leaves the table for a contribution: what a
meter gains is a promise in exact fractions of a cent, and several tables may make it together. `progressive` keeps it exactly,
one stream a meter. A table's ledger has a meter's money only where cash moves, which is an award: outside to house
(`with_house_funds`), house to player, never from the inventory. An account `meter:...` belongs to a ledger of the meter alone,
which the tests derive from the meter's stream (`tests/support/meter_ledgers.py`). In a table's ledger it would fall below zero
as soon as one table pays what another has contributed.
"""

from collections.abc import ItemsView, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from houseway.citation import SILENT, Citation, Law
from houseway.errors import Malformed, NotAllowed
from houseway.events import EncodedFacts, Event
from houseway.money import Cents
from houseway.procedure import (
    ACCOUNTS,
    CAGE,
    CENTRE,
    COUPONS,
    DIV,
    FOUR_CARD,
    HOUSE,
    INVENTORY,
    MD,
    OUTSIDE,
    ULTIMATE,
    account_player,
    is_account,
)
from houseway.regulation import numbering_of
from houseway.values import memoize_by

MONEY_MOVED = "money-moved"

NOT_FROM_INVENTORY = Law({MD: "11.H(6)(b)(v)", DIV: "(l)(11)", ULTIMATE: SILENT, FOUR_CARD: SILENT})
"""A share of a meter is not paid from the container. Maryland says so; the Division mentions such payouts."""
COUPONS_ARE_WAGERED = Law({MD: SILENT, DIV: ("(g)(1)#1", "(g)(4)#1"), ULTIMATE: SILENT, FOUR_CARD: SILENT})
"""A coupon may only be wagered."""


class Reason(StrEnum):
    """Why money moved. The names are stored and never change."""

    OPENING_INVENTORY = "opening-inventory"
    CLOSING_INVENTORY = "closing-inventory"
    COUNT_DIFFERENCE = "count-difference"
    FILL = "fill"
    CREDIT = "credit"
    BUY_IN = "buy-in"
    """Cash into the drop box, and chips out of the inventory."""
    CASH_OUT = "cash-out"
    HOUSE_FUNDS = "house-funds"
    """Money that the casino brings to its house or cage account, see `Ledger.with_house_funds`."""

    WAGER = "wager"
    WAGER_RETURNED = "wager-returned"
    """A tie, or a winning wager that is returned with its payout."""
    WAGER_LOST = "wager-lost"
    WAGER_COLLECTED = "wager-collected"
    """A progressive chip collected before the deal. The house keeps it, whatever is won."""
    SURRENDERED = "surrendered"
    ABANDONED = "abandoned"
    REFUND = "refund"
    """The hand or the round is void."""
    TAKEN_BACK = "taken-back"
    """A payment of a round that is void, given back."""
    PAYOUT = "payout"
    VIGORISH = "vigorish"
    VIGORISH_COUNTED = "vigorish-counted"
    ENVY = "envy"

    HOUSE_STAKE = "house-stake"
    HOUSE_STAKE_RETURNED = "house-stake-returned"
    BANK_COLLECTED = "bank-collected"
    BANK_SURPLUS = "bank-surplus"
    CO_BANK_HALF = "co-bank-half"
    """The house's half of what is missing in the centre, or of what is left there."""

    METER_AWARD = "meter-award"
    OFF_TABLE_PAYMENT = "off-table-payment"
    """Any payment away from the inventory except a share of a meter."""

    COUPON_ISSUED = "coupon-issued"
    COUPON_USED = "coupon-used"
    COUPON_RETURNED = "coupon-returned"
    """The wager was not decided, so the player has the coupon again."""
    TIP = "tip"
    CORRECTION = "correction"
    RULING = "ruling"


_STORED_REASONS = {reason: reason.value for reason in Reason}
REASON_BY_NAME = {reason.value: reason for reason in Reason}
"""Reasons by their stored names."""
_SIGNED_REASONS = frozenset((Reason.CORRECTION, Reason.RULING, Reason.COUNT_DIFFERENCE))


class _TransferFacts(EncodedFacts):
    """The facts of a transfer made in this process, computed once, when they are first read."""

    __slots__ = ("_written", "transfer")

    def __init__(self, transfer: "Transfer") -> None:
        self.transfer = transfer
        self._written: dict[str, object] | None = None

    @property
    def _facts(self) -> dict[str, object]:
        if self._written is None:
            self._written = self.transfer.facts
        return self._written

    def __getitem__(self, name: str) -> object:
        return self._facts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __repr__(self) -> str:
        return repr(self._facts)

    def encoded(self) -> dict[str, object]:
        """Return the facts as they are stored: only the amount is no plain value."""
        facts = self.transfer.facts
        facts["amount"] = {"cents": self.transfer.amount.amount}
        return facts

    def items(self) -> ItemsView[str, object]:
        """Return all facts at once: the method of `Mapping` looks each of them up."""
        return self._facts.items()

    def __eq__(self, other: object) -> bool:
        """Compare as a dictionary: the method of `Mapping` makes two more."""
        return self._facts == (other._facts if type(other) is _TransferFacts else other)

    __hash__ = None  # type: ignore[assignment]  # as of every mapping


class _ReadFacts(dict[str, object]):
    """The facts of a stored transfer, with the transfer that was read from them. An audit asks for it several times."""

    __slots__ = ("transfer",)
    transfer: "Transfer"


class Transfer(NamedTuple):
    """An amount that moves from one account to another."""

    source: str
    target: str
    amount: Cents
    reason: Reason
    clauses: tuple[Citation, ...] = ()
    round: int | None = None
    seat: int | None = None
    wager: str = ""
    note: str = ""
    """What it is for, or why, if a person decided it."""
    by: str = ""
    """Who decided it, if a person did."""

    def to_event(self) -> Event:
        return Event(MONEY_MOVED, self.clauses, _TransferFacts(self))

    @property
    def facts(self) -> dict[str, object]:
        """Return everything about the transfer except its clauses."""
        source, target, amount, reason, _, in_round, seat, wager, note, by = self
        facts: dict[str, object] = {"source": source, "target": target, "amount": amount, "reason": _STORED_REASONS[reason]}
        if in_round is not None:
            facts["round"] = in_round
        if seat is not None:
            facts["seat"] = seat
        if wager:
            facts["wager"] = wager
        if note:
            facts["note"] = note
        if by:
            facts["by"] = by
        return facts

    @classmethod
    def from_event(cls, event: Event, equal: "Transfer | None" = None) -> "Transfer":
        """Read a transfer from its event; anything unclear is refused. If an equal one is known, it is taken: memoised answers hold
        for it."""
        recorded = event.facts
        if (type(recorded) is _TransferFacts or type(recorded) is _ReadFacts) and event.kind == MONEY_MOVED:
            known = recorded.transfer
            if known.clauses is event.clauses or known.clauses == event.clauses:
                return known
        if event.kind != MONEY_MOVED or not recorded.keys() >= _NEEDED_FACTS.keys():
            raise _unreadable_error(event)
        for name, fact in recorded.items():
            if name not in _FACTS or type(fact) is not _FACTS[name]:
                raise _unreadable_error(event)
        facts = _ReadFacts(recorded)
        reason = REASON_BY_NAME.get(facts["reason"])  # type: ignore[call-overload]
        if reason is None:
            raise _unreadable_error(event)
        facts.transfer = transfer = equal or cls(**{**facts, "reason": reason, "clauses": event.clauses})
        event.remember_facts(facts)
        return transfer


def share_transfer(recorded: Event, decided: Event) -> bool:
    """Let a recorded event have the transfer of a decided one if it records the same, in values of the same types: what is memoised
    about that transfer holds for it, and it need not be read. Return whether it does. Clauses are not compared."""
    facts, known = recorded.facts, decided.facts
    if type(facts) is not dict or type(known) is not _TransferFacts or facts != known.transfer.facts:
        return False
    if [*map(type, facts.values())] != [*map(_FACTS.get, facts)]:
        return False
    shared = _ReadFacts(facts)
    shared.transfer = known.transfer
    recorded.remember_facts(shared)
    return True


_NEEDED_FACTS: Mapping[str, type] = {"source": str, "target": str, "amount": Cents, "reason": str}
_FACTS: Mapping[str, type] = {**_NEEDED_FACTS, "round": int, "seat": int, "wager": str, "note": str, "by": str}


def _unreadable_error(event: Event) -> Malformed:
    return Malformed(
        f"{event.kind!r} is not an event that transfers money",
        code="ledger.event",
        given=str(dict(event.facts)),
        allowed=f"{MONEY_MOVED} with {', '.join(_FACTS)}",
    )


@dataclass(frozen=True, slots=True)
class Ledger:
    """The balance of every account. `post` returns another ledger, and a refused post changes nothing."""

    _cents: Mapping[str, int] = field(default_factory=dict)
    posted: int = 0
    """The number of transfers posted."""
    _recent: "_PostedChain | None" = field(default=None, repr=False, compare=False)
    """Posts since the latest round began, newest first, for corrections (see `recent_transfers`). They follow from the
    transfers, so they are not compared."""
    _before: "_PostedChain | None" = field(default=None, repr=False, compare=False)
    """Posts of the round before. Older ones are dropped, so that a long-running table does not keep them."""
    _round: int = field(default=0, repr=False, compare=False)

    def balance(self, account: str) -> Cents:
        return Cents(self._cents.get(account, 0))

    @property
    def balances(self) -> dict[str, Cents]:
        """Return every account. Players without chips have none from the next round on."""
        return {account: Cents(cents) for account, cents in self._cents.items()}

    @property
    def total(self) -> Cents:
        """Return the sum of all accounts, which is always zero."""
        return Cents(sum(self._cents.values()))

    @property
    def layout_balances(self) -> dict[str, Cents]:
        """Return what is still on the layout; after a round, nothing."""
        on_layout = {account: cents for account, cents in self._cents.items() if account[:7] in ("layout:", CENTRE)}
        return {account: Cents(cents) for account, cents in on_layout.items() if cents}

    @memoize_by(type)
    def post(self, *transfers: Transfer) -> "Ledger":
        """Post all transfers in their order, or none: money must be there at the moment when it is moved.

        The last call is memoized, because a decision tries the posting and folding its events repeats it.
        """
        return _post_in_order(self, transfers)

    def recent_transfers(self, rounds: int = 2) -> Iterator[Transfer]:
        """Return transfers of the latest round and the one before it, or of the latest alone, the last first."""
        for posted in (self._recent, self._before)[:rounds]:
            while posted is not None:
                transfers, posted = posted
                for transfer in reversed(transfers):
                    if transfer.round is not None and transfer.round > self._round - rounds:
                        yield transfer

    def with_house_funds(self, *transfers: Transfer) -> tuple[Transfer, ...]:
        """Return the transfers with the money that the casino must bring for them to its house and cage accounts. Only a fill
        covers the inventory, and only a buy-in covers a player."""
        purse = {account: self._cents.get(account, 0) for account in (HOUSE, CAGE)}
        return tuple(_cover_transfers(transfers, purse))


_new = object.__new__
_set_cents, _set_posted, _set_recent, _set_before, _set_round = (
    Ledger.__dict__[name].__set__ for name in ("_cents", "posted", "_recent", "_before", "_round")
)


def _post_in_order(ledger: Ledger, transfers: tuple[Transfer, ...]) -> Ledger:
    cents = dict(ledger._cents)
    recent, before, latest, first = ledger._recent, ledger._before, ledger._round, 0
    for place, transfer in enumerate(transfers):
        _check_transfer(transfer)
        source, target, amount = transfer.source, transfer.target, transfer.amount.amount
        left = cents.get(source, 0) - amount
        if left < 0 and source != OUTSIDE:
            raise _short_refusal(transfer, Cents(left + amount))
        cents[source] = left
        cents[target] = cents.get(target, 0) + amount
        if (number := transfer.round) is not None and number > latest:  # a round begins here, however its transfers are grouped
            recent, before, latest, first = None, (transfers[first:place], recent), number, place
            cents = {name: held for name, held in cents.items() if held or not account_player(name)}
    if transfers:
        recent = (transfers[first:], recent)
    posted = _new(Ledger)
    _set_cents(posted, cents)
    _set_posted(posted, ledger.posted + len(transfers))
    _set_recent(posted, recent)
    _set_before(posted, before)
    _set_round(posted, latest)
    return posted


_PostedChain = tuple[tuple[Transfer, ...], "_PostedChain | None"]
"""A post, and those before it."""


def _cover_transfers(transfers: Iterable[Transfer], purse: dict[str, int]) -> Iterator[Transfer]:
    for transfer in transfers:
        source, target, amount = transfer.source, transfer.target, transfer.amount.amount
        if source in purse:
            lack = amount - purse[source]
            if lack > 0:
                yield Transfer(OUTSIDE, source, Cents(lack), Reason.HOUSE_FUNDS, transfer.clauses, transfer.round)
            purse[source] = max(-lack, 0)
        if target in purse:
            purse[target] += amount
        yield transfer


def _check_transfer(transfer: Transfer) -> None:
    """Check everything that needs no balance."""
    source, target, reason = transfer.source, transfer.target, transfer.reason
    if not (is_account(source) and is_account(target)):
        wrong = target if is_account(source) else source
        allowed = (*sorted(ACCOUNTS), "player:NAME", "seat:3", "layout:3", "meter:WAGER/NAME")
        raise Malformed(f"{wrong!r} is not an account", code="ledger.no-account", given=wrong, allowed=allowed)
    if transfer.amount.amount <= 0:
        raise _refusal(
            transfer, "the amount of a transfer must be more than $0", "ledger.amount", transfer.amount, "more than $0"
        )
    if source == target:
        raise _refusal(transfer, f"money cannot move from {source} to itself", "ledger.same-account", source, "two accounts")
    if reason in _SIGNED_REASONS and not (
        transfer.by and transfer.note and (transfer.clauses or reason is Reason.COUNT_DIFFERENCE)
    ):
        given = {"by": transfer.by, "why": transfer.note, "clauses": transfer.clauses}
        said = f"a {reason} must say who decided it, why, and under which clause"
        raise _refusal(transfer, said, "ledger.unsigned", str(given), "by, note and clauses")
    if reason is Reason.METER_AWARD and source == INVENTORY:
        said = "a share of a meter must be paid by the house, not from the table inventory"
        raise _refusal(transfer, said, "ledger.meter-from-inventory", source, HOUSE, NOT_FROM_INVENTORY)
    if source == COUPONS and target not in (OUTSIDE, HOUSE) and not target.startswith("layout:"):
        said = f"a coupon can be wagered and used up, but not cashed: its face value cannot go to {target}"
        raise _refusal(transfer, said, "ledger.coupon", target, "a layout, the house or outside", COUPONS_ARE_WAGERED)


def _refusal(transfer: Transfer, said: str, code: str, given: object, allowed: object, law: Law | None = None) -> NotAllowed:
    books = dict.fromkeys(clause.book for clause in transfer.clauses)
    broken = tuple(clause for book in books for clause in law.in_book(numbering_of(book))) if law else transfer.clauses
    facts = {"source": transfer.source, "target": transfer.target, "amount": transfer.amount, "reason": transfer.reason.value}
    return NotAllowed(said, code=code, clauses=broken, given=given, allowed=allowed, **facts)


_NEEDED = {
    INVENTORY: "a fill is needed",
    CENTRE: "the rest is collected from the bank, and half of it from the house if they bank together",
    HOUSE: "the casino must provide it first",
    CAGE: "the casino must provide it first",
    "player": "a buy-in is needed",
    "seat": "a buy-in is needed",
    "layout": "no more was wagered there",
}


def _short_refusal(transfer: Transfer, there: Cents) -> NotAllowed:
    kind = transfer.source.split(":")[0]
    needed = _NEEDED.get(kind, "it has no more")
    there_is = f"the player has {there} in chips" if kind in ("player", "seat") else f"{transfer.source} has {there}"
    said = f"{there_is}, but {transfer.amount} is needed ({transfer.reason}): {needed}"
    if kind in ("player", "seat"):  # a player reads it, as the next one
        said = f"{there_is}, but {transfer.amount} is needed: {needed}"
        if transfer.reason is Reason.CASH_OUT:
            said = f"{there_is}, and cannot cash out {transfer.amount}"
    elif transfer.reason is Reason.BUY_IN:
        said = f"the table has chips for {there} now, and not for {transfer.amount}; the floor can have more brought"
    return NotAllowed(
        said,
        code="ledger.short",
        clauses=transfer.clauses,
        given=transfer.amount,
        allowed=there,
        account=transfer.source,
        short=transfer.amount - there,
        needed=needed,
    )


def account_changes(transfers: Iterable[Transfer]) -> dict[str, Cents]:
    """Return the net change of each account, without those that came out even. The sum is zero."""
    net: dict[str, int] = {}
    for transfer in transfers:
        net[transfer.source] = net.get(transfer.source, 0) - transfer.amount.amount
        net[transfer.target] = net.get(transfer.target, 0) + transfer.amount.amount
    return {account: Cents(cents) for account, cents in net.items() if cents}
