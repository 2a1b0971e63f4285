"""Cents, odds, vigorish, meters and the ledger of a round. Nothing here is a float."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway_referee.errors import RecordError

Ledger = dict[str, int]


@dataclass(frozen=True)
class Pays:
    """What a row pays: `to` or `for` 1 times the stake, a `sum` of cents, or a `share` of a meter."""

    kind: str
    value: Fraction
    meter: str = ""

    def __str__(self) -> str:
        """Print the row's payment as a filing has it."""
        if self.kind == "share":
            return f"{self.value * 100}% of {self.meter or 'meter'}"
        return f"{self.value} cents" if self.kind == "sum" else f"{self.value} {self.kind} 1"


def to_one(times: int | Fraction) -> Pays:
    """Pay so many times the stake, and return the stake."""
    return Pays("to", Fraction(times))


def for_one(times: int | Fraction) -> Pays:
    """Pay so many times the stake, and keep the stake."""
    return Pays("for", Fraction(times))


def dollars(amount: int) -> Pays:
    """Pay a fixed sum."""
    return Pays("sum", Fraction(amount * 100))


def share(percent: int | Fraction, meter: str = "meter") -> Pays:
    """Pay a part of a meter."""
    return Pays("share", Fraction(percent) / 100, meter)


def parse_pays(value: str | int) -> Pays:
    """Read what is filed for a row: 2500 (cents), "5 1/2 to 1", "500 for 1", "12% of meter"."""
    if isinstance(value, int):
        return Pays("sum", Fraction(value))
    if found := re.fullmatch(r"([\d.]+)% of (?:the )?(\S+)", value):
        return Pays("share", Fraction(found[1]) / 100, found[2])
    if found := re.fullmatch(r"(?:([\d,]+) )?([\d,]+(?:/\d+)?) (to|for) (\d+)", value):
        whole, times, kind, unit = found.groups()
        return Pays(kind, (number(whole or "0") + number(times)) / number(unit))
    raise RecordError(f"{value!r} is no payment")


def number(text: str) -> Fraction:
    """Read a number with commas."""
    return Fraction(text.replace(",", ""))


def parse_rate(text: str) -> Fraction:
    """Read "18%" or "3.5%" or "9/50" as a part of the stake."""
    if not isinstance(text, str):
        raise RecordError(f"{text!r} is no rate")
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


def winnings(stake: int, pays: Pays) -> Fraction:
    """Compute what a row pays on a stake, exactly; not for a share of a meter."""
    return pays.value if pays.kind == "sum" else stake * pays.value


def vigorish(won: int, quarter: bool) -> int:
    """Take 5 percent of the amount won, never more than all of it.

    Fractions of a cent are not taken. Where it is filed, the vigorish is rounded up to the next 25 cents, as the exact amount asks.
    """
    exact = Fraction(won, 20)
    taken = math.ceil(exact / 25) * 25 if quarter else math.floor(exact)
    return min(taken, won)


# ---- the ledger


def move(ledger: Ledger, payer: str, receiver: str, amount: int) -> None:
    """Move cents from one account to another."""
    assert amount >= 0, "money moves forward"
    ledger[payer] = ledger.get(payer, 0) - amount
    ledger[receiver] = ledger.get(receiver, 0) + amount


def moved(ledger: Ledger) -> Ledger:
    """List the accounts that changed; together they must not."""
    assert sum(ledger.values()) == 0, "a round adds up to zero"
    return {account: amount for account, amount in sorted(ledger.items()) if amount}


def difference(after: Ledger, before: Ledger) -> Ledger:
    """List the transfers that lead from one outcome to another."""
    accounts = sorted({*after, *before})
    return {name: change for name in accounts if (change := after.get(name, 0) - before.get(name, 0))}


def give_back_at_most(change: Ledger, purses: Ledger) -> Ledger:
    """Cut what each player gives back to what he has; the rest stays owed, and the inventory bears it (PG-90 and its like)."""
    cut = dict(change)
    for account, purse in purses.items():
        lack = -cut.get(account, 0) - purse
        if lack > 0:
            move(cut, "inventory", account, lack)
    return {account: amount for account, amount in cut.items() if amount}


# ---- meters


def shown(meter: Fraction) -> int:
    """Give what a meter shows: whole cents, rounded down."""
    return math.floor(meter)


def share_of(meter: Fraction, part: Fraction) -> int:
    """Take a share of what a meter shows: all of it, or a part rounded up to the cent."""
    return math.ceil(shown(meter) * part)


def shares_together(meter: Fraction, parts: Sequence[Fraction]) -> list[int]:
    """Share what a meter shows between several winners, in the order in which they are paid.

    If the parts make more than the whole, they are cut in proportion, and odd cents go to those who are paid first.
    """
    total, amount = sum(parts, Fraction(0)), shown(meter)
    if total <= 1:
        return [math.ceil(amount * part) for part in parts]
    exact = [amount * part / total for part in parts]
    paid = [math.floor(one) for one in exact]
    for winner in range(amount - sum(paid)):
        paid[winner] += 1
    return paid


def reset_meter(meter: Fraction, reset: int) -> Fraction:
    """Reset a meter that was won; what is below a cent stays on it."""
    return reset + (meter - shown(meter))


def show(amount: Fraction) -> str:
    """Print an exact amount as records do."""
    return str(amount)
