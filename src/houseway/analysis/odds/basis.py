"""Which cards decide each wager: what is counted, over which deals, and which row is paid if several fit."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, partial
from math import comb

from houseway.analysis.odds.counts import Counts, Shown, counts_by
from houseway.errors import NotAllowed
from houseway.hands import ORDERS, PAI_GOW_HIGH, Category, Order
from houseway.money import Cents, Rounding
from houseway.regulation import Filed, Paytable, Regulation
from houseway.regulation.games import FOUR_CARD_POKER, PAI_GOW_POKER, ULTIMATE_TEXAS_HOLDEM
from houseway.submission.rules import Meter, Offer, Rules

Parts = tuple[tuple[Shown, int], ...]
"""The hands that a counted value shows to a wager, each with its share of the suits."""


@dataclass(frozen=True)
class Ground:
    """The input of an odds calculation: rules, or a rule book with its default readings."""

    regulation: Regulation = field(repr=False)
    readings: Mapping[str, str]
    offers: Mapping[str, Offer]
    meters: tuple[Meter, ...]
    options: Mapping[str, Filed]
    assumed: frozenset[str] = frozenset()
    """Readings that must be filed but were not; their first choice is assumed."""
    rules_hash: str = ""

    @classmethod
    def of(cls, source: "Rules | Regulation", readings: Mapping[str, str] | None = None) -> "Ground":
        book = source.regulation if isinstance(source, Rules) else source
        taken = dict(source.readings) if isinstance(source, Rules) else {}
        given = readings or {}
        must_be_filed = {id_ for id_, each in book.readings.items() if each.must_be_filed}
        assumed = frozenset(must_be_filed - set(taken) - set(given))
        taken = book.choose_readings({**taken, **given})
        if isinstance(source, Rules):
            return cls(book, taken, source.offers, source.meters, source.options, assumed, source.hash)
        return cls(book, taken, {}, (), {}, assumed)

    def reads(self, reading: str, choice: str) -> bool:
        return self.readings.get(reading) == choice


class First(Enum):
    """The row that is paid if the cards fit several."""

    HIGHEST = "the highest-ranking hand"
    BEST_PAYING = "the best-paying hand"


@dataclass(frozen=True)
class Basis:
    """The cards that decide a wager."""

    game: str
    space: str
    axis: str
    total: int
    """The number of equally likely deals, without the cards that do not decide."""
    words: str
    parts: Callable[[Shown], Parts] = field(repr=False)
    """Map a counted value to the hands of the wager, highest first; values that suits tell apart are split in proportion."""
    first: First = First.HIGHEST
    readings: tuple[str, ...] = ()
    """The readings that decide which cards and which row count."""
    rounding: Callable[..., Cents] | None = None
    """How the award of a row is rounded; None if it is not."""

    def shown(self, hands: frozenset[str]) -> Counts:
        """Count all deals by the hands of a paytable that they show."""

        def among(raw: Shown) -> Parts:
            return tuple((tuple(hand for hand in shown if hand in hands), share) for shown, share in self.parts(raw))

        return self._raw().split(self.axis, among).over(self.total)

    def _raw(self) -> Counts:
        """Return the shipped counts; a drawn number is independent of all cards."""
        if not self.game:
            return Counts((self.axis,), (((("drawn",),), self.total),))
        return counts_by(self.game, self.space, self.axis)


def basis(ground: Ground, wager: str, table: Paytable) -> Basis:
    """Return the cards that decide a wager. Wagers of the base game depend on the play, so they are solved, not counted."""
    found = _BASES[ground.regulation.game].get(wager)
    if found is None:
        title, known = ground.regulation.wager(wager).title, counted(ground.regulation)
        raise NotAllowed(
            f"the {title} hangs on how the game is played: it is solved, not counted; counted are {', '.join(known)}",
            code="odds.not-counted",
            clauses=(ground.regulation.wager(wager).clause,),
            given=wager,
            allowed=known,
        )
    return found(ground, wager, table)


def counted(book: Regulation) -> tuple[str, ...]:
    """Return the wagers that cards alone decide."""
    return tuple(wager for wager in book.wagers if wager in _BASES.get(book.game, {}))


def is_envy(book: Regulation, wager: str) -> bool:
    return any(wager in each.envy for each in book.wagers.values())


def _whole(shown: Shown) -> Parts:
    return ((shown, 1),)


# Pai Gow Poker: seven cards of 53

_ALSO = {"fortune-bonus": ("PG-03",), "emperors-treasure": ("PG-03",), "bonus": ("DIV-05",)}


def _seven_of_53(ground: Ground, wager: str, table: Paytable) -> Basis:
    book = ground.regulation
    reading = book.wager(wager).best_row
    best = First.BEST_PAYING if ground.reads(reading, "best-paying") else First.HIGHEST
    order = next(order for order in ORDERS if order.name == book.wager(wager).order)
    readings = (*((reading,) if reading else ()), *_ALSO.get(wager, ()))
    words = "seven of 53 cards"
    return Basis("pai-gow", "deal", "held", comb(53, 7), words, partial(_ranked, order), best, readings)


def _ranked(order: Order, held: Shown) -> Parts:
    return ((tuple(hand for hand in _by_rank(order) if hand in held), 1),)


@cache
def _by_rank(order: Order) -> Shown:
    """List the hands that only this list names, then the others in the order of the high hand (as `games.awards` pays)."""
    own = [category for category in order.categories[:-1] if category not in PAI_GOW_HIGH.categories]  # the last is nothing
    return tuple(map(str, (*own, *(category for category in PAI_GOW_HIGH.categories if category in order.categories))))


def _number(ground: Ground, wager: str, table: Paytable) -> Basis:
    """One of seven numbers is drawn evenly; winnings are rounded down to the dollar (DIV-04)."""
    numbers = ground.regulation.value("starting-numbers")
    assert isinstance(numbers, int)  # (d)(2)(i) sets it, and the rule books are tested for it
    drawn: Parts = ((("number-drawn",), 1), ((), numbers - 1))
    down = Rounding.DOWN_TO_WHOLE_DOLLAR.apply
    return Basis("", "number", "number", numbers, f"{numbers} numbers", lambda _: drawn, readings=("DIV-04",), rounding=down)


# Ultimate Texas Hold'em

_FIVE, _SEVEN = (comb(52, 5), "five of 52 cards: two and the flop"), (comb(52, 7), "seven of 52 cards: two and the board")
_BOARD = (comb(52, 5), "five of 52 cards: the board")
_CONTEST = (comb(52, 5) * comb(47, 2) * comb(45, 2), "the board, the player's two cards and the dealer's")
_ultimate = partial(Basis, "ultimate", "deal")


def _trips(ground: Ground, wager: str, table: Paytable) -> Basis:
    return _ultimate("seven", *_SEVEN, _whole)


def _progressive(ground: Ground, wager: str, table: Paytable) -> Basis:
    if ground.reads("UTH-05", "best-of-seven"):
        return _ultimate("seven", *_SEVEN, _whole, readings=("UTH-05",))
    return _ultimate("five", *_FIVE, _whole, readings=("UTH-05",))


def _six_cards(ground: Ground, wager: str, table: Paytable) -> Basis:
    if ground.reads("UTH-12", "community-cards"):
        return _ultimate("seven", *_SEVEN, _of_diamonds, readings=("UTH-12", "UTH-13"))
    words = "six of 52 cards: two and the box"
    return Basis("ultimate", "box", "six", comb(52, 6), words, _of_diamonds, readings=("UTH-12", "UTH-13"))


def _of_diamonds(shown: Shown) -> Parts:
    """One super royal in four is of diamonds."""
    if Category.SUPER_ROYAL not in shown:
        return _whole(shown)
    return (((str(Category.SUPER_ROYAL_OF_DIAMONDS), *shown), 1), (shown, 3))


def _pairs(ground: Ground, wager: str, table: Paytable) -> Basis:
    holes, words, with_dealer = comb(52, 2), "two of 52 cards", table.row("player-and-dealer-aces") is not None
    if with_dealer:
        holes, words = holes * comb(50, 2), "two of 52 cards, and two of the dealer's"
    return _ultimate("hole", holes, words, _red_aces, readings=("UTH-18",))


def _red_aces(shown: Shown) -> Parts:
    """One pair of aces in six is hearts and diamonds."""
    if "pair-of-aces" not in shown:
        return _whole(shown)
    return (((*shown[:-1], "aces-of-hearts-and-diamonds", shown[-1]), 1), (shown, 5))


def _bad_beat(ground: Ground, wager: str, table: Paytable) -> Basis:
    own_only = ground.reads("UTH-14", "player-hand")
    return _ultimate("contest", *_CONTEST, partial(_beaten, own_only), readings=("UTH-14", "UTH-15"))


def _beaten(own_only: bool, contest: Shown) -> Parts:
    """Return the rank of the hand that lost, or of the player's hand only."""
    if contest[0] == "dealer" and own_only:
        return (((), 1),)
    return ((contest[-1:], 1),)


def _play_the_board(ground: Ground, wager: str, table: Paytable) -> Basis:
    return _ultimate("board", *_BOARD, _whole)


# Four Card Poker

_FIVE_CARD_HANDS = {Category.ROYAL_FLUSH, Category.FULL_HOUSE}


def _five_of_52(ground: Ground, wager: str, table: Paytable) -> Basis:
    """Use the best four of a player's five cards, or all five if the paytable names a hand that four cards cannot make (FC-01)."""
    five = any(row.hand in _FIVE_CARD_HANDS for row in table.rows)
    axis, words = ("five", "five of 52 cards, all of them") if five else ("four", "five of 52 cards, the best four")
    return Basis("four-card", "deal", axis, comb(52, 5), words, _whole)


_BASES: Mapping[str, Mapping[str, Callable[[Ground, str, Paytable], Basis]]] = {
    PAI_GOW_POKER: {
        **dict.fromkeys(("fortune-bonus", "fortune-envy", "emperors-treasure", "emperors-envy", "insurance"), _seven_of_53),
        **dict.fromkeys(("progressive", "bonus", "bonus-envy"), _seven_of_53),
        "number": _number,
    },
    ULTIMATE_TEXAS_HOLDEM: {
        "trips": _trips,
        **dict.fromkeys(("progressive", "progressive-envy-1", "progressive-envy-5"), _progressive),
        "six-card-bonus": _six_cards,
        "ultimate-pairs": _pairs,
        "bad-beat": _bad_beat,
        "play-the-board": _play_the_board,
    },
    FOUR_CARD_POKER: dict.fromkeys(("aces-up", "progressive", "progressive-envy-1", "progressive-envy-5"), _five_of_52),
}
"""The function that finds the deciding cards, by game and wager."""
