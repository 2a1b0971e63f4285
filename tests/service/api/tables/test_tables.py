"""Tables over HTTP: the lobby, opening, commands, previews."""

import pytest

from tests.support.api_bench import give, new_id, open_table, sign_in, sit_down
from tests.support.live import BOOKS, TABLES, submission

ULTIMATE = "md.ultimate-texas-holdem"


@pytest.fixture(scope="module")
def floor(bench):
    return sign_in(bench, "Flo", "floorperson")


@pytest.fixture(scope="module")
def table(bench, floor):
    return open_table(floor, ULTIMATE, "everything", "UTH-1")


def entry(client, table):
    return next(each for each in client.get("/api/tables").json()["tables"] if each["id"] == table)


def test_a_visitor_without_a_session_sees_the_lobby_and_no_table(client, table):
    assert entry(client, table)["id"] == table
    answer = client.get(f"/api/tables/{table}")
    assert (answer.status_code, answer.json()["code"]) == (401, "service.session")


@pytest.mark.parametrize("book", [book for book in BOOKS if book != ULTIMATE])
def test_a_table_of_each_book_is_in_the_lobby(bench, floor, book):
    table = f"{TABLES[book]}-{book[:2]}"
    open_table(floor, book, table=table)
    ann = sign_in(bench, "Ann")
    shown = entry(ann, table)
    assert (shown["book"], shown["open"], shown["frozen"], shown["round"]) == (book, True, None, 1)
    assert all(wager["least"] <= wager["most"] for wager in shown["wagers"])
    assert all(seat["player"] is None for seat in shown["seats"])
    assert (shown["now"] != "", shown["betting"]) == (True, False)  # the new deck is inspected before anybody bets


def test_a_table_shows_limits_seats_and_meters(bench, floor, table):
    ann = sign_in(bench, "Ann")
    sit_down(ann, table, 1)
    shown = entry(ann, table)
    assert shown["seats"][0] == {"position": 1, "player": ann.id}
    assert ann.get("/api/tables").json()["names"][ann.id] == "Ann"
    assert {wager["wager"] for wager in shown["wagers"]} >= {"ante", "blind"}
    assert all(meter["shown"] > 0 for meter in shown["meters"])
    assert give(ann, table, "leave").status_code == 200


def test_players_cannot_open_a_table(bench):
    ann = sign_in(bench, "Ann")
    answer = ann.post(
        "/api/tables",
        {"id": new_id(), "table": "X-1", "submission": submission(ULTIMATE, "minimal"), "inventory_cents": 5},
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "authority.denied")


def test_a_submission_with_findings_opens_no_table(floor):
    wanted = {"id": new_id(), "table": "X-1", "submission": 'book = "md.ultimate-texas-holdem"', "inventory_cents": 5}
    answer = floor.post("/api/tables", wanted)
    assert (answer.status_code, answer.json()["code"]) == (409, "table.submission")
    assert "X-1" not in {each["id"] for each in floor.get("/api/tables").json()["tables"]}


def test_a_command_is_taken_once(bench, table):
    ann = sign_in(bench, "Ann")
    sit_down(ann, table, 2)
    tip = {"id": new_id(), "act": "tip", "facts": {"amount": {"cents": 100}}}
    first, again = (ann.post(f"/api/tables/{table}/commands", tip) for _ in range(2))
    assert (first.status_code, first.json()["repeated"]) == (200, False)
    assert again.json() == {**first.json(), "repeated": True}
    assert bench.service.house.tables[table].chips(ann.id).amount == 500_000 - 100
    give(ann, table, "leave")


def test_nobody_takes_the_id_of_anothers_command(bench, table):
    ann, bob = sign_in(bench, "Ann"), sign_in(bench, "Bob")
    sit_down(ann, table, 2)
    same = new_id()
    refused = bob.post(f"/api/tables/{table}/commands", {"id": same, "act": "leave"})
    taken = ann.post(f"/api/tables/{table}/commands", {"id": same, "act": "leave"})
    assert refused.status_code == 409
    assert (taken.status_code, taken.json()["repeated"]) == (200, False)


def test_a_refusal_names_its_clause(bench, table):
    ann = sign_in(bench, "Ann")
    sit_down(ann, table, 3)
    answer = give(ann, table, "wager", position=3, wager="ante", amount={"cents": 1})
    content = answer.json()
    assert answer.status_code == 409
    assert content["clauses"]
    assert content["given"]
    assert content["allowed"]
    give(ann, table, "leave")


@pytest.mark.parametrize("cents", [500_001, 200_000_000])
def test_whoever_buys_more_chips_than_he_was_offered_reads_the_amount_that_he_was_offered(bench, table, cents):
    """Neither his account nor the table has the second amount. He was offered what his account has."""
    ann = sign_in(bench, "Ann")
    assert give(ann, table, "sit", position=3).status_code == 200
    (option,) = [each for each in ann.get(f"/api/tables/{table}/options").json()["options"] if each["act"] == "buy-in"]
    offered = ann.get("/api/account").json()["balance"]
    assert option["bounds"]["amount"]["most"] > offered  # over HTTP the table alone is asked; a socket knows the account
    wanted = {"id": new_id(), "act": "buy-in", "facts": {"amount": {"cents": cents}}}
    for path in ("commands", "preview"):
        refused = ann.post(f"/api/tables/{table}/{path}", wanted)
        assert (refused.status_code, refused.json()["code"], refused.json()["allowed"]) == (409, "account.short", "$5,000")
    assert give(ann, table, "buy-in", amount={"cents": offered}).status_code == 200
    give(ann, table, "leave")


@pytest.mark.parametrize("capacity", ["dealer", "floor"])
def test_a_guest_is_no_dealer_and_no_floorperson(bench, table, capacity):
    ann = sign_in(bench, "Ann")
    answer = give(ann, table, "fill", capacity, amount={"cents": 5}, why="for fun")
    assert (answer.status_code, answer.json()["code"]) == (403, "authority.denied")


def test_a_seat_belongs_to_its_player(bench, table):
    ann, bob = sign_in(bench, "Ann"), sign_in(bench, "Bob")
    sit_down(ann, table, 4)
    answer = give(bob, table, "wager", position=4, wager="ante", amount={"cents": 1_500})
    assert answer.status_code == 409
    give(ann, table, "leave")


@pytest.mark.parametrize(
    "body",
    [
        {"act": "leave"},
        {"id": "short", "act": "leave"},
        {"id": "x" * 65, "act": "leave"},
        {"id": "command-000000", "act": "Leave!"},
        {"id": "command-000000", "act": "leave", "by": "p-aaaaaaaaaa"},
        {"id": "command-000000", "act": "leave", "as": "croupier"},
        {"id": "command-000000", "act": "leave", "facts": []},
        {"id": "command-000000", "act": "tip", "facts": {"amount": {"cents": 1.5}}},
        {"id": "command-000000", "act": "tip", "facts": {"amount": {"money": 5}}},
        {"id": "command-000000", "act": "tip", "facts": {"amount": [[[[[[[[1]]]]]]]]}},
    ],
)
def test_a_malformed_command_is_refused(bench, table, body):
    answer = sign_in(bench, "Ann").post(f"/api/tables/{table}/commands", body)
    assert (answer.status_code, answer.json()["clauses"]) == (422, [])


def test_there_is_no_such_table(bench):
    ann = sign_in(bench, "Ann")
    answer = give(ann, "NOWHERE", "sit", position=1)
    assert (answer.status_code, answer.json()["code"]) == (404, "house.table")
    assert ann.post("/api/tables/a b/commands", {"id": new_id(), "act": "sit"}).status_code == 422


def test_a_preview_shows_what_would_follow_and_changes_nothing(bench, floor, table):
    before = bench.service.house.tables[table]
    wanted = {"id": new_id(), "act": "fill", "as": "floor", "facts": {"amount": {"cents": 500}, "why": "short of reds"}}
    answer = floor.post(f"/api/tables/{table}/preview", wanted).json()
    assert answer["shown"]
    assert {event["kind"] for event in answer["events"]} == {"money-moved"}
    assert all("$5" in event["words"] for event in answer["events"])
    assert bench.service.house.tables[table] is before
    assert floor.post(f"/api/tables/{table}/commands", wanted).json()["repeated"] is False


def test_a_preview_is_refused_as_the_command_would_be(bench, table):
    ann = sign_in(bench, "Ann")
    wanted = {"id": new_id(), "act": "tip", "facts": {"amount": {"cents": 500}}}
    answers = [ann.post(f"/api/tables/{table}/{way}", wanted) for way in ("preview", "commands")]
    assert answers[0].status_code == answers[1].status_code == 409
    assert answers[0].json() == answers[1].json()


def test_a_stopped_house_takes_no_wagers(bench, table):
    from houseway.service.people.administration import lift_stop, set_stop

    admin = sign_in(bench, "Ada", "administrator")
    person = bench.service.people.find(admin.id)
    ann = sign_in(bench, "Ann")
    sit_down(ann, table, 5)
    set_stop(bench.service.record, "house", "", person, "a fire drill")
    try:
        for way in ("preview", "commands"):
            wanted = {"id": new_id(), "act": "wager", "facts": {"position": 5, "wager": "ante", "amount": {"cents": 1_500}}}
            assert ann.post(f"/api/tables/{table}/{way}", wanted).json()["code"] == "house.stopped"
        assert entry(ann, table)["stopped"]
    finally:
        lift_stop(bench.service.record, "house", "", person, "it is over")
    assert entry(ann, table)["stopped"] is None
    assert give(ann, table, "leave").status_code == 200


def test_a_snapshot_is_what_its_reader_may_see(bench, table):
    ann, watcher = sign_in(bench, "Ann"), sign_in(bench, "Wes")
    sit_down(ann, table, 6)
    own = ann.get(f"/api/tables/{table}", params={"as": "player"}).json()
    assert own["number"] == bench.service.house.tables[table].version
    assert own["own"]["positions"] == [6]
    assert {"wager", "leave"} <= {option["act"] for option in own["options"]}
    assert all(option["meaning"] for option in own["options"])
    assert own["names"][ann.id] == "Ann"
    public = watcher.get(f"/api/tables/{table}").json()
    assert (public["own"], public["options"]) == (None, [])
    assert public["view"] == own["view"]
    refused = watcher.get(f"/api/tables/{table}", params={"as": "floor"})
    assert (refused.status_code, refused.json()["code"]) == (403, "authority.denied")
    assert give(ann, table, "leave").status_code == 200


def test_a_command_that_means_something_else_by_now_is_refused(bench, table):
    ann = sign_in(bench, "Ann")
    sit_down(ann, table, 6)
    options = ann.get(f"/api/tables/{table}/options", params={"as": "player"}).json()["options"]
    tip = next(option for option in options if option["act"] == "tip")
    wanted = {"id": new_id(), "act": "tip", "facts": {"amount": {"cents": 5}}, "meaning": tip["meaning"]}
    assert ann.post(f"/api/tables/{table}/commands", wanted).status_code == 200
    answer = ann.post(f"/api/tables/{table}/commands", {**wanted, "id": new_id(), "meaning": "0123456789abcdef"})
    assert (answer.status_code, answer.json()["code"]) == (409, "command.stale")
    give(ann, table, "leave")


def test_rulings_and_corrections_are_listed_on_request(bench, floor, table):
    def acts(**params):
        listed = floor.get(f"/api/tables/{table}/options", params={"as": "floor", **params})
        return {option["act"] for option in listed.json()["options"]}

    assert {"fill", "amend"} <= acts()
    assert acts().isdisjoint({"rule", "correct"})
    assert acts(part="rulings") == {"rule"}
    assert acts(part="corrections") <= {"correct"}
    assert sign_in(bench, "Ann").get(f"/api/tables/{table}/options", params={"part": "rulings"}).json()["options"] == []


def test_the_house_way_in_force_is_shown(bench, floor, table):
    book = "md.pai-gow-poker"
    name = open_table(floor, book, table="PG-7")
    ann = sign_in(bench, "Ann")
    shown = ann.get(f"/api/tables/{name}/house-way").json()
    assert shown["hash"] == bench.service.house.tables[name].house_way.hash
    assert shown["table"]
    assert ann.get(f"/api/tables/{table}/house-way").status_code == 404


def test_a_table_is_opened_with_settings(floor):
    wanted = {
        "id": new_id(),
        "table": "UTH-9",
        "submission": submission(ULTIMATE, "minimal"),
        "inventory_cents": 50_000_000,
        "settings": {"croupier": False, "decision_seconds": 7},
    }
    assert floor.post("/api/tables", {**wanted, "settings": {"colour": "red"}}).status_code == 422
    assert floor.post("/api/tables", {**wanted, "settings": {"decision_seconds": "soon"}}).status_code == 422
    assert floor.post("/api/tables", wanted).status_code == 201
    shown = entry(floor, "UTH-9")["settings"]
    assert (shown["croupier"], shown["decision_seconds"]) == (False, 7)


def test_the_layout_of_a_table_is_sent_as_a_geometry_with_a_place_for_every_wager_and_card(bench, client, table):
    answer = client.get(f"/api/tables/{table}/layout")
    assert answer.headers["Content-Encoding"] == "gzip"
    layout = answer.json()
    rules = bench.service.house.tables[table].rules
    places = {(area["position"], area["wager"]) for area in layout["areas"] if area["wager"]}
    assert places == {(place, wager) for place in range(1, rules.positions + 1) for wager in rules.offers}
    held = {area["holds"]: len(area["parts"]) for area in layout["areas"] if area["holds"] in ("board", "box", "hand")}
    assert held == {"board": 5, "box": 4, "hand": 2}
    assert [hand["position"] for hand in layout["hands"]] == list(range(1, rules.positions + 1))


def test_the_sign_of_a_table_says_what_every_wager_pays_with_its_clauses(bench, client, table):
    sign = client.get(f"/api/tables/{table}/sign").json()
    trips = next(wager for wager in sign["wagers"] if wager["wager"] == "trips")
    rows = bench.service.house.tables[table].rules.offers["trips"].paytable.rows
    assert [row["clauses"][0] for row in trips["tables"][0]["rows"]] == [row.clause for row in rows]
    assert {notice["cells"][0] for notice in sign["notices"]} >= {"Ante", "Blind"}


def test_the_lobby_tells_side_wagers_from_the_game(client, bench, floor):
    table = open_table(floor, "md.four-card-poker", "everything", table="FC-2")
    wagers = entry(client, table)["wagers"]
    assert {wager["wager"]: wager["paid_on"] for wager in wagers if wager["paid_on"]} == {"ante-bonus": "ante"}
    assert {wager["wager"]: wager["envy_up_to"] for wager in wagers if wager["envy_up_to"]} == {"progressive": 500_000}
    sides = {wager["wager"]: wager["side"] for wager in wagers}
    assert sides == {"ante": False, "play": False, "ante-bonus": False, "aces-up": True, "progressive": True}
