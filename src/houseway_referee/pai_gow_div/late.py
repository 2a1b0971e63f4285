"""What is found after a round is over: the finding, the ruling, and what a round voided by it leaves (DIV-90, DIV-113)."""

from copy import deepcopy
from fractions import Fraction
from typing import Any

from houseway_referee.errors import NotDecided
from houseway_referee.money import difference, give_back_at_most, show
from houseway_referee.pai_gow_div import irregularities
from houseway_referee.pai_gow_div.banks import offer_order
from houseway_referee.pai_gow_div.leaving import after_round, begin
from houseway_referee.pai_gow_div.state import Play, Table, allow, balance, purses
from houseway_referee.record import Act


def is_late(play: Play, act: Act) -> bool:
    """Say whether an act is about a round that is over."""
    if act.act == "rule-finding":
        return True
    named = act.facts.get("round")
    return act.act.startswith("report-") and named is not None and (named != play.record.number or play.ended)


def judge(table: Table, play: Play, act: Act) -> None:
    """Judge a late report or the ruling on it."""
    over = table.over
    if over is None:
        raise NotDecided(f"round {act.facts.get('round')} is not in the record", "(n)(8)")
    allow(over.record.number == act.facts.get("round"), "(n)(8)", "that is not the last round that is over")
    if act.act == "rule-finding":
        rule(table, play, over, act)
        return
    allow(not over.void, "(n)(8)", "that round is void")
    found = deepcopy(over)
    irregularities.report(found, act)
    described = finding(over, found, play)
    play.findings.append(described)
    if found.void:
        table.pending[len(play.findings)] = (found, described)
    else:
        over.face_up = found.face_up


def finding(over: Play, found: Play, play: Play) -> dict[str, Any]:
    """Describe what a report leads to: the transfers, and the change of the meter."""
    change = difference(balance(found.transfers), balance(over.transfers))
    net = give_back_at_most(change, purses(play, change))
    changes = {over.meter.key: show(meter_change(over, found, play))} if over.meter else {}
    return {
        "round": over.record.number,
        "void": found.void,
        "net": net,
        "meters": changes,
        "carried-out": False,
        "moved": {},
    }


def meter_change(over: Play, found: Play, play: Play) -> Fraction:
    """Say how the meter changes now, which may have moved on since; not below its reset amount, or what it had before the round."""
    assert over.meter is not None
    wanted = found.meter_value - over.meter_value
    floor = min(Fraction(over.meter.reset), over.record.meters[over.meter.key])
    return max(play.meter_value + wanted, min(play.meter_value, floor)) - play.meter_value


def rule(table: Table, play: Play, over: Play, act: Act) -> None:
    """Carry a finding out, or let the result stand."""
    number = act.facts.get("finding", min(table.pending, default=0))
    allow(number in table.pending, "(n)(8)", "there is nothing to rule on")
    found, described = table.pending.pop(number)
    if act.facts["choice"] != "carry-out":
        return
    described |= {"moved": finding(over, found, play)["net"], "carried-out": True}
    for name, cents in described["moved"].items():
        player = name.removeprefix("player ")
        play.chips |= {player: play.chips[player] + cents} if player in play.chips else {}
    table.over, table.left, table.pending = found, after_round(found), {}
    if play.record.number != over.record.number:
        go_on_from(table, play, over, found)


def go_on_from(table: Table, play: Play, over: Play, found: Play) -> None:
    """Let the round that has begun go on from what a void round leaves; what it has done stands (DIV-113)."""
    if over.meter:
        play.meter_value += meter_change(over, found, play)
    table.left = begin(table.left, play.record)
    if play.closed and play.offers is None:
        play.offers = offer_order(play)
    play.left = table.left
