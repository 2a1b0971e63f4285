"""Advice to seated players: the house way everywhere, exact values where there is practice, each request on record."""

from fractions import Fraction

import pytest

from houseway.analysis import PlayerView, rate_choices
from houseway.disk_cache import NOT_CACHED
from houseway.errors import NotAllowed
from houseway.games.pai_gow.base_wager.outcome import high_order
from houseway.procedure import DEALER
from houseway.service.advice.advising import prepare_advice
from houseway.service.feed.moment import PUBLIC
from houseway.service.jobs.question import Lane
from houseway.service.jobs.sources import rules_from
from houseway.service.jobs.tasks import TASKS
from houseway.service.records.advice_record import ADVICE_ASKED, advice_stream
from houseway.table.context import round_context
from tests.support.api_bench import ApiBench, give, open_table, sign_in, sit_down
from tests.support.jobs import JobsInThisProcess
from tests.support.live import BOOKS

PAI_GOW, ULTIMATE, FOUR_CARD = "md.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"
PACE = {"betting_seconds": 0, "decision_seconds": 0}


class Tables:
    """Tables at which Ann and Bob have cards before them."""

    def __init__(self, folder):
        self.bench = ApiBench(folder)
        self.service = self.bench.service
        self.service.desk.jobs.ask = JobsInThisProcess(self.service.desk.jobs).ask
        self.flo, self.ann, self.bob = (sign_in(self.bench, *who) for who in (("Flo", "floorperson"), ("Ann",), ("Bob",)))
        self.opened = {}

    def open(self, book, **settings):
        key = (book, *settings.items())
        if key not in self.opened:
            name = self.opened[key] = f"T-{len(self.opened)}"
            open_table(self.flo, book, "minimal", name, **PACE, **settings)
            for position, player in enumerate((self.ann, self.bob), start=1):
                sit_down(player, name, position, 50_000)
            self.bench.play_until(name, lambda table: table.round.hands)
        return self.opened[key]

    def state(self, name):
        return self.service.house.tables[name]

    def recorded(self, name):
        return [event for append in self.service.store.read(advice_stream(name)) for event in append.events]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    tables = Tables(tmp_path_factory.mktemp("advice"))
    yield tables
    tables.bench.close()


def ask(client, table, about, **more):
    return client.post(f"/api/tables/{table}/advice", {"about": about, **more})


def refusal(answer):
    return answer.status_code, answer.json()["code"]


# The house way


@pytest.mark.parametrize("book", BOOKS)
def test_the_house_way_is_told_at_every_table_as_a_command_that_would_be_taken(tables, book):
    table = tables.open(book)
    answer = ask(tables.ann, table, "house-way").json()
    (choice,) = answer["choices"]
    wanted = {"id": f"preview-{table}", "act": choice["act"], "facts": choice["facts"]}
    assert tables.ann.post(f"/api/tables/{table}/preview", wanted).status_code == 200
    assert answer["method"]
    assert answer["position"] == 1
    assert choice["value"] is None


def test_seven_cards_are_set_by_the_house_way_in_force(tables):
    table = tables.open(PAI_GOW)
    state = tables.state(table)
    told = ask(tables.bob, table, "house-way").json()["choices"][0]["facts"]["low"]
    expected = state.house_way.set(state.round.hands[2], high_order(state.rules)).low
    assert {each["card"] for each in told} == {str(card) for card in expected}


# What each choice is worth


def test_every_open_choice_against_the_dealer_has_its_exact_value_and_cost(tables):
    table = tables.open(FOUR_CARD, practice=True)
    state = tables.state(table)
    (up_card,) = state.game.view(round_context(state, 0), PUBLIC)["cards"][DEALER]
    seen = PlayerView(state.round.hands[1], up_card=up_card)
    exact = rate_choices(state.rules, seen).values
    choices = ask(tables.ann, table, "expectation").json()["choices"]
    ante = state.round.stakes[1]["ante"].total.amount
    names = [_name(each, ante) for each in choices]
    assert {name: Fraction(each["value"]["exact"]) for name, each in zip(names, choices, strict=True)} == exact
    assert exact[names[0]] == max(exact.values())
    costs = [Fraction(each["cost_cents"]["exact"]) for each in choices]
    assert costs == [(max(exact.values()) - exact[name]) * ante for name in names]
    assert ask(tables.ann, table, "expectation").json()["choices"] == choices, "it does not adapt to whoever asks again"


def test_before_the_flop_the_solved_game_is_looked_up_by_the_worker_that_is_ready(tables, asked_of_workers):
    table = tables.open(ULTIMATE, practice=True, program_floor=True)
    state = tables.state(table)
    exact = rate_choices(state.rules, PlayerView(state.round.hands[1])).values
    choices = ask(tables.ann, table, "expectation").json()["choices"]
    ante = state.round.stakes[1]["ante"].total.amount
    assert {_name(each, ante): Fraction(each["value"]["exact"]) for each in choices} == {
        name: worth for name, worth in exact.items() if name in {_name(each, ante) for each in choices}
    }
    assert [(question.lane, question.arguments["kept_only"]) for question in asked_of_workers] == [(Lane.TABLE, True)]


def test_a_game_that_nobody_has_solved_is_solved_by_the_worker_for_long_questions(tables, asked_of_workers, monkeypatch):
    answered, kept = TASKS["advise"], []

    def refuse_what_is_not_kept(arguments, report):
        kept.append(arguments.get("kept_only", False))
        if kept[-1]:
            raise NotAllowed("ultimate has not been solved yet", code=NOT_CACHED, given="ultimate", allowed="houseway solve")
        return answered(arguments, report)

    monkeypatch.setitem(TASKS, "advise", refuse_what_is_not_kept)
    table = tables.open(ULTIMATE, practice=True, surrender_seconds=0)
    assert ask(tables.ann, table, "expectation").json()["choices"]
    assert kept == [True, False]
    assert [question.lane for question in asked_of_workers] == [Lane.TABLE, Lane.TABLE_LONG]


def test_a_worker_refuses_a_game_that_is_not_kept_if_it_is_to_look_up_only(monkeypatch, tmp_path):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr("houseway.disk_cache.SHIPPED", tmp_path)
    asked = {"source": {"example": f"{ULTIMATE}/minimal"}, "cards": "5s 4d", "board": "", "kept_only": True}
    with pytest.raises(NotAllowed) as refused:
        TASKS["advise"](asked, lambda *_: None)
    assert refused.value.code == NOT_CACHED


@pytest.fixture
def asked_of_workers(tables, monkeypatch):
    """The questions that the workers are asked."""
    asked, ask_workers = [], tables.service.desk.jobs.ask

    def remember(question, *args, **options):
        asked.append(question)
        return ask_workers(question, *args, **options)

    monkeypatch.setattr(tables.service.desk.jobs, "ask", remember)
    return asked


def _name(choice, ante):
    return f"{choice['facts']['amount']['cents'] // ante}x" if choice["act"] == "play" else choice["act"]


def test_every_legal_setting_has_its_exact_value(tables):
    table = tables.open(PAI_GOW, practice=True)
    answer = ask(tables.ann, table, "expectation").json()
    snapshot = tables.ann.get(f"/api/tables/{table}?as=player").json()
    (hand,) = snapshot["own"]["hands"]
    legal = {frozenset(card["card"] for card in each["low"]) for each in hand["settings"] if each["legal"]}
    assert {frozenset(card["card"] for card in each["facts"]["low"]) for each in answer["choices"]} == legal
    values = [Fraction(each["value"]["exact"]) for each in answer["choices"]]
    assert values == sorted(values, reverse=True)
    assert all(-1 <= value < 1 for value in values)


def test_exact_values_are_not_told_at_a_table_without_practice(tables):
    assert refusal(ask(tables.ann, tables.open(FOUR_CARD), "expectation")) == (409, "advice.practice")


@pytest.mark.parametrize("more", [{}, {"position": 1}])
def test_nobody_is_advised_on_a_decision_that_is_not_his(tables, more):
    """At Four Card Poker Ann decides first. Bob's is not due, nor is that at Ann's seat his; and Wes does not play."""
    table = tables.open(FOUR_CARD, practice=True)
    wes = sign_in(tables.bench, "Wes")
    before = tables.recorded(table)
    for client in (tables.bob, wes):
        assert refusal(ask(client, table, "house-way", **more)) == (409, "advice.not-due")
    assert tables.recorded(table) == before
    assert refusal(ask(tables.flo, table, "house-way")) == (403, "authority.denied")


# The record


def test_each_request_is_on_record_and_read_by_its_player_and_those_who_check(tables):
    table = tables.open(ULTIMATE, practice=True)
    number = tables.state(table).version
    assert ask(tables.ann, table, "house-way").status_code == 200
    asked = tables.recorded(table)[-1]
    assert asked.kind == ADVICE_ASKED
    facts = {"about": "house-way", "round": 1, "number": number, "position": 1, "by": tables.ann.id}
    assert asked.facts == facts
    path = f"/api/tables/{table}/rounds/1/advice"
    assert refusal(tables.ann.get(path)) == (409, "service.round-live")
    tables.bench.play(table)
    sue = sign_in(tables.bench, "Sue", "surveillance")
    listed = {client: client.get(path).json()["requests"] for client in (tables.ann, tables.bob, sue)}
    assert [each["number"] for each in listed[tables.ann]] == [number]
    assert listed[tables.bob] == []
    assert listed[sue] == listed[tables.ann]


# The desks


def test_the_desk_values_no_hand_for_somebody_with_a_hand_at_a_table_without_practice(tables):
    tables.open(FOUR_CARD)
    advise_body = {"source": {"kind": "book", "book": FOUR_CARD}, "cards": "Ts Td 7c 4h 2s", "up_card": "Kc"}
    setting_body = {"cards": "9s 9d 3c 3d Ah 5s 2c"}
    for path, body in (("/api/advise", advise_body), ("/api/house-ways/values", setting_body)):
        assert refusal(tables.ann.post(path, body)) == (409, "advice.live-table")
    away = sign_in(tables.bench, "Away")
    assert away.post("/api/advise", advise_body).status_code == 202


def test_the_desk_values_hands_for_whoever_plays_at_tables_with_practice_only(tables):
    cy, table = sign_in(tables.bench, "Cy"), "P-1"
    open_table(tables.flo, FOUR_CARD, "minimal", table, **PACE, practice=True)
    sit_down(cy, table, 1, 50_000)
    tables.bench.play_until(table, lambda state: state.round.hands)
    body = {"source": {"kind": "book", "book": FOUR_CARD}, "cards": "Ts Td 7c 4h 2s", "up_card": "Kc"}
    assert cy.post("/api/advise", body).status_code == 202
    assert give(cy, table, "fold", position=1).status_code == 200


def test_a_house_may_turn_practice_on_where_a_person_deals(tables):
    open_table(tables.flo, FOUR_CARD, "minimal", "D-1", croupier=False, practice=True)
    assert tables.service.house.settings("D-1").practice
    open_table(tables.flo, FOUR_CARD, "minimal", "D-2", croupier=False)
    assert not tables.service.house.settings("D-2").practice


def test_a_worker_gets_ready_for_the_house_ways_of_tables_with_practice(tables, monkeypatch):
    practised = {tables.state(tables.open(book, practice=True)).house_way for book in (PAI_GOW, FOUR_CARD)}
    tables.open("div.pai-gow-poker")
    asked = []
    monkeypatch.setattr(tables.service.desk.jobs, "prepare", lambda lane, steps: asked.extend(steps))
    prepare_advice(tables.service)
    of_tables = [step.arguments["source"] for step in asked if "edition" in step.arguments["source"]]
    assert {rules_from(source).house_way for source in of_tables} == practised - {None}
    assert len(of_tables) == 1, "tables that set hands alike are one step"
