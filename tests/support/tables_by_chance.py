"""Tables under any book that chance opens and plays, and everybody who looks at them."""

from houseway.events import Actor, Role
from tests.support.dealer_machine import DealerMachine
from tests.support.table_invariants import DEALER, FLOOR
from tests.support.table_machine import STRANGER, Machine
from tests.support.table_submissions import BOOKS as PAI_GOW_BOOKS
from tests.support.table_submissions import submission_of


def opened(choose, book, text=None):
    """A table under a book; every fifth has physical cards."""
    physical = choose.happens(5)
    if book in PAI_GOW_BOOKS:
        return Machine(choose, text or submission_of(book, choose), physical=physical)
    return DealerMachine(choose, book, physical=physical)


def play(choose, machine):
    """A move as in the tests of properties, with more exposed cards."""
    match choose.below(16):
        case 0:
            machine.by_option()
        case 1:
            machine.by_wrong_hand()
        case 2:
            machine.by_anything()
        case 3 if machine.table.round.dealt:
            machine.by_option(DEALER)
        case 4:
            machine.by_irregular_step()
        case _:
            machine.by_play()


def everybody(table):
    """Players who take part more often than others, as the first among them; the bank as bank; dealer, floor and a stranger."""
    bank = table.game.bank.position(table.round)
    places = sorted({*table.round.stakes, *([] if bank is None else [bank])} & set(table.seats))
    playing = [Actor(Role.BANK if place == bank else Role.PLAYER, table.seats[place]) for place in places]
    players = [Actor(Role.PLAYER, name) for name in sorted({*table.seats.values(), STRANGER})]
    return [*playing, *playing, *players, DEALER, FLOOR]
