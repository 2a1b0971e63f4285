"""Pai Gow Poker on a PAR sheet: its one base wager by two house ways, and what a bank earns."""

from dataclasses import replace
from fractions import Fraction

from houseway.analysis.exact import group_digits
from houseway.analysis.pai_gow.solve.solver import PaiGowSolution, solve_house_ways
from houseway.analysis.par_figures.base_game import ParGame
from houseway.analysis.par_figures.game import edges_by_stake, ending_clause
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.wager import ParRow, ParWager
from houseway.analysis.solve.bank_odds import BankOdds
from houseway.analysis.solve.parts import NOTHING, WHOLE
from houseway.analysis.solve.solution import Solution
from houseway.errors import NotAllowed
from houseway.games.awards import base_award, vigorish_on
from houseway.money import Cents
from houseway.procedure import PAI_GOW
from houseway.submission import Rules

VIGORISH_ASSUMPTION = (
    "vigorish is charged as filed, at the average bet; a bank's vigorish is on its surplus, with every wager against"
    " it at the average bet"
)
EXACT, BY_STAKE = "vigorish to the fraction of a cent", "by stake"
"""Assumptions of a solution that do not hold for a sheet at one stake."""


def build(rules: Rules, solution: Solution, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    """Return Pai Gow Poker by two house ways, paid as at the average bet: vigorish is rounded as it is filed."""
    if not isinstance(solution, PaiGowSolution):
        raise NotAllowed(
            f"a PAR sheet cannot show this kind of solution of {rules.book}",
            code="par.solution",
            given=type(solution).__name__,
            allowed="a solution with two house ways",
        )
    made, provenance, bank = (
        _base_wager(rules, solution, pace),
        solution.provenance,
        _bank_at_bet(rules, solution, pace.bets[PAI_GOW]),
    )
    same = solution.player.hash == solution.dealer.hash
    earns = "earns" if rules.options.get("bank.offered") else "would earn if it were offered"
    sets = "as does the dealer" if same else f"and the dealer by {solution.dealer.title}"
    game = ParGame(
        title=rules.regulation.title,
        unit=provenance.unit,
        bet=made.bet,
        total=made.total,
        expected_value=made.expected_value,
        average_stake=WHOLE,
        variance=made.variance,
        distribution={row.net: row.combinations for row in reversed(made.rows)},
        frequencies={},
        method=provenance.method,
        assumptions=(
            *(said for said in provenance.assumptions if EXACT not in said and not said.startswith(BY_STAKE)),
            VIGORISH_ASSUMPTION,
        ),
        strategy=(f"Players set every hand by the house way {solution.player.title} ({solution.player.hash[:16]}), {sets}.",)
        + ((f"No player banks; what a bank {earns} is listed below.",) if bank else ()),
        times_per_hour=pace.player_rounds,
        rounds_per_hour=pace.rounds_per_hour,
        bank=bank,
        bank_by_stake=tuple(each for each in solution.bank_by_stake if each.stake != made.bet),
    )
    return game, (made,)


def _base_wager(rules: Rules, solution: PaiGowSolution, pace: Pace) -> ParWager:
    counts, bet = solution.counts, pace.bets[PAI_GOW]
    won = base_award(rules, bet)
    charge = vigorish_on(rules, won.amount)
    brings = Fraction((won.amount - charge).amount, bet.amount)
    known, table = rules.regulation.wager(PAI_GOW), rules.offers[PAI_GOW].paytable
    pays = f"{group_digits(str(table.rows[0].pays))} less {charge} vigorish on {bet}"
    ends = (("win", pays, counts.win, brings), ("push", "push", counts.push, NOTHING), ("lose", "lose", counts.lose, -WHOLE))
    return ParWager(
        wager=PAI_GOW,
        title=known.title,
        paytable=table.letter,
        clause=known.clause,
        bet=bet,
        edge_unit="of the wager's own stake, not banking",
        rows=tuple(
            ParRow(name, paid, count, counts.total, each, ending_clause(rules, PAI_GOW, name))
            for name, paid, count, each in ends
        ),
        method=solution.provenance.method,
        is_base=True,
        times_per_hour=pace.player_rounds,
        rounds_per_hour=pace.rounds_per_hour,
        other_stakes=tuple(each for each in edges_by_stake(solution.by_stake) if each[0] != bet),
    )


def _bank_at_bet(rules: Rules, solution: PaiGowSolution, bet: Cents) -> tuple[BankOdds, ...]:
    """Return the bank with every wager against it at the average bet, charged on its surplus as filed (12.J(6), (m)(12)#7)."""
    known = {each.stake: each.bank_odds for each in solution.bank_by_stake}
    if bet in known:
        return known[bet]
    offer = replace(
        rules.offers[PAI_GOW], minimum=bet, maximum=bet
    )  # the cached sample is used again, so that all figures come from the same deals
    only = replace(rules, offers={**rules.offers, PAI_GOW: offer}, options={**rules.options, "bank.offered": True})
    (at_bet,) = solve_house_ways(only, solution.dealer, solution.player).bank_by_stake
    return at_bet.bank_odds
