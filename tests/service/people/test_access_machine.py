"""Log-ins, locks and sessions against a model of them: Hypothesis looks for a sequence after which they differ."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from houseway.errors import NotAllowed
from houseway.store import open_store
from tests.support.effort import MORE
from tests.support.people_bench import PASSWORD, PeopleBench

LOGINS = ("ann", "bob", "nobody")
HALF_AN_HOUR, LOCK = 30, 15
ROLES = ("player", "dealer", "floorperson", "auditor", "surveillance")
APART = [{"auditor", other} for other in ROLES[:3]] + [{"surveillance", other} for other in ROLES[:3]]


class AccessMachine(RuleBasedStateMachine):
    """Times are in minutes."""

    def __init__(self):
        super().__init__()
        self.bench = PeopleBench(open_store("memory:"))
        self.ada = self.bench.administrator()
        self.persons = {login: self.bench.register(login) for login in LOGINS[:2]}
        self.roles = {login: {"player"} for login in self.persons}
        self.now = 0
        self.failures = {login: [] for login in LOGINS}
        self.locked_until = dict.fromkeys(LOGINS, 0)
        self.sessions = {}
        """By token: the log-in, and the time of the last use."""

    def teardown(self):
        self.bench.store.close()

    @rule(minutes=st.sampled_from((1, 5, 14, 15, 16, 29, 30)))
    def wait(self, minutes):
        self.bench.wait(minutes)
        self.now += minutes

    @rule(login=st.sampled_from(LOGINS), right=st.booleans())
    def log_in(self, login, right):
        succeeds = right and login in self.persons and self.now >= self.locked_until[login]
        try:
            token = self.bench.people.log_in(login, PASSWORD if right else "wrong")
        except NotAllowed:
            assert not succeeds
            self.fail(login)
            return
        assert succeeds
        self.failures[login], self.locked_until[login] = [], 0
        self.sessions[token] = [login, self.now]

    def fail(self, login):
        if self.now < self.locked_until[login]:
            return
        recent = [at for at in self.failures[login] if at > self.now - HALF_AN_HOUR]
        self.failures[login] = [*recent, self.now]
        if len(self.failures[login]) >= 3:
            self.locked_until[login] = self.now + LOCK

    def is_live(self, token):
        return self.now - self.sessions[token][1] < HALF_AN_HOUR

    @precondition(lambda self: self.sessions)
    @rule(data=st.data(), use=st.booleans())
    def ask(self, data, use):
        token = data.draw(st.sampled_from(sorted(self.sessions)))
        person = self.bench.people.person_of(token, use)
        assert (person is not None) == self.is_live(token)
        if person is None:
            del self.sessions[token]
        elif use:
            self.sessions[token][1] = self.now

    @precondition(lambda self: self.sessions)
    @rule(data=st.data())
    def log_out(self, data):
        token = data.draw(st.sampled_from(sorted(self.sessions)))
        self.bench.people.revoke(token)
        del self.sessions[token]

    @rule(login=st.sampled_from(LOGINS[:2]))
    def end_all(self, login):
        self.bench.people.revoke_all(self.persons[login].id, self.ada, "a test")
        self.sessions = {token: session for token, session in self.sessions.items() if session[0] != login}

    @rule(login=st.sampled_from(LOGINS[:2]), role=st.sampled_from(ROLES), grant=st.booleans())
    def change_role(self, login, role, grant):
        before = self.roles[login]
        after = before | {role} if grant else before - {role}
        change = self.bench.people.grant if grant else self.bench.people.withdraw
        try:
            change(self.persons[login].id, role, self.ada, "a test")
        except NotAllowed:
            assert after == before or any(pair <= after for pair in APART)
            return
        assert after != before
        assert not any(pair <= after for pair in APART)
        self.roles[login] = after

    @rule()
    def restart(self):
        self.bench.people.remove_old()
        self.bench.open()

    @invariant()
    def sessions_have_the_roles_of_this_moment(self):
        for token, (login, _) in self.sessions.items():
            person = self.bench.people.person_of(token, use=False)
            assert (person.roles if person else None) == (self.roles[login] if self.is_live(token) else None)


def test_access_is_as_its_model_says():
    limits = settings(max_examples=15 * MORE, stateful_step_count=25, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(AccessMachine, settings=limits)
