"""The clients of a running service: sessions, tables, refusals as exceptions, and the feed."""

import asyncio

import httpx
import pytest

import houseway as hw
from houseway.library.clients.service_calls import command_message, read_answer
from houseway.money import Cents
from houseway.service.people.person import THE_HOUSE
from tests.support.served import serve
from tests.support.submissions import EXAMPLES

TABLE, PASSWORD = "UTH-1", "a long enough pass phrase"
SUBMISSION = EXAMPLES / "md.ultimate-texas-holdem" / "minimal.toml"
PATIENCE = 120.0


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with serve(tmp_path_factory.mktemp("served")) as bench:
        bench.service.people.register("flo", "Flo", PASSWORD, ("floorperson",), THE_HOUSE, "a test")
        with hw.Client(bench.address, timeout=PATIENCE) as client:
            client.log_in("flo", PASSWORD)
            opening = {"id": "open-UTH-1", "table": TABLE, "submission": SUBMISSION.read_text(), "inventory_cents": 10_000_000}
            client.post("/api/tables", **opening)
        yield bench


@pytest.fixture
def ann(house):
    with hw.Client(house.address, timeout=PATIENCE) as client:
        client.join("Ann")
        yield client


def free_position(client):
    (there,) = (each for each in client.tables() if each["id"] == TABLE)
    return next(seat["position"] for seat in there["seats"] if seat["player"] is None)


def test_a_guest_sits_down_bets_and_reads_options(ann):
    assert ann.person["name"] == "Ann"
    ann.act(TABLE, "sit", position=free_position(ann))
    ann.act(TABLE, "buy-in", amount="$500")
    option = next(option for option in ann.options(TABLE) if option["act"] == "wager")
    assert ann.preview(TABLE, option, amount="$10")["money"]
    ann.act(TABLE, option, amount=Cents.from_dollars(10))
    assert ann.table(TABLE)["type"] == "snapshot"
    ann.log_out()
    assert ann.person is None


def test_a_refusal_is_the_exception_that_it_was(ann):
    position = free_position(ann)
    ann.act(TABLE, "sit", position=position)
    ann.act(TABLE, "buy-in", amount="$500")
    with pytest.raises(hw.NotAllowed) as refused:
        ann.act(TABLE, "wager", position=position, wager="ante", amount="$1")
    assert refused.value.clauses == ("md.ultimate-texas-holdem 7.F(1)",)
    assert refused.value.facts["allowed"] == "$10 to $500"
    with pytest.raises(hw.Malformed):
        ann.act(TABLE, "wager", position=position, wager="ante", amount=3)
    with pytest.raises(hw.NotAllowed):
        ann.table("UTH-9")
    ann.act(TABLE, "leave")


def test_the_same_command_id_changes_nothing(ann):
    position = free_position(ann)
    first = ann.act(TABLE, "sit", position=position, command_id="ann-00001")
    assert ann.act(TABLE, "sit", position=position, command_id="ann-00001") == {**first, "repeated": True}
    ann.act(TABLE, "leave")


def test_a_wrong_password_is_refused(house):
    with hw.Client(house.address, timeout=PATIENCE) as client, pytest.raises(hw.HousewayError):
        client.log_in("flo", "not the pass phrase")


def test_the_feed_answers_commands(ann):
    with ann.connect(TABLE) as feed:
        assert feed.receive(PATIENCE)["type"] == "snapshot"
        sent = feed.act("sit", position=free_position(ann))
        answer = next(message for message in feed if message["type"] == "answer")
        assert (answer["id"], answer["ok"]) == (sent, True)
    ann.act(TABLE, "leave")


def test_a_feed_that_is_refused_says_so(house):
    with (
        hw.Client(house.address) as nobody,
        nobody.connect(TABLE) as feed,
        pytest.raises(hw.Unavailable, match="feed has ended"),
    ):
        feed.receive(PATIENCE)


def test_the_same_with_asyncio(house):
    async def play():
        async with hw.AsyncClient(house.address, timeout=PATIENCE) as client:
            assert (await client.join("Bob"))["name"] == "Bob"
            (there,) = await client.tables()
            position = next(seat["position"] for seat in there["seats"] if seat["player"] is None)
            await client.act(TABLE, "sit", position=position)
            assert await client.options(TABLE)
            assert (await client.preview(TABLE, "buy-in", amount="$100"))["shown"]
            with pytest.raises(hw.NotAllowed):
                await client.act(TABLE, "sit", position=position)
            async with await client.connect(TABLE) as feed:
                assert (await feed.receive())["type"] == "snapshot"
                sent = await feed.act("buy-in", amount="$100")
                async for message in feed:
                    if message["type"] == "answer":
                        assert (message["id"], message["ok"]) == (sent, True)
                        break
            await client.act(TABLE, "leave")
            assert (await client.table(TABLE, "watch"))["type"] == "snapshot"
            await client.log_out()

    asyncio.run(play())


def test_a_service_that_is_not_there_is_unavailable():
    with hw.Client("http://127.0.0.1:1") as client, pytest.raises(hw.Unavailable, match="cannot be reached"):
        client.tables()
    with hw.Client("http://127.0.0.1:1") as client, pytest.raises(hw.Unavailable, match="cannot be reached"):
        client.connect(TABLE)


def test_an_answer_of_something_else_is_unavailable():
    transport = httpx.MockTransport(lambda request: httpx.Response(200, text="<html>"))
    with hw.Client(transport=transport) as client, pytest.raises(hw.Unavailable, match="not that of a houseway service"):
        client.tables()


@pytest.mark.parametrize("address", ["127.0.0.1:8000", "", None, "ftp://house"])
def test_an_address_is_checked(address):
    with pytest.raises(hw.Malformed, match="write it as in http"):
        hw.Client(address)


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (422, "command.fact", hw.Malformed),
        (409, "round.stake", hw.NotAllowed),
        (409, "command.stale", hw.Outdated),
        (404, "house.table", hw.NotAllowed),
        (429, "service.rate", hw.Unavailable),
        (503, "service.damaged", hw.Corrupted),
        (500, "service.fault", hw.Unavailable),
    ],
)
def test_each_kind_of_refusal_is_its_exception(status, code, kind):
    with pytest.raises(kind) as refused:
        read_answer(status, b'{"code": "%s", "message": "no", "clauses": ["md.x 1"]}' % code.encode())
    assert type(refused.value) is kind
    assert (refused.value.code, refused.value.clauses) == (code, ("md.x 1",))


def test_an_option_is_sent_with_its_facts_and_meaning():
    option = {
        "act": "set-hand",
        "facts": {"position": 1},
        "bounds": {"low": {"kind": "hand"}},
        "meaning": "abc",
    }
    message = command_message(option, {"low": "As Kd"}, "ann-00001")
    facts = {"position": 1, "low": [{"card": "As"}, {"card": "Kd"}]}
    assert message == {"id": "ann-00001", "act": "set-hand", "facts": facts, "meaning": "abc"}
