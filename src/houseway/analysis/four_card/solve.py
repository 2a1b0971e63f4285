"""Four Card Poker solved: fold, or play one to three times the Ante, with every five cards against every up card.

For each of the 134,459 hands that differ by more than suits, and each of the 47 possible up cards, the kernel counts the
dealer's hands below, equal and above. The result of a Play is linear in its size, so the smallest or the largest is best.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from os import cpu_count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact import as_decimal, as_percent
from houseway.analysis.solve.solution import Advice, PlayerView, PrintedTable, Progress, Provenance, RoundEnding, StrategyResult
from houseway.cards import Rank, check_distinct, format_hand
from houseway.citation import Law
from houseway.disk_cache import Arrays, cached_arrays, disk_cached
from houseway.errors import Malformed
from houseway.hands import FOUR_CARD, Category
from houseway.hands.orders import MD_FOUR_CARD
from houseway.kernels import four_card
from houseway.kernels.layout import I64, U8
from houseway.kernels.single import strength_function
from houseway.kernels.tables import category_positions, hand_of_each_rank
from houseway.money import Cents, net_win
from houseway.submission import Rules
from houseway.values import ShortRepr

SEEN_CARDS = Law({MD_FOUR_CARD: ("as-played.11.B", "as-played.11.F")})
NO_JOKER = Law({MD_FOUR_CARD: "as-played.3.A(1)"})
METHOD = "every suit-distinct hand with every up card; the dealer's hands by inclusion and exclusion over the player's cards"
FOLD = "fold"
_READINGS = ("FC-07", "FC-08")
"""FC-14 is none of them: the value of a hand is linear in the Play, so nothing between the multiples is ever best."""
_ASSUMES = ("players see only their own cards and the dealer's up card",)
_KERNELS = (
    "batch",
    "canonical",
    "combinations",
    "compile",
    "held_categories",
    "four_card",
    "layout",
    "single",
    "strength",
    "tables",
)
SOURCES = (
    *(
        "cards.py",
        "money.py",
        "hands/*.py",
        "hands/orders.toml",
        "analysis/solve/solution.py",
        "analysis/four_card/solve.py",
        "analysis/four_card/joint.py",
    ),
    *(f"kernels/{name}.py" for name in _KERNELS),
)
_TIE_WINS = ("FC-07", "player-wins")
WON, TIED, LOST = range(3)

I8 = NDArray[np.int8]


@dataclass(frozen=True)
class FourCardTerms:
    """The rules that the solution depends on."""

    ante: Fraction
    play: Fraction
    bonus: Mapping[Category, Fraction]
    """What the Ante bonus brings, by category."""
    multiples: tuple[int, ...]
    tie_wins: bool

    @classmethod
    def from_rules(cls, rules: Rules) -> "FourCardTerms":
        ante, play = (rules.offers[wager].paytable.rows[0].pays for wager in ("ante", "play"))
        rows = {row.hand: net_win(row.pays, Cents(1)) for row in rules.offers["ante-bonus"].paytable.rows}
        bonus = {category: rows.get(category, Fraction(0)) for category in FOUR_CARD.categories}
        multiples = rules.regulation.numbers_of("play-multiples")
        reading, choice = _TIE_WINS
        return cls(net_win(ante, Cents(1)), net_win(play, Cents(1)), bonus, multiples, rules.readings[reading] == choice)

    @property
    def extreme_multiples(self) -> tuple[int, int]:
        """Return the multiples that can be best: the smallest and the largest."""
        return min(self.multiples), max(self.multiples)

    def net_result(self, times: int, outcome: int, category: Category) -> Fraction:
        """Return the net result of a round in Antes; a tie is paid like a win or returns both wagers (reading FC-07)."""
        if outcome == LOST:
            return self.bonus[category] - 1 - times
        won = outcome == WON or self.tie_wins
        return self.bonus[category] + (self.ante + times * self.play if won else 0)

    def to_json(self) -> list[object]:
        """Return everything that a cached result depends on."""
        pays = [str(each) for each in (self.ante, self.play, *self.bonus.values())]
        return [pays, list(self.multiples), self.tie_wins]


@dataclass(frozen=True, eq=False)
class FourCardSpots:
    """Every hand with every up card: what the player sees, and what the dealer may have."""

    cards: U8
    """The hands, lowest card first, in rising order of strength."""
    weights: I64
    strengths: I64
    below: NDArray[np.int32]
    """By hand and up card: the dealer's hands that the player beats, and those that do not beat the player."""
    upto: NDArray[np.int32]

    @cached_property
    def up_cards(self) -> U8:
        """By hand and up card: the up card, lowest first."""
        free = (np.arange(52)[None, :, None] != self.cards[:, None, :]).all(axis=2)
        return np.nonzero(free)[1].reshape(len(self.cards), -1).astype(np.uint8)

    @cached_property
    def category_places(self) -> NDArray[np.uint16]:
        """Return the place of each hand's category in the order (`HandOrder.position`)."""
        return category_positions(FOUR_CARD)[self.strengths]

    def select(self, hands: NDArray[np.bool_]) -> "FourCardSpots":
        """Select some of the hands, with every up card."""
        mine = self.cards[hands], self.weights[hands], self.strengths[hands]
        return FourCardSpots(*mine, self.below[hands], self.upto[hands])


def count_spots(progress: Progress | None = None, threads: int | None = None) -> FourCardSpots:
    """Count all spots; the rules play no part in it.

    The player's hands are dealt out among the threads like cards, and each is compared with all of the dealer's hands.
    """
    players, dealers, sets = (
        four_card.ranked_deals(four_card.PLAYER_CARDS),
        four_card.ranked_deals(four_card.DEALER_CARDS),
        four_card.card_sets(),
    )
    below, upto = (np.zeros((len(players.cards), four_card.UP_CARD_CHOICES), dtype=np.int32) for _ in range(2))
    workers = threads or cpu_count() or 1
    rooms, dealt = [four_card.new_scratch() for _ in range(workers)], [0] * workers
    rows = np.arange(len(players.cards)) % workers
    edges = np.linspace(0, len(rows), _STEPS + 1).astype(np.int64)
    edges = np.searchsorted(players.strengths, players.strengths[np.minimum(edges, len(rows) - 1)])
    edges[-1] = len(rows)

    def work(worker: int, step: slice) -> None:
        mine = step.start + np.nonzero(rows[step] == worker)[0]
        share = four_card.RankedDeals(*(column[mine] for column in players))
        found = np.zeros((2, len(mine), four_card.UP_CARD_CHOICES), dtype=np.int32)
        ranks, room = four_card.ranking_tables(), rooms[worker]
        dealt[worker] = four_card.count_dealer_hands(share, dealers, dealt[worker], sets, ranks, room, found[0], found[1])
        below[mine], upto[mine] = found

    with ThreadPoolExecutor(workers) as pool:
        for first, last in pairwise(edges.tolist()):
            list(pool.map(work, range(workers), [slice(first, last)] * workers))
            if progress is not None:
                progress(last, len(rows))
    return FourCardSpots(players.cards, players.weights, players.strengths, below, upto)


_STEPS = 20
"""How often progress is reported."""


def all_spots(progress: Progress | None = None) -> FourCardSpots:
    """Return all spots, from disk if they were counted before, under whatever rules."""

    def build() -> Arrays:
        spots = count_spots(progress)
        return {"below": spots.below, "upto": spots.upto}

    players, found = four_card.ranked_deals(four_card.PLAYER_CARDS), cached_arrays("four-card-spots", None, SOURCES, build)
    return FourCardSpots(players.cards, players.weights, players.strengths, found["below"], found["upto"])


# Ways to play


@dataclass(frozen=True)
class FourCardStrategy:
    """A strategy: by hand and up card, the multiple of the Ante, 0 for a fold."""

    name: str
    source: str
    times: Callable[[FourCardSpots], NDArray[Any]] = field(repr=False)


def lowest_strength(category: Category, rank: Rank = Rank.TWO) -> int:
    """Return the lowest strength of a category whose first deciding rank is at least this one."""
    floor = FOUR_CARD.position(category), rank
    return 1 + sum((hand.strength[0], hand.key[0]) < floor for hand in hand_of_each_rank(FOUR_CARD))


def play_by_strength(*floors: tuple[int, int]) -> Callable[[FourCardSpots], NDArray[Any]]:
    """Play a multiple of the Ante from each strength up, whatever the up card."""

    def times(spots: FourCardSpots) -> NDArray[Any]:
        found = np.zeros(len(spots.strengths), dtype=np.int8)
        for floor, plays in floors:
            found[spots.strengths >= floor] = plays
        return np.broadcast_to(found[:, None], spots.below.shape)

    return times


def simple_strategies(terms: FourCardTerms) -> tuple[FourCardStrategy, ...]:
    """Return simple strategies that players are taught."""
    least, most = terms.extreme_multiples
    threes, tens = lowest_strength(Category.PAIR, Rank.THREE), lowest_strength(Category.PAIR, Rank.TEN)
    leaflet = (
        "the game maker's leaflet: fold a pair of twos or lower, play once with threes to nines, three times with tens or"
        " better"
    )
    return (
        FourCardStrategy("leaflet", leaflet, play_by_strength((threes, least), (tens, most))),
        FourCardStrategy(
            "any-pair",
            "play once with any pair below tens, three times from tens",
            play_by_strength((lowest_strength(Category.PAIR), least), (tens, most)),
        ),
        FourCardStrategy("once-only", "play once from a pair of threes, never more", play_by_strength((threes, least))),
        FourCardStrategy(
            "never-fold", "never fold: play once below a pair of tens", play_by_strength((0, least), (tens, most))
        ),
    )


def best_multiples(terms: FourCardTerms, spots: FourCardSpots) -> I8:
    """Return the best multiple by hand and up card; of equals the smaller stake."""
    unit = _parts_of_an_ante(terms)
    most = np.full(spots.below.shape, -unit * four_card.HIDDEN_CARD_CHOICES, dtype=np.int64)
    times = np.zeros(spots.below.shape, dtype=np.int8)
    for plays in terms.extreme_multiples:
        won, tied, lost = (
            _net_by_place(terms, plays, outcome, unit)[spots.category_places][:, None] for outcome in (WON, TIED, LOST)
        )
        worth = (won - tied) * spots.below + (tied - lost) * spots.upto + lost * four_card.HIDDEN_CARD_CHOICES
        times[worth > most] = plays
        np.maximum(most, worth, out=most)
    return times


def _parts_of_an_ante(terms: FourCardTerms) -> int:
    """Return the number of parts in an Ante, so that every result is an integer; refuse pays whose sums would overflow."""
    pays = (terms.ante, terms.play, *terms.bonus.values())
    unit = lcm(*(each.denominator for each in pays))
    largest = (1 + max(terms.multiples)) * (1 + max(map(abs, pays)))
    if largest * unit * four_card.HIDDEN_CARD_CHOICES >= 2**60:
        raise Malformed("the game pays too much to be counted", code="solve.too-large", given=str(max(pays)))
    return unit


def _net_by_place(terms: FourCardTerms, plays: int, outcome: int, unit: int) -> I64:
    """Return the net result of an outcome in parts of an Ante, by place of the category."""
    brings = [0] * (len(FOUR_CARD.categories) + 1)
    for category in FOUR_CARD.categories:
        brings[FOUR_CARD.position(category)] = int(terms.net_result(plays, outcome, category) * unit)
    return np.array(brings, dtype=np.int64)


CountsByMultiple = dict[str, dict[str, list[int]]]
"""By multiple of the Ante and category: the combinations won, tied and lost."""


def count_outcomes(terms: FourCardTerms, times: NDArray[Any], spots: FourCardSpots) -> CountsByMultiple:
    """Count how rounds end, as integers to be cached."""
    wrong = sorted(set(np.unique(times).tolist()) - {0, *terms.multiples})
    if wrong:
        allowed = (0, *terms.multiples)
        raise Malformed(
            f"a Play wager cannot be {wrong[0]} times the Ante", code="strategy.times", given=wrong[0], allowed=allowed
        )
    found: CountsByMultiple = {}
    for plays in (0, *terms.multiples):
        mask = times == plays
        below, upto = (counts.sum(axis=1, dtype=np.int64, where=mask) for counts in (spots.below, spots.upto))
        lost = four_card.HIDDEN_CARD_CHOICES * mask.sum(axis=1) - upto
        by_place = [_sum_by_place(spots.category_places, spots.weights * each) for each in (below, upto - below, lost)]
        found[str(plays)] = {
            category: [int(total[FOUR_CARD.position(category)]) for total in by_place] for category in FOUR_CARD.categories
        }
    return found


def _sum_by_place(places: NDArray[np.uint16], amounts: I64) -> I64:
    total = np.zeros(len(FOUR_CARD.categories) + 1, dtype=np.int64)
    np.add.at(total, places, amounts)
    return total


def build_endings(terms: FourCardTerms, counts: CountsByMultiple) -> tuple[RoundEnding, ...]:
    """Turn the counts into endings with their net results."""
    folded = sum(sum(ends) for ends in counts["0"].values())
    found = [RoundEnding(FOLD, "folded", folded, Fraction(-1), Fraction(1))]
    words = ("won", "tied", "lost")
    for plays in terms.multiples:
        for category, ends in counts[str(plays)].items():
            found += [
                RoundEnding(
                    f"{plays}x",
                    f"{words[outcome]} with {category}",
                    combinations,
                    terms.net_result(plays, outcome, Category(category)),
                    Fraction(1 + plays),
                )
                for outcome, combinations in enumerate(ends)
                if combinations
            ]
    return tuple(found)


# When to do what

_CLASSES = (
    *((f"high card, {rank.word}", Category.HIGH_CARD, rank) for rank in reversed(Rank) if rank > Rank.SIX),
    *((f"pair of {rank.plural}", Category.PAIR, rank) for rank in reversed(Rank)),
    *((f"two pair, {rank.plural} up", Category.TWO_PAIR, rank) for rank in reversed(Rank) if rank > Rank.TWO),
)


def _class_names() -> list[str]:
    """By strength, what a player would call the hand."""
    name_by_class = {(category, int(rank)): name for name, category, rank in _CLASSES}
    return ["", *(name_by_class.get((hand.category, hand.key[0]), str(hand.category)) for hand in hand_of_each_rank(FOUR_CARD))]


def _count_actions(terms: FourCardTerms, times: NDArray[Any], spots: FourCardSpots) -> dict[str, dict[str, list[int]]]:
    """Count the actions by kind of hand, highest first, and rank of the up card: fold, smallest Play, largest Play."""
    names = _class_names()
    kinds = list(dict.fromkeys(reversed(names[1:])))
    kind = np.array([0, *(kinds.index(name) for name in names[1:])])[spots.strengths]
    ranks = list(reversed(Rank))
    columns = len(ranks) - 1 - (spots.up_cards >> 2).astype(np.int64)
    action = np.array(
        [0, *((terms.extreme_multiples.index(plays) + 1 if plays in terms.extreme_multiples else 0) for plays in range(1, 128))]
    )[times]
    place = (kind[:, None] * len(ranks) + columns) * 3 + action
    weights = np.broadcast_to(spots.weights[:, None], place.shape)
    found = np.bincount(place.reshape(-1), weights.reshape(-1), len(kinds) * len(ranks) * 3).astype(np.int64)
    table = found.reshape(len(kinds), len(ranks), 3).tolist()
    return {
        name: {rank.letter: row for rank, row in zip(ranks, rows, strict=True)}
        for name, rows in zip(kinds, table)
        if any(map(any, rows))  # some of the lowest are never the best four of five
    }


@dataclass(frozen=True, repr=False)
class FourCardSolution(ShortRepr):
    provenance: Provenance
    best_play: StrategyResult
    strategies: tuple[StrategyResult, ...]
    """The results of simple strategies."""
    action_counts: Mapping[str, Mapping[str, tuple[int, ...]]] = field(repr=False)
    """By kind of hand and rank of the up card: how many hands and up cards take each action."""
    actions: tuple[str, ...]

    def cost_of(self, played: StrategyResult) -> Fraction:
        """Return what another strategy costs, in Antes a round."""
        return self.best_play.expected_value - played.expected_value

    def to_json(self) -> dict[str, object]:
        shares = self.best_play.frequencies
        return {
            **self.provenance.to_json(),
            **self.best_play.to_json(),
            **{action: as_decimal(shares.get(action, Fraction(0))) for action in self.actions},
            "strategies": {
                each.strategy: {**each.to_json(), "cost": as_decimal(self.cost_of(each))} for each in self.strategies
            },
            "when": {
                name: {up: dict(zip(self.actions, counts)) for up, counts in row.items()}
                for name, row in self.action_counts.items()
            },
            "endings": [ending.to_json() for ending in self.best_play.endings],
        }

    def printed_tables(self) -> tuple[PrintedTable, ...]:
        played = self.best_play
        figures = (
            ("combinations", f"{played.total:,}"),
            ("house edge", f"{as_percent(played.house_edge)} of the Ante"),
            ("element of risk", f"{as_percent(played.element_of_risk)} of {as_decimal(played.average_stake, 6)} Antes staked"),
            ("standard deviation", f"{as_decimal(played.standard_deviation, 6)} Antes"),
            *((action, as_percent(share)) for action, share in played.frequencies.items()),
        )
        others = tuple(
            (each.strategy, as_percent(each.house_edge), as_percent(each.element_of_risk), as_percent(self.cost_of(each)))
            for each in self.strategies
        )
        ups = tuple(next(iter(self.action_counts.values())))
        rows = tuple((name, *(self._cell(counts) for counts in row.values())) for name, row in self.action_counts.items())
        return (
            PrintedTable("best play", ("", ""), figures),
            PrintedTable("other strategies", ("", "house edge", "element of risk", "cost"), others),
            PrintedTable(
                "by the dealer's up card (the action that is best most often; * not always)", ("", *ups), rows, by_hand=True
            ),
        )

    def _cell(self, counts: tuple[int, ...]) -> str:
        if not any(counts):
            return ""
        always = sum(count > 0 for count in counts) == 1
        return self.actions[counts.index(max(counts))] + ("" if always else "*")


def solve(rules: Rules, progress: Progress | None = None) -> FourCardSolution:
    """Find the best play under these rules, and what simple strategies cost."""
    terms = FourCardTerms.from_rules(rules)
    raw = disk_cached("four-card", terms.to_json(), SOURCES, lambda: _solve_terms(terms, progress))
    provenance = _provenance(rules, METHOD)
    played, *others = (StrategyResult(name, build_endings(terms, counts)) for name, counts in raw["played"].items())
    if any(each.total != four_card.TOTAL_DEALS for each in (played, *others)):
        raise ArithmeticError(f"the counts do not come to {four_card.TOTAL_DEALS}: {played.total}")
    when = {name: {up: tuple(counts) for up, counts in row.items()} for name, row in raw["when"].items()}
    return FourCardSolution(
        provenance, played, tuple(others), when, (FOLD, *(f"{times}x" for times in terms.extreme_multiples))
    )


def _provenance(rules: Rules, method: str) -> Provenance:
    return Provenance.from_rules(rules, method, ("ante", "play", "ante-bonus"), _READINGS, _ASSUMES)


def _solve_terms(terms: FourCardTerms, progress: Progress | None) -> dict[str, Any]:
    _parts_of_an_ante(terms)  # pays that are too large are refused before anything is counted
    found = all_spots(progress)
    times = best_multiples(terms, found)
    ways = {"best": times, **{each.name: each.times(found) for each in simple_strategies(terms)}}
    return {
        "played": {name: count_outcomes(terms, way, found) for name, way in ways.items()},
        "when": _count_actions(terms, times, found),
    }


def advise(rules: Rules, situation: PlayerView) -> Advice:
    """Visit every hand that the dealer may have: 1,370,754 of them."""
    _check_situation(rules, situation)
    terms, cards, up = FourCardTerms.from_rules(rules), situation.cards, situation.up_card
    assert up is not None  # _check has seen to it
    height = strength_function(FOUR_CARD, four_card.PLAYER_CARDS)(cards)
    unseen = np.array([card for card in range(52) if card not in (*cards, up)], dtype=np.uint8)
    counts = np.zeros(3, dtype=np.int64)
    four_card.count_by_enumeration(unseen, int(up), height, four_card.ranking_tables(), four_card.new_hand(), counts)
    category = hand_of_each_rank(FOUR_CARD)[height - 1].category
    worth = {FOLD: Fraction(-1)}
    for times in terms.multiples:
        ends = (terms.net_result(times, outcome, category) * int(count) for outcome, count in enumerate(counts))
        worth[f"{times}x"] = sum(ends, Fraction(0)) / four_card.HIDDEN_CARD_CHOICES
    return Advice(f"{format_hand(cards)} against {up}", worth, _provenance(rules, "every hand that the dealer may have"))


def _check_situation(rules: Rules, situation: PlayerView) -> None:
    cards, up = situation.cards, situation.up_card
    if len(cards) != four_card.PLAYER_CARDS or up is None or situation.board:
        raise Malformed(
            "a player has five cards and sees one of the dealer's; name both",
            code="advise.cards",
            clauses=rules.law(SEEN_CARDS),
            given=f"{len(cards)} cards, {'an' if up is not None else 'no'} up card, a board of {len(situation.board)}",
            allowed="5 cards and an up card",
        )
    check_distinct((*cards, up))
    if any(card.is_joker for card in (*cards, up)):
        clauses = rules.law(NO_JOKER)
        raise Malformed("this game is played without a joker", code="advise.joker", clauses=clauses, given="Jk")
