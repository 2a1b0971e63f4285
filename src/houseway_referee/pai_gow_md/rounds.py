"""Carry out the acts of each round in order, and say what it came to; then what was found later."""

import copy
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from houseway_referee.errors import NotDecided, RecordError
from houseway_referee.money import Ledger, difference, give_back_at_most, moved, show
from houseway_referee.pai_gow_md import bank, deal, irregularities, settlement, wagers
from houseway_referee.pai_gow_md.meters import correct_meter
from houseway_referee.pai_gow_md.next_round import leave_behind, new_game, read_left
from houseway_referee.pai_gow_md.readings import check_readings
from houseway_referee.pai_gow_md.table import MeterState, Refused, Table, Wager, purses, require
from houseway_referee.pai_gow_md.wagers import give_chips
from houseway_referee.record import Act, Filing, Record, Round

Result = dict[str, Any]
Annulment = tuple[dict[str, Fraction], dict[str, Any]]
"""What a finding that was carried out has changed on the meters, and what the round before leaves that is void by it."""
Annulments = dict[int, Annulment]
"""By the place of the ruling among the acts of a round."""


def end_round(table: Table, act: Act) -> None:
    """The round is over: everything is settled."""
    settlement.finish(table)


def rule_light(table: Table, act: Act) -> None:
    """The floor rules on a light that is out, before the deal (8.C(3)) or at settlement (11.H(6)(b)(ii)).

    No clause says what becomes of a winning wager that the floor does not let stand.
    """
    if table.locked and not table.dealt:
        wagers.rule_on_light(table, act.facts["position"], act.facts["stands"])
    elif not act.facts["stands"]:
        raise NotDecided("a winning progressive wager that the floor does not let stand", "11.H(6)(b)(ii)")


def deal_with_reports(table: Table, act: Act) -> None:
    """Deal, and judge what is reported with the deal."""
    deal.deal(table, act)
    irregularities.reported_with_deal(table, act.facts)


def expose(table: Table, act: Act) -> None:
    """Expose a hand; a wrong number of cards shows before it is compared (14.H)."""
    irregularities.judge_hands(table, act.facts.get("hands"))
    if table.void is None:
        settlement.reach_mark(table, act)


def no_stacks(table: Table, act: Act) -> None:
    """This book deals no stacks from the hand."""
    raise Refused("9.C", "no stacks are dealt from the hand")


ACTS: dict[str, Callable[[Table, Act], None]] = {
    "wager": wagers.place_wager,
    "take-back": wagers.take_back,
    "buy-in": wagers.buy_in,
    "leave": deal.leave,
    "abandon": deal.abandon,
    "offer-bank": bank.offer_bank,
    "accept-bank": bank.accept_bank,
    "pass-bank": bank.pass_bank,
    "give-up-bank": bank.give_up_bank,
    "house-stake": bank.lower_house_stake,
    "confirm-bank": bank.confirm_bank,
    "stake-house": bank.stake_house,
    "close-betting": deal.close_betting,
    "lock-out": deal.lock_wagers_out,
    "rule-chips": wagers.rule_chips,
    "find-start": deal.find_start,
    "deal": deal_with_reports,
    "count-stub": irregularities.count_stub,
    "choose-exposed": irregularities.choose_exposed,
    "set-hand": deal.set_hand,
    "set-bank": deal.set_bank,
    "set-dealer": deal.set_dealer,
    "reset": deal.reset_hand,
    "rack-dealer": deal.rack_dealer,
    "surrender": deal.surrender,
    "collect-surrendered": irregularities.collect_surrendered,
    "expose": expose,
    "pay": settlement.reach_mark,
    "settle-side": settlement.reach_mark,
    "settle-bank": settlement.reach_mark,
    "pay-envy": settlement.reach_mark,
    "report-exposed": irregularities.report_exposed,
    "report-misdeal": irregularities.report_misdeal,
    "report-face-up": irregularities.report_face_up,
    "report-start": irregularities.report_start,
    "report-device": irregularities.report_device,
    "report-stacks": no_stacks,
    "rule-light": rule_light,
    "switch-method": irregularities.switch_method,
    "end-round": end_round,
}


# ---- one round


def open_table(filing: Filing, record: Round, left: dict[str, Any]) -> Table:
    """Begin a round."""
    meters = {}
    for filed in filing.meters:
        before = record.meters[filed.key]
        meters[filed.key] = MeterState(before, before, filed.reset, filed.rate)
    table = Table(filing, record, begin(left, record), dict(record.chips), meters, stand_in=record.dealing)
    table.button_used = record.starting in ("", "button")
    return table


def begin(left: dict[str, Any], record: Round) -> dict[str, Any]:
    """Say what a round begins with: a new game, and after an idle table the button in front of the dealer (5.K(3)(a))."""
    start = new_game(left) if record.new_game else left
    return {**start, "button": 0} if record.idle else start


def do_act(table: Table, act: Act) -> Result:
    """Carry out one act and say whether it was allowed. What was refused is only tried."""
    target = copy.deepcopy(table) if act.refused else table
    try:
        if act.act not in ACTS:
            raise RecordError(f"{act.act} is no act of this book")
        ACTS[act.act](target, act)
    except Refused as refusal:
        return {"allowed": False, "clause": refusal.clause, "why": refusal.why}
    return {"allowed": True, "confirmed": target.bank is not None} if act.act == "confirm-bank" else {"allowed": True}


def is_late(act: Act, record: Round) -> bool:
    """Say whether an act is about a round before this one."""
    return bool(act.facts.get("round", record.number) != record.number)


def finish(table: Table) -> None:
    """Settle what is left when the acts end."""
    try:
        settlement.finish(table)
    except Refused as refusal:
        raise RecordError(f"round {table.record.number} is not finished: {refusal.why}") from refusal


def replay(filing: Filing, record: Round, left: dict[str, Any], late: list[Act], annulled: Annulments) -> Table:
    """Decide a round once more, with reports that came after its end. What was found in it about the one before was carried out."""
    table = open_table(filing, record, left)
    for place, act in enumerate(record.acts):
        if place in annulled:
            annul(table, *annulled[place])
        elif not is_late(act, record) and not act.refused:
            do_act(table, act)
    finish(table)
    table.late = True
    for act in late:
        do_act(table, act)
    return table


# ---- what was found later


class Findings:
    """Reports about the round before, and what the floor ruled on them."""

    def __init__(self, filing: Filing) -> None:
        """Begin without a round."""
        self.filing = filing
        self.record: Round | None = None
        self.left: dict[str, Any] = {}
        self.table: Table | None = None
        self.annulled: Annulments = {}
        self.counted: list[Act] = []
        self.waiting: dict[int, tuple[Act, Result]] = {}
        self.reported = 0

    def follow(self, record: Round, left: dict[str, Any], table: Table, annulled: Annulments) -> None:
        """From now on reports are about this round."""
        self.record, self.left, self.table, self.annulled = record, left, table, annulled
        self.counted, self.waiting, self.reported = [], {}, 0

    def report(self, now: Table, act: Act) -> Result | None:
        """Say what a report leads to: by itself and with what was found before and needed no ruling."""
        self.reported += 1
        require(
            self.record is not None and act.facts["round"] == self.record.number,
            "14.H",
            "only the last round can be reported on",
        )
        assert self.table is not None
        require(self.table.void is None, "14.H", "that round is void")
        facts = {key: value for key, value in act.facts.items() if key != "round"}
        report = Act(act.role, act.name, act.act, facts)
        new = self.decide_with(report)
        if new.void is None:
            self.counted.append(report)
            return None
        finding = {
            "round": act.facts["round"],
            "void": {"what": "round", "reason": new.void.reason, "clauses": new.void.clauses},
            "net": self.net_of(new, now),
            "meters": {key: show(change) for key, change in self.meter_changes(new).items()},
            "carried-out": False,
            "moved": {},
        }
        self.waiting[self.reported] = (report, finding)
        return finding

    def decide_with(self, report: Act) -> Table:
        """Decide the last round again with a report."""
        assert self.record is not None
        return replay(self.filing, self.record, self.left, [*self.counted, report], self.annulled)

    def net_of(self, new: Table, now: Table) -> Ledger:
        """List the transfers that it leads to; players give back what they have now."""
        assert self.table is not None
        change = difference(moved(new.ledger), moved(self.table.ledger))
        return give_back_at_most(change, purses(now, change))

    def meter_changes(self, new: Table) -> dict[str, Fraction]:
        """Say what it changes on each meter."""
        assert self.table is not None
        old = self.table.meters
        changes = {key: meter.value - old[key].value for key, meter in new.meters.items()}
        return {key: change for key, change in changes.items() if change}

    def rule(self, now: Table, act: Act) -> Annulment | None:
        """The floor carries a finding out or lets the result stand (PG-90, PG-99). Say what a round that is void now leaves."""
        number = act.facts.get("finding", min(self.waiting, default=0))
        require(number in self.waiting, "14.H", "nothing waits for a ruling")
        report, finding = self.waiting.pop(number)
        if act.facts["choice"] != "carry-out":
            return None
        new = self.decide_with(report)
        finding["moved"], changes = self.net_of(new, now), self.meter_changes(new)
        for name, cents in finding["moved"].items():
            give_chips(now, name.removeprefix("player "), cents)
        left = leave_behind(new)
        made = annul(now, changes, left)
        finding["meters"] = {key: show(change) for key, change in made.items() if change}
        finding["carried-out"] = True
        self.table, self.waiting = new, {}
        return changes, left


def annul(now: Table, changes: dict[str, Fraction], left: dict[str, Any]) -> dict[str, Fraction]:
    """The round before is void: the table is as after a void round, but what this round has done stands (PG-99).

    The button stays only if it has shown where the deal begins. Say what each meter was changed by.
    """
    made = {key: correct_meter(now.meters[key], change) for key, change in changes.items()}
    kept = {"button": now.left["button"]} if now.start is not None and now.button_used else {}
    now.left = {**begin(left, now.record), **kept}
    if now.bank and now.bank.confirmed and not now.bank.staked:
        now.bank.house_stake = min(now.bank.house_stake, bank.house_stake_due(now))
    return made


# ---- the record


def decide_record(record: Record) -> list[Result]:
    """Decide all rounds of a record."""
    check_readings(record.filing)
    left, results, findings = read_left(record.left), [], Findings(record.filing)
    for one in record.rounds:
        table, result, annulled = decide_round(record.filing, one, left, findings)
        if table.dealt or table.void is not None:
            findings.follow(one, left, table, annulled)
        left = result["left"]
        results.append(result)
    return results


def decide_round(filing: Filing, record: Round, left: dict[str, Any], findings: Findings) -> tuple[Table, Result, Annulments]:
    """Decide one round, with the reports about the one before that came during it."""
    table, acts = open_table(filing, record, left), []
    found: list[Result] = []
    annulled: Annulments = {}
    for place, act in enumerate(record.acts):
        if is_late(act, record) and not act.refused:
            said, annulment = do_late_act(table, act, findings, found)
            acts.append(said)
            annulled |= {place: annulment} if annulment else {}
        else:
            acts.append(do_act(table, act))
    finish(table)
    return (
        table,
        {
            "round": record.number,
            "acts": acts,
            "start": table.start,
            **describe(table),
            "findings": found,
            "left": leave_behind(table),
        },
        annulled,
    )


def do_late_act(table: Table, act: Act, findings: Findings, found: list[Result]) -> tuple[Result, Annulment | None]:
    """Take a report about an earlier round, or the ruling on it."""
    annulment = None
    try:
        if act.act == "rule-finding":
            annulment = findings.rule(table, act)
        else:
            proposal = findings.report(table, act)
            if proposal:
                found.append(proposal)
    except Refused as refusal:
        return {"allowed": False, "clause": refusal.clause, "why": refusal.why}, None
    return {"allowed": True}, annulment


# ---- the result


def describe(table: Table) -> Result:
    """Say what a round came to."""
    all_wagers = sorted([*table.wagers.values(), *table.taken_aside], key=lambda wager: (wager.position, wager.name))
    return {
        "void": void_of(table),
        "wagers": {f"{wager.position} {wager.name}": wager_result(wager) for wager in all_wagers},
        "envy": {key: cents for key, cents in sorted(table.envy.items()) if cents},
        "meters": {key: meter_result(meter) for key, meter in table.meters.items()},
        "bank": bank_result(table),
        "net": net(table),
        "order": table.order,
    }


def void_of(table: Table) -> Result | None:
    """Say why the round is void."""
    return {"what": "round", "reason": table.void.reason, "clauses": table.void.clauses} if table.void else None


def wager_result(wager: Wager) -> Result:
    """Say what one wager came to."""
    return {
        "result": wager.result or "open",
        "stake": wager.stake,
        "returned": wager.returned,
        "cents": wager.cents,
        "vigorish": wager.vigorish,
        "clauses": wager.clauses,
        "row": wager.row,
    }


def meter_result(meter: MeterState) -> Result:
    """Say what a meter came to."""
    added = [{"position": place, "amount": show(amount)} for place, amount in sorted(meter.contributions.items())]
    return {"before": show(meter.before), "after": show(meter.value), "contributions": added, "awards": meter.awards}


def bank_result(table: Table) -> Result | None:
    """Say what the bank was settled with."""
    one = table.bank
    if one is None:
        return None
    return {
        "position": one.position,
        "player": one.player,
        "co-banking": one.co_banking,
        "house-stake": one.house_stake,
        "house": one.house_result,
        "collected": one.collected,
        "paid": one.paid,
        "called": one.called,
        "house-called": one.house_called,
        "surplus": one.surplus,
        "house-half": one.house_half,
        "vigorish": one.vigorish,
        "given": one.given,
    }


def net(table: Table) -> Ledger:
    """List what each account gained or lost; nothing is left in the centre."""
    result = moved(table.ledger)
    assert "centre" not in result, "something is left in the centre"
    return result
