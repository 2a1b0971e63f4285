"""Explain what decided a wager: the hands compared, the cards of the paid hand, the row and the arithmetic."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.cards import Card
from houseway.citation import Citation
from houseway.explanation.display_names import spoken_name
from houseway.explanation.games import comparison_order
from houseway.explanation.settings import Foul, find_foul_hands
from houseway.games.awards import CUT, vigorish_rate, vigorish_rounding
from houseway.hands import PAI_GOW_LOW, SIX_CARD_BONUS, STANDARD, Category, Hand, HandOrder
from houseway.money import Cents, FixedAmount, MeterShare, Pay, Push, Rounding, TotalForOne
from houseway.procedure import ANTE, PAI_GOW
from houseway.regulation import Paytable, Row, SideBet, Wager
from houseway.regulation.games import ranked_orders
from houseway.regulation.side_bets import SUPER_ROYAL, DecidedBy
from houseway.submission import Rules
from houseway.values import ShortRepr

Cards = tuple[Card, ...]
COMPARED_WAGERS = frozenset((PAI_GOW, ANTE, "blind", "play"))
"""Wagers that are decided by comparing two hands."""
FLOP_SIZE = 3
"""The number of cards in a flop."""
ABOVE, COPY, EQUAL, BELOW = "above", "a copy of", "equal to", "below"
SAME_RANK = (COPY, EQUAL)
"""What equal hands are called in Pai Gow Poker, and against the dealer."""


@dataclass(frozen=True, slots=True)
class WagerCase:
    """One wager with every card and fact that was open when it was settled."""

    rules: Rules
    wager: str
    result: str = ""
    stake: int = 0
    """In cents, including coupons."""
    amount: int = 0
    vigorish: int = 0
    announced_hand: str = ""
    """The hand as the table announced it."""
    clauses: tuple[Citation, ...] = ()
    high: Cards = ()
    low: Cards = ()
    other_high: Cards = ()
    other_low: Cards = ()
    own_cards: Cards = ()
    """The player's cards, if they are not set in two parts."""
    board: Cards = ()
    """Cards on the layout that count for this wager."""
    whole_board: Cards = ()
    dealer_cards: Cards = ()
    bank: str = ""
    """Who takes the dealer's place: nobody (empty), `bank` or `co-bank`."""
    folded: bool = False
    """Whether a fold lost this wager."""
    after_fold: bool = False
    """Whether the player folded, even if this wager survived."""
    base_void: str = ""
    """Why the wagers against the dealer were void, if only they were."""
    meter_cents: Fraction | None = None
    """The meter in cents when a share of it was paid; None if it was not recorded here."""
    is_reset_by_dealer: bool = False
    """Whether the dealer had to reset the bank's hands."""
    lacks_qualifying_wager: bool = False
    """For an envy bonus: its wager was below the minimum, or the holder of the hand had not made the wager."""

    @property
    def wager_name(self) -> str:
        """Return the wager without its number and without the suffix for envy."""
        return self.wager.partition(":")[0].partition(" ")[0]

    @property
    def vigorish_kind(self) -> str:
        """Return what vigorish is charged on: the surplus of a bank or co-bank, a win against a bank, or (empty) a base wager."""
        if self.result == BANK:
            return self.bank
        return f"against-{BANK}" if self.bank else ""

    @property
    def paytable(self) -> Paytable | None:
        offer = self.rules.offers.get(self.wager_name)
        return offer.paytable if offer else None

    @property
    def side_bet(self) -> SideBet | None:
        """Return how the book's data describes the wager, if it does."""
        return self.rules.side_bets.get(self.wager_name)

    @property
    def record(self) -> Wager | None:
        """Return what the book's data says of the wager, as its readings are taken."""
        return self.rules.wagers.get(self.wager_name)

    def is_decided_by(self, cards: DecidedBy) -> bool:
        return self.record is not None and self.record.decided_by is cards

    @property
    def has_hands_without_order(self) -> bool:
        """Return whether the game's code finds hands of the player's own cards that no order ranks."""
        record = self.record
        return record is not None and bool(record.paid_by) and not record.order

    @property
    def counting_cards(self) -> Cards:
        """Return all cards that count for this wager."""
        return (*self.high, *self.low, *self.own_cards, *self.board)

    @property
    def paid_rows(self) -> tuple[Row, ...]:
        """Return the rows that paid: those whose clauses are behind the settlement."""
        paid = self.result in ("win", "tie") and self.paytable is not None
        found = [row for row in self.paytable.rows if row.clause in self.clauses] if paid and self.paytable else []
        said = [row for row in found if self.announced_hand and spoken_name(row.hand) in self.announced_hand]
        return tuple(said or found[:1])

    @property
    def pays(self) -> Pay | None:
        return self.paid_rows[0].pays if self.paid_rows else None

    @property
    def is_cut_by_limit(self) -> bool:
        """Return whether the payout limit reduced the payment."""
        return self.result == "win" and not set(self.rules.law(CUT)).isdisjoint(self.clauses) and self.amount < self.exact_award

    @property
    def exact_award(self) -> Fraction:
        """Return what the rows pay in cents, before rounding and cuts."""
        return sum((self.row_award(row) for row in self.paid_rows), Fraction(0))

    def row_award(self, row: Row) -> Fraction:
        """Return what a row pays. If the meter was not recorded, the share is what was paid."""
        if not isinstance(row.pays, MeterShare):
            return row.pays.award(Cents(self.stake))
        return Fraction(self.amount) if self.meter_cents is None else row.pays.share * self.meter_cents


# Hands compared


@dataclass(frozen=True, slots=True, repr=False)
class HandComparison(ShortRepr):
    """A hand and the one that it was compared with."""

    part: str
    """`high hand`, `low hand` or `hand`."""
    cards: Cards
    hand_words: str
    ranks: str
    """Above the other hand, below it, or a copy of it."""
    other_cards: Cards
    other_words: str

    def to_json(self) -> dict[str, object]:
        return {
            "part": self.part,
            "cards": [str(card) for card in self.cards],
            "hand": self.hand_words,
            "ranks": self.ranks,
            "other_cards": [str(card) for card in self.other_cards],
            "other_hand": self.other_words,
        }


def compare_hands(case: WagerCase) -> tuple[HandComparison, ...]:
    """Compare the player's hands with the dealer's or the bank's, if they were compared at the table."""
    if case.wager not in COMPARED_WAGERS or case.result not in ("win", "lose", "tie") or case.folded:
        return ()
    if case.dealer_cards and case.own_cards:
        whole = (*case.own_cards, *case.whole_board), (*case.dealer_cards, *case.whole_board)
        order = comparison_order(case.rules.game)
        return tuple(
            _compare_pair("hand", order, *whole) for _ in range(all(len(cards) in order.card_counts for cards in whole))
        )
    order = case.rules.high_order
    parts = (("high hand", order, case.high, case.other_high), ("low hand", PAI_GOW_LOW, case.low, case.other_low))
    if any(len(cards) != order.hand_size for _, order, *both in parts for cards in both) or find_foul_setting(case) is not None:
        return ()
    return tuple(_compare_pair(*part) for part in parts)


def find_foul_setting(case: WagerCase) -> Foul | None:
    """Return why the hands lose without a comparison; None if they are set correctly."""
    return find_foul_hands(case.rules, case.high, case.low) if case.high and case.low else None


def _compare_pair(part: str, order: HandOrder, cards: Cards, other: Cards) -> HandComparison:
    own, theirs = order.find_best(cards), order.find_best(other)
    same = EQUAL if part == "hand" else COPY
    ranks = same if own == theirs else ABOVE if own > theirs else BELOW
    return HandComparison(part, own.cards, own.describe(), ranks, theirs.cards, theirs.describe())


# The hand that a wager is paid on


def order_of_wager(case: WagerCase) -> HandOrder | None:
    """Return the order that ranks the cards of an optional wager; None if it has hands of its own."""
    if case.side_bet is not None:
        return None if case.side_bet.hands else case.side_bet.order
    if case.record is not None and case.record.paid_by == SUPER_ROYAL:
        return SIX_CARD_BONUS if len(case.counting_cards) in SIX_CARD_BONUS.card_counts else STANDARD
    name = case.rules.regulation.wager(case.wager_name).order
    order = next((order for order in ranked_orders() if order.name == name), None)
    return STANDARD if order is not None and _ranks_five_cards(case.paytable, order) else order


def _ranks_five_cards(table: Paytable | None, order: HandOrder) -> bool:
    """Return whether a table pays a royal flush that its wager's own order of fewer cards does not have (FC-01, FC-02)."""
    royal = Category.ROYAL_FLUSH
    return table is not None and royal not in order.categories and table.row(royal) is not None


def find_paid_hand(case: WagerCase) -> tuple[Cards, str]:
    """Return the cards that make the hand that decides an optional wager, and that hand in words."""
    if case.wager in COMPARED_WAGERS or case.folded or case.result not in ("win", "lose", "tie"):
        return (), ""
    if case.has_hands_without_order:
        return case.own_cards, ", ".join(spoken_name(row.hand) for row in case.paid_rows) or "fits no row"
    if case.side_bet is not None and case.side_bet.hands:
        return case.counting_cards, ", ".join(case.side_bet.describe_hand(row.hand) for row in case.paid_rows) or "fits no row"
    hand = _find_judged_hand(case)
    return (hand.cards, hand.describe()) if hand is not None else ((), "")


def _find_judged_hand(case: WagerCase) -> Hand | None:
    return _find_beaten_hand(case) if case.is_decided_by(DecidedBy.LOSING_HAND) else _find_listed_hand(case)


def _find_listed_hand(case: WagerCase) -> Hand | None:
    order, cards = order_of_wager(case), case.counting_cards
    if order is None or len(cards) not in order.card_counts:
        return None
    rows = {row.hand for row in case.paid_rows}
    paid = next((hand for hand in order.find_all(cards) if hand.category in rows), None)
    return paid or _order_for_words(case, order).find_best(cards)


def _order_for_words(case: WagerCase, order: HandOrder) -> HandOrder:
    """Use the order of the high hand for hands that a list of paying hands does not name."""
    return case.rules.high_order if not case.rules.against_dealer and order.has_category(Category.NOTHING) else order


def _find_beaten_hand(case: WagerCase) -> Hand | None:
    """The Bad Beat counts the lower hand, whoever holds it. A tie beats nobody."""
    if not case.dealer_cards or len((*case.dealer_cards, *case.whole_board)) not in STANDARD.card_counts:
        return None
    lower, higher = sorted(STANDARD.find_best((*cards, *case.whole_board)) for cards in (case.own_cards, case.dealer_cards))
    return lower if lower != higher else None


# Row and arithmetic


def describe_row(case: WagerCase) -> str:
    """Describe the row that paid, with the paytable's letter, or say that no row applies."""
    if case.paid_rows and case.paytable is not None:
        which = f"{_name_paytable(case.paytable)}, " if case.paytable.letter != SINGLE_PAYTABLE else ""
        rows = "; ".join(
            f"{_ROW_NAMES.get(row.hand, spoken_name(row.hand))} {_describe_pay(row.pays)}" for row in case.paid_rows
        )
        return f"{which}{rows}"
    return _describe_missing_row(case)


@dataclass(frozen=True, slots=True)
class PaytableLine:
    """A row of the paytable that decided a wager, as people read it."""

    hand: str
    pays: str
    clause: Citation
    reading: str
    """The reading that the row follows from, if the text does not print it."""
    is_paid: bool

    def to_json(self) -> dict[str, object]:
        facts = {"hand": self.hand, "pays": self.pays, "clause": self.clause.clause, "paid": self.is_paid}
        return facts | ({"reading": self.reading} if self.reading else {})


def describe_paytable(case: WagerCase) -> str:
    """Name the paytable of a wager; empty if it has none."""
    return _name_paytable(case.paytable) if case.paytable is not None else ""


def neighbouring_lines(case: WagerCase) -> tuple[PaytableLine, ...]:
    """Return the rows that paid with the rows around them, or the lowest rows if no row applies; none for a single row."""
    rows = case.paytable.rows if case.paytable is not None else ()
    paid = [rows.index(row) for row in case.paid_rows]
    if len(rows) < 2 or not (paid or _describe_missing_row(case)):
        return ()
    first, last = (min(paid), max(paid)) if paid else (len(rows), len(rows))
    shown = rows[max(0, first - NEIGHBOURS) : last + NEIGHBOURS + 1]
    return tuple(_paytable_line(row, row in case.paid_rows) for row in shown)


def _paytable_line(row: Row, is_paid: bool) -> PaytableLine:
    pays = "push" if isinstance(row.pays, Push) else _pay_text(row.pays)
    return PaytableLine(_ROW_NAMES.get(row.hand, spoken_name(row.hand)), pays, row.clause, row.reading, is_paid)


def _describe_missing_row(case: WagerCase) -> str:
    if case.result != "lose" or case.wager in COMPARED_WAGERS or case.folded or case.paytable is None:
        return ""
    hand = _find_judged_hand(case)
    has_own_hands = case.has_hands_without_order or (case.side_bet is not None and bool(case.side_bet.hands))
    if not has_own_hands and (hand is None or case.paytable.row(hand.category) is not None):
        return ""
    return f"{_name_paytable(case.paytable)} has no row for it"


def _name_paytable(table: Paytable) -> str:
    """Name a paytable by its letter, or by the stake that it is for."""
    if table.letter == SINGLE_PAYTABLE:
        return "the paytable"
    return f"the paytable for ${table.letter}" if table.letter.isdigit() else f"Paytable {table.letter}"


def _describe_pay(pays: Pay) -> str:
    return "pushes" if isinstance(pays, Push) else f"pays {_pay_text(pays)}"


def _pay_text(pays: Pay) -> str:
    """Print a payout as in the paytable, with "the meter" for a share."""
    if not isinstance(pays, MeterShare):
        return str(pays)
    share, _, meter = str(pays).partition(" of ")
    return f"{share} of the meter" + (f" {meter}" if meter != "meter" else "")


NEIGHBOURS = 2
"""How many rows above and below the one that paid are shown."""
SINGLE_PAYTABLE = "single"
_ROW_NAMES = {"win": "a win", "number-drawn": "the number drawn"}


def describe_arithmetic(case: WagerCase) -> tuple[str, ...]:
    """Describe the arithmetic of the payment and of the vigorish."""
    lines = [_describe_row_payment(case, row) for row in case.paid_rows if case.result == "win"]
    if case.bank and case.wager == PAI_GOW and case.result == "win":
        lines = [f"the amount wagered, paid from the centre = {Cents(case.stake)}"]
    if len(lines) > 1:
        lines.append(f"in all {_exact_money(case.exact_award)}")
    if case.paid_rows and lines and case.amount != case.exact_award:
        lines[-1] += f", {_describe_rounding(case)}: {Cents(case.amount)}"
    charged = (_describe_vigorish(case.rules, case.amount, case.vigorish, case.vigorish_kind),) if case.vigorish else ()
    return (*lines, *charged)


def _describe_row_payment(case: WagerCase, row: Row) -> str:
    stake, pays = Cents(case.stake), row.pays
    if isinstance(pays, MeterShare):
        stood = (
            "as it stood at this player's turn"
            if case.meter_cents is None
            else f"which stood at {_exact_money(case.meter_cents)}"
        )
        return f"{_pay_text(pays)}, {stood}: {_exact_money(case.row_award(row))}"
    if isinstance(pays, FixedAmount):
        returned = ", which is returned" if pays.returns_stake else ""
        return f"{pays} at any stake{returned}"
    stake_note = ", and the house keeps the stake" if isinstance(pays, TotalForOne) else ""
    return f"{stake} at {pays} = {_exact_money(case.row_award(row))}{stake_note}"


def _describe_rounding(case: WagerCase) -> str:
    if case.is_cut_by_limit:
        return "cut to the payout limit"
    if isinstance(case.pays, MeterShare) and case.amount < case.exact_award:
        return "cut in proportion with the other winners"
    if case.amount > case.exact_award:
        return "up to the cent"
    return Rounding.DOWN_TO_WHOLE_DOLLAR.value


BANK = "bank"


def _describe_vigorish(rules: Rules, won: int, taken: int, kind: str) -> str:
    rate = vigorish_rate(rules, kind)
    exact = rate * won
    rounded = f", {vigorish_rounding(rules).value}: {Cents(taken)}" if exact != taken else ", no rounding needed"
    return f"vigorish {rate * 100}% of {Cents(won)} = {_exact_money(exact)}{rounded}"


def describe_bank_arithmetic(rules: Rules, moved: Mapping[str, int], co_banking: bool) -> tuple[str, ...]:
    """Describe what was left for the bank and the vigorish on it, from the transfers by reason."""
    if not moved.get("vigorish"):
        return ()
    won = bank_surplus(moved)
    kind = f"co-{BANK}" if co_banking else BANK
    left = f"{Cents(won)} in the centre is the bank's{' half' if co_banking else ''}"
    return left, _describe_vigorish(rules, won, moved["vigorish"], kind)


def bank_surplus(moved: Mapping[str, int]) -> int:
    """Return what was left in the centre for the bank, before vigorish."""
    return moved.get("vigorish", 0) + moved.get("bank-surplus", 0)


def _exact_money(exact: Fraction) -> str:
    """Print an exact amount, with its fraction of a cent if it has one."""
    whole, rest = divmod(exact, 1)
    return f"{Cents(whole)}" + (f" and {rest} of a cent" if rest else "")
