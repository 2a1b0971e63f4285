"""Refuses what a limit, a suspension or an exclusion does not allow, in words that say what can be done instead and when."""

from datetime import datetime
from zoneinfo import ZoneInfo

from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.reports.gaming_day import GamingCalendar
from houseway.service.clock import MILLISECONDS
from houseway.service.people.protection.choices import FOR_LIFE, OF_THE_HOUSE, Bar, Protection, strictest_limits
from houseway.service.people.protection.play_sums import PlayMoved, PlayRecord, PlaySums, end_of_period
from houseway.service.people.protection.protection_policy import BUY_INS, LOSSES, TIME, WAGERS, LimitName, ProtectionPolicy

MINUTE = 60 * MILLISECONDS
STILL_ALLOWED = ("finish the round", "take back", "cash-out", "leave")
"""What nothing keeps anybody from."""
_DONE: dict[str, str] = {
    BUY_INS: "You have bought chips for {done} {period}, and {limit}",
    WAGERS: "You have wagered {done} {period}, and {limit}",
    LOSSES: "You have lost {done} {period} (with what lies on the layout), and {limit}",
    TIME: "You have played for {done} {period}, and {limit}",
}
_PERIODS = {"day": "today", "week": "this week", "month": "this month"}
BANKS = "accept-bank"


def check_not_barred(bar: Bar | None, act: str, calendar: GamingCalendar) -> None:
    """Refuse somebody whose play is suspended, or who has excluded himself."""
    if bar is None:
        return
    what = "You have excluded yourself from play" if bar.is_exclusion else "You have suspended your play"
    until = "for good" if bar.until >= FOR_LIFE else f"until {say_time(bar.until, calendar)}"
    said = f"{what} {until}. A round in which you have wagers is finished; your chips and your money are paid out at any time"
    code = "protection.excluded" if bar.is_exclusion else "protection.suspended"
    raise NotAllowed(said, code=code, given=act, allowed=STILL_ALLOWED)


def check_limits(
    protection: Protection | None,
    policy: ProtectionPolicy,
    played: PlayRecord,
    act: str,
    moved: PlayMoved,
    at: int,
    calendar: GamingCalendar,
) -> None:
    """Refuse what would go over a limit. `played` is what was played before, `moved` what the act would move."""
    for name, (most, setter) in sorted(strictest_limits(protection, policy).items()):
        sums = played.in_period(name[1], at, calendar)
        left = left_of(name, most, sums)
        if _wanted(name[0], act, moved) > left:
            raise _limit_error(name, most, setter, sums, left, act, calendar)


def _wanted(kind: str, act: str, moved: PlayMoved) -> int:
    """Return how much of a limit an act needs: of time a little, and of losses more than any limit for whoever banks a round,
    because nobody knows beforehand what a bank may lose."""
    match kind:
        case "buy-ins":
            return moved.bought
        case "wagers":
            return moved.wagered
        case "losses":
            return 1 << 62 if act == BANKS else -moved.net
    return 1


def left_of(name: LimitName, most: int, sums: PlaySums) -> int:
    """Return what is left of a limit, in cents or milliseconds."""
    return most * (MINUTE if name[0] == TIME else 1) - done_of(name[0], sums)


def done_of(kind: str, sums: PlaySums) -> int:
    """Return how much of what a limit limits was done, in cents or milliseconds. A win leaves more to lose."""
    return {BUY_INS: sums.bought, WAGERS: sums.wagered, LOSSES: -sums.net, TIME: sums.time}[kind]


def _limit_error(
    name: LimitName, most: int, setter: str, sums: PlaySums, left: int, act: str, calendar: GamingCalendar
) -> NotAllowed:
    kind, period = name
    whose = "the house's limit" if setter == OF_THE_HOUSE else "your limit"
    done, left = max(done_of(kind, sums), 0), max(left, 0)
    words = {
        "done": _say(kind, done),
        "period": _PERIODS[period],
        "limit": f"{whose} is {_say(kind, most, is_limit=True)} a {period}",
    }
    ends = say_time(end_of_period(calendar, period, sums.since), calendar)
    if kind == TIME or not left:
        then = f"You can go on from {ends}"
    elif act == BANKS:
        then = "Nobody knows beforehand what a bank may lose, so pass the bank"
    else:
        then = f"{_say(kind, left)} are left until {ends}"
    said = f"{_DONE[kind].format_map(words)}. {then}. You can always finish a round, cash out and leave"
    return NotAllowed(said, code="protection.limit", given=act, allowed=Cents(left) if kind != TIME else left // MINUTE)


def _say(kind: str, amount: int, is_limit: bool = False) -> str:
    """Say cents, or a time: limits of time are in minutes, times that were played in milliseconds."""
    if kind != TIME:
        return str(Cents(amount))
    hours, minutes = divmod(amount if is_limit else amount // MINUTE, 60)
    parts = [f"{hours} h"] if hours else []
    return " ".join([*parts, f"{minutes} min"] if minutes or not hours else parts)


def say_time(at: int, calendar: GamingCalendar) -> str:
    """Say a time by the house's clock, as "2026-11-20 06:00 (UTC)"."""
    zone = calendar.rule_at(at).zone
    return f"{datetime.fromtimestamp(at // MILLISECONDS, ZoneInfo(zone)):%Y-%m-%d %H:%M} ({zone})"
