"""The reports on a table and its ledger agree to the cent at any moment: between rounds, in rounds that were interrupted, and after
rounds that were voided or corrected (`tests/files/rounds/test_golden_rounds.py` checks all kinds of those)."""

import pytest

from houseway.events import Actor, Role
from houseway.ledger import Reason, Transfer
from houseway.money import Cents
from houseway.regulation import BOOKS
from houseway.reports.chips.table_inventory import report_inventory
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.table_rows import project_command
from houseway.reports.rows.tally import TableTally
from houseway.reports.scope import ReportScope
from houseway.store import RecordedCommand
from houseway.store.projections import write_projections
from tests.support.effort import MORE
from tests.support.report_sums import check_agreement, project_events
from tests.support.table_chance import Dice
from tests.support.tables_by_chance import opened, play

HOURS = 3_600_000
DAY_TURNS = 24 * HOURS + 6 * HOURS
ANN = Actor(Role.PLAYER, "ann")


def interrupted_table(book, seed):
    """A table at which chance plays, with irregularities, rulings and corrections, until it is left wherever it is."""
    choose = Dice(seed)
    machine = opened(choose, book)
    machine.seat(1 + choose.below(4))
    for _ in range(30):
        machine.by_play()
    for _ in range(40):
        play(choose, machine)
        if not machine.table.open:
            break
    return machine


@pytest.mark.parametrize("book", BOOKS)
def test_reports_and_ledger_agree_wherever_play_is_interrupted(book):
    at_stake = []
    for seed in range(4 * MORE):
        machine = interrupted_table(book, seed)
        events, game = machine.run.events, machine.table.rules.game
        at_stake += [check_agreement(part, project_events(part, game)) for part in (events[:end] for end in turns(events))]
    assert any(at_stake)
    assert not all(at_stake)


def turns(events):
    """Some moments: after every seventh event that is not followed by money which belongs to it, and the end."""
    moments = [number for number in range(1, len(events)) if events[number].kind != "money-moved"]
    return [*moments[::7], len(events)]


def test_money_on_the_layout_when_a_day_ends_and_what_goes_back_as_void(store):
    """A round that is held over the end of the gaming day is no wager of that day yet; but its money is not missing."""
    moves = ((-HOURS, "player:ann", "layout:1", Reason.WAGER), (HOURS, "layout:1", "player:ann", Reason.REFUND))
    for shift, source, target, reason in moves:
        transfer = Transfer(source, target, Cents(2_500), reason, seat=1, wager="ante", round=1)
        command = RecordedCommand(DAY_TURNS + shift, ANN, (transfer.to_event(),))
        tally = TableTally(table="FC-1")
        with store.database.transaction() as connection:
            write_projections(connection, project_command(tally, tally.after(command), command, GamingCalendar(), {}))
    with store.database.reading() as connection:
        found = [report_inventory(connection, ReportScope(day, day)) for day in ("1970-01-01", "1970-01-02", "1970-01-03")]
    assert [[(row.in_play, row.refunded) for row in rows] for rows in found] == [[(2_500, 0)], [(0, 2_500)], []]
