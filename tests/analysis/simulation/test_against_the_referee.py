"""The same cards, played by the kernels and decided by the referee, bring every wager of every player the same to the cent."""

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import pytest

from houseway.money import Cents
from tests.support.remembering_referee import make_referee_remember
from tests.support.simulated_records import DIV, FCP, MD, UTH, differing_rounds, simulated_table

FIVE = tuple((wager, Cents.from_dollars(5)) for wager in ("fortune-bonus", "emperors-treasure", "insurance"))
BONUS = (("bonus", Cents.from_dollars(5)), ("number", Cents.from_dollars(2)))
TABLES = [(UTH, None, ()), (FCP, None, ()), (MD, None, FIVE), (DIV, None, BONUS)]
PROVED = {UTH: 50_000, FCP: 100_000, MD: 50_000, DIV: 50_000}
"""Rounds of `make prove`: a referee with a memory takes 1 to 5 milliseconds of a core for a round of six players.
`HOUSEWAY_REFEREE_ROUNDS=1000000` asks for another number of each book, which takes four hours of a core."""
PART = 500


def differing(book, play, sides, seed, first, rounds):
    return differing_rounds(simulated_table(book, play, sides), seed, first, rounds)


@pytest.mark.parametrize(("book", "play", "sides"), [*TABLES, (FCP, "never-fold", ())])
def test_some_rounds(book, play, sides):
    assert differing(book, play, sides, 1, 0, {UTH: 60, FCP: 100}.get(book, 25)) == []


def test_a_wager_that_is_paid_otherwise_is_found():
    table = simulated_table(FCP)
    line = next(line for line in table.game.lines if line.name == "ante")
    wrong = tuple(net + (1 if net > 0 else 0) for net in line.nets)
    lines = tuple(each if each.name != "ante" else type(line)(**{**vars(line), "nets": wrong}) for each in table.game.lines)
    changed = type(table)(table.plan, type(table.game)(**{**vars(table.game), "lines": lines}), *list(vars(table).values())[2:])
    assert differing_rounds(changed, 1, 0, 20)


@pytest.mark.prove
@pytest.mark.parametrize(("book", "play", "sides"), TABLES)
def test_many_rounds(book, play, sides):
    rounds = int(os.environ.get("HOUSEWAY_REFEREE_ROUNDS", PROVED[book]))
    with ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=make_referee_remember) as pool:
        parts = pool.map(partial(differing, book, play, sides, 2, rounds=PART), range(0, rounds, PART))
        assert [each for part in parts for each in part] == []
