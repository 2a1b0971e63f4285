"""Ultimate Texas Hold'em solved: the best play of every hand, or any other strategy, over all deals.

There are two passes over the 134,459 boards that differ by more than suits. The first sums the value of each holding after each
flop, raised and checked, and before the flop; that settles every decision. The second counts how rounds end under those
decisions, or under any other strategy; its total must agree with the first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from os import cpu_count
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.exact import decimal, percent
from houseway.analysis.odds.by_stake import NO_STAKES, EdgesByStake, WonAwards, ultimate_by_stake
from houseway.analysis.solve.solution import Advice, PlayerView, PrintedTable, Progress, Provenance, RoundEnding, StrategyResult
from houseway.analysis.solve.ultimate.strategy import UltimateStrategy, find_strategy
from houseway.cards import CARDS, Card, Rank, check_distinct, format_hand
from houseway.citation import Law
from houseway.disk_cache import disk_cached
from houseway.errors import Malformed
from houseway.hands import STANDARD, Category
from houseway.hands.orders import MD_ULTIMATE
from houseway.kernels import combinations as numbering
from houseway.kernels.holdem import board as holdem
from houseway.kernels.layout import I64, U8
from houseway.money import Cents, net_win
from houseway.regulation import Row
from houseway.submission import Rules

SEEN_CARDS = Law({MD_ULTIMATE: ("11.B", "11.D", "11.F")})
NO_JOKER = Law({MD_ULTIMATE: "3.A(1)"})
METHOD = (
    "every suit-distinct board; every holding against every other by inclusion and exclusion; no deal is visited one by one"
)
CHECK, FOLD = "check", "fold"
_WON, _UNQUALIFIED = "won with ", ", dealer not qualified"
_READINGS = ("UTH-01", "UTH-20", "UTH-29")
"""UTH-30 is none of them: the value of a hand is linear in the Play, so nothing between the multiples is ever best."""
_ASSUMES = ("players see only their own cards and the board",)
KERNELS = (
    *("batch", "canonical", "combinations", "compile", "holdem/board", "held_categories"),
    *("layout", "single", "strength", "tables"),
)
SOURCES = (
    *("cards.py", "money.py", "hands/*.py", "analysis/solve/solution.py"),
    "analysis/solve/ultimate/*.py",
    *(f"kernels/{name}.py" for name in KERNELS),
)
_BOARDS_PER_TASK = 512
"""The boards in one task of a thread."""


@dataclass(frozen=True)
class UltimateTerms:
    """The rules that the solution depends on."""

    ante: Fraction
    play: Fraction
    blind: Mapping[Category, Fraction]
    """What the Blind brings when a hand of a category wins."""
    first: tuple[int, ...]
    """The allowed multiples of the Ante for a Play: before the flop, on the flop, on the river."""
    flop: int
    river: int
    qualifier: Category

    @classmethod
    def from_rules(cls, rules: Rules) -> "UltimateTerms":
        ante, play = (_row_net(rules, wager, "win") for wager in ("ante", "play"))
        blind = {category: _blind_net(rules, category) for category in STANDARD.categories}
        first, flop, river = (_play_multiples(rules, street) for street in ("first", "flop", "river"))
        qualifier = Category(rules.regulation.text_of("dealer-qualifier"))
        return cls(ante, play, blind, first, max(flop), max(river), qualifier)

    @property
    def unit(self) -> int:
        """The number of parts in an Ante, so that every result is an integer."""
        return lcm(*(each.denominator for each in (self.ante, self.play, *self.blind.values())))

    @property
    def game(self) -> holdem.HoldemPays:
        blind = np.zeros(len(self.ranks.place), dtype=np.int64)
        for category, brings in self.blind.items():
            blind[self.ranks.place == STANDARD.position(category)] = int(brings * self.unit)
        ante, play = int(self.ante * self.unit), int(self.play * self.unit)
        most = int(np.abs(blind).max()) + ante + self.unit * 2 + play * max(self.first)
        if most * holdem.TOTAL_DEALS >= 2**62 or max(self.first) > holdem.LARGEST_PLAY:
            raise Malformed(
                "the Blind pays too much to be counted", code="solve.too-large", given=str(max(self.blind.values()))
            )
        return holdem.HoldemPays(self.unit, ante, play, blind, self.flop, self.river)

    @property
    def ranks(self) -> holdem.HoldemTables:
        return holdem.holdem_tables(self.qualifier)

    def to_json(self) -> list[object]:
        """Return everything that a cached result depends on."""
        pays = [str(each) for each in (self.ante, self.play, *self.blind.values())]
        return [pays, self.first, self.flop, self.river, str(self.qualifier)]


def _row_net(rules: Rules, wager: str, hand: str) -> Fraction:
    row = rules.offers[wager].paytable.row(hand)
    assert row is not None  # the rule books are tested for it
    return net_win(row.pays, Cents(1))


def _blind_net(rules: Rules, category: Category) -> Fraction:
    """Return the Blind's result: by the category's own row, or by the row of all lower hands, which is the last."""
    for row in rules.offers["blind"].paytable.rows:
        below = Category(row.hand.removeprefix(_LESS)) if row.hand.startswith(_LESS) else None
        if row.hand == category or (below and STANDARD.position(category) < STANDARD.position(below)):
            return net_win(row.pays, Cents(1))
    raise AssertionError(category)  # the rule books are tested for it: every Blind paytable pays or returns every hand


_LESS = "less-than-"


def _play_multiples(rules: Rules, street: str) -> tuple[int, ...]:
    return rules.regulation.numbers_of(f"play-multiples-{street}")


@cache
def starting_hand_names() -> tuple[str, ...]:
    """The name of the starting hand by number of the holding: AA, AKs, AKo."""

    def name(low: Card, high: Card) -> str:
        ranks = f"{high.rank.letter}{low.rank.letter}"
        return ranks if low.rank == high.rank else ranks + ("s" if low.suit == high.suit else "o")

    return tuple(name(CARDS[low], CARDS[high]) for low, high in holdem.all_holdings().tolist())


# Both passes


class HoldingSums(NamedTuple):
    """The value of every holding in parts of an Ante, summed over the cards to come and the dealer's cards."""

    by_flop: I64
    """By canonical flop and holding: a raise, and a check."""
    by_holding: I64
    """By holding: for each Ante played before the flop, and for the other wagers."""


def run_on_all_boards(work: Callable[[slice], None], progress: Callable[[int], None], threads: int | None) -> None:
    """Run the work on all boards, a portion at a time on every core; the kernels release the interpreter lock."""
    total = len(holdem.canonical_boards()[0])
    portions = [slice(start, min(start + _BOARDS_PER_TASK, total)) for start in range(0, total, _BOARDS_PER_TASK)]
    pool, done = ThreadPoolExecutor(threads or cpu_count() or 1), 0
    try:
        running = {pool.submit(work, rows): rows for rows in portions}
        for each in as_completed(running):
            each.result()
            done += running[each].stop - running[each].start
            progress(done)
    finally:
        pool.shutdown(cancel_futures=True)  # Control-C does not wait for the boards that are left


def sum_holdings(
    terms: UltimateTerms, progress: Callable[[int], None] = lambda done: None, threads: int | None = None
) -> HoldingSums:
    """Run the first pass. `by_flop` covers one flop and one holding: 1,081 turns and rivers times 990 holdings of the dealer."""
    boards, weights = holdem.canonical_boards()
    flops, ranks, game = holdem.canonical_flops(), terms.ranks, terms.game
    free: SimpleQueue[tuple[holdem.HoldemScratch, I64, I64]] = SimpleQueue()
    made = []
    for _ in range(threads or cpu_count() or 1):
        by_flop = np.zeros((len(flops.canonical), len(holdem.all_holdings()), 2), dtype=np.int64)
        made.append((holdem.new_scratch(), by_flop, np.zeros((len(holdem.all_holdings()), 2), dtype=np.int64)))
        free.put(made[-1])

    def work(rows: slice) -> None:
        mine = free.get()
        holdem.add_board_values(boards[rows], weights[rows], ranks, game, flops, *mine)
        free.put(mine)

    run_on_all_boards(work, progress, threads)
    _, by_flop, by_holding = made[0]
    for _, more, more_by_holding in made[1:]:
        by_flop += more
        by_holding += more_by_holding
    return HoldingSums(_share_among_suits(by_flop, flops), by_holding)


def _share_among_suits(by_flop: I64, flops: holdem.CanonicalFlops) -> I64:
    """Boards are counted up to suits, so the values of holdings that a flop's suits do not tell apart were spread among them;
    each gets its even share of the 24 orders of suits."""
    total = np.zeros_like(by_flop)
    for holding, keeps in zip(flops.holding, flops.keeps):
        if keeps.all():
            total += by_flop
        elif keeps.any():
            total[keeps] += by_flop[keeps][:, holding]
    total //= len(flops.holding)
    return total


def count_outcomes(
    terms: UltimateTerms,
    before: I64,
    raised: U8,
    river: Callable[[U8], U8] | None = None,
    progress: Callable[[int], None] = lambda done: None,
    threads: int | None = None,
) -> I64:
    """Run the second pass: the combinations of a strategy, by multiple of the Ante and outcome."""
    boards, weights = holdem.canonical_boards()
    flops, ranks, game = holdem.canonical_flops(), terms.ranks, terms.game
    free: SimpleQueue[tuple[holdem.HoldemScratch, I64]] = SimpleQueue()
    made = []
    for _ in range(threads or cpu_count() or 1):
        made.append((holdem.new_scratch(), np.zeros((max(terms.first) + 1, holdem.OUTCOME_COUNT), dtype=np.int64)))
        free.put(made[-1])

    def work(rows: slice) -> None:
        room, counts = free.get()
        plays = river(boards[rows]) if river else np.zeros((0, 0), dtype=np.uint8)
        holdem.count_outcomes(boards[rows], weights[rows], ranks, game, flops, room, before, raised, plays, counts)
        free.put((room, counts))

    run_on_all_boards(work, progress, threads)
    counts: I64 = np.sum([counts for _, counts in made], axis=0)
    return counts


# The solution


@dataclass(frozen=True)
class StartingHand:
    """One of the 169 starting hands, and the value of each action before the flop, in Antes, if the rest is played best."""

    name: str
    combinations: int
    """The number of holdings that it stands for, of 1,326."""
    values: dict[str, Fraction]

    @property
    def best(self) -> str:
        return max(self.values, key=lambda action: self.values[action])

    def to_json(self) -> dict[str, str]:
        return {**{action: decimal(worth) for action, worth in self.values.items()}, "best": self.best}


@dataclass(frozen=True)
class UltimateSolution:
    provenance: Provenance
    best_play: StrategyResult
    hands: Mapping[str, StartingHand] = field(repr=False)
    strategies: tuple[StrategyResult, ...] = ()
    """The results of other strategies."""
    by_stake: EdgesByStake = NO_STAKES

    @property
    def expected_value(self) -> Fraction:
        return self.best_play.expected_value

    @property
    def cost_of_least(self) -> Fraction:
        """What a round costs if the second multiple before the flop is played wherever the largest is best."""
        others = list(next(iter(self.hands.values())).values)[1:]
        best = (max(hand.values[other] for other in others) for hand in self.hands.values())
        weights = [hand.combinations for hand in self.hands.values()]
        return self.expected_value - sum((each * w for each, w in zip(best, weights)), Fraction(0)) / sum(weights)

    def cost_of(self, played: StrategyResult) -> Fraction:
        """Return what another strategy costs, in Antes a round."""
        return self.expected_value - played.expected_value

    def to_json(self) -> dict[str, object]:
        least = list(next(iter(self.hands.values())).values)[1]
        return {
            **self.provenance.to_json(),
            **self.best_play.to_json(),
            "hands": {name: hand.to_json() for name, hand in self.hands.items()},
            f"cost_of_{least}": decimal(self.cost_of_least),
            "strategies": {each.strategy: {**each.to_json(), "cost": decimal(self.cost_of(each))} for each in self.strategies},
            "endings": [ending.to_json() for ending in self.best_play.endings],
            "by_stake": self.by_stake.to_json(),
        }

    def printed_tables(self) -> tuple[PrintedTable, ...]:
        played = self.best_play
        largest, least, *_ = next(iter(self.hands.values())).values
        figures = (
            ("combinations", f"{played.total:,}"),
            ("house edge", f"{percent(played.house_edge)} of the Ante"),
            ("element of risk", f"{percent(played.element_of_risk)} of {decimal(played.average_stake, 6)} Antes staked"),
            ("standard deviation", f"{decimal(played.standard_deviation, 6)} Antes"),
            *((action, percent(share)) for action, share in played.frequencies.items()),
            (f"{least}, never {largest}", f"costs {percent(self.cost_of_least)} of the Ante"),
        )
        others = tuple(
            (each.strategy, percent(each.house_edge), percent(each.element_of_risk), percent(self.cost_of(each)))
            for each in self.strategies
        )
        hands = tuple(
            (hand.name, *(decimal(worth, 6) for worth in hand.values.values()), hand.best) for hand in self.hands.values()
        )
        found = [PrintedTable("best play", ("", ""), figures)]
        if others:
            found.append(PrintedTable("other strategies", ("", "house edge", "element of risk", "cost"), others))
        if self.by_stake.edges:
            found.append(
                PrintedTable(
                    "paid as at the table (rounded and limited), by Ante", ("Ante", "house edge"), self.by_stake.printed_rows()
                )
            )
        columns = ("", *next(iter(self.hands.values())).values, "best")
        return *found, PrintedTable("starting hands, in Antes", columns, hands, by_hand=True)


# Solving, playing otherwise, advising


def solve(rules: Rules, progress: Progress | None = None, *, strategy: str = "") -> UltimateSolution:
    """Find the best play under these rules; with a strategy's name, also how that one ends."""
    terms, other = UltimateTerms.from_rules(rules), find_strategy(strategy) if strategy else None
    parts = 3 if other else 2
    raw = disk_cached("ultimate", terms.to_json(), SOURCES, lambda: _solve_terms(terms, board_progress(progress, parts)))
    played = StrategyResult("best", build_endings(terms, raw["counts"]))
    stakes = ultimate_by_stake(rules, _won_awards(rules, terms, played.endings))
    hands = {name: _starting_hand(terms, name, *sums) for name, sums in raw["hands"].items()}
    expected = sum((hand.values[hand.best] * hand.combinations for hand in hands.values()), Fraction(0)) / comb(52, 2)
    if played.total != holdem.TOTAL_DEALS or played.expected_value != expected:
        raise ArithmeticError(f"the two passes disagree: {played.total}, {played.expected_value}, {expected}")
    others = (_play_named_strategy(rules, terms, other, progress and _progress_of_part(progress, 2, parts)),) if other else ()
    return UltimateSolution(_provenance(rules, METHOD, stakes), played, hands, others, stakes)


def _play_named_strategy(
    rules: Rules, terms: UltimateTerms, strategy: UltimateStrategy, progress: Progress | None
) -> StrategyResult:
    """Return how rounds end under one of the program's own strategies, from disk if it was counted before."""
    depends = [strategy.name, terms.to_json()]
    counts = disk_cached("ultimate-strategy", depends, SOURCES, lambda: _count_strategy(rules, strategy, progress))
    return StrategyResult(strategy.name, build_endings(terms, counts))


def _provenance(rules: Rules, method: str, stakes: EdgesByStake | None = None) -> Provenance:
    return Provenance.from_rules(
        rules, method, ("ante", "blind", "play"), _READINGS, (*(stakes.assumptions if stakes else ()), *_ASSUMES)
    )


def _won_awards(rules: Rules, terms: UltimateTerms, endings: Sequence[RoundEnding]) -> Iterator[WonAwards]:
    """Yield the awards of each ending by wager (11.H); only the Blind has a row that may be rounded."""
    rows = {row.hand: row for row in rules.offers["blind"].paytable.rows}
    for ending in endings:
        words, unqualified, _ = ending.outcome.partition(_UNQUALIFIED)
        won = words.removeprefix(_WON)
        awards: dict[str, tuple[Fraction, Row | None]] = {}
        if won != words:
            blind = terms.blind[Category(won)]
            awards["play"] = int(ending.action.removesuffix("x")) * terms.play, None
            awards["ante"] = Fraction(0) if unqualified else terms.ante, None
            awards["blind"] = max(blind, Fraction(0)), rows.get(won)
        yield WonAwards(ending, awards)


def play_strategy(
    rules: Rules, strategy: UltimateStrategy, progress: Progress | None = None, *, threads: int | None = None
) -> StrategyResult:
    """Return how rounds end under a strategy, over all combinations."""
    counts = _count_strategy(rules, strategy, progress, threads)
    return StrategyResult(strategy.name, build_endings(UltimateTerms.from_rules(rules), counts))


def _count_strategy(
    rules: Rules, strategy: UltimateStrategy, progress: Progress | None, threads: int | None = None
) -> list[list[int]]:
    terms = UltimateTerms.from_rules(rules)
    before = np.array([strategy.play_before(name) for name in starting_hand_names()], dtype=np.int64)
    wrong = sorted(set(before.tolist()) - {0, *terms.first})
    if wrong:
        raise Malformed(
            f"strategy {strategy.name} plays {wrong[0]} times the Ante before the flop, which the rules do not allow",
            code="strategy.times",
            given=wrong[0],
            allowed=(0, *terms.first),
        )
    raised = strategy.flop_table()
    counts = count_outcomes(terms, before, raised.astype(np.uint8), strategy.river_table, board_progress(progress, 1), threads)
    counted: list[list[int]] = counts.tolist()
    return counted


def _progress_of_part(progress: Progress, part: int, parts: int) -> Progress:
    """Report the progress of one part of several."""
    return lambda done, total: progress(part * total + done, parts * total)


def board_progress(progress: Progress | None, parts: int) -> Callable[[int], None]:
    """Return a callback for the number of boards done, of those of all parts."""
    total = len(holdem.canonical_boards()[0]) * parts
    return lambda done: progress(done, total) if progress is not None else None


class BestPlay(NamedTuple):
    """The best play."""

    hands: dict[str, list[int]]
    """By starting hand, the sums of its holdings: per Ante played before the flop, the other wagers, and a check."""
    before: I64
    """By holding: the multiple to play before the flop, 0 for a check."""
    raised: U8
    """By canonical flop and holding: whether to play on the flop."""


def find_best_play(terms: UltimateTerms, progress: Callable[[int], None], threads: int | None = None) -> BestPlay:
    """Decide everything before the river, from the first pass."""
    sums = sum_holdings(terms, progress, threads)
    check = holdem.canonical_flops().weights @ sums.by_flop.max(axis=2)
    hands = {name: [0, 0, 0] for name in _ordered_names()}
    for name, (each, rest), worth in zip(starting_hand_names(), sums.by_holding.tolist(), check.tolist(), strict=True):
        hands[name] = [hands[name][0] + each, hands[name][1] + rest, hands[name][2] + worth]
    times = {name: _best_multiple(terms, *worth) for name, worth in hands.items()}
    before = np.array([times[name] for name in starting_hand_names()], dtype=np.int64)
    return BestPlay(hands, before, (sums.by_flop[:, :, 0] > sums.by_flop[:, :, 1]).astype(np.uint8))


def _solve_terms(terms: UltimateTerms, progress: Callable[[int], None]) -> dict[str, Any]:
    """Run both passes; results are integers in parts of an Ante."""
    found, total = find_best_play(terms, progress), len(holdem.canonical_boards()[0])
    counts = count_outcomes(terms, found.before, found.raised, progress=lambda done: progress(total + done))
    return {"counts": counts.tolist(), "hands": found.hands}


def _ordered_names() -> list[str]:
    """The 169 names, highest card first, pairs before suited before offsuit."""
    place = {name: number for number, name in enumerate(dict.fromkeys(starting_hand_names()))}
    ranks = {rank.letter: rank for rank in Rank}
    kinds = {"s": 1, "o": 2}

    def key(name: str) -> tuple[int, int, int]:
        return -ranks[name[0]], -ranks[name[1]], kinds.get(name[2:], 0)

    return sorted(place, key=key)


def _best_multiple(terms: UltimateTerms, each: int, rest: int, check: int) -> int:
    """Return the best multiple before the flop, 0 for a check."""
    most = max(terms.first, key=lambda times: times * each + rest)
    return most if most * each + rest > check else 0


def _starting_hand(terms: UltimateTerms, name: str, each: int, rest: int, check: int) -> StartingHand:
    holdings = starting_hand_names().count(name)
    parts = terms.unit * holdings * (holdem.TOTAL_DEALS // comb(52, 2))
    worth = {f"{times}x": Fraction(times * each + rest, parts) for times in sorted(terms.first, reverse=True)}
    return StartingHand(name, holdings, {**worth, CHECK: Fraction(check, parts)})


def build_endings(terms: UltimateTerms, counts: Sequence[Sequence[int]]) -> tuple[RoundEnding, ...]:
    """Turn the counts into endings with net result and stake in Antes (11.H)."""
    found = [RoundEnding(FOLD, "folded", counts[0][holdem.FOLDED], Fraction(-2), Fraction(2))]
    for times in range(1, len(counts)):
        action, staked = f"{times}x", Fraction(2 + times)
        ends = [(holdem.TIED, "tied", Fraction(0))]
        for category in STANDARD.categories:
            won, place = terms.blind[category] + times * terms.play, STANDARD.position(category)
            ends.append((holdem.WON + place, f"{_WON}{category}", won + terms.ante))
            ends.append((holdem.WON_UNQUALIFIED + place, f"{_WON}{category}{_UNQUALIFIED}", won))
        ends.append((holdem.LOST, "lost", Fraction(-2 - times)))
        ends.append((holdem.LOST_UNQUALIFIED, f"lost{_UNQUALIFIED}", Fraction(-1 - times)))
        found += [
            RoundEnding(action, how, counts[times][place], brings, staked)
            for place, how, brings in ends
            if counts[times][place]
        ]
    return tuple(found)


def advise(rules: Rules, situation: PlayerView, progress: Progress | None = None) -> Advice:
    """Advise before the flop from the solved game, and later by counting on the spot."""
    cards, board = situation.cards, situation.board
    _check_situation(rules, situation)
    terms = UltimateTerms.from_rules(rules)
    seen = format_hand(cards) + (f" on {format_hand(board)}" if board else "")
    if not board:
        number = starting_hand_names()[
            int(numbering.rank_combinations(np.array([[int(card) for card in cards]], dtype=np.uint8))[0])
        ]
        worth = solve(rules, progress).hands[number].values
        return Advice(seen, dict(reversed(worth.items())), _provenance(rules, f"{number} in the solved game"))
    each, rest, at_last, parts = _sum_boards_to_come(terms, cards, board)
    if len(board) == holdem.FLOP_CARDS:
        raised = Fraction(terms.flop * each + rest, parts)
        footing = _provenance(rules, "every turn, river and dealer's hand")
        return Advice(seen, {CHECK: Fraction(at_last, parts), f"{terms.flop}x": raised}, footing)
    played = Fraction(terms.river * each + rest, parts)
    return Advice(
        seen, {FOLD: Fraction(-2), f"{terms.river}x": played}, _provenance(rules, "every hand that the dealer may have")
    )


def _sum_boards_to_come(terms: UltimateTerms, cards: Sequence[Card], board: Sequence[Card]) -> tuple[int, int, int, int]:
    """Return the three sums of `holdem.add_holding` over all boards to come, and the number of parts in one Ante."""
    left = [card for card in range(52) if card not in (*cards, *board)]
    boards = np.sort([[*board, *more] for more in combinations(left, holdem.BOARD_CARDS - len(board))], axis=1).astype(np.uint8)
    sums = np.zeros(3, dtype=np.int64)
    holding = np.array([int(card) for card in cards], dtype=np.int64)
    holdem.add_holding_values(boards, holding, terms.ranks, terms.game, holdem.new_scratch(), sums)
    each, rest, at_last = sums.tolist()
    return each, rest, at_last, terms.unit * len(boards) * holdem.DEALER_HOLDINGS


def _check_situation(rules: Rules, situation: PlayerView) -> None:
    cards, board = situation.cards, situation.board
    if (
        len(cards) != holdem.HOLE_CARDS
        or len(board) not in (0, holdem.FLOP_CARDS, holdem.BOARD_CARDS)
        or situation.up_card is not None
    ):
        raise Malformed(
            f"a player has two cards and sees 0, 3 or 5 cards of the board; {len(cards)} and {len(board)} were given",
            code="advise.cards",
            clauses=rules.law(SEEN_CARDS),
            given=f"{len(cards)} and {len(board)}",
            allowed="2 cards and a board of 0, 3 or 5",
        )
    check_distinct((*cards, *board))
    if any(card.is_joker for card in (*cards, *board)):
        raise Malformed("this game is played without a joker", code="advise.joker", clauses=rules.law(NO_JOKER), given="Jk")
