"""Find the readings that decided a wager: those without which it might have ended differently."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.cards import JOKER
from houseway.explain.reasons import (
    ABOVE,
    BAD_BEAT,
    BELOW,
    COPY,
    FLOP,
    HELD_AGAINST,
    PAIRS,
    SAME,
    Case,
    beside,
    fouled,
    made,
    order_of,
    rounding_of,
)
from houseway.explain.words import ENVY
from houseway.games.ultimate.hands import pair_names
from houseway.hands import FOUR_CARD, PAI_GOW_HIGH, STANDARD, Category, Order
from houseway.money import CENTS_A_DOLLAR, Cents, Rounding, Share
from houseway.procedure import ANTE, ANTE_BONUS, NUMBER, PAI_GOW, PROGRESSIVE
from houseway.regulation import Row
from houseway.regulation.games import ULTIMATE_TEXAS_HOLDEM

Decides = Callable[[Case], bool]


@dataclass(frozen=True, slots=True)
class Used:
    """A reading that decided a wager, and the choice taken."""

    reading: str
    choice: str
    words: str

    def __str__(self) -> str:
        return f"reading {self.reading}, {self.choice}: {self.words}"

    def to_json(self) -> dict[str, object]:
        return {"reading": self.reading, "choice": self.choice, "words": self.words}


def used(case: Case) -> tuple[Used, ...]:
    """Return the decisive readings of a wager, sorted by id."""
    taken, known = case.rules.readings, case.rules.regulation.readings
    found = {
        *_of_rows(case),
        *_of_voids(case),
        *(reading for reading, decides in _DECIDES.items() if _holds(case, reading, decides)),
    }
    return tuple(
        Used(reading, taken[reading], known[reading].choices[taken[reading]]) for reading in sorted(found) if reading in taken
    )


def _holds(case: Case, reading: str, decides: Decides) -> bool:
    return reading in case.rules.readings and decides(case)


# Readings about a row of a paytable


def _of_rows(case: Case) -> Iterator[str]:
    """Yield readings about a row that paid, or about a row that the reading removed."""
    rows = {row.hand for row in case.rows}
    for reading in case.rules.regulation.readings.values():
        for change in reading.rows if reading.id not in _DECIDES else ():
            if change.wager == case.name and case.table is not None and case.table.letter in change.letters:
                lost = case.result == "lose" and not case.folded and _holds_hand(case, change.hand)
                if rows & {change.hand, change.as_hand} or lost:
                    yield reading.id
    yield from (row.reading for row in case.rows if row.reading in _BY_ROW)


_BY_ROW = frozenset(("PG-17", "FC-09", "UTH-13"))
"""Readings that define a row, wherever it pays."""


def _holds_hand(case: Case, hand: str) -> bool:
    order, cards = order_of(case), case.cards
    if order is None or len(cards) not in order.sizes:
        return False
    return any(found.category == hand for found in order.made(cards))


def _held_rows(case: Case) -> list[Row]:
    """Return the rows that the cards match, the highest-ranking hand first: the list's own hands, then those of the high-hand
    order."""
    order = order_of(case)
    if order is None or case.table is None or case.result not in ("win", "lose") or len(case.cards) not in order.sizes:
        return []
    fits = {hand.category for hand in order.made(case.cards)}
    ordinary = [category for category in PAI_GOW_HIGH.categories if category in fits]
    own = [category for category in order.categories if category in fits and category not in ordinary]
    return [row for category in (*own, *ordinary) if (row := case.table.row(category)) is not None]


def _best_differs(*wagers: str) -> Decides:
    """Return whether the highest-ranking hand is not the one that pays most."""

    def decides(case: Case) -> bool:
        rows = _held_rows(case) if case.wager in wagers else []
        worth = [_worth(row, Cents(case.stake)) for row in rows]
        return bool(worth) and max(worth) > worth[0]

    return decides


def _worth(row: Row, stake: Cents) -> tuple[bool, Fraction]:
    """Rank a share of a meter above every fixed amount."""
    pays = row.pays
    return (True, pays.share) if isinstance(pays, Share) else (False, pays.award(stake))


# Readings about a void


def _of_voids(case: Case) -> Iterator[str]:
    """Yield readings that say what happens to the wagers under the clause of the void."""
    if case.result != "void":
        return
    for name in _VOIDS:
        reading = case.rules.regulation.readings.get(name)
        if reading is not None and not set(reading.clauses).isdisjoint(case.clauses):
            yield name


_VOIDS = ("DIV-10", "DIV-29", "PG-38", "PG-39", "PG-43", "UTH-26")


# Readings about a hand, an amount, a share


def _copied(case: Case) -> bool:
    return (
        bool(case.bank) and any(each.ranks == COPY for each in beside(case)) and case.result != "win" and _no_hand_above(case)
    )


def _no_hand_above(case: Case) -> bool:
    return all(each.ranks != ABOVE for each in beside(case))


def _foul(case: Case) -> bool:
    """The high hand ranks below the low hand, so neither was compared."""
    wrong = fouled(case) if case.wager == PAI_GOW and case.result == "lose" else None
    return wrong is not None and wrong.kind == "high-below-low"


def _vigorish_rounded(case: Case) -> bool:
    """A fraction of a cent was not charged."""
    rate = case.rules.regulation.value("vigorish")
    assert isinstance(rate, Fraction)  # both books set it
    return bool(case.vigorish) and rounding_of(case.rules) is Rounding.DOWN_TO_CENT and rate * case.amount != case.vigorish


def _share(case: Case) -> bool:
    return case.result == "win" and isinstance(case.pays, Share)


def _straight_or_flush(case: Case) -> bool:
    """Insurance: the cards have no pair, but a straight or a flush."""
    if case.wager != "insurance" or case.result != "lose" or len(case.cards) not in PAI_GOW_HIGH.sizes:
        return False
    ranks = [card.rank for card in case.cards if card is not JOKER]
    unpaired = len(set(ranks)) == len(ranks)
    return unpaired and PAI_GOW_HIGH.find(case.cards).category in (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH)


def _qualifier(case: Case) -> bool:
    """The Ante was returned because the dealer did not qualify, although the player's hand is lower."""
    return case.wager == ANTE and case.result == "tie" and any(each.ranks == BELOW for each in beside(case))


def _category(order: Order, *cards: object) -> str:
    return order.find(cards).category if len(cards) in order.sizes else ""  # type: ignore[arg-type]


def _by_flop(case: Case) -> bool:
    """The two cards with the flop make a different hand than all seven cards."""
    if case.name != PROGRESSIVE or case.rules.game != ULTIMATE_TEXAS_HOLDEM or case.folded or case.table is None:
        return False
    seven, five = (*case.own, *case.whole_board), (*case.own, *case.whole_board[:FLOP])
    rows = [case.table.row(_category(STANDARD, *cards)) for cards in (five, seven)]
    return case.result in ("win", "lose") and rows[0] is not rows[1]


def _by_five(case: Case) -> bool:
    """All five cards match a different row than the best four."""
    if case.name != PROGRESSIVE or order_of(case) is not STANDARD or case.folded or case.table is None:
        return False
    rows = [case.table.row(_category(order, *case.own)) for order in (FOUR_CARD, STANDARD)]
    return case.result in ("win", "lose") and rows[0] is not rows[1]


def _by_box(case: Case) -> bool:
    """The two cards make a different hand with the box than with the board."""
    if case.name != "six-card-bonus" or case.result not in ("win", "lose") or case.folded or case.table is None:
        return False
    rows = [case.table.row(_category(STANDARD, *case.own, *cards)) for cards in (case.board, case.whole_board)]
    return rows[0] is not rows[1]


def _dealer_beaten(case: Case) -> bool:
    """The beaten hand is the dealer's, and has a row."""
    if case.name != BAD_BEAT or case.folded or not made(case)[0] or case.table is None:
        return False
    own, dealer = (STANDARD.find((*cards, *case.whole_board)) for cards in (case.own, case.dealer))
    return dealer < own and case.table.row(dealer.category) is not None


def _bad_beat_tie(case: Case) -> bool:
    return case.name == BAD_BEAT and case.hand == "nobody is beaten"


def _two_pair_rows(case: Case) -> bool:
    if case.name != PAIRS or case.result != "win" or not case.own or case.table is None:
        return False
    return sum(case.table.row(name) is not None for name in pair_names(case.own, case.dealer)) > 1


def _half_dollars(case: Case) -> bool:
    return any(row.reading == "UTH-29" for row in case.rows) and case.exact % CENTS_A_DOLLAR != 0


def _after_fold(*wagers: str) -> Decides:
    """A fold lost or kept these wagers, as filed."""
    return lambda case: case.after_fold and case.name in wagers and case.result in ("win", "lose", "tie")


def _base_void(why: str) -> Decides:
    """The wagers against the dealer are returned for this reason."""
    return lambda case: case.result == "void" and case.base_void == why and case.name in HELD_AGAINST


def _straight_on_blind(case: Case) -> bool:
    """Paytable B of the Blind does not mention a winning straight."""
    listed = case.wager == "blind" and case.table is not None and case.table.letter == "B"
    won = listed and any(each.ranks == ABOVE for each in beside(case))
    return won and _category(STANDARD, *case.own, *case.whole_board) == Category.STRAIGHT


def _envy_by_five(case: Case) -> bool:
    offer = case.rules.offers.get(PROGRESSIVE)
    return _envy(case) and offer is not None and any(table.reading == "FC-02" for table in offer.envy)


def _equal(case: Case) -> bool:
    return case.wager in HELD_AGAINST and any(each.ranks in SAME for each in beside(case))


def _envy(case: Case) -> bool:
    return case.result == ENVY


def _surrendered(case: Case) -> bool:
    return case.result == "surrendered"


_DECIDES: Mapping[str, Decides] = {
    "PG-04": _best_differs("fortune-bonus", "emperors-treasure"),
    "DIV-06": _best_differs("bonus"),
    "DIV-15": _best_differs(PROGRESSIVE),
    "PG-06": _foul,
    "PG-10": lambda case: _envy(case) and case.lacking and case.name == "emperors-treasure",
    "PG-11": lambda case: _envy(case) and "PG-11=every-lammer" in case.rules.taken,
    "PG-13": _surrendered,
    "PG-19": lambda case: _share(case) and "PG-19=shared" in case.rules.taken,
    "DIV-40": lambda case: _share(case) and "DIV-40=shared" in case.rules.taken,
    "PG-23": lambda case: case.cut,
    "PG-24": _vigorish_rounded,
    "DIV-68": _vigorish_rounded,
    "PG-25": lambda case: case.result == "bank" and bool(case.vigorish),
    "DIV-41": lambda case: case.result == "bank" and bool(case.vigorish),
    "PG-29": _copied,
    "DIV-43": _copied,
    "PG-30": lambda case: case.result == "bank" and case.reset,
    "DIV-34": lambda case: case.result == "bank" and case.reset,
    "PG-47": _straight_or_flush,
    "PG-51": _share,
    "DIV-52": _share,
    "PG-56": lambda case: _surrendered(case) and bool(case.bank),
    "DIV-55": lambda case: _surrendered(case) and bool(case.bank),
    "DIV-04": lambda case: case.name == NUMBER and case.result == "win" and case.amount != case.exact,
    "DIV-35": lambda case: case.name == NUMBER and case.wager == f"{NUMBER}:1" and case.hand == "number 1",
    "DIV-16": lambda case: any(row.reading == "DIV-16" for row in case.rows) and JOKER in case.cards,
    "FC-01": _by_five,
    "FC-02": _envy_by_five,
    "FC-07": _equal,
    "FC-08": lambda case: case.name == ANTE_BONUS,
    "FC-13": _after_fold("aces-up", PROGRESSIVE),
    "FC-17": lambda case: _envy(case) and case.lacking,
    "UTH-01": _straight_on_blind,
    "UTH-05": _by_flop,
    "UTH-09": _after_fold(PROGRESSIVE, PAIRS, BAD_BEAT, "play-the-board"),
    "UTH-12": _by_box,
    "UTH-14": _dealer_beaten,
    "UTH-15": _bad_beat_tie,
    "UTH-18": _two_pair_rows,
    "UTH-20": _qualifier,
    "UTH-24": _base_void("cards-face-up"),
    "UTH-27": _base_void("card-exposed"),
    "UTH-25": lambda case: bool(case.base_void) and case.name not in HELD_AGAINST and case.name != "trips",
    "UTH-29": _half_dollars,
    "UTH-31": lambda case: _envy(case) and case.lacking,
    "UTH-38": lambda case: _share(case) and case.table is not None and case.table.letter == "A",
}
"""When each reading is decisive. A reading that is missing here changes no single wager: it is about the order of settlement or
a meter (see `settled_round`), or about a duty."""
