"""What must always hold at a table, whoever asks for what.

Whatever is asked of the table goes through `WatchedTable.ask`: a refusal is one of ours, says why, and changes nothing; money is
conserved. `check_replay` folds again.
"""

import json
import re
from dataclasses import dataclass

from houseway import progressive
from houseway.croupier import Croupier
from houseway.errors import HousewayError, Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.explanation.words import describe_event
from houseway.money import Cents
from houseway.table import TableRun, fold_events, redact_event
from houseway.table.context import round_context
from houseway.table.state import evolve_all
from tests.support.table_chance import Chance
from tests.support.table_submissions import any_submission

DEALER, FLOOR = Actor(Role.DEALER, "croupier"), Actor(Role.FLOOR, "floorperson")
STRANGER = Actor(Role.PLAYER, "Zoe")
OPENING = 1_000_000
RULES_REFUSE_NOT = frozenset(
    (
        *("table.role", "round.role", "equipment.role", "round.waits", "table.closed", "table.open", "table.in-round"),
        *("ledger.amount", "ledger.short", "ledger.same-account", "ledger.unsigned", "table.submission"),
    )
)
"""Codes of refusals behind which no rule of a book needs to stand: who speaks, the order of things, and sums that do not add up."""


def check_declared(table, events, at):
    """Every fact of every event is declared, and what is left of it for somebody who sits nowhere can be said in words."""
    context = round_context(table, at)
    for event in events:
        assert describe_event(redact_event(context, STRANGER, event), table.seats)


def check_all_racked(played):
    """Every card of a round that was played to its end lies in the discard rack. Of physical cards against the dealer, nobody knows
    how many are left in the stub."""
    kinds = [event.kind for event in played.run.events]
    if played.void or "deal-begun" not in kinds:
        return
    since = played.run.events[len(kinds) - kinds[::-1].index("deal-begun") :]
    if any(event.kind == "cards-dealt" and event.facts.get("rest", ()) is None for event in since):
        return
    racked = [held for event in since if event.kind == "cards-racked" for _, held, _ in event["entries"]]
    deck = played.run.table.equipment.settings.deck.cards
    assert sum(held if isinstance(held, int) else len(held) for held in racked) == len(deck)


@dataclass
class Asked:
    """A command, and what came of it."""

    command: Command
    events: tuple[Event, ...] = ()
    refusal: HousewayError | None = None


class WatchedTable:
    """One table, everything that was asked of it, and what came of it."""

    def __init__(self, choose, text=None, at=OPENING, physical=False, name="PG-1"):
        self.choose, self.at = choose, at
        self.run = TableRun()
        self.log = []
        self.physical = physical
        text = any_submission(choose) if text is None else text
        self.ask(
            Command("open-table", FLOOR, {"submission": text, "table": name, "inventory": Cents.from_dollars(500_000)}, at)
        )
        self.croupier = Croupier(self.run, Chance(choose), DEALER, FLOOR)

    @property
    def table(self):
        return self.run.table

    def ask(self, command):
        """Ask for something, and hold what must hold whether it is refused or not."""
        before = self.run._table, self.run.meters, dict(self.run.meters), len(self.run.events), len(self.run.meter_events)
        if self.physical and command.act in ("shuffle", "receive-deck"):  # nobody knows the order of physical cards
            command = command._replace(facts={name: fact for name, fact in command.facts.items() if name != "cards"})
        asked = Asked(command)
        self.log.append(asked)
        try:
            asked.events = self.run.act(command)
        except HousewayError as refusal:
            asked.refusal = refusal
            self.check_refusal(refusal, before[0])
            after = self.run._table, self.run.meters, dict(self.run.meters), len(self.run.events), len(self.run.meter_events)
            assert after[0] is before[0]
            assert after[1] is before[1]
            assert after[2:] == before[2:]
            return asked
        happened = asked.events or len(self.run.meter_events) > before[4]
        assert happened, f"{command} was accepted and nothing happened"
        self.check_money(before[0])
        check_declared(self.table, (*asked.events, *(event for _, event in self.run.meter_events[before[4] :])), self.at)
        return asked

    def ask_with_fill(self, command):
        """As a table is run: where the inventory has too little, a fill comes, and it is done then."""
        asked = self.ask(command)
        if asked.refusal is not None and asked.refusal.code == "ledger.short" and asked.refusal.facts["account"] == "inventory":
            assert (
                self.ask(Command("fill", FLOOR, {"amount": Cents.from_dollars(1_000_000), "why": "low"}, self.at)).refusal
                is None
            )
            return self.ask(command)
        return asked

    def check_refusal(self, refusal, table):
        assert type(refusal) in (Malformed, NotAllowed)
        assert refusal.message.strip()
        assert re.fullmatch(r"[a-z-]+\.[a-z-]+", refusal.code), refusal.code
        json.dumps(refusal.to_json())
        if isinstance(refusal, NotAllowed):
            assert refusal.clauses or refusal.code in RULES_REFUSE_NOT, f"{refusal.code} names no clause: {refusal.message}"
        if table is not None:
            known = table.rules.regulation
            assert all(clause.book == known.id and clause.clause in known.clauses for clause in refusal.clauses)

    def check_money(self, before):
        ledger = self.table.ledger
        balances = ledger.balances
        assert sum(balance.amount for balance in balances.values()) == 0
        assert all(balance.amount >= 0 for account, balance in balances.items() if account != "outside"), balances
        assert all(meter.value >= 0 for meter in self.run.meters.values())
        if before is not None and self.table.number != before.number:
            assert not ledger.layout_balances, f"after round {before.number}: {ledger.layout_balances}"

    def check_replay(self):
        """What was recorded comes to the same table: whole, through JSON, and on from any prefix."""
        events = self.run.events
        assert fold_events(events) == self.table
        assert list(fold_events(events).ledger.recent_transfers()) == list(self.table.ledger.recent_transfers())
        again = [Event.from_json(json.loads(json.dumps(event.to_json()))) for event in events]
        assert again == events
        assert fold_events(again) == self.table
        half = 1 + self.choose.below(len(events))
        resumed = TableRun(events[:half])
        assert resumed.table == fold_events(again[:half])
        assert evolve_all(resumed.table, again[half:]) == self.table
        for name, meter in self.run.meters.items():
            told = [event for other, event in self.run.meter_events if other == name]
            assert progressive.fold_meter(Event.from_json(json.loads(json.dumps(event.to_json()))) for event in told) == meter
