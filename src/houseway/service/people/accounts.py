"""Players' money in the house: one stream `account:ID` for each person, in double entry.

Every event names both sides. Money comes from the cage (a deposit) or is issued as play money (a grant), goes to a table with a
buy-in, comes back with a cash-out, and ends in the cage (a withdrawal) or expires. A buy-in and a cash-out are stored together with
the table's own transfer, which is the other half; the account's event names its place in the table's stream. No account falls below
zero.

    account:p-abcdefghij     table:UTH-1     cage     play-money
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from threading import Lock

from houseway.errors import Corrupted, Malformed, NotAllowed, Outdated, Unavailable
from houseway.events import Actor, Event, Role
from houseway.money import Cents
from houseway.procedure import LegalOption
from houseway.service.clock import HouseClock
from houseway.service.command_keys import NO_KEY, CommandKey, check_same_request
from houseway.service.people.administration import with_present_roles
from houseway.service.people.authority import authorize
from houseway.service.people.person import THE_HOUSE, Person
from houseway.service.people.record import HouseRecord, HouseState, check_reason, no_change
from houseway.store import AppendRequest, RecordedCommand, Store, StreamAppend

ACCOUNT_MOVED = "account-moved"
CAGE, PLAY_MONEY = "cage", "play-money"
MOST = Cents.from_dollars(1_000_000_000)
"""No single movement by hand is larger."""
_NOTHING, _LEAST = Cents(0), Cents(1)
_TRIES = 10
_OF_A_GUEST = "play money of a guest"
_RENEWED = "the play money was used up"
MOST_KNOWN = 20_000
"""Accounts that are kept in memory."""


class AccountReason(StrEnum):
    """Why money moved. The names are stored and never change."""

    GRANT = "grant"
    """Play money is issued."""
    EXPIRY = "expiry"
    """Play money is taken back, because its time is over."""
    DEPOSIT = "deposit"
    WITHDRAWAL = "withdrawal"
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"


CREDITS = frozenset((AccountReason.GRANT, AccountReason.DEPOSIT, AccountReason.CASH_OUT))
"""What adds to an account."""
_BY_HAND = frozenset((AccountReason.GRANT, AccountReason.DEPOSIT, AccountReason.WITHDRAWAL))


def account_stream(person: str) -> str:
    return f"account:{person}"


@dataclass(frozen=True, slots=True)
class Account:
    """An account as folded from its stream."""

    person: str
    balance: Cents = _NOTHING
    version: int = 0
    at: int = 0
    expired: bool = False
    """The owner's time as a guest is over: what comes back from a table expires at once."""
    has_play_money: bool = False
    """Play money was issued on it: the cage pays out no more than was brought to it."""
    brought: Cents = _NOTHING
    """What the cage has taken for it, less what it has paid out."""
    promised: bool = False
    """The balance is a guest's play money, which is issued when he first sits down. Nothing is stored before."""

    @property
    def payable(self) -> Cents:
        """Return what the cage may pay out: all of it, or of an account with play money what was brought."""
        return min(self.balance, self.brought) if self.has_play_money else self.balance

    def renewal_event(self, amount: Cents) -> Event:
        """Return the event of further play money, or refuse it: there has to be none left, and to have been some."""
        if not self.has_play_money:
            raise NotAllowed(
                "there is no play money on this account; ask at the cage", code="account.no-play-money", given=self.balance
            )
        if self.balance:
            raise NotAllowed(
                f"you have {self.balance} on your account; new play money comes when it is used up",
                code="account.not-empty",
                given=self.balance,
                allowed=_NOTHING,
            )
        return self.movement_event(AccountReason.GRANT, amount, THE_HOUSE.id, why=_RENEWED)

    def withdrawal_event(self, amount: Cents, by: str, why: str) -> Event:
        """Return the event of a payment at the cage, or refuse it: play money, and what was won with it, is not paid out."""
        if self.has_play_money and self.payable < amount <= self.balance:
            raise NotAllowed(
                f"{self.payable} of this account can be paid out; the rest is play money",
                code="account.play-money",
                given=amount,
                allowed=self.payable,
            )
        return self.movement_event(AccountReason.WITHDRAWAL, amount, by, why=why)

    def movement_event(self, reason: AccountReason, amount: Cents, by: str, **details: object) -> Event:
        """Return the event of a movement, or refuse it: an account never falls below zero."""
        least = _NOTHING if reason is AccountReason.EXPIRY else _LEAST
        most = MOST if reason in _BY_HAND else amount  # what comes from a table is always taken
        if not least <= amount <= most:
            raise Malformed(
                f"an amount must be more than $0 and at most {MOST}, not {amount}",
                code="account.amount",
                given=str(amount),
                allowed=f"up to {MOST}",
            )
        credit, own, other = reason in CREDITS, account_stream(self.person), _other_side(reason, details)
        if not credit and amount > self.balance:
            raise NotAllowed(
                f"the account has {self.balance}, and {amount} is needed ({reason})",
                code="account.short",
                given=amount,
                allowed=self.balance,
            )
        after = self.balance + amount if credit else self.balance - amount
        source, target = (other, own) if credit else (own, other)
        sides = {"source": source, "target": target, "amount": amount, "reason": reason.value}
        return Event(ACCOUNT_MOVED, (), {**sides, "before": self.balance, "after": after, "by": by, **details})

    def issue(self, at: int) -> RecordedCommand:
        """Return the command that issues what is promised."""
        event = Account(self.person).movement_event(AccountReason.GRANT, self.balance, THE_HOUSE.id, why=_OF_A_GUEST)
        return RecordedCommand(at, Actor(Role.FLOOR, THE_HOUSE.id), (event,))

    def after(self, command: RecordedCommand) -> "Account":
        account = Account(self.person) if self.promised else self
        for event in command.events:
            account = _evolve_account(account, event)
        return replace(account, at=command.at)


def _other_side(reason: AccountReason, details: Mapping[str, object]) -> str:
    if reason in (AccountReason.BUY_IN, AccountReason.CASH_OUT):
        return f"table:{details['table']}"
    return PLAY_MONEY if reason in (AccountReason.GRANT, AccountReason.EXPIRY) else CAGE


def _evolve_account(account: Account, event: Event) -> Account:
    if event.kind != ACCOUNT_MOVED:
        raise Malformed(f"{event.kind!r} is not an event of an account", code="account.event", given=event.kind)
    reason, amount = AccountReason(event.text("reason")), event.cents("amount")
    after = account.balance + amount if reason in CREDITS else account.balance - amount
    if event.cents("before") != account.balance or event.cents("after") != after or after < _NOTHING:
        raise Corrupted(
            f"event {account.version + 1} of the account does not follow from the one before it",
            code="account.balance",
            given=event.cents("after"),
            allowed=after,
        )
    changed = replace(account, balance=after, version=account.version + 1)
    match reason:
        case AccountReason.EXPIRY:
            return replace(changed, expired=True)
        case AccountReason.GRANT:
            return replace(changed, has_play_money=True)
        case AccountReason.DEPOSIT:
            return replace(changed, brought=account.brought + amount)
        case AccountReason.WITHDRAWAL:
            return replace(changed, brought=account.brought - amount)
    return changed


def load_account(store: Store, person: str, begin: Account | None = None) -> Account:
    """Return an account as it stands after its last stored event."""
    account = begin or Account(person)
    for append in store.read(account_stream(person), account.version):
        for command in append.commands:
            account = account.after(command)
    return account


class Accounts:
    """All accounts of the house. Methods block, and any thread may call them."""

    def __init__(self, store: Store, record: HouseRecord, clock: HouseClock) -> None:
        self._store, self._record, self._clock = store, record, clock
        self._lock = Lock()
        self._known: dict[str, Account] = {}
        """Accounts that were used last, as far as they are known to be stored. Others are read again when they are needed: people
        come and go, and a server runs for months."""
        self.promised_to: Callable[[Collection[str]], Mapping[str, Cents]] = lambda persons: {}
        """Returns the play money of guests among some persons. Their accounts are stored when they sit down."""

    def get(self, person: str) -> Account:
        """Return an account as it is stored now. Somebody who never had money has an empty one."""
        return self.load((person,))[person]

    def load(self, persons: Iterable[str]) -> Mapping[str, Account]:
        """Return accounts as they are stored now, and those of guests who have not sat down yet as they will be."""
        found = self._load_stored(tuple(persons))
        return {**found, **self._promised(person for person, account in found.items() if not account.version)}

    def load_with_newcomers(self, persons: Iterable[str], newcomers: Collection[str]) -> Mapping[str, Account]:
        """Return the accounts of persons; of those who are just sitting down, only the play money that they are promised. So
        somebody whose account cannot be read may still sit down."""
        opened = self.opened(newcomers)
        return {**self._promised(person for person in newcomers if person not in opened), **self.load(persons)}

    def _promised(self, persons: Iterable[str]) -> Mapping[str, Account]:
        """Return the accounts of guests among persons who have none in the store."""
        new = tuple(persons)
        promised = self.promised_to(new) if new else {}
        return {person: Account(person, amount, promised=True) for person, amount in promised.items()}

    def _load_stored(self, wanted: Sequence[str]) -> Mapping[str, Account]:
        """Return accounts as they are stored now. Those of all open connections are asked for every second, and mostly none of them
        has changed."""
        with self._lock:
            known = {person: self._known[person] for person in wanted if person in self._known}
            versions = sum(account.version for account in known.values())
            if len(known) == len(wanted) and versions == self._store.version_sum(map(account_stream, wanted)):
                return known
            stored = self._store.stream_versions(map(account_stream, wanted))
            found = {person: self._follow(person, stored.get(account_stream(person), 0)) for person in wanted}
            while len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]
            return found

    def _follow(self, person: str, version: int) -> Account:
        """Return an account up to a version, and mark it as the most recently used."""
        known = self._known.pop(person, None)
        if known is None or known.version != version:
            known = load_account(self._store, person, known)
        self._known[person] = known
        return known

    def deposit(self, person: str, amount: Cents, by: Person, why: str, command_id: str = "") -> Account:
        """Credit somebody with money that he has brought to the cage. A repeated command changes nothing."""
        return self._move_by_staff(AccountReason.DEPOSIT, person, amount, by, why, command_id)

    def withdraw(self, person: str, amount: Cents, by: Person, why: str, command_id: str = "") -> Account:
        """Pay somebody out at the cage. A repeated command changes nothing."""
        return self._move_by_staff(AccountReason.WITHDRAWAL, person, amount, by, why, command_id)

    def opened(self, persons: Iterable[str]) -> frozenset[str]:
        """Return those of the persons who have a stored account. A guest has one from sitting down on."""
        prefix = account_stream("")
        return frozenset(stream.removeprefix(prefix) for stream in self._store.stream_versions(map(account_stream, persons)))

    def grant(self, person: str, amount: Cents, why: str) -> Account:
        """Issue play money."""

        def issue(account: Account) -> Event:
            return account.movement_event(AccountReason.GRANT, amount, THE_HOUSE.id, why=why)

        return self._move(person, issue, THE_HOUSE)

    def issue_first(self, person: str, amount: Cents) -> Account:
        """Issue the play money that a guest is promised, unless he has sat down before."""

        def issue(account: Account) -> Event | None:
            why = _OF_A_GUEST
            return None if account.version else account.movement_event(AccountReason.GRANT, amount, THE_HOUSE.id, why=why)

        return self._move(person, issue, THE_HOUSE)

    def renew(self, person: str, amount: Cents) -> Account:
        """Issue play money once more to somebody who plays with it and has none left. Whoever has suspended or excluded himself
        gets none."""
        _check_may_deposit(self._record.refresh(), person, self._record.now())
        return self._move(person, lambda account: account.renewal_event(amount), THE_HOUSE)

    def expire(self, person: str, why: str) -> Account:
        """Take back what is left of a guest's play money, now and whenever more comes back from a table."""

        def take_back(account: Account) -> Event | None:
            if not account.version or (account.expired and not account.balance):
                return None
            return account.movement_event(AccountReason.EXPIRY, account.balance, THE_HOUSE.id, why=why)

        expired = self._move(person, take_back, THE_HOUSE)
        with self._lock:
            self._known.pop(person, None)  # guests come and go, and their accounts are read again if need be
        return expired

    def _move_by_staff(
        self, reason: AccountReason, person: str, amount: Cents, by: Person, why: str, command_id: str
    ) -> Account:
        said, state = check_reason(why), self._record.refresh()
        authorize(with_present_roles(state, by), "account.manage")
        if person == by.id or person not in state.roles:
            raise NotAllowed(
                "staff move money on accounts of registered persons, and not on their own",
                code="account.owner",
                given=reason.value,
                allowed="the account of another registered person",
            )
        key = CommandKey.of(command_id, reason.value, person, amount, said)
        if reason is AccountReason.DEPOSIT:
            _check_may_deposit(state, person, self._record.now())
        first = self._store.answer_to(command_id) if command_id else None
        if first is not None:
            check_same_request(key, json.loads(first or "{}"))
            return self.get(person)  # decided anew, it might be refused
        if reason is AccountReason.WITHDRAWAL:
            return self._move(person, lambda account: account.withdrawal_event(amount, by.id, said), by, key)
        return self._move(person, lambda account: account.movement_event(reason, amount, by.id, why=said), by, key)

    def _move(
        self,
        person: str,
        decide: Callable[[Account], Event | None],
        by: Person,
        key: CommandKey = NO_KEY,
    ) -> Account:
        for _ in range(_TRIES):
            account = self._load_stored((person,))[person]
            event = decide(account)
            if event is None or self._append(account, event, by, key):
                return self.get(person)
        raise Unavailable(
            "others keep changing the account; try again", code="house.busy", given="an account", allowed="try again"
        )

    def _append(self, account: Account, event: Event, by: Person, key: CommandKey) -> bool:
        command = RecordedCommand(self._clock.now(account.at), Actor(Role.FLOOR, by.id), (event,))
        part = StreamAppend(account_stream(account.person), account.version, (command,))
        try:
            answer = json.dumps({"asked": key.digest}) if key.id else ""
            appended = self._store.append_with(AppendRequest((part,), key.id, answer), no_change)
        except Outdated:
            return False
        if appended.repeated:
            check_same_request(key, json.loads(appended.answer or "{}"))
        return True


def _check_may_deposit(state: HouseState, person: str, at: int) -> None:
    """Refuse money from somebody whose play is suspended or who has excluded himself. He is paid out at any time."""
    chosen = state.protections.get(person)
    if chosen is not None and chosen.bar_at(at):
        raise NotAllowed(
            "this person has suspended his play or excluded himself, so no money is taken for play; payments to him go on",
            code="protection.barred",
            given=AccountReason.DEPOSIT.value,
            allowed=AccountReason.WITHDRAWAL.value,
        )


def cap_buy_in(options: Iterable[LegalOption], balance: Cents) -> tuple[LegalOption, ...]:
    """Limit buy-in options to the account balance."""
    affordable = [_cap_buy_in(option, balance) if option.act == "buy-in" else option for option in options]
    return tuple([option for option in affordable if option is not None])


def _cap_buy_in(option: LegalOption, balance: Cents) -> LegalOption | None:
    amount = option.bounds.get("amount")
    if not isinstance(amount, Mapping):
        return option
    if balance < amount["least"]:
        return None
    return option._replace(bounds={**option.bounds, "amount": {**amount, "most": min(balance, amount["most"])}})
