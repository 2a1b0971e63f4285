"""Reads the side bets that a book's data describes. What is missing or impossible is refused, with what is allowed."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.hands import ORDERS, HandOrder
from houseway.hands.predicates import WagerCards, WagerHand, parse_wager_hand
from houseway.regulation.file import BookFile
from houseway.regulation.games import AGAINST_DEALER, PAI_GOW_POKER
from houseway.regulation.shapes import TomlTable
from houseway.regulation.side_bets import (
    CARDS_BY_GAME,
    NEEDED_BY_GAME,
    WITH_BOARD,
    WITH_DEALER,
    WITH_FLOP,
    WITH_OWN,
    OnFold,
    OnVoidBase,
    SideBet,
    SideBetCards,
)

DECIDED_BY = "decided-by"
_ONLY_FOR_SIDE_BETS = ("hand", "fold", "void-base", "needs")
_NOT_FOR_SIDE_BETS = ("hands", "envy", "rate", "seed", "equals", "paid-on", "best-row")
"""What only a wager has for which there is code."""
Word = TypeVar("Word", bound=str)
SetNumber = Callable[[str], int]
"""Returns a number that a clause of the book sets; 0 if none does."""


def read_side_bet(
    file: BookFile, game: str, entry: TomlTable, cite: Callable[[str], Citation], number: SetNumber
) -> SideBet | None:
    """Return the side bet that a wager's entry describes; None for a wager for which there is code."""
    if DECIDED_BY in entry:
        return _SideBetReader(file, game, entry, cite, number).read()
    for key in _ONLY_FOR_SIDE_BETS:
        if key in entry:
            raise file.refusal(f"wager {entry['id']}", f"{key} needs {DECIDED_BY}, the cards that decide the wager", "side-bet")
    return None


def check_filed_folds(file: BookFile, side_bets: Mapping[str, SideBet | None], options: Container[str]) -> None:
    """Check that the operator can file what a fold does to a side bet, if the book leaves it to the operator."""
    for wager, side_bet in side_bets.items():
        if side_bet is not None and side_bet.on_fold is OnFold.FILED and f"fold.{wager}" not in options:
            said = f"fold is 'filed', but filing.toml has no option 'fold.{wager}' with the choices live and lost"
            raise file.refusal(f"wager {wager}", said, "side-bet")


@dataclass(frozen=True, slots=True)
class _SideBetReader:
    file: BookFile
    game: str
    entry: TomlTable
    cite: Callable[[str], Citation]
    number: SetNumber

    def read(self) -> SideBet:
        self._check_keys()
        needed, cards = NEEDED_BY_GAME.get(self.game, ()), self._word(DECIDED_BY, CARDS_BY_GAME.get(self.game, ()))
        order = next((order for order in ORDERS if order.name == self.entry.get("order")), None)
        held = WagerCards(self._card_count(cards), self.game == PAI_GOW_POKER, order)
        self._check_order(held)
        return SideBet(
            cards=cards,
            card_count=held.count,
            has_joker=held.joker,
            on_fold=self._word_against_dealer("fold", tuple(OnFold)),
            on_void_base=self._word_against_dealer("void-base", tuple(OnVoidBase)),
            needs=tuple(self._one_of("needs", given, needed) for given in self.entry.get("needs", needed[:1])),
            hands=self._read_hands(held),
            order=order,
        )

    def _check_keys(self) -> None:
        for key in _NOT_FOR_SIDE_BETS:
            if key in self.entry:
                raise self._refusal(f"{key} is not for a wager that {DECIDED_BY} describes")
        if self.entry["offered"] != "optional":
            raise self._refusal(f"offered is {self.entry['offered']!r}; a wager that {DECIDED_BY} describes must be 'optional'")
        if "hand" not in self.entry and "order" not in self.entry:
            orders = ", ".join(order.name for order in ORDERS)
            raise self._refusal(f"it has no hands: describe each by [[wager.hand]], or name one of the orders {orders}")

    def _refusal(self, said: str) -> Malformed:
        return self.file.refusal(f"wager {self.entry['id']}", said, "side-bet")

    def _word(self, key: str, allowed: Sequence[Word]) -> Word:
        if key not in self.entry:
            raise self._refusal(f"{key} is missing; {_list_allowed(allowed)}")
        return self._one_of(key, self.entry[key], allowed)

    def _word_against_dealer(self, key: str, allowed: Sequence[Word]) -> Word | None:
        """Read what only a game with folds, and with wagers that are void without the others, must say."""
        if self.game in AGAINST_DEALER:
            return self._word(key, allowed)
        if key in self.entry:
            raise self._refusal(f"{key} is not a key in {self.game}: nobody folds, and the wagers of a hand are void together")
        return None

    def _one_of(self, key: str, given: str, allowed: Sequence[Word]) -> Word:
        if given not in allowed:
            raise self._refusal(f"{key} is {given!r}; {_list_allowed(allowed)}")
        return next(word for word in allowed if word == given)

    def _card_count(self, cards: SideBetCards) -> int:
        """Return how many cards decide the wager."""
        own, board, final = map(self.number, ("hand-cards", "community-cards", "final-community-cards"))
        dealer = self.number("dealer-hand-cards") or own
        counts = ((WITH_OWN, own), (WITH_DEALER, dealer), (WITH_BOARD, board), (WITH_FLOP, board - final))
        return sum(count for kinds, count in counts if cards in kinds)

    def _check_order(self, cards: WagerCards) -> None:
        order = cards.order
        if order is not None and not _ranks(order, cards):
            fitting = ", ".join(each.name for each in ORDERS if _ranks(each, cards)) or "none"
            raise self._refusal(f"order {order.name!r} does not rank {cards.count} cards here; these orders do: {fitting}")

    def _read_hands(self, cards: WagerCards) -> tuple[WagerHand, ...]:
        entries = self.entry.get("hand", [])
        place = f"wager {self.entry['id']}"
        if not all(isinstance(each, dict) for each in entries):
            raise self._refusal("hand is not a list of tables; write each hand under [[wager.hand]]")
        self.file.refuse_repeats(f"{place} hand {each.get('id')}" for each in entries)
        read = partial(parse_wager_hand, cards=cards)
        return tuple(self.file.parse_text(place, read, entry, "hand") for entry in entries)


def _ranks(order: HandOrder, cards: WagerCards) -> bool:
    return cards.count in order.card_counts and (order.has_joker or not cards.joker)


def _list_allowed(allowed: Sequence[str]) -> str:
    return f"it may be {', '.join(allowed)}" if allowed else "houseway settles no described wager in this game yet"
