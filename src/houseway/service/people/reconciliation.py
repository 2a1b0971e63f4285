"""Reconcile all money of the house from the stored streams alone: accounts and tables must agree."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from houseway.events import Event
from houseway.ledger import MONEY_MOVED
from houseway.money import Cents
from houseway.service.people.accounts import CREDITS, Account, AccountReason, account_stream
from houseway.service.people.postings import REASONS_WITH_ACCOUNTS, TableMovement, read_movement
from houseway.store import Store, StoredAppend

_AT_TABLES = frozenset((AccountReason.BUY_IN, AccountReason.CASH_OUT))
_TABLES = "table:"


@dataclass(frozen=True, slots=True)
class Reconciliation:
    issued: Cents
    """Grants and deposits, less withdrawals and what has expired."""
    in_accounts: Cents
    at_tables: Cents
    """What persons with accounts have bought at tables, less what they have cashed: their chips, and what the house has won."""
    unmatched: tuple[TableMovement, ...]
    """Movements that only one of the two sides has, or that they have differently."""

    @property
    def balanced(self) -> bool:
        return self.in_accounts + self.at_tables == self.issued and not self.unmatched


class AccountSums:
    """Folds an account, and collects what was issued on it and what it has moved at tables."""

    def __init__(self, person: str) -> None:
        self.person, self._account = person, Account(person)
        self.issued = Cents(0)
        self.movements: list[TableMovement] = []

    @property
    def balance(self) -> Cents:
        return self._account.balance

    def add(self, append: StoredAppend) -> None:
        for command in append.commands:
            self._account = self._account.after(command)
            for event in command.events:
                self._count(event)

    def _count(self, event: Event) -> None:
        reason, amount = AccountReason(event.text("reason")), event.cents("amount")
        if reason in _AT_TABLES:
            movement = TableMovement(self.person, reason, amount, event.text("table"), event.number("event"))
            self.movements.append(movement)
        else:
            self.issued += _signed(reason, amount)


class MovementsAtTable:
    """Collects what a table has moved on accounts."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.movements: list[TableMovement] = []

    def add(self, append: StoredAppend) -> None:
        if MONEY_MOVED not in append.kinds:
            return
        for version, event in enumerate(append.events, start=append.first_version):
            if event.kind == MONEY_MOVED and event.facts.get("reason") in REASONS_WITH_ACCOUNTS:
                movement = read_movement(self.table, version, event)
                if movement is not None:
                    self.movements.append(movement)


def reconcile_accounts(store: Store) -> Reconciliation:
    """Fold every account and read every table from the beginning. No snapshot is trusted."""
    accounts = [AccountSums(head.stream.removeprefix(account_stream(""))) for head in store.stream_heads(account_stream(""))]
    for account in accounts:
        for append in store.read(account_stream(account.person)):
            account.add(append)
    tables = [MovementsAtTable(head.stream.removeprefix(_TABLES)) for head in store.stream_heads(_TABLES)]
    for table in tables:
        for append in store.read(f"{_TABLES}{table.table}"):
            table.add(append)
    return compare_movements(
        sum((account.issued for account in accounts), start=Cents(0)),
        sum((account.balance for account in accounts), start=Cents(0)),
        (movement for account in accounts for movement in account.movements),
        (movement for table in tables for movement in table.movements),
    )


def compare_movements(
    issued: Cents, in_accounts: Cents, by_accounts: Iterable[TableMovement], by_tables: Iterable[TableMovement]
) -> Reconciliation:
    """Compare what accounts and tables say about each other."""
    own, other = Counter(by_accounts), Counter(by_tables)
    at_tables = sum((_signed(each.reason, each.amount) for each in other.elements()), start=Cents(0))
    unmatched = sorted(((own - other) + (other - own)).elements(), key=lambda each: (each.table, each.event, each.person))
    return Reconciliation(issued, in_accounts, -at_tables, tuple(unmatched))


def _signed(reason: AccountReason, amount: Cents) -> Cents:
    return amount if reason in CREDITS else -amount
