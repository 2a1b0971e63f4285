"""Joint distribution of Ultimate Texas Hold'em and its Six Card Bonus on the box (reading UTH-12, box-cards).

For each hand that the player's two cards make with the box: what Ante, Blind and Play bring under the best play. Nobody sees the
box before playing, but its cards cannot be on the board or with the dealer, so the two depend on each other. Counting takes
minutes (`kernels.six_card_bonus.game`). The sums for every Blind paytable and reading of the book are shipped, and `make prove`
counts them again; others are counted on demand and cached.

To count and ship them again: `python -c "from houseway.analysis.joint import six_card_bonus; six_card_bonus.write()"`.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from fractions import Fraction
from functools import cache
from os import cpu_count
from queue import SimpleQueue

import numpy as np

from houseway.analysis.joint.distribution import Beside
from houseway.analysis.odds.counts import Shown, counts_by, path
from houseway.analysis.solve.parts import nets, ultimate_parts
from houseway.analysis.solve.solution import Progress
from houseway.analysis.solve.ultimate.solver import KERNELS, Best, Terms, UltimateSolution, best
from houseway.analysis.standard_rules import standard_rules
from houseway.disk_cache import disk_cached
from houseway.errors import Malformed
from houseway.hands.orders import MD_ULTIMATE
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem.contest import SEVENS
from houseway.kernels.six_card_bonus import game as kernel
from houseway.kernels.six_card_bonus.suits import Left
from houseway.procedure import ANTE, BLIND, PLAY
from houseway.regulation import load
from houseway.submission import Rules

AXIS = "six"
WAGERS = (ANTE, BLIND, PLAY)
_GAME, _SPACE, _FILE = "ultimate", "box", "ultimate-box"
SOURCES = (
    *(
        "cards.py",
        "money.py",
        "hands/*.py",
        "analysis/solve/solution.py",
        "analysis/solve/ultimate/solver.py",
        "analysis/joint/six_card_bonus.py",
    ),
    *(f"kernels/{name}.py" for name in KERNELS),
    "kernels/holdem/contest.py",
    "kernels/six_card_bonus/*.py",
)
_PORTION = 16
"""The groups of boards in one task of a thread."""
_LONGER = 25
"""How much longer a board takes than in the pass that finds the best play."""
_MOST = 4_000
"""The largest result of a round in parts of an Ante, so that no sum overflows."""

Sums = list[list[int]]
"""By place in SEVENS: the deals with box and flop, and what Ante, Blind and Play bring in them, in parts of an Ante."""


def beside(rules: Rules, solution: UltimateSolution, progress: Progress | None = None) -> Beside:
    """Count all deals by the hand with the box, and the average result of each wager of the game."""
    terms = Terms.of(rules)
    sums = shipped().get(_key(terms)) or disk_cached(_FILE, terms.to_json(), SOURCES, lambda: count(terms, progress))
    cells = {}
    for shown, (deals, *brings) in zip(_shown(), sums, strict=True):
        means = (Fraction(each, deals * terms.unit) for each in brings)
        cells[shown] = ((deals, dict(zip(WAGERS, means, strict=True))),)
    found = Beside(AXIS, cells)
    _check(found, rules, solution)
    return found


def _check(found: Beside, rules: Rules, solution: UltimateSolution) -> None:
    """Check that the cells are in proportion to the shipped counts, and bring in total what was solved."""
    known = {shown: count for (shown,), count in counts_by(_GAME, _SPACE, AXIS).cells}
    whole, played = sum(known.values()), solution.played
    for shown, ((deals, _),) in found.cells.items():
        if deals * whole != known[shown] * found.total:
            raise ArithmeticError(f"{shown} by {AXIS} is not in proportion to the shipped counts")
    ended = [(ending.combinations, nets(ultimate_parts, rules, ending)) for ending in played.endings]
    for wager in WAGERS:
        solved = sum((count * brings.get(wager, Fraction(0)) for count, brings in ended), Fraction(0)) / played.total
        if sum((deals * brings[wager] for ((deals, brings),) in found.cells.values()), Fraction(0)) != solved * found.total:
            raise ArithmeticError(f"the {wager} by {AXIS} does not bring what it brings in the game as it was solved")


@cache
def _shown() -> tuple[Shown, ...]:
    """Return the values of the shipped counts, in the order of SEVENS."""
    known = {shown[0]: shown for (shown,), _ in counts_by(_GAME, _SPACE, AXIS).cells}
    return tuple(known[str(category)] for category in SEVENS)


# What is shipped


@cache
def shipped() -> dict[str, Sums]:
    """The shipped sums, by the terms of the game as text."""
    return {_key_of(each["terms"]): each["sums"] for each in json.loads(path(_FILE).read_text(encoding="utf-8"))}


def _key(terms: Terms) -> str:
    return _key_of(terms.to_json())


def _key_of(plain: object) -> str:
    return json.dumps(plain)


def book_terms() -> Iterator[Terms]:
    """Yield the terms of every Blind paytable under every reading, each once."""
    book, seen = load(MD_ULTIMATE), set()
    for table in book.tables_of("blind"):
        for choice in book.readings[_STRAIGHT].choices:
            terms = Terms.of(standard_rules(MD_ULTIMATE, {"blind": table.letter}, {_STRAIGHT: choice}))
            if _key(terms) not in seen:
                seen.add(_key(terms))
                yield terms


_STRAIGHT = "UTH-01"
"""The reading that says what a straight brings on a Blind paytable that does not name it."""


def as_text(terms: Terms, sums: Sums) -> str:
    """Format one entry of the shipped file."""
    lines = ",\n".join(map(json.dumps, sums))
    return f'{{"terms": {json.dumps(terms.to_json())},\n"sums": [\n{lines}]}}'


def write() -> None:
    """Count everything again and write the shipped file; a quarter of an hour on two cores."""
    path(_FILE).write_text("[" + ",\n".join(as_text(terms, count(terms)) for terms in book_terms()) + "]\n", encoding="utf-8")


# Counting


def count(terms: Terms, progress: Progress | None = None, threads: int | None = None) -> Sums:
    """Find the best play, and count its results by the hand with the box."""
    game, boards = terms.game, len(holdem.boards()[0])
    most = int(np.abs(game.blind).max()) + game.ante + 2 * game.unit + game.play * max(terms.first)
    if most > _MOST:
        given = str(max(terms.blind.values()))
        raise Malformed("the Blind pays too much to be counted beside the box", code="solve.too-large", given=given)
    told = progress or (lambda done, total: None)
    play = best(terms, lambda done: told(done, boards * (1 + _LONGER)), threads)
    return add_up(terms, play, kernel.groups(), lambda done: told(boards + _LONGER * done, boards * (1 + _LONGER)), threads)


def add_up(
    terms: Terms,
    play: Best,
    groups: kernel.Groups,
    progress: Callable[[int], None] = lambda done: None,
    threads: int | None = None,
) -> Sums:
    """Sum the results of a strategy over all boards, or over the given groups."""
    many, workers = len(groups.starts) - 1, threads or cpu_count() or 1
    by_ranks = np.zeros((many, len(SEVENS), 1 + len(WAGERS)), dtype=np.int64)
    made, free = [kernel.space() for _ in range(workers)], SimpleQueue[kernel.Space]()
    for each in made:
        free.put(each)
    fixed = (terms.ranks, terms.game, holdem.flops(), play.before, play.raised, kernel.plain_boxes())

    def work(first: int, last: int) -> int:
        space = free.get()
        kernel.add_groups(groups, first, last, *fixed, space, by_ranks)
        free.put(space)
        return int(groups.starts[last] - groups.starts[first])

    done = 0
    with ThreadPoolExecutor(workers) as pool:
        portions = [pool.submit(work, first, min(first + _PORTION, many)) for first in range(0, many, _PORTION)]
        for portion in as_completed(portions):
            done += portion.result()
            progress(done)
    sums = Left(*(np.sum(parts, axis=0) for parts in zip(*(space.sums for space in made), strict=True)))
    return kernel.put_together(by_ranks, sums)
