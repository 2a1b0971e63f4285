"""Tables that chance plays, for the comparison with the referee: any readings, any method, banks, several areas, irregularities."""

from houseway.events import Command
from houseway.table import TableRun
from tests.support.run_logs import RecordedCommands
from tests.support.table_chance import Dice
from tests.support.table_invariants import DEALER, FLOOR
from tests.support.table_machine import RARE
from tests.support.table_submissions import BOOKS as PAI_GOW_BOOKS
from tests.support.tables_by_chance import opened

OTHER_ACTS = ("buy-in", "leave", "report-device", "rule-finding", "rule-count")
"""What is compared besides the acts of the game: not the cage, the cards' way to the table, rulings and corrections."""
MOVES = 60
"""Moves of a round after which the croupier brings it to its end."""


def recorded_table(book, seed, rounds):
    """The commands of some rounds at a table that is opened and played from a seed."""
    choose = Dice(seed)
    machine = opened(choose, book)
    machine.seat(3)
    for _ in range(rounds):
        _play_round(choose, machine)
    return _taken(machine)


def _play_round(choose, machine):
    number = machine.table.number
    for _ in range(MOVES):
        if machine.table.number == number:
            _move(choose, machine)
    machine.seat(2)
    if machine.table.number == number:
        machine.finish()


def _move(choose, machine):
    match choose.below(12):
        case 0 | 1:
            _take_option(choose, machine, choose.pick(machine.actors()))
        case 2:
            machine.by_irregular_step()
        case 3 if machine.table.round.dealt:
            _take_option(choose, machine, choose.pick((DEALER, FLOOR)))
        case _:
            machine.by_play()


def _take_option(choose, machine, actor):
    options = [option for option in machine.run.legal(actor, machine.at) if _is_compared(machine, option)]
    if options:
        option = choose.pick(options)
        if option.act not in RARE or choose.happens(6):
            machine.ask_with_fill(Command(option.act, actor, machine.fill(option), machine.at))


def _is_compared(machine, option):
    """In Pai Gow Poker findings about the round before are compared in golden rounds only: see docs/referee.md."""
    late = "round" in option.facts and machine.table.rules.book in PAI_GOW_BOOKS
    return option.act in (*machine.table.game.acts, *OTHER_ACTS) and not late


def _taken(machine):
    """What was taken, with the events of meters: everything is decided a second time."""
    recorded = RecordedCommands()
    run = TableRun(record=recorded.record)
    for asked in machine.log:
        if asked.refusal is None:
            run.act(asked.command)
    return recorded.commands
