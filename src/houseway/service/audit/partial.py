"""Leave out what exported logs cannot show. The log of one table has neither accounts, which are in a log of their own, nor the
other tables that share its meters. If it was saved with a replayed round, the table's stream ends with that round, and the meters
have gone on."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from houseway.service.archive.exporting import REST
from houseway.service.audit.findings import StreamAudit, StreamSums
from houseway.service.live.turns.turn import table_stream
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


def find_unproved(streams: Iterable[str], proved: Collection[str]) -> frozenset[str]:
    """Return the tables of a partial export that may end earlier than the other streams: those whose ends are not proved.

    An export with proofs is as of one moment. The log that comes with a replayed round has none.
    """
    names = list(streams)
    return frozenset(name for name in names if _is_table(name) and name not in proved) if is_partial(names) else frozenset()


def without_absent(audits: Sequence[StreamAudit], unproved: Collection[str] = ()) -> list[StreamAudit]:
    """Return audits of a partial export without what other streams would have to confirm, or later rounds of unproved tables."""
    last = _last_rounds(audits, unproved)

    def given(rows: list[list[Any]], column: int) -> list[list[Any]]:
        return [row for row in rows if row[column] in last and not _is_later(row[column], row[column + 1], last)]

    return [replace(audit, sums=_sums_of_given(audit.sums, given)) for audit in audits]


def _sums_of_given(sums: StreamSums, given: Callable[[list[list[Any]], int], list[list[Any]]]) -> StreamSums:
    return replace(
        sums,
        issued=0,
        balance=0,
        movements=[],
        wagered=given(sums.wagered, 1),
        fed=given(sums.fed, 1),
        awards=given(sums.awards, 0),
    )


def _last_rounds(audits: Iterable[StreamAudit], unproved: Collection[str]) -> dict[str, int | None]:
    """Return the tables that were given, each with its last round to be compared; None if that is every round."""
    return {
        audit.stream.removeprefix(table_stream("")): audit.rounds if audit.stream in unproved else None
        for audit in audits
        if _is_table(audit.stream)
    }


def _is_later(table: str, number: int, last: Mapping[str, int | None]) -> bool:
    end = last.get(table)
    return end is not None and number > end


def describe_absent(audits: Sequence[StreamAudit], unproved: Collection[str] = ()) -> Iterator[str]:
    """Yield what `without_absent` leaves out, and why."""
    moved = sum(len(audit.sums.movements) for audit in audits)
    if moved:
        is_rest = not any(_is_table(audit.stream) for audit in audits)
        what = count_things(moved, "buy-in or cash-out", "buy-ins and cash-outs")
        where, why = ("at tables", "the logs of the tables") if is_rest else ("on players' accounts", f"the accounts ({REST})")
        yield f"{what} {where}, because {why} were not given"
    rounds = {(row[1], row[2]) for audit in audits for row in (*audit.sums.fed, *audit.sums.wagered)}
    rounds |= {(row[0], row[1]) for audit in audits for row in audit.sums.awards}
    last = _last_rounds(audits, unproved)
    others = sorted({table for table, _ in rounds if table not in last})
    if others:
        yield f"what meters have counted and awarded at {list_things(others)}, because {_logs_of(others)} not given"
    for table in sorted({table for table, number in rounds if _is_later(table, number, last)}):
        yield f"what meters have counted and awarded at {table}{_after(last[table])}"


def _after(last: int | None) -> str:
    return f" after round {last}, the last one that is over in its log" if last else ", because no round is over in its log"


def _logs_of(tables: Sequence[str]) -> str:
    return "the log of that table was" if len(tables) == 1 else "the logs of these tables were"
