"""What the house wins over a shift, a day and a month, and where its meters stand: `hold` and `meters`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from houseway.analysis.exact import as_decimal, as_dollars_and_cents, as_percent
from houseway.analysis.hold.bet_mix import BetMix, parse_bet_mix
from houseway.analysis.hold.forecast import HoldForecast, forecast_hold, parse_share
from houseway.analysis.hold.plan import HoldPlan, plan_hold
from houseway.analysis.meter_outlook import MeterOutlook, meter_outlooks
from houseway.errors import Malformed
from houseway.library.arguments import as_cents, check_function, check_mapping, check_number, check_text, wrong_type
from houseway.library.showing.display import Displayed, Sheet, shown_as
from houseway.library.solving import SolveSource, studied_rules
from houseway.money import NO_MONEY, Cents
from houseway.submission import Rules

Amount = str | Cents
Progress = Callable[[int, int], None]
_SIZES = ("tables", "seats", "rounds_per_hour", "hours", "shifts", "days")
_A_BET = "as in '$25', or '$25 70% $100 30%'"


class ShownHold(HoldForecast, Displayed):
    """What the house wins. `spans` are a shift, a day and a month, each with its exact expected win and its interval."""

    def __repr__(self) -> str:
        month = self.spans[-1]
        win = f"{as_dollars_and_cents(month.low)} to {as_dollars_and_cents(month.high)}"
        return f"<{self.book}: hold {as_percent(month.share(month.expected))}, a month {win}>"

    def sheets(self) -> tuple[Sheet, ...]:
        rows = tuple(
            (
                f"a {span.name}",
                as_dollars_and_cents(span.wagered),
                as_dollars_and_cents(span.expected),
                f"{as_dollars_and_cents(span.low)} to {as_dollars_and_cents(span.high)}",
                f"{span.losing:.2%}",
            )
            for span in self.spans
        )
        notes = Sheet("", ("", ""), tuple(("note", said) for said in self.notes()))
        return Sheet(self.title, ("", "wagered", "win", "95 percent", "loses"), rows), notes

    def records(self) -> Iterable[Mapping[str, object]]:
        """Return a row for each of shift, day and month."""
        return self.span_rows()


def hold(
    source: SolveSource,
    *,
    tables: int = 1,
    seats: int = 6,
    rounds_per_hour: int = 30,
    hours: int = 8,
    shifts: int = 3,
    days: int = 30,
    bets: Amount | Sequence[Amount] = (),
    sides: Mapping[str, Amount] | None = None,
    play: str = "",
    mistakes: str = "0%",
    rebate: str = "0%",
    coupons: Mapping[str, int] | None = None,
    quick: bool = False,
    paytables: Mapping[str, str | Mapping[str, str]] | None = None,
    readings: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> ShownHold:
    """Compute what the house wins over a shift, a day and a month, with intervals and the chance to lose.

    `bets` is one for every seat or a list for all, and may vary, as in "$25 70% $100 30%"; `coupons` are the match plays of a
    shift by their face, as {"$10": 40}. Unless `quick`, how two seats vary together is counted, at first in minutes.

    >>> import houseway as hw
    >>> from houseway.examples import read_example
    >>> hw.hold(hw.check(read_example("md.ultimate-texas-holdem/minimal")), tables=4, sides={"trips": "$5"}).spans[0].rounds
    960
    """
    check_function(progress, "progress")
    rules = studied_rules(source, paytables, readings)
    sizes = tables, seats, rounds_per_hour, hours, shifts, days
    plan = _plan(rules, dict(zip(_SIZES, sizes, strict=True)), bets, sides, play, (mistakes, rebate), coupons or {})
    return shown_as(ShownHold, forecast_hold(rules, plan, progress, quick=quick))


def _check_whole(number: object, name: str) -> None:
    check_number(number, name)
    if number is None:
        raise wrong_type(name, number, "a whole number")


def _plan(
    rules: Rules,
    numbers: Mapping[str, int],
    bets: Amount | Sequence[Amount],
    sides: Mapping[str, Amount] | None,
    play: str,
    shares: tuple[str, str],
    coupons: Mapping[str, int],
) -> HoldPlan:
    for name, number in numbers.items():
        _check_whole(number, name)
    check_mapping(sides, "sides", "{'trips': '$5'}")
    check_text(play, "play", "'best' or 'chart'")
    given = [bets] if isinstance(bets, str | Cents) else bets
    if not isinstance(given, Sequence):
        raise wrong_type("bets", bets, _A_BET)
    mistakes, rebate = (_share(text, name) for text, name in zip(shares, ("mistakes", "rebate"), strict=True))
    stakes = {wager: as_cents(stake, f"the stake of {wager}") for wager, stake in (sides or {}).items()}
    mixes, (face, count) = [_mix(bet) for bet in given], _coupons(coupons)
    return plan_hold(
        rules,
        **numbers,
        bets=mixes,
        sides=stakes,
        play=play,
        mistakes=mistakes,
        rebate=rebate,
        coupon=face,
        coupons=count,
    )


def _coupons(given: Mapping[str, int]) -> tuple[Cents, int]:
    """Return the face of the coupons, and their number."""
    check_mapping(given, "coupons", "{'$10': 40}")
    if len(given) > 1:
        faces = ", ".join(given)
        raise Malformed(f"coupons have one face, not {faces}", code="hold.coupons", given=faces, allowed="{'$10': 40}")
    for face, count in given.items():
        _check_whole(count, "the number of coupons")
        return as_cents(face, "the face of a coupon"), count
    return NO_MONEY, 0


def _mix(bet: object) -> BetMix:
    if isinstance(bet, Cents):
        return BetMix.always(bet)
    check_text(bet, "a bet", _A_BET)
    return parse_bet_mix(str(bet), Cents.parse)


def _share(text: object, name: str) -> Fraction:
    check_text(text, name, "a share as in '10%'")
    return parse_share(str(text), name)


class ShownMeter(MeterOutlook, Displayed):
    """One progressive meter: how often it is won, where it stands on average, and from where on the player has the edge."""

    def __repr__(self) -> str:
        between = as_decimal(self.hours_between_awards, 1)
        return f"<{self.meter.name}: {between} hours between awards, average {as_dollars_and_cents(self.average)}>"

    def sheets(self) -> tuple[Sheet, ...]:
        even = "never" if self.break_even is None else as_dollars_and_cents(self.break_even)
        rows = (
            ("hours between awards", as_decimal(self.hours_between_awards, 2)),
            ("staked between them", as_dollars_and_cents(self.staked_between_awards)),
            ("average", as_dollars_and_cents(self.average)),
            ("the player has the edge above", even),
        )
        return (Sheet(f"{self.title}, {self.meter.name}", ("", ""), rows),)

    def records(self) -> Iterable[Mapping[str, object]]:
        return [self.to_json(MONTH_HOURS)]


MONTH_HOURS = 720
"""The hours of a month for which growth is given in a table."""


def meters(source: SolveSource, *, tables: int = 1, seats: int = 6, rounds_per_hour: int = 30) -> tuple[ShownMeter, ...]:
    """Compute how often each progressive meter of a submission is won, and where it stands. Nothing is simulated.

    `seats` are the progressive bets of a round at a table.

    >>> import houseway as hw
    >>> from houseway.examples import read_example
    >>> mega, *others = hw.meters(hw.check(read_example("md.ultimate-texas-holdem/everything")), tables=2)
    >>> round(float(mega.hours_between_awards), 1), str(mega.meter.reset)
    (1804.8, '$25,000')
    """
    for name, number in {"tables": tables, "seats": seats, "rounds_per_hour": rounds_per_hour}.items():
        _check_whole(number, name)
    found = meter_outlooks(studied_rules(source, None, None), tables * seats * rounds_per_hour)
    return tuple(shown_as(ShownMeter, each) for each in found)
