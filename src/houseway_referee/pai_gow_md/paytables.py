"""The paytables of chapter 13, row by row from the text, highest row first. The letter of a row is its place in the list."""

from houseway_referee.money import Pays, dollars, for_one, share, to_one

BONUS_ROWS = (
    "seven-card-straight-flush",
    "royal-match",
    "seven-card-straight-flush-with-joker",
    "five-aces",
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "three-of-a-kind",
    "straight",
)
# 13.B and 13.C print the same odds and envy amounts; only the match of the royal flush differs (6.D(2), 6.E(2)).
BONUS_ODDS = {
    "A": (8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "B": (5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2),
    "C": (5000, 1000, 750, 250, 100, 50, 20, 5, 4, 3, 2),
    "D": (2500, 1000, 750, 250, 125, 50, 25, 5, 4, 3, 2),
}
ENVY_DOLLARS = {
    "A": (5000, 1000, 500, 250, 50, 20, 5),
    "B": (3000, 1000, 500, 250, 50, 20, 5),
    "C": (1000, 250, 100, 50, 25, 10, 5),
    "D": (1000, 750, 250, 100, 50, 20, 5),
}
INSURANCE_ROWS = ("nine-high", "ten-high", "jack-high", "queen-high", "king-high", "ace-high")
INSURANCE_ODDS = {"A": (100, 25, 15, 6, 5, 3), "B": (100, 25, 15, 7, 5, 3)}
PROGRESSIVE_ROWS = ("seven-card-straight-flush", "five-aces", "royal-flush", "straight-flush", "four-of-a-kind", "full-house")
FIXED_ROWS = (for_one(100), for_one(75), for_one(4))
PROGRESSIVE_PAYS: dict[str, tuple[Pays, ...]] = {
    "A": (share(100, "meter"), share(10, "meter"), for_one(500), *FIXED_ROWS),
    "B": (share(100, "major"), share(100, "minor"), for_one(500), *FIXED_ROWS),
    "C": (share(100, "mega"), share(100, "major"), share(100, "minor"), *FIXED_ROWS),
    "D": (share(100, "mega"), share(100, "major"), share(100, "minor"), *FIXED_ROWS),
}
BONUS_SECTIONS = {"fortune-bonus": "13.B", "emperors-treasure": "13.C"}

Row = tuple[Pays, str]


def bonus_table(wager: str, letter: str) -> dict[str, Row]:
    """List the rows of a Fortune Bonus or Emperor's Treasure paytable with their clauses (13.B, 13.C)."""
    section = f"{BONUS_SECTIONS[wager]}({2 * 'ABCD'.index(letter) + 1})"
    return {
        row: (to_one(odds), f"{section}({'abcdefghijk'[i]})")
        for i, (row, odds) in enumerate(zip(BONUS_ROWS, BONUS_ODDS[letter]))
    }


def envy_table(wager: str, letter: str) -> dict[str, Row]:
    """List the rows of the Envy Bonus that belongs to that paytable (13.B, 13.C)."""
    section = f"{BONUS_SECTIONS[wager]}({2 * 'ABCD'.index(letter) + 2})"
    return {
        row: (dollars(sum_), f"{section}({'abcdefg'[i]})")
        for i, (row, sum_) in enumerate(zip(BONUS_ROWS, ENVY_DOLLARS[letter]))
    }


def insurance_table(letter: str) -> dict[str, Row]:
    """List the rows of a Pai Gow Insurance paytable (13.D)."""
    section = f"13.D({'AB'.index(letter) + 1})"
    return {
        row: (to_one(odds), f"{section}({'abcdef'[i]})")
        for i, (row, odds) in enumerate(zip(INSURANCE_ROWS, INSURANCE_ODDS[letter]))
    }


def progressive_table(letter: str) -> dict[str, Row]:
    """List the rows of a Progressive Payout paytable (13.E)."""
    section = f"13.E({'ABCD'.index(letter) + 2})"
    return {
        row: (pays, f"{section}({'abcdef'[i]})")
        for i, (row, pays) in enumerate(zip(PROGRESSIVE_ROWS, PROGRESSIVE_PAYS[letter]))
    }
