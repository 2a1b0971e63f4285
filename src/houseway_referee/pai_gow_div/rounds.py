"""Rounds in order: each act is judged, and what a round leaves goes to the next."""

from copy import deepcopy
from fractions import Fraction
from typing import Any

from houseway_referee.errors import RecordError
from houseway_referee.pai_gow_div import banks, deal, irregularities, late, settle, wagers
from houseway_referee.pai_gow_div.leaving import after_round, begin, read_left
from houseway_referee.pai_gow_div.readings import choose_readings
from houseway_referee.pai_gow_div.results import round_result
from houseway_referee.pai_gow_div.state import PROGRESSIVE, Area, Play, Refused, Table, allow
from houseway_referee.record import Act, Record, Round

MARKS = ("expose", "pay", "settle-side", "pay-envy", "settle-bank")
ALWAYS = ("buy-in", "leave", "end-round", "rule-finding")


def decide_record(record: Record) -> list[dict[str, Any]]:
    """Decide all rounds of a record."""
    table = Table(record, choose_readings(record.filing.readings), read_left(record.left))
    return [decide_round(table, entry) for entry in record.rounds]


def decide_round(table: Table, entry: Round) -> dict[str, Any]:
    """Decide one round."""
    play = begin_round(table, entry)
    judged = [judge(table, play, act) for act in entry.acts]
    if not play.ended:
        try:
            end_round(table, play)
        except Refused as refusal:
            raise RecordError(f"round {entry.number} is not finished: {refusal.why}") from refusal
    return round_result(play, judged, table.left)


def begin_round(table: Table, entry: Round) -> Play:
    """Set a round up; nobody has wagered yet."""
    filing = table.record.filing
    table.left = begin(table.left, entry)
    meter = next((one for one in filing.meters if one.wager == PROGRESSIVE), None)
    return Play(
        filing=filing,
        readings=table.readings,
        record=entry,
        left=table.left,
        meter=meter,
        meter_value=entry.meters[meter.key] if meter else Fraction(0),
        chips=dict(entry.chips),
        areas={place: Area(place, name) for place, name in sorted(entry.seats.items())},
        away=set(entry.absent),
        stand_in=entry.dealing,
        starting=entry.starting,
    )


def judge(table: Table, play: Play, act: Act) -> dict[str, Any]:
    """Carry an act out if it is allowed; one that was refused is only tried."""
    try:
        if act.refused:
            carry_out(deepcopy(table), deepcopy(play), act)
        else:
            carry_out(table, play, act)
    except Refused as refusal:
        return {"allowed": False, "clause": refusal.clause, "why": refusal.why}
    return {"allowed": True}


def carry_out(table: Table, play: Play, act: Act) -> None:
    """Do what an act asks for, or refuse it."""
    if late.is_late(play, act):
        late.judge(table, play, act)
        return
    if act.act == "switch-method":
        switch_method(play, act)
        return
    if play.void and act.act == "report-device":
        return  # a device may fail at any time, and nothing is left that it could harm
    if play.void and act.act not in ALWAYS:
        raise Refused(play.void["clauses"][0], "the round is void")
    allow(not play.ended or act.act in ("buy-in", "leave"), "(l)(10)", "the round is over")
    if act.act.startswith("report-"):
        irregularities.report(play, act)
    elif act.act in MARKS:
        settle.mark(play, act)
    elif act.act == "end-round":
        end_round(table, play)
    else:
        carry_out_other(play, act)


def switch_method(play: Play, act: Act) -> None:
    """Deal, or find the start, in another way, whatever else has happened: a device is out of use or back in it, (n)(15)."""
    play.stand_in = act.facts.get("dealing", play.stand_in)
    play.starting = act.facts.get("starting", play.starting)


def carry_out_other(play: Play, act: Act) -> None:
    """Do one of the acts that are not reports or marks."""
    with_facts = {
        "wager": wagers.place,
        "take-back": wagers.take_back,
        "buy-in": wagers.buy_in,
        "leave": wagers.leave,
        "lock-out": lambda play, act: wagers.lock_out(play, act.facts.get("counted", True)),
        "rule-chips": wagers.rule_chips,
        "rule-light": rule_light,
        "abandon": abandon,
        "offer-bank": banks.offer,
        "accept-bank": banks.accept,
        "pass-bank": banks.decline,
        "give-up-bank": banks.give_up,
        "house-stake": banks.limit_house,
        "find-start": deal.find_start,
        "deal": deal.deal,
        "count-stub": deal.count_stub,
        "choose-exposed": deal.choose_exposed,
        "set-hand": deal.set_hand,
        "set-bank": deal.set_bank,
        "set-dealer": deal.set_dealer,
        "reset": deal.reset,
        "surrender": deal.surrender,
        "collect-surrendered": deal.collect_surrendered,
    }
    without_facts = {
        "close-betting": wagers.close_betting,
        "confirm-bank": banks.confirm,
        "stake-house": banks.stake,
        "rack-dealer": deal.rack_dealer,
    }
    if act.act in with_facts:
        with_facts[act.act](play, act)
    elif act.act in without_facts:
        without_facts[act.act](play)
    else:
        raise Refused("(l)(1)#1", f"{act.act} is no act of this game")


def rule_light(play: Play, act: Act) -> None:
    """Rule whether a winning progressive wager stands whose light was not lit, (q)(3)(i)."""
    area = play.areas.get(act.facts["position"])
    allow(area and area.open(PROGRESSIVE), "(q)(3)(i)", "there is no progressive wager")
    assert area is not None
    area.wagers[PROGRESSIVE].ruled = act.facts["stands"]


def abandon(play: Play, act: Act) -> None:
    """Refuse to rule a wager lost because its player left: the hand is played on (DIV-50)."""
    raise Refused("(g)(2)#2", f"the hand of position {act.facts['position']} is played on")


def end_round(table: Table, play: Play) -> None:
    """Finish the settlement, and keep the round for what may be found later."""
    wagered = any(area.wagers for area in play.areas.values())
    if not play.void and (play.closed or wagered) and play.live_areas():
        settle.finish(play)
    play.ended = True
    table.left = after_round(play)
    table.over, table.pending = play, {}
