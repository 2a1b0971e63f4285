"""Many rounds by chance against the referee: what happened in them, what differs, and the smallest case of it."""

import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context

from houseway.files.referee.check import FAILED
from tests.support.paths import ROOT
from tests.support.referee_rounds import sampled_table
from tests.support.referee_shrinking import shrink, written

ROUNDS_A_TABLE = 6
TABLES_A_SHARD = 40
SHRUNK_AT_MOST = 3
"""Differences that are shrunk; others mostly have the same cause."""
FOLDER = ROOT / "build" / "referee"


@dataclass
class Sample:
    """What came of many rounds."""

    rounds: int = 0
    """Rounds that were compared."""
    differences: list = field(default_factory=list)
    not_compared: Counter = field(default_factory=Counter)
    happened: Counter = field(default_factory=Counter)
    """What happened in the rounds that were compared."""
    tables: list = field(default_factory=list)
    """Book and number of the tables with rounds that differ."""

    def add(self, other):
        self.rounds += other.rounds
        self.differences += other.differences
        self.not_compared.update(other.not_compared)
        self.happened += other.happened
        self.tables += other.tables

    def __str__(self):
        words = "".join(f"\n  not compared: {count} x {what}" for what, count in self.not_compared.most_common())
        return f"{self.rounds:,} rounds, {len(self.differences)} differences{words}"


def sample(book, first, tables, rounds=ROUNDS_A_TABLE, arrivals=False):
    """Play tables that follow one another in the covering design."""
    found = Sample()
    for number in range(first, first + tables):
        table = sampled_table(book, number, rounds, arrivals)
        if table.stuck:
            found.differences.append(f"{book} {number}: the table cannot go on: {table.stuck}")
        for each in table.rounds:
            if each.undecided:
                found.not_compared[each.undecided] += 1
                if each.undecided.startswith(FAILED):  # as if it differed: an act of the record may be why it fails
                    found.differences.append(f"{book} {number} round {each.ended.number}: {each.undecided}")
                continue
            found.rounds += 1
            found.happened.update(kinds_of(each.ended))
            found.differences += [f"{book} {number} round {each.ended.number}: {one.to_text()}" for one in each.differences]
        if any(each.differences for each in table.rounds):
            found.tables.append((book, number))
    return found


def write_smallest(found, rounds=ROUNDS_A_TABLE, arrivals=False):
    """Shrink the first differences, and write them to files."""
    return [str(_write_one(book, number, rounds, arrivals)) for book, number in found.tables[:SHRUNK_AT_MOST]]


def _write_one(book, number, rounds, arrivals):
    return written(shrink(sampled_table(book, number, rounds, arrivals).commands), FOLDER / f"{book}-{number}.json")


def kinds_of(ended):
    """Name what happened in a round."""
    acts = ended.acts
    names = {act["by"].get("name") for act in acts if act["by"]["role"] == "player"}
    yield from {
        f"wager {act['facts']['wager'].split(':')[0]}" for act in acts if act["act"] == "wager" and "refused" not in act
    }
    yield from {act["act"] for act in acts if act["act"] != "wager" and "refused" not in act}
    yield from {f"refused {act['act']}" for act in acts if "refused" in act}
    for act in acts:
        facts = act["facts"]
        yield from ("coupon",) if facts.get("coupon") else ()
        yield from ("co-bank",) if facts.get("co-banking") else ()
        yield from (f"late {act['act']}",) if facts.get("round", ended.number) != ended.number else ()
    if any(list(ended.entry["seats"].values()).count(name) > 1 for name in names):
        yield "two areas"
    yield from {event.kind for event in ended.events} & EVENTS
    awards = Counter(meter for meter, event in ended.meter_events if event.kind == "meter-share-awarded")
    yield from ("a meter with a winner",) if awards else ()
    yield from ("a meter with several winners",) if any(count > 1 for count in awards.values()) else ()
    if ended.entry["physical"]:
        yield "physical cards"


EVENTS = frozenset(("round-voided", "base-voided", "bank-confirmed", "bank-refused", "hand-voided", "envy-settled"))


# All cores


def sample_in_shards(books, rounds, seed, processes=None):
    """Play so many rounds in all cores, and say how far it is."""
    shard = TABLES_A_SHARD * ROUNDS_A_TABLE
    shards = [(book, seed + place * TABLES_A_SHARD) for place in range(-(-rounds // (shard * len(books)))) for book in books]
    found, began = Sample(), time.monotonic()
    with ProcessPoolExecutor(processes or os.cpu_count(), get_context("spawn")) as pool:
        waiting = [pool.submit(sample, book, first, TABLES_A_SHARD) for book, first in shards]
        for done, each in enumerate(as_completed(waiting), 1):
            found.add(each.result())
            seconds = time.monotonic() - began
            left = seconds / done * (len(shards) - done)
            say(f"{found.rounds:,} rounds, {len(found.differences)} differences, {seconds:.0f} s, about {left:.0f} s left")
    return found


def say(words):
    print(words, file=sys.stderr, flush=True)  # noqa: T201 - how far it is
