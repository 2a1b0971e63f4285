"""Find the readings that decide a figure: another choice of one of them would change it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from houseway.money import Cents
from houseway.regulation import Paytable
from houseway.submission import Offer, Rules
from houseway.submission.readings import apply_readings

Figures = Callable[[Rules], object]
"""Returns the figures that rules decide, as a value; equal figures give equal values."""


def decisive_readings(rules: Rules, candidates: Iterable[str], figures: Figures) -> dict[str, str]:
    """Return the choices of those candidates that change the figures under these rules.

    Every other choice is tried. A reading that leaves no choice cannot be tried; it counts if the register says what it is worth.
    """
    own = figures(rules)
    return {id_: rules.readings[id_] for id_ in candidates if _is_decisive(rules, id_, figures, own)}


def _is_decisive(rules: Rules, id_: str, figures: Figures, own: object) -> bool:
    reading = rules.regulation.readings[id_]
    others = [choice for choice in reading.choices if choice != rules.readings[id_]]
    if not others:
        return bool(reading.worth)
    return any(figures(choose_otherwise(rules, id_, choice)) != own for choice in others)


def choose_otherwise(rules: Rules, id_: str, choice: str) -> Rules:
    """Return the rules under another choice of one reading, with its rows of the paytables."""
    readings = rules.regulation.take_readings({**rules.readings, id_: choice})

    def read_again(table: Paytable) -> Paytable:
        return _read_again(rules, table, readings)

    offers = {
        wager: replace(offer, paytable=read_again(offer.paytable), envy=tuple(map(read_again, offer.envy)))
        for wager, offer in rules.offers.items()
    }
    return replace(rules, readings=readings, offers=offers)


def _read_again(rules: Rules, filed: Paytable, readings: Mapping[str, str]) -> Paytable:
    """Return a filed paytable under other readings; rows that they leave alone keep the payouts that the operator filed."""
    printed = rules.regulation.paytable(filed.wager, filed.letter)
    if printed is None:
        return filed
    before, after = (_apply_to_table(rules, printed, taken) for taken in (rules.readings, readings))
    by_hand = {row.hand: row for row in filed.rows}
    rows = (by_hand.get(row.hand, row) if row in before.rows else row for row in after.rows)
    return filed if before == after else replace(filed, rows=tuple(rows))


def _apply_to_table(rules: Rules, table: Paytable, readings: Mapping[str, str]) -> Paytable:
    offer = Offer(table.wager, table, Cents(0), Cents(0))
    return apply_readings(rules.regulation, {table.wager: offer}, readings)[table.wager].paytable
