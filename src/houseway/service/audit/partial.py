"""Leave out what exported logs cannot show. The log of one table has neither accounts, which are in a log of their own, nor the
other tables that share its meters."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from houseway.service.archive.exporting import REST
from houseway.service.audit.findings import StreamAudit
from houseway.service.live.turn import table_stream
from houseway.service.people.accounts import account_stream
from houseway.service.people.record import HOUSE_STREAM
from houseway.spelling import count_things, list_things


def is_partial(streams: Iterable[str]) -> bool:
    """Return whether exported logs are of some tables without the rest of the house, or of the rest without a table. Any others
    are judged as a whole house."""
    names = list(streams)
    return not (any(map(_is_table, names)) and any(map(_is_of_the_rest, names)))


def _is_table(stream: str) -> bool:
    return stream.startswith(table_stream(""))


def _is_of_the_rest(stream: str) -> bool:
    return stream == HOUSE_STREAM or stream.startswith(account_stream(""))


def without_absent(audits: Sequence[StreamAudit]) -> list[StreamAudit]:
    """Return audits of a partial export without what other streams would have to confirm."""
    there = {audit.stream for audit in audits}

    def given(rows: list[list[Any]], column: int) -> list[list[Any]]:
        return [row for row in rows if table_stream(row[column]) in there]

    return [
        replace(
            audit,
            sums=replace(
                audit.sums, issued=0, balance=0, movements=[], fed=given(audit.sums.fed, 1), awards=given(audit.sums.awards, 0)
            ),
        )
        for audit in audits
    ]


def describe_absent(audits: Sequence[StreamAudit]) -> Iterator[str]:
    """Yield what `without_absent` leaves out, and why."""
    there = {audit.stream for audit in audits}
    moved = sum(len(audit.sums.movements) for audit in audits)
    if moved:
        is_rest = not any(map(_is_table, there))
        what = count_things(moved, "buy-in or cash-out", "buy-ins and cash-outs")
        where, why = ("at tables", "the logs of the tables") if is_rest else ("on players' accounts", f"the accounts ({REST})")
        yield f"{what} {where}, because {why} were not given"
    fed = {row[1] for audit in audits for row in audit.sums.fed} | {row[0] for audit in audits for row in audit.sums.awards}
    others = sorted(table for table in fed if table_stream(table) not in there)
    if others:
        yield f"what meters have counted and awarded at {list_things(others)}, because {_logs_of(others)} not given"


def _logs_of(tables: Sequence[str]) -> str:
    return "the log of that table was" if len(tables) == 1 else "the logs of these tables were"
