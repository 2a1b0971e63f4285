"""The settings of a table: who deals and with what cards, how long it waits for players, and what happens for absent ones.

The settings are recorded with the table's opening, in the stream `settings:TABLE`, and are shown to everybody at the table. How
they change is in `settings_plan`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields

from houseway.errors import Malformed, NotAllowed
from houseway.events import Event

SET = "settings-made"
ELECTRONIC, PHYSICAL = CARDS = ("electronic", "physical")
CHECK_THEN_FOLD, FOLD = DECISIONS = ("check-then-fold", "fold")
PLAY_HAND, VOID_HAND = EXPOSED_CARDS = ("play", "void")
LONGEST_CLOCK_SECONDS = 600
MOST_ROUNDS_AWAY = 100


def settings_stream(table: str) -> str:
    return f"settings:{table}"


@dataclass(frozen=True, slots=True)
class AbsentSettings:
    """What the system does for a player who does not act in time. It never makes a wager for him, and sets seven cards the
    house way."""

    decision: str = CHECK_THEN_FOLD
    """Against the dealer: check while that costs nothing and then fold, or fold at the first possibility."""
    exposed_card: str = PLAY_HAND
    """If one of his cards was exposed by the dealer: play the hand, or void it."""
    seconds: int = 3
    """How long the table waits for a player for whom the system has already acted."""
    rounds: int = 3
    """After this many rounds without an act of his own, he loses his seat and his chips are cashed out; 0 for never."""

    def __post_init__(self) -> None:
        _check_choice("absent.decision", self.decision, DECISIONS)
        _check_choice("absent.exposed_card", self.exposed_card, EXPOSED_CARDS)
        _check_number("absent.seconds", self.seconds, LONGEST_CLOCK_SECONDS)
        _check_number("absent.rounds", self.rounds, MOST_ROUNDS_AWAY)


@dataclass(frozen=True, slots=True)
class TableSettings:
    croupier: bool = True
    """Whether the program deals; otherwise a person does."""
    cards: str = ELECTRONIC
    """Electronic cards come from the committed seeds; physical cards are entered by the dealer as they are turned over."""
    betting_seconds: int = 20
    """How long bets are taken once the dealer could close them; 0 for no clock. A person who deals closes them himself."""
    decision_seconds: int = 30
    """How long a player may think; 0 for no clock."""
    surrender_seconds: int = 2
    """How long the dealer waits, once his hands are set, for players who may surrender; 0 to go on at once."""
    absent: AbsentSettings = field(default_factory=AbsentSettings)
    practice: bool = False
    """Whether players may ask what each of their choices is worth. Off unless the house turns it on; see `service.advice`."""
    program_floor: bool = False
    """Whether the program takes the floorperson's steps that need no judgement."""
    newcomers: bool = False
    """Whether the table is for people who play for the first time: pages send them there, and explain each step."""

    def __post_init__(self) -> None:
        for name in ("croupier", "practice", "program_floor", "newcomers"):
            _check_flag(name, getattr(self, name))
        _check_choice("cards", self.cards, CARDS)
        _check_number("betting_seconds", self.betting_seconds, LONGEST_CLOCK_SECONDS)
        _check_number("decision_seconds", self.decision_seconds, LONGEST_CLOCK_SECONDS)
        _check_number("surrender_seconds", self.surrender_seconds, LONGEST_CLOCK_SECONDS)
        if self.croupier and self.cards == PHYSICAL:
            raise NotAllowed(
                "the program cannot deal physical cards",
                code="settings.conflict",
                given="croupier with physical cards",
                allowed="a person who deals",
            )

    def to_json(self) -> dict[str, object]:
        return asdict(self)

    def with_changes(self, content: Mapping[str, object]) -> "TableSettings":
        """Return these settings with some of them replaced, given in their JSON form."""
        absent = content.get("absent", {})
        whole = {**self.to_json(), **content}
        if isinstance(absent, Mapping):
            whole["absent"] = {**asdict(self.absent), **absent}
        return TableSettings.from_json(whole)

    @classmethod
    def from_json(cls, content: Mapping[str, object]) -> "TableSettings":
        """Read settings. Missing ones have their defaults, and an unknown name is refused."""
        _check_names("settings", content, tuple(each.name for each in fields(cls)))
        absent = content.get("absent", {})
        if not isinstance(absent, Mapping):
            raise _unreadable("absent", absent, "a table")
        _check_names("absent", absent, tuple(each.name for each in fields(AbsentSettings)))
        return cls(**{**content, "absent": AbsentSettings(**absent)})  # type: ignore[arg-type]  # the fields check their types


def settings_event(settings: TableSettings) -> Event:
    """Return the event that records settings. Its one fact is the settings' own JSON form."""
    return Event(SET, (), {"settings": settings.to_json()})


def _check_names(of: str, content: Mapping[str, object], known: tuple[str, ...]) -> None:
    unknown = tuple(str(name) for name in content if name not in known)
    if unknown:
        raise Malformed(
            f"{of} of a table have no {', '.join(unknown)}", code="settings.name", given=", ".join(unknown), allowed=known
        )


def _check_flag(name: str, given: object) -> None:
    if type(given) is not bool:
        raise _unreadable(name, given, "true or false")


def _check_choice(name: str, given: object, allowed: tuple[str, ...]) -> None:
    if given not in allowed:
        raise _unreadable(name, given, " or ".join(allowed))


def _check_number(name: str, given: object, most: int) -> None:
    if type(given) is not int or not 0 <= given <= most:
        raise _unreadable(name, given, f"a whole number from 0 to {most}")


def _unreadable(name: str, given: object, allowed: str) -> Malformed:
    said = f"the setting {name} is {allowed}, not {given!r}"
    return Malformed(said, code="settings.value", given=repr(given), allowed=allowed)


WITHOUT_CLOCKS = TableSettings(betting_seconds=0, decision_seconds=0, surrender_seconds=0, absent=AbsentSettings(rounds=0))
"""Settings without clocks: the system never acts for an absent player, and the dealer does not wait for surrenders."""
