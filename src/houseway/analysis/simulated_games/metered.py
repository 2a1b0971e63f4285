"""A wager that is paid from meters, as it is simulated: which outcomes concern a meter, and what they do to it.

Kernels find the rounds in which such an outcome came. What it pays depends on all rounds before, so it is settled apart from the
kernels, in the order of the rounds.
"""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.odds.counts import ShownHands
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.simulated_games.envies import EarnedEnvy
from houseway.analysis.simulated_games.lines import MeteredWager, MeterRow, SimulatedLine
from houseway.games.awards import round_up_to_cent
from houseway.games.paytables import RowPrecedence, best_paying_first
from houseway.money import Cents, MeterShare
from houseway.progressive import MeterTerms
from houseway.regulation import Row
from houseway.submission import Rules


def metered_wager(
    rules: Rules, odds: WagerOdds, line: SimulatedLine, envy: tuple[WagerOdds, SimulatedLine] | None, players: int
) -> MeteredWager:
    """Return a wager with the meters that are filed for it, and with its envy bonus, which has odds and an axis of its own."""
    terms = tuple(MeterTerms.from_rules(filed, rules) for filed in rules.meters if filed.wager == odds.wager)
    rows = tuple(() if hands is None else _rows_of(odds, terms, hands) for hands in line.hands)
    if envy is None or players == 1:
        return MeteredWager(odds, line, terms, rows)
    earned, counts = _earned_envy(line, *envy, players), tuple(((row.hand,), row.combinations) for row in envy[0].rows)
    return MeteredWager(odds, line, terms, rows, earned, counts, envy[1].axis)


def _rows_of(odds: WagerOdds, terms: Sequence[MeterTerms], hands: ShownHands) -> tuple[MeterRow, ...]:
    """Return the rows of which one pays, the first of equal ones first; none if no meter is concerned."""
    if odds.payer.precedence is RowPrecedence.BEST_PAYING:
        fits = [row for row in odds.payer.rows if row.hand in hands]
        fits = best_paying_first(fits, lambda row: _first_known(odds, row))
        last = next((place for place, row in enumerate(fits) if not isinstance(row.pays, MeterShare)), len(fits))
        fits = fits[: last + 1]
    else:
        row = odds.payer.find_row(hands)
        fits = [] if row is None else [row]
    found = tuple(_meter_row(odds, terms, row) for row in fits)
    return found if any(row.meter >= 0 for row in found) else ()


def _first_known(odds: WagerOdds, row: Row) -> tuple[bool, Fraction]:
    """Shares come first, because a meter may grow; as at the table, while no meter is read."""
    pays = row.pays
    return (True, pays.share) if isinstance(pays, MeterShare) else (False, pays.award(odds.stake))


def _meter_row(odds: WagerOdds, terms: Sequence[MeterTerms], row: Row) -> MeterRow:
    pays, keeps = row.pays, not row.pays.returns_stake
    names = [each.filed_meter.name for each in terms]
    if isinstance(pays, MeterShare):
        return MeterRow(names.index(pays.meter), pays.share, 0, keeps)
    award = round_up_to_cent(pays.award(odds.stake))
    bears = next((place for place, each in enumerate(terms) if _is_deducted(each, row, award)), -1)
    return MeterRow(bears, Fraction(0), award.amount, keeps)


def _is_deducted(terms: MeterTerms, row: Row, award: Cents) -> bool:
    off = terms.deducted_awards
    return off is not None and (award >= off[0] or row.hand == off[1])


def _earned_envy(line: SimulatedLine, odds: WagerOdds, envy: SimulatedLine, players: int) -> EarnedEnvy:
    pays = {row.hand: int(row.net * odds.stake.amount) for row in odds.rows if row.pays is not None}
    units = tuple(int(net) for net in envy.nets)
    return EarnedEnvy(odds.wager, odds.title, line.stake, Fraction(1), units, players - 1, pays)
