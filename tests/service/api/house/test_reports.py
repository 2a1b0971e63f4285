"""Reports over HTTP: who may read what, and that every form has the same rows."""

import csv
import io
import json
from fractions import Fraction

import pytest

from houseway.regulation import load_book
from houseway.reports.catalogue import REPORTS
from tests.support.api_bench import ApiBench, give, open_table, sign_in, sit_down

BOOK = "md.four-card-poker"


@pytest.fixture(scope="module")
def house(bench):
    """A table at which Ann has played two rounds, and the people around it."""
    floor = sign_in(bench, "Flo", "floorperson")
    table = open_table(floor, BOOK)
    ann = sign_in(bench, "Ann")
    sit_down(ann, table, 1)
    bench.play(table, 2)
    return {"bench": bench, "table": table, "floor": floor, "ann": ann, "auditor": sign_in(bench, "Aud", "auditor")}


def rows_of(client, name, part=0, **asked):
    answer = client.get(f"/api/reports/{name}", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()["parts"][part]["rows"]


def without_words(row):
    """A row without the column in which pages have names instead of ids."""
    return {name: value for name, value in row.items() if name != "words"}


def test_the_overview_has_every_table_with_its_money(house):
    (row,) = rows_of(house["floor"], "overview")
    assert (row["table"], row["book"], row["rounds"], row["drop"]) == (house["table"], BOOK, 2, 500_000)
    chips = house["bench"].service.house.tables[house["table"]].chips(house["ann"].id)
    assert row["house_win"] == 500_000 - chips.amount


@pytest.mark.parametrize("name", [name for name in REPORTS if name != "hold"])
def test_every_report_has_the_same_rows_in_every_form(house, name):
    asked = {"player": house["ann"].id} if REPORTS[name].needs_player else {}
    for place, part in enumerate(REPORTS[name].parts):
        rows = rows_of(house["auditor"], name, place, **asked)
        files = {
            form: house["auditor"].get(f"/api/reports/{name}/file", params={**asked, "part": part.name, "form": form})
            for form in ("csv", "jsonl")
        }
        assert all(f".{form}" in file.headers["content-disposition"] for form, file in files.items())
        exact = [json.loads(line, parse_float=pytest.fail) for line in files["jsonl"].text.splitlines()]
        assert [without_words(row) for row in exact] == [without_words(row) for row in rows]
        assert len(list(csv.reader(io.StringIO(files["csv"].text)))) == len(rows) + 1


def test_a_player_sees_his_own_history_and_no_report(house):
    ann = house["ann"]
    own = rows_of(ann, "history")
    assert [row["round"] for row in own] == [2, 1]
    chips = house["bench"].service.house.tables[house["table"]].chips(ann.id)
    assert sum(row["net"] for row in own) == chips.amount - 500_000
    assert ann.get("/api/reports/history", params={"player": house["floor"].id}).status_code == 403
    for path in ("", "/overview", "/ratings", "/overview/file"):
        assert ann.get(f"/api/reports{path}").status_code == 403
    assert house["bench"].client().get("/api/reports/overview").status_code == 401


def test_games_to_which_a_report_can_be_limited_have_titles(house):
    listed = house["floor"].get("/api/reports").json()
    assert (listed["games"], listed["game_titles"]) == (["four-card-poker"], {"four-card-poker": "Four Card Poker"})


def test_persons_have_names_in_reports_and_files(house):
    answer = house["floor"].get("/api/reports/ratings").json()
    (row,) = answer["parts"][0]["rows"]
    assert answer["names"][row["player"]] == "Ann"
    assert ",".join(("\nAnn", house["table"])) in house["floor"].get("/api/reports/ratings/file").text.replace("\r", "")


def test_what_cannot_be_reported_is_refused(house):
    floor = house["floor"]
    assert floor.get("/api/reports/nonsense").status_code == 422
    assert floor.get("/api/reports/overview", params={"first": "2026-02-30"}).status_code == 422
    assert floor.get("/api/reports/overview", params={"first": "2026-02-02", "last": "2026-02-01"}).status_code == 422
    assert floor.get("/api/reports/overview", params={"game": "Red Dog"}).status_code == 422
    unknown = floor.get("/api/reports/overview", params={"table": "XX-9"})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "report.table")
    assert floor.get("/api/reports/overview/file", params={"part": "nonsense"}).status_code == 422
    for path in ("inventory", "inventory/file", "shifts", "meters"):
        of_ann = floor.get(f"/api/reports/{path}", params={"player": house["ann"].id})
        assert (of_ann.status_code, of_ann.json()["code"]) == (422, "report.player")
        assert "overview, days, hold, irregularities, events, ratings, history have" in of_ann.json()["message"]


def test_a_players_history_can_be_limited_to_a_period_a_table_and_a_game(house):
    today, game = house["auditor"].get("/api/reports").json()["today"], load_book(BOOK).game

    def rounds(form, **asked):
        file = house["ann"].get("/api/reports/history/file", params={"form": form, **asked})
        assert file.status_code == 200, file.text
        lines = file.text.splitlines()
        return [json.loads(line)["round"] for line in lines] if form == "jsonl" else lines[1:]

    for form in ("csv", "jsonl"):
        whole = rounds(form)
        assert len(whole) >= 2
        assert rounds(form, first=today, last=today, table=house["table"], game=game) == whole
        assert rounds(form, first="2020-01-01", last="2020-01-02") == []
        assert rounds(form, game=load_book("md.ultimate-texas-holdem").game) == []


def test_meters_are_reconciled(house):
    for row in rows_of(house["auditor"], "meters"):
        assert row["is_reconciled"]
        assert Fraction(row["difference"]) == 0


def test_chips_are_counted_by_denomination_beside_what_the_ledger_says(house):
    floor, path = house["floor"], f"/api/tables/{house['table']}/inventory/counts"
    chips = {"500": 40, "2500": 10, "10000": 0}
    count = {"id": "count-by-value", "occasion": "count", "chips": chips, "why": "end of the shift"}
    answer = floor.post(path, count)
    assert answer.status_code == 201, answer.text
    shown = floor.get(f"/api/tables/{house['table']}/inventory").json()
    held, counting = shown["inventory"], shown["counting"]
    assert counting["held"] == held
    assert set(map(int, chips)) <= set(counting["denominations"])
    assert {"opening", "closing", "count"} <= set(counting["occasions"])
    assert answer.json() == {"counted": 45_000, "held": held, "difference": 45_000 - held}
    rows = rows_of(floor, "inventory", 2)
    assert [(row["denomination"], row["chips"], row["amount"], row["counted"]) for row in rows] == [
        (500, 40, 20_000, 45_000),
        (2_500, 10, 25_000, 45_000),
        (10_000, 0, 0, 45_000),
    ]
    assert all(row["kind"] != "chips-counted" for row in rows_of(floor, "events"))
    for wrong in ({"occasion": "tea"}, {"chips": {"five": 1}}, {"chips": {"500": -1}}, {"chips": {}}, {"why": ""}):
        assert floor.post(path, {**count, "id": "wrong-count", **wrong}).status_code == 422
    assert house["auditor"].post(path, count).status_code == 403


def test_a_count_whose_answer_was_lost_is_recorded_once(house):
    """Sent again, it gets the first answer, also when the table holds other chips by now; another id is another count."""
    floor, path = house["floor"], f"/api/tables/{house['table']}/inventory/counts"
    count = {"id": "lost-answer", "occasion": "count", "chips": {"500": 40}, "why": "sent twice"}
    first = floor.post(path, count)
    assert give(floor, house["table"], "fill", "floor", amount={"cents": 500}, why="low on red").status_code == 200
    again = floor.post(path, count)
    assert (again.status_code, again.json()) == (201, first.json())
    recorded = [row for row in rows_of(floor, "inventory", 2) if row["why"] == "sent twice"]
    assert len(recorded) == 1
    other = floor.post(path, {**count, "chips": {"500": 41}})
    assert (other.status_code, other.json()["code"]) == (409, "command.reused")
    assert floor.post(path, {**count, "id": "another-count"}).json()["held"] == first.json()["held"] + 500
    assert len([row for row in rows_of(floor, "inventory", 2) if row["why"] == "sent twice"]) == 2


def test_counts_are_reconciled_with_what_was_played_between_them(house):
    floor, path = house["floor"], f"/api/tables/{house['table']}/inventory/counts"

    def count(command, missing=0):
        held = floor.get(f"/api/tables/{house['table']}/inventory").json()["counting"]["held"] - missing
        chips = {"100000": held // 100_000, "1": held % 100_000}
        wanted = {"id": command, "occasion": "count", "chips": chips, "why": "end of the shift"}
        assert floor.post(path, wanted).status_code == 201

    count("count-before")
    house["bench"].play(house["table"], 1)
    count("count-after")
    count("count-short", missing=2_500)
    rows = rows_of(floor, "inventory", 3)
    assert [row["difference"] for row in rows[:2]] == [-2_500, 0]
    assert rows[1]["first"] + rows[1]["round_win"] == rows[1]["counted"] == rows[1]["held"]


def test_a_dealer_signs_on_to_a_table_and_a_floorperson_may_sign_him_off(house):
    path, dealer = f"/api/tables/{house['table']}/dealer", sign_in(house["bench"], "Dan", "dealer")
    assert house["ann"].post(path, {}).status_code == 403
    assert dealer.post("/api/tables/XX-9/dealer", {}).status_code == 404
    on = dealer.post(path, {})
    assert (on.status_code, on.json()["dealer"]) == (201, dealer.id)
    assert dealer.post(path, {}).status_code == 409
    assert house["floor"].get(path).json()["names"] == {dealer.id: "Dan"}
    assert house["ann"].request("DELETE", path).status_code == 403
    assert house["floor"].request("DELETE", path).json()["dealer"] == ""
    signed = [row for row in rows_of(house["auditor"], "shifts") if row["known_from"] == "signed on"]
    assert [(row["dealer"], row["ended_how"]) for row in signed] == [(dealer.id, "signed off")]
    assert all(not row["kind"].startswith("dealer-signed") for row in rows_of(house["floor"], "events"))


def test_an_administrator_changes_the_gaming_day_from_its_next_turn_on(house):
    administrator = sign_in(house["bench"], "Ada", "administrator")
    before = administrator.get("/api/reports").json()
    change = {"zone": "America/New_York", "hour": 4, "why": "we have moved"}
    assert house["floor"].post("/api/reports/gaming-day", change).status_code == 403
    assert administrator.post("/api/reports/gaming-day", {**change, "zone": "Mars/Base"}).status_code == 422
    assert administrator.post("/api/reports/gaming-day", change).json()["zone"] == "America/New_York"
    after = administrator.get("/api/reports").json()
    assert (after["today"], after["gaming_day"]) == (before["today"], before["gaming_day"])
    assert after["next_gaming_day"]["since"] > after["begins_at"]
    (event, *_) = rows_of(administrator, "events")
    assert event["kind"] == "gaming-day-changed"
    assert "we have moved" in event["words"]


def test_a_wager_that_was_taken_back_is_no_round_of_its_player(tmp_path):
    """Bob bets and takes it back; Ann plays the round. It is hers alone, in her history and on the rating slips."""
    bench = ApiBench(tmp_path)
    floor, ann, bob = sign_in(bench, "Flo", "floorperson"), sign_in(bench, "Ann"), sign_in(bench, "Bob")
    table = open_table(floor, BOOK)
    for place, player in enumerate((ann, bob), start=1):
        sit_down(player, table, place)
        assert give(player, table, "wager", position=place, wager="ante", amount={"cents": 2_500}).status_code == 200
    assert give(bob, table, "take-back", position=2, wager="ante").status_code == 200
    assert give(bob, table, "leave").status_code == 200
    bench.play(table, 1)
    assert [row["round"] for row in rows_of(ann, "history")] == [1]
    assert rows_of(bob, "history") == []
    slips = {row["player"]: (row["rounds"], row["average_wager"]) for row in rows_of(floor, "ratings")}
    assert (slips[ann.id][0], slips[bob.id]) == (1, (0, None))
    bench.close()
