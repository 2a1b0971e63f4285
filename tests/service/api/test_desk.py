"""The desks over HTTP: rules, submissions, odds, hands and house ways, as the commands know them."""

import json
from dataclasses import replace
from fractions import Fraction
from urllib.parse import quote

import pytest

from houseway.analysis import wager_odds
from houseway.cards import parse_hand
from houseway.examples import read_example, submission_names
from houseway.house_way import house_way_names, legal_settings
from houseway.regulation import book_ids, load_book
from houseway.regulation.clauses.chapters import chapter_title
from houseway.service.api.desk.routers import DESK_ROUTERS
from houseway.service.api.requests.dependencies import PermittedVisitor
from houseway.service.api.requests.limits import SESSION_COOKIE
from houseway.service.people.person import Person
from tests.support.jobs import JobsInThisProcess

SHAPE = {"code", "message", "clauses", "given", "allowed", "instead"}
EXAMPLE = {"kind": "example", "example": "md.ultimate-texas-holdem/everything"}
UTH = {"kind": "book", "book": "md.ultimate-texas-holdem"}


@pytest.fixture(scope="module")
def guest(bench):
    client = bench.client()
    assert client.post("/api/session/guest", {"name": "Ann"}).status_code == 201
    return client


def get(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(client, path, body):
    answer = client.post(path, body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(answer):
    assert set(answer.json()) - {"defects"} == SHAPE
    return answer.status_code, answer.json()["code"]


# Who may ask


@pytest.mark.parametrize(
    ("method", "path"),
    [
        (method, route.path)
        for router in DESK_ROUTERS
        for route in router.routes
        for method in sorted(route.methods)
        if not any(isinstance(each.call, PermittedVisitor) for each in route.dependant.dependencies)
    ],
)
def test_nobody_reads_a_desk_without_a_session(client, method, path):
    assert refusal(client.request(method, path)) == (401, "service.session")


def test_visitors_read_the_rules(client):
    """Every clause and every paytable of every book, without a session."""
    assert [each["book"] for each in client.get("/api/rules/books").json()] == list(book_ids())
    for book in book_ids():
        assert {each["clause"] for each in get(client, f"/api/rules/books/{book}/clauses")} == set(load_book(book).clauses)
    (table,) = get(client, "/api/rules/books/uth/clauses/12.B(1)")["paytables"]
    assert [row["clause"] for row in table["rows"]][:2] == ["12.B(1)(a)", "12.B(1)(b)"]


def test_who_may_not_compute_is_refused(bench, monkeypatch):
    """Every role may compute, but somebody may have none, and only an administrator sees the jobs of others."""
    dan, roles = Person("p-aaaaaaaaaa", "Dan", frozenset({"dealer"})), frozenset()
    monkeypatch.setattr(bench.service.people, "person_of", lambda _token: replace(dan, roles=roles))
    client, headers = bench.client(), {"cookie": f"{SESSION_COOKIE}=token"}
    assert refusal(client.post("/api/odds", {"source": UTH}, headers=headers)) == (403, "authority.denied")
    roles = dan.roles
    assert client.post("/api/odds", {"source": UTH}, headers=headers).status_code == 200
    assert refusal(client.get("/api/jobs/everybody", headers=headers)) == (403, "authority.denied")


# Rules


def test_a_clause_with_everything_that_is_known_about_it(guest):
    clause = get(guest, "/api/rules/books/md.pai-gow-poker/clauses/12.C(2)")
    assert (clause["chapter"], clause["chapter_title"]) == ("12", chapter_title("md.pai-gow-poker", "12"))
    assert clause["state"] in ("proved", "carried out")
    assert (clause["before"]["clause"], clause["after"]["clause"]) == ("12.C(1)(b)", "12.C(3)")
    assert {"PG-28"} <= {reading["id"] for reading in clause["readings"]}
    assert ("div.pai-gow-poker", "(m)(3)#4") in {(each["book"], each["clause"]) for each in clause["counterparts"]}
    (constant,) = clause["constants"]
    assert constant["place"].startswith("games/pai_gow/banking.py:")
    assert constant["lines"][0].startswith("FIRST_OFFER = ")
    (difference,) = clause["differences"]
    assert (difference["book"], difference["policy"]) == ("div.pai-gow-poker", "bank-offer-after-last-seat")
    assert "md.pai-gow-poker 12.C(2)" in difference["first"]["clauses"]


@pytest.mark.parametrize(
    ("book", "id_", "is_reading"),
    [
        ("md.pai-gow-poker", "11.H(3)(b)", False),
        ("div.pai-gow-poker", "(m)(9)(i)#1", False),
        ("div.pai-gow-poker", "(q)(4)/$1/01", False),
        ("md.four-card-poker", ".12 D(3)(b)(i)", False),
        ("md.four-card-poker", "as-played.13.G", False),
        ("md.ultimate-texas-holdem", "12.G(1)(g)~2", False),
        ("md.pai-gow-poker", "pg-26", True),
    ],
)
def test_awkward_ids_are_found_by_their_address(guest, book, id_, is_reading):
    entry = get(guest, f"/api/rules/books/{book}/entries/{quote(id_, safe='')}")
    found = entry["reading"]["id"].lower() if is_reading else entry["clause"]["clause"]
    assert found == id_
    assert (entry["clause"] is None) == is_reading


def test_a_row_of_a_paytable_shows_the_whole_table(guest):
    clause = get(guest, "/api/rules/books/uth/clauses/12.B(1)")
    (table,) = clause["paytables"]
    assert table["title"] == "Blind"
    assert table["clause"] == "12.B(1)"
    assert [row["clause"] for row in table["rows"]][:2] == ["12.B(1)(a)", "12.B(1)(b)"]


def test_what_refers_to_a_clause(guest):
    clause = get(guest, "/api/rules/books/uth/clauses/1.A")
    assert ("md.four-card-poker", "as-played.1.A") in {(each["book"], each["clause"]) for each in clause["referred_to_by"]}


def test_a_reading_shows_its_clauses_and_the_code_that_asks_for_it(guest):
    reading = get(guest, "/api/rules/books/pg-md/entries/PG-26")["reading"]
    assert [f"{each['book']} {each['clause']}" for each in reading["gists"]] == reading["clauses"]
    assert "games/pai_gow/base_wager/centre.py" in {each["place"].partition(":")[0] for each in reading["functions"]}


def test_clauses_are_listed_in_the_order_of_the_text_with_their_paytables(guest):
    every = [each["clause"] for each in get(guest, "/api/rules/books/pg-md/clauses")]
    assert sorted(every) == sorted(load_book("md.pai-gow-poker").clauses)
    place = every.index("13.B")
    assert every[place : place + 3] == ["13.B", "13.B(1)", "13.B(1)(a)"]
    chapters = get(guest, "/api/rules/books/pg-md")["chapters"]
    assert [each["chapter"] for each in chapters] == [str(number) for number in range(1, 15)]
    assert sum(each["clauses"] for each in chapters) == len(every)


@pytest.mark.parametrize("book", book_ids())
def test_every_chapter_has_a_title(guest, book):
    assert [each for each in get(guest, f"/api/rules/books/{book}")["chapters"] if not each["title"]] == []


def test_clauses_are_found_by_words_number_and_value(guest):
    found = get(guest, "/api/rules/search?words=RIGHT%20first%20offeree&book=pg-md")
    assert [each["id"] for each in found["results"]] == ["12.C(2)"]
    assert get(guest, "/api/rules/search?words=%20")["total"] == 0
    assert get(guest, "/api/rules/search?words=13.b(1)")["results"][0]["id"] == "13.B(1)"
    by_value = get(guest, "/api/rules/search?words=payout-limit-floor&book=pg-md")["results"]
    assert [each["id"] for each in by_value] == ["13.G(1)(a)"]
    assert get(guest, "/api/rules/search?words=one-pass&book=pg-md")["results"][0]["id"] == "PG-26"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/rules/books/md.whist", "book.unknown"),
        ("/api/rules/books/uth/clauses/99.Z", "book.no-clause"),
        ("/api/rules/books/uth/readings/UTH-999", "book.no-reading"),
        ("/api/rules/books/uth?version=none", "book.no-version"),
        ("/api/house-ways/nobody", "house-way.unknown"),
        ("/api/submissions/example?name=uth/none", "example.unknown"),
        ("/api/jobs/j-0", "jobs.unknown"),
    ],
)
def test_what_does_not_exist_is_not_found(guest, path, code):
    assert refusal(guest.get(path)) == (404, code)


def test_two_books_differ_where_their_policies_do(guest):
    found = get(guest, "/api/rules/differences?first=md.pai-gow-poker&second=div.pai-gow-poker")
    assert all(each["first"]["choice"] != each["second"]["choice"] for each in found["policies"])
    one, other = (load_book(book).policies for book in ("md.pai-gow-poker", "div.pai-gow-poker"))
    assert [each["policy"] for each in found["policies"]] == [name for name in one if one[name].choice != other[name].choice]
    limit = next(each for each in found["values"] if each["key"] == "payout-limit-floor")
    assert (limit["first"], limit["second"]["value"]) == (
        {"value": "$50,000", "clause": "md.pai-gow-poker 13.G(1)(a)"},
        "$40,000",
    )
    assert "Insurance" in " ".join(found["only_first"])


def test_the_filing_of_a_book_is_a_form(guest):
    sections = {each["heading"]: each["entries"] for each in get(guest, "/api/rules/books/uth/filing")}
    assert {"wagers", "options", "readings that can be filed"} <= set(sections)


# Submissions


def test_a_template_passes_and_an_error_in_it_is_found_with_its_line(guest):
    text = get(guest, "/api/submissions/template?book=uth&offer=progressive")["text"]
    assert post(guest, "/api/submissions/check", {"source": submission(text)})["ok"]
    broken = text.replace('minimum = "', 'minimum = "9', 1)
    found = post(guest, "/api/submissions/check", {"source": submission(broken)})
    assert not found["ok"]
    errors = [each for each in found["findings"] if each["severity"] == "error"]
    assert errors[0]["line"] in range(1, len(text.splitlines()))
    assert errors[0]["clause"].startswith("md.ultimate-texas-holdem ")


def submission(text, **more):
    return {"kind": "submission", "submission": text, **more}


def test_a_submission_that_passes_is_warned_about_money_and_compared(guest):
    old = {"kind": "example", "example": "uth/minimal"}
    found = post(guest, "/api/submissions/check", {"source": EXAMPLE, "against": old})
    assert found["ok"]
    cheap = next(each for each in found["findings"] if each["code"] == "money.cheap-award")
    assert (cheap["stake_cents"], cheap["house_edge"]["decimal"][:6]) == (100, "0.4079")
    assert cheap["meters_cents"]["mega"]["exact"] == "2500000/1"
    assert found["changes"]


def test_a_submission_cannot_make_the_service_read_a_file(guest, tmp_path):
    way = tmp_path / "way.toml"
    way.write_text(read_example("house-ways/riverside"))
    text = read_example("md.pai-gow-poker/minimal")
    line = next(line for line in text.splitlines() if line.startswith("house-way"))
    filed = text.replace(line, f'house-way = "{way}"')
    found = post(guest, "/api/submissions/check", {"source": submission(filed)})
    assert [each["place"] for each in found["findings"] if each["severity"] == "error"] == ["house-way"]
    sent = submission(filed, house_way_text=way.read_text())
    assert post(guest, "/api/submissions/check", {"source": sent})["ok"]


@pytest.mark.parametrize("path", ["sign", "layout"])
@pytest.mark.parametrize(("form", "start"), [("pdf", b"%PDF"), ("svg", b"<svg")])
def test_signs_and_layouts_are_printed(guest, path, form, start):
    answer = guest.post(f"/api/submissions/{path}", {"source": EXAMPLE, "format": form})
    assert answer.status_code == 200
    assert answer.content.startswith(start)


def test_nothing_is_printed_of_a_submission_with_findings(guest):
    source = submission('book = "md.four-card-poker"')
    assert refusal(guest.post("/api/submissions/sign", {"source": source})) == (409, "submission.findings")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/submissions/check", {"source": submission("x" * 100_000)}),
        ("/api/hands/rank", {"hands": ["As Ks"] * 101}),
        ("/api/house-ways/set", {"cards": "As " * 30}),
        ("/api/odds", {"source": UTH, "stake_cents": 0}),
        ("/api/odds", {"source": UTH, "surprise": 1}),
        ("/api/solve", {"source": {"kind": "path", "path": "/etc/passwd"}}),
    ],
)
def test_every_input_is_bounded(guest, path, body):
    assert refusal(guest.post(path, body)) == (422, "request.malformed")


def test_the_form_of_a_book_has_typed_fields(guest):
    form = get(guest, "/api/rules/books/uth/form")
    wagers = {each["wager"]: each for each in form["wagers"]}
    assert (wagers["ante"]["always"], wagers["trips"]["paytables"]) == (True, ["A", "B", "C", "D", "E"])
    assert wagers["progressive"]["meters"]["C"] == ["mega", "major", "minor"]
    options = {each["key"]: each for each in form["options"]}
    positions = next(each for each in options.values() if each["kind"] == "count")
    assert positions["least"] >= 1
    assert {each["kind"] for each in options.values()} >= {"choice", "flag", "count"}
    assert {each["id"] for each in form["readings"]} == {
        id_ for id_, each in load_book("md.ultimate-texas-holdem").readings.items() if not each.is_fixed
    }
    (way,) = (each for each in get(guest, "/api/rules/books/pg-md/form")["options"] if each["key"] == "house-way")
    assert way["choices"] == list(house_way_names())


def test_conditions_of_the_form_name_its_fields_and_not_their_keys(guest):
    form = get(guest, "/api/rules/books/pg-md/form")
    needed = {each["what"]: each["needed_if"] for each in form["approvals"]}
    assert needed["manual-shoe-location"] == "“where the cards are dealt from” is manual shoe"
    matters = {each["id"]: each["matters_if"] for each in form["readings"]}
    titles = {each["key"]: each["title"] for each in form["options"]}
    assert matters["PG-91"] == f"“{titles['bank.offered']}” is yes"
    assert matters["PG-22"] == f"“{titles['payout-limit.amount']}” is filed and the Progressive is offered"


@pytest.mark.parametrize("name", submission_names())
def test_a_form_is_filled_in_from_a_file_and_written_as_one(guest, name):
    text = read_example(name)
    content = post(guest, "/api/submissions/read", {"submission": text})["content"]
    written = post(guest, "/api/submissions/write", {"content": content})["text"]
    hashes = {post(guest, "/api/submissions/check", {"source": submission(each)})["rules_hash"] for each in (text, written)}
    assert len(hashes) == 1
    assert hashes != {None}


def test_a_form_with_a_missing_value_is_refused(guest):
    assert refusal(guest.post("/api/submissions/write", {"content": {"book": None}})) == (422, "form.value")
    assert refusal(guest.post("/api/submissions/read", {"submission": "x = ["})) == (422, "submission.toml")


@pytest.mark.parametrize("content", [b'{"a": "\\ud800"}', b'{"\\ud800": 1}', b'{"a": [{"b": "\\ud800"}]}'])
def test_half_a_character_in_a_form_is_refused(guest, content):
    body = b'{"content": ' + content + b"}"
    answer = guest.request("POST", "/api/submissions/write", content=body, headers={"content-type": "application/json"})
    assert refusal(answer) == (422, "form.text")


# Odds


def test_odds_by_a_paytable_of_the_book_and_by_one_that_was_edited(guest):
    filed = post(guest, "/api/odds", {"source": UTH, "wager": "trips", "paytable": "A"})["wagers"]
    (odds,) = filed
    exact = wager_odds(load_book(UTH["book"]), "trips", "A")
    assert odds["house_edge"]["exact"] == str(exact.house_edge)
    assert odds["rows"][0]["combinations"] == 4324
    rows = {row["hand"]: row["pays"] for row in odds["rows"] if row["clause"]}
    rows["flush"] = "6 to 1"
    (edited,) = post(guest, "/api/odds", {"source": UTH, "wager": "trips", "paytable": rows})["wagers"]
    assert edited["paytable"] == "own"
    one_less = Fraction(4_047_644, 133_784_560)  # every flush now pays one stake less than by paytable A
    assert Fraction(edited["house_edge"]["exact"]) == exact.house_edge + one_less


def test_odds_of_a_submission_come_with_their_correlations(guest):
    found = post(guest, "/api/odds", {"source": EXAMPLE})
    assert {"trips", "progressive"} <= {each["wager"] for each in found["wagers"]}
    assert found["spot"]
    assert all(isinstance(each["stake_cents"], int) for each in found["wagers"])


def test_a_wager_that_depends_on_the_play_is_refused(guest):
    assert refusal(guest.post("/api/odds", {"source": UTH, "wager": "blind"})) == (409, "odds.not-counted")
    wagers = {each["wager"]: each for each in get(guest, "/api/odds/books/uth/wagers")}
    assert (wagers["blind"]["counted"], wagers["trips"]["counted"]) == (False, True)
    assert "royal-flush" in wagers["trips"]["hands"]


# Hands and house ways


def test_hands_are_ranked_in_every_order_that_applies(guest):
    (first, second) = post(guest, "/api/hands/rank", {"hands": ["4s 3d 2c As Kd", "Jk Ad"], "game": None})
    assert len(first["orders"]) > 1
    assert second["orders"][0]["description"] == "pair of aces (joker as ace)"


def test_seven_cards_have_21_settings_of_which_some_are_foul(guest):
    cards = "9s 9d 3c 3d Ah 5s 2c"
    found = post(guest, "/api/house-ways/set", {"cards": cards})
    assert (found["low"], found["rule"]) == (["Ah", "5s"], "two-pair 2")
    assert len({frozenset(each["low"]) for each in found["settings"]}) == 21
    assert [each["low"] for each in found["settings"] if each["legal"]] == [
        [str(card) for card in each.low] for each in legal_settings(parse_hand(cards))
    ]
    assert [each["low"] for each in found["settings"] if each["house_way"]] == [["Ah", "5s"]]
    foul = next(each for each in found["settings"] if not each["legal"])
    assert foul["low"] == ["9s", "9d"]


def test_a_house_way_of_ones_own_is_read_and_its_defects_are_named(guest):
    text = read_example("house-ways/riverside")
    assert post(guest, "/api/house-ways/read", {"text": text})["table"]
    answer = guest.post("/api/house-ways/read", {"text": text.replace("front", "frnt")})
    assert answer.status_code == 422
    assert set(answer.json()) == SHAPE


def test_a_house_way_is_a_document_a_table_and_a_card(guest):
    way = get(guest, "/api/house-ways/foxwoods")
    assert way["table"][0]["lines"]
    assert way["text"].count("[") > 5
    assert guest.get("/api/house-ways/foxwoods/card?format=svg").content.startswith(b"<svg")
    assert {each["name"] for each in get(guest, "/api/house-ways")} >= {"foxwoods", "mgm-grand"}


# Sessions


def test_what_a_session_may_be_played_with_is_listed_by_book(guest):
    found = {book: get(guest, f"/api/sessions/books/{book}") for book in ("uth", "pg-div", "fcp")}
    assert {book: (each["first"], each["raises"], each["sets_hands"]) for book, each in found.items()} == {
        "uth": ("ante", True, False),
        "pg-div": ("pai-gow", False, True),
        "fcp": ("ante", True, False),
    }
    assert [each["wager"] for each in found["uth"]["own"]] == ["ante", "blind", "play"]
    sides = {book: {each["wager"]: each for each in found[book]["sides"]} for book in found}
    assert set(sides["pg-div"]) == {"bonus", "number"}  # neither envy nor what pays shares of a meter
    assert sides["pg-div"]["bonus"]["minimum_cents"] == load_book("div.pai-gow-poker").value_of("bonus-minimum").amount
    assert sides["fcp"]["aces-up"]["paytables"] == [t.letter for t in load_book("md.four-card-poker").paytables_of("aces-up")]


# Jobs


def test_a_long_computation_is_asked_for_followed_and_fetched_by_its_owner_only(bench, guest):
    body = {"source": {"kind": "book", "book": "md.four-card-poker"}, "cards": "Ts Td 7c 4h 2s", "up_card": "Kc"}
    asked = guest.post("/api/advise", body)
    assert asked.status_code == 202
    id_ = asked.json()["id"]
    again = guest.post("/api/advise", {**body, "cards": "TsTd7c4h2s"}).json()
    assert again["id"] == id_
    other = bench.client()
    other.post("/api/session/guest", {"name": "Bob"})
    for request in (("GET", ""), ("GET", "/answer"), ("DELETE", "")):
        assert refusal(other.request(request[0], f"/api/jobs/{id_}{request[1]}")) == (404, "jobs.unknown")
    for _ in range(20):
        job = get(guest, f"/api/jobs/{id_}?wait=15")
        if job["state"] not in ("waiting", "running"):
            break
    assert (job["state"], job["fraction"], job["forms"]) == ("done", 1.0, {"json": "application/json"})
    assert json.loads(guest.get(f"/api/jobs/{id_}/answer").content)["best"] == "1x"
    assert refusal(guest.get(f"/api/jobs/{id_}/answer?form=pdf")) == (422, "jobs.form")
    assert [each["id"] for each in get(guest, "/api/jobs")] == [id_]


def test_what_cannot_be_computed_is_refused_before_it_waits(guest):
    pai_gow = {"kind": "book", "book": "md.pai-gow-poker"}
    assert refusal(guest.post("/api/advise", {"source": pai_gow, "cards": "As Kd"})) == (409, "advise.book")
    assert refusal(guest.post("/api/solve", {"source": UTH, "house_way": {"kind": "name", "name": "foxwoods"}})) == (
        422,
        "solve.how",
    )
    session = {"source": {"kind": "book", "book": "md.four-card-poker"}, "bankroll_cents": 50_000, "rounds": 100}
    assert refusal(guest.post("/api/sessions", {**session, "bankroll_cents": 500})) == (422, "session.bankroll")
    assert refusal(guest.post("/api/sessions", {**session, "sides_cents": {"trips": 500}})) == (422, "book.no-wager")
    assert refusal(guest.post("/api/sessions", {**session, "sides_cents": {"progressive": 100}})) == (409, "session.wager")
    assert refusal(guest.post("/api/sessions", {**session, "against": {"kind": "name", "name": "foxwoods"}})) == (
        422,
        "solve.how",
    )
    par = {"source": EXAMPLE, "players": 20}
    assert refusal(guest.post("/api/submissions/par", par)) == (422, "par.players")
    par = {"source": EXAMPLE, "date": "yesterday"}
    assert refusal(guest.post("/api/submissions/par", par))[0] == 422
    values = {"cards": "9s 9d 3c 3d Ah 5s", "house_way": {"kind": "name", "name": "foxwoods"}}
    assert refusal(guest.post("/api/house-ways/values", values)) == (422, "hand.size")


def test_waiting_and_running_jobs_are_measured(bench):
    lines = bench.client().get("/metrics").text.splitlines()
    for lane in ("short", "long", "table", "table-long"):
        assert f'houseway_jobs{{lane="{lane}",state="waiting"}} 0.0' in lines
        assert any(line.startswith(f'houseway_jobs{{lane="{lane}",state="running"}} ') for line in lines)


@pytest.fixture
def held_jobs(bench, monkeypatch):
    """What is asked is not answered."""
    jobs = bench.service.desk.jobs
    monkeypatch.setattr(jobs, "ask", JobsInThisProcess(jobs, is_held=True).ask)
    return jobs


def test_a_question_about_a_hand_is_shared_with_nobody(bench, guest, held_jobs):
    cards = {"cards": "Ah Kh Qd Jc 9s 4d 2c"}
    other = bench.client()
    other.post("/api/session/guest", {"name": "Cid"})
    asked = [client.post("/api/house-ways/values", cards).json() for client in (guest, other)]
    jobs = [held_jobs.find(each["id"], None) for each in asked]
    assert jobs[0].computation is not jobs[1].computation
    for client, each in zip((guest, other), asked):
        assert client.request("DELETE", f"/api/jobs/{each['id']}").json()["state"] == "cancelled"


def test_an_administrator_sees_and_cancels_anybodys_jobs(bench, guest, held_jobs, monkeypatch):
    id_ = guest.post("/api/solve", {"source": UTH, "strategy": "chart"}).json()["id"]
    administrator = Person("p-bbbbbbbbbb", "Eve", frozenset({"administrator"}))
    monkeypatch.setattr(bench.service.people, "person_of", lambda _token: administrator)
    client, headers = bench.client(), {"cookie": f"{SESSION_COOKIE}=token"}
    assert id_ in {each["id"] for each in client.get("/api/jobs/everybody", headers=headers).json()}
    assert client.request("DELETE", f"/api/jobs/{id_}", headers=headers).json()["state"] == "cancelled"


def test_a_session_is_asked_for_with_its_house_ways(guest, held_jobs):
    body = {"source": {"kind": "book", "book": "md.pai-gow-poker"}, "bankroll_cents": 50_000, "rounds": 100}
    asked = guest.post("/api/sessions", {**body, "against": {"kind": "name", "name": "simple"}})
    assert asked.status_code == 202
    question = held_jobs.find(asked.json()["id"], None).computation.question
    assert (question.kind, question.arguments["house_ways"]) == ("session", {"against": {"kind": "name", "name": "simple"}})
    assert "against" not in question.arguments
