"""Joint distribution of Ultimate Texas Hold'em and its Six Card Bonus on the box (reading UTH-12, box-cards).

For each hand that the player's two cards make with the box: what Ante, Blind and Play bring under the best play. Nobody sees the
box before playing, but its cards cannot be on the board or with the dealer, so the two depend on each other. Counting takes
minutes (`kernels.six_card_bonus.game`). The sums for every Blind paytable and reading of the book are shipped, and `make prove`
counts them again; others are counted on demand and cached.

To count and ship them again: `python -c "from houseway.analysis.ultimate import six_card_bonus; six_card_bonus.write_sums()"`.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from fractions import Fraction
from functools import cache
from os import cpu_count
from queue import SimpleQueue

import numpy as np

from houseway.analysis.joint_distribution import JointDistribution
from houseway.analysis.odds.counts import ShownHands, data_path, shipped_counts_by
from houseway.analysis.solve.parts import net_by_wager
from houseway.analysis.solve.solution import Progress
from houseway.analysis.standard_rules import standard_rules
from houseway.analysis.ultimate.ending_parts import split_ending
from houseway.analysis.ultimate.solve.passes import KERNELS, BestPlay, find_best_play
from houseway.analysis.ultimate.solve.solution import UltimateSolution
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.disk_cache import disk_cached
from houseway.errors import Malformed
from houseway.hands.orders import MD_ULTIMATE
from houseway.kernels.holdem import deals as holdem_deals
from houseway.kernels.holdem.showdown import SEVEN_CARD_HANDS
from houseway.kernels.six_card_bonus import game as kernel
from houseway.kernels.six_card_bonus.suits import SuitTotals
from houseway.output_files import write_output
from houseway.procedure import ANTE, BLIND, PLAY
from houseway.regulation import load_book
from houseway.submission import Rules

AXIS = "six"
WAGERS = (ANTE, BLIND, PLAY)
_GAME, _SPACE, _FILE = "ultimate", "box", "ultimate-box"
SOURCES = (
    *(
        "cards.py",
        "money.py",
        "hands/*.py",
        "hands/orders.toml",
        "analysis/solve/solution.py",
        "analysis/ultimate/solve/passes.py",
        "analysis/ultimate/solve/terms.py",
        "analysis/ultimate/six_card_bonus.py",
    ),
    *(f"kernels/{name}.py" for name in KERNELS),
    "kernels/holdem/showdown.py",
    "kernels/six_card_bonus/*.py",
)
_GROUPS_PER_TASK = 16
"""The groups of boards in one task of a thread."""
_RELATIVE_COST = 25
"""How much longer a board takes than in the pass that finds the best play."""
_MAX_RESULT = 4_000
"""The largest result of a round in parts of an Ante, so that no sum overflows."""

SumsByHand = list[list[int]]
"""By place in SEVENS: the deals with box and flop, and what Ante, Blind and Play bring in them, in parts of an Ante."""


def count_jointly(rules: Rules, solution: UltimateSolution, progress: Progress | None = None) -> JointDistribution:
    """Count all deals by the hand with the box, and the average result of each wager of the game."""
    terms = UltimateTerms.from_rules(rules)
    sums = shipped_sums().get(_terms_key(terms)) or disk_cached(
        _FILE, terms.to_json(), SOURCES, lambda: count_sums(terms, progress)
    )
    cells = {}
    for shown, (deals, *brings) in zip(_shown_hands(), sums, strict=True):
        means = (Fraction(each, deals * terms.unit) for each in brings)
        cells[shown] = ((deals, dict(zip(WAGERS, means, strict=True))),)
    found = JointDistribution(AXIS, cells)
    _check_against_solution(found, rules, solution)
    return found


def _check_against_solution(found: JointDistribution, rules: Rules, solution: UltimateSolution) -> None:
    """Check that the cells are in proportion to the shipped counts, and bring in total what was solved."""
    known = {shown: count for (shown,), count in shipped_counts_by(_GAME, _SPACE, AXIS).cells}
    whole, played = sum(known.values()), solution.best_play
    for shown, ((deals, _),) in found.cells.items():
        if deals * whole != known[shown] * found.total:
            raise ArithmeticError(f"{shown} by {AXIS} is not in proportion to the shipped counts")
    ended = [(ending.combinations, net_by_wager(split_ending, rules, ending)) for ending in played.endings]
    for wager in WAGERS:
        solved = sum((count * brings.get(wager, Fraction(0)) for count, brings in ended), Fraction(0)) / played.total
        if sum((deals * brings[wager] for ((deals, brings),) in found.cells.values()), Fraction(0)) != solved * found.total:
            raise ArithmeticError(f"the {wager} by {AXIS} does not bring what it brings in the game as it was solved")


@cache
def _shown_hands() -> tuple[ShownHands, ...]:
    """Return the values of the shipped counts, in the order of SEVENS."""
    known = {shown[0]: shown for (shown,), _ in shipped_counts_by(_GAME, _SPACE, AXIS).cells}
    return tuple(known[str(category)] for category in SEVEN_CARD_HANDS)


# What is shipped


@cache
def shipped_sums() -> dict[str, SumsByHand]:
    """Return the shipped sums, by the terms of the game as text."""
    return {_json_key(each["terms"]): each["sums"] for each in json.loads(data_path(_FILE).read_text(encoding="utf-8"))}


def _terms_key(terms: UltimateTerms) -> str:
    return _json_key(terms.to_json())


def _json_key(plain: object) -> str:
    return json.dumps(plain)


def all_book_terms() -> Iterator[UltimateTerms]:
    """Yield the terms of every Blind paytable under every reading, each once."""
    book, seen = load_book(MD_ULTIMATE), set()
    for table in book.paytables_of("blind"):
        for choice in book.readings[_STRAIGHT_READING].choices:
            terms = UltimateTerms.from_rules(standard_rules(MD_ULTIMATE, {"blind": table.letter}, {_STRAIGHT_READING: choice}))
            if _terms_key(terms) not in seen:
                seen.add(_terms_key(terms))
                yield terms


_STRAIGHT_READING = "UTH-01"
"""The reading that says what a straight brings on a Blind paytable that does not name it."""


def format_entry(terms: UltimateTerms, sums: SumsByHand) -> str:
    """Format one entry of the shipped file."""
    lines = ",\n".join(map(json.dumps, sums))
    return f'{{"terms": {json.dumps(terms.to_json())},\n"sums": [\n{lines}]}}'


def write_sums() -> None:
    """Count everything again and write the shipped file; a quarter of an hour on two cores."""
    text = "[" + ",\n".join(format_entry(terms, count_sums(terms)) for terms in all_book_terms()) + "]\n"
    write_output(data_path(_FILE), text.encode())


# Counting


def count_sums(terms: UltimateTerms, progress: Progress | None = None, threads: int | None = None) -> SumsByHand:
    """Find the best play, and count its results by the hand with the box."""
    game, boards = terms.game, len(holdem_deals.canonical_boards()[0])
    most = int(np.abs(game.blind).max()) + game.ante + 2 * game.unit + game.play * max(terms.first)
    if most > _MAX_RESULT:
        given = str(max(terms.blind.values()))
        raise Malformed(
            "the Blind pays too much to be counted together with the Six Card Bonus cards", code="solve.too-large", given=given
        )
    report = progress or (lambda done, total: None)
    play = find_best_play(terms, lambda done: report(done, boards * (1 + _RELATIVE_COST)), threads)
    return sum_groups(
        terms,
        play,
        kernel.group_boards(),
        lambda done: report(boards + _RELATIVE_COST * done, boards * (1 + _RELATIVE_COST)),
        threads,
    )


def sum_groups(
    terms: UltimateTerms,
    play: BestPlay,
    groups: kernel.BoardGroups,
    progress: Callable[[int], None] = lambda done: None,
    threads: int | None = None,
) -> SumsByHand:
    """Sum the results of a strategy over all boards, or over the given groups."""
    many, workers = len(groups.starts) - 1, threads or cpu_count() or 1
    by_ranks = np.zeros((many, len(SEVEN_CARD_HANDS), 1 + len(WAGERS)), dtype=np.int64)
    made, free = [kernel.new_game_scratch() for _ in range(workers)], SimpleQueue[kernel.GameScratch]()
    for each in made:
        free.put(each)
    fixed = (terms.ranks, terms.game, holdem_deals.canonical_flops(), play.before, play.raised, kernel.box_tables())

    def work(first: int, last: int) -> int:
        space = free.get()
        kernel.add_board_groups(groups, first, last, *fixed, space, by_ranks)
        free.put(space)
        return int(groups.starts[last] - groups.starts[first])

    done = 0
    with ThreadPoolExecutor(workers) as pool:
        portions = [pool.submit(work, first, min(first + _GROUPS_PER_TASK, many)) for first in range(0, many, _GROUPS_PER_TASK)]
        for portion in as_completed(portions):
            done += portion.result()
            progress(done)
    sums = SuitTotals(*(np.sum(parts, axis=0) for parts in zip(*(space.sums for space in made), strict=True)))
    return kernel.combine_sums(by_ranks, sums)
