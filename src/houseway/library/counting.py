"""Exact odds of optional wagers: `odds` and `all_odds`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from houseway.analysis.exact import as_decimal, as_percent
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.odds_calculation import all_odds as count_all_odds
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.own_paytable import parse_rows
from houseway.explanation.display_names import spoken_name
from houseway.library.arguments import as_cents, check_mapping, check_rows, check_text
from houseway.library.filing import rules_from
from houseway.library.showing.display import Displayed, Sheet, shown_as
from houseway.library.sources import find_book
from houseway.money import Cents
from houseway.regulation import Regulation, load_book
from houseway.submission import Rules

OddsSource = str | Path | Rules | Regulation
"""A rule book by its id or short name, or a submission as `check` takes it."""
GivenPaytable = str | Mapping[str, str] | None
"""The letter of a paytable; or rows of one's own, by hand or as one text."""
Amount = str | Cents
_PLACES = 4
_A_WAGER = "its name, as in 'trips'"


class Odds(WagerOdds, Displayed):
    """The odds of one wager under one paytable at one stake, as exact counts and fractions."""

    def __repr__(self) -> str:
        edge = as_percent(self.house_edge, _PLACES)
        return f"<{self.title} {self.paytable} of {self.book}: house edge {edge} of {self.total:,} deals>"

    def sheets(self) -> tuple[Sheet, ...]:
        rows = tuple(
            (
                spoken_name(row.hand),
                f"{row.combinations:,}",
                str(row.pays) if row.pays is not None else "lose",
                as_percent(row.contribution, _PLACES),
            )
            for row in self.rows
        )
        title = f"{self.title}, paytable {self.paytable}, {self.book} ({self.book_version})"
        return Sheet(title, ("hand", "combinations", "pays", "contribution"), rows), Sheet("", ("", ""), self._figures())

    def _figures(self) -> tuple[tuple[str, str], ...]:
        return (
            ("house edge", f"{as_percent(self.house_edge, _PLACES)} {self.denominator}"),
            ("hit frequency", as_percent(self.hit_frequency, _PLACES)),
            ("standard deviation", as_decimal(self.standard_deviation, _PLACES)),
            ("method", self.method),
        )

    def records(self) -> Iterable[Mapping[str, object]]:
        for row in self.rows:
            yield {
                "wager": self.wager,
                "paytable": self.paytable,
                "stake": str(self.stake),
                "hand": row.hand,
                "combinations": row.combinations,
                "probability": row.combinations / self.total,
                "pays": str(row.pays) if row.pays is not None else "lose",
                "net": float(row.net),
                "contribution": float(row.contribution),
            }


class OddsTable(Sequence[Odds], Displayed):
    """The odds of several wagers and paytables."""

    def __init__(self, found: Iterable[Odds]) -> None:
        self._found = tuple(found)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN204  # a number or a slice
        return self._found[place]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Odds]:
        return iter(self._found)

    def __repr__(self) -> str:
        return f"<odds of {len(self)} paytables>"

    def sheets(self) -> tuple[Sheet, ...]:
        rows = tuple(
            (
                each.title,
                each.paytable,
                str(each.stake),
                as_percent(each.house_edge, _PLACES),
                as_percent(each.hit_frequency, _PLACES),
                as_decimal(each.standard_deviation, _PLACES),
            )
            for each in self
        )
        return (Sheet("", ("wager", "paytable", "stake", "house edge", "hit frequency", "deviation"), rows),)

    def records(self) -> Iterable[Mapping[str, object]]:
        for each in self:
            yield {
                "book": each.book,
                "wager": each.wager,
                "paytable": each.paytable,
                "stake": str(each.stake),
                "house_edge": float(each.house_edge),
                "hit_frequency": float(each.hit_frequency),
                "standard_deviation": float(each.standard_deviation),
                "total": each.total,
            }


def odds(
    source: OddsSource,
    wager: str,
    paytable: GivenPaytable = None,
    *,
    stake: Amount | None = None,
    meters: Mapping[str, Amount] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Odds:
    """Count the odds of a wager by the filed paytable, a paytable of the book by its letter, or rows of your own.

    >>> import houseway as hw
    >>> trips = hw.odds("uth", "trips", "A")
    >>> trips
    <Trips A of md.ultimate-texas-holdem: house edge ...% of 133,784,560 deals>
    >>> trips.house_edge == -sum(row.contribution for row in trips.rows)
    True
    >>> own = hw.odds("fcp", "aces-up", {"four-of-a-kind": "50 to 1", "pair-of-aces": "2 to 1"})
    >>> own.house_edge == hw.odds("fcp", "aces-up", "four-of-a-kind=50 to 1; pair-of-aces=2 to 1").house_edge
    True
    """
    check_text(wager, "a wager", _A_WAGER)
    check_rows(paytable, "a paytable")
    check_mapping(readings, "readings", "{'PG-04': 'highest-ranking'}")
    found = wager_odds(
        _source_of(source),
        wager,
        _as_paytable(paytable),
        stake=None if stake is None else as_cents(stake, "a stake"),
        meters=_as_meters(meters),
        readings=readings,
    )
    return shown_as(Odds, found)


def all_odds(
    source: OddsSource,
    wager: str | None = None,
    *,
    meters: Mapping[str, Amount] | None = None,
    readings: Mapping[str, str] | None = None,
) -> OddsTable:
    """Count the odds of every wager and paytable of a rule book, of one of its wagers, or of what a submission offers.

    >>> import houseway as hw
    >>> for each in hw.all_odds("uth", "trips"):
    ...     print(each.paytable, f"{float(each.house_edge):.4%}")
    A ...
    """
    if wager is not None:
        check_text(wager, "a wager", _A_WAGER)
    check_mapping(readings, "readings", "{'PG-04': 'highest-ranking'}")
    found = count_all_odds(_source_of(source), wager, meters=_as_meters(meters), readings=readings)
    return OddsTable(shown_as(Odds, each) for each in found)


def _source_of(source: OddsSource) -> Rules | Regulation:
    book = find_book(source)
    if book:
        return load_book(book)
    return source if isinstance(source, Regulation) else rules_from(source)


def _as_paytable(given: GivenPaytable) -> GivenPaytable:
    return parse_rows(given) if isinstance(given, str) and "=" in given else given


def _as_meters(given: Mapping[str, Amount] | None) -> Mapping[str, Cents] | None:
    check_mapping(given, "meters", "{'mega': '$25,000'}")
    return None if given is None else {name: as_cents(amount, f"the meter {name}") for name, amount in given.items()}
