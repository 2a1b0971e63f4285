"""Solve a whole game exactly: `solve`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from houseway.analysis.exact import as_percent
from houseway.analysis.games import solve_game
from houseway.analysis.own_paytable import parse_rows
from houseway.analysis.solve.solution import Solution
from houseway.analysis.standard_rules import standard_rules
from houseway.errors import Malformed, NotAllowed
from houseway.house_way import HouseWay
from houseway.library.arguments import check_function, check_mapping, check_rows, wrong_type
from houseway.library.filing import rules_from
from houseway.library.showing.display import Displayed, Sheet
from houseway.library.sources import find_book
from houseway.regulation import book_ids
from houseway.submission import Rules

SolveSource = str | Path | Rules
Progress = Callable[[int, int], None]
_PLACES = 4


@dataclass(frozen=True, repr=False)
class SolvedGame(Displayed):
    """A solved game. Figures are exact fractions, as shares of the first wager that a player makes."""

    rules: Rules
    solution: Solution = field(repr=False)
    """The solution in full, which differs from game to game: hands, endings, banks."""

    @property
    def _best(self) -> Any:
        """The figures of the best play, or of two house ways against each other."""
        return getattr(self.solution, "best_play", self.solution)

    @property
    def house_edge(self) -> Fraction:
        edge: Fraction = self._best.house_edge
        return edge

    @property
    def expected_value(self) -> Fraction:
        """Return what a round is worth to the player."""
        return -self.house_edge

    @property
    def element_of_risk(self) -> Fraction:
        """Return the house edge as a share of everything staked. Where nothing is added to the first wager, both are the same."""
        return Fraction(getattr(self._best, "element_of_risk", self.house_edge))

    @property
    def readings(self) -> Mapping[str, str]:
        """Return the readings that decide the figures, each with the choice taken."""
        return self.solution.provenance.readings

    @property
    def assumptions(self) -> tuple[str, ...]:
        return self.solution.provenance.assumptions

    def to_json(self) -> dict[str, object]:
        return self.solution.to_json()

    def __repr__(self) -> str:
        return f"<{self.rules.book} solved: house edge {as_percent(self.house_edge, _PLACES)}>"

    def sheets(self) -> tuple[Sheet, ...]:
        return tuple(
            Sheet(each.title, each.columns, each.rows, is_long=each.by_hand) for each in self.solution.printed_tables()
        )

    def records(self) -> Iterable[Mapping[str, object]]:
        """Return a row for each hand, as the last of the printed tables lists them."""
        last = self.sheets()[-1] if any(sheet.is_long for sheet in self.sheets()) else self.sheets()[0]
        names = [column or f"column {place}" for place, column in enumerate(last.columns, start=1)]
        return [dict(zip(names, row, strict=True)) for row in last.rows]

    @cached_property
    def _drawing(self) -> str:
        try:
            from houseway.analysis.chart_files import drawings_of, find_form

            return find_form(Path("chart.svg"))(drawings_of(self.solution)).decode()
        except (NotAllowed, ModuleNotFoundError):  # optimal setting has no chart, nor has anything without the extra `charts`
            return ""

    def drawing(self) -> str:
        return self._drawing


def solve(
    source: SolveSource,
    *,
    paytables: Mapping[str, str | Mapping[str, str]] | None = None,
    readings: Mapping[str, str] | None = None,
    house_way: str | HouseWay | None = None,
    against: str | HouseWay | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> SolvedGame:
    """Solve a game over every combination of its cards.

    The source is a rule book, or a submission as `check` takes it. With a rule book, each wager has its first paytable or the one
    given: by its letter, or as rows of your own. Pai Gow is played by `house_way` (the dealer's) and `against` (the player's, or
    "optimal"). Results are cached; a game that was not solved before takes up to a minute, and `progress` is called with the work
    done and the whole work.

    >>> import houseway as hw
    >>> hw.solve("fcp/everything").house_edge
    Fraction(...)
    """
    check_function(progress, "progress")
    rules = studied_rules(source, paytables, readings, (house_way, against))
    asked = {"house_way": house_way, "against": against, "strategy": strategy}
    found = solve_game(rules, progress, **{name: value for name, value in asked.items() if value is not None})
    return SolvedGame(rules, found)


def studied_rules(
    source: SolveSource,
    paytables: Mapping[str, str | Mapping[str, str]] | None,
    readings: Mapping[str, str] | None,
    ways: Iterable[str | HouseWay | None] = (),
) -> Rules:
    """Return what is studied: a submission's rules, or a rule book's with these paytables and readings. What is given wrongly, the
    house ways included, is refused."""
    check_mapping(paytables, "paytables", "{'blind': 'A'}")
    check_mapping(readings, "readings", "{'PG-04': 'highest-ranking'}")
    for way in ways:
        if way is not None and not isinstance(way, str | HouseWay):
            raise wrong_type("a house way", way, "a name, the path of a file, or a HouseWay")
    book = find_book(source)
    if book:
        tables = {wager: _as_rows(given) for wager, given in (paytables or {}).items()}
        return standard_rules(book, tables, readings)
    if paytables or readings:
        raise Malformed(
            "a submission has its own paytables and readings; give others with a rule book",
            code="solve.filed",
            given=", ".join({**(paytables or {}), **(readings or {})}),
            allowed=book_ids(),
        )
    return rules_from(source)


def _as_rows(given: str | Mapping[str, str]) -> str | Mapping[str, str]:
    check_rows(given, "a paytable")
    return parse_rows(given) if isinstance(given, str) and "=" in given else given
