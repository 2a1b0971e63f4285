"""What is reported about a round that is over. Nothing is undone before a floorperson has ruled."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from houseway_referee.against_dealer.ledger import net, owe, purses
from houseway_referee.against_dealer.progressive import lowered
from houseway_referee.against_dealer.settling import settle_through
from houseway_referee.against_dealer.table import Refused, Table
from houseway_referee.against_dealer.void import void_base
from houseway_referee.errors import RecordError
from houseway_referee.money import Ledger, difference, give_back_at_most, show
from houseway_referee.record import Act

Report = Callable[[Table, Act], None]


@dataclass
class Past:
    """The last round that is over, and what was found about it and waits for a ruling, by its place among the reports."""

    last: Table | None = None
    waiting: dict[int, tuple[dict[str, Any], Act, Report]] = field(default_factory=dict)
    reported: int = 0


def late_report(table: Table, act: Act, past: Past, findings: list[dict[str, Any]], report: Report) -> None:
    """Say to which transfers a report about the last completed round leads, by itself and with what was carried out or needed no
    ruling (UTH-90, FC-90)."""
    past.reported += 1
    number = act.facts["round"]
    if past.last is None or past.last.record.number != number:
        raise Refused(table.clause("13.E"), f"round {number} is not the last one that is over")
    if past.last.round_void:
        raise Refused(table.clause("13.E"), f"round {number} is void already")
    after = decide_with(past.last, act, report)
    changed = after.void != past.last.void
    finding = {
        "round": number,
        "void": after.void if changed else None,
        "net": change_now(table, after, past.last)[1],
        "meters": meter_changes(after, past.last),
        "carried-out": False,
        "moved": {},
    }
    findings.append(finding)
    if changed:
        past.waiting[past.reported] = (finding, act, report)
    else:
        past.last = after


def decide_with(last: Table, act: Act, report: Report) -> Table:
    """Decide a round that is over once more, with a report about it."""
    after = deepcopy(last)
    report(after, act)
    if (
        after.waits_for_ruling
    ):  # UTH-27, FC-109: to carry it out is to void the base wagers, to let it stand is to have played on
        void_base(after, "card-exposed", "13.F", "13.G")
    if not after.round_void and after.dealt:
        settle_through(after, None)
    return after


def change_now(table: Table, after: Table, before: Table) -> tuple[Ledger, Ledger]:
    """List what should move, and what moves, because players give back only what they have now. What they still owe of the round
    from an earlier finding is part of it."""
    wanted = difference(net(replace(after, owed={})), net(before))
    return wanted, give_back_at_most(wanted, purses(table, wanted))


def meter_changes(after: Table, before: Table) -> dict[str, str]:
    """List what a finding adds to each meter."""
    changes = {key: after.meters[key] - before.meters[key] for key in after.meters}
    return {key: show(change) for key, change in changes.items() if change}


def rule_finding(table: Table, act: Act, past: Past) -> None:
    """Carry a finding out, or let the result of the round stand; what was found still counts with later findings."""
    number, choice = act.facts.get("finding", min(past.waiting, default=0)), act.facts.get("choice")
    if past.last is None or number not in past.waiting or past.last.record.number != act.facts["round"]:
        raise Refused(table.clause("13.E"), "no finding waits for a ruling")
    if choice not in ("carry-out", "stand"):
        raise RecordError(f"rule-finding: no choice {choice!r}")
    finding, reported, report = past.waiting.pop(number)
    after = decide_with(past.last, reported, report)
    if choice == "stand":
        past.last.face_up, past.last.aside = after.face_up, after.aside
        return
    wanted, finding["moved"] = change_now(table, after, past.last)
    after.owed = {}
    owe(after, wanted, finding["moved"])
    finding["carried-out"] = True
    for key in table.meters:
        move_meter(table, key, after, past.last)
    for account, cents in finding["moved"].items():
        player = account.removeprefix("player ")
        table.chips |= {player: table.chips[player] + cents} if player in table.chips else {}
    past.last, past.waiting = after, {} if after.round_void else past.waiting


def move_meter(table: Table, key: str, after: Table, before: Table) -> None:
    """Move a meter by what a finding changes; what is taken back does not lower it below its reset amount."""
    change = after.meters[key] - before.meters[key]
    wanted = table.meters[key] + change
    moved = wanted if change > 0 else lowered(table, key, wanted)
    table.meters_before[key] += moved - table.meters[key]
    table.meters[key] = moved
