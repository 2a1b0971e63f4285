"""Several tables run in one process, each in a thread of its own, and no thread ever gets what was worked out for another.

The interpreter is told to change threads after every few instructions, so that a moment between a look and a use is found.
"""

import ast
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import houseway
from benchmarks.unattended import UnattendedTable
from houseway.chance import seeded_chance
from houseway.ledger import Ledger, Reason, Transfer
from houseway.money import Cents
from houseway.values import lazy_property, memoize_by
from tests.support.paths import EXAMPLES
from tests.support.source import nodes_of

THREADS = 4
OFTEN = 5_000
BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
SOURCE = Path(houseway.__file__).parent


@pytest.fixture(autouse=True)
def changing_threads_often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(work, *given):
    """What the work gives for each argument, all of it done at the same time."""
    start = Barrier(len(given))

    def worker(argument):
        start.wait()
        return work(argument)

    with ThreadPoolExecutor(len(given)) as pool:
        return list(pool.map(worker, given))


def test_a_posting_never_gives_another_threads_ledger():
    def accounts_seen(player):
        ledger, seen = Ledger(), set()
        chips = Transfer("outside", player, Cents(500), Reason.BUY_IN)
        for _ in range(OFTEN):
            for _ in ("decided", "folded"):
                seen |= ledger.post(chips).balances.keys()
        return seen

    players = [f"player:{number}" for number in range(THREADS)]
    assert at_once(accounts_seen, *players) == [{"outside", player} for player in players]


@pytest.mark.parametrize("further", [(), (None,), ("rules", "meters")])
def test_the_last_call_is_remembered_for_whoever_made_it(further):
    @memoize_by(type)
    def owner_of(seat, *_):
        return seat["owner"]

    def owners_seen(number):
        seat = {"owner": number}
        return {owner_of(seat, *further) for _ in range(OFTEN)}

    assert at_once(owners_seen, *range(THREADS)) == [{number} for number in range(THREADS)]


def test_only_the_same_arguments_are_the_same_call():
    calls = []

    @memoize_by(type)
    def total(*numbers):
        calls.append(numbers)
        return sum(numbers)

    one, two, three = 1_001, 1_002, 1_003
    assert [total(one, two), total(one, two), total(one), total(one, two, three), total(one, three)] == [
        2003,
        2003,
        1001,
        3006,
        2004,
    ]
    assert calls == [(one, two), (one,), (one, two, three), (one, three)]


def test_threads_that_ask_a_value_at_once_get_the_same_answer():
    class Value:
        @lazy_property
        def hands(self):
            return [*range(20)]

    def asked(values):
        return [value.hands for value in values]

    values = [Value() for _ in range(OFTEN)]
    first, *others = at_once(asked, *[values] * THREADS)
    assert all(made is own for other in others for made, own in zip(first, other, strict=True))


COLLECTING = """
import gc, sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from houseway.values import lazy_property

@dataclass(frozen=True)
class Hand:
    cards: int = 7
    @lazy_property
    def low(self):
        return [2]

sys.setswitchinterval(1e-6)
gc.callbacks.append(lambda phase, info: sum(range(50)))  # other threads run in a collection, as they do for a finaliser
gc.set_threshold(3)
start = Barrier(4)

def work(hands):
    start.wait()
    return [hand.low for hand in hands]

for _ in range(12):
    hands = [Hand() for _ in range(5_000)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, [hands] * 4))
    del hands
    gc.collect()
"""


def test_fields_that_threads_ask_for_while_garbage_is_collected_are_not_freed_twice():
    """In a process of its own, because the interpreter crashes if they are."""
    assert subprocess.run([sys.executable, "-c", COLLECTING], check=False).returncode == 0


@pytest.mark.parametrize("book", BOOKS)
def test_tables_that_run_at_the_same_time_deal_the_rounds_that_they_would_deal_alone(book):
    submission = (EXAMPLES / book / "everything.toml").read_text()

    def dealt(seed):
        table = UnattendedTable(submission, seeded_chance(seed))
        return [[event.to_json() for event in table.deal_round()] for _ in range(3)], table.run.table.ledger.balances

    seeds = range(THREADS)
    assert at_once(dealt, *seeds) == [dealt(seed) for seed in seeds]


# What is remembered between calls is remembered in one way

WRITTEN = {
    "table/state.py _EVOLVE": "filled when the module is imported",
    "reports/rows/tally.py _FOLLOW": "filled when the module is imported",
    "service/audit/running.py _work": "filled when a worker process begins",
    "regulation/editions.py _added": "a text is always found under its own hash, whichever thread adds it",
    "regulation/loader.py _kept": "an id contains the hash of its book, whichever thread keeps it",
    "analysis/odds/wager_hands.py _drafted": "each entry is set as a whole, and one that is gone is counted again",
    "service/api/requests/limits.py given": "belongs to one request",
    "values.py last": "a tuple with the arguments and the answer of one call, read and replaced as a whole",
    "house_way/array_interpreter.py _PREPARED_CLASSES": "set once, by `setdefault`",
    "hands/described.py _made": "each entry is set once, by `setdefault`",
}
CHANGING = ("append", "add", "clear", "extend", "insert", "pop", "popitem", "remove", "setdefault", "update")


def test_no_function_remembers_in_its_module():
    written = {
        f"{path.relative_to(SOURCE).as_posix()} {name}"
        for path in SOURCE.rglob("*.py")
        for name in written_by_functions(nodes_of(path)[0])
    }
    assert written == WRITTEN.keys(), "use `values.memoize_by` or `functools`, which threads may share"


def written_by_functions(tree):
    """Names outside a function that it writes to: it binds them anew, or changes what they hold."""
    outside = {target.id for node in tree.body for target in targets(node) if isinstance(target, ast.Name)}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        for node in ast.walk(function):
            if isinstance(node, ast.Global | ast.Nonlocal):
                yield from node.names
            elif changes(node) and isinstance(node.value, ast.Name):
                yield from {node.value.id} & outside


def targets(node):
    return node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []


def changes(node):
    if isinstance(node, ast.Subscript):
        return not isinstance(node.ctx, ast.Load)
    return isinstance(node, ast.Attribute) and node.attr in CHANGING
