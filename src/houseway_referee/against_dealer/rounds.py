"""A record, round by round and act by act, and what the referee says about it."""

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from typing import Any

from houseway_referee.against_dealer import betting, found, play, settling
from houseway_referee.against_dealer.late import Past, late_report, rule_finding
from houseway_referee.against_dealer.ledger import net
from houseway_referee.against_dealer.table import Game, Outcome, Refused, Table
from houseway_referee.errors import NotDecided, RecordError
from houseway_referee.money import moved, show
from houseway_referee.record import Act, Filing, Record, Round

Verdict = dict[str, Any]

REPORTS: dict[str, Callable[[Table, Act], None]] = {
    "report-exposed": found.report_exposed,
    "report-misdeal": found.report_misdeal,
    "report-face-up": found.report_face_up,
    "report-device": found.report_device,
}
ACTS: dict[str, Callable[[Table, Act], None]] = {
    "wager": betting.place_wager,
    "take-back": betting.take_back,
    "buy-in": betting.buy_in,
    "leave": betting.leave,
    "abandon": betting.abandon,
    "close-betting": betting.close_betting,
    "lock-out": betting.lock_out,
    "rule-chips": betting.rule_chips,
    "deal": play.deal,
    "deal-flop": play.deal_flop,
    "deal-final": play.deal_final,
    "complete-board": play.complete_board,
    "rack-stub": play.rack_stub,
    "count-stub": play.count_stub,
    "check": play.check,
    "play": play.play,
    "fold": play.fold,
    "turn-dealer": play.turn_dealer,
    "expose": settling.expose,
    "pay": settling.mark,
    "settle-side": settling.mark,
    "pay-envy": settling.mark,
    "rule-light": settling.rule_light,
    "end-round": settling.end_round,
    **REPORTS,
    "pass-absent": play.pass_absent,
    "rule-exposed": found.rule_exposed,
}
AT_ANY_TIME = ("buy-in", "leave")
WHILE_ABSENT_WAIT = frozenset(
    ("pass-absent", "abandon", "count-stub", "rack-stub", "rule-exposed", "rule-light", *AT_ANY_TIME, *REPORTS)
)
"""Acts before which a player who has left need not have decided: he makes no wager when it is his turn, and the dealer goes on."""


def decide_rounds(record: Record, game: Game) -> list[dict[str, Any]]:
    """Decide the rounds of a record in order."""
    check_filing(record.filing, game)
    past = Past()
    return [decide_round(record.filing, entry, game, past) for entry in record.rounds]


def check_filing(filing: Filing, game: Game) -> None:
    """Refuse a filing that the book does not know: its wagers, their figures and its readings."""
    known = {"ante", "blind", *game.sides} if game.board else {"ante", *game.sides}
    if unknown := set(filing.wagers) - known:
        raise RecordError(f"wagers {sorted(unknown)} are not in the book")
    for name, terms in filing.wagers.items():
        if "pays" in terms or "odds" in terms:
            raise RecordError(f"{name}: the book lets nobody file what a row pays")
    letters = {filing.wagers.get("progressive", {}).get(key) for key in ("paytable", "envy")}
    if filing.readings.get(game.shared["envy-letter"]) == "same-letter" and len(letters) > 1:
        raise RecordError("the envy paytable must have the letter of the progressive one")
    for reading, choice in filing.readings.items():
        if choice not in game.readings.get(reading, (choice,)):
            raise RecordError(f"reading {reading}: {choice!r} is none of {game.readings[reading]}")


def decide_round(filing: Filing, entry: Round, game: Game, past: Past) -> dict[str, Any]:
    """Decide one round. It is over when its acts end, if nobody says so before."""
    table = Table(
        game,
        filing,
        entry,
        chips=dict(entry.chips),
        meters=dict(entry.meters),
        meters_before=dict(entry.meters),
        stand_in=entry.dealing,
    )
    findings: list[dict[str, Any]] = []
    verdicts = [decide_act(table, act, past, findings) for act in entry.acts]
    if not table.over:
        finish(table, past)
    return {
        "round": entry.number,
        "acts": verdicts,
        "void": table.void,
        "wagers": {f"{position} {wager}": said(outcome) for (position, wager), outcome in table.outcomes.items()},
        "envy": {f"{position} progressive": cents for position, cents in sorted(table.envy.items())},
        "meters": {key: said_meter(table, key) for key in entry.meters},
        "bank": None,
        "net": moved(net(table)),
        "order": [f"{position} {wager}" for (position, wager), outcome in table.outcomes.items() if outcome.result != "void"],
        "findings": findings,
        "left": {},
    }


def decide_act(table: Table, act: Act, past: Past, findings: list[dict[str, Any]]) -> Verdict:
    """Say whether an act was allowed, and carry it out unless it was refused at the table."""
    if act.refused:
        table, past, findings = deepcopy((table, past, findings))
    try:
        carry_out(table, act, past, findings)
    except Refused as refused:
        return {"allowed": False, "clause": refused.clause, "why": refused.why}
    return {"allowed": True}


def carry_out(table: Table, act: Act, past: Past, findings: list[dict[str, Any]]) -> None:
    """Do what an act says, or refuse it."""
    if act.act == "rule-finding":
        rule_finding(table, act, past)
    elif act.act == "switch-method":
        table.stand_in = act.facts.get("dealing", table.stand_in)  # a device is out of use, or back in it (13.J)
    elif "round" in act.facts and (act.facts["round"] != table.record.number or table.over):
        late_report(table, act, past, findings, ACTS[act.act])
    elif act.act not in ACTS:
        raise RecordError(f"{act.act} is no act of this game")
    elif table.round_void and act.act == "report-device":
        return  # a device may fail at any time, and nothing is left that it could harm
    elif (table.round_void or table.over) and act.act not in (*AT_ANY_TIME, *(() if table.over else ("end-round",))):
        raise Refused(table.void["clauses"][0] if table.void else table.clause("11.K"), "the round is void, or over")
    else:
        if (
            act.act not in WHILE_ABSENT_WAIT and not act.refused
        ):  # an act that was refused may have come before the dealer went on
            play.decide_for_absent(table)
        ACTS[act.act](table, act)
        if table.over:
            remember(table, past)


def finish(table: Table, past: Past) -> None:
    """End a round whose acts have ended. Everybody must have decided."""
    play.decide_for_absent(table)
    try:
        settling.end_round(table, Act("dealer", "", "end-round", {}))
    except Refused as refused:
        raise NotDecided(f"round {table.record.number} is not played to its end: {refused.why}", refused.clause) from refused
    remember(table, past)


def remember(table: Table, past: Past) -> None:
    """Keep a round that is over, for what is found later. A finding about the one before it can no longer be ruled on."""
    past.last, past.waiting, past.reported = table, {}, 0


# ---- what is said


def said(outcome: Outcome) -> dict[str, Any]:
    """Describe what became of a wager."""
    return {
        "result": outcome.result,
        "stake": outcome.stake,
        "returned": outcome.returned,
        "cents": outcome.cents,
        "vigorish": 0,
        "clauses": list(outcome.clauses),
        "row": outcome.row,
    }


def said_meter(table: Table, key: str) -> dict[str, Any]:
    """Describe what became of a meter."""
    added = [(position, amounts.get(key, Fraction(0))) for position, amounts in sorted(table.contributions.items())]
    awards = [(position, cents, whole) for position, of, cents, whole in table.awards if of == key]
    return {
        "before": show(table.record.meters[key]),
        "after": show(table.meters[key]),
        "contributions": [{"position": position, "amount": show(amount)} for position, amount in added if amount],
        "awards": [{"position": position, "cents": cents, "reset": whole} for position, cents, whole in awards],
    }
