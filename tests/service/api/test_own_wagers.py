"""A wager of one's own over HTTP: its lists, its odds while it is typed, its file, and a practice table at which it is played."""

from fractions import Fraction

import pytest

from houseway.regulation import editions, load_book, loader
from houseway.service.api.desk import own_wagers
from tests.support.api_bench import ApiBench, give, new_id, sign_in, sit_down
from tests.support.command import run
from tests.support.jobs import JobsInThisProcess
from tests.support.own_wagers import EDGES, LUCKY_FLOP, UTH, WEAK_DEALER, with_row

PATH = "/api/odds/own-wagers"
INVENTORY = 10_000_000
SEVEN_CARDS = {**LUCKY_FLOP, "cards": "own-and-board"}
"""What takes a second, so that a worker counts it."""


@pytest.fixture(scope="module")
def guest(bench):
    return sign_in(bench, "Ann")


@pytest.fixture(scope="module")
def floor(bench):
    return sign_in(bench, "Flo", "floorperson")


@pytest.fixture(autouse=True)
def no_worker(bench, monkeypatch):
    monkeypatch.setattr(bench.service.desk.jobs, "ask", JobsInThisProcess(bench.service.desk.jobs).ask)


def count(client, wager):
    answer = client.post(PATH, wager)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(answer):
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize(("wager", "edge"), EDGES, ids=[wager["title"] for wager, _ in EDGES])
def test_the_wagers_of_the_tutorial_are_counted_and_their_files_too(guest, wager, edge, tmp_path):
    answer = count(guest, wager)
    (odds,) = answer["odds"]
    assert Fraction(odds["house_edge"]["exact"]) == edge
    assert answer["findings"] == []
    (tmp_path / "wager.toml").write_text(answer["file"])
    assert f"{-edge} of the wager's own stake" in run("odds", str(tmp_path / "wager.toml")).stdout
    opened = guest.post(f"{PATH}/file", {"text": answer["file"]}).json()
    assert count(guest, opened) == answer


def test_what_a_fold_does_is_among_the_assumptions(guest):
    said = [count(guest, wager)["odds"][0]["assumptions"] for wager, _ in EDGES]
    assert ["the hand is never folded (a fold would lose the wager)" in each for each in said] == [False, True, False]


def test_a_change_of_payouts_is_added_up_without_a_count(bench, guest, monkeypatch):
    count(guest, LUCKY_FLOP)
    monkeypatch.setattr(bench.service.desk.jobs, "ask", None)
    odds = count(guest, with_row(LUCKY_FLOP, 0, pays="41 to 1", title="Top"))["odds"][0]
    assert Fraction(odds["house_edge"]["exact"]) == Fraction(128, 5525) - Fraction(48, 22100)


def test_what_is_wrong_stands_at_its_field(guest):
    answer = count(guest, {**with_row(LUCKY_FLOP, 4, pays="one", conditions={"pairs": 3}), "title": "", "fold": "gone"})
    assert [each["place"] for each in answer["findings"]] == ["title", "fold", "rows.4.conditions.pairs", "rows.4.pays"]
    assert all(each["message"] and each["allowed"] for each in answer["findings"])
    assert answer["odds"] == []
    assert answer["file"] == ""


def test_what_is_not_counted_says_why(guest):
    rows = [
        {"title": card, "conditions": {"cards": card}, "pays": "1 to 1"} for card in ["As", "Ks", "Qs", "Js", "Ts", "9s", "8s"]
    ]
    answer = count(guest, {**WEAK_DEALER, "rows": rows})
    assert "would take too long to count; allowed: 6" in answer["not_counted"]
    assert answer["odds"] == []
    assert answer["file"]


def test_a_count_that_is_not_ready_is_asked_for_again(bench, guest, monkeypatch):
    jobs = JobsInThisProcess(bench.service.desk.jobs, is_held=True)
    monkeypatch.setattr(bench.service.desk.jobs, "ask", jobs.ask)
    monkeypatch.setattr(own_wagers, "SECONDS_OF_COUNTING", 0.0)
    wager = with_row(SEVEN_CARDS, 2, conditions={"run": 2, "all": "red"})
    assert refusal(guest.post(PATH, wager)) == (503, "odds.counting")
    jobs.release()
    assert len(count(guest, wager)["odds"]) == 1


def test_nobody_has_more_counts_at_once_than_other_computations(bench, monkeypatch):
    guest, jobs = sign_in(bench, "Bea"), JobsInThisProcess(bench.service.desk.jobs, is_held=True)
    monkeypatch.setattr(bench.service.desk.jobs, "ask", jobs.ask)
    monkeypatch.setattr(own_wagers, "SECONDS_OF_COUNTING", 0.0)
    asked = [guest.post(PATH, with_row(SEVEN_CARDS, 2, conditions={"highest": rank})) for rank in ["8", "9", "10", "J", "Q"]]
    assert [refusal(each)[1] for each in asked] == ["odds.counting"] * 4 + ["jobs.too-many"]
    jobs.release()


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"rows": [{"title": "x", "conditions": {"suited": 2}, "pays": "1 to 1"}] * 41}, "body.rows"),
        ({"title": "x" * 201}, "body.title"),
        ({"cards": None}, "body.cards"),
        ({"more": 1}, "body.more"),
        (with_row(LUCKY_FLOP, 0, pays=3), "body.rows.0.pays"),
        (with_row(LUCKY_FLOP, 0, conditions={str(n): 1 for n in range(21)}), "body.rows.0.conditions"),
        (with_row(LUCKY_FLOP, 0, conditions={"total": {"least": 0.5}}), "body.rows.0.conditions.total"),
    ],
)
def test_what_is_too_large_or_of_another_type_is_refused(guest, changes, place):
    answer = guest.post(PATH, {**LUCKY_FLOP, **changes})
    assert refusal(answer) == (422, "request.malformed")
    assert answer.json()["defects"][0]["place"].startswith(place)


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [("book = 3", 422, "follows is missing"), ("[", 422, "not TOML"), ("#" * 20_000, 422, "16,384"), ("", 422, "is empty")],
)
def test_a_file_that_is_none_is_refused_in_words(guest, text, status, words):
    answer = guest.post(f"{PATH}/file", {"text": text})
    assert answer.status_code == status
    assert words in answer.json()["message"]


def test_the_lists_are_those_of_the_chosen_cards(guest):
    choices = guest.get(f"{PATH}/choices?book={UTH}&cards=own-and-board&order=standard").json()
    by_key = {each["key"]: each for each in choices["conditions"]}
    assert choices["count"] == 7
    assert by_key["suited"]["choices"] == [2, 3, 4, 5, 6, 7]
    assert "flush" in by_key["at-least"]["choices"]
    assert [each["value"] for each in choices["folds"]] == ["stays", "lost"]
    assert "at-least" not in {each["key"] for each in guest.get(f"{PATH}/choices?book={UTH}&cards=flop").json()["conditions"]}


# A table


def test_a_practice_table_is_opened_with_the_wager_and_played(bench, guest, floor):
    opening = {"id": new_id(), "table": "OWN-1", "wager": LUCKY_FLOP, "inventory_cents": INVENTORY}
    assert refusal(guest.post(f"{PATH}/tables", opening)) == (403, "authority.denied")
    answer = floor.post(f"{PATH}/tables", opening)
    assert answer.status_code == 201, answer.text
    state = bench.service.house.latest_state("OWN-1")
    assert state.rules.book.startswith("own.lucky-flop-")
    assert "lucky-flop" in state.rules.offers
    assert bench.service.house.settings("OWN-1").practice
    assert bench.service.house.settings("OWN-1").croupier
    ann = sign_in(bench, "Ann")
    sit_down(ann, "OWN-1", 2)
    for wager, cents in (("ante", 1000), ("lucky-flop", 500)):
        answer = give(ann, "OWN-1", "wager", wager=wager, position=2, amount={"cents": cents})
        assert answer.status_code == 200, answer.text
    bench.play("OWN-1")
    explained = ann.get("/api/tables/OWN-1/rounds/1/why")
    assert explained.status_code == 200, explained.text
    assert "Lucky Flop" in explained.text


def test_a_wrong_draft_opens_no_table(floor):
    opening = {"id": new_id(), "table": "OWN-2", "wager": {**LUCKY_FLOP, "title": ""}, "inventory_cents": INVENTORY}
    answer = floor.post(f"{PATH}/tables", opening)
    assert refusal(answer) == (422, "own-wager.findings")
    assert "title: the wager needs a name" in answer.json()["message"]


@pytest.fixture
def lives(tmp_path, monkeypatch):
    """A function that starts a house again on the same database, as a program that knows of no edition."""
    houses = []

    def begin():
        for known in (loader._kept, editions._added):
            known.clear()
        if houses:
            houses.pop().close()
        houses.append(ApiBench(tmp_path, database=f"sqlite:///{tmp_path / 'house.db'}"))
        return houses[-1]

    monkeypatch.setattr(loader, "_kept", {})
    monkeypatch.setattr(editions, "_added", {})
    yield begin
    houses.pop().close()


def test_the_table_its_rounds_and_the_reports_are_there_after_a_restart(lives):
    house = lives()
    floor, ann = sign_in(house, "Flo", "floorperson"), sign_in(house, "Ann")
    opening = {"id": new_id(), "table": "OWN-1", "wager": LUCKY_FLOP, "inventory_cents": INVENTORY}
    assert floor.post(f"{PATH}/tables", opening).status_code == 201
    sit_down(ann, "OWN-1", 2)
    for wager, cents in (("ante", 1000), ("lucky-flop", 500)):
        assert give(ann, "OWN-1", "wager", wager=wager, position=2, amount={"cents": cents}).status_code == 200
    house.play("OWN-1")
    book = house.service.house.latest_state("OWN-1").rules.book
    house = lives()
    assert house.service.house.latest_state("OWN-1").rules.book == book
    assert not house.service.house.frozen
    assert load_book(book).id == book
    house.play("OWN-1")
    auditor, floor = sign_in(house, "Aud", "auditor"), sign_in(house, "Fay", "floorperson")
    answers = {path: auditor.get(path.format(book=book)) for path in READ_AFTER_A_RESTART}
    assert {path: answer.text[:300] for path, answer in answers.items() if answer.status_code != 200} == {}
    assert "Lucky Flop" in floor.get("/api/tables").text


READ_AFTER_A_RESTART = (
    "/api/tables",
    "/api/rounds?table=OWN-1",
    "/api/tables/OWN-1/rounds",
    "/api/tables/OWN-1/rounds/1/why",
    "/api/tables/OWN-1/rounds/1/replay",
    "/api/tables/OWN-1/sign",
    *(f"/api/reports/{name}" for name in ("overview", "days", "hold", "irregularities", "inventory", "ratings")),
    *(f"/api/rules/books/{{book}}{part}" for part in ("", "/clauses", "/clauses/OWN(b)", "/paytables", "/filing", "/policies")),
)
