"""Reads how optional wagers are decided, and those that data alone describes. The impossible is refused with what is allowed."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from houseway.errors import Malformed
from houseway.hands import HandOrder
from houseway.hands.predicates import WagerCards, WagerHand, parse_wager_hand
from houseway.regulation.file import BookFile
from houseway.regulation.games import GAMES, GameFacts, is_against_dealer
from houseway.regulation.shapes import WAGER_READ, TomlTable
from houseway.regulation.side_bets import (
    WITH_BOARD,
    WITH_DEALER,
    WITH_FLOP,
    WITH_OWN,
    DecidedBy,
    OnFold,
    OnVoidBase,
    SideBet,
)
from houseway.regulation.wagers import Wager

DECIDED_BY, PAID_BY = "decided-by", "paid-by"
_ONLY_WHERE_HANDS_ARE_SET = ("envy-minimum", "bars-surrender", "one-pass")
_ONLY_WITH_CARDS = ("hand", "fold", "void-base", "needs", PAID_BY, "own-step", "read", *_ONLY_WHERE_HANDS_ARE_SET)
_NOT_FOR_SIDE_BETS = ("hands", "envy", "rate", "seed", "equals", "paid-on", "best-row", "own-step", "read", "envy-minimum")
"""What only a wager has for which there is code."""
Word = TypeVar("Word", bound=str)
SetNumber = Callable[[str], int]
"""Returns a number that a clause of the book sets; 0 if none does."""


def read_terms(
    file: BookFile,
    game: str,
    entry: TomlTable,
    wagers: Mapping[str, TomlTable],
    orders: tuple[HandOrder, ...],
    number: SetNumber,
) -> tuple[dict[str, Any], SideBet | None]:
    """Return how an optional wager is decided, as fields of a `Wager`, and the side bet if its entry alone describes it."""
    if DECIDED_BY in entry:
        reader = _TermsReader(file, game, entry, wagers, orders, number)
        return reader.read_terms(), None if PAID_BY in entry else reader.read_side_bet()
    for key in _ONLY_WITH_CARDS:
        if key in entry:
            raise file.refusal(f"wager {entry['id']}", f"{key} needs {DECIDED_BY}, the cards that decide the wager", "side-bet")
    return {}, None


def count_deciding_cards(cards: DecidedBy, number: SetNumber) -> int:
    """Return how many cards decide a wager."""
    own, board, final = map(number, ("hand-cards", "community-cards", "final-community-cards"))
    dealer = number("dealer-hand-cards") or own
    counts = ((WITH_OWN, own), (WITH_DEALER, dealer), (WITH_BOARD, board), (WITH_FLOP, board - final))
    return sum(count for kinds, count in counts if cards in kinds)


def ranks_cards(order: HandOrder, cards: WagerCards) -> bool:
    """Return whether an order of hands ranks so many cards, with the joker if it may be one of them."""
    return cards.count in order.card_counts and (order.has_joker or not cards.joker)


def wagers_with_cards(wagers: Mapping[str, TomlTable]) -> tuple[str, ...]:
    """Return the wagers that a described one may need, because they get cards: the first of the book, on which the game is
    played, and those that are always offered and decided by cards alone."""
    ids = iter(wagers)
    first = next(ids)
    return (first, *(id_ for id_ in ids if wagers[id_]["offered"] == "always" and DECIDED_BY in wagers[id_]))


def check_filed_folds(file: BookFile, wagers: Iterable[Wager], options: Container[str]) -> None:
    """Check that the operator can file what a fold does to a side bet, if the book leaves it to the operator."""
    for wager in wagers:
        if wager.side_bet is not None and wager.on_fold is OnFold.FILED and f"fold.{wager.id}" not in options:
            said = f"fold is 'filed', but filing.toml has no option 'fold.{wager.id}' with the choices live and lost"
            raise file.refusal(f"wager {wager.id}", said, "side-bet")


@dataclass(frozen=True, slots=True)
class _TermsReader:
    file: BookFile
    game: str
    entry: TomlTable
    wagers: Mapping[str, TomlTable]
    orders: tuple[HandOrder, ...]
    """The orders of hands that the wager may name: those of the program, and those of the book."""
    number: SetNumber

    @property
    def _facts(self) -> GameFacts | None:
        return GAMES.get(self.game)

    @property
    def _possible_cards(self) -> tuple[DecidedBy, ...]:
        return self._facts.side_bet_cards if self._facts else ()

    def read_terms(self) -> dict[str, Any]:
        """Read what every optional wager says whose cards are named."""
        coded, needed = PAID_BY in self.entry, wagers_with_cards(self.wagers)
        first = () if coded or self.entry["id"] in needed else needed[:1]
        allowed = tuple(self.wagers) if coded else needed
        return {
            "decided_by": self._word(DECIDED_BY, tuple(DecidedBy) if coded else self._possible_cards),
            "paid_by": self.entry.get(PAID_BY, ""),
            "on_fold": self._word_against_dealer("fold", tuple(OnFold)),
            "on_void_base": self._word_against_dealer("void-base", tuple(OnVoidBase)),
            "needs": tuple(self._one_of("needs", given, allowed) for given in self.entry.get("needs", first)),
            "has_own_step": self.entry.get("own-step", True),
            **self._read_changes_to_set_hands(self.entry),
            "as_read": {each["taken"]: self._read_changes(each) for each in self.entry.get("read", [])},
        }

    def _read_changes(self, entry: TomlTable) -> dict[str, Any]:
        """Read what is otherwise under a choice of a reading."""
        self.file.check_table(entry, f"wager {self.entry['id']} read", WAGER_READ)
        found: dict[str, Any] = {}
        if DECIDED_BY in entry:
            found["decided_by"] = self._one_of(DECIDED_BY, entry[DECIDED_BY], tuple(DecidedBy))
        if "void-base" in entry:
            found["on_void_base"] = self._one_of("void-base", entry["void-base"], tuple(OnVoidBase))
        if "needs" in entry:
            found["needs"] = tuple(self._one_of("needs", given, tuple(self.wagers)) for given in entry["needs"])
        if "capped" in entry:
            found["is_capped"] = entry["capped"]
        return found | self._read_changes_to_set_hands(entry)

    def _read_changes_to_set_hands(self, entry: TomlTable) -> dict[str, bool]:
        """Read what a wager changes about envy, surrender and settlement, of which only a game asks in which players set hands."""
        for key in _ONLY_WHERE_HANDS_ARE_SET if is_against_dealer(self.game) else ():
            if key in entry:
                raise self._refusal(f"{key} is a key only where players set their hands")
        fields = zip(("has_envy_minimum", "bars_surrender", "is_one_pass"), _ONLY_WHERE_HANDS_ARE_SET, strict=True)
        return {field: entry[key] for field, key in fields if key in entry}

    def read_side_bet(self) -> SideBet:
        self._check_keys()
        cards = self._word(DECIDED_BY, self._possible_cards)
        order = next((order for order in self.orders if order.name == self.entry.get("order")), None)
        joker = self._facts is not None and self._facts.has_joker
        held = WagerCards(count_deciding_cards(cards, self.number), joker, order, self.orders)
        self._check_order(held)
        return SideBet(cards, held.count, held.joker, self._read_hands(held), order)

    def _check_keys(self) -> None:
        for key in _NOT_FOR_SIDE_BETS:
            if key in self.entry:
                raise self._refusal(f"{key} is not for a wager that {DECIDED_BY} describes")
        allowed = ("optional", "always") if self._facts and self._facts.has_lone_side_bets else ("optional",)
        if self.entry["offered"] not in allowed:
            must = " or ".join(map(repr, allowed))
            raise self._refusal(f"offered is {self.entry['offered']!r}; a wager that {DECIDED_BY} describes must be {must}")
        if "hand" not in self.entry and "order" not in self.entry:
            orders = ", ".join(order.name for order in self.orders)
            raise self._refusal(f"it has no hands: describe each by [[wager.hand]], or name one of the orders {orders}")

    def _refusal(self, said: str) -> Malformed:
        return self.file.refusal(f"wager {self.entry['id']}", said, "side-bet")

    def _word(self, key: str, allowed: Sequence[Word]) -> Word:
        if key not in self.entry:
            raise self._refusal(f"{key} is missing; {_list_allowed(allowed)}")
        return self._one_of(key, self.entry[key], allowed)

    def _word_against_dealer(self, key: str, allowed: Sequence[Word]) -> Word | None:
        """Read what only a game with folds, and with wagers that are void without the others, must say."""
        if is_against_dealer(self.game):
            return self._word(key, allowed)
        if key in self.entry:
            raise self._refusal(f"{key} is not a key in {self.game}: nobody folds, and the wagers of a hand are void together")
        return None

    def _one_of(self, key: str, given: str, allowed: Sequence[Word]) -> Word:
        if given not in allowed:
            raise self._refusal(f"{key} is {given!r}; {_list_allowed(allowed)}")
        return next(word for word in allowed if word == given)

    def _check_order(self, cards: WagerCards) -> None:
        order = cards.order
        if order is not None and not ranks_cards(order, cards):
            fitting = ", ".join(each.name for each in self.orders if ranks_cards(each, cards)) or "none"
            raise self._refusal(f"order {order.name!r} does not rank {cards.count} cards here; these orders do: {fitting}")

    def _read_hands(self, cards: WagerCards) -> tuple[WagerHand, ...]:
        entries = self.entry.get("hand", [])
        place = f"wager {self.entry['id']}"
        if not all(isinstance(each, dict) for each in entries):
            raise self._refusal("hand is not a list of tables; write each hand under [[wager.hand]]")
        self.file.refuse_repeats(f"{place} hand {each.get('id')}" for each in entries)
        read = partial(parse_wager_hand, cards=cards)
        return tuple(self.file.parse_text(place, read, entry, "hand") for entry in entries)


def _list_allowed(allowed: Sequence[str]) -> str:
    return f"it may be {', '.join(allowed)}" if allowed else "houseway settles no described wager in this game yet"
