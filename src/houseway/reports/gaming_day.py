"""Gaming days: the casino's day begins at an hour of its own time zone, not at midnight.

The house may change zone and hour. A change takes effect when the next day begins; past days keep their bounds. A day on which
clocks change has 23 or 25 hours.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from houseway.errors import Malformed
from houseway.events import Event

GAMING_DAY_CHANGED = "gaming-day-changed"
_MILLISECONDS = 1_000
_LEAST_NOTICE = 60 * _MILLISECONDS
"""Every server knows a change at least this long before it takes effect."""
_LAST_HOUR = 23
FIRST_DAY, LAST_DAY = "1970-01-01", "9998-12-31"


@dataclass(frozen=True, slots=True)
class GamingDayRule:
    """When the day begins, valid from a time on (milliseconds since the epoch)."""

    zone: str = "UTC"
    hour: int = 6
    since: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.hour <= _LAST_HOUR:
            raise Malformed(
                f"the gaming day turns at a full hour from 0 to {_LAST_HOUR}, not at {self.hour}",
                code="report.hour",
                given=self.hour,
                allowed=f"0 to {_LAST_HOUR}",
            )
        _find_zone(self.zone)

    def day_of(self, at: int) -> date:
        return _day_at(self.zone, self.hour, at // _MILLISECONDS)

    def begin_of(self, day: date) -> int:
        """Return when a day begins, in milliseconds. An hour that a clock change skips counts as the next one."""
        return int(datetime.combine(day, time(self.hour), _find_zone(self.zone)).timestamp()) * _MILLISECONDS


@lru_cache(maxsize=256)
def _day_at(zone: str, hour: int, second: int) -> date:
    """Return the day of a second: what all tables do in one second falls on one day."""
    local = datetime.fromtimestamp(second, _find_zone(zone))
    return local.date() if local.hour >= hour else local.date() - timedelta(days=1)


@lru_cache
def _find_zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        allowed = "a name of the time zone database, as in America/New_York"
        raise Malformed(f"there is no time zone {name!r}", code="report.zone", given=name, allowed=allowed) from error


@dataclass(frozen=True, slots=True)
class GamingCalendar:
    """The rules of the gaming day in the order of their times. The first holds for all earlier times."""

    rules: tuple[GamingDayRule, ...] = (GamingDayRule(),)

    @property
    def latest_rule(self) -> GamingDayRule:
        """Return the rule in force now, or from the beginning of the next day on."""
        return self.rules[-1]

    def rule_at(self, at: int) -> GamingDayRule:
        for rule in reversed(self.rules):
            if rule.since <= at:
                return rule
        return self.rules[0]

    def day_of(self, at: int) -> str:
        """Return the gaming day of a time in milliseconds, as `2026-11-16`."""
        return self.rule_at(at).day_of(at).isoformat()

    def day_bounds(self, day: str) -> tuple[int, int]:
        """Return when a gaming day begins and ends, in milliseconds."""
        begins, ends = (self._begin_of(parse_day(day) + timedelta(days=later)) for later in (0, 1))
        return begins, ends

    def _begin_of(self, day: date) -> int:
        """Return when a day begins, under the first rule under which it does."""
        for rule, following in pairwise(self.rules):
            begin = max(rule.begin_of(day), rule.since)
            if begin < following.since:
                return begin
        return max(self.latest_rule.begin_of(day), self.latest_rule.since)

    def change_event(self, zone: str, hour: int, at: int, by: str, why: str) -> Event:
        """Return the event of a change that is decided now. It takes effect when the next day begins."""
        wanted, present = GamingDayRule(zone, hour), self.latest_rule
        soonest = max(at + _LEAST_NOTICE, present.since)
        since = present.begin_of(present.day_of(soonest) + timedelta(days=1))
        facts = {"before": _name_rule(present), "after": _name_rule(wanted), "since": since, "by": by, "why": why}
        return Event(GAMING_DAY_CHANGED, (), {**facts, "zone": wanted.zone, "hour": wanted.hour})

    def after_event(self, event: Event) -> "GamingCalendar":
        rule = GamingDayRule(event.text("zone"), event.number("hour"), event.number("since"))
        return replace(self, rules=(*(each for each in self.rules if each.since < rule.since or not each.since), rule))


def _name_rule(rule: GamingDayRule) -> str:
    return f"{rule.hour:02}:00 {rule.zone}"


def parse_day(text: str) -> date:
    """Return a day. Days are compared as texts, so there is one way to write them."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.isoformat() != text or not FIRST_DAY <= text <= LAST_DAY:
        said = f"{text!r} is not a day from {FIRST_DAY} to {LAST_DAY}; write it as 2026-11-16"
        raise Malformed(said, code="report.day", given=text, allowed=f"a day from {FIRST_DAY} to {LAST_DAY}")
    return found
