"""The figures of a PAR sheet: every wager of a submission with its true odds, its payout odds and what it earns at a stated pace.

The optional wagers are counted (`analysis.odds`); those of the game itself come from its solution, where it has been solved.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from houseway import __version__
from houseway.analysis.findings import MoneyFinding, findings, may_stake
from houseway.analysis.odds import NOTHING, WagerOdds, decimal, dollars, every, odds, ratio, root
from houseway.analysis.odds_basis import is_envy
from houseway.analysis.odds_spot import Staked
from houseway.analysis.par_spot import OneSpot, Together, of_beside, of_counted
from houseway.analysis.solution import Progress, Solution
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.money import CENTS_A_DOLLAR, Cents, Share
from houseway.submission import Rules

ROUNDS_PER_HOUR = 30
"""Where no pace is stated. Every sheet prints it."""
WHOLE = Fraction(1)
LIFE_READINGS = {"PG-55": "deducted", "DIV-18": "no-floor"}
"""How meters must be read for what they cost in the long run to be what they grow by and what they are reset to."""
NOT_SOLVED = "the game itself has not been solved: its wagers are not on this sheet"


@dataclass(frozen=True)
class Pace:
    """How fast and how high a table is played."""

    rounds_per_hour: int
    players: int
    bets: Mapping[str, Cents]
    """The average bet of each wager that is staked by itself."""

    @classmethod
    def at(
        cls,
        rules: Rules,
        rounds_per_hour: int | None = None,
        players: int | None = None,
        bets: Mapping[str, Cents] | None = None,
    ) -> "Pace":
        """As stated; else 30 rounds an hour, every position taken, every wager at its least."""
        rounds = ROUNDS_PER_HOUR if rounds_per_hour is None else rounds_per_hour
        seated = rules.positions if players is None else players
        if rounds < 1:
            raise Malformed("a table plays a round an hour at least", code="par.rounds", given=rounds, allowed="1 or more")
        if not 1 <= seated <= rules.positions:
            allowed = f"1 to {rules.positions}"
            raise Malformed(f"the table has {rules.positions} positions", code="par.players", given=seated, allowed=allowed)
        taken = {wager: offer.stakes[0] if offer.stakes else offer.minimum for wager, offer in rules.offers.items()}
        for wager, bet in (bets or {}).items():
            rules.regulation.wager(wager)
            taken[wager] = _bet(rules, wager, bet)
        return cls(rounds, seated, taken)

    @property
    def player_rounds(self) -> int:
        return self.rounds_per_hour * self.players

    def to_json(self) -> dict[str, object]:
        bets = {wager: str(bet) for wager, bet in self.bets.items()}
        return {"rounds_per_hour": self.rounds_per_hour, "players": self.players, "average_bets": bets}


def _bet(rules: Rules, wager: str, bet: Cents) -> Cents:
    offer = rules.offers.get(wager)
    if offer is None:
        allowed = tuple(rules.offers)
        raise Malformed(f"{wager} is not offered", code="par.bet", given=wager, allowed=allowed)
    if not may_stake(offer, bet):
        stakes = " or ".join(map(str, offer.stakes)) or f"{offer.minimum} to {offer.maximum}"
        title = rules.regulation.wager(wager).title
        raise Malformed(f"the {title} is bet at {stakes}, not {bet}", code="par.bet", given=str(bet), allowed=stakes)
    return bet


@dataclass(frozen=True)
class ParRow:
    """One way in which a wager ends."""

    hand: str
    pays: str
    combinations: int
    total: int
    net: Fraction
    """What the player is up, in bets."""
    clause: Citation | None

    @property
    def probability(self) -> Fraction:
        return Fraction(self.combinations, self.total)

    @property
    def true_odds(self) -> Fraction | None:
        """Against it, to 1; none where it cannot happen."""
        return Fraction(self.total - self.combinations, self.combinations) if self.combinations else None

    @property
    def contribution(self) -> Fraction:
        """To the expected value."""
        return self.net * self.probability

    def to_json(self) -> dict[str, object]:
        return {
            "hand": self.hand,
            "pays": self.pays,
            "combinations": self.combinations,
            "probability": decimal(self.probability),
            "true_odds": None if self.true_odds is None else f"{decimal(self.true_odds, 4)} to 1",
            "net": ratio(self.net),
            "contribution": decimal(self.contribution),
            "clause": self.clause,
        }


@dataclass(frozen=True)
class ParWager:
    """A wager at its average bet."""

    wager: str
    title: str
    paytable: str
    clause: Citation
    bet: Cents
    """What one is counted in; the Ante for the wagers that hang on it."""
    of: str
    """What the edge is a part of."""
    rows: tuple[ParRow, ...]
    method: str
    readings: Mapping[str, str] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    base: bool = False
    """Whether it is of the game itself."""
    staked: Fraction = WHOLE
    """What is staked on average, in bets; nothing for a bonus that costs no stake."""
    times: int = 0
    """How often an hour it is decided."""
    rounds: int = 0
    """How often an hour it is for one player; none for what other players' hands decide."""
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    break_even: Mapping[str, Fraction | None] = field(default_factory=dict)
    life_edge: Fraction | None = None
    """Of a progressive: what the house keeps over the life of its meters, whatever they show."""
    limit: Cents | None = None
    other_stakes: tuple[tuple[Cents, Fraction], ...] = ()
    """Where the edge hangs on the stake: at the least and the most that may be bet."""

    @property
    def total(self) -> int:
        return sum(row.combinations for row in self.rows)

    @cached_property
    def expected_value(self) -> Fraction:
        """In bets, to the player."""
        return sum((row.contribution for row in self.rows), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """Of what is staked; of the bet that it hangs on where nothing is."""
        return -self.expected_value / (self.staked or WHOLE)

    @property
    def hit_frequency(self) -> Fraction:
        """How often something is won; a stake that is handed back is not."""
        return sum((row.probability for row in self.rows if row.net > 0), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        return sum((row.probability * row.net**2 for row in self.rows), Fraction(0)) - self.expected_value**2

    @property
    def standard_deviation(self) -> Decimal:
        """In bets."""
        return root(self.variance)

    @property
    def hold(self) -> Fraction:
        """What the house keeps an hour, in cents."""
        return -self.expected_value * self.bet.amount * self.times

    @property
    def staking(self) -> Staked:
        return Staked(self.wager, self.bet, self.expected_value, self.variance, self.staked)

    @property
    def hourly_deviation(self) -> Decimal | None:
        """Of what one player wins in an hour, in cents: rounds have nothing to do with each other, but players of one have."""
        return hourly(self.variance, self.bet, self.rounds) if self.rounds else None

    def to_json(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "title": self.title,
            "paytable": self.paytable,
            "clause": self.clause,
            "average_bet": str(self.bet),
            "of": self.of,
            "total": self.total,
            "rows": [row.to_json() for row in self.rows],
            "expected_value": ratio(self.expected_value),
            "staked": ratio(self.staked),
            "house_edge": decimal(self.house_edge),
            "hit_frequency": decimal(self.hit_frequency),
            "standard_deviation": str(self.standard_deviation),
            "hold_per_hour": money(self.hold),
            "standard_deviation_per_hour": None if self.hourly_deviation is None else money(Fraction(self.hourly_deviation)),
            "times_per_hour": self.times,
            "meters": {name: dollars(shows) for name, shows in self.meters.items()},
            "break_even": {name: None if at is None else dollars(at) for name, at in self.break_even.items()},
            "life_edge": None if self.life_edge is None else decimal(self.life_edge),
            "payout_limit": str(self.limit) if self.limit else None,
            "other_stakes": {str(stake): decimal(edge) for stake, edge in self.other_stakes},
            "method": self.method,
            "readings": dict(self.readings),
            "assumptions": list(self.assumptions),
        }


@dataclass(frozen=True)
class Grid:
    """When to do what: actions by row and column, with what is printed in each cell."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """The name of each row, and the action and text of each of its cells."""


@dataclass(frozen=True)
class ParGame:
    """The game itself, all its wagers together."""

    title: str
    of: str
    total: int
    expected_value: Fraction
    average_stake: Fraction
    variance: Fraction
    distribution: Mapping[Fraction, int]
    """How many combinations end so much up or down, in bets."""
    frequencies: Mapping[str, Fraction]
    """How often each action is taken, where there are any."""
    method: str
    assumes: tuple[str, ...]
    strategy: tuple[str, ...]
    """How it is played, in words."""
    grid: Grid | None = None
    bank: tuple[tuple[str, str, str, str, str], ...] = ()
    """A player's bank: opponents, what it brings before vigorish, vigorish, how sure that is, what it brings."""
    hourly_deviation: Decimal = Decimal(0)
    """Of what one player wins in an hour on all its wagers together, in cents."""
    together: tuple[Together, ...] = ()
    """How its wagers go together."""
    by_stake: tuple[tuple[Cents, Fraction], ...] = ()
    """Where rounding and a limit are told apart from it: the house edge by the stake, as it is paid at the table."""

    @property
    def house_edge(self) -> Fraction:
        return -self.expected_value

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.average_stake

    @property
    def hit_frequency(self) -> Fraction:
        return Fraction(sum(count for net, count in self.distribution.items() if net > 0), self.total)

    @property
    def standard_deviation(self) -> Decimal:
        return root(self.variance)

    def to_json(self) -> dict[str, object]:
        return {
            "title": self.title,
            "of": self.of,
            "total": self.total,
            "expected_value": ratio(self.expected_value),
            "house_edge": decimal(self.house_edge),
            "element_of_risk": decimal(self.element_of_risk),
            "average_stake": decimal(self.average_stake),
            "hit_frequency": decimal(self.hit_frequency),
            "standard_deviation": str(self.standard_deviation),
            "standard_deviation_per_hour": money(Fraction(self.hourly_deviation)),
            "distribution": {ratio(net): count for net, count in self.distribution.items()},
            "frequencies": {action: decimal(share) for action, share in self.frequencies.items()},
            "method": self.method,
            "assumptions": list(self.assumes),
            "strategy": list(self.strategy),
            "by_stake": {str(stake): decimal(edge) for stake, edge in self.by_stake},
        }


@dataclass(frozen=True)
class ParSheet:
    """All of it."""

    rules: Rules = field(repr=False)
    pace: Pace
    game: ParGame | None
    """None where it has not been solved."""
    wagers: tuple[ParWager, ...]
    """Those of the game itself first."""
    findings: tuple[MoneyFinding, ...]
    date: str = ""
    beside: tuple[Together, ...] = ()
    """How optional wagers go together, and each with those of the game."""
    spot: OneSpot | None = None
    """All wagers of one player; none where the game is not solved, or no optional wager is counted together with it."""

    @property
    def together(self) -> tuple[Together, ...]:
        """Every two wagers of one spot that are counted together."""
        return (*(self.game.together if self.game else ()), *self.beside)

    @cached_property
    def apart(self) -> tuple[tuple[str, str], ...]:
        """Every two that are not; an envy bonus is decided by other players' hands."""
        counted = {frozenset((each.one, each.other)) for each in self.together}
        pairs = combinations((each.wager for each in self.wagers if each.rounds), 2)
        return tuple(pair for pair in pairs if frozenset(pair) not in counted)

    @property
    def hold(self) -> Fraction:
        """An hour, in cents."""
        return sum((each.hold for each in self.wagers), Fraction(0))

    @property
    def assumptions(self) -> tuple[str, ...]:
        pace = self.pace
        every_position = "every position taken" if pace.players == self.rules.positions else f"{pace.players} players"
        said = [
            f"{pace.rounds_per_hour} rounds an hour with {every_position}; each player makes every wager on this sheet, at its"
            " average bet",
            "cards are dealt at random, and no player sees another's",
            "the house edge is of what is staked on the wager itself unless it says otherwise; a push is not taken out of it",
            "the standard deviation of an hour is of what one player wins in it; players of one round see the same cards of the"
            " dealer, so that theirs do not just add up",
        ]
        if self.game and sum(each.base for each in self.wagers) > 1:
            said.append("the wagers of the game itself are made together: the edge of one is its part of the game's")
        if self.spot:
            said.append("all wagers of a spot are taken one by one: nothing is rounded or cut for several of them together")
        return tuple(said if self.game else [NOT_SOLVED, *said])

    def to_json(self) -> dict[str, object]:
        rules = self.rules
        return {
            "book": rules.book,
            "book_version": rules.version,
            "book_hash": rules.regulation.hash,
            "rules_hash": rules.hash,
            "facility": rules.facility,
            "version": f"houseway {__version__}",
            "date": self.date or None,
            "pace": self.pace.to_json(),
            "hold_per_hour": money(self.hold),
            "game": self.game and self.game.to_json(),
            "wagers": [each.to_json() for each in self.wagers],
            "assumptions": list(self.assumptions),
            "findings": [each.to_json() for each in self.findings],
            "spot": [each.to_json() for each in self.together],
            "not_counted_together": [list(pair) for pair in self.apart],
            "whole_spot": self.spot and self.spot.to_json(),
        }

    def lines(self) -> Iterator[dict[str, object]]:
        """A line for each row of each wager, for a spreadsheet."""
        for each in self.wagers:
            whole = each.to_json()
            for row in each.rows:
                yield {column: {**whole, **row.to_json(), "row_clause": row.clause}[column] for column in COLUMNS}


COLUMNS = (
    *("wager", "paytable", "average_bet", "hand", "pays", "combinations", "total", "probability", "true_odds"),
    *("contribution", "row_clause", "house_edge", "hit_frequency", "standard_deviation", "hold_per_hour"),
    *("standard_deviation_per_hour", "of"),
)


def money(cents: Fraction) -> str:
    """To the cent."""
    amount = Cents(round(cents))
    sign, size = "-" * (amount < Cents(0)), abs(amount.amount)
    return f"{sign}${size // CENTS_A_DOLLAR:,}.{size % CENTS_A_DOLLAR:02}"


def hourly(variance: Fraction, bet: Cents, rounds: int) -> Decimal:
    """The standard deviation of so many rounds at a bet, in cents."""
    return root(variance * bet.amount**2 * rounds)


def par(
    rules: Rules,
    pace: Pace | None = None,
    solution: Solution | None = None,
    date: str = "",
    progress: Progress | None = None,
) -> ParSheet:
    """The sheet of these rules; with the game itself where its solution is given."""
    stated = pace or Pace.at(rules)
    names = [wager for wager in dict.fromkeys(each.wager for each in every(rules)) if not is_envy(rules.regulation, wager)]
    optional = [odds(rules, wager, stake=stated.bets[wager]) for wager in names]
    counted = tuple(_optional(rules, names, stated))
    beside = of_counted(optional)
    if solution is None:
        return ParSheet(rules, stated, None, counted, findings(rules, None), date, beside)
    from houseway.analysis.par_game import solved

    game, wagers = solved(rules, solution, stated)
    own = [each.staking for each in wagers]
    beside = (*of_beside(rules, solution, own, optional, progress), *beside)
    others = [each.staking for each in counted if each.rounds]
    spot = OneSpot.of(own, others, (*game.together, *beside), stated.rounds_per_hour)
    return ParSheet(rules, stated, game, (*wagers, *counted), findings(rules, game.house_edge), date, beside, spot)


# The optional wagers


def _optional(rules: Rules, wagers: Iterable[str], pace: Pace) -> Iterator[ParWager]:
    for wager in wagers:
        yield _counted(rules, wager, pace)
    for offer in rules.offers.values():
        for table in offer.envy:
            envy = odds(rules, table.wager)
            bet = pace.bets[offer.wager]
            if bet == envy.stake if offer.stakes else bet >= envy.stake:
                made = _par(rules, odds(rules, table.wager, stake=bet), pace)
                yield replace(made, times=pace.player_rounds * (pace.players - 1), rounds=0)


def _counted(rules: Rules, wager: str, pace: Pace) -> ParWager:
    found = odds(rules, wager, stake=pace.bets[wager])
    made = _par(rules, found, pace)
    if not found.bends:
        return made
    others = tuple((each.stake, each.house_edge) for each in every(rules, wager) if each.stake != found.stake)
    return replace(made, other_stakes=others, life_edge=_life_edge(rules, found))


def _par(rules: Rules, found: WagerOdds, pace: Pace) -> ParWager:
    rows = tuple(
        ParRow(row.hand, str(row.pays or "lose"), row.combinations, found.total, row.net, row.clause) for row in found.rows
    )
    envy = is_envy(rules.regulation, found.wager)
    if envy:
        rows = tuple(replace(row, pays="nothing") if row.hand == NOTHING else row for row in rows)
    return ParWager(
        wager=found.wager,
        title=found.title,
        paytable=found.paytable,
        clause=rules.regulation.wager(found.wager).clause,
        bet=found.stake,
        of=found.denominator,
        rows=rows,
        method=found.method,
        readings=found.readings,
        assumptions=found.assumptions,
        times=pace.player_rounds,
        rounds=pace.rounds_per_hour,
        meters=found.meters,
        break_even=found.break_even,
        limit=found.limit,
        staked=Fraction(0) if envy else WHOLE,
    )


def _life_edge(rules: Rules, found: WagerOdds) -> Fraction | None:
    """What players put into a meter they win back, so that it costs the house what it grows by and what it is reset to.

    Not where a limit cuts awards, nor where a reading has the house pay shares without taking them off the meter.
    """
    if not found.meters or found.limit is not None:
        return None
    if any(rules.readings.get(id_, choice) != choice for id_, choice in LIFE_READINGS.items()):
        return None
    meters = {meter.name: meter for meter in rules.meters if meter.wager == found.wager}
    rate = sum((meter.rate for meter in meters.values()), Fraction(0))
    resets = (
        Fraction(row.combinations * meters[row.pays.meter].reset.amount, found.total * found.stake.amount)
        for row in found.rows
        if isinstance(row.pays, Share) and row.pays.share == WHOLE
    )
    return -found.fixed_value - rate - sum(resets, Fraction(0))
