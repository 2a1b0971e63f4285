"""Which cards decide each wager: what is counted, over which deals, and which row is paid if several fit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import comb

from houseway.analysis.odds.counts import DealCounts, ShownHands, shipped_counts_by
from houseway.analysis.odds.wager_hands import count_made_hands, hands_of_order
from houseway.games.paytables import RowPrecedence, hands_by_rank, row_precedence
from houseway.hands import ORDERS, Category, HandOrder
from houseway.money import Cents, Rounding
from houseway.procedure import NUMBER
from houseway.regulation import FiledValue, Paytable, Regulation, SideBet, TakenReadings, Wager
from houseway.regulation.side_bets import (
    BEATEN_HAND,
    BEST_HAND,
    BOARD_HAND,
    SEVEN_CARDS,
    SUPER_ROYAL,
    TWO_CARDS,
    WITH_BOARD,
    WITH_DEALER,
    WITH_FLOP,
    WITH_OWN,
    DecidedBy,
)
from houseway.spelling import list_things
from houseway.submission.rules import FiledMeter, Offer, Rules
from houseway.values import ShortRepr

ShownShares = tuple[tuple[ShownHands, int], ...]
"""The hands that a counted value means to a wager, each with the share of the deals in which it is that hand."""


@dataclass(frozen=True)
class OddsInput:
    """The input of an odds calculation: rules, or a rule book with its default readings."""

    regulation: Regulation = field(repr=False)
    readings: TakenReadings
    offers: Mapping[str, Offer]
    meters: tuple[FiledMeter, ...]
    options: Mapping[str, FiledValue]
    assumed: frozenset[str] = frozenset()
    """Readings that must be filed but were not; their first choice is assumed."""
    rules_hash: str = ""

    @classmethod
    def from_source(cls, source: "Rules | Regulation", readings: Mapping[str, str] | None = None) -> "OddsInput":
        book = source.regulation if isinstance(source, Rules) else source
        taken = dict(source.readings) if isinstance(source, Rules) else {}
        given = readings or {}
        must_be_filed = {id_ for id_, each in book.readings.items() if each.must_be_filed}
        assumed = frozenset(must_be_filed - set(taken) - set(given))
        taken = book.choose_readings({**taken, **given})
        if isinstance(source, Rules):
            return cls(book, taken, source.offers, source.meters, source.options, assumed, source.hash)
        return cls(book, taken, {}, (), {}, assumed)

    def is_read_as(self, reading: str, choice: str) -> bool:
        return self.readings.takes(f"{reading}={choice}")


@dataclass(frozen=True, repr=False)
class DecidingCards(ShortRepr):
    """The cards that decide a wager."""

    game: str
    space: str
    axis: str
    total: int
    """The number of equally likely deals, without the cards that do not decide."""
    description: str
    split_by_suit: Callable[[ShownHands], ShownShares] = field(repr=False)
    """Map a counted value to the hands of the wager, highest first. If the hand depends on suits, the value is split in
    proportion."""
    precedence: RowPrecedence = RowPrecedence.HIGHEST
    readings: tuple[str, ...] = ()
    """The readings that decide which cards and which row count."""
    rounding: Callable[..., Cents] | None = None
    """How the award of a row is rounded; None if it is not."""
    counted: Callable[[], DealCounts] | None = field(default=None, repr=False)
    """What counts the deals; None if their counts are shipped, or a number is drawn."""

    @property
    def is_drawn_number(self) -> bool:
        """Return whether a number is drawn instead, which is independent of all cards."""
        return not self.game and self.counted is None

    def count_by_hands(self, hands: frozenset[str]) -> DealCounts:
        """Count all deals by the hands of a paytable that they show."""

        def among(raw: ShownHands) -> ShownShares:
            return tuple((tuple(hand for hand in shown if hand in hands), share) for shown, share in self.split_by_suit(raw))

        return self._all_deals().split_by_suit(self.axis, among).scaled_to(self.total)

    def _all_deals(self) -> DealCounts:
        """Return all deals by what decides the wager."""
        if self.counted is not None:
            return DealCounts((self.axis,), self.counted().cells)
        if self.is_drawn_number:
            return DealCounts((self.axis,), (((("drawn",),), self.total),))
        return shipped_counts_by(self.game, self.space, self.axis)


def is_envy(book: Regulation, wager: str) -> bool:
    return any(wager in each.envy for each in book.wagers.values())


def wager_or_its_earner(book: Regulation, wager: str) -> Wager:
    """Return a wager, or for an envy bonus the wager that earns it, which the same cards of another player decide."""
    return next((each for each in book.wagers.values() if wager in each.envy), book.wager(wager))


def _same_in_all_suits(shown: ShownHands) -> ShownShares:
    return ((shown, 1),)


# Wagers that a book's data describes

_WHOSE = (("the player's own", WITH_OWN), ("the dealer's", WITH_DEALER), ("the flop", WITH_FLOP), ("the board", WITH_BOARD))


def cards_of_side_bet(wager: str, side_bet: SideBet) -> DecidingCards:
    """Return the cards that decide a side bet that the book's data describes.

    It has an axis of its own, because no shipped count covers its hands together with anything else.
    """
    cards = side_bet.wager_cards
    counted = partial(count_made_hands, side_bet.hands or hands_of_order(cards), cards)
    whose = list_things(words for words, kinds in _WHOSE if side_bet.cards in kinds)
    words, total = f"{cards.count} of {len(cards.deck)} cards: {whose}", comb(len(cards.deck), cards.count)
    return DecidingCards("", "", f"hands of {wager}", total, words, _same_in_all_suits, counted=counted)


# Pai Gow Poker: seven cards of 53


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


# Ultimate Texas Hold'em

_FIVE, _SEVEN = (comb(52, 5), "five of 52 cards: two and the flop"), (comb(52, 7), "seven of 52 cards: two and the board")
_BOARD = (comb(52, 5), "five of 52 cards: the board")
_CONTEST = (comb(52, 5) * comb(47, 2) * comb(45, 2), "the board, the player's two cards and the dealer's two")
_ultimate_deal = partial(DecidingCards, "ultimate", "deal")


def _five_or_seven(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    axis, size = ("seven", _SEVEN) if _counts_board(odds_input, wager) else ("five", _FIVE)
    return _ultimate_deal(axis, *size, _same_in_all_suits, readings=_readings_about_cards(odds_input, wager))


def _six_cards(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    readings = (*_readings_about_cards(odds_input, wager), "UTH-13")
    if _counts_board(odds_input, wager):
        return _ultimate_deal("seven", *_SEVEN, _split_super_royal, readings=readings)
    words = "six of 52 cards: two and the box"
    return DecidingCards("ultimate", "box", "six", comb(52, 6), words, _split_super_royal, readings=readings)


def _counts_board(odds_input: OddsInput, wager: str) -> bool:
    """Return whether the player's cards and all of the board decide a wager, as the readings are taken."""
    return wager_or_its_earner(odds_input.regulation, wager).under(odds_input.readings).decided_by is DecidedBy.OWN_AND_BOARD


def _readings_about_cards(odds_input: OddsInput, wager: str) -> tuple[str, ...]:
    """Return the readings that change which cards decide a wager."""
    changes = wager_or_its_earner(odds_input.regulation, wager).as_read.items()
    return tuple(dict.fromkeys(choice.partition("=")[0] for choice, fields in changes if "decided_by" in fields))


def _split_super_royal(shown: ShownHands) -> ShownShares:
    """One super royal in four is of diamonds."""
    if Category.SUPER_ROYAL not in shown:
        return _same_in_all_suits(shown)
    return (((str(Category.SUPER_ROYAL_OF_DIAMONDS), *shown), 1), (shown, 3))


def _hole_cards(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    holes, words, with_dealer = comb(52, 2), "two of 52 cards", table.row("player-and-dealer-aces") is not None
    if with_dealer:
        holes, words = holes * comb(50, 2), "two of 52 cards, and two of the dealer's"
    return _ultimate_deal("hole", holes, words, _split_pair_of_aces, readings=("UTH-18",))


def _split_pair_of_aces(shown: ShownHands) -> ShownShares:
    """One pair of aces in six is hearts and diamonds."""
    if "pair-of-aces" not in shown:
        return _same_in_all_suits(shown)
    return (((*shown[:-1], "aces-of-hearts-and-diamonds", shown[-1]), 1), (shown, 5))


def _contest_with_dealer(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    own_only = odds_input.is_read_as("UTH-14", "player-hand")
    return _ultimate_deal("contest", *_CONTEST, partial(_beaten_hand, own_only), readings=("UTH-14", "UTH-15"))


def _beaten_hand(own_only: bool, contest: ShownHands) -> ShownShares:
    """Return the rank of the hand that lost, or of the player's hand only."""
    if contest[0] == "dealer" and own_only:
        return (((), 1),)
    return ((contest[-1:], 1),)


def _board_alone(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    return _ultimate_deal("board", *_BOARD, _same_in_all_suits)


# Four Card Poker

_FIVE_CARD_HANDS = {Category.ROYAL_FLUSH, Category.FULL_HOUSE}


def _five_of_52(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    """Use the best four of a player's five cards, or all five if the paytable names a hand that four cards cannot make (FC-01)."""
    five = any(row.hand in _FIVE_CARD_HANDS for row in table.rows)
    axis, words = ("five", "five of 52 cards, all of them") if five else ("four", "five of 52 cards, the best four")
    return DecidingCards("four-card", "deal", axis, comb(52, 5), words, _same_in_all_suits)


Decider = Callable[[OddsInput, str, Paytable], DecidingCards]
"""Finds the cards that decide a wager by a paytable."""

PAI_GOW_DECIDERS: Mapping[str, Decider] = {SEVEN_CARDS: _seven_of_53, NUMBER: _drawn_number}
"""By the function that pays a wager (`paid-by`), here and below. No function pays the wager on the number."""
ULTIMATE_DECIDERS: Mapping[str, Decider] = {
    BEST_HAND: _five_or_seven,
    SUPER_ROYAL: _six_cards,
    TWO_CARDS: _hole_cards,
    BEATEN_HAND: _contest_with_dealer,
    BOARD_HAND: _board_alone,
}
FOUR_CARD_DECIDERS: Mapping[str, Decider] = {BEST_HAND: _five_of_52}
