"""Turns at one table are decided one after the other, and stored together. Nobody is answered before his own turn is stored."""

import asyncio
from threading import Event as Flag

import pytest

from houseway.errors import NotAllowed, Unavailable
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.live import house as house_module
from houseway.service.live.turns.order import TurnOrder
from houseway.service.live.turns.turn import TableState
from houseway.store.memory import MemoryStore
from tests.support.live import LiveHouse, submission

TABLE = "UTH-1"
ANN, BOB = Actor(Role.PLAYER, "Ann"), Actor(Role.PLAYER, "Bob")
DOLLAR = Cents.from_dollars(1)


class HeldStore(MemoryStore):
    """Stores nothing while it is held. It remembers the sizes of commits, and refuses the next one with an error if told so."""

    def __init__(self):
        super().__init__()
        self.go, self.begun, self.commits, self.error = Flag(), Flag(), [], None
        self.go.set()

    def append(self, requests):
        self.begun.set()
        self.go.wait()
        self.commits.append(len(requests))
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return super().append(requests)


@pytest.fixture
def live(tmp_path):
    house = LiveHouse(HeldStore(), tmp_path)
    house.open(TABLE, submission("md.ultimate-texas-holdem", "minimal"))
    house.store.commits.clear()
    yield house
    house.close()


def buy_in(actor=ANN, amount=DOLLAR):
    return Command("buy-in", actor, {"amount": amount})


def act_while_held(live, *sent):
    """Send commands, each with its id, all but the first while the first is being stored. Return who was answered meanwhile, Ann's
    chips then, and all answers."""

    async def send():
        live.store.go.clear()
        live.store.begun.clear()
        waiting = []
        for command, name in sent:
            waiting.append(asyncio.ensure_future(live.house.act(TABLE, command, name)))
            while not live.store.begun.is_set():
                await asyncio.sleep(0.001)
        for _ in range(20):
            await asyncio.sleep(0)
        early, chips = [each for each in waiting if each.done()], live.house.tables[TABLE].chips("Ann")
        live.store.go.set()
        return early, chips, await asyncio.gather(*waiting, return_exceptions=True)

    return live.run(send())


def chips_bought(live, player):
    return live.house.tables[TABLE].chips(player) - Cents.from_dollars(5_000)


def test_six_turns_are_decided_while_the_first_is_stored_and_shown_when_they_are(live):
    shown = []
    live.house.listeners.append(lambda update: shown.append(update.state.version))
    early, chips, answers = act_while_held(live, *[(buy_in(), f"ann-{number}") for number in range(6)])
    assert (early, chips) == ([], Cents.from_dollars(5_000))
    assert [answer.state.version for answer in answers] == shown == sorted(shown)
    assert chips_bought(live, "Ann") == Cents.from_dollars(6)
    assert live.store.commits == [1, 5], "the first, and those that were decided meanwhile"


@pytest.mark.parametrize(("is_alone", "commits"), [(True, [1, 5]), (False, [1] * 6)])
def test_of_several_servers_one_decides_ahead_where_it_is_alone(live, monkeypatch, is_alone, commits):
    monkeypatch.setattr(HeldStore, "is_shared", True)
    monkeypatch.setattr(house_module, "BEGINNINGS", ())  # for these, the record of the house is looked at first
    if is_alone:
        live.house.decide_ahead_at(lambda table: table == TABLE)
    _, _, answers = act_while_held(live, *[(buy_in(), f"ann-{number}") for number in range(6)])
    assert live.store.commits == commits
    assert chips_bought(live, "Ann") == Cents.from_dollars(6)
    assert not any(isinstance(answer, Exception) for answer in answers)


def test_a_refusal_waits_until_what_it_rests_on_is_stored(live):
    """He leaves, and can no longer buy chips: if his leaving is lost, he still sits there."""
    leave = Command("leave", ANN, {})
    early, _, (left, refused) = act_while_held(live, (leave, "ann-1"), (buy_in(), "ann-2"))
    assert early == []
    assert not isinstance(left, Exception)
    assert isinstance(refused, NotAllowed)


def test_a_turn_after_one_that_was_not_stored_is_decided_again(live):
    """The first command was carried out before, so its second copy adds nothing, and what was decided on it does not hold."""
    live.run(live.house.act(TABLE, buy_in(), "ann-1"))
    _, _, (repeated, *others) = act_while_held(live, (buy_in(), "ann-1"), (buy_in(BOB), "bob-1"), (buy_in(), "ann-2"))
    assert repeated.repeated
    assert [other.state.version for other in others] == sorted(other.state.version for other in others)
    assert (chips_bought(live, "Ann"), chips_bought(live, "Bob")) == (Cents.from_dollars(2), DOLLAR)


def test_a_commit_that_fails_loses_only_what_was_in_it(live):
    live.store.error = Unavailable("the disk is full", code="store.full")
    _, _, (failed, later) = act_while_held(live, (buy_in(), "ann-1"), (buy_in(BOB), "bob-1"))
    assert isinstance(failed, Unavailable)
    assert not isinstance(later, Exception)
    assert (chips_bought(live, "Ann"), chips_bought(live, "Bob")) == (Cents.from_dollars(0), DOLLAR)
    live.run(live.house.act(TABLE, buy_in(), "ann-1"))
    assert chips_bought(live, "Ann") == DOLLAR


def test_whoever_acts_alone_waits_until_everything_is_stored():
    turns, stored, after = TurnOrder(), TableState(), TableState(at=1)

    async def act_alone():
        turns.begin(after)
        assert turns.latest_state(stored) is after
        waiting = asyncio.ensure_future(turns.__aenter__())
        await asyncio.sleep(0)
        assert not waiting.done()
        turns.end(is_stored=True)
        await waiting
        assert turns.deciding.locked()
        await turns.__aexit__()

    asyncio.run(act_alone())
    assert turns.latest_state(stored) is stored
    assert not turns.deciding.locked()


def test_nothing_is_decided_on_a_turn_that_was_not_stored():
    turns, stored = TurnOrder(), TableState()
    turns.begin(TableState(at=1))
    turns.begin(TableState(at=2))
    turns.end(is_stored=False)
    assert turns.latest_state(stored) is None
    turns.end(is_stored=False)
    assert turns.latest_state(stored) is stored


def test_somebody_who_gives_up_waiting_keeps_nobody_from_deciding():
    turns = TurnOrder()
    turns.begin(TableState())

    async def give_up():
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(turns.__aenter__(), 0)
        waiting = asyncio.ensure_future(turns.__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)

    asyncio.run(give_up())
    assert not turns.deciding.locked()
