"""What a person has limited for himself: pure decisions and folds over events of the record of the house.

A stricter limit holds at once. A looser one, or none, is asked for; it may be confirmed when the whole period of the old limit has
passed since then, and the old one holds until it is confirmed. The house may set a person limits of its own; of all limits of a
kind and a period the strictest holds. Suspensions and exclusions hold at once, are only ever prolonged, and nobody lifts them.

**Why the record of the house holds them.** Every server folds it anyway, it is on record with who, when and why, and it is read
without a question to the store for each command. A server that shares its store reads the record up to its end before it takes what
begins something (`BEGINNINGS`), so a limit holds everywhere from the moment in which its answer is sent: what was sent later is
decided under it. What was played is added up elsewhere (`play_sums`), in a stream for each person, because it moves with every
round.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from houseway.errors import Malformed, NotAllowed
from houseway.events import Event
from houseway.money import Cents
from houseway.service.people.protection.protection_policy import (
    DAY_MILLISECONDS,
    DAYS_OF_A_MONTH,
    LARGEST,
    TIME,
    LimitName,
    ProtectionPolicy,
    check_limit_name,
)

LIMIT_SET, LIMIT_LOOSENED = "play-limit-set", "play-limit-loosened"
LOOSENING_ASKED, LOOSENING_WITHDRAWN = "play-limit-loosening-asked", "play-limit-loosening-withdrawn"
PLAY_SUSPENDED, PERSON_EXCLUDED, REMINDER_CHOSEN = "play-suspended", "person-excluded", "reminder-chosen"
PROTECTION_EVENTS = (
    *(LIMIT_SET, LIMIT_LOOSENED, LOOSENING_ASKED, LOOSENING_WITHDRAWN),
    *(PLAY_SUSPENDED, PERSON_EXCLUDED, REMINDER_CHOSEN),
)
OWN, OF_THE_HOUSE = SETTERS = ("player", "house")
"""Who has set a limit, and alone may change it."""
FOR_LIFE = 1 << 53
"""The end of what has none: a time that never comes."""
BEGINNINGS = frozenset(("sit", "buy-in", "wager", "accept-bank"))
"""What begins something. Everything else finishes what was begun, or ends it: decisions, setting hands, leaving, cashing out."""


@dataclass(frozen=True, slots=True)
class Loosening:
    """A looser limit that somebody has asked for."""

    most: int | None
    """None to have no limit."""
    opens_at: int
    """From then on it may be confirmed (milliseconds)."""
    closes_at: int


@dataclass(frozen=True, slots=True)
class PlayLimit:
    most: int
    """Cents, or minutes."""
    asked: Loosening | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """Why somebody may not play now."""

    is_exclusion: bool
    until: int


@dataclass(frozen=True, slots=True)
class Protection:
    """What holds for one person."""

    limits: Mapping[tuple[str, str, str], PlayLimit] = field(default_factory=lambda: MappingProxyType({}))
    """By setter, kind and period."""
    suspended_until: int = 0
    excluded_until: int = 0
    reminder: int = 0
    """Minutes between notices; zero for what is usual."""

    def bar_at(self, at: int) -> Bar | None:
        """Return what keeps the person from playing at a time; of several, what ends last."""
        until = max(self.suspended_until, self.excluded_until)
        return Bar(self.excluded_until >= until, until) if until > at else None


Protections = Mapping[str, Protection]
"""By person. Somebody who has never chosen anything is not among them."""
NO_PROTECTIONS: Protections = MappingProxyType({})
_NOTHING_CHOSEN = Protection()


def strictest_limits(protection: Protection | None, policy: ProtectionPolicy) -> dict[LimitName, tuple[int, str]]:
    """Return the limits that hold: the least of each kind and period, with who has set it."""
    found = {name: (most, OF_THE_HOUSE) for name, most in policy.limits.items()}
    for (setter, *name), limit in (protection or _NOTHING_CHOSEN).limits.items():
        kind, period = name
        if (kind, period) not in found or limit.most < found[kind, period][0]:
            found[kind, period] = (limit.most, setter)
    return found


@dataclass(frozen=True, slots=True)
class Change:
    """Who changes what for whom, and when."""

    person: str
    by: str
    at: int
    """In milliseconds."""
    why: str
    setter: str = OWN

    def event(self, name: str, /, **facts: object) -> Event:
        return Event(name, (), {"person": self.person, **facts, "by": self.by, "why": self.why})


def change_limit(
    protections: Protections, change: Change, kind: str, period: str, most: int | None, policy: ProtectionPolicy
) -> Event:
    """Return the event of a limit that somebody wants, or refuse it. None is for no limit."""
    name = check_limit_name(kind, period)
    if most is not None and not 0 <= most <= LARGEST:
        raise Malformed("a limit is 0 or more", code="protection.amount", given=most, allowed=f"0 to {LARGEST}")
    limit = _of(protections, change.person).limits.get((change.setter, *name))
    before = limit.most if limit is not None else None
    facts = _limit_facts(change.setter, name, before, most)
    if most == before:
        if limit is None or limit.asked is None:
            raise NotAllowed("this is your limit already", code="protection.same", given=most, allowed="another limit")
        return change.event(LOOSENING_WITHDRAWN, **facts)
    is_stricter = most is not None and (before is None or most < before)
    if is_stricter or change.setter == OF_THE_HOUSE:
        return change.event(LIMIT_SET, **facts)
    opens_at = change.at + policy.period_days[period] * DAY_MILLISECONDS
    times = {"opens_at": opens_at, "closes_at": opens_at + policy.confirm_days * DAY_MILLISECONDS}
    return change.event(LOOSENING_ASKED, **facts, **times)


def confirm_loosening(protections: Protections, change: Change, kind: str, period: str) -> Event:
    """Return the event of a looser limit that is confirmed, or refuse it: its time has to have come."""
    name = check_limit_name(kind, period)
    limit = _of(protections, change.person).limits.get((OWN, *name))
    if limit is None or limit.asked is None:
        said = "you have not asked for a looser limit of this kind; ask for it first"
        raise NotAllowed(said, code="protection.not-asked", given=kind, allowed="a limit that you have asked for")
    if change.at < limit.asked.opens_at:
        raise NotAllowed(
            "the old limit holds until its whole period has passed; confirm the looser one then",
            code="protection.too-early",
            given=change.at,
            allowed=limit.asked.opens_at,
        )
    if change.at >= limit.asked.closes_at:
        said = "the time in which you could confirm this has passed; ask for it again"
        raise NotAllowed(said, code="protection.too-late", given=change.at, allowed="a new request")
    facts = _limit_facts(OWN, name, limit.most, limit.asked.most)
    return change.event(LIMIT_LOOSENED, **facts)


def suspend_play(protections: Protections, change: Change, days: int, policy: ProtectionPolicy) -> Event:
    """Return the event of a suspension, or refuse it. It may be longer than one that runs, never shorter."""
    _check_offered(days, policy.suspension_days, "days")
    until, before = change.at + days * DAY_MILLISECONDS, _of(protections, change.person).suspended_until
    _check_longer(until, before, change.at)
    return change.event(PLAY_SUSPENDED, until=until)


def exclude_person(protections: Protections, change: Change, months: int, policy: ProtectionPolicy) -> Event:
    """Return the event of an exclusion, or refuse it. It may be longer than one that runs, never shorter."""
    _check_offered(months, policy.exclusion_months, "months (0 for life)")
    until = change.at + months * DAYS_OF_A_MONTH * DAY_MILLISECONDS if months else FOR_LIFE
    before = _of(protections, change.person).excluded_until
    _check_longer(until, before, change.at)
    return change.event(PERSON_EXCLUDED, until=until)


def choose_reminder(protections: Protections, change: Change, minutes: int, policy: ProtectionPolicy) -> Event:
    """Return the event of how often somebody wants to be told how long he has played."""
    _check_offered(minutes, policy.reminder_choices, "minutes")
    before = _of(protections, change.person).reminder or policy.usual_reminder
    return change.event(REMINDER_CHOSEN, before=before, after=minutes)


def _of(protections: Protections, person: str) -> Protection:
    return protections.get(person, _NOTHING_CHOSEN)


def _check_offered(wanted: int, offered: tuple[int, ...], what: str) -> None:
    if wanted not in offered:
        said = f"choose one of these numbers of {what}: {', '.join(map(str, offered))}"
        raise Malformed(said, code="protection.length", given=wanted, allowed=offered)


def _check_longer(until: int, before: int, at: int) -> None:
    if max(before, at) >= until:
        raise NotAllowed(
            "this would end sooner than what you have chosen already; choose a longer time",
            code="protection.shorter",
            given=until,
            allowed="a longer time",
        )


def evolve_protections(protections: Protections, event: Event) -> dict[str, Protection]:
    """Return what holds for everybody after an event."""
    person = event.text("person")
    return {**protections, person: _evolve(_of(protections, person), event)}


def _evolve(protection: Protection, event: Event) -> Protection:
    if event.kind == PLAY_SUSPENDED:
        return replace(protection, suspended_until=max(protection.suspended_until, event.number("until")))
    if event.kind == PERSON_EXCLUDED:
        return replace(protection, excluded_until=max(protection.excluded_until, event.number("until")))
    if event.kind == REMINDER_CHOSEN:
        return replace(protection, reminder=event.number("after"))
    key = event.text("setter"), event.text("kind"), event.text("period")
    limits = {name: limit for name, limit in protection.limits.items() if name != key}
    limit = _limit_after(protection.limits.get(key), event)
    return replace(protection, limits=MappingProxyType(limits if limit is None else {**limits, key: limit}))


def _limit_after(limit: PlayLimit | None, event: Event) -> PlayLimit | None:
    most = _plain_amount(event.facts.get("after"))
    if event.kind == LOOSENING_ASKED and limit is not None:
        return replace(limit, asked=Loosening(most, event.number("opens_at"), event.number("closes_at")))
    if event.kind == LOOSENING_WITHDRAWN and limit is not None:
        return replace(limit, asked=None)
    return PlayLimit(most) if most is not None else None


def _limit_facts(setter: str, name: LimitName, before: int | None, after: int | None) -> dict[str, object]:
    """Return what is recorded of a limit: money as money, so that reports can say it, and time in minutes."""
    kind, period = name
    amounts = {
        which: Cents(most) if most is not None and kind != TIME else most
        for which, most in (("before", before), ("after", after))
    }
    return {"setter": setter, "kind": kind, "period": period, **amounts}


def _plain_amount(fact: object) -> int | None:
    return fact.amount if isinstance(fact, Cents) else fact if isinstance(fact, int) else None
