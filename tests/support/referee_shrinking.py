"""The smallest sequence of commands on which the two programs still differ.

Commands are left out, in large pieces first: rounds, players, single commands, readings. What is left is asked of a new table.
A command that the table refuses is not asked for; where a step of the croupier is missing, he takes it, with the chance that was
recorded.
"""

import json
import tomllib
from collections import defaultdict, deque
from functools import partial
from typing import NamedTuple

from houseway.croupier import CHANCE_FACTS, Croupier
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Role, encode_fact
from houseway.files.referee.check import referee_record
from houseway.files.rounds.history import RoundHistory
from houseway.files.rounds.writing import write_round
from houseway.games.pai_gow.setting import high_hand_order
from houseway.review import ReviewedCommand
from houseway.table import TableRun
from houseway.table.context import round_context
from tests.support.referee_rounds import RefereeRecord, is_refused_by_rule, judged
from tests.support.submissions import text_of
from tests.support.table_chance import Chance, Dice
from tests.support.table_invariants import DEALER, FLOOR

TRIES = 600
FILLED_AT_MOST = 60


class Asked(NamedTuple):
    """A command, the round in which it was asked, and whether it was refused."""

    command: Command
    round: int
    refused: bool


class Shrunk(NamedTuple):
    """What is left of a difference."""

    commands: list
    """What somebody has asked for. The croupier takes the other steps."""
    played: list
    """All commands that were taken, those of the croupier, too."""
    sampled: object
    """The round that differs."""

    def round_file(self):
        """The round as a file that `houseway settle` plays; a comment that says why not, if it cannot be written."""
        history, number = RoundHistory(), self.sampled.ended.number
        run = TableRun(record=history.record)
        try:
            for command in self.played:
                run.act(command)
            return write_round(history, number)
        except HousewayError as refusal:
            return f"# {refusal}\n"

    def to_json(self):
        """The referee's record of the round, what differs, and the commands."""
        return {
            "differences": [each.to_text() for each in self.sampled.differences],
            "record": referee_record(self.sampled.ended),
            "commands": [said(command) for command in self.played],
        }


def said(command):
    facts = {name: encode_fact(fact) for name, fact in command.facts.items()}
    return {"act": command.act, "by": command.by.to_json(), "facts": facts, "at": command.at}


def in_rounds(commands):
    """Commands with the numbers of their rounds, as `RefereeTable.commands` has them."""
    found, number = [], 1
    for command, refused in commands:
        found.append(Asked(command, number, refused))
        number += command.act == "end-round" and not refused
    return found


def shrink(commands, tries=TRIES):
    """Leave out whatever the first difference does not need."""
    asked = in_rounds(commands)
    whole = replay(asked)
    assert whole is not None, "nothing differs"
    kind = whole.sampled.differences[0].what
    budget = [tries]
    asked = [each for each in asked if each.round <= whole.sampled.ended.number]
    for pieces in (by_round, by_player, by_step, by_reading, one_by_one, one_by_one):
        asked = without_pieces(asked, pieces, partial(still_differs, kind=kind, budget=budget))
    return replay(asked, kind)


def still_differs(asked, kind, budget):
    budget[0] -= 1
    return budget[0] > 0 and replay(asked, kind) is not None


def without_pieces(asked, pieces, differs):
    """Try to leave out each piece, the last first."""
    for leave_out in reversed([*pieces(asked)]):
        fewer = leave_out(asked)
        if fewer != asked and differs(fewer):
            asked = fewer
    return asked


def by_round(asked):
    """Rounds before the last one; who sits down stays."""
    for number in sorted({each.round for each in asked})[:-1]:
        yield lambda kept, number=number: [each for each in kept if each.round != number or each.command.act in STAYS]


STAYS = ("open-table", "sit", "buy-in", "receive-deck", "shuffle")


def by_player(asked):
    for name in sorted({each.command.by.name for each in asked if each.command.by.role in (Role.PLAYER, Role.BANK)}):
        yield lambda kept, name=name: [each for each in kept if each.command.by.name != name]


def by_step(asked):
    """Everything that the croupier would do by himself."""
    yield lambda kept: [each for each in kept if each.command.by.role in (Role.PLAYER, Role.BANK) or each.command.act in KEPT]


KEPT = ("open-table", *CHANCE_FACTS)


def one_by_one(asked):
    for place in range(1, len(asked)):
        yield partial(without_one, each=asked[place])


def without_one(kept, each):
    return [other for other in kept if other is not each]


def by_reading(asked):
    """Readings that the submission need not file."""
    opened = asked[0].command
    readings = [*tomllib.loads(opened.facts["submission"]).get("readings", {})]
    for size in (1, max(1, len(readings) // 8), max(1, len(readings) // 2)):
        for first in range(0, len(readings), size):
            yield partial(without_readings, readings=readings[first : first + size])


def without_readings(kept, readings):
    opened = kept[0].command
    content = tomllib.loads(opened.facts["submission"])
    content["readings"] = {name: choice for name, choice in content["readings"].items() if name not in readings}
    again = opened._replace(facts={**opened.facts, "submission": text_of(content)})
    return [kept[0]._replace(command=again), *kept[1:]]


# What is asked again


def replay(asked, kind=""):
    """Ask a new table for all of it. Return the first difference of a kind; None if there is none."""
    try:
        return _Replay(asked).find(kind)
    except HousewayError:  # the submission is no longer one
        return None


class _Replay:
    def __init__(self, asked):
        self.asked, self.run, self.record = asked, TableRun(), RefereeRecord()
        self.played, self.found = [], []
        self.chance = defaultdict(deque)
        for each in asked:
            if each.command.act in CHANCE_FACTS and not each.refused:
                self.chance[each.command.act].append(each.command)
        self.croupier = Croupier(self.run, Chance(Dice(1)), DEALER, FLOOR)

    def find(self, kind):
        for each in self.asked:
            self.ask(each)
            if (found := self.first(kind)) is not None:
                return found
        number = self.run.table.number
        self.fill(lambda: self.run.table.number != number)
        return self.first(kind)

    def first(self, kind):
        for sampled in self.found:
            if any(kind in ("", each.what) for each in sampled.differences):
                return Shrunk(self.asked, self.played, sampled)
        self.found.clear()
        return None

    def ask(self, each):
        """Ask for something; where the croupier's steps are missing before it, he takes them."""
        if each.refused:
            try:
                self.run.act(each.command)
            except HousewayError as refusal:
                if is_refused_by_rule(each.command, refusal):
                    self.record.refuse(each.command, self.run.table)
            return
        if not self.take(each.command):
            at = each.command.at
            self.fill(lambda: self.take(each.command), at, only_steps=True)

    def take(self, command):
        run = self.run
        before, meters, moved = run._table, run.meters, len(run.meter_events)
        try:
            events = run.act(command)
        except HousewayError:
            if before is None:
                raise
            return False
        self.played.append(command)
        if self.chance[command.act] and self.chance[command.act][0] is command:
            self.chance[command.act].popleft()
        ended = self.record.take(
            ReviewedCommand(command, events, run.meter_events[moved:], before, run._table, meters, run.meters)
        )
        if ended is not None:
            sampled = judged(ended)
            if sampled.differences:
                self.found.append(sampled)
        return True

    def fill(self, is_done, at=None, only_steps=False):
        """Take the steps that are due until something is done."""
        number = self.run.table.number
        for _ in range(FILLED_AT_MOST):
            step = self.run.due(at or self.run.at)
            command = self.command_for(step, at) if step is not None else None if only_steps else self.answer()
            if command is None or (only_steps and command.act in ("close-betting", "end-round")) or not self.take(command):
                return
            if is_done() or (only_steps and self.run.table.number != number):
                return

    def command_for(self, step, at):
        command = self.croupier.command_for(step, at or self.run.at)
        recorded = self.chance[step.act]
        if recorded:
            fact = CHANCE_FACTS[step.act]
            drawn = recorded[0].facts
            command = command._replace(facts={**command.facts, **({fact: drawn[fact]} if fact in drawn else {})})
        return command

    def answer(self):
        """What a player does for whom the table waits: the house way, or a fold."""
        table, at = self.run.table, self.run.at
        for position, name in sorted(table.seats.items()):
            actor = Actor(Role.BANK if position == table.game.bank.position(table.round) else Role.PLAYER, name)
            context = round_context(table, at, self.run.meters)
            options = {
                each.act: each for each in table.game.legal_options(context, actor) if each.facts.get("position") == position
            }
            for act in ("pass-bank", "play-exposed", "check", "fold"):
                if act in options:
                    return Command(act, actor, options[act].facts, at)
            if "set-hand" in options and table.round.hands.get(position):
                low = table.house_way.set(table.round.hands[position], high_hand_order(context)).low
                return Command("set-hand", actor, {"position": position, "low": tuple(low)}, at)
        return None


def written(shrunk, path):
    """Write what is left of a difference, as the referee's record and as a round file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".toml").write_text(shrunk.round_file())
    path.write_text(json.dumps(shrunk.to_json(), indent=1))
    return path
