"""What is simulated of a game: how rounds are played on arrays, and what each outcome brings on each line of the result."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from houseway.analysis.odds.counts import ShownHands
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.simulated_games.envies import EarnedEnvy
from houseway.money import Cents
from houseway.progressive import MeterTerms
from houseway.values import ShortRepr

if TYPE_CHECKING:
    from houseway.kernels.layout import U8, U16

ExactNets = tuple[tuple[Fraction, int], ...]
"""Net results in cents, with their numbers of deals."""
PlayRounds = Callable[["U8", "U16", int], None]
"""Plays rows of cards, from a number of the night's rounds on, and writes outcomes by round, seat and axis. It has working memory
of its own, so it serves one thread."""
NOTHING = Fraction(0)
UNSOLVED = "the game was not solved for it"


@dataclass(frozen=True, repr=False)
class SimulatedLine(ShortRepr):
    """A wager, or several that are reported as one."""

    name: str
    title: str
    stake: Cents
    """What its hold is a share of."""
    axis: int
    """What decides it, as a place among the axes of the kernel."""
    nets: tuple[Fraction, ...] = field(repr=False)
    """By outcome on that axis: the net result in cents."""
    is_part: bool
    """Whether it is part of the spot's total; a sum of other lines is not."""
    exact: ExactNets | None = field(repr=False, default=None)
    """All deals by net result, where they were counted."""
    why_not_exact: str = ""
    seats: int = 0
    """How many seats it is about; 0 for all."""
    hands: tuple[ShownHands | None, ...] = field(repr=False, default=())
    """By outcome, what the cards of an optional wager show; None if they show nothing, or a fold has lost it."""


@dataclass(frozen=True)
class MeterRow:
    """A row that an outcome may be paid by."""

    meter: int
    """Its place among the meters; -1 for an award that no meter pays or bears."""
    share: Fraction
    """The share of the meter; 0 for a fixed award."""
    award: int
    """The fixed award in cents."""
    keeps_stake: bool
    """Whether the house keeps the stake."""


@dataclass(frozen=True, repr=False)
class MeteredWager(ShortRepr):
    """A wager that is paid from meters."""

    odds: WagerOdds = field(repr=False)
    line: SimulatedLine = field(repr=False)
    """Its line, whose nets are those with the meters as filed."""
    terms: tuple[MeterTerms, ...] = field(repr=False)
    """Those of its meters."""
    rows: tuple[tuple[MeterRow, ...], ...] = field(repr=False)
    """By outcome, the rows that may pay it, if a meter is concerned: the best-paying one does."""
    envy: EarnedEnvy | None = None
    """What its envy bonus pays every other player."""
    envy_counts: tuple[tuple[ShownHands, int], ...] = field(repr=False, default=())
    """All deals of one hand by what earns envy."""
    envy_axis: int = 0

    @property
    def settled_line(self) -> SimulatedLine:
        """Return the line without the awards that are settled apart: their stakes are lost."""
        lost = Fraction(-self.line.stake.amount)
        nets = tuple(lost if rows else net for net, rows in zip(self.line.nets, self.rows, strict=True))
        return replace(self.line, nets=nets)

    @property
    def meters(self) -> tuple[str, ...]:
        return tuple(terms.filed_meter.name for terms in self.terms)


@dataclass(frozen=True, repr=False)
class SimulatedGame(ShortRepr):
    """A game, as kernels play it."""

    deck: int
    """The number of cards of the deck."""
    row_length: int
    """The number of cards of a round."""
    axes: int
    outcomes: int
    """The most outcomes of an axis."""
    lines: tuple[SimulatedLine, ...]
    new_player: Callable[[], PlayRounds] = field(repr=False)
    strategy: str
    """How the players play, in words."""
    assumptions: tuple[str, ...] = ()
    draws: tuple[int, ...] = ()
    """Numbers that are drawn after the cards, each from so many."""
    metered: MeteredWager | None = field(repr=False, default=None)
    """The wager that is paid from meters."""

    @property
    def kernel_lines(self) -> tuple[SimulatedLine, ...]:
        """Return the lines as kernels add them up: without the awards that are settled apart."""
        if self.metered is None:
            return self.lines
        own = self.metered.settled_line
        return tuple(own if line.name == own.name else line for line in self.lines)

    def is_metered(self, line: SimulatedLine) -> bool:
        return self.metered is not None and line.name == self.metered.line.name


@dataclass(frozen=True)
class ShownOutcome:
    """What cards show on an axis: the counted value, and whether it is the one of those that only suits tell apart which a list
    names."""

    shown: ShownHands
    is_named_suit: bool = False


def side_line(
    odds: WagerOdds, axis: int, outcomes: Sequence[tuple[ShownOutcome | None, bool]], lost_by_fold: bool
) -> SimulatedLine:
    """Return the line of an optional wager. An outcome is what cards show, None if they cannot, and whether a hand is folded."""
    decisive = [None if folded and lost_by_fold else shown for shown, folded in outcomes]
    nets = tuple(_net(odds, shown) for shown in decisive)
    hands = tuple(None if shown is None else _hands_of(odds, shown) for shown in decisive)
    exact = None if lost_by_fold else exact_side(odds)
    why = "a fold loses it, so its odds depend on the play" if lost_by_fold else ""
    return SimulatedLine(odds.wager, odds.title, odds.stake, axis, nets, True, exact, why, hands=hands)


def exact_side(odds: WagerOdds) -> ExactNets:
    """Return all deals by what they bring, in cents."""
    return tuple((row.net * odds.stake.amount, row.combinations) for row in odds.rows if row.combinations)


def _hands_of(odds: WagerOdds, outcome: ShownOutcome) -> ShownHands:
    parts = odds.deciding_cards.split_by_suit(outcome.shown)
    return parts[0 if outcome.is_named_suit or len(parts) == 1 else 1][0]


def _net(odds: WagerOdds, outcome: ShownOutcome | None) -> Fraction:
    row = None if outcome is None else odds.payer.find_row(_hands_of(odds, outcome))
    return odds.payer.net_in_stakes(row) * odds.stake.amount


def most_awarded(lines: Sequence[SimulatedLine], wagers: Container[str]) -> Fraction:
    """Return no less than all awards of one hand on these wagers together, in cents."""
    return sum((max(max(line.nets), NOTHING) for line in lines if line.name in wagers), NOTHING)
