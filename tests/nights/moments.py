"""Moments of a night: what everybody may do, sees, and is refused, before the next command. Nothing here changes the table.

What is looked at is chosen by a chooser of its own, so that the night goes on as if nobody had looked.
"""

from collections import Counter
from contextlib import contextmanager

from houseway.croupier import command_for_step
from houseway.events import Command
from houseway.money import Cents
from houseway.table.context import round_context
from tests.nights.asking import cast, note_outcome
from tests.nights.odd_equipment import look_at_equipment
from tests.nights.text import text_of
from tests.support.table_chance import Chance, Dice
from tests.support.table_facts import JUNK, acts_of, facts_of, plausible
from tests.support.table_invariants import DEALER, FLOOR

FIRST, AGAIN = 9, 70
"""Of the moments at which a step is due for the first time in a night, one in so many is looked at closely; and of all others."""
ASKED_OF_OPTIONS, ASKED_OF_ACTS = 10, 10
"""At each moment: how many options are varied, and how many acts are asked for without regard to what may be done."""


class Moments:
    """Looks at some moments of a night. At the first of each kind everybody tries to take the step that is due."""

    def __init__(self, seed):
        self.seed, self.number, self.met = seed, 0, Counter()

    def look(self, machine):
        self.number += 1
        table, step = machine.table, machine.run.due(machine.at)
        note_step(machine, step)
        kind = (step.act if step else "", table.round.closed, bool(table.findings), table.in_round)
        dice = Dice(f"{self.seed} {self.number}")
        self.met[kind] += 1
        if self.met[kind] == 1:
            for command in due_by_all(machine, step, dice):
                note_outcome(machine, command)
        if dice.happens(FIRST if self.met[kind] == 1 else AGAIN):
            with other_chooser(machine, dice):
                look_at_moment(machine, dice)
                look_at_equipment(machine, dice)


@contextmanager
def other_chooser(machine, dice):
    usual, machine.choose = machine.choose, dice
    try:
        yield
    finally:
        machine.choose = usual


def note_step(machine, step):
    if step is None:
        machine.notes.write("options", "nothing is due")
        return
    machine.notes.write("options", text_of("due", step.act, step.role, step.facts, step.blocking, step.amount))
    machine.notes.write("clauses", text_of("due", step.act, step.clauses))
    machine.notes.write("words", step.words)


def look_at_moment(machine, dice):
    table, notes = machine.table, machine.notes
    context = round_context(table, machine.at, machine.run.meters)
    offered = []
    for actor in cast(machine):
        notes.write("seen", text_of(actor, table.game.view(context, actor)))
        for option in machine.run.legal(actor, machine.at):
            notes.write("options", text_of(actor, option.act, option.facts, option.bounds))
            notes.write("clauses", text_of(option.act, option.clauses))
            offered.append((actor, option))
    for _ in range(min(ASKED_OF_OPTIONS, len(offered))):
        for command in varied(machine, dice, *offered.pop(dice.below(len(offered)))):
            note_outcome(machine, command)
    for _ in range(ASKED_OF_ACTS):
        note_outcome(machine, any_command(machine, dice))


def due_by_all(machine, step, dice):
    """The step that is due, taken by everybody who is there: whoever is not meant is refused."""
    if step is not None:
        command = command_for_step(machine.table, step, machine.at, Chance(dice), DEALER, FLOOR)
        yield from (command._replace(by=actor) for actor in dict.fromkeys((command.by, *cast(machine))))


def varied(machine, dice, actor, option):
    """An option as it may be taken, at the edges of its bounds and beyond them, by somebody else, with something missing or odd."""
    facts, at = machine.fill(option), machine.at
    yield Command(option.act, actor, facts, at)
    for name, bounds in option.bounds.items():
        edges = edges_of(bounds)
        if edges:
            yield Command(option.act, actor, {**facts, name: dice.pick(edges)}, at)
    yield Command(option.act, dice.pick(cast(machine)), facts, at)
    if facts:
        name = dice.pick(sorted(facts))
        values = plausible(dice, machine)
        value = values[name]() if name in values and not dice.happens(3) else dice.pick(JUNK)
        yield Command(option.act, actor, {**facts, name: value}, at)


def edges_of(bounds):
    """Values at the ends of an amount or a number, and next to them."""
    one = {Cents: Cents(1), int: 1}.get(type(bounds.get("least")))
    if one is None or "each" in bounds:
        return ()
    least, most = bounds["least"], bounds.get("most")
    return (least, least - one) if most is None else (least, least - one, most, most + one)


def any_command(machine, dice):
    """Any act, mostly by one of those who are there, with facts of the right kinds."""
    act = dice.pick(acts_of(machine.table))
    values = plausible(dice, machine)
    facts = {name: values[name]() for name in facts_of(act) if not dice.happens(4)}
    return Command(act, dice.pick(cast(machine)), facts, machine.at)
