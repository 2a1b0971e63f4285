"""Chapter 12 of the text: every paytable, row by row, from the highest hand down."""

from houseway_referee.against_dealer.rows import Paytable, lettered, numbered

FLUSHES_DOWN = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind")


def _blind(clause: str, *pays: str) -> Paytable:
    return lettered(clause, FLUSHES_DOWN[: len(pays)], pays)


# 12.B. A push is no row: a winning hand that has none gives the Blind back (11.H(3)(c)).
BLIND = {
    "A": _blind("12.B(1)", "500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1"),
    "B": _blind("12.B(2)", "500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2"),
}

# 12.C
TRIPS = {
    "A": lettered("12.C(1)", FLUSHES_DOWN, ("50 to 1", "40 to 1", "30 to 1", "9 to 1", "7 to 1", "4 to 1", "3 to 1")),
    "B": lettered("12.C(2)", FLUSHES_DOWN, ("50 to 1", "40 to 1", "30 to 1", "8 to 1", "6 to 1", "5 to 1", "3 to 1")),
    "C": lettered("12.C(3)", FLUSHES_DOWN, ("50 to 1", "40 to 1", "30 to 1", "8 to 1", "7 to 1", "4 to 1", "3 to 1")),
    "D": lettered("12.C(4)", FLUSHES_DOWN, ("50 to 1", "40 to 1", "20 to 1", "7 to 1", "6 to 1", "5 to 1", "3 to 1")),
    "E": lettered("12.C(5)", FLUSHES_DOWN, ("50 to 1", "40 to 1", "30 to 1", "7 to 1", "6 to 1", "5 to 1", "3 to 1")),
}

# 12.D(1). Table A is printed "to 1", tables B to D "for 1" (UTH-06).
_FIXED_A = ("300 to 1", "50 to 1", "40 to 1", "30 to 1", "9 to 1")
_MEGA_MAJOR_MINOR = ("100% of mega", "100% of major", "100% of minor")
PROGRESSIVE = {
    "A": numbered("12.D(1)(a)", FLUSHES_DOWN, ("100% of meter", "10% of meter", *_FIXED_A)),
    "B": numbered(
        "12.D(1)(b)",
        FLUSHES_DOWN,
        ("100% of major", "100% of minor", "300 for 1", "50 for 1", "40 for 1", "30 for 1", "9 for 1"),
    ),
    "C": numbered("12.D(1)(c)", FLUSHES_DOWN, (*_MEGA_MAJOR_MINOR, "50 for 1", "40 for 1", "30 for 1", "10 for 1")),
    "D": numbered("12.D(1)(d)", FLUSHES_DOWN, (*_MEGA_MAJOR_MINOR, "50 for 1", "40 for 1", "30 for 1", "9 for 1")),
}

# 12.D(6) and (7): by the stake in cents and the letter.
ENVY = {
    (100, letter): numbered(f"12.D(6)({letter.lower()})", ("royal-flush", "straight-flush"), ("$1,000", "$300"))
    for letter in "ABCD"
} | {
    (500, letter): numbered(f"12.D(7)({letter.lower()})", ("royal-flush", "straight-flush"), ("$5,000", "$1,500"))
    for letter in "ABCD"
}

# 12.E (the first of the two sections E, UTH-02)
_SIX_CARD_ODDS = ("1,000 to 1", "200 to 1", "50 to 1", "20 to 1", "15 to 1", "10 to 1", "5 to 1")
SIX_CARD = {
    "A": lettered(
        "12.E(1)",
        ("super-royal-of-diamonds", "super-royal", *FLUSHES_DOWN),
        ("$1,000,000", "$100,000", *_SIX_CARD_ODDS),
    ),
    "B": lettered("12.E(2)", ("super-royal", *FLUSHES_DOWN), ("$100,000", *_SIX_CARD_ODDS)),
}

# 12.E~2
_PAIRS = (
    "pair-of-aces",
    "ace-king-suited",
    "ace-queen-or-jack-suited",
    "ace-king-unsuited",
    "pair-of-jacks-queens-or-kings",
    "ace-queen-or-jack-unsuited",
    "pair-of-tens-or-less",
)
_RED = ("pair-of-red-aces", *_PAIRS)
_PAIRS_A = ("30 to 1", "25 to 1", "20 to 1", "15 to 1", "10 to 1", "5 to 1", "3 to 1")
_PAIRS_D = ("100 to 1", "30 to 1", "20 to 1", "20 to 1", "10 to 1", "4 to 1", "10 to 1", "4 to 1")
_PAIRS_F = ("25 to 1", "20 to 1", "20 to 1", "10 to 1", "5 to 1", "10 to 1", "5 to 1")
ULTIMATE_PAIRS = {
    "A": lettered("12.E~2(1)", _PAIRS, _PAIRS_A),
    "B": lettered("12.E~2(2)", ("player-and-dealer-aces", *_PAIRS), ("1,000 to 1", *_PAIRS_A)),
    "C": lettered("12.E~2(3)", _PAIRS, ("30 to 1", *_PAIRS_F[1:])),
    "D": lettered("12.E~2(4)", _RED, _PAIRS_D),
    "E": lettered("12.E~2(5)", _RED, ("50 to 1", *_PAIRS_F)),
    "F": lettered("12.E~2(6)", _PAIRS, _PAIRS_F),
}

# 12.F~2. Its rows begin at (b); a royal flush cannot be beaten (UTH-14).
BAD_BEAT = {
    "A": lettered("12.F~2(1)", FLUSHES_DOWN[1:], ("10,000 to 1", "500 to 1", "40 to 1", "25 to 1", "20 to 1", "9 to 1"), "b"),
    "B": lettered("12.F~2(2)", FLUSHES_DOWN[1:], ("7,500 to 1", "500 to 1", "50 to 1", "30 to 1", "20 to 1", "9 to 1"), "b"),
    "C": lettered("12.F~2(3)", FLUSHES_DOWN[1:], ("2,500 to 1", "500 to 1", "50 to 1", "30 to 1", "20 to 1", "9 to 1"), "b"),
}


def _board(clause: str, straight: str, three: str) -> Paytable:
    """Play the Board. The last row, lettered (g) a second time in the text, is a pair of tens or better (UTH-17)."""
    pays = ("1,000 to 1", "200 to 1", "100 to 1", "50 to 1", "40 to 1", straight, three, "3 to 1")
    rows = lettered(clause, (*FLUSHES_DOWN, "two-pair"), pays)
    return [*rows, ("pair-of-tens-or-better", "1 to 1", f"{clause}(g)~2")]


# 12.G
PLAY_THE_BOARD = {
    "A": _board("12.G(1)", "25 to 1", "7 to 1"),
    "B": _board("12.G(2)", "25 to 1", "6 to 1"),
    "C": _board("12.G(3)", "20 to 1", "6 to 1"),
}
