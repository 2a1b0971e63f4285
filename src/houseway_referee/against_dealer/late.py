"""What is reported about a round that is over. Nothing is undone before a floorperson has ruled."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from houseway_referee.against_dealer.ledger import net
from houseway_referee.against_dealer.progressive import lowered
from houseway_referee.against_dealer.settling import settle_through
from houseway_referee.against_dealer.table import Refused, Table
from houseway_referee.against_dealer.void import void_base
from houseway_referee.errors import NotDecided, RecordError
from houseway_referee.money import difference, show
from houseway_referee.record import Act


@dataclass
class Past:
    """The last round that is over, and how it would stand if a finding on which a ruling is due were carried out."""

    last: Table | None = None
    finding: dict[str, Any] | None = None
    after: Table | None = None


def late_report(
    table: Table, act: Act, past: Past, findings: list[dict[str, Any]], report: Callable[[Table, Act], None]
) -> None:
    """Say to which transfers a report about the last completed round leads (UTH-90, FC-90)."""
    number = act.facts["round"]
    if past.last is None or past.last.record.number != number:
        raise Refused(table.clause("13.E"), f"round {number} is not the last one that is over")
    if past.last.round_void:
        raise Refused(table.clause("13.E"), f"round {number} is void already")
    if past.after is not None:
        raise NotDecided(f"a second finding about round {number} before the ruling on the first", table.clause("13.E"))
    after = deepcopy(past.last)
    report(after, act)
    if (
        after.waits_for_ruling
    ):  # UTH-27, FC-109: to carry it out is to void the base wagers, to let it stand is to have played on
        void_base(after, "card-exposed", "13.F", "13.G")
    if not after.round_void and after.dealt:
        settle_through(after, None)
    changed = after.void != past.last.void
    finding = {
        "round": number,
        "void": after.void if changed else None,
        "net": difference(net(after), net(past.last)),
        "meters": meter_changes(after, past.last),
        "carried-out": False,
    }
    findings.append(finding)
    if changed:
        past.finding, past.after = finding, after
    else:
        past.last = after


def meter_changes(after: Table, before: Table) -> dict[str, str]:
    """List what a finding adds to each meter."""
    changes = {key: after.meters[key] - before.meters[key] for key in after.meters}
    return {key: show(change) for key, change in changes.items() if change}


def rule_finding(table: Table, act: Act, past: Past) -> None:
    """Carry a finding out, or let the result of the round stand; what was found still counts with later findings."""
    choice = act.facts.get("choice")
    if past.last is None or past.after is None or past.finding is None or past.finding["round"] != act.facts["round"]:
        raise Refused(table.clause("13.E"), "no finding waits for a ruling")
    if choice not in ("carry-out", "stand"):
        raise RecordError(f"rule-finding: no choice {choice!r}")
    before, after = past.last, past.after
    if choice == "stand":
        before.face_up, before.aside = after.face_up, after.aside
    else:
        past.finding["carried-out"] = True
        for key in table.meters:
            move_meter(table, key, after, before)
        past.last = after
    past.after, past.finding = None, None


def move_meter(table: Table, key: str, after: Table, before: Table) -> None:
    """Move a meter by what a finding changes; what is taken back does not lower it below its reset amount."""
    change = after.meters[key] - before.meters[key]
    wanted = table.meters[key] + change
    moved = wanted if change > 0 else lowered(table, key, wanted)
    table.meters_before[key] += moved - table.meters[key]
    table.meters[key] = moved
