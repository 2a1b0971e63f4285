"""A wager on a PAR sheet: its endings, what each pays, and what it earns at a stated pace."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from houseway.analysis.exact import as_decimal, as_dollars, as_dollars_and_cents, as_ratio, square_root
from houseway.analysis.odds.spot import StakedWager
from houseway.analysis.par_figures.hold_interval import HoldInterval, hold_intervals
from houseway.citation import Citation
from houseway.money import Cents
from houseway.values import ShortRepr

WHOLE = Fraction(1)
GAME = "game"
"""The name of the game itself among the wagers of a sheet."""


def hourly_deviation_of(variance: Fraction, bet: Cents, rounds: int) -> Fraction:
    """Return the standard deviation over a number of rounds at a bet, in cents."""
    return square_root(variance * bet.amount**2 * rounds)


@dataclass(frozen=True)
class ParRow:
    """One ending of a wager."""

    hand: str
    pays: str
    combinations: int
    total: int
    net: Fraction
    """The player's net result, in bets."""
    clause: Citation | None

    @property
    def probability(self) -> Fraction:
        return Fraction(self.combinations, self.total)

    @property
    def true_odds(self) -> Fraction | None:
        """Return the odds against it, to 1; None if it cannot happen."""
        return Fraction(self.total - self.combinations, self.combinations) if self.combinations else None

    @property
    def contribution(self) -> Fraction:
        """Return its part of the expected value."""
        return self.net * self.probability

    def to_json(self) -> dict[str, object]:
        return {
            "hand": self.hand,
            "pays": self.pays,
            "combinations": self.combinations,
            "probability": as_decimal(self.probability),
            "true_odds": None if self.true_odds is None else f"{as_decimal(self.true_odds, 4)} to 1",
            "net": as_ratio(self.net),
            "contribution": as_decimal(self.contribution),
            "clause": self.clause,
        }


@dataclass(frozen=True, repr=False)
class ParWager(ShortRepr):
    """A wager at its average bet."""

    wager: str
    title: str
    paytable: str
    clause: Citation
    bet: Cents
    """The unit of the figures; the Ante for wagers that depend on it."""
    edge_unit: str
    """What the edge is a share of."""
    rows: tuple[ParRow, ...]
    method: str
    readings: Mapping[str, str] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    is_base: bool = False
    """Whether it belongs to the base game."""
    average_stake: Fraction = WHOLE
    """The average stake, in bets; zero for a bonus without a stake."""
    times_per_hour: int = 0
    """How often it is decided in an hour."""
    rounds_per_hour: int = 0
    """How often one player has it in an hour; zero if other players' hands decide it."""
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    break_even: Mapping[str, Fraction | None] = field(default_factory=dict)
    life_edge: Fraction | None = None
    """Of a progressive: the house edge over the life of its meters, whatever they show."""
    limit: Cents | None = None
    other_stakes: tuple[tuple[Cents, Fraction], ...] = ()
    """Where the edge depends on the stake: the edges at other stakes."""

    @property
    def total(self) -> int:
        return sum(row.combinations for row in self.rows)

    @cached_property
    def expected_value(self) -> Fraction:
        """Return what a bet is worth to the player, in bets."""
        return sum((row.contribution for row in self.rows), Fraction(0))

    @property
    def average_bet(self) -> Fraction | None:
        """Return what is staked on average, in cents; None for a bonus without a stake."""
        return self.average_stake * self.bet.amount or None

    @property
    def house_edge(self) -> Fraction:
        """Return the house edge, as a share of its stake, or of the bet that it depends on if it has none."""
        return -self.expected_value / (self.average_stake or WHOLE)

    @property
    def return_to_player(self) -> Fraction | None:
        """Return the share of its stakes that players get back; None for a bonus without a stake."""
        return 1 - self.house_edge if self.average_stake else None

    @property
    def hit_frequency(self) -> Fraction:
        """Return how often it wins; a returned stake is not a win."""
        return sum((row.probability for row in self.rows if row.net > 0), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        return sum((row.probability * row.net**2 for row in self.rows), Fraction(0)) - self.expected_value**2

    @property
    def standard_deviation(self) -> Fraction:
        """Return the standard deviation of the result, in bets."""
        return square_root(self.variance)

    @property
    def hourly_hold(self) -> Fraction:
        """Return what the house keeps in an hour, in cents."""
        return -self.expected_value * self.bet.amount * self.times_per_hour

    @cached_property
    def hold_intervals(self) -> tuple[HoldInterval, ...]:
        """Return the intervals of the hold, as shares of the bet; none for a part of the game, or if hands of other players
        decide it, which are not independent."""
        if self.is_base or not self.rounds_per_hour:
            return ()
        return hold_intervals((row.net, row.combinations) for row in self.rows)

    @property
    def staked_wager(self) -> StakedWager:
        return StakedWager(self.wager, self.bet, self.expected_value, self.variance, self.average_stake)

    @property
    def hourly_deviation(self) -> Fraction | None:
        """Return the standard deviation of one player's result in an hour, in cents. Rounds are independent; players of one
        round are not."""
        return hourly_deviation_of(self.variance, self.bet, self.rounds_per_hour) if self.rounds_per_hour else None

    def to_json(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "part_of": GAME if self.is_base else None,
            "title": self.title,
            "paytable": self.paytable,
            "clause": self.clause,
            "average_bet": None if self.average_bet is None else as_dollars_and_cents(self.average_bet),
            "unit_bet": str(self.bet),
            "of": self.edge_unit,
            "total": self.total,
            "rows": [row.to_json() for row in self.rows],
            "expected_value": as_ratio(self.expected_value),
            "staked": as_decimal(self.average_stake),
            "house_edge": as_decimal(self.house_edge),
            "return_to_player": None if self.return_to_player is None else as_decimal(self.return_to_player),
            "hit_frequency": as_decimal(self.hit_frequency),
            "standard_deviation": as_decimal(self.standard_deviation),
            "hold_per_hour": as_dollars_and_cents(self.hourly_hold),
            "standard_deviation_per_hour": None
            if self.hourly_deviation is None
            else as_dollars_and_cents(self.hourly_deviation),
            "times_per_hour": self.times_per_hour,
            "hold_intervals": [each.to_json() for each in self.hold_intervals],
            "meters": {name: as_dollars(shows) for name, shows in self.meters.items()},
            "break_even": {name: None if at is None else as_dollars(at) for name, at in self.break_even.items()},
            "life_edge": None if self.life_edge is None else as_decimal(self.life_edge),
            "payout_limit": str(self.limit) if self.limit else None,
            "other_stakes": {str(stake): as_decimal(edge) for stake, edge in self.other_stakes},
            "method": self.method,
            "readings": dict(self.readings),
            "assumptions": list(self.assumptions),
        }
