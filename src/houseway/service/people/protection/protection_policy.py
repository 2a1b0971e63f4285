"""What a house offers its players for their own protection: all of it is data, and a house may replace it with a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from houseway.errors import Malformed
from houseway.input_files import InvalidToml, parse_toml
from houseway.service.clock import MILLISECONDS

BUY_INS, LOSSES, WAGERS, TIME = KINDS = ("buy-ins", "losses", "wagers", "time")
DAY, WEEK, MONTH = PERIODS = ("day", "week", "month")
LimitName = tuple[str, str]
"""A kind and a period."""
DAY_MILLISECONDS = 24 * 60 * 60 * MILLISECONDS
DAYS_OF_A_MONTH = 31
"""Whoever waits for a month waits for a long one."""
LARGEST = 10**11
"""No limit is larger."""
_LONGEST_TEXT = 500


@dataclass(frozen=True, slots=True)
class HelpWords:
    """Where help is to be had."""

    text: str = ""
    contact: str = ""
    """A telephone number or an address."""
    link: str = ""


@dataclass(frozen=True, slots=True)
class ProtectionPolicy:
    """What players may choose from, and what the house limits for everybody."""

    help: HelpWords = field(default_factory=HelpWords)
    reminder_choices: tuple[int, ...] = ()
    """In minutes."""
    usual_reminder: int = 0
    confirm_days: int = 1
    """For so long a looser limit may be confirmed; afterwards it has to be asked for again."""
    period_days: Mapping[str, int] = field(default_factory=dict)
    """How long somebody waits for a looser limit."""
    suspension_days: tuple[int, ...] = ()
    exclusion_months: tuple[int, ...] = ()
    """Zero is for life."""
    limits: Mapping[LimitName, int] = field(default_factory=dict)
    """For everybody: cents, or minutes."""


def parse_protection(text: str) -> ProtectionPolicy:
    """Read a policy strictly: an unknown key, or a number that cannot be, raises."""
    try:
        content = parse_toml(text)
    except InvalidToml as error:
        raise Malformed(f"this is no TOML: {error}", code="protection.policy", given="a file", allowed="TOML") from error
    tables = {name: content.pop(name, {}) for name in ("help", "reminders", "loosening", "periods", "suspension", "exclusion")}
    limits = content.pop("limit", [])
    if not all(isinstance(each, dict) for each in tables.values()) or not isinstance(limits, list):
        raise _unfit("a part", "something else", "a table, and limits are a list of tables")
    _refuse_others("the policy", content)
    help_words = {name: _read_text(tables["help"], name) for name in ("text", "contact", "link")}
    choices = _read_numbers(tables["reminders"], "choices", 1)
    usual = _read_number(tables["reminders"], "usual", 1)
    if usual not in choices:
        raise _unfit("reminders.usual", usual, "one of the choices")
    policy = ProtectionPolicy(
        HelpWords(**help_words),
        choices,
        usual,
        _read_number(tables["loosening"], "confirm_within_days", 1),
        {period: _read_number(tables["periods"], period, 1) for period in PERIODS},
        _read_numbers(tables["suspension"], "days", 1),
        _read_numbers(tables["exclusion"], "months", 0),
        dict(map(_read_limit, limits)),
    )
    for name, table in tables.items():
        _refuse_others(name, table)
    return policy


def _read_limit(entry: dict[str, Any]) -> tuple[LimitName, int]:
    if not isinstance(entry, dict):
        raise _unfit("limit", entry, "a table")
    kind, period, most = entry.pop("kind", None), entry.pop("period", None), _read_number(entry, "most", 0)
    _refuse_others("limit", entry)
    return check_limit_name(kind, period), most


def check_limit_name(kind: object, period: object) -> LimitName:
    """Return which limit is meant, or refuse it."""
    if kind not in KINDS or period not in PERIODS:
        allowed = (*KINDS, *PERIODS)
        raise Malformed("a limit is of a kind and for a period", code="protection.limit-name", given=str(kind), allowed=allowed)
    return str(kind), str(period)


def _read_text(table: dict[str, Any], name: str) -> str:
    value = table.pop(name, "")
    if type(value) is not str or len(value) > _LONGEST_TEXT:
        raise _unfit(name, value, f"a text of at most {_LONGEST_TEXT} characters")
    return str(value)


def _read_number(table: dict[str, Any], name: str, least: int) -> int:
    value = table.pop(name, None)
    if type(value) is not int or not least <= value <= LARGEST:
        raise _unfit(name, value, f"a whole number from {least} on")
    return int(value)


def _read_numbers(table: dict[str, Any], name: str, least: int) -> tuple[int, ...]:
    values = table.pop(name, None)
    if not isinstance(values, list) or not values or any(type(value) is not int or value < least for value in values):
        raise _unfit(name, values, f"a list of whole numbers from {least} on")
    return tuple(values)


def _refuse_others(what: str, left: Mapping[str, object]) -> None:
    if left:
        raise Malformed(f"{what} has no {', '.join(left)}", code="protection.policy", given=tuple(left), allowed="known keys")


def _unfit(name: str, given: object, allowed: str) -> Malformed:
    return Malformed(f"{name} is {allowed}, not {given!r}", code="protection.policy", given=repr(given), allowed=allowed)


@cache
def usual_protection() -> ProtectionPolicy:
    """Return the policy that comes with the program."""
    return parse_protection((resources.files("houseway.service.people.protection") / "protection.toml").read_text("utf-8"))
