"""What is found after a round is over: the finding, the ruling, and what a round voided by it leaves (DIV-90, DIV-113)."""

from copy import deepcopy
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway_referee.errors import NotDecided
from houseway_referee.money import difference, show
from houseway_referee.pai_gow_div import irregularities
from houseway_referee.pai_gow_div.banks import offer_order
from houseway_referee.pai_gow_div.leaving import after_round, start_game
from houseway_referee.pai_gow_div.state import Play, allow, balance
from houseway_referee.record import Act

if TYPE_CHECKING:
    from houseway_referee.pai_gow_div.rounds import Table


def is_late(play: Play, act: Act) -> bool:
    """Say whether an act is about a round that is over."""
    if act.act == "rule-finding":
        return True
    named = act.facts.get("round")
    return act.act.startswith("report-") and named is not None and (named != play.record.number or play.ended)


def judge(table: "Table", play: Play, act: Act) -> None:
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
        table.pending = (found, described)
    else:
        over.face_up = found.face_up


def finding(over: Play, found: Play, play: Play) -> dict[str, Any]:
    """Describe what a report leads to: the transfers, and the change of the meter."""
    net = difference(balance(found.transfers), balance(over.transfers))
    changes = {over.meter.key: show(meter_change(over, found, play))} if over.meter else {}
    return {
        "round": over.record.number,
        "void": found.void,
        "net": net,
        "meters": changes,
        "carried-out": False,
    }


def meter_change(over: Play, found: Play, play: Play) -> Fraction:
    """Say how the meter changes now, which may have moved on since; not below its reset amount, or what it had before the round."""
    assert over.meter is not None
    wanted = found.meter_value - over.meter_value
    floor = min(Fraction(over.meter.reset), over.record.meters[over.meter.key])
    return max(play.meter_value + wanted, min(play.meter_value, floor)) - play.meter_value


def rule(table: "Table", play: Play, over: Play, act: Act) -> None:
    """Carry a finding out, or let the result stand."""
    allow(table.pending is not None, "(n)(8)", "there is nothing to rule on")
    assert table.pending is not None
    (found, described), table.pending = table.pending, None
    if act.facts["choice"] != "carry-out":
        return
    described["carried-out"] = True
    table.over, table.left = found, after_round(found)
    if play.record.number != over.record.number:
        go_on_from(table, play, over, found)


def go_on_from(table: "Table", play: Play, over: Play, found: Play) -> None:
    """Let the round that has begun go on from what a void round leaves; what it has done stands (DIV-113)."""
    if over.meter:
        play.meter_value += meter_change(over, found, play)
    if play.record.new_game:
        table.left = start_game(table.left)
    if play.closed and play.offers is None:
        play.offers = offer_order(play)
    play.left = table.left
