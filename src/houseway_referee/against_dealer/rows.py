"""Paytables as lists of rows: the hand, what it pays and the clause, from the highest hand down."""

from collections.abc import Iterable

from houseway_referee.errors import NotDecided
from houseway_referee.money import Pays, dollars, parse_pays, winnings

Row = tuple[str, str, str]
Paytable = list[Row]
NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii")


def lettered(clause: str, hands: Iterable[str], pays: Iterable[str], first: str = "a") -> Paytable:
    """List rows (a), (b), (c) ... of a clause."""
    pairs = zip(hands, pays, strict=True)
    return [(hand, pay, f"{clause}({chr(ord(first) + i)})") for i, (hand, pay) in enumerate(pairs)]


def numbered(clause: str, hands: Iterable[str], pays: Iterable[str]) -> Paytable:
    """List rows (i), (ii), (iii) ... of a clause."""
    pairs = zip(hands, pays, strict=True)
    return [(hand, pay, f"{clause}({NUMERALS[i]})") for i, (hand, pay) in enumerate(pairs)]


def with_pays(rows: Paytable, hand: str, pays: str) -> Paytable:
    """Give the same table with another figure in one row."""
    return [(row, pays if row == hand else pay, clause) for row, pay, clause in rows]


def find_row(rows: Paytable, hand: str) -> Row | None:
    """Find the row of a hand; there is none if the table does not pay it."""
    return next((row for row in rows if row[0] == hand), None)


def read_pays(pays: str) -> Pays:
    """Read what a row pays: `$1,000`, `3 to 2`, `300 for 1` or `100% of mega`."""
    return dollars(int(pays[1:].replace(",", ""))) if pays.startswith("$") else parse_pays(pays)


def payout(row: Row, stake: int) -> int:
    """Compute the cents that a row pays on a stake; not for a share of a meter."""
    exact = winnings(stake, read_pays(row[1]))
    if exact.denominator > 1:
        raise NotDecided(f"{row[1]} on {stake} cents is no whole number of cents", row[2])
    return exact.numerator


def keeps_stake(row: Row) -> bool:
    """Say whether the house keeps the stake of a wager that wins: `for 1`, or a share of a meter (UTH-38)."""
    return read_pays(row[1]).kind in ("for", "share")
