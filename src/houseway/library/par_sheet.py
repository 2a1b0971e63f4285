"""A PAR sheet as `par` returns it: `ParSheet`."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.analysis import ParSheet
from houseway.analysis.exact import as_decimal, as_percent
from houseway.library.showing.display import Displayed, Sheet
from houseway.money import Cents

_PLACES = 4


class ShownParSheet(ParSheet, Displayed):
    """A PAR sheet: every wager with its house edge, hit frequency and volatility, and what the house holds in an hour."""

    def __repr__(self) -> str:
        return f"<PAR sheet of {self.rules.book}: {len(self.wagers)} wagers, {_hourly(self.hourly_hold)} held in an hour>"

    def sheets(self) -> tuple[Sheet, ...]:
        rows = tuple(
            (
                each.title,
                each.paytable,
                str(each.bet),
                as_percent(each.house_edge, _PLACES),
                as_percent(each.hit_frequency, _PLACES),
                as_decimal(each.standard_deviation, _PLACES),
                _hourly(each.hourly_hold),
            )
            for each in self.wagers
        )
        columns = ("wager", "paytable", "bet", "house edge", "hit frequency", "deviation", "hold per hour")
        pace = f"{self.pace.players} players, {self.pace.rounds_per_hour} rounds per hour"
        found = tuple((each.place, each.message) for each in self.findings)
        findings = (Sheet("what an operator should know", ("place", ""), found),) if found else ()
        return Sheet(f"PAR sheet, {self.rules.book} ({self.rules.version}), {pace}", columns, rows), *findings

    def records(self) -> Iterable[Mapping[str, object]]:
        for each in self.wagers:
            yield {
                "wager": each.wager,
                "paytable": each.paytable,
                "bet": each.bet.amount / 100,
                "house_edge": float(each.house_edge),
                "hit_frequency": float(each.hit_frequency),
                "standard_deviation": float(each.standard_deviation),
                "hourly_hold": float(each.hourly_hold) / 100,
            }


def _hourly(cents: Fraction) -> str:
    """Return an amount to the nearest cent."""
    return str(Cents(round(cents)))
