"""The cards that decide the wagers of Pai Gow Poker: seven cards of 53."""

from collections.abc import Mapping
from functools import partial
from math import comb

from houseway.analysis.odds.basis import Decider, DecidingCards, OddsInput, ShownShares
from houseway.analysis.odds.counts import ShownHands
from houseway.games.paytables import hands_by_rank, row_precedence
from houseway.hands import ORDERS, HandOrder
from houseway.money import Rounding
from houseway.procedure import NUMBER
from houseway.regulation import Paytable
from houseway.regulation.side_bets import SEVEN_CARDS


def _seven_of_53(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    book = odds_input.regulation
    reading = book.wager(wager).best_row
    first = row_precedence(book, odds_input.readings, wager)
    order = next(order for order in ORDERS if order.name == book.wager(wager).order)
    about_rows = (id_ for id_, each in book.readings.items() if any(change.wager == wager for change in each.changed_rows))
    readings = (*((reading,) if reading else ()), *about_rows)
    words = "seven of 53 cards"
    return DecidingCards("pai-gow", "deal", "held", comb(53, 7), words, partial(_rank_held, order), first, readings)


def _rank_held(order: HandOrder, held: ShownHands) -> ShownShares:
    return ((tuple(str(hand) for hand in hands_by_rank(order) if hand in held), 1),)


def _drawn_number(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    """One of seven numbers is drawn evenly; winnings are rounded down to the dollar (DIV-04)."""
    numbers = odds_input.regulation.number_of("starting-numbers")
    drawn: ShownShares = ((("number-drawn",), 1), ((), numbers - 1))
    down = Rounding.DOWN_TO_WHOLE_DOLLAR.apply
    return DecidingCards(
        "", "number", "number", numbers, f"{numbers} numbers", lambda _: drawn, readings=("DIV-04",), rounding=down
    )


DECIDERS: Mapping[str, Decider] = {SEVEN_CARDS: _seven_of_53, NUMBER: _drawn_number}
"""No function pays the wager on the number."""
