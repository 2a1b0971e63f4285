"""One place decides who may do what at a table, for REST and sockets."""

from dataclasses import replace

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.procedure import player_account
from houseway.service.people.authority import WATCHER, actor_at, authorize, check_duties, is_allowed, takes_part
from houseway.service.people.person import Person
from houseway.service.people.roles import role_policy
from houseway.table import decide, legal_options
from houseway.table.state import evolve_all
from houseway.table.transfers import buy_in_transfers
from tests.support.live import submission

ANN = "p-aaaaaaaaaa"


def person(*roles, id=ANN):  # noqa: A002 - as the field is called
    return Person(id, "Ann", frozenset(roles))


def act(table, name, by, facts):
    return evolve_all(table, decide(table, Command(name, by, facts), {})[0])


@pytest.fixture(scope="module")
def empty():
    opening = {"submission": submission("md.pai-gow-poker", "minimal"), "inventory": Cents.from_dollars(1_000), "table": "PG-1"}
    return act(None, "open-table", FLOOR_ACTOR, opening)


@pytest.fixture(scope="module")
def seated(empty):
    return act(empty, "sit", Actor(Role.PLAYER, ANN), {"position": 1})


def test_somebody_without_a_session_may_look_around_and_nothing_else():
    allowed = {permission for permission in role_policy().permissions if is_allowed(None, permission)}
    assert allowed == {"lobby.read", "log.read", "meter.read", "rules.read"}


def test_a_person_without_a_role_may_do_nothing():
    for permission in ("table.watch", "lobby.read", "rules.read"):
        with pytest.raises(NotAllowed) as refusal:
            authorize(person(), permission, "PG-1")
        assert (refusal.value.code, refusal.value.facts["given"]) == ("authority.denied", permission)


def test_a_refusal_says_what_may_not_be_done_where_who_may_and_what_to_do():
    with pytest.raises(NotAllowed) as refusal:
        authorize(person("player"), "table.rule", "PG-1")
    may = "you may not act as the floorperson of a table (PG-1): that is for a floorperson; ask one, or sign in as one"
    assert refusal.value.message == may
    assert refusal.value.facts == {"given": "table.rule", "allowed": ("floorperson",)}
    with pytest.raises(NotAllowed, match=r"^you may not read every fact of a completed round: ") as refusal:
        authorize(None, "round.read-sealed")
    assert refusal.value.facts["allowed"] == ("auditor", "surveillance")


def test_a_refusal_names_no_person():
    with pytest.raises(NotAllowed) as refusal:
        authorize(person("player"), "people.manage")
    assert "Ann" not in str(refusal.value.to_json())
    assert "Ann" not in repr(person("player"))
    assert refusal.value.facts["allowed"] == ("administrator",)


@pytest.mark.parametrize(
    ("role", "capacity", "acts_as"),
    [
        ("player", "player", Actor(Role.PLAYER, ANN)),
        ("guest", "player", Actor(Role.PLAYER, ANN)),
        ("dealer", "dealer", Actor(Role.DEALER, ANN)),
        ("floorperson", "floor", Actor(Role.FLOOR, ANN)),
        ("surveillance", "watch", WATCHER),
        ("auditor", "watch", WATCHER),
        ("floorperson", "watch", WATCHER),
    ],
)
def test_a_person_acts_in_a_capacity_of_his_roles(empty, role, capacity, acts_as):
    assert actor_at(person(role), empty, capacity) == acts_as


@pytest.mark.parametrize(
    ("role", "capacity"),
    [
        ("guest", "dealer"),
        ("player", "floor"),
        ("dealer", "floor"),
        ("floorperson", "dealer"),
        ("surveillance", "player"),
        ("auditor", "floor"),
        ("administrator", "dealer"),
        ("administrator", "player"),
    ],
)
def test_another_capacity_is_denied(empty, role, capacity):
    with pytest.raises(NotAllowed) as refusal:
        actor_at(person(role), empty, capacity)
    assert refusal.value.code == "authority.denied"
    assert " (PG-1): that is for a" in refusal.value.message


@pytest.mark.parametrize("capacity", ["", "bank", "Dealer", "administrator"])
def test_a_capacity_that_does_not_exist_is_refused(empty, capacity):
    with pytest.raises(Malformed, match=f"^nobody can be at a table as {capacity!r}") as refusal:
        actor_at(person("player", "dealer"), empty, capacity)
    assert refusal.value.code == "authority.capacity"
    assert refusal.value.facts == {"given": capacity, "allowed": ("watch", "player", "dealer", "floor")}


@pytest.mark.parametrize("capacity", ["dealer", "floor"])
def test_whoever_plays_at_a_table_neither_deals_nor_rules_there(empty, seated, capacity):
    staff = person("player", "dealer", "floorperson")
    assert actor_at(staff, empty, capacity).name == ANN
    with pytest.raises(NotAllowed) as refusal:
        actor_at(staff, seated, capacity)
    assert refusal.value.code == "authority.plays-here"
    assert refusal.value.message.startswith(f"you play at PG-1, so you may not act there as {capacity};")
    assert refusal.value.facts == {"given": capacity, "allowed": "player, or leave the table first"}
    assert actor_at(person("dealer", "floorperson", id="p-bbbbbbbbbb"), seated, capacity).name == "p-bbbbbbbbbb"


def test_whoever_has_left_chips_at_a_table_still_plays_there(empty):
    bought = empty.ledger.post(*buy_in_transfers(player_account(ANN), Cents(500)))
    left = replace(empty, ledger=bought)
    assert (takes_part(empty, ANN), takes_part(left, ANN), takes_part(left, "p-bbbbbbbbbb")) == (False, True, False)
    with pytest.raises(NotAllowed):
        check_duties(left, Actor(Role.DEALER, ANN))
    check_duties(left, Actor(Role.PLAYER, ANN))
    check_duties(None, Actor(Role.DEALER, ANN))


def test_the_player_who_banks_acts_as_the_bank(seated, monkeypatch):
    assert actor_at(person("player"), seated, "player").role is Role.PLAYER
    monkeypatch.setattr(type(seated.game.bank), "position", lambda bank, state: 1)
    assert actor_at(person("player"), seated, "player").role is Role.BANK
    assert actor_at(person("player", id="p-bbbbbbbbbb"), seated, "player").role is Role.PLAYER


def test_somebody_who_watches_may_do_nothing(seated):
    assert legal_options(seated, WATCHER, 0) == ()


def test_duties_are_checked_again_when_a_command_has_its_turn(house):
    """Somebody sits down while his command as a floorperson waits."""
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"), players=0)
    floor = actor_at(person("player", "floorperson"), house.house.tables["UTH-1"], "floor")
    house.run(house.house.act("UTH-1", Command("sit", Actor(Role.PLAYER, ANN), {"position": 1})))
    with pytest.raises(NotAllowed) as refusal:
        house.run(house.house.act("UTH-1", Command("fill", floor, {"amount": Cents(100), "why": "change"})))
    assert refusal.value.code == "authority.plays-here"
    house.run(house.house.act("UTH-1", Command("leave", Actor(Role.PLAYER, ANN))))
    house.run(house.house.act("UTH-1", Command("fill", floor, {"amount": Cents(100), "why": "change"})))


def test_whoever_has_ruled_in_a_round_sits_down_after_it(open_house):
    """Also if the house was opened again meanwhile."""
    house = open_house()
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"), players=1)
    floor, sit = Actor(Role.FLOOR, ANN), Command("sit", Actor(Role.PLAYER, ANN), {"position": 4})
    house.run(house.house.act("UTH-1", Command("fill", floor, {"amount": Cents(100), "why": "change"})))
    open_house.close()
    again = open_house()
    with pytest.raises(NotAllowed) as refusal:
        again.run(again.house.act("UTH-1", sit))
    assert refusal.value.code == "authority.serves-here"
    again.run(again.house.act("UTH-1", sit._replace(by=Actor(Role.PLAYER, "p-bbbbbbbbbb"))))
    again.run(again.house.act("UTH-1", Command("leave", Actor(Role.PLAYER, "p-bbbbbbbbbb"))))
    again.play("UTH-1")
    again.run(again.house.act("UTH-1", sit))
