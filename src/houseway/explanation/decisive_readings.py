"""Find the readings that decided a wager: those without which it might have ended differently."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.cards import JOKER
from houseway.explanation.display_names import ENVY
from houseway.explanation.reasons import (
    ABOVE,
    BELOW,
    COMPARED_WAGERS,
    COPY,
    FLOP_SIZE,
    SAME_RANK,
    WagerCase,
    compare_hands,
    find_foul_setting,
    find_paid_hand,
    order_of_wager,
)
from houseway.games.awards import vigorish_rate, vigorish_rounding
from houseway.games.two_cards import two_card_rows
from houseway.hands import FOUR_CARD, INSURANCE, PAI_GOW_HIGH, STANDARD, Category, HandOrder
from houseway.money import CENTS_PER_DOLLAR, Cents, MeterShare, Rounding
from houseway.procedure import ANTE, ANTE_BONUS, NUMBER, PAI_GOW, PROGRESSIVE
from houseway.regulation import Row
from houseway.regulation.side_bets import DecidedBy, OnFold, OnVoidBase

ReadingDecides = Callable[[WagerCase], bool]


@dataclass(frozen=True, slots=True)
class DecisiveReading:
    """A reading that decided a wager, and the choice taken."""

    reading: str
    choice: str
    words: str

    def __str__(self) -> str:
        return f"reading {self.reading}, {self.choice}: {self.words}"

    def to_json(self) -> dict[str, object]:
        return {"reading": self.reading, "choice": self.choice, "words": self.words}


def find_decisive_readings(case: WagerCase) -> tuple[DecisiveReading, ...]:
    """Return the decisive readings of a wager, sorted by id."""
    taken, known = case.rules.readings, case.rules.regulation.readings
    found = {
        *_readings_about_rows(case),
        *_readings_about_voids(case),
        *(reading for reading, decides in _READING_CHECKS.items() if _reading_applies(case, reading, decides)),
    }
    return tuple(
        DecisiveReading(reading, taken[reading], known[reading].choices[taken[reading]])
        for reading in sorted(found)
        if reading in taken
    )


def _reading_applies(case: WagerCase, reading: str, decides: ReadingDecides) -> bool:
    return reading in case.rules.readings and decides(case)


# Readings about a row of a paytable


def _readings_about_rows(case: WagerCase) -> Iterator[str]:
    """Yield readings about a row that paid, or about a row that the reading removed."""
    rows = {row.hand for row in case.paid_rows}
    for reading in case.rules.regulation.readings.values():
        for change in reading.changed_rows if reading.id not in _READING_CHECKS else ():
            if change.wager == case.wager_name and case.paytable is not None and case.paytable.letter in change.letters:
                lost = case.result == "lose" and not case.folded and _has_hand(case, change.hand)
                if rows & {change.hand, change.as_hand} or lost:
                    yield reading.id
    yield from (row.reading for row in case.paid_rows if row.reading in _READINGS_BY_ROW)


_READINGS_BY_ROW = frozenset(("PG-17", "FC-09", "UTH-13"))
"""Readings that define a row, wherever it pays."""


def _has_hand(case: WagerCase, hand: str) -> bool:
    order, cards = order_of_wager(case), case.counting_cards
    if order is None or len(cards) not in order.card_counts:
        return False
    return any(found.category == hand for found in order.find_all(cards))


def _matching_rows(case: WagerCase) -> list[Row]:
    """Return the rows that the cards match, the highest-ranking hand first: the list's own hands, then those of the high-hand
    order."""
    order = order_of_wager(case)
    if (
        order is None
        or case.paytable is None
        or case.result not in ("win", "lose")
        or len(case.counting_cards) not in order.card_counts
    ):
        return []
    fits = {hand.category for hand in order.find_all(case.counting_cards)}
    ordinary = [category for category in PAI_GOW_HIGH.categories if category in fits]
    own = [category for category in order.categories if category in fits and category not in ordinary]
    return [row for category in (*own, *ordinary) if (row := case.paytable.row(category)) is not None]


def _best_paying_differs_from_highest(reading: str) -> ReadingDecides:
    """Return whether the highest-ranking hand is not the one that pays most, for the wagers about which the reading is."""

    def decides(case: WagerCase) -> bool:
        is_asked = case.record is not None and case.record.best_row == reading
        rows = _matching_rows(case) if is_asked else []
        worth = [_row_value(row, Cents(case.stake)) for row in rows]
        return bool(worth) and max(worth) > worth[0]

    return decides


def _row_value(row: Row, stake: Cents) -> tuple[bool, Fraction]:
    """Rank a share of a meter above every fixed amount."""
    pays = row.pays
    return (True, pays.share) if isinstance(pays, MeterShare) else (False, pays.award(stake))


# Readings about a void


def _readings_about_voids(case: WagerCase) -> Iterator[str]:
    """Yield readings that say what happens to the wagers under the clause of the void: returned, or lost."""
    if case.result not in ("void", "lose"):
        return
    for name in _READINGS_BY_VOID:
        reading = case.rules.regulation.readings.get(name)
        if reading is not None and not set(reading.clauses).isdisjoint(case.clauses):
            yield name


_READINGS_BY_VOID = ("DIV-10", "DIV-108", "DIV-29", "PG-38", "PG-39", "PG-43", "UTH-26", "FC-107")


# Readings about a hand, an amount, a share


def _is_copy_hand(case: WagerCase) -> bool:
    return (
        bool(case.bank)
        and any(each.ranks == COPY for each in compare_hands(case))
        and case.result != "win"
        and _has_no_hand_above(case)
    )


def _has_no_hand_above(case: WagerCase) -> bool:
    return all(each.ranks != ABOVE for each in compare_hands(case))


def _is_foul_unseen(case: WagerCase) -> bool:
    """The high hand ranks below the low hand, so neither was compared."""
    wrong = find_foul_setting(case) if case.wager == PAI_GOW and case.result == "lose" else None
    return wrong is not None and wrong.kind == "high-below-low"


def _is_vigorish_rounded(case: WagerCase) -> bool:
    """A fraction of a cent was not charged."""
    to_the_cent = vigorish_rounding(case.rules) is Rounding.DOWN_TO_CENT
    return bool(case.vigorish) and to_the_cent and vigorish_rate(case.rules, case.vigorish_kind) * case.amount != case.vigorish


def _pays_meter_share(case: WagerCase) -> bool:
    return case.result == "win" and isinstance(case.pays, MeterShare)


def _has_unpaired_straight_or_flush(case: WagerCase) -> bool:
    """Return whether cards with an Insurance wager have no pair, but a straight or a flush."""
    is_lost = case.record is not None and case.record.order == INSURANCE.name and case.result == "lose"
    if not is_lost or len(case.counting_cards) not in PAI_GOW_HIGH.card_counts:
        return False
    ranks = [card.rank for card in case.counting_cards if card is not JOKER]
    unpaired = len(set(ranks)) == len(ranks)
    return unpaired and PAI_GOW_HIGH.find_best(case.counting_cards).category in (
        Category.STRAIGHT,
        Category.FLUSH,
        Category.STRAIGHT_FLUSH,
    )


def _dealer_did_not_qualify(case: WagerCase) -> bool:
    """The Ante was returned because the dealer did not qualify, although the player's hand is lower."""
    return case.wager == ANTE and case.result == "tie" and any(each.ranks == BELOW for each in compare_hands(case))


def _category_in(order: HandOrder, *cards: object) -> str:
    return order.find_best(cards).category if len(cards) in order.card_counts else ""  # type: ignore[arg-type]


def _flop_hand_differs(case: WagerCase) -> bool:
    """The two cards with the flop make a different hand than all seven cards."""
    if case.wager_name != PROGRESSIVE or case.folded or case.paytable is None:
        return False
    seven, five = (*case.own_cards, *case.whole_board), (*case.own_cards, *case.whole_board[:FLOP_SIZE])
    rows = [case.paytable.row(_category_in(STANDARD, *cards)) for cards in (five, seven)]
    return case.result in ("win", "lose") and rows[0] is not rows[1]


def _five_card_row_differs(case: WagerCase) -> bool:
    """All five cards match a different row than the best four."""
    if case.wager_name != PROGRESSIVE or order_of_wager(case) is not STANDARD or case.folded or case.paytable is None:
        return False
    rows = [case.paytable.row(_category_in(order, *case.own_cards)) for order in (FOUR_CARD, STANDARD)]
    return case.result in ("win", "lose") and rows[0] is not rows[1]


def _box_hand_differs(case: WagerCase) -> bool:
    """The two cards make a different hand with the box than with the board."""
    if (
        not case.is_decided_by(DecidedBy.OWN_AND_BOX)
        or case.result not in ("win", "lose")
        or case.folded
        or case.paytable is None
    ):
        return False
    rows = [case.paytable.row(_category_in(STANDARD, *case.own_cards, *cards)) for cards in (case.board, case.whole_board)]
    return rows[0] is not rows[1]


def _is_dealers_hand_beaten(case: WagerCase) -> bool:
    """The beaten hand is the dealer's, and has a row."""
    if not case.is_decided_by(DecidedBy.LOSING_HAND) or case.folded or not find_paid_hand(case)[0] or case.paytable is None:
        return False
    own, dealer = (STANDARD.find_best((*cards, *case.whole_board)) for cards in (case.own_cards, case.dealer_cards))
    return dealer < own and case.paytable.row(dealer.category) is not None


def _is_bad_beat_tie(case: WagerCase) -> bool:
    return case.is_decided_by(DecidedBy.LOSING_HAND) and case.announced_hand == "nobody is beaten"


def _has_two_pair_rows(case: WagerCase) -> bool:
    if not case.has_hands_without_order or case.result != "win" or not case.own_cards or case.paytable is None:
        return False
    return sum(case.paytable.row(name) is not None for name in two_card_rows(case.own_cards, case.dealer_cards)) > 1


def _has_half_dollar(case: WagerCase) -> bool:
    return any(row.reading == "UTH-29" for row in case.paid_rows) and case.exact_award % CENTS_PER_DOLLAR != 0


def _depends_on_fold(case: WagerCase) -> bool:
    """A fold lost or kept the wager, as filed."""
    is_filed = case.record is not None and case.side_bet is None and case.record.on_fold is OnFold.FILED
    return is_filed and case.after_fold and case.result in ("win", "lose", "tie")


def _is_refunded_or_settled_by_reading(case: WagerCase) -> bool:
    """The base wagers are void, and a reading decides whether this one is."""
    record = case.record
    is_open = record is not None and (record.is_read_by("UTH-25") or record.on_void_base is OnVoidBase.RETURNED)
    return is_open and bool(case.base_void) and case.side_bet is None


def _is_base_void_for(why: str) -> ReadingDecides:
    """The wagers against the dealer are returned for this reason."""
    return lambda case: case.result == "void" and case.base_void == why and case.wager_name in COMPARED_WAGERS


def _is_straight_on_blind_b(case: WagerCase) -> bool:
    """Paytable B of the Blind does not mention a winning straight."""
    listed = case.wager == "blind" and case.paytable is not None and case.paytable.letter == "B"
    won = listed and any(each.ranks == ABOVE for each in compare_hands(case))
    return won and _category_in(STANDARD, *case.own_cards, *case.whole_board) == Category.STRAIGHT


def _is_envy_by_five_cards(case: WagerCase) -> bool:
    offer = case.rules.offers.get(PROGRESSIVE)
    return _is_envy_below_minimum(case) and offer is not None and any(table.reading == "FC-02" for table in offer.envy)


def _has_equal_hands(case: WagerCase) -> bool:
    return case.wager in COMPARED_WAGERS and any(each.ranks in SAME_RANK for each in compare_hands(case))


def _is_envy_below_minimum(case: WagerCase) -> bool:
    return case.result == ENVY


def _is_surrendered(case: WagerCase) -> bool:
    return case.result == "surrendered"


_READING_CHECKS: Mapping[str, ReadingDecides] = {
    **{reading: _best_paying_differs_from_highest(reading) for reading in ("PG-04", "DIV-06", "DIV-15")},
    "PG-06": _is_foul_unseen,
    "DIV-104": _is_foul_unseen,
    "PG-10": lambda case: (
        _is_envy_below_minimum(case)
        and case.lacks_qualifying_wager
        and case.record is not None
        and case.record.is_read_by("PG-10")
    ),
    "PG-11": lambda case: _is_envy_below_minimum(case) and case.rules.takes_reading("PG-11=every-lammer"),
    "PG-13": _is_surrendered,
    "PG-19": lambda case: _pays_meter_share(case) and case.rules.takes_reading("PG-19=shared"),
    "DIV-40": lambda case: _pays_meter_share(case) and case.rules.takes_reading("DIV-40=shared"),
    "PG-23": lambda case: case.is_cut_by_limit,
    "PG-24": _is_vigorish_rounded,
    "DIV-68": _is_vigorish_rounded,
    "PG-25": lambda case: case.result == "bank" and bool(case.vigorish),
    "DIV-41": lambda case: case.result == "bank" and bool(case.vigorish),
    "PG-29": _is_copy_hand,
    "DIV-43": _is_copy_hand,
    "PG-30": lambda case: case.result == "bank" and case.is_reset_by_dealer,
    "DIV-34": lambda case: case.result == "bank" and case.is_reset_by_dealer,
    "PG-47": _has_unpaired_straight_or_flush,
    **dict.fromkeys(("PG-51", "DIV-52", "UTH-101", "FC-101"), _pays_meter_share),
    "PG-56": lambda case: _is_surrendered(case) and bool(case.bank),
    "DIV-55": lambda case: _is_surrendered(case) and bool(case.bank),
    "DIV-04": lambda case: case.wager_name == NUMBER and case.result == "win" and case.amount != case.exact_award,
    "DIV-35": lambda case: case.wager_name == NUMBER and case.wager == f"{NUMBER}:1" and case.announced_hand == "number 1",
    "DIV-16": lambda case: any(row.reading == "DIV-16" for row in case.paid_rows) and JOKER in case.counting_cards,
    "FC-01": _five_card_row_differs,
    "FC-02": _is_envy_by_five_cards,
    "FC-07": _has_equal_hands,
    "FC-08": lambda case: case.wager_name == ANTE_BONUS,
    "FC-13": _depends_on_fold,
    "FC-17": lambda case: _is_envy_below_minimum(case) and case.lacks_qualifying_wager,
    "UTH-01": _is_straight_on_blind_b,
    "UTH-05": _flop_hand_differs,
    "UTH-09": _depends_on_fold,
    "UTH-12": _box_hand_differs,
    "UTH-14": _is_dealers_hand_beaten,
    "UTH-15": _is_bad_beat_tie,
    "UTH-18": _has_two_pair_rows,
    "UTH-20": _dealer_did_not_qualify,
    "UTH-24": _is_base_void_for("cards-face-up"),
    **dict.fromkeys(("UTH-27", "FC-109"), _is_base_void_for("card-exposed")),
    "UTH-25": _is_refunded_or_settled_by_reading,
    "FC-106": lambda case: bool(case.base_void) and case.wager_name == PROGRESSIVE,
    "UTH-29": _has_half_dollar,
    "UTH-31": lambda case: _is_envy_below_minimum(case) and case.lacks_qualifying_wager,
    "UTH-38": lambda case: _pays_meter_share(case) and case.paytable is not None and case.paytable.letter == "A",
}
"""When each reading is decisive. A reading that is missing here changes no single wager: it is about the order of settlement or
a meter (see `settled_round`), or about a duty."""
