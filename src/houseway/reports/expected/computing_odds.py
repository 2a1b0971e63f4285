"""Compute the exact odds of wagers for reports: of plain ones, with coupons, against a player's bank, and of envy bonuses."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, cast

from houseway.errors import HousewayError
from houseway.money import Cents
from houseway.reports.expected.theory import NO_EXACT_ODDS, OF_BETTORS, TheoreticalOdds, split_pair, split_terms
from houseway.reports.rows.wager_terms import AGAINST_BANK, COUPON, is_envy, wager_name
from houseway.submission import Rules

if TYPE_CHECKING:
    from houseway.analysis.odds.wager import WagerOdds
    from houseway.analysis.pai_gow.solve.solver import PaiGowSolution
    from houseway.analysis.solve.solution import Progress, Solution
    from houseway.analysis.two_seats.covariances import TwoSeats

PLAYED_BEST, SET_HOUSE_WAY = "the game solved at optimal play", "the game solved with every hand set the house way"
COUNTED = "counted from the cards; meters at their seeds"
_Outcomes = Iterable[tuple[Fraction, Fraction]]
"""What the player wins, in stakes, and how likely it is."""


def compute_odds(
    rules: Rules, classes: Iterable[tuple[str, int]], progress: "Progress | None" = None
) -> dict[tuple[str, int], TheoreticalOdds]:
    """Compute the odds of wagers on their terms at stakes, and how pairs of wagers vary together. What has no odds of its own, such
    as the Blind, is left out."""
    from houseway.analysis.games import counted_wagers

    own = {next(iter(rules.offers)), *counted_wagers(rules.regulation)}
    source = _OddsSource(rules, progress)
    wanted = [(wager, stake) for wager, stake in classes if split_pair(wager) or wager_name(split_terms(wager)[0]) in own]
    return {(wager, stake): source.find(wager, stake) for wager, stake in wanted}


class _OddsSource:
    """The odds of one set of rules. The game is solved when the first of them needs it."""

    def __init__(self, rules: Rules, progress: "Progress | None") -> None:
        self._rules, self._progress = rules, progress

    @cached_property
    def _solution(self) -> "Solution":
        from houseway.analysis.games import solve_game

        return solve_game(self._rules, self._progress)

    def find(self, wager: str, stake: int) -> TheoreticalOdds:
        """Return the odds; none that are exact for a stake that the rules do not allow, for example what a correction has left."""
        name, terms = split_terms(wager)
        kind, _, face = terms.partition(":")
        pair = split_pair(wager)
        try:
            if pair:
                return self._pair(*pair)
            if kind == AGAINST_BANK:
                return self._against_bank(stake)
            if kind == COUPON:
                return self._with_coupon(name, stake, int(face))
            if is_envy(self._rules.book, name):
                return self._envy(name, stake, of_bettors=kind == OF_BETTORS)
            return self._game(stake) if name == next(iter(self._rules.offers)) else self._wager(name, stake)
        except HousewayError:
            return NO_EXACT_ODDS

    @cached_property
    def _two_seats(self) -> "TwoSeats | None":
        from houseway.analysis.hold.seats import count_two_seats

        try:
            return count_two_seats(self._rules, progress=self._progress)
        except HousewayError:  # a game that is not simulated
            return None

    def _pair(self, one: str, other: str) -> TheoreticalOdds:
        found = self._two_seats.of(one, other) if self._two_seats else None
        if found is None:
            return NO_EXACT_ODDS
        method = f"{found.method}, with a standard error of {found.error:.2g}" if found.error else found.method
        return TheoreticalOdds(found.within, found.across, method)

    def _game(self, stake: int) -> TheoreticalOdds:
        from houseway.analysis.games import analysis_of
        from houseway.analysis.par.stated_pace import state_pace

        pace = state_pace(self._rules, bets={next(iter(self._rules.offers)): Cents(stake)})
        game, _ = analysis_of(self._rules.regulation).build_par(self._rules, self._solution, pace)
        method = PLAYED_BEST if self._rules.against_dealer else SET_HOUSE_WAY
        return TheoreticalOdds(game.house_edge, game.variance, method)

    def _wager(self, wager: str, stake: int) -> TheoreticalOdds:
        odds = self._counted(wager, stake)
        return TheoreticalOdds(odds.house_edge, odds.variance, COUNTED)

    def _counted(self, wager: str, stake: int) -> "WagerOdds":
        """Count a wager, with folded hands lost where a fold loses it and the hands that are folded can be counted."""
        from houseway.analysis.odds_calculation import wager_odds
        from houseway.analysis.par.builder import joint_distributions
        from houseway.analysis.par.optional import odds_under_play

        plain = wager_odds(self._rules, wager_name(wager), stake=Cents(stake))
        if self._rules.options.get(f"fold.{plain.wager}") != "lost":
            return plain
        base = next(iter(self._rules.offers.values()))
        bet = base.stakes[0] if base.stakes else base.minimum
        assert isinstance(bet, Cents)
        return odds_under_play(self._rules, plain, joint_distributions(self._rules, self._solution, bet, [plain]))

    # Pai Gow Poker: a player's bank and coupons

    @property
    def _setting(self) -> "PaiGowSolution":
        return cast("PaiGowSolution", self._solution)  # no other game has banks and coupons

    def _against_bank(self, stake: int) -> TheoreticalOdds:
        """The house's share of a wager against a bank is the vigorish on its win; all else is between the players."""
        from houseway.games.awards import vigorish_on

        counts = self._setting.counts
        winning = Fraction(counts.counts_as_bank(self._setting.terms).lose, counts.total)
        taken = Fraction(vigorish_on(self._rules, Cents(stake), AGAINST_BANK).amount, stake)
        return _odds_from([(-taken, winning), (Fraction(0), 1 - winning)], SET_HOUSE_WAY)

    def _with_coupon(self, wager: str, stake: int, face: int) -> TheoreticalOdds:
        """A coupon is paid like chips, and is never lost or returned as chips."""
        if not stake:
            return NO_EXACT_ODDS
        if wager == next(iter(self._rules.offers)):
            return _odds_from(self._base_outcomes(stake, face), SET_HOUSE_WAY)
        odds, staked = self._counted(wager, stake + face), stake + face
        outcomes = [
            ((row.net * staked + (0 if row.pays and row.pays.returns_stake else face)) / stake, row.combinations)
            for row in odds.rows
        ]
        return _odds_from(((net, Fraction(count, odds.total)) for net, count in outcomes), COUNTED)

    def _base_outcomes(self, stake: int, face: int) -> _Outcomes:
        from houseway.games.awards import base_award, vigorish_on

        won = base_award(self._rules, Cents(stake), Cents(face)).amount
        counts, net = self._setting.counts, (won - vigorish_on(self._rules, won)).amount
        ends = ((Fraction(net, stake), counts.win), (Fraction(-1), counts.lose), (Fraction(0), counts.push))
        return [(result, Fraction(count, counts.total)) for result, count in ends]

    # Envy

    def _envy(self, envy: str, stake: int, *, of_bettors: bool) -> TheoreticalOdds:
        """Return the odds of the bonus for one other hand. Where each settlement pays every lammer (PG-11), there are none for one
        stake: what it earns depends on the other wager at the position, and is paid from a list for which nothing may be staked."""
        from houseway.analysis.odds.basis import OddsInput
        from houseway.analysis.odds_calculation import wager_odds
        from houseway.analysis.odds_inputs import earns_wager

        rules, with_envy = self._rules, [each for each in self._rules.offers.values() if each.envy]
        is_offered = any(envy == table.wager for each in with_envy for table in each.envy)
        must_bet = rules.takes_reading("UTH-31=required", "FC-17=required")
        given = OddsInput.from_source(rules, None)
        if not is_offered or of_bettors != must_bet or not earns_wager(given, envy, Cents(stake)):
            return TheoreticalOdds(Fraction(0), Fraction(0), COUNTED)
        if len(with_envy) > 1 and rules.takes_reading("PG-11=every-lammer"):
            return NO_EXACT_ODDS
        odds = wager_odds(rules, envy, stake=Cents(stake))
        return TheoreticalOdds(odds.house_edge, odds.variance, COUNTED)


def _odds_from(outcomes: _Outcomes, method: str) -> TheoreticalOdds:
    known = list(outcomes)
    mean = sum((net * chance for net, chance in known), Fraction(0))
    square = sum((net**2 * chance for net, chance in known), Fraction(0))
    return TheoreticalOdds(-mean, square - mean**2, method)
