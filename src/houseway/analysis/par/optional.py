"""The optional wagers of a PAR sheet: as counted, and under the solved play where a fold loses them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.decisive_readings import decisive_readings
from houseway.analysis.exact import as_percent, group_digits
from houseway.analysis.games import analysis_of
from houseway.analysis.joint_distribution import DistributionsByAxis
from houseway.analysis.life_edge import LIFE_READINGS, life_edge
from houseway.analysis.odds.basis import is_envy
from houseway.analysis.odds.wager import NOT_FOLDED, NOTHING, WagerOdds
from houseway.analysis.odds_calculation import all_odds, wager_odds
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.wager import WHOLE, ParRow, ParWager
from houseway.games.against_dealer.deciding import FOLD_LOSES
from houseway.submission import Rules


def odds_at_average_bets(rules: Rules, pace: Pace) -> list[WagerOdds]:
    """Return the odds of the players' wagers at their average bets, without regard to folds."""
    names = dict.fromkeys(each.wager for each in all_odds(rules))
    return [wager_odds(rules, wager, stake=pace.bets[wager]) for wager in names if not is_envy(rules.regulation, wager)]


def odds_under_play(rules: Rules, found: WagerOdds, distributions: DistributionsByAxis) -> WagerOdds:
    """Return the odds with folded hands as a row of their own, if a fold loses the wager and the folded hands are known."""
    joint = distributions.get(found.deciding_cards.axis)
    lost = rules.wagers[found.wager].is_lost_with_fold(rules.options)
    if not lost or joint is None or joint.is_averaged:
        return found
    (clause, *_), reading = rules.law(FOLD_LOSES, found.wager), analysis_of(rules.regulation).fold_reading
    made = joint.odds_under_play(found, clause)
    share = as_percent(Fraction(made.rows[-1].combinations, made.total), 4)
    said = f"{share} of hands are folded in the solved game, which loses the wager"
    decisive = {reading: rules.readings[reading]}
    if made.expected_value == found.expected_value:
        said, decisive = f"{said}; none of them would have won it", {}
    assumed = (*(each for each in found.assumptions if each != NOT_FOLDED), said)
    return replace(made, assumptions=assumed, readings={**found.readings, **decisive})


def optional_wagers(
    rules: Rules, wagers: Sequence[WagerOdds], pace: Pace, distributions: DistributionsByAxis
) -> Iterator[ParWager]:
    """Yield these wagers, and the envy bonuses that the average bets earn."""
    for found in wagers:
        made = _with_life_edge(rules, found, _par_wager(rules, found, pace))
        if found.depends_on_stake:
            at = (
                odds_under_play(rules, each, distributions)
                for each in all_odds(rules, found.wager)
                if each.stake != found.stake
            )
            others = tuple((each.stake, each.house_edge) for each in at)
            made = replace(made, other_stakes=others)
        yield made
    for offer in rules.offers.values():
        for table in offer.envy:
            envy = wager_odds(rules, table.wager)
            bet = pace.bets[offer.wager]
            if bet == envy.stake if offer.stakes else bet >= envy.stake:
                made = _par_wager(rules, wager_odds(rules, table.wager, stake=bet), pace)
                yield replace(made, times_per_hour=pace.player_rounds * (pace.players - 1), rounds_per_hour=0)


def _par_wager(rules: Rules, found: WagerOdds, pace: Pace) -> ParWager:
    rows = tuple(
        ParRow(row.hand, group_digits(str(row.pays or "lose")), row.combinations, found.total, row.net, row.clause)
        for row in found.rows
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
        edge_unit=found.denominator,
        rows=rows,
        method=found.method,
        readings=_decisive_for(rules, found),
        assumptions=found.assumptions,
        times_per_hour=pace.player_rounds,
        rounds_per_hour=pace.rounds_per_hour,
        meters=found.meters,
        break_even=found.break_even,
        limit=found.limit,
        average_stake=Fraction(0) if envy else WHOLE,
    )


def _decisive_for(rules: Rules, found: WagerOdds) -> dict[str, str]:
    """Return the readings that decide these odds; readings about folds are left to the solved play."""
    fold = analysis_of(rules.regulation).fold_reading

    def outcomes(under: Rules) -> object:
        rows = wager_odds(under, found.wager, stake=found.stake).rows
        return sorted((row.net, row.combinations) for row in rows)

    of_fold = {id_: choice for id_, choice in found.readings.items() if id_ == fold}
    return decisive_readings(rules, (id_ for id_ in found.readings if id_ != fold), outcomes) | of_fold


def _with_life_edge(rules: Rules, found: WagerOdds, made: ParWager) -> ParWager:
    edge = life_edge(rules, found)
    if edge is None:
        return made
    decisive = {id_: rules.readings[id_] for id_ in LIFE_READINGS if id_ in rules.readings}
    return replace(made, life_edge=edge, readings={**made.readings, **decisive})
