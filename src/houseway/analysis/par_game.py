"""The game itself on a PAR sheet, and its solution taken apart into the Ante, the Blind, the Play, or the one base wager."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.by_stake import ByStake
from houseway.analysis.four_card import FourCardSolution
from houseway.analysis.pai_gow import PaiGowSolution
from houseway.analysis.pai_gow_bank import BankOdds, Sampled
from houseway.analysis.par import Grid, Pace, ParGame, ParRow, ParWager, hourly
from houseway.analysis.par_spot import of_endings
from houseway.analysis.parts import ANTE, NOTHING, WHOLE, Parted, four_card_parts, nets, ultimate_parts
from houseway.analysis.solution import Footing, Played, Solution, decimal
from houseway.analysis.ultimate import UltimateSolution
from houseway.cards import Rank
from houseway.citation import Citation, Law
from houseway.errors import NotAllowed
from houseway.games.awards import base_award, vigorish
from houseway.hands.orders import DIV_PAI_GOW, MD_FOUR_CARD, MD_PAI_GOW, MD_ULTIMATE
from houseway.money import Cents
from houseway.submission import Rules

BASE = "pai-gow"
PLACES = 4
ROUNDED = "vigorish as it is filed, at the average bet"
ENDS = Law(
    {
        MD_ULTIMATE: {
            "lose": "11.H(3)(a)",
            "tie": "11.H(3)(d)",
            "folded": "11.F(2)",
            "dealer-does-not-qualify": "11.H(1)",
        },
        MD_FOUR_CARD: {
            "lose": "as-played.11.H(3)(a)",
            "tie": "as-played.11.H(3)(d)",
            "folded": "as-played.11.F(2)",
            "nothing": "as-played.11.H(4)",
        },
        MD_PAI_GOW: {"win": "13.A", "push": "11.F(2)", "lose": "11.F(1)"},
        DIV_PAI_GOW: {"win": "(l)(9)#1", "push": "(l)(7)#1", "lose": "(l)(6)#1"},
    }
)
"""Where the books say how a wager ends that no paytable has a row for."""


def solved(rules: Rules, solution: Solution, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    match solution:
        case UltimateSolution():
            parts = _parts(rules, solution.played, solution.footing, pace, ultimate_parts)
            how = _ultimate_words(solution), _starting_hands(solution)
            game = _game(rules, solution.played, solution.footing, pace, ultimate_parts, *how)
            return replace(game, by_stake=_edges(solution.by_stake)), parts
        case FourCardSolution():
            parts = _parts(rules, solution.played, solution.footing, pace, four_card_parts)
            words = ("Fold, play once or play three times by the hand and the dealer's up card, as below.",)
            return _game(rules, solution.played, solution.footing, pace, four_card_parts, words, _when(solution)), parts
        case PaiGowSolution():
            return _pai_gow(rules, solution, pace)
    raise NotAllowed(
        f"a solution of {rules.book} of this kind is not printed",
        code="par.solution",
        given=type(solution).__name__,
        allowed="",
    )


def _edges(by_stake: ByStake) -> tuple[tuple[Cents, Fraction], ...]:
    return tuple((each.stake, each.house_edge) for each in by_stake.at)


# Games against the dealer: endings taken apart


def _parts(rules: Rules, played: Played, footing: Footing, pace: Pace, parted: Parted) -> tuple[ParWager, ...]:
    counted: dict[str, dict[tuple[str, Fraction], int]] = {}
    staked: dict[str, Fraction] = {}
    for ending in played.endings:
        parts = list(parted(rules, ending))
        if sum((part.net for part in parts), NOTHING) != ending.net:
            raise ArithmeticError(f"the parts of {ending.action}, {ending.how} are not {ending.net}")
        for part in parts:
            rows = counted.setdefault(part.wager, {})
            rows[part.row, part.net] = rows.get((part.row, part.net), 0) + ending.combinations
            staked[part.wager] = staked.get(part.wager, NOTHING) + part.staked * ending.combinations
    return tuple(
        _wager(rules, wager, counted[wager], staked[wager] / played.total, played.total, footing, pace)
        for wager in rules.offers
        if wager in counted
    )


def _wager(
    rules: Rules,
    wager: str,
    counted: Mapping[tuple[str, Fraction], int],
    staked: Fraction,
    total: int,
    footing: Footing,
    pace: Pace,
) -> ParWager:
    offer, known = rules.offers[wager], rules.regulation.wager(wager)
    rest = total - sum(counted.values())
    rows = [_row(rules, wager, row, each, count, total) for (row, each), count in counted.items() if count]
    if rest:
        rows.append(ParRow("folded", "no wager", rest, total, NOTHING, _clause(rules, wager, "folded")))
    return ParWager(
        wager=wager,
        title=known.title,
        paytable=offer.paytable.letter,
        clause=known.clause,
        bet=pace.bets[ANTE],
        of=_of(staked),
        rows=tuple(sorted(rows, key=lambda row: -row.net)),
        method=footing.method,
        readings=footing.readings,
        base=True,
        staked=staked,
        times=pace.player_rounds,
        rounds=pace.rounds_per_hour,
    )


def _of(staked: Fraction) -> str:
    if not staked:
        return "of the Ante: it has no stake of its own"
    return "of the wager's own stake" if staked == WHOLE else f"of the {decimal(staked, 4)} Antes that are staked on average"


def _row(rules: Rules, wager: str, row: str, each: Fraction, count: int, total: int) -> ParRow:
    table = rules.offers[wager].paytable
    named = table.row(row) or (table.row("win") if each > 0 else None)
    pays = str(named.pays) if named else ("push" if each == 0 else "lose")
    return ParRow(row, pays, count, total, each, named.clause if named else _clause(rules, wager, row))


def _clause(rules: Rules, wager: str, row: str) -> Citation:
    """By how the wager ends, whatever its size."""
    kinds = (row, row.rpartition("x-")[2])
    found = [clause for kind in kinds for clause in ENDS.of(rules.book, kind)]
    return found[0] if found else rules.regulation.wager(wager).clause


def _game(
    rules: Rules, played: Played, footing: Footing, pace: Pace, parted: Parted, words: tuple[str, ...], grid: Grid
) -> ParGame:
    return ParGame(
        title=rules.regulation.title,
        of=footing.of,
        total=played.total,
        expected_value=played.expected_value,
        average_stake=played.average_stake,
        variance=played.variance,
        distribution=played.distribution,
        frequencies=played.frequencies,
        method=footing.method,
        assumes=footing.assumes,
        strategy=words,
        grid=grid,
        hourly_deviation=hourly(played.variance, pace.bets[ANTE], pace.rounds_per_hour),
        together=of_endings((each.combinations, nets(parted, rules, each)) for each in played.endings),
    )


# When to do what


def _ultimate_words(solution: UltimateSolution) -> tuple[str, ...]:
    best = {hand.best for hand in solution.hands.values()}
    never = [action for action in next(iter(solution.hands.values())).worth if action not in best]
    said = f" {' and '.join(never)} is never best." if never else ""
    return (
        f"Before the flop: as below, with what each starting hand is worth in Antes.{said}",
        "After the flop and when all cards are out: whichever choice is worth more, counted against every hand that the dealer"
        " may have.",
    )


def _starting_hands(solution: UltimateSolution) -> Grid:
    """Suited above the diagonal, offsuit below."""
    letters = [rank.letter for rank in reversed(Rank)]

    def cell(row: int, column: int) -> tuple[str, str]:
        high, low = letters[min(row, column)], letters[max(row, column)]
        name = high + low + ("" if row == column else "s" if column > row else "o")
        hand = solution.hands[name]
        return hand.best, f"{name} {_signed(hand.worth[hand.best])}"

    rows = tuple((letters[row], tuple(cell(row, column) for column in range(len(letters)))) for row in range(len(letters)))
    return Grid("Starting hands: suited above the diagonal, offsuit below", tuple(letters), rows)


def _signed(worth: Fraction) -> str:
    return f"{'+' if worth > 0 else ''}{decimal(worth, 2)}".replace("-", "−")


def _when(solution: FourCardSolution) -> Grid:
    """By kind of hand and the rank of the up card; kinds that are always played alike stand together."""
    found: list[tuple[list[str], tuple[tuple[str, str], ...]]] = []
    for name, row in ((name.replace("-", " "), row) for name, row in solution.when.items()):
        cells = tuple(_action(solution.actions, counts) for counts in row.values())
        if found and found[-1][1] == cells and len(set(cells)) == 1:
            found[-1][0].append(name)
        else:
            found.append(([name], cells))
    columns = tuple(next(iter(solution.when.values())))
    rows = tuple((names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}", cells) for names, cells in found)
    return Grid("By the player's hand and the dealer's up card", columns, rows)


def _action(actions: tuple[str, ...], counts: Iterable[int]) -> tuple[str, str]:
    """The one that most of the hands take, marked where others take another."""
    by_count = sorted(zip(counts, actions), key=lambda each: -each[0])
    name = by_count[0][1]
    return name, f"{name}{'*' if by_count[1][0] else ''}" if by_count[0][0] else ""


# Pai Gow Poker


def _pai_gow(rules: Rules, solution: PaiGowSolution, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    """At the average bet: vigorish is rounded as it is filed."""
    made, footing = _base(rules, solution, pace), solution.footing
    same = solution.player.hash == solution.dealer.hash
    sets = "as the dealer does" if same else f"the dealer by {solution.dealer.title}"
    game = ParGame(
        title=rules.regulation.title,
        of=footing.of,
        total=made.total,
        expected_value=made.expected_value,
        average_stake=WHOLE,
        variance=made.variance,
        distribution={row.net: row.combinations for row in reversed(made.rows)},
        frequencies={},
        method=footing.method,
        assumes=(*(said for said in footing.assumes if not said.startswith("vigorish")), ROUNDED),
        strategy=(f"Players set every hand by the house way {solution.player.title} ({solution.player.hash[:16]}), {sets}.",)
        + (("No player banks; what a bank earns stands below.",) if solution.bank else ()),
        bank=tuple(map(_bank, solution.bank)),
        hourly_deviation=hourly(made.variance, made.bet, pace.rounds_per_hour),
    )
    return game, (made,)


def _base(rules: Rules, solution: PaiGowSolution, pace: Pace) -> ParWager:
    counts, bet = solution.counts, pace.bets[BASE]
    won = base_award(rules, bet)
    charge = vigorish(rules, won.amount)
    brings = Fraction((won.amount - charge).amount, bet.amount)
    known, table = rules.regulation.wager(BASE), rules.offers[BASE].paytable
    pays = f"{table.rows[0].pays} less {charge} vigorish on {bet}"
    ends = (("win", pays, counts.win, brings), ("push", "push", counts.push, NOTHING), ("lose", "lose", counts.lose, -WHOLE))
    return ParWager(
        wager=BASE,
        title=known.title,
        paytable=table.letter,
        clause=known.clause,
        bet=bet,
        of="of the wager's own stake, not banking",
        rows=tuple(
            ParRow(name, paid, count, counts.total, each, _clause(rules, BASE, name)) for name, paid, count, each in ends
        ),
        method=solution.footing.method,
        readings=solution.footing.readings,
        base=True,
        times=pace.player_rounds,
        rounds=pace.rounds_per_hour,
        other_stakes=tuple(each for each in _edges(solution.by_stake) if each[0] != bet),
    )


def _bank(odds: BankOdds) -> tuple[str, str, str, str, str]:
    sampled = odds.vigorish if isinstance(odds.vigorish, Sampled) else None
    vigorish_share = Fraction(sampled.mean) if sampled else odds.vigorish
    assert isinstance(vigorish_share, Fraction)
    sure = f"sampled, ± {sampled.standard_error * 100:.4f}%" if sampled else "exact"
    brings = -Fraction(odds.edge)
    return str(odds.opponents), _percent(odds.before_vigorish), _percent(vigorish_share), sure, _percent(brings)


def _percent(share: Fraction) -> str:
    return f"{decimal(share * 100, PLACES)}%"
