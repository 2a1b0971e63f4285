"""People join, drop, come back, give commands, repeat and reorder them, send garbage and lose their sessions, in any order.

A simple model knows who sits where with how many chips, which ids were taken, and who has a session. Whatever happens, everybody
who is connected is sent every number once, and sees the chips that the model knows.
"""

import json
from contextlib import ExitStack
from itertools import count

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from houseway.service.api.requests.limits import SESSION_COOKIE
from houseway.service.records.advice_record import HOUSE_WAY, SUBJECTS
from tests.support.effort import MORE
from tests.support.feeds import Reader
from tests.support.live import submission
from tests.support.sockets import PATIENCE, entries

PEOPLE = ("Ann", "Bob")
AMOUNTS = st.sampled_from((1, 100, 2_500, 400_000, 600_000))
GARBAGE = st.one_of(
    st.text(max_size=50), st.sampled_from(('{"type":"command"}', "[[[[", '{"type":"hello","as":"player"}', "7"))
)
_numbers, _ids = count(1), count(1)


class Member:
    """One person: what the model knows of him, and his connection."""

    def __init__(self, service, name):
        self.person, self.token = service.guest(name)
        self.money, self.chips, self.position = service.service.accounts.get(self.person.id).balance.amount, 0, None
        self.has_session, self.socket, self.reader = True, None, None
        self.open = ExitStack()
        self.last, self.answered = None, {}


class Conversation(RuleBasedStateMachine):
    service = None

    @initialize()
    def open_table(self):
        self.table = f"M-{next(_numbers)}"
        self.service.open_table(self.table, submission("md.ultimate-texas-holdem", "minimal"))
        self.members = {name: Member(self.service, name) for name in PEOPLE}
        self.version = self.service.house.latest_state(self.table).version

    def teardown(self):
        for member in getattr(self, "members", {}).values():
            member.open.close()

    # Connections

    @rule(name=st.sampled_from(PEOPLE), resumes=st.booleans())
    def join(self, name, resumes):
        member = self.members[name]
        self.drop(name)
        address = f"ws://127.0.0.1:{self.service.port}/api/tables/{self.table}/socket"
        cookie = {"Cookie": f"{SESSION_COOKIE}={member.token}"}
        member.socket = member.open.enter_context(
            connect(address, additional_headers=cookie, max_size=None, proxy=None, ping_interval=None, open_timeout=PATIENCE)
        )
        last = member.last if resumes else None
        member.socket.send(json.dumps({"type": "hello", "as": "player", "last": last}))
        if not member.has_session:
            self.expect_end(member)
            return
        first = member.socket.recv(PATIENCE)
        member.reader = Reader(first)
        if last is not None and json.loads(first)["type"] == "update":
            assert member.reader.first == last
        self.catch_up(member)

    @rule(name=st.sampled_from(PEOPLE))
    def drop(self, name):
        member = self.members[name]
        member.open.close()
        if member.reader:
            member.last = member.reader.number
        member.socket = member.reader = None

    def expect_end(self, member):
        """His connection is closed because his session has ended."""
        assert closing_code(member.socket) == 4401
        member.open.close()
        member.socket = member.reader = None

    def catch_up(self, member):
        while member.reader.number < self.version:
            member.reader.read(member.socket.recv(PATIENCE))

    # Commands

    def connected(self, name):
        return self.members[name].reader is not None

    def send(self, member, id_, act, facts):
        member.socket.send(json.dumps({"type": "command", "id": id_, "act": act, "facts": facts}))

    def answer_to(self, member, id_):
        """The answer to a command; whatever else comes is read on the way."""
        while True:
            text = member.socket.recv(PATIENCE)
            message = json.loads(text)
            if message["type"] == "answer":
                assert message["id"] == id_
                return message
            member.reader.read(text)

    def expect(self, member, act, amount, position):
        """Whether the model lets a command pass, and what it changes then."""
        taken = {other.position for other in self.members.values()}
        match act:
            case "sit":
                if member.position is not None or position in taken:
                    return False
                member.position = position
            case "leave":
                if member.position is None:
                    return False
                member.money, member.chips, member.position = member.money + member.chips, 0, None
            case "buy-in":
                if member.position is None or amount > member.money:
                    return False
                member.money, member.chips = member.money - amount, member.chips + amount
            case "cash-out":
                if member.position is None or amount > member.chips:
                    return False
                member.money, member.chips = member.money + amount, member.chips - amount
        return True

    def check_answer(self, member, id_, passes, *asked):
        answer = self.answer_to(member, id_)
        assert answer["ok"] == passes, answer
        if passes:
            assert not answer["repeated"]
            self.version = answer["version"]
            member.answered[id_] = answer["version"], asked

    ACTS = st.sampled_from(("sit", "leave", "buy-in", "cash-out", "buy-in"))

    @rule(name=st.sampled_from(PEOPLE), act=ACTS, amount=AMOUNTS, position=st.integers(1, 3))
    def command(self, name, act, amount, position):
        member = self.members[name]
        if not self.connected(name):
            return
        id_ = f"machine-{next(_ids)}"
        self.send(member, id_, act, facts_of(act, amount, position))
        self.check_answer(member, id_, self.expect(member, act, amount, position), act, facts_of(act, amount, position))

    @rule(name=st.sampled_from(PEOPLE), acts=st.lists(st.tuples(ACTS, AMOUNTS, st.integers(1, 3)), min_size=2, max_size=5))
    def several_at_once(self, name, acts):
        """Commands without waiting: they are decided in the order in which they were sent, whatever order was meant."""
        member = self.members[name]
        if not self.connected(name):
            return
        sent = [(f"machine-{next(_ids)}", *each) for each in acts]
        for id_, act, amount, position in sent:
            self.send(member, id_, act, facts_of(act, amount, position))
        for id_, act, amount, position in sent:
            passes = self.expect(member, act, amount, position)
            self.check_answer(member, id_, passes, act, facts_of(act, amount, position))

    @rule(name=st.sampled_from(PEOPLE), data=st.data(), act=ACTS)
    def repeat(self, name, data, act):
        """An id that was taken gets its first answer; if it comes with something else, it is refused."""
        member = self.members[name]
        if not self.connected(name) or not member.answered:
            return
        id_ = data.draw(st.sampled_from(sorted(member.answered)))
        version, asked = member.answered[id_]
        again = data.draw(st.sampled_from((asked, (act, facts_of(act, 100, 1)))))
        self.send(member, id_, *again)
        answer = self.answer_to(member, id_)
        if again == asked:
            assert (answer["ok"], answer["repeated"], answer["version"]) == (True, True, version)
        else:
            assert answer["error"]["code"] == "command.reused"

    @rule(name=st.sampled_from(PEOPLE), data=st.data())
    def take_somebody_else_s_id(self, name, data):
        member, other = self.members[name], self.members[PEOPLE[1 - PEOPLE.index(name)]]
        free = sorted(set(other.answered) - set(member.answered))
        if not self.connected(name) or not free:
            return
        id_ = data.draw(st.sampled_from(free))
        self.send(member, id_, "buy-in", facts_of("buy-in", 1, 1))
        self.check_answer(member, id_, self.expect(member, "buy-in", 1, 1), "buy-in", facts_of("buy-in", 1, 1))

    @rule(name=st.sampled_from(PEOPLE), about=st.sampled_from(SUBJECTS))
    def ask_for_advice(self, name, about):
        """No cards are dealt, so there is nothing to advise on; the answer bears the id, whatever else comes."""
        member = self.members[name]
        if not self.connected(name):
            return
        id_ = f"machine-{next(_ids)}"
        member.socket.send(json.dumps({"type": "advice", "id": id_, "about": about}))
        while (message := json.loads(received := member.socket.recv(PATIENCE)))["type"] != "advice":
            member.reader.read(received)
        code = "advice.not-due" if about == HOUSE_WAY else "advice.practice"
        assert (message["id"], message["ok"], message["error"]["code"]) == (id_, False, code)

    @rule(name=st.sampled_from(PEOPLE), text=GARBAGE)
    def send_garbage(self, name, text):
        member = self.members[name]
        if not self.connected(name):
            return
        member.socket.send(text)
        while (message := json.loads(received := member.socket.recv(PATIENCE)))["type"] != "error":
            member.reader.read(received)
        assert set(message["error"]) == {"code", "message", "clauses", "given", "allowed", "instead"}

    @precondition(lambda self: sum(member.has_session for member in self.members.values()) == len(PEOPLE))
    @rule(name=st.sampled_from(PEOPLE))
    def revoke(self, name):
        member = self.members[name]
        self.service.service.people.revoke(member.token)
        member.has_session = False
        if member.socket:
            self.expect_end(member)

    # What holds

    @invariant()
    def everybody_sees_the_chips_of_the_model(self):
        if not hasattr(self, "members"):
            return
        seated = {member.person.id: member.chips for member in self.members.values() if member.position is not None}
        for member in self.members.values():
            if member.reader is None:
                continue
            self.catch_up(member)
            assert {name: amount["cents"] for name, amount in entries(member.reader.state["chips"]).items()} == seated
            first = member.reader.first
            assert member.reader.numbers == list(range(first + 1, self.version + 1))

    @invariant()
    def no_money_is_lost(self):
        for member in getattr(self, "members", {}).values():
            assert self.service.service.accounts.get(member.person.id).balance.amount == member.money


def closing_code(socket):
    """Read to the end of a connection, and return its code."""
    while True:
        try:
            socket.recv(PATIENCE)
        except ConnectionClosed as ended:
            return ended.rcvd.code


def facts_of(act, amount, position):
    if act == "sit":
        return {"position": position}
    return {} if act == "leave" else {"amount": {"cents": amount}}


def test_any_conversation_follows_the_model(running):
    Conversation.service = running
    try:
        Conversation.TestCase.settings = settings(
            max_examples=8 * MORE, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        )
        Conversation.TestCase().runTest()
    finally:
        Conversation.service = None
