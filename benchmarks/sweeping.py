"""Measure how long a sweep of 10,000 paytables of one wager takes, beside the same paytables counted one by one.

Started as `python -m benchmarks.sweeping`. Both are CPU times of one process, measured in one run.
"""

from time import process_time

from benchmarks.page import describe_machine
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.sweep.design import read_design
from houseway.analysis.sweep.sweep import run_sweep
from houseway.regulation import load_book

_DESIGN = {
    "book": "md.ultimate-texas-holdem",
    "wager": "trips",
    "paytable": "A",
    "stake": "$5",
    "rows": {hand: {"from": 1, "to": 10} for hand in ("four-of-a-kind", "full-house", "flush", "straight")},
}
_ONE_BY_ONE = 500
"""So many of the paytables are counted one by one, evenly spread."""


def main() -> None:
    design, book = read_design(_DESIGN), load_book(str(_DESIGN["book"]))
    run_sweep(book, read_design({**_DESIGN, "rows": {"flush": [6]}}))  # everything is loaded
    start = process_time()
    found = run_sweep(book, design)
    swept = process_time() - start
    printed = {row.hand: str(row.pays) for row in book.paytables_of("trips")[0].rows}
    sample = found.kept[:: len(found.kept) // _ONE_BY_ONE]
    start = process_time()
    for each in sample:
        odds = wager_odds(book, "trips", {**printed, **dict(zip(design.names, each.values, strict=True))})
        assert odds.house_edge == each.edge, each
    singly = (process_time() - start) / len(sample) * len(found.kept)
    print(f"Measured on {describe_machine()}.")
    print(
        f"{len(found.kept):,} paytables swept in {swept:.2f} s; one by one they would take {singly:.2f} s:"
        f" {singly / swept:.1f} times"
    )


if __name__ == "__main__":
    main()
