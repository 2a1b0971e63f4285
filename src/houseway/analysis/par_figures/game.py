"""The base game on a PAR sheet: its solution split into the Ante, the Blind and the Play, or the one base wager."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.analysis.alike_rows import merge_alike_rows
from houseway.analysis.exact import as_decimal, as_dollars, as_signed_decimal, group_digits
from houseway.analysis.odds.by_stake import EdgesByStake, pay_at_ante
from houseway.analysis.par_figures.base_game import ParGame, StrategyGrid
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.spot import covariances_of_endings
from houseway.analysis.par_figures.wager import ParRow, ParWager
from houseway.analysis.solve.bank_odds import BankOdds
from houseway.analysis.solve.four_card import FourCardSolution
from houseway.analysis.solve.pai_gow.solver import PaiGowSolution, solve_house_ways
from houseway.analysis.solve.parts import (
    NOTHING,
    WHOLE,
    EndingPart,
    EndingSplitter,
    split_four_card_ending,
    split_ultimate_ending,
)
from houseway.analysis.solve.solution import Provenance, RoundEnding, Solution, StrategyResult
from houseway.analysis.solve.ultimate.solution import UltimateSolution
from houseway.cards import Rank
from houseway.citation import SILENT, Citation, Law
from houseway.errors import NotAllowed
from houseway.games.awards import base_award, vigorish_on
from houseway.hands.orders import DIV_PAI_GOW, MD_FOUR_CARD, MD_PAI_GOW, MD_ULTIMATE
from houseway.money import Cents
from houseway.procedure import ANTE, PAI_GOW
from houseway.submission import Rules

LIMIT = "payout-limit.amount"
VIGORISH_ASSUMPTION = (
    "vigorish is charged as filed, at the average bet; a bank's vigorish is on its surplus, with every wager against"
    " it at the average bet"
)
EXACT, BY_STAKE = "vigorish to the fraction of a cent", "by stake"
"""Assumptions of a solution that do not hold for a sheet at one stake."""
AS_SOLVED = "the strategy and the values of starting hands are those of the solved game, with no award rounded or cut"
ENDING_CLAUSES = Law(
    {
        MD_ULTIMATE: {
            "lose": "11.H(3)(a)",
            "tie": "11.H(3)(d)",
            "folded": "11.F(2)",
            "dealer-does-not-qualify": "11.H(1)",
            "": SILENT,
        },
        MD_FOUR_CARD: {
            "lose": "as-played.11.H(3)(a)",
            "tie": "as-played.11.H(3)(d)",
            "folded": "as-played.11.F(2)",
            "nothing": "as-played.11.H(4)",
            "": SILENT,
        },
        MD_PAI_GOW: {"win": "13.A", "push": "11.F(2)", "lose": "11.F(1)", "": SILENT},
        DIV_PAI_GOW: {"win": "(l)(9)#1", "push": "(l)(7)#1", "lose": "(l)(6)#1", "": SILENT},
    }
)
"""The clauses on endings that no paytable has a row for."""


def build_ultimate(rules: Rules, solution: UltimateSolution, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    """Return Ultimate Texas Hold'em and its wagers, paid as at the average Ante."""
    rounds = _pay_endings(rules, solution.best_play, split_ultimate_ending, pace.bets[ANTE])
    provenance = replace(solution.provenance, assumptions=_ultimate_assumptions(rules, solution, rounds, pace.bets[ANTE]))
    game = _par_game(rules, rounds, provenance, pace, _ultimate_strategy(solution), _starting_hand_grid(solution))
    return replace(game, by_stake=_edges_by_stake(solution.by_stake)), _par_wagers(rules, rounds, provenance, pace)


def build_four_card(rules: Rules, solution: FourCardSolution, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    """Return Four Card Poker and its wagers, paid as at the average Ante."""
    rounds = _pay_endings(rules, solution.best_play, split_four_card_ending, pace.bets[ANTE])
    words = ("Fold, play once or play three times, depending on the hand and the dealer's up card; see below.",)
    game = _par_game(rules, rounds, solution.provenance, pace, words, _up_card_grid(solution))
    return game, _par_wagers(rules, rounds, solution.provenance, pace)


def _edges_by_stake(by_stake: EdgesByStake) -> tuple[tuple[Cents, Fraction], ...]:
    return tuple((each.stake, each.house_edge) for each in by_stake.edges)


# Games against the dealer: endings taken apart, and paid as at the table


@dataclass(frozen=True)
class _PaidEnding:
    """One ending: its wagers as solved, and what each brings at the average bet."""

    ending: RoundEnding
    parts: tuple[EndingPart, ...]
    paid: Mapping[str, Fraction]

    @property
    def differs_from_solved(self) -> bool:
        return any(part.net != self.paid[part.wager] for part in self.parts)


def _pay_endings(rules: Rules, played: StrategyResult, parted: EndingSplitter, bet: Cents) -> tuple[_PaidEnding, ...]:
    found = []
    for ending in played.endings:
        parts = tuple(parted(rules, ending))
        if sum((part.net for part in parts), NOTHING) != ending.net:
            raise ArithmeticError(f"the parts of {ending.action}, {ending.outcome} are not {ending.net}")
        found.append(_PaidEnding(ending, parts, pay_at_ante(rules, {part.wager: part.net for part in parts}, bet)))
    return tuple(found)


def _ultimate_assumptions(
    rules: Rules, solution: UltimateSolution, rounds: Iterable[_PaidEnding], bet: Cents
) -> tuple[str, ...]:
    """Replace the assumptions about stakes: this sheet is for one Ante."""
    others = (said for said in solution.provenance.assumptions if said not in solution.by_stake.assumptions)
    most = rules.options.get(LIMIT)
    cut = f", and cut to the payout limit of {most}, toward which no other wager of the hand counts" if most else ""
    bends = any(each.differs_from_solved for each in rounds if each.ending.combinations)
    return (
        *others,
        f"each row's award is rounded as for an Ante of {bet} (reading UTH-29){cut}",
        *((AS_SOLVED,) if bends else ()),
    )


_EndCounts = dict[tuple[str, Fraction, Fraction], int]
"""By row, solved net result and paid net result: the number of combinations."""


def _par_wagers(rules: Rules, rounds: Sequence[_PaidEnding], provenance: Provenance, pace: Pace) -> tuple[ParWager, ...]:
    counted: dict[str, _EndCounts] = {}
    staked: dict[str, Fraction] = {}
    total = sum(each.ending.combinations for each in rounds)
    for each in rounds:
        for part in each.parts:
            rows, key = counted.setdefault(part.wager, {}), (part.row, part.net, each.paid[part.wager])
            rows[key] = rows.get(key, 0) + each.ending.combinations
            staked[part.wager] = staked.get(part.wager, NOTHING) + part.staked * each.ending.combinations
    return tuple(
        _par_wager(rules, wager, counted[wager], staked[wager] / total, total, provenance, pace)
        for wager in rules.offers
        if wager in counted
    )


def _par_wager(
    rules: Rules, wager: str, counted: _EndCounts, staked: Fraction, total: int, provenance: Provenance, pace: Pace
) -> ParWager:
    offer, known, bet = rules.offers[wager], rules.regulation.wager(wager), pace.bets[ANTE]
    rest = total - sum(counted.values())
    rows = [_par_row(rules, wager, end, count, total, bet) for end, count in counted.items() if count]
    if rest:
        rows.append(
            ParRow("folded", "no wager" if staked else "nothing", rest, total, NOTHING, _ending_clause(rules, wager, "folded"))
        )
    return ParWager(
        wager=wager,
        title=known.title,
        paytable=offer.paytable.letter,
        clause=known.clause,
        bet=bet,
        edge_unit=_unit_in_words(staked),
        rows=tuple(sorted(rows, key=lambda row: -row.net)),
        method=provenance.method,
        is_base=True,
        average_stake=staked,
        times_per_hour=pace.player_rounds,
        rounds_per_hour=pace.rounds_per_hour,
    )


def _unit_in_words(staked: Fraction) -> str:
    if not staked:
        return "of the Ante: it has no stake of its own"
    return "of the wager's own stake" if staked == WHOLE else f"of the average total stake of {as_decimal(staked, 4)} Antes"


def _par_row(rules: Rules, wager: str, end: tuple[str, Fraction, Fraction], count: int, total: int, bet: Cents) -> ParRow:
    row, brings, at_bet = end
    table = rules.offers[wager].paytable
    named = table.row(row) or (table.row("win") if brings > 0 else None)
    pays = group_digits(str(named.pays)) if named else _result_in_words(row, brings)
    if at_bet != brings:
        pays = f"{pays}, paid {as_dollars(at_bet * bet.amount)}"
    return ParRow(row, pays, count, total, at_bet, named.clause if named else _ending_clause(rules, wager, row))


def _result_in_words(row: str, brings: Fraction) -> str:
    """Describe an ending that no paytable has a row for; where nothing is staked, nothing is returned."""
    return "nothing" if row == "nothing" else "push" if brings == 0 else "lose"


def _ending_clause(rules: Rules, wager: str, row: str) -> Citation:
    """Find the clause of an ending, whatever the size of the wager."""
    kinds = (row, row.rpartition("x-")[2])
    found = [clause for kind in kinds for clause in rules.law(ENDING_CLAUSES, kind)]
    return found[0] if found else rules.regulation.wager(wager).clause


def _par_game(
    rules: Rules, rounds: Sequence[_PaidEnding], provenance: Provenance, pace: Pace, words: tuple[str, ...], grid: StrategyGrid
) -> ParGame:
    ended = (replace(each.ending, net=sum(each.paid.values(), NOTHING)) for each in rounds)
    played = StrategyResult("best", tuple(ended))
    return ParGame(
        title=rules.regulation.title,
        unit=provenance.unit,
        bet=pace.bets[ANTE],
        total=played.total,
        expected_value=played.expected_value,
        average_stake=played.average_stake,
        variance=played.variance,
        distribution=played.distribution,
        frequencies=played.frequencies,
        method=provenance.method,
        assumptions=provenance.assumptions,
        strategy=words,
        times_per_hour=pace.player_rounds,
        rounds_per_hour=pace.rounds_per_hour,
        grid=grid,
        covariances=covariances_of_endings((each.ending.combinations, each.paid) for each in rounds),
    )


# When to do what


def _ultimate_strategy(solution: UltimateSolution) -> tuple[str, ...]:
    best = {hand.best for hand in solution.hands.values()}
    never = [action for action in next(iter(solution.hands.values())).values if action not in best]
    said = f" {' and '.join(never)} is never best." if never else ""
    return (
        f"Before the flop: see below, with the value of each starting hand in Antes.{said}",
        "After the flop and on the river: the choice with the higher value, counted against every hand that the"
        " dealer may have.",
    )


def _starting_hand_grid(solution: UltimateSolution) -> StrategyGrid:
    """Arrange actions by starting hand: suited hands above the diagonal, offsuit hands below."""
    letters = [rank.letter for rank in reversed(Rank)]

    def cell(row: int, column: int) -> tuple[str, str]:
        high, low = letters[min(row, column)], letters[max(row, column)]
        name = high + low + ("" if row == column else "s" if column > row else "o")
        hand = solution.hands[name]
        return hand.best, f"{name} {as_signed_decimal(hand.values[hand.best], 2)}"

    rows = tuple((letters[row], tuple(cell(row, column) for column in range(len(letters)))) for row in range(len(letters)))
    return StrategyGrid("Starting hands: suited above the diagonal, offsuit below", tuple(letters), rows)


def _up_card_grid(solution: FourCardSolution) -> StrategyGrid:
    """Arrange actions by kind of hand and rank of the up card; adjacent kinds that always act alike share a row."""
    counted = ((name.replace("-", " "), row.values()) for name, row in solution.action_counts.items())
    cells = ((name, tuple(_usual_action(solution.actions, counts) for counts in row)) for name, row in counted)
    columns = tuple(next(iter(solution.action_counts.values())))
    return StrategyGrid("By the player's hand and the dealer's up card", columns, merge_alike_rows(cells))


def _usual_action(actions: tuple[str, ...], counts: Iterable[int]) -> tuple[str, str]:
    """Return the action of most hands, marked if some act otherwise."""
    by_count = sorted(zip(counts, actions), key=lambda each: -each[0])
    name = by_count[0][1]
    return name, f"{name}{'*' if by_count[1][0] else ''}" if by_count[0][0] else ""


# Pai Gow Poker


def build_pai_gow(rules: Rules, solution: Solution, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
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
            ParRow(name, paid, count, counts.total, each, _ending_clause(rules, PAI_GOW, name))
            for name, paid, count, each in ends
        ),
        method=solution.provenance.method,
        is_base=True,
        times_per_hour=pace.player_rounds,
        rounds_per_hour=pace.rounds_per_hour,
        other_stakes=tuple(each for each in _edges_by_stake(solution.by_stake) if each[0] != bet),
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
