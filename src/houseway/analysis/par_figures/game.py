"""The base game on a PAR sheet: what the games have in common, and the solution of one against the dealer split into its wagers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.analysis.exact import as_decimal, as_dollars, group_digits
from houseway.analysis.odds.by_stake import EdgesByStake, pay_at_ante
from houseway.analysis.par_figures.base_game import ParGame, StrategyGrid
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.spot import covariances_of_endings
from houseway.analysis.par_figures.wager import ParRow, ParWager
from houseway.analysis.solve.parts import (
    NOTHING,
    WHOLE,
    EndingPart,
    EndingSplitter,
)
from houseway.analysis.solve.solution import Provenance, RoundEnding, StrategyResult
from houseway.citation import SILENT, Citation, Law
from houseway.hands.orders import DIV_PAI_GOW, MD_FOUR_CARD, MD_PAI_GOW, MD_ULTIMATE
from houseway.money import Cents
from houseway.procedure import ANTE
from houseway.submission import Rules

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


def edges_by_stake(by_stake: EdgesByStake) -> tuple[tuple[Cents, Fraction], ...]:
    return tuple((each.stake, each.house_edge) for each in by_stake.edges)


# Games against the dealer: endings taken apart, and paid as at the table


@dataclass(frozen=True)
class PaidEnding:
    """One ending: its wagers as solved, and what each brings at the average bet."""

    ending: RoundEnding
    parts: tuple[EndingPart, ...]
    paid: Mapping[str, Fraction]

    @property
    def differs_from_solved(self) -> bool:
        return any(part.net != self.paid[part.wager] for part in self.parts)


def pay_endings(rules: Rules, played: StrategyResult, parted: EndingSplitter, bet: Cents) -> tuple[PaidEnding, ...]:
    found = []
    for ending in played.endings:
        parts = tuple(parted(rules, ending))
        if sum((part.net for part in parts), NOTHING) != ending.net:
            raise ArithmeticError(f"the parts of {ending.action}, {ending.outcome} are not {ending.net}")
        found.append(PaidEnding(ending, parts, pay_at_ante(rules, {part.wager: part.net for part in parts}, bet)))
    return tuple(found)


_EndCounts = dict[tuple[str, Fraction, Fraction], int]
"""By row, solved net result and paid net result: the number of combinations."""


def par_wagers(rules: Rules, rounds: Sequence[PaidEnding], provenance: Provenance, pace: Pace) -> tuple[ParWager, ...]:
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
            ParRow("folded", "no wager" if staked else "nothing", rest, total, NOTHING, ending_clause(rules, wager, "folded"))
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
    return ParRow(row, pays, count, total, at_bet, named.clause if named else ending_clause(rules, wager, row))


def _result_in_words(row: str, brings: Fraction) -> str:
    """Describe an ending that no paytable has a row for; where nothing is staked, nothing is returned."""
    return "nothing" if row == "nothing" else "push" if brings == 0 else "lose"


def ending_clause(rules: Rules, wager: str, row: str) -> Citation:
    """Find the clause of an ending, whatever the size of the wager."""
    kinds = (row, row.rpartition("x-")[2])
    found = [clause for kind in kinds for clause in rules.law(ENDING_CLAUSES, kind)]
    return found[0] if found else rules.regulation.wager(wager).clause


def par_game(
    rules: Rules, rounds: Sequence[PaidEnding], provenance: Provenance, pace: Pace, words: tuple[str, ...], grid: StrategyGrid
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
