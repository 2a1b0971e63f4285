"""Reconcile all money of the house from the stored streams alone: accounts and tables must tell the same story."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from houseway.money import Cents
from houseway.service.people.accounts import CREDITS, AccountReason, account_stream, load_account
from houseway.service.people.postings import TableMovement, read_movement
from houseway.store import Store

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


def reconcile(store: Store) -> Reconciliation:
    """Fold every account and read every table from the beginning. No snapshot is trusted."""
    accounts = [head.stream.removeprefix(account_stream("")) for head in store.heads(account_stream(""))]
    balances = sum((load_account(store, person).balance for person in accounts), start=Cents(0))
    by_accounts = Counter(movement for person in accounts for movement in _movements_of(store, person))
    by_tables = Counter(_table_movements(store))
    issued = sum((_signed(reason, amount) for person in accounts for reason, amount in _issued(store, person)), start=Cents(0))
    at_tables = sum((_signed(each.reason, each.amount) for each in by_tables.elements()), start=Cents(0))
    unmatched = sorted(
        ((by_accounts - by_tables) + (by_tables - by_accounts)).elements(),
        key=lambda each: (each.table, each.event, each.person),
    )
    return Reconciliation(issued, balances, -at_tables, tuple(unmatched))


def _signed(reason: AccountReason, amount: Cents) -> Cents:
    return amount if reason in CREDITS else -amount


def _issued(store: Store, person: str) -> Iterator[tuple[AccountReason, Cents]]:
    for append in store.read(account_stream(person)):
        for event in append.events:
            reason = AccountReason(event.text("reason"))
            if reason not in _AT_TABLES:
                yield reason, event.cents("amount")


def _movements_of(store: Store, person: str) -> Iterator[TableMovement]:
    for append in store.read(account_stream(person)):
        for event in append.events:
            reason = AccountReason(event.text("reason"))
            if reason in _AT_TABLES:
                yield TableMovement(person, reason, event.cents("amount"), event.text("table"), event.number("event"))


def _table_movements(store: Store) -> Iterator[TableMovement]:
    for head in store.heads(_TABLES):
        table = head.stream.removeprefix(_TABLES)
        for append in store.read(head.stream):
            for version, event in enumerate(append.events, start=append.first_version):
                movement = read_movement(table, version, event)
                if movement is not None:
                    yield movement
