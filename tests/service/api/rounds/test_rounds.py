"""Rounds, meters, seeds and receipts over HTTP."""

from hashlib import sha256

import pytest

from houseway.cards import DECK, parse_card
from houseway.chance import CommittedChance, mix_seed
from houseway.files.logs.log import read_log
from houseway.service.api.rounds import rounds
from houseway.service.api.rounds.search import HOUR
from houseway.service.records import round_search
from houseway.service.records.round_review import RoundReviews
from houseway.service.secrecy.keys import PublicKey
from houseway.service.secrecy.receipts import Receipt, is_genuine
from houseway.store.chain import link_hash
from tests.service.records.test_round_review import forged, play_until_paid
from tests.support.api_bench import open_table, sign_in, sit_down
from tests.support.command import answered

ROUNDS = 2


@pytest.fixture(scope="module")
def house(bench):
    """A table at which two guests have played some rounds."""
    bench.floor = sign_in(bench, "Flo", "floorperson")
    bench.table = open_table(bench.floor, "md.ultimate-texas-holdem", "everything")
    bench.ann, bench.bob = sign_in(bench, "Ann"), sign_in(bench, "Bob")
    sit_down(bench.ann, bench.table, 1)
    sit_down(bench.bob, bench.table, 2)
    bench.play(bench.table, rounds=ROUNDS)
    bench.rounds = f"/api/tables/{bench.table}/rounds"
    return bench


def test_rounds_are_listed_the_last_first(house):
    listed = house.ann.get(house.rounds).json()
    assert [each["number"] for each in listed["rounds"]] == [2, 1]
    assert listed["live"] == 3
    assert [each["number"] for each in house.ann.get(house.rounds, params={"before": 2}).json()["rounds"]] == [1]


def test_a_period_of_a_search_is_reckoned_by_the_clock_and_the_gaming_day_of_the_house(house):
    def search(when):
        answer = house.ann.get("/api/rounds", params={"when": when}).json()
        return answer["since"], answer["until"], len(answer["rounds"])

    hour, shift, today, yesterday = map(search, ("hour", "eight-hours", "today", "yesterday"))
    now, calendar = house.service.record.now(), house.service.record.state.calendar
    assert [hour[2], shift[2], today[2], yesterday[2]] == [ROUNDS, ROUNDS, ROUNDS, 0]
    assert (today[0], today[1] + 1) == calendar.day_bounds(calendar.day_of(now))
    assert (yesterday[0], yesterday[1] + 1) == calendar.day_bounds(calendar.day_of(today[0] - 1))
    assert now - hour[0] < 2 * HOUR <= 8 * HOUR <= now - shift[0]
    assert house.ann.get("/api/rounds", params={"when": "tea"}).status_code == 422


def test_a_report_has_hands_results_and_names(house):
    answer = house.ann.get(f"{house.rounds}/1/report").json()
    assert answer["names"][house.ann.id] == "Ann"
    assert answer["report"]["round"] == 1
    assert sum(answer["report"]["changes"].values()) == 0


def test_why_has_rows_and_clauses(house):
    why = house.ann.get(f"{house.rounds}/1/why", params={"as": "seat:1"}).json()["why"]
    assert {each["wager"] for each in why["wagers"]} >= {"ante", "blind"}
    assert all(each["clauses"] for each in why["wagers"])
    assert why["clauses"]


def test_a_replay_is_marked_and_told_in_names(house):
    answer = house.ann.get(f"{house.rounds}/2/replay", params={"as": "seat:1"}).json()
    assert answer["replay"] is True
    assert sum(answer["balances"].values()) == 0
    assert {command["stand_in"] for command in answer["commands"]} == {""}
    words = " ".join(event["words"] for command in answer["commands"] for event in command["events"])
    assert "Ann" in words
    assert house.ann.id not in words
    numbers = [event["number"] for command in answer["commands"] for event in command["events"]]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


@pytest.mark.parametrize("kind", ["report", "why", "replay"])
def test_a_live_round_is_sealed(house, kind):
    answer = house.ann.get(f"{house.rounds}/3/{kind}")
    assert (answer.status_code, answer.json()["code"]) == (409, "service.round-live")
    assert house.ann.get(f"{house.rounds}/4/{kind}").status_code == 404


@pytest.mark.parametrize("through", ["seat:2", "house", "dealer", "floor"])
def test_a_player_looks_through_no_others_eyes(house, through):
    answer = house.ann.get(f"{house.rounds}/1/replay", params={"as": through})
    assert (answer.status_code, answer.json()["code"]) == (403, "authority.denied")


def test_who_checks_the_house_sees_every_seat_and_the_whole_record(house):
    abe = sign_in(house, "Abe", "auditor")
    for through in ("seat:1", "seat:2", "house"):
        assert abe.get(f"{house.rounds}/1/replay", params={"as": through}).status_code == 200
    assert abe.get(f"{house.rounds}/1/replay", params={"as": "seat:5"}).status_code == 404
    commands = abe.get(f"{house.rounds}/1/replay", params={"as": "house"}).json()["commands"]
    dealt = next(event for command in commands for event in command["events"] if event["kind"] == "cards-dealt")
    assert len(dealt["facts"]["hands"]["table"]) == 3


def events_of(replay):
    return [event for command in replay["commands"] for event in command["events"]]


def test_only_the_house_sees_cards_that_lie_face_down(house):
    abe = sign_in(house, "Abe", "auditor")
    replays = {through: abe.get(f"{house.rounds}/1/replay", params={"as": through}).json() for through in ("house", "seat:1")}
    parts = [event["view"].get("face_down") for event in events_of(replays["house"])]
    places = [place for part in parts if part for place, _ in dict(part["table"])["cards"]["table"]]
    assert set(places) >= {0, 1, 2, "board"}
    assert not any("face_down" in event["view"] for event in events_of(replays["seat:1"]))
    assert [each["through"] for each in replays["house"]["perspectives"]] == ["house", "public", "seat:1", "seat:2"]


def test_a_player_may_look_as_himself_and_as_the_public(house):
    answer = house.ann.get(f"{house.rounds}/1/replay").json()
    assert [(each["through"], each["title"], each["is_own"]) for each in answer["perspectives"]] == [
        ("public", "The public", False),
        ("seat:1", "Ann", True),
    ]


def test_whoever_sat_there_sees_his_own_cards_and_whoever_did_not_sees_what_the_public_saw(house):
    answers = {
        through: house.ann.get(f"{house.rounds}/1/replay", params={"as": through}) for through in ("own", "seat:1", "public")
    }
    own, seat, public = (answer.json()["commands"] for answer in answers.values())
    assert own == seat != public
    stranger = sign_in(house, "Cyd").get(f"{house.rounds}/1/replay", params={"as": "own"})
    assert (stranger.status_code, stranger.json()["commands"]) == (200, public)


def test_a_replay_says_nothing_of_the_next_round(house):
    first, *others = events_of(house.ann.get(f"{house.rounds}/1/replay").json())
    assert first["view"]["round"] == 1
    assert all("round" not in event["view"] for event in others)


def test_the_parts_of_a_round_follow_each_other(house):
    commands = house.ann.get(f"{house.rounds}/2/replay").json()["commands"]
    assert list(dict.fromkeys(command["phase"] for command in commands)) == [
        "Table",
        "Wagers",
        "Deal",
        "Decisions",
        "Settlement",
    ]


def test_who_checks_the_house_computes_the_chain_again(house):
    abe = sign_in(house, "Abe", "auditor")
    chain = abe.get(f"{house.rounds}/2/chain").json()
    assert chain["previous"] == house.ann.get(f"{house.rounds}/1/receipt").json()["hash"]
    previous = bytes.fromhex(chain["previous"])
    for link in chain["links"]:
        previous = link_hash(previous, chain["stream"], link["before"], link["content"].encode(), bytes.fromhex(link["sealed"]))
        assert previous.hex() == link["hash"]
    assert previous.hex() == house.ann.get(f"{house.rounds}/2/receipt").json()["hash"]
    told = house.ann.get(f"{house.rounds}/2/chain").json()
    assert [each["hash"] for each in told["links"]] == [each["hash"] for each in chain["links"]]
    assert {(each["content"], each["sealed"]) for each in told["links"]} == {(None, "")}
    assert house.ann.get(f"{house.rounds}/3/chain").json()["code"] == "service.round-live"


# Search


def found(house, **sought):
    answer = house.ann.get("/api/rounds", params=sought)
    assert answer.status_code == 200, answer.text
    return answer.json()


def numbers(house, **sought):
    return [each["number"] for each in found(house, **sought)["rounds"]]


def test_completed_rounds_are_found_the_latest_first(house):
    answer = found(house, table=house.table)
    assert [each["number"] for each in answer["rounds"]] == [2, 1]
    assert answer["next"] is None
    report = house.ann.get(f"{house.rounds}/1/report").json()["report"]
    first = answer["rounds"][-1]
    assert {each["player"]: each["net"] for each in first["results"]} == report["net"]
    assert answer["names"][house.ann.id] == "Ann"


def test_rounds_are_found_by_player_result_and_time(house):
    rounds = found(house)["rounds"]
    nets = {each["number"]: {result["player"]: result["net"] for result in each["results"]} for each in rounds}
    assert numbers(house, player="ANN") == numbers(house, player=house.ann.id) == [2, 1]
    assert numbers(house, player="Nobody") == []
    assert numbers(house, player="Bob", result="won") == [n for n, net in nets.items() if net[house.bob.id] > 0]
    largest = max(0, *(-net for each in nets.values() for net in each.values()))
    assert numbers(house, result="lost", least=largest + 1) == []
    later = rounds[0]["began_at"]
    assert numbers(house, since=later) == [each["number"] for each in rounds if each["began_at"] >= later]
    assert numbers(house, until=rounds[-1]["began_at"] - 1) == []
    assert numbers(house, result="void") == numbers(house, irregular=True) == numbers(house, words="exposed") == []


def test_a_search_goes_on_where_it_stopped(house, monkeypatch):
    monkeypatch.setattr(round_search, "PAGE", 1)
    first = found(house)
    assert [each["number"] for each in first["rounds"]] == [2]
    second = found(house, after=first["next"])
    assert ([each["number"] for each in second["rounds"]], second["next"]) == ([1], None)
    assert house.ann.get("/api/rounds", params={"after": "x"}).status_code == 422


def test_the_seeds_of_a_round_are_those_that_were_committed_to(house):
    over = house.ann.get(f"{house.rounds}/1/chance").json()
    assert "draws" in over["opened"]
    for purpose, seed in over["opened"].items():
        assert sha256(bytes.fromhex(seed)).hexdigest() == over["commitments"][purpose]
    live = house.ann.get(f"{house.rounds}/3/chance").json()
    assert live["commitments"]
    assert live["opened"] == {}
    assert house.ann.get(f"{house.rounds}/4/chance").status_code == 404
    assert "secret" not in house.ann.get(f"{house.rounds}/3/chance").text


def test_the_order_of_a_deck_that_was_dealt_follows_from_its_open_seed(house):
    """The deck of a round may have been shuffled in the round before."""
    dealt = next(
        event for event in events_of(house.ann.get(f"{house.rounds}/2/replay").json()) if event["kind"] == "deal-begun"
    )
    shuffles = house.ann.get(f"{house.rounds}/2/chance").json()["shuffles"]
    behind = [each for each in shuffles if each["deck"] == dealt["facts"]["deck"] and each["version"] < dealt["number"]][-1]
    assert sha256(bytes.fromhex(behind["seed"])).hexdigest() == behind["commitment"]
    order = sorted(map(parse_card, behind["order"]), key=list(DECK).index)
    assert behind["number"] == 0
    CommittedChance(mix_seed(bytes.fromhex(behind["seed"]), behind["values"].encode())).shuffle(order)
    assert list(map(str, order)) == behind["order"]
    live = house.ann.get(f"{house.rounds}/3/chance").json()["shuffles"]
    assert all(bool(each["order"]) == bool(each["seed"]) for each in live)
    assert not any(each["seed"] for each in live if each["round"] == 3)


def test_anybody_can_verify_a_receipt(house, client):
    receipt = Receipt(**house.ann.get(f"{house.rounds}/1/receipt").json())
    keys = [PublicKey(**key) for key in client.get("/api/keys").json()["keys"]]
    assert is_genuine(receipt, keys)
    assert receipt.stream == f"table:{house.table}"
    assert receipt.chance == sha256(house.ann.get(f"{house.rounds}/1/chance").json()["values"].encode()).hexdigest()
    later = Receipt(**house.ann.get(f"{house.rounds}/2/receipt").json())
    assert later.version > receipt.version


def test_meters_have_a_history(house):
    meters = house.ann.get("/api/meters").json()["meters"]
    assert meters
    meter = meters[0]
    history = house.ann.get(f"/api/meters/{meter['id']}/history").json()
    assert history["meter"] == meter
    numbers = [event["number"] for event in history["events"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert history["events"][0]["kind"] == "meter-opened"
    assert all(event["words"] for event in history["events"])
    some = house.ann.get(f"/api/meters/{meter['id']}/history", params={"before": 2}).json()["events"]
    assert [event["number"] for event in some] == [1]
    assert house.ann.get("/api/meters/no/such/history").status_code == 404


def test_a_round_is_downloaded_as_a_log_that_the_commands_read(house, tmp_path):
    auditor = sign_in(house, "Aud", "auditor")
    answer = auditor.get(f"{house.rounds}/1/log")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == f'attachment; filename="{house.table}-round-1.jsonl"'
    path = tmp_path / "round.jsonl"
    path.write_bytes(answer.content)
    log = read_log(path)
    assert (log.rounds[0], log.complete, log.table.id) == (1, True, house.table)
    assert [event.number("number") for event in log.events if event.kind == "round-completed"] == [1]
    assert answered("audit", path).endswith("everything is in order\n")
    assert house.ann.get(f"{house.rounds}/1/log").status_code == 403
    assert auditor.get(f"{house.rounds}/{ROUNDS + 1}/log").status_code == 409


def test_a_cut_is_no_shuffle(house):
    """The cut of a deck is drawn as well. It must not be taken for the shuffle that gives the order."""
    table = open_table(house.floor, "md.four-card-poker", "minimal")
    sit_down(sign_in(house, "Cid"), table, 1)
    house.play(table)
    chance = house.ann.get(f"/api/tables/{table}/rounds/1/chance").json()
    assert [draw["act"] for draw in chance["draws"] if draw["deck"]] == ["shuffle", "cut"]
    assert [len(each["order"]) for each in chance["shuffles"]] == [len(DECK)]


def test_a_round_as_the_rules_give_it_has_no_findings(house):
    for path in ("why", "report"):
        assert house.ann.get(f"{house.rounds}/1/{path}").json()["findings"] == []


def test_the_reasons_of_a_changed_record_are_those_of_the_rules_and_say_so(house, monkeypatch):
    """Somebody has halved a payment in the store: the page says so, and explains what the rules give."""
    read_round = rounds.read_round
    house.play(house.table, rounds=2)
    play_until_paid(house, house.service.store, house.service.keys.vault, house.table)
    number = house.service.house.latest_state(house.table).number - 1
    before = house.ann.get(f"{house.rounds}/{number}/why").json()
    monkeypatch.setattr(rounds, "read_round", lambda *given: forged(read_round(*given))[0])
    monkeypatch.setattr(house.service, "round_reviews", RoundReviews())
    answer = house.ann.get(f"{house.rounds}/{number}/why").json()
    (finding,) = answer["findings"]
    assert finding["level"] == "money"
    assert any(cents > 0 for account, cents in finding["owed"].items() if account.startswith("player:"))
    assert answer["why"] == before["why"]
