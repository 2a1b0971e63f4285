"""Warnings about money that no law forbids: losing wagers, costly readings, cheap awards, limits that cut a meter.

`submission` judges the law; these are further warnings. Everything is counted, nothing is sampled, and no game is solved for
it; if a solution is at hand, the base game is checked too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.analysis.exact import as_decimal, as_dollars, as_short_percent
from houseway.analysis.games import analysis_of, uncounted_wagers
from houseway.analysis.life_edge import contribution_rate, life_edge, reset_cost
from houseway.analysis.odds.basis import is_envy
from houseway.analysis.odds.stakes import may_stake
from houseway.analysis.odds.wager import OddsRow, WagerOdds, distinct_odds
from houseway.analysis.odds_calculation import all_odds, wager_odds
from houseway.citation import Citation
from houseway.games.awards import ROUNDED, base_award, vigorish_on, vigorish_rate
from houseway.money import Cents, FixedAmount, MeterShare
from houseway.procedure import PAI_GOW
from houseway.regulation import Reading
from houseway.submission import Offer, Rules
from houseway.submission.findings import Finding, Severity
from houseway.values import ShortRepr

PLACES = 4
_TENTHS_OF_A_PERCENT = 1000


@dataclass(frozen=True, repr=False)
class MoneyFinding(ShortRepr):
    """Something that costs the house or the players more than they may expect."""

    code: str
    place: str
    """Where it is filed, as in `wagers.progressive`."""
    clause: Citation | None
    given: str
    message: str
    suggestion: str = ""
    edge: Fraction | None = None
    """The house edge in question, as a share of the stake."""
    stake: Cents | None = None
    """The stake in question."""
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """What the meters show there, in cents."""
    severity: Severity = Severity.WARNING
    allowed: str = ""
    """Always empty: nothing is forbidden here."""
    line: int | None = None
    """The line of the submission file where it is filed, if there is a file."""

    def to_json(self) -> dict[str, object]:
        """Return the JSON of a legal finding, with the figures."""
        said = (self.code, self.place, self.clause, self.given, self.allowed, self.message, self.suggestion, self.severity)
        return {
            **Finding(*said, line=self.line).to_json(),
            "house_edge": None if self.edge is None else as_decimal(self.edge),
            "stake": None if self.stake is None else str(self.stake),
            "meters": {name: as_dollars(shows) for name, shows in self.meters.items()},
        }


def money_findings(rules: Rules, base_edge: Fraction | None = None) -> tuple[MoneyFinding, ...]:
    """Return all warnings; the base game is checked if its house edge is given."""
    counted = all_odds(rules)
    distinct = distinct_odds(counted)
    return (
        *_uncounted_wagers(rules),
        *_losing_game(rules, base_edge),
        *(found for each in distinct for found in _losing_wagers(rules, each)),
        *_losing_over_life(rules, distinct),
        *_losing_with_envy(rules),
        *_costly_readings(rules, distinct),
        *_cheap_awards(rules, counted),
        *(found for each in distinct for found in _limits_cutting_meters(rules, each)),
        *_rounded_vigorish(rules),
        *_rounded_winnings(rules, counted),
    )


def rounded_percent(value: Fraction) -> str:
    return as_short_percent(value, PLACES)


# A wager that is left out of all figures


def _uncounted_wagers(rules: Rules) -> Iterator[MoneyFinding]:
    """Yield wagers that a table under an operator's own book offers, though no code settles them. `check` refuses them now."""
    for wager in uncounted_wagers(rules):
        named = rules.regulation.wager(wager)
        message = f"the {named.title} is in no figure, because houseway has no code that settles it"
        yield MoneyFinding("money.not-counted", f"wagers.{wager}", named.clause, wager, message, "leave it out")


# An edge under zero


def _losing_game(rules: Rules, edge: Fraction | None) -> Iterator[MoneyFinding]:
    if edge is None or edge >= 0:
        return
    wager = next(iter(rules.offers))
    message = f"the house loses {rounded_percent(-edge)} of the {rules.regulation.wager(wager).title} on average"
    clause = rules.offers[wager].paytable.clause
    yield MoneyFinding("money.edge", f"wagers.{wager}", clause, rounded_percent(edge), message, "file a lower payout", edge)


def _losing_wagers(rules: Rules, each: WagerOdds) -> Iterator[MoneyFinding]:
    """Check at the seeds of the meters, and at their resets if those differ."""
    if is_envy(rules.regulation, each.wager):
        return
    resets = {meter.name: meter.reset for meter in rules.meters if meter.wager == each.wager and meter.name in each.meters}
    starts = [each]
    if any(each.meters[name] != reset.amount for name, reset in resets.items()):
        starts.append(wager_odds(rules, each.wager, stake=each.stake, meters=resets))
    for start in starts:
        if start.house_edge < 0:
            yield _losing_finding(rules, start)


def _losing_finding(rules: Rules, each: WagerOdds) -> MoneyFinding:
    at = f"at {each.stake}" if each.depends_on_stake else "at any stake"
    clause, lost = _paytable_clause(rules, each.wager), rounded_percent(-each.house_edge)
    if not each.meters:
        message = f"the house loses {lost} of the {each.title} on average, {at}"
        return _wager_finding(
            "money.edge", each, clause, rounded_percent(each.house_edge), message, "file another paytable or reading"
        )
    shows = ", ".join(f"{name} at {as_dollars(amount)}" for name, amount in each.meters.items())
    fair = ", ".join(
        f"{name} {as_dollars(level)}"
        for name, level in each.break_even.items()
        if level is not None and level < each.meters[name]
    )
    message = f"the house loses {lost} of the {each.title} {at} with {shows}: the wager breaks even at {fair}, which is lower"
    return _wager_finding("money.break-even", each, clause, shows, message, "file a lower starting amount, or another paytable")


def _losing_over_life(rules: Rules, distinct: tuple[WagerOdds, ...]) -> Iterator[MoneyFinding]:
    """Yield progressives that lose money in the long run, with the envy bonuses of a full table, at their worst stake. While the
    meters are low, the edge may be high all the same."""
    worst: dict[str, tuple[Fraction, WagerOdds]] = {}
    for each in distinct:
        edge = life_edge(rules, each)
        kept = None if edge is None else edge - _envy_cost(rules, each)
        if kept is not None and kept < worst.get(each.wager, (Fraction(0),))[0]:
            worst[each.wager] = kept, each
    for edge, each in worst.values():
        yield _life_finding(rules, each, edge)


def _life_finding(rules: Rules, each: WagerOdds, edge: Fraction) -> MoneyFinding:
    rate, envy = contribution_rate(rules.meters, each.wager), _envy_cost(rules, each)
    others = f", and envy bonuses cost {rounded_percent(envy)} with {rules.positions - 1} other players" if envy else ""
    message = (
        f"over the life of its meters the house loses {rounded_percent(-edge)} of the {each.title} at {each.stake}:"
        f" {rounded_percent(rate)} of every wager goes into the meters and is won from them, their resets cost"
        f" {rounded_percent(reset_cost(rules.meters, each))}{others}"
    )
    most = Fraction((rate + edge) * _TENTHS_OF_A_PERCENT // 1, _TENTHS_OF_A_PERCENT)
    do = f"lower the rates: up to {rounded_percent(most)} in all it does not lose" if most > 0 else "file another paytable"
    clause, given = rules.regulation.wager(each.wager).rate_clause, f"{rounded_percent(rate)} in all"
    return _wager_finding("money.life", each, clause, given, message, do, edge)


def _envy_cost(rules: Rules, each: WagerOdds) -> Fraction:
    """Return what a full table's envy bonuses cost, as a share of the stake, if the stake earns any."""
    tables = rules.offers[each.wager].envy if each.wager in rules.offers else ()
    earned = (wager_odds(rules, table.wager) for table in tables)
    return sum(((rules.positions - 1) * -envy.house_edge for envy in earned if envy.stake == each.stake), Fraction(0))


def _losing_with_envy(rules: Rules) -> Iterator[MoneyFinding]:
    """Yield wagers that lose only because of the envy bonuses of a full table."""
    others = rules.positions - 1
    for offer in rules.offers.values():
        for table in offer.envy:
            envy = wager_odds(rules, table.wager)
            if not may_stake(offer, envy.stake):
                continue
            own = wager_odds(rules, offer.wager, stake=envy.stake)
            edge = own.house_edge + others * envy.house_edge
            if own.house_edge >= 0 > edge:
                message = (
                    f"with {others} other players, envy bonuses cost {rounded_percent(-others * envy.house_edge)} of the"
                    f" {envy.stake} stake that earns them: the house loses {rounded_percent(-edge)} of the {own.title}"
                )
                clause = table.clause
                yield _wager_finding(
                    "money.envy", own, clause, f"{others} other players", message, "file another envy table", edge
                )


# A reading that costs the house


def _costly_readings(rules: Rules, counted: tuple[WagerOdds, ...]) -> Iterator[MoneyFinding]:
    """Yield filed choices that pay more than the book's default, or than another choice if there is no default."""
    book = rules.regulation
    worst: dict[str, tuple[Fraction, str, WagerOdds]] = {}
    for each in counted:
        for id_, choice in each.readings.items():
            for other in _cheaper_choices(book.readings[id_], choice):
                cost = _cost_of_choice(rules, each, id_, choice, other)
                if cost > worst.get(id_, (Fraction(0),))[0]:
                    worst[id_] = cost, other, each
    for id_, (cost, other, each) in worst.items():
        choice = rules.readings[id_]
        at = f" at {each.stake}" if each.depends_on_stake else ""
        message = (
            f"reading {id_} as {choice} instead of {other} costs the house {rounded_percent(cost)} of the {each.title}{at}"
        )
        clause = book.readings[id_].clauses[0]
        yield _wager_finding("money.reading", each, clause, choice, message, f"file {id_} = {other}", place=f"readings.{id_}")
    yield from _costly_base_readings(rules)


def _cheaper_choices(reading: Reading, choice: str) -> tuple[str, ...]:
    if reading.is_fixed or choice == reading.default:
        return ()
    return (reading.default,) if reading.default else tuple(other for other in reading.choices if other != choice)


def _cost_of_choice(rules: Rules, each: WagerOdds, id_: str, choice: str, other: str) -> Fraction:
    """Compare by the printed paytable: rows filed above it are the same under either choice."""
    if rules.regulation.paytable(each.wager, each.paytable) is None:
        return Fraction(0)
    edges = [
        wager_odds(rules, each.wager, each.paytable, stake=each.stake, readings={id_: taken}).house_edge
        for taken in (choice, other)
    ]
    return edges[1] - edges[0]


def _costly_base_readings(rules: Rules) -> Iterator[MoneyFinding]:
    for id_, choice in analysis_of(rules.regulation).costly_readings.items():
        if rules.readings.get(id_) != choice:
            continue
        reading = rules.regulation.readings[id_]
        if any(_paytable_letter(rules, change.wager) in change.letters for change in reading.changed_rows):
            message = f"reading {id_} as {choice} instead of {reading.default} costs the house: {reading.worth}"
            clause, suggestion = reading.clauses[0], f"file {id_} = {reading.default}"
            yield MoneyFinding("money.reading", f"readings.{id_}", clause, choice, message, suggestion)


def _paytable_letter(rules: Rules, wager: str) -> str:
    return rules.offers[wager].paytable.letter if wager in rules.offers else ""


# An award that is cheap at the least stake


def _cheap_awards(rules: Rules, counted: tuple[WagerOdds, ...]) -> Iterator[MoneyFinding]:
    """Amounts and shares of a meter do not grow with the stake, so the smallest stake that wins them is the best."""
    for wager in dict.fromkeys(each.wager for each in counted if not is_envy(rules.regulation, each.wager)):
        at = [each for each in counted if each.wager == wager]
        flat = [row for row in at[0].rows if isinstance(row.pays, FixedAmount | MeterShare)]
        least, most = min(at, key=lambda each: each.stake), max(at, key=lambda each: each.stake)
        if not flat or least.house_edge >= most.house_edge:
            continue
        top = max(flat, key=lambda row: row.net)
        message = (
            f"{top.hand.replace('-', ' ')} wins {top.pays} at any stake, so the house edge of the {least.title} is"
            f" {rounded_percent(least.house_edge)} at {least.stake} and {rounded_percent(most.house_edge)} at {most.stake}"
        )
        yield _wager_finding("money.cheap-award", least, top.clause, str(least.stake), message, "file a higher minimum")


# A payout limit that can cut a meter


def _limits_cutting_meters(rules: Rules, each: WagerOdds) -> Iterator[MoneyFinding]:
    if each.limit is None:
        return
    largest: dict[str, tuple[Fraction, OddsRow]] = {}
    for row in each.rows:
        if isinstance(row.pays, MeterShare) and row.pays.share > largest.get(row.pays.meter, (Fraction(0),))[0]:
            largest[row.pays.meter] = row.pays.share, row
    for share, row in largest.values():
        level = as_dollars(each.limit.amount / share)
        message = (
            f"the payout limit of {each.limit} cuts the award of {row.pays} for {row.hand.replace('-', ' ')}, once the meter"
            f" shows more than {level}"
        )
        yield _wager_finding(
            "money.limit-cuts-meter",
            each,
            row.clause,
            str(each.limit),
            message,
            "file the reading that exempts meters from the limit",
        )


# Roundings


def _rounded_vigorish(rules: Rules) -> Iterator[MoneyFinding]:
    """Rounded up, vigorish exceeds its rate on most stakes, most of all near the minimum."""
    if PAI_GOW not in rules.offers:
        return
    offer, rate, step = rules.offers[PAI_GOW], vigorish_rate(rules), rules.regulation.cents_of("vigorish-step")
    stake, charge = heaviest_vigorish(rules, offer, step, rate)
    if Fraction(charge.amount, _won_cents(rules, stake)) > rate:
        paid = rounded_percent(Fraction(charge.amount, _won_cents(rules, stake)))
        message = (
            f"vigorish is rounded up: a win of {stake} is charged {charge}, which is {paid} instead of {rounded_percent(rate)}"
        )
        clause, place = rules.law(ROUNDED)[0], "vigorish.rounding"
        given = str(rules.options.get("vigorish.rounding"))
        yield MoneyFinding("money.vigorish", place, clause, given, message, "file stakes that need no rounding", stake=stake)


def heaviest_vigorish(rules: Rules, offer: Offer, step: Cents, rate: Fraction) -> tuple[Cents, Cents]:
    """Return the whole-dollar stake on which the vigorish weighs most; it weighs less from the next even stake on."""
    dollar = Cents.from_dollars(1)
    even = -(-Fraction(step.amount) / rate // dollar.amount)
    stakes = [offer.minimum + dollar * each for each in range(int(even) + 1) if offer.minimum + dollar * each <= offer.maximum]
    charged = [(stake, vigorish_on(rules, Cents(_won_cents(rules, stake)))) for stake in stakes]
    return max(charged, key=lambda each: Fraction(each[1].amount, each[0].amount))


def _won_cents(rules: Rules, stake: Cents) -> int:
    return base_award(rules, stake).amount.amount


def _rounded_winnings(rules: Rules, counted: tuple[WagerOdds, ...]) -> Iterator[MoneyFinding]:
    """Winnings are rounded down, so a stake near the minimum may have a higher edge than the odds say."""
    for wager in dict.fromkeys(each.wager for each in counted if each.payer.rounding is not None):
        worst = max((each for each in counted if each.wager == wager), key=lambda each: each.house_edge)
        fair = -sum((row.combinations * _exact_net(row.pays, worst) for row in worst.rows), Fraction(0)) / worst.total
        if worst.house_edge > fair:
            message = (
                f"winnings are rounded down to the dollar: at {worst.stake} the house edge of the {worst.title} is"
                f" {rounded_percent(worst.house_edge)} instead of {rounded_percent(fair)}"
            )
            clause, suggestion = _paytable_clause(rules, wager), "file stakes that need no rounding"
            yield _wager_finding("money.rounding", worst, clause, str(worst.stake), message, suggestion)


def _exact_net(pays: object, each: WagerOdds) -> Fraction:
    return pays.award(each.stake) / each.stake.amount if hasattr(pays, "award") else Fraction(-1)


def _paytable_clause(rules: Rules, wager: str) -> Citation:
    return rules.offers[wager].paytable.clause


def _wager_finding(
    code: str,
    each: WagerOdds,
    clause: Citation | None,
    given: str,
    message: str,
    suggestion: str,
    edge: Fraction | None = None,
    place: str = "",
) -> MoneyFinding:
    return MoneyFinding(
        code,
        place or f"wagers.{each.wager}",
        clause,
        given,
        message,
        suggestion,
        each.house_edge if edge is None else edge,
        each.stake,
        each.meters,
    )
