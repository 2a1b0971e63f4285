"""Limits, suspensions and exclusions at tables, and the ways in which somebody might try to get around them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from houseway.errors import NotAllowed
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.clock import HouseClock
from houseway.service.people.person import Person
from houseway.service.people.protecting import Protecting
from houseway.service.people.protection.play_sums import played_stream
from houseway.service.people.protection.protection_policy import usual_protection
from houseway.store import open_store
from houseway.store.memory import MemoryStore
from tests.support.api_bench import PASSWORD, ApiBench, give, open_table, sign_in, sit_down
from tests.support.house_checks import check_house
from tests.support.live import LiveHouse, submission
from tests.support.people_bench import CHEAP

BOOK, UTH, OTHER = "md.ultimate-texas-holdem", "UTH-1", "UTH-2"
ANTE = {"wager": "ante", "amount": {"cents": 1_000}, "blind": {"cents": 1_000}}
"""$20 with the blind."""
UNHURRIED = {"betting_seconds": 0, "decision_seconds": 0}
HOUR, DAY = 3_600_000, 86_400_000
NOON = 1_768_910_400_000
"""2026-01-20 12:00 UTC."""
PROTECTION = "/api/protection"
LONG = replace(CHEAP, idle_limit=1_000 * DAY, guest_time=1_000 * DAY, guest_money=Cents.from_dollars(20_000))
"""Nobody's session ends while a test lets a year pass."""


class MovedClock(HouseClock):
    """A clock that a test moves, back as well."""

    def __init__(self):
        self.time = NOON
        super().__init__(lambda: self.time)


@pytest.fixture
def clock():
    return MovedClock()


@pytest.fixture
def bench(tmp_path, clock):
    bench = ApiBench(tmp_path, clock, LONG)
    yield bench
    bench.close()


@pytest.fixture
def floor(bench):
    floor = sign_in(bench, "Flo", "floorperson")
    for table in (UTH, OTHER):
        open_table(floor, BOOK, "minimal", table, **UNHURRIED)
    return floor


@pytest.fixture
def ann(bench, floor):
    ann = sign_in(bench, "Ann")
    sit_down(ann, UTH, 1)
    return ann


def bet(client, table=UTH, position=1):
    return give(client, table, "wager", position=position, **ANTE)


def limit(client, kind, most, period="day"):
    answer = client.post(f"{PROTECTION}/limits", {"kind": kind, "period": period, "most": most})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal_of(answer):
    assert answer.status_code == 409, answer.text
    return answer.json()["code"]


def in_force(client, kind, period="day"):
    found = client.get(PROTECTION).json()["in_force"]
    return next((each for each in found if (each["kind"], each["period"]) == (kind, period)), None)


def test_a_limit_on_wagers_counts_what_came_before_it_and_holds_at_once(bench, ann, clock):
    assert bet(ann).status_code == 200
    limit(ann, "wagers", 4_500)
    assert in_force(ann, "wagers")["left"] == 2_500
    assert bet(ann).status_code == 200
    refused = bet(ann)
    assert refusal_of(refused) == "protection.limit"
    assert refused.json()["allowed"] == "$5"
    for words in ("You have wagered $40 today", "your limit is $45 a day", "$5 are left until 2026-01-21 06:00 (UTC)"):
        assert words in refused.json()["message"]
    assert give(ann, UTH, "take-back", position=1, wager="ante").status_code == 200
    assert in_force(ann, "wagers")["left"] == 4_500, "what is taken back before the deal is no wager"
    clock.time += DAY
    assert in_force(ann, "wagers")["done"] == 0


def test_a_limit_on_losses_counts_what_lies_on_the_layout(bench, ann):
    limit(ann, "losses", 3_000)
    assert bet(ann).status_code == 200
    assert refusal_of(bet(ann)) == "protection.limit"


def test_a_limit_on_buy_ins(bench, ann):
    limit(ann, "buy-ins", 510_000)
    assert refusal_of(give(ann, UTH, "buy-in", amount={"cents": 20_000})) == "protection.limit"
    assert give(ann, UTH, "cash-out", amount={"cents": 100_000}).status_code == 200
    assert refusal_of(give(ann, UTH, "buy-in", amount={"cents": 20_000})) == "protection.limit", "chips cashed give no new room"


def test_a_limit_on_time_runs_while_one_sits_and_ends_with_the_day(bench, ann, clock):
    limit(ann, "time", 90)
    clock.time += HOUR
    assert bet(ann).status_code == 200
    clock.time += HOUR // 2
    assert refusal_of(bet(ann)) == "protection.limit"
    assert give(ann, UTH, "leave").status_code == 200
    assert refusal_of(give(ann, OTHER, "sit", position=2)) == "protection.limit"
    assert in_force(ann, "time")["done"] == 90 * 60
    clock.time += DAY
    assert give(ann, OTHER, "sit", position=2).status_code == 200
    assert bet(ann, OTHER, 2).status_code == 409  # only chips are missing now
    assert bet(ann, OTHER, 2).json()["code"] != "protection.limit"


def test_a_round_under_way_is_finished_whatever_is_limited(bench, ann, clock):
    assert bet(ann).status_code == 200
    limit(ann, "wagers", 0)
    limit(ann, "losses", 0)
    limit(ann, "time", 0)
    assert ann.post(f"{PROTECTION}/suspension", {"days": 7}).status_code == 201
    assert refusal_of(bet(ann)) == "protection.suspended"
    while not bench.service.house.tables[UTH].round.hands:
        bench.run(bench.service.house.take_due_step(UTH))
    played = give(ann, UTH, "play", position=1, times=4)
    assert played.status_code == 200, played.text
    bench.play_until(UTH, lambda table: table.number == 2)
    sums = ann.get(PROTECTION).json()["played"][0]
    assert sums["wagered"] == 6_000
    assert refusal_of(bet(ann)) == "protection.suspended"
    assert give(ann, UTH, "leave").status_code == 200
    assert ann.get("/api/account").json()["balance"] == 2_000_000 + sums["net"]


def test_a_preview_is_refused_like_the_wager(bench, ann):
    limit(ann, "wagers", 100)
    sent = {"id": "preview-1", "act": "wager", "as": "player", "facts": {"position": 1, **ANTE}}
    assert refusal_of(ann.post(f"/api/tables/{UTH}/preview", sent)) == "protection.limit"


# Ways around


def test_a_second_tab_and_a_new_connection_are_the_same_person(bench, ann):
    limit(ann, "wagers", 2_000)
    tab = bench.client()
    tab.client.cookies = ann.client.cookies
    assert bet(tab).status_code == 200
    assert refusal_of(bet(ann)) == refusal_of(bet(tab)) == "protection.limit"


def test_two_tables_share_what_is_left_even_at_the_same_moment(bench, ann):
    sit_down(ann, OTHER, 1)
    limit(ann, "wagers", 2_000)
    house, me = bench.service.house, Actor(Role.PLAYER, ann.id)
    facts = {"position": 1, "wager": "ante", "amount": Cents(1_000), "blind": Cents(1_000)}

    async def bet_at_both():
        acts = (house.act(table, Command("wager", me, facts)) for table in (UTH, OTHER))
        return await asyncio.gather(*acts, return_exceptions=True)

    made = bench.run(bet_at_both())
    assert sorted(isinstance(each, NotAllowed) for each in made) == [False, True]
    assert in_force(ann, "wagers")["left"] == 0


class SharedStore(MemoryStore):
    is_shared = True


ANN = Person("p-annannanna", "Ann", frozenset(("player",)))
BET = {"position": 4, "wager": "ante", "amount": Cents(1_000), "blind": Cents(1_000)}


@pytest.fixture
def servers(tmp_path):
    """Two servers of one house; Ann sits at two tables, and both servers know it."""
    store = SharedStore()
    servers = [LiveHouse(store, tmp_path, resume_seconds=0) for _ in range(2)]
    first, second = servers
    first.house.accounts.grant(ANN.id, Cents.from_dollars(1_000), "a test")
    for table in (UTH, OTHER):
        first.open(table, submission(BOOK, "minimal"))
        for act, facts in (("sit", {"position": 4}), ("buy-in", {"amount": Cents.from_dollars(400)})):
            first.run(first.house.act(table, Command(act, Actor(Role.PLAYER, ANN.id), facts)))
        second.run(second.house.catch_up(table))
    yield servers
    for server in servers:
        server.close()


def bet_at(server, table):
    return server.run(server.house.act(table, Command("wager", Actor(Role.PLAYER, ANN.id), BET)))


def test_another_server_knows_a_limit_from_the_moment_of_its_answer(servers):
    first, second = servers
    protecting = Protecting(first.store, first.house.record, usual_protection())
    protecting.change_own_limit(ANN, "wagers", "day", 3_000)
    bet_at(second, UTH)
    with pytest.raises(NotAllowed, match="your limit is \\$30 a day"):
        bet_at(first, OTHER)
    protecting.exclude(ANN, 0)
    with pytest.raises(NotAllowed, match="excluded yourself"):
        bet_at(second, OTHER)


def test_two_servers_at_the_same_moment_take_what_is_left_once(servers):
    """Each server decides on the same sums; the store takes one of them, and the other decides again."""
    protecting = Protecting(servers[0].store, servers[0].house.record, usual_protection())
    protecting.change_own_limit(ANN, "wagers", "day", 12_000)
    with ThreadPoolExecutor(2) as both:
        for taken in range(6):
            made = [both.submit(bet_at, *each) for each in zip(servers, (UTH, OTHER), strict=True)]
            refused = [each.exception() for each in made if each.exception() is not None]
            assert len(refused) == (0 if taken < 3 else 2), refused
    for error in refused:
        assert error.code == "protection.limit"


def test_a_restart_forgets_nothing(tmp_path, clock):
    database = f"sqlite:///{tmp_path / 'house.db'}"
    bench = ApiBench(tmp_path, clock, LONG, database)
    floor = sign_in(bench, "Flo", "floorperson")
    open_table(floor, BOOK, "minimal", UTH, **UNHURRIED)
    ann = sign_in(bench, "Ann")
    sit_down(ann, UTH, 1)
    limit(ann, "wagers", 3_000)
    bet(ann)
    cookies = ann.client.cookies
    bench.close()
    clock = MovedClock()
    clock.time -= 3 * DAY  # and the clock is set back meanwhile
    bench = ApiBench(tmp_path, clock, LONG, database)
    ann = bench.client()
    ann.client.cookies = cookies
    assert refusal_of(bet(ann)) == "protection.limit"
    assert in_force(ann, "wagers")["left"] == 1_000
    bench.play(UTH)
    bench.close()
    with open_store(database) as store:
        check_house(store, tmp_path / "keys")


def test_a_clock_that_is_set_back_brings_no_earlier_day(bench, ann, clock):
    limit(ann, "wagers", 2_000)
    assert bet(ann).status_code == 200
    asked = limit(ann, "wagers", 9_000)["limits"][0]["asked"]
    assert asked["opens_at"] == clock.time + DAY
    clock.time -= 2 * DAY
    assert refusal_of(bet(ann)) == "protection.limit"
    confirm = {"kind": "wagers", "period": "day"}
    assert ann.post(f"{PROTECTION}/limits/confirm", confirm).json()["code"] == "protection.too-early"


def test_a_looser_limit_needs_its_time_and_a_word(bench, ann, clock):
    limit(ann, "wagers", 2_000)
    held = limit(ann, "wagers", None)
    assert held["limits"][0]["most"] == 2_000
    clock.time += DAY
    assert in_force(ann, "wagers")["most"] == 2_000, "nothing becomes looser by itself"
    answer = ann.post(f"{PROTECTION}/limits/confirm", {"kind": "wagers", "period": "day"})
    assert answer.json()["limits"] == []
    limit(ann, "wagers", 500)
    assert in_force(ann, "wagers")["most"] == 500


def test_nobody_lifts_an_exclusion(bench, floor, clock):
    admin, ann = sign_in(bench, "Ada", "administrator"), sign_in(bench, "Ann", "player")
    money = {"id": "money-before", "amount_cents": 1_000, "why": "brought to the cage"}
    assert floor.post(f"/api/accounts/{ann.id}/deposit", money).status_code == 200
    ann.post(f"{PROTECTION}/exclusion", {"months": 6})
    path = f"/api/people/{ann.id}"
    assert ann.post(f"{PROTECTION}/suspension", {"days": 1}).status_code == 201
    assert refusal_of(admin.post(f"{path}/erase", {"why": "he wants to begin anew"})) == "person.excluded"
    assert refusal_of(ann.post(f"{path}/erase", {"why": "I want to begin anew"})) == "person.excluded"
    ann.post(f"{PROTECTION}/exclusion", {"months": 12})
    assert refusal_of(ann.post(f"{PROTECTION}/exclusion", {"months": 6})) == "protection.shorter"
    assert refusal_of(give(ann, UTH, "sit", position=3)) == "protection.excluded"
    money = {"id": "money-for-play", "amount_cents": 500, "why": "brought to the cage"}
    assert refusal_of(floor.post(f"/api/accounts/{ann.id}/deposit", money)) == "protection.barred"
    money = {"id": "money-paid-out", "amount_cents": 400, "why": "his money"}
    assert floor.post(f"/api/accounts/{ann.id}/withdraw", money).status_code == 200
    seen = admin.get(f"{path}/protection").json()
    assert (seen["is_excluded"], seen["excluded_until"]) == (True, clock.time + 12 * 31 * DAY)
    assert admin.get("/api/people/barred").json()["names"] == {ann.id: "Ann"}
    clock.time += 12 * 31 * DAY
    assert not admin_again(bench).get(f"{path}/protection").json()["is_excluded"]


def admin_again(bench):
    return sign_in(bench, "Ada2", "administrator")


def test_the_house_sets_limits_of_its_own_and_the_strictest_holds(bench, floor, ann):
    path = f"/api/people/{ann.id}/protection"
    wanted = {"kind": "wagers", "period": "day", "most": 3_000, "why": "agreed with the player"}
    assert floor.post(f"{path}/limits", wanted).status_code == 200
    limit(ann, "wagers", 9_000)
    assert (in_force(ann, "wagers")["most"], in_force(ann, "wagers")["setter"]) == (3_000, "house")
    bet(ann)
    assert "the house's limit is $30 a day" in bet(ann).json()["message"]
    assert floor.post(f"{path}/limits", {**wanted, "most": None}).status_code == 200
    assert in_force(ann, "wagers")["most"] == 9_000
    for other in (ann, sign_in(bench, "Dee", "dealer")):
        assert other.get(path).status_code == other.post(f"{path}/limits", wanted).status_code == 403
    for reader in ("surveillance", "auditor"):
        seen = sign_in(bench, reader.title(), reader)
        assert (seen.get(path).status_code, seen.post(f"{path}/limits", wanted).status_code) == (200, 403)
    assert floor.get("/api/people/p-abcdefghij/protection").status_code == 404


def test_a_guest_who_comes_again_is_somebody_else(bench, ann):
    """What the documentation says of guests: nobody knows who they are."""
    ann.post(f"{PROTECTION}/exclusion", {"months": 0})
    assert refusal_of(bet(ann)) == "protection.excluded"
    again = sign_in(bench, "Ann")
    assert again.get(PROTECTION).json()["is_excluded"] is False


def test_somebody_excluded_is_offered_nothing_but_the_ways_out(bench, ann):
    from houseway.service.feed.moment import moment_of
    from houseway.service.feed.options import current_options

    def acts():
        return {option.act for option in current_options(moment_of(bench.service.house, UTH), Actor(Role.PLAYER, ann.id))}

    assert {"wager", "buy-in"} <= acts()
    ann.post(f"{PROTECTION}/exclusion", {"months": 6})
    assert acts().isdisjoint(("wager", "buy-in", "sit"))
    assert {"leave", "cash-out"} <= acts()


def test_a_player_with_a_limit_on_losses_does_not_bank(bench, floor):
    open_table(floor, "md.pai-gow-poker", "everything", "PG-1", **UNHURRIED)
    ann = sign_in(bench, "Ann")
    sit_down(ann, "PG-1", 1)
    limit(ann, "losses", 1_000_000)
    bench.play("PG-1")
    bench.play_until("PG-1", lambda table: table.round.bank.offered)
    refused = give(ann, "PG-1", "accept-bank", position=1)
    assert refusal_of(refused) == "protection.limit", refused.text
    assert "pass the bank" in refused.json()["message"]


# What is recorded and shown


def test_sums_and_reports_say_the_same(bench, ann):
    limit(ann, "wagers", 10_000_000)
    bench.play(UTH, rounds=3)
    sums = ann.get(PROTECTION).json()["played"][0]
    total = ann.get(f"{PROTECTION}/statement").json()["rows"][-1]
    assert (sums["wagered"], sums["net"], sums["bought_in"]) == (total["wagered"], total["net"], total["bought_in"])
    assert total["rounds"] == 3
    assert total["net"] == total["won"] - total["lost"]
    store = bench.service.store
    (last,) = store.read(played_stream(ann.id), store.stream_head(played_stream(ann.id)).version - 1)
    assert last.events[-1].table("sums")["day"][2] == total["wagered"]


def test_a_statement_is_also_a_file(bench, floor, ann, clock):
    bench.play(UTH, rounds=1)
    clock.time += HOUR
    give(ann, UTH, "leave")
    statement = ann.get(f"{PROTECTION}/statement").json()
    assert [row["day"] for row in statement["rows"]] == ["2026-01-20", "total"]
    assert statement["rows"][0]["minutes"] == 60
    assert statement["rows"][0]["bought_in"] == 500_000
    lines = ann.get(f"{PROTECTION}/statement/file").text.splitlines()
    assert lines[0].startswith("Gaming day,Rounds,Wagers,Won,Lost")
    assert len(lines) == 3
    assert floor.get(f"/api/people/{ann.id}/protection/statement").json()["rows"] == statement["rows"]
    assert ann.get(f"{PROTECTION}/statement?first=2026-01-21&last=2026-01-20").status_code == 422


def test_a_visit_says_since_when_and_the_log_in_before(bench, clock):
    ann = sign_in(bench, "Ann", "player")
    first = ann.get(f"{PROTECTION}/visit").json()
    assert (first["since"], first["previous_log_in"], first["seconds"]) == (NOON, None, 0)
    clock.time += HOUR // 4
    login = {"login": bench.service.people._identities.find(ann.id).login, "password": PASSWORD}
    again = bench.client()
    assert again.post("/api/session", login).status_code == 200
    second = again.get(f"{PROTECTION}/visit").json()
    assert (second["since"], second["previous_log_in"]) == (NOON + HOUR // 4, NOON)
    assert second["visit"] != first["visit"] == ann.get(f"{PROTECTION}/visit").json()["visit"]
    guest = sign_in(bench, "Gus").get(f"{PROTECTION}/visit").json()
    assert (guest["previous_log_in"], guest["reminder_minutes"]) == (None, 60)


def test_reports_name_limits_and_exclusions(bench, floor, ann):
    limit(ann, "losses", 5_000)
    ann.post(f"{PROTECTION}/exclusion", {"months": 6})
    rows = floor.get("/api/reports/events").json()["parts"][0]["rows"]
    assert {"play-limit-set", "person-excluded"} <= {row["kind"] for row in rows}
    said = next(row["words"] for row in rows if row["kind"] == "play-limit-set")
    assert said.endswith("kind losses, period day; from nothing to $50; by himself"), said


def test_who_has_no_limits_has_no_stream_of_sums(bench, ann):
    bench.play(UTH, rounds=1)
    assert bench.service.store.stream_heads("played:") == ()
