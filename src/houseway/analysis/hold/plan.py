"""What a forecast of the hold is asked for: tables, seats with their stakes, pace, and what the house gives back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.games import counted_wagers
from houseway.analysis.hold.bet_mix import BetMix
from houseway.analysis.hold.coupons import check_coupons
from houseway.analysis.hold.seats import STUDIED_BET, seated_play
from houseway.analysis.odds.basis import is_envy
from houseway.analysis.session.plan import check_stake
from houseway.errors import Malformed, NotAllowed
from houseway.money import NO_MONEY, Cents
from houseway.spelling import did_you_mean
from houseway.submission import Rules
from houseway.values import ShortRepr

MOST_SEATS, MOST_TABLES, MOST_ROUNDS_PER_HOUR, MOST_DAYS = 6, 10_000, 1_000, 3_660
HOURS_OF_A_DAY = 24


@dataclass(frozen=True, repr=False)
class HoldPlan(ShortRepr):
    """Tables that are alike, with the same players in every round."""

    tables: int
    bets: tuple[BetMix, ...]
    """By seat, on the first wager of the game."""
    sides: Mapping[str, Cents]
    """The optional wagers of every seat."""
    rounds_per_hour: int
    hours: int
    """Of a shift."""
    shifts: int
    """In a day."""
    days: int
    """In a month."""
    play: str
    mistakes: Fraction = Fraction(0)
    """What players lose by mistakes besides, as a share of the first wager."""
    rebate: Fraction = Fraction(0)
    """The share of a shift's loss that each losing player gets back."""
    coupon: Cents = NO_MONEY
    """The face of a match play coupon."""
    coupons: int = 0
    """The coupons that are played in a shift, at all tables."""

    @property
    def rounds_per_shift(self) -> int:
        """Rounds of one table."""
        return self.rounds_per_hour * self.hours

    def to_json(self) -> dict[str, object]:
        return {
            "tables": self.tables,
            "bets": [str(bet) for bet in self.bets],
            "sides": {wager: str(stake) for wager, stake in self.sides.items()},
            "rounds_per_hour": self.rounds_per_hour,
            "hours": self.hours,
            "shifts": self.shifts,
            "days": self.days,
            "play": self.play,
            "mistakes": str(self.mistakes),
            "rebate": str(self.rebate),
            "coupon": str(self.coupon),
            "coupons": self.coupons,
        }


def plan_hold(
    rules: Rules,
    tables: int = 1,
    seats: int = MOST_SEATS,
    rounds_per_hour: int = 30,
    hours: int = 8,
    shifts: int = 3,
    days: int = 30,
    bets: Sequence[Cents | BetMix] = (),
    sides: Mapping[str, Cents] | None = None,
    play: str = "",
    mistakes: Fraction = Fraction(0),
    rebate: Fraction = Fraction(0),
    coupon: Cents = NO_MONEY,
    coupons: int = 0,
) -> HoldPlan:
    """Check a plan. Several bets are those of the seats, one after the other; one bet is that of every seat."""
    _check_numbers(tables, seats, rounds_per_hour, hours, shifts, days)
    _check_shares(mistakes, rebate)
    first = next(iter(rules.offers))
    given = tuple(bets) or (rules.offers[first].minimum or STUDIED_BET,)
    own = tuple(bet if isinstance(bet, BetMix) else BetMix.always(bet) for bet in given)
    if len(own) not in (1, seats):
        raise Malformed(
            f"{len(own)} bets were given for {seats} seats", code="hold.bets", given=len(own), allowed=f"one bet, or {seats}"
        )
    for amount in (amount for bet in own for amount, _ in bet.parts):
        check_stake(rules, first, amount)
    if coupons:
        check_coupons(rules, coupon, coupons)
    placed = dict(sides or {})
    for wager, stake in placed.items():
        _check_side(rules, wager)
        check_stake(rules, wager, stake)
    how = seated_play(rules, play)
    each_seat = own * seats if len(own) == 1 else own
    return HoldPlan(tables, each_seat, placed, rounds_per_hour, hours, shifts, days, how, mistakes, rebate, coupon, coupons)


def _check_numbers(tables: int, seats: int, rounds_per_hour: int, hours: int, shifts: int, days: int) -> None:
    for name, number, most in (
        ("tables", tables, MOST_TABLES),
        ("seats", seats, MOST_SEATS),
        ("rounds-per-hour", rounds_per_hour, MOST_ROUNDS_PER_HOUR),
        ("hours", hours, HOURS_OF_A_DAY),
        ("shifts", shifts, HOURS_OF_A_DAY // max(hours, 1)),
        ("days", days, MOST_DAYS),
    ):
        _check_within(name, number, most)


def _check_shares(mistakes: Fraction, rebate: Fraction) -> None:
    for name, share in (("mistakes", mistakes), ("rebate", rebate)):
        if not 0 <= share < 1:
            raise Malformed(
                f"{name} are a share from 0% to less than 100%, not {float(share):.0%}",
                code=f"hold.{name}",
                given=str(share),
                allowed="0% to less than 100%",
            )


def _check_within(name: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        allowed = f"1 to {most:,}"
        raise Malformed(f"--{name} is {allowed}, not {number:,}", code=f"hold.{name}", given=number, allowed=allowed)


def _check_side(rules: Rules, wager: str) -> None:
    book = rules.regulation
    known = tuple(each for each in counted_wagers(book) if each in rules.offers and not is_envy(book, each))
    if wager in known and book.wager(wager).side_bet is None:
        return
    if wager not in book.wagers:
        hint = did_you_mean(wager, known) or f"it has {', '.join(known)}"
        raise Malformed(f"{book.id} has no wager {wager!r}; {hint}", code="book.no-wager", given=wager, allowed=known)
    offered = book.wager(wager)
    why = "is not an optional wager that is offered" if offered.side_bet is None else "is described by data alone"
    raise NotAllowed(f"the {offered.title} {why}", code="hold.wager", clauses=(offered.clause,), given=wager, allowed=known)
