"""The model of limits: whatever the order of changes, nothing is ever looser sooner than promised."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from houseway.errors import Corrupted, HousewayError, Malformed
from houseway.reports.gaming_day import GamingCalendar, GamingDayRule
from houseway.service.people.protection.choices import (
    FOR_LIFE,
    NO_PROTECTIONS,
    OF_THE_HOUSE,
    OWN,
    Change,
    change_limit,
    choose_reminder,
    confirm_loosening,
    evolve_protections,
    exclude_person,
    strictest_limits,
    suspend_play,
)
from houseway.service.people.protection.play_sums import (
    PlayMoved,
    PlayRecord,
    end_of_period,
    first_day,
    follow_event,
    record_from_event,
)
from houseway.service.people.protection.protection_policy import (
    DAY_MILLISECONDS,
    KINDS,
    PERIODS,
    parse_protection,
    usual_protection,
)
from houseway.service.people.record import HouseState, evolve_house
from houseway.service.people.record_words import describe_record_event

ANN = "p-annannanna"
POLICY = usual_protection()
HOUR = 3_600_000
AMOUNTS = st.none() | st.integers(0, 5)
NOON = 1_700_000_000_000


class LimitMachine(RuleBasedStateMachine):
    """A person sets, loosens and confirms limits at random times. Beside the model, a list of promises is kept: what holds until
    when. No promise is ever broken."""

    @initialize()
    def begin(self):
        self.known, self.at = NO_PROTECTIONS, NOON
        self.asked = {}
        """By kind and period: since when a looser limit is wanted."""
        self.barred_until = 0

    def most(self, kind, period):
        limit = self.known[ANN].limits.get((OWN, kind, period)) if ANN in self.known else None
        return None if limit is None else limit.most

    def apply(self, decide):
        try:
            event = decide(Change(ANN, ANN, self.at, "a test"))
        except HousewayError:
            return None
        self.known = evolve_protections(self.known, event)
        return event

    @rule(hours=st.integers(0, 24 * 40))
    def wait(self, hours):
        self.at += hours * HOUR

    @rule(kind=st.sampled_from(KINDS), period=st.sampled_from(PERIODS), most=AMOUNTS)
    def change(self, kind, period, most):
        before = self.most(kind, period)
        self.apply(lambda change: change_limit(self.known, change, kind, period, most, POLICY))
        after = self.most(kind, period)
        if before is None:
            assert after == most, "a first limit holds at once"
        else:
            assert after is not None
            assert after <= before, "no change alone makes a limit looser"
            if most is not None and most <= before:
                assert after == most, "a stricter limit holds at once"
                self.asked.pop((kind, period), None)
            else:
                self.asked[kind, period] = self.at

    @rule(kind=st.sampled_from(KINDS), period=st.sampled_from(PERIODS))
    def confirm(self, kind, period):
        before = self.most(kind, period)
        made = self.apply(lambda change: confirm_loosening(self.known, change, kind, period))
        if made is not None:
            waited = self.at - self.asked.pop((kind, period))
            assert waited >= POLICY.period_days[period] * DAY_MILLISECONDS
        else:
            assert self.most(kind, period) == before

    @rule(days=st.sampled_from((*POLICY.suspension_days, 0, 2)))
    def suspend(self, days):
        if self.apply(lambda change: suspend_play(self.known, change, days, POLICY)) is not None:
            self.barred_until = max(self.barred_until, self.at + days * DAY_MILLISECONDS)

    @rule(months=st.sampled_from(POLICY.exclusion_months))
    def exclude(self, months):
        if self.apply(lambda change: exclude_person(self.known, change, months, POLICY)) is not None:
            self.barred_until = max(self.barred_until, FOR_LIFE if not months else self.at + months * 31 * DAY_MILLISECONDS)

    @rule(kind=st.sampled_from(KINDS), period=st.sampled_from(PERIODS), most=AMOUNTS)
    def house_limit(self, kind, period, most):
        own = self.most(kind, period)
        try:
            event = change_limit(
                self.known, Change(ANN, "p-floorfloor", self.at, "why", OF_THE_HOUSE), kind, period, most, POLICY
            )
        except HousewayError:
            return
        self.known = evolve_protections(self.known, event)
        assert self.most(kind, period) == own, "the house changes nothing of what the person has chosen"
        held = strictest_limits(self.known[ANN], POLICY).get((kind, period))
        assert held is None or own is None or held[0] <= own

    @invariant()
    def barred_as_long_as_promised(self):
        bar = self.known[ANN].bar_at(self.at) if ANN in self.known else None
        assert (bar is not None) == (self.at < self.barred_until)
        assert bar is None or bar.until == self.barred_until


TestLimits = LimitMachine.TestCase


def test_what_is_asked_for_lapses_if_nobody_confirms_it():
    def change(known, most, at):
        return evolve_protections(known, change_limit(known, Change(ANN, ANN, at, "x"), "losses", "week", most, POLICY))

    known = change(change({}, 100, NOON), 200, NOON)
    asked = known[ANN].limits[OWN, "losses", "week"].asked
    assert asked.opens_at == NOON + 7 * DAY_MILLISECONDS
    for at, code in (
        (asked.opens_at - 1, "protection.too-early"),
        (asked.closes_at, "protection.too-late"),
    ):
        with pytest.raises(HousewayError) as refusal:
            confirm_loosening(known, Change(ANN, ANN, at, "x"), "losses", "week")
        assert refusal.value.code == code
    event = confirm_loosening(known, Change(ANN, ANN, asked.opens_at, "x"), "losses", "week")
    assert evolve_protections(known, event)[ANN].limits[OWN, "losses", "week"].most == 200


CALENDARS = (GamingCalendar(), GamingCalendar((GamingDayRule("America/New_York", 4),)))
MOVES = st.builds(
    PlayMoved,
    bought=st.integers(0, 50),
    wagered=st.integers(0, 50),
    net=st.integers(-50, 50),
    sat_down=st.sampled_from(["", "", "A", "B"]),
    got_up=st.sampled_from(["", "", "A", "B"]),
)


@given(st.sampled_from(CALENDARS), st.lists(st.tuples(st.integers(-30, 60), MOVES), max_size=40))
def test_sums_are_those_of_the_period_and_a_clock_set_back_gives_nothing_back(calendar, steps):
    """Compared with a list of everything that moved: sums are those of what came since the period began, in the order of events."""
    record, at, done = PlayRecord(), NOON, []
    reached = 0
    for hours, moved in steps:
        if moved.sat_down == moved.got_up:
            moved = PlayMoved(moved.bought, moved.wagered, moved.net)
        at += hours * HOUR
        reached = max(reached, at)
        record = record.after(moved, at, calendar)
        assert record.at == reached, "a clock set back is not followed"
        done.append((reached, moved))
        for period in PERIODS:
            since = first_day(calendar, reached, period)
            begin = calendar.day_bounds(since)[0]
            mine = [each for when, each in done if when >= begin]
            sums = record.in_period(period, at, calendar)
            assert sums.since == since
            assert (sums.bought, sums.wagered, sums.net) == tuple(
                sum(getattr(each, name) for each in mine) for name in ("bought", "wagered", "net")
            )
            assert begin <= reached < end_of_period(calendar, period, since)
            assert sums.time == _time_at_tables(done, begin, reached)


def _time_at_tables(done, begin, until):
    seats, total, earlier = set(), 0, None
    for at, moved in (*done, (until, PlayMoved())):
        if seats and earlier is not None:
            total += max(at - max(earlier, begin), 0)
        earlier = at
        seats.discard(moved.got_up)
        if moved.sat_down:
            seats.add(moved.sat_down)
    return total


@given(st.lists(st.tuples(st.integers(0, 60), MOVES), min_size=1, max_size=10))
def test_the_last_event_tells_all_sums(steps):
    record, audited, at = PlayRecord(), PlayRecord(), NOON
    for hours, moved in steps:
        at += hours * HOUR
        record = record.after(moved, at, GamingCalendar())
        event = record.to_event(ANN, "T-1", moved)
        assert record_from_event(event, record.version, record.at) == record
        audited = follow_event(audited, event, record.version, record.at)
        assert audited == record
    forged = record.after(PlayMoved(net=-5), at, GamingCalendar()).to_event(ANN, "T-1", PlayMoved(net=5))
    with pytest.raises(Corrupted):
        follow_event(audited, forged, record.version + 1, at)


BROKEN = [
    ("suspension", "days = [1, 3, 7, 14, 30, 60, 90]", "days = []"),
    ("suspension", "days = [1, 3, 7, 14, 30, 60, 90]", "days = [0]"),
    ("reminders", "usual = 60", "usual = 45"),
    ("reminders", "usual = 60", 'usual = "often"'),
    ("periods", "month = 31", "year = 365"),
    ("help", 'link = ""', "link = 7"),
    ("unknown", "[help]", "[helpful]"),
]


@pytest.mark.parametrize(("where", "text", "instead"), BROKEN)
def test_a_policy_is_read_strictly(where, text, instead):
    from importlib import resources

    usual = (resources.files("houseway.service.people.protection") / "protection.toml").read_text("utf-8")
    assert text in usual
    with pytest.raises(Malformed) as refusal:
        parse_protection(usual.replace(text, instead))
    assert refusal.value.code.startswith("protection")


def test_a_house_limits_everybody_in_its_policy():
    from importlib import resources

    usual = (resources.files("houseway.service.people.protection") / "protection.toml").read_text("utf-8")
    policy = parse_protection(usual + '[[limit]]\nkind = "losses"\nperiod = "day"\nmost = 5\n')
    assert strictest_limits(None, policy) == {("losses", "day"): (5, "house")}
    with pytest.raises(Malformed):
        parse_protection(usual + '[[limit]]\nkind = "luck"\nperiod = "day"\nmost = 5\n')


def test_every_event_is_told_in_words_and_folded_by_the_record():
    change = Change(ANN, ANN, NOON, "by himself")
    known, state = {}, HouseState()
    decisions = (
        lambda known: change_limit(known, change, "wagers", "day", 100, POLICY),
        lambda known: change_limit(known, change, "wagers", "day", None, POLICY),
        lambda known: change_limit(known, change, "wagers", "day", 100, POLICY),
        lambda known: suspend_play(known, change, 7, POLICY),
        lambda known: exclude_person(known, change, 0, POLICY),
        lambda known: choose_reminder(known, change, 15, POLICY),
    )
    for decide in decisions:
        event = decide(known)
        known, state = evolve_protections(known, event), evolve_house(state, event)
        assert ANN in describe_record_event(event)
    assert state.protections == known
    assert known[ANN].bar_at(NOON + 10**12).until == FOR_LIFE
