"""A preview shows what a command would lead to, and never what its sender may not know before."""

import pytest

from houseway.errors import HousewayError, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.regulation import BOOKS
from houseway.service.live.turns.preview import cards_in, preview_command
from houseway.table.context import round_context
from tests.support.table_chance import Dice
from tests.support.table_invariants import DEALER, FLOOR
from tests.support.tables_by_chance import opened

RULINGS = ("rule-exposed", "rule-light", "rule-count", "validate")


@pytest.fixture(params=BOOKS)
def machine(request):
    machine = opened(Dice(f"{request.param} preview"), request.param)
    machine.seat(3)
    return machine


def preview(machine, act, actor, **facts):
    return preview_command(machine.table, Command(act, actor, facts, machine.at), machine.run.meters)


def test_a_step_that_deals_or_shows_cards_is_not_told_before(machine):
    """Whoever could look at the next cards first could deal them or not."""
    number, acts = machine.table.number, set()
    while machine.table.number == number:
        step = machine.run.due(machine.at)
        if step is None:
            assert machine.player_acts()
            continue
        command = machine.dealt(step)
        told = preview_command(machine.table, command, machine.run.meters)
        if step.act not in RULINGS:
            assert (told.shown, told.events, told.event_words(machine.table)) == (False, (), ())
        acts.add(step.act)
        machine.by_due()
    assert "deal" in acts
    assert "end-round" in acts


def test_a_report_shows_its_remedy_without_unseen_cards(machine):
    while not machine.table.round.hands:
        assert machine.by_due() or machine.player_acts()
    version = machine.table.version
    for option in machine.run.legal(DEALER, machine.at):
        if not option.act.startswith("report-"):
            continue
        facts = machine.fill(option, besides=False)
        try:
            told = preview(machine, option.act, DEALER, **facts)
        except HousewayError:
            continue
        seen = set(cards_in(machine.table.game.view(machine_context(machine), DEALER)))
        assert told.shown
        assert told.events
        assert set(cards_in([event.facts for event in told.events])) <= {*seen, *cards_in(facts)}
        assert len(told.event_words(machine.table)) == len(told.events) + len(told.meter_events)
    assert machine.table.version == version


def machine_context(machine):
    return round_context(machine.table, machine.at, machine.run.meters)


def test_a_ruling_shows_the_money_that_it_moves(machine):
    told = preview(machine, "fill", FLOOR, amount=Cents(500), why="short of chips")
    assert [event.kind for event in told.events] == ["money-moved"] * len(told.events)
    assert all("$5" in words for words in told.event_words(machine.table))


def test_a_preview_is_refused_as_the_command_would_be(machine):
    with pytest.raises(NotAllowed):
        preview(machine, "tip", Actor(Role.PLAYER, "Zoe"), amount=Cents(500))
