"""Submissions of the games against the dealer, drawn by chance: any method of dealing, some wagers, some readings, some options."""

from houseway.regulation import load_book
from tests.support.submissions import FC, STANDARD, UTH, submission
from tests.support.table_driver import HAND, MACHINE, MANUAL, VERSIONS, WAITS

METHODS = {
    UTH: {
        "manual": MANUAL,
        "hand": HAND,
        "two decks": {**HAND, "table.decks": 2},
        "machine": MACHINE,
        "waits": WAITS,
        "reshuffling": {**MACHINE, "table.reshuffling-device": True, "table.community-cards-first": True},
        "preshuffled": {**MANUAL, "table.cards-received": "preinspected-and-preshuffled"},
    },
    FC: {
        "manual": MANUAL,
        "manual with shuffler": {**MANUAL, "table.shuffler": True, "table.shuffler-loads-shoe": True},
        "hand": HAND,
        "two decks": {**HAND, "table.decks": 2, "table.shuffler-counts": True},
        "machine": MACHINE,
        "reshuffling": {**MACHINE, "table.reshuffling-device": True},
        "preshuffled": {**MANUAL, "table.cards-received": "preinspected-and-preshuffled"},
    },
}
READINGS = {
    UTH: {
        reading.id: tuple(reading.choices)
        for reading in load_book(UTH).readings.values()
        if (not reading.is_fixed and reading.settled_by == "table") or reading.id == "UTH-31"
    },
    FC: {
        reading.id: tuple(reading.choices)
        for reading in load_book(FC).readings.values()
        if not reading.is_fixed and reading.id not in ("FC-16", "FC-02")
    },
}


def drawn_submission(book, method, rng):
    """A submission with this method, and whatever else chance gives it."""
    return {UTH: _ultimate, FC: _four_card}[book](METHODS[book][method], rng)


def _ultimate(method, rng):
    wagers = [wager for wager in STANDARD[UTH] if rng.random() < 0.7]
    picked = {key: rng.choice(choices) for key, choices in READINGS[UTH].items()}
    if "six-card-bonus" in wagers and method.get("table.dealing") != "automated-shoe":
        picked["UTH-12"] = "community-cards"
    needed = {"UTH-12": "six-card-bonus", "UTH-11": "six-card-bonus", "UTH-13": "six-card-bonus", "UTH-05": "progressive"}
    needed |= {"UTH-14": "bad-beat", "UTH-15": "bad-beat", **dict.fromkeys(("UTH-06", "UTH-31", "UTH-93"), "progressive")}
    picked = {key: choice for key, choice in picked.items() if needed.get(key, "trips") in (*wagers, "trips")}
    folds = {f"fold.{wager}": rng.choice(["live", "lost"]) for wager in wagers if wager != "six-card-bonus"}
    options = {**method, **folds, "table.boxes-per-player": 2}
    letters = {wager: rng.choice(load_book(UTH).paytables_of(wager)).letter for wager in (*wagers, "blind", "trips")}
    return submission(UTH, options, wagers, picked, letters)


def _four_card(method, rng):
    """Of either version."""
    version = rng.choice(VERSIONS)
    book, progressive = load_book(FC, version), rng.random() < 0.8
    letters = {wager: rng.choice(book.paytables_of(wager)).letter for wager in ("aces-up", "progressive")}
    letters["envy"] = rng.choice(book.paytables_of("progressive-envy-1")).letter
    taken = {key: rng.choice(choices) for key, choices in READINGS[FC].items()}
    taken |= {"FC-02": rng.choice(list(book.readings["FC-02"].choices))} if letters["envy"] == "C" else {}
    if letters["aces-up"] != "E":
        del taken["FC-04"]
    if not progressive:
        taken = {key: choice for key, choice in taken.items() if key not in ("FC-02", "FC-17", "FC-19", "FC-93")}
    folds = {f"fold.{wager}": rng.choice(["live", "lost"]) for wager in ("aces-up", "progressive")[: 1 + progressive]}
    options = {**method, **folds, "table.boxes-per-player": 2}
    return submission(FC, options, ["progressive"] * progressive, taken, letters, version=version)
