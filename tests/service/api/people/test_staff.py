"""What dealers and floorpersons look up: words for acts, what waits at which table, the state of the equipment, money by seat."""

import pytest

from houseway import equipment as equipment_rules
from houseway.games.registry import game_of
from houseway.regulation.games import GAMES
from houseway.service.clock import HouseClock
from houseway.table import acts, meters
from tests.support.absence import ManualClock
from tests.support.api_bench import ApiBench, give, new_id, open_table, sign_in, sit_down

ULTIMATE = "md.ultimate-texas-holdem"


@pytest.fixture(scope="module")
def clock():
    return ManualClock()


@pytest.fixture(scope="module")
def bench(tmp_path_factory, clock):
    """A service whose time goes on only when a test says so."""
    bench = ApiBench(tmp_path_factory.mktemp("staff"), HouseClock(clock))
    yield bench
    bench.close()


@pytest.fixture(scope="module")
def floor(bench):
    return sign_in(bench, "Flo", "floorperson")


@pytest.fixture(scope="module")
def dealer(bench):
    return sign_in(bench, "Dee", "dealer")


@pytest.fixture(scope="module")
def table(bench, floor):
    """A table that a person deals, with two players who have wagered."""
    table = open_table(floor, ULTIMATE, "everything", "UTH-1", croupier=False)
    for position in (1, 2):
        sit_down(sign_in(bench, f"Player {position}"), table, position)
    return table


def test_every_act_has_words_and_a_group(floor):
    words = floor.get("/api/acts").json()
    known = (
        {act for game in GAMES for act in game_of(game).acts} | set(equipment_rules.ACTS) | set(acts.ACTS) | set(meters.ROLES)
    )
    assert known <= words["acts"].keys()
    assert {act["group"] for act in words["acts"].values()} == words["groups"].keys()


def waits_at(client, table):
    return [each for each in client.get("/api/waiting").json()["waiting"] if each["table"] == table]


def test_the_floor_and_the_dealer_see_what_waits_for_them(floor, dealer, table):
    (step,) = waits_at(floor, table)
    assert (step["role"], step["act"], step["by_program"]) == ("dealer", "receive-deck", False)
    assert step["clauses"]
    assert waits_at(dealer, table) == [step]


def test_players_do_not_see_what_waits_for_the_staff(bench):
    refused = sign_in(bench, "Ann").get("/api/waiting")
    assert (refused.status_code, refused.json()["code"]) == (403, "authority.denied")


def test_a_floorperson_lets_the_system_act_for_somebody_who_is_gone(bench, floor, dealer, clock):
    """The staff sees for whom a table waits without a clock, since when, and what the system would do."""
    there, gone = "UTH-5", sign_in(bench, "Gus")
    open_table(floor, ULTIMATE, "minimal", there, decision_seconds=0, betting_seconds=0, program_floor=True)
    sit_down(gone, there, 3)
    assert give(gone, there, "wager", position=3, wager="ante", amount={"cents": 2_500}).status_code == 200
    bench.run(bench.service.house.take_due_step(there))
    dealt_at, clock.now = clock.now, clock.now + 90_000
    (awaited,) = dealer.get("/api/waiting").json()["awaited"]
    assert (awaited["table"], awaited["position"], awaited["since"]) == (there, 3, dealt_at)
    assert dealer.get("/api/waiting").json()["names"][awaited["player"]] == "Gus"
    absent = {"id": new_id(), "position": 3, "why": "left the building"}
    assert dealer.post(f"/api/tables/{there}/absent", absent).status_code == 403
    assert floor.post(f"/api/tables/{there}/absent", absent).status_code == 204
    checked = bench.service.house.tables[there].round
    assert floor.post(f"/api/tables/{there}/absent", absent).status_code == 204  # the same command once more
    assert bench.service.house.tables[there].round == checked
    for _ in range(2):
        assert floor.post(f"/api/tables/{there}/absent", {**absent, "id": new_id()}).status_code == 204
    assert bench.service.house.tables[there].number == 2
    refused = floor.post(f"/api/tables/{there}/absent", {**absent, "id": new_id()})
    assert refused.json()["code"] == "absent.not-awaited"
    assert dealer.get("/api/waiting").json()["awaited"] == []


def test_only_the_staff_is_sent_the_state_of_the_equipment(bench, dealer, table):
    assert give(dealer, table, "receive-deck", "dealer").status_code == 200
    shown = dealer.get(f"/api/tables/{table}", params={"as": "dealer"}).json()["equipment"]
    (deck,) = shown["decks"]
    assert (deck["where"], len(shown["deck_cards"]), "Jk" in shown["deck_cards"], shown["stub"]) == (
        "shuffled",
        52,
        False,
        None,
    )
    assert deck["change_by"] > deck["opened_at"]
    watched = sign_in(bench, "Wes").get(f"/api/tables/{table}", params={"as": "watch"}).json()
    assert watched["equipment"] is None


def test_a_ruling_on_an_exposed_card_is_read_before_it_is_made(bench, floor, dealer, table):
    bench.play_until(table, lambda state: state.round.dealt)
    assert give(dealer, table, "report-exposed", "dealer", place="board", cards=1).status_code == 200
    told = {}
    for choice in ("play-on", "void-base"):
        wanted = {"id": new_id(), "act": "rule-exposed", "as": "floor", "facts": {"choice": choice}}
        told[choice] = floor.post(f"/api/tables/{table}/preview", wanted).json()
    assert told["play-on"]["shown"]
    assert told["play-on"]["money"] == []
    assert [seat["position"] for seat in told["void-base"]["money"]] == [1, 2]
    assert give(floor, table, "rule-exposed", "floor", choice="play-on").status_code == 200


def test_a_preview_says_what_each_player_gets(bench, floor, table):
    bench.play_until(table, lambda state: state.round.dealt)
    state = bench.service.house.tables[table]
    facts = {"hands": {"table": [[1, 3]]}}
    wanted = {"id": new_id(), "act": "report-misdeal", "as": "floor", "facts": facts}
    told = floor.post(f"/api/tables/{table}/preview", wanted).json()
    chips_before = {player: state.chips(player) for player in state.seats.values()}
    assert floor.post(f"/api/tables/{table}/commands", {**wanted, "id": new_id()}).status_code == 200
    after = bench.service.house.tables[table]
    gained = {player: (after.chips(player) - before).amount for player, before in chips_before.items()}
    assert {seat["player"]: seat["amount"]["cents"] for seat in told["money"]} == gained
    assert all(amount > 0 for amount in gained.values())
    assert all("from the layout" in seat["words"] for seat in told["money"])


def test_a_meter_of_another_book_with_the_same_name_is_found_by_its_book(floor, table):
    open_table(floor, "md.pai-gow-poker", "everything", "PG-1")
    for book in (ULTIMATE, "md.pai-gow-poker"):
        found = floor.get("/api/meters/progressive/mega/history", params={"book": book}).json()["meter"]
        assert (found["book"], found["name"]) == (book, "mega")
    assert floor.get("/api/meters/progressive/mega/history", params={"book": "md.four-card-poker"}).status_code == 404


def test_a_step_waits_since_the_one_before_it_was_taken(clock, floor, dealer):
    table = open_table(floor, ULTIMATE, "minimal", "UTH-2", croupier=False)
    opened = clock.now
    clock.now += 5000
    asked = dealer.get("/api/waiting").json()
    assert asked["at"] == clock.now
    assert [step["since"] for step in waits_at(dealer, table)] == [opened]
    assert give(dealer, table, "receive-deck", "dealer").status_code == 200
    (step,) = waits_at(dealer, table)
    assert (step["act"], step["since"]) == ("inspect-deck", clock.now)


def test_the_dealers_who_are_signed_on_are_listed_with_what_waits(clock, floor, dealer):
    table = open_table(floor, ULTIMATE, "minimal", "UTH-9", croupier=False)
    assert floor.get("/api/waiting").json()["dealers"] == {}
    assert dealer.post(f"/api/tables/{table}/dealer", {}).status_code == 201
    asked = floor.get("/api/waiting").json()
    assert asked["dealers"] == {table: {"dealer": dealer.id, "since": clock.now}}
    assert asked["names"] == {dealer.id: "Dee"}


def test_a_finding_waits_since_its_report(bench, clock, floor):
    table = open_table(floor, ULTIMATE, "minimal", "UTH-3")
    sit_down(sign_in(bench, "Late"), table, 1)
    bench.play(table)
    reported = clock.now
    assert give(floor, table, "report-misdeal", "floor", round=1, hands={"table": [[1, 3]]}).status_code == 200
    clock.now += 7000
    rulings = [step for step in waits_at(floor, table) if step["act"] == "rule-finding"]
    assert [(step["role"], step["since"]) for step in rulings] == [("floor", reported)]


def test_the_chips_of_a_table_with_its_fills_and_credits(clock, bench, floor, dealer):
    table = open_table(floor, ULTIMATE, "minimal", "UTH-4")
    before = floor.get(f"/api/tables/{table}/inventory").json()["inventory"]
    assert give(floor, table, "fill", "floor", amount={"cents": 50_000}, why="low on blue").status_code == 200
    assert give(floor, table, "credit", "floor", amount={"cents": 20_000}, why="too many red").status_code == 200
    shown = floor.get(f"/api/tables/{table}/inventory").json()
    assert shown["inventory"] == before + 30_000
    moved = [(each["reason"], each["amount"], shown["names"].get(each["by"]), each["why"]) for each in shown["movements"]]
    assert moved[:2] == [("credit", 20_000, "Flo", "too many red"), ("fill", 50_000, "Flo", "low on blue")]
    assert moved[-1][:2] == ("opening-inventory", before)
    assert dealer.get(f"/api/tables/{table}/inventory").status_code == 403


def test_the_cage_finds_people_who_sit_nowhere(bench, floor, dealer):
    guest = sign_in(bench, "Zoë 100%")
    (found,) = floor.get("/api/accounts", params={"owner": "100%"}).json()["accounts"]
    assert (found["name"], found["guest"], found["balance"]) == ("Zoë 100%", True, guest.get("/api/account").json()["balance"])
    assert floor.get("/api/accounts", params={"owner": found["person"]}).json()["accounts"] == [found]
    assert floor.get("/api/accounts", params={"owner": "%"}).json()["accounts"] == [found]
    assert dealer.get("/api/accounts", params={"owner": "Zoë"}).status_code == 403
