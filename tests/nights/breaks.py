"""Which of the written breaks the nights notice: each is applied in a process of its own, which plays nights until one differs."""

import json
import os
import random
import resource
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from tests.mutants.memory import forget_everything, import_program, stop_collecting
from tests.mutants.own import own_mutants
from tests.nights.catalogue import NIGHTS, SHORT, nights_of
from tests.nights.recorded import differences, read_recorded

MOST_CPU_S = 120
"""A break that makes a night longer than this was noticed."""
MONEY = "money"


class Tried(NamedTuple):
    """A break, and what the nights say."""

    name: str
    why: str
    night: str
    """The first night that differs; empty if none does."""
    aspects: tuple
    """What differs in it."""
    invalid: str = ""


def try_breaks(only, sample, seed, processes):
    """Try breaks, and print what came of them: those that nobody noticed last."""
    import_program()
    chosen = [each for each in own_mutants() if only in each.name]
    if sample is not None:
        chosen = random.Random(seed).sample(chosen, min(sample, len(chosen)))
    forget_everything()
    stop_collecting()
    recorded = read_recorded()
    with ThreadPoolExecutor(processes) as pool:
        tried = []
        for each in pool.map(lambda mutant: try_break(mutant, recorded), chosen):
            tried.append(each)
            print(each.name, each.invalid or each.night or "NOT NOTICED", *each.aspects, file=sys.stderr, flush=True)  # noqa: T201
    for line in summary(tried):
        print(line)  # noqa: T201


def summary(tried):
    valid = [each for each in tried if not each.invalid]
    noticed = [each for each in valid if each.night]
    by_money = [each for each in noticed if MONEY in each.aspects]
    yield from (f"not noticed: {each.name}: {each.why}" for each in valid if not each.night)
    yield from (f"could not be applied: {each.name}: {each.invalid}" for each in tried if each.invalid)
    yield f"{len(noticed)} of {len(valid)} breaks are noticed: {len(by_money)} in money, {len(noticed) - len(by_money)} elsewhere"
    counted = Counter(aspect for each in noticed for aspect in each.aspects)
    alone = Counter(each.aspects[0] for each in noticed if len(each.aspects) == 1)
    yield from (f"  {aspect}: in {count}, alone in {alone[aspect]}" for aspect, count in counted.most_common())


def try_break(mutant, recorded):
    """Apply a break in a process that is forked, and play the nights of its books there."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        _report_as_child(mutant, recorded, writer)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    night, aspects, invalid = json.loads(said) if said else ("it did not come to an end", (), "")
    return Tried(mutant.name, mutant.why, night, tuple(aspects), invalid)


def _report_as_child(mutant, recorded, writer):
    """Write what differs, and end, whatever happens: a break that a night does not survive was noticed."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    try:
        said = _first_difference(mutant, recorded)
    except BaseException as error:
        said = (f"broken by {error!r}"[:200], (), "")
    os.write(writer, json.dumps(said).encode())
    os._exit(0)


def _first_difference(mutant, recorded):
    try:
        mutant.apply()
    except Exception as error:
        return "", (), repr(error)
    mine = {clause.partition(" ")[0] for clause in mutant.clauses}
    for book in (each for each in NIGHTS if SHORT[each] in mine):
        for night, play in reversed(nights_of(book).items()):
            found = differences(recorded[night], play().digests())
            if found:
                return night, tuple(dict.fromkeys(aspect for _, aspect in found)), ""
    return "", (), ""
