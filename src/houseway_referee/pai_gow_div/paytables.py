"""The paytables, transcribed from (q)(4), (s)(1) and (s)(2); the order is that of the text."""

from fractions import Fraction

# (s)(1): odds to 1. The order of rank differs in the last two rows only: see RANKED_BONUS_ROWS.
BONUS: dict[str, int] = {
    "seven-card-straight-flush": 8000,
    "royal-flush-and-royal-match": 2000,
    "seven-card-straight-flush-with-joker": 1000,
    "five-aces": 400,
    "royal-flush": 150,
    "straight-flush": 50,
    "four-of-a-kind": 25,
    "full-house": 5,
    "flush": 4,
    "three-of-a-kind": 3,
    "straight": 2,
}

# (c)(2) and (c)(6), from the highest: a straight ranks above three of a kind.
RANKED_BONUS_ROWS = (*list(BONUS)[:9], "straight", "three-of-a-kind")

# (s)(2): cents. These rows are also the premium qualifying hands of (a)(1)(ix).
ENVY: dict[str, int] = {
    "seven-card-straight-flush": 5000_00,
    "royal-flush-and-royal-match": 1000_00,
    "seven-card-straight-flush-with-joker": 500_00,
    "five-aces": 250_00,
    "royal-flush": 50_00,
    "straight-flush": 20_00,
    "four-of-a-kind": 5_00,
}

WHOLE_METER = Fraction(1)
TENTH = Fraction(1, 10)

# (q)(4): a Fraction is a share of the meter, an int an amount in cents. By the stake in cents.
PROGRESSIVE: dict[int, dict[str, Fraction | int]] = {
    1_00: {
        "natural-royal-flush-and-pair": WHOLE_METER,
        "five-aces-and-pair": WHOLE_METER,
        "natural-royal-flush": TENTH,
        "five-aces": TENTH,
        "royal-flush-and-pair": 200_00,
        "royal-flush": 100_00,
        "straight-flush-and-pair": 50_00,
        "straight-flush": 25_00,
        "four-of-a-kind-and-pair": 40_00,
        "four-of-a-kind": 20_00,
        "full-house-and-pair": 10_00,
        "full-house": 5_00,
        "flush-and-pair": 6_00,
        "flush": 3_00,
        "straight-and-pair": 4_00,
        "straight": 2_00,
        "three-of-a-kind": 2_00,
    },
    5_00: {
        "natural-royal-flush-and-pair": WHOLE_METER,
        "five-aces-and-pair": WHOLE_METER,
        "natural-royal-flush": TENTH,
        "five-aces": TENTH,
        "royal-flush-and-pair": 1000_00,
        "royal-flush": 500_00,
        "straight-flush-and-pair": 250_00,
        "straight-flush": 125_00,
        "four-of-a-kind-and-pair": 200_00,
        "four-of-a-kind": 100_00,
        "full-house-and-pair": 50_00,
        "full-house": 25_00,
        "flush-and-pair": 30_00,
        "flush": 15_00,
        "straight-and-pair": 20_00,
        "straight": 10_00,
        "three-of-a-kind": 10_00,
    },
}

# (q)(5)#3 and #4: payouts of at least this amount, and any straight flush, come off the meter.
DEDUCTED_FROM: dict[int, int] = {1_00: 50_00, 5_00: 250_00}

# (q)(6)#2: the least starting and reset amount.
METER_FLOOR = 10_000_00

# (r)(2)#2 and (r)(3)#1.
LEAST_BONUS = 1_00
ENVY_FROM = 5_00


def bonus_clause(row: str) -> str:
    """Name the clause of a row of the bonus schedule."""
    return f"(s)(1)/{list(BONUS).index(row) + 1:02}"


def envy_clause(row: str) -> str:
    """Name the clause of an envy bonus."""
    return f"(s)(2)/{list(ENVY).index(row) + 1:02}"


def progressive_clause(stake: int, row: str) -> str:
    """Name the clause of a row of the progressive list."""
    return f"(q)(4)/${stake // 100}/{list(PROGRESSIVE[stake]).index(row) + 1:02}"
