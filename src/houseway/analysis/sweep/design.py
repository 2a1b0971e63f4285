"""What a sweep varies, what it keeps, and what is best: a TOML file, checked before anything is counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

from houseway.errors import Malformed
from houseway.input_files import InvalidToml, parse_toml, read_text_file
from houseway.spelling import did_you_mean
from houseway.values import ShortRepr, canonical_hash

MOST_POINTS = 1_000_000
"""More designs than this are not all counted: they would take minutes, and nobody reads them. A search may have more."""
MOST_STEPS = 100_000_000
MOST_FOUND = 10_000
"""A search looks for so many of the best designs at most."""
GAME = "game"
"""Named in the place of a wager: the game itself, which is solved for each design."""
NO_ROW = "none"
"""Written in the place of a pay: the hand wins nothing."""


class Figure(StrEnum):
    """What a design is measured by."""

    EDGE = "edge"
    LIFE_EDGE = "life-edge"
    """The edge over the life of the meters: players win back what they add, so it costs contributions and resets."""
    HIT_RATE = "hit-rate"
    DEVIATION = "deviation"
    HIGHEST_PAY = "highest-pay"


@dataclass(frozen=True)
class Axis:
    """One thing that varies, with its values as they are written."""

    name: str
    """A hand's row (`rows.flush`) or another choice (`stake`, `readings.UTH-18`, `paytables.blind`)."""
    values: tuple[str, ...]

    @property
    def hand(self) -> str:
        """Return the hand of a row; empty for another choice."""
        return self.name.removeprefix(_ROWS) if self.name.startswith(_ROWS) else ""

    @property
    def title(self) -> str:
        kind, _, inner = self.name.rpartition(".")
        return f"{inner} {_METER_TITLES[kind]}" if kind in _METER_TITLES else self.hand or inner


_ROWS = "rows."
_METER_TITLES = {"rates": "rate", "resets": "reset"}


@dataclass(frozen=True)
class Bounds:
    """The least and the most of a figure."""

    least: Fraction
    most: Fraction

    def hold(self, value: Fraction) -> bool:
        return self.least <= value <= self.most


@dataclass(frozen=True)
class Search:
    """How the best designs are looked for where not all are counted."""

    most: int = 20
    """So many of the best are looked for."""
    steps: int = 1_000_000
    """The search ends after so many steps, proved or not."""
    restarts: int = 8
    """Where rows do not add up, it starts so many times from a design by chance."""
    seed: int = 1
    """Decides these designs."""


@dataclass(frozen=True, repr=False)
class SweepDesign(ShortRepr):
    """A sweep: a source of rules, one wager or the game, what varies, and which designs are kept."""

    book: str
    """A rule book; empty where a submission or a wager of one's own is given."""
    submission: str
    own_wager: str
    """The file of a wager of one's own."""
    wager: str
    """Empty for a wager of one's own, whose file names it."""
    fixed: Mapping[str, str]
    """Choices with one value: `paytable`, `stake`, `readings.UTH-18`."""
    axes: tuple[Axis, ...]
    keep: Mapping[Figure, Bounds] = field(default_factory=dict)
    multiples_of: int = 0
    is_falling: bool = False
    """Whether a higher hand must pay at least as much as a lower one."""
    best_by: Figure = Figure.EDGE
    lowest_first: bool = False
    search: Search | None = None
    """None if all designs are counted."""
    digest: str = ""
    """The hash of the content of the file."""

    @property
    def asks_life_edge(self) -> bool:
        """Tell whether the edge over the life of the meters is wanted."""
        varied = any(axis.name.partition(".")[0] in ("rates", "resets") for axis in self.axes)
        return varied or self.best_by is Figure.LIFE_EDGE or Figure.LIFE_EDGE in self.keep

    @property
    def rows(self) -> tuple[Axis, ...]:
        return tuple(axis for axis in self.axes if axis.hand)

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the axes are called where people read them: the hand, the wager, the reading, the rate of a meter."""
        return tuple(axis.title for axis in self.axes)

    @property
    def choices(self) -> tuple[Axis, ...]:
        """Return what varies besides rows."""
        return tuple(axis for axis in self.axes if not axis.hand)

    @cached_property
    def points(self) -> int:
        """Return the number of designs."""
        return prod(len(axis.values) for axis in self.axes)


def read_design_file(file: Path) -> SweepDesign:
    """Read a design file. What is wrong with it is said with its name."""
    text = read_text_file(file, "sweep.file", _FORM)
    try:
        return read_design(parse_toml(text))
    except InvalidToml as error:
        raise Malformed(f"{file} is not TOML: {error}", code="sweep.toml", given=str(file), allowed=_FORM) from error
    except Malformed as error:
        raise error.with_place(file) from error


_FORM = "a design in TOML"


def read_design(content: Mapping[str, Any]) -> SweepDesign:
    """Read the content of a design file, and refuse what is unknown or too much."""
    _check_keys(content, _KEYS, "")
    sources = _sources(content)
    wager = _wager(content, sources)
    choices = _flat(content.get("choices", {}), "choices")
    fixed = {name: _text(content, name, "") for name in ("paytable", "stake") if name in content}
    axes = (
        *(Axis(name, _values(name, given)) for name, given in choices.items()),
        *(Axis(_ROWS + hand, _row_values(hand, given)) for hand, given in _table(content, "rows").items()),
    )
    _check_axes(wager, axes, fixed)
    keep, best = _table(content, "keep"), _table(content, "best")
    _check_keys(keep, (*Figure, "multiples-of", "falling"), "keep.")
    _check_keys(best, ("by", "order"), "best.")
    design = SweepDesign(
        sources["book"],
        sources["submission"],
        sources["own-wager"],
        wager,
        fixed,
        axes,
        {Figure(name): _bounds(name, given) for name, given in keep.items() if name in tuple(Figure)},
        _number(keep, "multiples-of"),
        _flag(keep, "falling"),
        _figure(best),
        _one_of(best, "order", ("lowest", "highest"), "highest") == "lowest",
        _search(content),
        canonical_hash(content),
    )
    if design.points > MOST_POINTS and design.search is None:
        said = f"the sweep has {design.points:,} designs, and {MOST_POINTS:,} are the most that are all counted: write [search]"
        said += f" to look for the best without counting all, or leave out values of {_widest(axes)}"
        raise _malformed(said, "sweep.points", f"{design.points:,}", f"{MOST_POINTS:,} or fewer")
    return design


def _sources(content: Mapping[str, Any]) -> dict[str, str]:
    """Return what is swept by the kind of source: one is named, the others are empty."""
    sources = {name: _text(content, name, "") for name in _SOURCES}
    named = [name for name, given in sources.items() if given]
    if len(named) != 1:
        said = "a sweep is of a book, of a submission or of a wager of your own: name one"
        raise _malformed(said, "sweep.source", " and ".join(named) or "none", _SOURCES)
    return sources


def _wager(content: Mapping[str, Any], sources: Mapping[str, str]) -> str:
    wager, is_own = _text(content, "wager", ""), bool(sources["own-wager"])
    if wager and is_own:
        raise _malformed("the file of a wager of your own names the wager", "sweep.wager", wager, "no wager")
    if not wager and not is_own:
        raise _malformed('name what is swept: a wager, or "game"', "sweep.wager", "none", 'wager = "trips"')
    return wager


_SOURCES = ("book", "submission", "own-wager")
_KEYS = (*_SOURCES, "wager", "paytable", "stake", "rows", "choices", "keep", "best", "search")
_WAGER_CHOICES = ("paytable", "stake", "readings", "meters", "rates", "resets")
_OWN_WAGER_CHOICES = ("stake", "cards")
_GAME_CHOICES = ("paytables", "readings", "house-way", "against")


def _check_axes(wager: str, axes: Sequence[Axis], fixed: Mapping[str, str]) -> None:
    if not axes:
        raise _malformed("nothing varies: write rows or choices", "sweep.axes", "none", "[rows] or [choices]")
    allowed = _GAME_CHOICES if wager == GAME else _WAGER_CHOICES if wager else _OWN_WAGER_CHOICES
    for axis in axes:
        if axis.hand and wager == GAME:
            said = "the game itself has no rows of its own: name the paytables of its wagers under choices.paytables"
            raise _malformed(said, "sweep.rows", axis.name, "[choices.paytables]")
        kind = axis.name.partition(".")[0]
        if not axis.hand and kind not in allowed:
            hint = did_you_mean(kind, allowed) or f"choose {', '.join(allowed)}"
            said = f"{axis.name} cannot be varied for {wager or 'a wager of your own'}; {hint}"
            raise _malformed(said, "sweep.choice", axis.name, allowed)
        if axis.name in fixed:
            raise _malformed(f"{axis.name} is fixed and varied", "sweep.twice", axis.name, "one of both")


def _widest(axes: Sequence[Axis]) -> str:
    return max(axes, key=lambda axis: len(axis.values)).name


def _values(name: str, given: object) -> tuple[str, ...]:
    if not isinstance(given, list) or not given or not all(isinstance(each, str | int) for each in given):
        raise _malformed(f"{name} is a list of values", "sweep.values", given, f'{name} = ["A", "B"]')
    return _once(name, [str(each) for each in given])


def _row_values(hand: str, given: object) -> tuple[str, ...]:
    """Return what a row may pay: a list, or a range of whole numbers to 1."""
    if isinstance(given, dict):
        _check_keys(given, ("from", "to", "step"), f"rows.{hand}.")
        first, last, step = (_number(given, name, 1) for name in ("from", "to", "step"))
        if step < 1 or first < 1 or last < first:
            raise _malformed(f"the range of {hand} is empty", "sweep.range", given, "{ from = 3, to = 6, step = 1 }")
        if (last - first) // step >= MOST_POINTS:
            raise _malformed(f"the range of {hand} is too long", "sweep.points", given, f"{MOST_POINTS:,} or fewer")
        return tuple(f"{pays} to 1" for pays in range(first, last + 1, step))
    if not isinstance(given, list) or not given or not all(isinstance(each, str | int) for each in given):
        allowed = f'{hand} = ["6 to 1", "7 to 1"], {hand} = [6, 7] or {hand} = {{ from = 6, to = 7 }}'
        raise _malformed(f"what {hand} may pay is a list or a range", "sweep.values", given, allowed)
    return _once(hand, [f"{each} to 1" if isinstance(each, int) else each for each in given])


def _once(name: str, values: list[str]) -> tuple[str, ...]:
    twice = next((each for each in values if values.count(each) > 1), None) if len(values) < MOST_POINTS else None
    if twice is not None:
        raise _malformed(f"{name} has {twice!r} twice", "sweep.twice", twice, "each once")
    return tuple(values)


def _bounds(name: str, given: object) -> Bounds:
    """Read the least and the most of a figure, as in `["2%", "4%"]`."""
    if not isinstance(given, list) or len(given) != _TWO:
        raise _malformed(f"{name} is kept between two values", "sweep.bounds", given, f'{name} = ["2%", "4%"]')
    least, most = (_ratio(name, each) for each in given)
    if least > most:
        raise _malformed(f"no {name} is at least {given[0]} and at most {given[1]}", "sweep.bounds", given, "the least first")
    return Bounds(least, most)


_TWO = 2
_HUNDRED = 100


def _ratio(name: str, given: object) -> Fraction:
    text = str(given).strip().removesuffix(" to 1")
    try:
        return Fraction(text.removesuffix("%").replace(",", "")) / (_HUNDRED if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise _malformed(f"{given!r} is no bound of {name}", "sweep.bounds", given, "2%, 0.02, 3/2, 500 to 1") from None


def _search(content: Mapping[str, Any]) -> Search | None:
    """Read how the best designs are looked for; None if the design does not ask for a search."""
    if "search" not in content:
        return None
    table, usual = _table(content, "search"), Search()
    _check_keys(table, ("most", "steps", "restarts", "seed"), "search.")
    found = Search(**{name: _number(table, name, getattr(usual, name)) for name in ("most", "steps", "restarts", "seed")})
    for name, most in (("most", MOST_FOUND), ("steps", MOST_STEPS), ("restarts", MOST_FOUND)):
        if not 1 <= getattr(found, name) <= most:
            given = getattr(found, name)
            raise _malformed(f"search.{name} is 1 to {most:,}, not {given:,}", "sweep.search", given, f"1 to {most:,}")
    return found


def _figure(best: Mapping[str, Any]) -> Figure:
    return Figure(_one_of(best, "by", tuple(Figure), Figure.EDGE))


def _one_of(table: Mapping[str, Any], name: str, allowed: Sequence[str], otherwise: str) -> str:
    given = table.get(name, otherwise)
    if given not in allowed:
        raise _malformed(f"{name} is {' or '.join(allowed)}, not {given!r}", "sweep.best", given, tuple(map(str, allowed)))
    return str(given)


def _text(table: Mapping[str, Any], name: str, otherwise: str) -> str:
    given = table.get(name, otherwise)
    if not isinstance(given, str):
        raise _malformed(f"{name} is a text", "sweep.type", given, f'{name} = "..."')
    return given


def _number(table: Mapping[str, Any], name: str, otherwise: int = 0) -> int:
    given = table.get(name, otherwise)
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise _malformed(f"{name} is a whole number", "sweep.type", given, f"{name} = 5")
    return given


def _flag(table: Mapping[str, Any], name: str) -> bool:
    given = table.get(name, False)
    if not isinstance(given, bool):
        raise _malformed(f"{name} is true or false", "sweep.type", given, f"{name} = true")
    return given


def _table(content: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    given = content.get(name, {})
    if not isinstance(given, dict):
        raise _malformed(f"{name} is a table", "sweep.type", given, f"[{name}]")
    return given


def _flat(given: object, name: str) -> dict[str, object]:
    """Return the choices by their names, those of a table within as `readings.UTH-18`."""
    if not isinstance(given, dict):
        raise _malformed(f"{name} is a table", "sweep.type", given, f"[{name}]")
    found: dict[str, object] = {}
    for key, value in given.items():
        if isinstance(value, dict):
            found |= {f"{key}.{inner}": each for inner, each in value.items()}
        else:
            found[key] = value
    return found


def _check_keys(table: Mapping[str, Any], allowed: Sequence[str], place: str) -> None:
    for name in table:
        if name not in allowed:
            known = tuple(map(str, allowed))
            hint = did_you_mean(name, known) or f"known are {', '.join(known)}"
            raise _malformed(f"there is nothing called {place}{name} in a design; {hint}", "sweep.key", name, known)


def _malformed(said: str, code: str, given: object, allowed: object) -> Malformed:
    return Malformed(said, code=code, given=given if isinstance(given, str) else str(given), allowed=allowed)
