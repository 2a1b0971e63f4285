"""Which cards decide each wager: what is counted, over which deals, and which row is paid if several fit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import comb

from houseway.analysis.odds.counts import DealCounts, ShownHands, shipped_counts_by
from houseway.analysis.odds.wager_hands import count_made_hands, hands_of_order
from houseway.games.paytables import RowPrecedence
from houseway.money import Cents
from houseway.regulation import FiledValue, Paytable, Regulation, SideBet, TakenReadings, Wager
from houseway.regulation.side_bets import (
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


def same_in_all_suits(shown: ShownHands) -> ShownShares:
    return ((shown, 1),)


# Wagers that a book's data describes

_WHOSE_CARDS = (
    ("the player's own", WITH_OWN),
    ("the dealer's", WITH_DEALER),
    ("the flop", WITH_FLOP),
    ("the board", WITH_BOARD),
)


def whose_cards(cards: DecidedBy) -> str:
    """Say whose cards decide a wager: `the player's own and the flop`."""
    return list_things(words for words, kinds in _WHOSE_CARDS if cards in kinds)


def cards_of_side_bet(wager: str, side_bet: SideBet) -> DecidingCards:
    """Return the cards that decide a side bet that the book's data describes.

    It has an axis of its own, because no shipped count covers its hands together with anything else.
    """
    cards = side_bet.wager_cards
    counted = partial(count_made_hands, side_bet.hands or hands_of_order(cards), cards)
    words, total = (
        f"{cards.count} of {len(cards.deck)} cards: {whose_cards(side_bet.cards)}",
        comb(len(cards.deck), cards.count),
    )
    return DecidingCards("", "", f"hands of {wager}", total, words, same_in_all_suits, counted=counted)


Decider = Callable[[OddsInput, str, Paytable], DecidingCards]
"""Finds the cards that decide a wager by a paytable."""
