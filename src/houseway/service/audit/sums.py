"""Compare what streams say about each other: accounts with tables, meters with wagers and with what tables paid for them."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from houseway.money import NO_MONEY, Cents
from houseway.service.audit.findings import Problem, StreamAudit, StreamSums
from houseway.service.live.checks.reconciling import (
    FedInRound,
    RoundAwards,
    RoundPlace,
    WageredInRound,
    compare_awards,
    compare_contributions,
)
from houseway.service.live.turns.turn import meter_stream, table_stream
from houseway.service.people.accounts import AccountReason, account_stream
from houseway.service.people.postings import TableMovement
from houseway.service.people.reconciliation import compare_movements


def check_sums(audits: Sequence[StreamAudit]) -> Iterator[Problem]:
    """Yield what does not add up over all streams. Every stream must be whole."""
    yield from _check_accounts(audits)
    yield from _check_meters(audits)
    yield from _check_awards(audits)


def _check_accounts(audits: Sequence[StreamAudit]) -> Iterator[Problem]:
    accounts = [audit.sums for audit in audits if audit.stream.startswith(account_stream(""))]
    tables = [audit.sums for audit in audits if audit.stream.startswith(table_stream(""))]
    found = compare_movements(
        Cents(sum(sums.issued for sums in accounts)),
        Cents(sum(sums.balance for sums in accounts)),
        _movements(accounts),
        _movements(tables),
    )
    for each in found.unmatched:
        moved = f"event {each.event}: the {each.reason.value} of {each.amount} by {each.person}"
        yield Problem(table_stream(each.table), f"{moved} is not both at the table and on the account")
    if not found.unmatched and not found.balanced:
        said = f"{found.issued} were issued; {found.in_accounts} are in accounts, and {found.at_tables} went to tables"
        yield Problem("accounts", said)


def _movements(sums: Iterable[StreamSums]) -> Iterator[TableMovement]:
    for each in sums:
        for person, reason, cents, table, event in each.movements:
            yield TableMovement(person, AccountReason(reason), Cents(cents), table, event)


def _check_meters(audits: Sequence[StreamAudit]) -> Iterator[Problem]:
    wagered = {_place(row): WageredInRound(*map(Cents, row[3:])) for audit in audits for row in audit.sums.wagered}
    fed = {
        _place(row): FedInRound(Cents(row[3]), Fraction(row[4]), Fraction(row[5])) for audit in audits for row in audit.sums.fed
    }
    names = {tuple(audit.sums.meter[0]): audit.sums.meter[1] for audit in audits if audit.sums.meter}
    for each in compare_contributions(wagered, fed, names):
        said = f"round {each.round} at {each.table} wagered {each.wagered}, and the meter has counted {each.counted}"
        added = f"; it has grown by {each.amount} cents, and the filed rate gives {each.expected}"
        yield Problem(meter_stream(each.meter), said if each.amount == each.expected else f"{said}{added}")


def _check_awards(audits: Sequence[StreamAudit]) -> Iterator[Problem]:
    tables, meters = table_stream(""), meter_stream("")
    paid = _add_up(row for audit in audits if audit.stream.startswith(tables) for row in audit.sums.awards)
    awarded = _add_up(row for audit in audits if audit.stream.startswith(meters) for row in audit.sums.awards)
    for each in compare_awards(paid, awarded):
        said = f"round {each.round} paid {each.paid} as shares of meters, and the meters have awarded {each.awarded} in it"
        yield Problem(table_stream(each.table), said)


def _add_up(rows: Iterable[Sequence[Any]]) -> RoundAwards:
    """Add up what several meters have awarded in one round."""
    found: RoundAwards = {}
    for table, number, cents in rows:
        found[table, number] = found.get((table, number), NO_MONEY) + Cents(cents)
    return found


def _place(row: Sequence[Any]) -> RoundPlace:
    key, table, number = row[:3]
    return tuple(key), table, number
