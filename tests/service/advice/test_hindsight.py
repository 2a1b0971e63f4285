"""What a player's choices in a completed round were worth: from the cards that he saw then, under the rules of that round."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from houseway.analysis import PlayerView, rate_choices
from houseway.analysis.pai_gow.solve.counts import PaiGowTerms
from houseway.analysis.pai_gow.solve.setting import rate_settings
from houseway.cards import parse_card, parse_hand
from houseway.disk_cache import NOT_CACHED
from houseway.errors import NotAllowed
from houseway.events import Event
from houseway.service.advice import hindsight
from houseway.service.advice.made_decisions import why_uncounted
from houseway.service.jobs.tasks import TASKS
from houseway.service.records.remembered_choices import PlayedRound, RememberedChoices, RoundChoices
from tests.support.api_bench import ApiBench, give, new_id, open_table, sign_in, sit_down
from tests.support.jobs import JobsInThisProcess
from tests.support.live import BOOKS

PAI_GOW, ULTIMATE, FOUR_CARD = "md.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"
PACE = {"betting_seconds": 0, "decision_seconds": 0}
ROUNDS = 3


class PlayedTables:
    """Tables without practice at which Ann and Bob have played some rounds."""

    def __init__(self, folder):
        self.bench = ApiBench(folder)
        self.service = self.bench.service
        self.service.desk.jobs.ask = JobsInThisProcess(self.service.desk.jobs).ask
        self.flo, self.sue = sign_in(self.bench, "Flo", "floorperson"), sign_in(self.bench, "Sue", "surveillance")
        self.ann, self.bob, self.wes = (sign_in(self.bench, name) for name in ("Ann", "Bob", "Wes"))
        for book in BOOKS:
            open_table(self.flo, book, "minimal", book, **PACE)
            for position, player in enumerate((self.ann, self.bob), start=1):
                sit_down(player, book, position, 100_000)
            self.bench.play(book, rounds=ROUNDS)
        rate_choices(self.rules(ULTIMATE), PlayerView(parse_hand("As Kd")))  # before the flop the solved game is looked up

    def rules(self, book):
        return self.service.house.tables[book].rules


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    tables = PlayedTables(tmp_path_factory.mktemp("hindsight"))
    yield tables
    tables.bench.close()


def look_back(client, table, number, whose="own"):
    return client.get(f"/api/tables/{table}/rounds/{number}/hindsight", params={"as": whose})


def refusal(answer):
    return answer.status_code, answer.json()["code"]


def worth_by_name(choices, ante):
    """Return what each choice was worth, under the names that the solver gives them."""
    return {
        f"{each['facts']['amount']['cents'] // ante}x" if each["act"] == "play" else each["act"]: Fraction(
            each["value"]["exact"]
        )
        for each in choices
    }


@pytest.mark.parametrize("book", [ULTIMATE, FOUR_CARD])
def test_each_decision_is_worth_what_the_solved_game_says_of_the_cards_seen_then(tables, book):
    for number in range(1, ROUNDS + 1):
        found = look_back(tables.ann, book, number).json()
        report = tables.ann.get(f"/api/tables/{book}/rounds/{number}/report").json()["report"]
        ante = next(each["stake"] for each in report["wagers"] if each["wager"] == "ante" and each["position"] == 1)
        assert found["decisions"]
        for each in found["decisions"]:
            up_card = parse_card(each["up_card"]) if each["up_card"] else None
            seen = PlayerView(parse_hand(" ".join(each["cards"])), parse_hand(" ".join(each["board"])), up_card)
            exact = rate_choices(tables.rules(book), seen).values
            worth = worth_by_name(each["choices"], ante)
            assert worth == {name: value for name, value in exact.items() if name in worth}
            taken = next(choice for choice in each["choices"] if choice["words"] == each["chosen"])
            cost = max(worth.values()) - Fraction(taken["value"]["exact"])
            assert (Fraction(each["cost"]["exact"]), Fraction(each["cost_cents"]["exact"])) == (cost, cost * ante)
        costs = [Fraction(each["cost_cents"]["exact"]) for each in found["decisions"]]
        assert (found["counted"], found["best"]) == (len(costs), costs.count(0))
        assert Fraction(found["cost_cents"]["exact"]) == sum(costs)


@pytest.mark.parametrize("book", [book for book in BOOKS if book.endswith("pai-gow-poker")])
def test_each_setting_is_worth_what_it_is_against_every_hand_of_the_house_way(tables, book):
    rules = tables.rules(book)
    for number in range(1, ROUNDS + 1):
        (made,) = look_back(tables.bob, book, number, "seat:2").json()["decisions"]
        rated = rate_settings(parse_hand(" ".join(made["cards"])), rules.house_way, PaiGowTerms.from_rules(rules))
        exact = sorted((each.expected_value for each in rated.settings), reverse=True)
        assert [Fraction(each["value"]["exact"]) for each in made["choices"]] == exact
        assert Fraction(made["cost"]["exact"]) in {exact[0] - each for each in exact}


def test_only_the_cards_seen_then_are_used(tables):
    """Before the flop nobody has seen a board, and afterwards each street shows what lay open."""
    streets = set()
    for number in range(1, ROUNDS + 1):
        for client in (tables.ann, tables.bob):
            for each in look_back(client, ULTIMATE, number).json()["decisions"]:
                assert len(each["cards"]) == 2
                assert each["up_card"] == ""
                streets.add((each["words"], len(each["board"])))
    assert ("before the flop", 0) in streets
    assert all(str(count) in words or not count for words, count in streets)


def test_a_folded_pair_costs_exactly_what_the_solver_says(tables):
    """Somebody folds every hand at Four Card Poker: a fold that was worth less than a Play wager costs the difference."""
    cy, table = sign_in(tables.bench, "Cy"), "F-1"
    open_table(tables.flo, FOUR_CARD, "minimal", table, **PACE)
    sit_down(cy, table, 1, 100_000)
    blunders = 0
    for number in range(1, 7):
        tables.bench.play_until(table, lambda state: state.round.hands)
        assert give(cy, table, "fold", position=1).status_code == 200
        tables.bench.play_until(table, lambda state, number=number: state.number > number)
        found = look_back(cy, table, number).json()
        (made,) = found["decisions"]
        seen = PlayerView(parse_hand(" ".join(made["cards"])), up_card=parse_card(made["up_card"]))
        exact = rate_choices(tables.rules(table), seen).values
        assert Fraction(made["cost"]["exact"]) == max(exact.values()) - exact["fold"]
        assert made["chosen"] == "fold"
        assert found["best"] == (max(exact.values()) == exact["fold"])
        blunders += not found["best"]
    assert blunders, "one of six hands was worth playing"


def test_what_was_decided_in_the_players_place_is_marked_and_not_counted(tables):
    dee, table = sign_in(tables.bench, "Dee"), "F-2"
    open_table(tables.flo, FOUR_CARD, "minimal", table, **PACE)
    sit_down(dee, table, 1, 100_000)
    tables.bench.play_until(table, lambda state: state.round.hands)
    away = {"id": new_id(), "position": 1, "why": "went to the phone"}
    assert tables.flo.post(f"/api/tables/{table}/absent", away).status_code == 204
    tables.bench.play_until(table, lambda state: state.number > 1)
    found = look_back(dee, table, 1).json()
    (made,) = found["decisions"]
    assert (made["counts"], made["why_not"]) == (False, hindsight.BY_OTHERS)
    assert made["choices"]
    assert (found["counted"], found["cost_cents"]["exact"]) == (0, "0/1")


def test_a_live_round_stays_sealed_and_a_round_is_for_its_player_and_those_who_check(tables):
    live = tables.service.house.tables[FOUR_CARD].number
    assert refusal(look_back(tables.ann, FOUR_CARD, live)) == (409, "service.round-live")
    assert refusal(look_back(tables.sue, FOUR_CARD, live, "seat:1")) == (409, "service.round-live")
    assert refusal(look_back(tables.wes, FOUR_CARD, 1)) == (409, "hindsight.not-played")
    assert refusal(look_back(tables.bob, FOUR_CARD, 1, "seat:1")) == (403, "authority.denied")
    assert look_back(tables.bob, FOUR_CARD, 1, "house").status_code == 422
    own, checked = look_back(tables.ann, FOUR_CARD, 1).json(), look_back(tables.sue, FOUR_CARD, 1, "seat:1").json()
    assert own == checked


def test_ones_own_choices_are_summed_up_by_game_and_counted_once(tables):
    def sums():
        return tables.bob.get("/api/hindsight").json()

    found, asked = sums(), []
    while found["counted"] < len(found["rounds"]):
        found = sums()
    assert len(found["rounds"]) == ROUNDS * len(BOOKS)
    assert not found["is_cut"]
    assert [each["game"] for each in found["games"]] == ["Four Card Poker", "Pai Gow Poker", "Ultimate Texas Hold'em"]
    assert sum(each["decisions"] for each in found["games"]) == found["together"]["decisions"]
    alone = [look_back(tables.bob, each["table"], each["round"]).json() for each in found["rounds"]]
    assert [each["cost_cents"] for each in alone] == [each["cost_cents"] for each in found["rounds"]]
    total = sum(Fraction(each["cost_cents"]["exact"]) for each in alone)
    assert Fraction(found["together"]["cost_cents"]["exact"]) == total
    tables.service.desk.jobs.ask, ask = lambda *question: asked.append(question), tables.service.desk.jobs.ask
    try:
        assert sums() == found
    finally:
        tables.service.desk.jobs.ask = ask
    assert asked == []
    assert tables.wes.get("/api/hindsight").json()["rounds"] == []


def test_an_answer_that_may_still_change_is_not_remembered_for_long():
    now = [0.0]
    remembered, played = RememberedChoices(lambda: now[0]), PlayedRound("T", 1, 0, 0)
    for is_final in (False, True):
        choices = RoundChoices("Four Card Poker", 1, 1, Fraction(0), is_final)
        remembered.add("Ann", played, choices)
        assert remembered.find("Ann", played) == choices
        assert remembered.find("Bob", played) is None
        now[0] += 3_600.0
        assert remembered.find("Ann", played) == (choices if is_final else None)


def test_a_game_that_nobody_has_solved_is_not_counted_yet(tables, monkeypatch):
    def refuse(arguments, report):
        raise NotAllowed("not solved yet", code=NOT_CACHED, given="ultimate", allowed="houseway solve")

    monkeypatch.setattr("houseway.service.jobs.tasks.advise", refuse)
    answer = TASKS["value-decisions"]({"source": {}, "decisions": [{"sets_hand": False}]}, lambda *_: None)
    assert answer["json"].content == b'{"values": [null]}'


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Event("round-voided", (), {}), "the round was void"),
        (Event("base-voided", (), {}), "the round was void"),
        (Event("hand-voided", (), {"position": 1}), "the hand was void"),
        (Event("hand-voided", (), {"position": 2}), ""),
    ],
)
def test_no_decision_of_a_void_hand_or_round_counts(event, why):
    assert why_uncounted(SimpleNamespace(events=(event,)), 1) == why


@pytest.mark.parametrize(("number", "is_void"), [(1, True), (2, False)])
def test_a_round_that_is_found_void_afterwards_does_not_count(number, is_void):
    events = (
        Event("round-annulled", (), {"round": 1}),
        Event("round-started", (), {"number": 4}),
        Event("round-annulled", (), {"round": 2}),
    )
    store = SimpleNamespace(read=lambda stream, after: [SimpleNamespace(events=events)])
    read = SimpleNamespace(table="T", number=number, last_version=9)
    assert hindsight.is_annulled(store, read) is is_void
