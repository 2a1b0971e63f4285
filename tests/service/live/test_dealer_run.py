"""Tables that a person deals: he takes the dealer's steps, and electronic cards come from the seeds, whatever he sends."""

import json

import pytest

from houseway.chance import seeded_chance
from houseway.croupier import CHANCE_FACTS, FLOOR_ACTOR, actor_for_step, command_for_step
from houseway.errors import NotAllowed
from houseway.events import SYSTEM, Actor, Command, Role
from houseway.service.live.checks.verifying import verify_draws
from houseway.service.live.settings import TableSettings
from houseway.service.live.turns.preview import preview_command
from houseway.service.sockets.protocol import preview_text
from houseway.table import due_step
from tests.support.absence import ClockedHouse
from tests.support.live import BOOKS, TABLES, submission

DANA = Actor(Role.DEALER, "Dana")
BY_PERSON = TableSettings(croupier=False, program_floor=True)


@pytest.fixture
def deal(tmp_path):
    """A function that opens a table dealt by Dana."""
    houses = []

    def new(book, settings=BY_PERSON, example="minimal"):
        houses.append(ClockedHouse(tmp_path))
        houses[-1].open(TABLES[book], submission(book, example), settings=settings)
        return DealtByPerson(houses[-1], TABLES[book])

    yield new
    for house in houses:
        house.close()


class DealtByPerson:
    def __init__(self, house, name):
        self.house, self.name = house, name
        self.players = house.program_players(name)

    @property
    def table(self):
        return self.house.house.tables[self.name]

    @property
    def step(self):
        return due_step(self.table, self.house.house.now() // 1000, self.house.house.meters.by_id)

    def act(self, act, by=DANA, **facts):
        return self.house.run(self.house.house.act(self.name, Command(act, by, facts)))

    def take_step(self):
        """Dana takes the step that is due, without saying what chance gives."""
        step = self.step
        facts = step.facts if step.act in CHANCE_FACTS else command_for_step(self.table, step, 0, None).facts
        return self.act(step.act, **facts)

    def go_on(self, until):
        """Players do what they want, and Dana takes the steps."""
        for _ in range(200):
            if until():
                return
            if not any(self.house.let_act(player) for player in self.players):
                self.take_step()
        raise AssertionError(self.step)


@pytest.mark.parametrize("book", BOOKS)
def test_a_person_deals_a_round_with_electronic_cards(deal, book):
    table = deal(book, example="everything")
    table.go_on(lambda: table.table.number == 2)
    draws = list(verify_draws(table.house.store, table.name))
    assert {"shuffle", "receive-deck"} & {draw.act for draw in draws}
    assert all(draw.agrees for draw in draws)


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_can_send_electronic_cards_himself(deal, book):
    table = deal(book)
    seen = []
    while (step := table.step) is not None and table.table.number == 1:
        if any(table.house.let_act(player) for player in table.players):
            continue
        if step.act in CHANCE_FACTS:
            command = command_for_step(table.table, step, 0, seeded_chance(1))
            if command.facts != step.facts:
                with pytest.raises(NotAllowed, match="committed seeds"):
                    table.act(step.act, **command.facts)
                seen.append(step.act)
        table.take_step()
    assert "shuffle" in seen


def test_physical_cards_are_entered_by_the_dealer(deal):
    table = deal("md.ultimate-texas-holdem", TableSettings(croupier=False, cards="physical", program_floor=True))
    while table.step is not None and table.step.act != "shuffle":
        table.take_step()
    update = table.take_step()
    (shuffled,) = [event for event in update.events if event.kind == "cards-shuffled"]
    assert not shuffled.facts.get("cards")


def test_where_the_program_deals_nobody_else_does(deal):
    table = deal("md.ultimate-texas-holdem", TableSettings(program_floor=True))
    table.house.let_act(table.players[0])
    assert table.step.act == "close-betting"
    with pytest.raises(NotAllowed, match="the program deals"):
        table.act("close-betting")


def test_a_betting_clock_closes_nothing_where_a_person_deals(deal):
    table = deal("md.ultimate-texas-holdem")
    table.go_on(lambda: table.step is not None and table.step.act == "close-betting")
    assert table.house.house.clocks(table.name)
    table.house.run_out(table.name)
    assert not table.table.round.closed
    table.take_step()
    assert table.table.round.closed


def test_a_card_that_the_dealer_exposes_is_played_for_an_absent_player(deal):
    table = deal("md.pai-gow-poker")
    table.go_on(lambda: table.step is not None and table.step.act == "count-stub")
    table.act("report-exposed", position=1)
    table.take_step()
    while table.step is not None:
        table.take_step()
    assert table.house.house.current_wait(table.name).what == "exposed-card"
    update = table.house.run_out(table.name)
    assert [(command.by, command.events[0].kind) for command in update.commands] == [
        (Actor(Role.PLAYER, "Ann", SYSTEM), "exposed-hand-played")
    ]


def read_preview(table):
    """What the page says before Dana reports a card of Ann as exposed."""
    command = Command("report-exposed", DANA, {"position": 1}, table.house.house.now() // 1000)
    preview = preview_command(table.table, command, table.house.house.meters.by_id)
    content = json.loads(preview_text("preview-1", preview, table.table, lambda words: words))
    return content["gist"], [event["words"] for event in content["events"]]


def may_choose(table):
    """Whether Ann may choose about her exposed card."""
    options = table.house.table(table.name).legal(Actor(Role.PLAYER, "Ann"), table.house.house.now() // 1000)
    return {"play-exposed", "void-exposed"} <= {option.act for option in options}


@pytest.mark.parametrize("when", ["dealt", "shown", "set"])
@pytest.mark.parametrize("book", ["md.pai-gow-poker", "div.pai-gow-poker"])
def test_the_preview_of_an_exposed_card_promises_a_choice_only_if_it_comes(deal, book, when):
    """A player who has been shown his cards has none, set or not (PG-103, DIV-112)."""
    table = deal(book)
    reached = {
        "dealt": lambda: table.table.round.hands.get(1),
        "shown": lambda: table.table.round.stub_counted and table.step is None,
        "set": lambda: 1 in table.table.round.placed_hands,
    }
    table.go_on(reached[when])
    gist, words = read_preview(table)
    table.act("report-exposed", position=1)
    while table.step is not None and not table.table.round.stub_counted:
        table.take_step()
    assert may_choose(table) == ("void" in gist) == (when == "dealt")
    assert ["so the hand is played" in said for said in words] == [when != "dealt"]


def test_a_floorperson_who_is_a_program_is_marked_as_one(deal):
    table = deal("md.ultimate-texas-holdem")
    commands = [command for append in table.house.store.read(f"table:{table.name}") for command in append.commands]
    table.go_on(lambda: table.table.number == 2)
    commands = [command for append in table.house.store.read(f"table:{table.name}") for command in append.commands]
    by_floor = [command.by for command in commands if command.by.role is Role.FLOOR][1:]
    assert by_floor == [FLOOR_ACTOR._replace(stand_in=SYSTEM)] * len(by_floor) != []


def test_without_a_program_floorperson_the_table_waits_for_one(deal):
    table = deal("md.ultimate-texas-holdem", TableSettings())
    assert table.house.house.current_wait(table.name).what == "ruling"
    assert actor_for_step(table.table, table.step) == FLOOR_ACTOR
    assert table.house.house.clocks(table.name) == ()
    table.act(table.step.act, FLOOR_ACTOR, **table.step.facts)
    assert table.house.house.current_wait(table.name) is None or table.house.house.current_wait(table.name).what != "ruling"
