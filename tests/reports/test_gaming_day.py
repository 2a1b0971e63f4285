"""The gaming day turns at an hour of the house's own time zone, also when clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import Malformed
from houseway.reports.gaming_day import GamingCalendar, GamingDayRule, parse_day
from houseway.reports.scope import ReportScope

NEW_YORK = GamingCalendar((GamingDayRule("America/New_York", 2),))
HOUR = 3_600_000


def at(text):
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1_000)


@pytest.mark.parametrize(
    ("utc", "day"),
    [
        ("2026-11-16T06:59:59", "2026-11-15"),
        ("2026-11-16T07:00:00", "2026-11-16"),
        ("2026-03-08T06:59:59", "2026-03-07"),  # 1:59:59; the next second is 3:00, and two o'clock is left out
        ("2026-03-08T07:00:00", "2026-03-08"),
        ("2026-11-01T05:30:00", "2026-10-31"),  # 1:30 in summer time
        ("2026-11-01T06:30:00", "2026-10-31"),  # 1:30 once more
        ("2026-11-01T07:00:00", "2026-11-01"),
    ],
)
def test_the_day_turns_at_two_in_new_york(utc, day):
    assert NEW_YORK.day_of(at(utc)) == day


@pytest.mark.parametrize(("day", "hours"), [("2026-11-16", 24), ("2026-03-08", 23), ("2026-03-07", 24), ("2026-10-31", 25)])
def test_a_day_is_shorter_or_longer_when_clocks_change(day, hours):
    begins, ends = NEW_YORK.day_bounds(day)
    assert ends - begins == hours * HOUR
    assert [NEW_YORK.day_of(time) == day for time in (begins - 1, begins, ends - 1, ends)] == [False, True, True, False]


def test_a_change_waits_for_the_next_turn_of_the_day():
    now = at("2026-11-16T12:00:00")
    event = GamingCalendar().change_event("America/New_York", 4, now, "p-ada", "we have moved")
    changed = GamingCalendar().after_event(event)
    turn = at("2026-11-17T06:00:00")
    assert (event["before"], event["after"], event["since"]) == ("06:00 UTC", "04:00 America/New_York", turn)
    days = {time: changed.day_of(at(f"2026-11-{time}:00")) for time in ("16T13:00", "17T05:59", "17T06:00", "17T09:00")}
    assert list(days.values()) == ["2026-11-16", "2026-11-16", "2026-11-16", "2026-11-17"]
    assert [changed.day_bounds(f"2026-11-{day}") for day in (15, 16, 17)] == [
        (at("2026-11-15T06:00:00"), at("2026-11-16T06:00:00")),
        (at("2026-11-16T06:00:00"), at("2026-11-17T09:00:00")),
        (at("2026-11-17T09:00:00"), at("2026-11-18T09:00:00")),
    ]


@given(
    st.lists(
        st.tuples(st.sampled_from(["UTC", "America/New_York", "Asia/Macau", "Australia/Lord_Howe"]), st.integers(0, 23)),
        max_size=4,
    ),
    st.lists(st.integers(0, 5_000), max_size=30),
)
def test_days_never_go_back_and_days_that_are_over_never_change(changes, hours):
    calendar, begin = GamingCalendar(), at("2026-01-01T00:00:00")
    times = [begin + hour * HOUR for hour in sorted(hours)]
    known = {}
    for number, (zone, hour) in enumerate(changes):
        known |= {time: calendar.day_of(time) for time in times if time <= begin + number * 1_000 * HOUR}
        calendar = calendar.after_event(calendar.change_event(zone, hour, begin + number * 1_000 * HOUR, "p-ada", "why not"))
    assert {time: calendar.day_of(time) for time in known} == known
    days = [calendar.day_of(time) for time in times]
    assert days == sorted(days)


@given(st.sampled_from(sorted(available_timezones())), st.integers(0, 23), st.dates(date(2026, 1, 1), date(2027, 12, 31)))
def test_a_day_begins_and_ends_where_its_neighbours_do_in_every_zone(zone, hour, day):
    calendar = GamingCalendar((GamingDayRule(zone, hour),))
    begins, ends = calendar.day_bounds(day.isoformat())
    next_day = (day + timedelta(days=1)).isoformat()
    assert calendar.day_bounds(next_day)[0] == ends
    assert [calendar.day_of(time) for time in (begins, ends - 1, ends)] == [day.isoformat(), day.isoformat(), next_day]
    assert calendar.day_of(begins - 1) < day.isoformat()
    assert 22 * HOUR < ends - begins < 26 * HOUR


@pytest.mark.parametrize("day", ["2026-02-30", "20261116", "2026-W47-1", "2026-11-16T00:00", "", "0001-01-01", "9999-12-31"])
def test_a_text_that_is_no_day_is_refused(day):
    with pytest.raises(Malformed, match="is not a day from 1970-01-01"):
        parse_day(day)


@given(
    st.dates(date(2026, 1, 1), date(2026, 12, 31)),
    st.lists(st.tuples(st.sampled_from(["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]), st.integers(0, 23)), max_size=3),
    st.integers(0, 200),
)
def test_the_times_of_a_period_hold_all_its_days_in_any_zone(day, changes, hour):
    calendar, now = GamingCalendar(), at(f"{day}T00:00:00")
    for zone, turn in changes:
        calendar = calendar.after_event(calendar.change_event(zone, turn, now, "p-ada", "why not"))
    moment = now + hour * HOUR
    first, last = ReportScope(calendar.day_of(moment), calendar.day_of(moment)).time_range
    assert first <= moment <= last


@pytest.mark.parametrize(("zone", "hour"), [("Mars/Base", 6), ("UTC", 24), ("UTC", -1), ("../etc/passwd", 6)])
def test_a_rule_that_cannot_be_is_refused(zone, hour):
    with pytest.raises(Malformed):
        GamingDayRule(zone, hour)
