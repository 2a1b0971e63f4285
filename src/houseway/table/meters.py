"""The meters of a table: which ones its rules draw on, what a filing does to them, who reads them, and the ledger of each.

Tables share meters, so each meter has its own stream and its own ledger, folded from that stream. Its account holds what the
meter shows, in whole cents. The house puts in seeds, contributions and resets, and gets back what awards and deductions take.
An award leaves the house account for the table where it is paid, whose ledger receives it from outside. A deduction for a
payout from the inventory stays with the house.
"""

from collections.abc import Iterable, Iterator, Mapping

from houseway import progressive
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.ledger import Ledger, Reason, Transfer, follow_meter
from houseway.money import Cents
from houseway.procedure import HOUSE, OUTSIDE, Option, Step
from houseway.progressive import AMOUNTS, AT_TURN, Meter, Terms, key_of
from houseway.submission import Meter as Filed
from houseway.submission import Rules
from houseway.table.state import Table
from houseway.values import memoize_last

Meters = Mapping[str, Meter]
ROLES: Mapping[str, tuple[Role, ...]] = {"read-meter": (Role.DEALER, Role.FLOOR), "rule-meter": (Role.FLOOR,)}
"""The acts at a meter, and who may do them."""


def found(meters: Meters, filed: Filed, rules: Rules) -> Meter | None:
    """Return the filed meter, if it has started."""
    key = key_of(filed, rules)
    return next((meter for meter in meters.values() if meter.terms.key == key), None)


def drawn_on(meters: Meters, rules: Rules) -> dict[str, Meter]:
    """Return the meters that the rules draw on, by their filed names."""
    started = {filed.name: found(meters, filed, rules) for filed in rules.meters}
    return {name: meter for name, meter in started.items() if meter is not None}


drawn_now = memoize_last(drawn_on)
"""The same with the last answer memoized, for meters that are replaced and never altered, as those of a `Run`."""


def check_shared(rules: Rules, table: str) -> None:
    """A meter filed for some tables cannot be offered at another, where its chips would never be counted."""
    for filed in rules.meters:
        if filed.tables and table not in filed.tables:
            raise NotAllowed(
                f"the meter {filed.wager}/{filed.name} is filed for {', '.join(filed.tables)}, and not for {table}",
                code="progressive.table",
                clauses=rules.law(AMOUNTS),
                given=table,
                allowed=filed.tables,
            )


def follow(meters: Meters, rules: Rules, table: str, before: Rules | None = None) -> tuple[tuple[str, Event], ...]:
    """Return what a table's rules do to the meters, by id: open, amend, and withdraw the table from meters that its rules had
    before. Other tables' filings are not affected."""
    told: list[Event] = []
    kept = {key_of(filed, rules) for filed in rules.meters}
    for filed in before.meters if before else ():
        meter = found(meters, filed, before) if before else None
        if meter is not None and meter.terms.key not in kept and table not in meter.withdrawn:
            told.append(progressive.withdrawn(meter, table, "no longer filed"))
    for filed in rules.meters:
        meter = found(meters, filed, rules)
        if meter is None:
            told.append(progressive.opened(filed, rules, _name(meters, filed, rules)))
        elif table in meter.withdrawn or meter.terms != Terms.of(filed, rules):
            told.append(progressive.amended(meter, filed, rules, table))
    return tuple((str(event["meter"]), event) for event in told)


def _name(meters: Meters, filed: Filed, rules: Rules) -> str:
    """Return the name of a new meter: as filed, with its denomination if the name is taken."""
    name = f"{filed.wager}/{filed.name}"
    return f"{name}-{key_of(filed, rules)[-1]}" if name in meters else name


# Reading a meter


@memoize_last
def waiting(meters: Meters, rules: Rules) -> Step | None:
    """Return the due ruling if the display of a meter was found wrong."""
    for meter in drawn_now(meters, rules).values():
        if meter.mismatch is not None:
            said = f"The display of the meter {meter.id} had {meter.mismatch.shown}: rule what counts"
            facts = {"meter": meter.id, "why": f"the display had {meter.mismatch.shown}; what was added up counts"}
            return Step("rule-meter", Role.FLOOR, said, rules.law(AT_TURN), facts)
    return None


def decide(table: Table, command: Command, meters: Meters) -> tuple[str, Event]:
    """Read a display, or settle a mismatch by a floorperson's ruling. The event belongs to the meter."""
    meter = _meter(table, command, meters)
    where = {"table": table.id, "round": table.number, "at": command.at}
    if command.act == "read-meter":
        shown = command.cents("shown")
        if shown < Cents(0):
            raise Malformed("a display shows no less than nothing", code="command.fact", given=str(shown), allowed="$0 or more")
        return meter.id, progressive.reconcile(meter, shown, command.by, command.text("why", ""), where)
    amount = command.cents("amount") if "amount" in command.facts else None
    return meter.id, progressive.rule(meter, amount, command.by, command.text("why"), where)


def _meter(table: Table, command: Command, meters: Meters) -> Meter:
    name = command.text("meter")
    own = {meter.id: meter for meter in drawn_on(meters, table.rules).values()}
    if name not in own:
        raise NotAllowed(
            f"{table.id} has no meter {name!r}",
            code="progressive.no-meter",
            clauses=table.rules.law(AT_TURN),
            given=name,
            allowed=tuple(own) or "none",
        )
    return own[name]


def options(table: Table, actor: Actor, meters: Meters) -> Iterator[Option]:
    """A meter whose display agreed can be read; one with a mismatch waits for a ruling."""
    law = table.rules.law(AT_TURN)
    words: dict[str, object] = {"why": {"text": "in words"}}
    for meter in drawn_on(meters, table.rules).values():
        about = {"meter": meter.id}
        if meter.mismatch is None and actor.role in ROLES["read-meter"]:
            yield Option("read-meter", law, about, {"shown": {"least": Cents(0)}})
        elif meter.mismatch is not None and actor.role in ROLES["rule-meter"] and actor.name:
            yield Option("rule-meter", law, about, words, "what was added up counted")
            amount = {"amount": {"least": progressive.least_ruling(meter)}}
            yield Option("rule-meter", law, about, {**amount, **words}, "another amount counted")


# The ledger of a meter

REASONS: Mapping[str, Reason] = {
    progressive.OPENED: Reason.SEED,
    progressive.CONTRIBUTED: Reason.CONTRIBUTION,
    progressive.REVERSED: Reason.CONTRIBUTION_REVERSED,
    progressive.AWARDED: Reason.METER_AWARD,
    progressive.DEDUCTED: Reason.METER_DEDUCTION,
    progressive.RESET: Reason.RESET,
    progressive.RULED: Reason.METER_ADJUSTED,
}
"""Why each kind of event moves money. Other kinds move none."""


def entries(events: Iterable[Event]) -> tuple[Transfer, ...]:
    """Return every transfer of a meter from its stream."""
    posted: list[Transfer] = []
    for made, _ in _kept(events):
        posted.extend(made)
    return tuple(posted)


def ledger_of(events: Iterable[Event]) -> Ledger:
    """Return the ledger of a meter's stream."""
    ledger = Ledger()
    for _, ledger in _kept(events):  # noqa: B007  # noqa: B007  # the last one counts
        pass
    return ledger


def _kept(events: Iterable[Event]) -> Iterator[tuple[tuple[Transfer, ...], Ledger]]:
    meter: Meter | None = None
    ledger = Ledger()
    for event in events:
        meter = progressive.evolve(meter, event)
        made = _moved(ledger, meter, event)
        ledger = ledger.post(*made)
        yield made, ledger


def _moved(ledger: Ledger, meter: Meter, event: Event) -> tuple[Transfer, ...]:
    """Return what an event moves: the account follows what the meter shows, and an award leaves the house."""
    reason = REASONS.get(event.kind)
    if reason is None:
        return ()
    moved = follow_meter(ledger, meter.id, meter.shown, reason, event.clauses)
    if event.kind == progressive.AWARDED:
        amount = event.cents("amount")
        paid = Transfer(HOUSE, OUTSIDE, amount, reason, event.clauses)
        moved = (*moved, *ledger.post(*moved).cover(paid)) if amount else moved
    return tuple(_told(each, meter, event) for each in moved)


def _told(transfer: Transfer, meter: Meter, event: Event) -> Transfer:
    """Add place and person to a transfer, if the event names them."""
    number, seat, facts = event.facts.get("round"), event.facts.get("seat"), event.facts
    return transfer._replace(
        round=number if isinstance(number, int) else None,
        seat=seat if isinstance(seat, int) else None,
        wager=meter.filed.wager,
        note=str(facts.get("why") or facts.get("table") or ""),
        by=str(facts.get("by", "")),
    )
