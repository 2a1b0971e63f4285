"""Read a record strictly: every key is known, every value has its type, or it is an error."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway_referee.errors import RecordError
from houseway_referee.money import parse_rate


@dataclass(frozen=True)
class Meter:
    """A progressive meter as filed; amounts in cents, the rate as a part of the stake."""

    wager: str
    name: str
    seed: int
    reset: int
    rate: Fraction

    @property
    def key(self) -> str:
        """Name the meter as records do: `progressive/mega`."""
        return f"{self.wager}/{self.name}"


@dataclass(frozen=True)
class Filing:
    """The Rules Submission. What is not filed has the book's default."""

    book: str
    version: str
    options: dict[str, Any]
    wagers: dict[str, dict[str, Any]]
    meters: tuple[Meter, ...]
    readings: dict[str, str]


@dataclass(frozen=True)
class Act:
    """One act. The name is empty for dealer and floor if it does not matter."""

    role: str
    name: str
    act: str
    facts: dict[str, Any]
    refused: bool = False


@dataclass(frozen=True)
class Round:
    """One round as it was recorded."""

    number: int
    seats: dict[int, str]
    chips: dict[str, int]
    absent: tuple[str, ...]
    meters: dict[str, Fraction]
    new_game: bool
    idle: bool
    physical: bool
    dealing: str  # the method that deals in place of a device out of use; empty if it is the one that is filed
    starting: str  # so, too, what shows the starting position
    acts: tuple[Act, ...]


@dataclass(frozen=True)
class Record:
    """A filing and a sequence of rounds."""

    filing: Filing
    left: dict[str, Any]
    rounds: tuple[Round, ...]


IGNORED_IN_FILING = {"facility", "house-way", "approvals"}
WAGER_KEYS = {"minimum", "maximum", "stake", "paytable", "envy", "odds", "pays"}
REPORT_FACTS = {"first", "face_up", "places", "drawn_in_error", "jammed", "exposed", "hands", "board", "box", "stacks"}

# The facts that each act may have.
FACTS: dict[str, set[str]] = {
    "wager": {"position", "wager", "amount", "lit", "coupon"},
    "take-back": {"position", "wager", "amount"},
    "buy-in": {"amount"},
    "leave": set(),
    "abandon": {"position"},
    "close-betting": set(),
    "lock-out": {"counted"},
    "rule-chips": {"stands"},
    "deal": {"cards", *REPORT_FACTS},
    "deal-flop": {"cards", *REPORT_FACTS},
    "deal-final": {"cards", *REPORT_FACTS},
    "count-stub": {"cards", "hands", "stacks", "board", "box", "face_up", "places"},
    "expose": {"position", "hands"},
    "pay": {"position"},
    "settle-side": {"position", "wager"},
    "rule-light": {"position", "stands"},
    "pay-envy": {"position", "wager"},
    "end-round": set(),
    "report-exposed": {"round", "position", "place", "stack", "cards", "who", "looked", "when"},
    "report-misdeal": {"round", "hands", "stub", "board", "box", "burned", "stacks"},
    "report-face-up": {"round", "face_up", "places", "dealt", "where", "when"},
    "report-start": {"round", "first"},
    "report-stacks": {"round"},
    "report-device": {"round", "device", "usable", "live", "when"},
    "rule-finding": {"round", "choice", "finding"},
    "offer-bank": {"position"},
    "accept-bank": {"position", "co-banking"},
    "pass-bank": {"position"},
    "give-up-bank": set(),
    "house-stake": {"amount"},
    "confirm-bank": set(),
    "stake-house": set(),
    "find-start": {"dice", "number"},
    "choose-exposed": {"position", "choice"},
    "set-hand": {"position", "low"},
    "set-bank": {"low"},
    "set-dealer": {"low"},
    "reset": {"place", "low"},
    "rack-dealer": set(),
    "surrender": {"position"},
    "collect-surrendered": {"position", "cards"},
    "settle-bank": set(),
    "check": {"position"},
    "fold": {"position"},
    "play": {"position", "times", "amount"},
    "pass-absent": {"position"},
    "turn-dealer": set(),
    "rack-stub": {"face_up"},
    "complete-board": {"cards", "board", "face_up"},
    "rule-exposed": {"choice"},
    "switch-method": {"dealing", "starting"},
}
# The facts that an act cannot do without.
NEEDED: dict[str, set[str]] = {
    "wager": {"position", "wager", "amount"},
    "take-back": {"position", "wager"},
    "buy-in": {"amount"},
    "abandon": {"position"},
    "rule-chips": {"stands"},
    "rule-light": {"position", "stands"},
    "rule-finding": {"round", "choice"},
    "offer-bank": {"position"},
    "accept-bank": {"position"},
    "pass-bank": {"position"},
    "house-stake": {"amount"},
    "choose-exposed": {"position", "choice"},
    "set-hand": {"position", "low"},
    "set-bank": {"low"},
    "set-dealer": {"low"},
    "reset": {"place", "low"},
    "surrender": {"position"},
    "collect-surrendered": {"position"},
    "check": {"position"},
    "fold": {"position"},
    "play": {"position"},
}
ROLES = {"player", "bank", "dealer", "floor"}
METHODS = {
    "dealing": ("manual-shoe", "hand", "automated-shoe"),
    "starting": ("shaker", "random-number", "button"),
}


def read_record(data: Mapping[str, Any]) -> Record:
    """Read a whole record."""
    known_keys(data, "record", needed={"referee", "filing", "rounds"}, allowed={"left"})
    if data["referee"] != 1:
        raise RecordError(f"record: format {data['referee']!r} is not known")
    filing = read_filing(data["filing"])
    rounds = tuple(read_round(entry, filing) for entry in data["rounds"])
    return Record(filing, dict(data.get("left", {})), rounds)


def read_filing(data: Mapping[str, Any]) -> Filing:
    """Read the Rules Submission."""
    needed, allowed = {"book", "wagers"}, {"version", "options", "meters", "readings", *IGNORED_IN_FILING}
    known_keys(data, "filing", needed=needed, allowed=allowed)
    wagers = {}
    for name, terms in data["wagers"].items():
        known_keys(terms, f"wager {name}", allowed=WAGER_KEYS)
        wagers[name] = dict(terms)
    meters = tuple(read_meter(entry) for entry in data.get("meters", []))
    options, readings = dict(data.get("options", {})), dict(data.get("readings", {}))
    return Filing(data["book"], data.get("version", ""), options, wagers, meters, readings)


def read_meter(data: Mapping[str, Any]) -> Meter:
    """Read what is filed about a meter."""
    known_keys(data, "meter", needed={"wager", "name", "seed", "reset", "rate"}, allowed={"tables"})
    seed, reset = cents(data["seed"], "meter seed"), cents(data["reset"], "meter reset")
    return Meter(data["wager"], data["name"], seed, reset, parse_rate(data["rate"]))


def read_round(data: Mapping[str, Any], filing: Filing) -> Round:
    """Read one round."""
    allowed = {"chips", "absent", "meters", "new-game", "idle", "physical", *METHODS}
    known_keys(data, "round", needed={"round", "seats", "acts"}, allowed=allowed)
    where = f"round {data['round']}"
    meters = {name: fraction(amount, where) for name, amount in data.get("meters", {}).items()}
    missing = {meter.key for meter in filing.meters} ^ set(meters)
    if missing:
        raise RecordError(f"{where}: meters before the round and meters filed differ: {sorted(missing)}")
    return Round(
        number=data["round"],
        seats={position(place, where): name for place, name in data["seats"].items()},
        chips={name: cents(amount, where) for name, amount in data.get("chips", {}).items()},
        absent=tuple(data.get("absent", [])),
        meters=meters,
        new_game=flag(data.get("new-game", False), where),
        idle=flag(data.get("idle", False), where),
        physical=flag(data.get("physical", False), where),
        dealing=method(data, "dealing", where),
        starting=method(data, "starting", where),
        acts=tuple(read_act(entry, where) for entry in data["acts"]),
    )


def read_act(data: Mapping[str, Any], where: str) -> Act:
    """Read one act; its facts must be among those that the act has."""
    known_keys(data, where, needed={"by", "act"}, allowed={"facts", "refused"})
    by, act, facts = data["by"], data["act"], dict(data.get("facts", {}))
    known_keys(by, f"{where}, {act}", needed={"role"}, allowed={"name"})
    if by["role"] not in ROLES:
        raise RecordError(f"{where}, {act}: no role {by['role']!r}")
    if by["role"] in ("player", "bank") and not by.get("name"):
        raise RecordError(f"{where}, {act}: a player has a name")
    if act not in FACTS:
        raise RecordError(f"{where}: no act {act!r}")
    known_keys(facts, f"{where}, {act}", needed=NEEDED.get(act), allowed=FACTS[act])
    if not isinstance(facts.get("position", 0), int):
        raise RecordError(f"{where}, {act}: {facts['position']!r} is no position")
    if "amount" in facts:
        cents(facts["amount"], f"{where}, {act}")
    for what in METHODS:
        method(facts, what, f"{where}, {act}")
    return Act(by["role"], by.get("name", ""), act, facts, flag(data.get("refused", False), where))


def known_keys(data: Mapping[str, Any], where: str, needed: set[str] | None = None, allowed: set[str] | None = None) -> None:
    """Refuse an object in which a key is missing or unknown."""
    if not isinstance(data, Mapping):
        raise RecordError(f"{where}: not an object")
    needed = needed or set()
    if missing := needed - set(data):
        raise RecordError(f"{where}: {sorted(missing)} missing")
    if unknown := set(data) - needed - (allowed or set()):
        raise RecordError(f"{where}: {sorted(unknown)} not known")


def cents(value: Any, where: str) -> int:
    """Read a whole number of cents that is not negative."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise RecordError(f"{where}: {value!r} is no number of cents")
    return value


def fraction(value: Any, where: str) -> Fraction:
    """Read an exact amount such as "2000037/2", or a whole number."""
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            pass
    raise RecordError(f"{where}: {value!r} is no exact amount")


def flag(value: Any, where: str) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise RecordError(f"{where}: {value!r} is neither true nor false")
    return value


def method(data: Mapping[str, Any], what: str, where: str) -> str:
    """Read what deals, or shows the starting position; empty if nothing is said."""
    if what in data and data[what] not in METHODS[what]:
        raise RecordError(f"{where}: {data[what]!r} is none of {METHODS[what]}")
    return str(data.get(what, ""))


def position(value: Any, where: str) -> int:
    """Read a position; as a key of an object it is a text."""
    if isinstance(value, bool) or not str(value).isdigit():
        raise RecordError(f"{where}: {value!r} is no position")
    return int(value)


def by_position(fact: Mapping[Any, Any] | None, where: str) -> dict[int, Any]:
    """Read a fact that is listed by position: {"3": 6}."""
    return {position(place, where): value for place, value in (fact or {}).items()}


def choose(filing: Filing, readings: Mapping[str, tuple[str, ...]], reading: str) -> str:
    """Give the choice in a reading: what is filed, or else the first of its choices, which is the default."""
    choices = readings[reading]
    chosen = filing.readings.get(reading, choices[0])
    if chosen not in choices:
        raise RecordError(f"reading {reading}: {chosen!r} is none of {choices}")
    return chosen
