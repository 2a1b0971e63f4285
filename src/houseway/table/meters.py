"""The meters of a table: which ones its rules draw on, what a filing does to them, and who reads them. Tables share meters, so
each meter has its own stream."""

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, count

from houseway import progressive
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.games.round import MeterInstruction
from houseway.money import Cents
from houseway.procedure import Bounds, FactBounds, LegalOption, Step, check_facts
from houseway.progressive import AMOUNTS, PAID_AT_TURN, MeterTerms, ProgressiveMeter, ShareWinner, meter_key
from houseway.progressive.meter import MeterKey
from houseway.submission import FiledMeter, Rules
from houseway.table.state import Table
from houseway.values import memoize_by

Meters = Mapping[str, ProgressiveMeter]
ROLES: Mapping[str, tuple[Role, ...]] = {"read-meter": (Role.DEALER, Role.FLOOR), "rule-meter": (Role.FLOOR,)}
"""The acts at a meter, and who may do them."""
METER_READERS = frozenset(role for roles in ROLES.values() for role in roles)
KNOWN_FACTS = {"read-meter": ("meter", "shown", "why"), "rule-meter": ("meter", "amount", "why")}


def find_meter(meters: Meters, filed: FiledMeter, rules: Rules) -> ProgressiveMeter | None:
    """Return the filed meter, if it has started."""
    return _find_by_key(meters, meter_key(filed, rules), filed.tables)


def _find_by_key(meters: Meters, key: MeterKey, tables: tuple[str, ...]) -> ProgressiveMeter | None:
    """Return the meter of a filing: the one that is filed for the same tables, or else that one of them has. A meter that only
    other tables have is another one, though it has the same name (PG-69, DIV-73)."""
    found = None
    for meter in meters.values():
        if meter.terms.key == key:
            shared = meter.terms.filed_meter.tables
            if shared == tables:
                return meter
            if found is None and (not tables or not {*tables}.isdisjoint(meter.tables or shared or tables)):
                found = meter
    return found


def meters_drawn_on(meters: Meters, rules: Rules) -> dict[str, ProgressiveMeter]:
    """Return the meters that the rules draw on, by their filed names."""
    started = {name: _find_by_key(meters, key, tables) for name, key, tables in _filed_keys(rules)}
    return {name: meter for name, meter in started.items() if meter is not None}


def unreadable_meter(meters: Meters, rules: Rules, broken: Container[str] = ()) -> str:
    """Return the id of a filed meter that has not been read, although each filed meter is started with its table; empty if there is
    none. `broken` has the ids of meters of which it is known that they cannot be read."""
    for _, key, tables in _filed_keys(rules):
        if _find_by_key(meters, key, tables) is None:
            names = (*_possible_names(key), *(_name_of_its_own(key, each) for each in tables[:1]))
            return next((name for name in names if name in broken), names[0])
    return ""


@lru_cache
def _filed_keys(rules: Rules) -> tuple[tuple[str, MeterKey, tuple[str, ...]], ...]:
    """Return the name, the key and the tables of each filed meter, cached by rules, which seldom change."""
    return tuple((filed.name, meter_key(filed, rules), filed.tables) for filed in rules.meters)


@memoize_by(id)
def meters_drawn_on_now(rules: Rules, meters: Meters) -> dict[str, ProgressiveMeter]:
    """Return `meters_drawn_on` with the last calls memoized, for callers that replace meters and never alter them, as `TableRun`
    does. Rules come first: tables under many submissions share one set of meters."""
    return meters_drawn_on(meters, rules)


def check_shared(rules: Rules, table: str) -> None:
    """A meter filed for some tables cannot be offered at another, where its chips would never be counted."""
    for filed in rules.meters:
        if filed.tables and table not in filed.tables:
            raise NotAllowed(
                f"the meter {filed.wager}/{filed.name} is filed for {', '.join(filed.tables)}, not for {table}",
                code="progressive.table",
                clauses=rules.law(AMOUNTS),
                given=table,
                allowed=filed.tables,
            )


def follow_filing(meters: Meters, rules: Rules, table: str, before: Rules | None = None) -> tuple[tuple[str, Event], ...]:
    """Return what a table's rules do to the meters, by id: open, join, amend, and withdraw the table from meters that its rules
    had before. The terms of a meter that other tables share stay."""
    kept = {meter.id for filed in rules.meters if (meter := _meter_to_file(meters, filed, rules))}
    gone = withdraw_table(meters, before, table, kept=kept) if before else ()
    filed = (event for each in rules.meters for event in _follow_meter(meters, each, rules, table))
    return (*gone, *((str(event["meter"]), event) for event in filed))


def _follow_meter(meters: Meters, filed: FiledMeter, rules: Rules, table: str) -> Iterator[Event]:
    meter, terms = _meter_to_file(meters, filed, rules), MeterTerms.from_rules(filed, rules)
    if meter is None:
        yield progressive.open_meter(filed, rules, _name_for(meters, filed, rules), table)
    elif meter.terms != terms:
        progressive.check_table_may_amend(meter, terms, table)
        yield progressive.amend_meter(meter, terms, table)
    elif table not in meter.tables:
        yield progressive.join_meter(meter, table)


def _meter_to_file(meters: Meters, filed: FiledMeter, rules: Rules) -> ProgressiveMeter | None:
    """Return the meter that a filing is about. One that no open table has any more keeps its amount for the next that files it."""
    left = (meter for meter in meters.values() if not meter.tables and meter.terms.key == meter_key(filed, rules))
    return find_meter(meters, filed, rules) or next(left, None)


def withdraw_table(
    meters: Meters, rules: Rules, table: str, why: str = "no longer filed", kept: Container[str] = ()
) -> tuple[tuple[str, Event], ...]:
    """Return what withdraws a table from the meters of its rules, except from those that it keeps, by id."""
    drawn = meters_drawn_on(meters, rules).values()
    leaves = [meter for meter in drawn if meter.id not in kept and table not in meter.withdrawn]
    return tuple((meter.id, progressive.withdraw_meter(meter, table, why)) for meter in leaves)


def _name_for(meters: Meters, filed: FiledMeter, rules: Rules) -> str:
    """Return the name of a new meter: as filed; if the name is taken, with its denomination or its book. Where other tables have a
    meter of this name, it is called after its own table."""
    key = meter_key(filed, rules)
    if any(meter.terms.key == key for meter in meters.values()):
        name = _name_of_its_own(key, filed.tables[0])
        further = (f"{name}-{number}" for number in count(2))  # the table had such a meter before, and left it to others
        return next(free for free in chain((name,), further) if free not in meters)
    *names, last = _possible_names(key)
    return next((free for free in names if free not in meters), last)


def _possible_names(key: MeterKey) -> tuple[str, ...]:
    book, wager, filed, denomination = key
    name = f"{wager}/{filed}"
    with_denomination = f"{name}-{denomination}" if denomination else name
    return name, with_denomination, f"{book}/{with_denomination}"


def _name_of_its_own(key: MeterKey, table: str) -> str:
    """Return the name under which a table has a meter apart from that of other tables."""
    return f"{_possible_names(key)[1]}-{table}"


# What a round does to meters


def instructed_events(table: Table, call: MeterInstruction, meters: Meters) -> Iterator[tuple[str, Event]]:
    """Return the events of an instruction at each meter that it concerns, by id."""
    rules, number = _rules_and_number(table, call)
    where = (rules.readings, table.id, number)
    drawn = meters_drawn_on_now(rules, meters)
    ids = [meter.id for name, meter in drawn.items() if meter.filed_meter.wager == call.wager and call.meter in ("", name)]
    for each in ids:
        meter = meters[each]
        match call.kind:
            case "contribute":
                yield each, progressive.contribution_event(meter, call.stake, table.id, number, readings=rules.readings)
            case "reverse":
                yield each, progressive.contribution_reversal_event(meter, *where, stake=call.stake, clauses=call.clauses)
            case "reverse-all":
                if (table.id, number) in meter.contributions:
                    yield each, progressive.contribution_reversal_event(meter, *where, clauses=call.clauses)
            case "deduct":
                seat = call.seat or 0
                yield each, progressive.deduction_event(meter, call.amount, call.hand, *where, seat=seat, clauses=call.clauses)
            case "undo-awards":
                undone = progressive.award_reversal_event(meter, table.id, number, call.clauses)
                yield from ((each, undone),) if undone is not None else ()
            case "award" | "award-all":
                shares = call.winners or ((call.seat or 0, call.share, call.amount),)
                winners = [ShareWinner(seat, share, amount) for seat, share, amount in shares]
                events, _ = progressive.award_events(meter, winners, *where, clauses=call.clauses)
                yield from ((each, event) for event in events)


def _rules_and_number(table: Table, call: MeterInstruction) -> tuple[Rules, int]:
    """Return the rules and the number of the round that an instruction is about: the one in play, or the last completed one."""
    done = table.completed
    return (done.rules, done.number) if done is not None and call.round == done.number else (table.rules, table.number)


def evolve_meters(meters: Meters, events: Iterable[tuple[str, Event]]) -> Meters:
    """Return the meters after their events, so that the next instruction sees them."""
    changed: dict[str, ProgressiveMeter] = {}
    for meter, event in events:
        changed[meter] = progressive.evolve_meter(changed.get(meter, meters[meter]), event)
    return {**meters, **changed}


# Reading a meter


def waiting_ruling(rules: Rules, meters: Meters) -> Step | None:
    """Return the due ruling if the display of a meter was found wrong."""
    for meter in meters_drawn_on_now(rules, meters).values():
        if meter.mismatch is not None:
            said = f"The display of the meter {meter.id} showed {meter.mismatch.shown}: rule which amount counts"
            facts = {"meter": meter.id, "why": f"the display showed {meter.mismatch.shown}; the computed amount counts"}
            return Step("rule-meter", Role.FLOOR, said, rules.law(PAID_AT_TURN), facts)
    return None


def decide_meter_act(table: Table, command: Command, meters: Meters) -> tuple[str, Event]:
    """Read a display, or settle a mismatch by a floorperson's ruling. The event belongs to the meter."""
    check_facts(command, KNOWN_FACTS[command.act])
    meter = _meter_named(table, command, meters)
    where = {"table": table.id, "round": table.number, "at": command.at}
    if command.act == "read-meter":
        shown = command.cents("shown")
        if shown < Cents(0):
            raise Malformed("a display cannot show less than $0", code="command.fact", given=str(shown), allowed="$0 or more")
        return meter.id, progressive.reconcile_display(meter, shown, command.by, command.text("why", ""), where)
    amount = command.cents("amount") if "amount" in command.facts else None
    return meter.id, progressive.rule_on_mismatch(meter, amount, command.by, command.text("why"), where)


def _meter_named(table: Table, command: Command, meters: Meters) -> ProgressiveMeter:
    name = command.text("meter")
    own = {meter.id: meter for meter in meters_drawn_on(meters, table.rules).values()}
    if name not in own:
        raise NotAllowed(
            f"{table.id} has no meter {name!r}",
            code="progressive.no-meter",
            clauses=table.rules.law(PAID_AT_TURN),
            given=name,
            allowed=tuple(own) or "none",
        )
    return own[name]


def meter_options(table: Table, actor: Actor, meters: Meters) -> Iterator[LegalOption]:
    """A meter whose display agreed can be read; one with a mismatch waits for a ruling."""
    if actor.role not in METER_READERS:
        return
    law = table.rules.law(PAID_AT_TURN)
    words: Bounds = {"why": {"text": "in words"}}
    for meter in meters_drawn_on(meters, table.rules).values():
        about = {"meter": meter.id}
        if meter.mismatch is None and actor.role in ROLES["read-meter"]:
            yield LegalOption("read-meter", law, about, {"shown": {"least": Cents(0)}})
        elif meter.mismatch is not None and actor.role in ROLES["rule-meter"] and actor.name:
            yield LegalOption("rule-meter", law, about, words, "the computed amount counts")
            amount: FactBounds = {"least": progressive.least_ruled_amount(meter)}
            yield LegalOption("rule-meter", law, about, {"amount": amount, **words}, "another amount counts")
