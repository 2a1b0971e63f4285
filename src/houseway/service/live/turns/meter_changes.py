"""New terms of a meter that tables share: requested once, and in force at all its tables together.

A request is stored in the meter's stream. If it moves the return, it waits until the jackpot is won. Then tables whose round has
ended start no new one, and when the last round is over, the meter and the submissions of all its tables change by one append
(PG-69, DIV-73).
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass

import tomli_w

from houseway import progressive
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.progressive import AMOUNTS, MeterTerms, ProgressiveMeter
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.meter_rows import project_meters
from houseway.service.live.turns.turn import NO_CHANGES, Meters, TableState, Turn, meter_stream
from houseway.service.secrecy.sealing import Vault
from houseway.store import AppendRequest, RecordedCommand, StreamAppend
from houseway.submission import Rules, judge_text
from houseway.submission.source import parse_content
from houseway.table import Table
from houseway.table.acts import is_round_under_way
from houseway.table.meters import meters_drawn_on

PAYTABLE = "paytable"
CHANGEABLE_TERMS = ("seed", "reset", "rate", "tables", PAYTABLE)


@dataclass(frozen=True, slots=True)
class SharingTable:
    """A table that shares a meter, with its amended submission."""

    name: str
    state: TableState
    submission: str


def tables_sharing(meter: str, tables: Mapping[str, TableState], meters: Meters) -> dict[str, TableState]:
    """Return the open tables that draw on a meter."""
    return {name: state for name, state in sorted(tables.items()) if meter in ids_drawn_on(state.table, meters)}


def ids_drawn_on(table: Table | None, meters: Meters) -> tuple[str, ...]:
    if table is None or not table.open:
        return ()
    return tuple(meter.id for meter in meters_drawn_on(meters.by_id, table.rules).values())


def amended_submission(text: str, meter: ProgressiveMeter, changes: Mapping[str, object]) -> str:
    """Return a submission in which a meter has other terms, in the words of a submission (`rate = "20%"`)."""
    content = parse_content(text)
    wager, name = meter.filed_meter.wager, meter.filed_meter.name
    if PAYTABLE in changes:
        content["wagers"][wager] = {**content["wagers"][wager], PAYTABLE: changes[PAYTABLE]}
    terms = {key: list(value) if isinstance(value, tuple) else value for key, value in changes.items() if key != PAYTABLE}
    content["meters"] = [
        {**each, **terms} if (each["wager"], each["name"]) == (wager, name) else each for each in content["meters"]
    ]
    return tomli_w.dumps(content)


def request_change(
    meter: ProgressiveMeter, changes: Mapping[str, object], sharing: Mapping[str, TableState], by: Actor, why: str
) -> Event:
    """Decide a request for new terms: each table's submission must pass with them."""
    unknown = sorted(set(changes) - set(CHANGEABLE_TERMS))
    if unknown or not why.strip() or not by.name:
        given = ", ".join(unknown) or "no reason or no name"
        said = "a change of a meter's terms names terms, a person and a reason"
        raise Malformed(said, code="house.meter-terms", given=given, allowed=", ".join(CHANGEABLE_TERMS))
    if not sharing:
        said = f"no open table draws on {meter.id}; the submission of the next table that opens sets its terms"
        raise NotAllowed(said, code="house.meter-unused", given=meter.id, allowed="a meter of an open table")
    filed = [_terms_filed(table.name, table.submission, table.state, meter) for table in _amended(meter, changes, sharing)]
    if any(terms != filed[0] for terms in filed):
        raise _differing_error(meter, sharing)
    return progressive.request_terms(meter, filed[0], changes, by.name, why)


def _amended(
    meter: ProgressiveMeter, changes: Mapping[str, object], sharing: Mapping[str, TableState]
) -> tuple[SharingTable, ...]:
    return tuple(
        SharingTable(name, state, amended_submission(state.filing[0], meter, changes)) for name, state in sharing.items()
    )


def _terms_filed(table: str, submission: str, state: TableState, meter: ProgressiveMeter) -> MeterTerms:
    rules = _judged_rules(table, submission, state.filing[1])
    filed = next(each for each in rules.meters if (each.wager, each.name) == meter.terms.key[1:3])
    if filed.tables and table not in filed.tables:
        said = f"{table} shares the meter {meter.id}; it must stop offering it before it is left out of the meter's tables"
        raise NotAllowed(said, code="progressive.table", clauses=meter.law(AMOUNTS), given=table, allowed=filed.tables)
    return MeterTerms.from_rules(filed, rules)


def _judged_rules(table: str, submission: str, house_way: str) -> Rules:
    verdict = judge_text(submission, house_way or None)
    if verdict.rules is None:
        found = "; ".join(finding.message for finding in verdict.findings)
        clauses = tuple(finding.clause for finding in verdict.findings if finding.clause)
        said = f"with these terms the submission of {table} does not pass: {found}"
        raise NotAllowed(said, code="table.submission", clauses=clauses, given=found, allowed="no findings")
    return verdict.rules


def _differing_error(meter: ProgressiveMeter, sharing: Mapping[str, TableState]) -> NotAllowed:
    said = f"the tables of {meter.id} would not file the same terms: their submissions differ in its paytable"
    return NotAllowed(said, code="house.meter-differs", given=tuple(sharing), allowed="the same terms at all tables")


def is_held(table: Table | None, meters: Meters) -> bool:
    """Return whether a table starts no new round, because a meter of it is about to change its terms."""
    ready = meters.ready
    return bool(ready) and not {meter.id for meter in ready}.isdisjoint(ids_drawn_on(table, meters))


def is_held_between_rounds(turn: Turn) -> bool:
    """Return whether a turn has come to the end of a round at a table that is held."""
    return is_held(turn.table, turn.meters) and not is_round_under_way(turn.table)


def check_not_held(turn: Turn) -> None:
    """Refuse what would begin a round at a table that is held."""
    before = turn.before.table
    if before is None or not is_held(turn.table, turn.meters_before) or is_round_under_way(before):
        return
    if is_round_under_way(turn.table):
        said = f"a meter of {turn.id} is about to get new terms; the next round begins when the rounds at its tables have ended"
        raise NotAllowed(said, code="house.meter-change", clauses=turn.table.rules.law(AMOUNTS), given=turn.id, allowed="later")


def changes_to_carry_out(tables: Mapping[str, TableState], meters: Meters, frozen: Container[str] = ()) -> tuple[str, ...]:
    """Return the meters whose requested terms wait for nothing any more: no round is under way at their tables, and no table of
    them is frozen."""
    return tuple(
        meter.id
        for meter in meters.ready
        if not any(table in frozen for table in meter.tables) and _is_between_rounds(meter.id, tables, meters)
    )


def _is_between_rounds(meter: str, tables: Mapping[str, TableState], meters: Meters) -> bool:
    sharing = tables_sharing(meter, tables, meters).values()
    return not any(state.table is not None and is_round_under_way(state.table) for state in sharing)


def take_back_request(meter: ProgressiveMeter, why: str) -> Event:
    """Return what drops a request that cannot be carried out."""
    assert meter.requested is not None, "no change was requested"
    return progressive.request_terms(meter, meter.terms, {}, meter.requested.by, f"it cannot be carried out: {why}")


def meter_append(meters: Meters, event: Event, at: int, by: Actor) -> StreamAppend:
    """Return what adds an event to a meter's stream."""
    meter = event.text("meter")
    return StreamAppend(meter_stream(meter), meters.versions[meter], (RecordedCommand(at, by, (event,)),))


class TermsChange:
    """The change of a meter's terms at all its tables, worked out before anything is stored."""

    def __init__(
        self,
        meter: str,
        tables: Mapping[str, TableState],
        meters: Meters,
        vault: Vault,
        at: int,
        calendar: GamingCalendar = NO_CHANGES,
    ) -> None:
        self._calendar = calendar
        before = meters.by_id[meter]
        assert before.requested is not None, "no change was requested"
        requested, by = before.requested, Actor(Role.FLOOR, before.requested.by)
        event = progressive.amend_meter(before, requested.terms)
        self._meter_part = meter_append(meters, event, at, by)
        self.meters = meters.after([(meter, event)])
        amended = _amended(before, requested.changes, tables_sharing(meter, tables, meters))
        self.turns = tuple(self._amend_table(each, vault, at, by) for each in amended)

    def _amend_table(self, table: SharingTable, vault: Vault, at: int, by: Actor) -> Turn:
        turn = Turn(table.name, table.state, self.meters, vault, calendar=self._calendar)
        way = {"house_way": table.state.filing[1]} if table.state.filing[1] else {}
        turn.take_command(Command("amend", by, {"submission": table.submission, **way}), at)
        return turn

    @property
    def meters_changed(self) -> Meters:
        name = self._meter_part.stream.removeprefix(meter_stream(""))
        return Meters({name: self.meters.by_id[name]}, {name: self.meters.versions[name]})

    def request(self) -> AppendRequest:
        requests = [turn.request() for turn in self.turns]
        parts = [part for request in requests for part in request.parts]
        editions = {edition.hash: edition for request in requests for edition in request.editions}
        own = project_meters([(each, self._meter_part.commands) for each in self.meters_changed.by_id.values()], self._calendar)
        projections = tuple(each for request in requests for each in request.projections)
        return AppendRequest((self._meter_part, *parts), editions=tuple(editions.values()), projections=(*own, *projections))
