"""Rules and rounds in the browser: clauses by their address and by words, and a completed round again, event by event."""

import json
import re

import pytest
from playwright.sync_api import expect

from houseway.events import Actor, Command, Event, Role
from houseway.money import Cents
from tests.browser.walking import answered_last, serious_findings, unreached_controls, wait_for_content
from tests.support.live import LiveHouse

# Rules


def test_a_clause_is_found_by_words_and_has_an_address_of_its_own(new_page):
    page = new_page("/rules")
    page.get_by_label("Find a clause").fill("(q)(4)/$1/01")
    page.locator(".hits a").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("(q)(4)/$1/01")
    assert page.url.endswith("/rules/div.pai-gow-poker/(q)(4)%2F%241%2F01")
    expect(page.locator(".paytable tr[aria-current]")).to_contain_text("100% of meter")
    page.reload()
    page.get_by_role("navigation", name="Clauses before and after").get_by_role("link").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("(q)(4)/$1/02")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("(q)(4)/$1/01")


def test_a_clause_stands_beside_the_other_book_and_its_readings_have_pages(new_page):
    page = new_page("/rules/md.pai-gow-poker/12.C(2)")
    expect(page.locator(".there")).to_contain_text("(m)(3)#4")
    expect(page.locator(".differs")).to_contain_text("They differ.")
    expect(page.locator(".tree [aria-current]")).to_contain_text("12.C(2)")  # its chapter is open at the side
    expect(page.locator(".reading dd .cl", has_text="12.C(1)(a)").first).to_be_visible()  # also in the text of a reading
    page.get_by_role("link", name="PG-28").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("PG-28")
    expect(page.locator(".choices .taken")).to_contain_text("restarts")


def test_two_books_side_by_side(new_page):
    page = new_page("/rules/compare?one=md.pai-gow-poker&other=div.pai-gow-poker")
    row = page.get_by_role("row", name="Payout limit floor")
    expect(row).to_contain_text("$50,000")
    expect(row).to_contain_text("$40,000")
    other = row.locator("[data-l]").last  # on a phone, what a book decides stands below its name
    expect(other).to_have_attribute("data-l", "A state Division")


# Rounds


class ServiceLoop:
    """The loop of the running service, from another thread."""

    def __init__(self, running):
        self.run_until_complete = running.do


@pytest.fixture(scope="module")
def played(running):
    """A completed round of Pai Gow Poker with two guests, and the tokens of those who look at it."""
    tokens = {}
    for position, name in enumerate(("Ann", "Bob"), start=1):
        person, tokens[name] = running.guest(name)
        actor = Actor(Role.PLAYER, person.id)
        running.do(running.house.act("PG-1", Command("sit", actor, {"position": position})))
        running.do(running.house.act("PG-1", Command("buy-in", actor, {"amount": Cents.from_dollars(500)})))
    live = LiveHouse.__new__(LiveHouse)
    live.loop, live.house = ServiceLoop(running), running.house
    before = running.house.latest_state("PG-1").version
    running.do(running.service.advice.add("PG-1", actor, "house-way", 1, before, 2))
    live.play("PG-1")
    _, tokens["Sue"] = running.employee("Sue", "surveillance")
    return tokens


def shown_event(page):
    return int(page.locator(".scrubber .label b").inner_text())


def test_a_round_is_replayed_by_keyboard_as_the_house_and_as_a_seat(new_page, played):
    page = new_page("/rounds", token=played["Sue"])
    page.get_by_role("textbox", name="Player").fill("ann")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="PG-1, round 1").click()
    for proof in ("Chain whole", "Shuffle as committed", "Receipt signed", "Ledger balances"):
        expect(page.locator(".proof .tag", has_text=proof)).to_be_visible()
    first = shown_event(page)
    page.keyboard.press("End")
    last = shown_event(page)
    expect(page.locator(".ledger tfoot")).to_contain_text("$0")
    page.keyboard.press("ArrowLeft")
    assert shown_event(page) == last - 1
    page.keyboard.press("Home")
    assert shown_event(page) == first
    page.keyboard.press("]")
    page.keyboard.press("[")
    assert shown_event(page) == first
    page.get_by_role("button", name="Decisions").click()
    expect(page.locator(".felt .card.down").first).to_be_visible()
    expect(page.locator(".felt .card.back")).to_have_count(0)
    hand = page.locator('.felt [data-cards="2"] .card').first
    deciding = shown_event(page)
    hand.click()
    assert shown_event(page) < deciding
    expect(page.locator(".scrubber .words")).to_contain_text("Dealt")
    page.keyboard.press("End")
    page.get_by_role("button", name="Settlement").click()
    page.locator('.felt button.card[tabindex="0"]').focus()
    page.keyboard.press("ArrowDown")
    settling = shown_event(page)
    page.keyboard.press("Enter")
    assert shown_event(page) <= settling
    expect(page.locator(".asked li")).to_contain_text("Bob (2) asked how the house would act")
    page.locator(".asked").get_by_role("button", name="event").click()
    assert first < shown_event(page) < deciding
    expect(page.locator(".dealt-deck .tag")).to_have_text("53 cards, all where the seed puts them (the house alone)")
    with answered_last(page, "**/replay?as=seat*"):
        page.get_by_role("radio", name="Ann").check()
        page.get_by_role("radio", name="The public").check()
        expect(page.get_by_text("What everybody at the table could see")).to_be_visible()
    expect(page.get_by_text("What everybody at the table could see")).to_be_visible()
    page.get_by_role("radio", name="Ann").check()
    expect(page.get_by_text("What Ann could see")).to_be_visible()
    page.get_by_role("button", name="Decisions").click()
    expect(page.locator('.felt [data-cards="2"] .card.back').first).to_be_visible()
    expect(page.locator('.felt [data-cards^="1"] .card.back')).to_have_count(0)
    page.emulate_media(media="print")
    expect(page.locator("header.bar")).to_be_hidden()
    panel, last = page.locator(".events").bounding_box(), page.locator(".events li").last.bounding_box()
    assert last["y"] + last["height"] <= panel["y"] + panel["height"] + 1  # every event is on paper


def test_a_round_that_is_not_over_names_those_that_are(new_page, played):
    for path, said in (("PG-1/2", "Round 1 is over."), ("UTH-1/1", "No round of UTH-1 is over yet.")):
        page = new_page(f"/rounds/{path}", token=played["Sue"])
        expect(page.locator("main")).to_contain_text("is not over; until then it is sealed")
        expect(page.locator("main")).to_contain_text(said)


def test_rounds_are_found_by_table_player_time_result_and_irregularity(new_page, played):
    page = new_page("/rounds", token=played["Sue"])
    found = page.locator(".found").get_by_role("status")
    expect(found).to_have_text("1 round")
    expect(page.locator(".round-list tbody th")).to_contain_text("1 round")
    row = page.get_by_role("row", name="PG-1, round 1")
    for name in ("Pai Gow Poker", "Ann", "Bob"):
        expect(row).to_contain_text(name)

    def search(name, sought, miss):
        field = page.locator(f".search [name={name}]")
        for value, words in ((miss, "0 rounds"), (sought, "1 round")):
            fill = field.select_option if field.evaluate("field => field.tagName") == "SELECT" else field.fill
            fill(value)
            page.keyboard.press("Enter")
            expect(found).to_have_text(words)

    def choose(name, words):
        page.get_by_role("radio", name=name).check()
        expect(found).to_have_text(words)

    search("table", "PG-1", "UTH-1")
    search("player", "ann", "nobody")
    search("least", "0.01", "99999")
    search("words", "", "exposed")
    choose("Void", "0 rounds")
    expect(page.locator(".empty")).to_contain_text("Sought: void, PG-1, player “ann”, $0.01 or more.")
    choose("Any result", "1 round")
    choose("Yesterday", "0 rounds")
    choose("Last hour", "1 round")
    choose("Between…", "1 round")
    expect(page.locator("[name=since]")).to_be_focused()  # it has the beginning of the hour
    search("since", "2020-01-01", "2099-01-01 00:00")
    search("until", "2099-01-01", "2020-01-01 23:59")
    page.locator("[name=until]").fill("tea time")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="This is not a time")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "when=between" in page.url
    assert "table=PG-1&player=ann" in page.url
    page.get_by_role("button", name="Clear the search").click()
    expect(page.locator("[name=until]")).to_have_count(0)
    expect(found).to_have_text("1 round")
    page.goto("/rounds?least=much")
    expect(page.get_by_role("alert").filter(has_text="amount")).to_be_visible()
    expect(page.get_by_text("Loading")).to_have_count(0)
    for path, words in (("NO-1/1", "Tables that there are: UTH-1"), ("PG-1/one", "This is not the number of a round")):
        page.goto(f"/rounds/{path}")
        expect(page.locator(".not-there")).to_contain_text(words)
    page.goto("/rounds?table=NO-1")
    expect(page.get_by_role("alert").filter(has_text="NO-1")).to_contain_text("PG-1")
    expect(page.get_by_text("Loading")).to_have_count(0)


def test_a_player_sees_his_own_seat_and_what_the_public_saw(new_page, played):
    page = new_page("/rounds/PG-1/1", width=390, height=844, token=played["Ann"])
    expect(page.locator(".whose label")).to_have_text(["The public", "Ann"])
    expect(page.locator(".proof .tag", has_text="Chain shown")).to_be_visible()
    page.get_by_role("button", name="Decisions").click()
    page.set_viewport_size({"width": 390, "height": 600})
    page.evaluate("scrollTo(0, 180)")
    expect(page.locator(".seat-list .own .card.mini:not(.back)").first).to_be_in_viewport()
    expect(page.locator(".scrubber input")).to_be_in_viewport(ratio=1)  # whoever moves the slider sees the cards
    page.get_by_role("radio", name="The public").check()
    expect(page.locator(".seat-list .card:not(.back)")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def changed(digits):
    """Hexadecimal digits of which the first is another one."""
    return ("1" if digits[0] == "0" else "0") + digits[1:]


def test_what_was_tampered_with_fails_its_proof(new_page, played):
    page = new_page("/rounds", token=played["Sue"])

    def tamper(route):
        answer = route.fetch().json()
        if "commitments" in answer:
            answer["opened"] = {purpose: changed(seed) for purpose, seed in answer["opened"].items()}
            for shuffle in answer["shuffles"]:
                shuffle["order"] = shuffle["order"][::-1]
        elif "links" in answer:
            answer["links"][1]["content"] += " "
        else:
            answer["signature"] = changed(answer["signature"])
        route.fulfill(body=json.dumps(answer), content_type="application/json")

    for part in ("chance", "chain", "receipt"):
        page.route(f"**/rounds/1/{part}", tamper)
    page.goto("/rounds/PG-1/1")
    for failure in ("Chain broken", "Shuffle not as committed", "Receipt false"):
        expect(page.locator(".proof .tag.bad", has_text=failure)).to_be_visible()
    expect(page.locator(".dealt-deck .tag.bad")).to_have_text("Card 1 of the deck is not the one that the seed gives")


def export_by_keyboard(page):
    """Go from a receipt to its round by keyboard alone, read that its chain is whole, and save it with its proofs."""
    page.get_by_role("row", name="PG-1, round 1").get_by_role("link").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".proof .tag", has_text="Chain whole")).to_be_visible()
    save = page.get_by_role("button", name="Record with proofs (JSON)")
    page.locator(".skip").focus()
    while not save.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Shift+Tab")  # it is behind the events, of which there are many
        assert not page.evaluate("document.activeElement.matches('.skip')"), "once around"
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    assert json.loads(saved.value.path().read_text())["chain"]["links"]


def test_an_auditor_sees_money_receipts_and_a_failed_check_of_the_program(new_page, running, played):
    _, token = running.employee("Abe", "auditor")
    page = new_page("/audit", token=token)
    expect(page.locator(".panel", has_text="All money").locator(".tag")).to_have_text("balances")
    expect(page.get_by_role("row", name="PG-1, round 1")).to_contain_text("Signed with key 1")
    glance = page.get_by_role("list", name="At a glance")
    for check in ("balances to the cent", "signed by the house", "signed, and only extended"):
        expect(glance).to_contain_text(check)
    again = page.get_by_role("button", name="Reconcile again")
    again.focus()
    page.keyboard.press("Enter")
    expect(again).to_be_enabled()
    export_by_keyboard(page)
    page.goto("/audit")
    failed = {
        "kind": "integrity-checked",
        "number": 1,
        "at": 0,
        "facts": {"matches": False, "differences": ["program: cards.py"]},
    }
    page.route("**/api/house/record", lambda route: route.fulfill(json={"events": [failed]}))
    page.reload()
    expect(page.locator(".panel", has_text="The program").locator(".tag.bad")).to_have_text("differs")
    expect(page.get_by_text("program: cards.py")).to_be_visible()
    expect(glance).to_contain_text("not as accepted")


def test_the_audit_is_for_auditors(new_page, played):
    page = new_page("/audit", token=played["Ann"])
    expect(page.get_by_role("alert").filter(has_text="auditors")).to_contain_text("you are here as Ann, a guest")
    page.get_by_role("link", name="Check the house as anybody can").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check the house")


def test_a_player_proves_in_the_browser_that_a_round_is_in_the_log_and_that_it_was_not_rewritten(new_page, running, played):
    running.service.log_keeper.extend()
    page = new_page("/log", token=played["Ann"])
    expect(page.get_by_role("status", name="Signature")).to_have_text("Signed with key 1 of the house")
    path = page.get_by_role("list", name=re.compile("^From .* up to the signed root"))  # of the latest round, without a click
    expect(path.get_by_role("listitem").first).to_contain_text("The signed root")
    page.get_by_role("button", name="Check the latest round").click()
    expect(page.get_by_role("status", name="Is a round in it?")).to_contain_text("hashes lead from it to the signed root")
    first = page.request.get("/api/log/checkpoint").text()
    receipt = page.request.get("/api/tables/PG-1/rounds/1/receipt").json()
    ask(page, "A receipt", json.dumps(receipt), "hashes lead from it to the signed root")
    ask(page, "A receipt", json.dumps({**receipt, "version": 1}), "not the house’s")
    with answered_last(page, "**/api/log/proof/inclusion*"):
        own = page.locator("details.own", has=page.get_by_label("A receipt"))
        own.get_by_label("A receipt").fill(json.dumps(receipt))
        with page.expect_request("**/api/log/proof/inclusion*"):
            own.get_by_role("button", name="Compute the proof").click()
        ask(page, "A receipt", "nonsense", "This is not a receipt")
    expect(page.get_by_role("status", name="Is a round in it?")).to_contain_text("This is not a receipt")
    held = []
    page.route("**/api/log/proof/consistency*", lambda route: route.continue_() if held else held.append(route))
    own = page.locator("details.own", has=page.get_by_label("An older checkpoint"))
    own.locator("summary").click()
    own.get_by_label("An older checkpoint").fill(first)
    with page.expect_request("**/api/log/proof/consistency*"):
        own.get_by_role("button", name="Compute the proof").click()
    ask(page, "An older checkpoint", "nonsense", "This is not a checkpoint")
    held[0].abort()  # the refusal of the older proof comes late
    wait_for_content(page)
    expect(page.locator("#the-log .refusal")).to_have_count(0)
    page.unroute("**/api/log/proof/consistency*")
    with answered_last(page, "**/api/log/checkpoint") as wait_for_answer:
        page.get_by_role("button", name="Look again").click()
        wait_for_answer()
        running.service.record.add(lambda _: (Event("clock-set-back", (), {"milliseconds": 1_000}),))
        running.service.log_keeper.extend()
        size = page.request.get("/api/log/checkpoint").text().splitlines()[1]
        page.get_by_role("button", name="Look again").click()
        expect(page.get_by_role("status", name="History")).to_contain_text(f"the first of today’s {size}")
    expect(page.get_by_role("status", name="History")).to_contain_text(f"the first of today’s {size}")  # nothing was truncated
    ask(page, "An older checkpoint", first, "leaves of that checkpoint are the first of today")
    expect(page.get_by_role("status", name="History")).to_contain_text("leaves of that checkpoint are the first of today")
    ask(page, "An older checkpoint", first.replace("time 1", "time 2"), "is not genuine")
    page.route("**/api/log/proof/consistency*", lambda route: route.fulfill(json={"hashes": ["00" * 32]}))
    ask(page, "An older checkpoint", first, "were rewritten after they were signed")


def ask(page, label, text, answer):
    form = page.locator("details.own", has=page.get_by_label(label))
    if form.get_attribute("open") is None:
        form.locator("summary").click()
    form.get_by_label(label).fill(text)
    form.get_by_role("button", name="Compute the proof").click()
    name = {"A receipt": "Is a round in it?", "An older checkpoint": "Was it rewritten?"}[label]
    expect(page.get_by_role("status", name=name)).to_contain_text(re.compile(answer))


def test_axe_has_no_serious_finding_at_surveillance(new_page, running, played):
    _, token = running.employee("Abe", "auditor")
    page = new_page("/rounds", token=token)
    for path, ready in (
        ("/rounds", ".round-list"),
        ("/rounds?table=NO-1", ".refusal"),
        ("/rounds/PG-1/1", ".seeds"),
        ("/audit", ".log .verdict .tag"),
    ):
        page.goto(path)
        page.locator(ready).first.wait_for()
        if ready == ".seeds":  # the slider was moved, and the round is shown as a seat saw it
            page.keyboard.press("End")
            page.get_by_role("radio", name="Bob").check()
            expect(page.get_by_text("What Bob could see")).to_be_visible()
        exclude = (".felt", ".events ol")  # the felt is a live table's, and a hundred events are alike
        if ready == ".round-list":
            page.get_by_role("radio", name="Between…").check()
            page.locator("[name=until]").wait_for()
        schemes = ("light",) if ready == ".refusal" else ("light", "dark")
        assert serious_findings(page, schemes, exclude=exclude) == []
        assert unreached_controls(page) == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.set_viewport_size({"width": 1440, "height": 900})
