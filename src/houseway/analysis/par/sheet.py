"""The figures of a PAR sheet: every wager of a submission with its true odds, its payout odds and what it earns at a stated pace.

The optional wagers are counted (`analysis.odds`); those of the game itself come from its solution, where it has been solved.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from houseway import __version__
from houseway.analysis.exact import as_dollars_and_cents
from houseway.analysis.findings import MoneyFinding
from houseway.analysis.par.definitions import DEFINITIONS
from houseway.analysis.par_figures.base_game import ParGame
from houseway.analysis.par_figures.hold_interval import describe_method
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.spot import PlayerSpot, WagerCovariance
from houseway.analysis.par_figures.wager import ParWager
from houseway.formats.csv_text import write_csv_records
from houseway.submission import Rules
from houseway.values import ShortRepr, canonical_hash

NOT_SOLVED = "the base game has not been solved, so its wagers are not on this sheet"


@dataclass(frozen=True, repr=False)
class ParSheet(ShortRepr):
    """A PAR sheet."""

    rules: Rules = field(repr=False)
    pace: Pace
    game: ParGame | None
    """None if it has not been solved."""
    wagers: tuple[ParWager, ...]
    """The wagers of the base game come first."""
    findings: tuple[MoneyFinding, ...]
    date: str = ""
    revision: str = ""
    """The operator's own number of this sheet; empty to be filled in by hand."""
    optional_covariances: tuple[WagerCovariance, ...] = ()
    """The covariances of optional wagers with each other and with those of the game."""
    spot: PlayerSpot | None = None
    """All wagers of one player; None if the game is not solved or no optional wager is counted with it."""
    lost_by_fold: tuple[str, ...] = ()
    """Optional wagers that a fold loses although the cards would win; few others are counted together with such a wager."""

    @property
    def covariances(self) -> tuple[WagerCovariance, ...]:
        """Return every two wagers of one spot that are counted together."""
        return (*(self.game.covariances if self.game else ()), *self.optional_covariances)

    @cached_property
    def uncounted_pairs(self) -> tuple[tuple[str, str], ...]:
        """Return every two that are not counted together; other players' hands decide an envy bonus."""
        counted = {frozenset((each.one, each.other)) for each in self.covariances}
        pairs = combinations((each.wager for each in self.wagers if each.rounds_per_hour), 2)
        return tuple(pair for pair in pairs if frozenset(pair) not in counted)

    @property
    def hourly_hold(self) -> Fraction:
        """Return the hold per hour, in cents."""
        return sum((each.hourly_hold for each in self.wagers), Fraction(0))

    @property
    def assumptions(self) -> tuple[str, ...]:
        pace = self.pace
        every_position = "every position taken" if pace.players == self.rules.positions else f"{pace.players} players"
        said = [
            f"{pace.rounds_per_hour} rounds an hour with {every_position}; each player makes every wager on this sheet, at its"
            " average bet",
            "cards are dealt at random, and no player sees another player's cards",
            "the house edge is a share of the wager's own stake unless stated otherwise; pushes are included",
            "the standard deviation per hour is that of one player's net result; players of one round face the same"
            " dealer's cards, so their results are not independent",
        ]
        if self.game and sum(each.is_base for each in self.wagers) > 1:
            said.append("the wagers of the base game are made together: the edge of each is its share of the game's edge")
        if self.spot:
            said.append("the game and each optional wager of a spot are paid separately: no payout limit is shared among them")
        if self.lost_by_fold:
            said.append("the warnings about optional wagers assume that no hand is folded")
        return tuple(said if self.game else [NOT_SOLVED, *said])

    @cached_property
    def figures_hash(self) -> str:
        """Return one hash for everything that a signature vouches for: all but date, revision and program."""
        return canonical_hash(self._figures())

    @property
    def readings(self) -> Mapping[str, str]:
        """Return every reading that a figure depends on."""
        game = {**self.game.readings, **self.game.bank_readings} if self.game else {}
        return game | {id_: choice for each in self.wagers for id_, choice in each.readings.items()}

    def to_json(self) -> dict[str, object]:
        return {
            "version": f"houseway {__version__}",
            "date": self.date or None,
            "revision": self.revision or None,
            "figures_hash": self.figures_hash,
            **self._figures(),
            "definitions": dict(DEFINITIONS),
        }

    def _figures(self) -> dict[str, object]:
        rules = self.rules
        return {
            "book": rules.book,
            "book_version": rules.version,
            "book_hash": rules.regulation.hash,
            "rules_hash": rules.hash,
            "facility": rules.facility,
            "pace": self.pace.to_json(),
            "hold_per_hour": as_dollars_and_cents(self.hourly_hold),
            "game": self.game and self.game.to_json(),
            "wagers": [each.to_json() for each in self.wagers],
            "assumptions": list(self.assumptions),
            "findings": [each.to_json() for each in self.findings],
            "spot": [each.to_json() for each in self.covariances],
            "not_counted_together": [list(pair) for pair in self.uncounted_pairs],
            "whole_spot": self.spot and self.spot.to_json(),
            "hold_interval": describe_method(),
        }

    def spreadsheet_rows(self) -> Iterator[dict[str, object]]:
        """Yield a line for each net result of the game itself and for each row of each wager, for a spreadsheet."""
        for each in (*((self.game,) if self.game else ()), *self.wagers):
            whole = each.to_json()
            for row in each.rows:
                line = {**whole, **row.to_json(), "row_clause": row.clause}
                yield {column: line.get(column) for column in COLUMNS}


COLUMNS = (
    *("wager", "part_of", "paytable", "average_bet", "unit_bet", "staked", "hand", "pays", "combinations", "total"),
    *("probability", "true_odds", "net", "contribution", "row_clause", "expected_value", "house_edge", "return_to_player"),
    *("hit_frequency", "standard_deviation", "hold_per_hour", "standard_deviation_per_hour", "of"),
)


def sheet_csv(sheet: ParSheet) -> str:
    """Return a sheet for a spreadsheet."""
    return "".join(write_csv_records(sheet.spreadsheet_rows(), COLUMNS))
