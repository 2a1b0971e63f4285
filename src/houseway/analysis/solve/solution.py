"""Games solved: what a solution says and stands on, which solver a book has, and where results are kept.

A solution is exact: whole numbers of combinations, fractions of an Ante. Decimals are made of them at the end, for print.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Protocol, TypeVar

from houseway import __version__
from houseway.analysis.exact import decimal, square_root
from houseway.cards import Card
from houseway.errors import Malformed, NotAllowed
from houseway.hands.orders import DIV_PAI_GOW, MD_FOUR_CARD, MD_PAI_GOW, MD_ULTIMATE
from houseway.money import Cents
from houseway.regulation import load
from houseway.submission import Offer, Rules
from houseway.submission.readings import as_read

Progress = Callable[[int, int], None]
"""Told how much of the work is done, and how much there is."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Ending:
    """One way in which rounds end, and in how many of all combinations they do; amounts in Antes."""

    action: str
    how: str
    combinations: int
    net: Fraction
    staked: Fraction

    def to_json(self) -> dict[str, object]:
        return {"action": self.action, "how": self.how, "combinations": self.combinations, "net": str(self.net)}


@dataclass(frozen=True)
class Played:
    """How rounds end under one strategy."""

    strategy: str
    endings: tuple[Ending, ...] = field(repr=False)

    @cached_property
    def total(self) -> int:
        return sum(ending.combinations for ending in self.endings)

    def _mean(self, of: Callable[[Ending], Fraction]) -> Fraction:
        return sum((of(ending) * ending.combinations for ending in self.endings), Fraction(0)) / self.total

    @cached_property
    def expected_value(self) -> Fraction:
        return self._mean(lambda ending: ending.net)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of an Ante."""
        return -self.expected_value

    @cached_property
    def average_stake(self) -> Fraction:
        return self._mean(lambda ending: ending.staked)

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is staked."""
        return self.house_edge / self.average_stake

    @cached_property
    def variance(self) -> Fraction:
        return self._mean(lambda ending: ending.net**2) - self.expected_value**2

    @property
    def standard_deviation(self) -> Fraction:
        return square_root(self.variance)

    @cached_property
    def frequencies(self) -> Mapping[str, Fraction]:
        """How often each action is taken."""
        found: dict[str, int] = {}
        for ending in self.endings:
            found[ending.action] = found.get(ending.action, 0) + ending.combinations
        return {action: Fraction(count, self.total) for action, count in found.items()}

    @cached_property
    def distribution(self) -> Mapping[Fraction, int]:
        """How many combinations end so much up or down, the largest loss first."""
        found: dict[Fraction, int] = {}
        for ending in self.endings:
            found[ending.net] = found.get(ending.net, 0) + ending.combinations
        return dict(sorted((net, count) for net, count in found.items() if count))

    def to_json(self) -> dict[str, object]:
        return {
            "total": self.total,
            "expected_value": str(self.expected_value),
            "house_edge": decimal(self.house_edge),
            "element_of_risk": decimal(self.element_of_risk),
            "average_stake": decimal(self.average_stake),
            "standard_deviation": decimal(self.standard_deviation),
            "frequencies": {action: decimal(share) for action, share in self.frequencies.items()},
            "distribution": {str(net): count for net, count in self.distribution.items()},
        }


@dataclass(frozen=True)
class Footing:
    """What a solution stands on."""

    book: str
    version: str
    book_hash: str
    method: str
    of: str
    paytables: Mapping[str, Mapping[str, str]]
    """By wager that matters, what its rows pay, as read."""
    readings: Mapping[str, str]
    """Those that matter."""
    assumes: tuple[str, ...] = ()
    rules_hash: str = ""
    """Empty for a rule book by itself."""
    program: str = f"houseway {__version__}"

    @classmethod
    def under(
        cls, rules: Rules, method: str, wagers: Iterable[str], readings: Iterable[str], assumes: Sequence[str] = ()
    ) -> "Footing":
        paytables = {wager: {row.hand: str(row.pays) for row in rules.offers[wager].paytable.rows} for wager in wagers}
        taken = {reading: rules.readings[reading] for reading in readings if reading in rules.readings}
        filed = rules.hash if rules.facility else ""
        return cls(rules.book, rules.version, rules.regulation.hash, method, "Ante", paytables, taken, tuple(assumes), filed)

    def to_json(self) -> dict[str, object]:
        return {
            "book": self.book,
            "version": self.version,
            "book_hash": self.book_hash,
            "rules_hash": self.rules_hash,
            "program": self.program,
            "of": self.of,
            "method": self.method,
            "paytables": {wager: dict(rows) for wager, rows in self.paytables.items()},
            "readings": dict(self.readings),
            "assumes": list(self.assumes),
        }


@dataclass(frozen=True)
class Sheet:
    """A table of a solution, for print."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Solution(Protocol):
    """What every solver hands back."""

    @property
    def footing(self) -> Footing: ...

    def to_json(self) -> dict[str, object]: ...

    def sheets(self) -> tuple[Sheet, ...]: ...


@dataclass(frozen=True)
class Advice:
    """What each choice is worth, in Antes, of those that a player has now."""

    situation: str
    worth: Mapping[str, Fraction]
    footing: Footing

    @property
    def method(self) -> str:
        return self.footing.method

    @property
    def best(self) -> str:
        """Of equals the first: the choices stand in the order of what they stake, the least first."""
        return max(self.worth, key=lambda choice: self.worth[choice])

    def to_json(self) -> dict[str, object]:
        return {
            **self.footing.to_json(),
            "situation": self.situation,
            "best": self.best,
            "choices": {choice: decimal(worth) for choice, worth in self.worth.items()},
            "exact": {choice: str(worth) for choice, worth in self.worth.items()},
        }


@dataclass(frozen=True)
class Situation:
    """What a player sees: his cards, the board so far or the dealer's up card."""

    cards: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    up: Card | None = None


# Which solver a book has. They are imported when they are asked: numba takes its time to come.


def _solve_ultimate(rules: Rules, progress: Progress | None, **how: str) -> Solution:
    from houseway.analysis.solve.ultimate import solver as ultimate

    return ultimate.solve(rules, progress, **how)


def _solve_four_card(rules: Rules, progress: Progress | None, **how: str) -> Solution:
    from houseway.analysis.solve import four_card

    return four_card.solve(rules, progress, **how)


def _solve_pai_gow(rules: Rules, progress: Progress | None, **how: str) -> Solution:
    from houseway.analysis.solve.pai_gow import solver as pai_gow

    return pai_gow.solve(rules, progress, **how)


def _advise_ultimate(rules: Rules, situation: Situation, progress: Progress | None) -> Advice:
    from houseway.analysis.solve.ultimate import solver as ultimate

    return ultimate.advise(rules, situation, progress)


def _advise_four_card(rules: Rules, situation: Situation, progress: Progress | None) -> Advice:
    from houseway.analysis.solve import four_card

    return four_card.advise(rules, situation)


SOLVERS: dict[str, Callable[..., Solution]] = {
    MD_ULTIMATE: _solve_ultimate,
    MD_FOUR_CARD: _solve_four_card,
    MD_PAI_GOW: _solve_pai_gow,
    DIV_PAI_GOW: _solve_pai_gow,
}
"""By book: a function of rules, progress and what else its game wants to know, by name."""
ASKED = {
    MD_ULTIMATE: ("strategy",),
    MD_FOUR_CARD: (),
    MD_PAI_GOW: ("house_way", "against"),
    DIV_PAI_GOW: ("house_way", "against"),
}
"""By book: what else its game may be told."""
ADVISERS: dict[str, Callable[[Rules, Situation, Progress | None], Advice]] = {
    MD_ULTIMATE: _advise_ultimate,
    MD_FOUR_CARD: _advise_four_card,
}


def solve_game(rules: Rules, progress: Progress | None = None, **how: str) -> Solution:
    """The game of these rules, solved."""
    check(rules, how)
    return SOLVERS[rules.book](rules, progress, **how)


def check(rules: Rules, how: Iterable[str]) -> None:
    """Refuses what a game cannot be told, before it is solved."""
    _found(SOLVERS, rules.book, "solve")
    for name in how:
        if name not in ASKED[rules.book]:
            raise Malformed(
                f"{rules.book} has no use for a {name.replace('_', ' ')}",
                code="solve.how",
                given=name,
                allowed=ASKED[rules.book],
            )


def advise(rules: Rules, situation: Situation, progress: Progress | None = None) -> Advice:
    """The exact expectation of every choice that a player has now."""
    return _found(ADVISERS, rules.book, "advise")(rules, situation, progress)


def _found(known: Mapping[str, Found], book: str, what: str) -> Found:
    if book not in known:
        allowed = tuple(known)
        raise NotAllowed(
            f"{book} cannot be {what}d yet; there are {', '.join(allowed)}", code=f"{what}.book", given=book, allowed=allowed
        )
    return known[book]


def standard_rules(book: str, paytables: Mapping[str, str] | None = None, readings: Mapping[str, str] | None = None) -> Rules:
    """A bare rule book as rules: every wager that must be offered, on its first paytable or the one named, read by default.

    For analysis only: nothing is filed, so nothing was judged.
    """
    regulation = load(book)
    letters = dict(paytables or {})
    offers = {}
    for wager in regulation.wagers.values():
        tables = regulation.tables_of(wager.id)
        letter = letters.pop(wager.id, tables[0].letter if tables else "")
        table = regulation.paytable(wager.id, letter)
        if table is None and tables:
            known = tuple(each.letter for each in tables)
            raise Malformed(
                f"{book} has no paytable {letter!r} of {wager.title}; it has {', '.join(known)}",
                code="solve.paytable",
                clauses=(wager.clause,),
                given=letter,
                allowed=known,
            )
        if table is not None:
            offers[wager.id] = Offer(wager.id, table, Cents(0), Cents(0))
    for unknown in letters:
        raise Malformed(
            f"{book} has no wager {unknown!r} with a paytable; it has {', '.join(offers)}",
            code="book.no-wager",
            given=unknown,
            allowed=tuple(offers),
        )
    taken = regulation.choose_readings(readings or {})
    return Rules(regulation, "", {}, as_read(regulation, offers, taken), (), taken, ())
